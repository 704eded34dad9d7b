"""What the page shows of a game: its pictures, how it speaks, and how a decision is made at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.game import Outcome
from fortune.options import closest
from fortune.stage.match import Model, Moment
from fortune.stage.opponent import Opponent
from fortune.stage.protocol import Button, Control, Frame, Group, View
from fortune.stage.table import Voice, before_the_game, show
from fortune.tablero import board
from fortune.tablero.board import Marks, Press
from fortune.tablero.jesus import Jesus
from fortune.tablero.lines import groups
from fortune.tablero.motion import IN_THE_AIR, emptied_by, frames, thrown_frames
from fortune.tablero.opponents import OPPONENTS, at_hand, worths
from fortune.tablero.picking import LETTERS, Picking
from fortune.tablero.rulesets import RULESETS
from fortune.tablero.state import Announce, GucciState, Pulled, Take, Toast
from fortune.tablero.words import conclude, count, narrate, offer, say, square, tell

__all__ = ["can_hint", "gone", "opponents", "picking", "view"]


def view(model: Model) -> View:
    """The page for this model."""
    voice = replace(_VOICE, opponents=opponents(model.game))
    here = picking(model)
    return show(
        model, voice, _happening(model) if model.fresh else (), _position(model), board.ground(model.game),
        caption=gone(here) if here else "",
    )  # fmt: skip


def opponents(game: Any) -> Mapping[str, Opponent]:
    """The computer's strengths, with a word on what is not known of this game."""
    if at_hand(game):
        return OPPONENTS
    best = OPPONENTS["strongest"]
    return {**OPPONENTS, "strongest": replace(best, note=f"{best.note} For the rules of this game it is not known.")}


def picking(model: Model) -> Picking | None:
    """The move in the making; none where pieces are not to be moved now."""
    state = model.now.state
    if not model.decides or model.full or state.phase != "move":
        return None
    either = isinstance(model.game, Jesus) or model.game.either
    return Picking(state.rows, state.dice, model.moves, 1 if state.turn == 0 else -1, either, model.picked)


# -- words ---------------------------------------------------------------------------------------------------


def _heading(model: Model) -> str:
    options = model.game.options
    rules = closest(RULESETS, options)
    if isinstance(model.game, Jesus):
        return f"{rules.title} ({rules.label(options)}): two players with 15 coins each."
    return f"{rules.title} ({rules.label(options)}): two players who can fill {count(options.stock, 'glass')} each."


def _conclude(outcome: Outcome, state: Any, names: Any) -> str:
    return conclude(outcome, names)


def _asks(model: Model, who: str) -> str:
    """The status line where it is not that somebody throws."""
    state = model.now.state
    match state.phase:
        case "queen":
            return "A spectator throws for the Queen's number."
        case "move":
            here = picking(model)
            assert here is not None
            if model.waits or not model.picked:
                things = "coins" if isinstance(model.game, Jesus) else "glasses"
                return f"{who} has {state.dice}. Which two {things} move?"
            if here.half is not None:
                to = square(here.half.column, here.half.row)
                return f"{who}: {square(here.half.column, here.rows[here.half.column])} to {to}. And the other die?"
            if here.die is not None:
                return f"{who}: which piece moves by {here.die}?"
            assert here.column is not None
            return f"{who}: by which die does {square(here.column, here.rows[here.column])} move?"
        case "toast":
            return f"{who} has thrown the Queen's number. A toast?"
        case "call":
            return f"{who}: a toast was left uncalled. Call it?"
        case "take":
            return f"{who}: take, or throw on?"
        case "spoils":
            return f"{who} has the dice: take what stands, or throw?"
        case "run":
            return f"{who} throws for the run."
    return ""


# -- a decision ----------------------------------------------------------------------------------------------


