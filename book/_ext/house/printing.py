"""The sheets to print, as PDF under ``print/``: each on A4 and US Letter, in colour and in black and white.

They are set by Typst, which takes our SVG as it is, embeds the typefaces, and needs no library of the system. A sheet
that is not exactly one page ends the build. The same sources give the same bytes, for no date goes into a file; and
a sheet is set only where its page, a typeface or Typst itself has changed.

On a page the directive ``{sheets} boards`` shows all sheets of a kind, each with a small picture and its four files.
The role ``{sheet}`tally-totals```, or ``{sheet}`tally these <tally-totals>```, leads there from any page.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from posixpath import relpath

import typst
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective, SphinxRole

from house.faces import cut
from house.ink import INKS, Ink
from house.paper import PAPERS, Paper
from house.sheets import GROUPS, Sheet, all_sheets

__all__ = [
    "FOLDER",
    "PAGE",
    "SheetLink",
    "Sheets",
    "file_name",
    "print_sheets",
    "register",
    "write_faces",
    "write_sheets",
]

FOLDER = "print"
"""Where the sheets are, in the built site."""

PAGE = "book/classroom/print"
"""The page that shows them all."""

_KEPT = "made.json"
"""In a folder beside the site: what each file was made from."""

_PREVIEW_PPI = 34


class Press:
    """Typst with our typefaces and no others."""

    def __init__(self, faces: Path) -> None:
        fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[faces])
        self._compiler = typst.Compiler(font_paths=fonts)

    def fitting(self, sheet: Sheet, paper: Paper, ink: Ink) -> bytes:
        """The page of this sheet in the largest size with which it is one; raises :class:`ExtensionError`."""
        for size in sheet.sizes:
            source = sheet.make(paper, ink, size).encode()
            if self.pages(source) == 1:
                return source
        raise ExtensionError(f"The sheet {sheet.name} does not fit on one page of {paper.title}; what grew?")

    def pages(self, source: bytes) -> int:
        """How many pages this makes."""
        drawn = self._compiler.compile(source, format="svg")
        return len(drawn) if isinstance(drawn, list) else 1

    def pdf(self, source: bytes) -> bytes:
        """The page as PDF."""
        return _one(self._compiler.compile(source, format="pdf"))

    def preview(self, source: bytes, ppi: float = _PREVIEW_PPI) -> bytes:
        """A small picture of the page, as PNG."""
        return _one(self._compiler.compile(source, format="png", ppi=ppi))


def _one(made: bytes | list[bytes] | None) -> bytes:
    assert isinstance(made, bytes)
    return made


def file_name(sheet: Sheet, paper: Paper, ink: Ink) -> str:
    """What the file of a sheet is called: ``glueckshaus-board-a4.pdf``, ``glueckshaus-board-a4-bw.pdf``."""
    return "-".join(part for part in (sheet.name, paper.key, ink.key) if part) + ".pdf"


def register(app: Sphinx) -> None:
    """Print the sheets when a build begins, and offer the directive."""
    app.connect("builder-inited", print_sheets)
    app.add_directive("sheets", Sheets)
    app.add_role("sheet", SheetLink())


def print_sheets(app: Sphinx) -> None:
    """Bring the sheets up to date. A book without our library beside it gets none."""
    root = Path(app.srcdir)
    if (root / "src" / "fortune").is_dir():
        write_sheets(root, Path(app.outdir) / FOLDER, Path(app.outdir).parent / ".print")


def write_sheets(root: Path, target: Path, kept: Path) -> None:
    """Write every sheet into ``target``, and take away what is none; ``kept`` is for what the next run can use."""
    target.mkdir(parents=True, exist_ok=True)
    faces = kept / "faces"
    mark = write_faces(root / "web" / "node_modules", faces)
    known: dict[str, str] = json.loads((kept / _KEPT).read_text()) if (kept / _KEPT).is_file() else {}
    press = Press(faces)
    made: dict[str, str] = {}
    sheets = all_sheets(root)
    for name, sheet, paper, ink in _files(sheets):
        # the pages of the other sizes differ by these alone
        digest = hashlib.sha256(f"{mark} {sheet.sizes} {sheet.make(paper, ink, sheet.sizes[0])}".encode()).hexdigest()
        small = target / f"{sheet.name}.png" if _shown(paper, ink) else None
        made[name] = digest
        if known.get(name) == digest and (target / name).is_file() and (small is None or small.is_file()):
            continue
        source = press.fitting(sheet, paper, ink)
        (target / name).write_bytes(press.pdf(source))
        if small is not None:
            small.write_bytes(press.preview(source))
    wanted = {*made, *(f"{sheet.name}.png" for sheet in sheets)}
    for path in target.iterdir():
        if path.name not in wanted:
            path.unlink()
    (kept / _KEPT).write_text(json.dumps(made, indent=0, sort_keys=True))


def _files(sheets: Sequence[Sheet]) -> Iterator[tuple[str, Sheet, Paper, Ink]]:
    for sheet in sheets:
        for paper in PAPERS.values():
            for ink in INKS.values():
                yield file_name(sheet, paper, ink), sheet, paper, ink


def _shown(paper: Paper, ink: Ink) -> bool:
    """Whether the small picture of a sheet is of this kind."""
    return paper.key == "a4" and not ink.key


def write_faces(packages: Path, faces: Path) -> str:
    """Cut the faces where npm's packages or fontTools have changed; what the sheets depend on besides their pages."""
    sources = sorted(packages.glob("@fontsource-variable/*/files/*-latin-wght-normal.woff2"))
    if not sources:
        raise ExtensionError("The typefaces are missing; `make book` fetches them into web/.")
    digest = hashlib.sha256(f"{version('fonttools')} {version('typst')}".encode())
    for path in (*sources, Path(__file__).with_name("faces.py")):
        digest.update(path.read_bytes())
    stamp = faces / "made-from"
    if not stamp.is_file() or stamp.read_text() != digest.hexdigest():
        faces.mkdir(parents=True, exist_ok=True)
        for name, content in cut(packages):
            (faces / name).write_bytes(content)
        stamp.write_text(digest.hexdigest())
    return digest.hexdigest()


