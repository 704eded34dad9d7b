"""Two builds are compared to the byte, and what differs is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import build_book
import reproduce


def write(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def test_the_same_files_are_the_same(tmp_path: Path) -> None:
    files = {"a.html": b"one", "b/c.css": b"two"}
    assert reproduce.differences(write(tmp_path / "1", files), write(tmp_path / "2", files)) == []


def test_each_difference_is_told(tmp_path: Path) -> None:
    one = write(tmp_path / "1", {"a.html": b"throws: 12", "only.html": b"", "run-times.js": b"3.1"})
    other = write(tmp_path / "2", {"a.html": b"throws: 13", "more.html": b"", "run-times.js": b"2.9"})
    told = reproduce.differences(one, other)
    assert [line.split(" ")[0] for line in told] == ["only.html", "more.html", "a.html"]
    assert "at byte 9" in told[2]


def test_a_file_that_grew_differs(tmp_path: Path) -> None:
    one, other = write(tmp_path / "1", {"a": b"x"}), write(tmp_path / "2", {"a": b"xy"})
    assert reproduce.differences(one, other)


def test_sources_are_copied_as_git_knows_them(tmp_path: Path) -> None:
    reproduce.copy_sources(tmp_path)
    assert (tmp_path / "_config.yml").read_bytes() == (reproduce.ROOT / "_config.yml").read_bytes()
    assert not (tmp_path / "_build").exists()
    assert not (tmp_path / ".venv").exists()


def test_the_date_is_the_last_commits_unless_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert int(build_book.source_date()) >= 315_532_800
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert build_book.source_date() == "1000000000"
