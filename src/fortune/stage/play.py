"""What can be done at a table where a game is played at one screen, and how it is kept in a link.

A game's own app names the game and shows it; see ``glueckshaus.play``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from fortune.dice import Dice
from fortune.errors import GameOverError, StageError, shown
from fortune.game import Game
from fortune.options import Ruleset
from fortune.stage.draft import Draft
from fortune.stage.match import MOST_STEPS, Model, Next, deal, replayed, step
from fortune.stage.opponent import Opponent
from fortune.stage.party import Party
from fortune.stage.protocol import Action
from fortune.stage.reading import read_parts, read_switch
from fortune.stage.tape import BY_CHANCE, SEED, Decided, brought_seed, next_seed, read_seed, read_steps, write_steps

__all__ = ["Play"]


class Play:
    """The app of a game at one screen. Actions are the ids of the controls in ``table``.

    A subclass gives ``name`` and ``title``, and ``view``. ``rulesets``: those of the game, ``make``: what makes it of
    its options; ``usual`` and ``usual_ruleset``: what a new table has if nobody says more. A game with decisions gives
    ``opponents``, the strengths of the computer, the usual one first, and where moves are picked in parts :meth:`pick`
    and :meth:`kept_pick`.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rulesets: ClassVar[Mapping[str, Ruleset[Any]]]
    make: ClassVar[Callable[[Any], Game[Any, Any]]]
    usual: ClassVar[Any]
    usual_ruleset: ClassVar[str]
    opponents: ClassVar[Mapping[str, Opponent]] = {}

    def start(self, options: Mapping[str, Any]) -> Model:
        """A new game. Without options: the usual one, the first player a person and the others the computer.

        ``ruleset`` and all options of the game, ``seed``, ``prelude`` (false: place 0 begins), ``names`` (a list),
        ``persons`` (the places that persons have; the computer has the others), ``strengths`` (by place). Without a
        seed the page brings one with the first throw; an action that brings none gets :data:`SEED`.
        """
        draft = Draft.of(self.rulesets, self.usual).change("ruleset", options.get("ruleset", self.usual_ruleset))
        for name, value in options.items():
            if name not in {"ruleset", "seed", "prelude", "names", "persons", "strengths"}:
                draft = draft.set(name, value)
        chosen = Next(
            draft,
            read_seed(options.get("seed", BY_CHANCE)),
            read_switch(options.get("prelude", True), "prelude is on or off"),
        )
        return self._deal(chosen, Party.load(options, draft.players, self.opponents))

    def update(self, model: Model, action: Action) -> Model:
        """The model after an action: a step, a die entered, undo, a new game, or a change of a control."""
        do, _, which = action.do.partition(".")
        model = replace(model, fresh=False, said="")
        match do:
            case "throw":
                return step(model, None, brought_seed(action.value) or SEED)
            case "computer" if not which:
                # one that comes late, after somebody has thrown or gone back, is no throw any more
                return self._go_on(model) if action.value == model.now.steps and model.waits else model
            case "choose":
                return step(model, Decided(_place_of(which or action.value)))
            case "pick":
                return self.pick(model, which or action.value)
            case "hint":
                return self.hint(model)
            case "strength":
                return _strengthen(model, which, action.value, self.opponents)
            case "die":
                return _enter(model, which)
            case "undo":
                return _undo(model)
            case "new" | "deal":
                return self._new(model, brought_seed(action.value))
            case "hand":
                return replace(model, by_hand=read_switch(action.value, "hand is on or off"), first_die=None)
            case "name" | "computer":
                return replace(model, party=_seat(model, do, which, action.value))
            case "seed":
                return _choose(model, replace(model.next, seed=read_seed(action.value)))
            case "prelude":
                return _choose(model, replace(model.next, prelude=read_switch(action.value, "prelude is on or off")))
            case "ruleset" | "option" | "count":
                return _choose(model, replace(model.next, draft=model.next.draft.change(action.do, action.value)))
        raise StageError(f"At this table nobody can {shown(action.do)}.")

    def pick(self, model: Model, what: object) -> Model:
        """The model after a player has picked something towards a decision; it may be a step."""
        raise StageError(f"Nothing is to be picked here, so {shown(what)} cannot be.")

    def hint(self, model: Model) -> Model:
        """The model after a player has asked what the choices are worth, or has seen enough of it."""
        raise StageError("Nothing is known here of what the choices are worth.")

    def kept_pick(self, model: Model, picked: object) -> str:
        """What a saved game says was picked, if it can have been; else :class:`StageError`."""
        raise StageError(f"Nothing is to be picked here, so {shown(picked)} cannot have been.")

    def lowest_begins(self, options: Any) -> bool:
        """Whether under these options the lowest die begins, and not the highest."""
        return False

    def _go_on(self, model: Model) -> Model:
        """The computer's step: a throw, or a decision as well as it can."""
        if not model.decides:
            return step(model, None)
        place = model.thrower
        assert place is not None
        luck = model.tape.chance(model.now.steps)
        chosen = model.party.opponent(place, self.opponents).choose(model.game, model.now.state, luck)
        return step(model, Decided(model.moves.index(chosen)))

    def save(self, model: Model) -> dict[str, Any]:
        """The game as its options, its seed and its steps, and what was chosen for the next; defaults left out."""
        data: dict[str, Any] = _save_next(model.dealt) | model.party.save()
        steps = write_steps(reversed([moment.made for moment in model.now.back()]))
        if steps:
            data["steps"] = steps
        if model.by_hand:
            data["hand"] = True
        if model.first_die is not None:
            data["die"] = model.first_die
        if model.picked:
            data["picked"] = model.picked
        if model.next != replace(model.dealt, seed=BY_CHANCE):
            data["next"] = _save_next(model.next)
        return data

    def load(self, data: object) -> Model:
        """The model from :meth:`save`, played again from its steps."""
        choices = {"options", "seed", "prelude"}
        read = read_parts(
            data, choices | {"names", "persons", "strengths", "steps", "hand", "die", "picked", "next"}, "A saved game"
        )
        dealt = self._load_next(read)
        if dealt.seed == BY_CHANCE and any(made is None for made in read_steps(read.get("steps", ""), MOST_STEPS)):
            raise StageError("This saved game has throws by the page but no seed, so nobody can say what fell.")
        players = dealt.draft.players
        after = (
            self._load_next(read_parts(read["next"], choices, "The next game"))
            if "next" in read
            else replace(dealt, seed=BY_CHANCE)
        )
        model = replace(self._deal(dealt, Party.load(read, players, self.opponents)), next=after)
        now = replayed(model, read_steps(read.get("steps", ""), MOST_STEPS))
        model = replace(model, now=now, by_hand=read_switch(read.get("hand", False), "hand is on or off"))
        if "picked" in read:
            model = replace(model, picked=self.kept_pick(model, read["picked"]))
        return _kept_die(model, read["die"]) if "die" in read else model

    def _deal(self, chosen: Next, party: Party) -> Model:
        # asked of the class, for a function there would be taken for a method
        return deal(type(self).make, chosen, party, lowest=self.lowest_begins(chosen.draft.options))

    def _new(self, model: Model, chance: int) -> Model:
        """A new game as it was chosen; where no seed was, with the one that chance brought, or with the next."""
        seed = model.next.seed or chance or next_seed(model.dealt.seed or SEED)
        game = self._deal(replace(model.next, seed=seed), model.party)
        return replace(game, next=model.next, by_hand=model.by_hand, said="A new game.")

    def _load_next(self, data: Mapping[str, Any]) -> Next:
        prelude = read_switch(data.get("prelude", True), "prelude is on or off")
        return Next(Draft.load(self.rulesets, data.get("options", {})), read_seed(data.get("seed", BY_CHANCE)), prelude)


