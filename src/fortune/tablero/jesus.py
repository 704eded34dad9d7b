"""Tablero de Jesus: who moves which coin, who takes what, and what follows.

Seven coins, one a column. Two dice move two different coins, either way; 7, 11 and 12 pass the dice, and so does a
throw that cannot be played. Two or more coins side by side, not on a home row, are a group. Having moved, one may take
a group, which the other replaces, or throw on and hope for more. Who cannot replace has lost. Sources: X4 and X6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, shown
from fortune.game import ByOptions, Choose, Event, Folded, Outcome, Over, Step, Throw
from fortune.tablero.lines import Line, groups
from fortune.tablero.options import JesusOptions
from fortune.tablero.saved import read_jesus
from fortune.tablero.squares import (
    COLUMNS,
    PASS_NUMBERS,
    ROWS,
    Move,
    Position,
    all_moves,
    home,
    is_move,
    is_playable,
    mirrored,
    moved,
    turned,
)
from fortune.tablero.state import (
    Announce,
    Announced,
    Eighth,
    HandedBack,
    JesusState,
    Leave,
    Left,
    Lost,
    Moved,
    Passed,
    Refilled,
    RunLost,
    RunWon,
    Staked,
    Take,
    ThrewOn,
    ThrowOn,
    Took,
    Unplayable,
    Won,
)
from fortune.tablero.throw_classes import CLASSES, RUN_CLASSES

__all__ = ["Jesus"]

Decision = Move | Take | ThrowOn | Announce | Leave
_Stocks = tuple[int, int]


class Jesus(ByOptions):
    """The game under given options, between South, seat 0, the low one who starts, and North, seat 1.

    >>> game = Jesus()
    >>> state, _ = game.play(game.start(), Dice(5, 4))
    >>> state, _ = game.play(state, Move(1, 2, 2, 5))
    >>> state.rows, game.turn(state)
    ((7, 2, 5, 1, 1, 1, 1), Throw(seat=0))
    """

    name: Final = "tablero"
    players: Final = 2
    coins: Final = 30
    """All coins of both players, those on the board included."""
    stake: Final = 2
    """What the other stakes against a run."""

    def __init__(self, options: JesusOptions | None = None) -> None:
        self.options: Final = JesusOptions() if options is None else options
        self._runs = self.options.run == "on"
        self._eighth = self.options.bonus_eighth == "on"

    def start(self) -> JesusState:
        """The state before the first throw: South's five coins in columns c to g, North's two in a and b."""
        return JesusState((ROWS,) * 2 + (1,) * 5, (self.coins // 2 - 5, self.coins // 2 - 2))

    def position(self, rows: Sequence[int], turn: int = 0, stocks: Sequence[int] | None = None) -> JesusState:
        """A position with the coins on these rows, and this seat to throw; ``stocks`` are 12 and 11 unless given.

        Raises :class:`StateError` where it cannot occur.
        """
        loose = self.coins - COLUMNS
        halves = (loose - loose // 2, loose // 2)
        return self.load(
            {
                "rows": list(rows),
                "stocks": list(halves if stocks is None else stocks),
                "turn": turn,
                "phase": "throw",
                "dice": None,
                "staked": 0,
            }
        )

    def turn(self, state: JesusState) -> Throw | Choose | Over:
        """Who throws or decides next, or the outcome, ``empty_hand``: who could not refill has lost."""
        if state.phase == "over":
            return Over(Outcome("empty_hand", (state.turn,)))
        return Throw(state.turn) if state.phase in _THROWING else Choose(state.turn)

    def is_playable(self, rows: Position, dice: Dice) -> bool:
        """Whether these dice can move two coins of this position; pass numbers are not asked about."""
        return is_playable(rows, dice, 0, either=True)

    @staticmethod
    def is_run(rows: Position) -> bool:
        """Whether all seven coins stand in one row that is not a home row."""
        return 1 < rows[0] < ROWS and rows == (rows[0],) * COLUMNS

    @staticmethod
    def most_to_refill(rows: Position) -> int:
        """The size of the largest group, 0 where there is none."""
        return max((len(group.columns) for group in groups(rows)), default=0)

    def throws(self, state: JesusState) -> Mapping[Dice, int]:
        """The 21 pairs with their weights over 36; none where a player has to decide.

        Raises :class:`GameOverError` where the game is finished.
        """
        if state.phase == "over":
            raise GameOverError
        return PAIRS if state.phase in _THROWING else {}

    def throw_classes(self, state: JesusState) -> Mapping[Dice, int]:
        """Pass numbers as one; against a run all others as one, too."""
        if state.phase == "over":
            raise GameOverError
        return RUN_CLASSES if state.phase == "run" else CLASSES[0] if state.phase == "throw" else {}

    def moves(self, state: JesusState) -> Sequence[Decision]:
        """The legal decisions; nothing where dice come next.

        Moves of two coins; or the groups that may be taken, from left to right, and then what else may be done.
        """
        if state.phase == "move":
            assert state.dice is not None
            return all_moves(state.rows, state.dice, state.turn, either=True)
        if state.phase not in ("take", "spoils"):
            return ()
        found: list[Decision] = [Take(group.row, group.columns) for group in groups(state.rows)]
        if state.phase == "spoils":
            return (*found, Leave())
        if self._may_announce(state):
            found.append(Announce())
        return (*found, ThrowOn())

    def play(self, state: JesusState, choice: Dice | Decision) -> Step[JesusState]:
        """The state after this throw or decision, and what the players saw.

        Raises :class:`DiceError` or :class:`IllegalChoiceError` for what the rules do not allow now, and
        :class:`GameOverError` where the game is finished.
        """
        if state.phase == "over":
            raise GameOverError
        if state.phase in _THROWING:
            if not isinstance(choice, Dice):
                raise DiceError(f"A throw of two dice comes next, such as Dice(6, 3), not {shown(choice)}.")
            return self._run(state, choice) if state.phase == "run" else self._throw(state, choice)
        if state.phase == "move":
            return self._move(state, choice)
        return self._take_or_not(state, choice)

    def _throw(self, state: JesusState, dice: Dice) -> Step[JesusState]:
        seat, rows, stocks = state.turn, state.rows, state.stocks
        event: Event
        if dice.total in PASS_NUMBERS:
            event = Passed(seat)
        elif not self.is_playable(rows, dice):
            event = Unplayable(seat)
        else:
            return Step(JesusState(rows, stocks, seat, "move", dice), ())
        return Step(JesusState(rows, stocks, 1 - seat, "spoils" if groups(rows) else "throw"), (event,))

    def _move(self, state: JesusState, choice: object) -> Step[JesusState]:
        seat, dice = state.turn, state.dice
        assert dice is not None
        if not isinstance(choice, Move) or not is_move(state.rows, dice, seat, choice, either=True):
            raise IllegalChoiceError(
                f"{dice} moves two coins of different columns along their columns, one by {dice.high} and one by "
                f"{dice.low}; {shown(choice)} is no such move from {list(state.rows)}."
            )
        rows = moved(state.rows, choice)
        events = tuple(
            Moved(seat, column, state.rows[column], rows[column]) for column in (choice.first, choice.second)
        )
        return Step(JesusState(rows, state.stocks, seat, "take" if groups(rows) else "throw"), events)

    def _take_or_not(self, state: JesusState, choice: object) -> Step[JesusState]:
        """The decision in ``take``, of the mover, and in ``spoils``, of the one who got the dice."""
        seat, own = state.turn, state.phase == "take"
        if isinstance(choice, Take) and Line(choice.row, choice.columns) in groups(state.rows):
            return self._take(state, choice)
        if own and isinstance(choice, ThrowOn):
            return Step(JesusState(state.rows, state.stocks, seat), (ThrewOn(seat),))
        if own and isinstance(choice, Announce) and self._may_announce(state):
            stocks = _moved_coins(state.stocks, 1 - seat, -self.stake)
            events = (Announced(seat), Staked(1 - seat, self.stake))
            return Step(JesusState(state.rows, stocks, seat, "run", staked=self.stake), events)
        if not own and isinstance(choice, Leave):
            return Step(JesusState(state.rows, state.stocks, seat), (Left(seat),))
        allowed = ", ".join(map(repr, self.moves(state)))
        raise IllegalChoiceError(f"Seat {seat + 1} may choose one of {allowed}, but not {shown(choice)}.")

    def _take(self, state: JesusState, choice: Take) -> Step[JesusState]:
        """A group goes into the hand of the taker; the other refills the columns and throws."""
        seat, other, stocks = state.turn, 1 - state.turn, state.stocks
        needed = len(choice.columns)
        events: list[Event] = [Took(seat, choice.row, choice.columns)]
        stocks = _moved_coins(stocks, seat, needed)
        if self._eighth and needed == COLUMNS and stocks[other]:
            stocks = _moved_coins(_moved_coins(stocks, seat, 1), other, -1)
            events.append(Eighth(seat))
        return self._refill(state, other, choice.columns, stocks, state.phase == "spoils", events)

    def _run(self, state: JesusState, dice: Dice) -> Step[JesusState]:
        """The throw of an announced run."""
        seat, other = state.turn, 1 - state.turn
        if dice.total not in PASS_NUMBERS:
            stocks = _moved_coins(state.stocks, seat, state.staked)
            return Step(JesusState(state.rows, stocks, seat, "take"), (RunWon(seat, state.staked),))
        coins = COLUMNS + state.staked
        stocks = _moved_coins(state.stocks, other, coins)
        return self._refill(state, seat, tuple(range(COLUMNS)), stocks, False, [RunLost(seat, coins)])

    def _refill(
        self,
        state: JesusState,
        seat: int,
        columns: tuple[int, ...],
        stocks: _Stocks,
        handed_back: bool,
        events: list[Event],
    ) -> Step[JesusState]:
        """This seat puts coins into the emptied columns and the right one throws, or it has lost."""
        other, needed, had = 1 - seat, len(columns), stocks[seat]
        if had < needed:
            events += [Lost(seat, needed, had), Won(other)]
            # the board as it stood: the taken coins lie there still, and only what was paid beside them changed hands
            stocks = _moved_coins(stocks, other, -needed)
            return Step(JesusState(state.rows, stocks, other, "over"), tuple(events))
        to = home(seat)
        events.append(Refilled(seat, to, columns))
        rows = tuple(to if column in columns else row for column, row in enumerate(state.rows))
        if handed_back:
            events.append(HandedBack(other))
        broken = state.phase == "run"
        return Step(JesusState(rows, _moved_coins(stocks, seat, -needed), other if broken else seat), tuple(events))

    def _may_announce(self, state: JesusState) -> bool:
        return self._runs and state.stocks[1 - state.turn] >= self.stake and self.is_run(state.rows)

    def key(self, state: JesusState) -> JesusState:
        """The whole state: all of it matters for what follows."""
        return state

    def fold(self, state: JesusState) -> Folded[JesusState]:
        """The seat that throws or decides brought to seat 0 by turning the board, and the board mirrored or not.

        Of a position and its mirror image the one that comes first stands for both. ``copies`` counts both, also
        where no game can reach one of them.
        """
        shift = state.turn
        rows, stocks = state.rows, state.stocks
        if shift:
            rows, stocks = turned(rows), (stocks[1], stocks[0])
        image = mirrored(rows)
        folded = JesusState(min(rows, image), stocks, 0, state.phase, state.dice, state.staked)
        return Folded(folded, shift, 1 if rows == image else 2)

    def dump(self, state: JesusState) -> dict[str, Any]:
        """The state as JSON knows it; the dice as two dice, ``"5-2"``."""
        return {
            "rows": list(state.rows),
            "stocks": list(state.stocks),
            "turn": state.turn,
            "phase": state.phase,
            "dice": None if state.dice is None else str(state.dice),
            "staked": state.staked,
        }

    def load(self, data: object) -> JesusState:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options.

        Each part, and how the parts fit together, is checked. Whether some row of throws leads to the position is not
        searched for: any seven rows may be set.
        """
        return read_jesus(self, data)


_THROWING: Final = ("throw", "run")


def _moved_coins(stocks: _Stocks, seat: int, coins: int) -> _Stocks:
    return (stocks[0] + coins, stocks[1]) if seat == 0 else (stocks[0], stocks[1] + coins)
