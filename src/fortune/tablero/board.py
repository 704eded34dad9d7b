"""The cloth of Tablero as SVG: a pure function of the state, which knows nothing of pages or widgets.

South sits below, North above. Each one's home row is tinted and bears their mark, and beside the cloth an arrow from
there shows their way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any

from fortune.dice import Dice
from fortune.drawing import Drawing, die_face, document, number, paint, seat_mark, write
from fortune.errors import FortuneError
from fortune.game import Choose, Over
from fortune.tablero.figures import CROWN, arrow, coin, glass
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.lines import Line
from fortune.tablero.squares import COLUMNS, ROWS, home
from fortune.tablero.state import GucciState
from fortune.tablero.words import square, standing

__all__ = ["Drawing", "Marks", "Press", "Way", "bare", "draw", "ground", "seat_names", "spot", "svg", "text"]

WIDTH = 720
CELL = 88
LEFT = (WIDTH - COLUMNS * CELL) // 2
STRIP = 106
TOP = STRIP + 8
BOTTOM = TOP + ROWS * CELL
HEIGHT = BOTTOM + 34 + STRIP

_LETTERS = "abcdefg"
_TINTS = ("red-wash", "blue-wash")

AnyGame = Gucci | Jesus
AnyState = Any
"""The state of such a game: its own, which a union cannot say."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a piece came to where a picture shows it, for a stage that shows it moving: from this row, in so long."""

    origin: int
    time: int


@dataclass(frozen=True, slots=True)
class Marks:
    """What the board says of a decision in the making. Squares are pairs of a column and a row.

    ``targets``: squares that a piece may come to, each with the die that moves it there. ``lost``: the same where that
    is not possible, or no longer. ``origin``: the piece that has been picked. ``half``: the square that it will come
    to. ``lines``: groups that may be taken, or a line that is being pulled. ``die``: the die that has been picked.
    ``movable``: the columns of pieces that may be picked.
    """

    targets: Mapping[tuple[int, int], int] = field(default_factory=dict)
    lost: Mapping[tuple[int, int], int] = field(default_factory=dict)
    origin: tuple[int, int] | None = None
    half: tuple[int, int] | None = None
    lines: Sequence[Line] = ()
    die: int | None = None
    movable: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Press:
    """A part of the board that can be pressed: the action and its value, and the name for who does not see it."""

    do: str
    value: str
    name: str


_NO_MARKS = Marks()


def seat_names(names: Sequence[str] | None = None) -> tuple[str, ...]:
    """The players' names, or South and North; raises :class:`FortuneError` unless there are two."""
    if names is None:
        return ("South", "North")
    if len(names) != 2:
        raise FortuneError(f"Two play Tablero, so the board needs 2 names, not {len(names)}.")
    return tuple(names)


def text(game: AnyGame, state: AnyState, *, names: Sequence[str] | None = None) -> str:
    """The position in plain sentences, as a screen reader gives it in place of the picture."""
    called = seat_names(names)
    turn = game.turn(state)
    if isinstance(turn, Over):
        last = f"{called[turn.outcome.winners[0]]} has won."
    else:
        last = f"{called[turn.seat]} {'decides' if isinstance(turn, Choose) else 'throws'} next."
    return " ".join([*standing(state, called), last])


def _chanced(state: AnyState, called: Sequence[str], seat: int, chances: Sequence[str]) -> str:
    told = [f"{name}, at home on row {home(one)}: {chances[one]} for the next line." for one, name in enumerate(called)]
    return " ".join([standing(state, called)[0], *told, f"{called[seat]} has the dice."])


def spot(column: int, row: int) -> tuple[float, float]:
    """The middle of a square, in the units of the SVG: columns are counted from 0, rows from 1, which is below."""
    return LEFT + (column + 0.5) * CELL, BOTTOM - (row - 0.5) * CELL


