"""The named presets of the Goose, with their evidence and sources."""

from __future__ import annotations

from collections.abc import Mapping

from fortune.goose.options import Options
from fortune.goose.rules import Goose
from fortune.options import Ruleset, by_key, find_ruleset

__all__ = ["RULESETS", "game", "ruleset"]


RULESETS: Mapping[str, Ruleset[Options]] = by_key(
    Ruleset.of(
        Options, "classic", "The classic game", "reconstructed", "S0",
        "S0, with the nine whenever one stands at the start.",
    ),
    Ruleset.of(
        Options, "classic_literal", "The classic game, to the letter", "documented", "S0",
        "The nine counts for a player's very first throw, and for no other.", nine="first_throw",
    ),
    Ruleset.of(
        Options, "gambling", "The gambling game", "documented", "S0",
        "All players pay whenever anybody stops on a marked square.", stakes="all_ante",
    ),
    Ruleset.of(
        Options, "academy", "The game of the Academy", "documented", "S3",
        "After La Maison académique: who falls into well or prison waits to be freed.",
        well="until_released", prison="until_released", well_release="own_start",
        prison_release="square_one", death="1", collision="share", stakes="toll",
    ),
    Ruleset.of(
        Options, "dutch", "The Dutch game", "documented", "mCRL2",
        "The published model: two on the well are both free, and no square is shared.",
        inn=1, well="until_released", prison="until_released", well_release="stays", prison_release="stays",
        collision="mover_back", collision_at_start="on",
    ),
)  # fmt: skip
"""Every ruleset by its key."""


def ruleset(key: str) -> Ruleset[Options]:
    """The ruleset with this key; raises :class:`RulesetError` where there is none."""
    return find_ruleset(RULESETS, key)


def game(key: str = "classic", **settings: object) -> Goose:
    """The game under a ruleset, with some options changed: ``game("dutch", players=4, inn=2)``."""
    return Goose(ruleset(key).options(**settings))
