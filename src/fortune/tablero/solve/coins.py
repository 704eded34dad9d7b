"""Tablero de Jesus with hands that never run out: what the dice are worth in coins, both playing for the most of them.

What one hand gains, the other loses. So a position has a worth in coins: how far ahead, in the long run, it puts the
player who has the dice. By symmetry nobody gains otherwise. So the worth ``W`` of the dice and the worth ``U`` of the
choice between taking and throwing on are the solution of

    W(p) = the mean over all throws: the greatest U(p') that a move leads to, or -U(p turned) where the dice pass,
    U(p) = the greatest of W(p) and, for each group, its coins - W(the group on the other's edge, turned).

It is the optimality equation of a game with an average reward, whose gain is 0. Who is given the dice may take what
stands there, so one ``U`` serves both players. A broken run is worth ``-7 - W``, one that holds 2 and the choice again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fortune.tablero.solve.iterate import Found, improved
from fortune.tablero.solve.kernels import PASSED, Integers, Notes, compiled, rows_of, steps_of
from fortune.tablero.solve.nextline import TOLERANCE, Rules, empty_notes
from fortune.tablero.solve.positions import COLUMNS, ROWS, SIZE, Bytes, Floats, digits

__all__ = ["RUNS", "Choice", "Coins", "Gain", "Hand", "gain", "largest_groups", "most_coins"]

STAKE = 2
"""What the other stakes against a run."""
_POWERS = np.array([ROWS**column for column in range(COLUMNS)], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Coins:
    """What of the options decides: announced runs, and the eighth coin for all seven."""

    run: bool = False
    eighth: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """For each position what to do with what stands there: the coins won, and the code that is thrown from after it.

    Where nothing is won the player throws on from the position itself; else it is the other who throws.
    """

    coins: Floats
    to: Notes

    def worth(self, own: Floats, other: Floats) -> Floats:
        """The worth of the choice, from what the dice are worth to the player and to the other."""
        return np.where(self.coins == 0.0, own[self.to], self.coins - other[self.to])

    def but(self, where: NDArray[np.bool_], instead: Choice) -> Choice:
        """Another choice there, and the same elsewhere."""
        return Choice(np.where(where, instead.coins, self.coins), np.where(where, instead.to, self.to))


@compiled
def _take(dice: Floats, eighth: bool, forced: bool, coins: Floats, to: Notes) -> None:
    """The best choice in each position, where a run is not announced; ``forced``: what can be taken is taken."""
    rows = np.empty(COLUMNS, np.int64)
    for position in range(SIZE):
        rows_of(position, rows)
        top, won, note = dice[position], 0, position
        if forced:
            top = -np.inf
        start = 0
        for column in range(1, COLUMNS + 1):
            if column < COLUMNS and rows[column] == rows[start]:
                continue
            size, row = column - start, rows[start]
            if size > 1 and 0 < row < ROWS - 1:
                refilled = position
                for emptied in range(start, column):
                    refilled += (ROWS - 1 - row) * _POWERS[emptied]
                gained = size + (1 if eighth and size == COLUMNS else 0)
                if gained - dice[SIZE - 1 - refilled] > top:
                    top, won, note = gained - dice[SIZE - 1 - refilled], gained, SIZE - 1 - refilled
            start = column
        coins[position], to[position] = won, note


@compiled
def _best(moved: Floats, given: Floats, pairs: Integers, write: Floats, notes: Notes) -> None:
    """One pass of best play: ``moved`` is the worth of the choice after a move, ``given`` to who is given the dice."""
    rows = np.empty(COLUMNS, np.int64)
    step = np.empty((ROWS, 2 * COLUMNS), np.int64)
    coin = np.empty((ROWS, 2 * COLUMNS), np.int64)
    count = np.empty(ROWS, np.int64)
    passing = 36 - pairs[:, 2].sum()
    keep = notes.shape[0] > 0
    for position in range(SIZE):
        mirror = rows_of(position, rows)
        if mirror > position:
            continue
        steps_of(rows, True, step, coin, count)
        passed = -given[SIZE - 1 - position]
        total = passing * passed
        for c in range(len(pairs)):
            first, second = pairs[c, 0], pairs[c, 1]
            top, note = -np.inf, PASSED
            for i in range(count[first]):
                half = position + step[first, i]
                for j in range(i + 1 if first == second else 0, count[second]):
                    to = half + step[second, j]
                    if coin[first, i] != coin[second, j] and moved[to] > top:
                        top, note = moved[to], to
            total += pairs[c, 2] * (passed if note == PASSED else top)
            if keep:
                notes[position, c] = note
        write[position] = write[mirror] = total / 36.0


@compiled
def _follow(moved: Floats, given: Floats, pairs: Integers, notes: Notes, write: Floats) -> None:
    """One pass of play by the ``notes`` of :func:`_best`."""
    rows = np.empty(COLUMNS, np.int64)
    passing = 36 - pairs[:, 2].sum()
    for position in range(SIZE):
        mirror = rows_of(position, rows)
        if mirror > position:
            continue
        passed = -given[SIZE - 1 - position]
        total = passing * passed
        for c in range(len(pairs)):
            to = notes[position, c]
            total += pairs[c, 2] * (passed if to == PASSED else moved[to])
        write[position] = write[mirror] = total / 36.0


class Hand:
    """One player's way to play: the moves (``notes``), and the choice when one has ``moved``, or is ``given`` the dice.

    Worths are those of the dice, in coins, to this player (``own``) and to the other.
    """

    def __init__(self, coins: Coins, notes: Notes | None = None) -> None:
        self.coins = coins
        self.notes = empty_notes() if notes is None else notes
        self.pairs = Rules(either=True).pairs
        self.moved = self.given = Choice(np.zeros(SIZE), np.arange(SIZE, dtype=np.int32))

    def taking(self, own: Floats, *, forced: bool = False) -> Choice:
        """The best choice where a run is not announced, if the dice are worth this much; ``forced``: always a group."""
        choice = Choice(np.empty(SIZE), np.empty(SIZE, np.int32))
        _take(own, self.coins.eighth, forced, choice.coins, choice.to)
        return choice

    def choose(self, own: Floats) -> None:
        """Note the best choices, if the dice are worth this much to either player."""
        self.given = self.moved = self.taking(own)
        if self.coins.run:
            # a run that pays once pays until it breaks: it wins 2 three times on average, and then loses the seven
            announced = Choice(np.full(SIZE, 3.0 * STAKE - COLUMNS), np.full(SIZE, SIZE - 1, np.int32))
            pays = RUNS & (announced.worth(own, own) > self.given.worth(own, own))
            self.moved = self.given.but(pays, announced)

    def improve(self, own: Floats) -> Floats:
        """Note the best choices and the best moves; give one pass of play by them."""
        self.choose(own)
        return self.move(self.moved.worth(own, own), self.given.worth(own, own))

    def choosing(self, moved: Choice, given: Choice) -> Hand:
        """A hand that moves like this one and chooses otherwise."""
        other = Hand(self.coins, self.notes)
        other.moved, other.given = moved, given
        return other

    def move(self, moved: Floats, given: Floats) -> Floats:
        """Note the best moves, by the worth of the choice after a move, and to the other who gets the dice."""
        write = np.empty(SIZE)
        _best(moved, given, self.pairs, write, self.notes)
        return write

    def follow(self, own: Floats, other: Floats, reply: Hand) -> Floats:
        """One pass of play by the notes against this other hand."""
        write = np.empty(SIZE)
        _follow(self.moved.worth(own, other), reply.given.worth(other, own), self.pairs, self.notes, write)
        return write


def _runs() -> NDArray[np.bool_]:
    found = np.zeros(SIZE, np.bool_)
    found[[row * (SIZE - 1) // (ROWS - 1) for row in range(1, ROWS - 1)]] = True
    return found


RUNS = _runs()
"""The positions with all seven in one row, not on an edge."""


def most_coins(coins: Coins, start: Floats | None = None, hand: Hand | None = None) -> Found:
    """The worth of the dice in every position, to a residual of 1e-10 and less; ``hand`` gets the best play."""
    hand = Hand(coins) if hand is None else hand

    def follow(own: Floats) -> Floats:
        return hand.follow(own, own, hand)

    return improved(hand.improve, follow, np.zeros(SIZE) if start is None else start, TOLERANCE)


@dataclass(frozen=True, slots=True)
class Gain:
    """Coins that one player gains on the other in a throw of either, in the long run, and the error at the most."""

    coins: float
    bound: float


def gain(one: Hand, two: Hand, own: Floats, tolerance: float = 1e-7, limit: int = 1000) -> Gain:
    """What ``one`` gains on ``two``, both playing as they have noted; ``own`` is a first estimate of the worths.

    After each pass the gain lies between the least and the largest change of any worth, whatever the worths.
    """
    mine, yours = own, own
    for _ in range(limit):
        mine_then, yours_then = one.follow(mine, yours, two), two.follow(yours, mine, one)
        up, down = mine_then - mine, yours - yours_then
        least, most = min(up.min(), down.min()), max(up.max(), down.max())
        if most - least <= tolerance:
            return Gain(float(least + most) / 2, float(most - least) / 2)
        mine, yours = mine_then, yours_then
    raise ArithmeticError(f"{limit} passes did not bring the gain to within {tolerance}: it is {least} to {most}.")


def largest_groups() -> Bytes:
    """The coins of the largest group of each position, 0 where there is none."""
    rows = digits()
    largest = np.zeros(SIZE, np.uint8)
    for size in range(2, COLUMNS + 1):
        for first in range(COLUMNS - size + 1):
            alike = (rows[first : first + size] == rows[first]).all(axis=0)
            largest[alike & (rows[first] > 0) & (rows[first] < ROWS - 1)] = size
    return largest
