"""The finite Markov chain of a game of pure chance, and what can be asked of it.

The chain is enumerated from ``Game.play``: no rule stands here. Its states are the game's keys, folded where
the game says that positions have the same chances; weights are whole numbers over 36. A count of steps is a
count of throws.

Seats. Folding turns the thrower to seat 0, so a transition carries by how many seats the table was turned.
The chance that the j-th seat from the thrower wins then obeys ``V[s, j] = sum of p V[s', j - shift]``. A Fourier
transform over the seats makes of it one system for each frequency, with the weights multiplied by roots of
unity: for two players a single real system, for the difference of their chances.

Enumeration and the long run need no numpy and work in the browser; the other answers import it when asked.
"""

from __future__ import annotations

import cmath
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fortune.errors import ChainError, shown
from fortune.exact import solve_exactly, stationary_exactly
from fortune.game import Choose, Folded, Game, Outcome, Over, Step
from fortune.result import Result

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse as sp

    from fortune.numeric import Solution, Transitions

__all__ = ["Chain"]

S = TypeVar("S", bound=Hashable)

SCALE = 36
_RESIDUAL = 1e-13
_EXACT_LIMIT = 2500
_TOLD = 1000


class Chain(Generic[S]):
    """The chain of all positions that can be reached.

    ``start``: the first state, else the game's. ``key``: lumps states further, for a question that needs less than
    the game's own key (the caller answers for it that states with one key have the same chances); seats are then
    left where they are. ``rewards``: named counts read off each step. ``limit``: the most states to hold;
    beyond it :class:`ChainError` is raised. ``progress`` is called now and then with the number of states done since.
    """

    def __init__(
        self,
        game: Game[S, Any],
        *,
        start: S | None = None,
        key: Callable[[S], Hashable] | None = None,
        rewards: Mapping[str, Callable[[Step[S]], int]] | None = None,
        limit: int = 1_000_000,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.game = game
        self._fold = game.fold if key is None else lambda state: Folded(state, 0, 1)
        self._key = game.key if key is None else key
        first = game.start() if start is None else start
        if isinstance(game.turn(first), Over):
            raise ChainError("The game is over where this chain would begin.")
        folded = self._fold(first)
        self._turned = folded.shift
        self.states: list[S] = [folded.state]
        self._copies = [folded.copies]
        self._index: dict[Hashable, int] = {self._key(folded.state): 0}
        # Transitions in the order of their rows: weight, target and turn of the table.
        self._row_ends = array("q", [0])
        self._targets = array("q")
        self._weights = array("q")
        self._shifts = array("q")
        # The states in which the game can end at the next throw, with the weight of each outcome.
        self._endings: dict[int, dict[Outcome, int]] = {}
        self._rewards: dict[str, list[int]] = {name: [] for name in rewards or {}}
        self._enumerate(rewards or {}, limit, progress)

    def _enumerate(
        self,
        rewards: Mapping[str, Callable[[Step[S]], int]],
        limit: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        game = self.game
        at = 0
        while at < len(self.states):
            state = self.states[at]
            if isinstance(game.turn(state), Choose):
                raise ChainError(f"{game.name} waits for a decision: without a way to decide it is no Markov chain.")
            onward: dict[tuple[int, int], int] = {}
            endings: dict[Outcome, int] = {}
            sums = dict.fromkeys(rewards, 0)
            for thrown, weight in game.throw_classes(state).items():
                step = game.play(state, thrown)
                for name, reward in rewards.items():
                    sums[name] += weight * reward(step)
                turn = game.turn(step.state)
                if isinstance(turn, Over):
                    endings[turn.outcome] = endings.get(turn.outcome, 0) + weight
                    continue
                folded = self._fold(step.state)
                label = self._key(folded.state)
                target = self._index.get(label)
                if target is None:
                    target = self._index[label] = len(self.states)
                    self.states.append(folded.state)
                    self._copies.append(folded.copies)
                edge = (target, folded.shift)
                onward[edge] = onward.get(edge, 0) + weight
            for (target, shift), weight in onward.items():
                self._targets.append(target)
                self._shifts.append(shift)
                self._weights.append(weight)
            self._row_ends.append(len(self._targets))
            if endings:
                self._endings[at] = endings
            for name, value in sums.items():
                self._rewards[name].append(value)
            at += 1
            if at % _TOLD == 0 and progress is not None:
                progress(_TOLD)
            if len(self.states) > limit:
                raise ChainError(
                    f"This chain has more than {limit} states, too many to hold here. "
                    "Ask for a simulation, or for fewer players or chips."
                )

    def __len__(self) -> int:
        """The number of states as they are held, folded."""
        return len(self.states)

    @cached_property
    def size(self) -> int:
        """The number of keys that can be reached, each with its seats where they are: nothing folded."""
        if not any(self._shifts):
            return sum(self._copies)
        import numpy as np

        from fortune.numeric import count_reachable

        return count_reachable(self._moves, np.asarray(self._copies), self.game.players, self._turned)

    @cached_property
    def _moves(self) -> Transitions:
        import numpy as np

        from fortune.numeric import Transitions

        return Transitions(
            np.asarray(self._row_ends),
            np.asarray(self._targets),
            np.asarray(self._weights).astype(float),
            np.asarray(self._shifts),
        )

    @cached_property
    def weights(self) -> sp.csr_array:
        """The weights from state to state over 36, as a sparse matrix of shape (states, states)."""
        return self._moves.matrix()

    @cached_property
    def ending_weights(self) -> np.ndarray:
        """The weight over 36 with which the game ends at the next throw, by state."""
        import numpy as np

        found = np.zeros(len(self))
        for state, endings in self._endings.items():
            found[state] = sum(endings.values())
        return found

    @cached_property
    def ends(self) -> bool:
        """Whether the game ends with certainty: from every state an ending can be reached."""
        from fortune.numeric import can_end_everywhere

        return can_end_everywhere(self.weights, self.ending_weights)

    def _must_end(self) -> None:
        if not self.ends:
            raise ChainError("This game may go on for ever, so it has no expected length.")

    # -- how long -------------------------------------------------------------------------------------------

    @cached_property
    def _lengths(self) -> Solution:
        import numpy as np

        from fortune.numeric import solve

        self._must_end()
        return solve(self.weights, SCALE, np.full(len(self), float(SCALE)), _RESIDUAL)

    def _solve(self, sums: Sequence[int]) -> Result:
        """The expected sum from the start of what is summed here by state, over 36."""
        import numpy as np

        from fortune.numeric import solve

        found = solve(self.weights, SCALE, np.asarray(sums, dtype=float), _RESIDUAL)
        return Result.numeric(float(found.x[0]), found.residual * self.longest)

    @cached_property
    def longest(self) -> float:
        """An upper bound on the expected number of throws from any state.

        It is the norm of the inverse matrix. With a residual r of the computed lengths t, ``(I - P) t >= 1 - r``, and
        the inverse has no negative entry, so the true lengths are at most ``max t / (1 - r)``.
        """
        found = self._lengths
        return float(found.x.max() / (1 - found.residual))

    def expected(self, reward: str = "throws", *, exact: bool = False) -> Result:
        """The expected sum of a reward until the game ends, from the start; ``throws`` counts one a throw."""
        sums = self._sums(reward)
        self._must_end()
        if exact:
            self._must_be_small(len(self))
            return Result.of(solve_exactly(self._rows(), SCALE, [sums])[0][0])
        if reward != "throws":
            return self._solve(sums)
        found = self._lengths
        return Result.numeric(float(found.x[0]), found.residual * self.longest)

    def _sums(self, reward: str) -> Sequence[int]:
        if reward == "throws":
            return [SCALE] * len(self)
        if reward not in self._rewards:
            raise ChainError(
                f"This chain counts throws and {', '.join(self._rewards) or 'nothing else'}, not {reward!r}."
            )
        return self._rewards[reward]

    def lengths(self, throws: int, *, exact: bool = False) -> list[Result]:
        """The chance that the game ends on throw 1, 2, … up to ``throws``, counted from the start.

        Numerically each has an absolute error below ``15 throws`` units in the last place of 1.
        """
        if type(throws) is not int or throws < 0:
            raise ChainError(f"Lengths are asked for up to a whole number of throws, 0 or more, not {shown(throws)}.")
        if exact:
            return [Result.of(chance) for chance in self._lengths_exactly(throws)]
        import numpy as np

        onward = (self.weights / SCALE).T.tocsr()
        endings = self.ending_weights / SCALE
        here = np.zeros(len(self))
        here[0] = 1.0
        found = []
        for at in range(throws):
            found.append(Result.numeric(float(here @ endings), 15 * (at + 1) * 2.3e-16))
            here = onward @ here
        return found

    def _lengths_exactly(self, throws: int) -> list[Fraction]:
        rows, found, scale = self._rows(), [], 1
        here = {0: 1}
        for _ in range(throws):
            scale *= SCALE
            ending = sum(w * sum(self._endings.get(s, {}).values()) for s, w in here.items())
            found.append(Fraction(ending, scale))
            after: dict[int, int] = {}
            for state, weight in here.items():
                for target, w in rows[state].items():
                    after[target] = after.get(target, 0) + weight * w
            here = after
        return found

    # -- how it ends ----------------------------------------------------------------------------------------

    def win(self, *, exact: bool = False) -> list[Result]:
        """The chance of each seat to win from the start; a shared win counts in parts."""
        self._must_end()
        seats = self.game.players
        found = self._win_exactly() if exact else self._win_numerically()
        return [found[(seat - self._turned) % seats] for seat in range(seats)]

    def endings(self, *, exact: bool = False) -> dict[str, Result]:
        """The chance of each way to end, by its termination."""
        self._must_end()
        names = sorted({outcome.termination for endings in self._endings.values() for outcome in endings})
        columns = [[0] * len(self) for _ in names]
        for state, endings in self._endings.items():
            for outcome, weight in endings.items():
                columns[names.index(outcome.termination)][state] += weight
        if exact:
            self._must_be_small(len(self))
            found = solve_exactly(self._rows(), SCALE, columns)
            return {name: Result.of(x[0]) for name, x in zip(names, found, strict=True)}
        return {name: self._solve(column) for name, column in zip(names, columns, strict=True)}

    @cached_property
    def _shares(self) -> list[list[Fraction]]:
        """For each seat from the thrower, the weight with which it wins at the next throw, by state."""
        shares = [[Fraction(0)] * len(self) for _ in range(self.game.players)]
        for state, endings in self._endings.items():
            for outcome, weight in endings.items():
                for seat in outcome.winners:
                    shares[seat][state] += weight * outcome.share(seat)
        return shares

    @property
    def _may_be_undecided(self) -> bool:
        """Whether the game can end with no winner."""
        return any(not outcome.winners for endings in self._endings.values() for outcome in endings)

    def win_from_all(self) -> tuple[np.ndarray, float]:
        """The chance of each seat, counted from the thrower, for every state: shape (states, seats), and the bound."""
        import numpy as np

        from fortune.numeric import solve

        self._must_end()
        seats = self.game.players
        shares = np.zeros((len(self), seats))
        for state, endings in self._endings.items():
            for outcome, weight in endings.items():
                for seat in outcome.winners:
                    shares[state, seat] += weight / len(outcome.winners)
        moves = self._moves
        spectrum = np.zeros((len(self), seats), dtype=complex)
        # The frequency 0 is the sum over all seats: 1 where somebody wins for certain.
        spectrum[:, 0] = 1.0
        error = 0.0
        if self._may_be_undecided:
            decided = solve(self.weights, SCALE, shares.sum(axis=1), _RESIDUAL)
            spectrum[:, 0] = decided.x
            error = decided.residual * self.longest
        for frequency in range(1, seats // 2 + 1):
            roots = np.asarray([cmath.exp(2j * cmath.pi * frequency * j / seats) for j in range(seats)])
            real = 2 * frequency == seats
            if real:
                roots = roots.real.round()
            rhs = shares @ roots
            matrix = moves.matrix(moves.weights * roots[moves.shifts])
            solution = solve(matrix, SCALE, rhs, _RESIDUAL)
            spectrum[:, frequency] = solution.x
            spectrum[:, seats - frequency] = np.conj(solution.x)
            error += solution.residual * self.longest * (1 if real else 2)
        values = np.fft.fft(spectrum, axis=1).real / seats
        return values, error / seats + 8e-16

    def _win_numerically(self) -> list[Result]:
        values, bound = self.win_from_all()
        return [Result.numeric(float(value), bound) for value in values[0]]

    def _win_exactly(self) -> list[Result]:
        """For two players one system for the difference; for more one with a row for each state and seat."""
        n, seats = len(self), self.game.players
        if seats == 2:
            self._must_be_small(n)
            signed: list[dict[int, int]] = [{} for _ in range(n)]
            for state, target, weight, shift in self._transitions():
                signed[state][target] = signed[state].get(target, 0) + (-weight if shift else weight)
            gap = [a - b for a, b in zip(self._shares[0], self._shares[1], strict=True)]
            edge = solve_exactly(signed, SCALE, [gap])[0][0]
            decided = Fraction(1)
            if self._may_be_undecided:
                either = [a + b for a, b in zip(self._shares[0], self._shares[1], strict=True)]
                decided = solve_exactly(self._rows(), SCALE, [either])[0][0]
            return [Result.of((decided + edge) / 2), Result.of((decided - edge) / 2)]
        self._must_be_small(n * seats)
        rows: list[dict[int, int]] = [{} for _ in range(n * seats)]
        for state, target, weight, shift in self._transitions():
            for j in range(seats):
                row, column = rows[state * seats + j], target * seats + (j - shift) % seats
                row[column] = row.get(column, 0) + weight
        rhs = [self._shares[j][state] for state in range(n) for j in range(seats)]
        found = solve_exactly(rows, SCALE, [rhs])[0]
        return [Result.of(found[j]) for j in range(seats)]

    def _transitions(self) -> Iterator[tuple[int, int, int, int]]:
        """Each transition between states: from, to, the weight over 36, and how far the table turns."""
        for state in range(len(self)):
            for at in range(self._row_ends[state], self._row_ends[state + 1]):
                yield state, self._targets[at], self._weights[at], self._shifts[at]

    def _rows(self) -> list[dict[int, int]]:
        rows: list[dict[int, int]] = [{} for _ in range(len(self))]
        for state, target, weight, _ in self._transitions():
            rows[state][target] = rows[state].get(target, 0) + weight
        return rows

    def _must_be_small(self, unknowns: int) -> None:
        if unknowns > _EXACT_LIMIT:
            raise ChainError(
                f"Exact fractions for {unknowns} unknowns would take too long (at most {_EXACT_LIMIT}): "
                "ask for the numerical answer with its bound, or for fewer players or chips."
            )

    # -- the long run ---------------------------------------------------------------------------------------

    def stationary(self) -> dict[Hashable, Fraction]:
        """The exact part of the time that an endless chain spends with each key, in the long run."""
        if self._endings:
            raise ChainError("This game ends, so there is no long run.")
        chances = stationary_exactly(self._rows())
        return {key: chances[at] for key, at in self._index.items()}

    def average(self, reward: str) -> Fraction:
        """The exact mean of a reward for each throw of an endless chain, in the long run."""
        chances = list(self.stationary().values())
        return sum((p * r for p, r in zip(chances, self._sums(reward), strict=True)), Fraction(0)) / SCALE
