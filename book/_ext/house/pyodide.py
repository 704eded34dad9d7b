"""Python in the browser: Pyodide with our library and the packages of ``web/wheels.lock``, served by the site itself.

All goes to ``_static/vendor/pyodide``, for the stage's worker and for JupyterLite alike. Pyodide's own list of
packages says where each lies and what it needs; here it is cut down to those that are at hand, and those that it does
not know are added, our library too. So ``import fortune`` in a notebook needs no installation, and nothing is asked
of another host.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from house.bytecode import compiled

__all__ = ["CORE", "FOLDER", "OWN", "STDLIB", "Wheel", "assemble", "copy_pyodide", "package_list", "read_wheel"]

FOLDER = "_static/vendor/pyodide"

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The interpreter itself, from npm's package."""

STDLIB = "python_stdlib.zip"
"""Its standard library, which the site serves as bytecode."""

OWN = "house-of-fortune"
"""Our library's name among the packages; its module is ``fortune``."""

_NOT_PYTHON = {"widgetsnbextension", "jupyterlab-widgets"}
"""Packages that ipywidgets names and that hold scripts for Jupyter alone: JupyterLite brings those itself."""

_DESKTOP_ONLY = ("plotly/package_data/plotly.min.js", "plotly/labextension/", ".data/data/share/jupyter/")
"""Parts of wheels, scripts of Jupyter on the desktop, that nothing in the browser's Python reads."""

_NBFORMAT = """\
\"\"\"Stands in for nbformat, which cannot be had in the browser; plotly asks for its version, and no more.\"\"\"

__version__ = "5.10.4"
"""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of each file in a wheel that is made here, so that its bytes depend on its contents alone."""


class Wheel(NamedTuple):
    """A wheel as the browser gets it: its file, and the entry for the list of packages."""

    file_name: str
    content: bytes
    name: str
    version: str
    imports: Sequence[str]
    depends: Sequence[str]

    def entry(self) -> dict[str, Any]:
        """What the list of packages says of it."""
        return {
            "name": self.name,
            "version": self.version,
            "file_name": self.file_name,
            "install_dir": "site",
            "sha256": hashlib.sha256(self.content).hexdigest(),
            "package_type": "package",
            "imports": list(self.imports),
            "depends": list(self.depends),
            "unvendored_tests": False,
        }


def copy_pyodide(app: Sphinx) -> None:
    """Bring the site's Pyodide up to date when a build begins. A book without our library beside it gets none."""
    root = Path(app.srcdir)
    if (root / "src" / "fortune").is_dir():
        assemble(root, Path(app.outdir) / FOLDER)


def assemble(root: Path, target: Path) -> None:
    """Put the interpreter, the wheels and their list into ``target``; only what differs is written."""
    source = root / "web" / "node_modules" / "pyodide"
    wheels = [read_wheel(path) for path in sorted((root / "web" / "wheels").glob("*.whl"))]
    if not wheels or not source.is_dir():
        raise ExtensionError("Parts of the browser's Python are missing; `make book` fetches them into web/.")
    wheels += [_own_wheel(root), _nbformat_stub()]
    listed = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))
    listed["packages"] = package_list(wheels, listed["packages"])
    target.mkdir(parents=True, exist_ok=True)
    for name in CORE:
        if not _is_copy(source / name, target / name):
            shutil.copyfile(source / name, target / name)
    contents = {wheel.file_name: wheel.content for wheel in wheels}
    for old in target.glob("*.whl"):
        if old.name not in contents:
            old.unlink()
    contents[STDLIB] = compiled((source / STDLIB).read_bytes())
    contents["pyodide-lock.json"] = json.dumps(listed, indent=1, sort_keys=True).encode()
    for name, content in contents.items():
        if not (target / name).is_file() or (target / name).read_bytes() != content:
            (target / name).write_bytes(content)


