"""Tablero de Jesus, case by case, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fortune.dice import Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, OptionError
from fortune.game import Choose, Event, Outcome, Over, Throw
from fortune.tablero import Announce, Gucci, Jesus, JesusOptions, JesusState, Leave, Move, NoToast, Take, ThrowOn, Toast
from fortune.tablero.state import (
    Announced,
    Eighth,
    HandedBack,
    Left,
    Lost,
    Moved,
    Passed,
    Refilled,
    RunLost,
    RunWon,
    Staked,
    ThrewOn,
    Took,
    Unplayable,
    Won,
)
from tests.helpers import dice_for, is_sentence

SETUP = (7, 7, 1, 1, 1, 1, 1)
ALL = tuple(range(7))
GAME = Jesus()
RUN = Jesus(JesusOptions(run="on"))
EIGHTH = Jesus(JesusOptions(bonus_eighth="on"))


def run(game: Jesus, state: JesusState, *choices: Any) -> tuple[JesusState, list[Event]]:
    """The state after these throws and decisions, and all that was seen."""
    seen: list[Event] = []
    for choice in choices:
        state, events = game.play(state, choice)
        seen += events
    return state, seen


def seven(mine: int = 12, others: int = 11) -> JesusState:
    """Seat 0 has just moved, and all seven stand on row 4."""
    return JesusState((4,) * 7, (mine, others), 0, "take")


def test_the_setup() -> None:
    """The low one, who begins, has five coins on the board, the high one two at the own right hand."""
    assert GAME.start() == JesusState(SETUP, (10, 13))
    assert GAME.turn(GAME.start()) == Throw(0)


def test_a_move_that_makes_no_group_is_followed_by_another_throw() -> None:
    state, seen = run(GAME, GAME.start(), Dice(5, 4), Move(1, 2, 2, 5))
    assert state == JesusState((7, 2, 5, 1, 1, 1, 1), (10, 13))
    assert seen == [Moved(0, 1, 7, 2), Moved(0, 2, 1, 5)]


@pytest.mark.parametrize("total", [7, 11, 12])
def test_pass_numbers_pass_the_dice(total: int) -> None:
    state, seen = run(GAME, GAME.start(), dice_for(total))
    assert state == replace(GAME.start(), turn=1)
    assert seen == [Passed(0)]


def test_a_throw_that_cannot_be_played_passes_them_too() -> None:
    """No coin in the middle row can move by four or more; of the rest one alone has to take both dice."""
    state, seen = run(GAME, GAME.position((4, 4, 4, 1, 4, 4, 4)), Dice(5, 4))
    assert seen == [Unplayable(0)]
    assert (state.turn, state.phase) == (1, "spoils")


def test_a_group_taken() -> None:
    """South takes the three in the middle; North puts three in their columns and must throw."""
    before = GAME.position((1, 2, 4, 4, 6, 7, 3))
    state, _ = run(GAME, before, Dice(2, 1), Move(1, 1, 4, 4))
    assert state == JesusState((1, 1, 4, 4, 4, 7, 3), (12, 11), 0, "take")
    assert GAME.turn(state) == Choose(0)
    assert GAME.moves(state) == (Take(4, (2, 3, 4)), ThrowOn())
    state, seen = run(GAME, state, Take(4, (2, 3, 4)))
    assert state == JesusState((1, 1, 7, 7, 7, 7, 3), (15, 8), 1)
    assert seen == [Took(0, 4, (2, 3, 4)), Refilled(1, 7, (2, 3, 4))]
    assert GAME.turn(state) == Throw(1)


def test_one_whole_group_whoever_made_it() -> None:
    """The throw touched neither: of two groups one may be taken, and no part of one."""
    state, _ = run(GAME, GAME.position((3, 3, 3, 1, 5, 5, 1)), Dice(4, 2), Move(3, 5, 6, 3))
    assert GAME.moves(state) == (Take(3, (0, 1, 2)), Take(5, (3, 4, 5)), ThrowOn())
    other, _ = run(GAME, GAME.position((3, 3, 1, 1, 7, 5, 5)), Dice(3, 1), Move(2, 2, 3, 4))
    assert GAME.moves(other) == (Take(3, (0, 1)), Take(5, (5, 6)), ThrowOn())
    for part in (Take(3, (0, 1)), Take(3, (1, 2)), Take(5, (3, 4)), Take(4, (3, 4, 5)), Take(1, (6,))):
        with pytest.raises(IllegalChoiceError, match=r"may choose one of Take\(row=3") as caught:
            GAME.play(state, part)
        assert is_sentence(caught.value)


def test_home_rows_hold_no_group() -> None:
    state, _ = run(GAME, GAME.position((7, 7, 7, 1, 1, 2, 4)), Dice(3, 1), Move(5, 1, 6, 7))
    assert state.rows == (7, 7, 7, 1, 1, 1, 7)
    assert state.phase == "throw"


def test_after_a_group_was_taken_another_that_stands_is_no_spoils() -> None:
    """The other gets the dice and must throw first."""
    before = JesusState((3, 3, 7, 1, 7, 5, 5), (12, 11), 0, "take")
    state, _ = run(GAME, before, Take(3, (0, 1)))
    assert state == JesusState((7, 7, 7, 1, 7, 5, 5), (14, 9), 1)
    assert GAME.turn(state) == Throw(1)


def test_a_group_taken_on() -> None:
    """South throws on with two and takes three."""
    before = JesusState((1, 3, 3, 1, 1, 1, 1), (12, 11), 0, "take")
    state, seen = run(GAME, before, ThrowOn())
    assert state == replace(before, phase="throw")
    assert seen == [ThrewOn(0)]
    state, _ = run(GAME, state, Dice(4, 2), Move(3, 3, 6, 5), Take(3, (1, 2, 3)))
    assert state == JesusState((1, 7, 7, 7, 1, 1, 5), (15, 8), 1)


def test_a_group_taken_by_the_other() -> None:
    """South throws on and passes; North takes the group and hands the dice back; South refills and throws."""
    before = JesusState((1, 3, 3, 6, 6, 6, 1), (12, 11), 0, "throw")
    state, _ = run(GAME, before, Dice(6, 1))
    assert state == replace(before, turn=1, phase="spoils")
    assert GAME.turn(state) == Choose(1)
    assert GAME.moves(state) == (Take(3, (1, 2)), Take(6, (3, 4, 5)), Leave())
    state, seen = run(GAME, state, Take(6, (3, 4, 5)))
    assert state == JesusState((1, 3, 3, 1, 1, 1, 1), (9, 14), 0)
    assert seen == [Took(1, 6, (3, 4, 5)), Refilled(0, 1, (3, 4, 5)), HandedBack(1)]


def test_a_group_left_by_the_other_who_throws() -> None:
    before = JesusState((1, 3, 3, 6, 6, 6, 1), (12, 11), 1, "spoils")
    state, seen = run(GAME, before, Leave())
    assert state == replace(before, phase="throw")
    assert seen == [Left(1)]


@pytest.mark.parametrize(
    "choice", [Leave(), Announce(), Toast(1), NoToast(), Move(0, 1, 1, 1), Dice(6, 1), None], ids=repr
)
def test_other_decisions_of_the_mover_are_refused(choice: Any) -> None:
    before = JesusState((1, 3, 3, 6, 6, 6, 1), (12, 11), 0, "take")
    with pytest.raises(IllegalChoiceError, match="Seat 1 may choose one of") as caught:
        GAME.play(before, choice)
    assert is_sentence(caught.value)


@pytest.mark.parametrize("choice", [ThrowOn(), Announce(), Take(1, (0,)), Dice(6, 1), None], ids=repr)
def test_other_decisions_over_the_spoils_are_refused(choice: Any) -> None:
    before = JesusState((1, 3, 3, 6, 6, 6, 1), (12, 11), 1, "spoils")
    with pytest.raises(IllegalChoiceError, match="Seat 2 may choose one of") as caught:
        RUN.play(before, choice)
    assert is_sentence(caught.value)


@pytest.mark.parametrize("move", [Move(0, 5, 0, 6), Move(0, 2, 1, 2), Move(2, 6, 3, 4), Take(1, (2, 3)), Dice(5, 4)])
def test_an_illegal_move_is_refused(move: Any) -> None:
    state, _ = run(GAME, GAME.start(), Dice(5, 4))
    with pytest.raises(IllegalChoiceError, match="5-4 moves two coins of different columns") as caught:
        GAME.play(state, move)
    assert is_sentence(caught.value)


def test_a_throw_is_thrown() -> None:
    for state in (GAME.start(), JesusState((4,) * 7, (10, 11), 0, "run", staked=2)):
        with pytest.raises(DiceError, match="throw of two dice comes next"):
            RUN.play(state, ThrowOn())


def test_exactly_enough_is_enough_and_one_less_has_lost() -> None:
    before = JesusState((1, 3, 3, 3, 7, 7, 1), (20, 3), 0, "take")
    state, _ = run(GAME, before, Take(3, (1, 2, 3)))
    assert state == JesusState((1, 7, 7, 7, 7, 7, 1), (23, 0), 1)
    before = replace(before, stocks=(21, 2))
    state, seen = run(GAME, before, Take(3, (1, 2, 3)))
    assert seen == [Took(0, 3, (1, 2, 3)), Lost(1, 3, 2), Won(0)]
    assert state == replace(before, phase="over"), "the board as it stood"
    assert GAME.turn(state) == Over(Outcome("empty_hand", (0,)))
    with pytest.raises(GameOverError):
        GAME.play(state, Dice(6, 3))


def test_who_passed_can_lose_by_the_spoils() -> None:
    before = JesusState((1, 3, 3, 3, 7, 7, 1), (2, 21), 1, "spoils")
    state, seen = run(GAME, before, Take(3, (1, 2, 3)))
    assert seen[-2:] == [Lost(0, 3, 2), Won(1)]
    assert (state.phase, state.turn) == ("over", 1)


# --- a run --------------------------------------------------------------------------------------------------


def test_all_seven_are_taken() -> None:
    state, _ = run(GAME, seven(), Take(4, ALL))
    assert state == JesusState((7,) * 7, (19, 4), 1)


def test_a_run_is_announced_only_where_it_is_agreed_and_the_other_can_stake_two() -> None:
    assert GAME.moves(seven()) == (Take(4, ALL), ThrowOn())
    assert RUN.moves(seven()) == (Take(4, ALL), Announce(), ThrowOn())
    assert RUN.moves(seven(21, 2)) == (Take(4, ALL), Announce(), ThrowOn())
    assert RUN.moves(seven(22, 1)) == (Take(4, ALL), ThrowOn())
    six = JesusState((4, 4, 4, 4, 4, 4, 1), (12, 11), 0, "take")
    assert RUN.moves(six) == (Take(4, (0, 1, 2, 3, 4, 5)), ThrowOn())
    assert RUN.moves(replace(seven(), phase="spoils")) == (Take(4, ALL), Leave())


def test_a_run_won() -> None:
    """The stake is the mover's; the seven still stand, and may be taken, thrown on from, or announced again."""
    state, seen = run(RUN, seven(), Announce())
    assert state == JesusState((4,) * 7, (12, 9), 0, "run", staked=2)
    assert seen == [Announced(0), Staked(1, 2)]
    assert RUN.turn(state) == Throw(0)
    assert sum(RUN.throw_classes(state).values()) == 36
    assert sorted(RUN.throw_classes(state).values()) == [9, 27]
    state, seen = run(RUN, state, Dice(5, 3))
    assert state == seven(14, 9)
    assert seen == [RunWon(0, 2)]
    assert RUN.moves(state) == (Take(4, ALL), Announce(), ThrowOn())
    state, _ = run(RUN, state, Announce(), Dice(6, 6))
    assert state.stocks == (14 - 7, 9 + 7)


