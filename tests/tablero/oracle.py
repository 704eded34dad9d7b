"""Moves and lines of Tablero found the long way: by trying every ordered pair of pieces and every stretch of columns.

It shares no code with the rules and is held against them.
"""

from __future__ import annotations

from itertools import permutations, product

Position = tuple[int, ...]


def after_throw(rows: Position, dice: tuple[int, int], seat: int, either: bool) -> set[Position]:
    """Every position that two different pieces can make of this one, one by each die."""
    signs = (1, -1) if either else (1,) if seat == 0 else (-1,)
    found = set()
    for (one, other), sign, other_sign in product(permutations(range(7), 2), signs, signs):
        new = list(rows)
        new[one] += sign * dice[0]
        new[other] += other_sign * dice[1]
        if set(new) <= {1, 2, 3, 4, 5, 6, 7}:
            found.add(tuple(new))
    return found


def line_columns(rows: Position, least: int, diagonals: bool, home_rows: bool) -> set[int]:
    """The columns of the line of a position; empty where there is none."""
    if diagonals and "".join(map(str, rows)) in ("1234567", "7654321"):
        return set(range(7))
    for length in range(7, least - 1, -1):
        for start in range(8 - length):
            stretch = set(rows[start : start + length])
            if len(stretch) == 1 and (home_rows or not stretch & {1, 7}):
                return set(range(start, start + length))
    return set()


def groups(rows: Position) -> set[tuple[int, ...]]:
    """The columns of every group of coins: stretches on a row from 2 to 6 that no neighbour makes longer."""
    stretches = {
        tuple(range(start, stop))
        for start in range(7)
        for stop in range(start + 2, 8)
        if len(set(rows[start:stop])) == 1 and rows[start] in range(2, 7)
    }
    return {one for one in stretches if not any(set(one) < set(other) for other in stretches)}
