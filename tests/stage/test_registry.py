"""The apps by name."""

from __future__ import annotations

import pytest

from fortune.errors import StageError
from fortune.stage.registry import APPS, find_app


@pytest.mark.parametrize("name", APPS)
def test_an_app_is_found_by_its_own_name(name: str) -> None:
    assert find_app(name).name == name


@pytest.mark.parametrize(
    "name", ["nowhere", "glueckshaus", "os:system", "glueckshaus.rules:Options", "", None, ["glueckshaus.play"]]
)
def test_nothing_else_is_ever_imported(name: object) -> None:
    with pytest.raises(StageError, match="There is no app"):
        find_app(name)  # type: ignore[arg-type]
