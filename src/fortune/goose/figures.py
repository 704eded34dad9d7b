"""The pictures on the squares of the Goose, as pieces of SVG that never change.

Each stands around the origin, about 56 units wide and upright; :mod:`fortune.goose.board` puts it on its square. Line
weights are a woodcut's, and the lines are dark on both papers, for what they enclose is light on both.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fortune.drawing import die_face, paint
from fortune.goose.squares import BRIDGE, DEATH, DICE, INN, MAZE, PRISON, WELL

__all__ = ["BEAK", "FEATHERS", "GARDEN_GATE", "GOOSE", "LOCK", "PICTURES", "START_POST"]

_ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def _path(d: str, fill: str = "none", stroke: str = "", width: float = 0, more: str = _ROUND) -> str:
    return f'<path d="{d}" {paint(fill, stroke, width)}{more}/>'


GOOSE: Final = (
    "M-27-7C-19-2-13-3-7-5C0-7 6-7 8-11C10-16 5-20 8-25C11-30 20-30 21-24C22-20 17-18 18-13C20-7 23-3 21 4"
    "C18 14 6 18-5 17C-17 15-24 5-27-7Z"
)
"""The body of the goose, who walks to the right."""
FEATHERS: Final = "M-14 2C-8 11 3 12 11 4M-9 3C-4 8 1 8 6 4M-2 17V25H4M7 16V24H13M14.500-24.500h.1"
"""Wing, feet and eye, drawn as lines."""
BEAK: Final = "M21-26L31-22L20-19.500Z"

_BRIDGE = "".join(
    (
        _path("M-28 14q4.700-5 9.300 0t9.300 0 9.300 0 9.300 0 9.300 0 9.300 0M-24 21q4-4 8 0t8 0 8 0 8 0 8 0 8 0",
              "none", "blue", 3),
        _path("M-29 10V-4Q0-26 29-4V10H19Q17-6 4.500-6V-7H-4.500V-6Q-17-6-19 10Z", "skin", "key", 3),
        _path("M-29-12Q0-34 29-12M-18-9V-17M0-14V-23M18-9V-17", "none", "ink", 3),
        _path("M-22-1l4-4M-25 5h4M22-1l-4-4M25 5h-4M0-14v6", "none", "key", 1.8),
    )
)  # fmt: skip

_INN = "".join(
    (
        _path("M12-8H22Q27-8 27-3V8Q27 14 21 15L13 16", "none", "key", 8),
        _path("M12-8H22Q27-8 27-3V8Q27 14 21 15L13 16", "none", "gold", 3),
        _path("M-18-14L-16 24H12L14-14Z", "gold", "key", 3),
        _path("M-9-4L-8 18M-2-4V18M5-4L4 18", "none", "key", 2),
        _path("M-19-12C-27-14-25-25-16-23C-14-31-3-31 0-25C6-31 16-27 14-20C20-17 17-9 11-12"
              "C9-6 3-6 1-11C-3-8-14-8-19-12Z", "skin", "key", 3),
    )
)  # fmt: skip

_WELL = "".join(
    (
        _path("M-17-10V8M17-10V8", "none", "key", 5),
        _path("M-27-10L0-29L27-10Z", "red", "key", 3),
        _path("M0-12V-4M-6-4H6L4 5H-4Z", "gold", "key", 2.5),
        _path("M-23 8V20Q0 30 23 20V8Z", "skin", "key", 3),
        _path("M-23 8Q0 17 23 8Q0 0-23 8Z", "blue", "key", 3),
        _path("M-14 15v6M-4 17v7M6 17v7M16 14v6M-22 17Q0 25 22 17", "none", "key", 1.8),
    )
)

_MAZE = "".join(
    (
        _path("M0-27A27 27 0 0 1 0 27A27 27 0 0 1 0-27Z", "skin", "key", 3),
        _path("M4 19A19.500 19.500 0 1 0-10 17M10 17A19.500 19.500 0 0 0 15 12M-6 10A12 12 0 1 1 6 10M-6 10V16M12-1H19"
              "M0-19V-26M0 12V26", "none", "key", 3.4),
        _path("M0-5A5 5 0 0 1 0 5A5 5 0 0 1 0-5Z", "red"),
    )
)  # fmt: skip

_PRISON = "".join(
    (
        _path("M-25 26V-8Q-25-29 0-29T25-8V26Z", "skin", "key", 3),
        _path("M-25 0h6M-25 12h6M19 0h6M19 12h6M-17-19l5 5M17-19l-5 5M0-29v6", "none", "key", 1.8),
        _path("M-18 22V-6Q-18-22 0-22T18-6V22Z", "key"),
        _path("M-10 22V-16M0 22V-21M10 22V-16M-18-3H18M-18 11H18", "none", "line", 3.6),
    )
)

_DEATH = "".join(
    (
        _path("M-26 10L26 25M26 10L-26 25", "none", "key", 9),
        _path("M-26 10L26 25M26 10L-26 25", "none", "skin", 4.5),
        _path("M-19-8C-20-34 20-34 19-8C19-2 16 0 13 3V10Q13 14 9 14H-9Q-13 14-13 10V3C-16 0-19-2-19-8Z",
              "skin", "key", 3),
        _path("M-13-8C-13-14-4-14-4-8S-13-2-13-8ZM4-8C4-14 13-14 13-8S4-2 4-8ZM0-3L3 3H-3Z", "key"),
        _path("M-5 8V14M0 8V14M5 8V14", "none", "key", 2.2),
    )
)  # fmt: skip


def _dice(square: int) -> str:
    high, low = DICE[square]
    return die_face(high, -13, -3, 28, -8) + die_face(low, 14, 7, 28, 9)


PICTURES: Final[Mapping[int, str]] = MappingProxyType(
    {BRIDGE: _BRIDGE, INN: _INN, WELL: _WELL, MAZE: _MAZE, PRISON: _PRISON, DEATH: _DEATH}
    | {square: _dice(square) for square in DICE}
)
"""The picture of each marked square that is no goose."""


def _tree(x: int) -> str:
    return _path(f"M{x} 42V14", "none", "ink", 5) + _path(
        f"M{x - 5} 22C{x - 21} 22 {x - 23} 7 {x - 13} 3C{x - 21}-9 {x - 9}-20 {x}-14C{x + 9}-20 {x + 21}-9 {x + 13} 3"
        f"C{x + 23} 7 {x + 21} 22 {x + 5} 22Z",
        "blue", "key", 3,
    ) + "".join(
        f'<circle cx="{x + dx}" cy="{dy}" r="3.4" {paint("gold", "key", 1.6)}/>'
        for dx, dy in ((-9, 10), (0, -4), (9, 9), (0, 14))
    )  # fmt: skip


GARDEN_GATE: Final = "".join(
    (
        _tree(-56),
        _tree(56),
        _path("M-33 44V0Q-33-40 0-40T33 0V44H23V2Q23-29 0-29T-23 2V44Z", "red", "key", 3.5),
        _path("M-33 4h10M-33 24h10M33 4h-10M33 24h-10M-21-34l6 9M21-34l-6 9M0-40v11", "none", "key", 2),
        f'<g transform="translate(-2 20) scale(.78)">{_path(GOOSE, "skin", "key", 3.4)}'
        f"{_path(FEATHERS, 'none', 'key', 2.8)}{_path(BEAK, 'gold', 'key', 2.6)}"
        f"{_path('M7-30L5-40L11-35L15-42L19-35L25-39L22-29Z', 'gold', 'key', 2.6)}</g>",
        _path("M-84 44H-34M34 44H84M-80 44V34M-72 44V34M-40 44V34M40 44V34M72 44V34M80 44V34M-84 38H-36M36 38H84",
              "none", "ink", 2.6),
        _path("M-88 45H88", "none", "ink", 4),
    )
)  # fmt: skip
"""The gate of the garden with the goose in it, trees and a fence beside it."""

START_POST: Final = _path("M5 756V596M5 602H62L76 618L62 634H5", "none", "ink", 3.5)
"""The post that shows from the start to square 1."""

LOCK: Final = _path("M-3.500-1V-4.500a3.500 3.500 0 0 1 7 0V-1", "none", "ink", 2) + _path(
    "M-5.500-1.500h11v8h-11Z", "ink"
)
"""A padlock: the mark of a piece that waits for another to come."""
