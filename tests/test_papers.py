"""The papers of the project agree: one version, one address, one licence, wherever they stand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import fortune

ROOT = Path(__file__).resolve().parents[1]


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads(_read("pyproject.toml"))


@pytest.fixture(scope="module")
def citation() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(_read("CITATION.cff"))
    return read


@pytest.fixture(scope="module")
def address() -> str:
    """The one setting of the repository's address, which everything else must repeat."""
    return str(yaml.safe_load(_read("_config.yml"))["repository"]["url"])


def test_the_package_takes_its_version_from_the_library(project: dict[str, Any]) -> None:
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/fortune/__init__.py"
    assert re.fullmatch(r"\d+\.\d+\.\d+", fortune.__version__)


def test_the_citation_names_this_version_and_licence(citation: dict[str, Any], project: dict[str, Any]) -> None:
    assert citation["version"] == fortune.__version__
    assert citation["license"] == project["project"]["license"] == "BSD-3-Clause"
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in project["project"]["authors"]
    ]


def test_the_newest_version_in_the_changelog_is_this_one() -> None:
    headings = re.findall(r"^## \[(.+?)\]", _read("CHANGELOG.md"), flags=re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1] == fortune.__version__


def test_every_heading_of_the_changelog_has_its_link() -> None:
    text = _read("CHANGELOG.md")
    headings = re.findall(r"^## \[(.+?)\]", text, flags=re.MULTILINE)
    assert re.findall(r"^\[(.+?)\]: ", text, flags=re.MULTILINE) == headings


def test_the_address_is_the_same_wherever_it_stands(address: str, citation: dict[str, Any]) -> None:
    assert citation["repository-code"] == address
    for name in ("CHANGELOG.md", "README.md", "CONTRIBUTING.md", "pyproject.toml"):
        found = set(re.findall(r"https://github\.com/[\w-]+/[\w-]+", _read(name)))
        assert found <= {address}, f"{name} names another repository than _config.yml"
    assert address in _read("CHANGELOG.md")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "LICENSE-text.md", "CHANGELOG.md"])
def test_no_link_between_the_papers_is_dead(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", _read(name)):
        path, _, anchor = target.partition("#")
        linked = ROOT / (path or name)
        assert linked.exists(), f"{name} links to {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_both_licences_are_there() -> None:
    assert _read("LICENSE").startswith("BSD 3-Clause License")
    assert "https://creativecommons.org/licenses/by/4.0/" in _read("LICENSE-text.md")
    assert "(LICENSE)" in _read("README.md")
    assert "(LICENSE-text.md)" in _read("README.md")
