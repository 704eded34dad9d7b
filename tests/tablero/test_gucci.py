"""Tablero da Gucci, case by case, worked by hand: what is thrown, what is decided, and what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, OptionError, StateError
from fortune.game import Choose, Event, Outcome, Over, Throw
from fortune.tablero import Gucci, GucciOptions, GucciState, Move, NoToast, Toast, game
from fortune.tablero.lines import Line
from fortune.tablero.state import (
    Called,
    Filled,
    Kept,
    Lost,
    Moved,
    NotToasted,
    Numbered,
    Passed,
    Pulled,
    Queen,
    ThrownAgain,
    Toasted,
    Unplayable,
    Won,
)
from tests.helpers import dice_for, is_sentence

SETUP = (7, 7, 7, 1, 1, 1, 1)
PLAIN = Gucci(GucciOptions(queen="off"))


def with_queen(number: int, **options: Any) -> Gucci:
    return Gucci(GucciOptions(queen=str(number), **options))


def run(game: Gucci, state: GucciState, *choices: Any) -> tuple[GucciState, list[Event]]:
    """The state after these throws and decisions, and all that was seen."""
    seen: list[Event] = []
    for choice in choices:
        state, events = game.play(state, choice)
        seen += events
    return state, seen


# --- the setup and the throw --------------------------------------------------------------------------------


def test_the_setup() -> None:
    """Three glasses at each player's own right hand, and the seventh on the starter's home row."""
    start = PLAIN.start()
    assert start == GucciState(SETUP, (24, 24))
    assert PLAIN.turn(start) == Throw(0)
    assert game("plain", stock=6).start() == GucciState(SETUP, (6, 6))


def test_a_spectator_throws_the_queens_number() -> None:
    played = game("gucci")
    assert played.turn(played.start()) == Throw(0)
    assert played.start().phase == "queen"
    state, seen = run(played, played.start(), Dice(6, 5))
    assert state == GucciState(SETUP, (24, 24), queen=11)
    assert seen == [Numbered(0, 11)]
    assert played.turn(state) == Throw(0)


@pytest.mark.parametrize("dice", [Dice(6, 1), Dice(5, 2), Dice(6, 5), Dice(6, 6)])
def test_a_pass_number_of_the_queen_is_thrown_again_in_tournaments(dice: Dice) -> None:
    played = game("tournament")
    state, seen = run(played, played.start(), dice)
    assert state == played.start()
    assert seen == [ThrownAgain(0)]
    assert run(played, state, Dice(4, 4))[0].queen == 8


@pytest.mark.parametrize("total", [7, 11, 12])
def test_pass_numbers_pass_the_dice(total: int) -> None:
    for turn in (0, 1):
        state, seen = run(PLAIN, PLAIN.position(SETUP, turn), dice_for(total))
        assert state == PLAIN.position(SETUP, 1 - turn)
        assert seen == [Passed(turn)]


@pytest.mark.parametrize("dice", [dice for dice in PAIRS if dice.total not in (7, 11, 12)], ids=str)
def test_any_other_throw_from_the_setup_asks_for_a_move(dice: Dice) -> None:
    state, seen = run(PLAIN, PLAIN.start(), dice)
    assert state == replace(PLAIN.start(), phase="move", dice=dice)
    assert seen == []
    assert PLAIN.turn(state) == Choose(0)
    assert len(PLAIN.moves(state)) == (6 if dice.is_double else 12)


# --- moving -------------------------------------------------------------------------------------------------


def test_a_move_without_a_line_is_followed_by_another_throw() -> None:
    state, seen = run(PLAIN, PLAIN.start(), Dice(5, 4), Move(3, 6, 6, 5))
    assert state == PLAIN.position((7, 7, 7, 6, 1, 1, 5))
    assert seen == [Moved(0, 3, 1, 6), Moved(0, 6, 1, 5)]


def test_north_moves_down() -> None:
    north = PLAIN.position(SETUP, 1)
    state, seen = run(PLAIN, north, Dice(6, 4), Move(0, 3, 2, 1))
    assert state == PLAIN.position((3, 7, 1, 1, 1, 1, 1), 1)
    assert seen == [Moved(1, 0, 7, 3), Moved(1, 2, 7, 1)]


@pytest.mark.parametrize(
    "rows",
    [
        (7, 7, 7, 7, 7, 7, 1),  # one glass alone can move, by either die
        (7, 7, 7, 7, 7, 7, 7),  # none can
        (7, 7, 7, 7, 7, 7, 6),  # one, by the smaller die alone
        (6, 6, 6, 6, 6, 6, 6),  # all, by the smaller die alone
    ],
)
def test_both_dice_or_neither(rows: tuple[int, ...]) -> None:
    state, seen = run(PLAIN, PLAIN.position(rows), Dice(2, 1))
    assert state == PLAIN.position(rows, 1)
    assert seen == [Unplayable(0)]


def test_a_playable_throw_must_be_played_even_where_one_way_alone_is_left() -> None:
    state, _ = run(PLAIN, PLAIN.position((7, 7, 6, 7, 7, 7, 5)), Dice(2, 1))
    assert PLAIN.moves(state) == (Move(2, 7, 6, 7),)


def test_a_double_moves_two_glasses() -> None:
    state, _ = run(PLAIN, PLAIN.position((7, 7, 7, 7, 4, 2, 3)), Dice(3, 3))
    assert PLAIN.moves(state) == (Move(4, 7, 5, 5), Move(4, 7, 6, 6), Move(5, 5, 6, 6))


ILLEGAL = [
    Move(3, 5, 3, 6),  # one glass by both dice
    Move(4, 6, 3, 5),  # the right column first: no second way to write a move
    Move(3, 6, 4, 6),  # five twice
    Move(3, 5, 4, 5),  # four twice
    Move(0, 2, 3, 5),  # back
    Move(3, 6, 4, 1),  # one glass alone
    Move(0, 12, 3, 5),  # off the board
    Move(3, 6, 7, 5),  # a column that is none
    Move(-1, 5, 3, 6),
]


@pytest.mark.parametrize("move", [*ILLEGAL, Toast(3), NoToast(), None, "c4", (3, 6, 4, 5), Dice(5, 4)], ids=repr)
def test_an_illegal_move_is_refused(move: Any) -> None:
    state, _ = run(PLAIN, PLAIN.start(), Dice(5, 4))
    with pytest.raises(IllegalChoiceError, match=r"5-4 moves two glasses .* away from the mover's home row") as caught:
        PLAIN.play(state, move)
    assert is_sentence(caught.value)
    assert PLAIN.play(state, Move(3, 6, 4, 5)).state.rows == (7, 7, 7, 6, 5, 1, 1)


def test_a_throw_is_thrown_and_not_chosen() -> None:
    for choice in (Move(3, 6, 4, 5), Toast(3), NoToast(), 9, None):
        with pytest.raises(DiceError, match="throw of two dice comes next") as caught:
            PLAIN.play(PLAIN.start(), choice)  # type: ignore[arg-type]
        assert is_sentence(caught.value)


def test_either_way_the_two_glasses_may_go_opposite_ways() -> None:
    free = game("free")
    state, _ = run(free, free.position((4, 4, 7, 1, 7, 1, 7)), Dice(3, 2))
    assert {Move(0, 7, 1, 2), Move(0, 1, 1, 6), Move(0, 7, 1, 6), Move(0, 1, 1, 2)} <= set(free.moves(state))
    assert Move(2, 4, 4, 5) in free.moves(state), "South moves down"
    with pytest.raises(IllegalChoiceError, match="along their columns"):
        free.play(state, Move(0, 7, 1, 7))


# --- pulling ------------------------------------------------------------------------------------------------


def test_a_pull_of_six() -> None:
    """Three of the six are the puller's to drink; all go to North's home row, and North fills them."""
    state, seen = run(PLAIN, PLAIN.position((4, 4, 4, 4, 3, 2, 1)), Dice(2, 1), Move(4, 4, 5, 4))
    assert state == PLAIN.position((7, 7, 7, 7, 7, 7, 1), 1, (24, 18))
    assert seen == [
        Moved(0, 4, 3, 4),
        Moved(0, 5, 2, 4),
        Pulled(0, 4, (0, 1, 2, 3, 4, 5), 3, 7),
        Filled(1, 6, 18),
    ]
    assert PLAIN.turn(state) == Throw(1), "the dice go to the other"


def test_a_pull_of_seven_by_north() -> None:
    state, seen = run(PLAIN, PLAIN.position((3, 3, 3, 3, 3, 4, 5), 1), Dice(2, 1), Move(5, 3, 6, 3))
    assert state == PLAIN.position((1,) * 7, 0, (17, 24))
    assert seen[2:] == [Pulled(1, 3, (0, 1, 2, 3, 4, 5, 6), 4, 1), Filled(0, 7, 17)]


@pytest.mark.parametrize(
    ("rows", "move"),
    [((1, 2, 3, 4, 5, 3, 6), Move(5, 6, 6, 7)), ((6, 3, 5, 4, 3, 2, 1), Move(0, 7, 1, 6))],
    ids=["rising", "falling"],
)
@pytest.mark.parametrize("home_rows_count", ["yes", "no"])
def test_a_diagonal(rows: tuple[int, ...], move: Move, home_rows_count: str) -> None:
    """It counts whatever is agreed of home rows, though its corners are home."""
    played = Gucci(GucciOptions(queen="off", home_rows_count=home_rows_count))
    state, seen = run(played, played.position(rows), Dice(3, 1), move)
    assert state == played.position((7,) * 7, 1, (24, 17))
    assert seen[2:] == [Pulled(0, 0, (0, 1, 2, 3, 4, 5, 6), 4, 7), Filled(1, 7, 17)]


def test_five_are_a_line_only_where_agreed() -> None:
    five = game("five_in_row")
    rows, move = (7, 4, 4, 4, 3, 2, 1), Move(4, 4, 5, 4)
    state, seen = run(five, five.position(rows), Dice(2, 1), move)
    assert state == five.position((7, 7, 7, 7, 7, 7, 1), 1, (24, 19))
    assert seen[2:] == [Pulled(0, 4, (1, 2, 3, 4, 5), 3, 7), Filled(1, 5, 19)]
    assert run(PLAIN, PLAIN.position(rows), Dice(2, 1), move)[0] == PLAIN.position((7, 4, 4, 4, 4, 4, 1))
    diagonal = ((1, 2, 3, 4, 5, 3, 6), Dice(3, 1), Move(5, 6, 6, 7))
    assert run(five, five.position(diagonal[0]), *diagonal[1:])[0] == five.position((1, 2, 3, 4, 5, 6, 7))


def test_a_line_counts_after_both_dice() -> None:
    """The first die would make a row of seven; the second breaks it down to six, which are pulled."""
    state, seen = run(PLAIN, PLAIN.position((4, 4, 4, 4, 4, 3, 4)), Dice(3, 1), Move(5, 4, 6, 7))
    assert isinstance(seen[2], Pulled)
    assert seen[2].columns == (0, 1, 2, 3, 4, 5)
    assert state.rows == (7,) * 7
    broken, _ = run(PLAIN, PLAIN.position((4, 4, 4, 4, 4, 3, 4)), Dice(3, 1), Move(4, 7, 5, 4))
    assert broken == PLAIN.position((4, 4, 4, 4, 7, 4, 4)), "six of one row, but not side by side"


def test_a_line_must_hold_a_glass_moved_by_the_throw() -> None:
    """Five that were set on a home row stand there still, and nobody can pull them without moving one of them."""
    five = game("five_in_row")
    state, seen = run(five, five.position((1, 1, 1, 1, 1, 2, 3)), Dice(2, 1), Move(5, 3, 6, 5))
    assert five.line(state.rows) == Line(1, (0, 1, 2, 3, 4)) != five.line(state.rows, (5, 6))
    assert state == five.position((1, 1, 1, 1, 1, 3, 5))
    assert not any(isinstance(event, Pulled) for event in seen)


@pytest.mark.parametrize("home_rows_count", ["yes", "no"])
def test_a_row_on_a_home_row(home_rows_count: str) -> None:
    """What stands there already stays, and is filled like the rest."""
    played = Gucci(GucciOptions(queen="off", home_rows_count=home_rows_count))
    state, seen = run(played, played.position((7, 7, 7, 7, 5, 6, 1)), Dice(2, 1), Move(4, 7, 5, 7))
    if home_rows_count == "yes":
        assert state == played.position((7, 7, 7, 7, 7, 7, 1), 1, (24, 18))
        assert seen[2:] == [Pulled(0, 7, (0, 1, 2, 3, 4, 5), 3, 7), Filled(1, 6, 18)]
    else:
        assert state == played.position((7, 7, 7, 7, 7, 7, 1))


@pytest.mark.parametrize("home_rows_count", ["yes", "no"])
def test_a_row_on_the_movers_own_home_row(home_rows_count: str) -> None:
    """Moving either way one can make a line at home, too."""
    played = game("free", home_rows_count=home_rows_count)
    state, _ = run(played, played.position((1, 1, 1, 1, 3, 2, 7)), Dice(2, 1), Move(4, 1, 5, 1))
    if home_rows_count == "yes":
        assert state == played.position((7,) * 7, 1, (24, 18))
    else:
        assert state == played.position((1, 1, 1, 1, 1, 1, 7))


def test_exactly_enough_is_enough() -> None:
    rows, choices = (4, 4, 4, 4, 3, 2, 1), (Dice(2, 1), Move(4, 4, 5, 4))
    state, seen = run(PLAIN, PLAIN.position(rows, stocks=(0, 6)), *choices)
    assert state == PLAIN.position((7, 7, 7, 7, 7, 7, 1), 1, (0, 0))
    assert seen[-1] == Filled(1, 6, 0)


def test_who_cannot_fill_has_lost() -> None:
    rows, choices = (4, 4, 4, 4, 3, 2, 1), (Dice(2, 1), Move(4, 4, 5, 4))
    state, seen = run(PLAIN, PLAIN.position(rows, stocks=(0, 5)), *choices)
    assert seen[-2:] == [Lost(1, 6, 5), Won(0)]
    assert state == GucciState((7, 7, 7, 7, 7, 7, 1), (0, 5), 0, "over")
    assert PLAIN.turn(state) == Over(Outcome("dry", (0,)))
    assert PLAIN.moves(state) == ()
    for choice in (Dice(6, 3), Move(0, 1, 1, 2), NoToast()):
        with pytest.raises(GameOverError) as caught:
            PLAIN.play(state, choice)
        assert is_sentence(caught.value)


# --- the Queen's number -------------------------------------------------------------------------------------


def test_a_toast() -> None:
    """South throws the number, empties a glass, which goes to North's home row at North's cost, and then moves."""
    played = with_queen(9)
    state, seen = run(played, played.position((4, 4, 2, 1, 1, 1, 1)), Dice(5, 4))
    assert (state.phase, state.dice) == ("toast", Dice(5, 4))
    assert seen == [Queen(0)]
    assert played.turn(state) == Choose(0)
    assert played.moves(state) == (*map(Toast, range(7)), NoToast())
    state, seen = run(played, state, Toast(2))
    assert state == GucciState((4, 4, 7, 1, 1, 1, 1), (24, 23), 0, "move", 9, Dice(5, 4))
    assert seen == [Toasted(0, 2, 2, 7, 1), Filled(1, 1, 23)]
    state, seen = run(played, state, Move(3, 6, 4, 5))
    assert state == played.position((4, 4, 7, 6, 5, 1, 1), 0, (24, 23)), "South has the dice still"


def test_a_toast_may_be_the_others_glass_at_home_which_stays_there() -> None:
    played = with_queen(9)
    state, seen = run(played, played.position(SETUP, 1), Dice(5, 4), Toast(6))
    assert state.rows == SETUP
    assert state.stocks == (23, 24)
    assert seen[1:] == [Toasted(1, 6, 1, 1, 0), Filled(0, 1, 23)]


@pytest.mark.parametrize("choice", [Toast(4), NoToast()], ids=repr)
@pytest.mark.parametrize("number", [7, 11, 12])
def test_the_queens_number_as_a_pass_number_moves_nothing_and_keeps_the_dice(number: int, choice: Any) -> None:
    played = with_queen(number, muggins="off")
    state, seen = run(played, played.position(SETUP), dice_for(number), choice)
    assert state.phase == "throw"
    assert played.turn(state) == Throw(0)
    assert seen[-1] == Kept(0, True)
    assert (state.rows[4], state.stocks[1]) == ((7, 23) if choice == Toast(4) else (1, 24))


@pytest.mark.parametrize("choice", [Toast(4), NoToast()], ids=repr)
def test_the_queens_number_where_it_is_unplayable_keeps_the_dice_too(choice: Any) -> None:
    played = with_queen(9, muggins="off")
    state, seen = run(played, played.position((7, 7, 7, 7, 7, 7, 1)), Dice(5, 4), choice)
    assert played.turn(state) == Throw(0)
    assert seen[-1] == Kept(0, False)


def test_another_pass_number_passes_as_ever() -> None:
    played = with_queen(7)
    state, seen = run(played, played.position(SETUP), Dice(6, 5))
    assert (state.turn, seen) == (1, [Passed(0)])


def test_whether_a_throw_can_be_played_is_judged_after_the_toast() -> None:
    """Two glasses can move by 5-4; one of them is emptied and goes to row 7, and the throw is lost but not the dice."""
    played = with_queen(9)
    two = played.position((7, 7, 7, 7, 7, 1, 1))
    state, seen = run(played, two, Dice(5, 4), Toast(6))
    assert state == played.position((7, 7, 7, 7, 7, 1, 7), 0, (24, 23))
    assert seen[-1] == Kept(0, False)
    assert run(played, two, Dice(5, 4), Toast(0))[0].phase == "move"


def test_where_the_other_has_nothing_left_the_toaster_fills_and_the_game_goes_on() -> None:
    played = with_queen(9)
    state, seen = run(played, played.position(SETUP, stocks=(2, 0)), Dice(5, 4), Toast(5))
    assert state.stocks == (1, 0)
    assert state.rows[5] == 7
    assert seen[1:] == [Toasted(0, 5, 1, 7, 0), Filled(0, 1, 1)]


def test_where_neither_has_one_there_is_no_toast() -> None:
    played = with_queen(9)
    state, seen = run(played, played.position(SETUP, stocks=(0, 0)), Dice(5, 4))
    assert (state.phase, state.uncalled, seen) == ("move", False, [Queen(0)])
    kept, seen = run(played, played.position((7, 7, 7, 7, 7, 7, 1), stocks=(0, 0)), Dice(5, 4))
    assert (kept.phase, kept.turn, seen) == ("throw", 0, [Queen(0), Kept(0, False)])
    passes = with_queen(12)
    kept, seen = run(passes, passes.position(SETUP, stocks=(0, 0)), Dice(6, 6))
    assert (kept.phase, kept.turn, seen) == ("throw", 0, [Queen(0), Kept(0, True)])


# --- muggins ------------------------------------------------------------------------------------------------


def test_a_called_muggins() -> None:
    """South leaves the toast and moves; North calls it, at South's cost; South still has the dice."""
    played = with_queen(9)
    state, seen = run(played, played.position(SETUP), Dice(5, 4), NoToast())
    assert state == GucciState(SETUP, (24, 24), 0, "move", 9, Dice(5, 4), uncalled=True)
    assert seen == [Queen(0), NotToasted(0)]
    state, _ = run(played, state, Move(3, 6, 4, 5))
    assert state == GucciState((7, 7, 7, 6, 5, 1, 1), (24, 24), 1, "call", 9, holder=0)
    assert played.turn(state) == Choose(1)
    assert played.moves(state) == (*map(Toast, range(7)), NoToast())
    state, seen = run(played, state, Toast(3))
    assert state == played.position((7, 7, 7, 1, 5, 1, 1), 0, (23, 24))
    assert seen == [Called(1), Toasted(1, 3, 6, 1, 0), Filled(0, 1, 23)]
    assert played.turn(state) == Throw(0)


