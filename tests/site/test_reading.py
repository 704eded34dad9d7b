"""What a reader does with the pages: search, switch to dark, read from a disk, turn the page with the keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from serve import SiteServer
from tests.site.visit import Visit, draw_charts, listen

pytestmark = pytest.mark.site

ODDS = "book/glueckshaus/odds.html"


def theme(page: Page) -> str:
    return str(page.evaluate("document.documentElement.dataset.theme"))


def test_search_finds_a_page(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(server.address + ODDS)
    title = re.sub(r"\W+$", "", page.locator("article h1").first.inner_text())
    visit = Visit(server.address)
    listen(page, visit)
    page.keyboard.press("Control+k")
    page.keyboard.type(title)
    page.keyboard.press("Enter")
    hit = page.locator("#search-results li a").filter(has_text=title).first
    expect(hit).to_be_visible()
    # the search fetches each hit for a summary
    page.wait_for_load_state("networkidle")
    hit.click()
    page.wait_for_url(re.compile(re.escape(server.address + ODDS)))
    assert visit.foreign == []
    assert visit.troubles == []


def test_dark_is_remembered(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="light")
    page.goto(server.address + ODDS)
    assert theme(page) == "light"
    button = page.locator(".theme-switch-button:visible").first
    for _ in range(3):
        if theme(page) == "dark":
            break
        button.click()
    assert theme(page) == "dark"
    page.goto(server.address + "book/index.html")
    assert theme(page) == "dark"


def test_the_system_s_dark_is_followed(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(server.address + ODDS)
    assert theme(page) == "dark"


def test_sidebar_opens_on_a_narrow_screen(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(server.address + ODDS)
    link = page.locator("#pst-primary-sidebar-modal a, #pst-primary-sidebar a").filter(visible=True)
    assert link.count() == 0
    page.locator(".primary-toggle:visible").first.click()
    expect(link.first).to_be_visible()


def test_reads_from_a_disk(site: Path, context: BrowserContext) -> None:
    page = context.new_page()
    address = (site / ODDS).as_uri()
    visit = Visit(address)
    listen(page, visit)
    page.goto(address)
    draw_charts(page)
    assert page.locator(".chart-plot").count() >= 1
    assert page.locator(".maths svg").count() >= 1
    page.locator(".prev-next-area a").first.click()
    expect(page.locator("article h1").first).to_be_visible()
    assert visit.troubles == []
    assert visit.foreign == []


def test_formulas_have_size_and_colour(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark")
    page.goto(server.address + ODDS)
    formula = page.locator(".maths svg").first
    box = formula.bounding_box()
    assert box is not None
    assert box["height"] > 5
    use = formula.locator("use").first
    assert use.evaluate("glyph => glyph.getBoundingClientRect().width") > 2
    assert use.evaluate("glyph => getComputedStyle(glyph).fill") == formula.evaluate(
        "svg => getComputedStyle(svg).color"
    )
