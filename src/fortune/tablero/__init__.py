"""Tablero: Tablero da Gucci, with glasses, and Tablero de Jesus, with coins."""

from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.rulesets import RULESETS, game, ruleset
from fortune.tablero.squares import Move
from fortune.tablero.state import Announce, GucciState, JesusState, Leave, NoToast, Take, ThrowOn, Toast

__all__ = [
    "RULESETS",
    "Announce",
    "Gucci",
    "GucciOptions",
    "GucciState",
    "Jesus",
    "JesusOptions",
    "JesusState",
    "Leave",
    "Move",
    "NoToast",
    "Take",
    "ThrowOn",
    "Toast",
    "game",
    "ruleset",
]
