"""How long the cells of each page ran: the one thing on the site that differs from build to build.

It is written into a file of its own beside the pages, ``run-times.js``, from which the status page makes its table; so
the pages themselves are the same bytes each time. A script, for a page opened from a disk may fetch nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.application import Sphinx

__all__ = ["FILE", "PAGE", "add_table", "run_times", "write_run_times"]

PAGE = "book/appendix/status"
FILE = "run-times.js"


def run_times(app: Sphinx) -> list[dict[str, Any]]:
    """Each page with cells, longest first: its address from the root, its title, and the seconds that its cells took.

    A page whose outputs were kept from an earlier build tells how long they took then.
    """
    found = []
    for name in sorted(app.env.found_docs):
        ran = NbMetadataCollector.get_exec_data(app.env, name)
        if ran is not None and ran["runtime"] is not None:
            title = app.env.titles[name].astext()
            found.append({"page": f"{name}.html", "title": title, "seconds": round(ran["runtime"], 1)})
    return sorted(found, key=lambda entry: -entry["seconds"])


def write_run_times(app: Sphinx, exception: Exception | None) -> None:
    """Write the file when the pages stand."""
    if exception is None and app.builder.format == "html":
        told = json.dumps(run_times(app), ensure_ascii=False, indent=1)
        (Path(app.outdir) / FILE).write_text(f"globalThis.houseRunTimes = {told};\n", encoding="utf-8")


def add_table(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Have the status page load its script; the page names the file itself, without a fingerprint."""
    if pagename == PAGE:
        app.add_js_file("status.js", loading_method="defer")
