"""The class's own dice, driven by JSON as the page does it."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.classroom.columns import columns
from fortune.classroom.fit import Fit, chi_square, fit
from fortune.classroom.loaded import LOADS, MOST_THROWN, Trial
from fortune.classroom.tallies import LONGEST, MOST, places, read, to_csv
from fortune.classroom.tally import UNDO
from fortune.classroom.tally_words import in_words, verdict
from fortune.dice import distribution
from fortune.errors import StageError
from fortune.stage.html import view_html
from fortune.stage.registry import find_app
from fortune.stage.session import Session
from tests.desk import Desk, saved

TALLY = "classroom.tally"


def tally(**options: Any) -> Desk:
    return Desk(TALLY, **options)


def counted(desk: Desk) -> dict[str, int]:
    """What the picture shows as counted."""
    shown = {part.get("data-column", ""): int(part.get("data-counted", 0)) for part in desk.picture().iter()}
    return {place: count for place, count in shown.items() if count}


def caption(desk: Desk) -> str:
    return str(desk.view["frames"][-1]["caption"])


def reopened(desk: Desk) -> Desk:
    other = tally()
    assert other.load(desk.saved) == ""
    return other


# -- counting ------------------------------------------------------------------------------------------------


def test_nothing_is_counted_at_first() -> None:
    desk = tally()
    assert desk.status == "Are our dice fair?"
    assert counted(desk) == {}
    assert desk.model == {}
    assert desk.view["table"] == ""
    assert desk.controls()["undo"]["disabled"]
    assert desk.act("undo") == "There is nothing to take back."


def test_results_are_counted_as_they_are_called_out() -> None:
    desk = tally()
    for total in (7, 12, 7):
        assert desk.act(f"call.{total}") == ""
    assert counted(desk) == {"7": 2, "12": 1}
    assert desk.view["announce"] == "7 is counted. 3 throws: too few for a test."
    keys = [desk.controls()[f"call.{total}"]["key"] for total in places(2)]
    assert keys == ["2", "3", "4", "5", "6", "7", "8", "9", "0", "e", "t"]
    assert desk.controls()["undo"]["key"] not in keys
    for left in (2, 1, 0):
        assert desk.act("undo") == ""
        assert sum(counted(desk).values()) == left
    assert desk.act("call.13") == "There is no '13' here: two dice make 2 to 12."
    assert desk.act("call.1") != ""


def test_how_often_each_came_can_be_entered() -> None:
    desk = tally()
    assert desk.act("count.7", 20) == ""
    assert counted(desk) == {"7": 20}
    assert desk.controls()["count.7"]["value"] == 20
    for bad in (-1, MOST + 1, 10**30, "20", True, None):
        assert desk.act("count.7", bad).startswith("How often 7 came is a whole number from 0 to")
    assert desk.act("count.6", MOST) == "These would be 1,000,020 throws, and up to 1,000,000 can be counted here."
    assert counted(desk) == {"7": 20}


def test_one_die_or_two() -> None:
    desk = tally()
    desk.act("call.7")
    assert desk.act("dice", "1") == ""
    assert "Undo brings back the others" in caption(desk)
    assert desk.act("call.7") == "There is no '7' here: a die shows 1 to 6."
    assert desk.act("call.6") == ""
    assert counted(desk) == {"6": 1}
    assert reopened(desk).still() == desk.still() | {"frames": reopened(desk).still()["frames"]}
    desk.act("undo")
    desk.act("undo")
    assert counted(desk) == {"7": 1}
    for bad in ("3", 0, True, None, [1]):
        assert desk.act("dice", bad) != ""


def test_all_is_set_to_nought_and_comes_back() -> None:
    desk = tally(counts=[1] * 11)
    assert desk.act("clear") == ""
    assert counted(desk) == {}
    desk.act("undo")
    assert sum(counted(desk).values()) == 11


def test_so_many_changes_can_be_taken_back_and_no_more() -> None:
    desk = tally()
    for _ in range(UNDO + 5):
        desk.act("call.7")
    assert len(desk.model["past"]) == UNDO
    for _ in range(UNDO):
        assert desk.act("undo") == ""
    assert counted(desk) == {"7": 5}
    assert desk.act("undo") != ""


# -- texts ---------------------------------------------------------------------------------------------------


def test_what_is_clear_is_counted_at_once_and_said() -> None:
    desk = tally()
    assert desk.act("paste", "7 5 9; 6-3") == ""
    assert counted(desk) == {"5": 1, "7": 1, "9": 2}
    assert caption(desk).startswith("Read as totals and pairs: 4 throws added.")
    before = desk.answer
    assert desk.act("read") == "", "the press that left the field comes second, and changes nothing"
    assert desk.answer == before
    desk.act("paste", "7")
    assert counted(desk) == {"5": 1, "7": 2, "9": 2}, "more is added"
    assert desk.controls()["paste"]["value"] == ""
    desk.act("undo")
    assert counted(desk) == {"5": 1, "7": 1, "9": 2}


def test_what_is_wrong_is_left_out_with_consent_alone() -> None:
    desk = tally()
    assert desk.act("paste", "7 5 13\n=1+1 9") == ""
    assert counted(desk) == {}
    message = desk.view["message"]
    assert "2 entries cannot be read: line 1, entry 3, “13”: two dice make 2 to 12; line 2, entry 1, “=1+1”" in message
    assert desk.controls()["leave"]["label"] == "Leave them out, count 3 throws"
    assert desk.controls()["paste"]["value"] == "7 5 13\n=1+1 9"
    assert desk.act("call.7") == "First decide about the text that waits."
    assert reopened(desk).view["message"] == message, "a link keeps what waits"
    assert desk.act("leave") == ""
    assert counted(desk) == {"5": 1, "7": 1, "9": 1}
    assert "2 entries are left out." in caption(desk)
    assert desk.act("leave") == "No text waits for a decision."


def test_what_waits_can_be_mended_or_dropped() -> None:
    desk = tally()
    desk.act("paste", "7 x")
    assert desk.act("paste", "7 8") == ""
    assert counted(desk) == {"7": 1, "8": 1}
    desk.act("paste", "7 x")
    assert desk.act("forget") == ""
    assert counted(desk) == {"7": 1, "8": 1}
    assert desk.view["message"] == ""
    desk.act("paste", "7 x")
    assert desk.act("paste", " ") == ""
    assert "text" not in desk.model


def test_wrong_entries_beyond_a_dozen_are_counted_not_named() -> None:
    desk = tally()
    desk.act("paste", "13 " * 500)
    assert "500 entries cannot be read" in desk.view["message"]
    assert "; and 488 more." in desk.view["message"]
    assert desk.view["message"].endswith("Mend the text.")
    assert "leave" not in desk.controls(), "there is nothing else to count"


def test_what_could_be_several_things_is_asked() -> None:
    desk = tally()
    desk.act("paste", "3 4\n5 2")
    assert desk.status == "What are these numbers?"
    assert desk.act("leave") == "First say what these numbers are."
    assert [do for do in desk.controls() if do.startswith("as.")] == ["as.totals", "as.pairs", "as.counts"]
    assert desk.act("as.pairs") == ""
    assert counted(desk) == {"7": 2}
    desk.act("paste", "3 4 5")
    assert counted(desk) == {"3": 1, "4": 1, "5": 1, "7": 2}, "the next text is looked at anew"
    assert desk.act("form", "pairs") == ""
    desk.act("paste", "3 4")
    assert counted(desk)["7"] == 3
    assert desk.act("form", "dice") != ""


def test_a_file_takes_the_place_of_what_was_there() -> None:
    desk = tally()
    desk.act("call.7")
    file = next(control for group in desk.view["controls"] for control in group.get("controls", [])
                if control["kind"] == "download")  # fmt: skip
    assert file["text"] == to_csv([0] * 5 + [1] + [0] * 5, 2)
    assert desk.act("file", to_csv([2] * 11, 2)) == ""
    assert sum(counted(desk).values()) == 22
    assert desk.act("file", to_csv([3] * 6, 1)) == "", "a file of faces says so itself"
    assert counted(desk) == {str(face): 3 for face in range(1, 7)}
    desk.act("undo")
    desk.act("undo")
    assert counted(desk) == {"7": 1}
    desk.act("paste", to_csv([3] * 6, 1))
    assert desk.view["message"].startswith("Faces of one die are in this text")
    assert counted(desk) == {"7": 1}
    desk.act("file", "total,count\n2,4\n13,5")
    assert counted(desk) == {"7": 1}
    desk.act("leave")
    assert counted(desk) == {"2": 4}
    assert desk.act("file", "") == ""
    assert "nothing to read" in caption(desk)


@given(st.sampled_from([1, 2]), st.data())
@settings(max_examples=40, deadline=None)
def test_any_counts_survive_saving_and_loading(dice: int, data: st.DataObject) -> None:
    size = len(places(dice))
    counts = data.draw(st.lists(st.integers(0, 50_000), min_size=size, max_size=size))
    desk = tally(dice=dice, counts=counts)
    file = next(control for group in desk.view["controls"] for control in group.get("controls", [])
                if control["kind"] == "download")  # fmt: skip
    other = tally()
    assert other.act("file", file["text"]) == ""
    assert other.model.get("counts", [0] * size) == counts
    assert reopened(desk).answer == desk.answer


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7 " * LONGEST, "are read at once"),
        ("2: 900000, 3: 900000", "can be counted here"),
        (None, "read from a text"),
        (7, "read from a text"),
    ],
)
def test_a_text_that_is_refused_changes_nothing(text: object, sentence: str) -> None:
    desk = tally(counts=[1] * 11)
    before = desk.answer["saved"]
    for do in ("paste", "read"):
        # the field sends its text when it is left for “Read it”, and the press itself comes after
        desk.act(do, text if do == "paste" else None)
        assert sentence in desk.view["message"]
        assert desk.answer["saved"] == before
    desk.act("call.7")
    assert desk.view["message"] == ""
    assert sentence in desk.act("file", text)


# -- the test in words ---------------------------------------------------------------------------------------


def test_the_numbers_stand_beside_each_other_and_the_test_is_told() -> None:
    counts = [3, 5, 8, 11, 14, 17, 14, 11, 8, 5, 4]
    desk = tally(counts=counts)
    outcome = fit(dict(zip(places(2), counts, strict=True)), distribution(2))
    assert outcome is not None
    table = desk.view["table"]
    assert f"chi-square, here {round(outcome.statistic, 2)}" in table
    assert "It is not the chance that the dice are fair." in table
    assert "2 and 3; 11 and 12" in table
    assert [part.get("data-joined") for part in desk.picture().iter() if part.get("data-joined")] == ["2-3", "11-12"]
    assert "If the dice are fair, a class would see a difference this large or larger" in caption(desk)


def test_too_few_throws_are_too_few() -> None:
    desk = tally(counts=[1] * 11)
    assert desk.status == "11 throws: too few for a test."
    assert "11 throws are too few for that" in desk.view["table"]
    desk.act("call.7")
    assert desk.status.startswith("12 throws: ")
    assert "too few" not in desk.status


def outcome(p: float) -> Fit:
    return Fit((), 1.0, 5, p)


@pytest.mark.parametrize(
    ("p", "words", "often"),
    [
        (0.5, "nothing unusual for fair dice", "about 5 times in 10 (p = 0.5)"),
        (0.0501, "nothing unusual for fair dice", "about once in 20 times (p = 0.05)"),
        (0.02, "unusual for fair dice, but it happens", "about once in 50 times (p = 0.02)"),
        (0.005, "rare for fair dice", "about once in 200 times (p = 0.005)"),
        (0.0005, "very rare for fair dice", "about once in 2,000 times (p = 0.0005)"),
        (0.00001, "very rare for fair dice", "about once in 100,000 times (p below 0.0001)"),
        (0.995, "almost too close to what is expected", "nearly always (p = 0.99)"),
    ],
)
def test_the_p_value_in_words(p: float, words: str, often: str) -> None:
    assert verdict(outcome(p)) == words
    assert often in in_words(2, outcome(p))


def test_no_word_says_that_anything_is_proved() -> None:
    seen = set()
    for shift in range(0, 60, 3):
        desk = tally(counts=[5, 10, 15, 20, 25, 30 + shift, 25, 20, 15, 10, 5])
        seen.add(desk.status)
        words = (desk.status + caption(desk) + desk.view["table"]).lower()
        assert "prove" not in words
        assert "proof" not in words
    assert {status.partition(": ")[2] for status in seen} >= {
        "almost too close to what is expected.", "nothing unusual for fair dice.", "very rare for fair dice.",
    }  # fmt: skip


# -- dice that may be loaded ---------------------------------------------------------------------------------


def test_dice_of_a_trial_are_thrown_and_named() -> None:
    desk = tally(counts=[2] * 11)
    assert desk.controls()["trial"]["chance"]
    assert desk.act("trial", 5) == ""
    assert desk.act("throw.1000") == ""
    trial = Trial(5, 2, 1000)
    assert counted(desk) == {str(total): n for total, n in zip(places(2), trial.counts, strict=True) if n}
    assert trial.load.label not in desk.status + caption(desk) + desk.view["table"], "what they are stays hidden"
    assert reopened(desk).answer["view"]["controls"] == desk.view["controls"]
    for do in ("call.7", "clear", "undo", "dice"):
        assert "Go back to your own first" in desk.act(do, "1")
    wrong = next(key for key, load in LOADS.items() if load is not trial.load)
    other = reopened(desk)
    right = next(key for key, load in LOADS.items() if load is trial.load)
    assert other.act(f"guess.{right}") == ""
    assert other.status == f"Found out: {trial.load.label}, after 1,000 throws."
    assert desk.act(f"guess.{wrong}") == ""
    assert desk.status == f"Something else: {trial.load.label}, after 1,000 throws."
    assert "named already" in desk.act(f"guess.{right}")
    assert reopened(desk).status == desk.status
    assert desk.act("back") == ""
    assert sum(counted(desk).values()) == 22, "the class's own are there again"
    assert "no dice here" in desk.act("throw.10")


def test_every_sort_of_dice_comes_and_falls_as_its_weights_say() -> None:
    found = {Trial(seed, 1).load.name for seed in range(1, 60)}
    assert found == {load.name for load in LOADS.values()}
    for dice in (1, 2):
        for seed in range(1, 12):
            trial = Trial(seed, dice, MOST_THROWN)
            test = fit(dict(zip(places(dice), trial.counts, strict=True)), trial.chances())
            assert test is not None
            assert test.p > 1e-4
            assert sum(trial.counts) == MOST_THROWN
            assert sum(trial.chances().values()) == Fraction(1)


def test_more_throws_go_on_where_the_first_ones_ended() -> None:
    few, more = Trial(3, 2, 500), Trial(3, 2, 600)
    assert all(one <= other for one, other in zip(few.counts, more.counts, strict=True))


def test_a_trial_has_its_bounds() -> None:
    desk = tally(trial=4)
    for _ in range(MOST_THROWN // 1000):
        assert desk.act("throw.1000") == ""
    assert desk.controls()["throw.10"]["disabled"]
    assert "up to 20,000 times" in desk.act("throw.10")
    for do in ("throw.5", "throw.", "guess.gold", "guess."):
        assert desk.act(do) != ""
    assert desk.act("trial") == "", "without chance there is another seed, too"
    assert desk.model["trial"]["seed"] != 4
    with pytest.raises(StageError):
        Trial(1, 2, -1)


# -- links ---------------------------------------------------------------------------------------------------


def test_a_trial_of_seed_0_is_kept() -> None:
    desk = tally(trial=0)
    assert tally().load(desk.saved) == ""


@pytest.mark.parametrize(
    "model",
    [
        [], "7", None, {"more": 1}, {"dice": 3}, {"dice": True}, {"counts": [1]}, {"counts": "1" * 11},
        {"counts": [1.5] * 11}, {"counts": [True] * 11}, {"counts": [-1] * 11}, {"counts": [MOST] * 11},
        {"counts": [10**4000] * 11}, {"dice": 1, "counts": [1] * 11}, {"past": [[0] * 11] * (UNDO + 1)},
        {"past": [[1]]}, {"past": 7}, {"past": [None]}, {"text": "7 5"}, {"text": 7}, {"text": "x", "form": "dice"},
        {"text": "x", "swap": 1}, {"text": "x" * (LONGEST + 1)}, {"form": []}, {"trial": 7}, {"trial": {}},
        {"trial": {"seed": -1}}, {"trial": {"seed": 1, "thrown": 10**9}}, {"trial": {"seed": 1, "thrown": True}},
        {"trial": {"seed": 1, "guess": "gold"}}, {"trial": {"seed": 1, "guess": []}},
        {"trial": {"seed": 1, "more": 1}}, {"text": "x", "trial": {"seed": 1}},
    ],
)  # fmt: skip
def test_a_link_that_cannot_be_is_refused_in_words(model: object) -> None:
    desk = tally(counts=[1] * 11)
    before = desk.answer
    sentence = desk.load(saved(TALLY, model))
    assert sentence.endswith(".")
    assert "Something went wrong" not in sentence
    assert desk.answer == before


PRESSES = st.sampled_from(
    [("call.7", None), ("call.2", None), ("count.4", 30), ("undo", None), ("clear", None), ("dice", "1"), ("dice", "2"),
     ("paste", "7 5 9"), ("paste", "3 4\n5 2"), ("paste", "7 x"), ("paste", ""), ("read", None), ("leave", None),
     ("as.pairs", None), ("as.counts", None), ("forget", None), ("form", "pairs"), ("form", ""),
     ("file", "face,count\n1,4"),
     ("file", "2: 4; 13: 1"), ("trial", 9), ("throw.100", None), ("guess.six", None), ("back", None)]
)  # fmt: skip


@given(st.lists(PRESSES, max_size=14))
@settings(max_examples=60, deadline=None)
def test_whatever_is_pressed_a_link_holds_it_all(presses: list[tuple[str, Any]]) -> None:
    desk = tally()
    for do, value in presses:
        sentence = desk.act(do, value)
        assert sentence == "" or sentence.endswith(".")
        assert "Something went wrong" not in sentence
    other = reopened(desk)
    assert other.saved == desk.saved
    for part in ("status", "controls", "table", "message"):
        assert other.view[part] == desk.view[part]
    assert other.picture().get("aria-describedby") == desk.picture().get("aria-describedby")


@given(st.text(max_size=40), st.none() | st.text(max_size=40) | st.integers() | st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_action_gets_an_answer_in_words(do: str, value: Any) -> None:
    sentence = tally().act(do, value)
    assert sentence == "" or (sentence.endswith(".") and "Something went wrong" not in sentence)


@pytest.mark.parametrize("options", [{"dice": 4}, {"counts": [1]}, {"trial": -1}, {"ruleset": "classic"}])
def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    session = Session(find_app(TALLY))
    answer = json.loads(session.answer(json.dumps({"ask": "start", "options": options})))
    assert answer["error"].endswith(".")


# -- the picture, and the page without a script ----------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 99, 100_000, MOST])
@pytest.mark.parametrize("dice", [1, 2])
def test_bars_stay_in_the_picture_and_numbers_in_their_columns(dice: int, count: int) -> None:
    desk = tally(dice=dice, counts=[count, *([0] * (len(places(dice)) - 1))])
    for part in desk.picture().iter("{http://www.w3.org/2000/svg}rect"):
        if part.get("height") != "100%":
            assert float(part.get("y", -1)) >= 0
            assert float(part.get("height", -1)) >= 0


def test_the_picture_says_in_words_what_it_shows() -> None:
    svg = columns(["1", "2"], [3, 4], [3.5, 3.5], [(0, 1)], title="Two")
    assert "1: 3 counted, 3.5 expected; 2: 4 counted, 3.5 expected." in svg
    assert "For the test these are joined: 1 to 2." in svg


def test_the_file_is_a_link_in_the_page_itself() -> None:
    view = find_app(TALLY).view(find_app(TALLY).start({"counts": [2] * 11}))
    html = view_html(view, "x")
    href = html.partition('href="data:text/csv;charset=utf-8,')[2].partition('"')[0]
    assert read(unquote(href)).counts == (2,) * 11
    assert 'download="two-dice.csv"' in html


def test_a_fair_die_seldom_looks_loaded() -> None:
    chance = random.Random(6)
    rare = 0
    for _ in range(400):
        counts = dict.fromkeys(places(1), 0)
        for _ in range(120):
            counts[int(chance.random() * 6) + 1] += 1
        test = fit(counts, distribution(1))
        assert test is not None
        assert test.p == chi_square(test.statistic, 5)
        rare += test.p < 0.05
    assert 8 <= rare <= 34, "about one class in twenty, by the meaning of a p-value"


@pytest.mark.parametrize("text", ["PK\x03\x04\x14\x00", "\ufffdPNG\r\n\x1a\n\x00\x00", "7 8 \x00 9"])
def test_a_workbook_or_a_picture_is_refused_in_one_sentence(text: str) -> None:
    desk = Desk("classroom.tally")
    before = desk.still()
    assert "Save the sheet as CSV" in desk.act("file", text)
    assert desk.still() == before
