"""Many games of pure chance, seeded, in parallel.

Each game has a generator of its own, made from the seed and the game's number, and games are dealt out in
parcels of a fixed size. So a seed gives the same sample with one process, with many, or on a cluster; and
any single game can be played again by :func:`game_rng`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from fortune.errors import FortuneError
from fortune.game import Game, Over, playout
from fortune.result import Result

__all__ = ["Sample", "game_rng", "simulate", "telling"]

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
    """

    players: int
    lengths: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[int, ...]] = field(default_factory=Counter)
    terminations: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many games were played to the end."""
        return sum(self.lengths.values())

    def add(self, other: Sample) -> None:
        """Take another sample's games in."""
        self.lengths.update(other.lengths)
        self.wins.update(other.wins)
        self.terminations.update(other.terminations)

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


def _mean(counts: dict[Fraction, int]) -> Result:
    """The mean of a counted sample and its standard error (infinite for a single game)."""
    n = sum(counts.values())
    if n == 0:
        raise FortuneError("This sample holds no game yet, so it has no mean.")
    mean = sum((value * count for value, count in counts.items()), Fraction(0)) / n
    if n == 1:
        return Result.simulated(float(mean), math.inf)
    squares = sum((count * (value - mean) ** 2 for value, count in counts.items()), Fraction(0))
    return Result.simulated(float(mean), math.sqrt(squares / (n * (n - 1))))


def _play_parcel(game: Game[Any, Any], seed: int, first: int, count: int) -> Sample:
    """One parcel of games; a function of the module, so that it can be sent to another process."""
    sample = Sample(game.players)
    for number in range(first, first + count):
        state, throws = game.start(), 0
        for _, step in playout(game, game_rng(seed, number)):
            state = step.state
            throws += 1
        turn = game.turn(state)
        assert isinstance(turn, Over)
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
    executor: Executor | None = None,
    progress: bool | Callable[[int], object] = False,
) -> Sample:
    """Play so many games and count how they ended.

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
                sample.add(_play_parcel(game, seed, first, count))
                tell(count)
        else:
            waiting = [executor.submit(_play_parcel, game, seed, first, count) for first, count in parcels]
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
