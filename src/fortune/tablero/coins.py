"""What a decision of Tablero de Jesus is worth, by the solved table: for the hints, the strongest opponent, the pages.

The table (``most_coins.bin``, see :mod:`fortune.tablero.values`) holds for every position by how many coins the dice
put the player ahead who has them, in the long run, if both play for the most coins and hands do not run out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fortune.files import read
from fortune.game import Over, Throw
from fortune.tablero.jesus import Decision, Jesus
from fortune.tablero.state import Announce, JesusState
from fortune.tablero.values import Table, load_table, other_rules

__all__ = ["FILE", "Worth", "rate_coins", "shipped_coins"]

FILE: Final = "most_coins.bin"
"""The table that comes with the library, beside this module."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A legal decision, and by how many coins it puts the player ahead who takes it."""

    decision: Decision
    coins: float


def rate_coins(table: Table, game: Jesus, state: JesusState) -> list[Worth]:
    """Every legal decision in this state, the best first; none where dice come next.

    Decisions that are worth the same stand in the order of :meth:`Jesus.moves`. A group that the other cannot refill
    ends the game, and is worth all the coins there are. Raises :class:`FortuneError` where the table was solved for
    other rules.
    """
    if not table.holds_for(game.options):
        raise other_rules(table)
    seat = state.turn
    found = [Worth(decision, _after(table, game, state, decision, seat)) for decision in game.moves(state)]
    return sorted(found, key=lambda one: -one.coins)


def _after(table: Table, game: Jesus, state: JesusState, choice: Any, seat: int, announced: bool = False) -> float:
    """Coins won by this throw or decision, and the worth of what follows, to this seat."""
    then = game.play(state, choice).state
    # what one hand wins the other loses, so that half of what the lead grows by is won
    won = (_lead(then, seat) - _lead(state, seat)) / 2
    return won + _worth(table, game, then, seat, announced or isinstance(choice, Announce))


def _lead(state: JesusState, seat: int) -> int:
    return state.stocks[seat] - state.stocks[1 - seat]


def _worth(table: Table, game: Jesus, state: JesusState, seat: int, announced: bool) -> float:
    turn = game.turn(state)
    if isinstance(turn, Over):
        return float(game.coins if turn.outcome.winners == (seat,) else -game.coins)
    if isinstance(turn, Throw):
        if state.phase == "throw":
            worth = table.worth(state.rows, turn.seat)
            return worth if turn.seat == seat else -worth
        return sum(
            ways / 36 * _after(table, game, state, dice, seat, announced)
            for dice, ways in game.throw_classes(state).items()
        )
    # a run that holds may be announced again; that never pays, and would go on here without end
    choices = [move for move in game.moves(state) if not (announced and isinstance(move, Announce))]
    worths = [_after(table, game, state, move, seat, announced) for move in choices]
    return max(worths) if turn.seat == seat else min(worths)


@lru_cache(maxsize=1)
def shipped_coins() -> Table:
    """The table that comes with the library; in the browser the page fetches it."""
    return load_table(read(f"tablero/{FILE}"))
