"""The Goose: our answers beside those of sympy and icepool, and the times of the larger tables, in one run.

Alone: the mean number of throws as a fraction. sympy and icepool get the transitions ready made, as a matrix and as
dice; enumerating the chain from the rules is in our time, not in theirs. sympy solves for the whole fundamental matrix,
for it has no narrower question.

Two and three players: the chance of each seat, of a deadlock, and the mean number of throws and turns, from the rules
to the answer. No library has these games, so there is nobody to race; what is shown is time and memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import icepool
import sympy
from sympy.stats import DiscreteMarkovChain

from benchmarks.report import Row, best, peak_memory
from fortune.chain import SCALE, Chain
from fortune.checks import icepool_dice
from fortune.exact import first_exactly
from fortune.goose import game
from fortune.goose.odds import Together, chain, together

REPEATS = 5
PATIENCE = 60
"""So many seconds a peer may take."""


def ours() -> Fraction:
    """From the rules to the fraction."""
    found = Chain(game(players=1)).expected(exact=True).exact
    assert found is not None
    return found


def of_sympy(rows: list[dict[int, int]]) -> Fraction:
    """The row sums of the fundamental matrix, for a chain with one absorbing state more."""
    n = len(rows)
    matrix = sympy.zeros(n + 1, n + 1)
    for i, row in enumerate(rows):
        for j, weight in row.items():
            matrix[i, j] = sympy.Rational(weight, SCALE)
        matrix[i, n] = 1 - sum(matrix[i, :n])
    matrix[n, n] = 1

    peer = DiscreteMarkovChain("X", state_space=list(range(n + 1)), trans_probs=sympy.ImmutableMatrix(matrix))
    mean = sum(peer.fundamental_matrix()[0, :])
    return Fraction(int(mean.p), int(mean.q))


def of_icepool(rows: list[dict[int, int]]) -> Callable[[], Fraction]:
    """``mean_time_to_absorb`` over dice that lead from state to state."""
    dice = icepool_dice(rows)
    return lambda: icepool.Die([0]).mean_time_to_absorb(dice)


def measure() -> Iterator[Row]:
    """Alone beside the peers, then the larger tables with nobody beside them."""
    rows = Chain(game(players=1)).rows()
    what = "Goose alone (classic): mean throws as a fraction"
    our_time, answer = best(ours, REPEATS)
    solved, _ = best(lambda: first_exactly(rows, SCALE, [[SCALE] * len(rows)])[0][0], REPEATS)
    yield Row(what, our_time, "s", "ours, the transitions ready made", solved)
    seconds, found = best(of_icepool(rows), REPEATS)
    yield Row(what, our_time, "s", "icepool mean_time_to_absorb", seconds, note=_same(found == answer))
    # the whole board takes sympy many minutes, so it is stopped; the process must not share our threads
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        began = time.perf_counter()
        waiting = pool.submit(of_sympy, rows)
        try:
            note = _same(waiting.result(PATIENCE) == answer)
        except TimeoutError:
            note = "and not done: stopped"
            for process in pool._processes.values():
                process.kill()
        yield Row(what, our_time, "s", "sympy.stats fundamental_matrix", time.perf_counter() - began, note=note)

    numeric, two = best(lambda: together(chain(game())), REPEATS)
    exactly, fractions = best(lambda: together(chain(game()), exact=True))
    note = _same(_agree(two, fractions))
    yield Row("Goose for two (classic), with a bound", numeric, "s", "ours, as fractions", exactly, note=note)
    seconds, _ = best(lambda: together(chain(game(players=3))))
    yield Row("Goose for three (classic), with a bound", seconds, "s", note=f"at most {peak_memory() / 1e9:.1f} GB")


def _same(agreed: bool) -> str:
    return "" if agreed else "another answer!"


def _agree(one: Together, other: Together) -> bool:
    return all(a.agrees(b) for a, b in zip(one.win, other.win, strict=True)) and one.mean_turns.agrees(other.mean_turns)
