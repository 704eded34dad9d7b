"""Positions as whole numbers, and where the lines are: what every solved table is counted by.

A position is seven rows, one for each column. Its code is the sum of ``(row - 1) * 7**column`` over the columns 0 … 6.
All is told by the player who has the dice, whose home row is row 1. Turned upside down, a position of code ``c``
has the code ``SIZE - 1 - c``; the mirror, which changes no chance, makes a half turn of that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ALL",
    "COIN_SETUP",
    "DIAGONAL",
    "FIVE",
    "KINDS",
    "SETUP",
    "SIZE",
    "Bytes",
    "Floats",
    "lines",
    "mirrored",
]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

ROWS = COLUMNS = 7
SIZE = ROWS**COLUMNS
"""All positions: 823,543."""
SETUP = sum((ROWS - 1) * ROWS**column for column in range(3))
"""The position at the beginning, as the player sees it who has the dice and has placed the seventh glass."""
COIN_SETUP = sum((ROWS - 1) * ROWS**column for column in range(2))
"""The position at the beginning of Tablero de Jesus, as the low one sees it who begins."""

ALL, DIAGONAL, FIVE = 8, 9, 10
KINDS = 11
"""Kinds of line: 0 none; 1 … 7 six, the seventh glass being on that row; then all seven, a diagonal, five of a row."""


def digits() -> Bytes:
    """The row of each column, from 0, for each position: an array of shape (7, SIZE)."""
    codes = np.arange(SIZE)
    return np.stack([codes // ROWS**column % ROWS for column in range(COLUMNS)]).astype(np.uint8)


def mirrored() -> NDArray[np.int32]:
    """The code of each position's mirror image."""
    rows = digits()[::-1].astype(np.int32)
    return np.asarray(sum(rows[column] * ROWS**column for column in range(COLUMNS)), dtype=np.int32)


def lines(*, five: bool = False, home_rows: bool = True) -> tuple[Bytes, Bytes]:
    """The kind of line that each position holds, and the columns of its glasses as bits; no position holds two.

    ``five``: five or more neighbours of one row, and no diagonals. ``home_rows``: whether rows 1 and 7 count.
    """
    rows = digits()
    kind = np.zeros(SIZE, np.uint8)
    mask = np.zeros(SIZE, np.uint8)

    def mark(where: NDArray[np.bool_], which: Any, columns: range) -> None:
        kind[where] = which[where] if isinstance(which, np.ndarray) else which
        mask[where] = sum(1 << column for column in columns)

    for length in range(5 if five else 6, COLUMNS + 1):
        for first in range(COLUMNS - length + 1):
            columns = range(first, first + length)
            run = np.logical_and.reduce([rows[column] == rows[first] for column in columns])
            if not home_rows:
                run &= (rows[first] > 0) & (rows[first] < ROWS - 1)
            odd = 1 + rows[0 if first else COLUMNS - 1]
            mark(run, FIVE if five else ALL if length == COLUMNS else odd, columns)
    if not five:
        for diagonal in (range(COLUMNS), range(COLUMNS)[::-1]):
            here = np.logical_and.reduce([rows[column] == row for column, row in enumerate(diagonal)])
            mark(here, DIAGONAL, range(COLUMNS))
    return kind, mask
