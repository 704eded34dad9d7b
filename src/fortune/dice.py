"""Fair dice: the pairs, their totals, and exact distributions.

Two dice always stay a pair here. 6-3 and 5-4 have the same total, yet they are two different throws: in the
Game of the Goose they lead to different squares.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from fortune.errors import DiceError, shown

__all__ = ["BY_TOTAL", "FAIR", "PAIRS", "TOTALS", "Dice", "distribution", "throw", "throw_die", "ways"]


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """A throw of two dice, the higher die first, so that ``Dice(3, 6) == Dice(6, 3)``.

    Raises :class:`DiceError` unless both are whole numbers from 1 to 6.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        for die in (self.high, self.low):
            if type(die) is not int or not 1 <= die <= 6:
                raise DiceError(f"A die shows a whole number from 1 to 6, not {shown(die)}.")
        if self.low > self.high:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @property
    def total(self) -> int:
        """The sum of both dice, 2 to 12."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same."""
        return self.high == self.low

    def __iter__(self) -> Iterator[int]:
        return iter((self.high, self.low))

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read a throw written as two dice, ``"6-3"``; a total alone is refused, for it does not name a pair.

        >>> Dice.parse("3-6")
        Dice(high=6, low=3)
        """
        parts = text.strip().split("-") if isinstance(text, str) else []
        if len(parts) != 2 or not all(part.strip() in {"1", "2", "3", "4", "5", "6"} for part in parts):
            raise DiceError(f"A throw is written as two dice from 1 to 6, such as 6-3, not {shown(text)}.")
        return cls(int(parts[0]), int(parts[1]))


PAIRS: Mapping[Dice, int] = MappingProxyType(
    {Dice(high, low): 1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)}
)
"""The 21 throws that differ, each with its weight: in how many of the 36 equally likely ways it falls."""

BY_TOTAL: Mapping[Dice, int] = MappingProxyType(
    {
        next(pair for pair in PAIRS if pair.total == total): sum(w for pair, w in PAIRS.items() if pair.total == total)
        for total in range(2, 13)
    }
)
"""One pair for each total from 2 to 12, with the weight of the total: for games in which only that counts."""

_BY_DICE = {(a, b): Dice(a, b) for a in range(1, 7) for b in range(1, 7)}


def ways(total: int) -> int:
    """In how many of the 36 ways two dice make this total: ``6 - |7 - total|``, and 0 outside 2 to 12.

    >>> [ways(total) for total in range(2, 13)]
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    if type(total) is not int:
        raise DiceError(f"A total of two dice is a whole number, not {shown(total)}.")
    return max(0, 6 - abs(7 - total))


FAIR = (1, 1, 1, 1, 1, 1)
"""The weights of a fair die's faces."""

TOTALS: Mapping[int, int] = MappingProxyType({total: ways(total) for total in range(2, 13)})
"""Each total of two dice with its weight over 36."""


def distribution(dice: int = 2, weights: Sequence[int] = FAIR) -> dict[int, Fraction]:
    """The exact chance of each total of so many dice (one convolution a die).

    ``weights`` say how often each face of a die falls beside the others; without them the dice are fair. A total that
    cannot fall has the chance 0. Raises :class:`DiceError` unless they are six whole numbers from 0, not all 0.

    >>> distribution(2)[7]
    Fraction(1, 6)
    >>> distribution(1, (1, 1, 1, 1, 1, 2))[6]
    Fraction(2, 7)
    """
    if type(dice) is not int or dice < 1:
        raise DiceError(f"A distribution needs a whole number of dice, 1 or more, not {shown(dice)}.")
    if len(weights) != 6 or any(type(weight) is not int or weight < 0 for weight in weights) or not any(weights):
        raise DiceError(
            f"The weights of a die are six whole numbers from 0, one for each face and not all 0, not {shown(weights)}."
        )
    counts = {0: 1}
    for _ in range(dice):
        grown: dict[int, int] = {}
        for total, count in counts.items():
            for face, weight in enumerate(weights, start=1):
                grown[total + face] = grown.get(total + face, 0) + count * weight
        counts = grown
    ways_in_all = sum(weights) ** dice
    return {total: Fraction(count, ways_in_all) for total, count in sorted(counts.items())}


def throw_die(rng: random.Random) -> int:
    """One die from the generator's ``random()`` alone, whose stream is the same in every version of Python."""
    return int(rng.random() * 6) + 1


def throw(rng: random.Random) -> Dice:
    """Two dice from a seeded generator; the same seed throws the same dice on every machine."""
    random_ = rng.random
    return _BY_DICE[int(random_() * 6) + 1, int(random_() * 6) + 1]
