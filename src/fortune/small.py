"""Numerical answers about small Markov chains by the standard library alone, for the browser's Python.

States are eliminated as in :mod:`fortune.exact`, but in floating point, in the manner of Grassmann, Taksar and Heyman
(1985): the pivot is the sum of what leaves a state, so nothing is ever subtracted and nothing cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from fortune.errors import ChainError
from fortune.exact import Row

__all__ = ["SMALL", "can_end_everywhere", "solve_small", "thin_order"]

SMALL = 200
"""Chains of up to so many states are answered here, in a few milliseconds."""
_UNIT = 2.0**-53


def can_end_everywhere(rows: Sequence[Row], endings: Sequence[int]) -> bool:
    """Whether an ending can be reached from every state; ``endings`` holds the weight of ending at once."""
    ends = {state for state, weight in enumerate(endings) if weight}
    while more := {state for state, row in enumerate(rows) if state not in ends and not ends.isdisjoint(row)}:
        ends |= more
    return len(ends) == len(rows)


def thin_order(rows: Sequence[Row]) -> list[int]:
    """An order in which to eliminate the states: each time the one with the fewest ways in and out."""
    onward = [set(row) - {i} for i, row in enumerate(rows)]
    into = [{j for j in range(len(rows)) if i in onward[j]} for i in range(len(rows))]
    left, order = set(range(len(rows))), list[int]()
    while left:
        state = min(left, key=lambda s: (len(into[s]) * len(onward[s]), s))
        left.discard(state)
        order.append(state)
        for i in into[state]:
            onward[i] |= onward[state]
            onward[i] -= {i, state}
        for j in onward[state]:
            into[j] |= into[state]
            into[j] -= {j, state}
    return order


def solve_small(
    rows: Sequence[Row], scale: int, columns: Sequence[Sequence[float]], order: Sequence[int]
) -> list[tuple[list[float], float]]:
    """Solve ``(scale I - W) x = b`` for each column b: x, and a bound on the residual of x, divided by ``scale``.

    Row i of W is ``rows[i]``; weights are not negative and add up to ``scale`` at the most. ``order`` is any order
    of the states; that of :func:`thin_order` is quick.
    """
    n = len(rows)
    work: list[dict[int, float]] = [{j: w for j, w in row.items() if w and j != i} for i, row in enumerate(rows)]
    into: list[set[int]] = [set() for _ in range(n)]
    for i, row in enumerate(work):
        for j in row:
            into[j].add(i)
    ends: list[float] = [scale - sum(row.values()) for row in rows]
    sums = [list(map(float, column)) for column in columns]
    leaving = [0.0] * n
    for state in order:
        onward = work[state]
        leaving[state] = fsum(onward.values()) + ends[state]
        if not leaving[state]:
            raise ChainError("This system has no single answer: some of its states lead nowhere.")
        for i in into[state]:
            there = work[i]
            share = there.pop(state) / leaving[state]
            for j, weight in onward.items():
                if j != i:
                    there[j] = there.get(j, 0.0) + share * weight
                    into[j].add(i)
            ends[i] += share * ends[state]
            for column in sums:
                column[i] += share * column[state]
        for j in onward:
            into[j].discard(state)
    for state in reversed(order):
        for column in sums:
            column[state] = (column[state] + fsum(w * column[j] for j, w in work[state].items())) / leaving[state]
    return [(x, _residual(rows, scale, x, column)) for x, column in zip(sums, columns, strict=True)]


def _residual(rows: Sequence[Row], scale: int, x: Sequence[float], column: Sequence[float]) -> float:
    """A bound on the largest entry of the residual over ``scale``, its own rounding included.

    ``fsum`` rounds once; each product of a whole number and a float rounds once before it.
    """
    largest = 0.0
    for i, row in enumerate(rows):
        terms = [float(column[i]), -scale * x[i], *(weight * x[j] for j, weight in row.items())]
        size = fsum(map(abs, terms))
        largest = max(largest, abs(fsum(terms)) + 4 * _UNIT * size)
    return largest / scale
