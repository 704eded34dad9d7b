"""The Goose on the built pages, in Chromium: whole games beside the same games in Python, and what is the Goose's own.

What any stage does is tested with toys in test_stage.py.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from fortune.goose.cases import CASES
from tests.desk import Desk
from tests.site.visit import NARROW, WAKING, Visit, listen

pytestmark = pytest.mark.site

PLAY = "book/goose/play.html"


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[tuple[Page, Visit]]:
    """The page of play, whose Python wakes once; each test brings a link of its own."""
    with browser.new_context(reduced_motion="reduce") as context:
        page, visit = context.new_page(), Visit(address)
        listen(page, visit)
        page.goto(address + PLAY)
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it fails the test."""
    page, visit = opened
    yield page
    assert visit.troubles == []
    assert visit.foreign == []


def sit_down(page: Page, **options: Any) -> Desk:
    """A new game with these options, opened by a link; and the same game in Python."""
    desk = Desk("goose.play", **{"prelude": False} | options)
    link(page, desk)
    return desk


def link(page: Page, desk: Desk) -> None:
    """Open the link to where this game stands."""
    text = base64.urlsafe_b64encode(json.dumps(desk.saved).encode()).decode().rstrip("=")
    page.evaluate("fragment => { location.hash = fragment; }", f"stage={text}")
    agrees(page, desk)


def agrees(page: Page, desk: Desk) -> None:
    """Wait for what this game says in Python; then all that the page shows must be the same."""
    stage = stage_of(page)
    expect(stage.locator(".stage-status")).to_have_text(desk.status, timeout=WAKING)
    expect(stage.locator(".stage-log li")).to_have_text(desk.log)
    expect(stage.locator(".stage-caption")).to_have_text(desk.view["frames"][-1]["caption"])
    description = next(part.text for part in desk.picture().iter() if part.tag.endswith("desc"))
    expect(stage.locator(".stage-picture > svg desc")).to_have_text(str(description))
    shown = stage.locator(".stage-picture > svg [data-piece]").evaluate_all(
        "pieces => pieces.map((piece) => [piece.dataset.piece, piece.dataset.on])"
    )
    drawn = [part for part in desk.picture().iter() if part.get("data-piece")]
    assert shown == [[part.get("data-piece"), part.get("data-on")] for part in drawn]


def square(page: Page, seat: int) -> str | None:
    """Where the piece of this seat stands, as the picture has it."""
    return stage_of(page).locator(f".stage-picture > svg [data-piece='{seat}']").get_attribute("data-on")


def stage_of(page: Page) -> Locator:
    return page.locator(".fortune-stage").first


def press(page: Page, name: str) -> None:
    stage_of(page).get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize(
    ("options", "ends"),
    [
        # Death, labyrinth, nine, bridge, inn, geese, and a piece that makes way: all in fourteen throws
        ({"ruleset": "classic", "players": 2, "persons": [0, 1], "seed": 2418}, "has won"),
        ({"ruleset": "gambling", "players": 3, "persons": [0, 1, 2], "seed": 3061}, "has won"),
        ({"ruleset": "academy", "players": 2, "persons": [0, 1], "seed": 1149}, "A deadlock."),
    ],
    ids=["classic", "gambling", "academy"],
)
def test_a_whole_game_is_the_game_that_python_plays(page: Page, options: dict[str, Any], ends: str) -> None:
    desk = sit_down(page, **options)
    live = stage_of(page).locator(".stage-live")
    while not desk.controls()["throw"]["disabled"]:
        assert desk.act("throw") == ""
        press(page, "Throw")
        expect(live).to_have_text(desk.view["announce"], timeout=WAKING)
        agrees(page, desk)
    assert ends in desk.status
    expect(stage_of(page).get_by_role("button", name="Throw", exact=True)).to_have_attribute("aria-disabled", "true")
    expect(stage_of(page).get_by_role("button", name="Play again")).to_be_visible()
    # the end can be taken back
    assert desk.act("undo") == ""
    press(page, "Undo")
    agrees(page, desk)


def test_undo_takes_back_the_computers_throws_too_and_the_dice_remember(page: Page) -> None:
    desk = sit_down(page, players=3, persons=[0], seed=1803)

    def a_round() -> None:
        press(page, "Throw")
        assert desk.act("throw") == ""
        while desk.view["again"]:
            desk.go()
        agrees(page, desk)

    a_round()
    first = desk.log
    assert len(first) == 4, "one throw each, under the headline"
    a_round()
    second = desk.log
    for left in (first, first[:1]):
        press(page, "Undo")
        assert desk.act("undo") == ""
        assert desk.log == left
        agrees(page, desk)
    a_round()
    a_round()
    assert desk.log == second


