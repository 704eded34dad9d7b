"""All games of the house in one place, for whatever works with any of them: the command line, the test suite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from fortune import glueckshaus, goose, tablero
from fortune.errors import RulesetError, shown
from fortune.game import Game
from fortune.glueckshaus import odds as glueckshaus_odds
from fortune.goose import odds as goose_odds
from fortune.options import Ruleset
from fortune.tablero import odds as tablero_odds

__all__ = ["CATALOGUE", "Entry", "find_game"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game: its title, its rulesets by key, ``make``, which builds it, and ``report``, which gives its odds.

    ``make(ruleset_key, **settings)`` takes settings as values or as words, ``make("tavern", end="kings(2)")``.
    It raises :class:`RulesetError` for an unknown ruleset, :class:`OptionError` for a setting not allowed.
    ``report`` takes the game and the keywords ``exact``, ``games``, ``seed``, ``executor`` and ``progress``; where
    its figures are ``kept``, for solving takes long, also ``solve``, to have them solved all the same.
    """

    title: str
    rulesets: Mapping[str, Ruleset[Any]]
    make: Callable[..., Game[Any, Any]]
    report: Callable[..., dict[str, Any]]
    kept: bool = False


CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {
        "glueckshaus": Entry("Glückshaus", glueckshaus.RULESETS, glueckshaus.game, glueckshaus_odds.report),
        "goose": Entry("The Game of the Goose", goose.RULESETS, goose.game, goose_odds.report),
        "tablero": Entry("Tablero", tablero.RULESETS, tablero.game, tablero_odds.report, kept=True),
    }
)
"""Every game by its name, as on the command line."""


def find_game(name: str) -> Entry:
    """The game with this name; raises :class:`RulesetError`, which lists the names there are.

    >>> find_game("glueckshaus").make("modern", players=4).players
    4
    """
    if not isinstance(name, str) or name not in CATALOGUE:
        raise RulesetError(f"There is no game {shown(name)}: the games are {', '.join(CATALOGUE)}.")
    return CATALOGUE[name]
