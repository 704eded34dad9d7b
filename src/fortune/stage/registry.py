"""The apps by name. A game's apps are imported only when one of them is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fortune.errors import StageError, shown
from fortune.stage.protocol import App

__all__ = ["HOMES", "find_app"]

HOMES = {"glueckshaus": "fortune.glueckshaus.apps"}
"""The module that keeps the apps of each game, as a mapping ``APPS`` from names to apps."""


def find_app(name: str) -> App[Any]:
    """The app with this name, such as ``glueckshaus.play``; raises :class:`StageError` where there is none."""
    home = name.partition(".")[0] if isinstance(name, str) else ""
    apps: dict[str, App[Any]] = import_module(HOMES[home]).APPS if home in HOMES else {}
    if name not in apps:
        raise StageError(f"There is no app {shown(name)} here.")
    return apps[name]
