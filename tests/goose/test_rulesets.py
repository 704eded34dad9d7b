"""The rulesets are those of the table in the rules, with the same options, evidence and sources."""

from __future__ import annotations

import pytest

from fortune.errors import OptionError, RulesetError
from fortune.goose import RULESETS, Goose, Options, game, miss, ruleset
from fortune.options import options_to_json
from tests.helpers import is_sentence

# ruleset: options other than the defaults, evidence, sources
TABLE: dict[str, tuple[dict[str, object], str, set[str]]] = {
    "classic": ({}, "reconstructed", {"S0"}),
    "classic_literal": ({"nine": "first_throw"}, "documented", {"S0"}),
    "gambling": ({"stakes": "all_ante"}, "documented", {"S0"}),
    "academy": (
        {
            "well": "until_released",
            "prison": "until_released",
            "well_release": "own_start",
            "prison_release": "square_one",
            "death": "1",
            "collision": "share",
            "stakes": "toll",
        },
        "documented",
        {"S3"},
    ),
    "dutch": (
        {
            "inn": 1,
            "well": "until_released",
            "prison": "until_released",
            "well_release": "stays",
            "prison_release": "stays",
            "collision": "mover_back",
            "collision_at_start": "on",
        },
        "documented",
        {"mCRL2"},
    ),
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
    assert RULESETS[key].note.endswith(".")


@pytest.mark.parametrize("key", TABLE)
@pytest.mark.parametrize("players", [1, 2, 20])
def test_a_game_is_made_from_a_ruleset_and_settings(key: str, players: int) -> None:
    made = game(key, players=str(players), maze="none")
    assert isinstance(made, Goose)
    assert made.players == players
    assert made.options == RULESETS[key].options(players=players, maze="none")
    assert RULESETS[key].label(made.options) == f"{key} with maze=none"
    assert RULESETS[key].label(RULESETS[key].options(players=players)) == key


def test_the_classic_game_is_what_one_gets_unasked() -> None:
    assert game() == Goose(Options())


def test_settings_override_the_ruleset() -> None:
    assert game("academy", well_release="stays").options.well_release == "stays"
    assert game("dutch", prison="miss(3)", prison_release="rescuer_start").options.prison == miss(3)
    assert game("gambling", stakes="none") == game("classic")
    assert game("classic_literal", nine="from_start") == game("classic")


def test_settings_that_contradict_the_ruleset_are_refused() -> None:
    with pytest.raises(OptionError, match="well_release=own_start has no effect") as caught:
        game("academy", well="miss(1)")
    assert is_sentence(caught.value)
    with pytest.raises(OptionError, match="collision_at_start=on has no effect"):
        game("dutch", collision="share")
    with pytest.raises(OptionError, match="ante=2 has no effect"):
        game("academy", ante=2, stakes="none")


def test_an_unknown_ruleset_is_refused() -> None:
    for act in (ruleset, game):
        with pytest.raises(RulesetError, match="no ruleset 'chess'") as caught:
            act("chess")
        assert is_sentence(caught.value)
        assert all(key in str(caught.value) for key in TABLE)
