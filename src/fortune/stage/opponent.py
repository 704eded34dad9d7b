"""Who decides at the places that the computer has, in a game with decisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Decide", "Opponent"]

Decide = Callable[[Any, Any, float], Any]
"""A decision: from the game, a state where one is due and a number by chance, from 0 to below 1, one of the moves."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A strength of the computer: the ``title`` that is chosen, and in a sentence what it does, the ``note``."""

    title: str
    note: str
    choose: Decide
