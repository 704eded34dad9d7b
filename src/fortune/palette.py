"""The one palette of boards, charts and pages: warm paper, black line, one red, one blue, one gold.

Every colour has a name, and a value for light and for dark. Drawings write ``var(--fortune-red,#a32a20)``: the
page decides between light and dark, and a picture that stands alone falls back on the light value. The pages
take :func:`css`, the charts take :data:`LIGHT_TO_DARK`. Nothing else names a colour.

Colour never carries a meaning alone: players differ by shape, chart series by dash, marker and pattern.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fortune.errors import FortuneError

__all__ = [
    "CONTRASTS",
    "DISPLAY_FONT",
    "HEAT_MOST",
    "LIGHT_TO_DARK",
    "PALETTE",
    "SEATS",
    "SERIES",
    "SHAPES",
    "TEXT_FONT",
    "Colour",
    "Seat",
    "Series",
    "contrast",
    "css",
    "mix",
    "var",
]


@dataclass(frozen=True, slots=True)
class Colour:
    """A named colour: its value on light and on dark paper, and what it is for."""

    light: str
    dark: str
    use: str


PALETTE: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "paper": Colour("#f7f0e1", "#16140f", "the page"),
        "sheet": Colour("#fdf9ef", "#211e17", "a lighter surface: rooms, code, fields"),
        "shade": Colour("#ebe0c9", "#2f2a20", "a darker surface: table heads, the seat that throws"),
        "line": Colour("#b9a888", "#6b6048", "hairlines and hatching; never text"),
        "ink": Colour("#1b1a17", "#f2e8d3", "text and line"),
        "soft": Colour("#574f43", "#bdb097", "secondary text"),
        "red": Colour("#a32a20", "#ee7059", "the first accent: roof, emphasis, loss"),
        "blue": Colour("#1d4f7c", "#86b7ea", "the second accent: links, gain"),
        "gold": Colour("#d29a21", "#e3b34a", "chips and crowns; a fill, never text"),
        "bronze": Colour("#7a5200", "#e3b34b", "gold dark enough to be read"),
        "red-wash": Colour("#f0d5c6", "#4a251d", "a tint of red under text"),
        "blue-wash": Colour("#d5e0e4", "#1d3346", "a tint of blue under text"),
        "gold-wash": Colour("#f3e2b5", "#43340f", "a tint of gold under text"),
        "key": Colour("#1b1a18", "#1b1a16", "line on gold, dark on both papers"),
        "skin": Colour("#f7e4cf", "#ecd9c0", "faces"),
        "pink": Colour("#efc6b8", "#d59c90", "the pig"),
    }
)
"""All colours there are, by name. No two share a value, so that a chart's light colours map to dark ones."""

DARK: Final = 'html[data-theme="dark"],body[data-jp-theme-light="false"]'
"""The CSS selector of dark paper: how the book's pages say so, and how JupyterLab does."""

LIGHT_TO_DARK: Final[Mapping[str, str]] = MappingProxyType({c.light: c.dark for c in PALETTE.values()})
"""The dark value of each light one, for what has its colours written out, as a chart."""

# behind the display face stand serifs whose numerals are of one height, as a board needs them
DISPLAY_FONT: Final = '"Grenze Gotisch Variable","Grenze Gotisch","Palatino Linotype",Palatino,"Times New Roman",serif'
"""The CSS font family of titles and of numerals on boards."""
TEXT_FONT: Final = '"Atkinson Hyperlegible Next Variable","Atkinson Hyperlegible",Verdana,"DejaVu Sans",sans-serif'
"""The CSS font family of text."""

HEAT_MOST: Final = 0.5
"""How opaque the strongest heat lies over a room; ink stays readable upon it."""

