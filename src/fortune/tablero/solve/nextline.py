"""The next line: the chance that the player with the dice makes it, both playing for it, from every position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from fortune.tablero.solve.iterate import Found, improved
from fortune.tablero.solve.kernels import MOST, Integers, Notes, best, follow
from fortune.tablero.solve.positions import KINDS, SIZE, Bytes, Floats, lines

__all__ = ["TOLERANCE", "Rules", "Side", "empty_notes", "error_bound", "next_line", "residual", "stalling"]

TOLERANCE = 1e-10
PASS_NUMBERS = (7, 11, 12)


@dataclass(frozen=True)
class Rules:
    """What of the options decides the next line. ``queen``: the Queen's number, 0 where there is none.

    Glasses never run out here: whoever has to fill one can.
    """

    either: bool = False
    five: bool = False
    home_rows: bool = True
    queen: int = 0
    toast_line: bool = False
    muggins: bool = True

    @cached_property
    def lines(self) -> tuple[Bytes, Bytes]:
        """The kinds and the columns of the lines of all positions."""
        return lines(five=self.five, home_rows=self.home_rows)

    @cached_property
    def pairs(self) -> Integers:
        """The throws that do not just pass, as the kernels want them."""
        found = [
            (a, b, 1 if a == b else 2, int(a + b == self.queen))
            for a in range(1, 7)
            for b in range(a, 7)
            if a + b not in PASS_NUMBERS
        ]
        if self.queen in PASS_NUMBERS:
            found.append((0, 0, {7: 6, 11: 2, 12: 1}[self.queen], 1))
        return np.array(found, dtype=np.int64)


def empty_notes(kept: bool = True) -> Notes:
    """Room for the moves of a policy; or no room, where they are not wanted."""
    return np.empty((SIZE if kept else 0, MOST), np.int32)


class Side:
    """One player's play: ``best(other)`` and ``follow(other)`` give the worth of the dice to this player.

    ``other``: what the dice are worth to the opponent. ``pay``: what a line of each kind is worth. :meth:`best` notes
    the moves, :meth:`follow` plays by the notes. With moves that go either way a turn runs in circles; there ``own`` is
    the last estimate of what is looked for, and must be given.
    """

    def __init__(self, rules: Rules, pay: Floats | None = None, notes: Notes | None = None) -> None:
        self.rules = rules
        self.pay = np.ones(KINDS) if pay is None else pay
        self.notes = empty_notes() if notes is None else notes

    def best(self, other: Floats) -> Floats:
        """The best moves against an opponent to whom the dice are worth this much."""
        rules, write = self.rules, np.empty(SIZE)
        read = other if rules.either else write
        kind, mask = rules.lines
        best(
            read, other, other, self.pay, kind, mask, rules.pairs, rules.either, rules.toast_line, rules.muggins, False,
            write, self.notes,
        )  # fmt: skip
        return write

    def follow(self, other: Floats) -> Floats:
        """The noted moves."""
        write = np.empty(SIZE)
        follow(other if self.rules.either else write, other, other, self.pay, self.rules.pairs, self.notes, write)
        return write


def next_line(rules: Rules, start: Floats | None = None, notes: Notes | None = None) -> Found:
    """The chance from every position, to a residual of 1e-10 and less; ``notes`` gets the best moves."""
    side = Side(rules, notes=notes)
    guess = np.full(SIZE, 0.5) if start is None else start
    return improved(side.best, side.follow, guess, TOLERANCE)


def residual(rules: Rules, value: Floats) -> float:
    """By how much the worth of any position differs from what one more throw makes of it."""
    kind, mask = rules.lines
    write = np.empty(SIZE)
    # what is read is the value itself, also where a pass could use what it just wrote
    best(
        value, value, value, np.ones(KINDS), kind, mask, rules.pairs, rules.either, rules.toast_line, rules.muggins,
        False, write, empty_notes(kept=False),
    )  # fmt: skip
    return float(np.max(np.abs(write - value)))


def error_bound(rules: Rules, value: Floats, change: float) -> float:
    """A bound on the error of every value, from the ``change`` that one more pass makes; without a Queen's number.

    One player follows the moves that are best by ``value``, the other does nothing but put off the next line. The
    chance that there is none after so many passes bounds the expected number of them, and no pass costs the player more
    than ``change`` against what ``value`` promises. Both players can secure that much; so the value is the only one.
    """
    kind, mask = rules.lines
    nothing, side, none = np.zeros(KINDS), Side(rules), empty_notes(kept=False)
    side.best(value)
    mine, yours = np.ones(SIZE), np.ones(SIZE)
    passes, lowest = 0, np.inf
    while True:
        to_mine, to_yours = np.empty(SIZE), np.empty(SIZE)
        read, back = (mine, mine) if rules.either else (to_mine, to_mine)
        follow(read, back, 1.0 - yours, nothing, rules.pairs, side.notes, to_mine)
        read = yours if rules.either else to_yours
        best(
            read, read, 1.0 - mine, nothing, kind, mask, rules.pairs, rules.either, False, False, False, to_yours, none
        )
        mine, yours, passes = to_mine, to_yours, passes + 1
        most = float(max(mine.max(), yours.max()))
        if most < 1.0:
            bound = passes / (1.0 - most)
            if bound > 0.99 * lowest:
                return change * min(bound, lowest)
            lowest = bound


def stalling(rules: Rules) -> float:
    """A bound on the expected number of turns until a line, if both do all they can to put it off; forward moves alone.

    It is finite: with moves that only go forward nobody can put off a line for ever. So whatever the two play, an error
    of one in each turn adds up to no more than this.
    """
    kind, mask = rules.lines
    nothing, none = np.zeros(KINDS), empty_notes(kept=False)
    left, turns, lowest = np.ones(SIZE), 0, np.inf
    while True:
        write = np.empty(SIZE)
        best(
            write, left, 1.0 - left, nothing, kind, mask, rules.pairs, False, rules.toast_line, rules.muggins, True,
            write, none,
        )  # fmt: skip
        left, turns = write, turns + 1
        most = float(left.max())
        if most < 1.0:
            bound = turns / (1.0 - most)
            if bound > 0.95 * lowest:
                return min(bound, lowest)
            lowest = bound
