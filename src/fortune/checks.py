"""Figures of this house found by two roads each, and whether the roads meet: what the status page shows.

One road is ours. The other is a closed form, the chain solved in another way, a simulation, or a library that knows
nothing of us: icepool and sympy.stats. Both are walked anew whenever this is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import icepool
import sympy
import sympy.stats

from fortune import glueckshaus, goose, tablero
from fortune.chain import SCALE, Chain
from fortune.dice import distribution, ways
from fortune.game import Game
from fortune.glueckshaus.odds import long_run
from fortune.goose.known import known_race
from fortune.goose.odds import chain as goose_chain
from fortune.goose.odds import together
from fortune.goose.solo import alone, generating_function, solo_chain
from fortune.result import Result
from fortune.simulate import simulate
from fortune.tablero.known import known_line
from fortune.tablero.odds import report

__all__ = ["Check", "Road", "all_checks", "icepool_dice"]

Road = Literal["closed form", "chain", "kept table", "simulation", "icepool", "sympy"]
"""The other road to a figure."""

SEED = 1583
GAMES = 4000
TABLERO_GAMES = 60
"""Best play looks at every move of every throw, so that a game takes a good second."""


@dataclass(frozen=True, slots=True)
class Check:
    """A figure, or several of one kind, by two roads.

    ``ours`` and ``theirs`` belong together one by one; ``road`` is the one by which ``theirs`` was found.
    """

    game: str
    ruleset: str
    what: str
    ours: tuple[Result, ...]
    road: Road
    theirs: tuple[Result, ...]

    @property
    def agrees(self) -> bool:
        """Whether all of them meet: equal as fractions, within their bounds, or within five standard errors."""
        return all(_meet(a, b) for a, b in zip(self.ours, self.theirs, strict=True))


def _meet(a: Result, b: Result) -> bool:
    return a.exact == b.exact if a.exact is not None and b.exact is not None else a.agrees(b)


def all_checks() -> Iterator[Check]:
    """Each check in turn, walked when it is asked for; all together take about half a minute."""
    yield from _dice()
    yield from _glueckshaus()
    yield from _goose()
    yield from _tablero()


def _dice() -> Iterator[Check]:
    for dice in (2, 3, 6):
        ours = distribution(dice)
        peer = dice @ icepool.d6
        theirs = tuple(Result.of(peer.probability(total)) for total in ours)
        what = f"each total of {dice} dice"
        yield Check("Dice", "any", what, tuple(map(Result.of, ours.values())), "icepool", theirs)
    waits = [Result.of(Fraction(36, ways(total))) for total in range(2, 13)]
    peers = [sympy.stats.E(sympy.stats.Geometric("n", sympy.Rational(ways(total), 36))) for total in range(2, 13)]
    what = "mean throws until each total falls"
    yield Check("Dice", "any", what, tuple(waits), "sympy", tuple(Result.of(_fraction(peer)) for peer in peers))


def _glueckshaus() -> Iterator[Check]:
    name = "Glückshaus"
    house = long_run(glueckshaus.RULESETS["modern"].options())
    formula = tuple(Result.of(Fraction(ways(room), 2 * ways(room) + 2)) for room in house.occupied)
    what = "how often each room is full in the long run"
    yield Check(name, "modern", what, tuple(map(Result.of, house.occupied.values())), "closed form", formula)

    small = glueckshaus.game("modern", players=2, chips=2)
    exactly = Chain(small)
    win, length = exactly.win(exact=True), exactly.expected(exact=True)
    two = "two players, two chips: each seat's chance"
    yield Check(name, "modern", two, tuple(win), "chain", tuple(Chain(small).win()))
    sample = simulate(small, GAMES, seed=SEED)
    yield Check(name, "modern", two, tuple(win), "simulation", tuple(sample.win()))
    long = "two players, two chips: mean throws"
    yield Check(name, "modern", long, (length,), "simulation", (sample.mean_throws(),))
    yield Check(name, "modern", long, (length,), "icepool", (_absorbed(small),))

    three = glueckshaus.game("modern", players=3, chips=2)
    whole = Chain(three)
    many = simulate(three, GAMES, seed=SEED)
    what = "three players, two chips: each seat's chance"
    yield Check(name, "modern", what, tuple(whole.win()), "simulation", tuple(many.win()))
    what = "three players, two chips: mean throws"
    yield Check(name, "modern", what, (whole.expected(),), "simulation", (many.mean_throws(),))


def _goose() -> Iterator[Check]:
    name = "The Goose"
    options = goose.RULESETS["classic"].options()
    exact = alone(options)
    z = sympy.Symbol("z")
    slope = sympy.diff(generating_function(options), z).subs(z, 1)
    what = "alone: mean throws"
    yield Check(name, "classic", what, (exact.mean_throws,), "closed form", (Result.of(_fraction(slope)),))
    yield Check(name, "classic", what, (exact.mean_throws,), "icepool", (_absorbed(solo_chain(options).game),))
    sample = simulate(solo_chain(options).game, GAMES, seed=SEED)
    yield Check(name, "classic", what, (exact.mean_throws,), "simulation", (sample.mean_throws(),))
    what = "alone: variance of the throws"
    yield Check(name, "classic", what, (exact.variance_throws,), "simulation", (sample.variance_throws(),))

    race = goose.game("classic", players=2)
    solved = together(goose_chain(race))
    figures = (*solved.win, solved.mean_throws)
    kept = known_race(race.options)
    assert kept is not None
    what = "two players: each seat's chance and mean throws"
    yield Check(name, "classic", what, figures, "kept table", (*kept.win, kept.mean_throws))
    many = simulate(race, GAMES, seed=SEED)
    yield Check(name, "classic", what, figures, "simulation", (*many.win(), many.mean_throws()))


def _tablero() -> Iterator[Check]:
    passing = sum(distribution(2)[total] for total in (7, 11, 12))
    peer = (2 @ icepool.d6).map(lambda total: total in {7, 11, 12}).probability(True)
    yield Check("Tablero", "plain", "the dice pass", (Result.of(passing),), "icepool", (Result.of(peer),))
    plain = tablero.game("plain")
    line = known_line(plain.options)
    assert line is not None
    found = report(plain, games=TABLERO_GAMES, seed=SEED)["next_line"]
    what = "who starts makes the next line, best play"
    yield Check("Tablero", "plain", what, (line.chance,), "simulation", (found,))


def _absorbed(game: Game[Any, Any]) -> Result:
    """The mean throws until the end as icepool finds them, told where each position leads."""
    return Result.of(icepool.Die([0]).mean_time_to_absorb(icepool_dice(Chain(game).rows())))


def icepool_dice(rows: Sequence[Mapping[int, int]]) -> dict[int, Any]:
    """For each position a die of icepool's that leads on as its row says; one number more is the end."""
    end = len(rows)
    missing = [SCALE - sum(row.values()) for row in rows]
    return {at: icepool.Die({**row, end: missing[at]} if missing[at] else row) for at, row in enumerate(rows)}


def _fraction(number: sympy.Expr) -> Fraction:
    rational = sympy.Rational(sympy.simplify(number))
    return Fraction(int(rational.p), int(rational.q))
