"""The line explorer in Chromium: a position set by click, touch and keyboard, a throw chosen, a move made.

What the page shows is held against the library's own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from fortune.dice import Dice
from fortune.tablero import game
from fortune.tablero.squares import Position, moved
from fortune.tablero.values import rate, shipped_table
from fortune.tablero.words import offer
from tests.site.visit import NARROW, WAKING, Visit, listen

pytestmark = pytest.mark.site

SETUP = game("plain").start().rows


@pytest.fixture(scope="module")
def opened(browser: Browser, staged: str) -> Iterator[tuple[Page, Visit]]:
    """A page whose Python wakes once, narrow and with a finger on it; each test starts afresh."""
    narrow: ViewportSize = {"width": NARROW["width"], "height": NARROW["height"]}
    with browser.new_context(reduced_motion="reduce", viewport=narrow, has_touch=True) as context:
        page, visit = context.new_page(), Visit(staged)
        listen(page, visit)
        page.goto(staged + "line.html")
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it fails the test."""
    page, visit = opened
    page.get_by_role("button", name="Start afresh").click()
    says(page, SETUP, 0)
    yield page
    assert visit.troubles == []
    assert visit.foreign == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def says(page: Page, rows: Position, seat: int) -> None:
    """The page shows this position, and what the library says that it is worth."""
    worth = f"{100 * shipped_table().worth(rows, seat):.1f}%"
    told = f"{('South', 'North')[seat]} has the dice: {worth} for the next line."
    expect(page.locator(".stage-status")).to_have_text(told, timeout=WAKING)
    expect(page.locator(".stage-throws tr").last).to_contain_text(worth)
    for column, row in enumerate(rows):
        expect(page.locator(f'.stage-picture [data-piece="{"abcdefg"[column]}{row}"]')).to_have_count(1)


def place(page: Page, name: str) -> Locator:
    return page.locator(".stage-picture").get_by_role("button", name=name, exact=True)


def test_the_page_shows_it_all_before_python_is_awake(browser: Browser, staged: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        bare = context.new_page()
        bare.goto(staged + "line.html")
        says(bare, SETUP, 0)
        expect(bare.locator(".stage-throws tbody tr")).to_have_count(18)


def test_a_position_is_set_by_click_and_by_touch(page: Page) -> None:
    place(page, "d4").click()
    says(page, (7, 7, 7, 4, 1, 1, 1), 0)
    place(page, "g5").tap()
    says(page, (7, 7, 7, 4, 1, 1, 5), 0)
    page.get_by_label("The dice are with").select_option("North")
    says(page, (7, 7, 7, 4, 1, 1, 5), 1)
    page.get_by_role("button", name="Turn round").click()
    says(page, (3, 7, 7, 4, 1, 1, 1), 0)
    page.reload()
    says(page, (3, 7, 7, 4, 1, 1, 1), 0)


def test_a_position_is_set_by_keyboard(page: Page) -> None:
    place(page, "b7, a glass").focus()
    # down and right as they are seen: rows above each other, columns side by side
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    says(page, (7, 7, 5, 1, 1, 1, 1), 0)
    expect(place(page, "c5, a glass")).to_be_focused()
    page.get_by_text("Column by column").click()
    page.get_by_label("Row in column g").fill("3")
    page.keyboard.press("Enter")
    says(page, (7, 7, 5, 1, 1, 1, 3), 0)
    page.locator(".fortune-stage").focus()
    page.keyboard.press("u")
    page.keyboard.press("u")
    says(page, SETUP, 0)


def test_a_throw_shows_its_moves_and_a_move_is_made(page: Page) -> None:
    dice = Dice(6, 3)
    found = rate(shipped_table(), game("plain"), SETUP, dice, 0)
    page.get_by_role("button", name="6-3", exact=True).click()
    best, other = offer(found[0].move, SETUP), offer(found[-1].move, SETUP)
    expect(page.locator(".stage-status")).to_have_text(
        f"South has 6-3: {100 * found[0].chance:.1f}% by {best}.", timeout=WAKING
    )
    expect(page.locator(".stage-picture [data-arrow]")).to_have_count(2)
    lines = page.locator(".stage-moves tbody tr")
    expect(lines).to_have_count(len(found))
    shown = [float(re.findall(r"([\d.]+)%", text)[0]) for text in lines.all_inner_texts()]
    assert shown == [round(100 * one.chance, 1) for one in found]
    page.get_by_role("button", name=other, exact=True).click()
    says(page, moved(SETUP, found[-1].move), 0)
    expect(page.locator(".stage-log li").last).to_contain_text("6-3. South moves")
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("The throw").select_option("6-3")
    page.get_by_role("button", name="Make the best move").click()
    says(page, moved(SETUP, found[0].move), 0)


def test_where_the_table_cannot_be_had_it_says_what_to_do(browser: Browser, staged: str) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()

        def refuse(route: Route) -> None:
            route.fulfill(status=503, body="")

        context.route("**/next_line.bin*", refuse)
        page.goto(staged + "line.html")
        place(page, "d4").click()
        message = page.locator(".stage-message")
        expect(message).to_contain_text("next_line.bin could not be fetched", timeout=WAKING)
        expect(message).to_contain_text("asked for again")
        expect(page.locator(".stage-status")).to_have_text("South has the dice.")
        context.unroute("**/next_line.bin*")
        place(page, "g5").click()
        says(page, (7, 7, 7, 4, 1, 1, 5), 0)
        expect(message).to_be_hidden()
