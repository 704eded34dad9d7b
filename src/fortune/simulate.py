"""Many games of pure chance, seeded, in parallel.

Each game has a generator of its own, made from the seed and the game's number, and games are dealt out in
parcels of a fixed size. So a seed gives the same sample with one process, with many, or on a cluster; and
any single game can be played again by :func:`game_rng`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from fortune.errors import FortuneError
from fortune.game import Game, Over, Step, playout
from fortune.result import Result

__all__ = ["PARCEL", "Sample", "game_rng", "play_parcel", "simulate", "telling"]

S = TypeVar("S", bound=Hashable)

PARCEL = 250
"""So many games are played, and told of, at a time."""


def game_rng(seed: int, number: int) -> random.Random:
    """The generator of one game of a sample, counted from 0."""
    return random.Random((seed << 64) + number)


@dataclass
class Sample:
    """What a number of games came to.

    ``lengths`` counts the games by their throws, ``wins`` by the winning seats, ``terminations`` by why they ended.
    ``sums`` counts them, for each reward, by why they ended and what they gathered; ``marks`` by what they brought.
    """

    players: int
    lengths: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[int, ...]] = field(default_factory=Counter)
    terminations: Counter[str] = field(default_factory=Counter)
    sums: dict[str, Counter[tuple[str, int]]] = field(default_factory=dict)
    marks: Counter[Hashable] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many games were played to the end."""
        return sum(self.lengths.values())

    def add(self, other: Sample) -> None:
        """Take another sample's games in."""
        self.lengths.update(other.lengths)
        self.wins.update(other.wins)
        self.terminations.update(other.terminations)
        for name, counts in other.sums.items():
            self.sums.setdefault(name, Counter()).update(counts)
        self.marks.update(other.marks)

    def win(self) -> list[Result]:
        """Each seat's chance to win, with its standard error; a shared win counts in parts."""
        found = []
        for seat in range(self.players):
            shares = {Fraction(1, len(w)) if seat in w else Fraction(0): 0 for w in self.wins}
            for winners, count in self.wins.items():
                shares[Fraction(1, len(winners)) if seat in winners else Fraction(0)] += count
            found.append(_mean(shares))
        return found

    def mean_throws(self) -> Result:
        """The mean length of a game in throws, with its standard error."""
        return _mean({Fraction(length): count for length, count in self.lengths.items()})

    def variance_throws(self) -> Result:
        """The variance of the length of a game in throws, and its standard error."""
        mean = sum(length * count for length, count in self.lengths.items()) / self.games
        return _mean({Fraction((length - mean) ** 2): count for length, count in self.lengths.items()})

    def median_throws(self) -> Result:
        """The median length in throws; its standard error is half of what a standard error of its rank spans."""
        spread = 0.5 / math.sqrt(self.games)
        low, high = (self.quantile(min(1.0, max(1 / self.games, 0.5 + sign * spread))) for sign in (-1, 1))
        return Result.simulated(self.quantile(0.5), (high - low) / 2 if self.games > 1 else math.inf)

    def mean(self, reward: str, *, given: str | None = None) -> Result:
        """The mean sum of a reward, with its standard error; ``given``: of those games alone that ended so."""
        counts: Counter[Fraction] = Counter()
        for (termination, total), count in self.sums[reward].items():
            if given in (None, termination):
                counts[Fraction(total)] += count
        return _mean(counts)

    def ended(self, termination: str) -> Result:
        """The chance that a game ends in this way, with its standard error."""
        return self._part(self.terminations[termination])

    def visit(self, mark: Hashable) -> Result:
        """The chance that a game ever brings this mark, with its standard error."""
        return self._part(self.marks[mark])

    def finish(self, most: int) -> list[Result]:
        """The chance that a game ends on throw 1, 2, … up to ``most``, with standard errors."""
        return [self._part(self.lengths[throws]) for throws in range(1, most + 1)]

    def _part(self, count: int) -> Result:
        return _mean({Fraction(1): count, Fraction(0): self.games - count})

    def quantile(self, part: float) -> int:
        """The least number of throws by which this part of the games had ended."""
        if not 0 < part <= 1:
            raise FortuneError(f"A quantile is asked for a part above 0 and up to 1, not {part!r}.")
        seen = 0
        for length, count in sorted(self.lengths.items()):
            seen += count
            if seen >= part * self.games:
                return length
        raise FortuneError("This sample holds no game yet, so it has no quantiles.")


