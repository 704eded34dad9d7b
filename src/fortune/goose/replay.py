"""The app ``goose.replay``: the golden cases, picture by picture, to be leafed through."""

from __future__ import annotations

from fortune.goose import board
from fortune.goose.cases import CASES, NAMES
from fortune.goose.motion import frames
from fortune.goose.words import standing
from fortune.stage import replay
from fortune.stage.protocol import Frame, View

__all__ = ["Replay"]

_STAY = 2600
"""How long a picture stays where the pages turn by themselves, in milliseconds."""


class Replay(replay.Replay):
    """See ``stage.replay``."""

    name = "goose.replay"
    title = "Throws that the sources tell"

    def view(self, model: None) -> View:
        """For each case the position before the throw, then a picture for each movement, then what is left of it."""
        pages: list[Frame] = []
        for count, case in enumerate(CASES, start=1):
            played, state = case.table()
            heading = f"Throw {count} of {len(CASES)} ({case.ruleset}; {case.source})."
            before = " ".join(standing(played, state, NAMES))
            pages.append(
                Frame(board.svg(played, state, names=NAMES, sheet=False), f"{heading} {before} Anna throws.", _STAY)
            )
            step = played.play(state, case.dice)
            moving = frames(played, state, case.dice, step.events, NAMES)
            # the dice in the air are no page of their own
            pages.extend(Frame(frame.svg, frame.caption, max(frame.stay, _STAY)) for frame in moving[1:])
            told = [f"So {case.thrown} leads from {case.places[0]} to {step.state.places[0]}.", case.moral]
            picture = board.svg(played, step.state, names=NAMES, last=case.dice, sheet=False)
            pages.append(Frame(picture, " ".join(told), _STAY))
        return View(
            tuple(pages),
            walk=True,
            status=f"{len(CASES)} throws, one by one.",
            ground=board.ground(CASES[0].table()[0]),
        )
