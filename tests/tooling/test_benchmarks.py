"""What is measured is found by its name, and makes one table."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest
from benchmarks.__main__ import SUBJECTS, main
from benchmarks.report import Row, table

FOLDER = Path(__file__).parents[2] / "benchmarks"
PARTS = {"__init__", "__main__", "browsing", "report"}
"""Modules that measure nothing themselves."""


def test_every_module_is_measured_by_the_one_command() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - PARTS == set(SUBJECTS)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_module_gives_rows(name: str) -> None:
    assert inspect.isgeneratorfunction(importlib.import_module(f"benchmarks.{name}").measure)


def test_a_row_says_whether_its_aim_is_met() -> None:
    assert Row("throw", 40, "ms", aim=60).met
    assert not Row("throw", 70, "ms", aim=60).met
    assert Row("ratio", 4, "times", aim=3, least=True).met
    assert not Row("ratio", 2, "times", aim=3, least=True).met
    assert Row("throw", 70, "ms").met


def test_the_table_holds_ours_theirs_and_the_ratio() -> None:
    lines = table([Row("solve", 0.5, "s", "a peer", 2.0, aim=1), Row("weigh", 12345, "kB", note="heavy")]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [cell.strip() for cell in lines[2].split("|")[1:-1]] == [
        "solve", "0.5 s", "a peer", "2 s", "4.00", "at most 1", "met", "",
    ]  # fmt: skip
    assert "12,345 kB" in lines[3]


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "speed" in capsys.readouterr().err
