"""The dice of a seed by their place, and the steps of a game as a short text.

An app's model is immutable, and a random generator is not. So a model holds a :class:`Tape` and the number of dice it
has used: going back is a smaller number, and the same step gives the same dice again. Dice come from
``random.Random(seed).random()`` alone, whose stream is the same in every version of Python.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from fortune.dice import PAIRS, Dice, throw_die
from fortune.errors import StageError, shown

__all__ = [
    "BY_CHANCE",
    "SEED",
    "SEEDS",
    "ByHand",
    "Decided",
    "Made",
    "Tape",
    "brought_seed",
    "next_seed",
    "read_seed",
    "read_steps",
    "write_steps",
]

SEEDS = 2**53
"""Seeds are whole numbers below this: those that JavaScript knows exactly."""
BY_CHANCE = 0
"""What stands in place of a seed until chance, or a person, brings one."""
SEED = 1583
"""The seed where neither a person nor chance brought one."""

ByHand = Dice | int | None
"""How the dice of a step came about: entered by hand, as two dice or as one, or thrown by the page."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, by its place among the game's moves at that moment. Who made it follows from whose turn it was."""

    at: int


Made = ByHand | Decided
"""What a step was."""

_PAIR_OF = dict(zip("abcdefghijklmnopqrstu", sorted(PAIRS), strict=True))
_DIE_OF = {letter: die for die, letter in enumerate("ABCDEF", start=1)}
_LETTER: dict[ByHand, str] = {pair: letter for letter, pair in _PAIR_OF.items()}
_LETTER |= {die: letter for letter, die in _DIE_OF.items()}
_MORE = "Z"
_DECISIONS = "GHIJKLMNOPQRSTUVWXY"
_STEPS = re.compile(r"([1-9][0-9]{0,6})|([a-uA-F]|Z{0,50}[G-Y])")
_LONGEST_STEP = 12
"""How many letters a step takes on average at most: there are games with some 170 moves to choose from."""


class Tape:
    """The dice that a seed throws, each by its place from 0 on. What was thrown once is kept."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rng = random.Random(seed)
        self._dice: list[int] = []
        # what computers decide by chance has numbers of its own, so that it leaves the dice alone
        self._chance = random.Random(f"{seed} decides")
        self._chances: list[float] = []

    def die(self, at: int) -> int:
        """The die at this place."""
        while len(self._dice) <= at:
            self._dice.append(throw_die(self._rng))
        return self._dice[at]

    def pair(self, at: int) -> Dice:
        """The two dice from this place on: what ``fortune.dice.throw`` would have thrown here."""
        return Dice(self.die(at), self.die(at + 1))

    def chance(self, at: int) -> float:
        """A number from 0 to below 1 by its place, for a decision by chance."""
        while len(self._chances) <= at:
            self._chances.append(self._chance.random())
        return self._chances[at]


def read_seed(value: object) -> int:
    """The seed if it is one, else :class:`StageError`."""
    if type(value) is not int or not 0 <= value < SEEDS:
        raise StageError(f"A seed is a whole number from 0 to {SEEDS - 1}, not {shown(value)}.")
    return value


def brought_seed(value: object) -> int:
    """The seed that chance brought with a press, :data:`BY_CHANCE` where it brought none."""
    return BY_CHANCE if value is None else read_seed(value)


def next_seed(seed: int) -> int:
    """The seed of the next game where chance brings none: one more, and after the last the first."""
    return seed % (SEEDS - 1) + 1


def write_steps(steps: Iterable[Made]) -> str:
    """The steps in few letters: a number for so many thrown by the page, a letter for dice entered by hand.

    A decision is a letter from G to Y, with a Z before it for every 19 moves that are passed over.

    >>> write_steps([None, None, 4, Dice(6, 3), None, Decided(2), Decided(20)])
    '2Dr1IZH'
    """
    parts = []
    for made, run in groupby(steps):
        count = sum(1 for _ in run)
        parts.append(str(count) if made is None else _letters(made) * count)
    return "".join(parts)


def _letters(made: Dice | int | Decided) -> str:
    if isinstance(made, Decided):
        over, rest = divmod(made.at, len(_DECISIONS))
        return _MORE * over + _DECISIONS[rest]
    return _LETTER[made]


def read_steps(text: object, most: int) -> Iterator[Made]:
    """The steps from :func:`write_steps`; raises :class:`StageError` before the first where it cannot be one.

    >>> list(read_steps("2Dr1", 10)) == [None, None, 4, Dice(6, 3), None]
    True
    """
    if not isinstance(text, str) or len(text) > most * _LONGEST_STEP or _STEPS.sub("", text):
        raise StageError(f"The steps of a saved game cannot be read: {shown(text)}.")
    found = _STEPS.findall(text)
    if sum(int(run) if run else 1 for run, _ in found) > most:
        raise StageError(f"A saved game has at most {most} steps; this one has more.")
    return _unrolled(found)


def _unrolled(found: Iterable[tuple[str, str]]) -> Iterator[Made]:
    for run, letter in found:
        if run:
            for _ in range(int(run)):
                yield None
        else:
            yield _PAIR_OF.get(letter) or _DIE_OF.get(letter) or _decided(letter)


def _decided(letters: str) -> Decided:
    return Decided((len(letters) - 1) * len(_DECISIONS) + _DECISIONS.index(letters[-1]))
