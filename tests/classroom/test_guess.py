"""The guessing app: hands before the truth, and the truth not before it is asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fortune.classroom.guess import Asked, Guess
from fortune.classroom.poll import MOST_HANDS
from fortune.classroom.questions import QUESTIONS, found
from fortune.errors import FortuneError, StageError
from fortune.stage import page
from fortune.stage.protocol import Action, Button, Control, Group, view_to_json
from fortune.stage.session import Session
from tests.helpers import is_sentence

APP = Guess()


def act(model: Asked, *actions: str | tuple[str, Any]) -> Asked:
    for action in actions:
        model = APP.update(model, Action(action) if isinstance(action, str) else Action(*action))
    return model


def asked(key: str = "king", *hands: int) -> Asked:
    return act(APP.start({"question": key}), *(("hands.more", str(at)) for at in hands))


def flat(controls: tuple[Control, ...]) -> list[Control]:
    return [one for c in controls for one in (flat(c.controls) if isinstance(c, Group) else [c])]


def keys(model: Asked) -> dict[str, str]:
    return {c.key: c.do for c in flat(APP.view(model).controls) if isinstance(c, Button) and c.key and not c.disabled}


def test_hands_go_up_and_down_in_the_picture_and_by_keys() -> None:
    model = asked("king", 0, 1, 1, 3)
    assert model.poll.hands == (1, 2, 0, 1)
    model = act(model, ("hands.fewer", "1"), "hands.more.2")
    assert model.poll.hands == (1, 1, 1, 1)
    assert APP.view(model).announce == "1 time in 2: 1 hand. 4 hands up so far."
    model = act(model, "back")
    assert model.poll.hands == (1, 1, 0, 1)
    assert {"1": "hands.more.0", "4": "hands.more.3", "t": "truth", "u": "back", "r": "again"}.items() <= keys(
        model
    ).items()
    svg = APP.view(model).frames[0].svg
    for at, answer in enumerate(model.poll.answers):
        assert f'data-do="hands.more" data-value="{at}" aria-label="One hand more for {answer}"' in svg
        assert f'data-do="hands.fewer" data-value="{at}" aria-label="One hand fewer for {answer}"' in svg


def test_hands_are_taken_back_in_the_order_in_which_they_went_up() -> None:
    model = asked("king", 0, 1, 2)
    model = act(model, ("hands.fewer", "1"), "back", "back")
    assert model.poll.counted == 0
    with pytest.raises(StageError, match="No hand has gone up"):
        act(model, "back")
    # also after a reload
    assert act(APP.load(APP.save(asked("king", 2, 0, 2))), "back", "back").poll.hands == (0, 0, 1, 0)
    model = act(asked("king", 1), ("hands.at.3", 20))
    assert model.poll.hands == (0, 1, 0, 20)
    assert model.last == ()


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_truth_is_in_no_part_of_the_page_before_it_is_asked_for(key: str) -> None:
    finding = found(key)
    embedded = page.embed("classroom.guess", question=key)._repr_html_()
    hidden = json.dumps(view_to_json(APP.view(asked(key, 0, 1, 1)))) + embedded
    for told in (finding.told, finding.because):
        assert told not in hidden
    # nor can it be seen which answer is the right one
    parts = [APP.view(asked(key)).frames[0].svg.split(f'data-answer="{at}"')[1] for at in range(2)]
    assert len({part.split("</text>")[0].count("gold-wash") for part in parts}) == 1
    view = APP.view(act(asked(key, 0, 1, 1), "truth"))
    assert finding.told in view.frames[0].svg
    assert finding.because in view.frames[0].caption
    assert finding.because in view.announce
    assert QUESTIONS[key].ruleset in view.frames[0].caption
    assert view.status.startswith(f"It is “{QUESTIONS[key].answers[finding.truth.right[0]]}”: ")
    assert view.table.count("<tr>") == 1 + len(QUESTIONS[key].answers)


def test_it_is_said_how_the_figure_is_known() -> None:
    assert "Known: exactly. Ruleset: two fair dice." in APP.view(act(asked("king"), "truth")).frames[0].caption
    assert "computed, with an error below" in APP.view(act(asked("never"), "truth")).frames[0].caption


def test_who_has_seen_the_truth_guesses_no_more() -> None:
    model = act(asked("king", 1, 1, 2), "truth")
    assert "data-do=" not in APP.view(model).frames[0].svg
    assert not {"1", "2", "t", "u"} & keys(model).keys()
    for action in (("hands.more", "0"), ("hands.at.1", 3), "back", "hands.clear"):
        with pytest.raises(StageError, match="The truth has been shown"):
            act(model, action)
    again = act(model, "again")
    assert again.poll.counted == 0
    assert not again.told
    assert again.question.key == "king"


def test_another_question_begins_with_no_hand_up() -> None:
    model = act(asked("king", 1, 1), "truth", ("question", "nine"))
    assert (model.question.key, model.poll.counted, model.told) == ("nine", 0, False)
    assert act(asked("king", 1), "hands.clear").poll.counted == 0


@given(st.sampled_from(sorted(QUESTIONS)), st.data(), st.booleans())
def test_a_link_keeps_question_and_hands(key: str, data: st.DataObject, told: bool) -> None:
    model = asked(key)
    hands = data.draw(
        st.lists(st.integers(0, MOST_HANDS), min_size=len(model.poll.hands), max_size=len(model.poll.hands))
    )
    for at, count in enumerate(hands):
        model = act(model, (f"hands.at.{at}", count))
    model = act(model, "truth") if told else model
    link = page.link("here", "guess.html", "classroom.guess", APP.save(model))
    saved = json.loads(json.dumps(APP.save(model)))
    loaded = APP.load(saved)
    assert (loaded.question, loaded.poll, loaded.told) == (model.question, model.poll, model.told)
    assert APP.view(loaded).frames == APP.view(model).frames
    assert link.href.startswith("guess.html#stage=")


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"question": "who"},
        {"question": ["king"]},
        {"question": "king", "hands": [1, 2]},
        {"question": "king", "hands": [1, 2, 3, -1]},
        {"question": "king", "hands": [1, 2, 3, 4.5]},
        {"question": "king", "hands": [0, 0, 0, MOST_HANDS + 1]},
        {"question": "king", "hands": {"0": 1}},
        {"question": "king", "hands": "1234"},
        {"question": "king", "hands": [1, 0, 0, 0], "last": [1]},
        {"question": "king", "hands": [1, 0, 0, 0], "last": [0, 0]},
        {"question": "king", "hands": [1, 0, 0, 0], "last": [4]},
        {"question": "king", "hands": [1, 0, 0, 0], "last": [False]},
        {"question": "king", "hands": [1, 0, 0, 0], "last": {"0": 1}},
        {"question": "king", "told": 1},
        {"question": "king", "truth": "always"},
        {"question": "<script>alert(1)</script>"},
    ],
)
def test_hostile_links_are_refused_in_words(data: object) -> None:
    with pytest.raises(FortuneError) as caught:
        APP.load(data)
    assert is_sentence(caught.value)
    with pytest.raises(StageError):
        page.link("here", "guess.html", "classroom.guess", data)


@pytest.mark.parametrize(
    "action",
    [
        ("hands.more", None),
        ("hands.more", "9"),
        ("hands.more.-1", None),
        ("hands.up", "1"),
        ("hands.at.0", "many"),
        ("question", "who"),
        ("question", None),
        ("win", None),
    ],
)
def test_what_cannot_be_done_is_said(action: tuple[str, Any]) -> None:
    model = asked("king", 1)
    with pytest.raises(StageError) as caught:
        act(model, action)
    assert is_sentence(caught.value)


def test_it_speaks_through_the_door_of_the_stage() -> None:
    session = Session(APP)
    session.answer(json.dumps({"ask": "start", "options": {"question": "starts"}}))
    answer = json.loads(session.answer(json.dumps({"ask": "act", "action": {"do": "truth"}})))
    assert answer["saved"]["model"] == {"question": "starts", "told": True}
