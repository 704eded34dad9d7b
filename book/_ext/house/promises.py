"""What each page gives and what it needs, read from the promise under its title, and the paths made of that.

``{path}`` takes the names of pages and says of each what it gives and what it needs, in the page's own words, so that
nothing is written twice. A workshop is a notebook in plain Markdown: its promise is a paragraph, and is dressed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

__all__ = ["READ_IN_A_MINUTE", "Promise", "ReadingPath", "dress_workshop", "minutes", "read_promise", "register"]

READ_IN_A_MINUTE = 160
"""Words in a minute, for somebody who looks at the pictures and works the sums over."""

_TITLE = re.compile(r"^# (.+)$", re.M)
_BLOCK = re.compile(r":::\{div\} promise\n(.*?)\n:::|^(\*\*After this page\*\*.*?)\n\n", re.S | re.M)
_PART = re.compile(r"\*\*(After this page|After this lesson|Age|Time|You need)\*\*")
_LINK = re.compile(r"\]\((?!#)([^)\s]+?\.md)((?:#[^)]*)?)\)")
_NO_PROSE = re.compile(r"^---\n.*?\n---\n|^(`{3,}|:{3,})\{(?:code-cell|exercise|solution|index)\}.*?\n\1$", re.S | re.M)
_DETAILS = re.compile(r"^```.*?\n```$|<details>.*?</details>|^\*\*Exercise.*?$", re.S | re.M)


@dataclass(frozen=True)
class Promise:
    """A page's title, what one can do after it, what it needs (both as MyST, links made absolute), and its length."""

    title: str
    gives: str
    needs: str
    words: int


def read_promise(source: str, docname: str) -> Promise | None:
    r"""The promise that this page makes, or None if it makes none.

    >>> said = "**After this page** you can throw. **You need** [dice](../a.md)."
    >>> page = f"# Dice\n\n:::{{div}} promise\n{said}\n:::\n"
    >>> read_promise(page, "book/b/c").needs
    '[dice](/book/a.md).'
    """
    title, block = _TITLE.search(source), _BLOCK.search(source)
    if title is None or block is None:
        return None
    _, *parts = _PART.split(" ".join((block[1] or block[2]).split()))
    said = dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))
    gives = said.get("After this page") or said.get("After this lesson", "")
    needs = said.get("You need", "")
    words = len(_DETAILS.sub("", _NO_PROSE.sub("", source)).split())
    return Promise(title[1], _absolute(gives, docname), _absolute(needs, docname), words)


def minutes(words: int) -> int:
    """How long so many words take to read, in minutes, to the nearest five; five at least.

    >>> minutes(100), minutes(2100)
    (5, 15)
    """
    return max(5, 5 * round(words / READ_IN_A_MINUTE / 5))


class ReadingPath(SphinxDirective):
    """The pages of a path in their order, each with what it gives and needs, and how long it takes to read them."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The path as a list, made of what the pages say themselves."""
        lines, words = [], 0
        for docname in (f"book/{line.strip()}" for line in self.content if line.strip()):
            file = Path(self.env.srcdir) / f"{docname}.md"
            self.env.note_dependency(str(file))
            promise = read_promise(file.read_text(encoding="utf-8"), docname) if file.is_file() else None
            if promise is None:
                raise self.error(f"{docname} is no page with a promise under its title")
            words += promise.words
            gives = re.sub(r"^you can ", "", promise.gives)
            end = "" if promise.title.endswith(("?", "!")) else "."
            lines += [f"1. **[{promise.title}](/{docname}.md){end}** {gives[:1].upper()}{gives[1:]}", ""]
            lines += ["   :::{div} needs", f"   *You need* {promise.needs}", "   :::", ""]
        box = nodes.container(classes=["path"])
        count = len([line for line in self.content if line.strip()])
        told = f"{count} pages. Their text alone takes some {minutes(words)} minutes; play and exercises come on top."
        self.state.nested_parse(StringList([told, "", *lines]), self.content_offset, box)
        return [box]


def dress_workshop(app: Sphinx, doctree: nodes.document) -> None:
    """Give the first paragraph of a workshop the look of a promise."""
    if not app.env.docname.endswith("/workshop"):
        return
    for paragraph in doctree.findall(nodes.paragraph):
        if paragraph.astext().startswith("After this page"):
            paragraph.replace_self(nodes.container("", paragraph.deepcopy(), classes=["promise"]))
        break


def register(app: Sphinx) -> None:
    """Offer the directive, and dress the workshops."""
    app.add_directive("path", ReadingPath)
    app.connect("doctree-read", dress_workshop)


def _absolute(text: str, docname: str) -> str:
    """Links to other pages, written so that they hold on every page."""
    folder = PurePosixPath(docname).parent
    return _LINK.sub(lambda link: f"](/{normpath(folder / link[1])}{link[2]})", text)
