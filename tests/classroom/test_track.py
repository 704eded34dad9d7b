"""The board of three squares: its rules by hand, its chain, and its exact values."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fortune.chain import Chain
from fortune.classroom.track import HOME, ONE, STEPS, TWO, Rules, Stood, Track, exact, matrix
from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, OptionError, StateError
from fortune.game import Over, playout

ALL = [Rules(one, two, steps) for one, two, steps in product(ONE, TWO, STEPS)]
HALF = Fraction(1, 2)


@pytest.mark.parametrize("steps", STEPS)
def test_each_number_of_steps_is_equally_likely(steps: int) -> None:
    track = Track(Rules(steps=steps))
    ways = [sum(w for pair, w in PAIRS.items() if track.steps(pair) == n) for n in range(1, steps + 1)]
    assert ways == [36 // steps] * steps


@pytest.mark.parametrize(
    ("rules", "square", "thrown", "way"),
    [
        (Rules(), 0, "6-3", (1,)),
        (Rules(), 1, "1-1", (3,)),
        (Rules(), 2, "1-1", (2,)),  # 4 is one too many
        (Rules("goose"), 0, "6-3", (1, 2)),
        (Rules("goose", "death"), 0, "6-3", (1, 2, 0)),
        (Rules("plain", "death"), 0, "1-1", (2, 0)),
        (Rules("death"), 0, "2-1", (1, 0)),
        (Rules("goose", steps=3), 2, "1-2", (1,)),  # a goose carries nobody backwards
        (Rules(steps=3), 1, "3-3", (2,)),
        (Rules(steps=3), 0, "3-3", (3,)),
    ],
)
def test_a_throw_by_hand(rules: Rules, square: int, thrown: str, way: tuple[int, ...]) -> None:
    step = Track(rules).play(square, Dice.parse(thrown))
    (stood,) = step.events
    assert isinstance(stood, Stood)
    assert (stood.way, step.state) == (way, way[-1])


def test_the_plain_board_by_hand() -> None:
    known = exact(Rules())
    assert known is not None
    assert known.throws == 3
    assert known.visits == (Fraction(1), HALF, Fraction(3, 2), Fraction(0))
    assert known.ever == (Fraction(1), HALF, Fraction(3, 4), Fraction(1))


@pytest.mark.parametrize(
    ("rules", "throws", "home"),
    [
        (Rules("goose"), 3, 1),
        (Rules("death"), 4, 1),
        (Rules("plain", "death"), 6, 1),
        (Rules("plain", "well"), Fraction(3, 2), Fraction(1, 4)),
        (Rules("well"), 2, HALF),
        (Rules(steps=3), 3, 1),
        (Rules("plain", "well", 3), Fraction(4, 3), Fraction(4, 9)),
    ],
)
def test_other_boards_by_hand(rules: Rules, throws: Fraction | int, home: Fraction | int) -> None:
    known = exact(rules)
    assert known is not None
    assert (known.throws, known.ever[HOME]) == (throws, home)


def test_death_at_both_ends_leaves_no_way_home() -> None:
    never = [rules for rules in ALL if exact(rules) is None]
    assert never == [Rules("goose", "death"), Rules("death", "death")]


@pytest.mark.parametrize("rules", ALL)
def test_visits_solve_the_equations_of_the_matrix(rules: Rules) -> None:
    rows, known, track = matrix(rules), exact(rules), Track(rules)
    assert all(sum(row) == 1 for row in rows)
    if known is None:
        return
    going = [s for s in range(HOME + 1) if not isinstance(track.turn(s), Over)]
    for square in going:
        assert known.visits[square] == (square == 0) + sum(known.visits[s] * rows[s][square] for s in going)
    assert sum(known.visits) == known.throws == Chain(track).expected(exact=True).exact
    ends = [s for s in range(HOME + 1) if s not in going]
    assert sum(known.ever[s] for s in ends) == 1


@pytest.mark.parametrize("rules", [Rules(), Rules("goose", "plain", 3), Rules("death", "well", 3)])
def test_play_comes_near_what_is_known(rules: Rules) -> None:
    rng, games = random.Random(7), 4000
    lengths = [sum(1 for _ in playout(Track(rules), rng)) for _ in range(games)]
    known = exact(rules)
    assert known is not None
    assert abs(sum(lengths) / games - known.throws) < 0.15


def test_what_cannot_be_is_refused_in_words() -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"one": "inn"},
        {"two": "goose"},
        {"steps": 4},
        {"steps": True},
        {"one": None},
    )
    for wrong in wrongs:
        with pytest.raises(OptionError, match="is one of"):
            Rules(**wrong)
    track = Track(Rules("plain", "well"))
    for over in (2, 3):
        with pytest.raises(GameOverError, match="The game is finished"):
            track.play(over, Dice(1, 1))
    with pytest.raises(DiceError):
        track.play(0, 3)  # type: ignore[arg-type]
    assert track.load(track.dump(1)) == 1
    unknown: tuple[object, ...] = ({"square": 4}, {"square": True}, {}, [], {"square": 1, "more": 2})
    for saved in unknown:
        with pytest.raises(StateError, match="from 0 to 3"):
            track.load(saved)


def test_the_rules_have_a_label() -> None:
    assert Rules().label == "three squares, a coin"
    assert Rules("goose", "well", 3).label == "three squares, a die of 1, 2, 3, goose on 1 and well on 2"
