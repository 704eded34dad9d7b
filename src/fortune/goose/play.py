"""The app ``goose.play``: a game at one screen."""

from __future__ import annotations

from fortune.goose.options import Options
from fortune.goose.rules import Goose
from fortune.goose.rulesets import RULESETS
from fortune.goose.table import view
from fortune.stage import play
from fortune.stage.match import Model
from fortune.stage.protocol import View

__all__ = ["Play"]


class Play(play.Play):
    """See ``stage.play`` for what can be done, and ``table`` for what is shown."""

    name = "goose.play"
    title = "A Game of the Goose"
    rulesets = RULESETS
    make = Goose
    usual = Options(players=3)
    usual_ruleset = "classic"

    def view(self, model: Model) -> View:
        """What the page shows."""
        return view(model)
