"""Each verdict follows from its figure, and the figures are right: held to another road where there is one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fortune.claims import CLAIMS, Mathematical
from fortune.claims.trials import OFTEN, QUARTER, TRIALS, _judge, four_at_a_table, share_near, try_out
from fortune.errors import FortuneError
from fortune.simulate import Sample

TESTABLE = {key: claim for key, claim in CLAIMS.items() if isinstance(claim, Mathematical)}


@pytest.mark.parametrize("key", TRIALS)
def test_the_verdict_of_the_list_is_that_of_the_trial(key: str) -> None:
    found = try_out(key)
    assert TESTABLE[key].verdict == found.verdict
    assert found.ruleset
    assert not found.told.endswith(".")


def test_every_claim_that_can_be_tested_is() -> None:
    assert {key for key, claim in TESTABLE.items() if claim.verdict != "not testable"} == set(TRIALS)


def test_what_has_no_test_is_refused() -> None:
    with pytest.raises(FortuneError, match="none is 'more-fun'"):
        try_out("more-fun")


def test_a_judge_can_say_all_three() -> None:
    assert [_judge(True), _judge(False, True), _judge(False)] == ["true", "nearly", "false"]


@pytest.mark.parametrize(
    ("key", "figure"),
    [
        ("pig-king-36", Fraction(1, 36)),
        ("seven-most", Fraction(1, 6)),
        # ten sevens in a row, of seven throws that are a 7 or a 12 six are a 7
        ("ten-at-wedding", Fraction(6**10, 7**10)),
        ("five-and-seventeen", Fraction(17)),
        ("pig-ten", Fraction(7)),
        ("pig-two-earlier", Fraction(0)),
        ("nine-wins", Fraction(4, 36)),
        ("goose-nines", Fraction(6)),
        ("goose-gaps", Fraction(59, 13)),
        ("ten-and-four", Fraction(22)),
        ("back-to-sixty", Fraction(60)),
        ("without-replacement", Fraction(1, 6)),
        ("pass-quarter", Fraction(sum(a + b in (7, 11, 12) for a, b in product(range(1, 7), repeat=2)), 36)),
        # seven rows and two diagonals
        ("seven-in-line", Fraction(7 + 2, 7**7)),
    ],
)
def test_exact_figures(key: str, figure: Fraction) -> None:
    assert try_out(key).figure.exact == figure


def test_who_starts_and_more_chips_are_computed_within_a_bound() -> None:
    for key in ("who-starts", "more-chips", "published-figures"):
        bound = try_out(key).figure.bound
        assert bound is not None
        assert bound < 1e-9


def test_the_best_pace_is_the_one_that_most_games_suit() -> None:
    sample = Sample(2, lengths=Counter({100: 3, 300: 5, 1000: 2}))
    pace, share = share_near(sample, *QUARTER)
    assert share == 0.5
    assert QUARTER[0] <= 300 * pace <= QUARTER[1]


def test_the_quarter_of_an_hour_would_be_judged_alike_by_another_sample() -> None:
    """The share is far enough below one half for the sample's error."""
    _, share = share_near(four_at_a_table(), *QUARTER)
    assert share < OFTEN - Fraction(1, 10)
