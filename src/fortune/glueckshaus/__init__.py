"""Glückshaus, the House of Fortune."""

from fortune.glueckshaus.rules import Glueckshaus, Options, State, kings, rounds
from fortune.glueckshaus.rulesets import RULESETS, game, ruleset

__all__ = ["RULESETS", "Glueckshaus", "Options", "State", "game", "kings", "rounds", "ruleset"]
