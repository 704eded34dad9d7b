"""The dice lab, driven by JSON as the page drives it."""

from __future__ import annotations

import json
import math
import random
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.classroom.lab import COUNTS, NEXT, QUESTIONS, chances_of_next, groups
from fortune.classroom.rolls import MOST
from fortune.classroom.sheets import band, running_sheet
from fortune.dice import distribution, throw_die
from tests.desk import Desk, saved

LAB = "classroom.lab"


def lab(**options: Any) -> Desk:
    return Desk(LAB, **options)


def run(desk: Desk) -> int:
    """Go on as the page does until nothing more is asked for; in how many steps."""
    steps = 0
    while again := desk.view["again"]:
        assert desk.act(**again) == ""
        steps += 1
    return steps


def throw(desk: Desk, count: int = 1) -> None:
    assert desk.act(f"count.{count}") == ""
    assert desk.act("throw", 99) == ""
    run(desk)


def counts(desk: Desk) -> dict[int, int]:
    """What the bars say to who cannot see them."""
    named = [part.get("aria-label", "") for part in desk.picture().iter() if part.get("data-do") == "total"]
    found = {}
    for name in named:
        total, _, often = name.removesuffix("; follow it").partition(" fell ")
        words = {"once": "1", "not yet": "0"}.get(often, often.removesuffix(" times"))
        found[int(total)] = int(words.replace(",", ""))
    return found


def marks(desk: Desk, name: str) -> list[str]:
    return [part.get(name, "") for part in desk.picture().iter() if part.get(name) is not None]


def fell(seed: int, dice: int, throws: int) -> list[int]:
    rng = random.Random(seed)
    return [sum(throw_die(rng) for _ in range(dice)) for _ in range(throws)]


# -- throwing ------------------------------------------------------------------------------------------------


def test_nothing_is_thrown_before_somebody_asks() -> None:
    desk = lab()
    assert desk.status == "2 fair dice: what will fall?"
    assert desk.model == {}
    assert desk.view["again"] is None
    assert sum(counts(desk).values()) == 0
    assert marks(desk, "data-last") == []


@pytest.mark.parametrize(("dice", "count"), [*product(range(1, 7), COUNTS[:4])])
def test_a_press_throws_as_often_as_it_says(dice: int, count: int) -> None:
    desk = lab(dice=dice, seed=5)
    throw(desk, count)
    thrown = fell(5, dice, count)
    assert counts(desk) == {total: thrown.count(total) for total in range(dice, 6 * dice + 1)}
    assert marks(desk, "data-last") == [str(thrown[-1])]
    assert desk.model["throws"] == count


def test_a_press_is_shown_in_steps_and_can_be_stopped() -> None:
    desk = lab(seed=3)
    assert desk.act("count.100000") == ""
    assert desk.act("throw") == ""
    assert desk.status == "Throwing: 10,000 of 100,000."
    assert desk.view["announce"] == "", "nothing is said until it is over"
    assert marks(desk, "data-wanted") == ["100000"]
    assert "stop" in desk.controls()
    assert "throw" not in desk.controls()
    assert desk.act(**desk.view["again"]) == ""
    assert desk.act("stop") == ""
    assert desk.view["again"] is None
    assert desk.model["throws"] == 20_000
    assert sum(counts(desk).values()) == 20_000
    assert desk.view["announce"].startswith("Stopped. 7 came ")
    before = desk.answer
    assert desk.act("parcel") == ""
    assert desk.model == before["saved"]["model"], "a step that comes late is none"


def test_the_dice_can_be_pressed_too_and_stop_what_runs() -> None:
    desk = lab(seed=3, count=1000)
    assert "throw" in marks(desk, "data-do")
    assert desk.act("throw") == ""
    assert desk.act("throw") == ""
    assert desk.view["again"] is None
    assert desk.model["throws"] == 100


