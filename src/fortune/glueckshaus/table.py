"""What the page shows of a game: its pictures, and how it speaks.

Every step is shown in three pictures: the dice in the air, the dice on the table with the chips on their way, and
the position. The last one stays.
"""

from __future__ import annotations

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.glueckshaus import board
from fortune.glueckshaus.motion import chips_moved, flight, on_their_way
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.words import chips, conclude, say, tell
from fortune.options import closest
from fortune.stage.match import Model, Moment
from fortune.stage.protocol import Frame, View
from fortune.stage.table import Voice, before_the_game, show

__all__ = ["view"]

_IN_THE_AIR, _LANDED = 300, 700
"""How long each picture of a throw stays, in milliseconds."""


def view(model: Model) -> View:
    """The page for this model."""
    return show(model, _VOICE, _happening(model) if model.fresh else (), _position(model))


def _heading(model: Model) -> str:
    options = model.game.options
    rules = closest(RULESETS, options)
    return f"{rules.title} ({rules.label(options)}): {options.players} players with {chips(options.chips)} each."


_VOICE = Voice(_heading, tell, say, conclude, "The highest die begins, ties throw again (S1).")


def _position(model: Model) -> str:
    now = model.now
    if now.throws:
        return board.svg(model.game, now.state, names=model.names(now.first), last=Dice(*now.faces))
    return _prelude(model, now)


def _happening(model: Model) -> tuple[Frame, ...]:
    """The pictures of a step, all but the last."""
    now, game = model.now, model.game
    before = now.before
    assert before is not None
    air = dice_in_the_air(now.faces)
    if not now.throws:
        return (Frame(_prelude(model, before, air), f"{model.party.names[now.place]} throws.", _IN_THE_AIR),)
    names, seat = model.names(now.first), before.state.turn
    thrown = Dice(*now.faces)
    moved = chips_moved(game, before.state, now.events)
    between, ways = on_their_way(game, before.state, moved), flight(game, seat, moved)
    return (
        Frame(board.svg(game, before.state, names=names, over=air), f"{names[seat]} throws.", _IN_THE_AIR),
        Frame(board.svg(game, between, names=names, last=thrown, over=ways), f"{tell(thrown)}.", _LANDED),
    )


def _prelude(model: Model, moment: Moment, over: str = "") -> str:
    state, faces = before_the_game(model, moment)
    return board.svg(model.game, state, names=model.names(moment.first), faces=faces, over=over)
