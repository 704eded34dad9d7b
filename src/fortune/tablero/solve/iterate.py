"""Fixed points of passes over all positions: policy iteration, with Anderson's acceleration inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fortune.tablero.solve.positions import Floats

__all__ = ["Anderson", "Found", "Sweep", "accelerated", "improved", "plain"]

Sweep = Callable[[Floats], Floats]
"""A pass: from the worth of all positions to a better estimate of it, as a new array."""
MEMORY = 12
"""So many earlier passes are mixed; each costs two arrays."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fixed point, and what it took: passes that look for the best move, passes that follow known ones.

    ``change``: by how much one more pass of best play changes any position.
    """

    value: Floats
    change: float
    sweeps: int
    followed: int = 0


class Anderson:
    """Anderson's mixing: the next guess is that combination of the last ones whose error would be the smallest."""

    def __init__(self, size: int, memory: int = MEMORY) -> None:
        self._steps = np.empty((memory, size))
        self._turns = np.empty((memory, size))
        self._gram = np.zeros((memory, memory))
        self._last: tuple[Floats, Floats] | None = None
        self._count = 0

    def next(self, guess: Floats, image: Floats) -> Floats:
        """The next guess, from a guess and what a pass made of it."""
        error = image - guess
        if self._last is not None:
            slot = self._count % len(self._steps)
            self._count += 1
            np.subtract(image, self._last[0], out=self._steps[slot])
            np.subtract(error, self._last[1], out=self._turns[slot])
            held = min(self._count, len(self._steps))
            row = self._turns[:held] @ self._turns[slot]
            self._gram[slot, :held] = self._gram[:held, slot] = row
        self._last = image, error
        held = min(self._count, len(self._steps))
        if not held:
            return image.copy()
        scale = np.sqrt(np.diag(self._gram)[:held])
        scale[scale == 0.0] = 1.0
        gram = self._gram[:held, :held] / np.outer(scale, scale)
        mix = np.linalg.lstsq(gram, (self._turns[:held] @ error) / scale, rcond=1e-12)[0] / scale
        return np.asarray(image - mix @ self._steps[:held])


def accelerated(sweep: Sweep, start: Floats, tolerance: float, limit: int = 2000) -> Found:
    """A fixed point of ``sweep``; raises :class:`ArithmeticError` after ``limit`` passes."""
    mixing, guess = Anderson(start.size), start
    for passes in range(1, limit + 1):
        image = sweep(guess)
        change = float(np.max(np.abs(image - guess)))
        if change <= tolerance:
            return Found(image, change, passes)
        guess = mixing.next(guess, image)
    raise ArithmeticError(f"{limit} passes did not bring the change below {tolerance}: it is {change}.")


def improved(best: Sweep, follow: Sweep, start: Floats, tolerance: float, limit: int = 100) -> Found:
    """The same by policy iteration: ``best`` finds the best moves and notes them, ``follow`` plays by its notes."""
    value, followed = start, 0
    for sweeps in range(1, limit + 1):
        image = best(value)
        change = float(np.max(np.abs(image - value)))
        if change <= tolerance:
            return Found(image, change, sweeps, followed)
        inner = accelerated(follow, image, max(tolerance / 10, change / 100))
        value, followed = inner.value, followed + inner.sweeps
    raise ArithmeticError(f"{limit} improvements did not bring the change below {tolerance}: it is {change}.")


def plain(sweep: Sweep, start: Floats, tolerance: float, limit: int = 10_000) -> Found:
    """The same by plain repetition, for comparison."""
    guess = start
    for passes in range(1, limit + 1):
        image = sweep(guess)
        change = float(np.max(np.abs(image - guess)))
        guess = image
        if change <= tolerance:
            return Found(image, change, passes)
    raise ArithmeticError(f"{limit} passes did not bring the change below {tolerance}: it is {change}.")
