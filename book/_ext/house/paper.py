"""A page of paper in the language of Typst: sizes, typefaces, the head and the foot that all sheets have.

What stands here answers text for Typst; nothing is set yet (see :mod:`house.printing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from house.ink import DISPLAY, TEXT, Ink, plain

__all__ = ["MARGIN", "PAPERS", "Paper", "page", "picture", "quoted", "words"]

MARGIN: Final = 12
"""The margin of every sheet, in millimetres; common printers need less."""

HEAD: Final = 21
"""How high the head of a sheet is, with the space below it, in millimetres."""
FOOT: Final = 9
"""How high the foot is, with the space above it."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, in millimetres."""

    key: str
    title: str
    typst: str
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """How wide and high the sheet is between head, foot and margins."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - HEAD - FOOT


PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "a4": Paper("a4", "A4", "a4", 210, 297),
        "letter": Paper("letter", "US Letter", "us-letter", 215.9, 279.4),
    }
)

_PRELUDE = """\
#set document(title: {title}, author: "The House of Fortune", date: none)
#set text(font: "{text}", size: {size}pt, lang: "en", region: "gb", fill: rgb("{ink}"), number-type: "lining")
#set par(leading: 0.6em, spacing: 0.75em)
#let display(body, size: 20pt, fill: rgb("{ink}")) = text(font: "{display}", weight: 800, size: size, fill: fill, body)
#let red = rgb("{red}")
#let soft = rgb("{soft}")
#let hair = 0.5pt + rgb("{line}")
#let rule = 1pt + rgb("{ink}")
#let ink = rgb("{ink}")
#let shade = rgb("{shade}")
#let blank(label, width) = box(baseline: 0pt)[#label #box(width: width, stroke: (bottom: rule))]
#let scale = box(width: 50mm, height: 2mm, stroke: (bottom: rule, left: rule, right: rule))
#let foot = block(width: 100%, height: {inner}mm)[
  #set text(size: 8.5pt, fill: soft)
  #place(bottom + left, block(width: 60%)[{foot}])
  #place(bottom + right)[#scale#h(1.5mm)5 cm at 100 %]
]
#set page(paper: "{paper}", margin: (rest: {margin}mm, bottom: {margin}mm + {foot_room}mm), footer: foot,
  footer-descent: 3mm)
#block(height: {head}mm, width: 100%, breakable: false, spacing: 0pt)[
  #place(top + left, heading(level: 1, display({title}, size: 25pt)))
  #place(top + left, dy: 9.5mm, text(size: 11pt, fill: soft, {subtitle}))
  #place(bottom + left, dy: -5mm, line(length: 100%, stroke: 2.2pt + ink))
  #place(bottom + left, dy: -4mm, line(length: 100%, stroke: 0.7pt + ink))
]
"""


def quoted(text: str) -> str:
    """A text as Typst writes one, with a printer's apostrophe.

    >>> print(quoted("the tavern's"))
    "the tavern’s"
    """
    text = text.replace("'", "’").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def words(text: str) -> str:
    """A text that stands in a page of Typst."""
    return f"#{quoted(text)}"


def page(
    paper: Paper, ink: Ink, title: str, subtitle: str, body: str, *, size: float = 12, foot: Iterable[str] = ()
) -> str:
    """A whole sheet: head, body, foot. ``size`` is that of the text, in points."""
    values = ink.values
    return (
        _PRELUDE.format(
            title=quoted(title),
            subtitle=quoted(subtitle),
            paper=paper.typst,
            margin=MARGIN,
            text=TEXT,
            display=DISPLAY,
            size=f"{size:g}",
            head=HEAD,
            inner=FOOT - 3,
            foot_room=FOOT,
            foot="#h(0.6em)·#h(0.6em)".join(map(words, ("The House of Fortune", *foot))),
            **{name: values[name] for name in ("ink", "red", "soft", "line", "shade")},
        )
        + body
    )


def picture(svg: str, ink: Ink, *, width: float | None = None, height: float | None = None, alt: str = "") -> str:
    """A picture of ours as a part of a page; its size in millimetres, the missing one by its shape."""
    size = "".join(f", {side}: {value:.2f}mm" for side, value in (("width", width), ("height", height)) if value)
    told = alt or "".join(re.findall(r"<title[^>]*>([^<]*)</title>", svg)[:1])
    drawn = re.sub(r"<(title|desc)[^>]*>[^<]*</\1>", "", plain(svg, ink))
    escaped = drawn.replace("\\", "\\\\").replace('"', '\\"')
    return f'#image(bytes("{escaped}"), format: "svg", alt: {quoted(told)}{size})'
