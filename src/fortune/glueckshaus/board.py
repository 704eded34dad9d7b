"""The board of Glückshaus as SVG: a pure function of the state, which knows nothing of pages or widgets.

The house is ours. Rooms that face each other are thrown in equally many ways (6 and 8 in five, 3 and 11 in
two): the king sits in the gable over them, the wedding is in the middle, the pig lives on the ground floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from fortune.dice import Dice
from fortune.drawing import (
    Drawing,
    dice_faces,
    die_face,
    document,
    number,
    paint,
    pile,
    pile_count,
    seat_mark,
    write,
)
from fortune.errors import FortuneError
from fortune.game import Over
from fortune.glueckshaus.figures import (
    BACKDROP,
    CHEST,
    FRAME,
    GARLAND,
    KING_FIGURE,
    PIG_FIGURE,
    SCEPTRE,
    WALL_OF_FOUR,
    WEDDING_FIGURE,
)
from fortune.glueckshaus.rules import FREE, KING, PIG, WEDDING, Glueckshaus, State
from fortune.glueckshaus.words import chips as count_chips
from fortune.palette import HEAT_MOST

__all__ = ["Drawing", "bare", "draw", "room_middle", "seat_box", "seat_names", "svg", "text"]

WIDTH = 720
HOUSE_HEIGHT = 704
"""Down to the ground; the players sit below."""


class _Room(NamedTuple):
    """Where a room is: its box, where its numeral stands, where its value or mark is centred, its outline."""

    x: int
    y: int
    width: int
    height: int
    numeral: tuple[int, int]
    tag: tuple[int, int]
    outline: str


def _box(x: int, y: int, width: int, height: int) -> str:
    return f"M{x} {y}h{width}v{height}h{-width}Z"


def _plain(x: int, y: int) -> _Room:
    tall = 126 if y == 546 else 120  # the ground floor has a sill, not a beam, below it
    return _Room(x, y, 174, tall, (x + 16, y + 90), (x + 124, y + 24), _box(x, y, 174, tall))


def _dormer(x: int) -> _Room:
    return _Room(x, 138, 140, 116, (x + 14, 240), (x + 70, 154), f"M{x} 254V150L{x + 70} 98L{x + 140} 150V254Z")


_ROOMS: Mapping[int, _Room] = {
    12: _Room(244, 140, 232, 118, (258, 214), (434, 172), "M360 42L476 136V258H244V136Z"),
    6: _dormer(54),
    8: _dormer(526),
    5: _plain(52, 282),
    9: _plain(494, 282),
    4: _plain(52, 414),
    10: _plain(494, 414),
    3: _plain(52, 546),
    11: _plain(494, 546),
    7: _Room(238, 282, 244, 252, (262, 344), (280, 376), _box(238, 282, 244, 252)),
    2: _Room(238, 546, 244, 126, (252, 656), (290, 574), _box(238, 546, 244, 126)),
}


def seat_names(game: Glueckshaus, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """The players' names, or Seat 1, Seat 2 …; raises :class:`FortuneError` unless there is one for each seat."""
    if names is None:
        return tuple(f"Seat {seat + 1}" for seat in range(game.players))
    if len(names) != game.players:
        raise FortuneError(
            f"{game.players} players sit at the table, so the board needs {game.players} names, not {len(names)}."
        )
    return tuple(names)


def text(game: Glueckshaus, state: State, *, names: Sequence[str] | None = None) -> str:
    """The position in plain sentences, as a screen reader gives it in place of the picture."""
    called = seat_names(game, names)
    rooms = [
        f"Room {room} is empty." if not chips else f"Room {room} holds {count_chips(chips)}."
        for room, chips in zip(game.rooms, state.rooms, strict=True)
    ]
    rooms.append(
        f"The wedding in room 7 holds {count_chips(state.wedding)}."
        if state.wedding
        else "The wedding in room 7 is empty."
    )
    if game.options.four == "pay_house":
        rooms.append(f"The owner of the board has {count_chips(state.house)}.")
    if state.rest:
        rooms.append(f"{count_chips(state.rest).capitalize()} could not be divided.")
    hands = [
        f"{name} has {count_chips(chips)}." if here else f"{name} is out."
        for name, chips, here in zip(called, state.hands, state.still_in, strict=True)
    ]
    turn = game.turn(state)
    if not isinstance(turn, Over):
        last = f"{called[turn.seat]} throws next."
    else:
        winners = [called[seat] for seat in turn.outcome.winners]
        last = f"{winners[0]} has won." if len(winners) == 1 else f"{_listed(winners)} share the win."
    return " ".join([*rooms, *hands, *([_clock(game, state)] if _clock(game, state) else []), last])


