"""One player alone against the board: how long it takes, what one passes, what each hazard costs.

Alone a piece comes home with certainty, unless well or prison hold it until another comes: nobody comes, so it is
stuck for good, and that is an end too. All lengths count until the one or the other, whichever it is.

With ``exact=False`` everything here needs the standard library alone, and is quick enough for a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fortune.chain import SCALE, Chain
from fortune.goose.counts import stops, turns
from fortune.goose.options import Options, miss
from fortune.goose.rules import Goose
from fortune.goose.squares import HOME, START
from fortune.goose.state import State
from fortune.options import with_words
from fortune.result import Result

if TYPE_CHECKING:
    import sympy

__all__ = [
    "SWITCHES",
    "Alone",
    "Hazard",
    "alone",
    "generating_function",
    "hazards",
    "solo_chain",
    "throws_to_go",
    "visit",
    "visits",
]


@dataclass(frozen=True, slots=True)
class Alone:
    """The length of a game for one, and how it ends: ``home``, or ``stuck`` in well or prison."""

    mean_throws: Result
    mean_turns: Result
    variance_throws: Result
    variance_turns: Result
    median_throws: int
    median_turns: int
    home: Result
    stuck: Result


@lru_cache(maxsize=64)
def _chain(options: Options) -> Chain[State]:
    return Chain(Goose(options), rewards={"turns": turns}, marks=stops)


def solo_chain(options: Options) -> Chain[State]:
    """The chain for one player under these rules, whatever the number of players and the stakes in the options."""
    return _chain(replace(options.unpaid(), players=1))


def alone(options: Options, *, exact: bool = True) -> Alone:
    """Mean, variance and median of throws and of turns, and how it ends."""
    chain = solo_chain(options)
    endings = chain.endings(exact=exact)
    return Alone(
        mean_throws=chain.expected(exact=exact),
        mean_turns=chain.expected("turns", exact=exact),
        variance_throws=chain.variance(exact=exact),
        variance_turns=chain.variance("turns", exact=exact),
        median_throws=chain.median(),
        median_turns=chain.median("turns"),
        home=endings["home"],
        stuck=endings.get("stuck", Result.of(0)),
    )


def visit(options: Options, *, exact: bool = True) -> dict[int, Result]:
    """For each square from 1 to 63, the chance ever to land there, be it in passing."""
    squares = range(START + 1, HOME + 1)
    return dict(zip(squares, solo_chain(options).visit_each(squares, exact=exact), strict=True))


def visits(options: Options, *, exact: bool = True) -> dict[int, Result]:
    """For each square from 1 to 63, how many throws land there on average, be it in passing."""
    chain = solo_chain(options)
    return {square: chain.visits(square, exact=exact) for square in range(START + 1, HOME + 1)}


def throws_to_go(options: Options, *, exact: bool = True) -> dict[int, Result]:
    """For each square where a piece can stand, the mean number of throws from there until the end.

    0 is the square before the first throw. The end itself, and a square that holds the piece for good, have 0.
    """
    chain = solo_chain(options)
    game = chain.game
    assert isinstance(game, Goose)
    found: dict[int, Result] = {}
    for state, result in zip(chain.states, chain.expected_from_all(exact=exact), strict=True):
        found.setdefault(state.places[0], result)  # the start is the first state of all
    for square in game.resting_squares:
        if square == HOME or square in game.release:
            found[square] = Result.of(0)
        elif square not in found:  # no throw ends there
            found[square] = Chain(game, start=game.position([square])).expected(exact=exact)
    return dict(sorted(found.items()))


def generating_function(options: Options, symbol: str = "z") -> sympy.Expr:
    """The probability generating function of the number of throws, as a rational function in lowest terms.

    ``G(z) = N(z) / D(z)``. The denominator is ``det(I - z P)``, the characteristic polynomial of the transitions
    written backwards. The numerator has no higher degree than there are states, so it is what the first chances and
    the denominator make of it.
    """
    import sympy
    from sympy.polys.matrices import DomainMatrix

    chain = solo_chain(options)
    n, z = len(chain), sympy.Symbol(symbol)
    weights = DomainMatrix({i: dict(row) for i, row in enumerate(chain.rows())}, (n, n), sympy.ZZ)
    # in whole numbers, with 36 z for z: coefficient k of D counts over 36^k
    below = [int(value) for value in weights.charpoly()]
    chances = [Fraction(0)] + [result.exact or Fraction(0) for result in chain.lengths(n, exact=True)]
    counts = [chance * SCALE**power for power, chance in enumerate(chances)]
    above = [sum(below[i] * counts[power - i] for i in range(power + 1)) for power in range(n + 1)]
    x = sympy.Symbol("x")
    numerator = sympy.Poly([int(value) for value in reversed(above)], x, domain=sympy.ZZ)
    denominator = sympy.Poly(list(reversed(below)), x, domain=sympy.ZZ)
    common = numerator.gcd(denominator)
    top, bottom = numerator.exquo(common), denominator.exquo(common)
    return top.as_expr().subs(x, z / SCALE) / bottom.as_expr().subs(x, z / SCALE)


SWITCHES: Mapping[str, Mapping[str, Any]] = {
    "geese": {"geese": "none"},
    "nine": {"nine": "none"},
    "bridge": {"bridge": "none"},
    "inn": {"inn": 0},
    "well": {"well": miss(0), "well_release": "rescuer_start"},
    "maze": {"maze": "none"},
    "prison": {"prison": miss(0), "prison_release": "rescuer_start"},
    "death": {"death": "none"},
}
"""Each rule of the board, and the options that switch it off."""


@dataclass(frozen=True, slots=True)
class Hazard:
    """A rule of the board, and the game for one without it.

    ``throws`` and ``turns``: by how much the mean is longer with the rule than without; below 0 where the rule
    makes the game shorter.
    """

    rule: str
    without: Alone
    throws: float
    turns: float


def hazards(options: Options, *, exact: bool = True) -> list[Hazard]:
    """Each rule switched off in turn, the greatest effect on the mean number of turns first."""
    whole = alone(options, exact=exact)
    found = []
    for rule, off in SWITCHES.items():
        without = alone(with_words(options, off), exact=exact)
        throws = whole.mean_throws.value - without.mean_throws.value
        found.append(Hazard(rule, without, throws, whole.mean_turns.value - without.mean_turns.value))
    return sorted(found, key=lambda hazard: -abs(hazard.turns))
