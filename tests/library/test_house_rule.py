"""The house rule of the tour: the suite finds what it must change, and its smallest odds are worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from doubles import Doubles
from fortune.chain import Chain
from fortune.glueckshaus import Glueckshaus, Options, ruleset
from fortune.simulate import simulate
from tests.conformance import CHECKS, Case, classes_lump_faithfully
from tests.glueckshaus.conforming import ENTRY


def make(key: str, **settings: object) -> Doubles:
    return Doubles(ruleset(key).options(**settings))


class Lumped(Doubles):
    """The rule as one writes it at first: throws with one total still count as alike."""

    throw_classes = Glueckshaus.throw_classes


TABLES = ["modern", "tavern", "two_kings", "eleven_rooms", "value_stakes"]
CASES = [Case("doubles", table, make, ENTRY) for table in TABLES]


@pytest.mark.parametrize("check", CHECKS, ids=lambda it: it.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda it: it.ruleset)
def test_the_house_rule_conforms(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


def test_the_suite_finds_throws_that_are_wrongly_lumped() -> None:
    case = Case("doubles", "modern", lambda key, **settings: Lumped(ruleset(key).options(**settings)), ENTRY)
    with pytest.raises(AssertionError, match="the same steps"):
        classes_lump_faithfully(case)


def test_with_one_chip_each_the_odds_are_those_worked_out_by_hand() -> None:
    # 2, 4 and 12 alone keep one in: in 5 of 36 ways the dice pass, so W = 5/36 (1 - W)
    assert Chain(Glueckshaus(Options(chips=1))).win(exact=True)[0].exact == Fraction(5, 41)
    # of these, 1-1, 2-2 and 6-6 throw again: W = 3/36 W + 2/36 (1 - W)
    assert Chain(Doubles(Options(chips=1))).win(exact=True)[0].exact == Fraction(2, 35)


def test_the_chain_agrees_with_the_dice() -> None:
    game = Doubles(Options(players=3, chips=2))
    chain, sample = Chain(game), simulate(game, 4000, seed=5)
    for solved, counted in zip(chain.win(), sample.win(), strict=True):
        assert counted.agrees(solved)
    assert sample.mean_throws().agrees(chain.expected())


def test_a_game_with_a_house_rule_is_another_game() -> None:
    assert Doubles() != Glueckshaus()
    assert Doubles() == Doubles()
    assert repr(Doubles()).startswith("Doubles(Options(")