def test_an_uncalled_muggins() -> None:
    played = with_queen(9)
    state, seen = run(played, played.position(SETUP), Dice(5, 4), NoToast(), Move(3, 6, 4, 5), NoToast())
    assert state == played.position((7, 7, 7, 6, 5, 1, 1))
    assert seen[-1] == NotToasted(1)


def test_muggins_off() -> None:
    played = with_queen(9, muggins="off")
    state, _ = run(played, played.position(SETUP), Dice(5, 4), NoToast(), Move(3, 6, 4, 5))
    assert state == played.position((7, 7, 7, 6, 5, 1, 1)), "South throws at once"


def test_a_toast_that_was_made_is_not_called() -> None:
    played = with_queen(9)
    state, _ = run(played, played.position(SETUP), Dice(5, 4), Toast(0), Move(3, 6, 4, 5))
    assert state == played.position((7, 7, 7, 6, 5, 1, 1), 0, (24, 23))


def test_muggins_is_called_after_the_pull_and_before_the_next_throw() -> None:
    """South's move makes six; North fills them, has the dice, and calls the toast before throwing."""
    played = with_queen(3)
    six = played.position((4, 4, 4, 4, 3, 2, 1))
    state, seen = run(played, six, Dice(2, 1), NoToast(), Move(4, 4, 5, 4))
    assert isinstance(seen[-2], Pulled)
    assert state == GucciState((7, 7, 7, 7, 7, 7, 1), (24, 18), 1, "call", 3, holder=1)
    state, _ = run(played, state, Toast(0))
    assert state == played.position((1, 7, 7, 7, 7, 7, 1), 1, (23, 18))


