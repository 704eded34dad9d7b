"""The app ``glueckshaus.replay``: the opening that S1 tells, a picture for each throw, to be leafed through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fortune.errors import StageError, shown
from fortune.glueckshaus import board
from fortune.glueckshaus.opening import NAMES, THROWS, opening
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.words import say, tell
from fortune.stage.protocol import Action, Frame, View

__all__ = ["Replay"]


class Replay:
    """It has no controls of its own: the stage turns the pages, with no Python at all."""

    name = "glueckshaus.replay"
    title = "The opening of four friends"

    def start(self, options: Mapping[str, Any]) -> None:
        """There is but one replay; it takes no options."""
        if options:
            raise StageError(f"The replay takes no options such as {shown(next(iter(options)))}.")

    def update(self, model: None, action: Action) -> None:
        """Nothing can be done but to look."""
        raise StageError(f"The replay can only be looked at; there is nothing to {shown(action.do)} in it.")

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

    def save(self, model: None) -> dict[str, Any]:
        """Nothing needs to be kept."""
        return {}

    def load(self, data: object) -> None:
        """The replay, from an empty mapping."""
        if data != {}:
            raise StageError(f"A saved replay is empty; this one holds {shown(data)}.")
