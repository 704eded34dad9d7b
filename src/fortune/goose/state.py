"""A position of the Goose, and what players see happen."""

from __future__ import annotations

from dataclasses import dataclass

from fortune.game import Event

__all__ = [
    "Crossed",
    "Deadlocked",
    "Died",
    "Displaced",
    "Freed",
    "Held",
    "Hopped",
    "Missed",
    "Moved",
    "Nine",
    "Paid",
    "PaidAll",
    "Rested",
    "Returned",
    "SentBack",
    "State",
    "Strayed",
    "Stuck",
    "Waited",
    "Won",
]


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    ``places``: the square of each piece, 0 before the start. ``owed``: the turns each still has to miss. ``origins``:
    for a piece that is held and may be freed to where its last throw began, that square; 0 for all others.
    ``begun``: whether each has thrown, where ``nine=first_throw`` asks for it; else ``False``. ``balances``: the tokens
    that each has won, below 0 where more were paid. ``pool``: the tokens on the board. ``turn``: the seat that throws
    next; after the end the one that threw last.
    """

    places: tuple[int, ...]
    owed: tuple[int, ...]
    origins: tuple[int, ...]
    begun: tuple[bool, ...]
    balances: tuple[int, ...]
    pool: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A piece moved by the total of the dice; ``turned`` where it passed 63 and came back."""

    origin: int
    square: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Hopped(Event):
    """A goose moved the piece by the same total again; ``turned`` where that led past 63 and back."""

    origin: int
    square: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Nine(Event):
    """A nine from the start led to the square of its dice."""

    square: int


@dataclass(frozen=True, slots=True)
class Crossed(Event):
    """The bridge led onward to this square."""

    square: int


@dataclass(frozen=True, slots=True)
class Strayed(Event):
    """The labyrinth led back to this square."""

    square: int


@dataclass(frozen=True, slots=True)
class Died(Event):
    """Death sent the piece back to this square."""

    square: int


@dataclass(frozen=True, slots=True)
class Rested(Event):
    """The piece will miss so many turns on this square."""

    square: int
    turns: int


@dataclass(frozen=True, slots=True)
class Held(Event):
    """The piece waits on this square until another lands there."""

    square: int


@dataclass(frozen=True, slots=True)
class Freed(Event):
    """The piece of this seat was freed from ``square`` by the seat ``by``, and stands on ``to`` now."""

    by: int
    square: int
    to: int


@dataclass(frozen=True, slots=True)
class Displaced(Event):
    """The piece of this seat had to leave ``square`` to the seat ``by``, and stands on ``to`` now."""

    by: int
    square: int
    to: int


@dataclass(frozen=True, slots=True)
class SentBack(Event):
    """The square was taken, so the mover went back to where its throw began."""

    square: int
    to: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """A token into the pool, for landing on this square."""

    square: int


@dataclass(frozen=True, slots=True)
class PaidAll(Event):
    """A token from every player into the pool, for a stop of this seat on this square."""

    square: int


@dataclass(frozen=True, slots=True)
class Missed(Event):
    """A turn was missed; so many are left to miss."""

    left: int


@dataclass(frozen=True, slots=True)
class Waited(Event):
    """A turn came and the piece was held on this square."""

    square: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A piece came home exactly; its player takes the pool of so many tokens."""

    pool: int


@dataclass(frozen=True, slots=True)
class Deadlocked(Event):
    """All pieces are held since this seat's throw: nobody can ever move again."""


@dataclass(frozen=True, slots=True)
class Stuck(Event):
    """The only piece is held on this square, and nobody will ever come."""

    square: int


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Nobody can win: each player got so many tokens back, and ``rest`` could not be divided."""

    each: int
    rest: int
