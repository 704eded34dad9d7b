"""Many throws of dice from one seed, counted: the totals are kept, not the throws.

A :class:`Rolls` is a value. It holds the generator's state, so that it goes on where it was, and the same seed gives
the same counts however the throws are cut into parcels. Dice come from ``random.Random(seed).random()`` alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Final

from fortune.dice import throw_die

__all__ = ["LANDMARKS", "MOST", "Rolls"]

MOST: Final = 500_000
"""So many throws are counted: more do not narrow a share visibly, and a link has to throw them again."""


def _landmarks() -> tuple[int, ...]:
    """Every number up to 20, then some sixteen in each tenfold."""
    found = dict.fromkeys(range(1, 21))
    found |= dict.fromkeys(round(10 ** (k / 16)) for k in range(21, 200) if round(10 ** (k / 16)) <= MOST)
    return tuple(found)


LANDMARKS: Final = _landmarks()
"""After so many throws the counts are kept too: from these the running share of any total is drawn."""
_LANDMARK: Final = frozenset(LANDMARKS)


@dataclass(frozen=True, slots=True, eq=False)
class Rolls:
    """So many throws of ``dice`` dice.

    ``counts``: how often each total fell, the lowest (every die a one) first. ``last``: the dice of the last throw as
    they fell, none before the first. ``marks``: the counts after so many throws, the fewest first.
    """

    seed: int
    dice: int
    thrown: int = 0
    counts: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    marks: tuple[tuple[int, tuple[int, ...]], ...] = ()
    _state: Any = None

    def __post_init__(self) -> None:
        if not self.counts:
            object.__setattr__(self, "counts", (0,) * (5 * self.dice + 1))

    @property
    def totals(self) -> range:
        """The totals that there are."""
        return range(self.dice, 6 * self.dice + 1)

    def count(self, total: int) -> int:
        """How often this total fell."""
        return self.counts[total - self.dice]

    def after(self, throws: int) -> tuple[int, ...] | None:
        """The counts after so many throws, where they were kept."""
        return next((counts for at, counts in self.marks if at == throws), None)

    def running(self, total: int) -> list[tuple[int, int]]:
        """How often this total had fallen after so many throws: at each landmark, and now."""
        found = [(at, counts[total - self.dice]) for at, counts in self.marks if at in _LANDMARK]
        if self.thrown and (not found or found[-1][0] != self.thrown):
            found.append((self.thrown, self.count(total)))
        return found

    def further(self, throws: int, keep: Iterable[int] = ()) -> Rolls:
        """These and so many throws more. ``keep``: after so many throws the counts are kept beside the landmarks."""
        end = self.thrown + throws
        wanted = {at for at in LANDMARKS if self.thrown < at <= end} | {at for at in keep if self.thrown <= at <= end}
        rng = random.Random(self.seed)
        if self._state is not None:
            rng.setstate(self._state)
        counts, thrown, marks, last = list(self.counts), self.thrown, list(self.marks), self.last
        for stop in sorted(wanted | {end}):
            if stop > thrown:
                _count(rng, self.dice, stop - thrown - 1, counts)
                last = tuple(throw_die(rng) for _ in range(self.dice))
                counts[sum(last) - self.dice] += 1
                thrown = stop
            if stop in wanted and (not marks or marks[-1][0] != stop):
                marks.append((stop, tuple(counts)))
        return replace(
            self,
            thrown=thrown,
            counts=tuple(counts),
            last=last,
            marks=tuple(marks),
            _state=rng.getstate() if end else None,
        )


def _count(rng: random.Random, dice: int, throws: int, counts: list[int]) -> None:
    """Throw so many times and count the totals, the lowest at place 0; in tight loops, for this is what takes time."""
    draw = rng.random
    if dice == 1:
        for _ in repeat(None, throws):
            counts[int(draw() * 6)] += 1
    elif dice == 2:
        for _ in repeat(None, throws):
            counts[int(draw() * 6) + int(draw() * 6)] += 1
    elif dice == 3:
        for _ in repeat(None, throws):
            counts[int(draw() * 6) + int(draw() * 6) + int(draw() * 6)] += 1
    else:
        for _ in repeat(None, throws):
            total = 0
            for _ in repeat(None, dice):
                total += int(draw() * 6)
            counts[total] += 1
