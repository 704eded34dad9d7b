"""axe over every page of ours and over each app at work: no violation of WCAG 2.1 A or AA, nor of its best practice.

Each page is loaded once; everything folded is opened, and it is looked at in the light and in the dark, on a desktop
and on a telephone. What axe cannot judge, as the words in pictures, tests/test_palette.py and test_keyboard.py do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fortune.stage import registry
from tests.site.visit import WAKING

pytestmark = pytest.mark.site

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules to which it makes a difference whether a page is light or dark."""

# Opens all that is folded, as a reader can: folds, solutions, and charts that wait until they are seen.
OPEN = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const button of document.querySelectorAll(".toggle-button-hidden")) button.click();
}"""

# Two pictures are drawn before axe looks: what changes with the size is told to scripts after the first one.
# The strokes of a formula are hidden from all readers but the eye, and by the thousand.
RUN = """async ([runOnly, within]) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const where = { include: [[within]], exclude: [[".maths svg"]] };
  const { violations } = await axe.run(where, { runOnly, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replaceAll(/\\s+/g, " ")}`));
}"""


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Page]:
    """One tab for all pages. Without motion: what is half faded in has no contrast yet."""
    with browser.new_context(reduced_motion="reduce", bypass_csp=True) as context:
        yield context.new_page()


def found(page: Page, tags: list[str], within: str = "html") -> list[str]:
    """What axe finds amiss, each with the rule, the element and where it was so."""
    # evaluated, and not put into the page, whose policy lets no script of another in
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(OPEN)
    amiss = []
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        for mode, rules in (("light", {"type": "tag", "values": tags}), ("dark", {"type": "rule", "values": COLOURS})):
            page.evaluate("mode => { document.documentElement.dataset.theme = mode; }", mode)
            amiss += [f"{width} px, {mode}: {what}" for what in page.evaluate(RUN, [rules, within])]
    return amiss


def test_axe_finds_what_is_amiss(reader: Page) -> None:
    reader.set_content("<title>T</title><p style='color: #bbb; background: #fff'>pale</p><img src='data:,'>")
    amiss = " ".join(found(reader, WCAG))
    for rule in ("color-contrast", "image-alt", "html-has-lang"):
        assert f"1280 px, light: {rule}" in amiss
    assert "360 px, dark: color-contrast" in amiss


def test_every_page(reader: Page, address: str, pages: list[str]) -> None:
    amiss: dict[str, list[str]] = {}
    for name in pages:
        reader.goto(address + name)
        if what := found(reader, [*WCAG, "best-practice"]):
            amiss[name] = what
    assert amiss == {}


AT_WORK = {
    "glueckshaus.play": "[data-do='throw']",
    "glueckshaus.replay": "[data-part='next']",
    "glueckshaus.odds": "[data-do='full']",
    "goose.play": "[data-do='throw']",
    "goose.replay": "[data-part='next']",
    "goose.odds": "[data-do='square'][data-value='6']",
    "goose.race": "[data-do='play.100']",
    "tablero.play": "[data-do='throw']",
    "tablero.replay": "[data-part='next']",
    "tablero.line": "[data-do='roll']",
    "classroom.lab": "[data-do='ask.next']",
    "classroom.guess": "[data-do='truth']",
    "classroom.tally": "[data-do='call.7']",
    "chance.walk": "[data-do='throw.100']",
}
"""What is pressed in each app, by its id."""


def test_no_app_is_left_out() -> None:
    assert AT_WORK.keys() == registry.APPS.keys()


@pytest.mark.parametrize("app", AT_WORK)
def test_an_app_at_work(reader: Page, staged: str, app: str) -> None:
    reader.goto(f"{staged}{app}.html")
    reader.locator(AT_WORK[app]).press("Enter")
    # what has happened is told, and no more that Python wakes
    expect(reader.locator(".stage-live")).to_have_text(re.compile("^(?!Python is waking).+"), timeout=WAKING)
    expect(reader.locator(".stage-waking")).to_have_count(0, timeout=WAKING)
    assert found(reader, WCAG, ".fortune-stage") == []
    reader.set_viewport_size({"width": 1280, "height": 900})
    present = reader.locator("[data-do='present']")
    if present.count():
        present.click()
        reader.keyboard.press("?")
        assert found(reader, WCAG, ".stage-presenting") == []