def svg(
    game: Glueckshaus,
    state: State,
    *,
    marks: Mapping[int, str] | None = None,
    heat: Mapping[int, float] | None = None,
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    hands: bool = True,
    faces: Mapping[int, int] | None = None,
    press: Mapping[int, str] | None = None,
    over: str = "",
) -> str:
    """The board as an SVG document that scales to any width and takes its colours from the page.

    ``marks`` adds a short text to rooms 2 to 12 (``{9: "+5"}``). ``heat`` writes a number into rooms and
    colours them by it, red below nought and blue above, the furthest from nought strongest. ``last`` is the
    throw to show. ``hands=False`` leaves the players out. ``faces`` shows a die in place of the pile of a seat, as
    it is thrown for who begins. ``press`` makes rooms into buttons with these names: ``data-do`` is ``room`` and
    ``data-value`` the number. ``over`` is a piece of SVG to lie on top (see ``motion``). Raises
    :class:`FortuneError` for a room that no throw names, and where the names are too many or too few.
    """
    marks, heat, press = marks or {}, heat or {}, press or {}
    for room in (*marks, *heat, *press):
        if room not in _ROOMS:
            raise FortuneError(f"Two dice make 2 to 12, so the house has no place {room!r} to mark.")
    called = seat_names(game, names)
    tagged = {*marks, *heat}
    body = [BACKDROP, *(_heat(room, value, heat) for room, value in heat.items()), FRAME]
    body.extend(_room(game, state, room, room in tagged, press.get(room, "")) for room in _ROOMS)
    if last is not None:
        body.append(f'<path d="{_ROOMS[last.total].outline}" {paint("none", "red", 6)}/>')
        body.append(dice_faces(last, 14, 6, 48))
    body.extend(_value(room, value) for room, value in heat.items())
    body.extend(_mark(room, mark, room in heat) for room, mark in marks.items())
    clock = _clock(game, state)
    if clock:
        body.append(write(clock.rstrip("."), WIDTH - 8, 52, 24, fill="soft", anchor="end"))
    height = HOUSE_HEIGHT
    if hands:
        seats, height = _seats(game, state, called, faces or {})
        body.append(seats)
    body.append(over)
    spoken = text(game, state, names=names)
    if last is not None:
        spoken = f"The last throw was {last}. {spoken}"
    for what, values in (("Marked", marks), ("Coloured", {room: _signed(value) for room, value in heat.items()})):
        if values:
            spoken += f" {what}: " + ", ".join(f"room {room} {value}" for room, value in values.items()) + "."
    role = "group" if press else "img"
    return document(WIDTH, height, "The board of Glückshaus", spoken, "".join(body), "glueckshaus", role=role)


def bare(game: Glueckshaus) -> str:
    """The house alone, to be printed: no chips and no players."""
    game = Glueckshaus(replace(game.options, ante="none"))
    state = game.start()
    # where the owner is paid, this leaves out how much
    rooms = "".join(_room(game, state, room, room == FREE and game.options.four == "pay_house", "") for room in _ROOMS)
    told = f"A house with the rooms {_listed([str(room) for room in sorted({*game.rooms, PIG, WEDDING, KING})])}."
    return document(WIDTH, HOUSE_HEIGHT, "The board of Glückshaus", told, BACKDROP + FRAME + rooms, "glueckshaus")


def draw(
    game: Glueckshaus,
    state: State,
    *,
    caption: str = "",
    marks: Mapping[int, str] | None = None,
    heat: Mapping[int, float] | None = None,
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    hands: bool = True,
) -> Drawing:
    """The board as a notebook shows it; see :func:`svg`. The caption stands below the picture."""
    return Drawing(svg(game, state, marks=marks, heat=heat, names=names, last=last, hands=hands), caption)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1]


