"""Pages that ask nothing of another host, and carry no script that they do not use.

Stock pages of this theme load thebe from another host, and a script of 1.5 MB that draws icons. Neither is
needed: cells are not run in the page by thebe, and ``book/_static/icons.css`` draws the few icons there are.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

__all__ = ["keep_page_local", "remove_unused", "without_icon_font"]

_UNUSED = (
    "sphinx-thebe",
    "THEBE_JS_URL",
    "thebe_selector",
    "require.js",
    "embed-amd",
    "vnd.jupyter.widget-state",
    "fonts.googleapis.com",
)
"""What marks a script or style that no page needs. Widgets move in a notebook, not on a page: no state, no manager."""

_THEBES_KERNEL = re.compile(r"<script>kernelName = '[^']*'</script>")
"""What thebe leaves in the text of a page, a script for itself."""

_NEEDED_FOR = {
    "design-tabs.js": "sd-tab-",
    "sphinx-design.min.css": "sd-",
    "togglebutton.": "dropdown",
    "copybutton.": "highlight-",
    "clipboard.min.js": "highlight-",
    "mystnb.": 'class="cell',
    "exercise.css": "exercise",
}
"""Scripts and styles, with the mark in the text of a page that needs them."""

_UNUSED_FILES = (
    "_static/scripts/fontawesome.js*",
    "_static/vendor/fontawesome",
    "_static/webpack-macros.html",
    "_static/sbt-webpack-macros.html",
    "_static/images/logo_*",
    "_static/locales",
    "_static/sphinx-thebe.*",
    "_static/scripts/*.map",
    "_static/styles/*.map",
    "_static/__pycache__",
)

_ICON_FACES = re.compile(r"@font-face\{[^}]*Font Awesome[^}]*\}")
_ICON_LETTERS = re.compile(r'\.fa-[\w-]+:before(?:,\.fa-[\w-]+:before)*\{content:"[^"}]*"\}')


def keep_page_local(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Take the scripts and styles off this page that it does not use."""
    body = context.get("body", "")
    if "body" in context:
        context["body"] = body = _THEBES_KERNEL.sub("", body)

    def needed(asset: Any) -> bool:
        name = _describe(asset)
        marks = [mark for part, mark in _NEEDED_FOR.items() if part in name]
        return not any(part in name for part in _UNUSED) and all(mark in body for mark in marks)

    for kind in ("script_files", "css_files"):
        context[kind][:] = [asset for asset in context[kind] if needed(asset)]


def remove_unused(app: Sphinx, exception: Exception | None) -> None:
    """Take out of the built site what no page loads, and the icon font out of the theme's stylesheet."""
    if exception is None and app.builder.format == "html":
        stylesheet = Path(app.outdir) / "_static" / "styles" / "pydata-sphinx-theme.css"
        stylesheet.write_text(without_icon_font(stylesheet.read_text(encoding="utf-8")), encoding="utf-8")
        for pattern in _UNUSED_FILES:
            for path in Path(app.outdir).glob(pattern):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()


def without_icon_font(css: str) -> str:
    """The stylesheet without Font Awesome's faces and without its 1900 icons, a third of the theme's bytes.

    >>> without_icon_font('a{b:c}.fa-bars:before,.fa-navicon:before{content:"x"}@font-face{font-family:Font Awesome}')
    'a{b:c}'
    """
    return _ICON_LETTERS.sub("", _ICON_FACES.sub("", css))


def _describe(asset: Any) -> str:
    """The address and type of a script or style, and the text of one that stands in the page."""
    attributes = getattr(asset, "attributes", {})
    return f"{getattr(asset, 'filename', asset)} {attributes.get('type', '')} {attributes.get('body', '')}"
