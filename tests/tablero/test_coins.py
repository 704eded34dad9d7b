"""Tablero de Jesus by the solved table: what each decision is worth, and what habits cost."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

import pytest

from fortune import dice as dice_module
from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Choose
from fortune.tablero import Announce, Jesus, JesusOptions, JesusState, Leave, Take, ThrowOn
from fortune.tablero.coins import rate_coins, shipped_coins
from fortune.tablero.known import known_coins, known_parts
from fortune.tablero.opponents import strongest
from fortune.tablero.squares import POSITIONS, from_code, mirrored, turned
from fortune.tablero.state import Took
from fortune.tablero.values import shipped_table

GAME, RUN = Jesus(), Jesus(JesusOptions(run="on"))


def best(game: Jesus, state: JesusState) -> Any:
    return rate_coins(shipped_coins(), game, state)[0].decision


def some_choices(seed: int, count: int) -> list[JesusState]:
    """States in which somebody decides, met in play that is half the best and half by chance."""
    rng, found, state = random.Random(seed), list[JesusState](), GAME.start()
    while len(found) < count:
        turn = GAME.turn(state)
        if isinstance(turn, Choose):
            found.append(state)
            choice: Any = best(GAME, state) if rng.random() < 0.5 else rng.choice(GAME.moves(state))
        else:
            choice = dice_module.throw(rng)
        state = GAME.play(state, choice).state
        if state.phase == "over":
            state = GAME.start()
    return found


def test_every_decision_is_rated_and_the_best_is_first() -> None:
    for state in some_choices(1, 300):
        rated = rate_coins(shipped_coins(), GAME, state)
        assert {one.decision for one in rated} == set(GAME.moves(state))
        assert [one.coins for one in rated] == sorted((one.coins for one in rated), reverse=True)


def test_taking_and_throwing_on_are_worth_what_the_table_says() -> None:
    table = shipped_coins()
    for rows in [(3, 3, 1, 7, 7, 1, 5), (2, 2, 2, 2, 7, 1, 4), (4, 4, 1, 6, 6, 6, 2)]:
        for seat in (0, 1):
            state = JesusState(rows, (12, 11), seat, "take")
            worth = {one.decision: one.coins for one in rate_coins(table, GAME, state)}
            assert worth.pop(ThrowOn()) == table.worth(rows, seat)
            assert worth
            for take, coins in worth.items():
                assert isinstance(take, Take)
                edge = 1 if seat else 7
                then = tuple(edge if column in take.columns else row for column, row in enumerate(rows))
                assert coins == len(take.columns) - table.worth(then, 1 - seat)
            given = JesusState(rows, (12, 11), seat, "spoils")
            assert {one.decision: one.coins for one in rate_coins(table, GAME, given)} == {
                **worth,
                Leave(): table.worth(rows, seat),
            }


def test_the_table_knows_the_symmetries() -> None:
    table = shipped_coins()
    for number in random.Random(2).sample(range(POSITIONS), 200):
        rows = from_code(number)
        assert table.worth(rows, 0) == table.worth(mirrored(rows), 0) == table.worth(turned(rows), 1)


def test_a_group_that_cannot_be_refilled_wins() -> None:
    state = JesusState((3, 3, 1, 7, 5, 1, 7), (22, 1), 0, "take")
    first = rate_coins(shipped_coins(), GAME, state)[0]
    assert first.decision == Take(3, (0, 1))
    assert first.coins >= GAME.coins
    assert strongest(GAME, state, 0.3) == first.decision


def test_announcing_never_pays() -> None:
    for row in range(2, 7):
        rated = rate_coins(shipped_coins(), RUN, JesusState((row,) * 7, (12, 11), 0, "take"))
        assert [type(one.decision) for one in rated] == [Take, Announce, ThrowOn]
        assert rated[0].decision == Take(row, tuple(range(7)))
        worth = {type(one.decision): one.coins for one in rated}
        # three throws in four it wins two and the seven, the fourth loses them, and the other throws from the far edge
        lost = -7 - shipped_coins().worth((1,) * 7, 1)
        assert worth[Announce] == pytest.approx(0.75 * (2 + worth[Take]) + 0.25 * lost)
    assert known_coins(JesusOptions(run="on")).runs == 0


def test_the_table_is_for_its_rules() -> None:
    eighth = Jesus(JesusOptions(bonus_eighth="on"))
    with pytest.raises(FortuneError, match="bonus_eighth=off"):
        rate_coins(shipped_coins(), eighth, JesusState((4,) * 7, (12, 11), 0, "take"))
    with pytest.raises(FortuneError, match="queen=off"):
        rate_coins(shipped_table(), GAME, JesusState((4,) * 7, (12, 11), 0, "take"))


def test_who_waits_for_four_loses_what_was_computed() -> None:
    """Seat 1 takes four or more after a move; all else is best play, and hands are filled up at each throw."""
    rng, rows, seat, won, throws = random.Random(6), GAME.start().rows, 0, list[int](), 9000
    for _ in range(throws):
        step = GAME.play(GAME.position(rows, seat), Dice(rng.randint(1, 6), rng.randint(1, 6)))
        gained = 0
        while isinstance(turn := GAME.turn(step.state), Choose):
            state = step.state
            choice = best(GAME, state)
            if turn.seat == 1 and state.phase == "take":
                takes = [move for move in GAME.moves(state) if isinstance(move, Take) and len(move.columns) >= 4]
                choice = takes[0] if takes else ThrowOn()
            step = GAME.play(state, choice)
            gained += sum(len(e.columns) * (1 if e.seat == 0 else -1) for e in step.events if isinstance(e, Took))
        won.append(gained)
        rows, seat = step.state.rows, step.state.turn
    mean = sum(won) / throws
    # neighbouring throws hang together: blocks of a hundred hardly do
    blocks = [sum(won[at : at + 100]) / 100 for at in range(0, throws, 100)]
    error = sqrt(sum((block - mean) ** 2 for block in blocks) / (len(blocks) - 1) / len(blocks))
    lost = known_parts()["coins"]["lost"]["four"]["coins"]
    assert abs(mean - lost) < 4 * error
    assert error < lost / 5


def test_habits_in_order() -> None:
    lost = {name: found["coins"] for name, found in known_parts()["coins"]["lost"].items()}
    assert min(lost.values()) > 0
    assert lost["given_never"] < lost["edges"] < lost["simple"] < lost["always"] < lost["three"] < lost["four"]
