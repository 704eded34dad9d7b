"""The Goose: our answers beside those of sympy and icepool, and the times of the larger tables, in one run.

Alone: the mean number of throws as a fraction. sympy and icepool get the transitions ready made, as a matrix and as
dice; enumerating the chain from the rules is in our time, not in theirs. sympy solves for the whole fundamental matrix,
for it has no narrower question.

Two and three players: the chance of each seat, of a deadlock, and the mean number of throws and turns, from the rules
to the answer. No library has these games, so there is nobody to race; what is shown is time and memory.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import Any

import icepool
import sympy
from sympy.stats import DiscreteMarkovChain

from fortune.chain import SCALE, Chain
from fortune.exact import first_exactly
from fortune.goose import game
from fortune.goose.odds import Together, chain, together

REPEATS = 5
PATIENCE = 60
"""So many seconds a peer may take."""


def best(run: Callable[[], Any], repeats: int = REPEATS) -> tuple[float, Any]:
    """The shortest time of some runs, and the answer."""
    times, answer = [], None
    for _ in range(repeats):
        began = time.perf_counter()
        answer = run()
        times.append(time.perf_counter() - began)
    return min(times), answer


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
    n = len(rows)
    dice = {
        i: icepool.Die({**row, n: SCALE - sum(row.values())} if sum(row.values()) < SCALE else row)
        for i, row in enumerate(rows)
    }
    return lambda: icepool.Die([0]).mean_time_to_absorb(dice)


def line(words: str, seconds: float, beside: float | None = None, note: str = "") -> None:
    """A line of the table."""
    ratio = "" if beside is None else f"{seconds / beside:>12.1f}"
    print(f"{words:52}{seconds:>10.4f}{ratio}{note}", flush=True)


def main() -> None:
    """Print the table."""
    rows = Chain(game(players=1))._rows()
    print(f"{'Alone (classic): mean throws as a fraction':52}{'seconds':>10}{'times ours':>12}")
    our_time, answer = best(ours)
    line("fortune, from the rules", our_time, our_time)
    solved, _ = best(lambda: first_exactly(rows, SCALE, [[SCALE] * len(rows)])[0][0])
    line("fortune, the transitions ready made", solved, our_time)
    seconds, found = best(of_icepool(rows))
    line("icepool mean_time_to_absorb", seconds, our_time, "" if found == answer else "   another answer!")
    # the whole board takes sympy many minutes, so it is stopped; the process must not share our threads
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        began = time.perf_counter()
        waiting = pool.submit(of_sympy, rows)
        try:
            note = "" if waiting.result(PATIENCE) == answer else "   another answer!"
        except TimeoutError:
            note = "   and not done: stopped"
            for process in pool._processes.values():
                process.kill()
        line("sympy.stats fundamental_matrix", time.perf_counter() - began, our_time, note)

    print(f"\n{'From the rules to the answer':52}{'seconds':>10}")
    numeric, two = best(lambda: together(chain(game())))
    line("two players (classic), with a bound", numeric)
    exactly, fractions = best(lambda: together(chain(game()), exact=True), 1)
    line("two players (classic), as fractions", exactly)
    assert _agree(two, fractions)
    seconds, _ = best(lambda: together(chain(game(players=3))), 1)
    # kilobytes, but bytes on a Mac
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    line("three players (classic), with a bound", seconds, note=f"   at most {memory / 1e9:.1f} GB")


def _agree(one: Together, other: Together) -> bool:
    return all(a.agrees(b) for a, b in zip(one.win, other.win, strict=True)) and one.mean_turns.agrees(other.mean_turns)


if __name__ == "__main__":
    main()
