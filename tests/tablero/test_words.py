from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Choose, Event, Outcome, Over, playout
from fortune.tablero import RULESETS, Announce, Leave, Move, NoToast, Take, ThrowOn, Toast, game, state
from fortune.tablero.words import conclude, count, narrate, offer, say, square, standing, tell
from tests.tablero.players import eager

NAMES = ("Anna", "Bjørn")
SETUP = (7, 7, 7, 1, 1, 1, 1)
ALL = tuple(range(7))
SENTENCES: dict[Event, str] = {
    state.Passed(0): "A pass number: Anna gives the dice to Bjørn.",
    state.Unplayable(1): "No two pieces can move: Bjørn gives the dice to Anna.",
    state.Moved(0, 2, 1, 6): "Anna moves c1 to c6.",
    state.Lost(1, 6, 5): "Bjørn needs 6 and has 5 left.",
    state.Won(0): "Anna wins.",
    state.Numbered(0, 8): "The Queen's number is 8, and Anna begins.",
    state.ThrownAgain(0): "A pass number cannot be the Queen's; it is thrown again before Anna begins.",
    state.Queen(1): "Bjørn throws the Queen's number.",
    state.Kept(0, True): "It is a pass number and moves nothing, but Anna keeps the dice.",
    state.Kept(0, False): "No two glasses can move by it, but Anna keeps the dice.",
    state.Toasted(0, 2, 4, 7, 1): "To the Queen: Anna empties the glass on c4, which goes to c7.",
    state.Toasted(0, 2, 7, 7, 0): "To the Queen: Anna empties the glass on c7, which stays there; Bjørn has nothing "
    "left to fill it with.",
    state.Called(1): "Bjørn calls the toast that Anna left uncalled.",
    state.NotToasted(1): "Bjørn makes no toast.",
    state.Pulled(0, 4, (1, 2, 3, 4, 5, 6), 3, 7): "Anna pulls six glasses, b4 to g4, drinks three or more, and sets "
    "all on row 7 for Bjørn.",
    state.Pulled(1, 0, ALL, 4, 1): "Bjørn pulls seven glasses, the whole diagonal, drinks four or more, and sets all "
    "on row 1 for Anna.",
    state.Filled(1, 6, 18): "Bjørn fills six glasses, with 18 left.",
    state.Filled(1, 1, 0): "Bjørn fills one glass, with none left.",
    state.Took(0, 3, (1, 2)): "Anna takes two coins, b3 and c3.",
    state.Eighth(0): "For all seven Anna takes an eighth coin from Bjørn's hand.",
    state.Refilled(1, 7, (1, 2)): "Bjørn puts two coins on b7 and c7.",
    state.Refilled(1, 7, ALL): "Bjørn puts seven coins on a7 to g7.",
    state.HandedBack(1): "Bjørn hands the dice back to Anna.",
    state.Left(1): "Bjørn leaves the coins standing and throws.",
    state.ThrewOn(0): "Anna takes nothing and throws on.",
    state.Announced(0): "Anna announces a run.",
    state.Staked(1, 2): "Bjørn stakes two coins against it.",
    state.RunWon(0, 2): "The run holds, and Anna wins two coins.",
    state.RunLost(0, 9): "A pass number breaks the run: Bjørn takes nine coins, and Anna replaces the seven.",
}


@pytest.mark.parametrize(("event", "sentence"), SENTENCES.items(), ids=repr)
def test_sentences(event: Event, sentence: str) -> None:
    assert say(event, NAMES) == sentence


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = {kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert {type(event) for event in SENTENCES} == kinds


def test_a_step_is_told_in_order_and_its_movements_together() -> None:
    line = state.Pulled(0, 4, (1, 2, 3, 4, 5, 6), 3, 7)
    both = [state.Moved(0, 1, 1, 4), state.Moved(0, 2, 1, 4)]
    assert narrate([*both, line, state.Filled(1, 6, 18)], NAMES) == (
        f"Anna moves b1 to b4 and c1 to c4. {SENTENCES[line]} Bjørn fills six glasses, with 18 left."
    )
    assert narrate([], NAMES) == ""


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Move(2, 4, 5, 3), "c7 to c4, f1 to f3"),
        (Toast(3), "toast the glass on d1"),
        (NoToast(), "no toast"),
        (Take(3, (1, 2)), "take two coins, b3 and c3"),
        (ThrowOn(), "throw on"),
        (Announce(), "announce a run"),
        (Leave(), "leave them standing and throw"),
    ],
    ids=repr,
)
def test_offers(move: Any, words: str) -> None:
    assert offer(move, SETUP) == words


@pytest.mark.parametrize("key", RULESETS)
def test_whole_games_can_be_told(key: str) -> None:
    played: Any = game(key)
    before = played.start()
    for chosen, step in islice(playout(played, random.Random(7), choose=eager), 2000):
        if isinstance(played.turn(before), Choose):
            assert len({offer(move, before.rows) for move in played.moves(before)}) == len(played.moves(before))
        else:
            assert tell(chosen).startswith(str(chosen))
        for event in step.events:
            sentence = say(event, NAMES)
            assert sentence.endswith(".")
            assert NAMES[event.seat] in sentence
        assert all(line.endswith(".") for line in standing(step.state, NAMES))
        before = step.state
        turn = played.turn(before)
        if isinstance(turn, Over):
            assert conclude(turn.outcome, NAMES).startswith(NAMES[turn.outcome.winners[0]])


def test_how_a_game_ends() -> None:
    assert conclude(Outcome("dry", (1,)), NAMES) == "Bjørn has won: Anna cannot fill the glasses."
    assert conclude(Outcome("empty_hand", (0,)), NAMES) == "Anna has won: Bjørn cannot replace the coins."


def test_how_a_game_stands() -> None:
    assert standing(game("plain", queen=8, stock=1).start(), NAMES) == [
        "Glasses stand on a7, b7, c7, d1, e1, f1 and g1.",
        "Anna, at home on row 1, has one glass left to fill.",
        "Bjørn, at home on row 7, has one glass left to fill.",
        "The Queen's number is 8.",
    ]
    assert standing(game("jesus").start(), NAMES) == [
        "Coins lie on a7, b7, c1, d1, e1, f1 and g1.",
        "Anna, at home on row 1, has 10 coins in hand.",
        "Bjørn, at home on row 7, has 13 coins in hand.",
    ]


def test_small_words() -> None:
    assert [square(column, 1) for column in range(7)] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert [count(n, "coin") for n in (0, 1, 9, 10)] == ["no coins", "one coin", "nine coins", "10 coins"]
    assert [tell(Dice(6, 6)), tell(Dice(6, 4))] == ["6-6 makes 12", "6-4"]


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """An event of no game."""


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(FortuneError, match="Unknown"):
        say(Unknown(0), NAMES)
    with pytest.raises(FortuneError, match="two names, and 3 are given"):
        say(state.Won(0), (*NAMES, "Cato"))
    with pytest.raises(FortuneError, match="seat 3"):
        say(state.Won(2), NAMES)
    with pytest.raises(FortuneError, match="no decision such as 3"):
        offer(3, SETUP)
