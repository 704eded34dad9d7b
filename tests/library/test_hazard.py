"""Hazard, the example of a new game: the suite, golden cases by hand, and its odds by three roads."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from fortune.chain import Chain
from fortune.dice import Dice
from fortune.errors import DiceError, IllegalChoiceError, OptionError, StateError
from fortune.game import ByPolicy, Choose, Over, Throw
from fortune.simulate import simulate
from hazard import CHANCES, NICKS, Call, Called, Hazard, Options, State, Thrown
from tests.conformance import CHECKS, Case, Conforming
from tests.helpers import dice_for, is_sentence


def invariant(game: Hazard, state: State) -> None:
    """A chance is no main; the round is over when somebody has won it."""
    assert state.chance in (None, *CHANCES)
    assert state.chance is None or state.chance != state.main
    turn = game.turn(state)
    assert isinstance(turn, Over) == (state.ending is not None)
    assert isinstance(turn, Choose) == (state.main is None)
    if isinstance(turn, Over):
        assert turn.outcome.winners in {(0,), (1,)}
    if isinstance(turn, Throw):
        assert turn.seat == 0


def make(main: str, **settings: object) -> Hazard:
    """The suite names games by ruleset: here the one option."""
    return Hazard(Options(main))


ENTRY = Conforming(
    settings={},
    small=({},),
    # what is never allowed
    wrong=(None, 7, True, "6-3", (6, 3), [6, 3], Call(4), {"main": 7}),
    invariant=invariant,
)
CASES = [Case("hazard", main, make, ENTRY) for main in ("called", "seven")]


@pytest.mark.parametrize("check", CHECKS, ids=lambda it: it.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda it: it.ruleset)
def test_hazard_conforms(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


GOLDEN = [
    # main, totals thrown, how the round ends, written down from the rules and not from the code
    (5, [5], "nick"), (6, [6], "nick"), (7, [7], "nick"), (8, [8], "nick"), (9, [9], "nick"),
    (7, [11], "nick"), (6, [12], "nick"), (8, [12], "nick"),
    (5, [2], "out"), (6, [2], "out"), (7, [2], "out"), (8, [2], "out"), (9, [2], "out"),
    (5, [3], "out"), (6, [3], "out"), (7, [3], "out"), (8, [3], "out"), (9, [3], "out"),
    (5, [11], "out"), (5, [12], "out"), (9, [11], "out"), (9, [12], "out"),
    (6, [11], "out"), (8, [11], "out"), (7, [12], "out"),
    (7, [4, 4], "won"), (7, [4, 7], "lost"), (7, [9, 11, 12, 2, 3, 8, 9], "won"),
    (5, [7, 6, 12, 5], "lost"), (5, [7, 6, 12, 7], "won"), (6, [8, 12, 8], "won"), (9, [5, 9], "lost"),
]  # fmt: skip


@pytest.mark.parametrize(("main", "totals", "ending"), GOLDEN)
def test_golden_rounds(main: int, totals: list[int], ending: str) -> None:
    game = Hazard()
    state, events = game.play(game.start(), Call(main))
    assert events == (Called(0, main),)
    for at, total in enumerate(totals):
        assert isinstance(game.turn(state), Throw), "the round goes on"
        state, (event,) = game.play(state, dice_for(total))
        assert isinstance(event, Thrown)
        if at < len(totals) - 1:
            assert event.meaning == ("chance" if at == 0 else "nothing")
    turn = game.turn(state)
    assert isinstance(turn, Over)
    assert turn.outcome.termination == ending
    assert turn.outcome.winners == ((0,) if ending in ("nick", "won") else (1,))


def policy(main: int) -> Callable[[State], Call]:
    return lambda _: Call(main)


WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
AT_ONCE = {5: 4, 6: 5 + 1, 7: 6 + 2, 8: 5 + 1, 9: 4}
BY_HAND = {
    5: Fraction(1396, 2835),
    6: Fraction(6961, 14256),
    7: Fraction(244, 495),
    8: Fraction(6961, 14256),
    9: Fraction(1396, 2835),
}
"""What the sum comes to on paper: for 7, 8/36 + 2 (3/36 · 3/9 + 4/36 · 4/10 + 5/36 · 5/11) = 244/495."""


@pytest.mark.parametrize("main", NICKS)
def test_the_chain_the_sum_and_the_dice_agree(main: int) -> None:
    by_chance = [(WAYS[c], WAYS[c] + WAYS[main]) for c in range(4, 11) if c != main]
    wins = Fraction(AT_ONCE[main], 36) + sum(Fraction(c, 36) * Fraction(c, both) for c, both in by_chance)
    throws = 1 + sum(Fraction(c, 36) * Fraction(36, both) for c, both in by_chance)
    chain = Chain(ByPolicy(Hazard(), policy(main)))
    assert [result.exact for result in chain.win(exact=True)] == [wins, 1 - wins]
    assert wins == BY_HAND[main]
    assert chain.expected(exact=True).exact == throws
    assert chain.endings(exact=True)["nick"].exact == Fraction(AT_ONCE[main], 36)
    sample = simulate(ByPolicy(Hazard(), policy(main)), 4000, seed=main)
    for solved, counted in zip(chain.win(), sample.win(), strict=True):
        assert counted.agrees(solved)
    assert sample.mean_throws().agrees(chain.expected())


def test_a_fixed_main_needs_no_policy() -> None:
    called, fixed = Chain(ByPolicy(Hazard(), policy(7))), Chain(Hazard(Options("seven")))
    assert fixed.win(exact=True) == called.win(exact=True)
    assert len(fixed) == len(called)


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(OptionError) as caught:
        Options("eight")
    assert is_sentence(caught.value)
    game = Hazard()
    with pytest.raises(IllegalChoiceError, match=r"such as Call\(main=5\)"):
        game.play(game.start(), Dice(6, 1))
    with pytest.raises(DiceError):
        game.play(State(7), Call(7))


@pytest.mark.parametrize(
    "wrong",
    [
        {"main": 4}, {"main": 10}, {"main": True}, {"main": None, "chance": 5}, {"main": None, "ending": "nick"},
        {"chance": 7}, {"chance": 3}, {"ending": "won"}, {"ending": "lost"}, {"chance": 5, "ending": "nick"},
        {"ending": ["nick"]}, {"ending": "over"}, {"chance": "5"},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_not_loaded(wrong: dict[str, Any]) -> None:
    good = {"main": 7, "chance": None, "ending": None}
    assert Hazard().load(good) == State(7)
    with pytest.raises(StateError) as caught:
        Hazard().load({**good, **wrong})
    assert is_sentence(caught.value)


def test_a_fixed_main_is_no_other() -> None:
    with pytest.raises(StateError):
        Hazard(Options("seven")).load({"main": 6, "chance": None, "ending": None})
