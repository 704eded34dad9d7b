"""The Game of the Goose."""

from fortune.goose.options import Options, miss
from fortune.goose.rules import Goose
from fortune.goose.rulesets import RULESETS, game, ruleset
from fortune.goose.state import State

__all__ = ["RULESETS", "Goose", "Options", "State", "game", "miss", "ruleset"]
