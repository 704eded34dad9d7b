"""What the head of a page tells those who do not read the page: its title, what one can do after it, a card to show.

Search engines and programs that show links go by it. The site's address is read from ``html.baseurl`` in
``_config.yml`` and stands nowhere else. Nothing of this is loaded by a reader's browser.
"""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from house import contents, previews

__all__ = ["SEARCH_TITLE", "add_head", "preview_of"]

SEARCH_TITLE = "Search"


def add_head(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the template the page's title and the tags for its preview."""
    book = app.config.project
    if doctree is not None:
        page = contents.page(app.env, pagename)
        context["house_title"] = page.heading(book)
        context["house_preview"] = preview_of(app, page, contents.description(doctree))
    else:
        title = SEARCH_TITLE if pagename == "search" else context.get("title", "")
        context["house_title"] = f"{title} · {book}" if title else book
        # of an address that is no page there is none that one should keep
        context["pageurl"] = ""


def preview_of(app: Sphinx, page: contents.Page, description: str) -> str:
    """The tags for a page's preview; without the site's address, as in a trial build, there are none."""
    base = app.config.html_baseurl
    if not base:
        return ""
    card = f"{base}{previews.FOLDER}/{contents.card_name(page.name)}"
    named = {
        "og:type": "article" if page.part else "website",
        "og:site_name": app.config.project,
        "og:title": page.heading(app.config.project),
        "og:description": description,
        "og:url": f"{base}{page.name}.html",
        "og:locale": "en_GB",
        "og:image": card,
        "og:image:type": "image/png",
        "og:image:width": str(previews.WIDTH),
        "og:image:height": str(previews.HEIGHT),
        "og:image:alt": f"A card in the look of an old game sheet, with the title “{page.title}”.",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in named.items() if value]
    # all else is read from the tags above
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])
