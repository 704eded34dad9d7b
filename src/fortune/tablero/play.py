"""The app ``tablero.play``: a game at one screen, by two or against the computer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fortune.errors import StageError, shown
from fortune.game import Game
from fortune.stage import play
from fortune.stage.match import Model, step
from fortune.stage.protocol import View
from fortune.stage.tape import Decided
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.opponents import OPPONENTS, worths
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.rulesets import RULESETS
from fortune.tablero.table import can_hint, gone, picking, view

__all__ = ["Play"]


def _make(options: GucciOptions | JesusOptions) -> Game[Any, Any]:
    return Jesus(options) if isinstance(options, JesusOptions) else Gucci(options)


class Play(play.Play):
    """See ``stage.play`` for what can be done, ``picking`` for how a move is made, ``table`` for what is shown."""

    name = "tablero.play"
    title = "A game of Tablero"
    rulesets = RULESETS
    make = _make
    usual = GucciOptions()
    usual_ruleset = "gucci"
    opponents = OPPONENTS

    def pick(self, model: Model, what: object) -> Model:
        """A die, a piece or a square is picked, put back, or with it the move is whole and made."""
        here = picking(model)
        if here is None:
            raise StageError(f"No piece is to be moved now, so {shown(what)} cannot be picked.")
        picked = here.press(what)
        if isinstance(picked, int):
            return step(model, Decided(picked))
        return replace(
            model, picked=picked, said=gone(replace(here, picked=picked)) or "Picked." if picked else "Put back."
        )

    def hint(self, model: Model) -> Model:
        """Show beside each choice what it is worth, or no longer."""
        if not can_hint(model):
            raise StageError("A hint is there when you have to decide, under the rules that were solved.")
        if not model.hinted:
            worths(model.game, model.now.state)  # where the table cannot be had, the reader is told now
        return replace(model, hinted=not model.hinted, said="Shown." if not model.hinted else "Hidden.")

    def kept_pick(self, model: Model, picked: object) -> str:
        """What a saved game says was picked, if it can have been."""
        here = picking(model)
        if here is None:
            raise StageError(f"No piece is to be moved now, so {shown(picked)} cannot have been picked.")
        return here.kept(picked)

    def lowest_begins(self, options: Any) -> bool:
        """In Tablero de Jesus the low one begins."""
        return isinstance(options, JesusOptions)

    def view(self, model: Model) -> View:
        """What the page shows."""
        return view(model)
