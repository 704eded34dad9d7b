"""The solutions of Tablero: their residual through the rules themselves, symmetries, counts, and what is shipped."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from math import comb, sqrt
from multiprocessing import get_context
from typing import Any

import pytest

from fortune.dice import PAIRS
from fortune.game import Choose, Throw
from fortune.tablero import game
from fortune.tablero.gucci import Gucci
from fortune.tablero.known import known_line, known_parts, known_win
from fortune.tablero.squares import POSITIONS, code, from_code, mirrored, moved, turned
from fortune.tablero.state import GucciState, Pulled
from fortune.tablero.thumb import by_thumb, missing
from fortune.tablero.values import FILE, rate, shipped_table

pytest.importorskip("numba")

import numpy as np

from fortune.tablero.solve import figures, iterate, nextline, policies, positions, shipping, whole

SAMPLE = 500
Worth = Callable[[GucciState], float]


def one_throw(rules: Gucci, rows: tuple[int, ...], seat: int, worth: Worth, line: Worth) -> float:
    """What one more throw makes of a position, all of it asked of the rules.

    ``worth`` is the worth of the dice to who throws next, ``line`` that of a pulled line to who pulled it, by the
    state after the pull.
    """

    def after(state: GucciState, events: tuple[Any, ...]) -> float:
        for event in events:
            if isinstance(event, Pulled):
                return line(state) if event.seat == seat else 1.0 - line(state)
        turn = rules.turn(state)
        if isinstance(turn, Throw):
            return worth(state) if turn.seat == seat else 1.0 - worth(state)
        assert isinstance(turn, Choose)
        found = [after(*rules.play(state, move)) for move in rules.moves(state)]
        return max(found) if turn.seat == seat else min(found)

    state = rules.position(rows, seat)
    return sum(weight * after(*rules.play(state, pair)) for pair, weight in PAIRS.items()) / 36


def seen(rows: tuple[int, ...], seat: int) -> int:
    """The code of a position as this seat sees it."""
    return code(turned(rows) if seat else rows)


def some_positions(rng: random.Random, count: int) -> list[tuple[tuple[int, ...], int]]:
    """Positions with a seat; a third of them close to a line, where random ones hardly are."""
    found = []
    for number in range(count):
        rows = list(from_code(rng.randrange(POSITIONS)))
        if number % 3 == 0:
            row = rng.randint(1, 7)
            for column in rng.sample(range(7), 5):
                rows[column] = row
        found.append((tuple(rows), rng.randrange(2)))
    return found


RULES: Mapping[str, Any] = {
    "plain": ("plain", {}),
    "no line on a home row": ("plain", {"home_rows_count": "no"}),
    "free": ("free", {}),
    "five in a row": ("five_in_row", {}),
    "the Queen's number 3, and toasts make lines": ("gucci", {"queen": "3", "toast_makes_line": "yes"}),
    "the Queen's number 7": ("gucci", {"queen": "7"}),
}


class Solutions:
    """All that is solved here, each once, and by as many processes as there are cores."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._games: dict[str, Gucci] = {}
        self._found: dict[str, Future[iterate.Found]] = {}
        for name, (key, settings) in RULES.items():
            rules = game(key, **settings)
            assert isinstance(rules, Gucci)
            self._games[name] = rules
            self._found[name] = pool.submit(nextline.next_line, figures.rules_of(rules.options))
            if name == "plain":
                # after what most tests wait for, what takes longest
                self.whole = pool.submit(whole_game)

    def __getitem__(self, name: str) -> tuple[Gucci, iterate.Found]:
        return self._games[name], self._found[name].result()


def whole_game() -> tuple[whole.Whole, positions.Floats]:
    """The whole game with six units each, and what its last layer is worth."""
    layers: dict[tuple[int, int], positions.Floats] = {}
    found = whole.whole(nextline.Rules(), 6, lambda pair, one: layers.__setitem__(pair, one.value))
    return found, layers[6, 6]


@pytest.fixture(scope="module")
def solutions() -> Iterator[Solutions]:
    # what Numba compiles it keeps on the disk: once, before several processes want it
    side = nextline.Side(nextline.Rules())
    side.follow(side.best(np.full(POSITIONS, 0.5)))
    with pytest.MonkeyPatch.context() as patch:
        # a core for each process, and none for threads of numpy's that wait for each other
        patch.setenv("OPENBLAS_NUM_THREADS", "1")
        with ProcessPoolExecutor(max_workers=min(os.cpu_count() or 1, 4), mp_context=get_context("spawn")) as pool:
            yield Solutions(pool)


