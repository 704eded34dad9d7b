"""Two players with ten chips: our answer against scipy's solvers, side by side in one run.

Asked of everyone: the chance that who begins wins, and the mean number of throws, each with an error below 1e-9.

The peers get the matrix ready made, once with a row for each key (as the rules name them) and once with the seats
folded, and solve for both figures. We get the enumerated chain, which is folded further by the game's own
symmetries; building the matrix, checking that the game ends and bounding the error are in our time, not in theirs.
The last block gives the peers our own folded matrix too, so that one sees what the folding alone is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spla

from benchmarks.report import Row, best
from fortune.chain import SCALE, Chain
from fortune.dice import TOTALS
from fortune.game import Over
from fortune.glueckshaus import State, game

BOUND = 1e-9
REPEATS = 5


class System:
    """``(I - P) x = b`` for the gap between the two chances of winning and for the mean length."""

    def __init__(self, rows: list[tuple[int, int, float, int]], gap: list[float], signed: bool) -> None:
        n = len(gap)
        states, targets, weights, shifts = (np.asarray(column) for column in zip(*rows, strict=True))
        weights = weights / SCALE
        signs = np.where(shifts == 1, -1.0, 1.0) if signed else np.ones(len(shifts))
        one = sp.eye_array(n, format="csr")
        self.gap = (one - sp.csr_array((weights * signs, (states, targets)), shape=(n, n))).tocsr()
        self.length = (one - sp.csr_array((weights, (states, targets)), shape=(n, n))).tocsr()
        self.gap_rhs = np.asarray(gap) / SCALE
        self.length_rhs = np.ones(n)

    def solve(self, method: Callable[[sp.csr_array, np.ndarray], np.ndarray]) -> tuple[float, float]:
        """The first seat's chance and the mean length, by this method."""
        gap = method(self.gap, self.gap_rhs)[0]
        return (1 + float(gap)) / 2, float(method(self.length, self.length_rhs)[0])


def enumerate_system(fold_seats: bool) -> System:
    """The chain written plainly, with the seats as they are or with the thrower brought to seat 0."""
    the_game = game()
    by_total = {thrown.total: thrown for thrown in the_game.throw_classes(the_game.start())}

    def folded(state: State) -> tuple[State, int]:
        if not fold_seats or state.turn == 0:
            return state, 0
        return State(state.hands[::-1], state.still_in[::-1], state.rooms, state.wedding, turn=0), 1

    states = [the_game.start()]
    index = {states[0]: 0}
    rows: list[tuple[int, int, float, int]] = []
    gap: list[float] = []
    for at, state in enumerate(states):
        won = 0.0
        for total, weight in TOTALS.items():
            after = the_game.play(state, by_total[total]).state
            turn = the_game.turn(after)
            if isinstance(turn, Over):
                won += weight * float(turn.outcome.share(0) - turn.outcome.share(1))
                continue
            after, shift = folded(after)
            if after not in index:
                index[after] = len(states)
                states.append(after)
            rows.append((at, index[after], weight, shift))
        gap.append(won)
    return System(rows, gap, signed=fold_seats)


def of_chain(chain: Chain[State]) -> System:
    """The library's own folded system, for the peers."""
    moves = chain._moves
    sources = np.repeat(np.arange(len(chain)), np.diff(moves.ends))
    columns = (sources.tolist(), moves.targets.tolist(), moves.weights.tolist(), moves.shifts.tolist())
    rows = list(zip(*columns, strict=True))
    gap = [float(a - b) for a, b in zip(*chain._shares, strict=True)]
    return System(rows, gap, signed=True)


def spsolve(matrix: sp.csr_array, rhs: np.ndarray) -> np.ndarray:
    return np.asarray(spla.spsolve(matrix.tocsc(), rhs))


def bicgstab(matrix: sp.csr_array, rhs: np.ndarray) -> np.ndarray:
    return np.asarray(spla.bicgstab(matrix, rhs, rtol=1e-13, atol=0)[0])


def _ilu(matrix: sp.csr_array) -> spla.LinearOperator:
    factor = spla.spilu(matrix.tocsc(), drop_tol=1e-2, fill_factor=3)
    return spla.LinearOperator(matrix.shape, factor.solve)


def gmres_ilu(matrix: sp.csr_array, rhs: np.ndarray) -> np.ndarray:
    return np.asarray(spla.gmres(matrix, rhs, rtol=1e-13, atol=0, restart=60, M=_ilu(matrix))[0])


def bicgstab_ilu(matrix: sp.csr_array, rhs: np.ndarray) -> np.ndarray:
    return np.asarray(spla.bicgstab(matrix, rhs, rtol=1e-13, atol=0, M=_ilu(matrix))[0])


PEERS: dict[str, Callable[[sp.csr_array, np.ndarray], np.ndarray]] = {
    "BiCGSTAB": bicgstab,
    "BiCGSTAB, ILU": bicgstab_ilu,
    "GMRES, ILU": gmres_ilu,
    "spsolve": spsolve,
}


def forget(chain: Chain[State]) -> Chain[State]:
    """The chain as it is after the enumeration: with nothing worked out."""
    for name in ("_moves", "weights", "ending_weights", "ends", "_lengths", "longest", "_shares"):
        chain.__dict__.pop(name, None)
    return chain


def measure() -> Iterator[Row]:
    """Ours beside each of scipy's solvers, for each way to write the chain down."""
    chain = Chain(game())

    def ours() -> tuple[float, float]:
        forget(chain)
        win, length = chain.win()[0], chain.expected()
        assert win.bound is not None
        assert length.bound is not None
        assert max(win.bound, length.bound) < BOUND
        return win.value, length.value

    our_time, our_answer = best(ours, REPEATS)
    what = f"Glückshaus for two, ten chips (modern), error below {BOUND:g}"
    blocks = (
        ("every key", enumerate_system(fold_seats=False)),
        ("seats folded", enumerate_system(fold_seats=True)),
        ("our folding", of_chain(forget(chain))),
    )
    for words, system in blocks:
        for name, peer in PEERS.items():
            seconds, answer = best(lambda s=system, p=peer: s.solve(p), 1 if name == "spsolve" else 3)  # type: ignore[misc]
            off = max(abs(a - b) for a, b in zip(answer, our_answer, strict=True))
            note = f"{len(system.gap_rhs):,} unknowns" + ("" if off < BOUND else f", off by {off:.0e}")
            yield Row(what, our_time, "s", f"{name} ({words})", seconds, note=note)
