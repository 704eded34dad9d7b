"""Random options, throws and games of Glückshaus, drawn from what the options say of themselves.

A value added to an option is drawn from the next run on.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import OptionError
from fortune.glueckshaus import Glueckshaus, Options
from fortune.options import Counted, OptionSpec, specs


def whole_numbers(low: int, high: int) -> st.SearchStrategy[int]:
    """Small numbers mostly, where games end, and now and then any, the ends included."""
    return st.integers(low, min(high, low + 5)) | st.integers(low, high) | st.just(high)


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


def _made(chosen: dict[str, Any]) -> Glueckshaus | None:
    try:
        return Glueckshaus(Options(**chosen))
    except OptionError:
        return None


def games() -> st.SearchStrategy[Glueckshaus]:
    """A game under any options that are allowed together."""
    return settings().map(_made).filter(lambda game: game is not None)  # type: ignore[return-value]


def throws(most: int) -> st.SearchStrategy[list[Dice]]:
    """Throws in which kings and pigs are not as rare as at a table."""
    return st.lists(st.sampled_from(list(PAIRS)), min_size=1, max_size=most)
