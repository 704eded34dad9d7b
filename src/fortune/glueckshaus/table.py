"""What the page shows of a game: pictures, the words for them, and the controls.

Every step is shown in three pictures: the dice in the air, the dice on the table with the chips on their way, and
the position. The last one stays.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from fortune.dice import Dice
from fortune.game import Over
from fortune.glueckshaus import board
from fortune.glueckshaus.match import MOST_STEPS, Model, Moment
from fortune.glueckshaus.motion import chips_moved, flight, on_their_way, tumble
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.words import chips, conclude, say, tell
from fortune.stage.draft import closest
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Switch, View
from fortune.stage.tape import BY_CHANCE, SEEDS

__all__ = ["view"]

_IN_THE_AIR, _LANDED, _PAUSE = 300, 700, 900
"""How long each picture of a throw stays, and how long a computer waits, in milliseconds."""
_TOLD = 40
"""How many throws the log goes back."""
_SEED_HINT = "The same seed throws the same dice again. With 0 chance brings one."


def view(model: Model) -> View:
    """The page for this model."""
    status = _status(model)
    told = " ".join(_told(model, model.now)) if model.fresh else model.said
    return View(
        frames=(*(_happening(model) if model.fresh else ()), _position(model)),
        controls=_controls(model),
        status=status,
        announce=f"{told} {status}" if told else "",
        log=_log(model),
        again=Action("computer", model.now.steps) if model.waits else None,
        again_after=_PAUSE,
    )


# -- words ---------------------------------------------------------------------------------------------------


def _status(model: Model) -> str:
    now, place = model.now, model.thrower
    if place is None:
        turn = model.game.turn(now.state)
        assert isinstance(turn, Over)
        return conclude(turn.outcome, now.state, model.names(now.first))
    if now.steps >= MOST_STEPS:
        return f"This game has had {MOST_STEPS} throws, and no link holds more. Begin a new one."
    who = model.party.names[place] + (", the computer," if model.party.computers[place] else "")
    if now.contest is not None:
        tied = len(now.contest.rivals) < model.game.players
        return f"{who} throws one die{' again' if tied else ''}: the highest begins."
    if model.first_die is not None:
        return f"{who} has a {model.first_die}. What does the second die show?"
    return f"{who} throws next."


def _log(model: Model) -> tuple[str, ...]:
    shown = list(islice(model.now.back(), _TOLD))
    hidden = model.now.steps - len(shown)
    lines = [f"… and {hidden} throws before these." if hidden else _heading(model)]
    for moment in reversed(shown):
        lines.extend(_told(model, moment))
    return tuple(lines)


def _heading(model: Model) -> str:
    options = model.game.options
    rules = closest(RULESETS, options)
    return f"{rules.title} ({rules.label(options)}): {options.players} players with {chips(options.chips)} each."


def _told(model: Model, moment: Moment) -> tuple[str, ...]:
    """What was seen at a step: one line, and more where something was decided."""
    by_hand = " (a real throw)" if moment.made is not None else ""
    if moment.throws:
        names = model.names(moment.first)
        seen = " ".join(say(event, names) for event in moment.events)
        return (f"{moment.throws}. {tell(Dice(*moment.faces))}{by_hand}. {seen}",)
    assert moment.before is not None
    lines = [f"{model.party.names[moment.place]} throws a {moment.faces[0]}{by_hand}."]
    before, after = moment.before.contest, moment.contest
    if after is None and moment.first is not None:
        lines.append(f"{model.party.names[moment.first]} has thrown highest, and begins.")
    elif before is not None and after is not None and not after.faces:
        tied = [model.party.names[place] for place in after.rivals]
        lines.append(f"{', '.join(tied[:-1])} and {tied[-1]} tie for the highest, and throw again.")
    return tuple(lines)


# -- pictures ------------------------------------------------------------------------------------------------


def _position(model: Model) -> Frame:
    now = model.now
    caption = " ".join(_told(model, now)) if now.steps else _heading(model)
    if now.throws:
        picture = board.svg(model.game, now.state, names=model.names(now.first), last=Dice(*now.faces))
    else:
        picture = _prelude(model, now)
    return Frame(picture, caption)


def _happening(model: Model) -> tuple[Frame, ...]:
    """The pictures of a step, all but the last."""
    now, game = model.now, model.game
    before = now.before
    assert before is not None
    air = tumble(now.faces)
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
    """The table while it is thrown who begins, everybody at their place; and as the winner sits down first."""
    names, state = model.names(moment.first), moment.state
    faces: dict[int, int] = {}
    if moment.before is not None and moment.before.contest is not None:
        round_ = moment.before.contest
        faces = dict(zip(round_.rivals, (*round_.faces, moment.faces[0]), strict=False))
    if moment.contest is not None:
        state = replace(state, turn=moment.contest.thrower)
    else:
        faces = {(place - (moment.first or 0)) % model.game.players: die for place, die in faces.items()}
    return board.svg(model.game, state, names=names, faces=faces, over=over)


# -- controls ------------------------------------------------------------------------------------------------


def _controls(model: Model) -> tuple[Control, ...]:
    over = model.thrower is None
    done = over or model.now.steps >= MOST_STEPS
    one = model.now.contest is not None
    dice = tuple(Button(f"die.{face}", str(face), disabled=done, key=str(face)) for face in range(1, 7))
    which = "The die" if one else "The second die" if model.first_die is not None else "The first die"
    entered: tuple[Control, ...] = (Group(f"{which} that fell", dice),) if model.by_hand and not done else ()
    return (
        Button(
            "throw",
            "Throw one die" if one else "Throw",
            primary=not done,
            disabled=done,
            key="t",
            chance=model.dealt.seed == BY_CHANCE,
        ),
        Button("undo", "Undo", disabled=model.undone is None and model.first_die is None, key="u"),
        Button("new", "Play again" if over else "New game", primary=done, key="n", chance=True),
        *entered,
        Group("Real dice", (_hand(model),), folded=not model.by_hand),
        Group("Who plays", model.party.controls(model.seated), folded=True),
        Group("Rules of the next game", _rules(model), folded=True),
    )


def _hand(model: Model) -> Switch:
    hint = "Then enter each die that fell, for the computer's seats too. The page's own dice wait meanwhile."
    return Switch("hand", "We throw real dice", model.by_hand, hint)


def _rules(model: Model) -> tuple[Control, ...]:
    chosen = model.next
    here = f" This game has the seed {model.dealt.seed}." if model.dealt.seed != BY_CHANCE else ""
    return (
        *chosen.draft.controls(),
        Switch("prelude", "Throw for who begins", chosen.prelude, "The highest die begins, ties throw again (S1)."),
        NumberField("seed", "Seed of the dice", chosen.seed, 0, SEEDS - 1, f"{_SEED_HINT}{here}"),
        Button("deal", "New game with these rules", chance=True),
    )
