"""The app ``glueckshaus.play``: a game at one screen."""

from __future__ import annotations

from fortune.glueckshaus.rules import Glueckshaus, Options
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.table import view
from fortune.stage import play
from fortune.stage.match import Model
from fortune.stage.protocol import View

__all__ = ["Play"]


class Play(play.Play):
    """See ``stage.play`` for what can be done, and ``table`` for what is shown."""

    name = "glueckshaus.play"
    title = "A game of Glückshaus"
    rulesets = RULESETS
    make = Glueckshaus
    usual = Options(players=4)
    usual_ruleset = "modern"

    def view(self, model: Model) -> View:
        """What the page shows."""
        return view(model)
