"""The explorer of the odds for one, driven by JSON, against ``solo`` asked directly and in fractions."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.charts import show
from fortune.goose import RULESETS
from fortune.goose.explorer import LONGEST, RULES
from fortune.goose.options import Options
from fortune.goose.solo import SWITCHES, alone, hazards, solo_chain, throws_to_go, visit, visits
from fortune.options import specs, with_words
from tests.desk import Desk, saved

ODDS = "goose.odds"


def heat(desk: Desk) -> dict[int, str]:
    """The number on each square."""
    return {int(part.get("data-heat", "")): part.text or "" for part in desk.picture().iter() if part.get("data-heat")}


def series(desk: Desk) -> dict[str, list[float]]:
    return {trace["name"]: trace["y"] for trace in desk.view["chart"]["data"]}


def test_it_begins_with_the_classic_game() -> None:
    desk = Desk(ODDS)
    found = alone(Options())
    assert desk.status == (
        f"Alone it takes {show(found.mean_throws.value)} throws on average, and {show(found.mean_turns.value)} turns "
        "with those missed."
    )
    assert desk.model == {}
    assert f"by throw {found.median_throws};" in desk.view["chart_caption"]
    assert "Ruleset: classic, one player" in desk.view["chart_caption"]
    assert list(series(desk)) == ["classic"]
    assert "stakes make no difference" in desk.controls()["ruleset"]["hint"]


@pytest.mark.parametrize("key", RULESETS)
def test_each_ruleset_shows_what_the_chain_says(key: str) -> None:
    desk = Desk(ODDS)
    assert desk.act("ruleset", key) == ""
    options = RULESETS[key].options()
    found, chances = alone(options), visit(options)
    for amount in (found.mean_throws, *([] if found.stuck.value else [found.mean_turns])):
        assert show(amount.value) in desk.status
    assert ("stuck in" in desk.status) == bool(found.stuck.value)
    exact = [chance.value for chance in solo_chain(options).lengths(LONGEST, exact=True)]
    assert series(desk)[key] == pytest.approx(exact, abs=1e-12)
    assert heat(desk).keys() == set(range(1, 64))
    for square, number in heat(desk).items():
        assert float(number) == pytest.approx(100 * chances[square].value, abs=0.51)
    assert desk.act("heat", "go") == ""
    to_go = throws_to_go(options)
    stuck = {31, 52} if found.stuck.value else set()
    assert heat(desk).keys() == to_go.keys() - stuck
    assert ("no number" in desk.view["frames"][0]["caption"]) == bool(stuck)
    assert ("<td>stuck</td>" in desk.view["table"].replace(' class="words"', "")) == bool(stuck)
    for square, number in heat(desk).items():
        assert float(number) == pytest.approx(to_go[square].value, abs=0.051)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("key", ["classic", "academy"])
def test_each_rule_can_be_switched_off_and_on(key: str, rule: str) -> None:
    desk = Desk(ODDS, ruleset=key)
    before = desk.answer
    assert desk.controls()[f"switch.{rule}"]["value"] is True
    assert desk.act(f"switch.{rule}", False) == ""
    options = RULESETS[key].options(well_release="rescuer_start", prison_release="rescuer_start")
    without = alone(with_words(options, {rule: SWITCHES[rule][rule]}))
    assert show(without.mean_throws.value) in desk.status
    assert desk.controls()[f"switch.{rule}"]["value"] is False
    assert f"{key} with {rule}=" in desk.view["chart_caption"]
    whole = alone(options)
    assert f"In {key} as it is: {show(whole.mean_throws.value)} throws" in desk.view["frames"][0]["caption"]
    assert list(series(desk)) == ["these rules", f"{key} as it is"]
    assert desk.act(f"switch.{rule}", True) == ""
    assert desk.answer == before


@pytest.mark.parametrize("key", ["classic", "dutch"])
def test_what_each_rule_does_is_ranked(key: str) -> None:
    desk = Desk(ODDS, ruleset=key)
    assert desk.act("chart", "rules") == ""
    options = RULESETS[key].options()
    effects = {hazard.rule: hazard for hazard in hazards(options)}
    drawn = [value for trace in desk.view["chart"]["data"] for value in trace["x"]]
    assert sorted(drawn) == pytest.approx(sorted(hazard.turns for hazard in effects.values()), abs=1e-9)
    head, *rows = re.findall(r"<tr>(.*?)</tr>", desk.view["table"].partition("</table>")[0])
    assert ("stuck" in head) == (key == "dutch")
    assert len(rows) == len(RULES) + 1
    strongest = max(effects.values(), key=lambda hazard: abs(hazard.turns))
    assert show(strongest.without.mean_turns.value) in rows[0]
    for rule in RULES:
        assert desk.act(f"switch.{rule}", False) == ""
    assert "Without any rule" in desk.view["chart_caption"]


def test_a_rule_that_does_nothing_says_so() -> None:
    desk = Desk(ODDS)
    desk.act("option.death", "none")
    desk.act("option.nine", "first_throw")
    base = desk.status
    desk.act("option.nine", "from_start")
    assert desk.status != base, "geese can carry one back to the start"
    desk = Desk(ODDS, ruleset="academy")
    assert desk.act("option.nine", "first_throw") == ""
    assert "In academy as it is, all of this is the same." in desk.view["frames"][0]["caption"]


def test_a_pressed_square_tells_its_figures() -> None:
    desk = Desk(ODDS)
    parts = [part for part in desk.picture().iter() if part.get("data-do") == "square"]
    assert [int(part.get("data-value", "")) for part in parts] == list(range(64))
    assert all(part.get("aria-label") for part in parts)
    options = Options()
    assert desk.act("square", "19") == ""
    assert desk.status == (
        f"The inn (19): {100 * visit(options)[19].value:.0f}% of all games ever land there, "
        f"{show(visits(options)[19].value)} times on average; from there {show(throws_to_go(options)[19].value)} "
        "throws to go."
    )
    assert desk.model == {"square": 19}
    assert desk.act("square", "18") == ""
    assert desk.status.startswith("The goose on 18: ")
    assert desk.status.endswith("no throw ends there.")
    assert desk.act("square", "18") == ""
    assert desk.status.startswith("Alone it takes")
    desk.act("ruleset", "dutch")
    desk.act("square", "31")
    assert "stuck for good" in desk.status
    desk.act("square", "63")
    assert desk.status.endswith("there the game ends.")
    desk.act("square", "0")
    assert desk.status.startswith("The start: from there")


def test_what_matters_among_several_alone_is_answered() -> None:
    desk = Desk(ODDS)
    for name in specs(Options):
        offered = f"option.{name}" in desk.controls()
        assert offered == (name in RULES)
        if not offered:
            assert "left out" in desk.act(f"option.{name}", "swap")
    assert "must be a whole number from 0 to 9" in desk.act("option.inn", 10)
    assert "yes or no, not 'no'" in desk.act("switch.inn", "no")
    assert "takes no number" in desk.act("count.nine", 1)
    assert "none is '64'" in desk.act("square", "64")


def test_waiting_again_waits_as_long_as_usual() -> None:
    desk = Desk(ODDS, ruleset="academy")
    assert desk.act("option.well", "miss") == ""
    assert desk.model["options"] == {"well": "miss(1)"}
    assert desk.act("count.well", 4) == ""
    assert desk.model["options"] == {"well": "miss(4)"}


def test_all_rules_together_have_figures() -> None:
    """No combination goes on for ever, and none is refused."""
    desk = Desk(ODDS)
    choices = [
        ("again", "none"),
        ("from_start", "first_throw", "none"),
        ("0", "1", "none"),
        ("miss(0)", "until_released"),
    ]
    for geese, nine, death, well in itertools.product(*choices):
        words = {"geese": geese, "nine": nine, "death": death, "well": well}
        assert desk.load(saved(ODDS, {"options": words})) == ""
        assert sum(series(desk)["these rules"] if desk.model else [1]) > 0.9


ACTIONS = st.tuples(
    st.sampled_from(
        ["square", "ruleset", "heat", "chart", "", "switch", "switch.x", "count.well", "count.inn", "option.players"]
        + [f"{kind}.{rule}" for kind in ("switch", "option") for rule in RULES]
    )
    | st.text(max_size=6),
    st.none() | st.booleans() | st.integers(-2, 13) | st.integers() | st.text(max_size=4)
    | st.sampled_from(["19", "5", "63", "none", "miss", "until_released", "go", "visit", "rules", "1", *RULESETS]),
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(ACTIONS, max_size=8))
def test_every_action_gives_figures_or_a_sentence(actions: list[tuple[str, Any]]) -> None:
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
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(
    JUNK
    | st.dictionaries(
        st.sampled_from(["ruleset", "heat", "chart", "square", "options"]),
        JUNK | st.dictionaries(st.sampled_from([*RULES, "collision"]), JUNK, max_size=3),
        max_size=3,
    )
)
def test_hostile_settings_are_refused_with_a_sentence_or_are_settings(model: Any) -> None:
    desk = Desk(ODDS)
    before = desk.answer
    sentence = desk.load(saved(ODDS, model))
    assert "went wrong inside" not in sentence
    if sentence:
        assert desk.answer == before


@pytest.mark.parametrize(
    ("model", "word"),
    [
        ([], "mapping"),
        ({"rule": 1}, "no part"),
        ({"ruleset": "russian"}, "no ruleset"),
        ({"options": []}, "mapping"),
        ({"options": {"collision": "swap"}}, "left out"),
        ({"options": {"geese": "fly"}}, "again or none"),
        ({"heat": "cold"}, "visit or go"),
        ({"chart": ["rules"]}, "length or rules"),
        ({"square": 64}, "none is"),
        ({"square": True}, "none is"),
    ],
)
def test_hostile_settings_say_what_is_wrong(model: Any, word: str) -> None:
    assert word in Desk(ODDS).load(saved(ODDS, model))
