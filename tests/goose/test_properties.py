"""What holds in every game of the Goose under every combination of options."""

from __future__ import annotations

import copy
import itertools
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune import dice
from fortune.dice import PAIRS, Dice
from fortune.errors import GameOverError, OptionError
from fortune.game import Event, Over, Throw
from fortune.goose import Goose, Options, State, game, miss
from fortune.goose.squares import GEESE, HOME, MARKED, PRISON, TOLLED, WELL
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
from fortune.options import options_from_json, options_to_json, specs
from tests.goose import strategies
from tests.goose.conforming import invariant
from tests.helpers import is_sentence, successors

ORDER: tuple[tuple[type[Event], ...], ...] = (
    (Moved, Nine),
    (Hopped,),
    (Crossed, Strayed, Died),
    (Paid, PaidAll),
    (Freed, Displaced, SentBack),
    (Rested,),
    (Held,),
    (Won, Deadlocked, Stuck),
    (Returned,),
    (Waited, Missed),
)
"""The order of effects within one throw, and the turns of those who wait after it."""


def run(game: Goose, state: State, throws: list[Dice]) -> list[State]:
    """The states that these throws lead through, as far as the game takes them."""
    states = [state]
    for thrown in throws:
        if isinstance(game.turn(states[-1]), Over):
            break
        states.append(game.play(states[-1], thrown).state)
    return states


@st.composite
def played(draw: st.DrawFn, most: int = 40, least: int = 1) -> tuple[Goose, list[State], list[Dice]]:
    """A game under any rules, from its start or from the thick of it, with all its states and the throws left over."""
    game = draw(strategies.games(least))
    state = draw(st.just(game.start()) | strategies.positions(game))
    throws = draw(strategies.throws(most))
    return game, run(game, state, throws), throws


# --- options ------------------------------------------------------------------------------------------------


def refused_for(chosen: dict[str, Any]) -> str | None:
    """The option at fault, by the rules: what needs something else to have any effect."""
    for square in ("well", "prison"):
        if chosen[f"{square}_release"] != "rescuer_start" and chosen[square] != "until_released":
            return f"{square}_release"
    no_way_to_the_start = chosen["death"] == "1" or (chosen["death"], chosen["geese"]) == ("none", "none")
    if chosen["collision_at_start"] == "on" and (chosen["collision"] == "share" or no_way_to_the_start):
        return "collision_at_start"
    if chosen["ante"] != 1 and chosen["stakes"] == "none":
        return "ante"
    return None


def refusal(chosen: dict[str, Any]) -> OptionError | None:
    try:
        Options(**chosen)
    except OptionError as error:
        return error
    return None


@given(strategies.settings())
@settings(max_examples=300)
def test_combinations_are_refused_for_the_stated_reasons_only(chosen: dict[str, Any]) -> None:
    error = refusal(chosen)
    assert (error.option if error else None) == refused_for(chosen)
    if error:
        assert is_sentence(error)
    else:
        options = Options(**chosen)
        assert {name: getattr(options, name) for name in specs(Options)} == chosen
        assert options_from_json(Options, json.loads(json.dumps(options_to_json(options)))) == options


def test_every_combination_of_what_hangs_together_is_refused_for_the_stated_reasons_only() -> None:
    """Nothing is left to luck."""
    words: dict[str, list[Any]] = {
        "geese": ["again", "none"],
        "well": [miss(1), "until_released"],
        "prison": [miss(2), "until_released"],
        "ante": [0, 1, 2],
    }
    for name in ("well_release", "prison_release", "death", "collision", "collision_at_start", "stakes"):
        words[name] = [value.word for value in specs(Options)[name].values]
    combinations = [dict(zip(words, chosen, strict=True)) for chosen in itertools.product(*words.values())]
    assert len(combinations) == 2 * 2 * 2 * 3 * 4 * 4 * 3 * 3 * 2 * 3
    for chosen in combinations:
        error = refusal(chosen)
        assert (error.option if error else None) == refused_for(chosen)


# --- one throw ----------------------------------------------------------------------------------------------


