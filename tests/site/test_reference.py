"""The reference as it was built: every public name can be linked to."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

from tests.library.test_reference import LISTED

pytestmark = pytest.mark.site

HANDED_ON = {"Drawing", "Event", "SCALE"}
"""Names that some modules take from others, where they stand on the reference."""


@pytest.fixture(scope="module")
def linked() -> set[str]:
    inventory = Path(__file__).resolve().parents[2] / "_build" / "html" / "objects.inv"
    with inventory.open("rb") as stream:
        found = InventoryFile.load(stream, "", lambda base, path: path)
    return {name for kind, names in found.items() if kind.startswith("py:") for name in names}


@pytest.mark.parametrize("module", LISTED)
def test_every_public_name_is_on_the_reference(module: str, linked: set[str]) -> None:
    assert module in linked
    names = importlib.import_module(module).__all__
    missing = {name for name in names if f"{module}.{name}" not in linked}
    assert missing <= HANDED_ON
    assert all(any(known.endswith(f".{name}") for known in linked) for name in missing)
