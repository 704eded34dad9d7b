"""Glückshaus, rule by rule. Each test says which sentence of the rules it is about.

Written from the rules text and its sources S0, S1, S2, X1, X2, X3, not from the code. Seats are counted from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, OptionError, StateError
from fortune.game import Event, Outcome, Over, Step, Throw
from fortune.glueckshaus import Glueckshaus, Options, State, game, kings, rounds
from fortune.glueckshaus.rules import (
    Again,
    Ended,
    Free,
    Gave,
    GlueckshausOutcome,
    Hailed,
    Out,
    Paid,
    PaidHouse,
    Shared,
    Took,
    TookAsPig,
    Won,
)
from fortune.options import specs
from tests.helpers import dice_for, is_sentence

ORDINARY = [3, 5, 6, 8, 9, 10, 11]


def house(**options: Any) -> Glueckshaus:
    return Glueckshaus(Options(**options))


def at(
    game: Glueckshaus,
    *hands: int,
    rooms: Mapping[int, int] | None = None,
    wedding: int = 0,
    turn: int = 0,
    out: tuple[int, ...] = (),
    clock: int = 0,
    owner: int = 0,
) -> State:
    """A position, written as one would tell it."""
    lying = rooms or {}
    assert len(hands) == game.players
    assert set(lying) <= set(game.rooms)
    still_in = tuple(seat not in out for seat in range(game.players))
    chips = tuple(lying.get(number, 0) for number in game.rooms)
    return State(hands, still_in, chips, wedding, house=owner, turn=turn, clock=clock)


def play(game: Glueckshaus, state: State, *totals: int) -> Step[State]:
    """The state after throws with these totals, and the events of the last of them."""
    step = Step(state, ())
    for total in totals:
        step = game.play(step.state, dice_for(total))
    return step


def lies(game: Glueckshaus, state: State) -> dict[int, int]:
    """What lies in the ordinary rooms that are not empty."""
    return {number: chips for number, chips in zip(game.rooms, state.rooms, strict=True) if chips}


def outcome(game: Glueckshaus, state: State) -> Outcome:
    turn = game.turn(state)
    assert isinstance(turn, Over)
    return turn.outcome


# --- the worked opening, and the second golden case (S1) ---------------------------------------------------


def test_the_worked_opening_of_s1() -> None:
    game = house(players=4, chips=10)
    state = game.start()
    seen: list[tuple[Event, ...]] = []
    for dice in (Dice(6, 3), Dice(2, 5), Dice(4, 5), Dice(1, 3)):
        state, events = game.play(state, dice)
        seen.append(events)
    assert seen == [(Paid(0, 9, 1),), (Gave(1, 1),), (Took(2, 9, 1),), (Free(3),)]
    assert state.hands == (9, 9, 11, 10)
    assert state.wedding == 1
    assert lies(game, state) == {}

    second: list[State] = []
    for dice in (Dice(6, 1), Dice(4, 2), Dice(5, 1), Dice(1, 1)):
        second.append(state)
        state, events = game.play(state, dice)
        seen.append(events)
    assert seen[4:] == [(Gave(0, 2),), (Paid(1, 6, 1),), (Took(2, 6, 1),), (TookAsPig(3, 0),)]
    assert state.hands == (8, 8, 12, 10)
    assert state.wedding == 2
    assert lies(game, state) == {}
    assert game.turn(state) == Throw(0)

    # S1 adds that the pig would have paid two throws earlier: it was one throw earlier, and that is a slip
    dina, cato, bjorn = second[3], second[2], second[1]
    assert game.play(dina, Dice(1, 1)).events == (TookAsPig(3, 0),)
    assert game.play(cato, Dice(1, 1)).events == (TookAsPig(2, 1),)
    assert game.play(bjorn, Dice(1, 1)).events == (TookAsPig(1, 0),)


def test_with_five_chips_in_rooms_and_twelve_on_the_wedding_the_pig_is_worth_5_and_the_king_17() -> None:
    game = house(players=2, chips=20)
    state = at(game, 10, 13, rooms=dict.fromkeys((3, 5, 8, 9, 11), 1), wedding=12)
    pig = game.play(state, Dice(1, 1))
    assert pig.events == (TookAsPig(0, 5),)
    assert pig.state.hands == (15, 13)
    assert (lies(game, pig.state), pig.state.wedding) == ({}, 12)
    king = game.play(state, Dice(6, 6))
    assert king.events == (Hailed(0, 17, 12),)
    assert king.state.hands == (27, 13)
    assert (lies(game, king.state), king.state.wedding) == ({}, 0)


# --- the table of totals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", ORDINARY)
def test_an_empty_room_takes_one_chip(total: int) -> None:
    """S0, S1, S2."""
    game = house(players=3)
    state, events = play(game, game.start(), total)
    assert state.hands == (9, 10, 10)
    assert lies(game, state) == {total: 1}
    assert events == (Paid(0, total, 1),)
    assert game.turn(state) == Throw(1)


@pytest.mark.parametrize("total", ORDINARY)
def test_an_occupied_room_gives_up_what_lies_there(total: int) -> None:
    """S0, S1, S2."""
    game = house(players=3)
    state, events = play(game, game.start(), total, total)
    assert state.hands == (9, 11, 10)
    assert lies(game, state) == {}
    assert events == (Took(1, total, 1),)
    assert game.turn(state) == Throw(2)


@pytest.mark.parametrize("gifts", [0, 1, 2, 17])
def test_the_wedding_always_receives_and_never_gives(gifts: int) -> None:
    """S0, S1, S2."""
    game = house(players=2)
    state, events = play(game, at(game, 5, 5, rooms={3: 1}, wedding=gifts), 7)
    assert state.hands == (4, 5)
    assert state.wedding == gifts + 1
    assert lies(game, state) == {3: 1}
    assert events == (Gave(0, gifts + 1),)


def test_pig_and_king_find_an_empty_house() -> None:
    game = house(players=2)
    assert play(game, game.start(), 2) == Step(at(game, 10, 10, turn=1), (TookAsPig(0, 0),))
    assert play(game, game.start(), 12) == Step(at(game, 10, 10, turn=1), (Hailed(0, 0, 0),))
    assert play(game, at(game, 5, 5, wedding=3), 2).state.wedding == 3


def test_nothing_is_ever_placed_on_the_pig_or_the_king() -> None:
    """S1; the ten-room board has no room 4 either."""
    assert house().rooms == tuple(ORDINARY)
    assert house(four="room").rooms == (3, 4, 5, 6, 8, 9, 10, 11)


@pytest.mark.parametrize("dice", PAIRS, ids=str)
def test_the_dice_pass_after_every_throw(dice: Dice) -> None:
    game = house(players=3)
    state = at(game, 5, 5, 5, rooms={6: 1, 9: 1}, wedding=1)
    assert game.turn(game.play(state, dice).state) == Throw(1)


def test_only_the_total_counts() -> None:
    game = house(players=2)
    for dice in PAIRS:
        assert game.play(game.start(), dice) == game.play(game.start(), dice_for(dice.total))


# --- four ---------------------------------------------------------------------------------------------------


def test_four_nothing() -> None:
    """S0, S1, S2: a free turn; the default."""
    game = house(players=2)
    assert play(game, game.start(), 4) == Step(at(game, 10, 10, turn=1), (Free(0),))


def test_four_pays_the_house() -> None:
    """S0: a chip to the owner of the board, and it is out of the game: neither pig nor king brings it back."""
    game = house(players=2, four="pay_house")
    state, events = play(game, game.start(), 4)
    assert state == at(game, 9, 10, owner=1, turn=1)
    assert events == (PaidHouse(0),)
    for total in (2, 12):
        after = play(game, state, total).state
        assert after.hands == (9, 10)
        assert after.house == 1


def test_four_takes_the_last_chip_to_the_house_and_the_winner_does_not_get_it() -> None:
    """S0 with S1's last chip."""
    game = house(players=2, chips=2, four="pay_house")
    state, events = play(game, at(game, 1, 2, wedding=1), 4)
    assert events == (PaidHouse(0), Out(0, 0), Won(1, 0, 1))
    assert state == at(game, 0, 3, out=(0,), turn=1, owner=1)


