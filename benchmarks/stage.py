"""How soon the stage plays, how much it weighs, and whether it stays that way: the built page in Chromium.

    python benchmarks/stage.py [PAGE]

PAGE is a page of the book with a game on it, ``book/glueckshaus/play.html`` unless another is named. Measured are

- the first click on a cold page (a browser with nothing cached) until the first throw is shown; beside it the bare boot
  of Pyodide as npm brings it, and the first cell of the same site's JupyterLite, from the click that opens it until the
  cell has run; all from the same server, each in a browser of its own, turn about, so that a busy machine slows all;
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
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import browser as chromium  # noqa: E402
import build_book  # noqa: E402
from serve import SiteServer  # noqa: E402

PAGE = "book/glueckshaus/play.html"
WORKSHOP = "book/glueckshaus/workshop.html"
STOCK = "stock-pyodide"
PATIENCE = 120_000
"""The most milliseconds that JupyterLite is given."""
TURNS = 5
ACTIONS = 500
FIRST_AIM, RATIO_AIM, LITE_AIM, LATER_AIM, WEIGHT_AIM, GROWTH_AIM = 4.0, 1.5, 3, 60, 40, 0.1

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


def bare_boot(page: Page, site: str) -> float:
    """Seconds until a worker with nothing but Pyodide, as npm brings it, has computed 1 + 1."""
    milliseconds: float = page.evaluate(BOOT.replace("PROGRAM", repr(BARE)), f"{site}{STOCK}")
    return milliseconds / 1000


def first_throw(page: Page, site: str) -> float:
    """Seconds from the click on the main button until the page shows another position."""
    milliseconds: float = page.evaluate(THROW)
    return milliseconds / 1000


def first_cell(page: Page, site: str) -> float:
    """Seconds from the click that opens the workshop in JupyterLite until its first cell has run.

    The cell is run as soon as it can be: the keys are pressed again until the notebook takes them.
    """
    page.goto(f"{site}{WORKSHOP}", wait_until="networkidle")
    begun = time.monotonic()
    page.get_by_role("link", name="Open in JupyterLite").click()
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").first
    prompt.wait_for(timeout=PATIENCE)
    page.locator(".jp-CodeCell .cm-content").first.click()
    while prompt.inner_text().strip() != "[1]:":
        if prompt.inner_text().strip() in {"", "[ ]:", "[]:"}:
            page.keyboard.press("Control+Enter")
        if time.monotonic() - begun > PATIENCE / 1000:
            raise TimeoutError(f"JupyterLite ran no cell within {PATIENCE // 1000} s.")
        page.wait_for_timeout(100)
    return time.monotonic() - begun


def first_times(path: str, site: str, page_name: str) -> list[list[float]]:
    """Seconds of the bare boot, of the first throw and of the first cell, each in a browser started for it."""
    measured: list[list[float]] = [[], [], []]
    with sync_playwright() as playwright:
        for _ in range(TURNS):
            for times, measure_one in zip(measured, (bare_boot, first_throw, first_cell), strict=True):
                running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
                times.append(measure_one(fresh(running, site + page_name), site))
                running.close()
    return measured


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


def verdict(name: str, value: float, aim: float, unit: str, *, least: bool = False) -> bool:
    met = value >= aim if least else value <= aim
    bound = "least" if least else "most"
    print(f"{name}: {value:.2f} {unit}; the aim is at {bound} {aim:g}: {'met' if met else 'missed'}.")
    return met


def main() -> int:
    """Print the figures; the exit status is 1 where one misses its aim."""
    name = sys.argv[1] if len(sys.argv) > 1 else PAGE
    site = build_book.build()
    path = chromium.find_or_install()
    with tempfile.TemporaryDirectory() as folder:
        # the site, and beside it Pyodide as npm brings it
        for part in site.iterdir():
            (Path(folder) / part.name).symlink_to(part)
        (Path(folder) / STOCK).symlink_to(ROOT / "web" / "node_modules" / "pyodide")
        with SiteServer(Path(folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            results = measure(site, server.address, path, name)
            server.shutdown()
    return 0 if all(results) else 1


def measure(site: Path, address: str, path: str, name: str) -> list[bool]:
    """All figures of this page of the site, and whether each meets its aim."""
    sizes = weight(site, name)
    print(", ".join(f"{part} {size / 1000:.1f} kB" for part, size in sizes.items()))
    results = [verdict("Before the first click the stage adds", sum(sizes.values()) / 1024, WEIGHT_AIM, "KB")]

    measured = first_times(path, address, name)
    for what, times in zip(("bare boot", "first throw", "JupyterLite's first cell"), measured, strict=True):
        print(f"{what}: {', '.join(f'{seconds:.2f}' for seconds in times)} s")
    bare, ours, cell = map(statistics.median, measured)
    results.append(verdict("First click to first throw, the median", ours, FIRST_AIM, "s"))
    results.append(verdict("That beside the bare boot of Pyodide", ours / bare, RATIO_AIM, "times"))
    results.append(verdict("JupyterLite's first cell beside it", cell / ours, LITE_AIM, "times", least=True))

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
