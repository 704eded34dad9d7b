"""One way of playing against another, exactly: best play, at random, by the rule of thumb; without a Queen's number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fortune.tablero.solve.iterate import accelerated
from fortune.tablero.solve.kernels import best, ruled
from fortune.tablero.solve.nextline import Rules, Side
from fortune.tablero.solve.positions import COLUMNS, KINDS, ROWS, SETUP, SIZE, Floats, digits

__all__ = ["Meeting", "Play", "at_random", "by_thumb", "meet", "noted", "played_by", "thumb_scores"]

Play = Callable[[Floats], Floats]
"""A pass of a way of playing: from what the dice are worth to the opponent to what they are worth to the player."""
Scores = NDArray[np.uint16]


def missing(rules: Rules) -> NDArray[np.uint16]:
    """How many glasses must still move for the nearest line that the player with the dice can still make.

    It is 8 where none can be made. See :mod:`fortune.tablero.thumb`, which says the same in plain Python.
    """
    rows = digits()
    fewest = np.full(SIZE, COLUMNS + 1, np.uint16)

    def target(columns: range, row: Callable[[int], int]) -> None:
        away = np.zeros(SIZE, np.uint16)
        possible = np.ones(SIZE, np.bool_)
        for column in columns:
            away += rows[column] != row(column)
            if not rules.either:
                possible &= rows[column] <= row(column)
        fewest[possible] = np.minimum(fewest, away)[possible]

    length = 5 if rules.five else 6
    for row in range(ROWS):
        if rules.home_rows or 0 < row < ROWS - 1:
            for first in range(COLUMNS - length + 1):
                target(range(first, first + length), lambda _, row=row: row)  # type: ignore[misc]
    if not rules.five:
        target(range(COLUMNS), lambda column: column)
        target(range(COLUMNS), lambda column: ROWS - 1 - column)
    return fewest


def thumb_scores(rules: Rules) -> Scores:
    """What the rule of thumb goes by: the lower, the better."""
    mine = missing(rules)
    return np.asarray(16 * mine + (COLUMNS + 1 - mine[::-1]), np.uint16)


def noted(side: Side) -> Play:
    """Play by the moves that this side has noted."""
    return side.follow


def played_by(rules: Rules, value: Floats) -> Side:
    """A side with the moves noted that are best by these values, which need not be right ones."""
    side = Side(rules)
    kind, mask = rules.lines
    best(
        value, value, value, side.pay, kind, mask, rules.pairs, rules.either, rules.toast_line, rules.muggins, False,
        np.empty(SIZE), side.notes,
    )  # fmt: skip
    return side


def _by(rules: Rules, scores: Scores, lines_first: bool) -> Play:
    kind, mask = rules.lines
    pay = np.ones(KINDS)

    def play(other: Floats) -> Floats:
        write = np.empty(SIZE)
        read = other if rules.either else write
        ruled(read, other, pay, kind, mask, rules.pairs, rules.either, scores, lines_first, write)
        return write

    return play


def at_random(rules: Rules) -> Play:
    """Any legal move, each as likely as any other."""
    return _by(rules, np.zeros(SIZE, np.uint16), False)


def by_thumb(rules: Rules, scores: Scores | None = None) -> Play:
    """The rule of thumb; among moves it holds alike each is as likely as any other."""
    return _by(rules, thumb_scores(rules) if scores is None else scores, True)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The chance that the first of two ways of playing makes the next line from the setup.

    ``starting`` with the dice, ``replying`` without. ``change``: by how much one more pass changes any position.
    """

    starting: float
    replying: float
    change: float


def meet(one: Play, two: Play, tolerance: float = 1e-8) -> Meeting:
    """One way of playing against another, with forward moves. There the next line comes at last, whoever plays."""
    found = accelerated(lambda other: two(one(other)), np.full(SIZE, 0.5), tolerance)
    return Meeting(float(one(found.value)[SETUP]), 1.0 - float(found.value[SETUP]), found.change)