def test_four_is_a_room() -> None:
    """S2: the eleven-room board. The 4 is as any other room, for the pig too."""
    game = house(players=2, four="room")
    one, events = play(game, game.start(), 4)
    assert (one.hands, lies(game, one), events) == ((9, 10), {4: 1}, (Paid(0, 4, 1),))
    two, events = play(game, one, 4)
    assert (two.hands, lies(game, two), events) == ((9, 11), {}, (Took(1, 4, 1),))
    pig, events = play(game, one, 2)
    assert (pig.hands, lies(game, pig), events) == ((9, 11), {}, (TookAsPig(1, 1),))


def test_four_throws_again() -> None:
    """X1: the one case where the dice do not pass."""
    game = house(players=2, four="roll_again")
    state, events = play(game, game.start(), 4)
    assert (state, events) == (game.start(), (Again(0),))
    state = play(game, state, 4, 4, 5).state
    assert (state.hands, game.turn(state)) == ((9, 10), Throw(1))


# --- fill ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [*ORDINARY, 4])
def test_fill_to_number(room: int) -> None:
    """S1, our reading: a chip a throw until the room holds its number; the throw that finds it full takes all."""
    game = house(players=2, chips=20, fill="to_number", four="room")
    state = game.start()
    for filled in range(room):
        assert lies(game, state).get(room, 0) == filled
        state, events = play(game, state, room)
        assert events == (Paid(filled % 2, room, 1),)
    assert lies(game, state) == {room: room}
    assert game.capacity(room) == room
    taker, before = state.turn, state.hands
    state, events = play(game, state, room)
    assert events == (Took(taker, room, room),)
    assert state.hands[taker] == before[taker] + room
    assert lies(game, state) == {}