@pytest.mark.parametrize("total", [7, 11, 12])
def test_a_run_lost(total: int) -> None:
    """The other takes nine; the mover replaces the seven, and the dice pass."""
    state, seen = run(RUN, seven(), Announce(), dice_for(total))
    assert state == JesusState((1,) * 7, (5, 18), 1)
    assert seen[2:] == [RunLost(0, 9), Refilled(0, 1, ALL)]
    assert RUN.turn(state) == Throw(1)


def test_a_run_lost_can_lose_the_game() -> None:
    state, seen = run(RUN, seven(6, 17), Announce(), Dice(6, 6))
    assert seen[2:] == [RunLost(0, 9), Lost(0, 7, 6), Won(1)]
    assert state == JesusState((4,) * 7, (6, 17), 1, "over"), "the stake is back in the winner's hand"
    assert run(RUN, seven(7, 16), Announce(), Dice(6, 6))[0] == JesusState((1,) * 7, (0, 23), 1)


def test_a_throw_of_a_run_moves_nothing_and_need_not_be_playable() -> None:
    """No coin on row 4 can move by 5-5, yet a run is only broken by a pass number."""
    assert not RUN.is_playable((4,) * 7, Dice(5, 5))
    assert run(RUN, seven(), Announce(), Dice(5, 5))[0] == seven(14, 9)


