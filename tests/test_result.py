"""A figure and its evidence."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest

from fortune.result import Result


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result.of(Fraction(5, 12)), "5/12 ≈ 0.416667"),
        (Result.of(6), "6"),
        (Result.of(Fraction(10**30, 10**30 + 1)), f"{10**30}/{10**30 + 1} ≈ 1"),
        (Result.of(Fraction(10**60, 10**60 + 1)), "1 (exact)"),
        (Result.numeric(0.25, 2e-12), "0.25 (error below 2e-12)"),
        (Result.simulated(0.31, 0.002), "0.31 (standard error 0.002)"),
    ],
)
def test_words(result: Result, text: str) -> None:
    assert str(result) == text


def test_json_has_always_the_same_keys() -> None:
    for result in (Result.of(Fraction(1, 2)), Result.numeric(0.5, 1e-12), Result.simulated(0.5, math.inf)):
        assert list(result.to_json()) == ["value", "exact", "bound", "stderr", "method"]
        json.dumps(result.to_json(), allow_nan=False)
    assert Result.of(Fraction(1, 2)).to_json()["exact"] == "1/2"


def test_agreement_needs_the_stated_precision() -> None:
    exact = Result.of(Fraction(1, 2))
    assert exact.agrees(Result.numeric(0.5 + 9e-10, 1e-9))
    assert not exact.agrees(Result.numeric(0.5 + 2e-9, 1e-9))
    assert exact.agrees(Result.simulated(0.54, 0.01))
    assert not exact.agrees(Result.simulated(0.56, 0.01))


def test_a_fraction_of_many_digits_is_written_out() -> None:
    # 7 ... 7 with 9001 digits, over a power of ten: 7.77…
    top, bottom = (10**9001 - 1) // 9 * 7, 10**9000
    told = Result.of(Fraction(-top, bottom)).to_json()["exact"]
    assert told == "-" + "7" * 9001 + "/1" + "0" * 9000
