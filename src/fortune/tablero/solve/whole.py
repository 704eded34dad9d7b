"""The whole game without a Queen's number: the chance of winning for every pair of stocks.

A stock falls only when a line is pulled, so the games with fewer units are solved first. A line leads to a few
positions alone: its glasses stand on the other's home row, the other has the dice. Many stocks are alike: what
matters is which rows of sixes and sevens they can still pay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from fortune.tablero.solve.iterate import Found, improved
from fortune.tablero.solve.kernels import Notes
from fortune.tablero.solve.nextline import TOLERANCE, Rules, Side, empty_notes
from fortune.tablero.solve.positions import COLUMNS, DIAGONAL, KINDS, ROWS, SETUP, SIZE, Floats

__all__ = ["Whole", "classes", "loss", "whole"]

Pair = tuple[int, int]
AFTER = np.array([0, *((ROWS - 1 - row) * ROWS ** (COLUMNS - 1) for row in range(ROWS)), 0, 0])
"""For each kind of line the code after its pull, as the other sees it: the seventh glass is in the last column."""
GLASSES = (0, *(6,) * ROWS, 7, 7)


def classes(highest: int) -> list[int]:
    """For each stock up to ``highest`` the lowest that is like it: the same rows of sixes and sevens can be paid.

    >>> classes(13)
    [0, 0, 0, 0, 0, 0, 6, 7, 7, 7, 7, 7, 12, 13]
    """
    seen: dict[tuple[int, int], int] = {}
    found: list[int] = []
    for stock in range(highest + 1):
        after = tuple(found[stock - glasses] if stock >= glasses else -1 for glasses in (6, 7))
        found.append(seen.setdefault((after[0], after[1]), stock))
    return found


@dataclass(frozen=True, slots=True)
class Whole:
    """``start[a, b]``: the chance of the player who has the dice at the setup, with ``a`` units against ``b``.

    ``after[a, b]``: the same after each kind of line that the other has just pulled. ``drift``: the changes that one
    more pass would make, added up over the layers on the way to the end of a game. ``sweeps``, ``followed``: all
    passes.
    """

    start: Mapping[Pair, float]
    after: Mapping[Pair, Floats]
    drift: float
    sweeps: int
    followed: int


def _pay(after: Mapping[Pair, Floats], alike: list[int], own: int, others: int) -> Floats:
    """What each kind of line is worth to who pulls it, with so many units against so many."""
    pay = np.ones(KINDS)
    for kind in range(1, DIAGONAL + 1):
        left = others - GLASSES[kind]
        if left >= 0:
            pay[kind] = 1.0 - after[alike[left], own][kind]
    return pay


def _ordered(alike: list[int]) -> Iterator[Pair]:
    """The different pairs of stocks, the smaller first; those with fewer units before those with more."""
    stocks = sorted(set(alike))
    yield from sorted(((a, b) for a in stocks for b in stocks if a <= b), key=lambda pair: (sum(pair), pair))


def whole(rules: Rules, highest: int, watch: Callable[[Pair, Found], object] | None = None) -> Whole:
    """Solve the game up to so many units; ``watch`` is told of each layer."""
    alike = classes(highest)
    after: dict[Pair, Floats] = {}
    chance: dict[Pair, float] = {}
    drift: dict[Pair, float] = {}
    sweeps = followed = 0
    notes = empty_notes(), empty_notes()
    guess = np.full(SIZE, 0.5)
    for pair in _ordered(alike):
        a, b = pair
        one = Side(rules, _pay(after, alike, a, b), notes[0])
        two = Side(rules, _pay(after, alike, b, a), notes[1])
        if a == b:
            found = improved(one.best, one.follow, guess, TOLERANCE)
            values = {(a, a): found.value}
        else:
            # the layers of the two players lead to each other, by passes alone: a pass over one, then over the other
            found = improved(
                lambda x, one=one, two=two: two.best(one.best(x)),  # type: ignore[misc]
                lambda x, one=one, two=two: two.follow(one.follow(x)),  # type: ignore[misc]
                guess,
                TOLERANCE,
            )
            values = {(b, a): found.value, (a, b): one.follow(found.value)}
        for where, value in values.items():
            after[where] = np.array([value[code] for code in AFTER])
            chance[where] = float(value[SETUP])
        # the layers are so much alike that each is a good guess at the next
        guess = found.value
        below = [
            drift[min(x, y), max(x, y)]
            for own, others in ((a, b), (b, a))
            for glasses in (6, 7)
            if others >= glasses
            for x, y in [(alike[others - glasses], own)]
        ]
        drift[pair] = found.change + max(below, default=0.0)
        sweeps += found.sweeps * len(values)
        followed += found.followed * len(values)
        if watch is not None:
            watch(pair, found)
    every = {(a, b): chance[alike[a], alike[b]] for a in range(highest + 1) for b in range(highest + 1)}
    return Whole(every, after, max(drift.values()), sweeps, followed)


def loss(
    rules: Rules, highest: int, fixed: Notes, watch: Callable[[Pair, Found], object] | None = None
) -> tuple[float, float]:
    """What is left of the whole game for one who plays by ``fixed`` moves, whatever the stocks, against the best reply.

    The chance of that player with ``highest`` units each, having the dice at the setup, and not having them.
    """
    alike = classes(highest)
    mine: dict[Pair, Floats] = {}
    yours: dict[Pair, Floats] = {}
    reply = empty_notes()
    guess = np.full(SIZE, 0.5)
    found_start = (0.0, 0.0)
    stocks = sorted(set(alike))
    for a, b in sorted(((a, b) for a in stocks for b in stocks), key=lambda pair: (sum(pair), pair)):
        # a: the units of who plays by the fixed moves
        one = Side(rules, _pay(yours, alike, a, b), fixed)
        two = Side(rules, _pay(mine, alike, b, a), reply)
        found = improved(
            lambda x, one=one, two=two: two.best(one.follow(x)),  # type: ignore[misc]
            lambda x, one=one, two=two: two.follow(one.follow(x)),  # type: ignore[misc]
            guess,
            1e-8,
        )
        own = one.follow(found.value)
        mine[a, b] = np.array([own[code] for code in AFTER])
        yours[b, a] = np.array([found.value[code] for code in AFTER])
        found_start = float(own[SETUP]), 1.0 - float(found.value[SETUP])
        guess = found.value
        if watch is not None:
            watch((a, b), found)
    return found_start
