"""The compiled part: one pass over all positions. Needs Numba (``pip install house-of-fortune[solve]``).

Everywhere ``pay[kind]`` is what a line of that kind is worth to its maker. ``other`` holds what the dice are worth to
the opponent, so that passing in position ``p`` is worth ``1 - other[SIZE - 1 - p]``. ``read`` holds what it is worth to
throw again. Moves that only go forward lead to larger codes, and a pass goes from the largest code down: with the very
array that is written as ``read``, one pass solves a whole turn. Of two mirror images only the one with the larger code
is worked out.

``pairs`` has a row for each class of throws that do not just pass: die, die, weight over 36, and whether their total
is the Queen's number. Two dice 0 and 0 stand for a Queen's number that passes: it moves no glass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from fortune.tablero.solve.positions import COLUMNS, ROWS, SIZE, Bytes, Floats

try:
    from numba import njit
except ImportError as error:  # pragma: no cover - the tests have it
    raise ImportError("Tablero is solved with Numba: pip install 'house-of-fortune[solve]'.") from error

__all__ = ["MOST", "PASSED", "Integers", "Notes", "best", "compiled", "follow", "rows_of", "ruled", "steps_of"]

F = TypeVar("F", bound=Callable[..., object])
Integers = NDArray[np.int64]
Notes = NDArray[np.int32]
"""The moves of a policy: a row for each position, a column for each row of ``pairs``, at most :data:`MOST`. Each is the
code that is moved to, :data:`PASSED`, ``-1 - kind`` for a line of that kind, or :data:`LOST` for one of the other."""
MOST = 21
PASSED, LOST = -1, -100
_POWERS = np.array([ROWS**column for column in range(COLUMNS)], dtype=np.int64)


def compiled(function: F) -> F:
    """The function as machine code, kept for the next time."""
    return cast(F, njit(cache=True, error_model="numpy")(function))


@compiled
def rows_of(position: int, rows: Integers) -> int:
    """Fill in the rows, from 0; give the code of the mirror image."""
    mirror = 0
    for column in range(COLUMNS):
        rows[column] = position % ROWS
        mirror = mirror * ROWS + rows[column]
        position //= ROWS
    return mirror


@compiled
def steps_of(rows: Integers, either: bool, step: Integers, glass: Integers, count: Integers) -> None:
    """All ways to move one glass by a die: the change of the code, and the column as a bit; so many for each die."""
    for die in range(1, 7):
        found = 0
        for column in range(COLUMNS):
            if rows[column] + die < ROWS:
                step[die, found] = die * _POWERS[column]
                glass[die, found] = 1 << column
                found += 1
            if either and rows[column] >= die:
                step[die, found] = -die * _POWERS[column]
                glass[die, found] = 1 << column
                found += 1
        count[die] = found


@compiled
def _top(
    position: int,
    first: int,
    second: int,
    step: Integers,
    glass: Integers,
    count: Integers,
    read: Floats,
    pay: Floats,
    kind: Bytes,
    mask: Bytes,
) -> tuple[float, int]:
    """The best move of these dice: its worth and its note; :data:`PASSED` where there is none."""
    top, note = -1.0, PASSED
    for i in range(count[first]):
        half = position + step[first, i]
        for j in range(i + 1 if first == second else 0, count[second]):
            if glass[first, i] == glass[second, j]:
                continue
            to = half + step[second, j]
            made = int(kind[to])
            if made and mask[to] & (glass[first, i] | glass[second, j]):
                if pay[made] > top:
                    top, note = pay[made], -1 - made
            elif read[to] > top:
                top, note = read[to], to
    return top, note


@compiled
def _called(position: int, old: Floats, kind: Bytes, mask: Bytes, toast_line: bool, united: bool) -> tuple[float, int]:
    """The worth to the thrower of a position in which the other may call a toast, and where that leads.

    The other calls what is worst for the thrower, or best, where they are ``united``.
    """
    worth, note = old[position], position
    left = position
    for column in range(COLUMNS):
        row = left % ROWS
        left //= ROWS
        to = position - row * _POWERS[column]
        if row and toast_line and kind[to] and mask[to] >> column & 1:
            if not united:
                return 0.0, LOST
        elif old[to] > worth if united else old[to] < worth:
            worth, note = old[to], to
    return worth, note


@compiled
def _queen(
    position: int,
    first: int,
    second: int,
    rows: Integers,
    step: Integers,
    glass: Integers,
    count: Integers,
    read: Floats,
    back: Floats,
    pay: Floats,
    kind: Bytes,
    mask: Bytes,
    either: bool,
    toast_line: bool,
    muggins: bool,
    united: bool,
) -> tuple[float, int, bool]:
    """The Queen's number: the best toast, or none, with the best move after it, and whether one can stay as one is."""
    top, note, stay = -1.0, PASSED, False
    own, own_note = -1.0, PASSED
    if first:
        own, own_note = _top(position, first, second, step, glass, count, read, pay, kind, mask)
    stuck = own_note == PASSED
    null = False
    for column in range(COLUMNS):
        null |= rows[column] == ROWS - 1
    if not muggins or null:
        # no toast, or the toast of a glass that stands on the other's home row already
        if stuck:
            stay = True
        else:
            top, note = own, own_note
    elif stuck:
        top, note = _called(position, back, kind, mask, toast_line, united)
    else:
        # the toast is left uncalled: the other may call it after the move
        for i in range(count[first]):
            half = position + step[first, i]
            for j in range(i + 1 if first == second else 0, count[second]):
                if glass[first, i] == glass[second, j]:
                    continue
                to = half + step[second, j]
                made = int(kind[to])
                if made and mask[to] & (glass[first, i] | glass[second, j]):
                    worth, end = pay[made], -1 - made
                else:
                    worth, end = _called(to, back, kind, mask, toast_line, united)
                if worth > top:
                    top, note = worth, end
    for column in range(COLUMNS):
        row = rows[column]
        if row == ROWS - 1:
            continue
        to = position + (ROWS - 1 - row) * _POWERS[column]
        made = int(kind[to])
        if toast_line and made and mask[to] >> column & 1:
            worth, end = pay[made], -1 - made
        else:
            worth, end = -1.0, PASSED
            if first:
                rows[column] = ROWS - 1
                steps_of(rows, either, step, glass, count)
                worth, end = _top(to, first, second, step, glass, count, read, pay, kind, mask)
                rows[column] = row
            if end == PASSED:
                worth, end = read[to], to
        if worth > top:
            top, note = worth, end
    steps_of(rows, either, step, glass, count)
    return top, note, stay


