"""Whatever a link holds, an app answers: with the game, or with a sentence, and then everything is as it was."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fortune.stage.protocol import FORMAT
from fortune.stage.registry import APPS, find_app
from fortune.stage.session import Session
from tests.hostile import PAYLOADS, VALUES, kept_games, twisted

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)


@cache
def games(app: str) -> list[dict[str, Any]]:
    return [saved for seed in range(3) for saved in kept_games(app, seed)]


def refuse_number(name: str) -> None:
    raise AssertionError(f"{name} is no JSON: the page could not read this answer")


def settled(session: Session, request: dict[str, Any]) -> bool:
    """Whether the request was answered with a game; if not, with a sentence, and the session is as it was."""
    before = session.save()
    answer = json.loads(session.answer(json.dumps(request)), parse_constant=refuse_number)
    if "error" not in answer:
        assert answer["saved"]["app"] == session.app.name
        for frame in answer["view"]["frames"]:
            ET.fromstring(frame["svg"])
        return True
    sentence = answer["error"]
    assert "went wrong inside" not in sentence, f"{sentence} {request}"
    assert sentence[-1] == "."
    assert "\n" not in sentence
    assert len(sentence) < 1500, sentence
    assert session.save() == before
    return False


def started(app: str) -> Session:
    session = Session(find_app(app))
    session.answer(json.dumps({"ask": "start"}))
    return session


@pytest.mark.parametrize("app", APPS)
def test_what_an_app_has_saved_it_loads(app: str) -> None:
    for saved in games(app):
        session = started(app)
        assert settled(session, {"ask": "load", "saved": saved})
        assert session.save() == saved


@pytest.mark.parametrize("app", APPS)
@given(model=ANYTHING)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_any_model(app: str, model: Any) -> None:
    settled(started(app), {"ask": "load", "saved": {"format": FORMAT, "app": app, "model": model}})


@pytest.mark.parametrize("app", APPS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
def test_a_saved_game_put_wrong(app: str, seed: int) -> None:
    rng = random.Random(seed)
    settled(started(app), {"ask": "load", "saved": twisted(rng, rng.choice(games(app)))})


@pytest.mark.parametrize("app", APPS)
@given(seed=st.integers(0, 2**32), value=st.sampled_from(VALUES))
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_any_action(app: str, seed: int, value: Any) -> None:
    rng = random.Random(seed)
    session = started(app)
    settled(session, {"ask": "load", "saved": rng.choice(games(app))})
    known = [part["do"] for part in _controls(session)]
    do = rng.choice([*known, *PAYLOADS, "", "throw", "pick", "pick.0", "choose.99", "die.²", "count.x", "name.-1"])
    settled(session, {"ask": "act", "action": {"do": do, "value": value}})


def _controls(session: Session) -> list[dict[str, Any]]:
    view = json.loads(session.answer(json.dumps({"ask": "load", "saved": session.save()})))["view"]
    found: list[dict[str, Any]] = []
    todo = list(view["controls"])
    while todo:
        control = todo.pop()
        todo.extend(control.get("controls", []))
        if "do" in control:
            found.append(control)
    return found
