"""Positions of both games of Tablero, what players decide, and what they see happen.

Rows, columns and seats are those of :mod:`fortune.tablero.squares`. Moves of pieces are its :class:`Move`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fortune.dice import Dice
from fortune.game import Event
from fortune.tablero.squares import Position

__all__ = [
    "Announce",
    "Announced",
    "Called",
    "Eighth",
    "Filled",
    "GucciPhase",
    "GucciState",
    "HandedBack",
    "JesusPhase",
    "JesusState",
    "Kept",
    "Leave",
    "Left",
    "Lost",
    "Moved",
    "NoToast",
    "NotToasted",
    "Numbered",
    "Passed",
    "Pulled",
    "Queen",
    "Refilled",
    "RunLost",
    "RunWon",
    "Staked",
    "Take",
    "ThrewOn",
    "ThrowOn",
    "ThrownAgain",
    "Toast",
    "Toasted",
    "Took",
    "Unplayable",
    "Won",
]

GucciPhase = Literal["queen", "throw", "toast", "move", "call", "over"]
"""What comes next in Tablero da Gucci."""
JesusPhase = Literal["throw", "move", "take", "run", "spoils", "over"]
"""What comes next in Tablero de Jesus."""


@dataclass(frozen=True, slots=True)
class GucciState:
    """A position of Tablero da Gucci.

    ``rows``: the row of each glass, by column. ``stocks``: the glasses that each can still fill. ``turn``: the seat
    that throws or decides next; after the end the winner. ``phase``: what comes next:

    - ``queen``: the throw of the Queen's number, before the game;
    - ``throw``: a throw;
    - ``toast``: the Queen's number was thrown, and the thrower toasts a glass or does not;
    - ``move``: the dice move two glasses;
    - ``call``: the thrower left the toast uncalled, and the other calls it or does not;
    - ``over``: somebody has lost.

    ``queen``: the Queen's number, 0 where there is none or none yet. ``dice``: the throw to be played, in ``toast``
    and ``move``. ``uncalled``: in ``move``, whether a toast was left that the other may call afterwards. ``holder``:
    who has the dice when the decision is made: in ``call`` it may be either seat, else it is ``turn``.
    """

    rows: Position
    stocks: tuple[int, int]
    turn: int = 0
    phase: GucciPhase = "throw"
    queen: int = 0
    dice: Dice | None = None
    uncalled: bool = False
    holder: int = 0


@dataclass(frozen=True, slots=True)
class JesusState:
    """A position of Tablero de Jesus.

    ``rows``: the row of each coin on the board, by column. ``stocks``: the coins in each hand. ``turn``: the seat that
    throws or decides next; after the end the winner. ``phase``: what comes next:

    - ``throw``: a throw;
    - ``move``: the dice move two coins;
    - ``take``: the mover takes a group, throws on, or announces a run;
    - ``run``: the throw of an announced run, with ``staked`` coins at stake;
    - ``spoils``: the dice passed to this seat, which takes a standing group and hands them back, or throws;
    - ``over``: somebody could not refill; the coins are shown as they stood before they were taken.

    ``dice``: the throw to be played, in ``move``. All coins together are always those that the players began with.
    """

    rows: Position
    stocks: tuple[int, int]
    turn: int = 0
    phase: JesusPhase = "throw"
    dice: Dice | None = None
    staked: int = 0


# What players decide, beside the moves of pieces.


@dataclass(frozen=True, slots=True, order=True)
class Toast:
    """Empty the glass of this column to the Queen: the thrower at once, or the other who calls it afterwards."""

    column: int


@dataclass(frozen=True, slots=True)
class NoToast:
    """Toast no glass."""


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """Take the group on this row and in these columns."""

    row: int
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrowOn:
    """Take nothing and throw again."""


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce a run: the other stakes two coins on a pass number."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave standing what the other did not take, and throw."""


# What players see happen, in both games.


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A pass number: the dice go to the other."""


@dataclass(frozen=True, slots=True)
class Unplayable(Event):
    """No two pieces could move: the dice go to the other."""


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A die moved the piece of this column from one row to another."""

    column: int
    origin: int
    row: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """So many glasses were to be filled, or columns to be refilled, with only ``had`` left."""

    needed: int
    had: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The other has lost."""


# Tablero da Gucci alone.


@dataclass(frozen=True, slots=True)
class Numbered(Event):
    """A spectator threw the Queen's number of this game."""

    number: int


@dataclass(frozen=True, slots=True)
class ThrownAgain(Event):
    """A pass number cannot be the Queen's number: it is thrown again."""


@dataclass(frozen=True, slots=True)
class Queen(Event):
    """The Queen's number was thrown."""


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """The Queen's number moved no glass, yet its thrower keeps the dice.

    ``pass_number`` where it is a pass number, else it was unplayable.
    """

    pass_number: bool


@dataclass(frozen=True, slots=True)
class Toasted(Event):
    """This seat emptied the glass of this column, which goes from ``origin`` to ``row``; ``filler`` fills it."""

    column: int
    origin: int
    row: int
    filler: int


@dataclass(frozen=True, slots=True)
class Called(Event):
    """This seat calls the toast that the other left uncalled."""


@dataclass(frozen=True, slots=True)
class NotToasted(Event):
    """This seat could have toasted, and did not."""


@dataclass(frozen=True, slots=True)
class Pulled(Event):
    """This seat pulled a line: its row, or 0 for a diagonal, and its columns; at least ``drink`` are its own to drink.

    The glasses go to the home row ``to`` of the other.
    """

    row: int
    columns: tuple[int, ...]
    drink: int
    to: int


@dataclass(frozen=True, slots=True)
class Filled(Event):
    """This seat filled so many glasses, and can fill ``left`` more."""

    units: int
    left: int


# Tablero de Jesus alone.


@dataclass(frozen=True, slots=True)
class Took(Event):
    """This seat took the group on this row in these columns."""

    row: int
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eighth(Event):
    """For all seven this seat took an eighth coin from the other's hand."""


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """This seat put a coin into each of these columns, on the home row ``row``."""

    row: int
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandedBack(Event):
    """This seat hands the dice back unthrown."""


@dataclass(frozen=True, slots=True)
class Left(Event):
    """This seat leaves standing what the other did not take."""


@dataclass(frozen=True, slots=True)
class ThrewOn(Event):
    """This seat took nothing and throws on."""


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """This seat announced a run."""


@dataclass(frozen=True, slots=True)
class Staked(Event):
    """This seat staked so many coins against the run."""

    coins: int


@dataclass(frozen=True, slots=True)
class RunWon(Event):
    """The run held: this seat keeps the coins staked against it."""

    coins: int


@dataclass(frozen=True, slots=True)
class RunLost(Event):
    """A pass number broke the run of this seat: the other takes so many coins, the stake among them."""

    coins: int
