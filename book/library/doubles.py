"""A house rule for Glückshaus, in ten lines."""

from collections.abc import Mapping
from dataclasses import replace

from fortune.dice import Dice
from fortune.game import Step
from fortune.glueckshaus import Glueckshaus, State
from fortune.glueckshaus.rules import Again

__all__ = ["Doubles"]


class Doubles(Glueckshaus):
    """Throw a double, throw again; not if rounds are counted."""

    def play(self, state: State, choice: Dice) -> Step[State]:
        after, events = super().play(state, choice)
        out = not after.still_in[state.turn]
        if choice.is_double and not (out or self.is_over(after)):
            after = replace(after, turn=state.turn)
            events = (*events, Again(state.turn))
        return Step(after, events)

    def throw_classes(self, state: State) -> Mapping[Dice, int]:
        return self.throws(state)