def test_the_seed_comes_by_chance_and_a_given_one_stays() -> None:
    desk = lab()
    assert desk.controls()["throw"]["chance"]
    assert desk.act("throw", 12345) == ""
    assert desk.model["seed"] == 12345
    assert "12345" in desk.controls()["seed"]["hint"], "so that it can be thrown again"
    assert desk.controls()["clear"]["chance"]
    assert desk.act("clear", 77) == ""
    assert desk.model == {"seed": 77}
    assert desk.act("seed", 12345) == ""
    assert desk.act("throw", 5) == ""
    first = counts(desk)
    assert desk.act("clear", 78) == ""
    assert desk.model == {"seed": 12345, "fixed": True}
    assert desk.act("throw") == ""
    assert counts(desk) == first
    assert desk.act("seed", 0) == ""
    assert desk.model == {}


@pytest.mark.parametrize("how", ["asked", "loaded"])
def test_a_seed_by_chance_is_the_seed_of_all_throws(how: str) -> None:
    desk = lab(question="next")
    if how == "loaded":
        assert desk.load(desk.saved) == ""
    assert desk.act("count.10") == ""
    assert desk.act("throw", 4711) == ""
    run(desk)
    thrown = fell(4711, 2, 10)
    assert counts(desk) == {total: thrown.count(total) for total in range(2, 13)}


def test_dice_totals_and_counts_are_chosen() -> None:
    desk = lab(seed=1)
    for dice in (3, 4, 5, 6, 1, 2):
        assert desk.act("dice.next") == ""
        assert desk.controls()["dice.next"]["label"] == f"Dice: {dice}"
        assert list(counts(desk)) == list(range(dice, 6 * dice + 1))
    assert desk.act("dice", "4") == ""
    assert desk.act("total", "20") == ""
    assert desk.model == {"seed": 1, "fixed": True, "dice": 4, "total": 20}
    keys = {control["key"]: control["do"] for control in desk.controls().values() if control.get("key")}
    assert keys == {
        "Space": "throw", "H": "theory", "Q": "ask.next", "D": "dice.next", "R": "clear", "F P": "present",
        **{str(at): f"count.{count}" for at, count in enumerate(COUNTS, start=1)},
    }  # fmt: skip


