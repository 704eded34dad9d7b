"""The command line: its JSON, its sentences, its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fortune.__main__ import main
from fortune.glueckshaus import RULESETS

FIGURE = ["value", "exact", "bound", "stderr", "method"]


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    status = main(line.split())
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def figures(found: Any) -> list[dict[str, Any]]:
    if isinstance(found, dict):
        if list(found) == FIGURE:
            return [found]
        return [figure for value in found.values() for figure in figures(value)]
    return [figure for value in found for figure in figures(value)] if isinstance(found, list) else []


@pytest.mark.parametrize("key", RULESETS)
def test_odds_as_json(capsys: pytest.CaptureFixture[str], key: str) -> None:
    status, out, err = run(capsys, f"odds glueckshaus --ruleset {key} --chips 2 --json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert list(found) == ["game", "ruleset", "options", "players", "states", "win", "mean_throws", "long_run"]
    assert (found["game"], found["ruleset"], found["players"]) == ("glueckshaus", key, 2)
    assert found["options"]["chips"] == 2
    assert list(found["long_run"]) == ["occupied", "pig", "wedding", "king"]
    assert sum(win["value"] for win in found["win"]) == pytest.approx(1)
    assert len(figures(found)) == 3 + len(found["long_run"]["occupied"]) + 3


def test_exact_numeric_and_simulated_agree(capsys: pytest.CaptureFixture[str]) -> None:
    line = "odds glueckshaus --ruleset tavern --chips 3 --json"
    exact, numeric, simulated = (
        json.loads(run(capsys, line + more)[1])["win"][0] for more in (" --exact", "", " --simulate 2000")
    )
    assert exact["method"] == "exact"
    assert exact["bound"] == 0
    numerator, denominator = map(int, exact["exact"].split("/"))
    assert numerator / denominator == exact["value"]
    assert numeric["method"] == "numeric"
    assert abs(numeric["value"] - exact["value"]) <= numeric["bound"] + 1e-16
    assert simulated["method"] == "simulated"
    assert abs(simulated["value"] - exact["value"]) <= 5 * simulated["stderr"]


def test_options_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "odds glueckshaus --set end=kings(2) --set four=room --chips 2 --players 3 --json")
    found = json.loads(out)
    assert (found["options"]["end"], found["options"]["four"], len(found["win"])) == ("kings(2)", "room", 3)


def test_odds_for_a_reader(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "odds glueckshaus --chips 1 --exact --set broke=cannot_pay")
    assert "modern with broke=cannot_pay" in out
    assert "win, seat 1" in out
    assert "1/3 ≈ 0.333333" in out


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate glueckshaus --games 300 --seed 4 --chips 3"
    _, out, _ = run(capsys, line + " --json")
    found = json.loads(out)
    assert (found["games"], found["seed"]) == (300, 4)
    assert sum(found["endings"].values()) == pytest.approx(1)
    assert list(found["quantiles_throws"]) == ["5", "25", "50", "75", "95"]
    assert run(capsys, line + " --json --workers 2")[1] == out
    assert "standard error" in run(capsys, line)[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("odds goosey", "There is no game 'goosey': the games are"),
        ("odds glueckshaus --ruleset nobody", "There is no ruleset 'nobody': the rulesets are modern"),
        ("odds glueckshaus --players 21", "players must be a whole number from 2 to 20"),
        ("odds glueckshaus --players two", "not 'two'"),
        ("odds glueckshaus --chips 0", "chips must be a whole number from 1 to 1000"),
        ("odds glueckshaus --set four", "--set takes OPTION=VALUE"),
        ("odds glueckshaus --set roof=red", "There is no option 'roof'"),
        ("odds glueckshaus --set settle=shared", "needs end=rounds(n)"),
        ("odds glueckshaus --set end=kings(0)", "kings(n) with n from 1"),
        ("odds glueckshaus --players 4", "--simulate N plays N games"),
        ("odds glueckshaus --exact", "fractions for"),
        ("odds glueckshaus --exact --simulate 5", "exclude each other"),
        ("odds glueckshaus --simulate -3", "1 or more, not '-3'"),
        ("simulate glueckshaus --games 0", "1 or more, not '0'"),
        ("simulate glueckshaus --seed x", "0 or more, not 'x'"),
        ("odds glueckshaus --seed 3", "--seed has no effect without --simulate"),
        ("odds glueckshaus --workers 3", "--workers has no effect without --simulate"),
        ("odds glueckshaus --set players=3 --players 2", "players is given twice, as 3 and as 2"),
        ("odds glueckshaus --set four=room --set four=nothing", "four is given twice"),
        ("odds glueckshaus --chip 2", "nrecognized arguments: --chip 2"),
        ("odds", "required: GAME"),
        ("", "required: COMMAND"),
        ("frobnicate", "invalid choice: 'frobnicate'"),
        ("odds glueckshaus --nonsense", "nrecognized arguments: --nonsense"),
    ],
)
def test_a_mistake_is_a_sentence_and_status_2(capsys: pytest.CaptureFixture[str], line: str, sentence: str) -> None:
    status, out, err = run(capsys, line)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_simulated_answer_can_be_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "odds glueckshaus --chips 2 --simulate 20 --seed 9 --workers 500 --json")[1])
    assert (found["games"], found["seed"], found["states"]) == (20, 9, None)


def test_a_plain_terminal_and_a_full_disk_get_no_traceback() -> None:
    command = [sys.executable, "-m", "fortune", "odds", "glueckshaus", "--chips", "2"]
    plain = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=True)
    assert b"1/3 ? 0.333333" in plain.stdout
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert "Traceback" not in done.stderr


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "fortune", "odds", "glueckshaus", "--chips", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["states"] == 96
    done = subprocess.run([*command[:4], "nothing"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    version = subprocess.run([*command[:3], "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("The House of Fortune")


def test_the_rules_need_the_standard_library_alone() -> None:
    code = (
        "import sys, fortune.glueckshaus, fortune.glueckshaus.rules\n"
        "known = set(sys.stdlib_module_names) | {'fortune'}\n"
        "print([m for m in sys.modules if m.split('.')[0] not in known and not m.startswith('_')])\n"
    )
    done = subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {_source()!r}\n{code}"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout.strip() == "[]"


def _source() -> list[str]:
    import fortune

    return [str(Path(fortune.__file__).parent.parent)]
