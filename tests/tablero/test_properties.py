"""What holds of both games of Tablero under all options, from random positions on, held against the oracle."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, IllegalChoiceError
from fortune.game import Event, Over, Throw, playout
from fortune.tablero import (
    Announce,
    Gucci,
    GucciState,
    Jesus,
    Leave,
    Move,
    NoToast,
    Take,
    ThrowOn,
    Toast,
)
from fortune.tablero import state as events
from fortune.tablero.squares import mirrored, turned
from tests.helpers import any_move, is_sentence
from tests.tablero import oracle, strategies
from tests.tablero.conforming import invariant
from tests.tablero.players import eager

SEEDS = st.integers(0, 10**9)
STEPS = 60

decisions = st.one_of(
    st.builds(Move, *[st.integers(-1, 7), st.integers(0, 8)] * 2),
    st.builds(Toast, st.integers(-1, 7)),
    st.just(NoToast()),
    st.builds(
        Take,
        st.integers(1, 7),
        st.tuples(st.integers(0, 6), st.integers(0, 7)).map(lambda ends: tuple(range(*ends))),
    ),
    st.sampled_from([ThrowOn(), Announce(), Leave()]),
)
"""Any decisions of either game, most of them illegal."""


def some(game: Any, seed: int, count: int = 3) -> list[Any]:
    return strategies.some_states(game, random.Random(seed), count)


@settings(max_examples=60)
@given(strategies.games, SEEDS, st.sampled_from([any_move, eager]))
def test_random_games_keep_all_promises(game: Any, seed: int, choose: Any) -> None:
    for before in some(game, seed):
        last = before
        for chosen, (state, seen) in islice(playout(game, random.Random(seed), before, choose), STEPS):
            invariant(game, state)
            assert rows_told(last.rows, seen) == state.rows, "every glass that went elsewhere was seen to go"
            assert stocks_told(last.stocks, seen, state) == state.stocks, "every unit is accounted for"
            assert (chosen, state) == (chosen, game.play(last, chosen).state)
            last = state


def rows_told(rows: tuple[int, ...], seen: tuple[Event, ...]) -> tuple[int, ...]:
    """The rows after these events, from the events alone."""
    new = list(rows)
    for event in seen:
        match event:
            case (
                events.Moved(column=column, origin=origin, row=row)
                | events.Toasted(column=column, origin=origin, row=row)
            ):
                assert new[column] == origin
                new[column] = row
            case events.Pulled(columns=columns, row=row, to=to):
                assert row == 0 or {new[column] for column in columns} == {row}
                for column in columns:
                    new[column] = to
            case events.Refilled(columns=columns, row=row):
                for column in columns:
                    new[column] = row
            case _:
                pass
    return tuple(new)


def stocks_told(stocks: tuple[int, int], seen: tuple[Event, ...], after: Any) -> tuple[int, int]:
    """The stocks after these events, from the events alone; what was taken last goes back where a game is over."""
    new = list(stocks)
    taken = 0
    for event in seen:
        seat = event.seat
        match event:
            case events.Filled(units=units, left=left):
                new[seat] -= units
                assert new[seat] == left >= 0
            case events.Took(columns=columns):
                taken = len(columns)
                new[seat] += taken
            case events.Eighth():
                new[seat], new[1 - seat] = new[seat] + 1, new[1 - seat] - 1
            case events.Refilled(columns=columns):
                new[seat] -= len(columns)
            case events.Staked(coins=coins):
                new[seat] -= coins
            case events.RunWon(coins=coins):
                new[seat] += coins
            case events.RunLost(coins=coins):
                new[1 - seat] += coins
                taken = coins - 2
            case events.Lost(needed=needed, had=had):
                assert had < needed
                assert new[seat] == had
            case _:
                pass
    if after.phase == "over":
        new[after.turn] -= taken
    return new[0], new[1]


@settings(max_examples=60)
@given(strategies.games, SEEDS)
def test_no_legal_throw_or_decision_is_refused_and_each_is_pure(game: Any, seed: int) -> None:
    for state in some(game, seed):
        before = copy.deepcopy(state)
        turn = game.turn(state)
        for choice in PAIRS if isinstance(turn, Throw) else game.moves(state):
            step = game.play(state, choice)
            assert step == game.play(before, choice)
            assert state == before
            invariant(game, step.state)
            assert game.load(json.loads(json.dumps(game.dump(step.state)))) == step.state


@settings(max_examples=200)
@given(strategies.games, SEEDS, st.lists(decisions, min_size=1, max_size=20))
def test_no_illegal_decision_is_accepted(game: Any, seed: int, tried: list[Any]) -> None:
    for state in some(game, seed, 2):
        if isinstance(game.turn(state), Over):
            continue
        before = copy.deepcopy(state)
        legal = game.moves(state)
        for choice in tried:
            if choice in legal:
                game.play(state, choice)
            else:
                with pytest.raises((DiceError, IllegalChoiceError)) as caught:
                    game.play(state, choice)
                assert is_sentence(caught.value)
            assert state == before


@given(strategies.games, SEEDS)
def test_moves_are_the_oracles(game: Any, seed: int) -> None:
    either = isinstance(game, Jesus) or game.options.direction == "either"
    for state in some(game, seed):
        if state.phase == "move":
            dice = (state.dice.high, state.dice.low)
            wanted = oracle.after_throw(state.rows, dice, state.turn, either)
            steps = [game.play(state, move) for move in game.moves(state)]
            led = [rows_told(state.rows, step.events[:2]) for step in steps]
            assert len(led) == len(set(led))
            assert set(led) == wanted


@given(strategies.games, SEEDS, strategies.throws)
def test_a_throw_leads_where_the_oracle_says(game: Any, seed: int, dice: Dice) -> None:
    """The dice pass by pass numbers and where nothing can be played; the Queen's number is met first."""
    either = isinstance(game, Jesus) or game.options.direction == "either"
    for state in some(game, seed):
        if state.phase != "throw":
            continue
        after = game.play(state, dice).state
        passes = dice.total in (7, 11, 12)
        playable = bool(oracle.after_throw(state.rows, (dice.high, dice.low), state.turn, either))
        queen = isinstance(state, GucciState) and dice.total == state.queen
        assert (after.rows, after.stocks) == (state.rows, state.stocks)
        if queen and sum(state.stocks):
            assert (after.phase, after.turn) == ("toast", state.turn)
        elif playable and not passes:
            assert (after.phase, after.turn, after.dice) == ("move", state.turn, dice)
        elif queen:
            assert (after.phase, after.turn) == ("throw", state.turn)
        else:
            spoils = isinstance(game, Jesus) and oracle.groups(state.rows)
            assert (after.phase, after.turn) == ("spoils" if spoils else "throw", 1 - state.turn)


