"""The stage on a page, in Chromium: played by mouse and keyboard, opened by links, and with things taken from it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from fortune import palette
from fortune.stage import registry
from fortune.stage.widget import Stage
from serve import SiteServer
from tests.site.visit import WAKING, Visit, listen, until
from tests.stage import toys

pytestmark = pytest.mark.site


@pytest.fixture
def seen(host: SiteServer) -> Visit:
    return Visit(host.address)


@pytest.fixture
def page(context: BrowserContext, host: SiteServer, seen: Visit) -> Iterator[Page]:
    """A page with one stage, not yet awake; whatever went wrong on it fails the test, unless the test forgives it."""
    opened = context.new_page()
    listen(opened, seen)
    opened.goto(host.address + "play.html")
    yield opened
    assert seen.troubles == []
    assert seen.foreign == []


def throw(page: Page, throws: int) -> None:
    """Throw, and wait until so many throws are told."""
    page.get_by_role("button", name="Throw").click()
    shows(page, throws)


def shows(page: Page, throws: int) -> None:
    expect(page.locator(".stage-status")).to_contain_text(f"Throws: {throws}.", timeout=WAKING)


def says(page: Page, sentence: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(sentence, timeout=WAKING)


# keeps each value of the bar that tells how far Python's waking is
NOTE_BARS = """() => {
  window.bars = [];
  new MutationObserver(() => {
    const bar = document.querySelector(".stage-waking progress");
    if (bar) bars.push(bar.value);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def rgb(colour: str) -> str:
    """A colour as browsers tell it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def link_to(saved: object) -> str:
    text = saved if isinstance(saved, str) else json.dumps(saved)
    return "#stage=" + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def game(thrown: list[int], **more: object) -> dict[str, object]:
    model = {"seed": 1, "thrown": thrown, "played": [True] * len(thrown), "name": "Zoë", "rival": False, "waits": False}
    return {"format": 1, "app": "toy.dice", "model": model | more}


class TestBeforeTheFirstAction:
    def test_nothing_is_fetched(self, context: BrowserContext, host: SiteServer) -> None:
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(host.address + "play.html", wait_until="networkidle")
        expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
        assert [url for url in requests if "pyodide" in url or "worker" in url or ".zip" in url] == []
        assert page.workers == []

    def test_the_script_takes_over_what_the_build_wrote(self, browser: Browser, host: SiteServer) -> None:
        parts = [".stage-status", ".stage-message", ".stage-controls"]
        found = []
        for scripts in (False, True):
            with browser.new_context(java_script_enabled=scripts) as context:
                page = context.new_page()
                page.goto(host.address + "play.html")
                if scripts:
                    expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
                found.append([page.locator(part).evaluate("it => it.outerHTML") for part in parts])
        assert found[0] == found[1]

    def test_without_scripts_the_page_says_what_is_missing(self, browser: Browser, host: SiteServer) -> None:
        with browser.new_context(java_script_enabled=False) as context:
            page = context.new_page()
            page.goto(host.address + "walk.html")
            expect(page.get_by_role("img", name="A die: 1")).to_be_visible()
            expect(page.get_by_text("JavaScript is switched off")).to_be_visible()
            page.get_by_text("What the pictures tell").click()
            expect(page.get_by_text("Step 4.")).to_be_visible()


class TestPlay:
    def test_a_cold_click_wakes_python_and_throws(self, page: Page) -> None:
        page.evaluate(NOTE_BARS)
        throw(page, 1)
        expect(page.locator(".stage-waking")).to_have_count(0)
        bars = page.evaluate("bars")
        assert bars == sorted(bars)
        assert len(set(bars)) >= 4, "the bar moves"
        expect(page.get_by_role("log")).to_contain_text("Anna: 1")
        expect(page.locator(".stage-live")).to_have_text("The die shows 1.")
        # the picture before the last one is passed over
        expect(page.locator(".stage-caption")).to_have_text("Anna has thrown 1 times.")

    def test_the_bar_does_not_go_back_for_a_file_that_comes_late(self, context: BrowserContext, page: Page) -> None:
        page.evaluate(NOTE_BARS)
        held: list[Route] = []
        context.route("**/fortune-*.zip", lambda route: held.append(route))
        page.get_by_role("button", name="Throw").click()
        expect(page.locator(".stage-waking")).to_contain_text("Laying out the game", timeout=WAKING)
        held[0].continue_()
        shows(page, 1)
        bars = page.evaluate("bars")
        assert bars == sorted(bars)

    def test_impatience_throws_once(self, page: Page) -> None:
        button = page.get_by_role("button", name="Throw")
        for _ in range(4):
            button.click()
        page.get_by_label("Colour").select_option("Blue")
        expect(page.locator(".stage-picture svg > rect")).to_have_attribute("stroke", "blue", timeout=WAKING)
        shows(page, 1)

    def test_every_control(self, page: Page) -> None:
        throw(page, 1)
        page.get_by_label("Colour").select_option("Blue")
        expect(page.locator(".stage-picture svg > rect")).to_have_attribute("stroke", "blue")
        page.get_by_text("More", exact=True).click()
        page.get_by_label('Your "name"').fill("Ada <b>")
        page.get_by_label('Your "name"').press("Enter")
        expect(page.locator(".stage-status")).to_contain_text("Ada <b> throws next")
        page.get_by_label("Sides").fill("21")
        page.get_by_label("Sides").press("Enter")
        says(page, "The die cannot 'sides' with 21")
        page.get_by_label("Sides").fill("")
        page.get_by_label("Sides").press("Tab")
        says(page, "Sides takes a whole number from 2 to 20.")
        page.get_by_label("Sides").fill("20")
        page.get_by_label("Sides").press("Tab")
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(page.get_by_label("Sides")).to_have_value("20")
        page.get_by_role("button", name="Burst").click()
        says(page, "Something went wrong inside A die to throw (ZeroDivisionError); nothing was changed.")
        page.get_by_role("button", name="Undo").click()
        shows(page, 0)
        assert page.locator("details[open]").count() == 1, "a group stays open"

    def test_a_choice_that_is_new_on_the_list_is_the_chosen_one(self, page: Page) -> None:
        # before the first throw there is one picture, so that the page is drawn once
        page.get_by_label("The left corner").press("Enter")
        expect(page.locator(".stage-picture svg > rect")).to_have_attribute("stroke", "left", timeout=WAKING)
        expect(page.get_by_label("Colour")).to_have_value("left")

    def test_seeds_come_by_chance(self, page: Page) -> None:
        page.get_by_text("More", exact=True).click()
        seeds = set()
        for _ in range(2):
            page.get_by_role("button", name="New game").click()
            until(page, "localStorage.length === 1", timeout=WAKING)
            shows(page, 0)
            seeds.add(page.evaluate("JSON.parse(Object.values(localStorage)[0]).saved.model.seed"))
            throw(page, 1)
        assert len(seeds) == 2
        assert all(0 <= seed < 2**53 for seed in seeds)

    def test_by_keyboard_alone(self, page: Page) -> None:
        page.keyboard.press("Tab")
        left = page.get_by_role("button", name="The left corner")
        expect(left).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".stage-picture svg > rect")).to_have_attribute("stroke", "left", timeout=WAKING)
        expect(left).to_be_focused()
        page.keyboard.press("t")
        shows(page, 1)
        expect(left).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        expect(page.locator(".stage-picture svg > rect")).to_have_attribute("stroke", "right")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Throw")).to_be_focused()
        page.keyboard.press("Enter")
        shows(page, 2)
        page.keyboard.press("Tab")
        undo = page.get_by_role("button", name="Undo")
        for left_over in (1, 0):
            page.keyboard.press("Space")
            shows(page, left_over)
        # a button that can do nothing any more keeps the focus
        expect(undo).to_be_focused()
        expect(undo).to_have_attribute("aria-disabled", "true")

    def test_of_many_squares_tab_stops_at_one_and_arrows_lead_on(
        self, context: BrowserContext, host: SiteServer
    ) -> None:
        page = context.new_page()
        page.goto(host.address + "odds.html")
        square = '.stage-picture svg [data-value="{}"]'.format
        page.locator(square(0)).focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(square(63))).to_be_focused()
        for _ in range(20):
            page.keyboard.press("ArrowRight")
        expect(page.locator(square(19))).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".stage-status")).to_contain_text("The inn (19): ", timeout=WAKING)
        expect(page.locator(square(19))).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_label("Ruleset", exact=True)).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(page.locator(square(19))).to_be_focused()

    def test_keys_are_letters_in_a_field_and_elsewhere(self, page: Page) -> None:
        throw(page, 1)
        page.get_by_text("More", exact=True).click()
        page.get_by_label('Your "name"').focus()
        page.keyboard.press("End")
        page.keyboard.type("tt")
        page.keyboard.press("Enter")
        expect(page.locator(".stage-status")).to_have_text("Annatt throws next. Throws: 1.")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("t")
        page.get_by_role("button", name="Undo").click()
        shows(page, 0)

    def test_the_computer_answers_after_a_pause(self, page: Page) -> None:
        page.get_by_text("More", exact=True).click()
        page.get_by_label("The computer answers").check()
        throw(page, 1)
        shows(page, 2)
        expect(page.get_by_role("log")).to_contain_text("The computer: ")
        # any other action takes its place
        throw(page, 3)
        page.get_by_role("button", name="Undo").click()
        shows(page, 2)
        page.wait_for_timeout(1500)
        shows(page, 2)
        # and it can be held, and let go
        throw(page, 3)
        page.get_by_role("button", name="Pause").click()
        page.wait_for_timeout(1500)
        shows(page, 3)
        page.get_by_role("button", name="Go on").click()
        shows(page, 4)

    def test_two_stages_share_one_python(self, context: BrowserContext, host: SiteServer) -> None:
        page = context.new_page()
        page.goto(host.address + "both.html")
        for place in (0, 1, 0):
            page.get_by_role("button", name="Throw").nth(place).click()
            expect(page.locator(".stage-live").nth(place)).to_contain_text("The die shows", timeout=WAKING)
            expect(page.locator(".stage-waking")).to_have_count(0, timeout=WAKING)
        expect(page.locator(".stage-status").nth(0)).to_contain_text("Throws: 2.")
        expect(page.locator(".stage-status").nth(1)).to_contain_text("Throws: 1.")
        assert len(page.workers) == 1

    def test_a_chart_is_drawn_when_there_is_one(self, page: Page) -> None:
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Draw a chart").check()
        bars = page.locator(".chart-plot .bars path")
        expect(bars).to_have_count(2, timeout=WAKING)
        light = page.locator(".chart-plot .main-svg").first.evaluate("svg => svg.style.background")
        throw(page, 1)
        expect(bars).to_have_count(2)
        assert light


class TestMotion:
    def test_pictures_follow_each_other(self, page: Page) -> None:
        throw(page, 1)
        expect(page.locator(".stage-caption")).to_have_text("Anna has thrown 1 times.")
        page.evaluate(
            """() => {
              window.captions = [];
              const caption = document.querySelector(".stage-caption");
              new MutationObserver(() => captions.push(caption.textContent))
                .observe(caption, { childList: true, characterData: true, subtree: true });
            }"""
        )
        throw(page, 2)
        expect(page.locator(".stage-caption")).to_have_text("Anna has thrown 2 times.")
        assert page.evaluate("captions") == ["The die rolls.", "Anna has thrown 2 times."]

    def test_reduced_motion_steps_instead(self, page: Page) -> None:
        page.emulate_media(reduced_motion="reduce")
        throw(page, 1)
        expect(page.locator(".stage-caption")).to_have_text("Anna has thrown 1 times.")
        page.get_by_role("button", name="Back").click()
        expect(page.locator(".stage-caption")).to_have_text("The die rolls.")
        expect(page.locator(".stage-live")).to_have_text("The die rolls.")
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".stage-caption")).to_have_text("Anna has thrown 1 times.")

    @pytest.mark.parametrize("disk", [False, True], ids=["server", "file"])
    def test_a_replay_needs_no_python(
        self, context: BrowserContext, host: SiteServer, stages: Path, disk: bool
    ) -> None:
        page = context.new_page()
        address = (stages / "walk.html").as_uri() if disk else host.address + "walk.html"
        seen = Visit(address)
        listen(page, seen)
        page.goto(address)
        caption = page.locator(".stage-caption")
        page.get_by_role("button", name="Next").click()
        expect(caption).to_have_text("Step 2.")
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        slider = page.get_by_role("slider", name="Picture")
        slider.press("End")
        expect(caption).to_have_text("Step 4.")
        expect(slider).to_have_attribute("aria-valuetext", "Picture 4 of 4. Step 4.")
        page.get_by_role("button", name="Back").click()
        expect(caption).to_have_text("Step 3.")
        page.get_by_role("button", name="Play").click()
        expect(caption).to_have_text("Step 4.")
        page.get_by_role("button", name="Play").click()
        expect(caption).to_have_text("Step 1.")
        expect(caption).to_have_text("Step 4.")
        expect(page.locator(".stage-picture > .stage-ground:first-child circle")).to_have_count(1)
        over, under = (page.locator(f".stage-picture {svg}").bounding_box() for svg in ("> svg", ".stage-ground > svg"))
        assert over == under, "what all pictures have in common lies right under them"
        assert page.workers == []
        assert seen.troubles == []


class TestLinksAndReloads:
    def test_a_link_opens_elsewhere(self, page: Page, browser: Browser, context: BrowserContext) -> None:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        throw(page, 1)
        throw(page, 2)
        page.get_by_role("button", name="Copy a link").click()
        expect(page.locator(".stage-note")).to_have_text("The link is copied.")
        link = page.evaluate("navigator.clipboard.readText()")
        log = page.get_by_role("log").inner_text()
        with browser.new_context() as fresh:
            other = fresh.new_page()
            other.goto(link)
            shows(other, 2)
            assert other.get_by_role("log").inner_text() == log
            throw(other, 3)
            # the link has done its work: a reload goes on with the game
            other.reload()
            shows(other, 3)
        throw(page, 3)

    def test_without_a_clipboard_the_link_stands_in_a_field(self, page: Page) -> None:
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.get_by_role("button", name="Copy a link").click()
        expect(page.get_by_label("The link")).to_have_value(re.compile("#stage=[A-Za-z0-9_-]+$"))

    def test_a_reload_resumes_and_fetches_nothing(self, page: Page) -> None:
        throw(page, 1)
        page.reload()
        shows(page, 1)
        page.wait_for_load_state("networkidle")
        assert page.workers == []
        throw(page, 2)
        expect(page.get_by_role("log").get_by_role("listitem")).to_have_count(2)

    def test_nothing_is_lost_by_leaving_at_once(self, context: BrowserContext, host: SiteServer) -> None:
        page = context.new_page()
        # what is put off for a moment comes too late
        page.add_init_script("const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms || 60_000)")
        page.goto(host.address + "play.html")
        throw(page, 1)
        page.reload()
        shows(page, 1)

    def test_start_afresh_forgets(self, page: Page) -> None:
        throw(page, 1)
        first = page.get_by_role("log").inner_text()
        page.get_by_role("button", name="Start afresh").click()
        shows(page, 0)
        page.reload()
        shows(page, 0)
        throw(page, 1)
        assert page.get_by_role("log").inner_text() == first

    def test_a_link_wins_over_what_is_remembered(self, page: Page, host: SiteServer) -> None:
        throw(page, 1)
        # the same page with another fragment: no reload
        page.goto(host.address + "play.html" + link_to(game([5, 5, 5])))
        shows(page, 3)
        expect(page.locator(".stage-status")).to_contain_text("Zoë")
        page.reload()
        shows(page, 3)

    def test_a_bad_link_is_a_sentence_and_the_game_begins(
        self, context: BrowserContext, host: SiteServer, seen: Visit
    ) -> None:
        bad = {
            link_to(game([1]) | {"format": 0}): "made by another version of the book",
            link_to(game([1]) | {"app": "goose.play"}): "belongs to 'goose.play'",
            link_to({"format": 1, "app": "toy.dice", "model": "<img src=x>"}): "This is no game of dice",
            link_to("[" * 100_000): "cannot be read",
            link_to("<script>alert(1)</script>"): "cannot be read",
            "#stage=%%%": "cannot be read",
            "#stage=": "cannot be read",
        }
        page = context.new_page()
        listen(page, seen)
        page.goto(host.address + "play.html" + next(iter(bad)))
        for place, (fragment, sentence) in enumerate(bad.items()):
            page.evaluate("fragment => { location.hash = fragment; }", fragment)
            says(page, sentence)
            shows(page, place)
            throw(page, place + 1)
            expect(page.get_by_role("alert")).to_be_hidden()
        assert seen.troubles == []

    def test_a_game_of_an_older_book_is_offered(self, page: Page) -> None:
        throw(page, 1)
        page.evaluate(
            """() => {
              for (const store of [localStorage, sessionStorage]) {
                const [key] = Object.keys(store);
                store.setItem(key, JSON.stringify({ ...JSON.parse(store.getItem(key)), version: "older" }));
              }
            }"""
        )
        page.reload()
        shows(page, 0)
        page.get_by_role("button", name="Go on with the game of your last visit").click()
        shows(page, 1)

    def test_rubbish_in_the_memory_is_passed_over(self, page: Page) -> None:
        throw(page, 1)
        fill = (
            "text => [localStorage, sessionStorage].forEach((s) => Object.keys(s).forEach((k) => s.setItem(k, text)))"
        )
        for rubbish in ("{", "null", '{"saved": 1}', '{"saved": {}, "view": {"frames": null}}', ""):
            page.evaluate(fill, rubbish)
            page.reload()
            shows(page, 0)


class TestWhenThingsFail:
    def test_a_killed_worker_comes_back_with_the_game(self, page: Page) -> None:
        throw(page, 1)
        page.workers[0].evaluate("setTimeout(() => self.close())")
        page.wait_for_timeout(300)
        throw(page, 2)
        expect(page.get_by_role("log").get_by_role("listitem")).to_have_count(2)

    def test_a_worker_killed_at_work_does_it_again(self, page: Page) -> None:
        throw(page, 1)
        page.workers[0].evaluate("const was = self.onmessage; self.onmessage = () => self.close()")
        throw(page, 2)
        throw(page, 3)

    def test_a_blocked_file_is_named_and_can_be_tried_again(self, context: BrowserContext, host: SiteServer) -> None:
        page = context.new_page()
        page.goto(host.address + "play.html")
        press = "Throw"
        for blocked in (
            "stage-worker.js*",
            "fortune-*.zip",
            "pyodide.mjs",
            "pyodide.asm.mjs",
            "pyodide.asm.wasm",
            "python_stdlib.zip",
        ):
            context.route(f"**/{blocked}", lambda route: route.abort())
            page.get_by_role("button", name=press).click()
            says(page, "Python could not be woken")
            says(page, "its program" if "worker" in blocked else blocked.partition("*")[0])
            shows(page, 0)
            expect(page.locator(".stage-picture svg")).to_be_visible()
            context.unroute_all()
            press = "Try again"
        page.get_by_role("button", name=press).click()
        shows(page, 1)
        expect(page.get_by_role("alert")).to_be_hidden()

    def test_a_page_in_place_of_a_program(self, context: BrowserContext, host: SiteServer) -> None:
        def login(route: Route) -> None:
            route.fulfill(status=200, content_type="text/html", body="<title>Sign in</title>")

        page = context.new_page()
        page.goto(host.address + "play.html")
        context.route("**/pyodide.asm.wasm", login)
        page.get_by_role("button", name="Throw").click()
        says(page, "pyodide.asm.wasm is damaged")

    @pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
    def test_a_browser_that_cannot(self, context: BrowserContext, host: SiteServer, missing: str) -> None:
        page = context.new_page()
        page.add_init_script(f"Object.defineProperty(window, '{missing}', {{ value: undefined }})")
        page.goto(host.address + "play.html")
        page.get_by_role("button", name="Throw").click()
        says(page, "This browser cannot run Python")
        shows(page, 0)

    def test_a_page_from_a_file_says_why_it_cannot(self, context: BrowserContext, stages: Path) -> None:
        page = context.new_page()
        address = (stages / "play.html").as_uri()
        seen = Visit(address)
        listen(page, seen)
        page.goto(address)
        page.get_by_role("button", name="Throw").click()
        says(page, "opened from a file")
        expect(page.locator(".stage-picture svg")).to_be_visible()
        assert seen.troubles == []


class TestLayout:
    def test_narrow_and_thumbs(self, page: Page) -> None:
        page.set_viewport_size({"width": 360, "height": 740})
        throw(page, 1)
        page.get_by_text("More", exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        small = page.evaluate(
            """() => [...document.querySelectorAll(".fortune-stage :is(button, select, summary, input)")]
              .map((part) => (part.closest("label") ?? part))
              .filter((part) => part.getClientRects().length && part.getBoundingClientRect().height < 44)
              .map((part) => part.outerHTML)"""
        )
        assert small == []

    def test_every_control_has_a_name(self, page: Page) -> None:
        page.get_by_text("More", exact=True).click()
        nameless = page.evaluate(
            """() => [...document.querySelectorAll(".fortune-stage :is(select, input, progress)")]
              .filter((field) => !field.labels.length && !field.ariaLabel).map((field) => field.outerHTML)"""
        )
        assert nameless == []
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((part) => part.id)")
        assert len(ids) == len(set(ids))

    def test_print_keeps_the_board_and_the_log(self, page: Page) -> None:
        throw(page, 1)
        page.emulate_media(media="print")
        expect(page.locator(".stage-picture svg")).to_be_visible()
        expect(page.get_by_role("log")).to_be_visible()
        expect(page.get_by_role("button", name="Throw")).to_be_hidden()


def as_sent(stage: Stage) -> dict[str, object]:
    """What the browser's side gets of the widget."""
    state = stage.get_state()
    return {name: state[name] for name in ("view", "saved")}


class TestWidget:
    """The notebook's form of the stage, with a model that talks to the kernel's side in this process."""

    MODEL = """async () => {
      const listeners = new Map();
      const state = JSON.parse(await kernel("null"));
      const tell = (name, value) => (listeners.get(name) ?? []).forEach((listener) => listener(value));
      window.sync = (fresh) => { Object.assign(state, fresh); tell("change:view"); };
      const model = {
        get: (name) => state[name],
        on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
        off: (name, listener) => listeners.set(name, listeners.get(name).filter((one) => one !== listener)),
        send: async (content) => {
          const { sent, ...fresh } = JSON.parse(await kernel(JSON.stringify(content)));
          sync(fresh);
          sent.forEach((message) => tell("msg:custom", message));
        },
      };
      const { default: widget } = await import("./widget.js");
      window.close = await widget.render({ model, el: document.querySelector("main") });
    }"""

    @pytest.fixture
    def stage(self, monkeypatch: pytest.MonkeyPatch) -> Stage:
        monkeypatch.setitem(registry.APPS, "toy.dice", f"{toys.__name__}:Dice")
        monkeypatch.setitem(registry.APPS, "toy.walk", f"{toys.__name__}:Walk")
        return Stage("toy.dice")

    @pytest.fixture
    def notebook(
        self, stage: Stage, context: BrowserContext, host: SiteServer, stages: Path, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[Page]:
        sent: list[object] = []
        monkeypatch.setattr(stage, "send", sent.append)

        def kernel(content: str) -> str:
            sent.clear()
            stage._handle_custom_msg(json.loads(content), [])
            return json.dumps(as_sent(stage) | {"sent": sent})

        (stages / "widget.js").write_text(stage._esm, encoding="utf-8")
        (stages / "widget.html").write_text(
            f"<!doctype html><title>Notebook</title><style>{stage._css}</style><main></main>", encoding="utf-8"
        )
        page = context.new_page()
        seen = Visit(host.address)
        listen(page, seen)
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.expose_function("kernel", kernel)
        page.goto(host.address + "widget.html")
        page.evaluate(self.MODEL)
        yield page
        assert seen.troubles == []
        assert seen.foreign == []

    def test_it_plays_on_the_kernel(self, notebook: Page, stage: Stage) -> None:
        throw(notebook, 1)
        assert len(stage.saved["model"]["thrown"]) == 1
        expect(notebook.get_by_role("button", name="Throw")).to_be_focused()
        notebook.get_by_text("More", exact=True).click()
        notebook.get_by_role("button", name="Burst").click()
        says(notebook, "ZeroDivisionError")
        # there is neither a page to link to nor a memory of its own
        expect(notebook.get_by_role("button", name="Start afresh")).to_have_count(0)

    def test_it_follows_what_another_cell_does(self, notebook: Page, stage: Stage) -> None:
        throw(notebook, 1)
        stage.act("throw")
        notebook.evaluate("fresh => sync(fresh)", as_sent(stage))
        shows(notebook, 2)

    def test_its_charts_are_drawn_with_the_kernel_s_plotly(self, notebook: Page) -> None:
        notebook.get_by_text("More", exact=True).click()
        notebook.get_by_label("Draw a chart").check()
        expect(notebook.locator(".chart-plot .bars path")).to_have_count(2, timeout=WAKING)

    def test_it_follows_the_notebook_into_the_dark(self, notebook: Page) -> None:
        notebook.get_by_text("More", exact=True).click()
        notebook.get_by_label("Draw a chart").check()
        bar = notebook.locator(".chart-plot .bars path").first
        blue = palette.PALETTE["blue"]
        expect(bar).to_have_css("fill", rgb(blue.light), timeout=WAKING)
        notebook.evaluate("document.body.dataset.jpThemeLight = 'false'")
        expect(bar).to_have_css("fill", rgb(blue.dark))
        expect(notebook.locator(".stage-leaf")).to_have_css("background-color", rgb(palette.PALETTE["paper"].dark))

    def test_a_closed_view_is_quiet(self, notebook: Page, stage: Stage) -> None:
        notebook.evaluate("close()")
        stage.act("throw")
        notebook.evaluate("fresh => sync(fresh)", as_sent(stage))
        shows(notebook, 0)