def svg(
    game: AnyGame,
    state: AnyState,
    *,
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    thrower: int | None = None,
    emptied: Sequence[int] | None = None,
    empty: Collection[int] = (),
    faces: Mapping[int, int] | None = None,
    marks: Marks | None = None,
    press: Mapping[str, Press] | None = None,
    ways: Mapping[int, Way] | None = None,
    chances: Sequence[str] | None = None,
    over: str = "",
    sheet: bool = True,
) -> str:
    """The board as an SVG document that scales to any width and takes its colours from the page.

    ``last`` is the throw to show, beside ``thrower`` or else whoever is next. ``emptied``: how many glasses each has
    emptied. ``empty``: the columns whose glasses stand empty. ``faces`` shows a die beside a seat, as it is thrown for
    who begins. ``marks``: see :class:`Marks`. ``press`` makes parts into buttons: a die (``"6"``), a piece (``"c"``),
    a square (``"c4"``), or those from one to another (``"c4f4"``). ``chances``: for each seat the chance to make the
    next line, which then stands in the place of the stock. ``over`` is a piece of SVG to lie on top.

    For a stage: ``ways`` are the pieces that it shows moving, by column; ``sheet=False`` leaves out what
    :func:`ground` draws.

    Raises :class:`FortuneError` where the names are not two, or a column or a square is not on the board.
    """
    marks, press, ways = marks or _NO_MARKS, press or {}, ways or {}
    called = seat_names(names)
    _check(marks, press, [*empty, *ways])
    turn = game.turn(state)
    seat = turn.outcome.winners[0] if isinstance(turn, Over) else turn.seat
    body = [ground_of(_both(game))] if sheet else []
    body.append(_arrows(_both(game), None if isinstance(turn, Over) else seat))
    body.append(_below(game, state, marks))
    body.append(_pieces(state, empty, ways))
    body.append(_above(game, state, marks))
    shown = last if last is not None else state.dice
    holder = seat if thrower is None else thrower
    over_already = isinstance(turn, Over)
    body.extend(
        _strip(
            state, one, called[one], thrown=shown if one == holder else None, face=(faces or {}).get(one),
            emptied=None if emptied is None else emptied[one], turn=one == seat and not over_already,
            won=one == seat and over_already, picked=marks.die, chance=None if chances is None else chances[one],
        )
        for one in (0, 1)
    )  # fmt: skip
    if isinstance(state, GucciState) and state.queen:
        body.append(_queen(state.queen))
    parts = "".join(_pressed(state, shown, holder, what, how) for what, how in press.items())
    # where every square can be pressed, column by column, arrow keys lead to the next column too
    body.append(f'<g data-stride="{ROWS}">{parts}</g>' if len(press) == ROWS * COLUMNS else parts)
    body.append(over)
    spoken = text(game, state, names=names) if chances is None else _chanced(state, called, seat, chances)
    if shown is not None:
        spoken = f"The last throw was {shown}. {spoken}"
    if empty:
        spoken += f" Empty: {', '.join(square(column, state.rows[column]) for column in sorted(empty))}."
    role = "group" if press else "img"
    return document(WIDTH, HEIGHT, "The board of Tablero", spoken, "".join(body), "tablero", role=role)


def draw(
    game: AnyGame,
    state: AnyState | None = None,
    *,
    caption: str = "",
    names: Sequence[str] | None = None,
    last: Dice | None = None,
    emptied: Sequence[int] | None = None,
    empty: Collection[int] = (),
    marks: Marks | None = None,
) -> Drawing:
    """The board as a notebook shows it, at the start if no state is given; see :func:`svg`.

    The caption stands below the picture.
    """
    state = game.start() if state is None else state
    picture = svg(game, state, names=names, last=last, emptied=emptied, empty=empty, marks=marks)
    return Drawing(picture, caption)


