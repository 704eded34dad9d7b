"""Exact answers about Markov chains: linear systems and stationary chances in fractions.

A chain of a board game is thin: from a square one comes to a dozen others. So states are eliminated one by one in whole
numbers, always the one with the fewest ways in and out (Markowitz 1957). For a chain of some dozen states nothing
is left over, and the standard library is all it takes. For a large one a dense core remains, which sympy solves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm
from typing import Any

from fortune.errors import ChainError

__all__ = ["Row", "first_exactly", "solve_exactly", "stationary_exactly"]

Row = dict[int, int]
"""The whole-numbered entries of a row, by column."""

_THIN = 3000
"""Ways in times ways out: above this a state is left to the dense core."""
_CORE = 2000
"""So large a core takes about half a minute."""
_ONE_BY_ONE = 150
"""So few states are eliminated to the last, whatever their ways."""


def solve_exactly(rows: Sequence[Row], scale: int, rhs: Sequence[Sequence[int | Fraction]]) -> list[list[Fraction]]:
    """Solve ``(scale I - W) x = rhs`` in fractions, for each right-hand side, where row i of W is ``rows[i]``.

    Raises :class:`ChainError` where the answer is not unique, or would take too long.
    """
    return _Elimination(rows, scale, rhs).everywhere()


def first_exactly(
    rows: Sequence[Row], scale: int, rhs: Sequence[Sequence[int | Fraction]], count: int = 1
) -> list[list[Fraction]]:
    """The first ``count`` entries of :func:`solve_exactly`, for each right-hand side: sooner for a large system."""
    return _Elimination(rows, scale, rhs, keep=count).first()


class _Elimination:
    """A system whose equations, in whole numbers, lose their unknowns one by one; the first few are kept."""

    def __init__(self, rows: Sequence[Row], scale: int, rhs: Sequence[Sequence[int | Fraction]], keep: int = 1) -> None:
        n = len(rows)
        self._keep = keep
        self._into: list[set[int]] = [set() for _ in range(n)]
        self._rows: list[Row] = []
        for i, row in enumerate(rows):
            entries = {j: -weight for j, weight in row.items() if weight and j != i}
            for j in entries:
                self._into[j].add(i)
            entries[i] = scale - row.get(i, 0)
            self._rows.append(entries)
        self._scales = [lcm(*(value.denominator for value in column)) for column in rhs]
        columns = [[int(value * by) for value in column] for column, by in zip(rhs, self._scales, strict=True)]
        self._rhs = [[column[i] for column in columns] for i in range(n)]
        self._order: list[int] = []
        self._reduce()

    def _ways(self, state: int) -> int:
        return len(self._into[state]) * (len(self._rows[state]) - 1)

    def _reduce(self) -> None:
        todo = [(self._ways(state), state) for state in range(self._keep, len(self._rows))]
        heapify(todo)
        left = set(range(self._keep, len(self._rows)))
        while todo:
            ways, state = heappop(todo)
            if state not in left or ways != self._ways(state):
                continue  # its ways have changed since; it stands in the heap again
            if ways > _THIN and len(left) > _ONE_BY_ONE:
                return
            left.discard(state)
            self._order.append(state)
            for changed in self._eliminate(state):
                if changed in left:
                    heappush(todo, (self._ways(changed), changed))
        for state in range(1, self._keep):
            self._order.append(state)
            self._eliminate(state)

    def _eliminate(self, state: int) -> set[int]:
        """Take this unknown out of all other equations; the states whose ways in or out have changed."""
        row, sums, into = self._rows[state], self._rhs[state], self._into
        pivot = row[state]
        if not pivot:
            raise ChainError("This system has no single answer: some of its states lead nowhere.")
        onward = [(j, value) for j, value in row.items() if j != state]
        for i in into[state]:
            other = self._rows[i]
            entry = other.pop(state)
            common = gcd(pivot, entry)
            times, share = pivot // common, entry // common
            if times != 1:
                for j in other:
                    other[j] *= times
            for j, value in onward:
                if j in other:
                    other[j] -= share * value
                else:
                    other[j] = -share * value
                    into[j].add(i)
            there = [times * mine - share * its for mine, its in zip(self._rhs[i], sums, strict=True)]
            common = gcd(*other.values(), *there)
            if common > 1:
                self._rows[i] = {j: value // common for j, value in other.items()}
                there = [value // common for value in there]
            self._rhs[i] = there
        for j, _ in onward:
            into[j].discard(state)
        return into[state] | {j for j, _ in onward}

    def _core(self) -> dict[int, list[Fraction]]:
        """The values of the states that are left, the first ones among them."""
        gone = set(self._order)
        left = [state for state in range(len(self._rows)) if state not in gone]
        if len(left) == 1:
            pivot = self._rows[0][0]
            if not pivot:
                raise ChainError("This system has no single answer: some of its states lead nowhere.")
            return {0: [Fraction(value, pivot) for value in self._rhs[0]]}
        if len(left) > _CORE:
            raise ChainError(
                f"Exact fractions would take too long: {len(left)} of {len(self._rows)} unknowns are closely knit, and "
                f"{_CORE} can be solved. Ask for the numerical answer with its bound, or for a smaller game."
            )
        at = {state: i for i, state in enumerate(left)}
        found = _solve_densely(
            [{at[j]: value for j, value in self._rows[state].items()} for state in left],
            [self._rhs[state] for state in left],
        )
        return dict(zip(left, found, strict=True))

    def _solved(self, states: Sequence[int]) -> list[list[Fraction]]:
        """The values of these states, by right-hand side. Those that were eliminated need the ones after them alone."""
        found = self._core()
        wanted = set(states)
        for state in reversed(self._order):
            if state not in wanted:
                break
            row = self._rows[state]
            pivot = row[state]
            found[state] = [
                (total - sum(value * found[j][k] for j, value in row.items() if j != state)) / pivot
                for k, total in enumerate(map(Fraction, self._rhs[state]))
            ]
        return [[found[state][k] / by for state in states] for k, by in enumerate(self._scales)]

    def first(self) -> list[list[Fraction]]:
        return self._solved(range(self._keep))

    def everywhere(self) -> list[list[Fraction]]:
        return self._solved(range(len(self._rows)))


def _solve_densely(rows: Sequence[Row], rhs: Sequence[Sequence[int]]) -> list[list[Fraction]]:
    """Solve in fractions by sympy's ``DomainMatrix``, which uses python-flint where it is installed."""
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    n, domain = len(rows), QQ
    entries: dict[int, dict[int, Any]] = {
        i: {j: domain(value) for j, value in row.items() if value} for i, row in enumerate(rows)
    }
    right = {i: {k: domain(value) for k, value in enumerate(row) if value} for i, row in enumerate(rhs)}
    matrix = DomainMatrix(entries, (n, n), domain).to_dfm_or_ddm()
    columns = DomainMatrix({i: r for i, r in right.items() if r}, (n, len(rhs[0])), domain).to_dfm_or_ddm()
    found = matrix.lu_solve(columns).to_list()
    return [[Fraction(int(value.numerator), int(value.denominator)) for value in row] for row in found]


def stationary_exactly(rows: Sequence[dict[int, int]]) -> list[Fraction]:
    """The stationary chances of an irreducible chain with these whole-numbered rows.

    By the elimination of Grassmann, Taksar and Heyman (1985), which never subtracts.
    """
    n = len(rows)
    work: list[dict[int, Fraction]] = [{j: Fraction(w) for j, w in row.items()} for row in rows]
    for last in range(n - 1, 0, -1):
        onward = {j: w for j, w in work[last].items() if j < last}
        leaving = sum(onward.values())
        if not leaving:
            raise ChainError("This chain does not come back to where it began, so it has no stationary chances.")
        for i in range(last):
            through = work[i].pop(last, None)
            if through is not None:
                share = through / leaving
                work[i][last] = share
                for j, w in onward.items():
                    work[i][j] = work[i].get(j, Fraction(0)) + share * w
    measure = [Fraction(1)]
    for state in range(1, n):
        measure.append(sum((measure[i] * work[i].get(state, 0) for i in range(state)), Fraction(0)))
    total = sum(measure)
    return [part / total for part in measure]
