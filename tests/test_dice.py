"""Fair dice: pairs that stay pairs, exact weights, the same throws from the same seed."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from fortune.dice import FAIR, PAIRS, TOTALS, Dice, distribution, throw, throw_die, ways
from fortune.errors import DiceError, shown
from tests.helpers import is_sentence

ALL = list(itertools.product(range(1, 7), repeat=2))


class Fixed(random.Random):
    """A generator whose ``random()`` gives what it is told to give, in turn."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self.values = list(values)

    def random(self) -> float:
        return self.values.pop(0)


def test_the_pairs_are_the_36_ways_of_two_dice() -> None:
    assert Counter(Dice(a, b) for a, b in ALL) == PAIRS
    assert len(PAIRS) == 21
    assert sum(PAIRS.values()) == 36


def test_a_total_is_not_a_throw() -> None:
    """Rules, before section 1: Goose needs 6-3 apart from 5-4."""
    assert Dice(6, 3).total == Dice(5, 4).total == 9
    assert Dice(6, 3) != Dice(5, 4)


def test_the_order_of_the_dice_does_not_matter() -> None:
    for a, b in ALL:
        assert Dice(a, b) == Dice(b, a)
        assert hash(Dice(a, b)) == hash(Dice(b, a))
        assert tuple(Dice(a, b)) == (max(a, b), min(a, b))
        assert Dice(a, b).total == a + b
        assert Dice(a, b).is_double == (a == b)


def test_dice_are_values() -> None:
    dice = Dice(3, 6)
    assert str(dice) == "6-3"
    assert repr(dice) == "Dice(high=6, low=3)"
    assert sorted([Dice(6, 1), Dice(2, 1)]) == [Dice(2, 1), Dice(6, 1)]
    assert pickle.loads(pickle.dumps(dice)) == copy.deepcopy(dice) == dice
    with pytest.raises(AttributeError):
        dice.high = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        PAIRS[dice] = 5  # type: ignore[index]
    with pytest.raises(TypeError):
        TOTALS[7] = 36  # type: ignore[index]


@pytest.mark.parametrize("die", [0, 7, -1, True, False, 3.0, "3", None, [3], float("nan"), 10**5000], ids=shown)
def test_what_is_no_die_is_refused(die: Any) -> None:
    for pair in ((die, 3), (3, die)):
        with pytest.raises(DiceError, match="from 1 to 6") as caught:
            Dice(*pair)
        assert is_sentence(caught.value)


def test_the_error_names_the_die() -> None:
    with pytest.raises(DiceError, match="not 7"):
        Dice(7, 1)


@pytest.mark.parametrize(("text", "dice"), [("6-3", Dice(6, 3)), ("3-6", Dice(6, 3)), (" 1 - 1 ", Dice(1, 1))])
def test_a_throw_is_read_from_text(text: str, dice: Dice) -> None:
    assert Dice.parse(text) == dice


def test_reading_undoes_writing() -> None:
    for dice in PAIRS:
        assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize(
    "text",
    ["9", "", "6", "6-", "-3", "7-1", "0-6", "6-3-1", "6+3", "six-three", "6-٣", "1e0-3", None, 63, (6, 3), b"6-3"],
)
def test_what_is_no_throw_is_refused(text: Any) -> None:
    """Rules, before section 1: hand-entered dice are two dice, never a total."""
    with pytest.raises(DiceError, match="two dice") as caught:
        Dice.parse(text)
    assert is_sentence(caught.value)
    assert repr(text) in str(caught.value)


def test_ways_is_the_triangle() -> None:
    counted = Counter(a + b for a, b in ALL)
    assert {total: ways(total) for total in range(-3, 20) if ways(total)} == counted
    assert counted == TOTALS


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_distribution_of_totals_is_exact(dice: int) -> None:
    counted = Counter(sum(thrown) for thrown in itertools.product(range(1, 7), repeat=dice))
    found = distribution(dice)
    assert found == {total: Fraction(count, 6**dice) for total, count in counted.items()}
    assert list(found) == sorted(found)
    assert sum(found.values()) == 1


def test_the_distribution_is_of_two_dice_where_none_are_named() -> None:
    assert distribution() == {total: Fraction(weight, 36) for total, weight in TOTALS.items()}


@pytest.mark.parametrize("dice", [0, -1, 2.0, True, "2", None])
def test_a_distribution_of_no_dice_is_refused(dice: Any) -> None:
    with pytest.raises(DiceError, match="1 or more") as caught:
        distribution(dice)
    assert is_sentence(caught.value)


def test_every_stretch_of_the_generator_gives_a_fair_die() -> None:
    """Sixths of the interval from 0 to 1 map to the six sides, ends included."""
    sides = [i / 6 + 1e-9 for i in range(6)]
    assert [throw_die(Fixed(value)) for value in sides] == [1, 2, 3, 4, 5, 6]
    assert throw_die(Fixed(0.0)) == 1
    assert throw_die(Fixed(1 - 2**-53)) == 6
    assert Counter(throw(Fixed(a, b)) for a in sides for b in sides) == PAIRS


def test_a_throw_uses_up_two_numbers_and_a_die_one() -> None:
    rng = Fixed(0.9, 0.4, 0.1, 0.5)
    assert throw(rng) == Dice(6, 3)
    assert throw_die(rng) == 1
    assert rng.values == [0.5]


def test_a_seed_throws_the_same_dice_for_ever() -> None:
    """Golden: Mersenne Twister's first numbers for this seed, in sixths, in every version of Python."""
    rng = random.Random(1583)
    assert " ".join(str(throw(rng)) for _ in range(12)) == "5-3 6-3 3-1 1-1 6-4 4-3 5-4 6-3 4-1 6-1 6-5 6-4"


def test_many_throws_are_as_frequent_as_they_should_be() -> None:
    rng = random.Random(2)
    count = 72_000
    seen = Counter(throw(rng) for _ in range(count))
    chi_squared = sum((seen[d] - count * w / 36) ** 2 / (count * w / 36) for d, w in PAIRS.items())
    assert chi_squared < 45.3, "the 99.9th percentile with 20 degrees of freedom"


@pytest.mark.parametrize("weights", [FAIR, (1, 1, 1, 1, 1, 2), (0, 3, 0, 1, 7, 2)])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_loaded_dice_are_counted_face_by_face(weights: tuple[int, ...], dice: int) -> None:
    ways_of: Counter[int] = Counter()
    for faces in itertools.product(range(6), repeat=dice):
        ways_of[sum(faces) + dice] += math.prod(weights[face] for face in faces)
    assert distribution(dice, weights) == {
        total: Fraction(count, sum(weights) ** dice) for total, count in ways_of.items()
    }


@pytest.mark.parametrize("weights", [(1, 1, 1, 1, 1), (0,) * 6, (1, 1, 1, 1, 1, -1), (1, 1, 1, 1, 1, True), (0.5,) * 6])
def test_weights_that_no_die_has_are_refused(weights: Any) -> None:
    with pytest.raises(DiceError, match="six whole numbers") as caught:
        distribution(2, weights)
    assert is_sentence(caught.value)
