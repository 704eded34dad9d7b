"""Numerical answers about Markov chains, each with a bound on its error. Needs numpy and scipy.

Nothing here runs in the browser; :mod:`fortune.chain` imports it only where a numerical answer is asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla
from scipy.sparse import csgraph

from fortune.errors import ChainError

__all__ = ["Solution", "Transitions", "can_end_everywhere", "count_reachable", "residual_of", "solve"]

_UNIT = float(np.finfo(float).eps) / 2
_DIRECT = 20_000


class Transitions(NamedTuple):
    """The transitions of a chain in compressed rows: row i has the entries from ``ends[i]`` to ``ends[i + 1]``."""

    ends: np.ndarray
    targets: np.ndarray
    weights: np.ndarray
    shifts: np.ndarray

    def matrix(self, weights: np.ndarray | None = None) -> sp.csr_array:
        """The weights as a sparse matrix of shape (states, states); other weights may be put in their place."""
        n = len(self.ends) - 1
        found = sp.csr_array((self.weights if weights is None else weights, self.targets, self.ends), shape=(n, n))
        found = found.copy()
        found.sum_duplicates()
        return found


class Solution(NamedTuple):
    """A vector, and a bound on the largest entry of its residual (rounding of the residual itself included)."""

    x: np.ndarray
    residual: float


def residual_of(weights: sp.csr_array, scale: int, x: np.ndarray, rhs: np.ndarray) -> tuple[np.ndarray, float]:
    """The residual of ``(I - weights/scale) x = rhs/scale`` and a bound on its largest entry, rounding included.

    With whole weights and k terms in a row the rounding of the sums is at most (k + 4) units in the last place of
    the sum of absolute values. A complex weight is a whole number times a root of unity, rounded itself, and a complex
    product costs three roundings more: for these eight units are added.
    """
    residual = (rhs - (scale * x - weights @ x)) / scale
    terms = int(np.diff(weights.indptr).max(initial=0)) + (12 if np.iscomplexobj(weights.data) else 4)
    size = (np.abs(rhs) + scale * np.abs(x) + abs(weights) @ np.abs(x)) / scale
    bound = float(np.abs(residual).max(initial=0.0) + terms * _UNIT * size.max(initial=0.0))
    return residual, bound


def solve(weights: sp.csr_array, scale: int, rhs: np.ndarray, tolerance: float) -> Solution:
    """Solve ``(I - weights/scale) x = rhs/scale`` to a residual of ``tolerance``, or as near as doubles allow.

    BiCGSTAB with iterative refinement; where that stalls, a direct factorisation of the matrix. Raises
    :class:`ChainError` where neither gives an answer.
    """
    n = len(rhs)
    matrix = (sp.eye_array(n, format="csr") - weights / scale).tocsr()
    x = np.zeros(n, dtype=np.result_type(weights.dtype, rhs.dtype, float))
    residual, bound = residual_of(weights, scale, x, rhs)
    for _ in range(6):
        if bound <= tolerance:
            return Solution(x, bound)
        correction, _info = spla.bicgstab(matrix, residual, rtol=max(1e-10, 0.02 * tolerance / bound), maxiter=2000)
        better = x + correction
        new_residual, new_bound = residual_of(weights, scale, better, rhs)
        if not new_bound < bound:
            break
        x, residual, stalled = better, new_residual, new_bound > bound / 4
        bound = new_bound
        if stalled:
            break
    if bound > 1e-8 * max(1.0, float(np.abs(x).max(initial=0.0))) and n <= _DIRECT:
        x = spla.splu(matrix.tocsc()).solve(rhs / scale)
        _, bound = residual_of(weights, scale, x, rhs)
    if not bound < 1e-6 * max(1.0, float(np.abs(x).max(initial=0.0))):
        raise ChainError(f"The linear system of {n} states could not be solved: its residual stays at {bound:.1e}.")
    return Solution(x, bound)


def can_end_everywhere(weights: sp.csr_array, endings: np.ndarray) -> bool:
    """Whether an ending can be reached from every state; ``endings`` holds the weight of ending at once."""
    n = len(endings)
    sink = sp.csr_array((endings > 0).astype(float).reshape((n, 1)))
    forward = sp.block_array([[weights, sink], [None, sp.csr_array((1, 1))]], format="csr")
    found = csgraph.breadth_first_order(forward.T.tocsr(), n, return_predecessors=False)
    return len(found) == n + 1


def count_reachable(moves: Transitions, copies: np.ndarray, seats: int, first: int) -> int:
    """How many keys a folded chain stands for, the seats left where they are.

    A breadth-first search over pairs (state, how far the table is turned) from (0, ``first``); each state
    counts for as many keys as were folded onto it.
    """
    n = len(moves.ends) - 1
    rows = np.repeat(np.arange(n), np.diff(moves.ends))
    sources = np.concatenate([rows * seats + seat for seat in range(seats)])
    targets = np.concatenate([moves.targets * seats + (seat + moves.shifts) % seats for seat in range(seats)])
    entries = np.ones(len(sources), dtype=np.int8)
    graph = sp.coo_array((entries, (sources, targets)), shape=(n * seats, n * seats)).tocsr()
    reached = csgraph.breadth_first_order(graph, first, return_predecessors=False)
    return int(copies[np.asarray(reached) // seats].sum())
