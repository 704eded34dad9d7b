"""What a page may load: every page says so, no page of ours minds, and what does not belong there does not run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.site.visit import WAKING, Visit, draw_charts, listen, until

pytestmark = pytest.mark.site

PLAY = "book/glueckshaus/play.html"
ODDS = "book/glueckshaus/odds.html"
TOLD = "Content Security Policy"
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')

# Runs before anything else in a page and in its frames: what the policy forbade is kept, and a test can ask for it.
WATCH = """
if (top === window) window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) =>
  top.forbidden.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""


@pytest.fixture
def page(context: BrowserContext) -> Page:
    context.add_init_script(WATCH)
    return context.new_page()


def forbidden(page: Page) -> list[str]:
    found: list[str] = page.evaluate("forbidden")
    return found


def policy_of(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8")
    (found,) = _POLICY.findall(text)
    assert text.index(found) < text.index("<link")
    assert "<script" not in text[: text.index(found)]
    return dict(directive.split(" ", 1) for directive in found.split("; "))


def test_every_page_has_a_policy_without_a_hole(site: Path, pages: list[str]) -> None:
    for name in pages:
        policy = policy_of(site / name)
        assert policy["script-src"].startswith("'self' 'wasm-unsafe-eval' 'sha256-")
        allowed = " ".join(policy.values())
        assert "http" not in allowed, f"{name}: {allowed}"
        assert "*" not in allowed, f"{name}: {allowed}"
        assert [name for name, sources in policy.items() if "'unsafe-inline'" in sources] == ["style-src"]
        assert policy["object-src"] == "'none'"
        assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'self'"
        assert '<meta name="referrer" content="no-referrer">' in (site / name).read_text(encoding="utf-8")


def test_no_page_asks_for_more_than_it_may(visits: list[Visit]) -> None:
    """At load and with all charts drawn; that the console tells of what is refused is tried below."""
    minded = {visit.address: told for visit in visits if (told := [line for line in visit.troubles if TOLD in line])}
    assert minded == {}


def test_python_plays_and_the_presenting_view_opens(page: Page, address: str) -> None:
    visit = Visit(address)
    listen(page, visit)
    page.goto(address + "book/classroom/dice-lab.html")
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".stage-presenting")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator('[data-thrown="1"]')).to_have_count(1, timeout=WAKING)
    page.keyboard.press("Escape")
    expect(page.locator(".stage-presenting")).to_have_count(0)
    assert forbidden(page) == []
    assert visit.troubles == []


def test_a_chart_that_python_draws(page: Page, address: str) -> None:
    page.goto(address + "book/goose/odds.html")
    stage = page.locator(".fortune-stage").first
    before = stage.locator(".chart-plot").get_attribute("aria-label") or ""
    # another ruleset with one player, of which the chart is drawn anew
    stage.get_by_label("Ruleset", exact=True).select_option("classic_literal")
    expect(stage.locator(".chart-plot")).not_to_have_attribute("aria-label", before, timeout=WAKING)
    expect(stage.locator(".chart-plot svg.main-svg").first).to_be_visible()
    assert forbidden(page) == []


def test_the_search_searches(page: Page, address: str) -> None:
    page.goto(address + "search.html?q=wedding")
    expect(page.locator("#search-results li").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert forbidden(page) == []


def test_the_button_for_the_full_screen_still_works(page: Page, address: str) -> None:
    page.goto(address + PLAY)
    page.locator(".btn-fullscreen-button:visible").click()
    until(page, "document.fullscreenElement !== null")
    page.locator(".btn-fullscreen-button:visible").click()
    until(page, "document.fullscreenElement === null")
    assert forbidden(page) == []


TRIP = "TRIP = 'window.pwned=1', add = (html) => document.body.insertAdjacentHTML('beforeend', html), null"
INTRUDERS = {
    "a script": "const tag = document.createElement('script'); tag.textContent = TRIP; document.body.append(tag)",
    "a handler": "add(`<img src=x onerror='${TRIP}'>`)",
    "a link": "add(`<a id=trip href='javascript:${TRIP}'>x</a>`); trip.click()",
    # what a test says itself is not bound by the policy, but what the page does a moment later is
    "a text that is run": "setTimeout(() => { try { eval(TRIP) } catch {} })",
    "a text that is run later": "setTimeout(() => { try { setTimeout(TRIP) } catch {} })",
    "a frame": "add(`<iframe srcdoc='<script>parent.${TRIP}</script>'></iframe>`)",
    "another host's script": "const tag = document.createElement('script'); tag.src = 'https://example.org/x.js'; "
    "document.body.append(tag)",
    "another host's picture": "new Image().src = 'https://example.org/x.png'",
    "a message to another host": "fetch('https://example.org/', { method: 'POST', body: 'x' }).catch(() => {})",
}


@pytest.mark.parametrize("what", INTRUDERS)
def test_what_does_not_belong_there_does_not_run(page: Page, address: str, what: str) -> None:
    failures: list[str | None] = []
    page.on("requestfailed", lambda request: failures.append(request.failure))
    page.on("response", lambda response: failures.append(None if "example.org" in response.url else "csp"))
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.goto(address + PLAY)
    page.evaluate(TRIP)
    page.evaluate(f"() => {{ {INTRUDERS[what]} }}")
    until(page, "forbidden.length > 0")
    assert page.evaluate("window.pwned") is None
    # no host was asked: what the browser tells of is what it refused to send
    assert set(failures) == {"csp"}
    assert what.startswith("a text that is run") or [text for text in console if TOLD in text]


def test_the_policy_holds_for_pages_from_a_disk(page: Page, site: Path) -> None:
    page.goto((site / PLAY).as_uri())
    expect(page.get_by_role("button", name="Start afresh")).to_be_visible()
    page.goto((site / ODDS).as_uri())
    draw_charts(page)
    assert page.locator(".chart-plot svg.main-svg").count() > 0
    assert forbidden(page) == []
    page.evaluate(TRIP)
    page.evaluate(f"() => {{ {INTRUDERS['a script']} }}")
    until(page, "forbidden.length > 0")
    assert page.evaluate("window.pwned") is None