def package_list(wheels: Iterable[Wheel], known: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The packages for Pyodide's list: what it knows of them already stays, save their files and hashes.

    Raises :class:`ExtensionError` where a version is not the one that Pyodide asks for, or a dependency is missing.
    """
    by_name: dict[str, Mapping[str, Any]] = {canonicalize_name(name): entry for name, entry in known.items()}
    found = {}
    for wheel in wheels:
        entry = wheel.entry()
        if wheel.name in by_name:
            own = by_name[wheel.name]
            if own["version"] != wheel.version:
                raise ExtensionError(
                    f"Pyodide asks for {wheel.name} {own['version']}, and web/wheels.lock has {wheel.version}; "
                    "`python tools/pyodide_wheels.py lock` brings it up to date."
                )
            depends = [canonicalize_name(name) for name in own["depends"]]
            entry |= {"imports": own["imports"], "depends": depends}
        found[wheel.name] = entry
    for name, entry in found.items():
        missing = [need for need in entry["depends"] if need not in found]
        if missing:
            raise ExtensionError(
                f"{name} needs {', '.join(missing)} in the browser, which web/wheels.lock does not have; "
                "add it in tools/pyodide_wheels.py and run `python tools/pyodide_wheels.py lock`."
            )
    return dict(sorted(found.items()))


def read_wheel(path: Path) -> Wheel:
    """A wheel with what its metadata says, without the parts that are of no use in the browser."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        info = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(archive.read(info).decode())
        wanted = {name: archive.read(name) for name in names if not any(part in name for part in _DESKTOP_ONLY)}
    content = path.read_bytes() if len(wanted) == len(names) else _packed(_without_lost(wanted))
    name = canonicalize_name(metadata["Name"])
    depends: list[str] = [
        canonicalize_name(need.name)
        for need in map(Requirement, metadata.get_all("Requires-Dist", []))
        if need.marker is None or need.marker.evaluate({"extra": "", "sys_platform": "emscripten"})
    ]
    imports = sorted(
        {part.removesuffix(".py") for wanted_name in wanted if _is_module(part := wanted_name.split("/")[0])}
    )
    if name == "plotly":
        depends.append("nbformat")
    return Wheel(
        path.name,
        content,
        name,
        metadata["Version"],
        imports,
        sorted(set(depends) - _NOT_PYTHON),
    )


def _own_wheel(root: Path) -> Wheel:
    """Our library. Its rules, charts and simulator need no other package; the stage in a notebook needs anywidget.

    JupyterLite brings what a cell's own imports name, with what it depends on: ``from fortune import stage`` names
    only us.
    """
    with tempfile.TemporaryDirectory() as folder:
        built = next(iter(WheelBuilder(str(root)).build(directory=folder, versions=["standard"])))
        wheel = read_wheel(Path(built))
    # a build tag made of the contents: a browser never takes an older copy from its cache for this one
    tag = f"0{hashlib.sha256(wheel.content).hexdigest()[:12]}"
    stem, rest = f"house_of_fortune-{wheel.version}-", "py3-none-any.whl"
    assert wheel.file_name == stem + rest
    return wheel._replace(file_name=f"{stem}{tag}-{rest}", depends=("anywidget",))


def _nbformat_stub() -> Wheel:
    version = "5.10.4"
    metadata = f"Metadata-Version: 2.1\nName: nbformat\nVersion: {version}\nSummary: A stand-in for plotly.\n"
    content = _packed(
        {
            "nbformat.py": _NBFORMAT.encode(),
            f"nbformat-{version}.dist-info/METADATA": metadata.encode(),
            f"nbformat-{version}.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"nbformat-{version}.dist-info/RECORD": b"",
        }
    )
    return Wheel(f"nbformat-{version}-py3-none-any.whl", content, "nbformat", version, ["nbformat"], [])


def _packed(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _without_lost(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with their RECORD cut down to those that are there."""

    def cut(name: str, content: bytes) -> bytes:
        if not name.endswith(".dist-info/RECORD"):
            return content
        lines = content.decode().splitlines(keepends=True)
        return "".join(line for line in lines if line.rsplit(",", 2)[0].strip('"') in files).encode()

    return {name: cut(name, content) for name, content in files.items()}


def _is_module(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z_]\w*(\.py)?", name) is not None


def _is_copy(original: Path, copy: Path) -> bool:
    if not copy.is_file():
        return False
    here, there = original.stat(), copy.stat()
    return here.st_size == there.st_size and here.st_mtime <= there.st_mtime
