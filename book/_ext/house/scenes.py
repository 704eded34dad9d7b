"""The pictures upon the cards that a link shows elsewhere: one for each part of the book, in the look of the boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Final

from fortune import glueckshaus, tablero
from fortune.dice import TOTALS, Dice
from fortune.drawing import die_face, document, number, paint, write
from fortune.glueckshaus import board as house_board
from fortune.goose import board as goose_board
from fortune.tablero import board as tablero_board

__all__ = ["EAVES", "ROOF", "scene"]

_WIDE, _HIGH = 720, 768
"""The shape of every picture; the sheet of the Goose has it."""


def _drawn(width: float, height: float, body: str) -> str:
    return document(width, height, "", "", body, "scene")


def _scales() -> str:
    rows = "".join(f"M{-24 if row % 2 else -48} {18 * row - 8}" + "q24 34 48 0" * 27 for row in range(4))
    return f'<path d="{rows}" {paint("none", "paper", 2.5)}/>'


ROOF: Final = _drawn(
    1200,
    66,
    f'<rect width="1200" height="62" {paint("red")}/>{_scales()}<path d="M0 63H1200" {paint("none", "ink", 6)}/>',
)
"""The roof over every page, as wide as a card."""

EAVES: Final = _drawn(
    592,
    16,
    f'<rect width="592" height="16" {paint("ink")}/><g {paint("gold")}>'
    + "".join(f'<path d="M{x} 16a7 7 0 0 1 14 0Z"/>' for x in range(4, 590, 21))
    + "</g>",
)
"""The carved eaves under every title."""


def _dice(dice: Dice, x: float, y: float, size: float = 128) -> str:
    """Two large dice, as they came to lie."""
    return die_face(dice.high, x, y, size, -9) + die_face(dice.low, x + size * 1.16, y + size * 0.14, size, 11)


def _over(svg: str, over: str, *, top: float = 0, high: float = _HIGH) -> str:
    """A board with something before it, of which the part from ``top`` on is seen, ``high`` as it is."""
    head, _, rest = svg.partition('viewBox="')
    _, _, rest = rest.partition('"')
    return f'{head}viewBox="0 {number(top)} {_WIDE} {number(high)}"{rest.removesuffix("</svg>")}{over}</svg>'


def _house() -> str:
    """The house after eight throws; its first is what the first page tells of."""
    game = glueckshaus.game("modern", players=4)
    state = game.start()
    for pair in ("6-3", "2-5", "4-5", "1-3", "4-3", "5-1", "4-6", "5-6"):
        state = game.play(state, Dice.parse(pair)).state
    board = house_board.svg(game, state, hands=False)
    return _over(board, _dice(Dice(4, 3), 72, 652, 108), top=-30)


def _goose() -> str:
    return _over(goose_board.bare(), _dice(Dice(6, 3), 80, 682, 108))


def _tablero() -> str:
    game = tablero.game("gucci")
    state = game.start()
    top = tablero_board.TOP - 10
    # above and below the cloth the board has the players' stocks
    high = tablero_board.BOTTOM + 35.5 - top
    return _over(tablero_board.svg(game, state), _dice(Dice(5, 2), 280, 410), top=top, high=high)


def _hill(block: Callable[[int, int, float, float, float], str], bottom: float, side: float) -> str:
    """The 36 pairs in columns over their totals; ``block`` draws one of its column, its place and its side."""
    left = (_WIDE - side * len(TOTALS)) / 2
    return "".join(
        block(total, place, left + at * side, bottom - (place + 1) * side, side)
        for at, total in enumerate(TOTALS)
        for place in range(TOTALS[total])
    )


def _chance() -> str:
    """The triangle of the 36 pairs, the sevens in red."""

    def block(total: int, place: int, x: float, y: float, side: float) -> str:
        first = max(1, total - 6) + place
        fill = "red" if total == 7 else "gold" if total % 2 else "sheet"
        size = 23
        faces = die_face(first, x + 18, y + side / 2, size) + die_face(total - first, x + 46, y + side / 2, size)
        return (
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}" '
            f"{paint(fill, 'ink', 4)}/>{faces}"
        )

    bottom, side = 640, 64
    left = (_WIDE - side * len(TOTALS)) / 2
    numbers = "".join(
        write(str(total), left + (at + 0.5) * side, bottom + 58, 50, anchor="middle", display=True)
        for at, total in enumerate(TOTALS)
    )
    ground = f'<path d="M0 {bottom + 3}H{_WIDE}" {paint("none", "ink", 10)}/>'
    return _drawn(_WIDE, _HIGH, _hill(block, bottom, side) + ground + numbers + _dice(Dice(4, 3), 96, 130))


def _classroom() -> str:
    """A blackboard with the same hill in chalk, and dice on the desk below."""

    def block(total: int, place: int, x: float, y: float, side: float) -> str:
        fill = f"{paint('red', 'paper', 3)}" if total == 7 else paint("none", "paper", 3)
        return f'<rect x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}" {fill}/>'

    board = (
        f'<rect x="13" y="13" width="694" height="560" {paint("ink", "key", 6)}/>'
        f'<rect x="22" y="22" width="676" height="542" {paint("none", "gold", 16)}/>'
        f'<rect x="32" y="32" width="656" height="522" {paint("none", "key", 4)}/>'
    )
    side, bottom = 52, 480
    left = (_WIDE - side * len(TOTALS)) / 2
    numbers = "".join(
        write(str(total), left + (at + 0.5) * side, bottom + 46, 40, fill="paper", anchor="middle", display=True)
        for at, total in enumerate(TOTALS)
    )
    line = f'<path d="M54 {bottom}H666" {paint("none", "paper", 5)}/>'
    asked = write("7?", 92, 150, 110, fill="paper", display=True)
    desk = (
        f'<path d="M0 744H{_WIDE}" {paint("none", "ink", 24)}/>'
        f'<path d="M0 762H{_WIDE}" {paint("none", "ink", 6)} stroke-dasharray="3 5"/>'
    )
    chips = "".join(
        f'<circle cx="{x}" cy="{y}" r="30" {paint("gold", "ink", 5)}/>'
        f'<circle cx="{x}" cy="{y}" r="13" {paint("none", "ink", 3)}/>'
        for x, y in ((520, 700), (590, 700), (555, 645))
    )
    chalked = _hill(block, bottom, side) + numbers + line + asked
    return _drawn(_WIDE, _HIGH, board + chalked + desk + chips + _dice(Dice(5, 2), 130, 655))


_SCENES: Final = MappingProxyType(
    {"chance": _chance, "glueckshaus": _house, "goose": _goose, "tablero": _tablero, "classroom": _classroom}
)


@cache
def scene(folder: str) -> str:
    """The picture for the pages of a folder of the book; the house for those that have none of their own."""
    return _SCENES.get(folder, _house)()
