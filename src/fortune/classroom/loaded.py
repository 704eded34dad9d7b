"""Dice of which nobody knows whether they are loaded: thrown until the class says which they are."""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from fortune.charts import show
from fortune.classroom.tallies import places
from fortune.dice import FAIR, distribution
from fortune.errors import StageError, shown

__all__ = ["LOADS", "MOST_THROWN", "Load", "Trial", "thrown_counts"]

MOST_THROWN: Final = 20_000
"""So many throws a trial can have: they are thrown again whenever a link is opened."""


@dataclass(frozen=True, slots=True)
class Load:
    """A sort of dice: its name, and how often each face falls beside the others."""

    name: str
    weights: tuple[int, ...]

    @property
    def label(self) -> str:
        """The name with the weights, as ``Fair (1 1 1 1 1 1)``."""
        return f"{self.name} ({' '.join(map(str, self.weights))})"


LOADS: Final = {
    "fair": Load("Fair", FAIR),
    "six": Load("A six twice as often", (1, 1, 1, 1, 1, 2)),
    "slight": Load("A six a little more often", (4, 4, 4, 4, 4, 5)),
    "long": Load("One and six half as often", (1, 2, 2, 2, 2, 1)),
}
"""The sorts of dice that a trial can have, each as likely as the others."""


@dataclass(frozen=True)
class Trial:
    """So many throws of ``dice`` dice, all alike; which sort they are, and what falls, follows from the seed.

    ``guess``: as which of :data:`LOADS` the class has named them; nothing as long as it has not.
    Raises :class:`StageError` where there can be no such trial.
    """

    seed: int
    dice: int
    thrown: int = 0
    guess: str = ""

    def __post_init__(self) -> None:
        if type(self.thrown) is not int or not 0 <= self.thrown <= MOST_THROWN:
            raise StageError(f"These dice can be thrown up to {show(MOST_THROWN)} times, not {shown(self.thrown)}.")
        if self.guess and self.guess not in LOADS:
            raise StageError(f"These dice are one of {', '.join(LOADS)}, not {shown(self.guess)}.")

    @property
    def load(self) -> Load:
        """What they are."""
        # a stream of its own, so that what they are cannot be read from what falls
        return list(LOADS.values())[int(random.Random(f"{self.seed} load").random() * len(LOADS))]

    @property
    def right(self) -> bool:
        """Whether the class has found out."""
        return bool(self.guess) and LOADS[self.guess] is self.load

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How often each face, or each total, has come."""
        return thrown_counts(self.seed, self.dice, self.thrown, self.load.weights)

    def chances(self) -> dict[int, Fraction]:
        """The exact chances of these dice."""
        return distribution(self.dice, self.load.weights)


@lru_cache(maxsize=4)
def thrown_counts(seed: int, dice: int, thrown: int, weights: tuple[int, ...] = FAIR) -> tuple[int, ...]:
    """How often each of :func:`places` comes in so many throws of dice with these weights, all by one seed.

    >>> thrown_counts(1, 1, 6)
    (1, 1, 2, 0, 1, 1)
    """
    steps = list(accumulate(weights))
    whole = steps[-1]
    chance = random.Random(seed).random
    counts = dict.fromkeys(places(dice), 0)
    for _ in range(thrown):
        counts[sum(1 + bisect_right(steps, chance() * whole) for _ in range(dice))] += 1
    return tuple(counts.values())
