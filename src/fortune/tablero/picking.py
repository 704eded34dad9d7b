"""A move in the making: first one die or one glass, then the rest, with what each step leaves possible.

What is picked is a short text: ``"6"`` a die, ``"c"`` the piece of a column, ``"c4"`` that this piece goes to c4,
``""`` nothing. Parts of the board and buttons carry the same texts. A whole move is never picked: with its second
half it is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fortune.dice import Dice
from fortune.errors import StageError, shown
from fortune.tablero.squares import COLUMNS, ROWS, Move, Position
from fortune.tablero.words import square

__all__ = ["LETTERS", "Half", "Picking", "halves"]

LETTERS: Final = "abcdefg"

Square = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Half:
    """One piece moved by one die: its column, the row it comes to, and the die."""

    column: int
    row: int
    die: int


def halves(rows: Position, move: Move) -> tuple[Half, Half]:
    """Both halves of a move."""
    return (
        Half(move.first, move.first_to, abs(move.first_to - rows[move.first])),
        Half(move.second, move.second_to, abs(move.second_to - rows[move.second])),
    )


@dataclass(frozen=True)
class Picking:
    """What has been picked of a move with these dice, and what that leaves.

    ``moves``: all legal moves, in the game's order. ``either``: whether pieces go both ways; else ``ahead`` is the
    mover's way, 1 or -1.
    """

    rows: Position
    dice: Dice
    moves: Sequence[Move]
    ahead: int
    either: bool
    picked: str = ""

    @cached_property
    def die(self) -> int | None:
        """The die that has been picked, alone or with its piece."""
        if self.picked.isdecimal():
            return int(self.picked)
        return None if self.half is None else self.half.die

    @cached_property
    def half(self) -> Half | None:
        """The half of the move that has been picked."""
        if len(self.picked) < 2:
            return None
        column, row = LETTERS.index(self.picked[0]), int(self.picked[1])
        return Half(column, row, abs(row - self.rows[column]))

    @cached_property
    def column(self) -> int | None:
        """The column of the piece that has been picked."""
        return LETTERS.index(self.picked[0]) if self.picked[:1].isalpha() else None

    def kept(self, picked: object) -> str:
        """What a saved game says was picked, if it can have been; else :class:`StageError`."""
        known = {square(half.column, half.row) for half in self.next}
        known |= {LETTERS[half.column] for half in self.next}
        known |= set() if self.dice.is_double else {str(half.die) for half in self.next}
        if not isinstance(picked, str) or picked not in known:
            raise StageError(f"The saved game says that {shown(picked)} was picked, and it cannot have been.")
        return picked

    @cached_property
    def fitting(self) -> Mapping[int, Move]:
        """The moves that what has been picked leaves, by their place among all."""
        return {at: move for at, move in enumerate(self.moves) if self._fits(halves(self.rows, move))}

    def _fits(self, pair: tuple[Half, Half]) -> bool:
        if self.half is not None:
            return self.half in pair
        if self.column is not None:
            return any(half.column == self.column for half in pair)
        return self.die is None or any(half.die == self.die for half in pair)

    @cached_property
    def next(self) -> Mapping[Half, tuple[int, ...]]:
        """The halves that may come next, each with the moves that it leaves, by their place."""
        found: dict[Half, list[int]] = {}
        for at, move in self.fitting.items():
            for half in halves(self.rows, move):
                if self._comes(half):
                    found.setdefault(half, []).append(at)
        return {half: tuple(places) for half, places in sorted(found.items())}

    def _comes(self, half: Half) -> bool:
        if self.half is not None:
            return half != self.half
        if self.column is not None:
            return half.column == self.column
        return self.die is None or half.die == self.die

    @cached_property
    def lost(self) -> tuple[Half, ...]:
        """What a die could do alone, but not any more, or not at all beside the other die.

        With a half picked: what the other die would have done with the same piece. Before that: what would leave the
        other die without a piece.
        """
        if not self.picked:
            return ()
        if self.half is not None:
            other = self.dice.low if self.half.die == self.dice.high else self.dice.high
            reached = self._reached(self.half.column, other)
            return tuple(half for half in reached if half.row != self.half.row)
        columns = range(COLUMNS) if self.column is None else (self.column,)
        dice = sorted(set(self.dice)) if self.die is None else (self.die,)
        return tuple(
            half for column in columns for die in dice for half in self._reached(column, die) if half not in self.next
        )

    def _reached(self, column: int, die: int) -> list[Half]:
        ways = (die, -die) if self.either else (die * self.ahead,)
        here = self.rows[column]
        return [Half(column, here + way, die) for way in ways if 1 <= here + way <= ROWS]

    @cached_property
    def pressable(self) -> Mapping[str, str]:
        """What may be picked next, each with its name for who does not see the board."""
        found: dict[str, str] = {}
        if self.half is None and not self.dice.is_double:
            for die in self.dice:
                put_back = ", picked: put it back" if self.picked == str(die) else ""
                if put_back or self.column is None or any(half.die == die for half in self.next):
                    found[str(die)] = f"The {die}{put_back}"
        if self.picked and self.column is not None:
            found[LETTERS[self.column]] = f"{square(self.column, self.rows[self.column])}, picked: put it back"
        by_column: dict[int, list[Half]] = {}
        for half in self.next:
            by_column.setdefault(half.column, []).append(half)
        for column, ways in by_column.items():
            # a piece with one way to go needs no square to be named; with nothing picked, the piece comes first
            if column != self.column and (len(ways) == 1 or not self.picked):
                name = square(column, self.rows[column])
                found[LETTERS[column]] = f"{name} to {square(column, ways[0].row)}" if len(ways) == 1 else name
            if self.picked:
                for half in ways:
                    to = square(column, half.row)
                    found[to] = f"{square(column, self.rows[column])} to {to}, by the {half.die}"
        return found

    def press(self, what: object) -> str | int:
        """What is picked after this has been pressed, or the place of the move that is thereby made.

        Raises :class:`StageError` where it cannot be pressed now.
        """
        if not isinstance(what, str) or (what and what not in self.pressable):
            raise StageError(f"{shown(what)} cannot be picked now; there are {', '.join(self.pressable)}.")
        if not what or what == self.picked or (self.half is not None and what == LETTERS[self.half.column]):
            return ""
        if what.isdecimal():
            ways = [half for half in self.next if half.die == int(what)]
            return self._settle(ways[0]) if self.column is not None and len(ways) == 1 else what
        if len(what) == 2:
            return self._settle(next(half for half in self.next if square(half.column, half.row) == what))
        ways = [half for half in self.next if half.column == LETTERS.index(what)]
        return self._settle(ways[0]) if len(ways) == 1 else what

    def _settle(self, half: Half) -> str | int:
        if self.half is not None:
            return self.next[half][0]
        return square(half.column, half.row)
