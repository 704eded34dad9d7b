"""The chi-square test: against scipy, and the rule by which totals are joined."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nan

import pytest
import scipy.special
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from fortune.classroom.fit import LEAST, chi_square, fit, groups, often, upper_gamma
from fortune.dice import distribution
from fortune.errors import FortuneError

TWO, ONE = distribution(2), distribution(1)


@pytest.mark.parametrize("freedom", [*range(1, 41), 99, 100, 1000, 5000])
def test_the_chance_of_a_chi_square_is_that_of_scipy(freedom: int) -> None:
    for step in range(161):
        x = freedom * (step / 40) ** 2
        assert chi_square(x, freedom) == pytest.approx(scipy.stats.chi2.sf(x, freedom), rel=1e-10, abs=1e-280)


@given(st.floats(0.01, 3000), st.floats(0, 6000))
def test_the_incomplete_gamma_function_is_that_of_scipy(a: float, x: float) -> None:
    assert upper_gamma(a, x) == pytest.approx(scipy.special.gammaincc(a, x), abs=1e-10)


def test_the_ends_of_the_gamma_function() -> None:
    assert upper_gamma(3, 0) == 1
    assert upper_gamma(3, inf) == 0
    assert upper_gamma(0.5, 1e9) < 1e-300
    for a, x in ((0, 1), (-1, 1), (1, -1), (nan, 1), (1, nan), (inf, 1)):
        with pytest.raises(FortuneError, match="is known for"):
            upper_gamma(a, x)


@pytest.mark.parametrize("freedom", [0, -1, 1.5, True, None])
def test_degrees_of_freedom_are_whole_numbers(freedom: object) -> None:
    with pytest.raises(FortuneError, match="Degrees of freedom"):
        chi_square(1.0, freedom)  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 400), min_size=11, max_size=11))
def test_the_test_is_that_of_scipy_on_the_joined_groups(found: list[int]) -> None:
    counts = dict(zip(TWO, found, strict=True))
    outcome = fit(counts, TWO)
    if outcome is None:
        assert sum(found) < 12
        return
    assert sum(cell.observed for cell in outcome.cells) == sum(found)
    assert [total for cell in outcome.cells for total in cell.totals] == list(TWO)
    assert all(cell.expected >= LEAST for cell in outcome.cells)
    there = scipy.stats.chisquare(
        [cell.observed for cell in outcome.cells], [float(cell.expected) for cell in outcome.cells]
    )
    assert outcome.freedom == len(outcome.cells) - 1
    assert outcome.statistic == pytest.approx(there.statistic, rel=1e-12, abs=1e-12)
    assert outcome.p == pytest.approx(there.pvalue, abs=1e-10)
    assert outcome.statistic == pytest.approx(sum(cell.part for cell in outcome.cells))


def test_nothing_is_joined_where_all_is_expected_often_enough() -> None:
    outcome = fit({7: 180}, TWO)
    assert outcome is not None
    assert outcome.joined == ()
    assert [cell.label for cell in outcome.cells] == [str(total) for total in range(2, 13)]
    with_fewer = fit({7: 179}, TWO)
    assert with_fewer is not None
    assert [cell.label for cell in with_fewer.joined] == ["2 and 3", "11 and 12"]


@pytest.mark.parametrize(
    ("thrown", "labels"),
    [
        (36, ["2 to 4", "5 and 6", "7", "8 and 9", "10 to 12"]),
        (30, ["2 to 4", "5 and 6", "7", "8 and 9", "10 to 12"]),
        (20, ["2 to 5", "6 to 8", "9 to 12"]),
        (12, ["2 to 7", "8 to 12"]),
    ],
)
def test_which_totals_are_joined(thrown: int, labels: list[str]) -> None:
    outcome = fit({7: thrown}, TWO)
    assert outcome is not None
    assert [cell.label for cell in outcome.cells] == labels


@pytest.mark.parametrize(("thrown", "sizes"), [(30, [1] * 6), (29, [2] * 3), (15, [2] * 3), (10, [3, 3])])
def test_which_faces_are_joined(thrown: int, sizes: list[int]) -> None:
    assert [len(places) for places in groups([thrown * chance for chance in ONE.values()])] == sizes


@given(st.integers(0, 400), st.sampled_from([ONE, TWO, distribution(4)]))
def test_the_groups_hold_every_place_once_and_are_as_alike_from_both_ends(
    thrown: int, chances: dict[int, Fraction]
) -> None:
    expected = [thrown * chance for chance in chances.values()]
    found = groups(expected)
    assert [at for places in found for at in places] == list(range(len(expected)))
    assert all(sum(expected[at] for at in places) >= LEAST for places in found) or len(found) == 1
    sizes = [len(places) for places in found]
    # where the middle is too small for a group of its own, one side must take it
    assert sizes == sizes[::-1] or len(found) % 2 == 0


@pytest.mark.parametrize("thrown", [0, 1, 5, 9])
def test_too_few_throws_make_no_test(thrown: int) -> None:
    assert fit({1: thrown}, ONE) is None
    assert fit({7: thrown}, TWO) is None


@pytest.mark.parametrize("counts", [{13: 4}, {7: -1}, {7: 1.5}, {7: True}])
def test_what_cannot_be_counted_is_refused(counts: dict[int, int]) -> None:
    with pytest.raises(FortuneError):
        fit(counts, TWO)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1.0, "nearly always"),
        (0.94, "about 9 times in 10"),
        (0.36, "about 4 times in 10"),
        (0.3, "about once in 3 times"),
        (0.05, "about once in 20 times"),
        (0.0081, "about once in 120 times"),
        (0.0000123, "about once in 81,000 times"),
        (9e-7, "less than once in a million times"),
        (0.0, "less than once in a million times"),
    ],
)
def test_a_chance_in_words(chance: float, words: str) -> None:
    assert often(chance) == words
