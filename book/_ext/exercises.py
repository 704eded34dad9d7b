"""Exercises without the ids that sphinx-exercise gives to all of them alike.

It names the content of every exercise ``exercise-content`` and that of every solution ``solution-content``; but
an id may stand only once on a page.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

REPEATED = {"exercise-content", "solution-content"}


def drop_repeated_ids(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Take these ids away; nothing links to them."""
    for section in doctree.findall(nodes.section):
        section["ids"] = [name for name in section["ids"] if name not in REPEATED]


def setup(app: Sphinx) -> dict[str, bool]:
    """Do so when a page is written; while pages are read, each section must have an id."""
    app.connect("doctree-resolved", drop_repeated_ids)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
