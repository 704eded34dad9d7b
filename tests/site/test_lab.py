"""The dice lab in Chromium: thrown by mouse, finger and keys, on the page and in the view that fills the screen."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from fortune.classroom.rolls import Rolls
from tests.site.visit import NARROW, WAKING, Visit, listen, too_small, until

pytestmark = pytest.mark.site

SEED = 7
"""That of the page; see staging.py."""


# What can be seen where, besides the sheet: nothing, in the presenting view.
OTHERS = """() => {
  const frame = document.querySelector(".stage-frame");
  const found = [];
  for (let x = 2; x < innerWidth; x += 40)
    for (let y = 2; y < innerHeight; y += 40) {
      const there = document.elementFromPoint(x, y);
      if (!frame.contains(there)) found.push([x, y, there?.outerHTML.slice(0, 80)]);
    }
  return found;
}"""

# Presses "Stop" as soon as it is there, and keeps what the picture said until then.
STOP_AT_ONCE = """() => {
  window.told = [];
  const watch = new MutationObserver(() => {
    const shown = document.querySelector("[data-wanted]")?.dataset.thrown;
    if (shown && !told.includes(shown)) told.push(shown);
    const stop = document.querySelector('[data-do="stop"]');
    if (stop && told.length > 2) { watch.disconnect(); stop.click(); }
  });
  watch.observe(document.querySelector(".fortune-stage"), { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture(scope="module")
def address(staged: str) -> str:
    """Where the page is."""
    return staged + "lab.html"


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[tuple[Page, Visit]]:
    """A page whose Python wakes once, as large as a school's projector; each test starts afresh."""
    with browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True) as context:
        page, visit = context.new_page(), Visit(address)
        listen(page, visit)
        page.goto(address)
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it fails the test."""
    page, visit = opened
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start afresh").click()
    expect(page.locator(".stage-status")).to_have_text("2 fair dice: what will fall?")
    page.locator(".fortune-stage").focus()
    yield page
    assert visit.troubles == []
    assert visit.foreign == []


def thrown(page: Page, throws: int, dice: int = 2, seed: int = SEED) -> None:
    """The page shows so many throws, and the very ones of this seed."""
    expect(page.locator(f'[data-thrown="{throws}"]:not([data-wanted])')).to_have_count(1, timeout=WAKING)
    rolls = Rolls(seed, dice).further(throws)
    for total in rolls.totals:
        bar = page.locator(f'[data-do="total"][data-value="{total}"] [data-count]')
        if rolls.count(total):
            expect(bar).to_have_attribute("data-count", str(rolls.count(total)))
        else:
            expect(bar).to_have_count(0)
    expect(page.locator("[data-last]")).to_have_attribute("data-last", str(sum(rolls.last)))


def throw(page: Page, key: str) -> None:
    page.keyboard.press(key)
    page.keyboard.press("Space")


def all_legible(page: Page) -> None:
    assert too_small(page) == []
    assert page.evaluate(OTHERS) == []
    low = page.evaluate(
        "Math.max(...[...document.querySelectorAll('.stage-sheets svg, .stage-caption')]"
        ".map((it) => it.getBoundingClientRect().bottom))"
    )
    assert low <= 768


def test_one_click_throws(page: Page) -> None:
    page.get_by_role("button", name="Throw once").click()
    thrown(page, 1)
    page.locator(".stage-picture").get_by_role("button", name="Throw, or stop throwing").tap()
    thrown(page, 2)


def test_keys_throw_and_choose_how_many(page: Page) -> None:
    so_far = 0
    for key, count in (("1", 1), ("2", 10), ("3", 100), ("4", 1000), ("5", 10_000)):
        throw(page, key)
        so_far += count
        thrown(page, so_far)
    page.keyboard.press("r")
    expect(page.locator(".stage-status")).to_have_text("2 fair dice: what will fall?")
    page.keyboard.press("d")
    throw(page, "2")
    thrown(page, 10, dice=3)


def test_the_space_bar_throws_after_a_click_on_another_button(page: Page) -> None:
    page.get_by_role("button", name="10", exact=True).click()
    expect(page.locator(".fortune-stage")).to_be_focused()
    page.keyboard.press("Space")
    thrown(page, 10)
    page.get_by_role("button", name="Hide the theory").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Show the theory")).to_be_focused()
    thrown(page, 10)


def test_a_hundred_thousand_can_be_stopped(page: Page) -> None:
    page.keyboard.press("6")
    page.evaluate(STOP_AT_ONCE)
    page.keyboard.press("Space")
    until(page, "told.length > 2 && !document.querySelector('[data-wanted]')", timeout=WAKING)
    told = [int(count) for count in page.evaluate("window.told")]
    assert len(told) > 2, "the bars were seen to grow"
    assert told == sorted(told)
    stopped = int(page.locator("[data-thrown]").get_attribute("data-thrown") or 0)
    assert told[-1] <= stopped < 100_000
    thrown(page, stopped)
    page.keyboard.press("Space")
    thrown(page, stopped + 100_000)


def test_the_theory_is_hidden_and_shown(page: Page) -> None:
    throw(page, "3")
    thrown(page, 100)
    over = page.locator("[data-exact], [data-band]")
    expect(over).to_have_count(2)
    page.keyboard.press("h")
    expect(over).to_have_count(0)
    expect(page.locator(".stage-table")).not_to_contain_text("exact")
    page.keyboard.press("h")
    expect(over).to_have_count(2)
    page.locator('[data-do="total"][data-value="4"]').click()
    expect(page.locator(".stage-status")).to_contain_text("4 came")


def test_the_class_guesses_first(page: Page) -> None:
    page.keyboard.press("q")
    poll = page.locator(".lab-poll")
    expect(poll).to_contain_text("Which total will come most often?")
    for total, hands in ((7, 3), (12, 2)):
        for _ in range(hands):
            poll.get_by_role("button", name=f"One hand more for {total}", exact=True).tap()
    poll.get_by_role("button", name="One hand fewer for 12", exact=True).tap()
    page.get_by_text("Hands for each answer").click()
    page.get_by_label("6", exact=True).fill("5")
    page.keyboard.press("Enter")
    expect(poll.locator('[data-answer="4"]')).to_have_attribute("data-hands", "5")
    page.locator(".fortune-stage").focus()
    throw(page, "3")
    thrown(page, 100)
    expect(poll).not_to_contain_text("right")
    expect(poll).not_to_contain_text("%")
    page.keyboard.press("h")
    expect(poll).to_contain_text("It is “7”: 3 of 9 hands were right.")
    expect(poll.locator('[data-answer="5"]')).to_contain_text("16.7%")
    expect(page.locator(".stage-live")).to_contain_text("3 of 9 hands were right")


@pytest.mark.parametrize("allowed", [True, False])
def test_the_presenting_view_is_legible_and_alone(page: Page, allowed: bool) -> None:
    if not allowed:
        refuse = "document.querySelector('.stage-frame').requestFullscreen = () => Promise.reject(new Error('no'))"
        page.evaluate(f"() => {{ {refuse} }}")
    page.keyboard.press("f")
    until(page, "(full) => Boolean(document.fullscreenElement) === full", allowed)
    all_legible(page)
    throw(page, "3")
    thrown(page, 100)
    all_legible(page)
    page.keyboard.press("?")
    expect(page.get_by_role("button", name="Hide the theory")).to_be_visible()
    all_legible(page)
    page.get_by_role("button", name="1,000", exact=True).click()
    page.get_by_role("button", name="Throw 1,000 times").click()
    thrown(page, 1100)
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("button", name="Hide the theory")).to_be_hidden()
    for dice in (3, 4, 5, 6):
        page.keyboard.press("d")
        throw(page, "4")
        thrown(page, 1000, dice=dice)
        all_legible(page)
    page.keyboard.press("q")
    page.keyboard.press("h")
    expect(page.locator(".lab-poll")).to_contain_text("It is")
    all_legible(page)
    page.keyboard.press("q")
    expect(page.locator(".lab-poll")).to_contain_text("How many of the next")
    throw(page, "3")
    thrown(page, 1100, dice=6)
    page.keyboard.press("h")
    expect(page.locator(".lab-poll")).to_contain_text("in the 36 throws")
    all_legible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
    assert page.evaluate("document.fullscreenElement") is None
    assert page.evaluate("document.querySelectorAll('[inert], .stage-presenting').length") == 0
    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
    page.reload()


def test_after_the_presenting_view_the_space_bar_throws(page: Page) -> None:
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".stage-presenting")).to_have_count(0)
    page.keyboard.press("Space")
    thrown(page, 1)
    expect(page.locator(".stage-presenting")).to_have_count(0)
    # left before the browser has filled the screen: it does not fill it afterwards
    page.evaluate("window.turns = 0; document.addEventListener('fullscreenchange', () => (turns += 1))")
    page.keyboard.press("f")
    page.keyboard.press("f")
    until(page, "turns === 2 && document.fullscreenElement === null")
    expect(page.locator(".stage-presenting")).to_have_count(0)


def test_a_link_brings_the_very_table(page: Page, browser: Browser, address: str) -> None:
    model: dict[str, Any] = {
        "seed": 99, "dice": 3, "throws": 43_210, "total": 9, "hidden": True, "question": "next", "asked": 40_000,
        "hands": [0, 4, 0, 0, 9, 0, 0, 0, 1],
    }  # fmt: skip
    text = json.dumps({"format": 1, "app": "classroom.lab", "model": model})
    with browser.new_context(viewport={"width": NARROW["width"], "height": NARROW["height"]}) as context:
        other = context.new_page()
        other.goto(address + "#stage=" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("="))
        thrown(other, 43_210, dice=3, seed=99)
        expect(other.locator('.lab-poll [data-answer="4"]')).to_have_attribute("data-hands", "9")
        expect(other.locator("[data-exact]")).to_have_count(0)
        assert other.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        broken = text.replace("40000", "50000")
        other.goto(address + "#stage=" + base64.urlsafe_b64encode(broken.encode()).decode().rstrip("="))
        expect(other.get_by_role("alert")).to_contain_text("was asked after 0 to 43210 throws", timeout=WAKING)
        thrown(other, 43_210, dice=3, seed=99)


def test_without_scripts_the_lab_shows_its_dice(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        bare = context.new_page()
        bare.goto(address)
        expect(bare.locator(".stage-sheets > svg")).to_have_count(3)
        expect(bare.get_by_text("JavaScript is switched off")).to_be_visible()
