"""Lines of a position: pieces in neighbouring columns of one row, and the two long diagonals."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from fortune.tablero.squares import COLUMNS, ROWS, Position

__all__ = ["DIAGONALS", "Line", "groups", "line", "runs"]

DIAGONALS: Final = (tuple(range(1, ROWS + 1)), tuple(range(ROWS, 0, -1)))
"""The two positions with all seven pieces on a line from corner to corner."""
_HOMES: Final = (1, ROWS)


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """Pieces in a line: the row they share, or 0 for a diagonal, and their columns."""

    row: int
    columns: tuple[int, ...]


def runs(rows: Position, least: int = 1) -> list[Line]:
    """The longest runs of so many pieces or more side by side in one row, left to right."""
    found, start, here = [], 0, rows[0]
    for column, row in enumerate((*rows, 0)):
        if row != here:
            if column - start >= least:
                found.append(Line(here, tuple(range(start, column))))
            start, here = column, row
    return found


def line(
    rows: Position, *, least: int, diagonals: bool, home_rows: bool, with_any: Collection[int] | None = None
) -> Line | None:
    """The line of this position, or None: a run of at least so many pieces, or, if they count, a whole diagonal.

    ``least`` is 5 or more, so there is never more than one. ``home_rows`` says whether a run on a home row counts.
    ``with_any`` asks for a line with a piece of at least one of these columns.
    """
    middle = rows[COLUMNS // 2]  # five of seven neighbours always hold the middle one
    if diagonals and middle == (ROWS + 1) // 2 and rows in DIAGONALS:
        return Line(0, tuple(range(COLUMNS)))
    if not home_rows and middle in _HOMES:
        return None
    start = stop = COLUMNS // 2
    while start > 0 and rows[start - 1] == middle:
        start -= 1
    while stop < COLUMNS - 1 and rows[stop + 1] == middle:
        stop += 1
    if stop - start + 1 < least:
        return None
    if with_any is not None and not any(start <= column <= stop for column in with_any):
        return None
    return Line(middle, tuple(range(start, stop + 1)))


def groups(rows: Position) -> list[Line]:
    """The groups of Tablero de Jesus: runs of two or more that are not on a home row."""
    return [run for run in runs(rows, 2) if run.row not in _HOMES]
