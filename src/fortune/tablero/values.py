"""The solved tables that the strongest opponent and the hints go by: reading them, asking them. Standard library alone.

A table holds for every position what the dice are worth to the player who has them, if both play for that: the chance
to make the next line (``next_line.bin``), or coins (:mod:`fortune.tablero.coins`). They are made by ``python -m
fortune.tablero.solve tables`` and kept beside this module. A page fetches a file by itself, when it needs it, and gives
its bytes to :func:`load_table`.

The file: one line of JSON (the rules, the least worth, the step between two, a checksum), then the steps, compressed:
first the low bytes of all, then the high bytes. A position and its mirror image are kept once. The three columns on the
left are read as one number of base 7, ``t``, those on the right as another, ``u``, each from the middle to the edge;
with ``t`` the smaller of the two the place is ``middle * 58,996 + u (u + 1) / 2 + t``.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from fortune.dice import Dice
from fortune.errors import FortuneError, StateError
from fortune.files import read
from fortune.tablero.gucci import Gucci
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.squares import ROWS, Move, Position, moved

__all__ = [
    "FILE",
    "PLACES",
    "Rated",
    "Table",
    "dump_table",
    "load_table",
    "other_rules",
    "place",
    "rate",
    "shipped_table",
]

FILE: Final = "next_line.bin"
"""The table that comes with the library, beside this module."""
COMMAND: Final = "python -m fortune.tablero.solve tables"
_HALF: Final = ROWS**3
_TRIANGLE: Final = _HALF * (_HALF + 1) // 2
PLACES: Final = ROWS * _TRIANGLE
"""So many positions there are if mirror images count once: 412,972."""


def place(rows: Sequence[int]) -> int:
    """Where a position, as the player sees it who has the dice, is in the table.

    >>> place((1,) * 7), place((7,) * 7) == PLACES - 1, place((3, 1, 2, 5, 4, 1, 1)) == place((1, 1, 4, 5, 2, 1, 3))
    (0, True, True)
    """
    a, b, c, middle, d, e, f = rows
    t, u = (c * ROWS + b) * ROWS + a - 57, (d * ROWS + e) * ROWS + f - 57
    if t > u:
        t, u = u, t
    return (middle - 1) * _TRIANGLE + u * (u + 1) // 2 + t


@dataclass(frozen=True, slots=True)
class Table:
    """What the dice are worth in all positions, for the options in ``rules``, rounded by ``rounding`` at the most."""

    rules: Mapping[str, str]
    least: float
    step: float
    _low: bytes
    _high: bytes

    @property
    def rounding(self) -> float:
        """No worth is further from the solved one than this."""
        return self.step / 2

    def worth(self, rows: Position, seat: int) -> float:
        """What the dice are worth to this seat, if it has them in this position."""
        if seat:
            # the mirror changes nothing, so that turning the board is looking at it from the other side
            rows = tuple([ROWS + 1 - row for row in rows])
        where = place(rows)
        return self.least + self.step * (self._low[where] + 256 * self._high[where])

    def holds_for(self, options: GucciOptions | JesusOptions) -> bool:
        """Whether the table was solved for these rules, as far as they make a difference to it."""
        return all(getattr(options, name, None) == value for name, value in self.rules.items())


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal move, and the chance of the mover to make the next line after it: 1 where it makes one."""

    move: Move
    chance: float


def rate(table: Table, game: Gucci, rows: Position, dice: Dice, seat: int) -> list[Rated]:
    """Every legal move of these dice, the best first; none where the dice pass.

    Moves that are worth the same stand in the order of :meth:`Gucci.moves`. Raises :class:`FortuneError` where the
    table was solved for other rules.
    """
    if not table.holds_for(game.options):
        raise other_rules(table)
    state = game.play(game.position(rows, seat), dice).state
    rated = [Rated(move, _worth(table, game, rows, move, seat)) for move in game.moves(state) if isinstance(move, Move)]
    return sorted(rated, key=lambda one: -one.chance)


def _worth(table: Table, game: Gucci, rows: Position, move: Move, seat: int) -> float:
    after = moved(rows, move)
    return 1.0 if game.line(after, (move.first, move.second)) else table.worth(after, seat)


def other_rules(table: Table) -> FortuneError:
    """The error where a table is asked about a game that it was not solved for."""
    solved = ", ".join(f"{name}={value}" for name, value in table.rules.items())
    return FortuneError(f"The table is for {solved}; these are other rules of Tablero.")


def load_table(data: bytes) -> Table:
    """The table from the bytes of its file; raises :class:`StateError` where they are not such a file, unchanged."""
    head, newline, packed = data.partition(b"\n")
    try:
        told: Any = json.loads(head)
        rules = {str(name): str(value) for name, value in told["rules"].items()}
        steps = zlib.decompress(packed)
        least, step, digest = float(told["least"]), float(told["step"]), told["sha256"]
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error):
        raise StateError(f"This is not a table of Tablero. {COMMAND} makes one.") from None
    if not newline or len(steps) != 2 * PLACES or hashlib.sha256(steps).hexdigest() != digest:
        raise StateError(f"The table of Tablero is damaged. {COMMAND} makes it again.")
    return Table(rules, least, step, steps[:PLACES], steps[PLACES:])


def dump_table(rules: Mapping[str, str], least: float, step: float, steps: bytes) -> bytes:
    """The file of a table; the inverse of :func:`load_table`."""
    assert len(steps) == 2 * PLACES
    told = {
        "made_by": COMMAND,
        "rules": dict(rules),
        "least": least,
        "step": step,
        "sha256": hashlib.sha256(steps).hexdigest(),
    }
    return json.dumps(told).encode("ascii") + b"\n" + zlib.compress(steps, 9)


@lru_cache(maxsize=1)
def shipped_table() -> Table:
    """The table for ``plain`` that comes with the library; in the browser the page fetches it (:func:`load_table`)."""
    return load_table(read(f"tablero/{FILE}"))