def _offers(model: Model) -> tuple[Control, ...]:
    """The decision as buttons, for who does not press the board: all of them, or a move half by half."""
    rows, here = model.now.state.rows, picking(model)
    offered = {at: _capital(offer(move, rows)) for at, move in enumerate(model.moves)}
    if here is None:
        keys = _keys(model.moves)
        toast = any(isinstance(move, Toast) for move in model.moves)
        if toast:
            # eight buttons find room if the question says what they do
            offered |= {at: square(at, row) for at, row in enumerate(rows)}
        asked = "Toast which glass?" if toast else "What will you do?"
        if model.hinted:
            offered |= _rated(model, offered)
            asked = f"{asked} Beside each {_MEASURES[isinstance(model.game, Jesus)]}"
        buttons = (Button(f"choose.{at}", name, key=keys[at]) for at, name in offered.items())
        return (*_hint(model), Group(asked, tuple(buttons)))
    ways = Counter(half.column for half in here.next)
    parts = tuple(
        Button(f"pick.{what}", name, key=what if len(what) == 1 else "")
        for what, name in here.pressable.items()
        # where a piece has one way to go, the piece says it all
        if len(what) == 1 or ways[LETTERS.index(what[0])] > 1
    )
    fitting = list(here.fitting)
    if model.hinted:
        found = worths(model.game, model.now.state)
        fitting.sort(key=lambda at: -found[model.moves[at]])
        offered |= _rated(model, offered)
    whole = tuple(Button(f"choose.{at}", offered[at]) for at in fitting)
    listed = (
        "The move that is left" if len(whole) == 1 else f"All {len(whole)} moves{' that are left' * bool(model.picked)}"
    )
    label = "Pick the rest" if model.picked else "Pick a piece" if here.dice.is_double else "Pick a die or a piece"
    if model.hinted:
        listed += f", the best first; beside each {_MEASURES[isinstance(model.game, Jesus)]}"
    return (Group(label, parts), *_hint(model), Group(listed, whole, folded=not model.hinted))


_MEASURES = ("the chance to make the next line", "by how many coins it puts you ahead in the long run")
"""What a hint gives, with glasses and with coins."""


def _hint(model: Model) -> tuple[Control, ...]:
    if not can_hint(model):
        return ()
    return (Button("hint", "Hide the hint" if model.hinted else "Hint", key="h"),)


def can_hint(model: Model) -> bool:
    """Whether there is a decision now of which it is known what each choice is worth."""
    return model.decides and not model.waits and not model.full and at_hand(model.game)


def _rated(model: Model, offered: Mapping[int, str]) -> dict[int, str]:
    """What is offered, and what it is worth."""
    found = worths(model.game, model.now.state)
    return {at: f"{name}: {_told(model.game, found[model.moves[at]])}" for at, name in offered.items()}


def _told(game: Any, worth: float) -> str:
    if not isinstance(game, Jesus):
        return f"{100 * worth:.1f}%"
    return "wins the game" if worth >= game.coins else f"{worth:+.2f}".replace("-", "−")


def _keys(moves: Sequence[Any]) -> list[str]:
    """The key of each decision: a glass has its letter, groups are counted."""
    keys = []
    for at, move in enumerate(moves):
        match move:
            case Toast(column=column):
                keys.append(LETTERS[column])
            case Take():
                keys.append(str(at + 1))
            case Announce():
                keys.append("r")
            case _:
                keys.append("o")
    return keys


def gone(here: Picking) -> str:
    """What the dice can no longer do, as the board marks it, in a sentence; nothing where that is nothing."""
    if not here.lost:
        return ""
    ways = [
        f"{square(half.column, here.rows[half.column])} to {square(half.column, half.row)} by the {half.die}"
        for half in here.lost
    ]
    return (
        f"Crossed out, since it cannot be any more: {', '.join(ways)}."
        if here.half
        else f"Crossed out, since the other die would then move nothing: {', '.join(ways)}."
    )


def _capital(told: str) -> str:
    # the name of a square is written small, always
    return (
        told if isinstance(told, str) and told[:2].isalnum() and told[1:2].isdecimal() else told[0].upper() + told[1:]
    )


