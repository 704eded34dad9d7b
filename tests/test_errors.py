"""Errors: one family, whole sentences, and able to travel between processes."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from fortune import errors
from fortune.catalogue import find_game
from fortune.dice import Dice
from fortune.errors import FortuneError, OptionError, shown
from fortune.game import Choose, playout
from fortune.glueckshaus import Glueckshaus, Options, game
from tests.helpers import finished, is_sentence

KINDS = [getattr(errors, name) for name in errors.__all__ if isinstance(getattr(errors, name), type)]


def make(kind: type[FortuneError], text: str) -> FortuneError:
    return kind("end", text) if issubclass(kind, OptionError) else kind(text)


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_of_the_family(kind: type[FortuneError]) -> None:
    assert issubclass(kind, FortuneError)
    assert issubclass(kind, ValueError), "so that a caller who knows nothing of us can still catch it"


@pytest.mark.parametrize("kind", KINDS)
def test_errors_travel_between_processes(kind: type[FortuneError]) -> None:
    error = make(kind, "The house is full.")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(error, protocol))
        assert type(back) is kind
        assert str(back) == str(error) == "The house is full."
        assert getattr(back, "option", None) == getattr(error, "option", None)
    assert str(copy.deepcopy(error)) == "The house is full."


def test_all_errors_are_listed() -> None:
    assert set(KINDS) == {FortuneError, *FortuneError.__subclasses__()}


def test_an_option_error_names_its_option() -> None:
    with pytest.raises(OptionError) as caught:
        Options(players=1)
    assert caught.value.option == "players"
    assert pickle.loads(pickle.dumps(caught.value)).option == "players"


class Chooser(Glueckshaus):
    """A game that waits for a decision, as Tablero will."""

    def turn(self, state: object) -> Choose:
        return Choose(1)


RAISED: dict[str, tuple[Callable[[], object], str]] = {
    "OptionError": (lambda: Options(chips=0), "chips must be a whole number from 1 to 1000 .*, not 0"),
    "RulesetError": (lambda: find_game("glueckshaus").make("chess"), "'chess'.*modern, tavern"),
    "DiceError": (lambda: Dice(7, 1), "from 1 to 6, not 7"),
    "IllegalChoiceError": (lambda: next(playout(Chooser(), random.Random(1))), "decision of seat 2"),
    "GameOverError": (lambda: game(chips=1).throws(finished(game(chips=1), 1)), "finished and takes no more throws"),
    "StateError": (lambda: game().load([]), r"mapping with the keys hands, .*not as \[\]"),
}


@pytest.mark.parametrize("kind", list(RAISED))
def test_what_is_raised_is_a_sentence_that_names_the_value(kind: str) -> None:
    act, words = RAISED[kind]
    with pytest.raises(getattr(errors, kind), match=words) as caught:
        act()
    assert is_sentence(caught.value)


def nested(depth: int) -> list[object]:
    junk: list[object] = []
    for _ in range(depth):
        junk = [junk]
    return junk


@pytest.mark.parametrize("value", ["two", 2, -7, 2.5, None, True, [], [1, 2], {"a": 1}, 10**50, float("nan")])
def test_short_values_are_shown_as_they_are(value: object) -> None:
    assert shown(value) == repr(value)


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10_000,
        list(range(10_000)),
        nested(100_000),
        10**10_000,
        -(10**10_000),
        {"k": nested(50)},
        object(),
        [10**5000],
    ],
    ids=["text", "list", "deep", "huge", "minus", "mapping", "object", "inside"],
)
def test_long_values_are_cut_short(value: object) -> None:
    assert 0 < len(shown(value)) < 400
    assert "\n" not in shown(value)


def test_a_whole_table_of_twenty_is_shown() -> None:
    assert shown([True] * 20) == repr([True] * 20)
    assert "about 10000 digits" in shown(10**10_000)
