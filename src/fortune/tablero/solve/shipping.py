"""From solutions to the tables that are shipped: rounded, halved by the mirror, packed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from fortune.tablero import coins, values
from fortune.tablero.rulesets import ruleset
from fortune.tablero.solve.coins import Coins, most_coins
from fortune.tablero.solve.nextline import Rules, next_line
from fortune.tablero.solve.positions import ROWS, SIZE, Floats
from fortune.tablero.values import PLACES, dump_table

__all__ = ["BITS", "TABLES", "pack", "rounded", "steps"]

BITS = 12
"""So many bits for each worth; :func:`rounded` is what is left of it."""
LINE_RULES = ("direction", "lines", "home_rows_count", "queen")
COIN_RULES = ("bonus_eighth",)
"""Whether runs may be announced makes no difference: it never pays (``solved`` in the figures counts 0 ``runs``)."""


def _halved() -> NDArray[np.int64]:
    """For each place of the table the code of its position."""
    triple = np.arange(ROWS**3)
    # ``t`` has the edge as its last digit; the code has column 0 as its last, and column 6 as its first
    left = triple
    right = triple % ROWS * ROWS**6 + triple // ROWS % ROWS * ROWS**5 + triple // ROWS**2 * ROWS**4
    u, t = np.tril_indices(ROWS**3)
    half = right[u] + left[t]
    return np.concatenate([half + middle * ROWS**3 for middle in range(ROWS)])


def steps(value: Floats, bits: int = BITS) -> tuple[float, float, NDArray[np.uint16]]:
    """The least value, the step, and the number of steps above it for every position."""
    least = float(value.min())
    step = (float(value.max()) - least) / ((1 << bits) - 1)
    return least, step, np.rint((value - least) / step).astype(np.uint16)


def rounded(value: Floats, bits: int = BITS) -> Floats:
    """The values as the table gives them back."""
    least, step, count = steps(value, bits)
    return np.asarray(least + step * count)


def pack(value: Floats, rules: Mapping[str, str]) -> bytes:
    """The file of a table for these rules."""
    least, step, count = steps(value)
    assert value.shape == (SIZE,)
    kept = count[_halved()]
    assert len(kept) == PLACES
    planes = (kept & 255).astype(np.uint8).tobytes() + (kept >> 8).astype(np.uint8).tobytes()
    return dump_table(rules, least, step, planes)


def _next_line() -> bytes:
    options = ruleset("plain").options()
    return pack(next_line(Rules()).value, {name: str(getattr(options, name)) for name in LINE_RULES})


def _most_coins() -> bytes:
    options = ruleset("jesus").options()
    return pack(most_coins(Coins()).value, {name: str(getattr(options, name)) for name in COIN_RULES})


TABLES: Mapping[str, Callable[[], bytes]] = {values.FILE: _next_line, coins.FILE: _most_coins}
"""The files, and how each is solved and made: the next line under ``plain``, coins under ``jesus``."""
