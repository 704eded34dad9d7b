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
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeVar

from fortune.errors import ChainError, shown
from fortune.exact import Row, first_exactly, solve_exactly, stationary_exactly
from fortune.reach import SCALE, Reached
from fortune.result import Result
from fortune.small import SMALL, can_end_everywhere, solve_small, thin_order

if TYPE_CHECKING:
    import numpy as np
    import scipy.sparse as sp

    from fortune.numeric import Transitions

    Figures = Sequence[float] | np.ndarray

__all__ = ["SCALE", "Chain"]

S = TypeVar("S", bound=Hashable)
_Hit = tuple[int, int | None, int]
"""A throw that brings a mark: from which state, to which (none where the game ends), and its weight."""

_RESIDUAL = 1e-13
_EXACT_LIMIT = 6000
_UNIT = 2.0**-53


class Chain(Reached[S]):
    """The chain of all positions that can be reached.

    ``start``: the first state, else the game's. ``key``: lumps states further, for a question that needs less than
    the game's own key (the caller answers for it that states with one key have the same chances); seats are then
    left where they are. ``rewards``: named counts read off each step. ``marks``: what a step brings about, as labels
    that can be asked for by :meth:`visit`. ``limit``: the most states to hold; beyond it :class:`ChainError` is raised.
    ``progress`` is called now and then with the number of states done since.

    All that is asked of the end raises :class:`ChainError` where the game may go on for ever, and so does
    ``exact=True`` where there are more unknowns than fractions can be had for. Without ``exact`` a figure has a bound
    on its error.
    """

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

        return np.asarray(self._ending_column(), dtype=float)

    @cached_property
    def ends(self) -> bool:
        """Whether the game ends with certainty: from every state an ending can be reached."""
        if len(self) <= SMALL:
            return can_end_everywhere(self.rows(), self._ending_column())
        from fortune import numeric

        return numeric.can_end_everywhere(self.weights, self.ending_weights)

    def _must_end(self) -> None:
        if not self.ends:
            raise ChainError("This game may go on for ever, so it has no expected length.")

    # -- how long, and how much -----------------------------------------------------------------------------

    def _solve(self, columns: Sequence[Sequence[float]], avoided: Sequence[_Hit] = ()) -> list[tuple[Figures, float]]:
        """The expected sum of each column until the game ends, from every state, and a bound on its residual.

        Columns hold what is summed in a state, times 36. ``avoided`` are throws that end the sum.
        """
        if len(self) <= SMALL:
            return list(solve_small(self._rows_without(avoided), SCALE, columns, self._order))
        import numpy as np
        import scipy.sparse as sp

        from fortune.numeric import solve

        matrix = self.weights
        inside = [(state, target, weight) for state, target, weight in avoided if target is not None]
        if inside:
            states, targets, weights = (np.asarray(part) for part in zip(*inside, strict=True))
            matrix = (matrix - sp.coo_array((weights.astype(float), (states, targets)), shape=matrix.shape)).tocsr()
        found = [solve(matrix, SCALE, np.asarray(column, dtype=float), _RESIDUAL) for column in columns]
        return [(solution.x, solution.residual) for solution in found]

    @cached_property
    def _order(self) -> list[int]:
        return thin_order(self.rows())

    def _rows_without(self, avoided: Sequence[_Hit]) -> list[Row]:
        rows = self.rows()
        for state, target, weight in avoided:
            if target is not None:
                rows[state][target] -= weight
        return rows

    @cached_property
    def _lengths(self) -> tuple[Figures, float]:
        self._must_end()
        return self._solve([[SCALE] * len(self)])[0]

    @cached_property
    def longest(self) -> float:
        """An upper bound on the expected number of throws from any state.

        It is the norm of the inverse matrix. With a residual r of the computed lengths t, ``(I - P) t >= 1 - r``, and
        the inverse has no negative entry, so the true lengths are at most ``max t / (1 - r)``.
        """
        lengths, residual = self._lengths
        return float(max(lengths) / (1 - residual))

    def _sums(self, reward: str) -> list[int]:
        """What a reward comes to at the next throw, times 36, by state."""
        if reward == "throws":
            return [SCALE] * len(self)
        sums = [0] * len(self)
        for state, _, _, weight, gain in self._gains(reward):
            sums[state] += weight * gain
        return sums

    @cached_property
    def _exactly(self) -> dict[tuple[str, str], Fraction]:
        """The expected sum of every reward and the chance of every ending, from the start, by one elimination."""
        self._must_end()
        self._must_be_small(len(self))
        columns = {("reward", name): self._sums(name) for name in ("throws", *self._rewards)}
        columns |= {("ending", name): self._ending_column(name) for name in self._terminations}
        found = first_exactly(self.rows(), SCALE, list(columns.values()))
        return {name: value[0] for name, value in zip(columns, found, strict=True)}

    def expected(self, reward: str = "throws", *, given: str | None = None, exact: bool = False) -> Result:
        """The expected sum of a reward until the game ends, from the start; ``throws`` counts one a throw.

        ``given``: the mean over those games alone that end in this way, ``"home"``.
        """
        self._sums(reward)
        self._must_end()
        if given is not None and self._terminations != [given]:
            return self._expected_given(reward, given, exact)
        if exact:
            return Result.of(self._exactly["reward", reward])
        values, residual = self._lengths if reward == "throws" else self._solve([self._sums(reward)])[0]
        return Result.numeric(float(values[0]), residual * self.longest)

    def expected_from_all(self, reward: str = "throws", *, exact: bool = False) -> list[Result]:
        """The expected sum of a reward until the game ends, from each of ``states``."""
        sums = self._sums(reward)
        self._must_end()
        if exact:
            self._must_be_small(len(self))
            return [Result.of(value) for value in solve_exactly(self.rows(), SCALE, [sums])[0]]
        values, residual = self._lengths if reward == "throws" else self._solve([sums])[0]
        return [Result.numeric(float(value), residual * self.longest) for value in values]

    def variance(self, reward: str = "throws", *, exact: bool = False) -> Result:
        """The variance of the sum of a reward until the game ends, from the start.

        The mean square q obeys ``q[s] = sum of p (r^2 + 2 r m[s'] + q[s'])`` with the means m.
        """
        squares, mixed = [0] * len(self), self._no_rows()
        for state, target, _, weight, gain in self._gains(reward):
            squares[state] += weight * gain**2
            if target is not None:
                mixed[state][target] = mixed[state].get(target, 0) + 2 * weight * gain
        square, mean = self._chained(squares, mixed, self._sums(reward), exact)
        if square.exact is not None and mean.exact is not None:
            return Result.of(square.exact - mean.exact**2)
        error = mean.bound or 0.0
        bound = (square.bound or 0.0) + error * (2 * abs(mean.value) + error) + 4 * _UNIT * square.value
        return Result.numeric(square.value - mean.value**2, bound)

    def _expected_given(self, reward: str, given: str, exact: bool) -> Result:
        """The part of the mean that belongs to an ending, over the chance of it."""
        if given not in self._terminations:
            raise ChainError(f"This game ends by {' or '.join(self._terminations)}, never by {given}.")
        last, mixed = [0] * len(self), self._no_rows()
        for state, target, outcome, weight, gain in self._gains(reward):
            if target is not None:
                mixed[state][target] = mixed[state].get(target, 0) + weight * gain
            elif outcome is not None and outcome.termination == given:
                last[state] += weight * gain
        part, chance = self._chained(last, mixed, self._ending_column(given), exact)
        if part.exact is not None and chance.exact is not None:
            return Result.of(part.exact / chance.exact)
        mean, error = part.value / chance.value, chance.bound or 0.0
        return Result.numeric(
            mean, ((part.bound or 0.0) + abs(mean) * error) / (chance.value - error) + 2 * _UNIT * abs(mean)
        )

    def _no_rows(self) -> list[Row]:
        return [{} for _ in range(len(self))]

    def _chained(
        self, first: Sequence[int], mixed: Sequence[Row], second: Sequence[int], exact: bool
    ) -> tuple[Result, Result]:
        """From the start, x and y of ``(36 - W) y = second`` and ``(36 - W) x = first + mixed y``."""
        self._must_end()
        n = len(self)
        if exact:
            # twice the unknowns, and the core of both halves is knit together
            self._must_be_small(4 * n)
            # y goes first, so that its unknown of the start is kept: unknowns are y, then x.
            rows: list[Row] = [dict(row) for row in self.rows()]
            rows += [
                {**{n + j: weight for j, weight in row.items()}, **dict(more)}
                for row, more in zip(self.rows(), mixed, strict=True)
            ]
            order = [0, n, *range(1, n), *range(n + 1, 2 * n)]
            place = {state: at for at, state in enumerate(order)}
            sums = [*second, *first]
            shuffled = [{place[j]: weight for j, weight in rows[state].items()} for state in order]
            y, x = first_exactly(shuffled, SCALE, [[sums[state] for state in order]], count=2)[0]
            return Result.of(x), Result.of(y)
        ys, residual = self._solve([second])[0]
        error = residual * self.longest
        column = [
            start + sum(weight * float(ys[j]) for j, weight in row.items())
            for start, row in zip(first, mixed, strict=True)
        ]
        spread = max((sum(row.values()) for row in mixed), default=0) / SCALE
        rounding = 20 * _UNIT * max(map(abs, column)) / SCALE
        xs, residual = self._solve([column])[0]
        bound = (residual + spread * error + rounding) * self.longest
        return Result.numeric(float(xs[0]), bound), Result.numeric(float(ys[0]), error)

    # -- how long, throw by throw ---------------------------------------------------------------------------

    def lengths(self, most: int, reward: str = "throws", *, exact: bool = False) -> list[Result]:
        """The chance that the game ends on throw 1, 2, … up to ``most``, counted from the start.

        With another reward: that it ends when so much has been gathered. Each throw must bring some of it. Numerically
        each has an absolute error below ``15 most`` units in the last place of 1.
        """
        if type(most) is not int or most < 0:
            raise ChainError(f"Lengths are asked for up to a whole number of throws, 0 or more, not {shown(most)}.")
        return list(islice(self._chances(reward, exact), most))

    def median(self, reward: str = "throws") -> int:
        """The least number of throws by which the game has ended with a chance of a half or more.

        With another reward: the least sum of it. Where the numerical chances leave it open, fractions decide.
        """
        self._must_end()
        found = self._median(reward, exact=False)
        return self._median(reward, exact=True) or 0 if found is None else found

    def _median(self, reward: str, exact: bool) -> int | None:
        passed: Any = 0
        slack = 0.0
        for length, chance in enumerate(self._chances(reward, exact), start=1):
            passed += chance.value if chance.exact is None else chance.exact
            slack += chance.bound or 0.0
            if abs(passed - Fraction(1, 2)) < slack:
                return None
            if passed >= Fraction(1, 2):
                return length
        return None

    def _chances(self, reward: str, exact: bool) -> Iterator[Result]:
        """The chance that the game ends on throw 1, 2, … without end; or with so much of another reward."""
        if reward == "throws" and not exact and len(self) > SMALL:
            yield from self._chances_of_many()
            return
        steps = self._steps(reward)
        ahead: list[dict[int, Any]] = [{0: 1}, *({} for _ in range(max(steps)))]
        ended: list[Any] = [0] * len(ahead)
        for at in count(1):
            here = ahead.pop(0)
            ahead.append({})
            ended = [*ended[1:], 0]
            for gain, (rows, endings) in steps.items():
                # in whole numbers the sum s is counted over 36^s, so a throw worth g weighs 36^(g - 1)
                by = SCALE ** (gain - 1) if exact else 1 / SCALE
                there = ahead[gain - 1]
                for state, weight in here.items():
                    carried = weight * by
                    ended[gain - 1] += carried * endings[state]
                    for target, w in rows[state].items():
                        there[target] = there.get(target, 0) + carried * w
            chance = ended[0]
            yield Result.of(Fraction(chance, SCALE**at)) if exact else Result.numeric(chance, 15 * at * 2.3e-16)

    def _chances_of_many(self) -> Iterator[Result]:
        import numpy as np

        onward = (self.weights / SCALE).T.tocsr()
        endings = self.ending_weights / SCALE
        here = np.zeros(len(self))
        here[0] = 1.0
        for at in count(1):
            yield Result.numeric(float(here @ endings), 15 * at * 2.3e-16)
            here = onward @ here

    def _steps(self, reward: str) -> dict[int, tuple[list[Row], list[int]]]:
        """The transitions and the endings that bring so much of a reward, by how much it is."""
        steps: dict[int, tuple[list[Row], list[int]]] = {}
        for state, target, _, weight, gain in self._gains(reward):
            if gain < 1:
                raise ChainError(f"Lengths are counted in what every throw brings, and some throw brings no {reward}.")
            if gain not in steps:
                steps[gain] = (self._no_rows(), [0] * len(self))
            rows, endings = steps[gain]
            if target is None:
                endings[state] += weight
            else:
                rows[state][target] = rows[state].get(target, 0) + weight
        return steps

    # -- what happens on the way ----------------------------------------------------------------------------

    def _hits(self, mark: Hashable) -> list[_Hit]:
        if self._marked is None:
            raise ChainError("This chain notes no marks.")
        return self._marked.get(mark, [])

    def _hit_column(self, mark: Hashable) -> list[int]:
        column = [0] * len(self)
        for state, _, weight in self._hits(mark):
            column[state] += weight
        return column

    def visit(self, mark: Hashable, *, exact: bool = False) -> Result:
        """The chance that any throw brings this mark before the game ends, from the start."""
        hits, column = self._hits(mark), self._hit_column(mark)
        self._must_end()
        if exact:
            self._must_be_small(len(self))
            return Result.of(first_exactly(self._rows_without(hits), SCALE, [column])[0][0])
        values, residual = self._solve([column], hits)[0]
        return Result.numeric(float(values[0]), residual * self.longest)

    def visit_each(self, marks: Sequence[Hashable], *, exact: bool = False) -> list[Result]:
        """The chance of :meth:`visit` for each of these marks; of a small chain at little more than the cost of one.

        Where all throws with a mark lead to one state, F = N / (1 + M): N is how many there are on average from the
        start, and M from that state on. All N and M come from one elimination. Other marks need one each.
        """
        if exact or len(self) > SMALL:
            return [self.visit(mark, exact=exact) for mark in marks]
        self._must_end()
        ways = {mark: {target for _, target, _ in self._hits(mark)} for mark in marks}
        single = [mark for mark in marks if len(ways[mark]) == 1]
        solved = dict(zip(single, self._solve([self._hit_column(mark) for mark in single]), strict=True))
        found = []
        for mark in marks:
            if mark not in solved:
                found.append(self.visit(mark))
                continue
            values, residual = solved[mark]
            (after,) = ways[mark]
            chance = values[0] / (1 + (0.0 if after is None else values[after]))
            # with an error e of both, F is off by e (1 + F) at the most, and by two roundings
            found.append(Result.numeric(chance, residual * self.longest * (1 + chance) + 2 * _UNIT * chance))
        return found

    def visits(self, mark: Hashable, *, exact: bool = False) -> Result:
        """How many throws bring this mark before the game ends, on average, from the start."""
        column = self._hit_column(mark)
        self._must_end()
        if exact:
            self._must_be_small(len(self))
            return Result.of(first_exactly(self.rows(), SCALE, [column])[0][0])
        values, residual = self._solve([column])[0]
        return Result.numeric(float(values[0]), residual * self.longest)

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
        if exact:
            return {name: Result.of(self._exactly["ending", name]) for name in self._terminations}
        found = self._solve([self._ending_column(name) for name in self._terminations])
        return {
            name: Result.numeric(float(values[0]), residual * self.longest)
            for name, (values, residual) in zip(self._terminations, found, strict=True)
        }

    @cached_property
    def _terminations(self) -> list[str]:
        return sorted({outcome.termination for _, outcome, _, _ in self._last_throws()})

    def _ending_column(self, termination: str | None = None) -> list[int]:
        """The weight over 36 with which the game ends at the next throw, by state; in one way, or in any."""
        column = [0] * len(self)
        for state, outcome, weight, _ in self._last_throws():
            if termination is None or outcome.termination == termination:
                column[state] += weight
        return column

    @cached_property
    def _shares(self) -> list[list[Fraction]]:
        """For each seat from the thrower, the weight with which it wins at the next throw, by state."""
        shares = [[Fraction(0)] * len(self) for _ in range(self.game.players)]
        for state, outcome, weight, _ in self._last_throws():
            for seat in outcome.winners:
                shares[seat][state] += weight * outcome.share(seat)
        return shares

    @property
    def _may_be_undecided(self) -> bool:
        """Whether the game can end with no winner."""
        return any(not outcome.winners for _, outcome, _, _ in self._last_throws())

    def win_from_all(self) -> tuple[np.ndarray, float]:
        """The chance of each seat, counted from the thrower, for every state: shape (states, seats), and the bound."""
        import numpy as np

        from fortune.numeric import solve

        self._must_end()
        seats = self.game.players
        shares = np.zeros((len(self), seats))
        for state, outcome, weight, _ in self._last_throws():
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
        if self.game.players == 1:
            values, residual = self._solve([[float(share) for share in self._shares[0]]])[0]
            return [Result.numeric(float(values[0]), residual * self.longest)]
        found, bound = self.win_from_all()
        return [Result.numeric(float(value), bound) for value in found[0]]

    def _win_exactly(self) -> list[Result]:
        """For two players one system for the difference; for more one with a row for each state and seat."""
        n, seats = len(self), self.game.players
        if seats == 2:
            self._must_be_small(n)
            signed = self._no_rows()
            for state, target, weight, shift in self._transitions():
                signed[state][target] = signed[state].get(target, 0) + (-weight if shift else weight)
            gap = [a - b for a, b in zip(self._shares[0], self._shares[1], strict=True)]
            edge = first_exactly(signed, SCALE, [gap])[0][0]
            lost = {o.termination for _, o, _, _ in self._last_throws() if not o.winners}
            decided = 1 - sum((self._exactly["ending", name] for name in lost), Fraction(0))
            return [Result.of((decided + edge) / 2), Result.of((decided - edge) / 2)]
        self._must_be_small(n * seats)
        rows: list[Row] = [{} for _ in range(n * seats)]
        for state, target, weight, shift in self._transitions():
            for j in range(seats):
                row, column = rows[state * seats + j], target * seats + (j - shift) % seats
                row[column] = row.get(column, 0) + weight
        rhs = [self._shares[j][state] for state in range(n) for j in range(seats)]
        return [Result.of(value) for value in first_exactly(rows, SCALE, [rhs], count=seats)[0]]

    def _must_be_small(self, unknowns: int) -> None:
        if unknowns > _EXACT_LIMIT:
            raise ChainError(
                f"Exact fractions for {unknowns} unknowns would take too long (at most {_EXACT_LIMIT}): "
                "ask for the numerical answer with its bound, or for a smaller game."
            )

    # -- the long run ---------------------------------------------------------------------------------------

    def stationary(self) -> dict[Hashable, Fraction]:
        """The exact part of the time that an endless chain spends with each key, in the long run."""
        if self._last:
            raise ChainError("This game ends, so there is no long run.")
        chances = stationary_exactly(self.rows())
        return {key: chances[at] for key, at in self._index.items()}

    def average(self, reward: str) -> Fraction:
        """The exact mean of a reward for each throw of an endless chain, in the long run."""
        chances = list(self.stationary().values())
        return sum((p * r for p, r in zip(chances, self._sums(reward), strict=True)), Fraction(0)) / SCALE
