"""Mends what other packages write into pages and a screen reader stumbles over."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["mend", "mend_page"]


_SIGNATURE = re.compile(r"<dl>\n(<dd>.*?)</dl>", re.DOTALL)


def mend_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Mend the body of a page before it is laid out."""
    if "body" in context:
        context["body"] = mend(context["body"])


def mend(body: str) -> str:
    r"""The body with names that say what is written, and a list of sources that is one.

    myst-nb names each fold "Toggle hidden content", whatever its text says; docutils makes of a bibliography a list
    whose entries have another, outdated role. Sphinx makes of a long signature a list of definitions without terms.

    >>> mend('<summary aria-label="Toggle hidden content">Show</summary>')
    '<summary>Show</summary>'
    >>> mend('<div role="list" class="citation-list"><div class="citation" role="doc-biblioentry">')
    '<div role="list" class="citation-list"><div class="citation" role="listitem">'
    >>> mend('<dt>roll(<dl>\n<dd>dice,</dd>\n</dl>)</dt>')
    '<dt>roll(<ul class="sig-lines">\n<li>dice,</li>\n</ul>)</dt>'
    """
    body = _SIGNATURE.sub(_listed, body)
    body = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    return body.replace('role="doc-biblioentry"', 'role="listitem"')


def _listed(signature: re.Match[str]) -> str:
    lines = signature[1].replace("<dd>", "<li>").replace("</dd>", "</li>")
    return f'<ul class="sig-lines">\n{lines}</ul>'
