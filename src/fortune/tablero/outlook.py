"""What a position is worth under ``plain``, throw by throw: each throw's moves, ranked by the solved table.

Standard library alone, and quick enough to be asked for any position that somebody sets: some 500 moves at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fortune.dice import PAIRS, Dice
from fortune.game import Step
from fortune.tablero.gucci import Gucci
from fortune.tablero.rulesets import RULESETS
from fortune.tablero.squares import PASS_NUMBERS, Move, Position
from fortune.tablero.state import GucciState
from fortune.tablero.values import Rated, rate, shipped_table

__all__ = ["GAME", "RULES", "Outlook", "Prospect", "after", "moves", "outlook"]

RULES: Final = "plain"
"""The only ruleset that there is a table for."""
GAME: Final = Gucci(RULESETS[RULES].options())


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a throw brings its thrower: all legal moves, the best first; none where the dice pass.

    ``passed`` is the chance that is left to the thrower once the other has the dice.
    """

    dice: Dice
    rated: tuple[Rated, ...]
    passed: float

    @property
    def chance(self) -> float:
        """The thrower's chance to make the next line, if the best move is made."""
        return self.rated[0].chance if self.rated else self.passed

    @property
    def best(self) -> Move | None:
        """The best move, or none where the dice pass."""
        return self.rated[0].move if self.rated else None

    def gives_away(self, rated: Rated) -> float:
        """How much of the chance a move gives away, against the best; 0 for that."""
        return self.chance - rated.chance


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chance that who has the dice makes the next line, and what each of the 21 throws brings."""

    chance: float
    prospects: Mapping[Dice, Prospect]


@lru_cache(maxsize=64)
def outlook(rows: Position, seat: int) -> Outlook:
    """The outlook of this seat, which has the dice; raises :class:`FortuneError` where the table cannot be had."""
    table = shipped_table()
    passed = 1 - table.worth(rows, 1 - seat)
    prospects = {
        dice: Prospect(
            dice, () if dice.total in PASS_NUMBERS else tuple(rate(table, GAME, rows, dice, seat)), passed
        )
        for dice in PAIRS
    }  # fmt: skip
    return Outlook(table.worth(rows, seat), prospects)


def moves(rows: Position, seat: int, dice: Dice) -> tuple[Move, ...]:
    """The legal moves of a throw, none where the dice pass; no table is needed for these."""
    state, _ = GAME.play(GAME.position(rows, seat), dice)
    return tuple(move for move in GAME.moves(state) if isinstance(move, Move))


def after(rows: Position, seat: int, dice: Dice, move: Move | None) -> Step[GucciState]:
    """The position after this throw and move, a pull included, with all that happened; no move where the dice pass."""
    step = GAME.play(GAME.position(rows, seat), dice)
    if move is None:
        return step
    then = GAME.play(step.state, move)
    return Step(then.state, (*step.events, *then.events))
