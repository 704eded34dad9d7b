"""How soon the dice lab is live and how fast it throws: the built page in Chromium.

Measured are

- the first click on a cold page (a browser with nothing cached) until the first throw is shown; beside it the same on
  the page of Glückshaus, each in a browser of its own, turn about, so that a busy machine slows both;
- a hundred thousand pairs, from the key until the last picture; beside it one pair thrown so many times as there were
  pictures, on the same page: what is more than that is the throwing itself;
- the longest time that the page let pass between two frames meanwhile.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import Page

from benchmarks.browsing import THROW, build_book, fresh, reader, serving
from benchmarks.report import Row

LAB, OTHER = "book/classroom/dice-lab.html", "book/glueckshaus/play.html"
TURNS = 3
FIRST_AIM, RATIO_AIM, MANY_AIM, GAP_AIM = 4.0, 1.3, 2.0, 250

# Presses the space bar and waits until the picture shows so many throws; seconds, pictures, and the longest gap.
MANY = """(throws) => new Promise((done) => {
  const stage = document.querySelector(".fortune-stage");
  const shown = () => stage.querySelector("[data-thrown]");
  let pictures = 0, gap = 0, last = performance.now(), over = false;
  const frame = (now) => { gap = Math.max(gap, now - last); last = now; if (!over) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  const begun = performance.now();
  const watch = new MutationObserver(() => {
    pictures += 1;
    if (shown().dataset.wanted || Number(shown().dataset.thrown) !== throws) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      over = true;
      done([(performance.now() - begun) / 1000, pictures, gap]);
    }));
  });
  watch.observe(stage, { subtree: true, attributeFilter: ["data-thrown"] });
  stage.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
})"""


def first_times(site: str) -> tuple[float, float]:
    """Seconds from the first click until the first throw, the median, for the lab and for the other page."""
    measured: dict[str, list[float]] = {LAB: [], OTHER: []}
    for _ in range(TURNS):
        for name, times in measured.items():
            with reader() as running:
                times.append(fresh(running, site + name).evaluate(THROW) / 1000)
    return statistics.median(measured[LAB]), statistics.median(measured[OTHER])


def many(page: Page) -> tuple[float, float, float]:
    """Seconds for 100,000 pairs and for as many pictures of one pair each, and the longest gap in milliseconds."""
    page.keyboard.press("1")
    page.wait_for_timeout(500)
    thrown = int(page.locator("[data-thrown]").get_attribute("data-thrown") or 0)
    bare = 0.0
    for _ in range(10):
        thrown += 1
        bare += page.evaluate(MANY, thrown)[0]
    page.keyboard.press("6")
    page.wait_for_timeout(500)
    results = []
    for _ in range(TURNS):
        thrown += 100_000
        results.append(page.evaluate(MANY, thrown))
    return statistics.median(seconds for seconds, *_ in results), bare, max(gap for *_, gap in results)


def measure() -> Iterator[Row]:
    """The first throw, and a hundred thousand."""
    with serving(build_book.build()) as address:
        ours, other = first_times(address)
        what, note = "The lab's first click to first throw", f"median of {TURNS}"
        aim = min(FIRST_AIM, RATIO_AIM * other)
        yield Row(what, ours, "s", "the page of Glückshaus", other, aim=aim, note=note)
        with reader() as running:
            page = fresh(running, address + LAB)
            page.evaluate(THROW)
            page.locator(".fortune-stage").focus()
            seconds, bare, gap = many(page)
        what = "The lab's 100,000 pairs, key to last picture"
        yield Row(what, seconds, "s", "ten single throws", bare, aim=MANY_AIM, note=note)
        yield Row("The longest gap between two frames meanwhile", gap, "ms", aim=GAP_AIM)
