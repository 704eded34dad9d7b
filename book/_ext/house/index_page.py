"""The index as a page of the book: ``{index-page}`` gathers what the pages mark with ``{index}``.

Sphinx's own index names the places where a word stands by numbers. Here each place has the title of its page, the
page has its place in the table of contents, and the names of Python's API stay in the library's own pages. A word of
another language is marked by its code behind it: ``Gänsespiel [de]``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from house import contents

__all__ = ["PAGE", "Entry", "IndexPage", "by_letter", "entries_of", "register", "sorting_key"]

PAGE = "book/appendix/index-of-terms"
"""The page that shows the index: it is written again whenever another page is read."""

LEFT_OUT = "book/library/"
"""Pages whose marks are names of Python's API."""

_FOREIGN = re.compile(r"^(.*) \[(\w\w)\]$")


class index_page(nodes.General, nodes.Element):  # noqa: N801
    """Where the index will stand; node classes are named like this."""


@dataclass
class Entry:
    """A word of the index: the places where it stands (page, anchor), what stands under it, where else to look."""

    places: dict[str, str] = field(default_factory=dict)
    under: dict[str, Entry] = field(default_factory=dict)
    see: list[str] = field(default_factory=list)


class IndexPage(SphinxDirective):
    """The place of the index."""

    def run(self) -> list[nodes.Node]:
        """A node that is replaced when all pages have been read."""
        return [index_page()]


def entries_of(marks: Iterable[tuple[str, str, str, str]]) -> dict[str, Entry]:
    """The words with their places; each mark is its page, kind, text and anchor, as Sphinx keeps them.

    Straight apostrophes are made curly, as the glossary has them.

    >>> list(entries_of([("a", "single", "goose; backwards", "i0"), ("b", "pair", "well; prison", "i0")]))
    ['goose', 'well', 'prison']
    >>> list(entries_of([("a", "single", "Bayes' rule", "i0"), ("b", "single", "Bayes’ rule", "i0")]))
    ['Bayes’ rule']
    """
    words: dict[str, Entry] = {}
    for page, kind, text, anchor in marks:
        first, _, second = (part.strip() for part in text.replace("'", "’").partition(";"))
        entry = words.setdefault(first, Entry())
        if kind in {"see", "seealso"}:
            entry.see.append(second)
        elif second:
            entry.under.setdefault(second, Entry()).places.setdefault(page, anchor)
            if kind == "pair":
                words.setdefault(second, Entry()).under.setdefault(first, Entry()).places.setdefault(page, anchor)
        else:
            entry.places.setdefault(page, anchor)
    return words


def sorting_key(word: str) -> str:
    """What a word is sorted by: its letters, without accents, case and what is no letter.

    >>> sorted(["Über", "ocha", "Zollinger", "2-3"], key=sorting_key)
    ['2-3', 'ocha', 'Über', 'Zollinger']
    """
    plain = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in plain if sign.isalnum() or sign == " ").strip()


def by_letter(words: Iterable[str]) -> dict[str, list[str]]:
    """The words in order, under their first letters; those that begin with a digit stand together, first.

    >>> by_letter(["king", "1463", "Kolonie", "ante"])
    {'0–9': ['1463'], 'A': ['ante'], 'K': ['king', 'Kolonie']}
    """
    letters: dict[str, list[str]] = {}
    for word in sorted(words, key=sorting_key):
        first = sorting_key(word)[:1].upper()
        letters.setdefault("0–9" if first.isdigit() else first, []).append(word)
    return letters


def register(app: Sphinx) -> None:
    """Offer the directive, and fill it in when every page has been read."""
    app.add_node(index_page)
    app.add_directive("index-page", IndexPage)
    app.connect("env-updated", lambda _app, env: [PAGE] if PAGE in env.found_docs else [])
    app.connect("doctree-resolved", _fill_in)


def _fill_in(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(index_page)):
        words = entries_of(_marks(app.env))
        place.replace_self(nodes.raw("", "\n".join(_lines(app, docname, words)), format="html"))


def _marks(env: BuildEnvironment) -> Iterator[tuple[str, str, str, str]]:
    marked = env.get_domain("index").data["entries"]
    for page in sorted(marked, key=contents.place(env)):
        if not page.startswith(LEFT_OUT):
            for kind, text, anchor, *_ in marked[page]:
                yield page, kind, text, anchor


def _lines(app: Sphinx, docname: str, words: dict[str, Entry]) -> Iterator[str]:
    letters = by_letter(words)
    yield '<nav class="index-letters" aria-label="Letters of the index">'
    yield from (f'<a href="#{_anchor(letter)}">{letter}</a>' for letter in letters)
    yield "</nav>"
    for letter, here in letters.items():
        yield f'<section class="index-letter" id="{_anchor(letter)}"><h2>{letter}</h2>'
        yield "<ul>"
        for word in here:
            yield _item(app, docname, word, words[word])
        yield "</ul></section>"


def _item(app: Sphinx, docname: str, word: str, entry: Entry) -> str:
    places = [_place(app, docname, page, anchor) for page, anchor in entry.places.items()]
    see = [f"see {escape(other)}" for other in entry.see]
    told = f' <span class="index-places">{"; ".join([*places, *see])}</span>' if places or see else ""
    under = "".join(_item(app, docname, part, entry.under[part]) for part in sorted(entry.under, key=sorting_key))
    return f"<li>{_word(word)}{told}{f'<ul>{under}</ul>' if under else ''}</li>"


def _word(word: str) -> str:
    foreign = _FOREIGN.match(word)
    return f'<span lang="{foreign[2]}">{escape(foreign[1])}</span>' if foreign else escape(word)


def _place(app: Sphinx, docname: str, page: str, anchor: str) -> str:
    address = f"{app.builder.get_relative_uri(docname, page)}#{anchor}"
    return f'<a href="{escape(address)}">{escape(app.env.titles[page].astext())}</a>'


def _anchor(letter: str) -> str:
    return f"letter-{letter[0].lower()}"