@pytest.mark.parametrize("choice", [Toast(0), NoToast()], ids=repr)
def test_muggins_where_the_number_moved_nothing(choice: Any) -> None:
    for played, before, dice in (
        (with_queen(7), played_at(7, SETUP), Dice(6, 1)),
        (with_queen(9), played_at(9, (7, 7, 7, 7, 7, 7, 1)), Dice(5, 4)),
    ):
        state, seen = run(played, before, dice, NoToast())
        assert isinstance(seen[-1], Kept)
        assert (state.phase, state.turn, state.holder) == ("call", 1, 0)
        state, _ = run(played, state, choice)
        assert (state.phase, state.turn) == ("throw", 0)
        assert state.stocks == ((23, 24) if choice == Toast(0) else (24, 24))


def played_at(queen: int, rows: tuple[int, ...]) -> GucciState:
    return with_queen(queen).position(rows)


def test_who_calls_fills_where_the_thrower_has_nothing_left() -> None:
    played = with_queen(9)
    before = played.position(SETUP, stocks=(0, 3))
    state, seen = run(played, before, Dice(5, 4), NoToast(), Move(3, 6, 4, 5), Toast(0))
    assert state.stocks == (0, 2)
    assert seen[-2:] == [Toasted(1, 0, 7, 1, 1), Filled(1, 1, 2)]


