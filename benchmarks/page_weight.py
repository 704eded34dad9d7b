"""How many bytes a reader's browser fetches for a page: this site beside the same pages from stock Jupyter Book.

Stock means Jupyter Book's own theme and scripts, with the same text, the same executed cells and the same extensions
for exercises and citations. What the stock pages ask of other hosts is served from this machine, so that it counts
too; only what Chromium really requests is counted. Every response counts once, compressed as a server would
(gzip, level 6), or as it is where that is smaller. A chart in a stock page needs plotly's full bundle, here that of the
plotly package, fetched once a page. Nothing counts for caching between pages, which would help both sides.

The aim is a third of stock's bytes, on every page with text of its own.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import plotly
import yaml
from playwright.sync_api import Browser, BrowserContext, Response, Route, sync_playwright

from benchmarks.browsing import ROOT, SiteServer, build_book, chromium
from benchmarks.report import Row

AIM = 1 / 3

MATHJAX = re.compile(r"/npm/mathjax@3/(?P<file>.+)$")
"""Where the stock page finds MathJax on another host; npm's package of the same version has the same files."""

PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"

DRAW = """document.querySelectorAll(".chart-plot").forEach((box) => {
  const figure = JSON.parse(box.querySelector("script").textContent);
  Plotly.newPlot(box, figure.data, figure.layout);
});"""


def build_stock(folder: Path) -> Path:
    """Build the same pages with Jupyter Book as it comes, taking the outputs of cells from our own build."""
    ours = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    extensions = {name: path for name, path in ours["sphinx"]["local_extensions"].items() if name != "house"}
    settings = {key: value for key, value in ours["sphinx"]["config"].items() if key.startswith("bibtex_")}
    (cache,) = (ROOT / "_build" / ".jupyter_cache").iterdir()
    config = {
        "title": ours["title"],
        "author": ours["author"],
        "only_build_toc_files": True,
        "execute": {**ours["execute"], "cache": str(cache)},
        "parse": ours["parse"],
        "sphinx": {
            "extra_extensions": ours["sphinx"]["extra_extensions"],
            "local_extensions": extensions,
            "config": settings,
        },
    }
    (folder / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    shutil.copy(ROOT / "_toc.yml", folder)
    shutil.copytree(ROOT / "book", folder / "book", ignore=shutil.ignore_patterns("_templates", "house", "__pycache__"))
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", ".", "-qq"]
    built = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        sys.exit("Stock Jupyter Book could not build these pages.")
    site = folder / "_build" / "html"
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if 'class="chart-plot"' in text:
            shutil.copy(PLOTLY, site / "_static" / "plotly.min.js")
            up = "../" * len(page.relative_to(site).parents[:-1])
            charts = f'<script src="{up}_static/plotly.min.js"></script><script>{DRAW}</script></body>'
            page.write_text(text.replace("</body>", charts), encoding="utf-8")
    return site


def from_here(route: Route) -> None:
    """Answer a request to another host from this machine's copy of the same file."""
    found = MATHJAX.search(urlsplit(route.request.url).path)
    if found is None:
        sys.exit(f"A stock page asks for {route.request.url}, of which there is no copy here to weigh.")
    route.fulfill(path=ROOT / "web" / "node_modules" / "mathjax" / found["file"])


def weigh(context: BrowserContext, address: str) -> dict[str, int]:
    """Each response to this page with its bytes."""
    page = context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(address, wait_until="networkidle")
    for chart in page.locator(".chart-plot").all():
        chart.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    sizes = {}
    for response in responses:
        if response.ok and urlsplit(response.url).scheme.startswith("http"):
            body = response.body()
            sizes[urlsplit(response.url).path] = min(len(body), len(gzip.compress(body, 6)))
    page.close()
    return sizes


@contextmanager
def reader(running: Browser, site: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A browser with nothing cached, and the address of the site."""
    with SiteServer(site) as server, running.new_context() as context:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host = re.escape(urlsplit(server.address).netloc)
        context.route(re.compile(rf"^https?://(?!{host}/)"), from_here)
        yield context, server.address
        server.shutdown()


def measure() -> Iterator[Row]:
    """Each page beside its stock twin."""
    site = build_book.build()
    pages = sorted(path.relative_to(site).as_posix() for path in (site / "book").rglob("*.html"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        stock_site = build_stock(Path(folder))
        running = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=list(chromium.FLAGS))
        with reader(running, site) as (our_context, our_address), reader(running, stock_site) as (context, address):
            for page in pages:
                stock, ours = weigh(context, address + page), weigh(our_context, our_address + page)
                whole, beside = sum(ours.values()) / 1000, sum(stock.values()) / 1000
                heaviest = max(ours, key=lambda path: ours[path])
                note = f"{len(ours)} files for {len(stock)}; the heaviest: {heaviest.rsplit('/', 1)[1]}"
                yield Row(page, whole, "kB", "stock Jupyter Book", beside, aim=round(AIM * beside), note=note)
        running.close()
