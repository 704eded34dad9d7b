"""What the page shows of a game at one screen, whatever the game: the words for it, and the controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from fortune.dice import Dice
from fortune.game import Event, Outcome, Over
from fortune.stage.match import MOST_STEPS, Model, Moment
from fortune.stage.opponent import Opponent
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Switch, View
from fortune.stage.tape import BY_CHANCE, SEEDS

__all__ = ["Voice", "before_the_game", "show", "told"]

_PAUSE = 900
"""How long a computer waits, in milliseconds."""
_TOLD = 40
"""How many steps the log goes back."""
_WAYS = "Choose by the buttons that follow, by their keys, or on the board."
_SEED_HINT = "The same seed throws the same dice again. With 0 chance brings one."


@dataclass(frozen=True, slots=True)
class Voice:
    """How a game speaks: ``heading`` names what is played, the next three are those of its ``words``.

    ``first``: which die begins, and who says so.

    A game with decisions says more. ``asks``: the status line where the game has one of its own, else nothing;
    ``offers``: the controls of a decision; ``opponents``: the computer's strengths; ``narrate``: the events of one
    step, where they are told better together than one by one.
    """

    heading: Callable[[Model], str]
    tell: Callable[[Dice], str]
    say: Callable[[Event, Sequence[str]], str]
    conclude: Callable[[Outcome, Any, Sequence[str]], str]
    first: str
    asks: Callable[[Model, str], str] | None = None
    offers: Callable[[Model], tuple[Control, ...]] | None = None
    opponents: Mapping[str, Opponent] = field(default_factory=dict)
    narrate: Callable[[Sequence[Event], Sequence[str]], str] | None = None


def show(
    model: Model, voice: Voice, happening: Sequence[Frame], position: str, ground: str = "", caption: str = ""
) -> View:
    """The page: the pictures of the last step if it has just been made, then the position, with the words for all.

    Without a ``caption`` the position has the words of the last step.
    """
    status = _status(model, voice)
    spoken = " ".join(told(model, model.now, voice)) if model.fresh else model.said
    decides = model.decides and not model.waits and not model.full
    # who hears this stands at the button that throws, and the board is before it
    asked = f"{status} {_WAYS}" if decides else status
    if not caption:
        caption = " ".join(told(model, model.now, voice)) if model.now.steps else voice.heading(model)
    return View(
        frames=(*happening, Frame(position, caption)),
        controls=_controls(model, voice),
        status=status,
        announce=f"{spoken} {asked}" if spoken else "",
        log=_log(model, voice),
        again=Action("computer", model.now.steps) if model.waits else None,
        again_after=_PAUSE,
        ground=ground,
    )


def before_the_game(model: Model, moment: Moment) -> tuple[Any, dict[int, int]]:
    """The table while it is thrown who begins, everybody at their place; and as the winner sits down first.

    A state to draw, and by seat the die that fell.
    """
    state, faces = moment.state, dict[int, int]()
    if moment.before is not None and moment.before.contest is not None:
        round_ = moment.before.contest
        faces = dict(zip(round_.rivals, (*round_.faces, moment.faces[0]), strict=False))
    if moment.contest is not None:
        return replace(state, turn=moment.contest.thrower), faces
    return state, {(place - (moment.first or 0)) % model.game.players: die for place, die in faces.items()}


# -- words ---------------------------------------------------------------------------------------------------


def _status(model: Model, voice: Voice) -> str:
    now, place = model.now, model.thrower
    if place is None:
        turn = model.game.turn(now.state)
        assert isinstance(turn, Over)
        return voice.conclude(turn.outcome, now.state, model.names(now.first))
    if model.full:
        back = "Take a step back, or begin" if model.undone else "Begin"
        return (
            f"Nobody has won, and here this game ends: it has had {MOST_STEPS:,} steps, and a link holds no more. "
            f"{back} a new one; a link to this position still keeps all of it."
        )
    who = model.party.names[place] + (", the computer," if model.party.computers[place] else "")
    if now.contest is not None:
        tied = len(now.contest.rivals) < model.game.players
        return f"{who} throws one die{' again' if tied else ''}: the {now.contest.wanted} begins."
    if model.first_die is not None:
        return f"{who} has a {model.first_die}. What does the second die show?"
    return (voice.asks and voice.asks(model, who)) or f"{who} throws next."


def _log(model: Model, voice: Voice) -> tuple[str, ...]:
    shown = list(islice(model.now.back(), _TOLD))
    hidden = model.now.steps - len(shown)
    lines = [f"… and {hidden} steps before these." if hidden else voice.heading(model)]
    for moment in reversed(shown):
        what = told(model, moment, voice)
        if moment.decided and moment.before in shown and not moment.before.decided and not moment.before.events:
            # so far the throw has done nothing: what it led to belongs to it
            lines[-1] += f" {what[0]}"
        else:
            lines.extend(what)
    return tuple(lines)


def told(model: Model, moment: Moment, voice: Voice) -> tuple[str, ...]:
    """What was seen at a step: one line, and more where something was decided."""
    by_hand = " (a real throw)" if moment.by_hand else ""
    if moment.throws:
        names = model.names(moment.first)
        seen = (
            voice.narrate(moment.events, names)
            if voice.narrate
            else " ".join(voice.say(event, names) for event in moment.events)
        )
        if moment.decided:
            return (seen,)
        return (f"{moment.throws}. {voice.tell(Dice(*moment.faces))}{by_hand}. {seen}".rstrip(),)
    assert moment.before is not None
    lines = [f"{model.party.names[moment.place]} throws a {moment.faces[0]}{by_hand}."]
    before, after = moment.before.contest, moment.contest
    if after is None and before is not None and moment.first is not None:
        lines.append(f"{model.party.names[moment.first]} has thrown {before.wanted}, and begins.")
    elif before is not None and after is not None and not after.faces:
        tied = [model.party.names[place] for place in after.rivals]
        lines.append(f"{', '.join(tied[:-1])} and {tied[-1]} tie for the {after.wanted}, and throw again.")
    return tuple(lines)


# -- controls ------------------------------------------------------------------------------------------------


def _controls(model: Model, voice: Voice) -> tuple[Control, ...]:
    over = model.thrower is None
    done = over or model.full
    one = model.now.contest is not None
    decides = model.decides and not done
    dice = tuple(Button(f"die.{face}", str(face), disabled=done, key=str(face)) for face in range(1, 7))
    which = "The die" if one else "The second die" if model.first_die is not None else "The first die"
    entered: tuple[Control, ...] = ()
    if decides and voice.offers and not model.waits:
        entered = voice.offers(model)
    elif model.by_hand and not done and not decides:
        entered = (Group(f"{which} that fell", dice),)
    return (
        Button(
            "throw",
            "Throw one die" if one else "Throw",
            primary=not done and not decides,
            disabled=done or decides,
            key="t",
            chance=model.dealt.seed == BY_CHANCE,
        ),
        Button("undo", "Undo", disabled=model.undone is None and model.first_die is None and not model.picked, key="u"),
        Button("new", "Play again" if over else "New game", primary=done, key="n", chance=True),
        *entered,
        Group("Real dice", (_hand(model),), folded=not model.by_hand),
        Group("Who plays", model.party.controls(model.seated, voice.opponents), folded=True),
        Group("Rules of the next game", _rules(model, voice), folded=True),
    )


def _hand(model: Model) -> Switch:
    hint = "Then enter each die that fell, for the computer's seats too. The page's own dice wait meanwhile."
    return Switch("hand", "We throw real dice", model.by_hand, hint)


def _rules(model: Model, voice: Voice) -> tuple[Control, ...]:
    chosen = model.next
    here = f" This game has the seed {model.dealt.seed}." if model.dealt.seed != BY_CHANCE else ""
    return (
        *chosen.draft.controls(),
        Switch(
            "prelude",
            "Throw for who begins",
            chosen.prelude,
            voice.first,
        ),
        NumberField("seed", "Seed of the dice", chosen.seed, 0, SEEDS - 1, f"{_SEED_HINT}{here}"),
        Button("deal", "New game with these rules", chance=True),
    )