def test_nothing_is_called_once_nobody_can_fill_a_glass() -> None:
    """The pull took the last that was left."""
    played = with_queen(3)
    before = played.position((4, 4, 4, 4, 3, 2, 1), stocks=(0, 6))
    state, _ = run(played, before, Dice(2, 1), NoToast(), Move(4, 4, 5, 4))
    assert state == played.position((7, 7, 7, 7, 7, 7, 1), 1, (0, 0))


def test_nothing_is_called_after_the_end() -> None:
    played = with_queen(3)
    before = played.position((4, 4, 4, 4, 3, 2, 1), stocks=(9, 5))
    state, _ = run(played, before, Dice(2, 1), NoToast(), Move(4, 4, 5, 4))
    assert state.phase == "over"
    assert state.turn == 0


# --- a toast and lines --------------------------------------------------------------------------------------

FIVE_AT_HOME = (7, 7, 7, 7, 7, 3, 2)


def test_a_toast_makes_no_line_unless_agreed() -> None:
    played = with_queen(9)
    state, _ = run(played, played.position(FIVE_AT_HOME), Dice(5, 4), Toast(5))
    assert state.rows == (7, 7, 7, 7, 7, 7, 2)
    assert state.phase == "throw", "kept: nothing can move by 5-4"
    assert state.stocks == (24, 23)