def test_a_nine_by_hand_leads_to_the_dice(page: Page) -> None:
    desk = sit_down(page, players=2, persons=[0, 1])
    enter_by_hand(page, desk)
    for die in (6, 3, 5, 4):
        press(page, str(die))
        assert desk.act(f"die.{die}") == ""
        agrees(page, desk)
    assert [square(page, seat) for seat in (0, 1)] == ["26", "53"]
    expect(stage_of(page).locator(".stage-log li").nth(1)).to_contain_text("6-3 makes 9 (a real throw).")


def test_a_deadlock_by_hand(page: Page) -> None:
    desk = sit_down(page, ruleset="dutch", players=2, persons=[0, 1])
    enter_by_hand(page, desk)
    # Anna by way of 26 into the well; Bjørn by way of 53 and 60 to 63, and by a goose back into the prison
    for die in (6, 3, 5, 4, 4, 1, 4, 3, 4, 3):
        press(page, str(die))
        assert desk.act(f"die.{die}") == ""
        agrees(page, desk)
    assert [square(page, seat) for seat in (0, 1)] == ["31", "52"]
    expect(stage_of(page).locator(".stage-status")).to_have_text(
        "Nobody wins: every piece is held, and no other can come. A deadlock."
    )
    expect(stage_of(page).locator(".stage-picture > svg")).to_contain_text("Deadlock")


def enter_by_hand(page: Page, desk: Desk) -> None:
    """Say that real dice are thrown; the group stays as open as the test before has left it."""
    switch = stage_of(page).get_by_label("We throw real dice")
    if not switch.is_visible():
        stage_of(page).get_by_text("Real dice", exact=True).click()
    switch.check()
    assert desk.act("hand", True) == ""
    agrees(page, desk)


def test_by_keyboard_alone(page: Page) -> None:
    desk = sit_down(page, players=2, persons=[0, 1], seed=2418)
    page.locator("h1").first.evaluate("title => { title.tabIndex = -1; title.focus(); }")
    throw = stage_of(page).get_by_role("button", name="Throw", exact=True)
    for _ in range(20):
        page.keyboard.press("Tab")
        if throw.evaluate("button => button === document.activeElement"):
            break
    for key in ("Enter", "Space", "t", "u"):
        assert desk.act("undo" if key == "u" else "throw") == ""
        page.keyboard.press(key)
        agrees(page, desk)
        expect(throw).to_be_focused()
    assert len(desk.log) == 3
    enter_by_hand(page, desk)
    throw.focus()
    for key in ("6", "3"):
        page.keyboard.press(key)
        assert desk.act(f"die.{key}") == ""
    agrees(page, desk)


def test_eight_at_a_table_on_a_telephone(page: Page) -> None:
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    names = ["Maximiliane", "Bartholomäus", "Cato", "Dina", "Emil", "Fenna", "Gustav", "Hildegard von B."]
    desk = sit_down(page, ruleset="gambling", players=8, names=names, persons=list(range(8)), seed=5)
    for _ in range(8):
        press(page, "Throw")
        assert desk.act("throw") == ""
    agrees(page, desk)
    stage_of(page).get_by_text("Who plays", exact=True).click()
    expect(stage_of(page).get_by_label("Name 8")).to_have_value("Hildegard von B.")
    wide = "it => it.scrollWidth > it.clientWidth && getComputedStyle(it).overflowX !== 'hidden'"
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    assert [it.inner_text() for it in stage_of(page).locator("div, fieldset, details").all() if it.evaluate(wide)] == []
    page.set_viewport_size(before)


@pytest.mark.parametrize("disk", [False, True], ids=["server", "file"])
def test_the_cases_are_leafed_through_with_no_python(
    context: BrowserContext, site: Path, address: str, disk: bool
) -> None:
    told = [frame["caption"] for frame in Desk("goose.replay").view["frames"]]
    page = context.new_page()
    page.goto((site / "book/goose/rules.html").as_uri() if disk else f"{address}book/goose/rules.html")
    visit = Visit(page.url)
    listen(page, visit)
    stage = stage_of(page)
    seen = [stage.locator(".stage-caption").inner_text()]
    for _ in told[1:]:
        stage.get_by_role("button", name="Next").click()
        seen.append(stage.locator(".stage-caption").inner_text())
    assert seen == told
    expect(stage.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    for case in CASES:
        assert any(f"{case.thrown} leads from {case.places[0]}" in line for line in seen)
    assert page.workers == []
    assert visit.troubles == []
    assert visit.foreign == []
