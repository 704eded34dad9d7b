"""The games that the tests are put through: those of the catalogue, and those on their way into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fortune import goose, tablero
from fortune.catalogue import CATALOGUE
from fortune.game import Game
from fortune.options import Ruleset


class Listed(NamedTuple):
    """A game's rulesets by key, and what makes the game."""

    rulesets: Mapping[str, Ruleset[Any]]
    make: Callable[..., Game[Any, Any]]


GAMES: dict[str, Listed] = {name: Listed(entry.rulesets, entry.make) for name, entry in CATALOGUE.items()}

# The Goose comes into the catalogue with its odds. Then this line can go, and CATALOGUE be used for GAMES.
GAMES.setdefault("goose", Listed(goose.RULESETS, goose.game))
# So does Tablero.
GAMES.setdefault("tablero", Listed(tablero.RULESETS, tablero.game))
