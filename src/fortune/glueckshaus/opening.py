"""The opening that S1 tells, throw by throw; for three of the throws it gives only the total, and the dice are ours."""

from __future__ import annotations

from typing import Final

from fortune.dice import Dice
from fortune.game import Step
from fortune.glueckshaus.rules import Glueckshaus, State
from fortune.glueckshaus.rulesets import game

__all__ = ["NAMES", "THROWS", "opening"]

NAMES: Final = ("Anna", "Bjørn", "Cato", "Dina")
THROWS: Final = tuple(map(Dice.parse, ("6-3", "2-5", "4-5", "1-3", "4-3", "5-1", "4-2", "1-1")))


def opening() -> tuple[Glueckshaus, list[Step[State]]]:
    """The game of four, and what the rules make of each throw."""
    table = game("modern", players=4)
    state, steps = table.start(), []
    for thrown in THROWS:
        step = table.play(state, thrown)
        state = step.state
        steps.append(step)
    return table, steps
