"""The Goose, rule by rule. Each class is about one rule, each test about one sentence of it.

Written from the rules text and its sources S0 and S3, not from the code. Seats are counted from 0.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from fortune.chain import Chain
from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, OptionError, StateError
from fortune.game import Event, Outcome, Over, Step, Throw
from fortune.goose import Goose, Options, State, game, miss
from fortune.goose.squares import DICE, GEESE, MARKED, TOLLED
from fortune.goose.state import (
    Crossed,
    Deadlocked,
    Died,
    Displaced,
    Freed,
    Held,
    Hopped,
    Missed,
    Moved,
    Nine,
    Paid,
    PaidAll,
    Rested,
    Returned,
    SentBack,
    Strayed,
    Stuck,
    Waited,
    Won,
)
from fortune.options import Counted, specs
from tests.helpers import dice_for, is_sentence

RELEASES = ("rescuer_start", "own_start", "square_one", "stays")


def board(players: int = 2, **options: Any) -> Goose:
    return Goose(Options(players=players, **options))


def at(game: Goose, *places: int, turn: int = 0, **parts: Any) -> State:
    """A position that can be, with some parts given by hand."""
    return game.load(game.dump(replace(game.position(places, turn), **parts)))


def play(game: Goose, state: State, *totals: int) -> Step[State]:
    """The state after throws with these totals, and the events of the last of them."""
    step = Step(state, ())
    for total in totals:
        step = game.play(step.state, dice_for(total))
    return step


def alone(square: int, total: int, **options: Any) -> tuple[int, tuple[Event, ...]]:
    """Where the only piece goes from here, and what is seen."""
    game = board(1, **options)
    state, events = play(game, at(game, square), total)
    return state.places[0], events


def outcome(game: Goose, state: State) -> Outcome:
    turn = game.turn(state)
    assert isinstance(turn, Over)
    return turn.outcome


class TestTheWay:
    """63 squares, the start at 0; two dice, their total; 63 exactly wins."""

    def test_all_begin_at_the_start_and_the_first_seat_throws(self) -> None:
        game = board(3)
        assert game.start().places == (0, 0, 0)
        assert game.turn(game.start()) == Throw(0)

    def test_a_piece_moves_the_total_and_the_dice_pass(self) -> None:
        game = board(3)
        state, events = game.play(game.start(), Dice(5, 2))
        assert state.places == (7, 0, 0)
        assert events == (Moved(0, 0, 7, False),)
        assert game.turn(state) == Throw(1)
        state = play(game, state, 8, 10).state
        assert state.places == (7, 8, 10)
        assert game.turn(state) == Throw(0)

    def test_the_throw_that_ends_on_63_wins(self) -> None:
        game = board(3)
        state, events = play(game, at(game, 20, 60, 40, turn=1), 3)
        assert state.places == (20, 63, 40)
        assert events == (Moved(1, 60, 63, False), Won(1, 0))
        assert outcome(game, state) == Outcome("home", (1,))

    def test_home_may_be_reached_by_a_goose(self) -> None:
        assert alone(55, 4) == (63, (Moved(0, 55, 59, False), Hopped(0, 59, 63, False), Won(0, 0)))


class TestOvershoot:
    """Overshooting 63 counts back from it."""

    def test_at_57_a_nine_leads_to_60(self) -> None:
        """The golden case of S3."""
        assert alone(57, 9) == (60, (Moved(0, 57, 60, True),))

    @pytest.mark.parametrize("square", [57, 60, 61, 62])
    def test_every_total_from_every_square_near_home(self, square: int) -> None:
        for total in range(2, 13):
            back = square + total - 63
            events = alone(square, total)[1]
            assert events[0] == Moved(0, square, 63 - back if back > 0 else square + total, back > 0)

    def test_a_piece_may_come_back_to_where_it_stood(self) -> None:
        assert alone(57, 12) == (57, (Moved(0, 57, 57, True),))


class TestGeese:
    """A goose moves the piece by the same total again, in the direction of travel, until not on a goose."""

    def test_at_10_a_four_leads_over_two_geese_to_22(self) -> None:
        """The golden case of S3."""
        hops = (Moved(0, 10, 14, False), Hopped(0, 14, 18, False), Hopped(0, 18, 22, False))
        assert alone(10, 4) == (22, hops)

    def test_a_goose_met_while_going_back_sends_further_back(self) -> None:
        """The golden case of S0: 63, back to 59, a goose, back to 52."""
        square, events = alone(60, 7)
        assert square == 52
        assert events[:2] == (Moved(0, 60, 59, True), Hopped(0, 59, 52, False))

    def test_a_goose_may_lead_past_63_and_then_one_goes_back(self) -> None:
        assert alone(52, 7)[1][:2] == (Moved(0, 52, 59, False), Hopped(0, 59, 60, True))

    def test_two_geese_in_a_row_going_back(self) -> None:
        """62 and a five: 63, back to 59, to 54, to 49."""
        assert alone(62, 5) == (49, (Moved(0, 62, 59, True), Hopped(0, 59, 54, False), Hopped(0, 54, 49, False)))

    @pytest.mark.parametrize("goose", [5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59])
    def test_nobody_rests_on_any_of_the_thirteen(self, goose: int) -> None:
        assert goose in GEESE
        assert len(GEESE) == 13
        assert goose not in board().resting_squares
        origin = next(square for square in range(goose - 2, 0, -1) if square in board().resting_squares)
        square, events = alone(origin, goose - origin)
        assert events[0] == Moved(0, origin, goose, False)
        assert isinstance(events[1], Hopped)
        assert square != goose

    def test_they_can_be_left_out(self) -> None:
        """Ours, to show what the rule does."""
        assert alone(10, 4, geese="none") == (14, (Moved(0, 10, 14, False),))

    def test_without_death_geese_may_lead_back_past_the_start_where_one_stops(self) -> None:
        """Ours: 58 and a nine go 59, 50, 41, 32, 23, 14, 5 and off the board."""
        square, events = alone(58, 9, death="none")
        assert square == 0
        assert [event.square for event in events if isinstance(event, Hopped)] == [50, 41, 32, 23, 14, 5, 0]


class TestNine:
    """A nine from the start goes to the square of its dice: else geese would carry it home at once."""

    @pytest.mark.parametrize(("dice", "square"), [(Dice(6, 3), 26), (Dice(5, 4), 53)])
    def test_the_first_throw(self, dice: Dice, square: int) -> None:
        """The golden case: 6-3 leads to 26, 5-4 to 53; the order of the dice is no matter."""
        for nine in ("from_start", "first_throw"):
            game = board(nine=nine)
            for thrown in (dice, Dice(dice.low, dice.high)):
                state, events = game.play(game.start(), thrown)
                assert state.places == (square, 0)
                assert events == (Nine(0, square),)

    @pytest.mark.parametrize("dice", DICE.values(), ids=str)
    def test_without_the_rule_it_wins_at_once(self, dice: Dice) -> None:
        game = board(nine="none")
        state, events = game.play(game.start(), dice)
        assert state.places == (63, 0)
        assert len(events) == 1 + 6 + 1
        assert events[-1] == Won(0, 0)

    def test_every_seat_has_a_first_throw(self) -> None:
        game = board(3, nine="first_throw")
        state = game.start()
        for dice in (Dice(6, 3), Dice(5, 4), Dice(6, 3)):
            state = game.play(state, dice).state
        assert state.places[1] == 53
        assert 26 in (state.places[0], state.places[2])

    def test_only_the_start_asks_for_it(self) -> None:
        game = board(1)
        assert game.play(at(game, 1), Dice(6, 3)).state.places == (10,)
        assert game.play(at(game, 1), Dice(5, 4)).state.places == (10,)

    @pytest.mark.parametrize("dice", DICE.values(), ids=str)
    def test_after_death_one_begins_again_with_all_that_belongs_to_it(self, dice: Dice) -> None:
        """Ours: S0 says “first roll”, and that Death makes one begin again."""
        square = next(square for square, pair in DICE.items() if pair == dice)
        game = board(1)
        after = play(game, at(game, 51), 7).state
        assert after.places == (0,)
        assert game.play(after, dice).state.places == (square,)

    def test_to_the_letter_a_nine_after_death_wins_at_once(self) -> None:
        game = board(1, nine="first_throw")
        after = play(game, at(game, 51), 7).state
        assert after.places == (0,)
        assert after.begun == (True,)
        state, events = game.play(after, Dice(6, 3))
        assert outcome(game, state) == Outcome("home", (0,))
        assert isinstance(events[-1], Won)

    def test_a_nine_leads_with_geese_left_out_too(self) -> None:
        assert alone(0, 9, geese="none")[0] == 26
        assert alone(0, 9, geese="none", nine="none")[0] == 9

    def test_who_has_thrown_is_noted_only_where_it_is_asked(self) -> None:
        assert play(board(), board().start(), 7).state.begun == (False, False)
        literal = board(nine="first_throw")
        assert play(literal, literal.start(), 7).state.begun == (True, False)

    def test_the_two_nines_are_told_apart_only_where_they_differ(self) -> None:
        game = board()
        assert sorted(pair.total for pair in game.throw_classes(game.start())) == sorted([*range(2, 13), 9])
        assert sorted(pair.total for pair in game.throw_classes(at(game, 1, 0))) == list(range(2, 13))


class TestBridge:
    """6 leads to 12."""

    def test_it_leads_on(self) -> None:
        assert alone(0, 6) == (12, (Moved(0, 0, 6, False), Crossed(0, 12)))

    def test_nobody_rests_there(self) -> None:
        assert 6 not in board().resting_squares

    def test_it_can_be_left_out(self) -> None:
        assert alone(0, 6, bridge="none")[0] == 6


class TestInn:
    """Who comes to 19 misses turns."""

    def test_two_turns_are_missed(self) -> None:
        game = board()
        state, events = play(game, at(game, 11, 40), 8)
        assert state.places == (19, 40)
        assert events == (Moved(0, 11, 19, False), Rested(0, 19, 2))
        assert state.owed == (2, 0)
        assert game.turn(state) == Throw(1)
        state, events = play(game, state, 3)
        assert events[-1] == Missed(0, 1)
        assert game.turn(state) == Throw(1)
        state, events = play(game, state, 4)
        assert events[-1] == Missed(0, 0)
        assert game.turn(state) == Throw(1)
        state = play(game, state, 2).state
        assert game.turn(state) == Throw(0)
        assert state.owed == (0, 0)

    @pytest.mark.parametrize("turns", [0, 1, 5, 9])
    def test_or_as_many_as_agreed(self, turns: int) -> None:
        game = board(1, inn=turns)
        state, events = play(game, at(game, 11), 8)
        missed = tuple(Missed(0, left) for left in reversed(range(turns)))
        rested = (Rested(0, 19, turns),) if turns else ()
        assert events == (Moved(0, 11, 19, False), *rested, *missed)
        assert state.owed == (0,)

    def test_with_more_players_each_round_passes_it_once(self) -> None:
        game = board(3)
        state = play(game, at(game, 11, 30, 40), 8, 2, 2).state
        assert (state.owed, state.turn) == ((1, 0, 0), 1)
        state = play(game, state, 2, 2).state
        assert (state.owed, state.turn) == ((0, 0, 0), 1)
        assert play(game, state, 2, 2).state.turn == 0


class TestWellAndPrison:
    """31 and 52: so many turns, or until another piece lands there."""

    CASES = pytest.mark.parametrize(("name", "square", "before"), [("well", 31, 25), ("prison", 52, 46)])

    @CASES
    def test_one_turn_is_missed(self, name: str, square: int, before: int) -> None:
        game = board()
        state, events = play(game, at(game, before, 0), 6)
        assert events == (Moved(0, before, square, False), Rested(0, square, 1))
        state, events = play(game, state, 2)
        assert events == (Moved(1, 0, 2, False), Missed(0, 0))
        assert game.turn(state) == Throw(1)
        assert game.turn(play(game, state, 2).state) == Throw(0)

    @CASES
    @pytest.mark.parametrize("turns", [0, 2, 9])
    def test_or_as_many_as_agreed(self, name: str, square: int, before: int, turns: int) -> None:
        game = board(1, **{name: miss(turns)})
        events = play(game, at(game, before), 6).events
        assert sum(isinstance(event, Missed) for event in events) == turns
        assert (Rested(0, square, turns) in events) == (turns > 0)

    @CASES
    @pytest.mark.parametrize("release", RELEASES)
    def test_or_until_somebody_comes(self, name: str, square: int, before: int, release: str) -> None:
        """It misses no turns: each that comes to it is a held turn."""
        game = board(3, **{name: "until_released", f"{name}_release": release})
        state, events = play(game, at(game, before, 0, 2), 6)
        assert events == (Moved(0, before, square, False), Held(0, square))
        assert state.owed == (0, 0, 0)
        for _ in range(3):
            assert game.turn(state) == Throw(1)
            assert game.held(state.places, 0)
            state, events = play(game, state, 2, 2)
            assert events[-1] == Waited(0, square)

    @CASES
    @pytest.mark.parametrize("release", RELEASES)
    def test_the_one_freed_goes_where_agreed(self, name: str, square: int, before: int, release: str) -> None:
        place = {"rescuer_start": before, "own_start": 22, "square_one": 1, "stays": square}[release]
        game = board(3, **{name: "until_released", f"{name}_release": release})
        origins = (0, 22, 0) if release == "own_start" else (0, 0, 0)
        state, events = play(game, at(game, before, square, 62, origins=origins), 6)
        assert state.places == (square, place, 62)
        assert state.origins == (before if release == "own_start" else 0, 0, 0)
        caught = () if release == "stays" else (Held(0, square),)
        assert events == (Moved(0, before, square, False), Freed(1, 0, square, place), *caught)
        assert game.turn(state) == Throw(1), "who was freed can throw"
        assert game.held(state.places, 0) == (release != "stays")

    @CASES
    def test_its_own_throw_is_the_one_that_led_there(self, name: str, square: int, before: int) -> None:
        """own_start, played out: from nine squares below."""
        game = board(2, **{name: "until_released", f"{name}_release": "own_start"})
        state = play(game, at(game, square - 9, before), 9).state
        assert state.origins == (square - 9, 0)
        state, events = play(game, state, 6)
        assert state.places == (square - 9, square)
        assert Freed(0, 1, square, square - 9) in events

    @CASES
    def test_where_they_stay_two_are_free_and_whoever_is_left_alone_is_held_again(
        self, name: str, square: int, before: int
    ) -> None:
        game = board(3, **{name: "until_released", f"{name}_release": "stays"})
        state = play(game, at(game, before, square, 0), 6).state
        assert not game.held(state.places, 0)
        assert not game.held(state.places, 1)
        state, events = play(game, state, 3)
        assert events == (Moved(1, square, square + 3, False), Held(0, square))
        assert game.held(state.places, 0)

    @CASES
    def test_where_they_stay_a_third_finds_nobody_waiting_and_collides(
        self, name: str, square: int, before: int
    ) -> None:
        rules = {name: "until_released", f"{name}_release": "stays"}
        swap, back, share = (board(3, collision=word, **rules) for word in ("swap", "mover_back", "share"))
        assert play(swap, at(swap, before, square, square), 6).state.places == (square, before, before)
        assert play(back, at(back, before, square, square), 6).state.places == (before, square, square)
        assert play(share, at(share, before, square, square), 6).state.places == (square, square, square)

    def test_where_they_stay_a_piece_is_held_or_free_however_it_came_there(self) -> None:
        """A swap brings a piece to the well in place of the mover: two there are free as before."""
        game = board(3, well="until_released", well_release="stays")
        state, events = play(game, at(game, 31, 31, 40), 9)
        assert state.places == (40, 31, 31)
        assert events[1:] == (Displaced(2, 0, 40, 31),)
        assert [game.held(state.places, seat) for seat in range(3)] == [False, False, False]

    @pytest.mark.parametrize(("name", "square"), [("well", 31), ("prison", 52)])
    @pytest.mark.parametrize("release", RELEASES)
    def test_one_alone_is_stuck_for_good(self, name: str, square: int, release: str) -> None:
        game = board(1, **{name: "until_released", f"{name}_release": release})
        state, events = play(game, at(game, square - 6), 6)
        assert events == (Moved(0, square - 6, square, False), Held(0, square), Stuck(0, square))
        assert outcome(game, state) == Outcome("stuck", ())
        assert outcome(game, state).share(0) == 0

    def test_the_other_square_keeps_its_own_rule(self) -> None:
        game = board(1, prison="until_released")
        state, events = play(game, at(game, 25), 6)
        assert events[1:] == (Rested(0, 31, 1), Missed(0, 0))
        assert game.turn(state) == Throw(0)


class TestDeadlock:
    """Two players can lock each other in; the game ends undecided at that throw."""

    RULES: ClassVar[dict[str, Any]] = {"well": "until_released", "prison": "until_released"}

    @pytest.mark.parametrize("release", RELEASES)
    def test_one_in_the_well_and_one_in_prison(self, release: str) -> None:
        game = board(well_release=release, prison_release=release, **self.RULES)
        for places, total, square in (((46, 31), 6, 52), ((25, 52), 6, 31)):
            state, events = play(game, at(game, *places), total)
            assert events == (Moved(0, places[0], square, False), Held(0, square), Deadlocked(0))
            assert outcome(game, state) == Outcome("deadlock", ())
            with pytest.raises(GameOverError):
                game.play(state, Dice(6, 3))

    def test_where_they_stay_it_may_be_made_by_leaving(self) -> None:
        game = board(well_release="stays", prison_release="stays", **self.RULES)
        state, events = play(game, at(game, 31, 31), 9)
        assert events == (Moved(0, 31, 40, False), Held(1, 31), Waited(1, 31))
        state, events = play(game, state, 12)
        assert state.places == (52, 31)
        assert events == (Moved(0, 40, 52, False), Held(0, 52), Deadlocked(0))

    def test_two_together_are_no_deadlock(self) -> None:
        game = board(well_release="stays", prison_release="stays", **self.RULES)
        state = play(game, at(game, 25, 31), 6).state
        assert state.places == (31, 31)
        assert game.turn(state) == Throw(1)

    def test_a_turn_owed_is_no_deadlock(self) -> None:
        game = board(**self.RULES)
        state, events = play(game, at(game, 13, 31), 6)
        assert state.places == (19, 31)
        assert events[1:] == (Rested(0, 19, 2), Waited(1, 31), Missed(0, 1), Waited(1, 31), Missed(0, 0), Waited(1, 31))
        assert game.turn(state) == Throw(0)

    def test_a_third_player_can_always_throw(self) -> None:
        """Each of the two squares holds at most one held piece."""
        game = board(3, **self.RULES)
        state, events = play(game, at(game, 46, 31, 0), 6)
        assert events[-2:] == (Held(0, 52), Waited(1, 31))
        assert game.turn(state) == Throw(2)


class TestLabyrinth:
    """42 leads back to 30."""

    def test_it_leads_back(self) -> None:
        assert alone(35, 7) == (30, (Moved(0, 35, 42, False), Strayed(0, 30)))

    def test_it_may_be_met_going_back(self) -> None:
        """60 and a twelve: 63, back to 54, a goose, back to 42."""
        assert alone(60, 12) == (30, (Moved(0, 60, 54, True), Hopped(0, 54, 42, False), Strayed(0, 30)))

    def test_a_throw_may_end_where_it_began(self) -> None:
        """30 and a twelve lead round through the labyrinth."""
        assert alone(30, 12)[0] == 30

    def test_it_can_be_left_out(self) -> None:
        assert alone(35, 7, maze="none")[0] == 42


class TestDeath:
    """58 sends back to the start (S0) or to the first square (S3)."""

    @pytest.mark.parametrize("to", [0, 1])
    def test_it_sends_back(self, to: int) -> None:
        assert alone(51, 7, death=str(to)) == (to, (Moved(0, 51, 58, False), Died(0, to)))

    def test_it_may_be_met_going_back(self) -> None:
        assert alone(57, 11)[1] == (Moved(0, 57, 58, True), Died(0, 0))

    def test_it_can_be_left_out(self) -> None:
        assert alone(51, 7, death="none")[0] == 58


class TestCollision:
    """The throw ends on a square that another holds."""

    def test_they_change_places(self) -> None:
        """The golden case of S0: at 20 a four leads to 24, and the piece on 24 goes to 20."""
        game = board()
        state, events = play(game, at(game, 20, 24), 4)
        assert state.places == (24, 20)
        assert events == (Moved(0, 20, 24, False), Displaced(1, 0, 24, 20))

    def test_every_piece_there_goes(self) -> None:
        game = board(4)
        state, events = play(game, at(game, 20, 24, 25, 24), 4)
        assert state.places == (24, 20, 25, 20)
        assert events[1:] == (Displaced(1, 0, 24, 20), Displaced(3, 0, 24, 20))

    def test_or_the_mover_goes_back(self) -> None:
        game = board(collision="mover_back")
        state, events = play(game, at(game, 20, 24), 4)
        assert state.places == (20, 24)
        assert events == (Moved(0, 20, 24, False), SentBack(0, 24, 20))
        assert game.turn(state) == Throw(1)

    @pytest.mark.parametrize(("square", "total"), [(19, 6), (31, 6), (52, 6)])
    def test_who_goes_back_misses_no_turns(self, square: int, total: int) -> None:
        game = board(collision="mover_back")
        state = play(game, at(game, square - total, square), total).state
        assert state == at(game, square - total, square, turn=1)

    def test_or_they_share(self) -> None:
        game = board(collision="share")
        state, events = play(game, at(game, 20, 24), 4)
        assert state.places == (24, 24)
        assert events == (Moved(0, 20, 24, False),)

    def test_only_the_square_where_the_throw_ends_is_looked_at(self) -> None:
        """Neither a square passed, nor where the mover stopped by the way."""
        game = board(3)
        state, events = play(game, at(game, 10, 13, 20), 4)
        assert state.places == (22, 13, 20)
        assert not [event for event in events if isinstance(event, Displaced)]

    def test_it_is_looked_at_after_bridge_labyrinth_and_death(self) -> None:
        game = board(3, death="1")
        assert play(game, at(game, 0, 12, 0), 6).state.places == (12, 0, 0)
        assert play(game, at(game, 35, 30, 0), 7).state.places == (30, 35, 0)
        assert play(game, at(game, 51, 1, 0), 7).state.places == (1, 51, 0)

    def test_it_is_looked_at_after_a_nine(self) -> None:
        game = board()
        state, events = game.play(at(game, 0, 26), Dice(6, 3))
        assert state.places == (26, 0)
        assert events == (Nine(0, 26), Displaced(1, 0, 26, 0))

    def test_a_throw_round_to_its_own_square_meets_nobody(self) -> None:
        for collision in ("swap", "mover_back"):
            game = board(3, collision=collision)
            state, events = play(game, at(game, 57, 57, 3), 12)
            assert state.places == (57, 57, 3)
            assert events == (Moved(0, 57, 57, True),)

    def test_home_is_no_collision(self) -> None:
        game = board(collision="mover_back", collision_at_start="on")
        assert outcome(game, play(game, at(game, 60, 4), 3).state) == Outcome("home", (0,))

    def test_any_number_stands_at_the_start(self) -> None:
        for collision in ("swap", "mover_back", "share"):
            game = board(3, collision=collision)
            state, events = play(game, at(game, 51, 0, 0), 7)
            assert state.places == (0, 0, 0)
            assert events == (Moved(0, 51, 58, False), Died(0, 0))

    def test_unless_it_is_a_square_like_others(self) -> None:
        swap = board(3, collision_at_start="on")
        state, events = play(swap, at(swap, 51, 0, 0), 7)
        assert state.places == (0, 51, 51)
        assert events[2:] == (Displaced(1, 0, 0, 51), Displaced(2, 0, 0, 51))
        back = board(3, collision="mover_back", collision_at_start="on")
        state, events = play(back, at(back, 51, 0, 0), 7)
        assert state.places == (51, 0, 0)
        assert events[2:] == (SentBack(0, 0, 51),)


class TestCarriedPieces:
    """Displaced or freed pieces: arriving that way is no landing, and turns owed are forgotten."""

    @pytest.mark.parametrize("stakes", ["toll", "all_ante"])
    def test_a_displaced_piece_pays_nothing_and_misses_nothing(self, stakes: str) -> None:
        """The mover began on 19, where it had waited; the other comes there."""
        game = board(stakes=stakes)
        start = game.start()
        state, events = play(game, at(game, 19, 22), 3)
        assert state.places == (22, 19)
        assert state.owed == (0, 0)
        assert state.balances == start.balances
        assert events == (Moved(0, 19, 22, False), Displaced(1, 0, 22, 19))
        assert game.turn(state) == Throw(1)

    @pytest.mark.parametrize(
        ("square", "name", "wait"), [(19, "inn", 9), (31, "well", miss(9)), (52, "prison", miss(9))]
    )
    def test_a_displaced_piece_forgets_what_it_owed(self, square: int, name: str, wait: int | Counted) -> None:
        game = board(2, **{name: wait})
        state, _ = play(game, at(game, square - 6, square, owed=(0, 7)), 6)
        assert state.places == (square, square - 6)
        assert state.owed == (9, 0)
        assert game.turn(state) == Throw(1)

    def test_a_displaced_piece_collides_with_nobody(self) -> None:
        game = board(3)
        assert play(game, at(game, 20, 24, 20), 4).state.places == (24, 20, 20)

    @pytest.mark.parametrize("stakes", ["toll", "all_ante"])
    def test_a_freed_piece_pays_nothing_and_misses_nothing(self, stakes: str) -> None:
        game = board(well="until_released", stakes=stakes)
        state, events = play(game, at(game, 19, 31), 12)
        assert state.places == (31, 19)
        assert state.owed == (0, 0)
        first = Paid(0, 31) if stakes == "toll" else PaidAll(0, 31)
        assert events == (Moved(0, 19, 31, False), first, Freed(1, 0, 31, 19), Held(0, 31))
        assert game.turn(state) == Throw(1)

    def test_a_freed_piece_collides_with_nobody(self) -> None:
        game = board(3, prison="until_released", prison_release="square_one")
        state, events = play(game, at(game, 46, 52, 1), 6)
        assert state.places == (52, 1, 1)
        assert events[1:] == (Freed(1, 0, 52, 1), Held(0, 52))

    def test_a_release_is_no_collision(self) -> None:
        """Whatever is agreed for collisions, who lands where one waits stays there."""
        for collision in ("swap", "mover_back", "share"):
            game = board(well="until_released", well_release="square_one", collision=collision)
            assert play(game, at(game, 25, 31), 6).state.places == (31, 1)


class TestOrder:
    """Move and geese; nine, bridge, labyrinth, Death; then release, or else collision."""

    def test_a_throw_with_everything_in_it(self) -> None:
        """60 and a twelve: 54, a goose, 42, the labyrinth, 30, where another stands."""
        game = board(stakes="all_ante")
        state, events = play(game, at(game, 60, 30), 12)
        assert state.places == (30, 60)
        assert events == (
            Moved(0, 60, 54, True),
            Hopped(0, 54, 42, False),
            Strayed(0, 30),
            PaidAll(0, 54),
            PaidAll(0, 42),
            Displaced(1, 0, 30, 60),
        )

    def test_the_mover_waits_after_it_has_displaced(self) -> None:
        game = board(stakes="toll")
        events = play(game, at(game, 13, 19), 6).events
        assert events == (Moved(0, 13, 19, False), Paid(0, 19), Displaced(1, 0, 19, 13), Rested(0, 19, 2))

    def test_the_next_turns_come_last(self) -> None:
        game = board(3, well="until_released")
        events = play(game, at(game, 20, 31, 19, owed=(0, 0, 2)), 4).events
        assert events == (Moved(0, 20, 24, False), Waited(1, 31), Missed(2, 1))


class TestStakes:
    """An ante each, and tokens into the pool; the winner takes it."""

    def test_without_stakes_nothing_is_paid(self) -> None:
        game = board()
        assert (game.start().balances, game.start().pool) == ((0, 0), 0)
        assert play(game, at(game, 13, 0), 6).state.pool == 0

    @pytest.mark.parametrize("stakes", ["toll", "all_ante"])
    @pytest.mark.parametrize("ante", [0, 1, 5])
    def test_each_puts_in_an_ante(self, stakes: str, ante: int) -> None:
        start = board(4, stakes=stakes, ante=ante).start()
        assert start.balances == (-ante,) * 4
        assert start.pool == 4 * ante

    def test_the_ante_is_one_token_unless_agreed_otherwise(self) -> None:
        assert board(2, stakes="toll").start().pool == 2

    @pytest.mark.parametrize(
        ("before", "total", "square"), [(0, 6, 6), (13, 6, 19), (25, 6, 31), (35, 7, 42), (46, 6, 52)]
    )
    def test_toll_is_a_token_of_the_mover_on_five_squares(self, before: int, total: int, square: int) -> None:
        assert square in TOLLED
        assert len(TOLLED) == 5
        game = board(3, stakes="toll")
        state, events = play(game, at(game, before, 3, 4), total)
        assert state.balances == (-2, -1, -1)
        assert state.pool == 4
        assert events.count(Paid(0, square)) == 1

    @pytest.mark.parametrize(("before", "total"), [(10, 4), (51, 7), (20, 6), (47, 6), (60, 3)])
    def test_geese_dice_death_and_home_ask_no_toll(self, before: int, total: int) -> None:
        game = board(3, stakes="toll")
        state, events = play(game, at(game, before, 3, 4), total)
        assert not [event for event in events if isinstance(event, Paid | PaidAll)]
        assert sum(state.balances) + state.pool == 0

    @pytest.mark.parametrize(
        ("before", "total", "squares"),
        [
            (10, 4, [14, 18]),
            (0, 6, [6]),
            (13, 6, [19]),
            (20, 6, [26]),
            (25, 6, [31]),
            (35, 7, [42]),
            (46, 6, [52]),
            (47, 6, [53]),
            (51, 7, [58]),
            (60, 7, [59, 52]),
            (20, 4, []),
        ],
    )
    def test_all_pay_for_every_stop_on_a_marked_square(self, before: int, total: int, squares: list[int]) -> None:
        assert set(squares) <= set(MARKED)
        game = board(3, stakes="all_ante")
        state, events = play(game, at(game, before, 3, 4), total)
        assert [event.square for event in events if isinstance(event, PaidAll)] == squares
        assert state.balances == (-1 - len(squares),) * 3
        assert state.pool == 3 + 3 * len(squares)

    def test_the_marked_squares_are_those_of_the_rules(self) -> None:
        assert set(MARKED) == {*GEESE, 6, 19, 26, 31, 42, 52, 53, 58}
        assert 63 not in MARKED

    @pytest.mark.parametrize("dice", DICE.values(), ids=str)
    def test_a_nine_stops_at_the_dice_and_not_on_the_goose(self, dice: Dice) -> None:
        game = board(stakes="all_ante")
        state, events = game.play(game.start(), dice)
        assert state.balances == (-2, -2)
        assert isinstance(events[1], PaidAll)

    def test_who_is_sent_back_owes_its_token(self) -> None:
        toll = board(collision="mover_back", stakes="toll")
        state, events = play(toll, at(toll, 13, 19), 6)
        assert (state.balances, state.pool) == ((-2, -1), 3)
        assert events == (Moved(0, 13, 19, False), Paid(0, 19), SentBack(0, 19, 13))
        all_pay = board(collision="mover_back", stakes="all_ante")
        state, events = play(all_pay, at(all_pay, 13, 19), 6)
        assert (state.balances, state.pool) == ((-2, -2), 4)
        assert events == (Moved(0, 13, 19, False), PaidAll(0, 19), SentBack(0, 19, 13))

    def test_the_winner_takes_the_pool(self) -> None:
        game = board(3, stakes="toll", ante=4)
        state, events = play(game, at(game, 60, 3, 4, balances=(-7, -4, -5), pool=16), 3)
        assert events[-1] == Won(0, 16)
        assert (state.balances, state.pool) == ((9, -4, -5), 0)

    def test_under_all_ante_the_last_stops_are_paid_first(self) -> None:
        """55 and a four: a goose, then home."""
        game = board(stakes="all_ante")
        state, events = play(game, at(game, 55, 3), 4)
        assert events[-2:] == (PaidAll(0, 59), Won(0, 4))
        assert (state.balances, state.pool) == ((2, -2), 0)

    def test_after_a_deadlock_the_pool_goes_back_in_equal_parts(self) -> None:
        """Ours. An odd token cannot be divided and stays."""
        game = board(stakes="toll", well="until_released", prison="until_released")
        state, events = play(game, at(game, 46, 31, balances=(-1, -2), pool=3), 6)
        assert events[-2:] == (Deadlocked(0), Returned(0, 2, 0))
        assert (state.balances, state.pool) == ((0, 0), 0)
        state, events = play(game, at(game, 46, 31, balances=(-3, -1), pool=4), 6)
        assert events[-2:] == (Deadlocked(0), Returned(0, 2, 1))
        assert (state.balances, state.pool) == ((-2, 1), 1)

    def test_one_alone_who_is_stuck_has_the_pool_back(self) -> None:
        game = board(1, stakes="all_ante", ante=3, well="until_released")
        state, events = play(game, at(game, 25), 6)
        assert events[-2:] == (Stuck(0, 31), Returned(0, 4, 0))
        assert (state.balances, state.pool) == ((0,), 0)

    def test_with_nothing_in_the_pool_nothing_goes_back(self) -> None:
        game = board(well="until_released", prison="until_released")
        assert play(game, at(game, 46, 31), 6).events[-1] == Deadlocked(0)

    def test_tokens_change_no_throw(self) -> None:
        paid, free = board(stakes="all_ante"), board()
        for total in range(2, 13):
            for square in (0, 10, 46, 60):
                one, other = (play(game, at(game, square, 30), total).state for game in (paid, free))
                assert paid.key(one) == free.key(other)


class TestCounts:
    """A throw, a missed turn and a held turn are three things; a turn is any of them."""

    def test_a_game_in_which_all_three_occur(self) -> None:
        game = board(3, prison="until_released", inn=1)
        state = at(game, 46, 13, 0)
        counts = {"throws": 0, "missed": 0, "held": 0}
        for total in (6, 6, 2, 2, 10, 7):
            state, events = play(game, state, total)
            counts["throws"] += 1
            counts["missed"] += sum(isinstance(event, Missed) for event in events)
            counts["held"] += sum(isinstance(event, Waited) for event in events)
        assert state.places == (52, 29, 11)
        assert counts == {"throws": 6, "missed": 1, "held": 3}

    def test_who_waits_is_passed_over_without_a_throw(self) -> None:
        game = board(3, well="until_released")
        state, events = play(game, at(game, 2, 31, 3), 2)
        assert events == (Moved(0, 2, 4, False), Waited(1, 31))
        assert game.turn(state) == Throw(2)

    def test_one_alone_throws_again_at_once_after_its_missed_turns(self) -> None:
        game = board(1)
        state, events = play(game, at(game, 13), 6)
        assert events[-2:] == (Missed(0, 1), Missed(0, 0))
        assert game.turn(state) == Throw(0)


class TestThePublishedModel:
    """``dutch`` for two reproduces the published model."""

    def test_the_first_the_second_and_nobody_wins(self) -> None:
        chain = Chain(game("dutch", players=2))
        first, second = (one.value for one in chain.win())
        assert first == pytest.approx(0.393625, abs=1e-6)
        assert second == pytest.approx(0.379985, abs=1e-6)
        assert 1 - first - second == pytest.approx(0.226390, abs=1e-6)


class TestOptions:
    """What can be chosen, and what is refused with a sentence."""

    def test_they_are_those_of_the_rules_the_first_value_being_the_default(self) -> None:
        found = {name: spec.range or tuple(v.word for v in spec.values) for name, spec in specs(Options).items()}
        assert found == {
            "players": (1, 20),
            "geese": ("again", "none"),
            "nine": ("from_start", "first_throw", "none"),
            "bridge": ("to_12", "none"),
            "inn": (0, 9),
            "well": ("miss", "until_released"),
            "well_release": RELEASES,
            "maze": ("to_30", "none"),
            "prison": ("miss", "until_released"),
            "prison_release": RELEASES,
            "death": ("0", "1", "none"),
            "collision": ("swap", "mover_back", "share"),
            "collision_at_start": ("off", "on"),
            "stakes": ("none", "toll", "all_ante"),
            "ante": (0, 1000),
        }

    def test_the_defaults_are_the_classic_game(self) -> None:
        options = Options()
        assert (options.inn, options.well, options.prison, options.ante) == (2, miss(1), miss(1), 1)
        assert (options.nine, options.death, options.collision) == ("from_start", "0", "swap")
        assert Goose() == Goose(Options()) == game("classic")

    @pytest.mark.parametrize("square", ["well", "prison"])
    @pytest.mark.parametrize("release", RELEASES[1:])
    def test_a_release_needs_somebody_who_waits_for_it(self, square: str, release: str) -> None:
        name = f"{square}_release"
        with pytest.raises(OptionError, match=f"{name}={release} has no effect.*needs {square}=until_rel") as caught:
            board(2, **{name: release})
        assert caught.value.option == name
        assert is_sentence(caught.value)
        assert board(2, **{name: release, square: "until_released"})

    def test_a_collision_at_the_start_needs_collisions(self) -> None:
        with pytest.raises(OptionError, match="collision_at_start=on has no effect with collision=share") as caught:
            Options(collision="share", collision_at_start="on")
        assert caught.value.option == "collision_at_start"
        assert is_sentence(caught.value)

    @pytest.mark.parametrize("way", [{"death": "1"}, {"death": "none", "geese": "none"}], ids=str)
    def test_a_collision_at_the_start_needs_a_throw_that_ends_there(self, way: dict[str, Any]) -> None:
        lone = board(1, **way)
        for square in lone.resting_squares[:-1]:
            for thrown in PAIRS:
                assert lone.play(lone.position([square]), thrown).state.places != (0,)
        with pytest.raises(OptionError, match=r"no throw ends on the start then: it needs death=0\.") as caught:
            Options(collision_at_start="on", **way)
        assert caught.value.option == "collision_at_start"
        assert is_sentence(caught.value)

    def test_geese_without_death_may_lead_to_the_start_and_meet_somebody(self) -> None:
        game = board(death="none", collision_at_start="on")
        state, events = play(game, at(game, 58, 0), 9)
        assert state.places == (0, 58)
        assert Displaced(1, 0, 0, 58) in events

    @pytest.mark.parametrize("ante", [0, 2, 1000])
    def test_an_ante_needs_stakes(self, ante: int) -> None:
        with pytest.raises(OptionError, match=f"ante={ante} has no effect with stakes=none") as caught:
            Options(ante=ante)
        assert caught.value.option == "ante"
        assert is_sentence(caught.value)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("players", 0),
            ("players", 21),
            ("players", True),
            ("players", "2"),
            ("inn", 10),
            ("inn", -1),
            ("inn", miss(1)),
            ("well", "miss"),
            ("well", miss(10)),
            ("well", "miss(10)"),
            ("well", 1),
            ("prison", "released"),
            ("prison", Counted("until_released", 1)),
            ("prison_release", "start"),
            ("death", 2),
            ("death", True),
            ("death", "start"),
            ("nine", 9),
            ("maze", "30"),
            ("stakes", None),
            ("ante", 1001),
        ],
    )
    def test_what_is_no_value_is_refused(self, name: str, value: Any) -> None:
        with pytest.raises(OptionError, match=f"^{name} must be") as caught:
            Options(**{name: value})
        assert caught.value.option == name
        assert is_sentence(caught.value)

    def test_a_wait_and_a_square_may_be_words_or_numbers(self) -> None:
        assert Options(well="miss(3)", death=1) == Options(well=miss(3), death="1")  # type: ignore[arg-type]
        assert Options(death=0) == Options()  # type: ignore[arg-type]

    def test_how_long_one_waits(self) -> None:
        options = Options(inn=4, well=miss(3), prison="until_released")
        assert [options.waits(square) for square in ("inn", "well", "prison")] == [4, 3, 0]
        assert not options.until_released("well")
        assert options.until_released("prison")

    def test_a_game_shows_its_options_and_is_what_they_are(self) -> None:
        assert repr(board(3)) == f"Goose({Options(players=3)!r})"
        assert board(3) != board(4)
        assert len({board(), Goose(), board(3)}) == 2


class TestRefusals:
    """What is not legal is refused with a sentence, and the game is as it was."""

    @pytest.mark.parametrize("choice", [None, 9, 9.0, True, "6-3", (6, 3), [6, 3], {"high": 6, "low": 3}], ids=repr)
    def test_what_is_no_throw(self, choice: Any) -> None:
        game = board(3, stakes="toll")
        for state in (game.start(), at(game, 20, 31, 40, turn=2)):
            before = copy.deepcopy(state)
            with pytest.raises(DiceError, match=r"played by a throw of two dice") as caught:
                game.play(state, choice)
            assert is_sentence(caught.value)
            assert state == before

    @pytest.mark.parametrize(
        ("over", "places", "total"),
        [(board(), (60, 3), 3), (board(1, well="until_released"), (25,), 6)],
        ids=["won", "stuck"],
    )
    def test_a_finished_game_takes_no_throw(self, over: Goose, places: tuple[int, ...], total: int) -> None:
        state = play(over, at(over, *places), total).state
        before = copy.deepcopy(state)
        acts: list[Callable[[State], object]] = [
            lambda state: over.play(state, Dice(1, 1)),
            over.throws,
            over.throw_classes,
        ]
        for act in acts:
            with pytest.raises(GameOverError, match="finished") as caught:
                act(state)
            assert is_sentence(caught.value)
        assert state == before

    def test_there_is_nothing_to_decide(self) -> None:
        assert board().moves(board().start()) == ()

    def test_the_dice_are_fair(self) -> None:
        assert board().throws(board().start()) == PAIRS

    @pytest.mark.parametrize(
        ("places", "turn", "words"),
        [
            ([20], 0, "entry for each of 2 players"),
            ([20, 64], 0, "square of seat 2 must be a whole number from 0 to 63, not 64"),
            ([20, 5], 0, "Seat 2 cannot stand on square 5"),
            ([6, 20], 0, "Seat 1 cannot stand on square 6"),
            ([20, 20], 0, "Two pieces cannot stand on square 20 with collision=swap"),
            ([20, 63], 0, "Seat 2 is home, so the game is over, and seat 1"),
            ([20, 24], 2, "seat to throw must be a whole number from 0 to 1, not 2"),
            (["20", 24], 0, "square of seat 1 must be a whole number"),
        ],
    )
    def test_a_position_that_cannot_be(self, places: list[Any], turn: int, words: str) -> None:
        with pytest.raises(StateError, match=words) as caught:
            board().position(places, turn)
        assert is_sentence(caught.value)


class TestFolding:
    """The thrower is brought to seat 0, and the order of the others stays."""

    def test_every_part_is_turned(self) -> None:
        game = board(3, nine="first_throw", well="until_released", well_release="own_start", stakes="toll")
        state = at(
            game, 19, 31, 20, turn=2,
            owed=(1, 0, 0), origins=(0, 22, 0), begun=(True, True, True), balances=(-3, -2, -1), pool=6,
        )  # fmt: skip
        folded, shift, copies = game.fold(state)
        assert (shift, copies) == (2, 1)
        assert folded == State((20, 19, 31), (0, 1, 0), (0, 0, 22), (True,) * 3, (-1, -3, -2), 6, 0)
        assert game.fold(folded) == (folded, 0, 1)
