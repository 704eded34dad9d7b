"""Parts that the pages load and that are not ours: copied from npm's packages into the built site.

``web/package.json`` names the packages with their versions. Nothing of them is committed. The licence of each goes
with it, MathJax's too, for the outlines of its letters stand in the pages.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import myst_nb.sphinx_ext
import sphinx_exercise
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from fortune import palette

__all__ = ["add_charts", "copy_late_styles", "copy_parts", "parts", "write_palette"]


def parts(packages: Path) -> Iterator[tuple[Path, str]]:
    """Each file of npm's folder ``packages`` that the site needs, with its place under ``_static/vendor``."""
    yield packages / "plotly.js-cartesian-dist-min" / "plotly-cartesian.min.js", "plotly.min.js"
    # npm's package of Pyodide brings no licence
    yield packages.parent / "licences" / "pyodide.txt", "licences/pyodide.txt"
    for font in sorted(packages.glob("@fontsource-variable/*/files/*-latin-*.woff2")):
        yield font, f"fonts/{font.name}"
    for licence in sorted([*packages.glob("*/LICENSE"), *packages.glob("@*/*/LICENSE")]):
        yield licence, f"licences/{licence.parent.name}.txt"


def copy_parts(app: Sphinx) -> None:
    """Copy each part whose copy is missing or older."""
    for original, name in parts(Path(app.srcdir) / "web" / "node_modules"):
        copy = _static(app) / "vendor" / name
        if not original.is_file():
            raise ExtensionError(f"The browser part {original} is missing; `make book` installs it with npm in web/.")
        if not copy.is_file() or copy.stat().st_mtime < original.stat().st_mtime:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(original, copy)


def copy_late_styles(app: Sphinx) -> None:
    """Copy the stylesheets that two extensions bring only when the pages are written.

    Pages name the fingerprint of a stylesheet that is there; without this they would do so from the second build on.
    """
    if app.builder.format == "html":
        sphinx_exercise.copy_asset_files(app, None)
        myst_nb.sphinx_ext.add_global_html_resources(app, None)


def write_palette(app: Sphinx) -> None:
    """Write the colours of the library, which its boards and charts use too, as CSS variables."""
    target = _static(app) / "palette.css"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(palette.css(), encoding="utf-8")


def add_charts(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load plotly on the pages that show a chart, and on no other: it is by far the largest part."""
    if 'class="chart-plot"' in context.get("body", ""):
        app.add_js_file("vendor/plotly.min.js", loading_method="defer")
        app.add_js_file("plot-boot.js", loading_method="defer", priority=900)


def _static(app: Sphinx) -> Path:
    return Path(app.outdir) / "_static"
