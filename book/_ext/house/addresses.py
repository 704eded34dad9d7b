"""Addresses that were once published keep working; ``book/addresses.txt`` names them all.

A line is an address within the site, as ``book/goose/odds.html`` or ``book/goose/odds.html#ex-goose-odds-mean``. A page
that has moved keeps its line, and an arrow leads to where it is: ``book/old.html -> book/new.html``. At the old address
the build then writes a page that leads on, and takes along what stands behind the ``#``. A build in which a published
address leads nowhere fails.

Here, too, the list of pages for search engines is written, and the page for addresses that are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import relpath
from typing import Any
from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from house import contents, heads

__all__ = ["DOOR", "LIST", "LOST", "Addresses", "keep", "lost_page", "moved_page", "read", "sitemap", "unkept"]

LIST = "book/addresses.txt"
DOOR = "index.html"
"""The page at the root, which leads to the first page of the book."""
LOST = "404"
"""The page that a server gives for every address that is none."""

_ADDRESS = re.compile(r"[\w./-]+\.\w+(#[^\s#]+)?")


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses that stay, and those that have moved, each with where it leads now."""

    stay: tuple[str, ...]
    moved: Mapping[str, str]


def read(text: str) -> Addresses:
    r"""The list as it is written; raises :class:`ExtensionError` for a line that is none, or that stands there twice.

    >>> read("book/a.html\nbook/b.html -> book/a.html").moved
    {'book/b.html': 'book/a.html'}
    """
    stay: list[str] = []
    moved: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("# "):
            continue
        old, arrow, new = (part.strip() for part in line.partition("->"))
        if not all(_ADDRESS.fullmatch(address) for address in ((old, new) if arrow else (old,))):
            raise ExtensionError(
                f"{LIST}, line {number}: {line!r} is no address of a page, such as book/goose/odds.html, and no two "
                "with “->” between them."
            )
        if old in stay or old in moved:
            raise ExtensionError(f"{LIST}, line {number}: {old} stands in the list already.")
        if arrow and "#" in old:
            raise ExtensionError(
                f"{LIST}, line {number}: {old} is a place on a page, which cannot lead on. Give the place where it "
                "is now the old name, too."
            )
        if arrow:
            moved[old] = new
        else:
            stay.append(old)
    return Addresses(tuple(stay), moved)


def keep(app: Sphinx, exception: Exception | None) -> None:
    """Write the pages that lead on and the list for search engines, and see that no address is lost."""
    if exception is not None or app.builder.format != "html":
        return
    site, root = Path(app.outdir), Path(app.srcdir)
    first = app.config.root_doc
    page = contents.page(app.env, first)
    preview = heads.preview_of(app, page, contents.description(app.env.get_doctree(first)))
    (site / DOOR).write_text(
        moved_page(DOOR, f"{first}.html", app.config.project, app.config.html_baseurl, preview), encoding="utf-8"
    )
    if app.config.html_baseurl:
        names = [page.name for page in contents.pages(app.env)]
        (site / "sitemap.xml").write_text(sitemap(app.config.html_baseurl, names), encoding="utf-8")
    if (root / LIST).is_file():
        addresses = read((root / LIST).read_text(encoding="utf-8"))
        for old, new in addresses.moved.items():
            if old.removesuffix(".html") in app.env.found_docs:
                raise ExtensionError(f"{LIST}: {old} is a page of the book, so it cannot lead on to {new}.")
            (site / old).parent.mkdir(parents=True, exist_ok=True)
            written = moved_page(old, new, app.config.project, app.config.html_baseurl)
            (site / old).write_text(written, encoding="utf-8")
        lost = unkept(site, addresses)
        if lost:
            raise ExtensionError(
                f"These addresses were published, and lead nowhere now: {', '.join(lost)}. Say in {LIST} where each "
                "page has moved; CONTRIBUTING.md tells how."
            )


def unkept(site: Path, addresses: Addresses) -> list[str]:
    """The published addresses that the built site does not have, or that lead to none."""
    wanted = [*addresses.stay, *addresses.moved, *addresses.moved.values()]
    texts: dict[str, str] = {}
    lost = []
    for address in dict.fromkeys(wanted):
        name, _, anchor = address.partition("#")
        if not (site / name).is_file():
            lost.append(address)
        elif anchor:
            text = texts.setdefault(name, (site / name).read_text(encoding="utf-8"))
            if f'id="{escape(anchor)}"' not in text:
                lost.append(address)
    return lost


def moved_page(old: str, new: str, book: str, base: str, preview: str = "") -> str:
    """A page at the address ``old`` that leads to ``new``.

    With its script it takes along what stands behind the ``#``: a place on the page, or a game that somebody shared.
    """
    to, static = escape(relpath(new, f"{old}/..")), escape(relpath("_static", f"{old}/.."))
    page = new.partition("#")[0]
    canonical = f'<link rel="canonical" href="{escape(base + page)}">\n    ' if base else ""
    return f"""<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{escape(book) if old == DOOR else f"This page has moved · {escape(book)}"}</title>
    {canonical}{preview}
    <link rel="icon" href="{relpath("favicon.ico", f"{old}/..")}" sizes="32x32">
    <link rel="icon" href="{static}/favicon.svg" type="image/svg+xml">
    <script src="{static}/moved.js" data-to="{to}"></script>
    <noscript><meta http-equiv="refresh" content="0; url={to}"></noscript>
  </head>
  <body>
    <p><a href="{to}">{escape(book)}</a></p>
  </body>
</html>
"""


def sitemap(base: str, names: Iterable[str]) -> str:
    """The list of pages that search engines read. It holds no dates, for those would be the dates of the build."""
    lines = "".join(f"  <url><loc>{escape(base + name)}.html</loc></url>\n" for name in names)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</urlset>\n'
    )


def lost_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page for addresses that are none: what it offers, and where the site begins at its published address."""
    firsts: dict[str, contents.Page] = {}
    for page in contents.pages(app.env):
        firsts.setdefault(page.part, page)
    context = {
        "title": "There is no such page",
        "house_firsts": list(firsts.values()),
        "house_base": urlsplit(app.config.html_baseurl).path or "/",
    }
    yield LOST, context, "lost.html"
