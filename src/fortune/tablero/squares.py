"""The board of Tablero: seven columns, seven rows, and always exactly one piece in each column.

A position is the row of each piece, column by column: seven numbers from 1 to 7. Columns are counted from 0 to 6 from
South's left to South's right, and written a to g. South, seat 0, sits at row 1; North, seat 1, at row 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fortune.dice import Dice

__all__ = [
    "COLUMNS",
    "PASS_NUMBERS",
    "POSITIONS",
    "ROWS",
    "Move",
    "Position",
    "all_moves",
    "code",
    "from_code",
    "home",
    "is_move",
    "is_playable",
    "mirrored",
    "moved",
    "turned",
]

COLUMNS: Final = 7
"""How many columns the board has; each has one piece."""
ROWS: Final = 7
"""How many rows the board has, counted from 1."""
POSITIONS: Final = ROWS**COLUMNS
"""How many positions there are: 823,543."""
PASS_NUMBERS: Final = frozenset({7, 11, 12})
"""Totals that pass the dice."""

Position = tuple[int, ...]
"""The row of each column's piece, from the left."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Two pieces go to new rows, one by each die: the piece of column ``first`` to the row ``first_to``, and so on.

    ``first`` is the column further left, so two ways to the same position are one move. The die that moves a piece
    is how far it goes.
    """

    first: int
    first_to: int
    second: int
    second_to: int


def home(seat: int) -> int:
    """The home row of this seat: 1 of South, 7 of North."""
    return 1 if seat == 0 else ROWS


def turned(rows: Position) -> Position:
    """The position as the other player sees it: the board turned by 180 degrees."""
    return tuple(ROWS + 1 - row for row in reversed(rows))


def mirrored(rows: Position) -> Position:
    """The position with left and right exchanged."""
    return rows[::-1]


def code(rows: Sequence[int]) -> int:
    """The number of a position, from 0 to 823,542: the sum of (row - 1) · 7^column.

    >>> code((2, 1, 1, 1, 1, 1, 1)), code((1, 2, 1, 1, 1, 1, 1))
    (1, 7)
    """
    number = 0
    for row in reversed(rows):
        number = number * ROWS + row - 1
    return number


def from_code(number: int) -> Position:
    """The position with this number; the inverse of :func:`code`."""
    rows = []
    for _ in range(COLUMNS):
        number, rest = divmod(number, ROWS)
        rows.append(rest + 1)
    return tuple(rows)


def is_playable(rows: Position, dice: Dice, seat: int, *, either: bool) -> bool:
    """Whether two different pieces can move, one by each die.

    Each die needs a piece, and the two dice together need two (Hall's condition).
    """
    high = {column for column, _ in _targets(rows, dice.high, seat, either)}
    low = high if dice.is_double else {column for column, _ in _targets(rows, dice.low, seat, either)}
    return bool(high) and bool(low) and len(high | low) > 1


def all_moves(rows: Position, dice: Dice, seat: int, *, either: bool) -> tuple[Move, ...]:
    """Every legal move of these dice, each once, in the order of columns and rows; none where unplayable."""
    low = list(_targets(rows, dice.low, seat, either))
    found = set()
    for column, to in _targets(rows, dice.high, seat, either):
        for other, other_to in low:
            if column < other:
                found.add((column, to, other, other_to))
            elif other < column:
                found.add((other, other_to, column, to))
    return tuple(Move(*parts) for parts in sorted(found))


def is_move(rows: Position, dice: Dice, seat: int, move: Move, *, either: bool) -> bool:
    """Whether this is one of :func:`all_moves`, found without listing them."""
    parts = (move.first, move.first_to, move.second, move.second_to)
    if any(type(part) is not int for part in parts):
        return False
    if not 0 <= move.first < move.second < COLUMNS:
        return False
    if not (1 <= move.first_to <= ROWS and 1 <= move.second_to <= ROWS):
        return False
    one, other = move.first_to - rows[move.first], move.second_to - rows[move.second]
    if not either:
        ahead = 1 if seat == 0 else -1
        one, other = one * ahead, other * ahead
        if one < 0 or other < 0:
            return False
    return sorted((abs(one), abs(other))) == [dice.low, dice.high]


def moved(rows: Position, move: Move) -> Position:
    """The position after a move."""
    after = list(rows)
    after[move.first], after[move.second] = move.first_to, move.second_to
    return tuple(after)


def _targets(rows: Position, die: int, seat: int, either: bool) -> Iterator[tuple[int, int]]:
    """Each piece that this die can move, as its column and the row it comes to."""
    ways = (die, -die) if either else (die,) if seat == 0 else (-die,)
    for column, row in enumerate(rows):
        for way in ways:
            if 1 <= row + way <= ROWS:
                yield column, row + way
