"""What all replays share: pictures to be leafed through, and nothing to be chosen, done or kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fortune.errors import StageError, shown
from fortune.stage.protocol import Action

__all__ = ["Replay"]


class Replay:
    """An app with no controls of its own: the stage turns the pages, with no Python at all.

    A game says its ``name``, its ``title`` and, in ``view``, its pictures.
    """

    def start(self, options: Mapping[str, Any]) -> None:
        """There is but one replay; it takes no options."""
        if options:
            raise StageError(f"The replay takes no options such as {shown(next(iter(options)))}.")

    def update(self, model: None, action: Action) -> None:
        """Nothing can be done but to look."""
        raise StageError(f"The replay can only be looked at; there is nothing to {shown(action.do)} in it.")

    def save(self, model: None) -> dict[str, Any]:
        """Nothing needs to be kept."""
        return {}

    def load(self, data: object) -> None:
        """The replay, from an empty mapping."""
        if data != {}:
            raise StageError(f"A saved replay is empty; this one holds {shown(data)}.")
