"""Every game of the catalogue, under every ruleset, through every check of the suite."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fortune.catalogue import CATALOGUE, find_game
from fortune.errors import RulesetError
from tests.conformance import Case, Conforming, asked_of
from tests.glueckshaus import conforming as glueckshaus
from tests.goose import conforming as goose
from tests.helpers import is_sentence
from tests.tablero import conforming as tablero

ENTRIES: dict[str, Conforming] = {"glueckshaus": glueckshaus.ENTRY, "goose": goose.ENTRY, "tablero": tablero.ENTRY}

CASES = [
    Case(name, key, entry.make, ENTRIES[name])
    for name, entry in CATALOGUE.items()
    if name in ENTRIES
    for key in entry.rulesets
]


@pytest.mark.parametrize(
    ("case", "check"),
    [(case, check) for case in CASES for check in asked_of(case)],
    ids=lambda value: f"{value.game}-{value.ruleset}" if isinstance(value, Case) else value.__name__,
)
def test_conforms(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


def test_every_game_of_the_catalogue_is_put_through_the_suite() -> None:
    assert set(ENTRIES) == set(CATALOGUE)
    assert CASES


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_a_game_bears_the_name_it_is_listed_under(name: str) -> None:
    entry = find_game(name)
    assert entry is CATALOGUE[name]
    for key, ruleset in entry.rulesets.items():
        assert ruleset.key == key
        assert entry.make(key).name == name
        assert ruleset.evidence in {"documented", "reconstructed", "modern"}
        assert ruleset.title
        assert ruleset.sources
        assert ruleset.note.endswith(".")


@pytest.mark.parametrize("name", ["", "chess", "Glückshaus", "GLUECKSHAUS", None, ["glueckshaus"], 2])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(RulesetError, match="games are glueckshaus") as caught:
        find_game(name)
    assert is_sentence(caught.value)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("key", ["", "chess", "Modern", None, ["modern"], 2])
@pytest.mark.parametrize("name", list(CATALOGUE))
def test_an_unknown_ruleset_is_refused(name: str, key: str) -> None:
    with pytest.raises(RulesetError, match="rulesets are") as caught:
        find_game(name).make(key)
    assert is_sentence(caught.value)
    assert repr(key) in str(caught.value)
