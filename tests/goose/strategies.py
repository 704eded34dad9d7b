"""Random options, throws, games and positions of the Goose, drawn from what the options say of themselves.

A value added to an option is drawn from the next run on.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import OptionError, StateError
from fortune.goose import Goose, Options, State
from fortune.goose.squares import HOME, PRISON, WELL
from fortune.options import Counted, OptionSpec, specs

SEATS = 6
"""The most players of a random game: three show all that happens between pieces, six are a crowd."""

_BUSY = (0, 1, 12, 19, 26, 30, WELL, WELL, PRISON, PRISON, 53, 57, 60, 61, 62)


def whole_numbers(low: int, high: int) -> st.SearchStrategy[int]:
    """Small numbers mostly, and now and then any, the ends included."""
    return st.integers(low, min(high, low + 2)) | st.integers(low, high) | st.just(high)


def values(spec: OptionSpec) -> st.SearchStrategy[Any]:
    """Any value that an option allows by itself."""
    if spec.range is not None:
        return whole_numbers(*spec.range)
    return st.one_of(
        [_counted(value.word, *value.counts) if value.counts else st.just(value.word) for value in spec.values]
    )


def _counted(word: str, low: int, high: int) -> st.SearchStrategy[Any]:
    return whole_numbers(low, high).map(lambda count: Counted(word, count))


def settings() -> st.SearchStrategy[dict[str, Any]]:
    """Any combination of values, those that are refused included."""
    return st.fixed_dictionaries({name: values(spec) for name, spec in specs(Options).items()})


def _made(chosen: dict[str, Any]) -> Goose:
    """A game under these values, each that is refused beside the others left out."""
    while True:
        try:
            return Goose(Options(**chosen))
        except OptionError as error:
            chosen = {name: value for name, value in chosen.items() if name != error.option}


@st.composite
def games(draw: st.DrawFn, least: int = 1, most: int = SEATS) -> Goose:
    """A game under any options that are allowed together, for so many players."""
    players = draw(st.integers(least, most))
    return _made(draw(settings()) | {"players": players})


def throws(most: int) -> st.SearchStrategy[list[Dice]]:
    """Throws in which doubles are not as rare as at a table."""
    return st.lists(st.sampled_from(list(PAIRS)), min_size=1, max_size=most)


@st.composite
def positions(draw: st.DrawFn, game: Goose) -> State:
    """A position in the thick of it: pieces where things happen, one of them free to throw."""
    resting = [square for square in game.resting_squares if square != HOME]
    busy = st.sampled_from([square for square in _BUSY if square in resting])
    square = busy | st.sampled_from(resting)
    places = draw(st.lists(square, min_size=game.players, max_size=game.players))
    if game.players > 1:
        places[draw(st.integers(1, game.players - 1))] = places[0]  # two together, where the rules allow it
    for turn in range(game.players):
        if not game.held(places, turn):
            try:
                return game.position(places, turn)
            except StateError:
                break
    return game.start()
