"""One visit of one page in Chromium, and everything that the tests want to know of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

NARROW = {"width": 360, "height": 740}
WAKING = 60_000
"""How long Python may take to wake on a busy machine, in milliseconds."""

# Asked of the page once it stands. An image is anything that a reader sees as one and that stands for itself:
# neither decoration (hidden from screen readers) nor the face of a button or link, which has its own name.
_FACTS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) => element.getClientRects().length > 0;
  const tell = (element) => element.outerHTML.slice(0, 160);
  const named = (element) => Boolean(
    element.getAttribute("aria-label") || element.getAttribute("aria-labelledby") || element.querySelector("title"));
  const text = (element) => element.textContent.trim() || element.getAttribute("aria-label") || element.title;
  return {
    width: document.documentElement.scrollWidth,
    ids: all("[id]").map((element) => element.id),
    links: all("a[href]").map((element) => element.href),
    scripts: all("script[src]").map((element) => element.src),
    without_alt: all("img").filter((image) => !image.hasAttribute("alt")).map(tell),
    nameless_svg: all("svg").filter((svg) => shown(svg)
      && !svg.closest("[aria-hidden=true], button, a, summary, .js-plotly-plot, #js-plotly-tester")
      && !(["img", "group"].includes(svg.getAttribute("role")) && named(svg))).map(tell),
    nameless_controls: all("button, a[href], summary").filter((it) => shown(it) && !text(it)
      && !it.querySelector("img[alt]:not([alt=''])")).map(tell),
    without_icon: all(".fa-solid").filter((icon) => !getComputedStyle(icon).getPropertyValue("--icon")).map(tell),
    raw_math: all(".math").map(tell),
    formulas: all(".maths").length,
    unset_formulas: all(".maths")
      .filter((it) => !it.querySelector("svg[aria-hidden=true]") || !it.querySelector("math")).map(tell),
    lost_glyphs: all(".maths use")
      .filter((use) => !document.getElementById(use.getAttribute("href").slice(1))).map(tell),
    charts: all(".chart-plot").length,
    undrawn_charts: all(".chart-plot").filter((it) => !it.querySelector("svg.main-svg")).map(tell),
    nameless_charts: all(".chart-plot").filter((it) => it.getAttribute("role") !== "img" || !named(it)).map(tell),
  };
}"""

LEGIBLE = 2.5
"""The least height of letters in the presenting view, in percent of the screen's: they are read from 8 m."""

# Every text that is seen in the presenting view, with the size of its letters in percent of the height of the screen.
_SIZES = """() => [...document.querySelectorAll(".stage-presenting :is(text, p, button, kbd, label)")]
  .filter((it) => it.getClientRects().length && it.textContent.trim() && !it.closest(".stage-live"))
  .map((it) => {
    const scale = it.closest("svg") ? it.getScreenCTM().d : 1;
    return [it.textContent.trim(), 100 * scale * parseFloat(getComputedStyle(it).fontSize) / innerHeight];
  })"""


@dataclass
class Visit:
    """What was seen while a page was loaded, and what it is made of."""

    address: str
    troubles: list[str] = field(default_factory=list)
    """Console errors, errors of scripts, requests that failed or were refused."""
    foreign: list[str] = field(default_factory=list)
    """Requests to another host."""
    facts: dict[str, Any] = field(default_factory=dict)


def listen(page: Page, visit: Visit) -> None:
    """Write down from now on what goes wrong on this page, and where it sends requests."""
    host = urlsplit(visit.address).netloc

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            visit.troubles.append(f"console: {message.text} {message.location.get('url', '')}")

    def on_request(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != host:
            visit.foreign.append(request.url)

    def on_response(response: Response) -> None:
        if response.status >= 400:
            visit.troubles.append(f"{response.status}: {response.url}")

    def on_failed(request: Request) -> None:
        # a page that is left or loaded anew lets go of what it was fetching
        if request.failure != "net::ERR_ABORTED":
            visit.troubles.append(f"failed: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: visit.troubles.append(f"script: {error}"))
    page.on("request", on_request)
    page.on("requestfailed", on_failed)
    page.on("response", on_response)


def visit(context: BrowserContext, address: str) -> Visit:
    """Load a page on a narrow screen, bring each chart into view, and ask the page for its facts."""
    result = Visit(address)
    page = context.new_page()
    listen(page, result)
    page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
    page.goto(address, wait_until="load")
    draw_charts(page)
    result.facts = page.evaluate(_FACTS)
    page.close()
    return result


def until(page: Page, question: str, about: object = None, *, timeout: float = 10_000) -> None:
    """Wait until the page answers yes, so many milliseconds at most.

    Playwright's ``wait_for_function`` has the page itself run a text as a script, which our pages refuse.
    """
    deadline = time.monotonic() + timeout / 1000
    while not page.evaluate(question, about):
        assert time.monotonic() < deadline, f"within {timeout} ms this did not come true: {question}"
        page.wait_for_timeout(20)


def draw_charts(page: Page) -> None:
    """Bring each chart into view and give it ten seconds to be drawn; the facts say which were not."""
    for chart in page.locator(".chart-plot").all():
        chart.scroll_into_view_if_needed()
        until(page, "chart => Boolean(chart.querySelector('svg.main-svg'))", chart.element_handle())


def too_small(page: Page) -> list[tuple[str, float]]:
    """The texts of the presenting view that are too small for the back of a classroom, with their percentages."""
    sizes: list[tuple[str, float]] = page.evaluate(_SIZES)
    assert len(sizes) > 10, "there is something to read"
    return [(text, round(size, 2)) for text, size in sizes if size < LEGIBLE]
