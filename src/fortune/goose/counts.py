"""What is counted in the Goose: read off the events of a throw, for the chain and for the simulator alike."""

from __future__ import annotations

from fortune.game import Step
from fortune.goose.state import Crossed, Died, Hopped, Missed, Moved, Nine, Paid, PaidAll, State, Strayed, Waited

__all__ = ["stops", "tokens", "turns"]

_WAITED = (Missed, Waited)
_LANDED = (Moved, Hopped, Nine, Crossed, Strayed, Died)


def turns(step: Step[State]) -> int:
    """The throw itself, and the turns that seats missed or waited through before the next throw."""
    return 1 + sum(isinstance(event, _WAITED) for event in step.events)


def tokens(step: Step[State]) -> int:
    """The tokens that went into the pool."""
    players = len(step.state.places)
    return sum(players if isinstance(event, PaidAll) else isinstance(event, Paid) for event in step.events)


def stops(step: Step[State]) -> list[int]:
    """The squares where the thrower's piece landed, in passing through goose, bridge, labyrinth or Death too."""
    return [event.square for event in step.events if isinstance(event, _LANDED)]
