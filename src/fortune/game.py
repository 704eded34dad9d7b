"""The protocol that every game follows, and what can be done with any game that does.

A game is an object made of validated options. ``play(state, choice)`` gives the new state and the events, in
the order they happen; it is pure, deterministic and total on legal input. Chance is explicit: ``turn`` says
whether dice or a player decides next, and no dice are ever thrown inside ``play`` (the chance nodes of
OpenSpiel). States are frozen and hashable. They hold no history: the caller's list of steps is the history.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fortune import dice
from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, StateError, shown

__all__ = [
    "ByOptions",
    "ByPolicy",
    "Choose",
    "Chooser",
    "Defaults",
    "Event",
    "Folded",
    "Game",
    "Outcome",
    "Over",
    "Step",
    "Throw",
    "Turn",
    "playout",
    "read_count",
    "read_flags",
    "read_list",
    "read_mapping",
]


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
"""What :meth:`Game.turn` answers."""

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


class Defaults(ABC, Generic[S, M]):
    """What many games answer alike, to be inherited by a new one: fair dice, nobody decides, no two states are alike.

    The game adds ``name``, ``players``, ``options``, ``start``, ``turn``, ``play``, ``dump`` and ``load``, and
    ``moves`` where players decide. Its ``play`` begins with :meth:`must_allow`. That is enough for a chain and a
    simulation; ``throw_classes`` and ``fold`` can be made coarser later, for speed.
    """

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """What comes next: a throw, a player's decision, or nothing, with the outcome."""

    def throws(self, state: S) -> Mapping[Dice, int]:
        """The 21 pairs of fair dice with their weights over 36; none where a decision is due.

        Raises :class:`GameOverError` where the game is finished.
        """
        turn = self.turn(state)
        if isinstance(turn, Over):
            raise GameOverError
        return PAIRS if isinstance(turn, Throw) else {}

    def throw_classes(self, state: S) -> Mapping[Dice, int]:
        """Every throw as a class of its own."""
        return self.throws(state)

    def moves(self, state: S) -> Sequence[M]:
        """None: this is a game of pure chance."""
        return ()

    def must_allow(self, state: S, choice: object) -> None:
        """Refuse a choice that the rules do not allow in this state.

        Raises :class:`GameOverError` where the game is finished, :class:`DiceError` for what is no throw where dice
        come next, and :class:`IllegalChoiceError` for what is none of the moves where a decision is due.
        """
        turn = self.turn(state)
        if isinstance(turn, Over):
            raise GameOverError
        if isinstance(turn, Throw):
            if not isinstance(choice, Dice):
                raise DiceError(f"A throw of two dice comes next, such as Dice(6, 3), not {shown(choice)}.")
        elif not any(type(choice) is type(move) and choice == move for move in self.moves(state)):
            raise IllegalChoiceError(f"A decision comes next, such as {self.moves(state)[0]}, not {shown(choice)}.")

    def key(self, state: S) -> Hashable:
        """The whole state."""
        return state

    def fold(self, state: S) -> Folded[S]:
        """The state as it is."""
        return Folded(state, 0, 1)


class ByOptions:
    """A game that its options make: equal ones are one game. A subclass with a rule of its own is another."""

    if TYPE_CHECKING:

        @property
        def options(self) -> Any:
            """What the players agreed on."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.options!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and bool(self.options == other.options)

    def __hash__(self) -> int:
        return hash((type(self).__qualname__, self.options))


@dataclass(frozen=True)
class ByPolicy(Generic[S, M]):
    """A game in which a fixed policy makes every decision: a game of pure chance, for chains and simulations.

    ``policy`` gives for a state where a decision is due one of its moves, always the same, and the same for states
    that ``game`` folds onto one another. A step is a throw with all decisions that follow it, and its events are those
    of both. For a simulation on other processes the policy has to be a function of a module.
    """

    game: Game[S, M]
    policy: Callable[[S], M]

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.game.players

    @property
    def options(self) -> Any:
        """The options of the game."""
        return self.game.options

    def start(self) -> S:
        """The state before the first throw, after all decisions that come before it."""
        return self._decided(Step(self.game.start(), ())).state

    def turn(self, state: S) -> Turn:
        """A throw, or nothing, with the outcome."""
        return self.game.turn(state)

    def throws(self, state: S) -> Mapping[Dice, int]:
        """The throws of the game."""
        return self.game.throws(state)

    def throw_classes(self, state: S) -> Mapping[Dice, int]:
        """The classes of the game."""
        return self.game.throw_classes(state)

    def moves(self, state: S) -> Sequence[Dice]:
        """None: the policy decides."""
        return ()

    def play(self, state: S, choice: Dice) -> Step[S]:
        """The state after this throw and the decisions that follow it, and all their events."""
        return self._decided(self.game.play(state, choice))

    def key(self, state: S) -> Hashable:
        """The key of the game."""
        return self.game.key(state)

    def fold(self, state: S) -> Folded[S]:
        """The folded state of the game."""
        return self.game.fold(state)

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON knows it."""
        return self.game.dump(state)

    def load(self, data: object) -> S:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur in the game."""
        return self.game.load(data)

    def _decided(self, step: Step[S]) -> Step[S]:
        while isinstance(self.game.turn(step.state), Choose):
            after = self.game.play(step.state, self.policy(step.state))
            step = Step(after.state, step.events + after.events)
        return step


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


def read_list(data: object, name: str, players: int) -> list[Any]:
    """The saved list if it has an entry for each player, else :class:`StateError`."""
    if not isinstance(data, list) or len(data) != players:
        raise StateError(f"{name} must be a list with an entry for each of {players} players, not {shown(data)}.")
    return data


def read_flags(data: object, name: str, players: int) -> tuple[bool, ...]:
    """The saved list if it says yes or no for each player, else :class:`StateError`."""
    flags = read_list(data, name, players)
    if not all(type(flag) is bool for flag in flags):
        raise StateError(f"{name} must say true or false for each player, not {shown(data)}.")
    return tuple(flags)
