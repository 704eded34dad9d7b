"""A sensible rule of thumb for Tablero da Gucci, such as a player can keep in mind.

*If you can make a line, make it. Else look for the line that lacks the fewest glasses: only those that stand behind
it can still come. Move so that as few as possible are missing; and among such moves so that as many as possible are
missing from the other's nearest line.* What the rule holds alike is chosen from at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fortune.tablero.gucci import Gucci
from fortune.tablero.options import GucciOptions
from fortune.tablero.squares import COLUMNS, ROWS, Move, Position, moved, turned
from fortune.tablero.state import GucciState

__all__ = ["by_thumb", "missing"]

NONE = COLUMNS + 1
"""More glasses than there are: no line can be made any more."""


@lru_cache(maxsize=16)
def _targets(options: GucciOptions) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every line of the fewest glasses there can be, as pairs of a column and a row."""
    return tuple(_all_targets(Gucci(options)))


def _all_targets(game: Gucci) -> Iterator[tuple[tuple[int, int], ...]]:
    counting = range(1, ROWS + 1) if game.options.home_rows_count == "yes" else range(2, ROWS)
    for row in counting:
        for first in range(COLUMNS - game.least + 1):
            yield tuple((column, row) for column in range(first, first + game.least))
    if game.options.lines == "six_or_diagonal":
        yield tuple((column, column + 1) for column in range(COLUMNS))
        yield tuple((column, ROWS - column) for column in range(COLUMNS))


def missing(game: Gucci, rows: Position, seat: int) -> int:
    """How many glasses must still move for the nearest line that this seat can make; 8 where it can make none."""
    seen = turned(rows) if seat else rows
    fewest = NONE
    for target in _targets(game.options):
        if game.either or all(seen[column] <= row for column, row in target):
            fewest = min(fewest, sum(seen[column] != row for column, row in target))
    return fewest


def by_thumb(game: Gucci, state: GucciState) -> list[Move]:
    """The moves that the rule holds best, where a move of two glasses is due."""
    seat = state.turn

    def rank(move: Move) -> tuple[int, int]:
        after = moved(state.rows, move)
        if game.line(after, (move.first, move.second)):
            return (-1, 0)
        return missing(game, after, seat), -missing(game, after, 1 - seat)

    ranked = [(rank(move), move) for move in game.moves(state) if isinstance(move, Move)]
    lowest = min(found for found, _ in ranked)
    return [move for found, move in ranked if found == lowest]
