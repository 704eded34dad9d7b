"""A decision on the stage, in Chromium: a move picked by mouse, by touch and by keyboard, and kept over a reload."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.desk import Desk
from tests.site.visit import NARROW, WAKING, Visit, listen

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def opened(browser: Browser, staged: str) -> Iterator[tuple[Page, Visit]]:
    """A page whose Python wakes once, narrow and with a finger on it; each test brings a link of its own."""
    narrow: ViewportSize = {"width": NARROW["width"], "height": NARROW["height"]}
    with browser.new_context(reduced_motion="reduce", viewport=narrow, has_touch=True) as context:
        page, visit = context.new_page(), Visit(staged)
        listen(page, visit)
        page.goto(staged + "tablero.html")
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it fails the test."""
    page, visit = opened
    yield page
    assert visit.troubles == []
    assert visit.foreign == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def thrown(page: Page, first: int, second: int, ruleset: str = "plain") -> Desk:
    """A game in which these dice have just been thrown, opened by a link; and the same game in Python."""
    desk = Desk("tablero.play", ruleset=ruleset, prelude=False, persons=[0, 1])
    for do, value in (("hand", True), (f"die.{first}", None), (f"die.{second}", None)):
        assert desk.act(do, value) == ""
    text = base64.urlsafe_b64encode(json.dumps(desk.saved).encode()).decode().rstrip("=")
    page.evaluate("fragment => { location.hash = fragment; }", f"stage={text}")
    agrees(page, desk)
    return desk


def agrees(page: Page, desk: Desk) -> None:
    """The page shows what the app says."""
    expect(page.locator(".stage-status")).to_have_text(desk.status, timeout=WAKING)
    expect(page.locator(".stage-log li").last).to_have_text(desk.log[-1])
    for name in ("piece", "target", "lost", "half", "movable"):
        told = [str(part.get(f"data-{name}")) for part in desk.picture().iter() if part.get(f"data-{name}")]
        expect(page.locator(f".stage-picture [data-{name}]")).to_have_count(len(told))


def part(page: Page, name: str) -> Locator:
    return page.locator(".stage-picture").get_by_role("button", name=name, exact=True)


def test_by_mouse(page: Page) -> None:
    desk = thrown(page, 6, 4)
    for name, what in (("The 6", "6"), ("d1 to d7", "d"), ("e1 to e5", "e")):
        part(page, name).click()
        assert desk.act("pick", what) == ""
        agrees(page, desk)
    expect(page.locator('[data-piece="d7"]')).to_have_count(1)


def test_by_touch(page: Page) -> None:
    desk = thrown(page, 6, 4)
    for name, what in (("g1", "g"), ("g1 to g5, by the 4", "g5"), ("d1 to d7, by the 6", "d7")):
        part(page, name).tap()
        assert desk.act("pick", what) == ""
        agrees(page, desk)


def test_by_keyboard(page: Page) -> None:
    desk = thrown(page, 2, 1, "free")
    page.locator(".fortune-stage").focus()
    for key in ("2", "e"):
        page.keyboard.press(key)
        assert desk.act("pick", key) == ""
        agrees(page, desk)
    # a coin or a glass that may go two ways has no key of its own: the square is reached by Tab
    target = part(page, "b7 to b6, by the 1")
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.evaluate("it => it === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert desk.act("pick", "b6") == ""
    agrees(page, desk)


def test_by_a_button_from_the_list(page: Page) -> None:
    desk = thrown(page, 6, 4)
    page.get_by_text("All 12 moves").click()
    button = page.get_by_role("button", name="d1 to d5, g1 to g7")
    button.click()
    found = [control["do"] for control in desk.controls().values() if control["label"] == "d1 to d5, g1 to g7"]
    assert desk.act(found[0]) == ""
    agrees(page, desk)


def test_what_is_picked_is_there_after_a_reload(page: Page) -> None:
    desk = thrown(page, 6, 4)
    part(page, "The 4").click()
    part(page, "f1 to f5").click()
    desk.act("pick", "4")
    desk.act("pick", "f")
    agrees(page, desk)
    page.reload()
    agrees(page, desk)
    page.get_by_role("button", name="Undo").click()
    desk.act("undo")
    agrees(page, desk)
