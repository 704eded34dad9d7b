"""The site's two typefaces as TrueType: one file for each weight, as programs for paper want them.

npm brings them as variable fonts in woff2, which browsers read and the program that sets the sheets does not.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from house.ink import DISPLAY, TEXT

__all__ = ["FACES", "cut"]

FACES = (
    (TEXT, 400, "atkinson-hyperlegible-next"),
    (TEXT, 600, "atkinson-hyperlegible-next"),
    (DISPLAY, 800, "grenze-gotisch"),
)
"""Family, weight, and npm's package."""


def cut(packages: Path) -> Iterator[tuple[str, bytes]]:
    """Each face as the name of a file and its bytes; the same packages give the same bytes."""
    for family, weight, package in FACES:
        source = packages / "@fontsource-variable" / package / "files" / f"{package}-latin-wght-normal.woff2"
        # no date of today goes into the file
        font = instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"wght": weight})
        font.flavor = None
        _use_lining_numerals(font)
        _name(font, family, weight)
        made = io.BytesIO()
        font.save(made)
        yield f"{family.replace(' ', '')}-{weight}.ttf", made.getvalue()


def _use_lining_numerals(font: TTFont) -> None:
    """Let the plain digits be those of one height, for which SVG in a browser asks by ``font-variant-numeric``."""
    table = font["GSUB"].table
    lining: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    lining |= getattr(subtable, "ExtSubTable", subtable).mapping
    for subtable in font["cmap"].tables:
        subtable.cmap.update({code: lining[name] for code, name in subtable.cmap.items() if name in lining})


def _name(font: TTFont, family: str, weight: int) -> None:
    """Name the face by its family, under which pictures and pages ask for it."""
    names = font["name"]
    for number in (1, 2, 3, 4, 6, 16, 17, 25):
        names.removeNames(nameID=number)
    style = "Regular" if weight == 400 else "Bold"
    called = {1: family, 2: style, 4: f"{family} {weight}", 6: f"{family.replace(' ', '')}-{weight}"}
    for number, text in called.items():
        names.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
