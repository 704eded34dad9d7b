"""Tablero on the built pages, in Chromium: the strongest opponent and the hints, with and without their table; the
replay with no Python; a whole move with no mouse.

How a move is picked on the stage is tested in test_tablero.py.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from fortune.dice import Dice
from fortune.tablero import Gucci, game
from fortune.tablero.coins import shipped_coins
from fortune.tablero.replay import CASES
from fortune.tablero.values import FILE, rate, shipped_table
from fortune.tablero.words import offer, square
from tests.desk import Desk
from tests.site.visit import WAKING, Visit, listen

pytestmark = pytest.mark.site

PLAY = "book/tablero/play.html"
MISSING = (
    f"The file {FILE} could not be fetched, and without it this cannot be done. Perhaps the network or a filter is in "
    "the way. Try once more. Or go on without: the game needs no hint, and under “Who plays” the computer can be told "
    "to play by a rule of thumb."
)


@dataclass
class Reader:
    """Somebody on the page of play, with the same game in Python beside them."""

    page: Page
    visit: Visit
    desk: Desk
    fetched: list[str] = field(default_factory=list)
    """Each request for the table."""

    @property
    def stage(self) -> Locator:
        return self.page.locator(".fortune-stage").first

    def button(self, name: str) -> Locator:
        return self.stage.get_by_role("button", name=name, exact=True)

    def agrees(self) -> None:
        """Wait for what the game says in Python; then the page must show the same."""
        expect(self.stage.locator(".stage-status")).to_have_text(self.desk.status, timeout=WAKING)
        expect(self.stage.locator(".stage-log li")).to_have_text(self.desk.log)
        shown = self.stage.locator(".stage-picture > svg [data-piece]")
        drawn = [part.get("data-piece") for part in self.desk.picture().iter() if part.get("data-piece")]
        assert shown.evaluate_all("pieces => pieces.map((piece) => piece.dataset.piece)") == drawn

    def link(self) -> None:
        """Open a link to where the game stands in Python."""
        text = base64.urlsafe_b64encode(json.dumps(self.desk.saved).encode()).decode().rstrip("=")
        self.page.evaluate("fragment => { location.hash = fragment; }", f"stage={text}")
        self.agrees()

    def press(self, name: str, do: str, value: Any = None) -> None:
        """Press a button, and do the same in Python; what the computer does then, it does in both."""
        assert self.desk.act(do, value) == ""
        while self.desk.view["again"]:
            self.desk.go()
        self.button(name).click()
        self.agrees()


@pytest.fixture
def reader(context: BrowserContext, address: str) -> Iterator[Reader]:
    """A game under ``plain`` against the strongest, with real dice; whatever goes wrong on the page fails the test."""
    page, visit = context.new_page(), Visit(address)
    page.emulate_media(reduced_motion="reduce")
    listen(page, visit)
    desk = Desk("tablero.play", ruleset="plain", prelude=False, persons=[0], strengths={"1": "strongest"})
    reader = Reader(page, visit, desk)
    context.on("request", lambda request: reader.fetched.append(request.url) if FILE in request.url else None)
    page.goto(address + PLAY)
    assert desk.act("hand", True) == ""
    yield reader
    assert visit.troubles == []
    assert visit.foreign == []


def enter(reader: Reader, first: int, second: int) -> None:
    for die in (first, second):
        reader.press(str(die), f"die.{die}")


def best_moves(rows: tuple[int, ...], dice: Dice, seat: int) -> list[tuple[str, float]]:
    """Each legal move in words with its worth, the best first, as the library has it."""
    rules = game("plain")
    assert isinstance(rules, Gucci)
    return [(offer(one.move, rows), one.chance) for one in rate(shipped_table(), rules, rows, dice, seat)]


def rows_of(desk: Desk) -> tuple[int, ...]:
    found = sorted(part.get("data-piece", "") for part in desk.picture().iter() if part.get("data-piece"))
    return tuple(int(piece[1]) for piece in found)


def test_the_strongest_decides_by_the_table_and_fetches_it_once_and_no_sooner(reader: Reader) -> None:
    reader.link()
    enter(reader, 5, 2)  # a pass number: now the computer has the dice
    assert reader.fetched == [], "nobody has asked for it yet"
    for dice in (Dice(6, 4), Dice(2, 1)):
        before = rows_of(reader.desk)
        best = best_moves(before, dice, 1)[0][0]
        enter(reader, dice.high, dice.low)
        assert len(reader.fetched) == 1
        moved = zip(before, rows_of(reader.desk), strict=True)
        ways = [f"{square(at, old)} to {square(at, new)}" for at, (old, new) in enumerate(moved) if old != new]
        assert ", ".join(ways) == best


def test_the_rule_of_thumb_needs_no_table(reader: Reader) -> None:
    assert reader.desk.act("strength.1", "rule") == ""
    reader.link()
    enter(reader, 5, 2)
    enter(reader, 6, 4)
    assert "Bjørn moves" in reader.desk.log[-1]
    assert reader.fetched == []


def test_a_hint_is_what_the_library_rates(reader: Reader) -> None:
    reader.link()
    enter(reader, 6, 4)
    expected = [f"{move}: {100 * chance:.1f}%" for move, chance in best_moves(rows_of(reader.desk), Dice(6, 4), 0)]
    assert reader.fetched == []
    reader.press("Hint", "hint")
    listed = reader.stage.get_by_role("group", name="All 12 moves, the best first")
    buttons = listed.get_by_role("button")
    expect(buttons).to_have_count(len(expected))
    assert [button.evaluate("it => it.firstChild.data") for button in buttons.all()] == expected
    assert len(reader.fetched) == 1
    reader.press("Hide the hint", "hint")
    expect(reader.stage.get_by_text("%")).to_have_count(0)
    reader.press("Hint", "hint")
    assert len(reader.fetched) == 1, "it is kept"


def test_with_coins_a_hint_tells_what_each_choice_is_worth(reader: Reader) -> None:
    reader.desk = Desk("tablero.play", ruleset="jesus", prelude=False, persons=[0, 1])
    assert reader.desk.act("hand", True) == ""
    reader.link()
    enter(reader, 3, 3)
    reader.press("Hint", "hint")
    best = reader.stage.get_by_role("group", name="the best first").get_by_role("button").first
    text = best.evaluate("it => it.firstChild.data")
    at = next(do for do, control in reader.desk.controls().items() if control.get("label") == text)
    assert ": +" in text
    reader.press(text, at)
    expect(reader.stage.locator(".stage-status")).to_contain_text("take, or throw on?")
    reader.press("Hint", "hint")
    worth = shipped_coins().worth(rows_of(reader.desk), 0)
    expect(reader.button(f"Throw on: {worth:+.2f}")).to_be_visible()


def test_without_the_table_the_reader_is_told_and_the_game_goes_on(context: BrowserContext, reader: Reader) -> None:
    context.route(f"**/{FILE}*", lambda route: route.abort())
    alert = reader.stage.get_by_role("alert")
    reader.link()
    enter(reader, 6, 4)

    # a hint that cannot be had changes nothing, and the move can be made
    reader.button("Hint").click()
    expect(alert).to_have_text(MISSING)
    reader.agrees()
    expect(reader.button("Hint")).to_be_focused()
    reader.stage.get_by_text("All 12 moves").click()
    reader.press("d1 to d7, g1 to g5", choose(reader.desk, "d1 to d7, g1 to g5"))
    expect(alert).to_be_hidden()
    enter(reader, 5, 2)

    # the strongest cannot decide: the game stands as it is, until it is told to play otherwise
    for die in (6, 4):
        assert reader.desk.act(f"die.{die}") == ""
        reader.button(str(die)).click()
    expect(alert).to_have_text(MISSING)
    reader.agrees()
    reader.button("Go on").click()
    expect(alert).to_have_text(MISSING)
    reader.agrees()
    reader.stage.get_by_text("Who plays", exact=True).click()
    strength = reader.stage.get_by_label("How well Bjørn plays")
    strength.select_option("rule")
    assert reader.desk.act("strength.1", "rule") == ""
    reader.desk.go()
    reader.agrees()
    expect(alert).to_be_hidden()
    assert "Bjørn moves" in reader.desk.log[-1]

    # or until the table can be had
    reader.press("Undo", "undo")
    strength.select_option("strongest")
    assert reader.desk.act("strength.1", "strongest") == ""
    reader.agrees()
    for die in (6, 4):
        if reader.desk.controls().get(f"die.{die}"):
            assert reader.desk.act(f"die.{die}") == ""
            reader.button(str(die)).click()
    expect(alert).to_have_text(MISSING)
    context.unroute_all()
    reader.button("Go on").click()
    reader.desk.go()
    reader.agrees()
    expect(alert).to_be_hidden()
    assert all(FILE in trouble for trouble in reader.visit.troubles)
    assert reader.visit.troubles, "the browser has noticed, too"
    reader.visit.troubles.clear()


def choose(desk: Desk, label: str) -> str:
    found = [control["do"] for control in desk.controls().values() if control["label"] == label]
    assert len(found) == 1
    return str(found[0])


def test_a_whole_move_with_no_mouse(reader: Reader) -> None:
    """From the title by Tab, Enter and Space: the dice, a die on the board, the glass it moves, the other glass."""
    reader.desk = desk = Desk("tablero.play", ruleset="plain", prelude=False, persons=[0, 1], seed=3)
    reader.link()
    reader.page.locator("h1").first.evaluate("title => { title.tabIndex = -1; title.focus(); }")
    picture = reader.stage.locator(".stage-picture")
    for key, name, do, value in (
        ("Enter", "Throw", "throw", None),
        ("Enter", "The 2", "pick", "2"),
        ("Space", "g1 to g3", "pick", "g"),
        ("Enter", "d1 to d5", "pick", "d"),
    ):
        reach(reader, (reader.stage if do == "throw" else picture).get_by_role("button", name=name, exact=True))
        reader.page.keyboard.press(key)
        assert desk.act(do, value) == ""
        reader.agrees()
    assert desk.log[-1] == "1. 4-2. Anna moves d1 to d5 and g1 to g3."


def reach(reader: Reader, target: Locator) -> None:
    """Press Tab until this has the focus; what has it must be seen."""
    for _ in range(200):
        if target.evaluate("it => it === document.activeElement"):
            break
        reader.page.keyboard.press("Tab")
    expect(target).to_be_focused()
    expect(target).to_be_in_viewport()


@pytest.mark.parametrize("disk", [False, True], ids=["server", "file"])
def test_pulls_and_toasts_are_leafed_through_with_no_python(
    context: BrowserContext, site: Path, address: str, disk: bool
) -> None:
    frames = Desk("tablero.replay").view["frames"]
    page = context.new_page()
    page.goto((site / "book/tablero/rules.html").as_uri() if disk else f"{address}book/tablero/rules.html")
    visit = Visit(page.url)
    listen(page, visit)
    stage = page.locator(".fortune-stage").first
    seen = []
    for at, frame in enumerate(frames):
        if at:
            stage.get_by_role("button", name="Next").click()
        seen.append(stage.locator(".stage-caption").inner_text())
        for mark in ("data-line", "data-empty", "data-travel"):
            expect(stage.locator(f".stage-picture > svg [{mark}]")).to_have_count(frame["svg"].count(f"{mark}="))
    assert seen == [frame["caption"] for frame in frames]
    expect(stage.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    told = " ".join(seen)
    assert all(case.title in told for case in CASES)
    assert "pulls six glasses" in told
    assert "To the Queen" in told
    assert page.workers == []
    assert visit.troubles == []
    assert visit.foreign == []
