"""The project's address and version, for the foot of every page.

The address is read from ``repository.url`` in ``_config.yml`` and stands nowhere else.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

import fortune

__all__ = ["add_links"]


def add_links(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates the repository's address, where to report an error in this page, and the version."""
    address = app.config.html_theme_options["repository_url"].rstrip("/")
    context["house_repository"] = address
    context["house_report"] = f"{address}/issues/new?title={quote(f'Error in {pagename}')}"
    context["house_version"] = fortune.__version__