@pytest.mark.parametrize("name", RULES)
def test_residual_through_the_rules(solutions: Solutions, name: str) -> None:
    rules, found = solutions[name]
    assert nextline.residual(figures.rules_of(rules.options), found.value) <= nextline.TOLERANCE

    def worth(state: GucciState) -> float:
        return float(found.value[seen(state.rows, state.turn)])

    for rows, seat in some_positions(random.Random(name), SAMPLE):
        again = one_throw(rules, rows, seat, worth, lambda _: 1.0)
        assert again == pytest.approx(found.value[seen(rows, seat)], abs=nextline.TOLERANCE), (rows, seat)


@pytest.mark.parametrize("name", RULES)
def test_kept_figure(solutions: Solutions, name: str) -> None:
    rules, found = solutions[name]
    kept = known_line(rules.options)
    assert kept is not None
    assert kept.chance.value == pytest.approx(found.value[positions.SETUP], abs=2 * (kept.chance.bound or 0.0))
    assert kept.residual <= nextline.TOLERANCE


def test_symmetries(solutions: Solutions) -> None:
    _, found = solutions["plain"]
    mirror = positions.mirrored()
    assert np.array_equal(found.value, found.value[mirror])
    for number in random.Random(3).sample(range(POSITIONS), 300):
        rows = from_code(number)
        assert mirror[number] == code(mirrored(rows))
        # turned by 180 degrees: upside down, but for the mirror
        assert code(turned(rows)) == mirror[POSITIONS - 1 - number]


def test_lines_by_combinatorics() -> None:
    # six at one end of a row and the seventh elsewhere, seven in a row, two diagonals
    assert np.count_nonzero(positions.lines()[0]) == 2 * 7 * 6 + 7 + 2 == 93
    assert np.count_nonzero(positions.lines(home_rows=False)[0]) == 2 * 5 * 6 + 5 + 2 == 67
    # five: at an end one neighbour stands elsewhere and the other anywhere, in the middle both stand elsewhere
    exactly = {5: 2 * 6 * 7 + 6 * 6, 6: 2 * 6, 7: 1}
    assert np.count_nonzero(positions.lines(five=True)[0]) == 7 * sum(exactly.values()) == 931
    assert comb(7, 7) == exactly[7]


@pytest.mark.parametrize("name", list(RULES)[:4])
def test_lines_are_those_of_the_rules(name: str) -> None:
    key, settings = RULES[name]
    rules = game(key, **settings)
    assert isinstance(rules, Gucci)
    kind, mask = figures.rules_of(rules.options).lines
    rng = random.Random(5)
    for number in [*map(int, np.flatnonzero(kind)), *rng.sample(range(POSITIONS), 2000)]:
        line = rules.line(from_code(number))
        assert (line is not None) == bool(kind[number])
        assert mask[number] == (0 if line is None else sum(1 << column for column in line.columns))


def test_plain_sweeps_come_to_the_same(solutions: Solutions) -> None:
    """Slowly: from far off they come near, and near by each one comes nearer still."""
    rules, found = solutions["plain"]
    side = nextline.Side(figures.rules_of(rules.options), notes=nextline.empty_notes(kept=False))

    def off(value: positions.Floats) -> float:
        return float(np.max(np.abs(value - found.value)))

    start = np.full(POSITIONS, 0.5)
    near = iterate.plain(side.best, start, 0.03)
    assert near.sweeps > 1
    assert off(near.value) < 0.03 < off(start)
    value = found.value + 1e-3
    for _ in range(3):
        after = side.best(value)
        assert off(after) < off(value)
        value = after


def test_error_bound_is_one(solutions: Solutions) -> None:
    rules, found = solutions["plain"]
    wrong = nextline.Side(figures.rules_of(rules.options)).best(np.full(POSITIONS, 0.5))
    change = float(np.max(np.abs(nextline.Side(figures.rules_of(rules.options)).best(wrong) - wrong)))
    off = float(np.max(np.abs(wrong - found.value)))
    assert change < off <= nextline.error_bound(figures.rules_of(rules.options), wrong, change)


# -- what is shipped ----------------------------------------------------------------------------------------


def test_shipped_table(solutions: Solutions) -> None:
    rules, found = solutions["plain"]
    table = shipped_table()
    assert table.holds_for(rules.options)
    rng = random.Random(8)
    for number in [0, POSITIONS - 1, *rng.sample(range(POSITIONS), 20_000)]:
        rows = from_code(number)
        for seat in (0, 1):
            assert abs(table.worth(rows, seat) - found.value[seen(rows, seat)]) <= table.rounding + 1e-9


