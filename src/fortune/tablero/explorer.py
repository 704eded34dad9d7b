"""The app ``tablero.line``: set any position, and see what it is worth for the next line and each throw's best play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from fortune.dice import PAIRS, Dice
from fortune.errors import FortuneError, StageError, shown
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Select, View
from fortune.stage.reading import read_parts
from fortune.stage.tape import read_seed
from fortune.tablero import board
from fortune.tablero.outlook import GAME, Outlook, after, moves, outlook
from fortune.tablero.picking import LETTERS
from fortune.tablero.prospects import arrows, marks, percent, tables
from fortune.tablero.squares import COLUMNS, POSITIONS, ROWS, Move, Position, from_code, home, mirrored, turned
from fortune.tablero.words import offer, say, square, tell

__all__ = ["Explorer", "Model", "Setting"]

NAMES: Final = board.seat_names()
KEPT: Final = 40
"""So many positions can be taken back; a link holds them."""
_START: Final = GAME.start().rows
_SEATS: Final = {name.lower(): seat for seat, name in enumerate(NAMES)}
_SETTING: Final = re.compile(r"([1-7]{7})([sn])([1-6]{2})?", re.ASCII)
_RULES: Final = (
    "All chances are for plain alone: six or seven in a row or a whole diagonal, home rows too, no Queen. Your browser "
    "fetches the solved table, 0.3 MB, with your first press."
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A position, who has the dice, and the throw that is looked at, if one is."""

    rows: Position = _START
    seat: int = 0
    dice: Dice | None = None

    @property
    def code(self) -> str:
        """The setting as a short text, such as ``7771111s63``."""
        dice = "" if self.dice is None else f"{self.dice.high}{self.dice.low}"
        return "".join(map(str, self.rows)) + "sn"[self.seat] + dice


@dataclass(frozen=True, slots=True)
class Model:
    """What is looked at, what was before it, the oldest first, and what a screen reader is told of the last action."""

    now: Setting
    back: tuple[Setting, ...] = ()
    said: str = ""


class Explorer:
    """See the module.

    Actions: ``square`` with its name moves its column's glass there, and so does ``row.c`` with a number; ``dice``
    with ``south`` or ``north``; ``throw`` with two dice, or nothing; ``roll`` and ``random`` with a random number;
    ``move`` with two squares, ``best``; ``setup``, ``home``, ``mirror``, ``turn``; ``undo``.
    """

    name = "tablero.line"
    title = "What is a position of Tablero worth?"

    def start(self, options: Mapping[str, Any]) -> Model:
        """The setup, or what :meth:`save` gives."""
        return self.load(dict(options))

    def update(self, model: Model, action: Action) -> Model:
        """The model after a square was pressed, or a control used."""
        now, (do, _, which), value = model.now, action.do.partition("."), action.value
        match do:
            case "square":
                column, row = _square(value)
                return _set(model, replace(now, rows=_moved(now.rows, column, row)))
            case "row":
                if which not in {*LETTERS} or type(value) is not int or not 1 <= value <= ROWS:
                    raise StageError(f"A glass stands on a row from 1 to {ROWS}, not on {shown(value)}.")
                return _set(model, replace(now, rows=_moved(now.rows, LETTERS.index(which), value)))
            case "dice":
                return _set(model, replace(now, seat=_seat(value)))
            case "throw":
                return replace(model, now=replace(now, dice=_dice(value)), said="")
            case "roll":
                pairs = [dice for dice, ways in PAIRS.items() for _ in range(ways)]
                return replace(model, now=replace(now, dice=pairs[read_seed(value) % len(pairs)]), said="")
            case "move" | "best":
                return _played(model, value if do == "move" else None)
            case "random":
                return _set(model, replace(now, rows=from_code(read_seed(value) % POSITIONS)))
            case "setup":
                return _set(model, replace(now, rows=_START, seat=0))
            case "home":
                return _set(model, replace(now, rows=(home(now.seat),) * COLUMNS))
            case "mirror":
                return _set(model, replace(now, rows=mirrored(now.rows)))
            case "turn":
                return _set(model, replace(now, rows=turned(now.rows), seat=1 - now.seat))
            case "undo":
                if not model.back:
                    raise StageError("There is nothing to take back.")
                return Model(model.back[-1], model.back[:-1], "Taken back.")
        raise StageError(f"With a position nobody can {shown(action.do)}.")

    def view(self, model: Model) -> View:
        """The board with the best move on it, the value, and the throws and moves in tables.

        Where the table cannot be had, the board alone, and a sentence that says so.
        """
        now = model.now
        found, trouble = _found(now)
        press = {name: board.Press("square", name, _press_name(now, name)) for name in _SQUARES}
        chance = None if found is None else found.chance if now.dice is None else found.prospects[now.dice].chance
        mine, others = ("?", "?") if chance is None else (percent(chance), percent(1 - chance))
        picture = board.svg(
            GAME, GAME.position(now.rows, now.seat), names=NAMES, last=now.dice, thrower=now.seat, press=press,
            chances=(others, mine) if now.seat else (mine, others),
            marks=marks(now.rows, now.dice, found), over=arrows(now.rows, now.dice, found), sheet=False,
        )  # fmt: skip
        status, caption = _status(now, found), _caption(now, found)
        shown_below = "" if found is None else tables(now.rows, now.seat, now.dice, found)
        return View(
            frames=(Frame(picture, caption),),
            controls=_controls(model),
            status=status,
            announce=f"{model.said} {status} {caption}".strip(),
            log=_log(model),
            table=f'<p class="stage-note">{_RULES}</p>{shown_below}',
            message=trouble,
            ground=board.ground(GAME),
        )

    def save(self, model: Model) -> dict[str, Any]:
        """What differs from the setup with South to throw; of what was before, the last positions."""
        now, usual = model.now, Setting()
        data: dict[str, Any] = {}
        if now.rows != usual.rows:
            data["rows"] = "".join(map(str, now.rows))
        if now.seat != usual.seat:
            data["dice"] = NAMES[now.seat].lower()
        if now.dice is not None:
            data["throw"] = str(now.dice)
        if model.back:
            data["back"] = ".".join(setting.code for setting in model.back)
        return data

    def load(self, data: object) -> Model:
        """The model from :meth:`save`; raises :class:`FortuneError` where there can be no such one."""
        parts = read_parts(data, {"rows", "dice", "throw", "back"}, "A saved position")
        now = Setting()
        if "rows" in parts:
            now = replace(now, rows=_rows(parts["rows"]))
        if "dice" in parts:
            now = replace(now, seat=_seat(parts["dice"]))
        if "throw" in parts:
            now = replace(now, dice=_dice(parts["throw"]))
        return Model(now, _back(parts["back"]) if "back" in parts else ())


