"""Tablero: the next line under ``plain`` to a residual of 1e-10, ours beside plain sweeps.

Plain sweeps gain a few per cent each, so they take some 450 passes and minutes. Both run on one core. Needs Numba.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.report import Row, peak_memory
from fortune.tablero.solve.iterate import plain
from fortune.tablero.solve.nextline import TOLERANCE, Rules, Side, empty_notes, next_line, residual
from fortune.tablero.solve.positions import SIZE


def measure() -> Iterator[Row]:
    """Policy iteration beside plain sweeps, to the same residual."""
    rules = Rules()
    half = np.full(SIZE, 0.5)
    # compiled, or read from the last time, before the clock runs
    warm = Side(rules)
    warm.follow(warm.best(half))
    del warm

    began = time.perf_counter()
    ours = next_line(rules)
    took = time.perf_counter() - began
    memory = peak_memory() / 1e6

    side = Side(rules, notes=empty_notes(kept=False))
    began = time.perf_counter()
    slow = plain(side.best, half, TOLERANCE)
    slowly = time.perf_counter() - began
    off = np.max(np.abs(slow.value - ours.value))
    left = residual(rules, ours.value)
    note = f"residual {left:.0e}, {slow.sweeps} sweeps; they differ by {off:.0e}; {memory:.0f} MB"
    yield Row("Tablero, the next line (plain)", took, "s", "plain sweeps", slowly, note=note)
