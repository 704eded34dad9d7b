"""Our pictures for paper: plain SVG, in colour or in black and white.

The program that sets the sheets knows no CSS variables, so that each colour of the palette is written out. Paper is
white already: no ink is spent on a ground. Without colour the palette becomes greys, and its tints become hatchings,
so that home rows, marked squares and garden still differ; players differ by shape anyhow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fortune.palette import PALETTE

__all__ = ["DISPLAY", "INKS", "TEXT", "Ink", "plain"]

DISPLAY: Final = "Grenze Gotisch"
TEXT: Final = "Atkinson Hyperlegible Next"

_WHITE = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ink:
    """What a sheet is printed with: the value of each colour of the palette, and the hatching of some fills."""

    key: str
    title: str
    values: Mapping[str, str]
    hatched: Mapping[str, str]


def _hatching(key: str, turn: int) -> str:
    return (
        f'<pattern id="{key}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
        f'<rect width="7" height="7" fill="{_WHITE}"/>'
        '<path d="M0 3.500H7" stroke="#8c8c8c" stroke-width="1.200"/></pattern>'
    )


_DOTTED = (
    f'<pattern id="gold-wash" width="9" height="9" patternUnits="userSpaceOnUse">'
    f'<rect width="9" height="9" fill="{_WHITE}"/>'
    '<circle cx="2.500" cy="2.500" r="1" fill="#8c8c8c"/><circle cx="7" cy="7" r="1" fill="#8c8c8c"/></pattern>'
)

_GREYS = {
    "shade": "#e4e4e4",
    "line": "#8c8c8c",
    "ink": "#000000",
    "soft": "#3d3d3d",
    "red": "#4d4d4d",
    "blue": "#707070",
    "gold": "#cccccc",
    "bronze": "#4d4d4d",
    "key": "#000000",
    "pink": "#e4e4e4",
}

INKS: Final[Mapping[str, Ink]] = MappingProxyType(
    {
        "": Ink(
            "",
            "colour",
            {name: colour.light for name, colour in PALETTE.items()} | {"paper": _WHITE, "sheet": _WHITE},
            {},
        ),
        "bw": Ink(
            "bw",
            "black and white",
            dict.fromkeys(PALETTE, _WHITE) | _GREYS,
            {
                "red-wash": _hatching("red-wash", 45),
                "blue-wash": _hatching("blue-wash", -45),
                "gold-wash": _DOTTED,
            },
        ),
    }
)
"""The ways of printing, by what stands in a file's name."""

_VARIABLE = re.compile(r'(fill=")?var\(--fortune-([a-z-]+),#[0-9a-f]{6}\)')
_FAMILY = re.compile(r'font-family="(?:[^"]*)"')


def plain(svg: str, ink: Ink) -> str:
    """A picture of ours with its colours written out and its typefaces named as they are on paper.

    >>> plain('<svg viewBox="0 0 1 1"><path fill="var(--fortune-red,#a32a20)"/></svg>', INKS["bw"])
    '<svg viewBox="0 0 1 1"><path fill="#4d4d4d"/></svg>'
    """
    used: set[str] = set()

    def write(found: re.Match[str]) -> str:
        fill, name = found[1] or "", found[2]
        if fill and name in ink.hatched:
            used.add(name)
            return f"{fill}url(#{name})"
        return fill + ink.values[name]

    text = _VARIABLE.sub(write, svg)
    text = _FAMILY.sub(lambda found: f'font-family="{DISPLAY if DISPLAY in found[0] else TEXT}"', text)
    if not used:
        return text
    patterns = "".join(ink.hatched[name] for name in sorted(used))
    head, mark, rest = text.partition(">")
    return f"{head}{mark}<defs>{patterns}</defs>{rest}"
