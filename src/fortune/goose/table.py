"""What the page shows of a game: its pictures, and how it speaks."""

from __future__ import annotations

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.goose import board
from fortune.goose.motion import IN_THE_AIR, frames
from fortune.goose.rulesets import RULESETS
from fortune.goose.words import conclude, say, tell, tokens
from fortune.options import closest
from fortune.stage.match import Model, Moment
from fortune.stage.protocol import Frame, View
from fortune.stage.table import Voice, before_the_game, show

__all__ = ["view"]


def view(model: Model) -> View:
    """The page for this model."""
    return show(model, _VOICE, _happening(model) if model.fresh else (), _position(model), board.ground(model.game))


def _heading(model: Model) -> str:
    options = model.game.options
    rules = closest(RULESETS, options)
    players = "one player alone" if options.players == 1 else f"{options.players} players"
    stakes = "" if options.stakes == "none" else f" Each has put {tokens(options.ante)} into the pool."
    return f"{rules.title} ({rules.label(options)}): {players}.{stakes}"


_VOICE = Voice(
    _heading,
    tell,
    say,
    conclude,
    "The highest die begins, ties throw again (ours: S3 draws lots, the others do not say).",
)


def _position(model: Model) -> str:
    now = model.now
    if now.throws:
        return board.svg(model.game, now.state, names=model.names(now.first), last=Dice(*now.faces), sheet=False)
    return _prelude(model, now)


def _happening(model: Model) -> tuple[Frame, ...]:
    """The pictures of a step, all but the last."""
    now, before = model.now, model.now.before
    assert before is not None
    if not now.throws:
        air = _prelude(model, before, dice_in_the_air(now.faces))
        return (Frame(air, f"{model.party.names[now.place]} throws.", IN_THE_AIR),)
    names = model.names(now.first)
    return frames(model.game, before.state, Dice(*now.faces), now.events, names)


def _prelude(model: Model, moment: Moment, over: str = "") -> str:
    state, faces = before_the_game(model, moment)
    return board.svg(model.game, state, names=model.names(moment.first), faces=faces, over=over, sheet=False)