class Sheets(SphinxDirective):
    """``{sheets} boards``: all sheets of a kind as a list, each with its picture and its files."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The list as HTML."""
        group = self.arguments[0]
        if group not in GROUPS:
            raise self.error(f"There are sheets of the kinds {', '.join(GROUPS)}, and none of the kind {group!r}.")
        up = relpath(FOLDER, f"{self.env.docname}/..")
        items = [_item(sheet, up) for sheet in all_sheets(Path(self.env.srcdir)) if sheet.group == group]
        return [nodes.raw("", f'<ul class="sheets">{"".join(items)}</ul>', format="html")]


class SheetLink(SphinxRole):
    """``{sheet}`tally-totals```: a link to this sheet on the page that shows them all."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link, named by the sheet's title unless it has a text of its own."""
        named = re.fullmatch(r"(.+?)\s*<([^<>]+)>", self.text, re.DOTALL)
        name = named[2] if named else self.text
        found = [sheet for sheet in all_sheets(Path(self.env.srcdir)) if sheet.name == name]
        if not found:
            message = self.inliner.reporter.error(f"There is no sheet {name!r} to print.", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        (sheet,) = found
        text = named[1] if named else sheet.about if sheet.group == "cards" else sheet.title
        address = f"{relpath(PAGE, f'{self.env.docname}/..')}.html#{sheet.name}"
        return [nodes.reference(self.rawtext, text, refuri=address, internal=True)], []


def _item(sheet: Sheet, up: str) -> str:
    title, about = escape(sheet.title), escape(sheet.about)
    links = "".join(
        f"<span>{paper.title}: "
        + ", ".join(
            f'<a href="{up}/{file_name(sheet, paper, ink)}" type="application/pdf" '
            f'aria-label="{title}, {about}: {paper.title}, {ink.title} (PDF)">{ink.title}</a>'
            for ink in INKS.values()
        )
        + "</span>"
        for paper in PAPERS.values()
    )
    return (
        f'<li id="{sheet.name}"><img src="{up}/{sheet.name}.png" alt="" width="280" height="397" loading="lazy">'
        f'<p><strong>{title}</strong> <span class="sheet-about">{about}</span>{links}</p></li>'
    )
