"""The workshops: notebooks to be run and changed, in JupyterLite inside the site, in Binder, or at home.

A page called ``workshop`` is shown with a row of buttons under its title, and where a cell would show sliders it says
so. The same page as a notebook is put into a JupyterLite under ``lite/``, which runs on the site's own Pyodide.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import jupytext
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from house.pyodide import FOLDER

__all__ = ["add_buttons", "binder_link", "build_lite", "note_controls", "notebook", "settings", "workshops"]

APPS = ("lab", "notebooks", "tree")

EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "jupyterlab-plotly",
)
"""The parts of JupyterLab that the workshops use; what else is installed on this machine stays out of the site."""

_UNUSED = ("rspack.config*.js", "package.json", "jupyterlite.schema.*.json", "build/fa-*.svg", "build/fa-*.eot")
"""What JupyterLite brings and no browser asks for: its own build's settings, and icon fonts in forms of the past."""

_ICONS = ("favicon", "favicon-busy-1", "favicon-busy-2", "favicon-busy-3", "favicon-file", "favicon-notebook")
"""Icons by which a tab says that its notebook is at work; they would come with Jupyter's server."""

_MADE_TO_RUN = (
    "<strong>This page is made to be run and changed.</strong> Here you can read it, with the first picture of each "
    "part; its sliders move when it runs."
)
_HERE = (
    "Here in your browser, no network needed. Python takes a quarter of a minute to wake, "
    "and all cells together half a minute."
)
_ON_BINDER = "On a computer on the net, free of charge. It may take minutes to start."
_AT_HOME = "For your own Jupyter, with the library installed."

_SCRIPT = Path(__file__).with_name("lite.js")
"""A script for JupyterLite's pages; it says why."""

_NOTE = "When this notebook runs, its controls stand here, and a picture that follows them."

_BEGUN = "2020-01-01T00:00:00Z"
"""The date of all notebooks there, so that the same pages give the same bytes."""


def workshops(source: Path) -> list[str]:
    """The workshops' names within the book, as ``glueckshaus/workshop``."""
    book = source / "book"
    return [path.relative_to(book).with_suffix("").as_posix() for path in sorted(book.glob("*/workshop.md"))]


def notebook(page: Path) -> str:
    """A page as the notebook that JupyterLite opens; without the language named, it would ask for a kernel first."""
    book = jupytext.read(page)
    book.metadata["language_info"] = {"name": "python"}
    for at, cell in enumerate(book.cells):
        cell["id"] = f"cell-{at}"
    return str(jupytext.writes(book, fmt="ipynb"))


def settings() -> dict[str, Any]:
    """What JupyterLite is told: our name, the site's own Pyodide, and to look nowhere else for packages."""
    kernel = {
        "disablePyPIFallback": True,
        "pyodideUrl": f"./../{FOLDER}/pyodide.mjs",
        # the notebook has plotly's own program; without this plotly would bring another one in each figure
        "loadPyodideOptions": {"env": {"PLOTLY_RENDERER": "plotly_mimetype"}},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "The House of Fortune",
            # for the script that makes "Run all" wait for the kernel
            "exposeAppInBrowser": True,
            "contentsAllJsonFile": "all.json",
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }


def binder_link(repository: str, branch: str, name: str) -> str:
    """Where Binder opens the workshop as a notebook; ``postBuild`` has converted it.

    >>> binder_link("https://github.com/us/ours", "main", "glueckshaus/workshop")
    'https://mybinder.org/v2/gh/us/ours/main?urlpath=lab/tree/book/glueckshaus/workshop.ipynb'
    """
    owner = urlsplit(repository).path.strip("/")
    return f"https://mybinder.org/v2/gh/{owner}/{branch}?urlpath=lab/tree/book/{name}.ipynb"


