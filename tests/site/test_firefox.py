"""The stage in a stock Firefox: the built pages of Glückshaus, by mouse, keyboard and link, from files, and blocked.

What Chromium is asked in test_stage.py is not asked again. These are the places where browsers differ: workers that
are modules, streams through `Response`, locks, storage, the clipboard, keys, names, and what a file may do.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from browser import FIREFOX, find
from fortune.stage.registry import find_app
from fortune.stage.session import Session
from tests.site.firefox import Firefox, Tab, start

pytestmark = pytest.mark.site

PLAY = "book/glueckshaus/play.html"
RULES = "book/glueckshaus/rules.html"
ODDS = "book/glueckshaus/odds.html"

TAB, ENTER, END, DOWN = "\ue004", "\ue007", "\ue010", "\ue015"
"""WebDriver's names for keys."""


@pytest.fixture(scope="module")
def running() -> Iterator[Firefox]:
    path = find(FIREFOX)
    if path is None:
        reason = (
            "No Firefox starts here, so the stage is not tested in it. `make test` installs one for root on Debian; "
            "elsewhere install it, or set the variable FIREFOX to its path."
        )
        if os.environ.get("CI") or os.environ.get("FIREFOX"):
            pytest.fail(reason)
        pytest.skip(reason)
    with start(path) as started:
        yield started


@pytest.fixture
def firefox(running: Firefox, address: str) -> Iterator[Firefox]:
    """A Firefox in which nothing is open; whatever went wrong in it fails the test, unless the test forgives it."""
    yield running
    troubles = list(running.troubles)
    own = urlsplit(address).netloc
    parts = [urlsplit(url) for url in running.requests]
    running.forget()
    assert troubles == []
    assert parts, "Firefox tells of requests"
    assert [part for part in parts if part.scheme not in {"data", "blob", "about", "file"} and part.netloc != own] == []


@pytest.fixture
def tab(firefox: Firefox) -> Tab:
    return firefox.tab()


def game() -> str:
    """A link's end, to a game of four persons that has not begun."""
    session = Session(find_app("glueckshaus.play"))
    session.answer(json.dumps({"ask": "start", "options": {}}))
    for action in ("computer.1", "computer.2", "computer.3", "prelude"):
        session.answer(json.dumps({"ask": "act", "action": {"do": action, "value": False}}))
    session.answer(json.dumps({"ask": "act", "action": {"do": "new", "value": 4711}}))
    return "#stage=" + base64.urlsafe_b64encode(json.dumps(session.save()).encode()).decode().rstrip("=")


def log(tab: Tab) -> list[str]:
    lines: list[str] = tab.ask("[...document.querySelectorAll('.stage-log li')].map((line) => line.innerText)")
    return lines


def told(tab: Tab, throws: int) -> None:
    """Wait until the log tells so many throws, after its headline, and the last picture of the last one is shown."""
    tab.until(
        f"""(() => {{
          const lines = [...document.querySelectorAll(".stage-log li")];
          const caption = document.querySelector(".stage-caption").innerText;
          const busy = document.querySelector(".fortune-stage").ariaBusy === "true";
          return !busy && lines.length === {throws + 1} && lines.at(-1).innerText === caption;
        }})()"""
    )


def position(tab: Tab) -> tuple[str, list[str], str]:
    """Whose turn it is, what has happened, and what the picture tells a screen reader."""
    return tab.text(".stage-status"), log(tab), tab.ask("document.querySelector('.stage-picture desc').textContent")


def woken(firefox: Firefox) -> list[str]:
    """The requests that only Python needs."""
    return [url for url in firefox.requests if "/pyodide/" in url or "stage-worker" in url or "fortune-" in url]


class TestPlay:
    def test_a_cold_click_wakes_python_and_the_computer_answers(self, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY)
        assert woken(tab.firefox) == []
        assert tab.workers() == 0
        tab.click("button", "Throw one die")
        tab.until("document.querySelectorAll('.stage-log li').length > 2")
        _, first, second, *_ = log(tab)
        assert re.fullmatch(r"Anna throws a [1-6]\.", first)
        assert re.fullmatch(r"Bjørn throws a [1-6]\.", second)
        assert tab.workers() == 1
        # the worker's requests are told of too, or nothing would be known of where they go
        assert [url for url in tab.firefox.requests if url.endswith("pyodide.asm.wasm")]

    def test_dice_and_log_agree_and_undo_takes_back(self, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY + game())
        told(tab, 0)
        before = position(tab)
        tab.click("button", "Throw")
        told(tab, 1)
        thrown = position(tab)
        dice = tab.ask("document.querySelector('.stage-picture [data-dice]').dataset.dice")
        assert re.match(rf"1\. {dice} makes {sum(map(int, dice.split('-')))}\b", thrown[1][1])
        tab.click("button", "Undo")
        told(tab, 0)
        assert position(tab) == before
        tab.click("button", "Throw")
        told(tab, 1)
        assert position(tab) == thrown, "the dice remember"

    def test_the_keyboard_keeps_its_place(self, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY + game())
        told(tab, 0)
        tab.focus("button", "Throw")
        focused = "document.activeElement.dataset.do"
        tab.press(ENTER)
        told(tab, 1)
        assert tab.ask(focused) == "throw"
        tab.press("t")
        told(tab, 2)
        assert tab.ask(focused) == "throw"
        tab.press(TAB)
        assert tab.ask(focused) == "undo"
        for left in (1, 0):
            tab.press(" ")
            told(tab, left)
        # a button that can do nothing any more keeps the focus
        assert tab.ask(focused) == "undo"

    def test_a_blocked_file_is_named_and_can_be_tried_again(self, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY)
        press = "Throw one die"
        for blocked, named in (
            ("stage-worker.js", "its program"),
            ("vendor/pyodide/pyodide.mjs", "pyodide.mjs"),
            ("vendor/pyodide/pyodide.asm.wasm", "pyodide.asm.wasm"),
        ):
            with tab.firefox.blocked(f"{address}_static/{blocked}"):
                tab.click("button", press)
                tab.shows("[role=alert]", named)
                tab.until("document.querySelector('.fortune-stage').ariaBusy === 'false'")
            assert "Python could not be woken" in tab.text("[role=alert]")
            assert len(log(tab)) == 1
            press = "Try again"
            # the rest of what was under way is broken off with it
            assert any(trouble.startswith(f"failed: {address}_static/{blocked}") for trouble in tab.firefox.troubles)
            tab.firefox.troubles.clear()
        tab.click("button", press)
        tab.until("document.querySelectorAll('.stage-log li').length > 1")
        assert tab.text("[role=alert]") == ""
        # what Pyodide itself says of a blocked file may come late
        tab.firefox.troubles[:] = [told for told in tab.firefox.troubles if "NetworkError when attempting" not in told]

    def test_a_killed_worker_comes_back_with_the_game(self, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY)
        # nothing reaches into a worker here, so the page keeps hold of it
        tab.ask(
            """void (window.Worker = class extends Worker {
              constructor(...how) { super(...how); window.thread = this; }
            })"""
        )
        tab.ask(f"location.hash = {json.dumps(game())}")
        told(tab, 0)
        tab.click("button", "Throw")
        told(tab, 1)
        tab.ask("void (window.first = window.thread).terminate()")
        tab.click("button", "Throw")
        told(tab, 2)
        assert tab.ask("window.first !== window.thread")


