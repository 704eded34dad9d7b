"""How soon the stage plays, how much it weighs, and whether it stays that way: the built page in Chromium.

The page is that on which one plays Glückshaus. Measured are

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
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.browsing import ROOT, THROW, build_book, fresh, reader, serving
from benchmarks.report import Row

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


def first_times(site: str, page_name: str) -> list[list[float]]:
    """Seconds of the bare boot, of the first throw and of the first cell, each in a browser started for it."""
    measured: list[list[float]] = [[], [], []]
    for _ in range(TURNS):
        for times, measure_one in zip(measured, (bare_boot, first_throw, first_cell), strict=True):
            with reader() as running:
                times.append(measure_one(fresh(running, site + page_name), site))
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


def measure() -> Iterator[Row]:
    """Weight, first throw, later throws and memory."""
    site = build_book.build()
    sizes = weight(site, PAGE)
    note = ", ".join(f"{part} {size / 1000:.1f}" for part, size in sizes.items())
    yield Row("A stage adds, before the first click", sum(sizes.values()) / 1024, "KB", aim=WEIGHT_AIM, note=note)
    with tempfile.TemporaryDirectory() as folder:
        # the site, and beside it Pyodide as npm brings it
        for part in site.iterdir():
            (Path(folder) / part.name).symlink_to(part)
        (Path(folder) / STOCK).symlink_to(ROOT / "web" / "node_modules" / "pyodide")
        with serving(Path(folder)) as address:
            yield from _times(address)


def _times(address: str) -> Iterator[Row]:
    bare, ours, cell = map(statistics.median, first_times(address, PAGE))
    note = f"median of {TURNS}"
    what = "First click to first throw"
    yield Row(what, ours, "s", "bare boot of Pyodide", bare, aim=min(FIRST_AIM, RATIO_AIM * bare), note=note)
    yield Row(what, ours, "s", "first cell in JupyterLite", cell, aim=cell / LITE_AIM, note=note)
    with reader() as running:
        page = fresh(running, address + PAGE)
        page.evaluate(THROW)
        times = later_throws(page, 50)
        slowest = sorted(times)[int(len(times) * 0.95)]
        note = f"median {statistics.median(times):.0f} ms"
        yield Row("A later throw, click to paint, 95 of 100", slowest, "ms", aim=LATER_AIM, note=note)
        later_throws(page, 50)
        before = memory(running, page)
        later_throws(page, ACTIONS)
        after = memory(running, page)
        for name, was, now in zip(("objects of the page", "process"), before, after, strict=True):
            what = f"Memory after {ACTIONS} throws more: {name}"
            yield Row(what, now, "MB", "before them", was, aim=was * (1 + GROWTH_AIM))
