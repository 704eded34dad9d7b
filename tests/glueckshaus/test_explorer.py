"""The explorer of the odds and the replay of the opening, driven by JSON."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.charts import show
from fortune.glueckshaus import game, ruleset
from fortune.glueckshaus.explorer import MOST_GIFTS
from fortune.glueckshaus.odds import expected_worth, long_run
from tests.desk import Desk, saved

ODDS = "glueckshaus.odds"


def test_the_empty_house_costs_what_the_page_says() -> None:
    desk = Desk(ODDS)
    assert "costs 31/36" in desk.status
    assert "this house counts 0, and 31 is fair." in desk.view["announce"]
    assert desk.model == {}


def test_the_source_s_example_brings_pig_and_king_what_it_says() -> None:
    desk = Desk(ODDS)
    desk.act("example")
    text = " ".join(part.text or "" for part in desk.picture().iter() if part.tag.endswith("desc"))
    assert "room 2 +5" in text
    assert "room 12 +17" in text
    state = game(players=4).position(dict.fromkeys((3, 5, 6, 8, 9), 1), wedding=12)
    worth = expected_worth(game(players=4), state)
    assert str(worth) in desk.status
    assert f"counts {36 * worth + 31}," in desk.view["announce"]


@pytest.mark.parametrize("fill", ["single", "to_number", "by_value"])
@pytest.mark.parametrize("four", ["nothing", "pay_house", "room", "roll_again"])
def test_every_rule_has_its_long_run(four: str, fill: str) -> None:
    desk = Desk(ODDS)
    assert desk.act("rule.four", four) == ""
    assert desk.act("rule.fill", fill) == ""
    ever = long_run(ruleset("modern").options(four=four, fill=fill))
    assert desk.view["chart"]["data"][0]["y"] == [float(p) for p in ever.occupied.values()]
    for amount in (ever.pig, ever.king):
        assert show(amount) in desk.view["table"]
        assert show(amount) in desk.view["chart_caption"]
    assert desk.controls()["rule.fill"]["value"] == fill
    pressed = [part for part in desk.picture().iter() if part.get("data-do") == "room"]
    assert sorted(int(part.get("data-value", 0)) for part in pressed) == sorted([*ever.occupied, 7])
    assert all(part.get("aria-label") for part in pressed)


@pytest.mark.parametrize(
    ("fill", "counts"), [("single", [1, 0, 1]), ("to_number", [1, 2, 3, 0, 1]), ("by_value", [3, 0, 3])]
)
def test_a_room_fills_as_it_is_pressed(fill: str, counts: list[int]) -> None:
    desk = Desk(ODDS, fill=fill)
    for count in counts:
        label = next(p.get("aria-label", "") for p in desk.picture().iter() if p.get("data-value") == "3")
        assert desk.act("room", "3") == ""
        assert desk.model.get("rooms", {}).get("3", 0) == count
        assert f"make it {count or 'no'} chip" in label


def test_the_wedding_fills_by_one_and_by_number() -> None:
    desk = Desk(ODDS)
    desk.act("room", "7")
    assert desk.model == {"wedding": 1}
    assert desk.act("in.7", MOST_GIFTS) == ""
    assert "0 to 99" in desk.act("in.7", MOST_GIFTS + 1)
    desk.act("room", "7")
    assert desk.model == {}


def test_a_room_that_goes_takes_its_chip_along() -> None:
    desk = Desk(ODDS, four="room")
    desk.act("full")
    assert desk.model["rooms"]["4"] == 1
    desk.act("rule.four", "nothing")
    assert "4" not in desk.model["rooms"]
    desk.act("rule.fill", "by_value")
    assert desk.model["rooms"]["11"] == 11
    desk.act("empty")
    assert desk.model == {"fill": "by_value"}


def test_the_table_writes_exact_fractions_with_decimals() -> None:
    desk = Desk(ODDS)
    assert "5/12 ≈ 0.4167" in desk.view["table"]
    assert f"{Fraction(107, 40)} ≈ 2.675" in desk.view["table"]


ACTIONS = st.tuples(
    st.sampled_from(["room", "in.5", "in.7", "in.4", "in.2", "rule.four", "rule.fill", "rule.ante", "empty", "full",
                     "example", "", "in", "in."]) | st.text(max_size=6),
    st.none() | st.booleans() | st.integers(-2, 13) | st.integers() | st.text(max_size=4)
    | st.sampled_from(["3", "7", "12", "4", "room", "nothing", "to_number", "by_value", "single"]),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTIONS, max_size=15))
def test_every_action_gives_a_house_or_a_sentence(actions: list[tuple[str, Any]]) -> None:
    desk, other = Desk(ODDS), Desk(ODDS)
    for do, value in actions:
        before, held = desk.answer, desk.session.save()
        sentence = desk.act(do, value)
        assert "went wrong inside" not in sentence
        if sentence:
            assert desk.answer == before
            assert desk.session.save() == held
        assert other.load(desk.saved) == ""
        assert other.answer == desk.answer


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.just("3"), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(JUNK | st.dictionaries(st.sampled_from(["four", "fill", "rooms", "wedding"]), JUNK, max_size=3))
def test_hostile_houses_are_refused_with_a_sentence_or_are_houses(model: Any) -> None:
    desk = Desk(ODDS)
    before = desk.answer
    sentence = desk.load(saved(ODDS, model))
    assert "went wrong inside" not in sentence
    if sentence:
        assert desk.answer == before


def test_the_replay_tells_the_opening_throw_by_throw() -> None:
    desk = Desk("glueckshaus.replay")
    frames = desk.view["frames"]
    assert desk.view["walk"]
    assert len(frames) == 9
    captions = [frame["caption"] for frame in frames]
    assert captions[1] == "Throw 1: 6-3 makes 9. Anna puts 1 chip into room 9."
    assert captions[3] == "Throw 3: 5-4 makes 9. Cato takes 1 chip from room 9."
    assert re.search(r"Dina grunts, but nothing lies", captions[8])
    # S1: after the first round the hands are 9, 9, 11, 10 and the wedding holds 1; after the second 8, 8, 12, 10 and 2
    for at, hands, wedding in ((4, (9, 9, 11, 10), 1), (8, (8, 8, 12, 10), 2)):
        for name, chips in zip(("Anna", "Bjørn", "Cato", "Dina"), hands, strict=True):
            assert f"{name} has {chips} chips" in frames[at]["svg"]
        assert f"wedding in room 7 holds {wedding} chip" in frames[at]["svg"]
    assert desk.act("throw").endswith(".")
    assert desk.load(desk.saved) == ""
    assert desk.load(saved("glueckshaus.replay", {"at": 3})).endswith(".")
    assert desk.ask(ask="start", options={"seed": 1}).endswith(".")