def test_where_agreed_whoever_toasted_pulls_and_the_dice_go_to_the_other() -> None:
    played = with_queen(9, toast_makes_line="yes")
    state, seen = run(played, played.position(FIVE_AT_HOME), Dice(5, 4), Toast(5))
    assert state == played.position((7, 7, 7, 7, 7, 7, 2), 1, (24, 17))
    assert seen[1:] == [
        Toasted(0, 5, 3, 7, 1),
        Filled(1, 1, 23),
        Pulled(0, 7, (0, 1, 2, 3, 4, 5), 3, 7),
        Filled(1, 6, 17),
    ]


def test_a_toast_can_win_where_it_makes_a_line() -> None:
    played = with_queen(9, toast_makes_line="yes")
    state, seen = run(played, played.position(FIVE_AT_HOME, stocks=(1, 6)), Dice(5, 4), Toast(5))
    assert seen[-2:] == [Lost(1, 6, 5), Won(0)]
    assert state.phase == "over"


def test_a_called_toast_makes_a_line_too_and_the_dice_go_to_the_thrower() -> None:
    """South leaves the toast; North calls it on a glass that makes six on South's home row, and pulls them."""
    played = with_queen(3, toast_makes_line="yes")
    before = played.position((1, 1, 1, 1, 1, 2, 3))
    state, seen = run(played, before, Dice(2, 1), NoToast(), Move(5, 3, 6, 5), Toast(5))
    assert state == played.position((1, 1, 1, 1, 1, 1, 5), 0, (17, 24))
    assert [type(event) for event in seen[-5:]] == [Called, Toasted, Filled, Pulled, Filled]
    assert seen[-2] == Pulled(1, 1, (0, 1, 2, 3, 4, 5), 3, 1)


