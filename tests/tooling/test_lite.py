"""Python in the browser and JupyterLite, as far as they can be tried without a browser."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import jupytext
import pytest
from sphinx.errors import ExtensionError

import pyodide_wheels
from house import lite
from house.pyodide import CORE, OWN, STDLIB, Wheel, assemble, package_list, read_wheel

ROOT = Path(__file__).parents[2]

FOREIGN = re.compile(r"(https?:)?//[a-z0-9]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's Pyodide, put together anew."""
    target = tmp_path_factory.mktemp("pyodide")
    assemble(ROOT, target)
    return target


@pytest.fixture(scope="module")
def packages(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    return found


class TestWheelsLock:
    def test_fits_pyodide_and_the_requirements(self) -> None:
        known = json.loads(pyodide_wheels.PYODIDE_LIST.read_text())["packages"]
        known = {pyodide_wheels.normal(name): entry for name, entry in known.items()}
        pins = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
        expected = pyodide_wheels.closure(known, pyodide_wheels.ROOTS)
        expected |= {name: pins[name] for name in pyodide_wheels.EXTRAS}
        assert {name: version for name, (version, _) in pyodide_wheels.read_lock().items()} == expected

    def test_names_no_host(self) -> None:
        assert not FOREIGN.search(pyodide_wheels.LOCK.read_text())

    def test_what_was_fetched_has_its_hashes(self) -> None:
        digests = {hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in pyodide_wheels.WHEELS.glob("*.whl")}
        assert digests == {digest for _, digest in pyodide_wheels.read_lock().values()}

    def test_an_unknown_package_is_told(self) -> None:
        with pytest.raises(pyodide_wheels.WheelsError, match="nosuch"):
            pyodide_wheels.closure({}, ["nosuch"])


class TestPackages:
    def test_all_are_there_with_their_hashes(self, folder: Path, packages: dict[str, dict[str, Any]]) -> None:
        assert {*pyodide_wheels.read_lock(), OWN, "nbformat"} == set(packages)
        for entry in packages.values():
            content = (folder / entry["file_name"]).read_bytes()
            assert hashlib.sha256(content).hexdigest() == entry["sha256"], entry["name"]
            assert set(entry["depends"]) <= set(packages), entry["name"]

    def test_nothing_else_is_there(self, folder: Path, packages: dict[str, dict[str, Any]]) -> None:
        expected = {*CORE, STDLIB, "pyodide-lock.json", *(entry["file_name"] for entry in packages.values())}
        assert {path.name for path in folder.iterdir()} == expected

    def test_our_library_is_whole_and_brings_anywidget(self, folder: Path, packages: dict[str, dict[str, Any]]) -> None:
        own = packages[OWN]
        assert (own["imports"], own["depends"]) == (["fortune"], ["anywidget"])
        with zipfile.ZipFile(folder / own["file_name"]) as archive:
            held = {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}
        source = ROOT / "src"
        assert held == {path.relative_to(source).as_posix(): path.read_bytes() for path in source.rglob("*.py")}

    def test_a_second_time_changes_nothing(self, folder: Path, tmp_path: Path) -> None:
        before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
        (folder / "left_over-1.0-py3-none-any.whl").write_bytes(b"")
        assemble(ROOT, folder)
        assert {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()} == before
        assemble(ROOT, tmp_path)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
            name: content for name, (_, content) in before.items()
        }

    def test_plotly_without_its_desktop_parts(self, folder: Path, packages: dict[str, dict[str, Any]]) -> None:
        entry = packages["plotly"]
        assert "nbformat" in entry["depends"]
        with zipfile.ZipFile(folder / entry["file_name"]) as archive:
            names = set(archive.namelist())
            record = next(name for name in names if name.endswith("/RECORD"))
            recorded = {line.rsplit(",", 2)[0] for line in archive.read(record).decode().splitlines()}
        assert "plotly/graph_objects/__init__.py" in names
        assert not [name for name in names if "labextension" in name or name.endswith("plotly.min.js")]
        assert recorded == names

    def test_a_wrong_version_is_told(self) -> None:
        wheel = Wheel("a-2-py3-none-any.whl", b"", "a", "2", ["a"], [])
        with pytest.raises(ExtensionError, match=r"asks for a 1, and web/wheels\.lock has 2"):
            package_list([wheel], {"a": {"version": "1", "imports": ["a"], "depends": []}})

    def test_a_missing_dependency_is_told(self) -> None:
        wheel = Wheel("a-2-py3-none-any.whl", b"", "a", "2", ["a"], ["b"])
        with pytest.raises(ExtensionError, match="a needs b"):
            package_list([wheel], {})

    def test_missing_parts_are_told(self, tmp_path: Path) -> None:
        with pytest.raises(ExtensionError, match="make book"):
            assemble(tmp_path, tmp_path / "target")

    def test_dependencies_of_other_systems_are_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "a-1-py3-none-any.whl"
        needs = ['b; sys_platform == "win32"', 'c; extra == "more"', "D_d>=1"]
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a/__init__.py", "")
            lines = ["Name: a", "Version: 1", *(f"Requires-Dist: {need}" for need in needs)]
            archive.writestr("a-1.dist-info/METADATA", "\n".join(lines) + "\n")
        wheel = read_wheel(path)
        assert (wheel.name, wheel.imports, wheel.depends) == ("a", ["a"], ["d-d"])
        assert zipfile.ZipFile(io.BytesIO(wheel.content)).namelist() == ["a/__init__.py", "a-1.dist-info/METADATA"]


class TestNotebook:
    def test_every_workshop_is_in_the_book(self) -> None:
        toc = (ROOT / "_toc.yml").read_text()
        found = lite.workshops(ROOT)
        assert "glueckshaus/workshop" in found
        assert [name for name in found if f"file: book/{name}\n" not in toc] == []

    @pytest.mark.parametrize("name", lite.workshops(ROOT))
    def test_the_same_page_gives_the_same_notebook(self, name: str) -> None:
        page = ROOT / "book" / f"{name}.md"
        assert lite.notebook(page) == lite.notebook(page)
        book = jupytext.reads(lite.notebook(page), fmt="ipynb")
        assert book.metadata["language_info"]["name"] == "python"
        assert [cell.source for cell in book.cells] == [cell.source for cell in jupytext.read(page).cells]

    @pytest.mark.parametrize("name", lite.workshops(ROOT))
    def test_reads_well_as_a_notebook(self, name: str) -> None:
        """No directive or role of the book, which JupyterLab would show as it is written."""
        book = jupytext.read(ROOT / "book" / f"{name}.md")
        text = [cell.source for cell in book.cells if cell.cell_type == "markdown"]
        assert [source for source in text if re.search(r"^(:::|```)|\{[a-z:]+\}`|\]\([^)]*\.md\)", source, re.M)] == []

    def test_settings_name_no_host(self) -> None:
        assert not FOREIGN.search(json.dumps(lite.settings()))


def test_only_small_text_is_committed() -> None:
    tracked = subprocess.run(["git", "ls-files", "web"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if tracked.returncode == 0:
        assert "web/wheels.lock" in tracked.stdout.split()
        assert [name for name in tracked.stdout.split() if name.endswith((".whl", ".wasm"))] == []