# -- what is said to it --------------------------------------------------------------------------------------

_SQUARES: Final = {square(column, row): (column, row) for column in range(COLUMNS) for row in range(ROWS, 0, -1)}
"""All squares, column by column from above, in the order in which arrow keys lead through them."""


def _square(name: object) -> tuple[int, int]:
    if not isinstance(name, str) or name not in _SQUARES:
        raise StageError(f"The squares are a1 to g{ROWS}, and none is {shown(name)}.")
    return _SQUARES[name]


def _rows(text: object) -> Position:
    if not isinstance(text, str) or not re.fullmatch(r"[1-7]{7}", text, re.ASCII):
        raise StageError(f"A position is the rows of seven glasses, such as 7771111, not {shown(text)}.")
    return tuple(map(int, text))


def _seat(name: object) -> int:
    if not isinstance(name, str) or name not in _SEATS:
        raise StageError(f"The dice are with {' or '.join(_SEATS)}, not with {shown(name)}.")
    return _SEATS[name]


def _dice(text: object) -> Dice | None:
    if not isinstance(text, str):
        raise StageError(f"A throw is written as two dice, such as 6-3, not {shown(text)}.")
    return Dice.parse(text) if text else None


def _back(text: object) -> tuple[Setting, ...]:
    codes = text.split(".") if isinstance(text, str) else []
    found = [_SETTING.fullmatch(code) for code in codes]
    if not codes or len(codes) > KEPT:
        raise StageError(f"What was before is 1 to {KEPT} positions such as 7771111s63, not {shown(text)}.")
    settings = []
    for code, match in zip(codes, found, strict=True):
        if match is None:
            raise StageError(f"What was before is written as 7771111s63, not as {shown(code)}.")
        rows, seat, dice = match.groups()
        settings.append(Setting(_rows(rows), "sn".index(seat), Dice(int(dice[0]), int(dice[1])) if dice else None))
    return tuple(settings)


def _moved(rows: Position, column: int, row: int) -> Position:
    return (*rows[:column], row, *rows[column + 1 :])


def _set(model: Model, now: Setting, said: str = "") -> Model:
    """The model with another position, which can be taken back; the same model where nothing changes."""
    if now == model.now:
        return replace(model, said=said)
    return Model(now, (*model.back, model.now)[-KEPT:], said)


