"""The workshop in JupyterLite, in Chromium: run to the end, changed, and asked for what it must not do."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import fortune
from house import lite
from house.pyodide import FOLDER
from tests.site.visit import Visit, listen

pytestmark = pytest.mark.site

SECONDS = 120_000
"""The most milliseconds for one step, on a machine that has other work too."""


@pytest.fixture(scope="module")
def workshop(browser: Browser, address: str) -> Iterator[tuple[Page, Visit]]:
    """The workshop, opened from its page and run from top to bottom; and what was seen meanwhile."""
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{address}book/glueckshaus/workshop.html")
        visit = Visit(address)
        listen(page, visit)
        # the kernel's worker sends requests of its own
        context.on("request", lambda request: note(visit, address, request.url))
        begun = time.monotonic()
        page.get_by_role("link", name="Open in JupyterLite").click()
        # before its cells and its kernel are there, the menu would run none
        expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=SECONDS)
        expect(page.locator(".jp-Toolbar-kernelName")).to_have_text("Python (Pyodide)", timeout=SECONDS)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        first = page.locator(".jp-CodeCell .jp-InputPrompt").first
        expect(first).to_have_text("[1]:", timeout=SECONDS)
        after = time.monotonic() - begun
        last = page.locator(".jp-CodeCell .jp-InputPrompt").last
        expect(last).to_have_text(re.compile(r"\[\d+\]:"), timeout=SECONDS)
        print(f"JupyterLite: the first cell was done after {after:.1f} s, all after {time.monotonic() - begun:.1f} s")
        yield page, visit


def note(visit: Visit, address: str, url: str) -> None:
    """Write down a request to another host."""
    parts = urlsplit(url)
    if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(address).netloc and url not in visit.foreign:
        visit.foreign.append(url)


def test_runs_to_the_end(workshop: tuple[Page, Visit]) -> None:
    page, visit = workshop
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt").all_text_contents()
    assert [prompt.strip() for prompt in prompts] == [f"[{at}]:" for at in range(1, len(prompts) + 1)]
    assert len(prompts) >= 10
    trouble = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
    assert page.locator(trouble).all_inner_texts() == []
    # plotly's own figure, by its Python package, is the last
    expect(page.locator(".jp-CodeCell").last.locator("svg.main-svg").first).to_be_visible()
    assert visit.foreign == []
    assert visit.troubles == []


def test_a_slider_changes_text_and_chart(workshop: tuple[Page, Visit]) -> None:
    page, visit = workshop
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".widget-slider")).first
    cell.scroll_into_view_if_needed()
    said = cell.locator("[data-mime-type='application/vnd.jupyter.stdout']")
    chart = cell.locator(".js-plotly-plot svg.main-svg").first
    expect(chart).to_be_visible()
    before, shape = said.inner_text(), bars(cell.page)
    handle = cell.locator(".widget-slider .noUi-handle").last
    handle.focus()
    handle.press("ArrowRight")
    expect(cell.locator(".widget-readout").last).to_have_text("6")
    expect(said).not_to_have_text(before, timeout=20_000)
    assert re.fullmatch(
        r"60 games: half of them were over after \d+ throws, the longest took \d+\.\s*", said.inner_text()
    )
    expect(chart).to_be_visible()
    assert bars(page) != shape
    assert visit.troubles == []


def bars(page: Page) -> list[str]:
    """The outlines of the bars under the first sliders."""
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".widget-slider")).first
    return [str(bar.get_attribute("d")) for bar in cell.locator(".barlayer path").all()]


def test_a_board_is_drawn_for_a_set_house(workshop: tuple[Page, Visit]) -> None:
    page, _ = workshop
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".widget-select-multiple")).first
    cell.scroll_into_view_if_needed()
    cell.locator("select").select_option(["3", "11"])
    expect(cell.locator("svg.glueckshaus desc")).to_contain_text("Room 3 holds 1 chip.", timeout=20_000)


@pytest.mark.parametrize("name", [f"{name}.ipynb" for name in lite.workshops(Path(__file__).parents[2])])
def test_the_buttons_lead_to_it(site: Path, name: str) -> None:
    html = (site / "book" / name).with_suffix(".html").read_text(encoding="utf-8")
    links = re.findall(r'<li><a href="([^"]+)"', html[html.index('class="run-it"') :])[:3]
    here, binder, file = links
    config = json.loads((site / "lite" / "jupyter-lite.json").read_text())["jupyter-config-data"]
    assert here.endswith(f"lite/notebooks/index.html?path={name}")
    assert re.fullmatch(rf"https://mybinder\.org/v2/gh/[\w.-]+/[\w.-]+/main\?urlpath=lab/tree/book/{name}", binder)
    assert (site / "book" / Path(name).parent / file).resolve() == (site / "lite" / "files" / name).resolve()
    listing = json.loads((site / "lite/api/contents" / Path(name).parent / config["contentsAllJsonFile"]).read_text())
    assert [entry["path"] for entry in listing["content"]] == [name]


def test_settings_lead_to_the_site_s_own_pyodide(site: Path) -> None:
    config = json.loads((site / "lite" / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = config["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] is True
    assert urljoin("/lite/", kernel["pyodideUrl"]) == f"/{FOLDER}/pyodide.mjs"
    assert (site / FOLDER / "pyodide.mjs").is_file()
    assert {entry["name"] for entry in config["federated_extensions"]} == set(lite.EXTENSIONS)
    assert re.findall(r'"(?:https?:)?//[^"]+"', json.dumps(config)) == []


def test_nothing_needless_is_served(site: Path) -> None:
    files = [path for path in (site / "lite").rglob("*") if path.is_file()]
    assert [path.name for path in files if path.suffix == ".map" or path.name == ".jupyterlite.doit.db"] == []
    assert {path.name for path in (site / "lite").iterdir()} >= set(lite.APPS)
    assert not {"repl", "consoles", "edit"} & {path.name for path in (site / "lite").iterdir()}


def test_the_static_page_carries_no_widget(site: Path) -> None:
    html = (site / "book/glueckshaus/workshop.html").read_text(encoding="utf-8")
    assert "vnd.jupyter.widget" not in html
    assert "require.js" not in html
    cells = html.count("tag_remove-output")
    assert html.count('class="live-note"') == cells >= 5


def test_every_page_names_the_version_and_where_to_report(site: Path, pages: list[str]) -> None:
    unsaid = [
        page
        for page in pages
        if f"version {fortune.__version__}." not in (html := (site / page).read_text(encoding="utf-8"))
        or not re.search(r'href="https://[^"]+/issues/new\?title=[^"]+">Report an error in this page', html)
    ]
    assert unsaid == []