def test_fill_to_number_lets_pig_and_king_collect_half_filled_rooms() -> None:
    game = house(players=2, chips=20, fill="to_number")
    state = at(game, 10, 10, rooms={3: 2, 9: 4, 11: 11}, wedding=3)
    assert play(game, state, 2).events == (TookAsPig(0, 17),)
    assert play(game, state, 12).events == (Hailed(0, 20, 3),)


def test_fill_to_number_last_chip() -> None:
    """The chip that fills the room is paid as any other, and may be the last."""
    game = house(players=3, chips=4, fill="to_number")
    state, events = play(game, at(game, 1, 4, 4, rooms={3: 2, 5: 1}), 3)
    assert events == (Paid(0, 3, 1), Out(0, 0))
    assert lies(game, state) == {3: 3, 5: 1}


@pytest.mark.parametrize("room", [*ORDINARY, 4])
def test_fill_by_value(room: int) -> None:
    """X3: an empty room asks for as many chips as its number, at once; an occupied one gives them up."""
    game = house(players=2, chips=20, fill="by_value", four="room")
    state, events = play(game, game.start(), room)
    assert (state.hands, lies(game, state), events) == ((20 - room, 20), {room: room}, (Paid(0, room, room),))
    state, events = play(game, state, room)
    assert (state.hands, lies(game, state), events) == ((20 - room, 20 + room), {}, (Took(1, room, room),))


def test_fill_by_value_asks_one_chip_for_the_wedding() -> None:
    """Ours."""
    game = house(players=2, chips=20, fill="by_value")
    assert play(game, game.start(), 7).state.hands == (19, 20)


def test_fill_by_value_asks_one_chip_for_the_house() -> None:
    """S0's custom is one chip, whatever the rooms ask."""
    game = house(players=2, chips=20, fill="by_value", four="pay_house")
    state = play(game, game.start(), 4).state
    assert (state.hands, state.house) == ((19, 20), 1)


def test_fill_by_value_takes_all_of_a_player_who_has_fewer() -> None:
    """Ours: with S1's last chip, that player is out."""
    game = house(players=3, chips=4, fill="by_value")
    state, events = play(game, game.start(), 10)
    assert events == (Paid(0, 10, 4), Out(0, 0))
    assert (state.hands, lies(game, state)) == ((0, 4, 4), {10: 4})
    state, events = play(game, state, 10)
    assert events == (Took(1, 10, 4),)
    assert state.hands == (0, 8, 4)


def test_fill_by_value_exactly_enough() -> None:
    game = house(players=3, chips=3, fill="by_value")
    assert play(game, game.start(), 3).events == (Paid(0, 3, 3), Out(0, 0))
    stay = house(players=3, chips=3, fill="by_value", broke="cannot_pay")
    assert play(stay, stay.start(), 3).events == (Paid(0, 3, 3),)


# --- ante ---------------------------------------------------------------------------------------------------


def test_without_ante_the_house_starts_empty() -> None:
    """S1, S2."""
    game = house(players=5, chips=15)
    assert game.start() == at(game, 15, 15, 15, 15, 15)


def test_the_ante_is_a_gift_of_each_player_to_the_wedding() -> None:
    """S0."""
    game = house(players=5, chips=15, ante="wedding")
    assert game.start() == at(game, 14, 14, 14, 14, 14, wedding=5)
    assert play(game, game.start(), 2).events == (TookAsPig(0, 0),)
    assert play(game, game.start(), 12).events == (Hailed(0, 5, 5),)


