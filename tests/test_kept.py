"""Figures kept in a file: written, read, and refused where they are not those that were written."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fortune.errors import FortuneError
from fortune.goose.known import KEPT as RACES
from fortune.kept import FILE, Kept
from fortune.tablero.known import KEPT as TABLERO

FIGURES: dict[str, Any] = {"lines": {"one": {"chance": 0.5}, "two": {"chance": 1e-12}}, "loss": {"highest": 12}}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    (tmp_path / "toys_kept").mkdir()
    (tmp_path / "toys_kept" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    # each test by its own name, for what was read is remembered
    yield Kept("toys_kept", f"toys in {tmp_path.name}", "python -m toys")
    sys.modules.pop("toys_kept", None)


def file_of(kept: Kept) -> Path:
    module = importlib.import_module(kept.package).__file__
    assert module is not None
    return Path(module).with_name(FILE)


def test_what_is_written_is_read(kept: Kept) -> None:
    assert kept.write(FIGURES) == file_of(kept).stat().st_size
    assert kept.read() == FIGURES
    more = {**FIGURES, "more": {"x": [1, 2]}}
    kept.write(more)
    assert kept.read() == more, "what was read before does not stay"


def test_each_entry_has_a_line(kept: Kept) -> None:
    lines = kept.text(FIGURES).splitlines()
    assert '"two":{"chance":1e-12}' in lines
    assert json.loads(kept.text(FIGURES))["made_by"] == "python -m toys"


def test_the_order_of_names_makes_no_other_figures(kept: Kept) -> None:
    turned = {"loss": FIGURES["loss"], "lines": dict(reversed(FIGURES["lines"].items()))}
    assert json.loads(kept.text(turned))["sha256"] == json.loads(kept.text(FIGURES))["sha256"]


def test_missing_figures_name_the_command(kept: Kept) -> None:
    with pytest.raises(FortuneError, match=r"figures of toys in .* are missing; python -m toys makes them"):
        kept.read()


def test_edited_figures_are_refused(kept: Kept) -> None:
    kept.write(FIGURES)
    target = file_of(kept)
    target.write_text(target.read_text(encoding="ascii").replace("0.5", "0.6"), encoding="ascii")
    with pytest.raises(FortuneError, match=r"were changed since they were made; python -m toys makes them again"):
        kept.read()


@pytest.mark.parametrize("kept", [RACES, TABLERO], ids=lambda kept: kept.what)
def test_the_files_of_the_library_are_as_their_commands_write_them(kept: Kept) -> None:
    assert file_of(kept).read_text(encoding="ascii") == kept.text(kept.read())