@settings(max_examples=200)
@given(strategies.guccis, SEEDS)
def test_a_move_pulls_the_line_that_the_oracle_sees(game: Gucci, seed: int) -> None:
    options = game.options
    five = options.lines == "five_in_row"
    for state in some(game, seed):
        if state.phase != "move":
            continue
        for move in game.moves(state):
            assert isinstance(move, Move)
            after, seen = game.play(state, move)
            rows = rows_told(state.rows, seen[:2])
            columns = oracle.line_columns(rows, 5 if five else 6, not five, options.home_rows_count == "yes")
            pulled = [event for event in seen if isinstance(event, events.Pulled)]
            if not columns & {move.first, move.second}:
                assert not pulled
                assert after.holder == state.turn
                assert after.phase == ("call" if state.uncalled else "throw")
            else:
                assert [set(event.columns) for event in pulled] == [columns]
                assert {after.rows[column] for column in columns} == {7 if state.turn == 0 else 1}
                other = 1 - state.turn
                if state.stocks[other] < len(columns):
                    assert (after.phase, after.turn) == ("over", state.turn)
                else:
                    assert after.holder == other
                    assert after.stocks[other] == state.stocks[other] - len(columns)


@settings(max_examples=200)
@given(strategies.guccis.filter(lambda game: game.options.queen != "off" and game.options.stock > 0), SEEDS)
def test_a_toast_costs_one_unit_and_pulls_only_where_agreed(game: Gucci, seed: int) -> None:
    options = game.options
    five = options.lines == "five_in_row"
    for state in some(game, seed, 6):
        if state.phase not in ("toast", "call"):
            continue
        seat, other = state.turn, 1 - state.turn
        to = 7 if seat == 0 else 1
        for column in range(7):
            after, seen = game.play(state, Toast(column))
            rows = tuple(to if here == column else row for here, row in enumerate(state.rows))
            stocks = list(state.stocks)
            stocks[other if stocks[other] else seat] -= 1
            made = oracle.line_columns(rows, 5 if five else 6, not five, options.home_rows_count == "yes")
            if options.toast_makes_line == "yes" and state.rows[column] != to and column in made:
                assert isinstance(seen[-2], events.Pulled | events.Lost)
                lost = stocks[other] < len(made)
                assert (after.phase, after.turn) == (("over", seat) if lost else ("throw", other))
                stocks[other] -= 0 if lost else len(made)
                rows = tuple(to if here in made else row for here, row in enumerate(rows))
            elif state.phase == "call":
                assert (after.phase, after.turn) == ("throw", state.holder)
            else:
                assert state.dice is not None
                dice = (state.dice.high, state.dice.low)
                plays = sum(dice) not in (7, 11, 12) and oracle.after_throw(rows, dice, seat, game.either)
                assert (after.phase, after.turn, after.uncalled) == ("move" if plays else "throw", seat, False)
            assert (after.rows, after.stocks) == (rows, tuple(stocks))


