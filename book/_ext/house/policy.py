"""What a page may load, said by the page itself: a content security policy, written when the book is built.

A site that is served from anywhere, or read from a disk, has no headers of its own, so that the policy stands in each
page as a ``meta`` element. It names no host but the page's own, which browsers take to mean the files beside it where
the page is a file. Of scripts in a page only those run whose hashes it gives, and no attribute is a script: what
slipped into a page by a link or a name could not run.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

__all__ = ["PolicyError", "guard", "guard_pages", "listen_for_clicks", "own_pages", "policy"]

_DIRECTIVES = {
    "default-src": "'self'",
    # a worker from a file goes by its own policy, or by the page's, as the browser has it: Python may be compiled
    "script-src": "'self' 'wasm-unsafe-eval'",
    # the theme, MathJax and plotly write styles into attributes, and plotly adds rules to the page
    "style-src": "'self' 'unsafe-inline'",
    # the icons of our stylesheets stand in them
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}

_META = re.compile(
    r'\n[ ]*<meta http-equiv="Content-Security-Policy" content="[^"]*">\n[ ]*<meta name="referrer" content="[^"]*">'
)
_CHARSET = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)

_THEMES_HANDLER = ' onclick="toggleFullScreen()"'
"""The one attribute of the theme that is a script; :func:`listen_for_clicks` does instead what it says."""
_LISTENER = (
    'document.addEventListener("click", (event) => '
    'event.target.closest(".btn-fullscreen-button") && toggleFullScreen());'
)

_ELSEWHERE = {"lite", "_static"}
"""JupyterLite's own pages run what a reader types, and have no policy. ``_static`` holds no pages."""

_SCRIPTS = {"", "module", "text/javascript", "application/javascript"}
"""The types of elements that a browser runs; data of another type, such as JSON, is no script."""
_ADDRESSES = {"href", "src", "action", "formaction", "xlink:href", "data", "srcdoc"}


class PolicyError(ExtensionError):
    """A page holds a script where none may be; the text says where."""


def listen_for_clicks(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Have the theme's button for the full screen heard by a script, since no attribute of a page can be one."""
    app.add_js_file(None, body=_LISTENER)


def guard_pages(app: Sphinx, exception: Exception | None) -> None:
    """Write the policy into every page of the built site, those that an earlier build wrote included."""
    if exception is None and app.builder.format == "html":
        for path in own_pages(Path(app.outdir)):
            page = path.read_text(encoding="utf-8")
            guarded = guard(page, path.relative_to(app.outdir).as_posix())
            if guarded != page:
                path.write_text(guarded, encoding="utf-8", newline="\n")


def own_pages(site: Path) -> list[Path]:
    """The pages of the site that are ours, sorted."""
    return sorted(path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in _ELSEWHERE)


def guard(page: str, name: str) -> str:
    """The page with the policy that fits it, in place of one that it had; ``name`` is for what goes wrong.

    Raises :class:`PolicyError` where a script stands in the text of the page, in an attribute or in an address.
    """
    page = _META.sub("", page).replace(_THEMES_HANDLER, "")
    reader = _Reader(name)
    reader.feed(page)
    reader.close()
    charset = _CHARSET.search(page)
    if charset is None:
        raise PolicyError(f"{name} does not say how its letters are written, so its policy has no place to stand in.")
    # what stands before it would be free of it, and browsers look for the letters in the first kilobyte
    metas = (
        f'\n    <meta http-equiv="Content-Security-Policy" content="{policy(reader.scripts)}">'
        '\n    <meta name="referrer" content="no-referrer">'
    )
    return page[: charset.end()] + metas + page[charset.end() :]


def policy(scripts: Iterable[str]) -> str:
    """The policy of a page that holds these scripts.

    >>> policy(["alert(1)"]).split("; ")[1]
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
    """
    hashes = sorted({_hash(script) for script in scripts})
    return "; ".join(
        " ".join([name, allowed, *(hashes if name == "script-src" else ())]) for name, allowed in _DIRECTIVES.items()
    )


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


class _Reader(HTMLParser):
    """Collects the scripts that stand in a page, and refuses those that may not."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._name = name
        self._runs = False
        self._script: list[str] = []
        self._in_text = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for attribute, value in attrs:
            if attribute.startswith("on"):
                raise PolicyError(
                    f"{self._name}: the attribute {attribute} of <{tag}> is a script ({value!r}), which no page here "
                    "runs. Listen for the event in a script file instead."
                )
            if attribute in _ADDRESSES and (value or "").strip().lower().startswith("javascript:"):
                raise PolicyError(
                    f"{self._name}: the {attribute} of <{tag}> is a script ({value!r}), which no page here runs. "
                    "Make it a button, and listen for clicks in a script file."
                )
        if tag == "article":
            self._in_text = True
        if tag == "script":
            given = dict(attrs)
            self._runs = "src" not in given and (given.get("type") or "").strip().lower() in _SCRIPTS
            self._script = []

    def handle_data(self, data: str) -> None:
        if self._runs:
            self._script.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._in_text = False
        if tag == "script" and self._runs:
            script = "".join(self._script)
            if self._in_text:
                raise PolicyError(
                    f"{self._name}: a script stands in the text of the page ({script.strip()[:80]!r}). A cell may show "
                    "HTML and JSON, and what moves them is a file under book/_static."
                )
            self.scripts.append(script)
            self._runs = False