_TEXT = 4.5
CONTRASTS: Final[tuple[tuple[str, str, float], ...]] = (
    *((text, ground, _TEXT) for text in ("ink", "soft", "red", "blue", "bronze") for ground in ("paper", "sheet")),
    *((text, "shade", _TEXT) for text in ("ink", "soft", "red", "blue", "bronze")),
    *(("ink", f"{wash}-wash", _TEXT) for wash in ("red", "blue", "gold")),
    *((text, f"{text}-wash", _TEXT) for text in ("red", "blue")),
    ("bronze", "gold-wash", _TEXT),
    *(("paper", ground, _TEXT) for ground in ("ink", "red", "blue", "bronze")),
    *(("key", ground, _TEXT) for ground in ("gold", "skin", "pink")),
)
"""Every pair of text (or line) and ground that is used, with the contrast WCAG 2.2 AA asks of it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """How a player is marked: a shape, solid or hollow, and a colour on top of that."""

    shape: str
    hollow: bool
    colour: str


SHAPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "disc": "M0-10a10 10 0 0 1 0 20a10 10 0 0 1 0-20Z",
        "square": "M-9-9H9V9H-9Z",
        "triangle": "M0-11L11 9H-11Z",
        "cross": "M-3.6-10H3.6V-3.6H10V3.6H3.6V10H-3.6V3.6H-10V-3.6H-3.6Z",
        "diamond": "M0-12L10 0L0 12L-10 0Z",
        "heart": "M0 11C-16-1-10-12-4-10C-2-9.5-.5-8 0-6C.5-8 2-9.5 4-10C10-12 16-1 0 11Z",
        "star": "M0-12L2.9-4L11.4-3.7L4.7 1.5L7 9.7L0 5L-7 9.7L-4.7 1.5L-11.4-3.7L-2.9-4Z",
        "shield": "M-9.5-10H9.5V-1C9.5 6 4 9.5 0 11.5C-4 9.5-9.5 6-9.5-1Z",
        "moon": "M5-10.5A10.7 10.7 0 1 0 5 10.5A11.5 11.5 0 0 1 5-10.500Z",
        "hourglass": "M-10-10H10L3 0L10 10H-10L-3 0Z",
    }
)
"""SVG paths of the players' marks, about ten units around the origin."""

SEATS: Final[tuple[Seat, ...]] = tuple(
    Seat(shape, hollow, ("red", "blue", "gold", "ink")[i % 4])
    for hollow in (False, True)
    for i, shape in enumerate(SHAPES)
)
"""The marks of up to twenty players; each differs from the others in shape or in being hollow."""


@dataclass(frozen=True, slots=True)
class Series:
    """How the n-th series of a chart is drawn, in plotly's words; each differs in more than colour."""

    colour: str
    dash: str
    symbol: str
    pattern: str


SERIES: Final[tuple[Series, ...]] = (
    Series("blue", "solid", "circle", ""),
    Series("red", "dash", "square", "/"),
    Series("bronze", "dot", "diamond", "x"),
    Series("ink", "dashdot", "triangle-up", "."),
    Series("soft", "longdash", "cross", "-"),
    Series("blue", "longdashdot", "star", "\\"),
    Series("red", "8px 2px 2px 2px", "hourglass", "|"),
    Series("bronze", "14px 4px", "triangle-down", "+"),
)
"""How the series of a chart differ, in order: by colour, dash, marker and hatching."""


def _known(name: str) -> Colour:
    if name not in PALETTE:
        raise FortuneError(f"The palette has {', '.join(PALETTE)}, and no colour named {name!r}.")
    return PALETTE[name]


def var(name: str) -> str:
    """The colour for a style: the page's variable, and the light value where there is no page.

    >>> var("red")
    'var(--fortune-red,#a32a20)'
    """
    return f"var(--fortune-{name},{_known(name).light})"


def css() -> str:
    """The palette and the typefaces as CSS variables, for light and for dark (see ``DARK``).

    ``--fortune-dark-of`` pairs each light value with its dark one: charts are drawn by a script, which turns the
    light colours of a figure into dark ones by this list.
    """
    light = "".join(f"--fortune-{name}:{colour.light};" for name, colour in PALETTE.items())
    dark = "".join(f"--fortune-{name}:{colour.dark};" for name, colour in PALETTE.items())
    fonts = f"--fortune-display:{DISPLAY_FONT};--fortune-text:{TEXT_FONT};"
    pairs = ",".join(f"{one} {other}" for one, other in LIGHT_TO_DARK.items())
    return f':root{{{light}{fonts}--fortune-dark-of:"{pairs}"}}\n{DARK}{{{dark}}}\n'


def _channels(value: str) -> tuple[int, int, int]:
    if len(value) != 7 or value[0] != "#":
        raise FortuneError(f"A colour is written as # and six hexadecimal digits, not as {value!r}.")
    try:
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)
    except ValueError:
        raise FortuneError(f"A colour is written as # and six hexadecimal digits, not as {value!r}.") from None


def _luminance(value: str) -> float:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in _channels(value))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(over: str, under: str, share: float) -> str:
    """The colour seen where ``over`` lies upon ``under`` with this opacity, 0 to 1.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_channels(over), _channels(under), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)
