"""The search for a browser: what a variable names comes first, and what does not start is passed over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import browser

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the browsers of these tests are shell scripts")


def pretend(path: Path, status: int) -> str:
    """A program that ends with this status whatever it is asked."""
    path.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with commands, on a machine that can install nothing."""
    monkeypatch.delenv("FIREFOX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_what_does_not_start_is_passed_over(bare: Path) -> None:
    assert browser.find(browser.FIREFOX) is None
    pretend(bare / "firefox-esr", 1)
    assert browser.find(browser.FIREFOX) is None
    good = pretend(bare / "firefox", 0)
    assert browser.find(browser.FIREFOX) == good


def test_a_variable_wins_and_is_held_to_it(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(bare / "firefox", 0)
    named = pretend(bare / "my-own", 0)
    monkeypatch.setenv("FIREFOX", named)
    assert browser.find_or_install(browser.FIREFOX) == named
    pretend(bare / "my-own", 1)
    with pytest.raises(browser.BrowserError, match=r"FIREFOX names .*my-own"):
        browser.find_or_install(browser.FIREFOX)


def test_none_is_a_sentence(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert browser.main(["firefox"]) == 1
    assert "apt-get install firefox-esr" in capsys.readouterr().err
    assert browser.main(["netscape"]) == 2


def test_debian_s_is_installed_for_root(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(bare / "apt-get", 0)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    ran: list[list[str]] = []
    run = subprocess.run

    def install(command: list[str], **more: object) -> object:
        ran.append(command)
        if command[:2] == ["apt-get", "install"]:
            pretend(bare / command[-1], 0)
        return run(command, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "run", install)
    assert browser.find_or_install(browser.FIREFOX) == str(bare / "firefox-esr")
    assert ["apt-get", "update", "-qq"] in ran
