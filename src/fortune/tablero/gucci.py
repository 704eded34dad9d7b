"""Tablero da Gucci: who moves which glass, and what follows.

Seven glasses, one a column. Two dice move two different glasses; 7, 11 and 12 pass the dice, and so does a throw that
cannot be played. Who makes a line pulls it: the glasses are emptied and go to the other's home row, where the other
fills them. Who cannot has lost. Source: S4 of the bibliography; other sources where an option says so.

After a throw this is the order: the Queen's toast; the move; the pull; the call of a toast left uncalled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, shown
from fortune.game import ByOptions, Choose, Event, Folded, Outcome, Over, Step, Throw
from fortune.tablero.lines import Line, line
from fortune.tablero.options import GucciOptions
from fortune.tablero.saved import read_gucci
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
    Called,
    Filled,
    GucciState,
    Kept,
    Lost,
    Moved,
    NoToast,
    NotToasted,
    Numbered,
    Passed,
    Pulled,
    Queen,
    ThrownAgain,
    Toast,
    Toasted,
    Unplayable,
    Won,
)
from fortune.tablero.throw_classes import BY_TOTAL, BY_TOTAL_NOT_PASS, CLASSES

__all__ = ["Gucci"]

Decision = Move | Toast | NoToast
_Stocks = tuple[int, int]


class Gucci(ByOptions):
    """The game under given options, between South, seat 0, who starts, and North, seat 1.

    >>> game = Gucci(GucciOptions(queen="off"))
    >>> state, _ = game.play(game.start(), Dice(5, 3))
    >>> state, events = game.play(state, Move(3, 6, 4, 4))
    >>> state.rows, game.turn(state)
    ((7, 7, 7, 6, 4, 1, 1), Throw(seat=0))
    """

    name: Final = "tablero"
    players: Final = 2

    def __init__(self, options: GucciOptions | None = None) -> None:
        self.options: Final = GucciOptions() if options is None else options
        self.either: Final = self.options.direction == "either"
        self._toasts_line = self.options.toast_makes_line == "yes"
        self._muggins = self.options.muggins == "on"
        queen = self.options.queen
        self._thrown = queen.startswith("thrown")
        self._queen = int(queen) if queen.isdecimal() else 0
        self.least: Final = 5 if self.options.lines == "five_in_row" else 6
        self._diagonals = self.options.lines == "six_or_diagonal"
        self._home_rows = self.options.home_rows_count == "yes"

    def start(self) -> GucciState:
        """The state before the first throw: South's glasses in columns d to g, North's in a to c.

        Under ``queen=thrown`` the first throw is a spectator's, for the Queen's number; it is counted to seat 0.
        """
        stocks = (self.options.stock, self.options.stock)
        phase: Any = "queen" if self._thrown else "throw"
        return GucciState((ROWS,) * 3 + (1,) * 4, stocks, phase=phase, queen=self._queen)

    def position(
        self, rows: Sequence[int], turn: int = 0, stocks: Sequence[int] | None = None, queen: int | None = None
    ) -> GucciState:
        """A position with the glasses on these rows, and this seat to throw.

        ``stocks`` are the full ones, unless others are given; ``queen`` must be given where it is thrown. Raises
        :class:`StateError` where it cannot occur.

        >>> Gucci(GucciOptions(queen="off")).position([4, 4, 4, 4, 4, 2, 1], turn=1).turn
        1
        """
        whole = (self.options.stock, self.options.stock)
        return self.load(
            {
                "rows": list(rows),
                "stocks": list(whole if stocks is None else stocks),
                "turn": turn,
                "phase": "throw",
                "queen": self._queen if queen is None else queen,
                "dice": None,
                "uncalled": False,
                "holder": turn,
            }
        )

    def turn(self, state: GucciState) -> Throw | Choose | Over:
        """Who throws or decides next, or the outcome, ``dry``: who could not fill has lost."""
        if state.phase == "over":
            return Over(Outcome("dry", (state.turn,)))
        return Throw(state.turn) if state.phase in _THROWING else Choose(state.turn)

    def line(self, rows: Position, moved_columns: Sequence[int] | None = None) -> Line | None:
        """The line that a position holds under these options, or None; with a glass of these columns, if given."""
        return line(
            rows, least=self.least, diagonals=self._diagonals, home_rows=self._home_rows, with_any=moved_columns
        )

    def is_playable(self, rows: Position, dice: Dice, seat: int) -> bool:
        """Whether these dice can move two glasses of this position for this seat; pass numbers are not asked about."""
        return is_playable(rows, dice, seat, either=self.either)

    def throws(self, state: GucciState) -> Mapping[Dice, int]:
        """The 21 pairs with their weights over 36; none where a player has to decide.

        Raises :class:`GameOverError` where the game is finished.
        """
        if state.phase == "over":
            raise GameOverError
        return PAIRS if state.phase in _THROWING else {}

    def throw_classes(self, state: GucciState) -> Mapping[Dice, int]:
        """Pass numbers as one, unless one of them is the Queen's number; her number is thrown by totals."""
        if state.phase == "over":
            raise GameOverError
        if state.phase == "queen":
            return BY_TOTAL if self.options.queen == "thrown" else BY_TOTAL_NOT_PASS
        return CLASSES[state.queen] if state.phase == "throw" else {}

    def moves(self, state: GucciState) -> Sequence[Decision]:
        """The legal decisions: moves of two glasses, or toasts by column and none; nothing where dice come next."""
        if state.phase == "move":
            assert state.dice is not None
            return all_moves(state.rows, state.dice, state.turn, either=self.either)
        return _TOASTS if state.phase in ("toast", "call") else ()

    def play(self, state: GucciState, choice: Dice | Decision) -> Step[GucciState]:
        """The state after this throw or decision, and what the players saw.

        Raises :class:`DiceError` or :class:`IllegalChoiceError` for what the rules do not allow now, and
        :class:`GameOverError` where the game is finished.
        """
        if state.phase == "over":
            raise GameOverError
        if state.phase in _THROWING:
            if not isinstance(choice, Dice):
                raise DiceError(f"A throw of two dice comes next, such as Dice(6, 3), not {shown(choice)}.")
            return self._throw(state, choice)
        if state.phase == "move":
            return self._move(state, choice)
        return self._toast_or_not(state, choice)

    def _throw(self, state: GucciState, dice: Dice) -> Step[GucciState]:
        seat = state.turn
        if state.phase == "queen":
            if self.options.queen == "thrown_not_pass" and dice.total in PASS_NUMBERS:
                return Step(state, (ThrownAgain(seat),))
            return Step(GucciState(state.rows, state.stocks, queen=dice.total), (Numbered(seat, dice.total),))
        if dice.total == state.queen:
            events: list[Event] = [Queen(seat)]
            if any(state.stocks):
                return Step(
                    GucciState(state.rows, state.stocks, seat, "toast", state.queen, dice, holder=seat), tuple(events)
                )
            return self._after_toast(state, dice, state.rows, state.stocks, False, events)
        if dice.total in PASS_NUMBERS:
            return Step(self._to_throw(state, state.rows, state.stocks, 1 - seat), (Passed(seat),))
        if not self.is_playable(state.rows, dice, seat):
            return Step(self._to_throw(state, state.rows, state.stocks, 1 - seat), (Unplayable(seat),))
        return Step(GucciState(state.rows, state.stocks, seat, "move", state.queen, dice, holder=seat), ())

    def _toast_or_not(self, state: GucciState, choice: object) -> Step[GucciState]:
        """The decision in ``toast``, and the same in ``call``."""
        seat, events = state.turn, list[Event]()
        rows, stocks = state.rows, state.stocks
        if isinstance(choice, NoToast):
            events.append(NotToasted(seat))
        elif isinstance(choice, Toast) and type(choice.column) is int and 0 <= choice.column < COLUMNS:
            if state.phase == "call":
                events.append(Called(seat))
            rows, stocks = self._empty(seat, choice.column, rows, stocks, events)
            made = self.line(rows, (choice.column,)) if self._toasts_line and rows != state.rows else None
            if made:
                return self._pull(state, seat, made, rows, stocks, events)
        else:
            raise IllegalChoiceError(
                f"Seat {seat + 1} may toast a glass of the columns 0 to 6, such as Toast(3), or none, NoToast(), "
                f"but not {shown(choice)}."
            )
        if state.phase == "call":
            return Step(self._to_throw(state, rows, stocks, state.holder), tuple(events))
        assert state.dice is not None
        uncalled = self._muggins and isinstance(choice, NoToast)
        return self._after_toast(state, state.dice, rows, stocks, uncalled, events)

    def _empty(
        self, seat: int, column: int, rows: Position, stocks: _Stocks, events: list[Event]
    ) -> tuple[Position, _Stocks]:
        """One glass emptied to the Queen and set on the other's home row; the other fills it, or else the toaster."""
        to, filler = home(1 - seat), 1 - seat if stocks[1 - seat] else seat
        events.append(Toasted(seat, column, rows[column], to, filler))
        stocks = _less(stocks, filler, 1)
        events.append(Filled(filler, 1, stocks[filler]))
        return (*rows[:column], to, *rows[column + 1 :]), stocks

    def _after_toast(
        self, state: GucciState, dice: Dice, rows: Position, stocks: _Stocks, uncalled: bool, events: list[Event]
    ) -> Step[GucciState]:
        """The Queen's number is played like any other, but its thrower keeps the dice where it moves nothing."""
        seat = state.turn
        passes = dice.total in PASS_NUMBERS
        if not passes and self.is_playable(rows, dice, seat):
            return Step(GucciState(rows, stocks, seat, "move", state.queen, dice, uncalled, seat), tuple(events))
        events.append(Kept(seat, passes))
        return Step(self._go_on(state, rows, stocks, seat, uncalled), tuple(events))

    def _move(self, state: GucciState, choice: object) -> Step[GucciState]:
        seat, dice = state.turn, state.dice
        assert dice is not None
        if not isinstance(choice, Move) or not is_move(state.rows, dice, seat, choice, either=self.either):
            way = "along their columns" if self.either else "away from the mover's home row"
            raise IllegalChoiceError(
                f"{dice} moves two glasses of different columns {way}, one by {dice.high} and one by {dice.low}; "
                f"{shown(choice)} is no such move from {list(state.rows)}."
            )
        rows = moved(state.rows, choice)
        columns = (choice.first, choice.second)
        events: list[Event] = [Moved(seat, column, state.rows[column], rows[column]) for column in columns]
        made = self.line(rows, columns)
        if made:
            return self._pull(state, seat, made, rows, state.stocks, events)
        return Step(self._go_on(state, rows, state.stocks, seat, state.uncalled), tuple(events))

    def _pull(
        self, state: GucciState, seat: int, made: Line, rows: Position, stocks: _Stocks, events: list[Event]
    ) -> Step[GucciState]:
        """The line goes to the other's home row, where the other fills it and takes the dice, or has lost."""
        other, glasses = 1 - seat, len(made.columns)
        to, had = home(other), stocks[1 - seat]
        events.append(Pulled(seat, made.row, made.columns, (glasses + 1) // 2, to))
        rows = tuple(to if column in made.columns else row for column, row in enumerate(rows))
        if had < glasses:
            events += [Lost(other, glasses, had), Won(seat)]
            return Step(GucciState(rows, stocks, seat, "over", state.queen, holder=seat), tuple(events))
        events.append(Filled(other, glasses, had - glasses))
        stocks = _less(stocks, other, glasses)
        return Step(self._go_on(state, rows, stocks, other, state.uncalled), tuple(events))

    def _go_on(self, state: GucciState, rows: Position, stocks: _Stocks, holder: int, uncalled: bool) -> GucciState:
        """The next throw is this seat's, after a call of the toast that the seat of this state left."""
        if uncalled and any(stocks):
            return GucciState(rows, stocks, 1 - state.turn, "call", state.queen, holder=holder)
        return self._to_throw(state, rows, stocks, holder)

    @staticmethod
    def _to_throw(state: GucciState, rows: Position, stocks: _Stocks, seat: int) -> GucciState:
        return GucciState(rows, stocks, seat, "throw", state.queen, holder=seat)

    def key(self, state: GucciState) -> GucciState:
        """The whole state: all of it matters for what follows."""
        return state

    def fold(self, state: GucciState) -> Folded[GucciState]:
        """The seat that throws or decides brought to seat 0 by turning the board, and the board mirrored or not.

        Of a position and its mirror image the one that comes first stands for both. ``copies`` counts both, also
        where no game can reach one of them.
        """
        shift = state.turn
        rows, stocks, holder = state.rows, state.stocks, state.holder
        if shift:
            rows, stocks, holder = turned(rows), (stocks[1], stocks[0]), 1 - holder
        image = mirrored(rows)
        folded = GucciState(min(rows, image), stocks, 0, state.phase, state.queen, state.dice, state.uncalled, holder)
        return Folded(folded, shift, 1 if rows == image else 2)

    def dump(self, state: GucciState) -> dict[str, Any]:
        """The state as JSON knows it; the dice as two dice, ``"5-2"``."""
        return {
            "rows": list(state.rows),
            "stocks": list(state.stocks),
            "turn": state.turn,
            "phase": state.phase,
            "queen": state.queen,
            "dice": None if state.dice is None else str(state.dice),
            "uncalled": state.uncalled,
            "holder": state.holder,
        }

    def load(self, data: object) -> GucciState:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options.

        Each part, and how the parts fit together, is checked. Whether some row of throws leads to the position is not
        searched for: any seven rows may be set.
        """
        return read_gucci(self, data)


_THROWING: Final = ("queen", "throw")
_TOASTS: Final[tuple[Toast | NoToast, ...]] = (*map(Toast, range(COLUMNS)), NoToast())


def _less(stocks: _Stocks, seat: int, units: int) -> _Stocks:
    return (stocks[0] - units, stocks[1]) if seat == 0 else (stocks[0], stocks[1] - units)
