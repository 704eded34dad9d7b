"""What all boards are drawn with: paint, dice, chips, players' marks, and the picture that a page shows.

Everything here answers a piece of SVG as text, to be put inside an ``<svg>`` element. Paint is the page's CSS
variable with the light value behind it; :func:`literal` leaves the value alone, for programs that are no browser.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import ceil

from fortune.dice import Dice
from fortune.palette import DISPLAY_FONT, SEATS, SHAPES, TEXT_FONT, var

__all__ = [
    "Drawing",
    "Drawings",
    "chip",
    "dice_faces",
    "dice_in_the_air",
    "die_face",
    "document",
    "held_to",
    "literal",
    "number",
    "numeral_width",
    "paint",
    "pile",
    "pile_count",
    "seat_mark",
    "side_by_side",
    "write",
]

ROWS_UP_TO = 15
"""Chips lie face up in rows of five up to this many; more of them stand in columns of ten."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


_IN_THE_AIR = ((300, 300, 24), (424, 352, -31))
"""Where the first and the second die are, and how they are turned, before they fall."""

_DIGITS = (527, 405, 465, 423, 480, 441, 472, 421, 453, 472)
"""How wide each digit of the display face is, in thousandths of its size.

Numerals are held to these widths, so that the drawing keeps its shape where that face is missing: in a file that
stands alone, and in a notebook.
"""


_DISPLAY = f' font-family="{escape(DISPLAY_FONT)}" font-weight="800"'


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture for a page: Jupyter shows the SVG itself, so that it takes the page's colours and typefaces."""

    svg: str
    caption: str = ""

    def _repr_html_(self) -> str:
        caption = f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        # in a notebook no stylesheet of ours keeps it from being as wide as the screen
        return f'<figure class="board" style="max-width:45rem">{self.svg}{caption}</figure>'


@dataclass(frozen=True)
class Drawings:
    """Several drawings, side by side as far as the page is wide."""

    drawings: tuple[Drawing, ...]

    def _repr_html_(self) -> str:
        return f'<div class="boards">{"".join(drawing._repr_html_() for drawing in self.drawings)}</div>'


def side_by_side(drawings: Iterable[Drawing]) -> Drawings:
    """Several drawings to be shown in a row."""
    return Drawings(tuple(drawings))