def ground(game: AnyGame) -> str:
    """What all pictures of a game have in common: to lie under them."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'style="font-variant-numeric:lining-nums">{ground_of(_both(game))}</svg>'
    )


def bare(game: AnyGame) -> str:
    """The cloth alone, to be printed: no pieces, no players."""
    margin = 12
    both = _both(game)
    body = f'<g transform="translate(0 {margin - TOP})">{ground_of(both)}{_arrows(both, None, strong=True)}</g>'
    told = f"A cloth of {COLUMNS} columns, a to g, and {ROWS} rows."
    return document(WIDTH, BOTTOM + 34 - TOP + 2 * margin, "The board of Tablero", told, body, "tablero")


# -- the cloth -----------------------------------------------------------------------------------------------


def _both(game: AnyGame) -> bool:
    """Whether pieces go both ways."""
    return isinstance(game, Jesus) or game.either


@lru_cache(maxsize=2)
def ground_of(both: bool) -> str:
    """The cloth with its home rows, letters and numbers; ``both``: on which pieces go both ways."""
    right = LEFT + COLUMNS * CELL
    parts = [f'<rect width="{WIDTH}" height="100%" {paint("paper")}/>']
    # a woven edge, as a cloth has it: fringes left and right
    fringe = "".join(
        f"M{LEFT} {number(TOP + 6 + 11 * i)}h-9M{right} {number(TOP + 6 + 11 * i)}h9" for i in range(ROWS * 8)
    )
    parts.append(f'<path d="{fringe}" {paint("none", "line", 2.4)}/>')
    parts.append(f'<path d="M{LEFT} {TOP}H{right}V{BOTTOM}H{LEFT}Z" {paint("sheet")}/>')
    for seat, top in ((0, BOTTOM - CELL), (1, TOP)):
        parts.append(f'<path d="M{LEFT} {top}H{right}v{CELL}H{LEFT}Z" {paint(_TINTS[seat])}/>')
        marks = "".join(
            seat_mark(seat, LEFT + (column + 0.86) * CELL, top + CELL * (0.16 if seat else 0.86), 6)
            for column in range(COLUMNS)
        )
        parts.append(f'<g opacity=".75">{marks}</g>')
    lines = "".join(f"M{LEFT + CELL * i} {TOP}V{BOTTOM}" for i in range(1, COLUMNS))
    lines += "".join(f"M{LEFT} {TOP + CELL * i}H{right}" for i in range(1, ROWS))
    parts.append(f'<path d="{lines}" {paint("none", "line", 2.4)}/>')
    thick = f"M{LEFT} {TOP + CELL}H{right}M{LEFT} {BOTTOM - CELL}H{right}"
    parts.append(f'<path d="{thick}" {paint("none", "ink", 3.4)}/>')
    parts.append(f'<path d="M{LEFT} {TOP}H{right}V{BOTTOM}H{LEFT}Z" {paint("none", "ink", 5)}/>')
    parts.extend(
        write(_LETTERS[column], spot(column, 1)[0], BOTTOM + 29, 30, fill="soft", anchor="middle")
        for column in range(COLUMNS)
    )
    parts.extend(
        write(str(row), LEFT - 28, spot(0, row)[1] + 10, 30, fill="soft", anchor="middle", display=True)
        for row in range(1, ROWS + 1)
    )
    return "".join(parts)


def _arrows(both: bool, seat: int | None, *, strong: bool = False) -> str:
    """Right of the cloth the two ways; that of the seat which is next is the strong one, or both are."""
    x = LEFT + COLUMNS * CELL + 30
    middle = (TOP + BOTTOM) / 2
    parts = []
    for one, start, end in ((0, BOTTOM - 48, middle + 22), (1, TOP + 48, middle - 22)):
        parts.append(seat_mark(one, x, start + (26 if one == 0 else -26), 13))
        parts.append(arrow(x, start, end, strong=strong or one == seat, both=both))
    return f'<g data-ways="{"both" if both else "forward"}">{"".join(parts)}</g>'


# -- pieces and marks ----------------------------------------------------------------------------------------


def _below(game: AnyGame, state: AnyState, marks: Marks) -> str:
    """What lies under the pieces: lines, and the square of the piece that has been picked."""
    parts = []
    for line in marks.lines:
        band = _band(line) if line.row else _diagonal(state.rows)
        parts.append(f'<g data-line="{line.row}">{band}</g>')
    for column in marks.movable:
        x, y = spot(column, state.rows[column])
        parts.append(
            f'<rect data-movable="{square(column, state.rows[column])}" x="{number(x - 37)}" y="{number(y - 37)}" '
            f'width="74" height="74" rx="10" stroke-dasharray="5 6" {paint("none", "blue", 3)}/>'
        )
    if marks.origin is not None:
        x, y = spot(*marks.origin)
        parts.append(_box(x, y, "blue-wash", "blue", 6))
    return "".join(parts)


def _band(line: Line) -> str:
    """A band under the pieces of a row."""
    x, y = spot(line.columns[0], line.row)
    wide = CELL * len(line.columns)
    return (
        f'<rect x="{number(x - CELL / 2 + 5)}" y="{number(y - CELL / 2 + 5)}" width="{number(wide - 10)}" '
        f'height="{CELL - 10}" rx="38" {paint("blue-wash", "blue", 5)}/>'
    )


def _diagonal(rows: Sequence[int]) -> str:
    (x, y), (z, w) = spot(0, rows[0]), spot(COLUMNS - 1, rows[-1])
    d = f"M{number(x)} {number(y)}L{number(z)} {number(w)}"
    return (
        f'<path d="{d}" stroke-linecap="round" {paint("none", "blue", 74)}/>'
        f'<path d="{d}" stroke-linecap="round" {paint("none", "blue-wash", 64)}/>'
    )


def _box(x: float, y: float, fill: str, stroke: str, width: float) -> str:
    half = CELL / 2 - width / 2 - 2
    return (
        f'<rect x="{number(x - half)}" y="{number(y - half)}" width="{number(2 * half)}" height="{number(2 * half)}" '
        f'rx="8" {paint(fill, stroke, width)}/>'
    )


def _pieces(state: AnyState, empty: Collection[int], ways: Mapping[int, Way]) -> str:
    """All pieces, those that move on top of the others."""
    still, moving = [], []
    for column, row in enumerate(state.rows):
        x, y = spot(column, row)
        full = column not in empty
        mark = glass(x, y, full=full) if isinstance(state, GucciState) else coin(x, y)
        known = f'data-piece="{square(column, row)}"' + ("" if full else ' data-empty=""')
        if column in ways:
            moving.append(_moving(column, row, ways[column], mark, known))
        else:
            still.append(f"<g {known}>{mark}</g>")
    return "".join(still + moving)


def _moving(column: int, row: int, way: Way, mark: str, known: str) -> str:
    """A piece that the stage lets travel: its path ends where the piece is."""
    far = spot(column, way.origin)[1] - spot(column, row)[1]
    # the way stands in the key, so that the same piece sets out anew in the next picture
    style = f"offset-path:path('M0 {number(far)}L0 0');animation-duration:{way.time}ms"
    return f'<g {known} data-travel="" data-value="{column}:{way.origin}-{row}" style="{style}">{mark}</g>'


def _above(game: AnyGame, state: AnyState, marks: Marks) -> str:
    """What lies over the pieces: where one may go, and where not."""
    parts = []
    for (column, row), die in marks.targets.items():
        x, y = spot(column, row)
        parts.append(
            f'<g data-target="{square(column, row)}">'
            f'<rect x="{number(x - 33)}" y="{number(y - 33)}" width="66" height="66" rx="10" '
            f'stroke-dasharray="9 7" {paint("none", "blue", 4.5)}/>{die_face(die, x, y, 34)}</g>'
        )
    for (column, row), die in marks.lost.items():
        x, y = spot(column, row)
        parts.append(
            f'<g data-lost="{square(column, row)}"><g opacity=".55">{die_face(die, x, y, 34)}</g>'
            f'<path d="M{number(x - 25)} {number(y - 25)}l50 50m0-50l-50 50" stroke-linecap="round" '
            f"{paint('none', 'red', 5)}/></g>"
        )
    if marks.half is not None and marks.origin is not None:
        (x, y), (_, to) = spot(*marks.origin), spot(*marks.half)
        up = 1 if to < y else -1
        mark = glass(x, to) if isinstance(state, GucciState) else coin(x, to)
        head = f"M{number(x - 12)} {number(to + up * 52)}h24l-12 {number(-up * 18)}Z"
        parts.append(
            f'<g data-half="{square(*marks.half)}">{_box(x, to, "blue-wash", "blue", 6)}<g opacity=".8">{mark}</g>'
            f'<path d="M{number(x)} {number(y - up * 30)}V{number(to + up * 50)}" {paint("none", "blue", 5)}/>'
            f'<path d="{head}" {paint("blue")}/></g>'
        )
    return "".join(parts)


def _pressed(state: AnyState, dice: Dice | None, holder: int, what: str, press: Press) -> str:
    if what.isdecimal():
        assert dice is not None
        x, y = _die_spot(holder, int(what) != dice.high)
        left, top, wide, high = x - 40, y - 40, 80.0, 80.0
    else:
        first = what if len(what) > 1 else what + str(state.rows[_LETTERS.index(what)])
        (x, y), (z, w) = _spot_of(first[:2]), _spot_of(first[-2:])
        left, top, wide, high = min(x, z) - CELL / 2, min(y, w) - CELL / 2, abs(z - x) + CELL, abs(w - y) + CELL
    return (
        f'<rect data-do="{escape(press.do)}" data-value="{escape(press.value)}" aria-label="{escape(press.name)}" '
        f'x="{number(left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" fill="none" '
        'pointer-events="all"/>'
    )


def _spot_of(name: str) -> tuple[float, float]:
    return spot(_LETTERS.index(name[0]), int(name[1]))


def _check(marks: Marks, press: Mapping[str, Press], columns: Collection[int]) -> None:
    known = {f"{letter}{row}" for letter in _LETTERS for row in range(1, ROWS + 1)}
    squares = [
        *marks.targets,
        *marks.lost,
        *([marks.origin] if marks.origin else []),
        *([marks.half] if marks.half else []),
    ]
    for column, row in [*squares, *((column, 1) for column in [*columns, *marks.movable])]:
        if column not in range(COLUMNS) or row not in range(1, ROWS + 1):
            raise FortuneError(f"The board has columns 0 to 6 and rows 1 to 7, and no place {(column, row)}.")
    for what in press:
        named = {what[:2], what[2:]} if len(what) == 4 else {what} if len(what) == 2 else set()
        if not named <= known or not (named or what in {*_LETTERS, *"123456"}):
            raise FortuneError(f"A die, a piece, a square or a row of squares can be pressed, and not {what!r}.")


# -- players -------------------------------------------------------------------------------------------------


def _strip_top(seat: int) -> int:
    return 0 if seat else HEIGHT - STRIP


def _die_spot(seat: int, second: bool) -> tuple[float, float]:
    """The middle of a die beside this seat."""
    return WIDTH - 142 + 90 * second, _strip_top(seat) + STRIP / 2 + 1


def _strip(
    state: AnyState, seat: int, name: str, *, thrown: Dice | None, face: int | None, emptied: int | None, turn: bool,
    won: bool, picked: int | None, chance: str | None,
) -> str:  # fmt: skip
    """A player, with what is left to fill or in hand, what has been emptied, and the dice of who has them."""
    top = _strip_top(seat)
    shown = name if len(name) <= 11 else name[:10] + "…"
    parts = [f'<g data-hand="{seat}">']
    if turn or won:
        edge = top + (STRIP - 9 if seat else 5)
        parts.append(
            f'<rect x="3" y="{top + 4}" width="{WIDTH - 6}" height="{STRIP - 8}" rx="6" {paint("shade")}/>'
            f'<path d="M9 {edge}h{WIDTH - 18}" {paint("none", "red", 5)}/>'
        )
    low = 0 if won or emptied is not None else 20
    parts.append(seat_mark(seat, 30, top + 33 + low, 15))
    parts.append(write(shown, 56, top + 43 + low, 30))
    if won:
        parts.append(write("wins", 56, top + 83, 30, fill="red", display=True))
    elif emptied is not None:
        parts.append(write(f"emptied {emptied}", 56, top + 81, 26, fill="soft"))
    parts.append(_stock(state, seat, top) if chance is None else _chance(chance, top))
    if thrown is not None:
        for second, die in enumerate(thrown):
            x, y = _die_spot(seat, bool(second))
            if picked == die and not (thrown.is_double and second):
                parts.append(
                    f'<rect x="{number(x - 42)}" y="{number(y - 42)}" width="84" height="84" rx="14" '
                    f"{paint('blue-wash', 'blue', 6)}/>"
                )
            parts.append(die_face(die, x, y, 62, (-4, 5)[second]))
    if face is not None:
        parts.append(die_face(face, *_die_spot(seat, False), 62, -5))
    parts.append("</g>")
    return "".join(parts)


def _stock(state: AnyState, seat: int, top: float) -> str:
    """What is left to fill, or in hand."""
    stock, glasses = str(state.stocks[seat]), isinstance(state, GucciState)
    mark = glass(270, top + STRIP / 2, scale=0.9) if glasses else coin(266, top + STRIP / 2, scale=0.9)
    what = write("left" if glasses else "in hand", 310 + 26 * len(stock), top + 63, 24, fill="soft")
    return f'{mark}<g data-stock="{stock}">{write(stock, 300, top + STRIP / 2 + 18, 56, display=True)}</g>{what}'


def _chance(chance: str, top: float) -> str:
    """The chance to make the next line."""
    big = write(chance, 232, top + STRIP / 2 + 19, 56, display=True)
    return f'<g data-next-line="{chance}">{big}</g>' + "".join(
        write(word, 408, top + low, 24, fill="soft") for word, low in (("for the", 49), ("next line", 76))
    )


def _queen(queen: int) -> str:
    """The Queen's number, beside South."""
    x, y = 452, _strip_top(0) + STRIP / 2
    return (
        f'<g data-queen="{queen}"><g transform="translate({number(x)} {number(y + 2)}) scale(1.15)">{CROWN}</g>'
        f"{write(str(queen), x + 28, y + 17, 50, display=True)}</g>"
    )
