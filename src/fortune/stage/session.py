"""One app at work: requests and answers as JSON text. Both transports talk to the app through this door.

Requests: ``{"ask": "start", "options": {…}}``, ``{"ask": "load", "saved": {…}}`` (or ``"saved"`` as text),
``{"ask": "act", "action": {"do": …, "value": …}}``. Answers: ``{"view": {…}, "saved": {…}}``, or
``{"error": "a sentence"}``, after which everything is as it was.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from fortune.errors import FortuneError, StageError, shown
from fortune.stage.protocol import FORMAT, Action, App, View, view_to_json
from fortune.stage.registry import find_app

__all__ = ["Session", "Sessions"]

_DEEPEST = 50
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[][{}]')
"""Strings, which may hold brackets too, and brackets."""


_NOTHING: Final = object()
"""The model before the start; a replay's own is ``None``."""


class Session:
    """An app with its present model. ``answer`` never raises: whatever goes wrong becomes a sentence."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._model: Any = _NOTHING

    def answer(self, request: str) -> str:
        """The answer to a request, both as JSON text."""
        before = self._model
        try:
            self._model = self._next(_read(request))
            return json.dumps({"view": view_to_json(self.app.view(self._model)), "saved": self.save()})
        except FortuneError as error:
            self._model = before
            return json.dumps({"error": str(error)})
        except Exception as error:
            # A fault of ours, not the reader's: still a sentence, and the game goes on from where it was.
            self._model = before
            fault = type(error).__name__
            sentence = f"Something went wrong inside {self.app.title} ({fault}); nothing was changed."
            return json.dumps({"error": sentence})

    @property
    def started(self) -> bool:
        """Whether there is a model yet."""
        return self._model is not _NOTHING

    def view(self) -> View:
        """What the present model shows."""
        return self.app.view(self._model)

    def save(self) -> dict[str, Any]:
        """The present model with the format's version and the app's name."""
        return {"format": FORMAT, "app": self.app.name, "model": self.app.save(self._model)}

    def _next(self, request: dict[str, Any]) -> Any:
        ask = request.get("ask")
        if ask == "start":
            options = request.get("options", {})
            if not isinstance(options, dict):
                raise StageError(f"Options are names with values, not {shown(options)}.")
            return self.app.start(options)
        if ask == "load":
            return self._load(request.get("saved"))
        if ask == "act":
            if not self.started:
                raise StageError("The game has not begun, so nothing can be done in it yet.")
            return self.app.update(self._model, _action(request.get("action")))
        raise StageError(f"The stage can start, load and act, not {shown(ask)}.")

    def _load(self, saved: object) -> Any:
        if isinstance(saved, str):
            saved = _read(saved)
        if not isinstance(saved, dict) or not {"format", "app", "model"} <= saved.keys():
            raise StageError("This link does not hold a saved game of this book.")
        if saved["format"] != FORMAT:
            raise StageError(
                f"This link is of format {shown(saved['format'])}, and this page reads format {FORMAT}: "
                "it was made by another version of the book."
            )
        if saved["app"] != self.app.name:
            raise StageError(f"This link belongs to {shown(saved['app'])}, and here is {self.app.name}.")
        return self.app.load(saved["model"])


class Sessions:
    """The sessions of all stages of a page, which share one Python in the browser."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}

    def answer(self, stage: str, app: str, request: str) -> str:
        """The answer to a request of this stage, whose app is found by name when it is first asked."""
        if stage not in self._sessions:
            try:
                self._sessions[stage] = Session(find_app(app))
            except FortuneError as error:
                return json.dumps({"error": str(error)})
        return self._sessions[stage].answer(request)


def _read(text: str) -> dict[str, Any]:
    # in the browser Python would run out of stack before it could raise RecursionError
    if _depth(text) > _DEEPEST:
        raise StageError("What the page sent, or what the link holds, cannot be read.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StageError("What the page sent, or what the link holds, cannot be read.") from error
    if not isinstance(data, dict):
        raise StageError(f"A request is a mapping, not {shown(data)}.")
    return data


def _depth(text: str) -> int:
    """How deep a JSON text is nested."""
    depth = deepest = 0
    for mark in _BRACKETS.findall(text):
        if mark[0] != '"':
            depth += 1 if mark in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


def _action(data: object) -> Action:
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise StageError(f"An action names what to do, not {shown(data)}.")
    value = data.get("value")
    if value is not None and not isinstance(value, str | int | bool):
        raise StageError(f"The value of an action is a text, a whole number, or yes or no, not {shown(value)}.")
    return Action(data["do"], value)
