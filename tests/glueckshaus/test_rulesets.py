"""The rulesets are those of the table in the rules, with the same options, evidence and sources."""

from __future__ import annotations

import pytest

from fortune.errors import OptionError, RulesetError
from fortune.glueckshaus import RULESETS, Glueckshaus, Options, game, kings, rounds, ruleset
from fortune.options import options_to_json
from tests.helpers import is_sentence

# ruleset: options other than the defaults, evidence, sources
TABLE: dict[str, tuple[dict[str, object], str, set[str]]] = {
    "modern": ({}, "documented", {"S1"}),
    "tavern": ({"ante": "wedding", "end": "kings(1)"}, "documented", {"S0"}),
    "tavern_house": ({"ante": "wedding", "end": "kings(1)", "four": "pay_house"}, "documented", {"S0", "X1"}),
    "german": ({"end": "rounds(20)", "settle": "shared"}, "documented", {"S2"}),
    "eleven_rooms": ({"four": "room"}, "documented", {"S2"}),
    "two_kings": ({"end": "kings(2)"}, "documented", {"S1"}),
    "fill_up": ({"fill": "to_number"}, "reconstructed", {"S1"}),
    "value_stakes": ({"fill": "by_value"}, "documented", {"X3"}),
}


def test_the_rulesets_are_those_of_the_table_in_its_order() -> None:
    assert list(RULESETS) == list(TABLE)


@pytest.mark.parametrize("key", TABLE)
def test_a_ruleset_differs_from_the_defaults_as_the_table_says(key: str) -> None:
    differs, evidence, sources = TABLE[key]
    defaults = options_to_json(Options())
    own = options_to_json(RULESETS[key].options())
    assert {name: value for name, value in own.items() if value != defaults[name]} == differs
    assert RULESETS[key].settings == differs, "no setting that is the default anyway"
    assert RULESETS[key].evidence == evidence
    assert set(RULESETS[key].sources) == sources


@pytest.mark.parametrize("key", TABLE)
def test_a_ruleset_has_a_title_and_a_note_of_its_own(key: str) -> None:
    assert ruleset(key) is RULESETS[key]
    assert RULESETS[key].key == key
    assert len({rules.title for rules in RULESETS.values()}) == len(TABLE)
    assert len({rules.note for rules in RULESETS.values()}) == len(TABLE)


@pytest.mark.parametrize("key", TABLE)
def test_a_game_is_made_from_a_ruleset_and_settings(key: str) -> None:
    made = game(key, players=6, chips="7")
    assert isinstance(made, Glueckshaus)
    assert made.options == RULESETS[key].options(players=6, chips=7)
    assert RULESETS[key].label(made.options) == key


def test_the_common_game_is_what_one_gets_unasked() -> None:
    assert game() == Glueckshaus(Options())


def test_settings_override_the_ruleset() -> None:
    assert game("tavern", end="kings(3)").options.end == kings(3)
    assert game("german", end=rounds(4)).options.end == rounds(4)
    changed = game("tavern_house", four="nothing")
    assert changed == game("tavern")
    assert RULESETS["tavern_house"].label(changed.options) == "tavern_house with four=nothing"


def test_settings_that_contradict_the_ruleset_are_refused() -> None:
    with pytest.raises(OptionError, match="settle=shared has no effect") as caught:
        game("german", end="last_standing")
    assert is_sentence(caught.value)
    with pytest.raises(OptionError, match="ante=wedding with chips=1"):
        game("tavern", chips=1)


def test_an_unknown_ruleset_is_refused() -> None:
    for act in (ruleset, game):
        with pytest.raises(RulesetError, match="no ruleset 'chess'") as caught:
            act("chess")
        assert is_sentence(caught.value)
        assert all(key in str(caught.value) for key in TABLE)
