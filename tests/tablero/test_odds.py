"""What is kept and printed of Tablero's odds, and the shipped table; with the standard library alone."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib.resources import files
from math import inf
from typing import Any

import pytest

from fortune.__main__ import main
from fortune.dice import PAIRS, Dice
from fortune.errors import ChainError, FortuneError, StateError
from fortune.result import Result
from fortune.tablero import game
from fortune.tablero.gucci import Gucci
from fortune.tablero.known import known_line, known_win
from fortune.tablero.odds import next_line, queens, report
from fortune.tablero.squares import POSITIONS, from_code, mirrored, turned
from fortune.tablero.values import FILE, PLACES, load_table, place, rate, shipped_table

DATA = files("fortune.tablero").joinpath(FILE).read_bytes()


def rules(key: str, **settings: Any) -> Gucci:
    made = game(key, **settings)
    assert isinstance(made, Gucci)
    return made


def test_every_place_of_the_table_is_taken() -> None:
    taken = bytearray(PLACES)
    for number in range(POSITIONS):
        taken[place(from_code(number))] += 1
    # twice but for a position that is its own mirror image: four columns decide it
    assert set(taken) == {1, 2}
    assert taken.count(1) == 7**4


def test_table_knows_the_symmetries() -> None:
    table = shipped_table()
    for rows in ((7, 7, 7, 1, 1, 1, 1), (1, 5, 2, 6, 3, 3, 7), (4,) * 7):
        assert table.worth(rows, 0) == table.worth(mirrored(rows), 0) == table.worth(turned(rows), 1)


def test_best_move_makes_the_line() -> None:
    best = rate(shipped_table(), rules("plain"), (4, 4, 4, 4, 2, 3, 1), Dice(2, 1), 0)
    assert best[0].chance == 1.0 > best[1].chance
    assert (best[0].move.first_to, best[0].move.second_to) == (4, 4)
    assert [one.chance for one in best] == sorted((one.chance for one in best), reverse=True)


def test_every_legal_move_is_rated() -> None:
    plain = rules("plain")
    for dice in PAIRS:
        for seat in (0, 1):
            rows = (7, 6, 3, 1, 2, 1, 1)
            state = plain.play(plain.position(rows, seat), dice).state
            rated = rate(shipped_table(), plain, rows, dice, seat)
            assert {one.move for one in rated} == set(plain.moves(state))


@pytest.mark.parametrize("other", [rules("free"), rules("five_in_row"), rules("plain", home_rows_count="no")], ids=repr)
def test_table_is_for_its_rules(other: Gucci) -> None:
    with pytest.raises(FortuneError, match="queen=off"):
        rate(shipped_table(), other, (7, 7, 7, 1, 1, 1, 1), Dice(2, 1), 0)


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}", DATA[:1000], DATA[:-1], DATA.replace(b"sha256", b"sha512", 1), b"[]\n" + DATA, b"\xff" + DATA],
)
def test_damaged_table(data: bytes) -> None:
    with pytest.raises(StateError, match=r"fortune\.tablero\.solve tables"):
        load_table(data)


def test_table_with_another_chance_in_it() -> None:
    head, _, packed = DATA.partition(b"\n")
    told = json.loads(head)
    digest = told["sha256"]
    with pytest.raises(StateError, match="damaged"):
        load_table(head.replace(digest.encode(), digest[::-1].encode()) + b"\n" + packed)


def test_weights_of_the_queen() -> None:
    assert queens(rules("plain").options) == {"off": 1}
    assert queens(rules("gucci", queen="7").options) == {"7": 1}
    assert sum(queens(rules("gucci").options).values()) == 36
    drawn = queens(rules("tournament").options)
    assert "7" not in drawn
    assert sum(drawn.values()) == 27


@pytest.mark.parametrize(("key", "lines"), [("plain", 93), ("free", 93), ("five_in_row", 931)])
def test_report(key: str, lines: int) -> None:
    found = report(rules(key))
    assert found["lines"] == lines
    assert found["residual"] <= 1e-10
    assert 0.4 < found["next_line"].value < 0.6
    assert found["next_line"].bound < 1e-7
    assert (found["win"] is not None) == (key == "plain")


def test_report_by_simulation() -> None:
    plain = rules("plain", stock=3)
    solved, sample = report(plain), report(plain, games=300, seed=4)
    # with so little to fill, the first line wins
    assert sample["next_line"].agrees(solved["next_line"])
    assert sample["win"][0].agrees(solved["win"][0])
    assert sample["win"][0] == sample["next_line"]
    with ThreadPoolExecutor(2) as executor:
        assert report(plain, games=300, seed=4, executor=executor) == sample, "whoever plays the games"


def test_one_game_has_no_standard_error() -> None:
    assert report(rules("plain", stock=1), games=1)["win"][0].stderr == inf


def test_the_sample_of_another_process_is_the_same() -> None:
    short = rules("plain", stock=1)
    with ProcessPoolExecutor(2) as executor:
        assert report(short, games=15, seed=4, executor=executor) == report(short, games=15, seed=4)


def test_report_of_coins() -> None:
    for key in ("jesus", "jesus_run"):
        found = report(game(key))
        assert found["gain"].value == 0.0
        assert found["gain"].bound == found["residual"] <= 1e-10
        assert found["win"] is None
        assert found["sweeps"] > 1
    sample = report(game("jesus"), games=10, seed=2)
    assert sample["gain"] is None
    assert 0 < sample["win"][0].value < 1
    assert sample["win"][0].value + sample["win"][1].value == 1.0
    assert report(game("jesus"), games=10, seed=2) == sample


def test_what_is_refused() -> None:
    eighth = game("jesus", bonus_eighth="on")
    with pytest.raises(ChainError, match="bonus_eighth=off"):
        report(eighth, games=3)
    with pytest.raises(ChainError, match="no fractions"):
        report(eighth, exact=True)
    with pytest.raises(ChainError, match="no fractions"):
        report(rules("plain"), exact=True)
    with pytest.raises(ChainError, match="--ruleset plain"):
        report(rules("gucci", queen="5"), games=3)
    with pytest.raises(ChainError, match="--solve"):
        report(rules("free", home_rows_count="no"))
    assert next_line(rules("free", home_rows_count="no").options) is None


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "tablero", "--ruleset", "plain", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"next_line", "win", "lines", "residual", "sweeps", "states"} < set(found)
    assert found["next_line"]["method"] == "numeric"
    assert main(["odds", "goose", "--solve"]) == 2
    assert "--solve has no effect" in capsys.readouterr().err
    assert main(["odds", "tablero", "--solve", "--simulate", "3"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_shares_add_up() -> None:
    win = report(rules("plain"))["win"]
    assert win is not None
    assert all(isinstance(one, Result) for one in win)
    assert win[0].value + win[1].value == pytest.approx(1.0)


def test_whole_game_is_better_with_more() -> None:
    options = rules("plain").options
    win = [[known_win(options, own, other) for other in range(25)] for own in range(25)]
    chance = [[one.value for one in row if one is not None] for row in win]
    assert all(len(row) == 25 for row in chance)
    for own in range(24):
        for other in range(25):
            assert chance[own][other] <= chance[own + 1][other]
            assert chance[other][own] >= chance[other][own + 1]
    # who has nothing to fill with loses with the first line
    line = known_line(options)
    assert line is not None
    assert chance[0][0] == line.chance.value
    assert chance[24][24] > 0.5 > chance[0][24]
    assert known_win(options, 25, 3) is None
    assert known_win(rules("free").options) is None


@pytest.mark.parametrize("toast", ["no", "yes"])
def test_every_queen_is_known(toast: str) -> None:
    lines = {
        number: known_line(rules("gucci", queen=str(number), toast_makes_line=toast).options) for number in range(2, 13)
    }
    assert all(line is not None and line.residual <= 1e-10 for line in lines.values())
    thrown = next_line(rules("gucci", toast_makes_line=toast).options)
    assert thrown is not None
    chances = [line.chance.value for line in lines.values() if line is not None]
    assert min(chances) < thrown.chance.value < max(chances)
    assert thrown.sweeps == sum(line.sweeps for line in lines.values() if line is not None)
