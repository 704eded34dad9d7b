from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Event, Outcome, Over, playout
from fortune.goose import RULESETS, game, state
from fortune.goose.words import conclude, say, square_name, standing, tell, tokens, turns, waiting

NAMES = ("Anna", "Bjørn", "Cato", "Dina")
SENTENCES: dict[Event, str] = {
    state.Moved(0, 0, 7, False): "Anna moves from the start to 7.",
    state.Moved(0, 10, 14, False): "Anna moves from 10 to the goose on 14.",
    state.Moved(0, 51, 58, False): "Anna moves from 51 to Death (58).",
    state.Moved(0, 57, 60, True): "Anna moves from 57 to 63 and back to 60.",
    state.Moved(0, 25, 31, False): "Anna moves from 25 into the well (31).",
    state.Hopped(1, 14, 18, False): "The goose on 14 carries Bjørn to the goose on 18.",
    state.Hopped(1, 59, 52, False): "The goose on 59 carries Bjørn back into the prison (52).",
    state.Hopped(1, 59, 60, True): "The goose on 59 carries Bjørn to 63 and back to 60.",
    state.Nine(0, 26): "A nine from the start, thrown as 6-3, leads Anna to the same dice on 26.",
    state.Nine(0, 53): "A nine from the start, thrown as 5-4, leads Anna to the same dice on 53.",
    state.Crossed(0, 12): "The bridge leads Anna on to 12.",
    state.Strayed(0, 30): "Anna is lost in the labyrinth and goes back to 30.",
    state.Died(0, 0): "Death sends Anna back to the start.",
    state.Died(0, 1): "Death sends Anna back to 1.",
    state.Rested(2, 19, 2): "Cato stays at the inn and misses 2 turns.",
    state.Rested(2, 31, 1): "Cato falls into the well and misses one turn.",
    state.Held(2, 52): "Cato waits in the prison until another piece comes.",
    state.Freed(0, 1, 31, 20): "Bjørn frees Anna from the well; Anna goes to 20.",
    state.Freed(0, 1, 52, 52): "Bjørn frees Anna from the prison; Anna stays there, free.",
    state.Displaced(0, 1, 24, 20): "Anna makes way for Bjørn on 24 and goes to 20.",
    state.SentBack(0, 24, 20): "24 is taken, so Anna goes back to 20.",
    state.SentBack(0, 19, 0): "The inn (19) is taken, so Anna goes back to the start.",
    state.Paid(0, 6): "Anna puts a token into the pool at the bridge (6).",
    state.PaidAll(0, 14): "Everybody puts a token into the pool for Anna's stop at the goose on 14.",
    state.PaidAll(0, 53): "Everybody puts a token into the pool for Anna's stop at the dice (53).",
    state.Missed(3, 0): "Dina misses a turn, the last one.",
    state.Missed(3, 1): "Dina misses a turn; one more to miss.",
    state.Waited(3, 31): "Dina is held in the well and cannot throw.",
    state.Won(0, 0): "Anna is in the garden and wins.",
    state.Won(0, 8): "Anna is in the garden, wins, and takes the pool of 8 tokens.",
    state.Deadlocked(0): "A deadlock: every piece is held, and nobody can ever free another.",
    state.Stuck(0, 52): "Anna is stuck in the prison: nobody else plays, so nobody will ever come.",
    state.Returned(0, 4, 0): "The pool goes back: 4 tokens for each player.",
    state.Returned(0, 1, 1): "The pool goes back: 1 token for each player; 1 token cannot be divided and stays out.",
    state.Returned(0, 0, 2): "The pool goes back: no tokens for each player; 2 tokens cannot be divided and stay out.",
}


@pytest.mark.parametrize(("event", "sentence"), SENTENCES.items(), ids=repr)
def test_sentences(event: Event, sentence: str) -> None:
    assert say(event, NAMES) == sentence


def test_every_kind_of_event_has_a_sentence() -> None:
    kinds = {kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert {type(event) for event in SENTENCES} == kinds


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_whole_games_can_be_told(key: str, players: int) -> None:
    played = game(key, players=players)
    names = NAMES[:players]
    last = played.start()
    for thrown, step in playout(played, random.Random(7)):
        assert tell(thrown) == f"{thrown} makes {thrown.total}"
        for event in step.events:
            sentence = say(event, names)
            assert sentence.endswith(".")
            assert names[event.seat] in sentence or isinstance(event, state.Deadlocked | state.Returned)
        last = step.state
    turn = played.turn(last)
    assert isinstance(turn, Over)
    sentence = conclude(turn.outcome, last, names)
    assert all(names[seat] in sentence for seat in turn.outcome.winners)


def test_how_a_game_ends() -> None:
    played = game("dutch", players=2)
    assert conclude(Outcome("home", (1,)), played.start(), NAMES) == "Bjørn has won: home in the garden."
    over = played.position([31, 52])
    assert conclude(Outcome("deadlock", ()), over, NAMES[:2]).startswith("Nobody wins: every piece is held")
    alone = game("dutch", players=1).position([52])
    assert conclude(Outcome("stuck", ()), alone, NAMES[:1]).startswith("Nobody wins: Anna is stuck in the prison")


def test_one_is_one() -> None:
    assert [tokens(n) for n in (0, 1, 2)] == ["no tokens", "1 token", "2 tokens"]
    assert [turns(n) for n in (1, 2)] == ["one turn", "2 turns"]
    assert [square_name(n) for n in (0, 7, 63)] == ["the start", "7", "the garden (63)"]


def test_who_waits() -> None:
    played = game("academy", players=2)
    there = played.load(played.dump(played.start()) | {"owed": [0, 2], "places": [0, 19]})
    assert [waiting(played, there, seat) for seat in (0, 1)] == ["", "misses 2 turns"]
    held = played.position([0, 31])
    assert waiting(played, held, 1) == "held"
    assert standing(played, held, NAMES[:2])[1] == "Bjørn is in the well (31) and is held until another piece comes."


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """An event of no game."""


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(FortuneError, match="Unknown"):
        say(Unknown(0), NAMES)
    with pytest.raises(FortuneError, match="seat 5"):
        say(state.Missed(4, 0), NAMES)
    with pytest.raises(FortuneError, match="seat 5"):
        say(state.Freed(0, 4, 31, 1), NAMES)


def test_a_throw_is_told_as_two_dice() -> None:
    assert tell(Dice(5, 4)) == "5-4 makes 9"
