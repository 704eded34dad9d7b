"""Players who make lines where random ones hardly would."""

from __future__ import annotations

import random
from typing import Any

from fortune.tablero import Announce, Gucci, Move, Take
from fortune.tablero.lines import groups
from fortune.tablero.squares import moved
from tests.helpers import any_move


def eager(rng: random.Random, game: Any, state: Any) -> Any:
    """Makes a line wherever one can be made, announces every run, and takes a group the sooner the larger it is.

    Any other decision is taken at random; with coins most moves are for the longest group.
    """
    moves = game.moves(state)
    if isinstance(moves[0], Move):
        if isinstance(game, Gucci):
            for move in moves:
                if game.line(moved(state.rows, move), (move.first, move.second)):
                    return move
        elif rng.random() < 0.75:
            return max(moves, key=lambda move: _longest(moved(state.rows, move)))
    if Announce() in moves:
        return Announce()
    takes = [move for move in moves if isinstance(move, Take)]
    if takes:
        longest = max(takes, key=lambda take: len(take.columns))
        if rng.random() < (len(longest.columns) / 7) ** 3:
            return longest
        return moves[-1]
    return any_move(rng, game, state)


def _longest(rows: tuple[int, ...]) -> int:
    return max((len(group.columns) for group in groups(rows)), default=0)
