"""What a new game can inherit, and what a policy makes of a game with decisions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from fortune.chain import Chain
from fortune.dice import PAIRS, Dice
from fortune.errors import ChainError, DiceError, GameOverError, IllegalChoiceError
from fortune.game import ByPolicy, Choose, Defaults, Event, Folded, Outcome, Over, Step, Throw, playout
from fortune.simulate import simulate
from tests.helpers import is_sentence


@dataclass(frozen=True, slots=True)
class Went(Event):
    """Where a step led."""

    to: int


@dataclass(frozen=True)
class Stairs(Defaults[int, int]):
    """From even steps the dice lead one up, from odd ones a decision leads one or two up; at 6 or more it is over."""

    options: None = None
    name: ClassVar[str] = "stairs"
    players: ClassVar[int] = 1

    def start(self) -> int:
        return 1

    def turn(self, state: int) -> Throw | Choose | Over:
        if state >= 6:
            return Over(Outcome("top", (0,)))
        return Choose(0) if state % 2 else Throw(0)

    def moves(self, state: int) -> tuple[int, ...]:
        return (1, 2) if state % 2 else ()

    def play(self, state: int, choice: Dice | int) -> Step[int]:
        self.must_allow(state, choice)
        to = state + (1 if isinstance(choice, Dice) else choice)
        return Step(to, (Went(0, to),))

    def dump(self, state: int) -> dict[str, Any]:
        return {"step": state}

    def load(self, data: Any) -> int:
        return int(data["step"])


def test_the_defaults_are_those_of_fair_dice() -> None:
    game = Stairs()
    assert game.throws(2) == game.throw_classes(2) == PAIRS
    assert game.throws(1) == {}, "a decision is due"
    assert game.key(3) == 3
    assert game.fold(3) == Folded(3, 0, 1)


@pytest.mark.parametrize(
    ("state", "choice", "error"),
    [
        (1, Dice(6, 3), IllegalChoiceError),
        (1, 3, IllegalChoiceError),
        (1, True, IllegalChoiceError),
        (1, 1.0, IllegalChoiceError),
        (2, 1, DiceError),
        (2, "6-3", DiceError),
        (6, Dice(6, 3), GameOverError),
        (6, 1, GameOverError),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_in_words(state: int, choice: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        Stairs().play(state, choice)
    assert is_sentence(caught.value)


def test_a_game_without_turn_is_not_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Defaults()  # type: ignore[abstract]


@pytest.mark.parametrize(("move", "throws"), [(1, 2), (2, 0)])
def test_a_policy_decides_before_the_first_throw_and_after_each(move: int, throws: int) -> None:
    game = ByPolicy(Stairs(), lambda _: move)
    steps = list(playout(game, random.Random(1)))
    assert game.start() == (2 if move == 1 else 7)
    assert len(steps) == throws
    for _, step in steps:
        assert not isinstance(game.turn(step.state), Choose)
        assert not game.moves(step.state)


def test_the_events_of_a_throw_and_of_the_decisions_after_it_come_in_order() -> None:
    game = ByPolicy(Stairs(), lambda _: 1)
    assert game.play(2, Dice(6, 3)) == Step(4, (Went(0, 3), Went(0, 4)))
    assert game.load(game.dump(4)) == 4


def test_with_a_policy_a_game_of_decisions_has_a_chain_and_a_sample() -> None:
    with pytest.raises(ChainError, match="decision"):
        Chain(Stairs())
    game = ByPolicy(Stairs(), lambda _: 1)
    assert Chain(game).expected(exact=True).exact == 2
    assert simulate(game, 10).lengths == {2: 10}, "a length counts throws, not decisions"
    assert (game.name, game.players, game.options) == ("stairs", 1, None)
