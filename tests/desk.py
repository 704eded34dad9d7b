"""Driving an app as the page does: JSON in, JSON out."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from fortune.stage.registry import find_app
from fortune.stage.session import Session


class Desk:
    """A session with one app, and what it showed last."""

    def __init__(self, app: str, **options: Any) -> None:
        self.session = Session(find_app(app))
        self.answer: dict[str, Any] = {}
        assert self.ask(ask="start", options=options) == ""

    def ask(self, **request: Any) -> str:
        """The sentence of an error, or nothing; what is shown changes only where there is none."""
        answer = json.loads(self.session.answer(json.dumps(request)))
        if "error" in answer:
            assert answer.keys() == {"error"}
            return str(answer["error"])
        self.answer = answer
        return ""

    def act(self, do: str, value: Any = None) -> str:
        return self.ask(ask="act", action={"do": do, "value": value})

    def tried(self, do: str, value: Any = None) -> bool:
        """Whether this could be done; where it could not, a sentence says why, and everything is as it was."""
        before, held = self.answer, self.session.save()
        sentence = self.act(do, value)
        assert "went wrong inside" not in sentence
        if not sentence:
            assert self.status, "it always says whose turn it is"
            for frame in self.view["frames"]:
                ET.fromstring(frame["svg"])
            return True
        assert sentence[-1] == "."
        assert self.answer == before
        assert self.session.save() == held
        return False

    def load(self, saved: Any) -> str:
        return self.ask(ask="load", saved=saved)

    def go(self) -> None:
        """What the page does next: the computer's throw if it is due, else a person presses the button."""
        again = self.view["again"]
        assert (self.act(**again) if again else self.act("throw")) == ""

    @property
    def view(self) -> dict[str, Any]:
        shown = self.answer["view"]
        assert isinstance(shown, dict)
        return shown

    @property
    def status(self) -> str:
        return str(self.view["status"])

    @property
    def log(self) -> list[str]:
        return list(self.view["log"])

    @property
    def saved(self) -> dict[str, Any]:
        kept = self.answer["saved"]
        assert isinstance(kept, dict)
        return kept

    @property
    def model(self) -> dict[str, Any]:
        kept = self.saved["model"]
        assert isinstance(kept, dict)
        return kept

    def still(self) -> dict[str, Any]:
        """What stays on the page once nothing moves: the view without what was shown of the last step."""
        kept = dict(self.view)
        kept.pop("announce")
        return kept | {"frames": kept["frames"][-1:]}

    def controls(self) -> dict[str, dict[str, Any]]:
        """All controls by what they do."""
        return {control["do"]: control for control in flat(self.view["controls"]) if "do" in control}

    def picture(self) -> ET.Element:
        return ET.fromstring(self.view["frames"][-1]["svg"])


def flat(controls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for control in controls:
        yield control
        yield from flat(control.get("controls", []))


def saved(app: str, model: Any) -> dict[str, Any]:
    return {"format": 1, "app": app, "model": model}
