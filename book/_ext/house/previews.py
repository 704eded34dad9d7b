"""What a link to a page shows elsewhere: a card of 1200 × 630 pixels for each page, and the site's icons.

They are set by Typst from our own SVG, as the sheets to print are (:mod:`house.printing`): the same sources give the
same bytes, and a card is set only where something of it has changed. A card shows the title, the part of the book,
and a picture of that part.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

from fortune.palette import PALETTE
from house import contents
from house.ink import DISPLAY, TEXT, Ink
from house.paper import picture, quoted
from house.printing import Press, write_faces
from house.scenes import EAVES, ROOF, scene

__all__ = ["FOLDER", "HEIGHT", "WIDTH", "card", "icon", "in_one_file", "make", "write_cards"]

FOLDER: Final = "previews"
"""Where the cards are, in the built site; the packed site goes without them, for nobody links to it."""

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size of a card, in pixels: what those who show links ask for."""

ICON_SIZES: Final = (16, 32, 48)
"""The sizes within ``favicon.ico``, for browsers that do not read SVG."""

TOUCH_SIZE: Final = 180
"""The size of the picture that a telephone puts on its first screen."""

_KEPT = "made.json"
"""In the folder of what the next build can use: what each card was made from."""

_PX = 0.25
"""Millimetres to a pixel of a card; any would do."""
_PPI = 25.4 / _PX

_SCREEN = Ink("screen", "screen", {name: colour.light for name, colour in PALETTE.items()}, {})

_CARD = """\
#set document(title: {title}, date: none)
#set page(width: {width}mm, height: {height}mm, margin: 0mm, fill: rgb("{paper}"))
#set text(font: "{text}", fill: rgb("{ink}"), hyphenate: false, number-type: "lining")
#set par(leading: 0.32em)
#place(top + left, {roof})
#place(top + right, dx: -13mm, dy: 24mm, {picture})
#place(top + left, dx: 15mm, dy: 26mm, block(width: 148mm)[
  #text(size: 19pt, weight: 600, fill: rgb("{red}"), {part})
  #v(8mm, weak: true)
  #layout(room => {{
    let set-in(size) = block(width: room.width, text(font: "{display}", weight: 800, size: size, {title}))
    let fitting = (78pt, 72pt, 66pt, 60pt, 54pt, 48pt, 42pt).filter(size => measure(set-in(size)).height <= 82mm)
    set-in(fitting.at(0, default: 36pt))
  }})
  #v(7mm, weak: true)
  #{eaves}
])
#place(bottom + left, dx: 15mm, dy: -13mm, text(size: 19pt, weight: 600, {book}))
"""


def make(app: Sphinx, exception: Exception | None) -> None:
    """Bring the cards and the icons up to date, when all pages are written."""
    if exception is None and app.builder.format == "html":
        root, site = Path(app.srcdir), Path(app.outdir)
        press = Press(site.parent / ".print" / "faces")
        mark = write_faces(root / "web" / "node_modules", site.parent / ".print" / "faces")
        pages = [(page.name, page.title, page.part) for page in contents.pages(app.env)]
        write_cards(press, mark, pages, app.config.project, site / FOLDER, site.parent / f".{FOLDER}")
        drawing = (root / "book" / "_static" / "favicon.svg").read_text(encoding="utf-8")
        (site / "favicon.ico").write_bytes(in_one_file({size: icon(press, drawing, size) for size in ICON_SIZES}))
        (site / "_static" / "apple-touch-icon.png").write_bytes(icon(press, drawing, TOUCH_SIZE, ground=True))


def write_cards(
    press: Press, mark: str, pages: Iterable[tuple[str, str, str]], book: str, target: Path, kept: Path
) -> None:
    """Write a card for each page, given by its name, title and part, and take away what is none."""
    target.mkdir(parents=True, exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    known: dict[str, str] = json.loads((kept / _KEPT).read_text()) if (kept / _KEPT).is_file() else {}
    made: dict[str, str] = {}
    for name, title, part in pages:
        source = card(name, title, part, book)
        path = target / contents.card_name(name)
        made[path.name] = hashlib.sha256(f"{mark} {source}".encode()).hexdigest()
        if known.get(path.name) != made[path.name] or not path.is_file():
            path.write_bytes(press.preview(source.encode(), _PPI))
    for path in target.iterdir():
        if path.name not in made:
            path.unlink()
    (kept / _KEPT).write_text(json.dumps(made, indent=0, sort_keys=True))


def card(name: str, title: str, part: str, book: str) -> str:
    """The card of a page as Typst sets it; its picture is that of the page's folder."""
    folder = name.split("/")[1]
    values = _SCREEN.values
    return _CARD.format(
        title=quoted(title),
        part=quoted(part or contents.SUBTITLE),
        book=quoted(book),
        width=WIDTH * _PX,
        height=HEIGHT * _PX,
        text=TEXT,
        display=DISPLAY,
        paper=values["paper"],
        ink=values["ink"],
        red=values["red"],
        roof=_placed(ROOF, width=WIDTH * _PX),
        eaves=_placed(EAVES, width=148),
        picture=_placed(scene(folder), width=110.6),
    )


def _placed(svg: str, *, width: float | None = None, height: float | None = None) -> str:
    return picture(svg, _SCREEN, width=width, height=height)[1:]


def icon(press: Press, drawing: str, size: int, *, ground: bool = False) -> bytes:
    """The site's icon as PNG, ``size`` pixels wide; upon paper with a margin, or upon nothing."""
    paper, share = (f'rgb("{_SCREEN.values["paper"]}")', 76) if ground else ("none", 100)
    escaped = drawing.replace("\\", "\\\\").replace('"', '\\"')
    source = (
        f"#set page(width: {size}pt, height: {size}pt, margin: 0pt, fill: {paper})\n"
        f'#place(center + horizon, image(bytes("{escaped}"), format: "svg", width: {share}%))'
    )
    return press.preview(source.encode(), 72)


def in_one_file(pictures: Mapping[int, bytes]) -> bytes:
    """Square PNGs, by their widths, as one file of the kind ICO."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries = b""
    for size, content in pictures.items():
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return head + entries + b"".join(pictures.values())
