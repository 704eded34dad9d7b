"""Many throws from one seed: counted without loss, and the same however they are cut into parcels."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fortune.classroom.rolls import LANDMARKS, MOST, Rolls
from fortune.dice import throw_die


def by_hand(seed: int, dice: int, throws: int) -> list[tuple[int, ...]]:
    """All throws one by one, as anybody can do it."""
    rng = random.Random(seed)
    return [tuple(throw_die(rng) for _ in range(dice)) for _ in range(throws)]


@pytest.mark.parametrize(("dice", "throws"), [*product(range(1, 7), (1, 2, 57, 1234))])
def test_every_throw_is_counted_as_it_falls(dice: int, throws: int) -> None:
    rolls, fell = Rolls(11, dice).further(throws), by_hand(11, dice, throws)
    counted = Counter(sum(faces) for faces in fell)
    assert {total: rolls.count(total) for total in rolls.totals if rolls.count(total)} == counted
    assert rolls.last == fell[-1]
    assert sum(rolls.counts) == rolls.thrown == throws


@given(
    seed=st.integers(1, 2**53 - 1),
    dice=st.integers(1, 6),
    parcels=st.lists(st.integers(0, 300), max_size=12),
)
def test_parcels_make_no_difference(seed: int, dice: int, parcels: list[int]) -> None:
    at_once, bit_by_bit = Rolls(seed, dice).further(sum(parcels)), Rolls(seed, dice)
    for parcel in parcels:
        bit_by_bit = bit_by_bit.further(parcel)
    for part in ("thrown", "counts", "last", "marks"):
        assert getattr(at_once, part) == getattr(bit_by_bit, part)
    more = (at_once.further(5), bit_by_bit.further(5))
    assert more[0].counts == more[1].counts, "and it goes on alike"


def test_a_value_is_not_changed_by_going_on() -> None:
    rolls = Rolls(3, 2).further(10)
    before = rolls.counts
    first, second = rolls.further(90), rolls.further(90)
    assert rolls.counts == before
    assert first.counts == second.counts


def test_the_running_share_is_kept_at_the_landmarks() -> None:
    throws = 5000
    rolls, fell = Rolls(8, 3).further(throws), [sum(faces) for faces in by_hand(8, 3, throws)]
    running = rolls.running(10)
    assert [at for at, _ in running] == [at for at in LANDMARKS if at < throws] + [throws]
    assert all(count == fell[:at].count(10) for at, count in running)


def test_what_is_kept_besides_changes_no_curve() -> None:
    plain, kept = Rolls(8, 2).further(200), Rolls(8, 2).further(37).further(163, keep=(37, 73))
    assert plain.running(7) == kept.running(7)
    fell = [sum(faces) for faces in by_hand(8, 2, 73)]
    before, after = kept.after(37), kept.after(73)
    assert before is not None
    assert after is not None
    assert list(after) == [fell.count(total) for total in kept.totals]
    assert after[5] - before[5] == fell[37:].count(7)
    assert plain.after(73) is None


def test_landmarks_rise_and_hold_the_tens() -> None:
    assert list(LANDMARKS) == sorted(set(LANDMARKS))
    assert {1, 10, 100, 1000, 10_000, 100_000} < set(LANDMARKS)
    assert LANDMARKS[-1] <= MOST
