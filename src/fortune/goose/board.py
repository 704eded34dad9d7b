"""The board of the Goose as SVG: a pure function of the state, which knows nothing of pages or widgets.

The sheet is ours: a spiral of 63 squares with a garden in the middle, as the printed games have it. What never
changes of it is made once, for a page shows many pictures of one board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from fortune.dice import Dice
from fortune.drawing import (
    Drawing,
    dice_faces,
    die_face,
    document,
    held_to,
    number,
    numeral_width,
    paint,
    pile,
    seat_mark,
    write,
)
from fortune.errors import FortuneError
from fortune.game import Over, Throw, Turn
from fortune.goose import spiral
from fortune.goose.figures import BEAK, FEATHERS, GARDEN_GATE, GOOSE, LOCK, PICTURES, START_POST
from fortune.goose.rules import Goose
from fortune.goose.squares import BRIDGE, DICE, GEESE, HOME, INN, PRISON, START, WELL
from fortune.goose.state import State
from fortune.goose.words import standing
from fortune.palette import DISPLAY_FONT, HEAT_MOST

__all__ = ["Drawing", "Way", "bare", "draw", "ground", "seat_names", "svg", "text"]

WIDTH = 720
SHEET_HEIGHT = 768
"""Down to the end of the spiral; a legend and the players stand below."""

_ASIDE = frozenset((INN, WELL, PRISON, *DICE))
"""Squares with a picture on which pieces come to stand."""
_TINTS = {
    "gold": GEESE,
    "blue-wash": (BRIDGE, *DICE),
    "red-wash": tuple(square for square in PICTURES if square != BRIDGE and square not in DICE),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How a piece came to the square on which a picture shows it, for a stage that shows it moving.

    ``squares``: those it passes, the first where it comes from, the last where it is. ``time``: how long it takes, in
    milliseconds. ``leap``: it flies over what lies between.
    """

    squares: tuple[int, ...]
    time: int
    leap: bool = False


