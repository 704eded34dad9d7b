"""The page of the search: it also reads from a disk, and knows words with an umlaut by their other spellings."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.index_entries import split_index_msg

__all__ = ["add_script", "keep_entries"]


def add_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load ``search.js`` with Sphinx's own search, and on no other page."""
    if pagename == "search":
        app.add_js_file("search.js", loading_method="defer")


def keep_entries(app: Sphinx) -> list[Any]:
    """Give the search the index entries of every page; returns no page to be made.

    Sphinx gives it those of the pages that are written this time, in the order in which they are, and keeps no others.
    """
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and builder.indexer is not None:
        kept = builder.indexer._index_entries
        kept.clear()
        for docname, entries in sorted(app.env.get_domain("index").entries.items()):  # type: ignore[attr-defined]
            found = set()
            for kind, value, target, main, _ in entries:
                # what is wrong with an entry was told when its page was read
                with suppress(ValueError):
                    found |= {(word, target or "", main) for word in split_index_msg(kind, value)}
            if docname in builder.indexer._titles:
                kept[docname] = sorted(found)
    return []