@compiled
def best(
    read: Floats,
    back: Floats,
    other: Floats,
    pay: Floats,
    kind: Bytes,
    mask: Bytes,
    pairs: Integers,
    either: bool,
    toast_line: bool,
    muggins: bool,
    united: bool,
    write: Floats,
    notes: Notes,
) -> None:
    """One pass of best play: the worth of each position; the moves go into ``notes``, unless that is empty.

    ``back`` is read where the other may have called a toast. ``united``: the other calls to the thrower's advantage.
    """
    rows = np.empty(COLUMNS, np.int64)
    step = np.empty((7, 2 * COLUMNS), np.int64)
    glass = np.empty((7, 2 * COLUMNS), np.int64)
    count = np.empty(7, np.int64)
    tops = np.empty(MOST)
    ends = np.empty(MOST, np.int64)
    stays = np.zeros(MOST, np.bool_)
    classes = len(pairs)
    keep = notes.shape[0] > 0
    passing = 36 - pairs[:, 2].sum()
    for position in range(SIZE - 1, -1, -1):
        mirror = rows_of(position, rows)
        if mirror > position:
            continue
        steps_of(rows, either, step, glass, count)
        passed = 1.0 - other[SIZE - 1 - position]
        total, some = passing * passed, False
        for c in range(classes):
            first, second, weight = pairs[c, 0], pairs[c, 1], pairs[c, 2]
            if pairs[c, 3]:
                top, note, stay = _queen(
                    position, first, second, rows, step, glass, count, read, back, pay, kind, mask, either,
                    toast_line, muggins, united,
                )  # fmt: skip
                tops[c], ends[c], stays[c] = top, note, stay
                some |= stay
            else:
                top, note = _top(position, first, second, step, glass, count, read, pay, kind, mask)
                if note == PASSED:
                    top = passed
                ends[c] = note
            total += weight * top
        worth = total / 36.0
        if some:
            # where one may stay, the position is worth what it is worth: the least fixed point, a few steps away
            for _ in range(MOST):
                part, staying = total, 0
                for c in range(classes):
                    if pairs[c, 3] and stays[c] and worth > tops[c]:
                        part -= pairs[c, 2] * tops[c]
                        staying += pairs[c, 2]
                again = part / (36.0 - staying)
                if again <= worth:
                    break
                worth = again
            for c in range(classes):
                if pairs[c, 3] and stays[c] and worth >= tops[c]:
                    ends[c] = position
        if keep:
            for c in range(classes):
                notes[position, c] = ends[c]
        write[position] = worth
        write[mirror] = worth


