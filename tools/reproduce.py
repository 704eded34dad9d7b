"""Build the book a second time, elsewhere and from nothing, and compare: ``python tools/reproduce.py``.

The first build is the one in ``_build/html``. The second is made in a folder of its own, from copies of the files
that git knows, with no kept outputs of cells, no kept formulas and another hash seed. Each file must be there in both
with the same bytes, save those that :data:`LEFT_OUT` names. The exit status is 1 where anything differs.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import build_book

__all__ = ["LEFT_OUT", "copy_sources", "differences", "main"]

ROOT = Path(__file__).resolve().parent.parent

LEFT_OUT = {
    "run-times.js": "how long each page's cells ran",
    ".buildinfo": "Sphinx's own notes on its settings, with paths in them",
    ".buildinfo.bak": "the same of the build before",
}
"""What may differ, and why."""

_SHOWN = 20
_AROUND = 60


def copy_sources(target: Path) -> None:
    """Copy what git knows of this folder, as it is now, and lend it the browser parts, which npm and pip fetched."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    for part in ("node_modules", "wheels"):
        (target / "web" / part).symlink_to((ROOT / "web" / part).resolve())


def differences(one: Path, other: Path) -> list[str]:
    """What differs between two built sites, each as a sentence; nothing where they are the same."""
    here, there = (
        {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()} - LEFT_OUT.keys()
        for site in (one, other)
    )
    found = [f"{name} is in {one} alone." for name in sorted(here - there)]
    found += [f"{name} is in {other} alone." for name in sorted(there - here)]
    for name in sorted(here & there):
        if not filecmp.cmp(one / name, other / name, shallow=False):
            found.append(f"{name} differs: {_first_difference(one / name, other / name)}")
    return found


def _first_difference(one: Path, other: Path) -> str:
    """Where two files part, with what stands there in each."""
    a, b = one.read_bytes(), other.read_bytes()
    at = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    begin = max(0, at - _AROUND)
    return f"at byte {at} {a[begin : at + _AROUND]!r} beside {b[begin : at + _AROUND]!r}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build twice and compare; returns the exit status."""
    first = build_book.build()
    with tempfile.TemporaryDirectory(prefix="fortune again ") as folder:
        copy = Path(folder).resolve()
        copy_sources(copy)
        print("Building the book once more, elsewhere and from nothing …", flush=True)
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy / "src"),
            "PYTHONHASHSEED": "36",
            "SOURCE_DATE_EPOCH": build_book.source_date(),
        }
        done = subprocess.run(
            [sys.executable, str(copy / "tools" / "build_book.py")], cwd=copy, env=environment, check=False
        )
        if done.returncode != 0:
            print("The second build failed; the lines above say why.", file=sys.stderr)
            return 1
        found = differences(first, copy / "_build" / "html")
    if found:
        print(f"{len(found)} files differ between two builds of the same sources:", file=sys.stderr)
        print("\n".join(f"- {line}" for line in found[:_SHOWN]), file=sys.stderr)
        return 1
    print("Two builds, the same bytes.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except build_book.BookError as error:
        sys.exit(str(error))
