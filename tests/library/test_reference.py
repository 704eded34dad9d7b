"""The reference has every module that it should, and each public name on it says what it is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import fortune
from fortune.catalogue import CATALOGUE

PAGES = Path(__file__).resolve().parents[2] / "book" / "library"
LISTED = sorted(
    name
    for page in (PAGES / "reference").glob("*.md")
    for name in re.findall(r"automodule:: (\S+)", page.read_text("utf-8"))
)

APPS = {"explorer", "play", "race", "replay", "guess", "lab", "tally", "walk"}
"""What is played: reached by name, through ``fortune.stage.show``."""
PARTS = {
    "figures", "motion", "table", "opening", "cases", "lanes", "saved", "spiral", "throw_classes", "outlook", "picking",
    "prospects", "thumb", "columns", "sheets", "tally_words", "track_board", "contest", "draft", "match", "party",
    "reading", "scripts", "tape", "files",
}  # fmt: skip
"""What serves one module or one app, and can change with it."""
BOOKS_OWN = {"checks", "claims", "claim", "data", "ledger", "trials"}
"""What the status page and the ledger of this book are made of, and nothing else."""
PACKAGES = {"classroom", "glueckshaus", "goose", "tablero", "__main__"}
"""What hands on, or is a command."""


def public_modules() -> Iterator[str]:
    for found in pkgutil.walk_packages(fortune.__path__, "fortune."):
        if not found.name.startswith("fortune.tablero.solve"):  # it solves again, with Numba, what the library reads
            yield found.name


def test_every_module_is_on_the_reference_or_left_out_for_a_reason() -> None:
    assert len(LISTED) == len(set(LISTED)), "each stands in one place"
    left_out = {name for name in public_modules() if name.split(".")[-1] in APPS | PARTS | BOOKS_OWN | PACKAGES}
    assert set(LISTED) & left_out == set()
    assert set(LISTED) | left_out == set(public_modules())


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_has_a_page(game: str) -> None:
    assert f"fortune.{game}.rulesets" in LISTED
    assert f"fortune.{game}.odds" in LISTED
    assert f"(reference/{game}.md)" in (PAGES / "reference.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LISTED)
def test_the_map_names_the_module(name: str) -> None:
    text = (PAGES / "reference.md").read_text(encoding="utf-8")
    assert f"`{name}`" in text or f"`{name.removeprefix('fortune.')}`" in text


def own(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The public functions, classes and methods that are made in this module."""
    for name in module.__all__:
        value = getattr(module, name)
        if getattr(value, "__module__", None) != module.__name__ or not (inspect.isclass(value) or callable(value)):
            continue
        yield name, value
        if inspect.isclass(value):
            for inner, member in vars(value).items():
                if not inner.startswith("_") and isinstance(
                    member, FunctionType | property | classmethod | staticmethod
                ):
                    yield f"{name}.{inner}", member


@pytest.mark.parametrize("name", LISTED)
def test_what_is_public_says_what_it_is(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert module.__all__, "what is public has a list"
    for what, value in own(module):
        text = (getattr(value, "__doc__", None) or "").strip()
        assert len(text) > 5, f"{name}.{what} has no docstring"
        assert not re.match(rf"{what.split('.')[-1]}\(", text), f"{name}.{what} has only its signature"