class TestLinksAndReloads:
    def test_a_link_opens_at_another_reader_s(self, firefox: Firefox, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY + game())
        told(tab, 0)
        for throws in (1, 2):
            tab.click("button", "Throw")
            told(tab, throws)
        tab.click("button", "Copy a link to this position")
        tab.shows(".stage-note", "The link is copied.")
        other = firefox.tab()
        other.goto(tab.ask("navigator.clipboard.readText()"))
        told(other, 2)
        assert position(other) == position(tab)
        for each in (tab, other):
            each.click("button", "Throw")
            told(each, 3)
        assert position(other) == position(tab)

    def test_a_reload_resumes_and_fetches_no_python(self, firefox: Firefox, tab: Tab, address: str) -> None:
        tab.goto(address + PLAY + game())
        told(tab, 0)
        tab.click("button", "Throw")
        told(tab, 1)
        before = position(tab)
        firefox.requests.clear()
        tab.reload()
        told(tab, 1)
        assert position(tab) == before
        assert woken(firefox) == []
        assert tab.workers() == 0
        tab.click("button", "Throw")
        told(tab, 2)
        assert log(tab)[:2] == before[1]


def test_the_explorer_answers(tab: Tab, address: str) -> None:
    tab.goto(address + ODDS)
    before = tab.text(".stage-status")
    tab.focus("combobox", "What a throw of 4 does")
    tab.press(DOWN)
    tab.until(f"document.querySelector('.stage-status').innerText !== {json.dumps(before)}")
    assert tab.text("[role=alert]") == ""
    assert tab.ask("document.activeElement.value") == "pay_house"


@pytest.mark.parametrize("disk", [False, True], ids=["server", "file"])
def test_a_replay_needs_no_python(firefox: Firefox, tab: Tab, site: Path, address: str, disk: bool) -> None:
    tab.goto((site / RULES).as_uri() if disk else address + RULES)
    tab.click("button", "Next")
    tab.shows(".stage-caption", "Throw 1:")
    tab.click("button", "Next")
    tab.shows(".stage-caption", "Throw 2:")
    tab.click("button", "Back")
    tab.shows(".stage-caption", "Throw 1:")
    tab.focus("slider", "Picture")
    tab.press(END)
    tab.shows(".stage-caption", "Throw 8:")
    assert tab.text(".stage-place") == "Picture 9 of 9"
    assert woken(firefox) == []
    assert tab.workers() == 0


def test_play_from_a_file_says_why_it_cannot(site: Path, tab: Tab) -> None:
    tab.goto((site / PLAY).as_uri())
    tab.click("button", "Throw one die")
    tab.shows("[role=alert]", "This page was opened from a file")
    tab.find("button", "Try again")
    assert len(log(tab)) == 1
    assert tab.ask("document.querySelector('.stage-picture svg').getBoundingClientRect().height > 100")


@pytest.mark.parametrize("disk", [False, True], ids=["server", "file"])
def test_what_does_not_belong_on_a_page_does_not_run(
    firefox: Firefox, tab: Tab, site: Path, address: str, disk: bool
) -> None:
    tab.goto((site / PLAY).as_uri() if disk else address + PLAY)
    tab.find("button", "Start afresh")
    assert firefox.troubles == [], "the page's own scripts run"
    for intruder in (
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.pwned = 1' }))",
        "document.body.insertAdjacentHTML('beforeend', '<svg onload=\"window.pwned = 1\"></svg>')",
        "document.body.insertAdjacentHTML('beforeend', '<a id=trip href=\"javascript:window.pwned=1\">x</a>')",
        "trip.click()",
    ):
        tab.ask(f"void {intruder}")
    # the browser tells of each, in its own time
    tab.until("new Promise((done) => setTimeout(done, 500, true))")
    assert tab.ask("window.pwned") is None
    refused = [trouble for trouble in firefox.troubles if "Content-Security-Policy" in trouble]
    assert len(refused) == len(firefox.troubles) >= 2
    firefox.troubles.clear()
