"""A bibliography style in which a source is called what the text calls it: S1, X2, Wikipedia de.

The source texts have no authors and no years, so the usual labels would all look alike. Each entry of
``references.bib`` carries its label as ``shorthand``; titles are printed as they are spelt there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pybtex.database import Entry
from pybtex.plugin import register_plugin
from pybtex.style.formatting.unsrt import Style as Unsorted
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting import BaseSortingStyle
from pybtex.style.template import field, sentence, tag
from sphinx.application import Sphinx

STYLE = "sources"


def label(entry: Entry) -> str:
    """Give the ``shorthand`` of an entry, or else its key."""
    shorthand: str = entry.fields.get("shorthand", entry.key)
    return shorthand


class Labels(BaseLabelStyle):
    """What each entry is called."""

    def format_labels(self, sorted_entries: Iterable[Entry]) -> Iterator[str]:
        """Give one label for each entry."""
        return map(label, sorted_entries)


class Sorting(BaseSortingStyle):
    """Entries by label, numbers in their order: X2 before X13."""

    def sorting_key(self, entry: Entry) -> list[tuple[int, str]]:
        """Give what an entry is sorted by."""
        return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", label(entry).lower())]


class Style(Unsorted):
    """Pybtex's plain style with these labels in this order, and with titles in italics, case kept."""

    default_label_style = Labels
    default_sorting_style = Sorting

    def format_title(self, e: Entry, which_field: str, as_sentence: bool = True) -> Any:
        """Print a title as it is spelt."""
        title = tag("em")[field(which_field)]
        return sentence[title] if as_sentence else title


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the style known to sphinxcontrib-bibtex, as ``bibtex_default_style: sources``."""
    register_plugin("pybtex.style.formatting", STYLE, Style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
