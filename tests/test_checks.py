"""The list of the status page: it is whole, every road meets ours, and it would tell if one did not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fortune.catalogue import CATALOGUE
from fortune.checks import Check, all_checks
from fortune.result import Result


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    return list(all_checks())


def test_all_roads_meet(checks: list[Check]) -> None:
    assert [(check.what, check.road) for check in checks if not check.agrees] == []


def test_every_road_is_walked_and_every_game_is_checked(checks: list[Check]) -> None:
    assert {check.road for check in checks} >= {"closed form", "chain", "simulation", "icepool", "sympy"}
    assert len({check.game for check in checks}) == 1 + len(CATALOGUE)


def test_a_road_that_leads_elsewhere_is_told(checks: list[Check]) -> None:
    for check in checks:
        wrong = tuple(
            Result.of(result.exact + Fraction(1, 10**6))
            if result.exact is not None
            else replace(result, value=result.value + (11 * (result.stderr or 0) or 1e-6))
            for result in check.theirs
        )
        off = replace(check, theirs=wrong)
        # a simulated figure of ours would hide a little; here ours never is
        assert not off.agrees, (check.what, check.road)