def seat_names(game: Goose, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """The players' names, or Seat 1, Seat 2 …; raises :class:`FortuneError` unless there is one for each seat."""
    if names is None:
        return tuple(f"Seat {seat + 1}" for seat in range(game.players))
    if len(names) != game.players:
        raise FortuneError(
            f"{game.players} players sit at the table, so the board needs {game.players} names, not {len(names)}."
        )
    return tuple(names)


def text(game: Goose, state: State, *, names: Sequence[str] | None = None) -> str:
    """The position in plain sentences, as a screen reader gives it in place of the picture."""
    called = seat_names(game, names)
    turn = game.turn(state)
    if not isinstance(turn, Over):
        last = f"{called[turn.seat]} throws next."
    elif turn.outcome.winners:
        last = f"{called[turn.outcome.winners[0]]} has won."
    else:
        last = "Nobody can move any more, and nobody wins."
    return " ".join([*standing(game, state, called), last])


def svg(
    game: Goose,
    state: State,
    *,
    heat: Mapping[int, float] | None = None,
    heat_label: str = "",
    percent: bool = False,
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    hands: bool = True,
    faces: Mapping[int, int] | None = None,
    ways: Mapping[int, Way] | None = None,
    press: Mapping[int, str] | None = None,
    over: str = "",
    between: bool = False,
    sheet: bool = True,
) -> str:
    """The board as an SVG document that scales to any width and takes its colours from the page.

    ``heat`` writes a number on squares 0 to 63 and colours them by it, from the least to the most on the track;
    ``percent`` writes 0.25 as 25, and ``heat_label`` says in the legend what the numbers are. ``last`` is the throw to
    show. ``hands=False`` leaves out the players' row, and the pieces with it, where ``heat`` needs the room. ``faces``
    shows a die beside a seat, as it is thrown for who begins. ``press`` makes squares into buttons with these names:
    ``data-do`` is ``square`` and ``data-value`` the number. ``over`` is a piece of SVG to lie on top.

    For a stage: ``ways`` are the pieces that it shows moving. ``between``: the picture is of a moment within a throw,
    when nobody has won yet or is next. ``sheet=False`` leaves out what :func:`ground` draws.

    Raises :class:`FortuneError` for a square that is not on the board, and where the names are too many or too few.
    """
    heat, ways, press = heat or {}, ways or {}, press or {}
    for square in (*heat, *press):
        if square not in range(HOME + 1):
            raise FortuneError(f"The squares are 0, the start, to 63, and none is {square!r}.")
    called = seat_names(game, names)
    height = SHEET_HEIGHT
    body = [_sheet(bool(heat))] if sheet else []
    if heat:
        scale = _Scale.of(heat, percent)
        body = [_heat(heat, scale), *body, _values(heat, scale), _legend(scale, heat_label, height)]
        height += 56
    if game.options.stakes != "none":
        body.append(_pool(state.pool))
    if hands or not heat:
        body.append(_pieces(game, state, ways))
    turn = Throw(state.turn) if between else game.turn(state)
    if isinstance(turn, Over) and not turn.outcome.winners:
        body.append(write(turn.outcome.termination.capitalize(), 710, 752, 34, fill="red", anchor="end", display=True))
    if last is not None:
        body.append(dice_faces(last, 14, 10, 48))
    if hands:
        body.append(_seats(game, state, turn, called, faces or {}, height))
        height += _hands_height(game)
    body.extend(_pressed(square, name) for square, name in press.items())
    body.append(over)
    spoken = " ".join(standing(game, state, called)) if between else text(game, state, names=names)
    if last is not None:
        spoken = f"The last throw was {last}. {spoken}"
    if heat:
        told = ", ".join(f"{square} {scale.write(value)}" for square, value in sorted(heat.items()))
        spoken += f" {heat_label or 'Numbers'} by square: {told}."
    role = "group" if press else "img"
    if sheet:
        body.insert(0, _PAPER)
    return document(WIDTH, height, "The board of the Goose", spoken, "".join(body), "goose", role=role)


def ground(game: Goose) -> str:
    """What all pictures of a game have in common, as high as they are with ``hands``: to lie under them."""
    height = SHEET_HEIGHT + _hands_height(game)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'style="font-variant-numeric:lining-nums">{_PAPER}{_sheet(False)}</svg>'
    )


def bare() -> str:
    """The sheet alone, to be printed: no pieces, no players, no pool."""
    told = f"A spiral of {HOME} squares, from the start outside to the garden in the middle."
    return document(WIDTH, SHEET_HEIGHT, "The board of the Goose", told, _PAPER + _sheet(False), "goose")


def draw(
    game: Goose,
    state: State | None = None,
    *,
    caption: str = "",
    heat: Mapping[int, float] | None = None,
    heat_label: str = "",
    percent: bool = False,
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    hands: bool = True,
) -> Drawing:
    """The board as a notebook shows it, before the first throw if no state is given; see :func:`svg`.

    The caption stands below the picture.
    """
    state = game.start() if state is None else state
    picture = svg(game, state, heat=heat, heat_label=heat_label, percent=percent, names=names, last=last, hands=hands)
    return Drawing(picture, caption)


# -- the sheet -----------------------------------------------------------------------------------------------


_PAPER = f'<rect width="{WIDTH}" height="100%" {paint("paper")}/>'