def _played(model: Model, name: object) -> Model:
    """The position after a move by its squares, such as ``e7g4``; or after the best one, or where the dice pass."""
    now = model.now
    if now.dice is None:
        raise StageError("Choose a throw first: then its moves can be made.")
    legal = {_move_name(move): move for move in moves(now.rows, now.seat, now.dice)}
    move: Move | None
    if name is None:
        move = outlook(now.rows, now.seat).prospects[now.dice].best if legal else None
    elif isinstance(name, str) and name in legal:
        move = legal[name]
    else:
        raise StageError(f"{now.dice} has no move {shown(name)} here.")
    state, events = after(now.rows, now.seat, now.dice, move)
    return _set(model, Setting(state.rows, state.turn), " ".join(say(event, NAMES) for event in events))


def _move_name(move: Move) -> str:
    return square(move.first, move.first_to) + square(move.second, move.second_to)


# -- words ---------------------------------------------------------------------------------------------------


def _found(now: Setting) -> tuple[Outlook | None, str]:
    """The outlook; or none, and what to say and do about it."""
    try:
        return outlook(now.rows, now.seat), ""
    except FortuneError as error:
        return (
            None,
            f"{error} Glasses can be set and moved all the same, and with each press the table is asked for again.",
        )


def _status(now: Setting, found: Outlook | None) -> str:
    who, other = NAMES[now.seat], NAMES[1 - now.seat]
    if now.dice is None:
        return (
            f"{who} has the dice."
            if found is None
            else f"{who} has the dice: {percent(found.chance)} for the next line."
        )
    legal = moves(now.rows, now.seat, now.dice)
    chance = "" if found is None else f": {percent(found.prospects[now.dice].chance)}"
    if not legal:
        return f"{who} has {now.dice}, and the dice go to {other}{chance}."
    best = None if found is None else found.prospects[now.dice].best
    if best is None:
        return f"{who} has {now.dice}."
    return f"{who} has {now.dice}{chance} by {offer(best, now.rows)}."


def _caption(now: Setting, found: Outlook | None) -> str:
    parts = []
    if now.dice is not None:
        count = len(moves(now.rows, now.seat, now.dice))
        if found is not None:
            parts.append(f"Before the throw {NAMES[now.seat]} had {percent(found.chance)}.")
        if count == 0:
            parts.append(
                f"{tell(now.dice)}." if now.dice.total in (7, 11, 12) else f"{now.dice} cannot be played here."
            )
        elif found is not None:
            parts.append("Marked is the only move." if count == 1 else f"Marked is the best of {count} moves.")
    else:
        parts.append("Press a square: its column's glass goes there. Arrow keys lead from one to the next.")
    if GAME.line(now.rows) is not None:
        parts.append("The line that stands here counts again only once a glass has moved into it.")
    return " ".join(parts)


def _press_name(now: Setting, name: str) -> str:
    column, row = _SQUARES[name]
    here = now.rows[column]
    return f"{name}, a glass" if row == here else name


def _log(model: Model) -> tuple[str, ...]:
    """The moves that led here, as far as they can be taken back."""
    told = [_told(before, then) for before, then in pairwise((*model.back, model.now))]
    return tuple(f"{number}. {line}" for number, line in enumerate(filter(None, told), 1))


def _told(before: Setting, then: Setting) -> str:
    """What was played between two settings; nothing where the position was set by hand."""
    if before.dice is None:
        return ""
    for move in moves(before.rows, before.seat, before.dice) or (None,):
        state, events = after(before.rows, before.seat, before.dice, move)
        if (state.rows, state.turn) == (then.rows, then.seat):
            return f"{before.dice}. " + " ".join(say(event, NAMES) for event in events)
    return ""


def _controls(model: Model) -> tuple[Control, ...]:
    now = model.now
    throws = (("", "none yet"), *((str(dice), tell(dice)) for dice in PAIRS))
    plays = now.dice is None or moves(now.rows, now.seat, now.dice)
    best = "Make the best move" if plays else f"Give the dice to {NAMES[1 - now.seat]}"
    rows = (
        NumberField(f"row.{LETTERS[at]}", f"Row in column {LETTERS[at]}", row, 1, ROWS)
        for at, row in enumerate(now.rows)
    )
    return (
        Select("dice", "The dice are with", NAMES[now.seat].lower(), tuple((key, key.title()) for key in _SEATS)),
        Select("throw", "The throw", "" if now.dice is None else str(now.dice), throws),
        Button("best", best, primary=now.dice is not None, disabled=now.dice is None, key="b"),
        Button("roll", "Throw", primary=now.dice is None, key="t", chance=True),
        Button("undo", "Undo", disabled=not model.back, key="u"),
        Group(
            "Set the board",
            (
                Button("setup", "Setup", key="s"),
                Button("random", "By chance", key="r", chance=True),
                Button("home", "All home"),
                Button("mirror", "Mirror"),
                Button("turn", "Turn round"),
            ),
        ),
        Group("Column by column", tuple(rows), folded=True),
    )
