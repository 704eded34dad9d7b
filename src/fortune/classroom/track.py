"""A goose board of three squares, small enough to be worked out by hand: the primer's first Markov chain.

The piece begins on square 0 and wants to come to square 3, exactly; what is too much is counted back. Two dice
stand in for a coin: an odd total is one step, an even total two. Or for a die with the sides 1, 2, 3: the total
divided by 3, and its remainder, with 3 for none. Squares 1 and 2 can be given a rule of the big board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Never

from fortune.chain import Chain
from fortune.dice import BY_TOTAL, Dice
from fortune.errors import OptionError, StateError, shown
from fortune.game import Defaults, Event, Outcome, Over, Step, Throw

__all__ = ["HOME", "ONE", "STEPS", "TWO", "Exact", "Rules", "Stood", "Track", "exact", "matrix"]

HOME: Final = 3
"""The last square, where the game is over."""
ONE: Final = ("plain", "goose", "death", "well")
"""What square 1 can be: nothing; a goose, who carries on by the same steps; Death, who sends to 0; a well for good."""
TWO: Final = ("plain", "death", "well")
"""What square 2 can be."""
STEPS: Final = (2, 3)
"""How many steps a throw can be at the most: a coin's two sides, or three."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What squares 1 and 2 are, and how many steps a throw is at the most; raises :class:`OptionError`."""

    one: str = "plain"
    two: str = "plain"
    steps: int = 2

    def __post_init__(self) -> None:
        checks: tuple[tuple[str, object, Sequence[object]], ...] = (
            ("one", self.one, ONE),
            ("two", self.two, TWO),
            ("steps", self.steps, STEPS),
        )
        for name, value, allowed in checks:
            if not any(type(value) is type(known) and value == known for known in allowed):
                raise OptionError(name, f"{name} is one of {', '.join(map(str, allowed))}, not {shown(value)}.")

    @property
    def label(self) -> str:
        """The rules in words, as a caption names them."""
        changed = [f"{word} on {at}" for at, word in ((1, self.one), (2, self.two)) if word != "plain"]
        coin = "a coin" if self.steps == 2 else "a die of 1, 2, 3"
        return f"three squares, {coin}" + (f", {' and '.join(changed)}" if changed else "")


@dataclass(frozen=True, slots=True)
class Stood(Event):
    """The piece took so many steps. ``way``: the squares on which it set foot, the last one where it stays."""

    steps: int
    way: tuple[int, ...]


class Track(Defaults[int, Never]):
    """The game for one piece, as :class:`fortune.game.Game` asks it. A state is the number of the square."""

    name = "three squares"
    players = 1

    def __init__(self, rules: Rules | None = None) -> None:
        self.options = Rules() if rules is None else rules
        self._square = {1: self.options.one, 2: self.options.two}

    def start(self) -> int:
        """Square 0."""
        return 0

    def turn(self, state: int) -> Throw | Over:
        """A throw; or the end, at home or in a well."""
        if state == HOME:
            return Over(Outcome("home", (0,)))
        if self._square.get(state) == "well":
            return Over(Outcome("well", ()))
        return Throw(0)

    def throw_classes(self, state: int) -> Mapping[Dice, int]:
        """One pair for each total: each side of the coin has 18 of 36, each third 12."""
        return BY_TOTAL if self.throws(state) else {}

    def steps(self, thrown: Dice) -> int:
        """How far these dice carry.

        >>> Track().steps(Dice(6, 3)), Track(Rules(steps=3)).steps(Dice(5, 2))
        (1, 1)
        """
        most = self.options.steps
        return thrown.total % most or most

    def play(self, state: int, choice: Dice) -> Step[int]:
        """The square after this throw."""
        self.must_allow(state, choice)
        steps = self.steps(choice)
        way = [_counted(state + steps)]
        if way == [1] and state == 0 and self._square[1] == "goose":
            way.append(_counted(1 + steps))
        if self._square.get(way[-1]) == "death":
            way.append(0)
        return Step(way[-1], (Stood(0, steps, tuple(way)),))

    def dump(self, state: int) -> dict[str, Any]:
        """The state as JSON knows it."""
        return {"square": state}

    def load(self, data: object) -> int:
        """The square from :meth:`dump`; raises :class:`StateError` where there is none."""
        square = data.get("square") if isinstance(data, Mapping) and set(data) == {"square"} else None
        if type(square) is not int or not 0 <= square <= HOME:
            raise StateError(f"A piece stands on a square from 0 to {HOME}, not {shown(data)}.")
        return square


def _counted(square: int) -> int:
    """The square, or what is too much counted back from home."""
    return square if square <= HOME else 2 * HOME - square


@dataclass(frozen=True, slots=True)
class Exact:
    """What is known of the board, by square from 0 to 3.

    ``visits``: throws made from the square in a game, on average. ``ever``: the chance that the piece ever stands
    there before a throw, or at the end. ``throws``: the mean length of a game.
    """

    visits: tuple[Fraction, ...]
    ever: tuple[Fraction, ...]
    throws: Fraction


@lru_cache(maxsize=64)
def exact(rules: Rules) -> Exact | None:
    """The exact values, by the same chain as the big games'; none where the game never ends."""
    chain = Chain(Track(rules), marks=lambda step: [step.state])
    if not chain.ends:
        return None

    def known(value: Fraction | None) -> Fraction:
        assert value is not None
        return value

    came = [known(chain.visits(square, exact=True).exact) for square in range(HOME + 1)]
    ever = [known(chain.visit(square, exact=True).exact) for square in range(HOME + 1)]
    ever[0] = Fraction(1)
    track = Track(rules)
    visits = [
        Fraction(0) if isinstance(track.turn(square), Over) else came[square] + (square == 0)
        for square in range(HOME + 1)
    ]
    return Exact(tuple(visits), tuple(ever), known(chain.expected(exact=True).exact))


def matrix(rules: Rules) -> list[list[Fraction]]:
    """The transition matrix: row by row the chance to stand on 0, 1, 2, 3 after the next throw.

    A square that ends the game leads to itself; so it does where no piece ever comes to rest.

    >>> print(*matrix(Rules())[2])
    0 0 1/2 1/2
    """
    track = Track(rules)
    rows = [[Fraction(0)] * (HOME + 1) for _ in range(HOME + 1)]
    for square, row in enumerate(rows):
        if isinstance(track.turn(square), Over):
            row[square] = Fraction(1)
            continue
        for thrown, ways in track.throw_classes(square).items():
            row[track.play(square, thrown).state] += Fraction(ways, 36)
    return rows
