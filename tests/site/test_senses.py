"""For readers who see little, no colours, other colours, or cannot bear motion: what the pages do for them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.visit import WAKING, until

pytestmark = pytest.mark.site

LEAST_TEXT = 12
"""The smallest text of a page, in pixels."""
LEAST_IN_PICTURES = 9.5
"""The smallest in a picture, drawn at half its size or less on a telephone: each picture is told in words, too."""

# The size of each text that is seen, as it is drawn.
SIZES = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const it = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !it.getClientRects().length) continue;
    // drawn formulas have their own glyphs, and what only screen readers get has no size that is seen
    if (it.closest("script, style, title, desc, math, .stage-live, .visually-hidden")) continue;
    const drawn = it.closest("svg") ? it.getScreenCTM() : undefined;
    const scale = drawn ? Math.hypot(drawn.a, drawn.b) : 1;
    found.push([Boolean(drawn), scale * parseFloat(getComputedStyle(it).fontSize), it.outerHTML.slice(0, 90)]);
  }
  return found;
}"""

# For a second: the longest animation or transition that runs, in milliseconds.
MOTION = """() => new Promise((done) => {
  const begun = performance.now();
  let longest = 0;
  const look = () => {
    for (const one of document.getAnimations()) {
      longest = Math.max(longest, Number(one.effect.getComputedTiming().duration));
    }
    if (performance.now() - begun < 1000) requestAnimationFrame(look);
    else done(longest);
  };
  look();
})"""


@pytest.mark.parametrize("width", [1280, 360])
def test_text_is_large_enough(browser: Browser, address: str, pages: list[str], width: int) -> None:
    small: dict[str, list[Any]] = {}
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        page = context.new_page()
        for name in pages:
            page.goto(address + name)
            sizes = page.evaluate(SIZES)
            assert sizes, name
            least = {True: LEAST_IN_PICTURES, False: LEAST_TEXT}
            if amiss := [one for one in sizes if one[1] < least[one[0]]]:
                small[name] = amiss
            body = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
            assert body >= 16, name
    assert small == {}


@pytest.mark.parametrize("app", ["goose.play", "tablero.play", "glueckshaus.play", "classroom.lab"])
def test_reduced_motion_is_none(browser: Browser, staged: str, app: str) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{staged}{app}.html")
        throw = page.locator(".stage-controls [data-do='throw']")
        throw.press("Enter")
        expect(page.locator(".stage-live")).to_contain_text(r"hrow", timeout=WAKING)
        throw.press("Enter")
        assert page.evaluate(MOTION) <= 1


def test_without_that_wish_pieces_move(browser: Browser, staged: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{staged}goose.replay.html")
        page.get_by_role("button", name="Play").press("Enter")
        until(page, "document.getAnimations().some((one) => Number(one.effect.getComputedTiming().duration) > 100)")


def test_forced_colours_leave_boards_and_focus(browser: Browser, staged: str) -> None:
    with browser.new_context(forced_colors="active", color_scheme="dark") as context:
        page = context.new_page()
        page.goto(f"{staged}glueckshaus.odds.html")
        # words on the board keep the ink that belongs to its paper
        ink, own = page.evaluate(
            """() => {
              const word = document.querySelector(".stage-picture svg text");
              return [getComputedStyle(word).fill, getComputedStyle(document.querySelector(".stage-picture")).color];
            }"""
        )
        assert ink == own == "rgb(27, 26, 23)"
        page.keyboard.press("Tab")
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring != "none"


def test_the_way_past_the_sidebar(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page: Page = context.new_page()
        page.goto(address + "book/goose/rules.html")
        assert page.evaluate("document.documentElement.lang") == "en"
        page.keyboard.press("Tab")
        link = page.get_by_role("link", name="Skip to main content")
        expect(link).to_be_focused()
        expect(link).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_code_in_a_fold_can_be_scrolled_by_keyboard(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 900}) as context:
        page = context.new_page()
        page.goto(address + "book/goose/workshop.html")
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        until(
            page,
            """() => {
              const folded = [...document.querySelectorAll("details pre")];
              const wide = folded.filter((it) => it.scrollWidth > it.clientWidth);
              return wide.length && wide.every((it) => it.tabIndex === 0);
            }""",
        )
