"""A game at one screen, as a value: who sits there, what was thrown, and what can be taken back.

A *place* is where somebody sits at the screen, counted from 0; a *seat* is a place in the order of throwing. Who wins
the prelude (the highest single die) gets seat 0, and the others follow as they sit. The history is a chain of
:class:`Moment`: a step adds one, and undo goes back along it; nothing is ever played again but when a saved game is
loaded.

A step is a throw or, in a game with decisions, a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fortune.dice import Dice
from fortune.errors import StageError
from fortune.game import Choose, Event, Game, Over
from fortune.stage.contest import Contest
from fortune.stage.draft import Draft
from fortune.stage.party import Party
from fortune.stage.tape import BY_CHANCE, SEED, Decided, Made, Tape

__all__ = ["MOST_STEPS", "Model", "Moment", "Next", "deal", "replayed", "step", "stepped"]

MOST_STEPS: Final = 5000
"""How many steps a game can have here: as many as a link holds and a page plays again at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Where the table stands, and the step that led there.

    ``made``: the decision, or how the dice came about. ``place``: who threw or decided, ``faces``: what fell, at a
    decision before it. ``contest``: the prelude
    as it stands, until somebody has won it. ``first``: the place that begins, and ``state``: the game, from then on.
    ``drawn``: dice taken from the tape so far. ``steps`` and ``throws`` count all steps, and those after the prelude.
    """

    before: Moment | None = field(repr=False)
    made: Made
    place: int
    faces: tuple[int, ...]
    contest: Contest | None
    first: int | None
    state: Any
    events: tuple[Event, ...] = ()
    drawn: int = 0
    steps: int = 0
    throws: int = 0

    @property
    def decided(self) -> bool:
        """Whether the step was a decision."""
        return isinstance(self.made, Decided)

    @property
    def by_hand(self) -> bool:
        """Whether the step was a throw of real dice."""
        return isinstance(self.made, Dice | int)

    def back(self) -> Iterator[Moment]:
        """This moment and those before it, the latest first, without the beginning."""
        here = self
        while here.before is not None:
            yield here
            here = here.before


@dataclass(frozen=True, slots=True)
class Next:
    """What a game is dealt with. ``seed`` is :data:`BY_CHANCE` until the page throws for the first time."""

    draft: Draft[Any]
    seed: int
    prelude: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A table with a game on it.

    ``game`` is of the game's own class. ``dealt`` is what the game was dealt with, ``next`` what the next one will be.
    ``by_hand``: somebody throws real dice, of which ``first_die`` is entered. ``fresh``: the last action was a step,
    which the page shows happening. ``said`` is what a screen reader hears of it where it was none. ``picked``: of a
    decision in the making, what the player has picked so far, in the app's own words. ``hinted``: the player has asked
    what the choices are worth.
    """

    game: Any
    tape: Tape
    now: Moment
    party: Party
    dealt: Next
    next: Next
    by_hand: bool = False
    first_die: int | None = None
    picked: str = ""
    hinted: bool = False
    fresh: bool = False
    said: str = ""

    @property
    def thrower(self) -> int | None:
        """The place that throws or decides next; none if the game is over."""
        return _thrower(self.game, self.now)

    @property
    def decides(self) -> bool:
        """Whether a decision comes next, and no throw."""
        return self.now.contest is None and isinstance(self.game.turn(self.now.state), Choose)

    @property
    def full(self) -> bool:
        """Whether the game has as many steps as a link holds, so that it cannot go on here."""
        return self.now.steps >= MOST_STEPS

    @property
    def moves(self) -> Sequence[Any]:
        """What the player who decides may choose; nothing where dice come next."""
        return self.game.moves(self.now.state) if self.decides else ()

    @property
    def undone(self) -> Moment | None:
        """Where undo would go: to before the last step that a person made, or typed in for the computer."""
        for moment in self.now.back():
            if moment.by_hand or not self.party.computers[moment.place]:
                return moment.before
        return None

    @property
    def waits(self) -> bool:
        """Whether the page goes on for the computer by itself. Before the first step it does not: somebody begins."""
        place = self.thrower
        ready = place is not None and self.party.computers[place] and (self.decides or not self.by_hand)
        return ready and self.now.steps > 0 and not self.full

    @property
    def seated(self) -> int:
        """How many places are in use, in this game or in the next."""
        return max(int(self.game.players), self.next.draft.players)

    def names(self, first: int | None) -> tuple[str, ...]:
        """The players' names by seat, where this place begins; by place where that is not known yet."""
        seated = self.party.names[: self.game.players]
        return seated if first is None else seated[first:] + seated[:first]


