"""Small games for tests of what works with any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from fortune.dice import PAIRS, Dice
from fortune.game import Choose, Event, Folded, Outcome, Over, Step, Throw


@dataclass(frozen=True)
class Ladder:
    """One player climbs a step with a total of 7 or more and slips to the bottom otherwise.

    At the top it is over. With ``endless`` the top leads to the bottom again; with ``trap`` a double one at the
    bottom leads to a cellar for good; with ``asks`` a decision is due on the first step.
    """

    height: int = 2
    endless: bool = False
    trap: bool = False
    asks: bool = False
    players: int = 1
    name: str = "ladder"
    options: None = None

    def start(self) -> int:
        return 0

    def turn(self, state: int) -> Throw | Choose | Over:
        if state == self.height and not self.endless:
            return Over(Outcome("top", (0,)))
        return Choose(0) if self.asks and state == 1 else Throw(0)

    def throws(self, state: int) -> Mapping[Dice, int]:
        return PAIRS

    def throw_classes(self, state: int) -> Mapping[Dice, int]:
        return PAIRS

    def moves(self, state: int) -> Sequence[NoReturn]:
        return ()

    def play(self, state: int, choice: Dice) -> Step[int]:
        if state == -1 or (self.trap and state == 0 and choice.total == 2):
            return Step(-1, ())
        if state == self.height:
            return Step(0, ())
        after = state + 1 if choice.total >= 7 else 0
        return Step(after, (Event(0),) if after else ())

    def key(self, state: int) -> int:
        return state

    def fold(self, state: int) -> Folded[int]:
        return Folded(state, 0, 1)

    def dump(self, state: int) -> dict[str, Any]:
        return {"state": state}

    def load(self, data: Any) -> int:
        return int(data["state"])