def test_a_toasted_glass_that_stays_where_it_is_makes_no_line() -> None:
    played = with_queen(9, toast_makes_line="yes")
    state, seen = run(played, played.position((7, 7, 7, 7, 7, 7, 1)), Dice(5, 4), Toast(0))
    assert not any(isinstance(event, Pulled) for event in seen)
    assert (state.turn, state.stocks) == (0, (24, 23))


def test_a_toast_can_make_a_diagonal() -> None:
    played = with_queen(9, toast_makes_line="yes", home_rows_count="no")
    state, seen = run(played, played.position((1, 2, 3, 4, 5, 6, 2)), Dice(5, 4), Toast(6))
    assert isinstance(seen[-2], Pulled)
    assert seen[-2].row == 0
    assert state == played.position((7,) * 7, 1, (24, 16))
    state, _ = run(played, played.position(FIVE_AT_HOME), Dice(5, 4), Toast(5))
    assert state.stocks == (24, 23), "no row on a home row"


@pytest.mark.parametrize("choice", [Toast(7), Toast(-1), Toast(True), Toast(1.0), Move(3, 6, 4, 5), Dice(5, 4), 3])  # type: ignore[arg-type]
def test_what_is_no_toast_is_refused(choice: Any) -> None:
    played = with_queen(9)
    state, _ = run(played, played.position(SETUP), Dice(5, 4))
    called, _ = run(played, state, NoToast(), Move(3, 6, 4, 5))
    for before in (state, called):
        with pytest.raises(IllegalChoiceError, match="may toast a glass of the columns 0 to 6") as caught:
            played.play(before, choice)
        assert is_sentence(caught.value)


