"""How soon the dice lab is live and how fast it throws: the built page in Chromium.

    python benchmarks/lab.py

Measured are

- the first click on a cold page (a browser with nothing cached) until the first throw is shown; beside it the same on
  the page of Glückshaus, each in a browser of its own, turn about, so that a busy machine slows both;
- a hundred thousand pairs, from the key until the last picture; beside it one pair thrown so many times as there were
  pictures, on the same page: what is more than that is the throwing itself;
- the longest time that the page let pass between two frames meanwhile.
"""

from __future__ import annotations

import statistics
import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import browser as chromium  # noqa: E402
import build_book  # noqa: E402
from serve import SiteServer  # noqa: E402
from stage import THROW, fresh, verdict  # noqa: E402

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


def first_times(path: str, site: str) -> tuple[float, float]:
    """Seconds from the first click until the first throw, the median, for the lab and for the other page."""
    measured: dict[str, list[float]] = {LAB: [], OTHER: []}
    with sync_playwright() as playwright:
        for _ in range(TURNS):
            for name, times in measured.items():
                running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
                times.append(fresh(running, site + name).evaluate(THROW) / 1000)
                running.close()
    for name, times in measured.items():
        print(f"first throw on {name}: {', '.join(f'{seconds:.2f}' for seconds in times)} s")
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
    print(f"100,000 pairs: {', '.join(f'{seconds:.2f}' for seconds, *_ in results)} s, {results[0][1]} pictures each")
    return statistics.median(seconds for seconds, *_ in results), bare, max(gap for *_, gap in results)


def main() -> int:
    """Print the figures; the exit status is 1 where one misses its aim."""
    site, path = build_book.build(), chromium.find_or_install()
    with SiteServer(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ours, other = first_times(path, server.address)
        results = [
            verdict("First click to first throw, the median", ours, FIRST_AIM, "s"),
            verdict("That beside the page of Glückshaus", ours / other, RATIO_AIM, "times"),
        ]
        with sync_playwright() as playwright:
            running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
            page = fresh(running, server.address + LAB)
            page.evaluate(THROW)
            page.locator(".fortune-stage").focus()
            seconds, bare, gap = many(page)
            running.close()
        print(f"ten single throws beside it: {bare:.2f} s")
        results.append(verdict("100,000 pairs, key to last picture, the median", seconds, MANY_AIM, "s"))
        results.append(verdict("The longest gap between two frames meanwhile", gap, GAP_AIM, "ms"))
        server.shutdown()
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
