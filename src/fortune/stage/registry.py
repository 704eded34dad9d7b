"""The apps by name. An app is imported only when it is asked for: a browser pays for each module that it loads."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fortune.errors import StageError, shown
from fortune.stage.protocol import App

__all__ = ["APPS", "find_app"]

APPS = {
    "chance.walk": "fortune.classroom.walk:Walk",
    "glueckshaus.play": "fortune.glueckshaus.play:Play",
    "glueckshaus.replay": "fortune.glueckshaus.replay:Replay",
    "glueckshaus.odds": "fortune.glueckshaus.explorer:Explorer",
    "goose.play": "fortune.goose.play:Play",
    "goose.replay": "fortune.goose.replay:Replay",
    "goose.odds": "fortune.goose.explorer:Explorer",
    "goose.race": "fortune.goose.race:Race",
    "tablero.play": "fortune.tablero.play:Play",
    "tablero.replay": "fortune.tablero.replay:Replay",
    "tablero.line": "fortune.tablero.explorer:Explorer",
    "classroom.lab": "fortune.classroom.lab:Lab",
    "classroom.guess": "fortune.classroom.guess:Guess",
    "classroom.tally": "fortune.classroom.tally:Tally",
}
"""Where each app is: its module and its class."""


def find_app(name: str) -> App[Any]:
    """The app with this name, such as ``glueckshaus.play``; raises :class:`StageError` where there is none."""
    if not isinstance(name, str) or name not in APPS:
        raise StageError(f"There is no app {shown(name)} here.")
    module, _, made = APPS[name].partition(":")
    app: App[Any] = getattr(import_module(module), made)()
    return app