def _thrower(game: Game[Any, Any], now: Moment) -> int | None:
    if now.contest is not None:
        return now.contest.thrower
    turn = game.turn(now.state)
    assert now.first is not None
    return None if isinstance(turn, Over) else (now.first + turn.seat) % game.players


def _beginning(game: Game[Any, Any], prelude: bool, lowest: bool) -> Moment:
    # who is alone need not ask who begins
    contest = Contest(tuple(range(game.players)), lowest=lowest) if prelude and game.players > 1 else None
    return Moment(None, None, 0, (), contest, 0 if contest is None else None, game.start())


def stepped(game: Game[Any, Any], tape: Tape, now: Moment, made: Made) -> Moment:
    """The next moment; raises :class:`FortuneError` where no such step can be made now."""
    if now.steps >= MOST_STEPS:
        raise StageError(f"This game has had {MOST_STEPS:,} steps, and a link holds no more. Begin a new one.")
    if isinstance(made, Decided):
        return _decided(game, now, made)
    if now.contest is not None:
        if isinstance(made, Dice):
            raise StageError(f"Who begins is found with one die each, so the two dice {made} cannot be entered now.")
        face = tape.die(now.drawn) if made is None else made
        contest = now.contest.after(face)
        first = contest.winner
        return Moment(
            now, made, now.contest.thrower, (face,), contest if first is None else None, first, now.state,
            drawn=now.drawn + (made is None), steps=now.steps + 1,
        )  # fmt: skip
    if isinstance(game.turn(now.state), Choose):
        raise StageError("A decision comes next, and no throw.")
    if isinstance(made, int):
        raise StageError(f"A throw is two dice, and only the {made} was entered.")
    thrown = tape.pair(now.drawn) if made is None else made
    played = game.play(now.state, thrown)
    place = _thrower(game, now)
    assert place is not None
    return Moment(
        now, made, place, (thrown.high, thrown.low), None, now.first, played.state, played.events,
        now.drawn + (2 if made is None else 0), now.steps + 1, now.throws + 1,
    )  # fmt: skip


def _decided(game: Game[Any, Any], now: Moment, made: Decided) -> Moment:
    moves = () if now.contest is not None or isinstance(game.turn(now.state), Over) else game.moves(now.state)
    if not moves:
        raise StageError("Nothing is to be decided now.")
    if made.at >= len(moves):
        raise StageError(f"There are {len(moves)} moves to choose from, counted from 0, and none is {made.at}.")
    place = _thrower(game, now)
    assert place is not None
    played = game.play(now.state, moves[made.at])
    return Moment(
        now, made, place, now.faces, None, now.first, played.state, played.events,
        now.drawn, now.steps + 1, now.throws,
    )  # fmt: skip


def replayed(model: Model, steps: Iterable[Made]) -> Moment:
    """Where the table stands after these steps."""
    now = model.now
    for made in steps:
        now = stepped(model.game, model.tape, now, made)
    return now


def deal(make: Callable[[Any], Game[Any, Any]], chosen: Next, party: Party, *, lowest: bool = False) -> Model:
    """A new game, which ``make`` makes of its options; with ``lowest`` the lowest die begins.

    Raises :class:`FortuneError` where options do not go together, or names are alike.
    """
    game = make(chosen.draft.options)
    beginning = _beginning(game, chosen.prelude, lowest)
    after = replace(chosen, seed=BY_CHANCE)
    return Model(game, Tape(chosen.seed or SEED), beginning, party.checked(game.players), dealt=chosen, next=after)


def step(model: Model, made: Made, seed: int = SEED) -> Model:
    """The model after the next step. Where no seed was chosen, the first throw by the page takes this one."""
    if made is None and model.dealt.seed == BY_CHANCE:
        model = replace(model, tape=Tape(seed), dealt=replace(model.dealt, seed=seed))
    return replace(
        model, now=stepped(model.game, model.tape, model.now, made), fresh=True, first_die=None, picked="", hinted=False
    )