@lru_cache(maxsize=2)
def _sheet(faint: bool) -> str:
    """Track, numbers and pictures; ``faint``: under numbers of their own."""
    parts = []
    if not faint:
        parts.append(f'<path d="{spiral.GROUND}" {paint("sheet")}/><path d="{spiral.LAWN}" {paint("gold-wash")}/>')
        for tint, squares in _TINTS.items():
            parts.append(f'<path d="{"".join(map(spiral.outline, squares))}" {paint(tint)}/>')
    parts.append(f'<path d="{spiral.LINES}" {paint("none", "ink", 2.5)}/>')
    parts.append(f'<path d="{spiral.EDGE}" stroke-linejoin="round" {paint("none", "ink", 5)}/>')
    pictures = "".join((_geese(), *map(_picture, PICTURES), _garden()))
    parts.append(f'<g opacity=".28">{pictures}</g>' if faint else pictures)
    parts.append(START_POST)
    parts.append(
        f'<text x="11" y="626" font-size="25" font-family="{escape(DISPLAY_FONT)}" font-weight="800"{held_to(52)} '
        f"{paint('ink')}>Start</text>"
    )
    if faint:
        parts.append(_numbers(range(1, HOME), "soft", "", 24))
    else:
        tinted = {square for squares in _TINTS.values() for square in squares}
        parts.append(_numbers([square for square in range(1, HOME) if square not in tinted], "ink"))
        parts.extend(_numbers(squares, "key" if tint == "gold" else "ink", tint) for tint, squares in _TINTS.items())
    return "".join(parts)


def _numbers(squares: Sequence[int], fill: str, ground: str = "", size: int = 30) -> str:
    """The numbers of squares; with a ``ground`` they cut a little off the picture that they lie on."""
    marks = []
    for square in squares:
        wide = numeral_width(str(square), size)
        x, y = spiral.corner(square, wide, size * 0.67)
        marks.append(f'<text x="{number(x)}" y="{number(y + size / 3)}"{held_to(wide)}>{square}</text>')
    cut = ' stroke-linejoin="round" paint-order="stroke"' if ground else ""
    return (
        f'<g font-family="{escape(DISPLAY_FONT)}" font-weight="800" font-size="{size}" text-anchor="middle" '
        f"{paint(fill, ground, 5)}{cut}>{''.join(marks)}</g>"
    )


def _geese() -> str:
    """One goose on each of her squares, on her feet and facing the way of travel as far as that goes."""
    turned = []
    for square in GEESE:
        x, y = spiral.place(square, 5, 8)
        ahead = spiral.heading(square)
        mirror = abs(ahead) > 90
        tilt = (180 - ahead + 180) % 360 - 180 if mirror else ahead
        tilt = max(-40.0, min(40.0, tilt))
        turned.append(
            f"translate({number(x)} {number(y)}) scale({'-.96' if mirror else '.96'} .96) rotate({number(tilt)})"
        )
    layers = ((GOOSE, paint("skin", "key", 3)), (FEATHERS, paint("none", "key", 2.4)), (BEAK, paint("red", "key", 2)))
    return "".join(
        f'<g stroke-linejoin="round" stroke-linecap="round" {style}>'
        + "".join(f'<path transform="{transform}" d="{shape}"/>' for transform in turned)
        + "</g>"
        for shape, style in layers
    )


def _picture(square: int) -> str:
    x, y = spiral.place(square, 5, 9)
    move = f"translate({number(x)} {number(y)}) scale(.94)"
    return f'<g data-square="{square}" transform="{move}">{PICTURES[square]}</g>'


def _garden() -> str:
    x, y = spiral.GARDEN
    return (
        f'<g data-square="{HOME}"><g transform="translate({number(x)} {number(y)}) scale(1.25)">{GARDEN_GATE}</g>'
        f"{write('63', x + 8, y - 62, 56, anchor='middle', display=True)}</g>"
    )


def _pressed(square: int, name: str) -> str:
    if square in (START, HOME):
        x, y = spiral.place(square)
        shape = f"M{number(x - 60)} {number(y - 50)}h120v100h-120Z"
    else:
        shape = spiral.outline(square)
    return (
        f'<path data-do="square" data-value="{square}" aria-label="{escape(name)}" d="{shape}" fill="none" '
        'pointer-events="all"/>'
    )