@compiled
def follow(
    read: Floats, back: Floats, other: Floats, pay: Floats, pairs: Integers, notes: Notes, write: Floats
) -> None:
    """One pass of play by the ``notes`` of :func:`best`; ``back`` is read for moves to lower codes."""
    rows = np.empty(COLUMNS, np.int64)
    classes = len(pairs)
    passing = 36 - pairs[:, 2].sum()
    kinds = len(pay)
    for position in range(SIZE - 1, -1, -1):
        mirror = rows_of(position, rows)
        if mirror > position:
            continue
        passed = 1.0 - other[SIZE - 1 - position]
        total, staying = passing * passed, 0
        for c in range(classes):
            to, weight = notes[position, c], pairs[c, 2]
            if to > position:
                total += weight * read[to]
            elif to == position:
                staying += weight
            elif to >= 0:
                # by a move that may go either way, or by a toast that the other calls
                total += weight * back[to]
            elif to == PASSED:
                total += weight * passed
            elif -1 - to < kinds:
                total += weight * pay[-1 - to]
        worth = total / (36 - staying)
        write[position] = worth
        write[mirror] = worth


@compiled
def ruled(
    read: Floats,
    other: Floats,
    pay: Floats,
    kind: Bytes,
    mask: Bytes,
    pairs: Integers,
    either: bool,
    score: NDArray[np.uint16],
    lines_first: bool,
    write: Floats,
) -> None:
    """One pass of play by a rule: the moves to a position with the lowest ``score``, each as likely as any other.

    ``lines_first``: a line is made wherever that is possible; else it counts by its position, like any move.
    There is no Queen's number here.
    """
    rows = np.empty(COLUMNS, np.int64)
    step = np.empty((7, 2 * COLUMNS), np.int64)
    glass = np.empty((7, 2 * COLUMNS), np.int64)
    count = np.empty(7, np.int64)
    passing = 36 - pairs[:, 2].sum()
    for position in range(SIZE - 1, -1, -1):
        mirror = rows_of(position, rows)
        if mirror > position:
            continue
        steps_of(rows, either, step, glass, count)
        passed = 1.0 - other[SIZE - 1 - position]
        total = passing * passed
        for c in range(len(pairs)):
            first, second = pairs[c, 0], pairs[c, 1]
            low, worth, alike = 1 << 20, 0.0, 0
            for i in range(count[first]):
                half = position + step[first, i]
                for j in range(i + 1 if first == second else 0, count[second]):
                    if glass[first, i] == glass[second, j]:
                        continue
                    to = half + step[second, j]
                    rank = int(score[to])
                    made = int(kind[to])
                    if made and mask[to] & (glass[first, i] | glass[second, j]):
                        this = pay[made]
                        if lines_first:
                            rank = -1
                    else:
                        this = read[to]
                    if rank < low:
                        low, worth, alike = rank, this, 1
                    elif rank == low:
                        worth += this
                        alike += 1
            total += pairs[c, 2] * (worth / alike if alike else passed)
        write[position] = total / 36.0
        write[mirror] = total / 36.0
