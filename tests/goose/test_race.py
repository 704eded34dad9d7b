"""The race, driven by JSON, and the table of what is known of races."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.charts import show
from fortune.errors import StageError
from fortune.goose import RULESETS, Goose
from fortune.goose.known import KEPT, LONGEST, Known, known_race, solved
from fortune.goose.lanes import Lane, lanes
from fortune.goose.odds import chain, together
from fortune.goose.options import Options
from fortune.goose.race import MOST, PARCEL
from fortune.simulate import simulate
from fortune.stage.registry import find_app
from tests.desk import Desk, saved

RACE = "goose.race"


def race(**options: Any) -> Desk:
    return Desk(RACE, **options)


def run(desk: Desk) -> int:
    """Go on as the page does, until no more is asked for; how often it went on."""
    times = 0
    while again := desk.view["again"]:
        assert desk.act(**again) == ""
        times += 1
    return times


def known_for(key: str, players: int) -> Known:
    found = known_race(RULESETS[key].options(players=players))
    assert found is not None
    return found


def lane_texts(desk: Desk) -> list[str]:
    return [part.get("data-lane", "") for part in desk.picture().iter() if part.get("data-lane")]


# -- the race ------------------------------------------------------------------------------------------------


def test_nothing_is_played_before_somebody_asks() -> None:
    desk = race()
    assert desk.status == "2 seats are ready to race. How many games?"
    assert desk.view["again"] is None
    assert lane_texts(desk) == ["0", "1"]
    assert desk.model == {"options": {}}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("key", ["classic", "dutch", "gambling"])
def test_a_race_is_the_sample_of_its_seed(key: str, players: int) -> None:
    desk = race(ruleset=key, players=players, seed=7)
    assert desk.act("play.100") == ""
    assert run(desk) == 100 // PARCEL - 1
    sample = simulate(Goose(RULESETS[key].options(players=players)), 100, seed=7)
    for result in [*sample.win(), sample.mean_throws()]:
        assert show(result.value) in desk.view["table"]
        assert show(result.stderr) in desk.view["table"]
    counts = desk.view["chart"]["data"][0]["y"]
    assert counts[2] == sum(sample.lengths[length] for length in range(11, 16))
    assert sum(counts) == sum(count for length, count in sample.lengths.items() if length <= 150)
    most = max(result.value for result in sample.win())
    first = [seat for seat in range(players) if sample.win()[seat].value == most]
    assert desk.status.endswith(f"{'is ahead' if len(first) == 1 else 'are level'}, with {100 * most:.1f}%.")
    assert all(str(seat + 1) in desk.status for seat in first)
    assert lane_texts(desk) == [*map(str, range(players)), *(["nobody"] if key == "dutch" and players == 2 else [])]


def test_a_press_is_played_in_parcels_and_told_of() -> None:
    desk = race(seed=3)
    assert desk.act("play.1000") == ""
    assert desk.status == f"Racing: {PARCEL} of 1,000 games."
    progress = next(part.get("data-progress") for part in desk.picture().iter() if part.get("data-progress"))
    assert progress == str(PARCEL)
    assert desk.view["again"] == {"do": "parcel", "value": PARCEL}
    assert desk.view["announce"] == "", "nothing is said until it is over"
    assert desk.act("play.10") == "", "more can be asked for on the way"
    assert desk.model["games"] == 1010
    run(desk)
    assert desk.status.startswith("After 1,010 games")
    assert desk.view["announce"] == desk.status
    again = desk.answer
    assert desk.act("parcel", 5) == ""
    assert desk.answer == again, "a parcel that comes late is none"
    other = race(seed=3)
    for press in ("play.10", "play.1000"):
        other.act(press)
        run(other)
    assert other.answer == again, "the presses make no difference"


def test_the_seed_comes_by_chance_and_makes_the_race_repeatable() -> None:
    desk = race()
    assert desk.controls()["play.10"]["chance"]
    assert desk.act("play.10", 12345) == ""
    assert desk.model["seed"] == 12345
    first = desk.view["table"]
    assert desk.act("play.10", 999) == ""
    assert desk.model["seed"] == 12345
    assert desk.act("clear", 77) == ""
    assert (desk.model["seed"], desk.model.get("games", 0)) == (77, 0)
    assert desk.act("seed", 12345) == ""
    desk.act("play.10")
    assert desk.view["table"] == first
    assert "seed" in desk.act("seed", -1).lower()


def test_a_saved_race_is_run_again() -> None:
    desk = race(ruleset="academy", players=3, seed=5)
    desk.act("play.100")
    run(desk)
    other = race()
    assert other.load(desk.saved) == ""
    assert other.status == "A race of 100 games, to be run again."
    assert other.controls()["parcel"]["label"] == "Run the 100 games"
    assert other.act("parcel") == ""
    run(other)
    assert other.answer == desk.answer
    assert len(json.dumps(desk.saved)) < 500


def test_known_values_are_laid_over_it_or_taken_away() -> None:
    desk = race(seed=2)
    desk.act("play.100")
    run(desk)
    there = known_for("classic", 2)
    games, line = desk.view["chart"]["data"]
    assert line["y"][1] == pytest.approx(100 * sum(chance.value for chance in there.lengths[5:10]))
    assert games["x"] == line["x"]
    assert f"computed it is {show(there.mean_throws.value)}" in desk.view["chart_caption"]
    assert show(there.win[0].value) in desk.view["table"]
    assert desk.act("laid", False) == ""
    assert len(desk.view["chart"]["data"]) == 1
    assert "computed" not in desk.view["table"] + desk.view["frames"][0]["svg"] + desk.view["frames"][0]["caption"]
    assert desk.model["games"] == 100, "the games stay"
    other = race()
    assert other.load(desk.saved) == ""
    assert other.controls()["laid"]["value"] is False


def test_how_far_it_is_apart_counts_in_standard_errors() -> None:
    desk = race(seed=2)
    desk.act("play.1000")
    run(desk)
    share = simulate(Goose(Options(players=2)), 1000, seed=2).win()[0].value
    truth = known_for("classic", 2).win[0].value
    apart = (share - truth) / math.sqrt(truth * (1 - truth) / 1000)
    assert f'<td class="number">{show(round(apart, 2))}</td>' in desk.view["table"]


def test_a_page_may_begin_with_the_values_hidden() -> None:
    desk = race(seed=2, laid=False)
    assert desk.controls()["laid"]["value"] is False
    hidden = race(seed=2)
    assert hidden.act("laid", False) == ""
    assert desk.still() == hidden.still()
    with pytest.raises(StageError, match="yes or no, not 'no'"):
        find_app("goose.race").start({"laid": "no"})


def test_four_are_compared_with_a_sample_and_that_is_said() -> None:
    desk = race(players=4, seed=2)
    desk.act("play.10")
    assert "a simulation of 100,000 games" in desk.view["frames"][0]["caption"]
    assert "from a long simulation" in desk.view["table"]
    assert "computed" not in desk.view["frames"][0]["svg"]


def test_rules_of_one_s_own_have_no_known_value_and_that_is_said() -> None:
    desk = race(seed=2)
    assert desk.act("option.inn", 3) == ""
    assert "No computed value is kept for these rules" in desk.view["frames"][0]["caption"]
    desk.act("play.10")
    assert len(desk.view["chart"]["data"]) == 1
    assert "classic with inn=3, 2 players" in desk.view["chart_caption"]
    assert desk.act("option.inn", 2) == ""
    assert "No computed value" not in desk.view["frames"][0]["caption"]


def test_what_has_no_effect_is_not_offered_and_is_taken_back_with_a_sentence() -> None:
    desk = race(ruleset="dutch")
    assert {"option.well_release", "option.prison_release", "option.collision_at_start"} <= desk.controls().keys()
    assert not {"option.players", "option.stakes", "option.ante"} & desk.controls().keys()
    assert desk.act("option.well", "miss") == ""
    assert "well_release=stays has no effect with well=miss(1)" in desk.view["frames"][0]["caption"]
    assert "option.well_release" not in desk.controls()
    assert desk.act("option.death", "1") == ""
    assert "collision_at_start=on has no effect with death=1" in desk.view["frames"][0]["caption"]
    assert "So it is off now" in desk.view["announce"]
    assert "option.collision_at_start" not in desk.controls()
    assert "needs well=until_released" in desk.act("option.well_release", "stays")
    assert "needs death=0" in desk.act("option.collision_at_start", "on")
    assert desk.act("option.death", "0") == ""
    assert desk.act("option.collision", "share") == ""
    assert "option.collision_at_start" not in desk.controls()
    assert "nothing that changes a race" in desk.act("option.stakes", "toll")


def test_a_race_ends_at_its_limit_with_a_sentence() -> None:
    desk = race(seed=1)
    assert desk.load(saved(RACE, {"seed": 1, "games": MOST})) == ""
    assert "Start a new one" in desk.act("play.10")
    assert "From 2 to 4 seats" in desk.act("players", "5")
    assert "10, 100, 1000" in desk.act("play.7")


ACTIONS = st.tuples(
    st.sampled_from(
        ["play.10", "play.100", "play", "parcel", "clear", "seed", "players", "ruleset", "laid", "", "option"]
        + [f"option.{name}" for name in ("well", "well_release", "collision", "collision_at_start", "death", "inn")]
        + ["count.well", "option.players", "option.ante"]
    )
    | st.text(max_size=6),
    st.none() | st.booleans() | st.integers(-2, 13) | st.integers() | st.text(max_size=4)
    | st.sampled_from(["2", "3", "share", "on", "miss", "until_released", "stays", "none", "1", *RULESETS]),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(ACTIONS, max_size=8))
def test_every_action_gives_a_race_or_a_sentence(actions: list[tuple[str, Any]]) -> None:
    desk, other = race(), race()
    for do, value in actions:
        before, held = desk.answer, desk.session.save()
        sentence = desk.act(do, value)
        assert "went wrong inside" not in sentence
        if sentence:
            assert desk.answer == before
            assert desk.session.save() == held
        assert other.load(desk.saved) == ""
        assert other.model == desk.model


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(JUNK | st.dictionaries(st.sampled_from(["options", "seed", "games", "laid"]), JUNK, max_size=3))
def test_hostile_races_are_refused_with_a_sentence_or_are_races(model: Any) -> None:
    desk = race()
    before = desk.answer
    sentence = desk.load(saved(RACE, model))
    assert "went wrong inside" not in sentence
    if sentence:
        assert desk.answer == before


@pytest.mark.parametrize(
    ("model", "word"),
    [
        ([], "mapping"),
        ({"wins": [9, 1]}, "no part"),
        ({"games": 10}, "no seed"),
        ({"games": 15, "seed": 1}, "in tens"),
        ({"games": MOST + 10, "seed": 1}, "up to"),
        ({"games": -10, "seed": 1}, "in tens"),
        ({"seed": 2**53}, "seed"),
        ({"options": {"players": 1}}, "From 2 to 4"),
        ({"options": {"well_release": "stays"}}, "until_released"),
        ({"laid": 1}, "yes or no"),
    ],
)
def test_hostile_races_say_what_is_wrong(model: Any, word: str) -> None:
    assert word in race().load(saved(RACE, model))


# -- the picture ---------------------------------------------------------------------------------------------


def test_lanes_are_as_long_as_the_shares_on_a_scale_that_holds_them() -> None:
    short = ET.fromstring(lanes([Lane("Seat 1", 0, 0.25, 0.01, 0.3), Lane("Seat 2", 1, 0.75, 0.01, 0.7)], 40, 40))
    bars = [part for part in short.iter() if part.tag.endswith("rect") and part.get("height") == "26"]
    assert [float(bar.get("width", 0)) for bar in bars] == pytest.approx([412 * 0.25 / 0.8, 412 * 0.75 / 0.8], abs=0.1)
    told = "".join(short.itertext())
    assert "40 of 40 games are played" in told
    assert "80%" in told
    assert "100%" not in told
    wide = "".join(ET.fromstring(lanes([Lane("Seat 1", 0, 1.0), Lane("Seat 2", 1, 0.0)], 10, 20)).itertext())
    assert "100%" in wide
    assert "10 of 20 games" in wide
    assert "computed chance" not in wide


# -- the table -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_the_table_for_two_is_what_the_chain_says(key: str) -> None:
    there = known_for(key, 2)
    whole = chain(Goose(RULESETS[key].options(players=2, stakes="none")))
    found = together(whole)
    assert all(one.agrees(other) for one, other in zip(there.win, found.win, strict=True))
    assert there.deadlock.agrees(found.deadlock)
    assert there.mean_throws.agrees(found.mean_throws)
    lengths = whole.lengths(LONGEST)
    assert all(one.agrees(other) for one, other in zip(there.lengths, lengths, strict=True))
    assert (there.mean_throws.bound or 1) < 1e-9


def test_the_table_holds_the_published_model() -> None:
    there = known_for("dutch", 2)
    found = [*there.win, there.deadlock]
    assert [round(result.value, 6) for result in found] == [0.393625, 0.379985, 0.22639]


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("players", [3, 4])
def test_the_table_for_more_agrees_with_a_small_sample(key: str, players: int) -> None:
    there = known_for(key, players)
    assert there.method == ("numeric" if players == 3 else "simulated")
    sample = simulate(Goose(RULESETS[key].options(players=players, stakes="none")), 1000, seed=11)
    for one, other in zip([*there.win, there.mean_throws], [*sample.win(), sample.mean_throws()], strict=True):
        assert one.agrees(other)
    assert sum(result.value for result in there.win) == pytest.approx(1, abs=1e-9 if players == 3 else 1e-5)
    assert there.deadlock.value == 0, "with three or more somebody can always throw"
    assert 0.9 < sum(chance.value for chance in there.lengths) < 1


def test_stakes_make_no_difference_and_other_rules_are_not_known() -> None:
    assert known_race(Options(players=2, stakes="toll", ante=5)) == known_race(RULESETS["gambling"].options(players=2))
    assert known_race(Options(players=2, inn=1)) is None
    assert known_race(Options(players=5)) is None
    assert known_race(Options(players=1)) is None


def test_solving_again_gives_what_is_kept() -> None:
    options = RULESETS["classic"].options(players=2)
    assert solved(options)["win"] == pytest.approx(KEPT.read()["classic"]["2"]["win"], abs=1e-11)


def test_a_deadlock_is_no_win() -> None:
    desk = race(ruleset="dutch", seed=4)
    desk.act("play.100")
    run(desk)
    sample = simulate(Goose(RULESETS["dutch"].options(players=2)), 100, seed=4)
    lost = sample.ended("deadlock")
    assert lost.value > 0
    spoken = desk.view["frames"][0]["svg"]
    assert f"Deadlock {show(lost.value)} ± {show(lost.stderr)} (computed chance" in spoken
    assert f"chance {show(known_for('dutch', 2).deadlock.value)})" in spoken
