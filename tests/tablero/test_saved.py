"""Saved positions of Tablero: what was saved comes back, and damage is refused with a sentence."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.errors import StateError
from fortune.tablero import Gucci, GucciOptions, Jesus, JesusOptions, game
from tests.helpers import is_sentence
from tests.tablero import strategies
from tests.tablero.test_properties import SEEDS

NAN = float("nan")
HUGE = 10**5000
NO_COUNTS: list[object] = [None, True, False, "1", 1.0, NAN, float("inf"), HUGE, -HUGE, [], {}, [1], -1]

NINE = Gucci(GucciOptions(queen="9"))
SEVEN = Gucci(GucciOptions(queen="7"))
PLAIN = Gucci(GucciOptions(queen="off"))
MUTE = Gucci(GucciOptions(queen="9", muggins="off"))
RUN = Jesus(JesusOptions(run="on"))
SETUP = [7, 7, 7, 1, 1, 1, 1]


def gucci(**changes: Any) -> dict[str, Any]:
    """A position under ``NINE``: the thrower of 5-4 left the toast and has to move."""
    whole = {
        "rows": SETUP,
        "stocks": [20, 3],
        "turn": 0,
        "phase": "move",
        "queen": 9,
        "dice": "5-4",
        "uncalled": True,
        "holder": 0,
    }
    return {**whole, **changes}


def jesus(**changes: Any) -> dict[str, Any]:
    """A position under ``RUN``: two groups stand, and seat 1 has moved."""
    whole = {"rows": [3, 3, 1, 5, 5, 5, 7], "stocks": [10, 13], "turn": 1, "phase": "take", "dice": None, "staked": 0}
    return {**whole, **changes}


def refused(under: Gucci | Jesus, data: object, words: str) -> None:
    before = pickle.dumps(data)
    with pytest.raises(StateError, match=words) as caught:
        under.load(data)
    assert is_sentence(caught.value), str(caught.value)
    assert pickle.dumps(data) == before, "what was handed in is left alone"


def test_the_positions_all_damage_is_done_to_are_whole() -> None:
    assert NINE.dump(NINE.load(gucci())) == gucci()
    assert RUN.dump(RUN.load(jesus())) == jesus()
    assert list(NINE.dump(NINE.start())) == list(gucci())
    assert list(RUN.dump(RUN.start())) == list(jesus())


BOTH = [(NINE, gucci), (RUN, jesus)]
GAMES = pytest.mark.parametrize(("under", "saved"), BOTH, ids=["gucci", "jesus"])


@GAMES
def test_missing_and_extra_fields_are_named(under: Any, saved: Any) -> None:
    for field in saved():
        data = saved()
        del data[field]
        refused(under, data, f"cut short: {field} is missing")
    refused(under, saved(bank=3), "has 'bank', which no such position has")
    for data in (None, 3, "rows", [], [saved()], (), True, NAN):
        refused(under, data, "is saved as a mapping with the keys rows, stocks")


@GAMES
def test_rows_are_seven_numbers(under: Any, saved: Any) -> None:
    shapes: list[object] = [None, 3, "7771111", {}, tuple(SETUP), [], SETUP[:6], [*SETUP, 1], [[1] * 7]]
    for value in shapes:
        refused(under, saved(rows=value), "rows must be a list with the row of the piece of each of 7 columns")
    for value in (*NO_COUNTS, 0, 8):
        refused(under, saved(rows=[1, 1, value, 1, 1, 1, 1]), "The row of column 2 must be a whole number from 1 to 7")


@GAMES
def test_stocks_are_two_numbers(under: Any, saved: Any) -> None:
    shapes: list[object] = [None, 3, {}, (1, 1), [], [1], [1, 1, 1]]
    for value in shapes:
        refused(under, saved(stocks=value), "stocks must be a list with an entry for each of 2 players")
    for value in (*NO_COUNTS, 31):
        refused(under, saved(stocks=[value, 5]), "The stock of seat 1 must be a whole number from 0 to ")


@GAMES
def test_other_parts_are_what_they_must_be(under: Any, saved: Any) -> None:
    for value in (*NO_COUNTS, 2):
        refused(under, saved(turn=value), "The seat to throw or decide must be a whole number from 0 to 1")
    for value in (None, 1, "", "Move", "toasting", ["move"], HUGE, NAN):
        refused(under, saved(phase=value), "phase must be one of ")
    for value in (9, "9", "5-7", "5", "", [5, 4], {"high": 5}, NAN, HUGE):
        refused(under, saved(phase="move", dice=value), "dice cannot be read. A throw is written as two dice")


def test_other_parts_of_gucci() -> None:
    for value in NO_COUNTS:
        refused(NINE, gucci(queen=value), "The Queen's number must be a whole number from 0 to 12")
        refused(NINE, gucci(holder=value), "The seat that has the dice must be a whole number from 0 to 1")
    for value in (None, 0, 1, "true", [True], NAN):
        refused(NINE, gucci(uncalled=value), "uncalled must say true or false")


def test_other_parts_of_jesus() -> None:
    for value in (*NO_COUNTS, 3):
        refused(RUN, jesus(staked=value), "The stake must be a whole number from 0 to 2")


THROW = {"phase": "throw", "dice": None, "uncalled": False}
TOAST = {"phase": "toast", "uncalled": False}
CALL = {"phase": "call", "dice": None, "uncalled": False}
OVER = {"phase": "over", "dice": None, "uncalled": False}
LINE = [7, 7, 7, 7, 7, 7, 1]


@pytest.mark.parametrize(
    ("under", "changes"),
    [
        (NINE, THROW),
        (NINE, TOAST),
        (NINE, {"uncalled": False}),
        (NINE, {"uncalled": False, "dice": "4-4"}),
        (NINE, {"uncalled": False, "stocks": [0, 0]}),
        (NINE, CALL),
        (NINE, CALL | {"holder": 1}),
        (SEVEN, CALL | {"queen": 7, "turn": 1}),
        (SEVEN, TOAST | {"queen": 7, "dice": "6-1"}),
        (PLAIN, THROW | {"queen": 0, "stocks": [0, 0]}),
        (NINE, OVER | {"rows": LINE, "stocks": [20, 5]}),
        (NINE, OVER | {"rows": [7] * 7, "stocks": [20, 6]}),
        (game("gucci"), THROW),
        (game("gucci"), THROW | {"queen": 12}),
        (game("tournament"), THROW | {"queen": 12 - 4}),
        (game("five_in_row"), OVER | {"queen": 0, "rows": [7, 7, 7, 7, 7, 6, 1], "stocks": [20, 4]}),
    ],
)
def test_what_can_occur_is_accepted(under: Gucci, changes: dict[str, Any]) -> None:
    data = gucci(**changes)
    assert under.dump(under.load(data)) == data


@pytest.mark.parametrize(
    ("under", "changes", "words"),
    [
        (NINE, {"holder": 1}, "In the phase move the seat to throw or decide has the dice"),
        (NINE, THROW | {"holder": 1}, "In the phase throw the seat to throw or decide has the dice"),
        (NINE, {"dice": None}, "In the phase move dice must be given"),
        (NINE, TOAST | {"dice": None}, "In the phase toast dice must be given"),
        (NINE, THROW | {"dice": "5-4"}, "In the phase throw dice must be null"),
        (NINE, CALL | {"dice": "5-4"}, "In the phase call dice must be null"),
        (NINE, {"queen": 8}, "With queen=9 the Queen's number cannot be 8"),
        (NINE, {"queen": 0}, "With queen=9 the Queen's number cannot be 0"),
        (PLAIN, THROW, "With queen=off the Queen's number cannot be 9"),
        (NINE, {"phase": "queen"}, "With queen=9 the Queen's number is not thrown"),
        (game("gucci"), THROW | {"queen": 0}, "With queen=thrown the Queen's number of a game .* cannot be 0"),
        (game("gucci"), THROW | {"queen": 1}, "With queen=thrown the Queen's number of a game .* cannot be 1"),
        (game("tournament"), THROW | {"queen": 7}, "With queen=thrown_not_pass the Queen's number .* cannot be 7"),
        (
            game("gucci"),
            THROW | {"phase": "queen", "queen": 0, "stocks": [24, 23]},
            "thrown before the game, from the setup",
        ),
        (NINE, TOAST | {"dice": "4-4"}, "A toast needs the Queen's number, 9, not 4-4"),
        (PLAIN, TOAST | {"queen": 0}, "A toast needs the Queen's number, which is not played, not 5-4"),
        (NINE, TOAST | {"stocks": [0, 0]}, "Neither player can fill a glass"),
        (NINE, {"stocks": [0, 0]}, "Neither player can fill a glass"),
        (NINE, CALL | {"stocks": [0, 0]}, "Neither player can fill a glass"),
        (NINE, {"dice": "5-2", "uncalled": False}, "5-2 moves no glasses here"),
        (SEVEN, {"queen": 7, "dice": "5-2", "uncalled": False}, "5-2 moves no glasses here"),
        (NINE, {"rows": LINE, "uncalled": False}, "5-4 moves no glasses here"),
        (NINE, {"dice": "4-4"}, "A toast is left uncalled only while the Queen's number is played"),
        (NINE, TOAST | {"uncalled": True}, "A toast is left uncalled only while the Queen's number is played"),
        (MUTE, {}, "A toast is left uncalled only .* with muggins=on"),
        (MUTE, CALL, "A toast is called afterwards only .* with muggins=on"),
        (PLAIN, CALL | {"queen": 0}, "A toast is called afterwards only where there is a Queen's number"),
        (SEVEN, CALL | {"queen": 7}, "is a pass number makes no line, so its thrower has the dice"),
        (NINE, OVER, "only 3 glasses stand there"),
        (NINE, OVER | {"rows": [7, 7, 7, 7, 7, 1, 1]}, "only 5 glasses stand there"),
        (NINE, OVER | {"rows": LINE, "stocks": [3, 6]}, "Nobody has lost: seat 2 can fill 6 glasses"),
        (NINE, OVER | {"rows": LINE, "turn": 1, "holder": 1}, "only 1 glasses stand there"),
    ],
)
def test_what_cannot_occur_is_refused(under: Gucci, changes: dict[str, Any], words: str) -> None:
    refused(under, gucci(**changes), words)


@pytest.mark.parametrize(
    ("under", "changes"),
    [
        (RUN, {"phase": "spoils"}),
        (RUN, {"phase": "throw"}),
        (RUN, {"phase": "move", "dice": "5-4"}),
        (RUN, {"phase": "run", "rows": [4] * 7, "staked": 2, "stocks": [10, 11]}),
        (RUN, {"phase": "take", "rows": [4] * 7}),
        (RUN, {"phase": "over", "stocks": [2, 21]}),
        (RUN, {"phase": "over", "turn": 0, "stocks": [23, 0]}),
    ],
)
def test_what_can_occur_with_coins_is_accepted(under: Jesus, changes: dict[str, Any]) -> None:
    data = jesus(**changes)
    assert under.dump(under.load(data)) == data


@pytest.mark.parametrize(
    ("under", "changes", "words"),
    [
        (RUN, {"stocks": [10, 12]}, "There are 29 coins in hands, on the board and at stake; it must be 30"),
        (RUN, {"staked": 2}, "There are 32 coins"),
        (RUN, {"staked": 2, "stocks": [10, 11]}, "Coins are at stake during a run, and only then"),
        (RUN, {"phase": "run", "rows": [4] * 7}, "Coins are at stake during a run, and only then"),
        (RUN, {"phase": "run", "rows": [4] * 7, "staked": 1, "stocks": [10, 12]}, "The stake of a run is 2, not 1"),
        (RUN, {"phase": "run", "staked": 2, "stocks": [10, 11]}, "A run needs all seven coins in one row"),
        (
            RUN,
            {"phase": "run", "rows": [7] * 7, "staked": 2, "stocks": [10, 11]},
            "A run needs all seven coins in one row, and not on a home row",
        ),
        (
            Jesus(),
            {"phase": "run", "rows": [4] * 7, "staked": 2, "stocks": [10, 11]},
            "With run=off there is no run",
        ),
        (RUN, {"dice": "5-4"}, "In the phase take dice must be null"),
        (RUN, {"phase": "move"}, "In the phase move dice must be given"),
        (RUN, {"phase": "move", "dice": "6-5"}, "6-5 moves no coins here"),
        (RUN, {"phase": "move", "dice": "5-5", "rows": [3, 4, 5, 4, 3, 4, 5]}, "5-5 moves no coins here"),
        (RUN, {"rows": [1, 1, 2, 1, 3, 7, 7]}, "In the phase take a group must stand"),
        (RUN, {"rows": [1, 1, 2, 1, 3, 7, 7], "phase": "spoils"}, "In the phase spoils a group must stand"),
        (RUN, {"phase": "over"}, "Nobody has lost: with 10 coins seat 1 can refill 3 columns"),
        (RUN, {"phase": "over", "stocks": [3, 20]}, "Nobody has lost: with 3 coins seat 1 can refill 3 columns"),
    ],
)
def test_what_cannot_occur_with_coins_is_refused(under: Jesus, changes: dict[str, Any], words: str) -> None:
    refused(under, jesus(**changes), words)


@settings(max_examples=60)
@given(strategies.games, SEEDS)
def test_what_was_saved_comes_back(game: Any, seed: int) -> None:
    for state in strategies.some_states(game, random.Random(seed), 4):
        text = json.dumps(game.dump(state), allow_nan=False)
        back = game.load(json.loads(text))
        assert back == state
        assert hash(back) == hash(state)
        assert json.dumps(game.dump(back)) == text


@settings(max_examples=200)
@given(
    strategies.games,
    SEEDS,
    st.data(),
    st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=5) | st.lists(st.integers(0, 8), max_size=7),
)
def test_damage_is_refused_or_is_another_position(game: Any, seed: int, data: st.DataObject, value: Any) -> None:
    saved = game.dump(strategies.some_states(game, random.Random(seed), 2)[1])
    field = data.draw(st.sampled_from(list(saved)))
    damaged = saved | {field: value}
    try:
        state = game.load(damaged)
    except StateError:
        with pytest.raises(StateError) as caught:
            game.load(damaged)
        assert is_sentence(caught.value)
    else:
        assert game.dump(state) == damaged
