"""What the workshop says, held against what its own cells answer: its text is plain Markdown, with figures typed in."""

from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from textwrap import dedent
from typing import Any

import jupytext
import pytest

from fortune.dice import PAIRS, Dice
from fortune.tablero import game
from fortune.tablero.lines import runs
from fortune.tablero.opponents import at_random, by_rule
from fortune.tablero.squares import POSITIONS, from_code, turned
from fortune.tablero.state import Moved, Toast
from fortune.tablero.values import rate, shipped_table

PAGE = Path(__file__).parents[2] / "book" / "tablero" / "workshop.md"
PLAIN = game("plain")
SETUP = PLAIN.start().rows


@pytest.fixture(scope="module")
def solutions() -> dict[int, str]:
    """The exercises' solutions by number, each with its question before it."""
    text = " ".join(cell.source for cell in jupytext.read(PAGE).cells if cell.cell_type == "markdown")
    parts = re.split(r"\*\*Exercise (\d+)\.\*\*", text)
    return {int(number): re.sub(r"\s+", " ", told) for number, told in zip(parts[1::2], parts[2::2], strict=True)}


def codes() -> list[str]:
    """The pieces of code in the text, in their order."""
    text = [cell.source for cell in jupytext.read(PAGE).cells if cell.cell_type == "markdown"]
    return [
        dedent(code) for source in text for code in re.findall(r"(?:^ {4}.*\n(?:\n(?= {4}))*)+", source + "\n", re.M)
    ]


@pytest.fixture(scope="module")
def room() -> dict[str, Any]:
    """The names of the notebook after its cells have run, save those with sliders."""
    names: dict[str, Any] = {}
    for cell in jupytext.read(PAGE).cells:
        if cell.cell_type == "code" and "remove-output" not in cell.metadata.get("tags", []):
            exec(cell.source, names)
    names["playable"] = [str(pair) for pair in PAIRS if pair.total not in (7, 11, 12)]
    return names


@pytest.fixture(scope="module")
def lent(room: dict[str, Any]) -> dict[str, Any]:
    """The same after the code in the text has run, with fewer batches and without what takes long."""
    names = dict(room)
    names["stopping"] = lambda mine, other, batches: room["stopping"](mine, other, 2)
    for code in codes():
        if "product(" not in code:
            exec(code, names)
    return names


def test_every_exercise_has_a_solution(solutions: dict[int, str]) -> None:
    assert list(solutions) == list(range(1, len(solutions) + 1))
    assert [number for number, told in solutions.items() if f"<summary>Solution {number}</summary>" not in told] == []