WAYS = [
    dict(zip(("geese", "nine", "bridge", "maze", "death"), words, strict=True))
    for words in itertools.product(
        ("again", "none"),
        ("from_start", "first_throw", "none"),
        ("to_12", "none"),
        ("to_30", "none"),
        ("0", "1", "none"),
    )
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_no_throw_goes_on_for_ever_and_each_ends_where_a_piece_can_rest(way: dict[str, str]) -> None:
    """Every throw from every square under every rule of the way: geese hop thirteen times at most, and nobody is
    led on twice."""
    game = Goose(Options(players=1, **way))  # type: ignore[arg-type]
    for square in game.resting_squares[:-1]:
        state = game.position([square])
        for thrown in PAIRS:
            after, events = game.play(state, thrown)
            assert after.places[0] in game.resting_squares
            assert sum(isinstance(event, Hopped) for event in events) <= len(GEESE)
            assert sum(isinstance(event, Crossed | Strayed | Died) for event in events) <= 1
            first, *rest = (event for event in events if isinstance(event, Moved | Nine | Hopped))
            assert not isinstance(first, Hopped)
            assert all(isinstance(event, Hopped) for event in rest)
            invariant(game, after)


@given(played())
@settings(max_examples=300)
def test_nobody_rests_where_nobody_can_and_tokens_add_up(found: tuple[Goose, list[State], list[Dice]]) -> None:
    game, states, _ = found
    for state in states:
        invariant(game, state)


@given(played(most=1), st.sampled_from(list(PAIRS)))
@settings(max_examples=500)
def test_effects_come_in_their_order(found: tuple[Goose, list[State], list[Dice]], thrown: Dice) -> None:
    game, states, _ = found
    state = states[-1]
    if isinstance(game.turn(state), Over):
        return
    after, events = game.play(state, thrown)
    ranks = [next(rank for rank, kinds in enumerate(ORDER) if isinstance(event, kinds)) for event in events]
    assert ranks == sorted(ranks)
    assert ranks.count(0) == 1
    met = {type(event) for event in events if isinstance(event, Freed | Displaced | SentBack)}
    assert len(met) <= 1, "release, or else collision"
    if SentBack in met:
        assert not [event for event in events if isinstance(event, Rested | Held)], "it misses no turns"
        assert after.places[state.turn] == state.places[state.turn]
    if any(isinstance(event, Won) for event in events):
        assert isinstance(events[-1], Won), "nothing happens after the end"
        assert not met
    if any(isinstance(event, Deadlocked | Stuck) for event in events):
        assert not [event for event in events if isinstance(event, Waited | Missed)]


@given(played(most=1), st.sampled_from(list(PAIRS)))
@settings(max_examples=300)
def test_each_stop_is_paid_for_and_nothing_else(found: tuple[Goose, list[State], list[Dice]], thrown: Dice) -> None:
    game, states, _ = found
    state = states[-1]
    if isinstance(game.turn(state), Over):
        return
    events = game.play(state, thrown).events
    stops = [event.square for event in events if isinstance(event, Moved | Nine | Hopped)]
    due = {"none": (), "toll": TOLLED, "all_ante": MARKED}[game.options.stakes]
    paid = [event for event in events if isinstance(event, Paid | PaidAll)]
    assert [event.square for event in paid] == [square for square in stops if square in due]
    assert {event.seat for event in paid} <= {state.turn}
    kind = Paid if game.options.stakes == "toll" else PaidAll
    assert all(isinstance(event, kind) for event in paid)


@given(played(most=60))
@settings(max_examples=200)
def test_the_events_tell_where_every_piece_and_token_went(found: tuple[Goose, list[State], list[Dice]]) -> None:
    """Who keeps only the log can lay the board and keep the books."""
    game, states, throws = found
    for state, thrown in zip(states, throws, strict=False):
        if isinstance(game.turn(state), Over):
            break
        after, events = game.play(state, thrown)
        places, owed, balances, pool = list(state.places), list(state.owed), list(state.balances), state.pool
        thrower = state.turn
        for event in events:
            seat = event.seat
            match event:
                case Moved(_, origin, square, _) | Hopped(_, origin, square, _):
                    assert places[seat] == origin
                    places[seat] = square
                case Nine(_, square) | Crossed(_, square) | Strayed(_, square) | Died(_, square):
                    places[seat] = square
                case Freed(_, by, square, to) | Displaced(_, by, square, to):
                    assert (by, places[seat]) == (state.turn, square)
                    places[seat], owed[seat] = to, 0
                case SentBack(_, square, to):
                    assert places[seat] == square
                    places[seat] = to
                case Rested(_, square, turns):
                    assert places[seat] == square
                    owed[seat] = turns
                case Missed(_, left):
                    owed[seat] -= 1
                    assert owed[seat] == left
                case Held(_, square) | Waited(_, square) | Stuck(_, square):
                    assert places[seat] == square
                    assert game.held(after.places, seat)
                case Paid():
                    balances[seat], pool = balances[seat] - 1, pool + 1
                case PaidAll():
                    balances, pool = [tokens - 1 for tokens in balances], pool + game.players
                case Won(_, tokens):
                    assert tokens == pool
                    balances[seat], pool = balances[seat] + pool, 0
                case Returned(_, each, rest):
                    balances, pool = [tokens + each for tokens in balances], rest
            if isinstance(event, Waited | Missed):
                thrower = (thrower + 1) % game.players
                assert seat == thrower, "each turn comes to the next seat"
        assert (tuple(places), tuple(owed), tuple(balances), pool) == (
            after.places, after.owed, after.balances, after.pool,
        )  # fmt: skip
        turn = game.turn(after)
        if isinstance(turn, Throw):
            assert turn.seat == (thrower + 1) % game.players
        winners = tuple(event.seat for event in events if isinstance(event, Won))
        assert winners == (turn.outcome.winners if isinstance(turn, Over) else ())


@given(played(least=2))
@settings(max_examples=200)
def test_a_piece_that_is_carried_forgets_what_it_owed(found: tuple[Goose, list[State], list[Dice]]) -> None:
    game, states, throws = found
    for state, thrown in zip(states, throws, strict=False):
        if isinstance(game.turn(state), Over):
            break
        after, events = game.play(state, thrown)
        carried = {event.seat for event in events if isinstance(event, Freed | Displaced)}
        assert all(after.owed[seat] == after.origins[seat] == 0 for seat in carried)
        still = set(range(game.players)) - carried - {state.turn}
        assert all(after.places[seat] == state.places[seat] for seat in still)


# --- the protocol -------------------------------------------------------------------------------------------


@given(played(most=25))
@settings(max_examples=100)
def test_play_is_pure_and_states_survive_json(found: tuple[Goose, list[State], list[Dice]]) -> None:
    game, states, throws = found
    for state in states:
        before = copy.deepcopy(state)
        text = json.dumps(game.dump(state), allow_nan=False)
        assert game.load(json.loads(text)) == state
        if isinstance(game.turn(state), Throw):
            assert sum(game.throws(state).values()) == sum(game.throw_classes(state).values()) == 36
            for thrown in throws[:3]:
                assert game.play(state, thrown) == Goose(game.options).play(before, thrown)
        assert state == before
        assert json.dumps(game.dump(state)) == text


@given(played(most=25))
@settings(max_examples=100)
def test_folding_commutes_with_play(found: tuple[Goose, list[State], list[Dice]]) -> None:
    game, states, _ = found
    state = states[-1]
    folded, shift, copies = game.fold(state)
    assert game.fold(folded) == (folded, 0, copies)
    if isinstance(game.turn(state), Throw):
        assert successors(game, folded, shift) == successors(game, state)


@given(played(most=10))
@settings(max_examples=100)
def test_throws_of_one_class_act_alike(found: tuple[Goose, list[State], list[Dice]]) -> None:
    game, states, _ = found
    state = states[-1]
    if isinstance(game.turn(state), Over):
        return
    classes = game.throw_classes(state)
    steps = {thrown: game.play(state, thrown) for thrown in PAIRS}
    for one, weight in classes.items():
        assert sum(PAIRS[thrown] for thrown in PAIRS if steps[thrown] == steps[one]) >= weight
    apart = {thrown.total for thrown in classes if sum(other.total == thrown.total for other in classes) > 1}
    assert apart <= {9}
    for thrown, step in steps.items():
        assert any(step == steps[one] and one.total == thrown.total for one in classes)


@given(played(most=25), st.integers(0, 1000), st.sampled_from(list(PAIRS)))
@settings(max_examples=100)
def test_tokens_change_no_chance(found: tuple[Goose, list[State], list[Dice]], more: int, thrown: Dice) -> None:
    """The key leaves them out."""
    game, states, _ = found
    state = states[-1]
    if game.options.stakes == "none" or isinstance(game.turn(state), Over):
        return
    richer = replace(state, balances=tuple(b - more for b in state.balances), pool=state.pool + more * game.players)
    assert game.load(game.dump(richer)) == richer
    assert game.key(richer) == game.key(state)
    assert game.key(game.play(richer, thrown).state) == game.key(game.play(state, thrown).state)


@given(strategies.games(most=4), st.integers(0, 2**32))
@settings(max_examples=100)
def test_games_end_and_a_finished_game_takes_no_throw(game: Goose, seed: int) -> None:
    rng, state = random.Random(seed), game.start()
    for _ in range(20_000):
        if isinstance(game.turn(state), Over):
            break
        state = game.play(state, dice.throw(rng)).state
    invariant(game, state)
    turn = game.turn(state)
    assert isinstance(turn, Over)
    assert turn.outcome.termination in {"home", {1: "stuck", 2: "deadlock"}.get(game.players)}
    before = copy.deepcopy(state)
    for thrown in PAIRS:
        with pytest.raises(GameOverError) as caught:
            game.play(state, thrown)
        assert is_sentence(caught.value)
    assert state == before


# --- no deadlock for three ----------------------------------------------------------------------------------


def landings(game: Goose) -> dict[int, dict[Dice, tuple[int, int]]]:
    """Where each throw takes a piece that meets nobody, with the square its throw began on where that is noted."""
    pair, found = Goose(replace(game.options, players=2)), dict[int, dict[Dice, tuple[int, int]]]()
    for square in pair.resting_squares[:-1]:
        state = replace(pair.start(), places=(square, square))  # two, so that neither is held where they stay
        if not pair.held(state.places, 0):
            steps = {thrown: pair.play(state, thrown).state for thrown in pair.throw_classes(state)}
            found[square] = {thrown: (after.places[0], after.origins[0]) for thrown, after in steps.items()}
    return found


def boards(game: Goose) -> set[tuple[tuple[int, int], ...]]:
    """All that can come to lie on the board, and more: whoever is not held may throw next, owing a turn or not.

    A board is the pieces in order, each with the square its last throw began on where that is noted. Whose turn it is
    and who owes turns decide nothing but who throws next, so every board of the game is among these, at a fraction of
    the 132,317 positions that ``academy`` has for three. Only who meets somebody is played with all pieces.
    """
    n = game.players
    found = {((0, 0),) * n}
    todo, alone = list(found), landings(game)
    while todo:
        pieces = todo.pop()
        places, origins = zip(*pieces, strict=True)
        for seat in range(n):
            if pieces[seat] in pieces[:seat] or game.held(places, seat):
                continue
            others = pieces[:seat] + pieces[seat + 1 :]
            for thrown, landed in alone[places[seat]].items():
                if landed[0] in places:
                    state = State(places, (0,) * n, origins, (False,) * n, (0,) * n, turn=seat)
                    after = game.play(state, thrown).state
                    board = tuple(sorted(zip(after.places, after.origins, strict=True)))
                else:
                    board = tuple(sorted((*others, landed)))
                if board not in found and board[-1][0] != HOME:
                    found.add(board)
                    todo.append(board)
    return found


@pytest.mark.parametrize(
    ("ruleset", "changes"),
    [("academy", {}), ("dutch", {}), ("classic", {"well": "until_released", "prison": "until_released"})],
    ids=["academy", "dutch", "classic-until_released"],
)
def test_for_three_no_deadlock_can_be_reached(ruleset: str, changes: dict[str, str]) -> None:
    """Each of the two squares holds one held piece at most. For two, the same search finds the deadlocks."""
    for players in (2, 3):
        searched = game(ruleset, players=players, stakes="none", **changes)
        caught = set()
        for pieces in boards(searched):
            places = tuple(square for square, _ in pieces)
            caught.add(tuple(places[seat] for seat in range(players) if searched.held(places, seat)))
        assert {(), (WELL,), (PRISON,)} <= caught
        assert caught <= {(), (WELL,), (PRISON,), (WELL, PRISON)}
        assert (WELL, PRISON) in caught, "the deadlock of two, and for three the nearest to one"
