"""Build the book into ``_build/html``, unless what is there is up to date: ``python tools/build_book.py``."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["BookError", "build", "source_date", "sources"]

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
_STAMP = ROOT / "_build" / "built-from"
_SOME_DAY = "315532800"
"""The first of January 1980, before which a zip file knows no date."""


class BookError(RuntimeError):
    """The book could not be built; the text says where the reason stands."""


def build() -> Path:
    """Build what has changed and return the folder of the site; raises :class:`BookError` if anything is amiss."""
    made_of = _sources_hash()
    if (SITE / "index.html").is_file() and _STAMP.is_file() and _STAMP.read_text() == made_of:
        print("The book is up to date.", flush=True)
        return SITE
    print("Building the book: running the cells of pages that changed, drawing formulas …", flush=True)
    begun = time.monotonic()
    log = ROOT / "_build" / "build.log"
    log.parent.mkdir(exist_ok=True)
    _STAMP.unlink(missing_ok=True)
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", ".", "-W", "-n", "--keep-going"]
    with (
        log.open("w", encoding="utf-8") as status,
        subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=status,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1", "SOURCE_DATE_EPOCH": source_date()},
            encoding="utf-8",
        ) as built,
    ):
        assert built.stderr is not None
        for line in built.stderr:
            # the kernels' notice that they talk to this machine alone without encryption
            if not line.startswith("[IPKernelApp]"):
                print(line, end="", file=sys.stderr, flush=True)
    if built.returncode != 0:
        # Sphinx warns of a page only when it reads it: without this the next run would pass in silence
        shutil.rmtree(ROOT / "_build" / ".doctrees", ignore_errors=True)
        raise BookError(
            f"The book was not built. The lines above say why; the whole log is in {log.relative_to(ROOT)}."
        )
    _STAMP.write_text(made_of)
    print(f"Built in {time.monotonic() - begun:.0f} s.", flush=True)
    return SITE


def source_date() -> str:
    """The date that stands for now wherever the build would write one, in seconds since 1970.

    It is that of ``SOURCE_DATE_EPOCH``, or else of the last commit, or else of no day that matters.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return given
    try:
        told = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
        )
    except (OSError, subprocess.CalledProcessError):
        return _SOME_DAY
    return told.stdout.strip() or _SOME_DAY


def _sources_hash() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in sources():
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """Every file that the book is made of."""
    for folder in ("book", "src"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    for name in (
        "_config.yml",
        "_toc.yml",
        "CITATION.cff",
        "pyproject.toml",
        "requirements.txt",
        "web/compile.mjs",
        "web/licences/pyodide.txt",
        "web/package-lock.json",
        "web/typeset.cjs",
        "web/wheels.lock",
    ):
        yield ROOT / name


if __name__ == "__main__":
    try:
        build()
    except BookError as error:
        sys.exit(str(error))