def literal(svg: str) -> str:
    """The same picture with its light colours written out, for a file that stands alone.

    >>> literal('<path fill="var(--fortune-red,#a32a20)"/>')
    '<path fill="#a32a20"/>'
    """
    return re.sub(r"var\(--[a-z-]+,(#[0-9a-f]{6})\)", r"\1", svg)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate with at most one decimal, and none where it is whole."""
    # the same few numbers come again in every picture; adding nought leaves no minus before a nought
    return f"{round(value, 1) + 0.0:g}"


@lru_cache(maxsize=256)
def paint(fill: str = "none", stroke: str = "", width: float = 0) -> str:
    """The attributes of a shape: fill and stroke by palette name, the width of the line in units of the drawing."""
    line = f' stroke="{var(stroke)}" stroke-width="{number(width)}"' if stroke else ""
    return f'fill="{fill if fill == "none" else var(fill)}"{line}'


def write(
    text: str, x: float, y: float, size: float, *, fill: str = "ink", anchor: str = "start", display: bool = False
) -> str:
    """A line of text, its baseline at (x, y). Numerals and names alike; ``display`` for the big numerals."""
    face = _DISPLAY if display else ""
    if display and text.isdecimal():
        face += held_to(numeral_width(text, size))
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{place}{face} {paint(fill)}>'
        f"{escape(text, quote=False)}</text>"
    )


def numeral_width(text: str, size: float) -> float:
    """How wide a number in the display face is, in the unit of its ``size``."""
    return sum(_DIGITS[int(digit)] for digit in text) * size / 1000


def held_to(width: float) -> str:
    """The attributes that hold a text to a width, whatever its typeface."""
    return f' textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"'


def document(
    width: float, height: float, title: str, description: str, body: str, kind: str, *, role: str = "img"
) -> str:
    """A whole ``<svg>``: named and described for who cannot see it, and scaling with the page.

    The ids follow from the content, so that the same picture is the same bytes, and two on a page differ unless
    they are the same. The parts of an ``img`` are hidden from a screen reader: where some can be pressed, the role
    is ``group``.
    """
    key = hashlib.sha256("\0".join((kind, title, description, body)).encode()).hexdigest()[:12]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="{role}" '
        f'aria-labelledby="t{key}" aria-describedby="d{key}" viewBox="0 0 {number(width)} {number(height)}" '
        f'font-family="{escape(TEXT_FONT)}" font-weight="600" style="font-variant-numeric:lining-nums">'
        f'<title id="t{key}">{escape(title)}</title><desc id="d{key}">{escape(description)}</desc>{body}</svg>'
    )


def die_face(face: int, x: float, y: float, size: float, tilt: float = 0) -> str:
    """One die, its centre at (x, y), turned by ``tilt`` degrees; the face is ``size`` wide."""
    half, pip, step = size / 2, size * 0.09, size * 0.26
    dots = "".join(
        f'<circle cx="{number(dx * step)}" cy="{number(dy * step)}" r="{number(pip)}"/>' for dx, dy in _PIPS[face]
    )
    return (
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(tilt)})">'
        f'<rect x="{number(-half)}" y="{number(-half)}" width="{number(size)}" height="{number(size)}" '
        f'rx="{number(size * 0.14)}" {paint("sheet", "ink", size * 0.065)}/><g {paint("ink")}>{dots}</g></g>'
    )


def dice_faces(dice: Dice, x: float, y: float, size: float) -> str:
    """Both dice of a throw side by side, the top left corner at (x, y); each face ``size`` wide."""
    faces = (
        die_face(face, x + size / 2 + i * size * 1.22, y + size / 2 + i * size * 0.12, size, (-5, 7)[i])
        for i, face in enumerate(dice)
    )
    return f'<g data-dice="{dice}">{"".join(faces)}</g>'


def dice_in_the_air(dice: Iterable[int]) -> str:
    """One die or two in the air over a board that is 720 wide. They show the sides that will lie underneath."""
    parts = []
    for face, (x, y, tilt) in zip(dice, _IN_THE_AIR, strict=False):
        strokes = "".join(f"M{x - 118} {y + lift}q44 {-20 - lift / 3:.0f} 62 {-lift / 3:.0f}" for lift in (-30, 0, 30))
        parts.append(f'<path d="{strokes}" stroke-linecap="round" {paint("none", "red", 5)}/>')
        parts.append(die_face(7 - face, x, y, 104, tilt))
    return f'<g data-over="tumble">{"".join(parts)}</g>'


def chip(x: float, y: float, r: float) -> str:
    """A chip face up, centre at (x, y): a disc with a ring; painted by the group it stands in (:func:`pile`)."""
    return f'<circle data-worth="1" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'


def pile_count(chips: int) -> bool:
    """Whether a pile of so many needs its number written beside it."""
    return chips > ROWS_UP_TO


def pile(chips: int, x: float, y: float, width: float, height: float, *, most: float = 14, places: int = 0) -> str:
    """So many chips in a box whose top left corner is (x, y), heaped up from its floor.

    Up to ``ROWS_UP_TO`` lie in rows of five, ``most`` their largest radius; up to 99 stand in columns of
    ten; beyond that bags hold a hundred and chests a thousand each. What a piece stands for is its
    ``data-worth``. ``places`` is how many a room can hold: those that are free are outlined.
    """
    if max(chips, places) <= ROWS_UP_TO:
        return _rows(chips, x, y, width, height, most, places)
    return _columns(chips, x, y, width, height)


def _rows(chips: int, x: float, y: float, width: float, height: float, most: float, places: int) -> str:
    spread = max(chips, places)
    if not spread:
        return ""
    rows, across = ceil(spread / 5), min(spread, 5)
    pitch = min(width / across, height / rows, 2 * most + 3)
    r = pitch / 2 - 1.5
    left = x + (width - across * pitch) / 2
    spots = [(left + (i % 5 + 0.5) * pitch, y + height - (i // 5 + 0.5) * pitch) for i in range(spread)]
    discs = "".join(chip(cx, cy, r) for cx, cy in spots[:chips])
    line = max(1.6, r * 0.15)
    pieces = [
        f"<g {paint('gold', 'key', line)}>{discs}</g>"
        f'<path d="{_rings(spots[:chips], r * 0.56)}" {paint("none", "key", line * 0.7)}/>'
        if chips
        else "",
        f'<path d="{_rings(spots[chips:], r - 1)}" stroke-dasharray="{number(r / 4)}" {paint("none", "line", 1.8)}/>'
        if spots[chips:]
        else "",
    ]
    return "".join(pieces)


def _rings(spots: Sequence[tuple[float, float]], r: float) -> str:
    half, whole = number(r), number(2 * r)
    return "".join(
        f"M{number(cx - r)} {number(cy)}a{half} {half} 0 1 0 {whole} 0a{half} {half} 0 1 0-{whole} 0"
        for cx, cy in spots
    )


def _columns(chips: int, x: float, y: float, width: float, height: float) -> str:
    thousands, hundreds, rest = chips // 1000, chips // 100 % 10, chips % 100
    big = thousands + hundreds
    tall = height if not rest else height * 0.4 if big else 0.0
    pieces: list[str] = []
    labels: list[str] = []
    if rest:
        columns = ceil(rest / 10)
        pitch = min(width / columns, 30.0)
        wide, thick = pitch - 3, min((height - tall) / 10, 9.0)
        left = x + (width - columns * pitch) / 2 + 1.5
        pieces.extend(
            f'<rect data-worth="1" x="{number(left + i // 10 * pitch)}" '
            f'y="{number(y + height - (i % 10 + 1) * thick)}" '
            f'width="{number(wide)}" height="{number(thick)}" rx="{number(thick * 0.35)}"/>'
            for i in range(rest)
        )
    if big:
        pitch = min(width / big, tall * 1.15, 44.0)
        size = min(tall * 0.95, pitch * 1.1 if big < 10 else tall)
        left = x + (width - big * pitch) / 2
        for i in range(big):
            cx = left + (i + 0.5) * pitch
            pieces.append((_chest if i < thousands else _bag)(cx, y + tall, size))
            label = "M" if i < thousands else "C"
            labels.append(write(label, cx, y + tall - size * 0.13, size / 2, fill="key", anchor="middle"))
    return f"<g {paint('gold', 'key', 1.8)}>{''.join(pieces)}</g>{''.join(labels)}"


def _bag(x: float, y: float, size: float) -> str:
    s = size / 20
    shape = (
        f"M{number(x - 3 * s)} {number(y - 14 * s)}C{number(x - 13 * s)} {number(y - 8 * s)} {number(x - 12 * s)} "
        f"{number(y)} {number(x)} {number(y)}S{number(x + 13 * s)} {number(y - 8 * s)} {number(x + 3 * s)} "
        f"{number(y - 14 * s)}L{number(x + 6 * s)} {number(y - 19 * s)}H{number(x - 6 * s)}Z"
    )
    return f'<path data-worth="100" d="{shape}"/>'


def _chest(x: float, y: float, size: float) -> str:
    s = size / 20
    shape = (
        f"M{number(x - 11 * s)} {number(y)}V{number(y - 11 * s)}Q{number(x)} {number(y - 22 * s)} "
        f"{number(x + 11 * s)} {number(y - 11 * s)}V{number(y)}ZM{number(x - 11 * s)} {number(y - 11 * s)}"
        f"H{number(x + 11 * s)}"
    )
    return f'<path data-worth="1000" d="{shape}"/>'


def seat_mark(seat: int, x: float, y: float, r: float) -> str:
    """The mark of a player (seats from 0), centre at (x, y): told apart by shape, then by being hollow."""
    mark = SEATS[seat]
    scale = r / 11
    stroke = "ink" if mark.colour == "gold" else mark.colour
    shape = SHAPES[mark.shape]
    style = paint("sheet", stroke, 3.4) if mark.hollow else paint(mark.colour, stroke, 1.6)
    return (
        f'<path class="seat" data-seat="{seat}" transform="translate({number(x)} {number(y)}) scale({scale:.3g})" '
        f'd="{shape}" stroke-linejoin="round" {style}/>'
    )
