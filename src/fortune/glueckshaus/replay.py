"""The app ``glueckshaus.replay``: the opening that S1 tells, a picture for each throw, to be leafed through."""

from __future__ import annotations

from fortune.glueckshaus import board
from fortune.glueckshaus.opening import NAMES, THROWS, opening
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.words import say, tell
from fortune.stage import replay
from fortune.stage.protocol import Frame, View

__all__ = ["Replay"]


class Replay(replay.Replay):
    """See ``stage.replay``."""

    name = "glueckshaus.replay"
    title = "The opening of four friends"

    def view(self, model: None) -> View:
        """A picture before the first throw and one after each."""
        table, steps = opening()
        rules = RULESETS["modern"].label(table.options)
        frames = [
            Frame(
                board.svg(table, table.start(), names=NAMES),
                f"Before the first throw: {table.options.chips} chips each, and an empty house. Ruleset: {rules}.",
                1800,
            )
        ]
        for count, (thrown, step) in enumerate(zip(THROWS, steps, strict=True), start=1):
            told = " ".join(say(event, NAMES) for event in step.events)
            picture = board.svg(table, step.state, names=NAMES, last=thrown)
            frames.append(Frame(picture, f"Throw {count}: {tell(thrown)}. {told}", 1800))
        return View(tuple(frames), walk=True, status=f"Four friends begin a game: {len(steps)} throws.")
