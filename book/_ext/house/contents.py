"""What the book consists of: its pages, their titles, the parts in which they stand, what each says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx.environment import BuildEnvironment

__all__ = ["SUBTITLE", "Page", "card_name", "description", "page", "pages", "place"]


SUBTITLE = "Three dice games, played and worked out"
"""What the book is, for who sees its name alone."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the name of its file without ending, its title, and the part of the book, which the first has not."""

    name: str
    title: str
    part: str

    def heading(self, book: str) -> str:
        """The page, its part where the title does not name it, and the book.

        >>> Page("book/chance/pairs", "Thirty-six ways", "Chance").heading("The House")
        'Thirty-six ways · Chance · The House'
        >>> Page("book/goose/odds", "The odds of the Goose", "The Game of the Goose").heading("The House")
        'The odds of the Goose · The House'
        """
        if self.title == book:
            return f"{book} · {SUBTITLE}"
        known = not self.part or self.part.split()[-1] in self.title
        return " · ".join((self.title, book) if known else (self.title, self.part, book))


def pages(env: BuildEnvironment) -> Iterator[Page]:
    """Every page, in the order of the table of contents."""
    for name, part in _parts(env):
        yield Page(name, env.titles[name].astext(), part)


def page(env: BuildEnvironment, name: str) -> Page:
    """The page of this name; raises :class:`KeyError` where there is none."""
    return Page(name, env.titles[name].astext(), dict(_parts(env))[name])


def place(env: BuildEnvironment) -> Callable[[str], int]:
    """What the names of pages are sorted by to stand in the order of the table of contents; others come last."""
    order = {name: at for at, (name, _) in enumerate(_parts(env))}
    return lambda name: order.get(name, len(order))


def description(doctree: nodes.document) -> str:
    """What a page says of itself in its first lines; nothing where it does not."""
    return "".join(meta["content"] for meta in doctree.findall(nodes.meta) if meta.get("name") == "description")


def card_name(name: str) -> str:
    """What the file of a page's card is called.

    >>> card_name("book/goose/odds")
    'goose-odds.png'
    """
    return name.removeprefix("book/").replace("/", "-") + ".png"


def _parts(env: BuildEnvironment) -> Iterator[tuple[str, str]]:
    """The name of each page with the caption under which it stands."""
    toc = env.external_site_map  # type: ignore[attr-defined]
    yield toc.root.docname, ""
    for tree in toc.root.subtrees:
        waiting = [str(item) for item in tree.files()]
        while waiting:
            name = waiting.pop(0)
            yield name, tree.caption or ""
            waiting = [str(file) for below in toc[name].subtrees for file in below.files()] + waiting
