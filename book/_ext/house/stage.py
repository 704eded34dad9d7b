"""The stage on the pages: its scripts, its stylesheet, and the library as the browser's Python takes it.

The sources are in ``src/fortune/stage``. A page loads them only if it has a stage, and even then neither Python nor
the library before the reader does something.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

import fortune
from fortune.files import LARGE
from fortune.stage import scripts
from house.bytecode import compiled
from house.pyodide import CORE, FOLDER, STDLIB

__all__ = ["add_stage", "archive", "attributes", "emit", "register", "write_stage"]

_NOT_FOR_BROWSERS = (
    "__main__.py",
    "checks.py",
    "claims/",
    "stage/page.py",
    "stage/scripts.py",
    "stage/widget.py",
    "tablero/solve/",
)
"""What no app asks for there, so that nobody has to fetch it: the pages' own modules, and what needs Numba."""


def register(app: Sphinx) -> None:
    """Write the stage's files when a build begins, load them on the pages that need them, and tell the kernels."""
    # what fortune.stage.show asks for: the cells of this book make pages, not widgets
    os.environ["FORTUNE_BOOK"] = "1"
    app.connect("builder-inited", write_stage)
    app.connect("html-page-context", add_stage, priority=901)


def write_stage(app: Sphinx) -> None:
    """Write what the pages with a stage load."""
    emit(Path(app.outdir) / "_static")


def add_stage(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the stage on this page if there is one."""
    if 'class="fortune-stage"' in context.get("body", ""):
        app.add_css_file("stage.css")
        loaded = attributes(Path(app.outdir) / "_static")
        app.add_js_file("stage.js", loading_method="defer", priority=901, **loaded)


def emit(static: Path, package: Path | None = None) -> None:
    """Write the stage's files and the archive of ``package`` (the library) into this folder; an older archive goes."""
    static.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("stage.js", scripts.page_script()),
        ("stage-worker.js", scripts.source("worker.js")),
        ("stage.css", scripts.style()),
    ):
        (static / name).write_text(text, encoding="utf-8")
    package = package or Path(fortune.__file__).parent
    for original in package.rglob(LARGE):
        copy = static / package.name / original.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, copy)
    packed = compiled(archive(package))
    target = static / f"fortune-{hashlib.sha256(packed).hexdigest()[:12]}.zip"
    for old in static.glob("fortune-*.zip"):
        if old != target:
            old.unlink()
    target.write_bytes(packed)


def attributes(static: Path) -> dict[str, str]:
    """What the script's element says: where Python and the library are, their bytes, and which version this is."""
    (library,) = static.glob("fortune-*.zip")
    place = FOLDER.removeprefix("_static/")
    python = static / place
    # what the worker fetches by itself and can count; programs are fetched by the browser
    counted = [library, *(python / name for name in (*CORE, STDLIB) if not name.endswith(".mjs"))]
    lock = json.loads((python / "pyodide-lock.json").read_text(encoding="utf-8"))
    version = hashlib.sha256(library.name.encode() + (static / "stage-worker.js").read_bytes()).hexdigest()[:12]
    return {
        "data-python": f"{place}/",
        # no packages, so that Pyodide need not fetch the long list of them; it checks the rest
        "data-lock": json.dumps({"info": lock["info"], "packages": {}}),
        "data-library": library.name,
        "data-bytes": str(sum(path.stat().st_size for path in counted)),
        "data-version": version,
    }


def archive(package: Path) -> bytes:
    """The library's modules and tables in a zip, as Python imports them; the same sources make the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for kind in ("py", "json") for path in package.rglob(f"*.{kind}")):
            inner = path.relative_to(package).as_posix()
            if not inner.startswith(_NOT_FOR_BROWSERS):
                entry = zipfile.ZipInfo(f"{package.name}/{inner}", date_time=(1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())
    return buffer.getvalue()