def _enter(model: Model, which: str) -> Model:
    """A die of a real throw: alone in the prelude, the first or the second of two in the game."""
    die = _face(int(which) if which.isdecimal() and len(which) == 1 else which)
    if not model.by_hand:
        raise StageError("The page throws the dice here; say first that you throw real ones.")
    if model.now.contest is not None:
        return step(model, die)
    if model.thrower is None:
        raise GameOverError
    if model.decides:
        raise StageError("A decision comes next, and no throw.")
    if model.first_die is None:
        return replace(model, first_die=die, said=f"The first die is {die}. Enter the second.")
    return step(model, Dice(model.first_die, die))


def _kept_die(model: Model, die: object) -> Model:
    """The saved game again with the first die entered and the second not."""
    if not model.by_hand or model.now.contest is not None or model.thrower is None or model.decides:
        raise StageError("No second die is awaited in this saved game, so it cannot hold a first one.")
    return replace(model, first_die=_face(die))


def _face(die: object) -> int:
    if type(die) is not int or not 1 <= die <= 6:
        raise StageError(f"A die shows a whole number from 1 to 6, not {shown(die)}.")
    return die


def _undo(model: Model) -> Model:
    if model.first_die is not None:
        return replace(model, first_die=None, said="The first die is taken back.")
    if model.picked:
        return replace(model, picked="", said="Put back.")
    if model.undone is None:
        raise StageError("No person has thrown yet, so there is nothing to take back.")
    return replace(model, now=model.undone, said="Taken back.")


def _choose(model: Model, chosen: Next) -> Model:
    return replace(model, next=chosen, said="This holds from the next new game on.")


def _seat(model: Model, do: str, which: str, value: object) -> Party:
    if which not in map(str, range(model.seated)):
        raise StageError(f"This table has {model.seated} places, counted from 0; there is no place {shown(which)}.")
    if do == "name":
        return model.party.rename(int(which), value, model.seated)
    return model.party.seat(int(which), value)


def _strengthen(model: Model, which: str, key: object, known: Mapping[str, Opponent]) -> Model:
    if which not in map(str, range(model.seated)):
        raise StageError(f"This table has {model.seated} places, counted from 0; there is no place {shown(which)}.")
    party = model.party.strengthen(int(which), key, known)
    return replace(model, party=party, said=party.opponent(int(which), known).note)


def _place_of(at: object) -> int:
    """The place of a move among those that can be chosen, which the page names as a text."""
    if not isinstance(at, str) or not at.isdecimal() or len(at) > 4 or not at.isascii():
        raise StageError(f"A move is chosen by its place among all, counted from 0, not by {shown(at)}.")
    return int(at)


def _save_next(chosen: Next) -> dict[str, Any]:
    data: dict[str, Any] = {"options": chosen.draft.save()}
    if chosen.seed != BY_CHANCE:
        data["seed"] = chosen.seed
    return data if chosen.prelude else data | {"prelude": False}
