"""Python's modules compiled when the book is built, so that no reader's browser has to do it.

Pyodide brings the standard library as sources, and compiling them is more than half of the time that Python takes to
start. Bytecode belongs to one version of Python, so that the browser's own compiles it: in node, by
``web/compile.mjs``. What was compiled once is kept under ``_build``.
"""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

from sphinx.errors import ExtensionError

from house.node import node

__all__ = ["compiled"]

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "web" / "compile.mjs"
PYTHON = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
"""What tells one version of the browser's Python from another."""

KEPT = 8
"""How many archives are kept; those used last stay."""


def compiled(archive: bytes, kept: Path = ROOT / "_build" / ".bytecode") -> bytes:
    """The zip ``archive`` with each module as bytecode in place of its source; the same archive gives the same bytes.

    Raises :class:`ExtensionError` where a module cannot be compiled or the browser's Python is missing.
    """
    if not PYTHON.is_file():
        raise ExtensionError("Parts of the browser's Python are missing; `make book` fetches them into web/.")
    digest = hashlib.sha256(archive)
    for part in (SCRIPT, PYTHON):
        digest.update(hashlib.sha256(part.read_bytes()).digest())
    target = kept / f"{digest.hexdigest()[:24]}.zip"
    if not target.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        source = target.with_suffix(".in")
        source.write_bytes(archive)
        unfinished = target.with_suffix(".out")
        done = subprocess.run(
            [node(), str(SCRIPT), str(source), str(unfinished)], capture_output=True, text=True, check=False
        )
        source.unlink()
        if done.returncode != 0:
            raise ExtensionError(f"The browser's Python could not compile an archive: {done.stderr.strip()}")
        unfinished.replace(target)
    target.touch()
    for old in sorted(kept.glob("*.zip"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        old.unlink()
    return target.read_bytes()