def build_lite(app: Sphinx, exception: Exception | None) -> None:
    """Build JupyterLite beside the pages, if anything that it is made of has changed."""
    source, target = Path(app.srcdir), Path(app.outdir) / "lite"
    found = {
        f"{name}.ipynb": notebook(source / "book" / f"{name}.md")
        for name in workshops(source)
        if f"book/{name}" in app.env.found_docs
    }
    if exception is not None or app.builder.format != "html" or not found:
        return
    work = Path(app.outdir).parent / "lite"
    stamp, made_of = work / "built-from", _fingerprint(found)
    if target.is_dir() and stamp.is_file() and stamp.read_text() == made_of:
        return
    # both go: beside an old record of its steps JupyterLite would leave out the settings
    for folder in (work, target):
        shutil.rmtree(folder, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "jupyter-lite.json").write_text(json.dumps(settings()), encoding="utf-8")
    (work / "jupyter_lite_config.json").write_text(json.dumps(_build_settings(target)), encoding="utf-8")
    _run([sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", "."], work)
    for pattern in _UNUSED:
        for path in target.glob(pattern):
            path.unlink()
    _write_contents(target, found)
    _dress(target)
    for name in _ICONS:
        icon = target / "static" / "favicons" / f"{name}.ico"
        icon.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target / "lab" / "favicon.ico", icon)
    stamp.write_text(made_of)


def add_buttons(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say under the title of a workshop that it is made to be run, and where."""
    name = pagename.removeprefix("book/")
    if name == pagename or name not in workshops(Path(app.srcdir)):
        return
    theme = app.config.html_theme_options
    link = context["pathto"]
    here = link("lite/notebooks/index.html", 1) + f"?path={name}.ipynb"
    file = link(f"lite/files/{name}.ipynb", 1)
    binder = binder_link(theme["repository_url"], theme["repository_branch"], name)
    ways = (
        (f'href="{escape(here)}"', "Open in JupyterLite", _HERE),
        (f'href="{escape(binder)}"', "Open in Binder", _ON_BINDER),
        (f'href="{escape(file)}" download="{name.replace("/", "-")}.ipynb"', "Download the notebook", _AT_HOME),
    )
    buttons = "".join(f"<li><a {link}>{what}</a> {note}</li>" for link, what, note in ways)
    aside = f'<aside class="run-it" aria-label="Run this notebook"><p>{_MADE_TO_RUN}</p><ul>{buttons}</ul></aside>'
    context["body"] = context["body"].replace("</h1>", "</h1>" + aside, 1)


def note_controls(app: Sphinx, doctree: nodes.document) -> None:
    """Say under each cell whose output is left out, for it would be a widget, what its reader would find there."""
    if app.env.docname.removeprefix("book/") in workshops(Path(app.srcdir)):
        for cell in doctree.findall(nodes.container):
            if "tag_remove-output" in cell["classes"]:
                cell += nodes.paragraph("", _NOTE, classes=["live-note"])


def _build_settings(target: Path) -> Mapping[str, Any]:
    extensions = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    missing = [name for name in EXTENSIONS if not (extensions / name).is_dir()]
    if missing:
        raise ExtensionError(f"JupyterLite needs {', '.join(missing)}, which requirements.txt brings.")
    return {
        "LiteBuildConfig": {
            "apps": list(APPS),
            "federated_extensions": [str(extensions / name) for name in EXTENSIONS],
            "ignore_sys_prefix": ["federated_extensions"],
            "no_sourcemaps": True,
            "output_dir": str(target),
        }
    }


def _dress(target: Path) -> None:
    """Name the language of JupyterLite's pages and our icon: a browser that finds none asks the host's root for one.

    And bring our script.
    """
    shutil.copyfile(_SCRIPT, target / _SCRIPT.name)
    for page in target.rglob("*.html"):
        up = "../" * len(page.relative_to(target).parts)
        icon, script = f"{up}_static/favicon.svg", f"{up.removeprefix('../')}{_SCRIPT.name}"
        text = page.read_text(encoding="utf-8").replace("<html>", '<html lang="en">', 1)
        text = text.replace(
            "<head>", f'<head>\n    <link rel="icon" href="{icon}">\n    <script src="{script}"></script>', 1
        )
        page.write_text(text, encoding="utf-8")


def _write_contents(target: Path, contents: Mapping[str, str]) -> None:
    """The notebooks, and the listings of their folders by which JupyterLite finds them.

    JupyterLite has a step for this, which needs the whole of Jupyter's server.
    """
    for name, text in contents.items():
        path = target / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    folders = sorted({parent for name in contents for parent in PurePosixPath(name).parents})
    for folder in folders:
        inside = [_entry(other, "directory") for other in folders if other.parent == folder != other]
        inside += [
            _entry(PurePosixPath(name), "notebook") | {"size": len(text.encode())}
            for name, text in sorted(contents.items())
            if PurePosixPath(name).parent == folder
        ]
        path = target / "api" / "contents" / folder / "all.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            json.dumps(_entry(folder, "directory") | {"content": inside, "format": "json"}), encoding="utf-8"
        )


def _entry(path: PurePosixPath, kind: str) -> dict[str, Any]:
    """A file or folder as Jupyter's contents service tells of it."""
    return {
        "name": path.name,
        "path": "" if path == PurePosixPath() else str(path),
        "type": kind,
        "content": None,
        "created": _BEGUN,
        "format": None,
        "last_modified": _BEGUN,
        "mimetype": None,
        "size": None,
        "writable": True,
    }


def _fingerprint(contents: Mapping[str, str]) -> str:
    packages = (
        "anywidget",
        "ipywidgets",
        "jupyterlab-widgets",
        "jupyterlite-core",
        "jupyterlite-pyodide-kernel",
        "plotly",
    )
    parts = [
        settings(),
        contents,
        {name: version(name) for name in packages},
        APPS,
        EXTENSIONS,
        _UNUSED,
        _ICONS,
        _BEGUN,
        _SCRIPT.read_text(encoding="utf-8"),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _run(command: Sequence[str], folder: Path) -> None:
    environment = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise ExtensionError(f"JupyterLite could not be built:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
