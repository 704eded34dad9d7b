"""Where the squares lie: a spiral that runs inwards, against the clock, from the start outside to the garden.

The middle of the track is at the radius ``OUTER - TRACK * angle / (2 * pi)``: each turn lies one track's width within
the turn before, so that one line is the border of both. All squares are equally long. Coordinates are those of
:mod:`fortune.goose.board`, whose width is 720; lengths are in its units, angles in radians.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import Final

from fortune.drawing import number
from fortune.goose.squares import HOME, START

__all__ = [
    "EDGE",
    "GARDEN",
    "GATE",
    "GROUND",
    "LAWN",
    "LINES",
    "MIDDLE",
    "corner",
    "heading",
    "outline",
    "place",
    "spots",
    "way",
]

MIDDLE: Final = (338.0, 366.0)
"""The middle of the spiral, from which radii are measured."""
GARDEN: Final = (322.0, 402.0)
"""The middle of the garden, where the spiral ends."""
GATE: Final = (62.0, 704.0)
"""The middle of the place outside, where all pieces start."""

TRACK: Final = 82.0
_OUTER: Final = 357.0
_BEGIN: Final = radians(117)
_TURNS: Final = 2.74
_SQUARES: Final = HOME - 1
"""The garden is no square of the track."""

Point = tuple[float, float]


def _radius(angle: float) -> float:
    return _OUTER - TRACK * angle / (2 * pi)


def _length(angle: float) -> float:
    return _OUTER * angle - TRACK * angle * angle / (4 * pi)


_LONG: Final = _length(2 * pi * _TURNS)


def _angle(square: float) -> float:
    """How far round the middle of this square is; half a square more is where the next one begins."""
    length = (square - 0.5) / _SQUARES * _LONG
    return 2 * pi / TRACK * (_OUTER - sqrt(_OUTER * _OUTER - TRACK * length / pi))


def _at(angle: float, radius: float) -> Point:
    turned = _BEGIN - angle
    return MIDDLE[0] + radius * cos(turned), MIDDLE[1] + radius * sin(turned)


def _write(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def place(square: int, along: float = 0, inwards: float = 0) -> Point:
    """A point of a square: its middle, or so far along the way of travel and towards the middle of the spiral."""
    if square in (START, HOME):
        x, y = GATE if square == START else GARDEN
        return x + along, y + inwards
    angle = _angle(square)
    radius = _radius(angle)
    return _at(angle + along / (radius - inwards), radius - inwards)


def corner(square: int, wide: float, high: float) -> Point:
    """Where a box of this size is centred that lies in the corner of a square, outside and at its beginning."""
    turned = _BEGIN - _angle(square)
    across = (abs(cos(turned)) * wide + abs(sin(turned)) * high) / 2
    along = (abs(sin(turned)) * wide + abs(cos(turned)) * high) / 2
    # where the square stands on its edge, less lies in the corner
    slant = 5 * abs(sin(2 * turned))
    return place(square, -_LONG / _SQUARES / 2 + 6 + slant + along, -TRACK / 2 + 6 + across)


def heading(square: int) -> float:
    """The way of travel in degrees, 0 to the right and 90 downwards, from -180 to 180."""
    (x0, y0), (x1, y1) = place(square, -1), place(square, 1)
    return degrees(atan2(y1 - y0, x1 - x0))


def outline(square: int) -> str:
    """The outline of a square of the track as an SVG path."""
    begin, end = _angle(square - 0.5), _angle(square + 0.5)
    half = TRACK / 2
    corners = [_at(begin, _radius(begin) + half), _at(end, _radius(end) + half)]
    corners += [_at(end, _radius(end) - half), _at(begin, _radius(begin) - half)]
    radius = _radius(_angle(square))
    outer, inner = number(radius + half), number(radius - half)
    return (
        f"M{_write(corners[0])}A{outer} {outer} 0 0 0 {_write(corners[1])}L{_write(corners[2])}"
        f"A{inner} {inner} 0 0 1 {_write(corners[3])}Z"
    )


def _edge(begin: float, turns: float) -> str:
    """So many turns of the border of the track, from this angle on."""
    count = round(turns * 16)
    parts = [f"M{_write(_at(begin, _radius(begin) + TRACK / 2))}"]
    for i in range(1, count + 1):
        angle = begin + 2 * pi * turns * i / count
        radius = number(_radius(angle - pi * turns / count) + TRACK / 2)
        parts.append(f"A{radius} {radius} 0 0 0 {_write(_at(angle, _radius(angle) + TRACK / 2))}")
    return "".join(parts)


EDGE: Final = _edge(0, _TURNS + 1)
"""The border of the track as an SVG path, a spiral of one turn more than the track has."""
GROUND: Final = _edge(0, 1) + "Z"
"""All within the first turn."""
LAWN: Final = _edge(2 * pi * _TURNS, 1) + "Z"
"""The ground of the garden, within the last turn."""

LINES: Final = "".join(
    f"M{_write(_at(_angle(n + 0.5), _radius(_angle(n + 0.5)) + TRACK / 2))}"
    f"L{_write(_at(_angle(n + 0.5), _radius(_angle(n + 0.5)) - TRACK / 2))}"
    for n in range(_SQUARES + 1)
)
"""The lines between the squares."""


def spots(square: int, pieces: int, *, aside: bool = False) -> list[tuple[float, float, float]]:
    """Where so many pieces stand side by side on a square: x, y and the radius of each.

    ``aside``: they leave room for a picture on the square.
    """
    if not pieces:
        return []
    if square == START:
        columns, radius = (3, 14.0) if pieces <= 9 else (5, 9.5)
    elif pieces == 1:
        x, y = place(square, *((0, 56) if square == HOME else (13, 17) if aside else (9, 13)))
        return [(x, y, 15.0 if aside else 17.0)]
    elif pieces <= 4:
        columns, radius = 2, 12.5 if pieces == 2 else 11.0
    else:
        columns, radius = (3, 9.5) if pieces <= 9 else (4, 7.5)
    pitch = 2.25 * radius
    rows = -(-pieces // columns)
    # the number keeps its corner as long as that can be
    shift, middle = (0, 0) if square == START else {1: (3, 17), 2: (14 - 3 * columns, 13)}.get(rows, (3, 8))
    found = []
    for i in range(pieces):
        row, column = divmod(i, columns)
        wide = min(columns, pieces - row * columns)
        along = shift + (column - (wide - 1) / 2) * pitch
        found.append((*place(square, along, middle + (row - (rows - 1) / 2) * pitch), radius))
    return found


def way(squares: Sequence[int], end: Point, *, leap: bool = False) -> str:
    """The way of a piece over these squares to a point, as an SVG path whose end is its origin.

    It goes from middle to middle along the track, or with ``leap`` straight over all that lies between.
    """
    points = [place(square, 0, 0 if square in (START, HOME) else 8) for square in squares[:-1]] + [end]
    moved = [(x - end[0], y - end[1]) for x, y in points]
    parts = [f"M{_write(moved[0])}"]
    for (x0, y0), (x1, y1), one, other in zip(moved, moved[1:], squares, squares[1:], strict=False):
        if leap:
            # it swings outwards, so that it does not hide the line between the two
            bend = min(90.0, hypot(x1 - x0, y1 - y0) / 3)
            far = hypot(y1 - y0, x0 - x1) or 1.0
            control = ((x0 + x1) / 2 + bend * (y1 - y0) / far, (y0 + y1) / 2 + bend * (x0 - x1) / far)
            parts.append(f"Q{_write(control)} {_write((x1, y1))}")
        elif {one, other} & {START, HOME}:
            parts.append(f"L{_write((x1, y1))}")
        else:
            radius = number(_radius(_angle((one + other) / 2)) - 8)
            parts.append(f"A{radius} {radius} 0 0 {int(other < one)} {_write((x1, y1))}")
    return "".join(parts)