def test_what_is_printed_fits_the_column(room: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for call in ("follow", "long_runs", "ask", "tournament", "mistakes", "toasting", "compare"):
        room[call]()
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 15
    assert [line for line in printed if len(line) > 65] == []


def test_a_game_in_code(room: dict[str, Any], solutions: dict[int, str]) -> None:
    def games(one: Any, other: Any, number: int) -> list[Any]:
        return [room["next_line"](PLAIN, (one, other), Random(seed)) for seed in range(1, number + 1)]

    made = [seat for seat, *_ in games(at_random, by_rule, 10)]
    assert (made.count(0), "Once, in the first ten games" in solutions[1]) == (1, True)
    long = mean(throws for _, throws, *_ in games(at_random, at_random, 30))
    short = mean(throws for _, throws, *_ in games(by_rule, by_rule, 30))
    assert f"about {round(long, -2):.0f} throws on average in the first thirty games, and {short:.0f}" in solutions[1]


def test_long_runs_are_counted_rightly(room: dict[str, Any], solutions: dict[int, str]) -> None:
    chart = room["long_runs"]()
    exact = [round(value * POSITIONS) for value in chart.figure["data"][1]["y"]]
    assert sum(exact) == POSITIONS
    rng = Random(7)
    for _ in range(300):
        rows = from_code(int(rng.random() * POSITIONS))
        assert room["longest"](room["seams"](rows)) == max(len(run.columns) for run in runs(rows))
    rare = exact[5] + exact[6]
    assert f"{rare} positions of 823,543 have such a run, one in {POSITIONS / rare:,.0f}" in solutions[2]
    none = (1 - rare / POSITIONS) ** 2000
    assert f"one expects {2000 * rare / POSITIONS:.2f}" in solutions[2]
    assert (round(5 * none), "four times in five there is none" in solutions[2]) == (4, True)
    assert f"{round(100 * POSITIONS / rare, -3):,.0f}" in solutions[2]
    assert f"{rare + 2} positions with a line" in solutions[3]
    steps = [one / more for one, more in pairwise(exact[1:])]
    assert (int(min(steps)), round(max(steps)), "from 6 to 12" in solutions[16]) == (6, 12, True)


def test_the_first_throw(lent: dict[str, Any], solutions: dict[int, str]) -> None:
    best = lent["best"]
    first, last = max(best, key=best.get), min(best, key=best.get)
    assert f"{first} is best, with {best[first]:.1%}, and {last} is worst, with {best[last]:.1%}" in solutions[4]
    assert (len(best), "All 16 pairs that do not pass" in solutions[4]) == (len(lent["playable"]), True)
    assert len(best) == 16
    # a 6 to the three on the far edge, and the other glass not far
    assert {SETUP.count(7), rate(shipped_table(), PLAIN, SETUP, Dice(6, 2), 0)[0].move.second_to} == {3, 7}
    assert f"{1 - shipped_table().worth(SETUP, 0):.1%}" == "48.2%"
    assert "for then you have 48.2%" in solutions[4]


def test_six_glasses_on_a_row(solutions: dict[int, str]) -> None:
    table = shipped_table()

    def winning(rows: tuple[int, ...]) -> dict[Dice, int]:
        found = {dice: rate(table, PLAIN, rows, dice, 0) for dice in PAIRS}
        return {dice: PAIRS[dice] for dice, rated in found.items() if rated and rated[0].chance == 1}

    behind, passed = (4, 4, 4, 1, 4, 4, 4), (4, 4, 4, 7, 4, 4, 4)
    ways = winning(behind)
    assert (sum(ways.values()), "Five ways: 3-1, 3-2 and 3-3" in solutions[5]) == (5, True)
    assert ways.keys() == {Dice(3, 1), Dice(3, 2), Dice(3, 3)}
    assert winning(passed) == {}
    assert f"only {table.worth(behind, 0):.1%}" in solutions[5]
    assert f"it is {table.worth(passed, 0):.1%}" in solutions[5]
    assert turned(behind) == passed


def test_duels(room: dict[str, Any], solutions: dict[int, str]) -> None:
    assert f"{sqrt(0.25 / room['GAMES']):.2f}" == "0.11"
    assert "standard error of 0.11" in solutions[6]
    needed = round(0.25 / 0.01**2)
    assert f"gives $n={needed}$" in solutions[6]
    # a difference of two shares is to be three of its standard errors
    each = 2 * 0.25 / (0.02 / 3) ** 2
    assert f"{each:,.0f}" + " games of each" in solutions[6]
    for rule in room["RULES"].values():
        share, error = room["duel"](room["player"](rule), at_random, games=60)
        assert share - 0.5 > 2 * error


def test_what_rules_give_away(room: dict[str, Any], lent: dict[str, Any], solutions: dict[int, str]) -> None:
    given: dict[str, tuple[float, float]] = {}
    lost: dict[str, float] = {}
    for name in ("still_to_come", "crowd", "keep_back"):
        rule = room[name]
        losses = []
        for rows, dice, rated, luck in room["drawn"](1000, 1):
            state = PLAIN.play(PLAIN.position(rows), dice).state
            move = room["player"](rule)(PLAIN, state, luck)
            losses.append(rated[0].chance - next(one.chance for one in rated if one.move == move))
        error = sqrt(mean((loss - mean(losses)) ** 2 for loss in losses) / 999)
        given[name] = mean(losses), error
        assert f"`{name}` {given[name][0]:.4f}" in solutions[8]
        assert 0.0005 < error < 0.0008
    assert given["still_to_come"][0] + 0.003 < given["crowd"][0] < given["keep_back"][0]
    states = lent["from_play"](60, 2)
    for name, (drawn, _) in given.items():
        lost[name], _ = lent["loss"](room[name], states)
        assert lost[name] > drawn
    assert f"`still_to_come` {lost['still_to_come']:.3f} instead of {given['still_to_come'][0]:.3f}" in solutions[10]
    # the solution's own rule is the better one
    assert lent["loss"](lent["window"], states)[0] < lost["still_to_come"]


def test_toasts_cost_the_other_and_win_no_lines(room: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    for queen, filled, games in ((7, 5, 200), (2, 1, 60)):
        chart = room["toasting"](queen, games=games)
        (share, _), (error, _) = chart.figure["data"][0]["y"], chart.figure["data"][0]["error_y"]["array"]
        assert abs(share - 0.5) < 2 * error
        told = re.search(r"filled ([\d.]+) glasses", capsys.readouterr().out)
        assert told is not None
        assert round(float(told[1])) == filled


def test_a_careful_toast_moves_nothing(lent: dict[str, Any]) -> None:
    rules = game("gucci", queen="7", muggins="off")
    for seat, rows in ((0, (7, 3, 2, 1, 1, 4, 5)), (1, (6, 3, 2, 1, 4, 4, 5))):
        state = rules.play(rules.position(rows, seat), Dice(5, 2)).state
        choice = lent["careful"](rules, state, 0.0)
        after, events = rules.play(state, choice)
        assert isinstance(choice, Toast)
        assert (after.rows, after.turn) == (rows, seat)
        assert after.stocks[1 - seat] == state.stocks[1 - seat] - 1
        assert not any(isinstance(event, Moved) for event in events)


def test_who_takes_at_once_wins_most(room: dict[str, Any], solutions: dict[int, str]) -> None:
    net = {mine: room["stopping"](mine, 4, 60)[0] for mine in (2, 3, 5, 7)}
    assert sorted(net, key=net.__getitem__, reverse=True) == [2, 3, 5, 7]
    assert (round(4 * net[2]), "about a quarter of a coin" in solutions[13]) == (1, True)
    near, error = room["stopping"](2, 3, 120)
    assert near > 3 * error
    assert (round(10 * near), "about a tenth" in solutions[13]) == (1, True)