# -- heat ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Scale:
    """From the least to the most of the numbers on the track; start and garden are beyond it as often as not."""

    low: float
    high: float
    percent: bool

    @classmethod
    def of(cls, heat: Mapping[int, float], percent: bool) -> _Scale:
        track = [value for square, value in heat.items() if square not in (START, HOME)] or list(heat.values())
        return cls(float(min(track)), float(max(track)), percent)

    def share(self, value: float) -> float:
        """How strong a colour is, 0 to 1."""
        if self.high == self.low:
            return 0.0
        return min(1.0, max(0.0, (float(value) - self.low) / (self.high - self.low)))

    def write(self, value: float) -> str:
        """A number in two or three digits: there is no room for more on a square."""
        shown = float(value) * (100 if self.percent else 1)
        if shown == round(shown) or abs(shown) >= (0.95 if self.percent else 99.95):
            return f"{shown:.0f}"
        return f"{shown:.1f}" if self.percent or abs(shown) >= 0.95 else f"{shown:.2f}".lstrip("0")


def _heat(heat: Mapping[int, float], scale: _Scale) -> str:
    parts = [f'<path d="{spiral.GROUND}" {paint("sheet")}/>']
    for square, value in heat.items():
        if square not in (START, HOME):
            share = HEAT_MOST * scale.share(value)
            parts.append(f'<path d="{spiral.outline(square)}" fill-opacity="{share:.2f}" {paint("red")}/>')
    return "".join(parts)


def _values(heat: Mapping[int, float], scale: _Scale) -> str:
    marks = []
    for square, value in heat.items():
        x, y = spiral.place(square, *({START: (0, 46), HOME: (0, 78)}.get(square, (8, 15))))
        marks.append(f'<text data-heat="{square}" x="{number(x)}" y="{number(y + 8)}">{scale.write(value)}</text>')
    return f'<g font-size="22" font-weight="700" text-anchor="middle" {paint("ink")}>{"".join(marks)}</g>'


def _legend(scale: _Scale, label: str, top: int) -> str:
    steps = 6
    boxes = "".join(
        f'<path d="M{14 + 34 * i} {top + 8}h34v26h-34Z" fill-opacity="{HEAT_MOST * i / (steps - 1):.2f}" '
        f"{paint('red')}/>"
        for i in range(steps)
    )
    unit = "%" if scale.percent else ""
    right = 14 + 34 * steps
    return (
        f'<g data-legend="">{boxes}<path d="M14 {top + 8}h{34 * steps}v26h-{34 * steps}Z" {paint("none", "ink", 2.5)}/>'
        + write(f"{scale.write(scale.low)}{unit} to {scale.write(scale.high)}{unit}", right + 14, top + 29, 23)
        + write(label, WIDTH - 10, top + 29, 23, fill="soft", anchor="end")
        + "</g>"
    )


# -- pieces --------------------------------------------------------------------------------------------------


def _pool(pool: int) -> str:
    return (
        f'<g data-pool="{pool}">{write("Pool", WIDTH - 12, 30, 24, fill="soft", anchor="end")}'
        f"{write(str(pool), WIDTH - 12, 78, 50, anchor='end', display=True)}"
        f"{pile(pool, WIDTH - 108 - 26 * len(str(pool)), 36, 88, 44) if pool <= 10 else ''}</g>"
    )


def _pieces(game: Goose, state: State, ways: Mapping[int, Way]) -> str:
    """All pieces, those that move on top of the others."""
    still, moving = [], []
    for square in sorted(set(state.places)):
        here = [seat for seat, place in enumerate(state.places) if place == square]
        for seat, (x, y, r) in zip(here, spiral.spots(square, len(here), aside=square in _ASIDE), strict=True):
            mark = _piece(game, state, seat, x, y, r)
            if seat in ways:
                moving.append(_moving(seat, ways[seat], (x, y), mark))
            else:
                still.append(mark)
    return "".join(still + moving)


