"""What is cut out: chips and coins, pieces that stand, glasses with a full and an empty side, dice to glue.

All are drawn in millimetres, and parted by straight lines, which a pair of scissors follows without skill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from fortune.drawing import die_face, paint, seat_mark
from fortune.palette import SEATS, var
from fortune.tablero.figures import coin, glass
from fortune.tablero.options import GucciOptions
from fortune.tablero.squares import COLUMNS
from house.ink import Ink
from house.paper import Paper, picture

__all__ = ["CUT_OUTS"]

_CHIP = 17.0
"""How wide a chip is with its margin: it lies well in a room of the printed board."""

STOCK: Final = GucciOptions().stock

_NOTE = 8
"""The line of text above the pieces, in millimetres."""


def _svg(width: float, height: float, title: str, body: str) -> str:
    # half a line more on each side
    size = f"-0.2 -0.2 {width + 0.4:.2f} {height + 0.4:.2f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="Atkinson" '
        f'font-size="4"><title>{title}</title>{body}</svg>'
    )


def _laid(note: str, svg: str, ink: Ink, width: float) -> str:
    return (
        f"#block(height: {_NOTE}mm, width: 100%, spacing: 0pt)[{note}]\n"
        f"#align(center, {picture(svg, ink, width=width + 0.4)[1:]})\n"
    )


_THIN: Final = f'stroke="{var("ink")}" stroke-width="0.3"'
"""A line to cut or to fold along."""


def _cuts(d: str) -> str:
    return f'<path d="{d}" {paint()} {_THIN}/>'


def _folds(d: str) -> str:
    return f'<path d="{d}" {paint()} {_THIN} stroke-dasharray="1.5 1.2"/>'


def _grid(columns: int, rows: int, wide: float, high: float, left: float = 0, top: float = 0) -> str:
    right, bottom = left + columns * wide, top + rows * high
    return _cuts(
        "".join(f"M{left + i * wide:.2f} {top:.2f}V{bottom:.2f}" for i in range(columns + 1))
        + "".join(f"M{left:.2f} {top + i * high:.2f}H{right:.2f}" for i in range(rows + 1))
    )


def _moved(x: float, y: float, scale: float, body: str, turn: float = 0) -> str:
    turned = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:.2f} {y:.2f}){turned} scale({scale:.4f})">{body}</g>'


def _chip() -> str:
    """A chip about 20 wide, as those on the board."""
    return f'<circle r="9.2" {paint("gold", "key", 1.4)}/><circle r="5.2" {paint("none", "key", 1)}/>'


def _chips(paper: Paper, ink: Ink) -> str:
    wide, high = paper.room
    columns, rows = int(wide / _CHIP), int((high - _NOTE) / _CHIP)
    discs = "".join(
        _moved((i % columns + 0.5) * _CHIP, (i // columns + 0.5) * _CHIP, _CHIP * 0.86 / 20, _chip())
        for i in range(columns * rows)
    )
    body = discs + _grid(columns, rows, _CHIP, _CHIP)
    svg = _svg(columns * _CHIP, rows * _CHIP, f"{columns * rows} chips", body)
    return _laid(f"{columns * rows} chips or tokens. Card is better than paper.", svg, ink, columns * _CHIP)


def _pieces(paper: Paper, ink: Ink) -> str:
    """Pieces that stand like a tent: front and back the same, two flaps as feet."""
    wide, face, foot = 14.0, 18.0, 7.0
    tall = 2 * face + 2 * foot
    columns = 10
    rows = len(SEATS) // columns * 2
    parts = []
    for i in range(columns * rows):
        seat = i % len(SEATS)
        x, y = (i % columns + 0.5) * wide, i // columns * tall
        mark = seat_mark(seat, 0, 0, 11)
        parts.append(_moved(x, y + foot + face / 2, 0.42, mark, 180))
        parts.append(_moved(x, y + foot + face * 1.5, 0.42, mark))
    folds = "".join(
        f"M0 {row * tall + y:.2f}H{columns * wide:.2f}"
        for row in range(rows)
        for y in (foot, foot + face, foot + 2 * face)
    )
    body = "".join(parts) + _folds(folds) + _grid(columns, rows, wide, tall)
    svg = _svg(columns * wide, rows * tall, f"{columns * rows} pieces for the Goose", body)
    note = f"Two sets of {len(SEATS)} pieces. Cut along the lines, fold at the dashes; the flaps are the feet."
    return _laid(note, svg, ink, columns * wide)


def _glasses(paper: Paper, ink: Ink) -> str:
    side = 18.0
    columns, coins = 10, 30
    parts = []
    for i in range(columns):
        x = (i + 0.5) * side
        parts.append(_moved(x, side / 2, 0.27, glass(0, 0, full=False), 180))
        parts.append(_moved(x, side * 1.5, 0.27, glass(0, 0)))
    top = 2 * side + 16
    parts += [
        _moved((i % columns + 0.5) * side, top + (i // columns + 0.5) * side, 0.28, coin(0, 0)) for i in range(coins)
    ]
    rows = coins // columns
    low = top + rows * side + 22
    body = (
        "".join(parts)
        + _folds(f"M0 {side}H{columns * side}")
        + _grid(columns, 2, side, side, 0, 0).replace(f"M0.00 {side:.2f}H{columns * side:.2f}", "")
    )
    body += _grid(columns, rows, side, side, 0, top)
    body += "".join(_stock(low + i * 26, name) for i, name in enumerate(("South", "North")))
    body += f'<text x="0" y="{top - 4:.1f}">{coins} coins, for Tablero de Jesus</text>'
    svg = _svg(columns * side, low + 50, "Glasses and coins for Tablero", body)
    note = (
        f"{COLUMNS} glasses and three to spare: fold at the dashes and glue, full on one side and empty on the other."
    )
    return _laid(note, svg, ink, columns * side)


def _stock(top: float, name: str) -> str:
    """Boxes to cross off, one for each glass that a player can still fill."""
    each = 7.5
    boxes = _grid(STOCK, 1, each, each, 0, top + 6)
    numbers = "".join(
        f'<text x="{(i + 0.5) * each:.2f}" y="{top + 11.2:.2f}" text-anchor="middle" font-size="3.4">{STOCK - i}</text>'
        for i in range(STOCK)
    )
    return (
        f'<text x="0" y="{top + 3:.1f}">What {name} can still fill: cross off one for each glass</text>{boxes}{numbers}'
    )


_NET: Final = ((1, 1, 1), (0, 1, 2), (1, 0, 3), (1, 2, 4), (2, 1, 5), (3, 1, 6))
"""The sides of a die unfolded: column, row, face. Opposite sides make seven."""


def _net(left: float, top: float, side: float) -> str:
    flap = side * 0.28
    parts = []
    for column, row, _ in _NET:
        x, y = left + column * side, top + row * side
        parts.append(f'<path d="M{x:.2f} {y:.2f}h{side}v{side}h{-side}Z" {paint("sheet")} {_THIN}/>')
    for column, row, face in _NET:
        parts.append(_moved(left + (column + 0.5) * side, top + (row + 0.5) * side, side / 100, _pips(face)))
    x, y = left, top
    flaps = [
        *_flap(x, y + side, x + side, y + side, 0, -flap),
        *_flap(x, y + 2 * side, x + side, y + 2 * side, 0, flap),
        *_flap(x + 2 * side, y + side, x + 3 * side, y + side, 0, -flap),
        *_flap(x + 2 * side, y + 2 * side, x + 3 * side, y + 2 * side, 0, flap),
        *_flap(x + side, y, x + 2 * side, y, 0, -flap),
        *_flap(x + side, y + 3 * side, x + 2 * side, y + 3 * side, 0, flap),
        *_flap(x, y + side, x, y + 2 * side, -flap, 0),
    ]
    return _cuts("".join(flaps)) + "".join(parts)


def _pips(face: int) -> str:
    """The pips of a side that is 100 wide."""
    whole = die_face(face, 0, 0, 100)
    return whole[whole.index("<g ", 1) : whole.rindex("</g>")]


def _flap(x0: float, y0: float, x1: float, y1: float, dx: float, dy: float) -> Iterator[str]:
    """A flap to glue, on the edge between two corners."""
    inset = 0.14
    ax, ay = x0 + (x1 - x0) * inset + dx, y0 + (y1 - y0) * inset + dy
    bx, by = x1 - (x1 - x0) * inset + dx, y1 - (y1 - y0) * inset + dy
    yield f"M{x0:.2f} {y0:.2f}L{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}L{x1:.2f} {y1:.2f}"


def _dice(paper: Paper, ink: Ink) -> str:
    side = 20.0
    wide, high = 4 * side + 6, 3 * side + 12
    nets = "".join(_net(6 + i % 2 * (wide + 3), 6 + i // 2 * high, side) for i in range(6))
    svg = _svg(2 * wide + 9, 3 * high, "Six dice to fold and glue", nets)
    return _laid("Six dice of card. Are they fair? Test them with the sheet *One die*.", svg, ink, 2 * wide + 9)


CUT_OUTS: Final[tuple[tuple[str, str, str, Callable[[Paper, Ink], str]], ...]] = (
    ("cut-out-chips", "Chips", "For Glückshaus, and for the Goose where one pays", _chips),
    ("cut-out-goose", "Pieces for the Goose", "For up to twenty players", _pieces),
    ("cut-out-tablero", "Glasses and coins", "For both games of Tablero", _glasses),
    ("cut-out-dice", "Dice", "To fold and glue", _dice),
)
"""Each sheet: its name, its title, what it is for, and what stands on it."""
