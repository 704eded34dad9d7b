"""The protocol that every game follows, and what can be done with any game that does.

A game is an object made of validated options. ``play(state, choice)`` gives the new state and the events, in
the order they happen; it is pure, deterministic and total on legal input. Chance is explicit: ``turn`` says
whether dice or a player decides next, and no dice are ever thrown inside ``play`` (the chance nodes of
OpenSpiel). States are frozen and hashable. They hold no history: the caller's list of steps is the history.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fortune import dice
from fortune.dice import Dice
from fortune.errors import IllegalChoiceError, StateError, shown

__all__ = ["Choose", "Chooser", "Event", "Folded", "Game", "Outcome", "Over", "Step", "Throw", "Turn", "playout"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a player sees happen; each game has its own kinds. Seats are counted from 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, and the winning seats. Several winners share the win in equal parts."""

    termination: str
    winners: tuple[int, ...]

    def share(self, seat: int) -> Fraction:
        """This seat's part of the win, from 0 to 1."""
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice come next, thrown by this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision of this seat comes next."""

    seat: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game is finished."""

    outcome: Outcome


Turn = Throw | Choose | Over

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Step(NamedTuple, Generic[S]):
    """What :meth:`Game.play` answers: the new state, and the events in the order they happen."""

    state: S
    events: tuple[Event, ...]


class Folded(NamedTuple, Generic[S]):
    """A state brought to the form that stands for all states with the same chances.

    Seat ``j`` of ``state`` is seat ``(j + shift) % players`` of the state that was folded. ``copies`` is how
    many different keys, with the seats where they are, fold onto this form.
    """

    state: S
    shift: int
    copies: int


class Game(Protocol[S, M]):
    """What every game answers. See the module for what is promised of it."""

    @property
    def name(self) -> str:
        """The game's key, as on the command line."""
        ...

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def options(self) -> Any:
        """The validated options that make the game: a frozen dataclass of the game's own."""
        ...

    def start(self) -> S:
        """The state before the first throw."""
        ...

    def turn(self, state: S) -> Turn:
        """What comes next: a throw, a player's decision, or nothing, with the outcome."""
        ...

    def throws(self, state: S) -> Mapping[Dice, int]:
        """Every throw that can fall now with its weight; the weights add up to 36.

        Raises :class:`GameOverError` where the game is finished.
        """
        ...

    def throw_classes(self, state: S) -> Mapping[Dice, int]:
        """:meth:`throws` with those lumped that act alike: one of each class, with the weight of the class."""
        ...

    def moves(self, state: S) -> Sequence[M]:
        """The legal decisions in a fixed order; none where no decision is due."""
        ...

    def play(self, state: S, choice: Dice | M) -> Step[S]:
        """The state after this throw or decision, and the events.

        Raises :class:`DiceError`, :class:`IllegalChoiceError` or :class:`GameOverError`. The state given is never
        changed.
        """
        ...

    def key(self, state: S) -> Hashable:
        """The part of the state that decides the chances of all that follows, the seats left where they are."""
        ...

    def fold(self, state: S) -> Folded[S]:
        """The state that stands for all those with the same chances: the chain counts these as one."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON knows it."""
        ...

    def load(self, data: object) -> S:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options."""
        ...


Chooser = Callable[[random.Random, Game[Any, Any], Any], Any]
"""How a player decides: from a generator, the game and a state where a decision is due, one of its moves."""


def playout(
    game: Game[S, Any], rng: random.Random, state: S | None = None, choose: Chooser | None = None
) -> Iterator[tuple[Any, Step[S]]]:
    """Play until the game is over, from the start or from a given state; one throw or decision and its step at a time.

    ``choose`` decides for all players; a game of pure chance needs none. The same seed of ``rng`` gives the same game
    on every machine and in every version of Python, if ``choose`` draws by ``rng.random()`` alone.
    """
    state = game.start() if state is None else state
    while True:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Choose) and choose is None:
            raise IllegalChoiceError(
                f"{game.name} waits for a decision of seat {turn.seat + 1}, which dice cannot make."
            )
        chosen = choose(rng, game, state) if choose is not None and isinstance(turn, Choose) else dice.throw(rng)
        step = game.play(state, chosen)
        state = step.state
        yield chosen, step


def read_mapping(data: object, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    """The saved mapping if it has exactly these keys, else :class:`StateError` with what is missing or too much."""
    if not isinstance(data, Mapping):
        raise StateError(f"{what} is saved as a mapping with the keys {', '.join(keys)}, not as {shown(data)}.")
    missing = [key for key in keys if key not in data]
    if missing:
        raise StateError(f"{what} is cut short: {', '.join(missing)} is missing.")
    extra = [shown(key) for key in data if key not in keys]
    if extra:
        raise StateError(f"{what} has {', '.join(extra[:5])}, which no such position has.")
    return data


def read_count(data: object, what: str, low: int, high: int) -> int:
    """The saved whole number if it lies in this range, else :class:`StateError`."""
    if type(data) is not int or not low <= data <= high:
        raise StateError(f"{what} must be a whole number from {low} to {high}, not {shown(data)}.")
    return data