def test_loss_from_rounding(solutions: Solutions) -> None:
    rules, found = solutions["plain"]
    again = figures.rounding(figures.rules_of(rules.options), found.value)
    kept = known_parts()["meetings"]["rounding"]
    assert again["bits"] == kept["bits"] == shipping.BITS
    for name in ("loss_at_setup", "loss_anywhere"):
        assert again[name] == pytest.approx(kept[name], rel=0.05)
        assert again[name] < 2e-4


def test_file_is_made_by_the_command(solutions: Solutions) -> None:
    _, found = solutions["plain"]
    made = shipping.pack(found.value, shipped_table().rules)
    from importlib.resources import files

    kept = files("fortune.tablero").joinpath(FILE).read_bytes()
    heads = [json.loads(data.partition(b"\n")[0]) for data in (made, kept)]
    assert {name: heads[0][name] for name in ("made_by", "rules")} == {
        name: heads[1][name] for name in ("made_by", "rules")
    }
    assert len(kept) < 700_000


# -- other ways of playing ----------------------------------------------------------------------------------


def test_rule_of_thumb_is_the_same_twice() -> None:
    rules = game("plain")
    assert isinstance(rules, Gucci)
    solved = figures.rules_of(rules.options)
    fewest, scores = policies.missing(solved), policies.thumb_scores(solved)
    kind, mask = solved.lines
    rng = random.Random(13)
    for rows, seat in some_positions(rng, 300):
        assert missing(rules, rows, seat) == fewest[seen(rows, seat)]
        state = rules.play(rules.position(rows, seat), rng.choice(list(PAIRS))).state
        if state.phase != "move":
            continue

        def score(move: Any, rows: tuple[int, ...] = rows, seat: int = seat) -> int:
            to = seen(moved(rows, move), seat)
            columns = [6 - move.first, 6 - move.second] if seat else [move.first, move.second]
            made = kind[to] and any(mask[to] >> column & 1 for column in columns)
            return -1 if made else int(scores[to])

        lowest = min(map(score, rules.moves(state)))
        assert by_thumb(rules, state) == [move for move in rules.moves(state) if score(move) == lowest]


def test_best_against_thumb_by_simulation() -> None:
    rules, table, rng = game("plain"), shipped_table(), random.Random(21)
    assert isinstance(rules, Gucci)
    games, won = 250, 0
    for number in range(games):
        best = number % 2
        state, pulled = rules.start(), None
        while pulled is None:
            dice = rng.choices(list(PAIRS), list(PAIRS.values()))[0]
            step = rules.play(state, dice)
            if step.state.phase == "move":
                seat = step.state.turn
                if seat == best:
                    move = rate(table, rules, state.rows, dice, seat)[0].move
                else:
                    move = rng.choice(by_thumb(rules, step.state))
                step = rules.play(step.state, move)
            state = step.state
            pulled = next((event.seat for event in step.events if isinstance(event, Pulled)), None)
        won += pulled == best
    met = known_parts()["meetings"]["optimal thumb"]
    exact = (met["starting"] + met["replying"]) / 2
    assert abs(won / games - exact) < 5 * sqrt(exact * (1 - exact) / games)


# -- the whole game -----------------------------------------------------------------------------------------


def test_alike_stocks() -> None:
    assert whole.classes(24)[18:] == [18, 19, 20, 21, 21, 21, 24]
    assert len(set(whole.classes(24))) == 11


def test_whole_game_through_the_rules(solutions: Solutions) -> None:
    found, value = solutions.whole.result()
    rules = game("plain", stock=6)
    assert isinstance(rules, Gucci)

    def worth(state: GucciState) -> float:
        return float(value[seen(state.rows, state.turn)])

    def line(state: GucciState) -> float:
        if state.phase == "over":
            return 1.0
        # the other has filled six glasses and has none left; the dice are there
        assert state.stocks[state.turn] == 0
        rows = from_code(seen(state.rows, state.turn))
        assert rows.count(1) >= 6
        odd = next((row for row in rows if row != 1), 1)
        # kinds of line are told by who pulled it, upside down
        return 1.0 - float(found.after[0, 6][8 - odd])

    for rows, seat in some_positions(random.Random(34), 200):
        again = one_throw(rules, rows, seat, worth, line)
        assert again == pytest.approx(value[seen(rows, seat)], abs=1e-9), (rows, seat)
    for stock in (0, 3, 6):
        kept = known_win(game("plain", stock=stock).options)
        assert kept is not None
        assert found.start[stock, stock] == pytest.approx(kept.value, abs=2 * (kept.bound or 0.0))
