"""The interactives of Glückshaus, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fortune.glueckshaus.explorer import Explorer
from fortune.glueckshaus.play import Play
from fortune.glueckshaus.replay import Replay
from fortune.stage.protocol import App

__all__ = ["APPS"]

_ALL: tuple[App[Any], ...] = (Play(), Replay(), Explorer())
APPS: Mapping[str, App[Any]] = MappingProxyType({app.name: app for app in _ALL})
