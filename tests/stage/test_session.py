"""The door of an app: every request gets an answer, and a mistake changes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fortune.errors import StageError
from fortune.stage.protocol import FORMAT, Action, Button, Frame, View
from fortune.stage.registry import find_app
from fortune.stage.session import Session


class Counter:
    """Counts up to three; ``burst`` is a fault of its own."""

    name = "test.counter"
    title = "the counter"

    def start(self, options: Mapping[str, Any]) -> int:
        return int(options.get("from", 0))

    def update(self, model: int, action: Action) -> int:
        if action.do == "burst":
            raise ZeroDivisionError
        if action.do != "up" or model == 3:
            raise StageError(f"It cannot {action.do} from {model}.")
        return model + 1

    def view(self, model: int) -> View:
        return View((Frame(f"<svg>{model}</svg>"),), (Button("up", "Up", primary=True),), status=str(model))

    def save(self, model: int) -> dict[str, Any]:
        return {"at": model}

    def load(self, data: object) -> int:
        if not isinstance(data, dict) or type(data.get("at")) is not int or not 0 <= data["at"] <= 3:
            raise StageError("No such count.")
        return int(data["at"])


def ask(session: Session, **request: Any) -> dict[str, Any]:
    answer = json.loads(session.answer(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def test_a_replay_has_begun_once_it_is_started() -> None:
    session = Session(find_app("goose.replay"))
    assert not session.started
    assert "not begun" in ask(session, ask="act", action={"do": "next"})["error"]
    ask(session, ask="start")
    assert session.started
    assert "not begun" not in ask(session, ask="act", action={"do": "next"})["error"]


def test_start_act_and_save() -> None:
    session = Session(Counter())
    assert ask(session, ask="start", options={"from": 1})["view"]["status"] == "1"
    answer = ask(session, ask="act", action={"do": "up"})
    assert answer["view"]["frames"] == [{"svg": "<svg>2</svg>", "caption": "", "stay": 600}]
    assert answer["view"]["controls"][0]["kind"] == "button"
    assert answer["saved"] == {"format": FORMAT, "app": "test.counter", "model": {"at": 2}}


def test_what_was_saved_goes_on_elsewhere() -> None:
    session = Session(Counter())
    saved = ask(session, ask="start", options={"from": 2})["saved"]
    for form in (saved, json.dumps(saved)):
        other = Session(Counter())
        assert ask(other, ask="load", saved=form)["view"]["status"] == "2"
        assert ask(other, ask="act", action={"do": "up"})["view"]["status"] == "3"


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"ask": "act", "action": {"do": "down"}}, "It cannot down from 1."),
        ({"ask": "act", "action": {"do": "burst"}}, "Something went wrong inside the counter (ZeroDivisionError)"),
        ({"ask": "act", "action": "up"}, "An action names what to do, not 'up'"),
        ({"ask": "act", "action": {"do": "up", "value": [1]}}, "not [1]"),
        ({"ask": "start", "options": [1]}, "Options are names with values, not [1]"),
        ({"ask": "sing"}, "can start, load and act, not 'sing'"),
        ({"ask": "load", "saved": {"format": 0, "app": "test.counter", "model": {}}}, "another version of the book"),
        ({"ask": "load", "saved": {"format": 1, "app": "goose.play", "model": {}}}, "belongs to 'goose.play'"),
        ({"ask": "load", "saved": {"format": 1, "app": "test.counter", "model": {"at": 9}}}, "No such count."),
        ({"ask": "load", "saved": "<script>"}, "cannot be read"),
        ({"ask": "load", "saved": None}, "does not hold a saved game"),
    ],
)
def test_a_mistake_is_a_sentence_and_changes_nothing(request_: dict[str, Any], sentence: str) -> None:
    session = Session(Counter())
    ask(session, ask="start", options={"from": 1})
    answer = ask(session, **request_)
    assert list(answer) == ["error"]
    assert sentence in answer["error"]
    assert session.save()["model"] == {"at": 1}


@pytest.mark.parametrize(
    ("saved", "sentence"), [("[" * 100_000, "cannot be read"), ('"[[[' + "[" * 99 + '"', "mapping")]
)
def test_a_deep_text_is_refused_before_it_is_read(saved: str, sentence: str) -> None:
    assert sentence in ask(Session(Counter()), ask="load", saved=saved)["error"]


def test_nothing_can_be_done_before_the_start() -> None:
    assert "has not begun" in ask(Session(Counter()), ask="act", action={"do": "up"})["error"]


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x)).map(json.dumps))
def test_any_text_gets_an_answer(request_: str) -> None:
    answer = json.loads(Session(Counter()).answer(request_))
    assert list(answer) == ["error"]