def _mean(counts: Mapping[Fraction, int]) -> Result:
    """The mean of a counted sample and its standard error (infinite for a single game)."""
    n = sum(counts.values())
    if n == 0:
        raise FortuneError("This sample holds no game yet, so it has no mean.")
    mean = sum((value * count for value, count in counts.items()), Fraction(0)) / n
    if n == 1:
        return Result.simulated(float(mean), math.inf)
    squares = sum((count * (value - mean) ** 2 for value, count in counts.items()), Fraction(0))
    return Result.simulated(float(mean), math.sqrt(squares / (n * (n - 1))))


Rewards = Mapping[str, Callable[[Step[Any]], int]]
Marks = Callable[[Step[Any]], Iterable[Hashable]]


def play_parcel(
    game: Game[Any, Any],
    seed: int,
    first: int,
    count: int,
    rewards: Rewards | None = None,
    marks: Marks | None = None,
) -> Sample:
    """The games ``first``, ``first + 1`` … of a sample, so many of them: what :func:`simulate` plays at a time.

    A function of the module, so that it can be sent to another process.
    """
    rewards = rewards or {}
    sample = Sample(game.players, sums={name: Counter() for name in rewards})
    for number in range(first, first + count):
        state, throws = game.start(), 0
        sums = dict.fromkeys(rewards, 0)
        seen: set[Hashable] = set()
        for _, step in playout(game, game_rng(seed, number)):
            state = step.state
            throws += 1
            for name, reward in rewards.items():
                sums[name] += reward(step)
            if marks is not None:
                seen.update(marks(step))
        turn = game.turn(state)
        assert isinstance(turn, Over)
        for name, total in sums.items():
            sample.sums[name][turn.outcome.termination, total] += 1
        sample.marks.update(seen)
        sample.lengths[throws] += 1
        sample.wins[turn.outcome.winners] += 1
        sample.terminations[turn.outcome.termination] += 1
    return sample


@contextmanager
def telling(
    progress: bool | Callable[[int], object], unit: str, total: int | None = None
) -> Iterator[Callable[[int], object]]:
    """A function to call with the number just finished: the caller's, a progress bar's, or one that does nothing."""
    if callable(progress):
        yield progress
    elif progress:
        from tqdm import tqdm

        with tqdm(total=total, unit=unit) as bar:
            yield bar.update
    else:
        yield lambda _: None


def simulate(
    game: Game[S, Any],
    games: int,
    *,
    seed: int = 0,
    rewards: Rewards | None = None,
    marks: Marks | None = None,
    executor: Executor | None = None,
    progress: bool | Callable[[int], object] = False,
) -> Sample:
    """Play so many games and count how they ended.

    ``rewards`` and ``marks`` are read off each step, as in :class:`fortune.chain.Chain`; with an ``executor`` they have
    to be functions of a module, so that they can be sent to another process.
    ``executor`` is any of ``concurrent.futures``, or one with the same protocol, as Dask's
    ``Client.get_executor()``; without it the games are played here. The sample is the same whichever it is.
    ``progress``: true shows a bar on standard error; a function is told how many games have been finished since.
    """
    if type(games) is not int or games < 1:
        raise FortuneError(f"A simulation needs a whole number of games, 1 or more, not {games!r}.")
    if type(seed) is not int or seed < 0:
        raise FortuneError(f"A seed is a whole number, 0 or more, not {seed!r}.")
    parcels = [(first, min(PARCEL, games - first)) for first in range(0, games, PARCEL)]
    sample = Sample(game.players)
    with telling(progress, " games", games) as tell:
        if executor is None:
            for first, count in parcels:
                sample.add(play_parcel(game, seed, first, count, rewards, marks))
                tell(count)
        else:
            waiting = [
                executor.submit(play_parcel, game, seed, first, count, rewards, marks) for first, count in parcels
            ]
            try:
                for done in as_completed(waiting):
                    part = done.result()
                    sample.add(part)
                    tell(part.games)
            except BaseException:
                for future in waiting:
                    future.cancel()
                raise
    return sample
