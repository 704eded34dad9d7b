"""What is made anew after which change.

jupyter-cache looks at the cells of a page alone: after a change of the library it would hand out old figures.
Here the folder of the cache is named by a hash of the library, the pinned requirements and the version of
Python. Sphinx sees the new name as a change of its configuration and reads every page again.

Two more hashes stand in the configuration: one of what else pages are made with, which has them read again without
running their cells; and one of the stylesheets and scripts, which Sphinx copies only when it writes a page.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

__all__ = ["LIBRARY", "LOOK", "MAKING", "note_sources", "register", "source_hash"]

LIBRARY = ("src/**/*.py", "src/**/*.json", "src/**/*.bin", "book/library/*.py", "requirements.txt")
"""What the outputs of cells depend on, besides the cells and the version of Python."""

MAKING = ("book/_ext/**/*.py", "_config.yml", "_toc.yml", "web/typeset.cjs", "web/compile.mjs", "web/package-lock.json")
"""What else can alter any page."""

LOOK = (
    "book/_static/**/*",
    "book/_templates/**/*",
    "book/addresses.txt",
    "src/fortune/stage/*.js",
    "src/fortune/stage/*.css",
)
"""What is copied beside the pages, or laid around them; pages name the versions of these files."""


def register(app: Sphinx) -> None:
    """Add the settings that hold the hashes, and fill them in before Sphinx compares them with the last build's."""
    app.add_config_value("house_making", "", "env", types=(str,))
    app.add_config_value("house_look", "", "html", types=(str,))
    app.connect("config-inited", note_sources)


def note_sources(app: Sphinx, config: Config) -> None:
    """Point the cache to the folder for the library as it is now, and drop the folders of older ones."""
    root = Path(app.srcdir)
    config.house_making = source_hash(root, *MAKING)
    config.house_look = source_hash(root, *LOOK)
    folder = Path(app.outdir).parent / ".jupyter_cache"
    current = folder / source_hash(root, *LIBRARY)
    if folder.is_dir():
        for old in folder.iterdir():
            if old != current and old.is_dir():
                shutil.rmtree(old)
    config.nb_execution_cache_path = str(current)


def source_hash(root: Path, *patterns: str) -> str:
    """The files of these patterns and the version of Python, as 16 hexadecimal digits."""
    digest = hashlib.sha256(platform.python_version().encode())
    for path in _files(root, *patterns):
        digest.update(str(path.relative_to(root)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files(root: Path, *patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                yield path
