"""The class's own dice in Chromium: called out, pasted, asked about, saved to a file and loaded from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from fortune.classroom.tallies import places, read, to_csv
from tests.site.visit import NARROW, WAKING, Visit, listen, too_small

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def opened(browser: Browser, staged: str) -> Iterator[tuple[Page, Visit]]:
    """A narrow page whose Python wakes once; each test starts afresh."""
    narrow: ViewportSize = {"width": NARROW["width"], "height": NARROW["height"]}
    with browser.new_context(reduced_motion="reduce", viewport=narrow, accept_downloads=True) as context:
        page, visit = context.new_page(), Visit(staged)
        listen(page, visit)
        page.goto(staged + "tally.html")
        yield page, visit


@pytest.fixture
def page(opened: tuple[Page, Visit]) -> Iterator[Page]:
    """That page; whatever goes wrong on it, and whatever it asks of another host, fails the test."""
    page, visit = opened
    page.get_by_role("button", name="Start afresh").click()
    counted(page, {})
    yield page
    assert visit.troubles == []
    assert visit.foreign == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def counted(page: Page, counts: dict[int, int], dice: int = 2) -> None:
    """The page shows these counts, and no others."""
    for place in places(dice):
        expect(page.locator(f'.stage-picture [data-column="{place}"]')).to_have_attribute(
            "data-counted", str(counts.get(place, 0)), timeout=WAKING
        )


def unfold(page: Page, name: str) -> None:
    group = page.locator("details.stage-group", has=page.locator("summary", has_text=name))
    if group.get_attribute("open") is None:
        group.locator("summary").click()


def paste(page: Page, text: str) -> None:
    if page.locator("textarea").is_hidden():
        unfold(page, "Paste or type many")
    page.get_by_role("textbox", name="Throws").fill(text)
    page.get_by_role("button", name="Read it").click()


def message(page: Page) -> Locator:
    return page.locator(".stage-message")


def test_the_page_shows_it_all_before_python_is_awake_and_the_script_takes_it_over(
    browser: Browser, staged: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        bare = context.new_page()
        bare.goto(staged + "tally.html")
        expect(bare.locator(".stage-status")).to_have_text("Are our dice fair?")
        built = bare.locator(".stage-controls").evaluate("box => box.innerHTML")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(staged + "tally.html")
        expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
        assert page.locator(".stage-controls").evaluate("box => box.innerHTML") == built


def test_results_are_called_out_by_press_and_by_key(page: Page) -> None:
    page.get_by_role("button", name="7", exact=True).click()
    counted(page, {7: 1})
    page.locator(".fortune-stage").focus()
    for key in ("7", "0", "e", "t", "2"):
        page.keyboard.press(key)
    counted(page, {2: 1, 7: 2, 10: 1, 11: 1, 12: 1})
    expect(page.locator(".stage-live")).to_have_text("2 is counted. 6 throws: too few for a test.")
    page.keyboard.press("u")
    counted(page, {7: 2, 10: 1, 11: 1, 12: 1})
    page.reload()
    counted(page, {7: 2, 10: 1, 11: 1, 12: 1})


def test_how_often_each_came_is_typed(page: Page) -> None:
    unfold(page, "How often each came")
    field = page.get_by_role("spinbutton", name="7", exact=True)
    field.fill("40")
    field.press("Tab")
    counted(page, {7: 40})
    page.keyboard.type("12")
    page.keyboard.press("Tab")
    counted(page, {7: 40, 8: 12})
    expect(page.locator(".stage-status")).to_have_text("52 throws: very rare for fair dice.")


def test_no_call_is_lost_while_python_wakes(browser: Browser, staged: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(staged + "tally.html")
        page.locator(".fortune-stage").focus()
        for key in ("7", "7", "8", "7"):
            page.keyboard.press(key)
        counted(page, {7: 3, 8: 1})


def test_a_text_that_is_refused_is_refused_in_words(page: Page) -> None:
    paste(page, "2: 900000, 3: 900000")
    expect(message(page)).to_contain_text("can be counted here")
    expect(page.locator(".fortune-stage")).to_have_attribute("aria-busy", "false")
    expect(message(page)).to_contain_text("can be counted here")
    counted(page, {})


def test_a_paste_is_read_and_said(page: Page) -> None:
    paste(page, "7 5 9\n6-3; (5,4)\t7,0")
    counted(page, {5: 1, 7: 2, 9: 3})
    expect(page.locator(".stage-caption")).to_contain_text("Read as totals and pairs: 6 throws added.")
    expect(page.get_by_role("textbox", name="Throws")).to_have_value("")
    page.get_by_role("textbox", name="Throws").fill("2 2 2")
    page.keyboard.press("Tab")
    counted(page, {2: 3, 5: 1, 7: 2, 9: 3})


def test_wrong_entries_are_named_and_left_out_with_consent(page: Page) -> None:
    paste(page, "7 5 13\n=1+1 9\n")
    expect(message(page)).to_contain_text("line 1, entry 3, “13”: two dice make 2 to 12", timeout=WAKING)
    expect(message(page)).to_contain_text("line 2, entry 1, “=1+1”: formulas")
    counted(page, {})
    expect(page.get_by_role("textbox", name="Throws")).to_have_value("7 5 13\n=1+1 9\n")
    page.get_by_role("button", name="Leave them out, count 3 throws").click()
    counted(page, {5: 1, 7: 1, 9: 1})
    expect(message(page)).to_be_hidden()
    paste(page, "7 x")
    expect(message(page)).to_contain_text("1 entry cannot be read")
    paste(page, "7 8")
    counted(page, {5: 1, 7: 2, 8: 1, 9: 1})


def test_what_could_be_several_things_is_asked(page: Page) -> None:
    paste(page, "3\t4\n5\t2")
    expect(page.locator(".stage-status")).to_have_text("What are these numbers?", timeout=WAKING)
    page.get_by_role("button", name="They are pairs of dice").click()
    counted(page, {7: 2})


def test_counts_are_saved_as_a_file_and_loaded_again(page: Page, tmp_path: Path) -> None:
    paste(page, "7 7 7 2 12 5-4")
    counted(page, {2: 1, 7: 3, 9: 1, 12: 1})
    unfold(page, "Save and load")
    with page.expect_download() as caught:
        page.get_by_role("link", name="Save as CSV").click()
    assert caught.value.suggested_filename == "two-dice.csv"
    kept = tmp_path / "kept.csv"
    caught.value.save_as(kept)
    assert read(kept.read_text(encoding="utf-8")).thrown == 6
    page.get_by_role("button", name="Set all to 0").click()
    counted(page, {})
    for _ in range(2):
        # the same file again is a change as well
        page.get_by_label("Load a CSV").set_input_files(kept)
        counted(page, {2: 1, 7: 3, 9: 1, 12: 1})
        page.get_by_role("button", name="Undo").click()
        counted(page, {})


def test_files_of_other_programs(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    unfold(page, "Save and load")
    file.write_bytes("total\tcount\r\n2\t4\r\n3\t5\r\n".encode("utf-16"))
    page.get_by_label("Load a CSV").set_input_files(file)
    counted(page, {2: 4, 3: 5})
    file.write_bytes(b"\xef\xbb\xbfSumme;Anzahl\r\n2;6,0\r\n3;1,0\r\n")
    page.get_by_label("Load a CSV").set_input_files(file)
    counted(page, {2: 6, 3: 1})
    file.write_bytes(b"7 " * 600_000)
    page.get_by_label("Load a CSV").set_input_files(file)
    expect(message(page)).to_contain_text("other.csv is too large")
    counted(page, {2: 6, 3: 1})
    file.write_bytes(bytes(range(256)))
    page.get_by_label("Load a CSV").set_input_files(file)
    expect(message(page)).to_contain_text("Save the sheet as CSV")
    counted(page, {2: 6, 3: 1})
    unfold(page, "Save and load")
    file.write_text(to_csv([1] * 6, 1), encoding="utf-8")
    page.get_by_label("Load a CSV").set_input_files(file)
    counted(page, dict.fromkeys(places(1), 1), dice=1)


def test_dice_that_may_be_loaded_are_thrown_and_named(page: Page) -> None:
    unfold(page, "Dice that may be loaded")
    page.get_by_role("button", name="Take some dice").click()
    page.get_by_role("button", name="Throw 1,000 times").click(timeout=WAKING)
    expect(page.locator(".stage-status")).to_contain_text("1,000 throws")
    page.get_by_role("button", name=re.compile("^A six twice")).click()
    expect(page.locator(".stage-status")).to_contain_text(
        re.compile("^(Found out|Something else): .*, after 1,000 throws")
    )
    page.get_by_role("button", name="Back to our own").click()
    counted(page, {})


def test_a_link_keeps_the_counts(page: Page, browser: Browser) -> None:
    page.get_by_role("button", name="7", exact=True).click()
    counted(page, {7: 1})
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("The link").input_value()
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(link)
        counted(other, {7: 1})


def test_on_a_projector_it_is_legible(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    for call in ("7", "6", "11"):
        page.locator(f'[data-do="call.{call}"]').click()
    counted(page, {7: 1, 6: 1, 11: 1})
    page.get_by_role("button", name="Fill the screen").click()
    assert too_small(page) == []
    page.locator(".fortune-stage").press("8")
    counted(page, {7: 1, 6: 1, 11: 1, 8: 1})
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
