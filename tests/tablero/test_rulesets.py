"""The rulesets are those of the table in the rules, with the same options, evidence and sources."""

from __future__ import annotations

from typing import Any

import pytest

from fortune.errors import OptionError, RulesetError
from fortune.options import options_to_json
from fortune.tablero import RULESETS, Gucci, GucciOptions, Jesus, JesusOptions, game, ruleset
from tests.helpers import is_sentence

# ruleset: options other than the defaults, sources; all are modern
TABLE: dict[str, tuple[type[Any], dict[str, object], str]] = {
    "gucci": (GucciOptions, {}, "S4"),
    "plain": (GucciOptions, {"queen": "off"}, "S4"),
    "tournament": (
        GucciOptions,
        {"queen": "thrown_not_pass", "muggins": "off", "home_rows_count": "no"},
        "X7 X9 X11",
    ),
    "free": (GucciOptions, {"queen": "off", "direction": "either"}, "X5 X10"),
    "five_in_row": (GucciOptions, {"queen": "off", "lines": "five_in_row"}, "X8"),
    "jesus": (JesusOptions, {}, "X4 X6"),
    "jesus_run": (JesusOptions, {"run": "on"}, "X6 X12"),
}


def test_the_rulesets_are_those_of_the_table_in_its_order() -> None:
    assert list(RULESETS) == list(TABLE)


@pytest.mark.parametrize("key", TABLE)
def test_a_ruleset_differs_from_the_defaults_as_the_table_says(key: str) -> None:
    kind, differs, sources = TABLE[key]
    rules = ruleset(key)
    assert rules is RULESETS[key]
    assert rules.kind is kind
    assert rules.settings == differs, "no setting that is the default anyway"
    defaults, own = options_to_json(kind()), options_to_json(rules.options())
    assert {name: value for name, value in own.items() if value != defaults[name]} == differs
    assert (rules.evidence, rules.sources) == ("modern", tuple(sources.split()))


def test_each_ruleset_has_a_title_and_a_note_of_its_own() -> None:
    assert [rules.key for rules in RULESETS.values()] == list(RULESETS)
    assert len({rules.title for rules in RULESETS.values()}) == len(TABLE)
    assert len({rules.note for rules in RULESETS.values()}) == len(TABLE)
    assert all(rules.note.endswith(".") for rules in RULESETS.values())


def test_the_defaults_are_those_of_the_rules() -> None:
    assert options_to_json(GucciOptions()) == {
        "direction": "forward",
        "lines": "six_or_diagonal",
        "home_rows_count": "yes",
        "stock": 24,
        "queen": "thrown",
        "toast_makes_line": "no",
        "muggins": "on",
    }
    assert options_to_json(JesusOptions()) == {"run": "off", "bonus_eighth": "off"}


@pytest.mark.parametrize("key", TABLE)
def test_a_ruleset_makes_its_game(key: str) -> None:
    made = game(key)
    assert isinstance(made, Gucci if TABLE[key][0] is GucciOptions else Jesus)
    assert (made.name, made.players) == ("tablero", 2)
    assert made.options == RULESETS[key].options()
    assert RULESETS[key].label(made.options) == key
    assert game(key) == made


def test_settings_may_be_words() -> None:
    assert game("plain", stock="12").options.stock == 12
    assert game("plain", queen="8").options.queen == game("plain", queen=8).options.queen == "8"
    assert game("jesus", run="on") == game("jesus_run")
    assert game("free", direction="forward") == game("plain") == game("gucci", queen="off")
    assert game() == Gucci()
    assert RULESETS["plain"].label(game("plain", home_rows_count="no").options) == "plain with home_rows_count=no"


def test_settings_that_contradict_the_ruleset_are_refused() -> None:
    with pytest.raises(OptionError, match="muggins=off has no effect with queen=off") as caught:
        game("tournament", queen="off")
    assert is_sentence(caught.value)
    assert game("tournament", queen="off", muggins="on").options.home_rows_count == "no"


@pytest.mark.parametrize(("key", "option"), [("jesus", "stock"), ("gucci", "run"), ("plain", "players")])
def test_an_option_of_the_other_game_is_none(key: str, option: str) -> None:
    with pytest.raises(OptionError, match=f"There is no option '{option}'") as caught:
        game(key, **{option: 2})
    assert is_sentence(caught.value)


def test_an_unknown_ruleset_is_refused() -> None:
    for act in (ruleset, game):
        with pytest.raises(RulesetError, match="no ruleset 'chess'") as caught:
            act("chess")
        assert is_sentence(caught.value)
        assert all(key in str(caught.value) for key in TABLE)