def _signed(value: float) -> str:
    """A sign, and two decimals unless it is a whole number; the minus is as wide as the plus."""
    if round(value, 2) == 0:
        return "0"
    return (f"{value:+.0f}" if value == round(value) else f"{value:+.2f}").replace("-", "−")


def _clock(game: Glueckshaus, state: State) -> str:
    """How far the agreed end is, where kings or rounds make it."""
    if game.options.kings is not None:
        return f"Kings: {state.clock} of {game.options.kings}."
    if game.options.rounds is not None:
        return f"Rounds: {state.clock} of {game.options.rounds}."
    return ""


def _heat(room: int, value: float, heat: Mapping[int, float]) -> str:
    most = max(abs(other) for other in heat.values())
    share = HEAT_MOST * abs(value) / most if most else 0
    colour = "blue" if value > 0 else "red"
    return f'<path d="{_ROOMS[room].outline}" fill-opacity="{share:.2f}" {paint(colour)}/>'


def room_middle(room: int) -> tuple[float, float]:
    """The middle of a room's outline, in the units of the SVG."""
    spot = _ROOMS[room]
    return spot.x + spot.width / 2, spot.y + spot.height / 2


def seat_box(game: Glueckshaus, seat: int) -> tuple[float, float, float]:
    """Where a player's place below the house is: its left, its top, and how wide it is."""
    across = min(game.players, 4)
    wide = WIDTH / across
    return seat % across * wide, HOUSE_HEIGHT + 6 + seat // across * 112, wide


def _room(game: Glueckshaus, state: State, room: int, tagged: bool, name: str) -> str:
    """A room with its numeral, its picture and what lies in it; ``tagged`` leaves space for a value or a mark.

    With a ``name`` it is a button.
    """
    x, y = _ROOMS[room].numeral
    if room == KING:
        inside = write("12", x, y, 66, display=True) + KING_FIGURE + ("" if tagged else SCEPTRE)
    elif room == PIG:
        inside = write("2", x, y, 80, display=True) + PIG_FIGURE
    elif room == WEDDING:
        inside = write("7", x, y, 78, display=True) + ("" if tagged else GARLAND) + WEDDING_FIGURE
        inside += _pile(state.wedding, 252, 430, 216, 80)
        if pile_count(state.wedding):
            inside += write(str(state.wedding), 280, 416, 30, anchor="middle", display=True)
    elif room not in game.rooms:
        inside = _four(game, state, tagged)
    else:
        inside = _ordinary(game, state, room, tagged)
    if not name:
        return f'<g data-room="{room}">{inside}</g>'
    # over what is written in the room, and not around it: what a button is called holds all words that are seen in it
    press = (
        f'<path data-do="room" data-value="{room}" aria-label="{escape(name)}" d="{_ROOMS[room].outline}" '
        'fill="none" pointer-events="all"/>'
    )
    return f'<g data-room="{room}">{inside}{press}</g>'


def _ordinary(game: Glueckshaus, state: State, room: int, tagged: bool) -> str:
    spot = _ROOMS[room]
    chips = state.rooms[game.rooms.index(room)]
    if game.options.fill == "single":
        numeral = write(str(room), *spot.numeral, 80, display=True)
        size = 46 if tagged else 56
        return numeral + _pile(chips, spot.x + spot.width - 73, spot.numeral[1] - 24 - size / 2, 56, size, 26, places=1)
    numeral = write(str(room), spot.numeral[0] - 4, spot.y + spot.height - 66, 62, display=True)
    left, floor, width = spot.x + 4, spot.y + spot.height - 4, spot.width - 8
    # the eleventh chip of room 11 lies above the two rows, beside the numeral
    low, high = min(chips, 10), max(chips - 10, 0)
    rows = _pile(low, left, floor - 56, width, 56, 13, places=min(room, 10))
    return numeral + rows + (_pile(high, left + 82, floor - 84, 28, 28, 13, places=1) if room > 10 else "")


