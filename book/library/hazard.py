"""Hazard: two dice, a decision, and a wait.

A fourth game, to show how one is added. The rules are those that
are commonly described today; nothing is claimed here of when or
where they were played.

The *caster* calls a *main* from 5 to 9 and throws. The main wins
at once (a *nick*), and so does 11 for a main of 7, or 12 for a
main of 6 or 8. 2, 3 and whatever else of 11 and 12 loses at once
(an *out*). Any other total is the caster's *chance*: now the
throws go on until the chance comes, which wins, or the main,
which loses. The other, the *setter*, wins what the caster loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Final

from fortune.dice import BY_TOTAL, Dice
from fortune.errors import StateError, shown
from fortune.game import (
    Choose,
    Defaults,
    Event,
    Outcome,
    Over,
    Step,
    Throw,
    read_count,
    read_mapping,
)
from fortune.options import Value, check, choice

__all__ = [
    "CHANCES",
    "NICKS",
    "Call",
    "Called",
    "Hazard",
    "Options",
    "State",
    "Thrown",
]

NICKS: Final = {
    5: (5,),
    6: (6, 12),
    7: (7, 11),
    8: (8, 12),
    9: (9,),
}
"""The totals that win at once, for each main."""
CHANCES: Final = (4, 5, 6, 7, 8, 9, 10)
"""The totals that can become the chance: all but the main."""
CASTER, SETTER = 0, 1
TODAY = "as commonly described today"


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on; raises :class:`OptionError`."""

    main: str = choice(
        "How the main is found.",
        TODAY,
        Value("called", "The caster calls it, 5 to 9.", TODAY),
        Value("seven", "It is 7, and nobody decides.", "ours"),
    )

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class State:
    """Main, chance and ending, each none until it is there."""

    main: int | None = None
    chance: int | None = None
    ending: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The decision: call this main."""

    main: int


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The caster called this main."""

    main: int


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """The caster threw this; :func:`told` has its meanings."""

    total: int
    meaning: str


@dataclass(frozen=True)
class Hazard(Defaults[State, Call]):
    """One round of Hazard; seat 0 casts.

    >>> game = Hazard()
    >>> called = game.play(game.start(), Call(7)).state
    >>> game.play(called, Dice(6, 5)).events
    (Thrown(seat=0, total=11, meaning='nick'),)
    """

    options: Options = Options()
    name: ClassVar[str] = "hazard"
    players: ClassVar[int] = 2

    def start(self) -> State:
        """Nothing is called yet, unless the main is always 7."""
        return State(7 if self.options.main == "seven" else None)

    def turn(self, state: State) -> Throw | Choose | Over:
        """The caster calls, then throws until it is decided."""
        if state.ending is not None:
            won = state.ending in ("nick", "won")
            winner = CASTER if won else SETTER
            return Over(Outcome(state.ending, (winner,)))
        if state.main is None:
            return Choose(CASTER)
        return Throw(CASTER)

    def throw_classes(self, state: State) -> Mapping[Dice, int]:
        """One pair for each total, for only the total counts."""
        return BY_TOTAL if self.throws(state) else {}

    def moves(self, state: State) -> Sequence[Call]:
        """The five mains, before the first throw."""
        if state.main is not None:
            return ()
        return tuple(map(Call, NICKS))

    def play(
        self, state: State, choice: Dice | Call
    ) -> Step[State]:
        """The state after this call or throw, and its event."""
        self.must_allow(state, choice)
        if isinstance(choice, Call):
            called = Called(CASTER, choice.main)
            state = replace(state, main=choice.main)
            return Step(state, (called,))
        assert state.main is not None
        meaning = told(state.main, state.chance, choice.total)
        event = Thrown(CASTER, choice.total, meaning)
        if meaning == "chance":
            state = replace(state, chance=choice.total)
        elif meaning != "nothing":
            state = replace(state, ending=meaning)
        return Step(state, (event,))

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON knows it."""
        return asdict(state)

    def load(self, data: object) -> State:
        """The dumped state, or a :class:`StateError`."""
        keys = ["main", "chance", "ending"]
        read = read_mapping(data, keys, "A position of Hazard")
        main = _total(read["main"])
        chance = _total(read["chance"])
        state = State(main, chance, read["ending"])
        mains = [7] if self.options.main == "seven" else [*NICKS]
        first = chance is None
        ways = ("nick", "out") if first else ("won", "lost")
        known = state.ending in (None, *ways)
        begun = main in mains and main != chance and known
        if not (begun or state == self.start()):
            raise StateError(f"No round comes to {shown(data)}.")
        return state


def _total(saved: object) -> int | None:
    """A main or a chance, if it is one."""
    if saved is None:
        return None
    return read_count(saved, "A main or a chance", 4, 10)


def told(main: int, chance: int | None, total: int) -> str:
    """What a total means for the caster.

    First nick, out or chance; from then on won, lost or nothing.

    >>> told(6, None, 11), told(6, None, 12), told(6, 8, 12)
    ('out', 'nick', 'nothing')
    """
    if chance is None:
        if total in NICKS[main]:
            return "nick"
        return "chance" if total in CHANCES else "out"
    return {chance: "won", main: "lost"}.get(total, "nothing")
