"""The solution of Tablero de Jesus: its residual through the rules themselves, groups by count, and what is shipped."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from fortune.dice import PAIRS, Dice
from fortune.game import Choose
from fortune.tablero import Jesus, JesusOptions, game
from fortune.tablero.coins import shipped_coins
from fortune.tablero.known import known_coins, known_parts
from fortune.tablero.lines import groups
from fortune.tablero.squares import POSITIONS, code, from_code, turned
from fortune.tablero.state import Announce, Eighth, JesusState, RunLost, RunWon, Took

pytest.importorskip("numba")

import numpy as np

from fortune.tablero.solve import coins, figures, nextline, positions, shipping

SAMPLE = 500
BOTH = JesusOptions(run="on", bonus_eighth="on")


@cache
def solution(options: JesusOptions) -> tuple[dict[str, Any], positions.Floats, coins.Hand]:
    # the shipped table is near: what is found from it must answer for itself all the same
    table = shipped_coins()
    start = np.array([table.worth(from_code(number), 0) for number in range(POSITIONS)])
    entry, found, hand = figures.solved_coins(options, start)
    return entry, found.value, hand


def won(events: tuple[Any, ...], seat: int) -> int:
    """The coins that this seat won by what happened, from the events alone."""
    coins_ = 0
    for event in events:
        sign = 1 if event.seat == seat else -1
        match event:
            case Took(columns=columns):
                coins_ += sign * len(columns)
            case Eighth():
                coins_ += sign
            case RunWon():
                coins_ += sign * 2
            case RunLost():
                coins_ -= sign * 7
    return coins_


def one_throw(rules: Jesus, rows: tuple[int, ...], seat: int, dice_worth: Callable[[JesusState], float]) -> float:
    """What one more throw makes of a position, all of it asked of the rules."""

    def after(state: JesusState, events: tuple[Any, ...], announced: bool) -> float:
        return won(events, seat) + worth(state, announced)

    def worth(state: JesusState, announced: bool) -> float:
        turn = rules.turn(state)
        if isinstance(turn, Choose):
            moves = [move for move in rules.moves(state) if not (announced and isinstance(move, Announce))]
            found = [after(*rules.play(state, move), announced or isinstance(move, Announce)) for move in moves]
            return max(found) if turn.seat == seat else min(found)
        if state.phase == "run":
            return sum(ways * after(*rules.play(state, pair), announced) for pair, ways in PAIRS.items()) / 36
        assert state.phase == "throw"
        return dice_worth(state) if state.turn == seat else -dice_worth(state)

    state = rules.position(rows, seat)
    return sum(ways * after(*rules.play(state, pair), False) for pair, ways in PAIRS.items()) / 36


def some_positions(rng: random.Random, count: int) -> list[tuple[int, ...]]:
    """Positions, many of them with large groups or near to a run."""
    found: list[tuple[int, ...]] = [(row,) * 7 for row in range(1, 8)]
    while len(found) < count:
        rows = list(from_code(rng.randrange(POSITIONS)))
        row = rng.randint(1, 7)
        for column in rng.sample(range(7), rng.choice((0, 0, 3, 5, 6))):
            rows[column] = row
        found.append(tuple(rows))
    return found


@pytest.mark.parametrize("options", [JesusOptions(), BOTH], ids=["jesus", "run and eighth"])
def test_residual_through_the_rules(options: JesusOptions) -> None:
    entry, value, _ = solution(options)
    assert entry["residual"] <= nextline.TOLERANCE
    rng = random.Random(repr(options))
    for rows in some_positions(rng, SAMPLE):
        seat = rng.randrange(2)

        def dice_worth(state: JesusState) -> float:
            return float(value[code(turned(state.rows) if state.turn else state.rows)])

        again = one_throw(Jesus(options), rows, seat, dice_worth)
        assert again == pytest.approx(value[code(turned(rows) if seat else rows)], abs=nextline.TOLERANCE), rows


@pytest.mark.parametrize("options", [JesusOptions(), BOTH], ids=["jesus", "run and eighth"])
def test_kept_figure(options: JesusOptions) -> None:
    entry, _, _ = solution(options)
    kept = known_coins(options)
    assert kept.dice == pytest.approx(entry["dice"], abs=1e-8)
    assert kept.residual <= nextline.TOLERANCE
    assert kept.gain.bound == kept.residual
    assert kept.runs == entry["runs"] == 0
    assert solution(JesusOptions())[0]["dice"] < solution(BOTH)[0]["dice"] + 1e-9


def test_a_run_would_be_announced_if_it_paid() -> None:
    hand = coins.Hand(coins.Coins(run=True))
    # if the dice were worth much to who gets them, one would rather lose them by a run than by taking
    dear = np.full(positions.SIZE, 0.0)
    dear[hand.taking(dear).to[coins.RUNS]] = 20.0
    dear[coins.RUNS] = -5.0
    hand.choose(dear)
    assert (hand.moved.to[coins.RUNS] == positions.SIZE - 1).all()
    assert (hand.moved.worth(dear, dear)[coins.RUNS] == -1.0).all()
    assert not (hand.given.coins[coins.RUNS] == -1.0).any(), "who is given the dice may not announce"


def test_best_play_gains_nothing_on_itself() -> None:
    _, value, hand = solution(JesusOptions())
    met = coins.gain(hand, hand, value)
    assert abs(met.coins) <= met.bound + 1e-12
    assert met.bound <= 1e-7


def test_habits() -> None:
    _, value, hand = solution(JesusOptions())
    kept: Mapping[str, Any] = known_parts()["coins"]
    assert figures.taken(hand) == kept["groups"]
    ways = figures.habits(value, hand)
    assert set(ways) == set(kept["lost"])
    for name in ("edges", "four"):
        met = coins.gain(hand.choosing(*ways[name]), hand, value)
        assert -met.coins == pytest.approx(kept["lost"][name]["coins"], abs=3e-6)
    assert figures.rounding_of_coins(value, hand) == kept["rounding"]
    assert 0 < kept["rounding"]["coins"] < 1e-5


def test_groups_by_the_rules() -> None:
    largest = coins.largest_groups()
    # the chance to come from each position to one with three, if one tries to
    three = coins.Hand(coins.Coins(), nextline.empty_notes(kept=False)).move(
        (largest >= 3).astype(np.float64), np.zeros(positions.SIZE)
    )
    rules = game("jesus")
    assert isinstance(rules, Jesus)
    for rows in some_positions(random.Random(9), 120):
        sizes = [len(group.columns) for group in groups(rows)]
        assert largest[code(rows)] == max(sizes, default=0)
        ways = 0
        for dice, weight in PAIRS.items():
            state = rules.play(rules.position(rows, 0), Dice(dice.high, dice.low)).state
            if state.phase == "move":
                after = [rules.play(state, move).state.rows for move in rules.moves(state)]
                ways += weight * any(rules.most_to_refill(then) >= 3 for then in after)
        assert three[code(rows)] == pytest.approx(ways / 36)


def test_shipped_table() -> None:
    _, value, _ = solution(JesusOptions())
    table = shipped_coins()
    assert table.holds_for(JesusOptions())
    assert table.holds_for(JesusOptions(run="on")), "announcing never pays"
    assert not table.holds_for(BOTH)
    for number in [0, POSITIONS - 1, *random.Random(8).sample(range(POSITIONS), 20_000)]:
        rows = from_code(number)
        assert abs(table.worth(rows, 0) - value[number]) <= table.rounding + 1e-9
    assert set(shipping.TABLES) == {"next_line.bin", "most_coins.bin"}
