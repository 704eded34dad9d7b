"""The page of the search: it also reads from a disk, and knows words with an umlaut by their other spellings."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["add_script"]


def add_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load ``search.js`` with Sphinx's own search, and on no other page."""
    if pagename == "search":
        app.add_js_file("search.js", loading_method="defer")
