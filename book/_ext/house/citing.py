"""How to cite the course, read from ``CITATION.cff``: ``{citing}`` gives a sentence and an entry for BibTeX."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

__all__ = ["Citing", "bibtex", "register"]


class Citing(SphinxDirective):
    """Both forms of the citation."""

    def run(self) -> list[nodes.Node]:
        """A paragraph and a block to copy."""
        file = Path(self.env.srcdir) / "CITATION.cff"
        self.env.note_dependency(str(file))
        known = yaml.safe_load(file.read_text(encoding="utf-8"))
        address = known["repository-code"]
        said = nodes.paragraph("", nodes.Text(f"{_authors(known, ', ')}: "))
        said += nodes.emphasis(text=known["title"])
        said += nodes.Text(f". Version {known['version']}. ")
        # the theme would shorten a link that is nothing but its address
        said += nodes.reference("", address.removeprefix("https://"), refuri=address, internal=False)
        entry = bibtex(known)
        return [said, nodes.literal_block(entry, entry, language="bibtex")]


def bibtex(known: Mapping[str, Any]) -> str:
    """The entry for BibTeX; with the year of the release once there is one.

    >>> print(bibtex({"title": "T", "authors": [{"name": "A"}], "version": "1", "repository-code": "https://x"}))
    @misc{house-of-fortune,
      author = {{A}},
      title = {{T}},
      note = {Version 1},
      url = {https://x},
    }
    """
    fields = {
        "author": f"{{{_authors(known, ' and ')}}}",
        "title": f"{{{known['title']}}}",
        "year": str(known.get("date-released", ""))[:4],
        "note": f"Version {known['version']}",
        "url": known["repository-code"],
    }
    said = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    lines = [fill(line, 60, subsequent_indent=" " * 4, break_on_hyphens=False, break_long_words=False) for line in said]
    return "\n".join(["@misc{house-of-fortune,", *lines, "}"])


def _authors(known: Mapping[str, Any], between: str) -> str:
    return between.join(
        author.get("name") or f"{author['given-names']} {author['family-names']}" for author in known["authors"]
    )


def register(app: Sphinx) -> None:
    """Offer the directive."""
    app.add_directive("citing", Citing)
