"""The chain of a game: against closed forms, against brute force, against an independent library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import numpy as np
import pytest
import scipy.sparse as sp

from fortune.chain import SCALE, Chain
from fortune.dice import PAIRS, TOTALS, Dice
from fortune.errors import ChainError
from fortune.exact import first_exactly, solve_exactly, stationary_exactly
from fortune.game import Over, Step
from fortune.glueckshaus import Glueckshaus, State, game
from fortune.numeric import residual_of, solve
from fortune.small import SMALL as FEW
from fortune.small import solve_small
from tests.toys import Ladder

UP = Fraction(21, 36)
SMALL: list[tuple[str, dict[str, object]]] = [
    ("modern", {"chips": 2}),
    ("modern", {"chips": 1, "players": 3}),
    ("modern", {"chips": 2, "four": "roll_again"}),
    ("modern", {"chips": 1, "broke": "cannot_pay"}),
    ("tavern", {"chips": 3}),
    ("tavern_house", {"chips": 3}),
    ("tavern", {"chips": 2, "players": 3}),
    ("german", {"chips": 2, "end": "rounds(3)"}),
    ("german", {"chips": 1, "end": "rounds(2)", "players": 3}),
    ("eleven_rooms", {"chips": 2}),
    ("two_kings", {"chips": 2}),
    ("fill_up", {"chips": 2}),
    ("value_stakes", {"chips": 1, "broke": "cannot_pay"}),
]


def unfolded(the_game: Glueckshaus) -> tuple[list[State], list[dict[int, int]], list[list[Fraction]]]:
    """The same chain written plainly: every pair of dice, no folding, no lumping."""
    states = [the_game.start()]
    index = {the_game.key(states[0]): 0}
    rows: list[dict[int, int]] = []
    shares: list[list[Fraction]] = []
    for state in states:
        row: Counter[int] = Counter()
        share = [Fraction(0)] * the_game.players
        for thrown, weight in PAIRS.items():
            after = the_game.play(state, thrown).state
            turn = the_game.turn(after)
            if isinstance(turn, Over):
                for seat in range(the_game.players):
                    share[seat] += weight * turn.outcome.share(seat)
                continue
            key = the_game.key(after)
            if key not in index:
                index[key] = len(states)
                states.append(after)
            row[index[key]] += weight
        rows.append(dict(row))
        shares.append(share)
    return states, rows, shares


@pytest.mark.parametrize(("key", "settings"), SMALL)
def test_folding_changes_no_figure(key: str, settings: dict[str, Any]) -> None:
    the_game = game(key, **settings)
    states, rows, shares = unfolded(the_game)
    chain = Chain(the_game)
    assert chain.size == len(states)
    columns: list[list[int | Fraction]] = [[SCALE] * len(states)]
    columns += [[share[seat] for share in shares] for seat in range(the_game.players)]
    length, *wins = (column[0] for column in solve_exactly(rows, SCALE, columns))
    assert chain.expected(exact=True).exact == length
    assert [result.exact for result in chain.win(exact=True)] == wins
    numeric = chain.win()
    assert all(a.agrees(b) for a, b in zip(numeric, chain.win(exact=True), strict=True))
    assert all(result.bound is not None and result.bound < 1e-9 for result in numeric)
    assert chain.expected().agrees(chain.expected(exact=True))
    assert sum(wins) == 1


@pytest.mark.parametrize(("key", "settings"), SMALL[:6])
def test_endings_add_up_to_one(key: str, settings: dict[str, Any]) -> None:
    chain = Chain(game(key, **settings))
    exact = chain.endings(exact=True)
    assert sum(result.exact or 0 for result in exact.values()) == 1
    for name, result in chain.endings().items():
        assert result.agrees(exact[name])


def test_two_players_with_ten_chips_have_the_known_number_of_keys() -> None:
    chain = Chain(game())
    assert chain.size == 32_960
    win = chain.win()
    assert all(result.bound is not None and result.bound < 1e-9 for result in [*win, chain.expected()])
    assert sum(result.value for result in win) == pytest.approx(1, abs=1e-12)


def test_one_chip_each_by_hand() -> None:
    # Who throws 2, 4 or 12 stays in with an empty house; every other total costs the only chip.
    chain = Chain(game(chips=1))
    assert [result.exact for result in chain.win(exact=True)] == [Fraction(5, 41), Fraction(36, 41)]
    assert chain.expected(exact=True).exact == Fraction(36, 31)
    assert [r.exact for r in chain.lengths(2, exact=True)] == [Fraction(31, 36), Fraction(5 * 31, 36 * 36)]


def test_lengths_against_the_mean_and_exactly() -> None:
    chain = Chain(game(chips=2))
    numeric, exact = chain.lengths(400), chain.lengths(40, exact=True)
    assert all(a.agrees(b) for a, b in zip(numeric, exact, strict=False))
    assert sum(r.value for r in numeric) == pytest.approx(1, abs=1e-12)
    mean = sum(n * r.value for n, r in enumerate(numeric, start=1))
    assert mean == pytest.approx(chain.expected().value, abs=1e-9)


def test_a_ladder_in_closed_form() -> None:
    # Runs of successes: the mean time to h in a row is (1 - p^h) / ((1 - p) p^h).
    for height in (1, 2, 3):
        chain = Chain(Ladder(height))
        closed = (1 - UP**height) / ((1 - UP) * UP**height)
        assert chain.expected(exact=True).exact == closed
        assert chain.expected().agrees(chain.expected(exact=True))


def test_a_ladder_against_icepool() -> None:
    two_dice = icepool.d6 + icepool.d6

    def climb(step: int) -> Any:
        return icepool.map(lambda total: step + 1 if total >= 7 else 0, two_dice) if step < 3 else step

    assert Chain(Ladder(3)).expected(exact=True).exact == icepool.Die([0]).mean_time_to_absorb(climb)


def test_one_chip_against_icepool() -> None:
    the_game = game(chips=1)
    totals = icepool.Die(dict(TOTALS))
    by_total = {thrown.total: thrown for thrown in the_game.throw_classes(the_game.start())}

    # icepool wants outcomes that can be ordered, so it walks over the numbers of the states.
    states = list(dict.fromkeys(_reach(the_game)))
    number = {state: i for i, state in enumerate(states)}

    def walk(at: int) -> Any:
        state = states[at]
        if the_game.is_over(state):
            return at
        return icepool.map(lambda total: number[the_game.play(state, by_total[total]).state], totals)

    assert icepool.Die([0]).mean_time_to_absorb(walk) == Chain(the_game).expected(exact=True).exact


def _reach(the_game: Glueckshaus) -> list[State]:
    found, seen = [the_game.start()], {the_game.start()}
    for state in found:
        if not the_game.is_over(state):
            for thrown in the_game.throw_classes(state):
                after = the_game.play(state, thrown).state
                if after not in seen:
                    seen.add(after)
                    found.append(after)
    return found


def test_rewards_are_summed_until_the_end() -> None:
    chain = Chain(Ladder(2), rewards={"steps": lambda step: len(step.events)})
    # Each success is one event; there are p successes a throw.
    expected = chain.expected("steps", exact=True)
    assert expected.exact == UP * (chain.expected(exact=True).exact or 0)
    assert chain.expected("steps").agrees(expected)
    with pytest.raises(ChainError, match="counts throws and steps, not 'geese'"):
        chain.expected("geese")


def test_an_endless_game_has_a_long_run_and_no_length() -> None:
    chain = Chain(Ladder(2, endless=True), rewards={"steps": lambda step: len(step.events)})
    chances = chain.stationary()
    assert sum(chances.values()) == 1
    assert chances[1] == chances[0] * UP
    assert chances[2] == chances[1] * UP
    assert chain.average("steps") == (chances[0] + chances[1]) * UP
    with pytest.raises(ChainError, match="for ever"):
        chain.expected()
    with pytest.raises(ChainError, match="ends, so there is no long run"):
        Chain(Ladder(2)).stationary()


def test_a_trap_is_found() -> None:
    chain = Chain(Ladder(2, trap=True))
    assert not chain.ends
    with pytest.raises(ChainError, match="for ever"):
        chain.win()
    with pytest.raises(ChainError, match="does not come back"):
        stationary_exactly([{0: 1, 1: 1}, {1: 2}])


def test_a_game_with_decisions_is_no_chain() -> None:
    with pytest.raises(ChainError, match="waits for a decision"):
        Chain(Ladder(2, asks=True))


def test_too_large_a_chain_is_refused() -> None:
    with pytest.raises(ChainError, match="more than 50 states"):
        Chain(game(chips=3), limit=50)
    with pytest.raises(ChainError, match="0 or more, not -1"):
        Chain(game(chips=1)).lengths(-1)
    with pytest.raises(ChainError, match="too long"):
        Chain(game(chips=9)).expected(exact=True)
    with pytest.raises(ChainError, match="closely knit"):
        first_exactly([dict.fromkeys(range(2200), 1) for _ in range(2200)], 2300, [[1] * 2200])


def test_a_finished_game_begins_no_chain() -> None:
    with pytest.raises(ChainError, match="over"):
        Chain(Ladder(2), start=2)


def test_a_chain_may_begin_anywhere_and_keeps_the_seats() -> None:
    the_game = game(chips=2)
    state = the_game.start()
    later = State(state.hands, state.still_in, state.rooms, state.wedding, turn=1)
    assert [r.exact for r in Chain(the_game, start=later).win(exact=True)] == [
        r.exact for r in reversed(Chain(the_game).win(exact=True))
    ]


def test_progress_is_told() -> None:
    told: list[int] = []
    chain = Chain(game(chips=6), progress=told.append)
    assert sum(told) == len(chain) // 1000 * 1000 > 0


def test_the_bound_holds_for_a_wrong_answer_too() -> None:
    """The residual is measured, not assumed: a poor answer gets a large bound, which still covers its error."""
    chain = Chain(game(chips=3))
    true = np.asarray([float(chain.expected(exact=True).exact or 0)])
    rhs = np.full(len(chain), 36.0)
    poor = solve(chain.weights, SCALE, rhs, 1e-13).x * 1.001
    _, residual = residual_of(chain.weights, SCALE, poor, rhs)
    assert abs(poor[0] - true[0]) <= residual * chain.longest
    assert residual * chain.longest < 1


def test_a_system_that_stalls_is_solved_directly() -> None:
    # A long corridor walked by a fair coin: ill-conditioned, and hard for Krylov methods.
    n = 400
    weights = sp.diags_array([18.0, 18.0], offsets=[-1, 1], shape=(n, n), format="csr")
    found = solve(weights, SCALE, np.full(n, 36.0), 1e-13)
    exact = np.arange(1, n + 1) * (n - np.arange(n)).astype(float)
    assert np.abs(found.x - exact).max() < 1e-6 * exact.max()
    assert found.residual < 1e-9


def test_a_singular_system_is_refused() -> None:
    weights = sp.csr_array(np.asarray([[36.0]]))
    with pytest.raises((ChainError, RuntimeError)):
        solve(weights, SCALE, np.asarray([36.0]), 1e-13)


def test_marks_are_met_once_and_counted_often() -> None:
    # From the bottom of a ladder of two steps each try climbs with chance p: so many falls before two in a row.
    def marks(step: Step[int]) -> list[str]:
        return ["fall"] if not step.events else ["climb", "climb"]

    chain = Chain(Ladder(2), marks=marks)
    assert chain.visit("fall", exact=True).exact == 1 - UP**2
    length, falls = chain.expected(exact=True).exact, chain.visits("fall", exact=True).exact
    climbs = chain.visits("climb", exact=True).exact
    assert length is not None
    assert falls is not None
    assert climbs is not None
    assert falls == (1 - UP**2) / UP**2
    assert falls + climbs == length, "a throw counts once, however often it brings its mark"
    assert chain.visit("climb", exact=True).exact == 1
    assert chain.visit("nothing", exact=True).exact == 0
    for mark in ("fall", "climb", "nothing"):
        assert chain.visit(mark).agrees(chain.visit(mark, exact=True))
        assert chain.visits(mark).agrees(chain.visits(mark, exact=True))
    with pytest.raises(ChainError, match="notes no marks"):
        Chain(Ladder(2)).visit("fall")


def test_marks_by_the_road_for_large_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fortune.chain.SMALL", 0)
    chain = Chain(game(chips=3), marks=lambda step: {type(event).__name__ for event in step.events})
    for mark in ("Hailed", "TookAsPig"):
        numeric, exact = chain.visit(mark), chain.visit(mark, exact=True)
        assert numeric.agrees(exact)
        assert 0 < numeric.value < chain.visits(mark).value
        assert chain.visits(mark).agrees(chain.visits(mark, exact=True))


@pytest.mark.parametrize("height", [1, 2, 3])
def test_moments_of_a_ladder(height: int) -> None:
    # The variance of the time to h successes in a row: (1 - (2h + 1) q p^h - p^(2h + 1)) / (q p^h)^2.
    chain = Chain(Ladder(height), rewards={"double": lambda step: 2})
    q, run = 1 - UP, UP**height
    closed = (1 - (2 * height + 1) * q * run - run**2 * UP) / (q * run) ** 2
    assert chain.variance(exact=True).exact == closed
    assert chain.variance("double", exact=True).exact == 4 * closed
    assert chain.variance().agrees(chain.variance(exact=True))
    assert chain.median("double") == 2 * chain.median()
    lengths = [result.exact or Fraction(0) for result in chain.lengths(60, exact=True)]
    assert sum(lengths[: chain.median()]) >= Fraction(1, 2) > sum(lengths[: chain.median() - 1])
    doubled = chain.lengths(40, "double", exact=True)
    assert [result.exact for result in doubled[1::2]] == lengths[:20]
    assert not any(result.exact for result in doubled[::2])
    assert all(a.agrees(b) for a, b in zip(chain.lengths(40, "double"), doubled, strict=True))


def test_a_median_that_lies_on_the_half_is_decided_by_fractions() -> None:
    # A throw of 7 or less comes 21 times in 36, so no single throw has a half; even and odd have.
    class Coin(Ladder):
        def play(self, state: int, choice: Dice) -> Step[int]:
            return Step(1 if choice.total % 2 else 0, ())

    assert Chain(Coin(1)).median() == 1


def test_lengths_need_a_reward_for_each_throw() -> None:
    chain = Chain(Ladder(2), rewards={"steps": lambda step: len(step.events)})
    with pytest.raises(ChainError, match="some throw brings no steps"):
        chain.median("steps")


def test_small_and_large_roads_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    the_game = game(chips=2)
    small = Chain(the_game)
    assert len(small) <= FEW
    figures = [small.expected(), *small.expected_from_all(), *small.endings().values(), *small.lengths(30)]
    monkeypatch.setattr("fortune.chain.SMALL", 0)
    large = Chain(the_game)
    others = [large.expected(), *large.expected_from_all(), *large.endings().values(), *large.lengths(30)]
    assert all(a.agrees(b) for a, b in zip(figures, others, strict=True))
    assert small.variance().agrees(large.variance())


def test_a_system_without_an_answer_is_refused() -> None:
    for solver in (solve_exactly, first_exactly):
        with pytest.raises(ChainError, match="no single answer"):
            solver([{0: 18, 1: 18}, {1: 36}], 36, [[1, 1]])
    with pytest.raises(ChainError, match="no single answer"):
        solve_small([{0: 18, 1: 18}, {1: 36}], 36, [[1, 1]], [1, 0])


def test_the_core_of_a_large_system_gives_the_same_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = Chain(game(chips=4))
    one = solve_exactly(chain.rows(), SCALE, [[SCALE] * len(chain)])
    monkeypatch.setattr("fortune.exact._THIN", 30)
    other = solve_exactly(chain.rows(), SCALE, [[SCALE] * len(chain)])
    assert one == other
    assert first_exactly(chain.rows(), SCALE, [[SCALE] * len(chain)], count=3)[0] == one[0][:3]