def test_the_ante_may_be_the_only_chip_where_one_stays_in_on_nothing() -> None:
    game = house(players=3, chips=1, ante="wedding", broke="cannot_pay")
    assert game.start() == at(game, 0, 0, 0, wedding=3)
    state, events = play(game, game.start(), 7)
    assert events == (Out(0, 1),)
    state, events = play(game, state, 4, 9)
    assert events == (Out(2, 1), Won(1, 0, 3))
    assert state == at(game, 0, 3, 0, out=(0, 2), turn=1)


# --- broke --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "paid"), [(7, Gave(0, 1)), (3, Paid(0, 3, 1)), (4, PaidHouse(0))])
def test_at_zero_one_is_out_the_moment_the_last_chip_is_gone(total: int, paid: Event) -> None:
    """S1."""
    game = house(players=3, chips=2, four="pay_house")
    state, events = play(game, at(game, 1, 2, 2, rooms={6: 1}), total)
    assert events == (paid, Out(0, 0))
    assert state.still_in == (False, True, True)
    assert game.turn(state) == Throw(1)


@pytest.mark.parametrize(("total", "paid"), [(7, Gave(0, 1)), (3, Paid(0, 3, 1)), (4, PaidHouse(0))])
def test_cannot_pay_one_stays_in_on_nothing(total: int, paid: Event) -> None:
    """X2."""
    game = house(players=3, chips=2, four="pay_house", broke="cannot_pay")
    state, events = play(game, at(game, 1, 2, 2, rooms={6: 1}), total)
    assert events == (paid,)
    assert state.still_in == (True, True, True)
    assert state.hands[0] == 0


@pytest.mark.parametrize("total", [7, 3, 11, 4])
def test_cannot_pay_one_is_out_when_any_payment_falls_due(total: int) -> None:
    """X2, the payment to the house included. What is owed is told, and nothing is paid."""
    game = house(players=3, chips=2, four="pay_house", broke="cannot_pay")
    before = at(game, 0, 2, 2, rooms={6: 1}, wedding=1)
    state, events = play(game, before, total)
    assert events == (Out(0, 1),)
    assert state == at(game, 0, 2, 2, rooms={6: 1}, wedding=1, out=(0,), turn=1)


@pytest.mark.parametrize(("total", "gains"), [(6, 1), (2, 1), (12, 3), (4, 0)])
def test_cannot_pay_one_on_nothing_can_still_win_chips_or_throw_a_free_4(total: int, gains: int) -> None:
    """X2."""
    game = house(players=3, chips=2, broke="cannot_pay")
    state, _ = play(game, at(game, 0, 2, 1, rooms={6: 1}, wedding=2), total)
    assert state.still_in == (True, True, True)
    assert state.hands == (gains, 2, 1)


def test_cannot_pay_by_value_who_pays_something_stays_in() -> None:
    """Ours: who pays less than asked stays in on nothing; who can pay nothing is out, and owed it all."""
    game = house(players=3, chips=4, fill="by_value", broke="cannot_pay")
    state, events = play(game, game.start(), 10)
    assert events == (Paid(0, 10, 4),)
    assert state.still_in == (True, True, True)
    assert lies(game, state) == {10: 4}
    state, events = play(game, at(game, 0, 4, 4, rooms={10: 4}), 9)
    assert events == (Out(0, 9),)
    assert state.still_in == (False, True, True)


def test_who_is_out_is_skipped() -> None:
    """S1: out is out, whoever sits there."""
    game = house(players=5, chips=4)
    state = at(game, 5, 0, 0, 5, 0, rooms={3: 1}, wedding=9, out=(1, 2, 4))
    state = play(game, state, 4).state
    assert game.turn(state) == Throw(3)
    state = play(game, state, 4).state
    assert game.turn(state) == Throw(0)


# --- how it ends --------------------------------------------------------------------------------------------

ENDINGS: list[dict[str, Any]] = [
    {},
    {"end": kings(1)},
    {"end": kings(2)},
    {"end": rounds(1)},
    {"end": rounds(9)},
    {"end": rounds(1), "settle": "shared"},
]


