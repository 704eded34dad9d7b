"""Binder: what it makes of this repository, and what its link opens."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import jupytext
import pytest

from house import lite

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dockerfile() -> str:
    """What repo2docker would build; it needs no Docker for that."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_repo2docker_installs_all_and_converts(dockerfile: str) -> None:
    steps = [
        'pip install --no-cache-dir -r "requirements.txt"',
        "pip install --no-cache-dir .",
        "RUN ./postBuild",
    ]
    places = [dockerfile.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)


def test_repo2docker_takes_our_python(dockerfile: str) -> None:
    assert (ROOT / "runtime.txt").read_text().strip() == "python-3.11"
    assert "Building conda environment for python=3.11" in dockerfile


@pytest.mark.skipif(os.name == "nt", reason="Binder runs postBuild on Linux")
def test_post_build_makes_what_the_link_opens(tmp_path: Path) -> None:
    shutil.copy(ROOT / "postBuild", tmp_path)
    shutil.copytree(ROOT / "book", tmp_path / "book", ignore=shutil.ignore_patterns("*.ipynb", "__pycache__"))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(["./postBuild"], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True, capture_output=True)
    made = sorted(file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.ipynb"))
    assert made == [f"book/{name}.ipynb" for name in lite.workshops(ROOT)]
    for name in lite.workshops(ROOT):
        link = lite.binder_link("https://github.com/us/ours", "main", name)
        opened = re.fullmatch(r"https://mybinder\.org/v2/gh/us/ours/main\?urlpath=lab/tree/(.+)", link)
        assert opened is not None
        book = jupytext.read(tmp_path / opened[1])
        assert book.metadata["language_info"]["name"] == "python"
        ours = jupytext.reads(lite.notebook(ROOT / "book" / f"{name}.md"), fmt="ipynb")
        assert [(cell.cell_type, cell.source) for cell in book.cells] == [
            (cell.cell_type, cell.source) for cell in ours.cells
        ]


def test_cells_import_only_what_the_requirements_bring() -> None:
    """The book itself is built in such an environment by `.ci/run`; this names the culprit at once."""
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    brought = packages_distributions()
    wanting = {}
    pages = [page for page in sorted((ROOT / "book").rglob("*.md")) if "\nkernelspec:\n" in page.read_text()]
    assert pages
    for page in pages:
        beside = {path.stem for path in page.parent.glob("*.py")}
        for cell in jupytext.read(page).cells:
            if cell.cell_type == "code":
                for module in _imported(cell.source) - beside:
                    names = {re.sub(r"[-_.]+", "-", name).lower() for name in brought.get(module, [])}
                    if module != "fortune" and module not in sys.stdlib_module_names and not names & pinned:
                        wanting[module] = page.name
    assert wanting == {}


def _imported(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def test_ci_builds_the_book_before_it_installs_more() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines.index("make book") < lines.index("make check") < lines.index("make test")
