"""Exact answers about Markov chains: linear systems and stationary chances in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fortune.errors import ChainError

__all__ = ["solve_exactly", "stationary_exactly"]


def solve_exactly(
    rows: Sequence[dict[int, int]], scale: int, rhs: Sequence[Sequence[int | Fraction]]
) -> list[list[Fraction]]:
    """Solve ``(scale I - W) x = rhs`` in fractions, for each right-hand side, where row i of W is ``rows[i]``.

    By sympy's ``DomainMatrix`` over the rationals, which uses python-flint where it is installed.
    """
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    n = len(rows)
    domain: Any = QQ
    entries: dict[int, dict[int, Any]] = {}
    for i, row in enumerate(rows):
        entry = {j: domain(-weight) for j, weight in row.items()}
        entry[i] = entry.get(i, domain(0)) + scale
        entries[i] = {j: value for j, value in entry.items() if value}
    right = {
        i: {k: domain(column[i].numerator, column[i].denominator) for k, column in enumerate(rhs) if column[i]}
        for i in range(n)
    }
    matrix = DomainMatrix(entries, (n, n), domain).to_dfm_or_ddm()
    columns = DomainMatrix({i: r for i, r in right.items() if r}, (n, len(rhs)), domain).to_dfm_or_ddm()
    found = matrix.lu_solve(columns).to_list()
    return [[Fraction(int(row[k].numerator), int(row[k].denominator)) for row in found] for k in range(len(rhs))]


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
