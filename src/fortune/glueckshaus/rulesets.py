"""The named presets of Glückshaus, with their evidence and sources."""

from __future__ import annotations

from collections.abc import Mapping

from fortune.glueckshaus.rules import Glueckshaus, Options
from fortune.options import Ruleset, by_key, find_ruleset

__all__ = ["RULESETS", "game", "ruleset"]


RULESETS: Mapping[str, Ruleset[Options]] = by_key(
    Ruleset.of(
        Options, "modern", "The common game", "documented", "S1",
        "A modern rule text: ten rooms, to the last player.",
    ),
    Ruleset.of(
        Options, "tavern", "The tavern's game", "documented", "S0",
        "A gift from everybody first; the first king ends it.", ante="wedding", end="kings(1)",
    ),
    Ruleset.of(
        Options, "tavern_house", "The tavern's game, with a house number", "documented", "S0 X1",
        "As tavern, and a 4 pays the owner of the board. X1 calls that custom undocumented.",
        ante="wedding", end="kings(1)", four="pay_house",
    ),
    Ruleset.of(
        Options, "german", "Stopped early and shared", "documented", "S2",
        "Twenty rounds, then the house is shared out. Played to the end it is modern.",
        end="rounds(20)", settle="shared",
    ),
    Ruleset.of(
        Options, "eleven_rooms", "The house with a room 4", "documented", "S2",
        "An eleventh room, which behaves as any other.", four="room",
    ),
    Ruleset.of(
        Options, "two_kings", "Until the second king", "documented", "S1",
        "The king ends the game when he comes again.", end="kings(2)",
    ),
    Ruleset.of(
        Options, "fill_up", "Rooms filled to their number", "reconstructed", "S1",
        "S1 names it without saying how it is played; this is our reading.", fill="to_number",
    ),
    Ruleset.of(
        Options, "value_stakes", "Stakes by the room's number", "documented", "X3",
        "An empty room asks for as many chips as its number.", fill="by_value",
    ),
)  # fmt: skip
"""Every ruleset by its key."""


def ruleset(key: str) -> Ruleset[Options]:
    """The ruleset with this key; raises :class:`RulesetError` where there is none."""
    return find_ruleset(RULESETS, key)


def game(key: str = "modern", **settings: object) -> Glueckshaus:
    """The game under a ruleset, with some options changed: ``game("tavern", players=4, end="kings(2)")``."""
    return Glueckshaus(ruleset(key).options(**settings))
