"""The Python packages that run in the browser: ``python tools/pyodide_wheels.py fetch`` or ``lock``.

Pyodide's npm package brings the interpreter and a list of packages, but none of the packages. ``web/wheels.lock``
names the pure-Python wheels that JupyterLite needs, with versions and hashes. ``fetch`` downloads them into
``web/wheels``, as ``npm ci`` does for npm's parts. ``lock`` writes the list anew, after a change of Pyodide's
version or of ``requirements.txt``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

__all__ = ["EXTRAS", "ROOTS", "WheelsError", "closure", "fetch", "main", "read_lock", "write_lock"]

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "web" / "wheels.lock"
WHEELS = ROOT / "web" / "wheels"
PYODIDE_LIST = ROOT / "web" / "node_modules" / "pyodide" / "pyodide-lock.json"

ROOTS = ("ipython", "jedi", "micropip", "narwhals", "packaging", "sympy", "typing-extensions")
"""What JupyterLite's kernel, plotly, anywidget and the workshops ask of Pyodide's own list of packages."""

EXTRAS = ("anywidget", "comm", "ipywidgets", "plotly", "psygnal")
"""What they need that is not on the list: at the versions of ``requirements.txt``, for their other halves run here."""

_HEADER = """\
# The Python packages that run in the browser. Made by `python tools/pyodide_wheels.py lock`; see CONTRIBUTING.md.
"""


class WheelsError(RuntimeError):
    """The wheels are not to be had, or the list does not fit; the text says what to do."""


def closure(packages: Mapping[str, Mapping[str, object]], roots: Iterable[str]) -> dict[str, str]:
    """The roots and all that they depend on, by Pyodide's list: names, sorted, with their versions.

    >>> closure({"a": {"version": "1", "depends": ["B_b"]}, "b-b": {"version": "2", "depends": []}}, ["a"])
    {'a': '1', 'b-b': '2'}
    """
    found: dict[str, str] = {}
    waiting = list(roots)
    while waiting:
        name = normal(waiting.pop())
        if name in found:
            continue
        if name not in packages:
            raise WheelsError(f"Pyodide's list has no {name}; is npm's part of the set-up done?")
        found[name] = str(packages[name]["version"])
        depends = packages[name]["depends"]
        assert isinstance(depends, list)
        waiting += depends
    return dict(sorted(found.items()))


def normal(name: str) -> str:
    """A package's name as an index writes it: lower case, parted by hyphens."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(path: Path = LOCK) -> dict[str, tuple[str, str]]:
    """The packages of the list: names with version and SHA-256 in hexadecimal digits."""
    entry = re.compile(r"^([\w.-]+)==(\S+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
    return {name: (version, digest) for name, version, digest in entry.findall(path.read_text(encoding="utf-8"))}


def write_lock() -> None:
    """Work out the packages anew, download them once for their hashes, and write ``web/wheels.lock``."""
    if not PYODIDE_LIST.is_file():
        raise WheelsError("Pyodide is missing; `npm ci --prefix web` installs it.")
    packages = {normal(name): entry for name, entry in json.loads(PYODIDE_LIST.read_text())["packages"].items()}
    pins = dict(re.findall(r"^([\w.-]+)==([\w.+]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    wanted = closure(packages, ROOTS) | {name: pins[name] for name in EXTRAS}
    with tempfile.TemporaryDirectory() as folder:
        _download([f"{name}=={version}" for name, version in wanted.items()], Path(folder))
        digests = {
            normal(wheel.name.split("-")[0]): hashlib.sha256(wheel.read_bytes()).hexdigest()
            for wheel in Path(folder).glob("*.whl")
        }
    lines = [f"{name}=={version} --hash=sha256:{digests[name]}\n" for name, version in sorted(wanted.items())]
    LOCK.write_text(_HEADER + "".join(lines), encoding="utf-8")


def fetch() -> None:
    """Have exactly the wheels of ``web/wheels.lock`` in ``web/wheels``, each checked against its hash."""
    listed = read_lock()
    kept = {}
    for wheel in WHEELS.glob("*.whl"):
        name, digest = normal(wheel.name.split("-")[0]), hashlib.sha256(wheel.read_bytes()).hexdigest()
        if listed.get(name, ("", ""))[1] == digest:
            kept[name] = wheel
        else:
            wheel.unlink()
    missing = [name for name in listed if name not in kept]
    if missing:
        WHEELS.mkdir(parents=True, exist_ok=True)
        _download([f"{name}=={listed[name][0]} --hash=sha256:{listed[name][1]}" for name in missing], WHEELS)


def _download(requirements: Sequence[str], folder: Path) -> None:
    """Download pure-Python wheels alone, for the browser's Python and not for the one that runs here."""
    with tempfile.TemporaryDirectory() as temporary:
        wanted = Path(temporary) / "wanted.txt"
        wanted.write_text("\n".join(requirements), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--quiet", "--quiet", "--disable-pip-version-check", "download"]
        options = ["--no-deps", "--only-binary=:all:", "--platform=any", "--python-version=3.14"]
        options += ["--implementation=py", "--abi=none", f"--dest={temporary}", f"--requirement={wanted}"]
        if subprocess.run([*pip, *options], stdin=subprocess.DEVNULL, check=False).returncode != 0:
            raise WheelsError("The browser's Python packages could not be downloaded; the lines above say why.")
        for wheel in Path(temporary).glob("*.whl"):
            shutil.move(wheel, folder / wheel.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["fetch", "lock"])
    if parser.parse_args(arguments).what == "lock":
        write_lock()
    fetch()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WheelsError as error:
        sys.exit(str(error))
