"""The classroom in Chromium: hands counted and the truth shown, held against the library; and where lessons lead.

A lesson links to a stage in the state that a minute of it needs. Each such link is loaded by its app, and one for each
app is followed by a browser.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from fortune.classroom.questions import QUESTIONS, found
from fortune.stage.protocol import FORMAT
from fortune.stage.registry import find_app
from tests.site.visit import NARROW, WAKING, Visit, listen

pytestmark = pytest.mark.site

PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
LEGIBLE = 0.025
"""What must be read from the last row is at least this part of the screen high."""


# -- guessing ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opened(browser: Browser, staged: str) -> Iterator[tuple[Page, Visit]]:
    with browser.new_context(reduced_motion="reduce", viewport=PROJECTOR) as context:
        page, visit = context.new_page(), Visit(staged)
        listen(page, visit)
        page.goto(staged + "guess.html")
        # the first hand wakes Python; all others are counted at once
        page.locator(".fortune-stage").focus()
        page.keyboard.press("1")
        hands(page, 1, 0, 0, 0)
        yield page, visit


@pytest.fixture
def guess(opened: tuple[Page, Visit]) -> Iterator[Page]:
    page, visit = opened
    page.set_viewport_size(PROJECTOR)
    page.get_by_role("button", name="Start afresh").click()
    hands(page, 0, 0, 0, 0)
    page.locator(".fortune-stage").focus()
    yield page
    assert visit.troubles == []
    assert visit.foreign == []


def hands(page: Page, *counts: int) -> None:
    for at, count in enumerate(counts):
        expect(page.locator(f'.stage-picture [data-answer="{at}"]')).to_have_attribute(
            "data-hands", str(count), timeout=WAKING
        )


def press(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def smallest_letters(page: Page) -> float:
    """The height of the smallest type in the picture, the caption and the status, as it is seen."""
    height: float = page.evaluate(
        """() => {
          const svg = document.querySelector(".stage-picture > svg");
          const scale = svg.getScreenCTM().a;
          const seen = (text) => scale * parseFloat(getComputedStyle(text).fontSize);
          const drawn = [...svg.querySelectorAll("text")].map(seen);
          const written = [...document.querySelectorAll(".stage-caption, .stage-status")]
            .map((line) => parseFloat(getComputedStyle(line).fontSize));
          return Math.min(...drawn, ...written);
        }"""
    )
    return height


def test_hands_are_counted_and_the_truth_is_shown(guess: Page) -> None:
    finding = found("king")
    assert finding.told not in guess.content()
    assert finding.because not in guess.content()
    press(guess, "12223334")
    hands(guess, 1, 3, 3, 1)
    picture = guess.locator(".stage-picture")
    picture.get_by_role("button", name="One hand more for 1 time in 36").click()
    picture.get_by_role("button", name="One hand fewer for 1 time in 2").click()
    hands(guess, 1, 3, 2, 2)
    press(guess, "u")
    hands(guess, 1, 3, 2, 1)
    guess.get_by_role("button", name="Show the truth").click()
    expect(guess.locator(".stage-status")).to_have_text("It is “2 times in 3”: 3 of 7 hands were right.")
    expect(guess.locator(".stage-picture > svg")).to_contain_text(finding.told)
    expect(guess.locator(".stage-caption")).to_contain_text(finding.because)
    expect(guess.locator(".stage-live")).to_contain_text(finding.because)
    expect(guess.locator(".stage-table tbody tr")).to_have_count(4)
    hands(guess, 1, 3, 2, 1)
    guess.reload()
    expect(guess.locator(".stage-status")).to_have_text("It is “2 times in 3”: 3 of 7 hands were right.")


@pytest.mark.parametrize("key", QUESTIONS)
def test_the_browsers_own_python_finds_the_same_truth(guess: Page, key: str) -> None:
    guess.get_by_label("Question").select_option(key)
    expect(guess.locator(".stage-picture svg title").first).to_have_text(QUESTIONS[key].text, timeout=WAKING)
    assert found(key).told not in guess.locator(".stage-picture").inner_html()
    guess.locator(".fortune-stage").focus()
    press(guess, "t")
    expect(guess.locator(".stage-picture > svg")).to_contain_text(found(key).told)
    expect(guess.locator(".stage-caption")).to_contain_text(found(key).because)


def test_it_is_legible_on_a_projector(guess: Page) -> None:
    tall = PROJECTOR["height"]
    assert smallest_letters(guess) >= LEGIBLE * tall
    press(guess, "p")
    expect(guess.locator(".stage-presenting")).to_be_visible()
    press(guess, "2")
    hands(guess, 0, 1, 0, 0)
    assert smallest_letters(guess) >= LEGIBLE * tall
    press(guess, "t")
    expect(guess.locator(".stage-picture > svg")).to_contain_text(found("king").told)
    assert smallest_letters(guess) >= LEGIBLE * tall
    assert guess.evaluate("document.querySelector('.stage-presenting').scrollHeight") <= tall
    press(guess, "r")
    hands(guess, 0, 0, 0, 0)
    guess.keyboard.press("Escape")
    expect(guess.locator(".stage-presenting")).to_have_count(0)


def test_a_finger_finds_plus_and_minus_on_a_telephone(guess: Page) -> None:
    guess.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    for part in guess.locator(".stage-picture [data-do]").all():
        box = part.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    assert guess.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_the_question_stands_there_without_javascript(browser: Browser, staged: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        bare = context.new_page()
        bare.goto(staged + "guess.html")
        expect(bare.locator(".stage-picture svg title").first).to_have_text(QUESTIONS["king"].text)
        assert found("king").told not in bare.content()


# -- links to a state ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A link on a page to a stage on another one."""

    words: str
    page: Path
    target: Path
    code: str

    @property
    def saved(self) -> Any:
        padded = self.code + "=" * (-len(self.code) % 4)
        return json.loads(base64.urlsafe_b64decode(padded))


