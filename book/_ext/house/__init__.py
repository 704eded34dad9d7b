"""The build of the site: what this book asks of Sphinx beyond Jupyter Book.

Each module does one thing and says why; ``setup`` only connects them. Where to look:

- what is kept, and what makes it stale: cache; how cells are run: cells; the Node program that serves two others: node
- what is copied beside the pages: vendor, pyodide, bytecode, stage, lite; what is taken away again: offline
- what every page gets: heads, accessible, search, project, policy; formulas: maths; addresses that stay: addresses
- roles and directives: claims, citing, languages, promises, index_page, printing, reference
- the order of pages: contents
- the sheets to print: printing puts them together from sheets, tallysheets and cutouts, with paper, ink and faces
- pictures of the games for heads and previews: scenes, previews; the status page: status
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from house import (
    accessible,
    addresses,
    cache,
    cells,
    citing,
    claims,
    heads,
    index_page,
    languages,
    lite,
    maths,
    offline,
    policy,
    previews,
    printing,
    project,
    promises,
    pyodide,
    reference,
    search,
    stage,
    status,
    vendor,
)

__all__ = ["setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the parts of this extension to the build."""
    cache.register(app)
    cells.run_unread()
    app.connect("builder-inited", vendor.copy_parts)
    app.connect("builder-inited", vendor.copy_late_styles)
    app.connect("builder-inited", vendor.write_palette)
    app.connect("builder-inited", pyodide.copy_pyodide)
    reference.register(app)
    stage.register(app)
    printing.register(app)
    promises.register(app)
    citing.register(app)
    languages.register(app)
    index_page.register(app)
    claims.register(app)
    app.connect("doctree-read", lite.note_controls)
    app.connect("html-collect-pages", addresses.lost_page)
    app.connect("html-collect-pages", search.keep_entries)
    app.connect("html-page-context", project.add_links)
    app.connect("html-page-context", heads.add_head)
    app.connect("html-page-context", search.add_script)
    app.connect("html-page-context", accessible.mend_page)
    app.connect("html-page-context", lite.add_buttons)
    app.connect("html-page-context", status.add_table)
    app.connect("html-page-context", policy.listen_for_clicks)
    # after the theme and the other extensions have put their scripts on the page
    app.connect("html-page-context", offline.keep_page_local, priority=900)
    app.connect("html-page-context", vendor.add_charts, priority=901)
    app.connect("build-finished", offline.remove_unused)
    app.connect("build-finished", lite.build_lite)
    app.connect("build-finished", previews.make)
    app.connect("build-finished", addresses.keep)
    app.connect("build-finished", status.write_run_times)
    # when nothing is written into the pages any more
    app.connect("build-finished", policy.guard_pages, priority=900)
    maths.register(app)
    # one process typesets all formulas, so that pages cannot be written in parallel
    return {"parallel_read_safe": True, "parallel_write_safe": False}
