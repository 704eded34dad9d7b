"""Tablero: the next line under ``plain`` to a residual of 1e-10, ours beside plain sweeps.

Plain sweeps gain a few per cent each, so they take some 450 passes and minutes. Both run on one core. Needs Numba.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from fortune.tablero.solve.iterate import Found, plain
from fortune.tablero.solve.nextline import TOLERANCE, Rules, Side, empty_notes, next_line, residual
from fortune.tablero.solve.positions import SETUP, SIZE


def told(name: str, rules: Rules, found: Found, seconds: float) -> None:
    print(
        f"{name:<18}{found.value[SETUP]:.10f}  residual {residual(rules, found.value):.1e}  {found.sweeps:5} sweeps"
        f"  {found.followed:4} passes by known moves  {seconds:7.1f} s"
    )


def main() -> None:
    rules = Rules()
    half = np.full(SIZE, 0.5)
    warm = Side(rules)
    began = time.perf_counter()
    warm.follow(warm.best(half))
    print(f"compiled, or read from the last time, in {time.perf_counter() - began:.1f} s")
    del warm

    began = time.perf_counter()
    ours = next_line(rules)
    took = time.perf_counter() - began
    told("policy iteration", rules, ours, took)
    print(f"memory up to here: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")

    side = Side(rules, notes=empty_notes(kept=False))
    began = time.perf_counter()
    slow = plain(side.best, half, TOLERANCE)
    slowly = time.perf_counter() - began
    told("plain sweeps", rules, slow, slowly)
    print(
        f"{slowly / took:.0f} times faster; the two differ by {np.max(np.abs(slow.value - ours.value)):.1e} at the most"
    )


if __name__ == "__main__":
    main()