@pytest.fixture(scope="module")
def ways(site: Path) -> list[Way]:
    """Every link to a state of a stage, on all pages of the book."""
    made = re.compile(r'<a class="stage-link" href="([^"#]+)#stage=([\w-]+)">(.*?)</a>')
    return [
        Way(unescape(words), page, (page.parent / href).resolve(), code)
        for page in sorted((site / "book").rglob("*.html"))
        for href, code, words in made.findall(page.read_text(encoding="utf-8"))
    ]


def test_each_lesson_has_such_links(ways: list[Way], site: Path) -> None:
    pages = {way.page.stem for way in ways if way.page.parent.name == "classroom"}
    assert {question.lesson for question in QUESTIONS.values()} <= pages


def test_each_link_loads_to_its_very_state(ways: list[Way]) -> None:
    for way in ways:
        saved = way.saved
        assert saved["format"] == FORMAT
        app = find_app(saved["app"])
        model = app.load(saved["model"])
        assert app.save(model) == saved["model"], way.words
        assert f'data-app="{saved["app"]}"' in way.target.read_text(encoding="utf-8"), way.words


def test_the_browser_opens_them(ways: list[Way], browser: Browser, address: str, site: Path) -> None:
    by_app = {way.saved["app"]: way for way in ways if way.saved["app"] != "goose.replay"}
    assert {"classroom.guess", "classroom.lab", "goose.play", "goose.race", "glueckshaus.play"} <= by_app.keys()
    for name, way in by_app.items():
        app = find_app(name)
        expected = app.view(app.load(way.saved["model"]))
        with browser.new_context(reduced_motion="reduce") as context:
            page, visit = context.new_page(), Visit(address)
            listen(page, visit)
            page.goto(f"{address}{way.page.relative_to(site).as_posix()}")
            page.locator("a.stage-link", has_text=way.words).first.click()
            stage = page.locator(f'.fortune-stage[data-app="{name}"]').first
            if expected.again is None:
                expect(stage.locator(".stage-status").first).to_have_text(expected.status, timeout=WAKING)
            else:
                # it goes on by itself, so that only what does not change can be compared
                expect(stage.locator(".stage-picture svg title").first).not_to_be_empty(timeout=WAKING)
            assert visit.troubles == []
            assert visit.foreign == []
