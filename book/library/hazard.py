"""Hazard: two dice, a decision, and a wait. A fourth game, to show how one is added.

The rules are those that are commonly described today; nothing is claimed here of when or where they were played.
The *caster* calls a *main* from 5 to 9 and throws. The main itself wins at once (a *nick*), and so does 11 for a
main of 7, or 12 for a main of 6 or 8. 2, 3 and whatever else of 11 and 12 loses at once (an *out*). Any other total
is the caster's *chance*: now the throws go on until the chance comes, which wins, or the main, which loses. The other
player, the *setter*, wins what the caster loses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Final

from fortune.dice import BY_TOTAL, Dice
from fortune.errors import StateError, shown
from fortune.game import Choose, Defaults, Event, Outcome, Over, Step, Throw, read_count, read_mapping
from fortune.options import Value, check, choice

__all__ = ["CHANCES", "NICKS", "Call", "Called", "Hazard", "Options", "State", "Thrown"]

NICKS: Final = {5: (5,), 6: (6, 12), 7: (7, 11), 8: (8, 12), 9: (9,)}
"""The totals that win at once, for each main."""
CHANCES: Final = (4, 5, 6, 7, 8, 9, 10)
"""The totals that can become the chance: all but the main."""
CASTER, SETTER = 0, 1


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on; raises :class:`OptionError` for anything else."""

    main: str = choice(
        "How the main is found.",
        "as commonly described today",
        Value("called", "The caster calls it, from 5 to 9.", "as commonly described today"),
        Value("seven", "It is always 7, and nobody decides anything.", "ours"),
    )

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class State:
    """The main and the chance, each none until it is known; and how the round ended, if it has."""

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
    """The caster threw this total, and that was a nick, an out, the chance, won, lost, or nothing."""

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
        return State(main=7 if self.options.main == "seven" else None)

    def turn(self, state: State) -> Throw | Choose | Over:
        """The caster calls, then throws until the round is won or lost."""
        if state.ending is not None:
            return Over(Outcome(state.ending, (CASTER if state.ending in ("nick", "won") else SETTER,)))
        return Choose(CASTER) if state.main is None else Throw(CASTER)

    def throw_classes(self, state: State) -> Mapping[Dice, int]:
        """One pair for each total, for only the total counts here."""
        return BY_TOTAL if self.throws(state) else {}

    def moves(self, state: State) -> Sequence[Call]:
        """The five mains, before the first throw."""
        return tuple(map(Call, NICKS)) if state.main is None else ()

    def play(self, state: State, choice: Dice | Call) -> Step[State]:
        """The state after this call or throw, and the one event."""
        self.must_allow(state, choice)
        if isinstance(choice, Call):
            return Step(replace(state, main=choice.main), (Called(CASTER, choice.main),))
        assert state.main is not None
        meaning = told(state.main, state.chance, choice.total)
        event = Thrown(CASTER, choice.total, meaning)
        if meaning == "chance":
            return Step(replace(state, chance=choice.total), (event,))
        return Step(state if meaning == "nothing" else replace(state, ending=meaning), (event,))

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON knows it."""
        return asdict(state)

    def load(self, data: object) -> State:
        """The state from :meth:`dump`; raises :class:`StateError` where it cannot occur under the options."""
        read = read_mapping(data, ["main", "chance", "ending"], "A position of Hazard")
        main, chance = (
            None if read[name] is None else read_count(read[name], name, 4, 10) for name in ("main", "chance")
        )
        state = State(main, chance, read["ending"])
        mains = (7,) if self.options.main == "seven" else (None, *NICKS)
        endings = (None, "nick", "out") if chance is None else (None, "won", "lost")
        called = main is not None or (chance is None and state.ending is None)
        if main not in mains or (chance is not None and chance == main) or state.ending not in endings or not called:
            raise StateError(f"No round of Hazard comes to {shown(data)}.")
        return state


def told(main: int, chance: int | None, total: int) -> str:
    """What a total means for the caster: nick, out or chance on the first throw; won, lost or nothing after it.

    >>> told(6, None, 11), told(6, None, 12), told(6, 8, 12)
    ('out', 'nick', 'nothing')
    """
    if chance is None:
        return "nick" if total in NICKS[main] else "chance" if total in CHANCES else "out"
    return {chance: "won", main: "lost"}.get(total, "nothing")