# --- the eighth coin ----------------------------------------------------------------------------------------


def test_all_seven_bring_an_eighth_where_agreed() -> None:
    state, seen = run(EIGHTH, seven(), Take(4, ALL))
    assert state == JesusState((7,) * 7, (20, 3), 1)
    assert seen == [Took(0, 4, ALL), Eighth(0), Refilled(1, 7, ALL)]
    six = JesusState((4, 4, 4, 4, 4, 4, 1), (12, 11), 0, "take")
    assert run(EIGHTH, six, Take(4, (0, 1, 2, 3, 4, 5)))[0].stocks == (18, 5)


def test_the_eighth_goes_with_the_seven_before_the_columns_are_refilled() -> None:
    state, seen = run(EIGHTH, seven(16, 7), Take(4, ALL))
    assert seen == [Took(0, 4, ALL), Eighth(0), Lost(1, 7, 6), Won(0)]
    assert state == JesusState((4,) * 7, (17, 6), 0, "over")
    state, seen = run(EIGHTH, seven(23, 0), Take(4, ALL))
    assert seen == [Took(0, 4, ALL), Lost(1, 7, 0), Won(0)], "there is no eighth to take"


def test_the_spoils_bring_an_eighth_too_but_a_broken_run_does_not() -> None:
    state, _ = run(EIGHTH, replace(seven(), turn=1, phase="spoils"), Take(4, ALL))
    assert state == JesusState((1,) * 7, (4, 19), 0)
    both = Jesus(JesusOptions(run="on", bonus_eighth="on"))
    assert run(both, seven(), Announce(), Dice(6, 6))[0] == JesusState((1,) * 7, (5, 18), 1)


# --- the game as an object ----------------------------------------------------------------------------------


def test_where_a_decision_is_due_nothing_is_thrown() -> None:
    state, _ = run(GAME, GAME.start(), Dice(5, 4))
    assert GAME.throws(state) == GAME.throw_classes(state) == {}
    assert len(GAME.throw_classes(GAME.start())) == 17


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="run must be off or on") as caught:
        JesusOptions(run="yes")
    assert is_sentence(caught.value)


def test_the_two_games_are_never_equal() -> None:
    assert Gucci() != GAME
    assert len({GAME, RUN, EIGHTH, Gucci()}) == 4
    assert repr(RUN) == "Jesus(JesusOptions(run='on', bonus_eighth='off'))"
