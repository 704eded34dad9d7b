"""One player alone: against independent libraries, by a second road, and against long play."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from typing import Any

import icepool
import pytest
import sympy
from sympy.stats import DiscreteMarkovChain

from fortune.chain import SCALE, Chain
from fortune.goose import RULESETS, Options, ruleset
from fortune.goose.counts import stops, turns
from fortune.goose.rules import Goose
from fortune.goose.solo import (
    SWITCHES,
    alone,
    generating_function,
    hazards,
    solo_chain,
    throws_to_go,
    visit,
    visits,
)
from fortune.goose.squares import DEATH, GEESE, HOME, MAZE, PRISON, WELL
from fortune.options import with_words
from fortune.simulate import simulate

EACH = pytest.mark.parametrize("key", RULESETS)
CLASSIC = ruleset("classic").options()


def dice_between(options: Options) -> dict[int, Any]:
    """The solo chain as icepool knows it: a die for each state; the end is the state after the last."""
    rows = solo_chain(options).rows()
    end = len(rows)
    found = {}
    for state, row in enumerate(rows):
        leaving = SCALE - sum(row.values())
        found[state] = icepool.Die(row | ({end: leaving} if leaving else {}))
    return found


@EACH
def test_icepool_has_the_same_mean(key: str) -> None:
    options = ruleset(key).options()
    mean = icepool.Die([0]).mean_time_to_absorb(dice_between(options))
    assert mean == alone(options).mean_throws.exact


def test_sympy_has_the_same_mean() -> None:
    # The whole board takes sympy.stats many minutes, so it gets the end of one: from 60 on, and nothing leads far back.
    game = Goose(Options(players=1, death="none", maze="none", geese="none"))
    chain = Chain(game, start=game.position([60]))
    n = len(chain)
    assert 8 < n < 25
    matrix = sympy.zeros(n + 1, n + 1)
    for state, row in enumerate(chain.rows()):
        for target, weight in row.items():
            matrix[state, target] = sympy.Rational(weight, SCALE)
        matrix[state, n] = 1 - sum(matrix[state, :n])
    matrix[n, n] = 1
    peer = DiscreteMarkovChain("X", list(range(n + 1)), sympy.ImmutableMatrix(matrix))
    mean = sum(peer.fundamental_matrix()[0, :])
    assert mean == sympy.Rational(*_parts(chain.expected(exact=True).exact))


def _parts(value: Fraction | None) -> tuple[int, int]:
    assert value is not None
    return value.numerator, value.denominator


@EACH
def test_the_mean_by_first_steps(key: str) -> None:
    # From the rules, throw by throw: one throw, and what is left from wherever it leads.
    options = with_words(ruleset(key).options(), {"players": 1, "stakes": "none"})
    game = Goose(options)
    to_go = throws_to_go(options)
    for square, length in to_go.items():
        if square == HOME or square in game.release:
            assert length.exact == 0
            continue
        if options.nine == "first_throw" and square == 0:
            continue  # there are two ways to stand there
        state = game.position([square])
        left = Fraction(0)
        for thrown, weight in game.throws(state).items():
            after = game.play(state, thrown).state
            there = to_go[after.places[0]].exact
            assert there is not None
            left += Fraction(weight, SCALE) * there
        if options.nine == "first_throw" and options.death == "0":
            continue  # who dies stands on 0 without the nine, which is another square 0
        assert length.exact == 1 + left


@EACH
def test_the_generating_function(key: str) -> None:
    options = ruleset(key).options()
    found, z = generating_function(options), sympy.Symbol("z")
    assert found.subs(z, 1) == 1
    mean = sympy.diff(found, z).subs(z, 1)
    assert mean == sympy.Rational(*_parts(alone(options).mean_throws.exact))
    square = sympy.diff(found, z, 2).subs(z, 1) + mean - mean**2
    assert square == sympy.Rational(*_parts(alone(options).variance_throws.exact))
    # the first terms made the numerator; those after them are a check
    chances = solo_chain(options).lengths(70, exact=True)
    top, bottom = (sympy.Poly(part, z, domain=sympy.QQ) for part in sympy.fraction(found))
    series = _series(top, bottom, 70)
    assert series[1:] == [chance.exact for chance in chances]


def _series(top: sympy.Poly, bottom: sympy.Poly, terms: int) -> list[Fraction]:
    """The expansion at 0 up to ``z ** terms``, by long division."""
    above, below = ([Fraction(int(c.p), int(c.q)) for c in reversed(poly.all_coeffs())] for poly in (top, bottom))
    found: list[Fraction] = []
    for power in range(terms + 1):
        rest = above[power] if power < len(above) else Fraction(0)
        rest -= sum(below[i] * found[power - i] for i in range(1, min(power, len(below) - 1) + 1))
        found.append(rest / below[0])
    return found


@EACH
def test_variance_and_median_from_the_distribution(key: str) -> None:
    options = ruleset(key).options()
    found, chain = alone(options), solo_chain(options)
    for reward, mean, variance, median in (
        ("throws", found.mean_throws, found.variance_throws, found.median_throws),
        ("turns", found.mean_turns, found.variance_turns, found.median_turns),
    ):
        chances = [result.value for result in chain.lengths(2500, reward)]
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        first = sum(n * p for n, p in enumerate(chances, start=1))
        assert first == pytest.approx(mean.value, abs=1e-8)
        second = sum(n * n * p for n, p in enumerate(chances, start=1))
        assert second - first**2 == pytest.approx(variance.value, rel=1e-9)
        assert sum(chances[: median - 1]) < 0.5 <= sum(chances[:median])


@EACH
def test_floats_are_within_their_bounds(key: str) -> None:
    options = ruleset(key).options()
    for make in (visit, visits, throws_to_go):
        exact, floats = make(options), make(options, exact=False)
        assert exact.keys() == floats.keys()
        for square, figure in floats.items():
            assert figure.agrees(exact[square])
            assert figure.bound is not None
            assert figure.bound < 1e-10
    exactly, nearly = alone(options), alone(options, exact=False)
    for name in ("mean_throws", "mean_turns", "variance_throws", "variance_turns", "home", "stuck"):
        assert getattr(nearly, name).agrees(getattr(exactly, name))
        assert getattr(exactly, name).exact is not None


@EACH
def test_long_play_agrees(key: str) -> None:
    options = ruleset(key).options(players=1, stakes="none")
    sample = simulate(Goose(options), 3000, seed=5, rewards={"turns": turns}, marks=stops)
    found = alone(options)
    assert sample.mean_throws().agrees(found.mean_throws)
    assert sample.mean("turns").agrees(found.mean_turns)
    assert sample.variance_throws().agrees(found.variance_throws)
    assert sample.ended("home").agrees(found.home)
    assert sample.ended("stuck").agrees(found.stuck)
    assert abs(sample.median_throws().value - found.median_throws) <= 2
    for square, chance in visit(options).items():
        assert sample.visit(square).agrees(chance) or chance.exact in (0, 1)


def test_visits_by_hand() -> None:
    # Alone under the classic rules one comes home for certain; whoever leaves Death or the labyrinth has been there.
    chances = visit(CLASSIC)
    assert chances[HOME].exact == 1
    assert chances[1].exact == 0, "two dice never show 1, and Death leads back to 0"
    numbers = visits(CLASSIC)
    chain = solo_chain(CLASSIC)
    for square in (DEATH, MAZE):
        # all throws that land there lead to one place, so the visits are a geometric count
        after = {state for _, state, _ in chain._marked[square]}  # type: ignore[index]
        assert len(after) == 1
        again = numbers[square].exact
        first = chances[square].exact
        assert first is not None
        assert again is not None
        assert again >= first
    # square 2 can be reached from the start alone, so a run of the game has a new chance after each death
    assert chances[2].exact == Fraction(1, 36) / (1 - Fraction(35, 36) * _return_without_two())


def _return_without_two() -> Fraction:
    """The chance to come back to the start by Death, after a first throw that was not 1-1."""
    chain = solo_chain(CLASSIC)
    back = chain.visit(DEATH, exact=True).exact
    two = next(n for n, state in enumerate(chain.states) if state.places == (2,))
    rows = chain.rows()
    assert rows[0][two] == 1
    from fortune.exact import solve_exactly

    ever = [0] * len(rows)
    for state, _, weight in chain._hits(DEATH):
        ever[state] += weight
    chance = solve_exactly(chain._rows_without(chain._hits(DEATH)), SCALE, [ever])[0]
    assert chance[0] == back
    return (chance[0] - Fraction(1, 36) * chance[two]) / Fraction(35, 36)


def test_stuck_is_the_chance_to_reach_well_or_prison() -> None:
    for key in ("academy", "dutch"):
        options = ruleset(key).options()
        chances = visit(options)
        stuck = alone(options).stuck.exact
        assert stuck is not None
        assert stuck == (chances[WELL].exact or 0) + (chances[PRISON].exact or 0)
        assert stuck + (alone(options).home.exact or 0) == 1
    assert alone(CLASSIC).stuck.exact == 0


def test_hazards_are_sorted_by_what_they_do() -> None:
    found = hazards(CLASSIC)
    assert {hazard.rule for hazard in found} == set(SWITCHES)
    assert all(abs(a.turns) >= abs(b.turns) for a, b in pairwise(found))
    worst = found[0]
    assert worst.rule == "death"
    assert worst.turns == pytest.approx(alone(CLASSIC).mean_turns.value - worst.without.mean_turns.value)
    by_rule = {hazard.rule: hazard for hazard in found}
    # who only waits loses turns and no throws
    assert by_rule["inn"].throws == by_rule["well"].throws == by_rule["prison"].throws == 0
    assert by_rule["inn"].turns == pytest.approx(2 * visits(CLASSIC, exact=False)[19].value)
    assert by_rule["geese"].turns < 0 < by_rule["nine"].turns, "geese help; the nine hinders"


@EACH
def test_every_rule_can_be_switched_off(key: str) -> None:
    for hazard in hazards(ruleset(key).options(), exact=False):
        assert hazard.without.mean_throws.value > 1


def test_a_first_nine_would_win_at_once() -> None:
    without = with_words(CLASSIC, {"nine": "none"})
    assert solo_chain(without).lengths(1, exact=True)[0].exact == Fraction(4, 36)
    assert solo_chain(CLASSIC).lengths(1, exact=True)[0].exact == 0
    assert {b - a for a, b in pairwise(GEESE)} == {4, 5}


def test_stakes_and_players_do_not_matter_alone() -> None:
    assert solo_chain(ruleset("gambling").options(players=5, ante=9)) is solo_chain(CLASSIC)


def test_the_browser_needs_the_standard_library_alone() -> None:
    code = (
        "import sys\n"
        "for name in ('numpy', 'scipy', 'sympy', 'flint', 'tqdm'):\n"
        "    sys.modules[name] = None\n"
        "from fortune.goose import Options\n"
        "from fortune.goose.solo import alone, hazards, throws_to_go, visit, visits\n"
        "for exact in (False, True):\n"
        "    for make in (alone, visit, visits, throws_to_go, hazards):\n"
        "        make(Options(), exact=exact)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("key", RULESETS)
def test_all_squares_at_once_have_the_chances_of_each_alone(key: str) -> None:
    chain = solo_chain(RULESETS[key].options())
    squares = range(1, 64)
    together = chain.visit_each(squares)
    for square, found in zip(squares, together, strict=True):
        assert found.agrees(chain.visit(square))
        assert found.bound is not None
        assert found.bound < 1e-11
    assert chain.visit_each([31, 5], exact=True) == [chain.visit(31, exact=True), chain.visit(5, exact=True)]
