"""A poll is a value: hands go up and down, are kept, and stand beside the truth."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from fortune.classroom.poll import MOST_HANDS, Poll, Truth, bars, table, verdict
from fortune.drawing import document
from fortune.errors import StageError
from fortune.stage.protocol import Action, NumberField
from tests.helpers import is_sentence

COIN = Poll("Heads or tails?", ("heads", "tails"))


def refused(do: Any) -> str:
    with pytest.raises(StageError) as caught:
        do()
    assert is_sentence(caught.value)
    return str(caught.value)


def test_hands_go_up_and_down_and_never_below_none() -> None:
    poll = COIN.more(0).more(0).more(1).fewer(0)
    assert (poll.hands, poll.counted) == ((1, 1), 2)
    assert COIN.fewer(0) == COIN
    assert poll.reset() == COIN


def test_an_answer_takes_so_many_hands_and_no_more() -> None:
    full = COIN.put(1, MOST_HANDS)
    assert "200" in refused(lambda: full.more(1))
    for hands in (-1, MOST_HANDS + 1, 2.0, True, "3"):
        refused(lambda hands=hands: COIN.put(0, hands))


@pytest.mark.parametrize("answers", [("one",), ("same", "same"), tuple(str(n) for n in range(37))])
def test_a_question_has_answers_to_choose_from(answers: tuple[str, ...]) -> None:
    refused(lambda: Poll("Which?", answers))


def test_a_question_has_hands_for_each_answer() -> None:
    refused(lambda: Poll("Which?", ("yes", "no"), (1,)))


@pytest.mark.parametrize(
    ("action", "hands"),
    [
        (Action("hands.at.1", 12), (3, 12)),
        (Action("hands.more", "1"), (3, 5)),
        (Action("hands.fewer", "0"), (2, 4)),
        (Action("hands.more.0"), (4, 4)),
        (Action("hands.clear"), (0, 0)),
    ],
)
def test_actions_change_the_hands(action: Action, hands: tuple[int, ...]) -> None:
    assert Poll.takes(action.do)
    assert COIN.put(0, 3).put(1, 4).change(action).hands == hands


@pytest.mark.parametrize(
    "action",
    [
        Action("hands"), Action("hands.up"), Action("hands.at.1", "12"), Action("hands.at.2", 1),
        Action("hands.at.", 1),
        Action("hands.more", "two"), Action("hands.more", None), Action("hands.more", "-1"), Action("hands.at.1", True),
        Action("hands.more", "1" * 5000), Action("hands.more.²"),
    ],
)  # fmt: skip
def test_actions_that_make_no_sense_are_refused(action: Action) -> None:
    refused(lambda: COIN.change(action))


def test_all_that_the_controls_and_the_picture_offer_is_taken() -> None:
    poll = COIN.more(0)
    for control in poll.controls().controls:
        value = 7 if isinstance(control, NumberField) else None
        assert poll.change(Action(control.do, value)) != poll  # type: ignore[union-attr]
    for button in poll.buttons():
        assert poll.change(Action(button.do)) != poll
    drawn = ET.fromstring(document(600, 100, "Hands", "Hands.", bars(poll, None, width=600), "poll"))
    pressed = [(part.get("data-do"), part.get("data-value")) for part in drawn.iter() if part.get("data-do")]
    assert sorted({str(do) for do, _ in pressed}) == ["hands.fewer", "hands.more"]
    assert [poll.change(Action(str(do), value)).hands for do, value in pressed] == [(0, 0), (2, 0), (1, 0), (1, 1)]


def test_hands_are_kept() -> None:
    poll = COIN.more(1)
    assert COIN.load(poll.save()) == poll
    assert COIN.save() == []
    assert COIN.load([]) == COIN


@pytest.mark.parametrize(
    "data", [None, {}, "12", [1], [1, 2, 3], [1, -1], [1, 2.5], [1, True], [1, 10**5000], [[], []]]
)
def test_hands_that_cannot_be_are_refused(data: Any) -> None:
    refused(lambda: COIN.load(data))


def test_the_truth_stands_beside_the_hands() -> None:
    poll = COIN.put(0, 20).put(1, 8)
    truth = Truth(right=(1,), shares=(Fraction(1, 3), Fraction(2, 3)))
    beside = table(poll, truth, "A coin")
    assert beside.columns == ["answer", "hands", "share of hands", "exact chance", "right"]
    assert [row[3] for row in beside.rows] == [Fraction(1, 3), Fraction(2, 3)]
    assert [row[4] for row in beside.rows] == ["no", "yes"]
    assert table(poll, None, "A coin").columns == ["answer", "hands", "share of hands"]
    hidden, told = (bars(poll, one, width=600) for one in (None, truth))
    assert hidden.count("<rect") < told.count("<rect")


@pytest.mark.parametrize(
    ("hands", "right", "said"),
    [
        ((20, 8), (1,), "It is “tails”: 8 of 28 hands were right."),
        ((20, 1), (1,), "It is “tails”: 1 of 21 hands was right."),
        ((20, 0), (1,), "It is “tails”: none of 20 hands were right."),
        ((0, 3), (1,), "It is “tails”: every hand was right."),
        ((2, 3), (0, 1), "It is “heads” and “tails”: every hand was right."),
        ((0, 0), (0,), "It is “heads”."),
        ((1, 0), (), "No answer here is right."),
    ],
)
def test_the_verdict_is_a_sentence(hands: tuple[int, ...], right: tuple[int, ...], said: str) -> None:
    assert verdict(Poll(COIN.question, COIN.answers, hands), Truth(right)) == said
