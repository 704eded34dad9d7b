"""What both games of Tablero bring to the conformance suite."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from fortune.game import Choose, Over, Throw, playout
from fortune.tablero import (
    RULESETS,
    Announce,
    GucciOptions,
    GucciState,
    Jesus,
    JesusState,
    Leave,
    Move,
    NoToast,
    Take,
    ThrowOn,
    Toast,
)
from tests.conformance import Conforming, Sampled
from tests.tablero.players import eager
from tests.tablero.strategies import AnyTablero, some_states


def invariant(game: AnyTablero, state: Any) -> None:
    """What is true of every position."""
    assert len(state.rows) == 7
    assert all(type(row) is int and 1 <= row <= 7 for row in state.rows), "one piece a column, always"
    assert min(state.stocks) >= 0
    turn = game.turn(state)
    moves = game.moves(state)
    assert len(set(moves)) == len(moves), "each decision once"
    assert list(moves) == list(game.moves(state)), "in a fixed order"
    assert isinstance(turn, Choose) == bool(moves)
    if isinstance(turn, Throw | Choose):
        assert bool(game.throws(state)) == isinstance(turn, Throw)
    if isinstance(turn, Over):
        assert turn.outcome.winners == (state.turn,)
    if isinstance(game, Jesus):
        assert isinstance(state, JesusState)
        assert sum(state.stocks) + 7 + state.staked == 30, "no coin is made or lost"
        assert (state.staked == 2) == (state.phase == "run")
        assert all(isinstance(move, Move | Take | ThrowOn | Announce | Leave) for move in moves)
    else:
        assert isinstance(state, GucciState)
        assert max(state.stocks) <= game.options.stock, "no glass comes back"
        assert all(isinstance(move, Move | Toast | NoToast) for move in moves)
        if state.phase in ("toast", "call"):
            assert list(moves) == [*map(Toast, range(7)), NoToast()]
            assert any(state.stocks)
        if isinstance(turn, Over):
            loser = 1 - state.turn
            assert state.stocks[loser] < state.rows.count((1, 7)[loser]), "who lost could not fill the line"


def sample(game: Any) -> tuple[Any, ...]:
    """Positions of some games to their end, and some put together at random; equal games have the same."""
    return _sample(game)


@cache
def _sample(game: Any) -> tuple[Any, ...]:
    found = dict.fromkeys([game.start()])
    for seed in range(3):
        played = [step.state for _, step in islice(playout(game, random.Random(seed), choose=eager), 5000)]
        found.update(dict.fromkeys([*played[:30], *played[-30:]]))
    found.update(dict.fromkeys(some_states(game, random.Random(0), 160)))
    return tuple(found)


def alike(game: Any, state: Any) -> list[Any]:
    """The position and its mirror image."""
    return [state, replace(state, rows=tuple(reversed(state.rows)))]


ENTRY = Conforming(
    settings={},
    small=({},),
    wrong=(None, 9, True, "6-3", (6, 3), [6, 3], Move(0, 1, 0, 1), Move(0, 9, 1, 9), Toast(7), Take(1, (0, 1))),
    invariant=invariant,
    by_ruleset={key: {"stock": 6} for key, rules in RULESETS.items() if rules.kind is GucciOptions},
    choose=eager,
    sampled=Sampled(sample, alike),
)