def test_the_table_is_full_at_last() -> None:
    desk = lab(seed=1, count=100_000)
    for _ in range(MOST // 100_000):
        throw(desk, 100_000)
    assert desk.model["throws"] == MOST
    assert "Start again" in desk.act("throw")


# -- the theory ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_exact_chances_lie_over_the_bars_until_they_are_hidden(dice: int) -> None:
    desk = lab(dice=dice, seed=2)
    throw(desk, 100)
    places = 5 * dice + 1
    assert marks(desk, "data-exact") == [str(places)]
    assert len(marks(desk, "data-band")) == 1
    for chance in distribution(dice).values():
        assert str(chance) in desk.view["table"]
    assert desk.act("theory") == ""
    assert marks(desk, "data-exact") == marks(desk, "data-band") == []
    assert "exact" not in json.dumps(desk.view).lower().replace("exact,", "")
    assert desk.act("theory") == ""
    assert marks(desk, "data-exact") == [str(places)]


@pytest.mark.parametrize(("dice", "total"), [(1, 6), (2, 7), (2, 2), (3, 10), (6, 21), (6, 6)])
@pytest.mark.parametrize("throws", [1, 10, 300])
def test_the_band_is_two_standard_errors_of_the_binomial(dice: int, total: int, throws: int) -> None:
    p = distribution(dice)[total]
    weights = [math.comb(throws, k) * p**k * (1 - p) ** (throws - k) for k in range(throws + 1)]
    mean = sum(k * weight for k, weight in enumerate(weights))
    variance = sum(k * k * weight for k, weight in enumerate(weights)) - mean**2
    low, high = band(p, throws)
    spread = 2 * math.sqrt(variance) / throws
    assert math.isclose(low, max(0.0, float(mean / throws) - spread), abs_tol=1e-12)
    assert math.isclose(high, min(1.0, float(mean / throws) + spread), abs_tol=1e-12)


def test_the_band_is_drawn_where_it_is() -> None:
    drawn = running_sheet(7, [(1, 0), (10, 2), (100, 17)], Fraction(1, 6))
    route = re.search(r'data-band="" d="M([^"]+)Z"', drawn)
    assert route
    xs, ys = zip(*(map(float, place.split()) for place in route[1].split("L")), strict=True)
    # the axis: 100 throws wide, from 0 to 40 %
    scale = (340 - 56) / 0.4
    assert (xs[60], xs[61]) == (548.0, 548.0)
    low, high = band(Fraction(1, 6), 100)
    assert ys[60] == pytest.approx(340 - scale * high, abs=0.06)
    assert ys[61] == pytest.approx(340 - scale * low, abs=0.06)


# -- guess first ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_answers_hold_every_total_once(dice: int) -> None:
    assert [total for group in groups(dice) for total in group] == list(range(dice, 6 * dice + 1))
    assert len(lab(dice=dice, question="most").model) > 0


@pytest.mark.parametrize("chance", [Fraction(1, 6), Fraction(1, 36), Fraction(5, 36), Fraction(1, 46656)])
def test_how_often_in_the_next_throws_is_binomial(chance: Fraction) -> None:
    shares = chances_of_next(chance)
    assert sum(shares) == 1
    assert shares[4] == math.comb(NEXT, 6) * chance**6 * (1 - chance) ** (NEXT - 6)


def test_the_class_guesses_and_the_truth_stands_beside() -> None:
    desk = lab(seed=4)
    assert desk.act("ask.next") == ""
    assert desk.model == {"seed": 4, "fixed": True, "question": "most", "hidden": True}
    assert "Which total will come most often?" in desk.view["announce"]
    for _ in range(3):
        assert desk.act("hands.more", "5") == ""
    assert desk.act("hands.at.6", 2) == ""
    throw(desk, 100)
    assert marks(desk, "data-hands") == ["0"] * 5 + ["3", "2"] + ["0"] * 4
    assert "7 came" not in desk.status, "what is followed would give the answer away"
    assert "right" not in desk.view["frames"][-1]["svg"]
    assert "1/6" not in desk.view["table"]
    assert desk.act("theory") == ""
    assert "It is “7”: 3 of 5 hands were right." in desk.view["announce"]
    assert "1/6" in desk.view["table"]
    assert desk.act("ask", "") == ""
    assert "hands" not in desk.model
    assert "not been asked" in desk.act("hands.more", "5")


@pytest.mark.parametrize("before", [0, 10])
def test_the_next_throws_are_counted_whatever_the_press(before: int) -> None:
    thrown = fell(6, 2, 200)
    desk = lab(seed=6)
    if before:
        throw(desk, before)
    assert desk.act("ask", "next") == ""
    assert desk.act("hands.at.4", 9) == ""
    throw(desk, 10)
    assert f"10 of the {NEXT} throws have fallen." in str(desk.view)
    throw(desk, 100)
    often = thrown[before : before + NEXT].count(7)
    assert f"7 came {often} times in the {NEXT} throws." in desk.view["frames"][-1]["svg"]
    other = lab()
    assert other.load(desk.saved) == ""
    assert other.still() == desk.still()
    assert desk.act("total", "8") == ""
    assert "hands" not in desk.model, "another total is another question"


# -- links ---------------------------------------------------------------------------------------------------


@given(
    dice=st.integers(1, 6), seed=st.integers(1, 2**53 - 1), presses=st.lists(st.sampled_from(COUNTS[:4]), max_size=4),
    hidden=st.booleans(), question=st.sampled_from(list(QUESTIONS)), hands=st.lists(st.integers(0, 2), max_size=5),
    place=st.floats(0, 1),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_a_link_is_the_whole_table(
    dice: int, seed: int, presses: list[int], hidden: bool, question: str, hands: list[int], place: float
) -> None:
    desk = lab(dice=dice)
    for at, press in enumerate(presses):
        assert desk.act(f"count.{press}") == ""
        assert desk.act("throw", seed) == ""
        run(desk)
        if at == 1:
            assert desk.act("ask", question) == ""
    assert desk.act("total", str(dice + round(5 * dice * place))) == ""
    if len(presses) > 1 and question:
        for answer in hands:
            assert desk.act(f"hands.more.{answer}") == ""
    if hidden:
        assert desk.act("theory") == ""
    other = lab()
    assert other.load(json.dumps(desk.saved)) == ""
    assert other.still() == desk.still()
    assert other.saved == desk.saved


def test_a_link_made_on_the_way_goes_to_the_end() -> None:
    desk = lab(seed=3, count=10_000)
    assert desk.act("throw") == ""
    link = desk.saved
    run(desk)
    other = lab()
    assert other.load(link) == ""
    assert other.still() == desk.still()


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ([], "mapping"),
        ({"dices": 2}, "no part"),
        ({"dice": 0}, "1 to 6"),
        ({"dice": 7}, "1 to 6"),
        ({"dice": 2.0}, "1 to 6"),
        ({"dice": True}, "1 to 6"),
        ({"throws": 10}, "no seed"),
        ({"seed": 5, "throws": MOST + 1}, "up to"),
        ({"seed": 5, "throws": 10**4000}, "up to"),
        ({"seed": 5, "throws": -1}, "up to"),
        ({"seed": 5, "throws": 2.5}, "up to"),
        ({"seed": -5, "throws": 1}, "seed"),
        ({"seed": "5"}, "seed"),
        ({"count": 7}, "press"),
        ({"count": [10]}, "press"),
        ({"total": 13}, "from 2 to 12"),
        ({"total": "7"}, "from 2 to 12"),
        ({"dice": 3, "total": 2, "question": "next", "asked": 0}, "from 3 to 18"),
        ({"hidden": 1}, "yes or no"),
        ({"fixed": "yes"}, "yes or no"),
        ({"question": "what"}, "asked"),
        ({"question": ["most"]}, "asked"),
        ({"question": "next"}, "how many fell"),
        ({"question": "most", "asked": 0}, "how many fell"),
        ({"question": "next", "asked": 1}, "0 to 0"),
        ({"question": "next", "asked": -1}, "0 to 0"),
        ({"seed": 1, "throws": 9, "question": "next", "asked": 9.0}, "0 to 9"),
        ({"hands": [1]}, "no question"),
        ({"question": "most", "hands": [1, 2]}, "answers"),
        ({"question": "most", "hands": [1] * 10 + [10**9]}, "hands"),
        ({"question": "most", "hands": "11111111111"}, "list"),
    ],
)
def test_a_link_that_cannot_be_is_refused_in_words(model: Any, said: str) -> None:
    desk = lab(seed=9)
    throw(desk, 10)
    before = desk.answer
    sentence = desk.load(saved(LAB, model))
    assert said in sentence
    assert sentence.endswith(".")
    assert "went wrong" not in sentence
    assert desk.answer == before


@pytest.mark.parametrize(
    ("do", "value"),
    [
        ("roll", None), ("count.7", None), ("count.", None), ("count.1.0", None), ("dice", "0"), ("dice", None),
        ("dice", "²"), ("total", "99"), ("total", True), ("ask", "x"), ("ask", None), ("seed", -1), ("seed", None),
        ("throw.2", None), ("hands.more", "1"), ("clear", "now"), ("throw", "now"), ("present", None),
    ],
)  # fmt: skip
def test_actions_that_make_no_sense_are_refused_in_words(do: str, value: Any) -> None:
    desk = lab()
    sentence = desk.act(do, value)
    assert sentence.endswith(".")
    assert "went wrong" not in sentence


@pytest.mark.parametrize(
    "options", [{"dice": 9}, {"ruleset": "classic"}, {"total": 1}, {"count": 5}, {"hidden": "no"}, {"question": "who"}]
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        lab(**options)