# --- the game as an object ----------------------------------------------------------------------------------


def test_throws_that_act_alike_are_lumped() -> None:
    assert len(PLAIN.throw_classes(PLAIN.start())) == 21 - 4
    assert PLAIN.throw_classes(PLAIN.start())[Dice(4, 3)] == 9
    queen = with_queen(7)
    classes = queen.throw_classes(queen.start())
    assert len(classes) == 21 - 1, "only 11 and 12 are alike"
    assert len(game("gucci").throw_classes(game("gucci").start())) == 11
    assert len(game("tournament").throw_classes(game("tournament").start())) == 9


def test_nothing_is_thrown_where_a_decision_is_due() -> None:
    state, _ = run(PLAIN, PLAIN.start(), Dice(5, 4))
    assert PLAIN.throws(state) == PLAIN.throw_classes(state) == {}


def test_options_without_effect_are_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"muggins": "off", "queen": "off"}, "muggins=off has no effect with queen=off"),
        ({"toast_makes_line": "yes", "queen": "off"}, "toast_makes_line=yes has no effect with queen=off"),
        ({"muggins": "off", "stock": 0}, "muggins=off has no effect with stock=0"),
        ({"toast_makes_line": "yes", "stock": 0}, "toast_makes_line=yes has no effect with stock=0"),
        (
            {"toast_makes_line": "yes", "lines": "five_in_row", "home_rows_count": "no"},
            "toast_makes_line=yes has no effect with home_rows_count=no and lines=five_in_row",
        ),
        ({"stock": -1}, "stock must be a whole number from 0 to 240"),
        ({"queen": "13"}, "queen must be thrown, thrown_not_pass, 2"),
        ({"direction": "back"}, "direction must be forward or either"),
    ]
    for options, words in refused:
        with pytest.raises(OptionError, match=words) as caught:
            GucciOptions(**options)
        assert is_sentence(caught.value)


def test_a_position_is_checked() -> None:
    with pytest.raises(StateError, match=r"With queen=thrown the Queen's number .* cannot be 0"):
        Gucci().position(SETUP)
    assert Gucci().position(SETUP, queen=8).queen == 8
    with pytest.raises(StateError, match="rows must be a list"):
        PLAIN.position((1, 2, 3))
