"""How soon the stage plays, how much it weighs, and whether it stays that way: the built page in Chromium.

    python benchmarks/stage.py [PAGE]

PAGE is a page of the book with a game on it, ``book/glueckshaus/play.html`` unless another is named. Measured are

- the first click on a cold page (a browser with nothing cached) until the first throw is shown, beside the bare boot
  of the same Pyodide from the same server in an equally fresh browser, turn about, so that a busy machine slows both;
- every later throw, from the click until the browser has painted;
- the bytes that the stage adds to the page before the first click, compressed as a server would (gzip, level 6): the
  script, the stylesheet and the stage's own HTML, board included;
- the memory of page and worker over 500 throws, after the garbage is gone.
"""

from __future__ import annotations

import gzip
import re
import resource
import statistics
import sys
import threading
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import browser as chromium  # noqa: E402
import build_book  # noqa: E402
from serve import SiteServer  # noqa: E402

PAGE = "book/glueckshaus/play.html"
TURNS = 5
ACTIONS = 500
FIRST_AIM, RATIO_AIM, LATER_AIM, WEIGHT_AIM, GROWTH_AIM = 4.0, 1.5, 60, 40, 0.1

BARE = """import { loadPyodide } from "BASE/pyodide.mjs";
const python = await loadPyodide({ indexURL: "BASE/" });
postMessage(python.runPython("1 + 1"));
"""

BOOT = """(base) => new Promise((done, failed) => {
  const begun = performance.now();
  const program = new Blob([PROGRAM.replaceAll("BASE", base)], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(program), { type: "module" });
  worker.onmessage = () => done(performance.now() - begun);
  worker.onerror = failed;
})"""

# An action is done when the log or the message says so and a frame has been painted since.
THROW = """() => new Promise((done, failed) => {
  const stage = document.querySelector(".fortune-stage");
  const button = stage.querySelector("button.primary:not([aria-disabled=true])");
  if (!button) { failed(new Error("There is nothing to press.")); return; }
  const before = stage.querySelector(".stage-picture").innerHTML + stage.querySelector(".stage-status").textContent;
  const begun = performance.now();
  const watch = new MutationObserver(() => {
    const now = stage.querySelector(".stage-picture").innerHTML + stage.querySelector(".stage-status").textContent;
    if (now === before) return;
    watch.disconnect();
    // after the next frame is drawn
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  });
  watch.observe(stage, { subtree: true, childList: true, characterData: true, attributes: true });
  button.click();
})"""


def fresh(running: Browser, address: str) -> Page:
    """A page in a browser context with nothing cached, as a reader opens it."""
    page = running.new_context(reduced_motion="reduce").new_page()
    page.goto(address, wait_until="networkidle")
    return page


def first_throws(path: str, site: str, page_name: str) -> tuple[list[float], list[float]]:
    """Seconds of the bare boot and of the first throw, each in a browser started for it."""
    bare: list[float] = []
    ours: list[float] = []
    with sync_playwright() as playwright:
        for _ in range(TURNS):
            for times, script in ((bare, BOOT.replace("PROGRAM", repr(BARE))), (ours, THROW)):
                running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
                page = fresh(running, site + page_name)
                base = page.evaluate("new URL('vendor/pyodide', document.querySelector('[data-python]').src).href")
                times.append(page.evaluate(script, base) / 1000)
                running.close()
    return bare, ours


def later_throws(page: Page, count: int) -> list[float]:
    """Milliseconds of so many throws; a game that ends is begun again."""
    return [page.evaluate(THROW) for _ in range(count)]


def memory(running: Browser, page: Page) -> tuple[float, float]:
    """Megabytes in use once the garbage is gone: the page's own objects, and the process that holds page and worker."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    objects = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    session.detach()
    processes = running.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{process['id']}/statm") for process in processes if process["type"] == "renderer"]
    return objects, sum(int(path.read_text().split()[1]) for path in pages) * resource.getpagesize() / 1e6


def weight(site: Path, page_name: str) -> dict[str, int]:
    """What the stage adds to the page before the first click, in compressed bytes."""
    html = (site / page_name).read_text(encoding="utf-8")
    (stage,) = re.findall(r'<div class="stage-frame">.*?</script></section></div>', html, re.DOTALL)
    without = html.replace(stage, "")
    static = site / "_static"
    return {
        "stage.js": len(gzip.compress((static / "stage.js").read_bytes(), 6)),
        "stage.css": len(gzip.compress((static / "stage.css").read_bytes(), 6)),
        "HTML": len(gzip.compress(html.encode(), 6)) - len(gzip.compress(without.encode(), 6)),
    }


def verdict(name: str, value: float, aim: float, unit: str) -> bool:
    met = value <= aim
    print(f"{name}: {value:.2f} {unit}; the aim is at most {aim:g}: {'met' if met else 'missed'}.")
    return met


def main() -> int:
    """Print the figures; the exit status is 1 where one misses its aim."""
    name = sys.argv[1] if len(sys.argv) > 1 else PAGE
    site = build_book.build()
    path = chromium.find_or_install()
    with SiteServer(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        results = measure(site, server.address, path, name)
        server.shutdown()
    return 0 if all(results) else 1


def measure(site: Path, address: str, path: str, name: str) -> list[bool]:
    """All figures of this page of the site, and whether each meets its aim."""
    sizes = weight(site, name)
    print(", ".join(f"{part} {size / 1000:.1f} kB" for part, size in sizes.items()))
    results = [verdict("Before the first click the stage adds", sum(sizes.values()) / 1024, WEIGHT_AIM, "KB")]

    bare, ours = first_throws(path, address, name)
    print(f"bare boot: {', '.join(f'{s:.2f}' for s in bare)} s; first throw: {', '.join(f'{s:.2f}' for s in ours)} s")
    ratio = statistics.median(ours) / statistics.median(bare)
    results.append(verdict("First click to first throw, the median", statistics.median(ours), FIRST_AIM, "s"))
    results.append(verdict("That beside the bare boot of Pyodide", ratio, RATIO_AIM, "times"))

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        page = fresh(running, address + name)
        page.evaluate(THROW)
        times = later_throws(page, 50)
        median, slowest = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
        print(f"later throws: median {median:.0f} ms, 95 of 100 within {slowest:.0f} ms")
        results.append(verdict("A later throw, click to paint, 95 of 100", slowest, LATER_AIM, "ms"))
        later_throws(page, 50)
        before = memory(running, page)
        later_throws(page, ACTIONS)
        after = memory(running, page)
        print(f"objects {before[0]:.1f} to {after[0]:.1f} MB, process {before[1]:.0f} to {after[1]:.0f} MB")
        growth = max(end / begin - 1 for begin, end in zip(before, after, strict=True))
        results.append(verdict(f"Growth of memory over {ACTIONS} throws", 100 * growth, 100 * GROWTH_AIM, "%"))
        running.close()
    return results


if __name__ == "__main__":
    sys.exit(main())
