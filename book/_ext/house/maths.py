"""Mathematics typeset when the book is built: SVG for the eye, MathML for the ear, no script on the page.

MathJax runs once, in a node process (``web/typeset.cjs``), instead of in every reader's browser. Outlines of glyphs
are kept apart from the formulas, and each page holds once those that its formulas use.
"""

from __future__ import annotations

import atexit
import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any, TypedDict

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from house.node import node

__all__ = ["TexError", "Typesetter", "display_tex", "register"]

logger = logging.getLogger(__name__)

WIDE = 36.0
"""Formulas wider than this, in the height of an x, may not fit a narrow screen: they scroll in their own box."""

SCROLLS = ' tabindex="0" role="group" aria-label="Formula"'
"""What lets a reader scroll such a formula with the keyboard."""

_SIZE = re.compile(r'^<svg [^>]*?width="(?P<width>[\d.]+)ex"')
_NOISE = re.compile(r' (?:data-mml-node|data-c|data-mjx-\w+|xmlns|xmlns:xlink|role|focusable)="[^"]*"')
_USED = re.compile(r'<use href="#(MJX-[^"]+)"')


class TexError(ValueError):
    """MathJax cannot read this TeX; the text says why."""


class _Answer(TypedDict, total=False):
    svg: str
    mathml: str
    glyphs: dict[str, str]
    error: str


class Typesetter:
    """A node process with MathJax in it, started with the first formula and kept until the build ends."""

    def __init__(self, script: Path) -> None:
        self.script = script
        self.glyphs: dict[str, str] = {}
        self._done: dict[tuple[str, bool], _Answer] = {}
        self._process: subprocess.Popen[str] | None = None

    def typeset(self, tex: str, *, display: bool) -> tuple[str, str]:
        """The SVG and the MathML of a formula; raises :class:`TexError` where the TeX is wrong."""
        key = (tex, display)
        if key not in self._done:
            answer = self._ask({"tex": tex, "display": display})
            self.glyphs.update(answer.get("glyphs", {}))
            self._done[key] = answer
        answer = self._done[key]
        if "error" in answer:
            raise TexError(answer["error"])
        return _tidy(answer["svg"]), _tidy(answer["mathml"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _ask(self, question: dict[str, object]) -> _Answer:
        if self._process is None:
            self._process = subprocess.Popen(
                [node(), str(self.script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
            atexit.register(self.close)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(
                f"{self.script.name} ended before it answered; is `npm ci` done in {self.script.parent}?"
            )
        answer: _Answer = json.loads(line)
        return answer


def register(app: Sphinx) -> None:
    """Offer this renderer to Sphinx as ``html_math_renderer = "house"``."""
    typesetter = Typesetter(Path(app.srcdir) / "web" / "typeset.cjs")

    def visit_math(translator: HTML5Translator, node: nodes.math) -> None:
        markup, wide = _markup(typesetter, node.astext(), display=False, node=node)
        translator.body.append(f'<span class="maths maths-wide"{SCROLLS}>' if wide else '<span class="maths">')
        translator.body.append(markup + "</span>")
        raise nodes.SkipNode

    def visit_math_block(translator: HTML5Translator, node: nodes.math_block) -> None:
        markup, wide = _markup(typesetter, display_tex(node.astext(), nowrap=node["nowrap"]), display=True, node=node)
        translator.body.append(translator.starttag(node, "div", "", CLASS="maths maths-display"))
        translator.body.append(f'<div class="maths-scroll"{SCROLLS if wide else ""}>{markup}</div>')
        if node["number"]:
            translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
            translator.add_permalink_ref(node, "Link to this equation")
            translator.body.append("</span>")
        translator.body.append("</div>\n")
        raise nodes.SkipNode

    def add_glyphs(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
    ) -> None:
        """Put the outlines of the glyphs that this page's formulas use at the end of its text, each once."""
        used = sorted(set(_USED.findall(context.get("body", ""))))
        if used:
            paths = "".join(f'<path id="{glyph}" d="{typesetter.glyphs[glyph]}"/>' for glyph in used)
            context["body"] += f'<svg class="maths-glyphs" aria-hidden="true"><defs>{paths}</defs></svg>\n'

    app.add_html_math_renderer("house", (visit_math, None), (visit_math_block, None))
    app.connect("html-page-context", add_glyphs, priority=901)
    app.connect("build-finished", lambda _app, _exception: typesetter.close())


def display_tex(text: str, *, nowrap: bool) -> str:
    r"""A displayed formula as Sphinx means it: blank lines part equations, and ``\\`` breaks a line.

    >>> display_tex("a \\\\ b", nowrap=False)
    '\\begin{split}a \\\\ b\\end{split}'
    """
    if nowrap:
        return text
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    lines = [rf"\begin{{split}}{part}\end{{split}}" if r"\\" in part else part for part in parts]
    if len(lines) == 1:
        return lines[0]
    return r"\begin{aligned}" + r"\\".join(lines) + r"\end{aligned}"


def _markup(typesetter: Typesetter, tex: str, *, display: bool, node: nodes.Element) -> tuple[str, bool]:
    """The formula as HTML, and whether it is wide. Wrong TeX is a warning, which ends a strict build."""
    try:
        svg, mathml = typesetter.typeset(tex, display=display)
    except TexError as error:
        logger.warning("MathJax cannot read %r: %s", tex, error, location=node, type="house", subtype="maths")
        return f"<code>{html.escape(tex)}</code>", False
    size = _SIZE.search(svg)
    return svg + mathml, size is not None and float(size["width"]) > WIDE


def _tidy(markup: str) -> str:
    """Without the attributes that MathJax in a browser would use, and that a page of HTML does without."""
    return _NOISE.sub("", markup).replace("xlink:href=", "href=")