def _four(game: Glueckshaus, state: State, tagged: bool) -> str:
    """The place of the room that is missing: bricked up, with what the rule makes of a 4."""
    spot = _ROOMS[FREE]
    numeral = WALL_OF_FOUR + write("4", *spot.numeral, 80, fill="soft", display=True)
    if game.options.four == "pay_house":
        count = "" if tagged else write(str(state.house), spot.x + 116, spot.y + 46, 38, anchor="middle", display=True)
        return numeral + CHEST + count
    if tagged:
        return numeral
    words = ("throw", "again") if game.options.four == "roll_again" else ("no", "room")
    return numeral + "".join(
        write(word, spot.x + 118, spot.y + 58 + 25 * i, 25, fill="soft", anchor="middle")
        for i, word in enumerate(words)
    )


def _pile(chips: int, x: float, y: float, width: float, height: float, most: float = 14, *, places: int = 0) -> str:
    return f'<g data-chips="{chips}">{pile(chips, x, y, width, height, most=most, places=places)}</g>'


def _value(room: int, value: float) -> str:
    x, y = _ROOMS[room].tag
    return write(_signed(value), x, y + 12, 37, anchor="middle")


def _mark(room: int, mark: str, below: bool) -> str:
    """A short text on a label, at the top of the room, or at its foot where a value stands at the top."""
    spot = _ROOMS[room]
    x, y = spot.tag
    if below:
        x, y = (x, 214) if room == KING else (spot.x + spot.width - 40, spot.y + spot.height - 18)
    elif room == WEDDING:
        y += 4
    wide = 14 * len(mark) + 18
    middle = min(max(x, spot.x + wide / 2), spot.x + spot.width - wide / 2 - 4)
    return (
        f'<g data-mark="{room}"><rect x="{number(middle - wide / 2)}" y="{number(y - 17)}" width="{number(wide)}" '
        f'height="34" rx="4" {paint("blue")}/>{write(mark, middle, y + 9, 26, fill="paper", anchor="middle")}</g>'
    )


def _seats(game: Glueckshaus, state: State, names: Sequence[str], faces: Mapping[int, int]) -> tuple[str, int]:
    """All players below the house, four in a row, and how far down the drawing then goes."""
    turn = game.turn(state)
    winners = turn.outcome.winners if isinstance(turn, Over) else ()
    cells = [
        _seat(
            game, state, seat, names[seat], faces.get(seat),
            throws=not isinstance(turn, Over) and turn.seat == seat, won=seat in winners,
        )
        for seat in range(game.players)
    ]  # fmt: skip
    return "".join(cells), HOUSE_HEIGHT + 10 + -(-game.players // 4) * 112


def _seat(game: Glueckshaus, state: State, seat: int, name: str, face: int | None, *, throws: bool, won: bool) -> str:
    x, y, wide = seat_box(game, seat)
    here, chips = state.still_in[seat], state.hands[seat]
    shown = name if len(name) <= 10 else name[:9] + "…"
    parts = [f'<g data-hand="{seat}">']
    if throws or won:
        parts.append(
            f'<rect x="{number(x + 3)}" y="{number(y)}" width="{number(wide - 6)}" height="106" rx="6" '
            f'{paint("shade")}/><path d="M{number(x + 9)} {number(y)}h{number(wide - 18)}" {paint("none", "red", 5)}/>'
        )
    parts.append(seat_mark(seat, x + 25, y + 27, 13))
    parts.append(write(shown, x + 46, y + 35, 24, fill="ink" if here else "soft"))
    if not here:
        parts.append(write("out", x + 14, y + 84, 38, fill="soft", display=True))
    else:
        parts.append(write(str(chips), x + 14, y + 92, 52, display=True))
    if face is not None:
        parts.append(die_face(face, x + wide / 2 + 20, y + 72, 46, -5))
    elif here:
        parts.append(_pile(chips, x + 26 + 25 * len(str(chips)), y + 44, wide - 36 - 25 * len(str(chips)), 56, 11))
    if throws:
        parts.append(f'<path d="M{number(x + wide / 2 - 11)} {number(y - 4)}h22l-11 14Z" {paint("red")}/>')
    if won:
        parts.append(write("wins", x + wide - 14, y + 35, 22, fill="red", anchor="end"))
    parts.append("</g>")
    return "".join(parts)
