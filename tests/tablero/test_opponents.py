from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.errors import FortuneError, StageError
from fortune.game import Choose, Over
from fortune.tablero import (
    Gucci,
    Jesus,
    JesusState,
    Leave,
    Move,
    NoToast,
    Take,
    ThrowOn,
    Toast,
    game,
    opponents,
)
from fortune.tablero.opponents import (
    OPPONENTS,
    at_hand,
    at_random,
    by_rule,
    closeness,
    opponent,
    strongest,
    worths,
)
from fortune.tablero.squares import moved
from fortune.tablero.thumb import by_thumb
from tests.helpers import is_sentence
from tests.tablero import oracle
from tests.tablero.strategies import games, some_states


@settings(max_examples=120, deadline=None)
@given(games, st.integers(0, 10**6), st.floats(0, 1, exclude_max=True))
def test_every_strength_chooses_a_legal_move(played: Any, seed: int, luck: float) -> None:
    for state in some_states(played, random.Random(seed), 8):
        if isinstance(played.turn(state), Choose):
            for known in OPPONENTS.values():
                choice = known.choose(played, state, luck)
                assert choice in played.moves(state)
                assert known.choose(played, state, luck) == choice, "the same luck, the same choice"


def test_at_random_every_move_comes_as_often() -> None:
    played = game("plain")
    state, _ = played.play(played.start(), Dice(6, 4))
    moves = played.moves(state)
    chosen = [at_random(played, state, (at + 0.5) / len(moves)) for at in range(len(moves))]
    assert chosen == list(moves)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.floats(0, 1, exclude_max=True))
def test_the_rule_makes_a_line_if_it_can_and_else_keeps_together(seed: int, luck: float) -> None:
    played = game("plain")
    assert isinstance(played, Gucci)
    for state in some_states(played, random.Random(seed), 8):
        if state.phase != "move":
            continue
        choice = by_rule(played, state, luck)
        after = {move: moved(state.rows, move) for move in played.moves(state) if isinstance(move, Move)}
        lines = {
            move for move, rows in after.items()
            if oracle.line_columns(rows, 6, True, True) & {move.first, move.second}
        }  # fmt: skip
        if lines:
            assert choice in lines
        else:
            assert choice in by_thumb(played, state)


def longest(rows: tuple[int, ...]) -> int:
    return max(stop - start for start in range(7) for stop in range(start + 1, 8) if len(set(rows[start:stop])) == 1)


def test_closeness_counts_the_longest_run_and_then_how_little_rows_change() -> None:
    assert closeness((3, 3, 3, 4, 4, 7, 7)) == (3, -4)
    assert closeness((1, 7, 1, 7, 1, 7, 1)) == (1, -36)
    assert closeness((2,) * 7) == (7, 0)


def test_the_rule_toasts_where_the_other_pays() -> None:
    played = game("gucci")
    assert isinstance(played, Gucci)
    state, _ = played.play(played.position([7, 7, 2, 7, 7, 5, 1], queen=8), Dice(6, 2))
    assert by_rule(played, state, 0.5) == Toast(2), "five stand together then"
    state, _ = played.play(played.position([7, 7, 2, 7, 7, 5, 1], stocks=[3, 0], queen=8), Dice(6, 2))
    assert by_rule(played, state, 0.5) == NoToast(), "it would pay itself"


def test_with_coins_the_rule_takes_three_and_a_pair_while_the_edges_are_full() -> None:
    played = game("jesus")
    assert isinstance(played, Jesus)
    state, _ = played.play(played.position([3, 3, 1, 1, 7, 7, 2]), Dice(2, 1))
    assert by_rule(played, state, 0.5) == Move(2, 3, 6, 1) or longest(moved(state.rows, by_rule(played, state, 0))) == 3
    state, _ = played.play(state, Move(2, 3, 6, 1))
    assert by_rule(played, state, 0.5) == Take(3, (0, 1, 2))
    few = JesusState((3, 3, 1, 1, 6, 7, 4), (12, 11), 0, "take")
    assert by_rule(played, few, 0.5) == ThrowOn(), "three coins stand on the edges"
    many = JesusState((3, 3, 1, 1, 7, 7, 4), (12, 11), 0, "take")
    assert by_rule(played, many, 0.5) == Take(3, (0, 1)), "four coins stand on the edges"
    state, _ = played.play(played.position([3, 3, 1, 1, 7, 7, 2], turn=1), Dice(5, 2))
    assert state.phase == "spoils"
    assert by_rule(played, state, 0.5) == Leave(), "with the dice in hand a pair can wait"


def test_the_rule_beats_chance() -> None:
    """In 60 games for the next line, half of them begun by either; chance alone would win 30."""
    won = 0
    for seed in range(60):
        played, rng = game("plain", stock=0), random.Random(seed)
        state: Any = played.start()
        rule = seed % 2
        while not isinstance(turn := played.turn(state), Over):
            if isinstance(turn, Choose):
                choose = by_rule if turn.seat == rule else at_random
                choice: Any = choose(played, state, rng.random())
            else:
                choice = Dice(1 + int(rng.random() * 6), 1 + int(rng.random() * 6))
            state = played.play(state, choice).state
        won += turn.outcome.winners == (rule,)
    assert won >= 42


def test_the_strongest_plays_by_the_table_where_the_game_was_solved() -> None:
    played = game("plain", stock=12)
    assert isinstance(played, Gucci)
    state, _ = played.play(played.start(), Dice(6, 4))
    found = worths(played, state)
    assert set(found) == set(played.moves(state))
    assert found[strongest(played, state, 0.3)] == max(found.values()) > min(found.values())
    assert at_hand(played)
    for known in (game("jesus"), game("jesus_run")):
        assert at_hand(known)
    for other in (game("free"), game("gucci"), game("jesus", bonus_eighth="on")):
        assert not at_hand(other)
    free = game("free")
    state, _ = free.play(free.start(), Dice(6, 4))
    assert strongest(free, state, 0.3) == by_rule(free, state, 0.3)


def test_strengths_have_names() -> None:
    assert [opponent(name) for name in OPPONENTS] == list(OPPONENTS.values())
    with pytest.raises(StageError, match="rule, random, strongest, not as 'best'"):
        opponent("best")


def test_without_its_table_the_strongest_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise FortuneError("The file is gone.")

    played = game("plain")
    state, _ = played.play(played.start(), Dice(6, 4))
    monkeypatch.setattr(opponents, "shipped_table", gone)
    with pytest.raises(FortuneError, match=r"gone\. Try once more\. Or .*rule of thumb") as caught:
        strongest(played, state, 0.0)
    assert is_sentence(caught.value)
    assert by_rule(played, state, 0.0) in played.moves(state)
