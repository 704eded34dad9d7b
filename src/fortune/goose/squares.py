"""The squares of the Goose, as S0 and S3 number them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from fortune.dice import Dice

__all__ = [
    "ACROSS",
    "BRIDGE",
    "DEATH",
    "DICE",
    "GEESE",
    "HOME",
    "INN",
    "LOST",
    "MARKED",
    "MAZE",
    "NINE",
    "PRISON",
    "START",
    "TOLLED",
    "WELL",
]

START: Final = 0
"""Before the first square, where all begin."""
BRIDGE: Final = 6
"""The bridge, which leads to :data:`ACROSS`."""
INN: Final = 19
"""The inn, where one misses turns."""
WELL: Final = 31
"""The well, where one waits for another."""
MAZE: Final = 42
"""The labyrinth, which leads back to :data:`LOST`."""
PRISON: Final = 52
"""The prison, where one waits for another."""
DEATH: Final = 58
"""Death, from where one begins again."""
HOME: Final = 63
"""The last square; who comes there exactly has won."""
GEESE: Final = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
"""The geese, who carry one on by the same throw."""
DICE: Final = MappingProxyType({26: Dice(6, 3), 53: Dice(5, 4)})
"""The squares of the nine, and the throw that leads to each."""
TOLLED: Final = (BRIDGE, INN, WELL, MAZE, PRISON)
"""Where a token is due under ``stakes=toll`` (S3)."""
MARKED: Final = tuple(sorted({*GEESE, *TOLLED, *DICE, DEATH}))
"""Where every player pays under ``stakes=all_ante`` (S0)."""

ACROSS: Final = 12
"""Where the bridge leads."""
LOST: Final = 30
"""Where the labyrinth leads."""
NINE: Final = MappingProxyType({pair: square for square, pair in DICE.items()})
"""The square to which each way to throw a first nine leads."""
