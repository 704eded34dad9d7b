"""The board of three squares in Chromium, narrow: throws by click and by keyboard, another board, a reload.

What the page shows is held against the app in the library.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from fortune.classroom.walk import Walk, Walking
from fortune.stage.protocol import Action
from tests.site.visit import NARROW, WAKING, Visit, listen

pytestmark = pytest.mark.site

WALK = Walk()


@pytest.fixture(scope="module")
def address(staged: str) -> str:
    """Where the page is."""
    return staged + "squares.html"


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[tuple[Page, Visit]]:
    """A page whose Python wakes once, narrow and without motion; each test starts afresh."""
    narrow: ViewportSize = {"width": NARROW["width"], "height": NARROW["height"]}
    with browser.new_context(reduced_motion="reduce", viewport=narrow) as context:
        page, visit = context.new_page(), Visit(address)
        listen(page, visit)
        page.goto(address)
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it fails the test."""
    page, visit = opened
    page.get_by_role("button", name="Start afresh").click()
    shows(page, WALK.start({"seed": 3}))
    yield page
    assert visit.troubles == []
    assert visit.foreign == []


def after(model: Walking, *presses: str) -> Walking:
    for press in presses:
        model = WALK.update(model, Action(press))
    return model


def shows(page: Page, model: Walking) -> None:
    """The page shows what the library says of this walk."""
    expect(page.locator(".stage-status")).to_have_text(WALK.view(model).status, timeout=WAKING)
    expect(page.locator("[data-piece]")).to_have_attribute("data-piece", str(model.square))
    exact = [text for text in ("3/2", "3/4") if text in WALK.view(model).table]
    for text in exact:
        expect(page.locator(".stage-table")).to_contain_text(text)


def test_throws_by_keyboard(page: Page) -> None:
    page.locator(".fortune-stage").focus()
    page.keyboard.press("t")
    model = after(WALK.start({"seed": 3}), "throw.1")
    shows(page, model)
    page.get_by_role("button", name="1,000 throws").focus()
    page.keyboard.press("Enter")
    model = after(model, "throw.1000")
    shows(page, model)
    assert model.mean is not None
    expect(page.locator(".stage-status")).to_contain_text(f"{float(model.mean):.2f} throws each; exactly 3.")
    expect(page.locator(".stage-live")).to_contain_text("1,000 throws.")


def test_another_board_and_a_hidden_truth(page: Page) -> None:
    page.get_by_label("Square 2").select_option("death")
    shows(page, WALK.start({"seed": 3, "two": "death"}))
    page.get_by_role("button", name="100 throws").click()
    shows(page, after(WALK.start({"seed": 3, "two": "death"}), "throw.100"))
    page.get_by_label("Show the exact values").uncheck()
    expect(page.locator(".stage-status")).not_to_contain_text("exactly")
    page.get_by_label("Square 1").select_option("death")
    expect(page.locator(".stage-status")).to_contain_text("nobody ever comes home")


def test_a_reload_goes_on_from_the_same_throws(page: Page) -> None:
    page.get_by_role("button", name="100 throws").click()
    model = after(WALK.start({"seed": 3}), "throw.100")
    shows(page, model)
    page.reload()
    shows(page, model)
    page.get_by_role("button", name="10 throws").click()
    shows(page, after(model, "throw.10"))


def test_it_fits_a_telephone(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