def _marks(model: Model) -> tuple[Marks | None, Mapping[str, Press]]:
    """What the board shows of the decision that is due, and what of it can be pressed."""
    if not model.decides or model.waits or model.full:
        return None, {}
    state, here = model.now.state, picking(model)
    if here is None:
        press = {}
        for at, move in enumerate(model.moves):
            if isinstance(move, Toast):
                press[LETTERS[move.column]] = Press("choose", str(at), _capital(offer(move, state.rows)))
            elif isinstance(move, Take):
                ends = f"{square(move.columns[0], move.row)}{square(move.columns[-1], move.row)}"
                press[ends] = Press("choose", str(at), _capital(offer(move, state.rows)))
        lines = groups(state.rows) if any(isinstance(move, Take) for move in model.moves) else ()
        return Marks(lines=lines), press
    shown = here.picked or here.dice.is_double
    marks = Marks(
        targets={(half.column, half.row): half.die for half in here.next} if shown else {},
        lost={(half.column, half.row): half.die for half in here.lost},
        origin=None if here.column is None else (here.column, here.rows[here.column]),
        half=None if here.half is None else (here.half.column, here.half.row),
        die=here.die,
        movable=[] if shown else sorted({half.column for half in here.next}),
    )
    return marks, {what: Press("pick", what, name) for what, name in here.pressable.items()}


_VOICE = Voice(
    _heading,
    tell,
    say,
    _conclude,
    "The highest die begins; in Tablero de Jesus the lowest (X4, X6). Ties throw again. In Tablero da Gucci the "
    "highest may choose who begins (S4); here that is the one who threw it.",
    _asks,
    _offers,
    OPPONENTS,
    narrate,
)


# -- pictures ------------------------------------------------------------------------------------------------


def _emptied(model: Model, moment: Moment) -> tuple[int, int] | None:
    """How many glasses each seat has emptied up to this moment; coins are not emptied."""
    if isinstance(model.game, Jesus):
        return None
    found = [0, 0]
    for step in moment.back():
        for seat, glasses in emptied_by(step.events):
            found[seat] += glasses
    return found[0], found[1]


def _last(moment: Moment) -> tuple[Dice | None, int | None]:
    """The throw that lies on the table, and the seat beside which it lies."""
    while moment.decided and moment.before is not None:
        moment = moment.before
    if not moment.throws or moment.before is None:
        return None, None
    return Dice(*moment.faces), moment.before.state.turn


def _position(model: Model) -> str:
    now = model.now
    if not now.throws:
        return _prelude(model, now)
    marks, press = _marks(model)
    last, thrower = _last(now)
    over = now.state.phase == "over" and isinstance(now.state, GucciState)
    pulled = [event for event in now.events if isinstance(event, Pulled)]
    empty = pulled[-1].columns if over and pulled else ()
    return board.svg(
        model.game, now.state, names=model.names(now.first), last=last, thrower=thrower,
        emptied=_emptied(model, now), empty=empty, marks=marks, press=press, sheet=False,
    )  # fmt: skip


def _happening(model: Model) -> tuple[Frame, ...]:
    """The pictures of a step, all but the last."""
    now, before = model.now, model.now.before
    assert before is not None
    if not now.throws:
        air = _prelude(model, before, dice_in_the_air(now.faces))
        return (Frame(air, f"{model.party.names[now.place]} throws.", IN_THE_AIR),)
    names, emptied = model.names(now.first), _emptied(model, before)
    found: list[Frame] = []
    if not now.decided:
        found.extend(thrown_frames(model.game, before.state, Dice(*now.faces), names, emptied=emptied))
    last, thrower = _last(now)
    moving = frames(model.game, before.state, now.events, names, emptied=emptied, last=last, thrower=thrower)
    return (*found, *moving)


def _prelude(model: Model, moment: Moment, over: str = "") -> str:
    state, faces = before_the_game(model, moment)
    names = model.names(moment.first)
    return board.svg(
        model.game, state, names=names, faces=faces, emptied=_emptied(model, moment), over=over, sheet=False
    )
