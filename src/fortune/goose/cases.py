"""Throws that the sources tell, and others that show a rule at work: the golden cases of the Goose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fortune.dice import Dice
from fortune.goose.rules import Goose
from fortune.goose.rulesets import game
from fortune.goose.state import State

__all__ = ["CASES", "NAMES", "Case"]

NAMES: Final = ("Anna", "Bjørn")


@dataclass(frozen=True, slots=True)
class Case:
    """A position and a throw in it; Anna has the dice. ``source``: who tells it, and ``moral``: what it shows."""

    places: tuple[int, ...]
    thrown: str
    ruleset: str
    source: str
    moral: str

    @property
    def dice(self) -> Dice:
        """The throw."""
        return Dice.parse(self.thrown)

    def table(self) -> tuple[Goose, State]:
        """The game and the position before the throw."""
        played = game(self.ruleset, players=len(self.places))
        return played, played.position(self.places)


CASES: Final = (
    Case((0, 0), "6-3", "classic", "S0, S3", "By geese alone a nine from the start would win at once."),
    Case((0, 26), "5-4", "classic", "S0, S3", "The other nine leads to the other dice."),
    Case((10, 0), "3-1", "classic", "S3", "A goose carries on, and so does the next."),
    Case((20, 24), "3-1", "classic", "S0", "A square is held by one: who was there goes to where the throw began."),
    Case((57, 0), "6-3", "classic", "S3", "The garden must be reached exactly; what is over counts back."),
    Case((60, 0), "4-3", "classic", "S0", "A goose met on the way back sends one further back."),
    Case((51, 0), "4-3", "classic", "S0, S3", "Death: all is to do again."),
    Case((25, 31), "5-1", "academy", "S3", "Who lands in the well frees who waits there, and waits instead."),
    Case((47, 31), "3-2", "dutch", "the published model", "Both are held: a deadlock, and nobody wins."),
)
"""Each by itself; the replay shows them in this order."""
