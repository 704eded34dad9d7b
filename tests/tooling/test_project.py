"""What the project says of itself in several files agrees, and no file names a machine or a registry."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import fortune

ROOT = Path(__file__).parents[2]
TEXTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "pyproject.toml")


@pytest.fixture(scope="module")
def config() -> Any:
    return yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))


def test_one_address(config: Any) -> None:
    address = config["repository"]["url"]
    name = address.rsplit("/", 1)[1]
    written = {
        file: set(re.findall(rf"https://[\w.-]+/[\w.-]+/{name}\b", (ROOT / file).read_text(encoding="utf-8")))
        for file in TEXTS
        if (ROOT / file).is_file()
    }
    assert written["pyproject.toml"] == {address}
    assert {file: found for file, found in written.items() if found - {address}} == {}


def test_one_version() -> None:
    citation = ROOT / "CITATION.cff"
    if citation.is_file():
        assert str(yaml.safe_load(citation.read_text(encoding="utf-8"))["version"]) == fortune.__version__
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["dynamic"] == ["version"]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_with_hashes_and_name_no_host(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    kept = [line for line in lines if line]
    assert kept
    pinned = r"[\w.-]+==[\w.+]+( *;.*)?( +--hash=sha256:[0-9a-f]{64})+"
    assert [line for line in kept if not re.fullmatch(pinned, line)] == []


def test_lock_file_names_no_host() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "integrity" not in package] == []


def test_the_floor_plan_has_every_module_and_no_other() -> None:
    plan = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## The floor plan")[1].split("```")[1]
    named = set(re.findall(r"[\w.]+\.(?:py|js|css)\b", plan))
    library = ROOT / "src" / "fortune"
    there = {
        path.name
        for path in library.rglob("*.*")
        # the solver of Tablero is one room to the plan
        if path.suffix in {".py", ".js", ".css"} and path.name != "__init__.py" and path.parent.name != "solve"
    }
    assert named == there
