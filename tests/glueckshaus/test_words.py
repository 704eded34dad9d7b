from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from fortune.dice import PAIRS, Dice
from fortune.errors import FortuneError
from fortune.game import Event, playout
from fortune.glueckshaus import RULESETS, game, kings, rounds, rules
from fortune.glueckshaus.words import chips, say, tell

NAMES = ("Anna", "Bjørn", "Cato", "Dina")
SENTENCES = {
    rules.Paid(0, 9, 1): "Anna puts 1 chip into room 9.",
    rules.Paid(1, 11, 11): "Bjørn puts 11 chips into room 11.",
    rules.Took(2, 9, 1): "Cato takes 1 chip from room 9.",
    rules.Gave(1, 1): "Bjørn brings a chip to the wedding, where 1 chip now lies.",
    rules.Gave(0, 2): "Anna brings a chip to the wedding, where 2 chips now lie.",
    rules.TookAsPig(3, 0): "Lucky pig! Dina grunts, but nothing lies in the house outside the wedding.",
    rules.TookAsPig(3, 5): "Lucky pig! Dina grunts, and takes 5 chips. The wedding keeps its own.",
    rules.Hailed(0, 9, 4): "Hail the king! Anna is hailed by everybody, and takes 9 chips, 4 of them from the wedding.",
    rules.Hailed(0, 2, 0): "Hail the king! Anna is hailed by everybody, and takes 2 chips.",
    rules.Hailed(0, 2, 2): "Hail the king! Anna is hailed by everybody, and takes 2 chips, all of them wedding gifts.",
    rules.Hailed(0, 1, 1): "Hail the king! Anna is hailed by everybody, and takes 1 chip, a wedding gift.",
    rules.Hailed(0, 0, 0): "Hail the king! Anna is hailed by everybody, in an empty house.",
    rules.Free(3): "Dina has a free turn: the house has no room 4.",
    rules.PaidHouse(0): "Anna pays a chip to the owner of the board.",
    rules.Again(1): "Bjørn throws again.",
    rules.Out(1, 0): "Bjørn has no chips left and is out.",
    rules.Out(1, 9): "Bjørn owes 9 chips, cannot pay, and is out.",
    rules.Shared(0, 2, 0): "The house is shared: 2 chips for each player still in.",
    rules.Shared(0, 2, 1): (
        "The house is shared: 2 chips for each player still in; 1 chip cannot be divided and stays out."
    ),
    rules.Ended(0, kings(1)): "That was the agreed king: the game ends.",
    rules.Ended(0, kings(2)): "That was the last of 2 kings: the game ends.",
    rules.Ended(0, rounds(20)): "That was the last of 20 rounds: the game ends.",
    rules.Won(2, 0, 0): "Cato wins.",
    rules.Won(2, 0, 6): "Cato is the last one in, takes the 6 chips in the house, and wins.",
    rules.Won(2, 1, 0): "Cato shares the win with one other.",
    rules.Won(2, 3, 0): "Cato shares the win with 3 others.",
}


@pytest.mark.parametrize(("event", "sentence"), SENTENCES.items(), ids=repr)
def test_sentences(event: Event, sentence: str) -> None:
    assert say(event, NAMES) == sentence


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = {kind for kind in vars(rules).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert {type(event) for event in SENTENCES} == kinds


@pytest.mark.parametrize("key", RULESETS)
def test_whole_games_can_be_told(key: str) -> None:
    played = game(key, players=4, chips=6)
    for thrown, step in playout(played, random.Random(5)):
        assert tell(thrown).startswith(f"{thrown} makes {thrown.total}")
        for event in step.events:
            sentence = say(event, NAMES)
            assert sentence.endswith(".")
            assert NAMES[event.seat] in sentence or isinstance(event, rules.Shared | rules.Ended)


def test_throws_name_whom_they_call() -> None:
    assert {tell(dice) for dice in PAIRS if dice.total in (2, 7, 12)} == {
        "1-1 makes 2, the pig",
        "4-3 makes 7, the wedding",
        "5-2 makes 7, the wedding",
        "6-1 makes 7, the wedding",
        "6-6 makes 12, the king",
    }
    assert tell(Dice(2, 2)) == "2-2 makes 4"


def test_one_chip_is_one_chip() -> None:
    assert [chips(n) for n in (0, 1, 2)] == ["no chips", "1 chip", "2 chips"]


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """An event of no game."""


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(FortuneError, match="Unknown"):
        say(Unknown(0), NAMES)
    with pytest.raises(FortuneError, match="seat 5"):
        say(rules.Free(4), NAMES)