@pytest.mark.parametrize("ending", ENDINGS, ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_one_player_left_wins_at_once_whatever_the_ending_and_takes_the_board(
    ending: dict[str, Any], seat: int
) -> None:
    """S1. Also on the throw that would end the last round: there is no sharing then."""
    game = house(players=2, chips=5, **ending)
    hands = (1, 3) if seat == 0 else (3, 1)
    state, events = play(game, at(game, *hands, rooms={3: 1, 8: 1}, wedding=4, turn=seat), 7)
    winner = 1 - seat
    assert events == (Gave(seat, 5), Out(seat, 0), Won(winner, 0, 7))
    assert state.hands[winner] == 10
    assert state.on_board == state.rest == 0
    assert outcome(game, state) == GlueckshausOutcome("last_standing", (winner,), None)
    with pytest.raises(GameOverError):
        game.play(state, Dice(6, 6))


def test_the_game_goes_on_while_two_are_in() -> None:
    game = house(players=3, chips=2)
    state, events = play(game, at(game, 1, 3, 1, wedding=1), 7)
    assert events == (Gave(0, 2), Out(0, 0))
    assert game.turn(state) == Throw(1)
    assert state.wedding == 2


def test_the_first_king_ends_the_tavern_game() -> None:
    """S0. The king's chips are in the hand before piles are compared."""
    game = house(players=3, chips=5, end=kings(1))
    state, events = play(game, at(game, 2, 4, 4, rooms={3: 1}, wedding=4), 12)
    assert events == (Hailed(0, 5, 4), Ended(0, kings(1)), Won(0, 0, 0))
    assert state.hands == (7, 4, 4)
    assert outcome(game, state) == GlueckshausOutcome("kings", (0,), 0)


def test_the_biggest_pile_wins_and_not_the_king() -> None:
    """S0 does not say who wins; the biggest pile does (ours), and the seat of the last king is told as well."""
    game = house(players=3, chips=5, end=kings(1))
    state, events = play(game, at(game, 4, 9, 1, wedding=1, turn=2), 12)
    assert events == (Hailed(2, 1, 1), Ended(2, kings(1)), Won(1, 0, 0))
    assert outcome(game, state) == GlueckshausOutcome("kings", (1,), last_king=2)


def test_the_second_king_ends_it() -> None:
    """S1. The first passes the dice as any throw does."""
    game = house(players=2, chips=5, end=kings(2))
    state, events = play(game, game.start(), 7, 12)
    assert events == (Hailed(1, 1, 1),)
    assert game.turn(state) == Throw(0)
    assert state.clock == 1
    state, events = play(game, state, 7, 12)
    assert events == (Hailed(1, 1, 1), Ended(1, kings(2)), Won(1, 0, 0))
    assert outcome(game, state) == GlueckshausOutcome("kings", (1,), last_king=1)


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_the_k_th_king_ends_it(k: int) -> None:
    game = house(players=3, chips=5, end=kings(k))
    state = game.start()
    for count in range(k):
        assert game.turn(state) == Throw(count % 3)
        state = play(game, state, 12).state
    assert outcome(game, state) == GlueckshausOutcome("kings", (0, 1, 2), last_king=(k - 1) % 3)


def test_kings_do_not_end_a_game_that_does_not_count_them() -> None:
    game = house(players=2, chips=5)
    state = play(game, game.start(), *[12] * 50).state
    assert game.turn(state) == Throw(0)
    assert state.clock == 0


def test_equal_piles_share_the_win() -> None:
    """Ours: a chance of winning counts a tie in parts."""
    game = house(players=4, chips=5, end=kings(1))
    state, events = play(game, at(game, 6, 2, 6, 6), 12)
    assert events[2:] == (Won(0, 2, 0), Won(2, 2, 0), Won(3, 2, 0))
    shares = [outcome(game, state).share(seat) for seat in range(4)]
    assert shares == [Fraction(1, 3), 0, Fraction(1, 3), Fraction(1, 3)]


def test_piles_of_nothing_are_equal_too() -> None:
    """Under cannot_pay all may sit on nothing; who is out has no part in the tie."""
    game = house(players=3, chips=1, ante="wedding", broke="cannot_pay", end=rounds(1))
    state = play(game, game.start(), 7, 2, 2).state
    assert outcome(game, state) == GlueckshausOutcome("rounds", (1, 2))


@pytest.mark.parametrize("n", [1, 2, 20])
def test_rounds_in_hand(n: int) -> None:
    """S1's timer, counted: the biggest pile wins, chips on the board are not counted."""
    game = house(players=3, chips=50, end=rounds(n))
    state = game.start()
    for count in range(3 * n - 1):
        state, _ = play(game, state, 7 if count % 3 == 1 else 4)
        assert isinstance(game.turn(state), Throw)
        assert state.clock == (count + 1) // 3
    state, events = play(game, state, 4)
    assert events == (Free(2), Ended(2, rounds(n)), Won(0, 1, 0), Won(2, 1, 0))
    assert state.hands == (50, 50 - n, 50)
    assert state.wedding == n, "it stays there and does not count"
    assert outcome(game, state) == GlueckshausOutcome("rounds", (0, 2), last_king=None)


def test_rounds_shared_and_the_rest_reported() -> None:
    """S2: the board in equal parts to the players still in; the rest stays out (ours)."""
    game = house(players=4, chips=5, end=rounds(1), settle="shared")
    state, events = play(game, at(game, 3, 0, 4, 2, rooms={3: 1, 5: 1}, wedding=9, turn=3, out=(1,)), 3)
    assert events == (Took(3, 3, 1), Shared(3, 3, 1), Ended(3, rounds(1)), Won(2, 0, 0))
    assert state.hands == (6, 0, 7, 6), "seat 1 is out and gets nothing"
    assert state.rest == 1
    assert state.on_board == 0
    assert outcome(game, state) == GlueckshausOutcome("rounds", (2,))


@pytest.mark.parametrize("lying", range(8))
def test_the_rest_is_what_cannot_be_divided(lying: int) -> None:
    game = house(players=3, chips=10, end=rounds(1), settle="shared")
    state, events = play(game, at(game, 5, 5, 5, wedding=lying, turn=2), 4)
    assert events[1] == Shared(2, lying // 3, lying % 3)
    assert state.hands == (5 + lying // 3,) * 3
    assert state.rest == lying % 3


def test_a_round_ends_when_the_dice_come_back_though_the_last_seat_is_out() -> None:
    """A round ends when the dice pass to a seat not above the last thrower's."""
    game = house(players=4, chips=5, end=rounds(5))
    state = at(game, 5, 5, 5, 0, wedding=5, out=(3,), turn=1)
    state = play(game, state, 4).state
    assert (state.turn, state.clock) == (2, 0)
    state = play(game, state, 4).state
    assert (state.turn, state.clock) == (0, 1)


def test_a_round_ends_at_the_lowest_seat_still_in() -> None:
    game = house(players=4, chips=5, end=rounds(5))
    state = at(game, 0, 5, 0, 5, wedding=10, out=(0, 2), turn=3)
    state = play(game, state, 4).state
    assert (state.turn, state.clock) == (1, 1)


def test_a_round_ends_though_the_one_who_began_it_went_out_in_it() -> None:
    game = house(players=3, chips=2, end=rounds(5))
    state = at(game, 1, 2, 2, wedding=1)
    state, events = play(game, state, 7)
    assert events[-1] == Out(0, 0)
    assert (state.turn, state.clock) == (1, 0)
    state = play(game, state, 4, 4).state
    assert (state.turn, state.clock) == (1, 1)


def test_a_round_ends_though_its_last_thrower_goes_out() -> None:
    game = house(players=3, chips=2, end=rounds(1))
    state, events = play(game, at(game, 2, 2, 1, wedding=1, turn=2), 7)
    assert events == (Gave(2, 2), Out(2, 0), Ended(2, rounds(1)), Won(0, 1, 0), Won(1, 1, 0))
    assert outcome(game, state) == GlueckshausOutcome("rounds", (0, 1))


def test_a_throw_that_does_not_pass_the_dice_ends_no_round() -> None:
    """X1 with S1's timer: with roll_again the same seat throws on, in the same round."""
    game = house(players=2, end=rounds(1), four="roll_again")
    state = play(game, game.start(), 4, 4, 7, 4, 4).state
    assert (game.turn(state), state.clock) == (Throw(1), 0)
    state, events = play(game, state, 7)
    assert events == (Gave(1, 2), Ended(1, rounds(1)), Won(0, 1, 0), Won(1, 1, 0))


def test_a_king_in_a_game_of_rounds_counts_as_any_throw() -> None:
    game = house(players=2, end=rounds(2))
    state = play(game, game.start(), 12, 12).state
    assert state.clock == 1


# --- every throw together, and its limits -------------------------------------------------------------------


def test_a_finished_game_takes_no_throw() -> None:
    game = house(players=2, chips=1)
    state = play(game, game.start(), 7).state
    for act in (lambda: game.play(state, Dice(1, 1)), lambda: game.throws(state), lambda: game.throw_classes(state)):
        with pytest.raises(GameOverError, match="finished") as caught:
            act()
        assert is_sentence(caught.value)


@pytest.mark.parametrize("choice", [None, 7, "6-3", (6, 3), [], 2.0])
def test_what_is_no_throw_is_refused_and_named(choice: Any) -> None:
    game = house()
    with pytest.raises(DiceError, match="throw of two dice") as caught:
        game.play(game.start(), choice)
    assert repr(choice) in str(caught.value)
    assert is_sentence(caught.value)


@pytest.mark.parametrize("players", [2, 3, 8, 20])
@pytest.mark.parametrize("chips", [1, 2, 1000])
def test_from_2_to_20_players_and_from_1_to_1000_chips(players: int, chips: int) -> None:
    """S1's 2 to 8 players are a note and not a limit."""
    game = house(players=players, chips=chips)
    state = game.start()
    assert state.hands == (chips,) * players
    assert game.total == players * chips
    for seat in range(players):
        assert game.turn(state) == Throw(seat)
        state = play(game, state, 4).state
    assert state == game.start()


def test_with_one_chip_each_the_first_payment_decides_between_two() -> None:
    game = house(players=2, chips=1)
    state, events = play(game, game.start(), 3)
    assert events == (Paid(0, 3, 1), Out(0, 0), Won(1, 0, 1))
    assert state.hands == (0, 2)


def test_twenty_players_with_one_chip_fall_one_after_the_other() -> None:
    game = house(players=20, chips=1)
    state, events = play(game, game.start(), *[7] * 19)
    assert events == (Gave(18, 19), Out(18, 0), Won(19, 0, 19))
    assert state.hands == (0,) * 19 + (20,)
    assert outcome(game, state).winners == (19,)


# --- positions with the same chances ------------------------------------------------------------------------


def test_rooms_thrown_in_equally_many_ways_are_twins() -> None:
    """3 and 11, 5 and 9, 6 and 8; with a room 4 also 4 and 10."""
    game = house(players=2, chips=5, four="room")
    folded = game.fold(at(game, 2, 4, rooms={11: 1, 9: 1, 6: 1, 8: 1}, wedding=0))
    assert folded == (at(game, 2, 4, rooms={3: 1, 5: 1, 6: 1, 8: 1}), 0, 4)
    assert game.fold(at(game, 4, 5, rooms={10: 1})) == (at(game, 4, 5, rooms={4: 1}), 0, 2)
    ten = house(players=2, chips=5)
    assert ten.fold(at(ten, 4, 5, rooms={10: 1})) == (at(ten, 4, 5, rooms={10: 1}), 0, 1), "10 has no twin there"


@pytest.mark.parametrize("fill", ["to_number", "by_value"])
def test_rooms_that_hold_different_numbers_are_no_twins(fill: str) -> None:
    game = house(players=2, chips=20, fill=fill)
    state = at(game, 15, 14, rooms={11: 11})
    assert game.fold(state) == (state, 0, 1)


def test_the_table_is_turned_to_the_thrower_where_seats_are_alike() -> None:
    """They are not where rounds end the game: a round begins with the lowest seat still in."""
    game = house(players=3, chips=5)
    state = at(game, 1, 2, 12, turn=2)
    assert game.fold(state) == (at(game, 12, 1, 2), 2, 1)
    timed = house(players=3, chips=5, end=rounds(4))
    assert timed.fold(state) == (state, 0, 1)


# --- options ------------------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_rules_the_first_value_being_the_default() -> None:
    found = {name: spec.range or tuple(value.word for value in spec.values) for name, spec in specs(Options).items()}
    assert found == {
        "players": (2, 20),
        "chips": (1, 1000),
        "four": ("nothing", "pay_house", "room", "roll_again"),
        "fill": ("single", "to_number", "by_value"),
        "ante": ("none", "wedding"),
        "broke": ("at_zero", "cannot_pay"),
        "end": ("last_standing", "kings", "rounds"),
        "settle": ("in_hand", "shared"),
    }
    sources = {(name, v.word): v.source for name, spec in specs(Options).items() for v in spec.values}
    assert "S0" in sources["four", "pay_house"]
    assert "S2" in sources["four", "room"]
    assert "X1" in sources["four", "roll_again"]
    assert "X3" in sources["fill", "by_value"]
    assert "S0" in sources["ante", "wedding"]
    assert "S1" in sources["broke", "at_zero"]
    assert "X2" in sources["broke", "cannot_pay"]
    assert "S2" in sources["settle", "shared"]
    ours = {key for key in sources if next(v for v in specs(Options)[key[0]].values if v.word == key[1]).ours}
    assert ours == {
        ("fill", "to_number"),
        ("fill", "by_value"),
        ("broke", "cannot_pay"),
        ("end", "kings"),
        ("end", "rounds"),
        ("settle", "shared"),
    }


def test_the_defaults_are_the_common_game() -> None:
    options = Options()
    assert (options.four, options.fill, options.ante, options.broke, options.end, options.settle) == (
        "nothing",
        "single",
        "none",
        "at_zero",
        "last_standing",
        "in_hand",
    )
    assert (options.kings, options.rounds) == (None, None)
    assert (Options(end=kings(3)).kings, Options(end=kings(3)).rounds) == (3, None)
    assert (Options(end=rounds(3)).kings, Options(end=rounds(3)).rounds) == (None, 3)


@pytest.mark.parametrize("value", [1, 21, 0, -2, True, False, "2", 2.0, None, [2], float("nan"), float("inf")])
def test_players_out_of_range_or_of_another_kind_are_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 20") as caught:
        Options(players=value)
    assert caught.value.option == "players"
    assert repr(value) in str(caught.value)
    assert is_sentence(caught.value)


@pytest.mark.parametrize("value", [0, -1, 1001, True, "10", 10.0, None])
def test_chips_out_of_range_or_of_another_kind_are_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="chips must be a whole number from 1 to 1000") as caught:
        Options(chips=value)
    assert caught.value.option == "chips"
    assert is_sentence(caught.value)


@pytest.mark.parametrize("name", ["four", "fill", "ante", "broke", "end", "settle"])
@pytest.mark.parametrize("value", ["", "Nothing", "none ", 0, None, True, kings(1.5), kings(0), rounds(0), []])  # type: ignore[arg-type]
def test_words_that_are_no_value_are_refused(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{name} must be") as caught:
        Options(**{name: value})
    assert caught.value.option == name
    assert is_sentence(caught.value)


@pytest.mark.parametrize("word", ["kings", "rounds", "kings()", "kings(0)", "Kings(2)"])
def test_a_counted_ending_needs_its_count(word: str) -> None:
    with pytest.raises(OptionError, match="end must be"):
        Options(end=word)


def test_a_counted_ending_may_be_a_word() -> None:
    assert Options(end="kings(2)") == Options(end=kings(2))
    assert Options(end="rounds( 20 )").rounds == 20


@pytest.mark.parametrize("end", ["last_standing", kings(1), kings(2)])
def test_a_settlement_without_rounds_is_refused_for_it_has_no_effect(end: Any) -> None:
    with pytest.raises(OptionError, match=r"settle=shared has no effect.*needs end=rounds\(n\)") as caught:
        Options(settle="shared", end=end)
    assert caught.value.option == "settle"
    assert str(end) in str(caught.value)
    assert is_sentence(caught.value)


def test_an_ante_that_puts_everybody_out_is_refused() -> None:
    with pytest.raises(OptionError, match=r"chips=1.*before the first throw") as caught:
        Options(ante="wedding", chips=1)
    assert caught.value.option == "ante"
    assert "broke=cannot_pay" in str(caught.value), "the sentence names what it needs"
    assert is_sentence(caught.value)
    Options(ante="wedding", chips=2)
    Options(ante="wedding", chips=1, broke="cannot_pay")


def test_a_game_shows_its_options_and_is_what_they_are() -> None:
    assert repr(house(players=3)) == f"Glueckshaus({Options(players=3)!r})"
    assert Glueckshaus() == house()
    assert house(players=3) != house(players=4)
    assert len({house(), house(), house(chips=9)}) == 2


def test_a_position_is_set_up_and_checked() -> None:
    four = game(players=4)
    state = four.position(dict.fromkeys((3, 5, 6, 8, 9), 1), wedding=12)
    assert (state.hands, state.on_board, state.turn) == ((6, 6, 6, 5), 17, 0)
    assert four.position() == four.start()
    bad: list[tuple[Any, Any, str]] = [
        ({4: 1}, 0, "no room 4 for chips"),
        ({"5": 1}, 0, "no room '5' for chips"),
        ({5: 2}, 0, "Room 5 must be a whole number from 0 to 1, not 2"),
        ({5: "1"}, 0, "Room 5 must be a whole number from 0 to 1, not '1'"),
        ({}, "3", "The wedding must be a whole number from 0 to 40, not '3'"),
        ({}, 41, "not 41"),
        ({}, 38, "Seat 3 has no chips left"),
    ]
    for rooms, wedding, sentence in bad:
        with pytest.raises(StateError, match=sentence):
            four.position(rooms, wedding)