def _piece(game: Goose, state: State, seat: int, x: float, y: float, r: float) -> str:
    """A piece on paper of its own, and beside it how long it waits."""
    parts = [f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r * 1.18)}" {paint("sheet", "ink", 1.6)}/>']
    parts.append(seat_mark(seat, x, y, r * 0.84))
    held, owed = game.held(state.places, seat), state.owed[seat]
    if held or owed:
        bx, by = x + r * 1.05, y - r * 1.05
        parts.append(f'<circle cx="{number(bx)}" cy="{number(by)}" r="11" {paint("paper", "ink", 2)}/>')
        if held:
            parts.append(f'<g transform="translate({number(bx)} {number(by)})">{LOCK}</g>')
        else:
            parts.append(write(str(owed), bx, by + 7.5, 22, anchor="middle"))
    return f'<g data-piece="{seat}" data-on="{state.places[seat]}">{"".join(parts)}</g>'


def _moving(seat: int, way: Way, spot: tuple[float, float], mark: str) -> str:
    """A piece that the stage lets travel: ``data-travel`` has a path of its own, which ends where the piece is."""
    path = spiral.way(way.squares, spot, leap=way.leap)
    # the way stands in the key, so that the same piece sets out anew in the next picture
    key = f"{seat}:{'-'.join(map(str, way.squares))}"
    style = f"offset-path:path('{path}');animation-duration:{way.time}ms"
    return f'<g data-travel="" data-value="{key}" style="{style}">{mark}</g>'


# -- players -------------------------------------------------------------------------------------------------


def _hands_height(game: Goose) -> int:
    return 10 + -(-game.players // 4) * 112


def _seats(game: Goose, state: State, turn: Turn, names: Sequence[str], faces: Mapping[int, int], top: int) -> str:
    """All players below the sheet, four in a row."""
    winners = turn.outcome.winners if isinstance(turn, Over) else ()
    cells = [
        _seat(
            game, state, seat, names[seat], faces.get(seat), top,
            throws=not isinstance(turn, Over) and turn.seat == seat, won=seat in winners,
        )
        for seat in range(game.players)
    ]  # fmt: skip
    return "".join(cells)


def _seat(
    game: Goose, state: State, seat: int, name: str, face: int | None, top: int, *, throws: bool, won: bool
) -> str:
    wide = WIDTH / min(game.players, 4)
    x, y = seat % 4 * wide, top + 6 + seat // 4 * 112
    shown = name if len(name) <= 10 else name[:9] + "…"
    parts = [f'<g data-hand="{seat}">']
    if throws or won:
        parts.append(
            f'<rect x="{number(x + 3)}" y="{number(y)}" width="{number(wide - 6)}" height="106" rx="6" '
            f'{paint("shade")}/><path d="M{number(x + 9)} {number(y)}h{number(wide - 18)}" {paint("none", "red", 5)}/>'
        )
    parts.append(seat_mark(seat, x + 25, y + 27, 13))
    parts.append(write(shown, x + 46, y + 35, 24))
    square = state.places[seat]
    if square == START:
        parts.append(write("start", x + 14, y + 88, 34, fill="soft", display=True))
    else:
        parts.append(write(str(square), x + 14, y + 92, 46, display=True))
    if face is not None:
        parts.append(die_face(face, x + wide / 2 + 30, y + 72, 46, -5))
    held, owed, right = game.held(state.places, seat), state.owed[seat], x + wide - 14
    if held or owed:
        parts.append(write("held" if held else f"misses {owed}", x + 72, y + 67, 24, fill="red"))
    if game.options.stakes != "none":
        balance = f"{state.balances[seat]:+d}".replace("-", "−") if state.balances[seat] else "0"
        parts.append(write(balance, right - 24, y + 94, 24, anchor="end"))
        parts.append(
            f'<circle cx="{number(right - 9)}" cy="{number(y + 86)}" r="9" {paint("gold", "key", 2)}/>'
            f'<circle cx="{number(right - 9)}" cy="{number(y + 86)}" r="5" {paint("none", "key", 1.4)}/>'
        )
    if throws:
        parts.append(f'<path d="M{number(x + wide / 2 - 11)} {number(y - 4)}h22l-11 14Z" {paint("red")}/>')
    if won:
        parts.append(write("wins", right, y + 35, 22, fill="red", anchor="end"))
    parts.append("</g>")
    return "".join(parts)