@given(strategies.jesuses, SEEDS)
def test_what_may_be_taken_is_what_the_oracle_sees(game: Jesus, seed: int) -> None:
    for state in some(game, seed):
        takes = [move.columns for move in game.moves(state) if isinstance(move, Take)]
        if state.phase in ("take", "spoils"):
            assert set(takes) == oracle.groups(state.rows)
            assert len(takes) == len(set(takes))
        else:
            assert not takes


def seen_from_the_other_side(thing: Any) -> Any:
    """A state or a decision on the board turned by 180 degrees, the seats exchanged."""
    match thing:
        case Move(first=first, first_to=to, second=second, second_to=then):
            return Move(6 - second, 8 - then, 6 - first, 8 - to)
        case Toast(column=column):
            return Toast(6 - column)
        case Take(row=row, columns=columns):
            return Take(8 - row, tuple(sorted(6 - column for column in columns)))
        case NoToast() | ThrowOn() | Announce() | Leave() | Dice():
            return thing
    changes = {"rows": turned(thing.rows), "stocks": thing.stocks[::-1], "turn": 1 - thing.turn}
    if isinstance(thing, GucciState):
        changes["holder"] = 1 - thing.holder
    return replace(thing, **changes)


def in_the_mirror(thing: Any) -> Any:
    """A state or a decision with left and right exchanged."""
    match thing:
        case Move(first=first, first_to=to, second=second, second_to=then):
            return Move(6 - second, then, 6 - first, to)
        case Toast(column=column):
            return Toast(6 - column)
        case Take(row=row, columns=columns):
            return Take(row, tuple(sorted(6 - column for column in columns)))
        case NoToast() | ThrowOn() | Announce() | Leave() | Dice():
            return thing
    return replace(thing, rows=mirrored(thing.rows))


@pytest.mark.parametrize("image", [seen_from_the_other_side, in_the_mirror])
@settings(max_examples=60)
@given(game=strategies.games, seed=SEEDS)
def test_both_sides_of_the_board_and_of_a_mirror_play_the_same_game(image: Any, game: Any, seed: int) -> None:
    for state in some(game, seed)[1:]:
        there = image(state)
        turn, other = game.turn(state), game.turn(there)
        assert type(turn) is type(other)
        assert {image(move) for move in game.moves(state)} == set(game.moves(there))
        if not isinstance(turn, Over):
            for choice in PAIRS if isinstance(turn, Throw) else game.moves(state):
                assert game.play(there, image(choice)).state == image(game.play(state, choice).state)
        assert game.fold(state).state == game.fold(there).state
