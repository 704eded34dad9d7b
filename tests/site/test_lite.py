"""The workshops in JupyterLite, in Chromium: run to the end, changed, and asked for what they must not do."""

from __future__ import annotations

import ast
import base64
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import jupytext
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import fortune
from fortune.stage.registry import find_app
from fortune.stage.session import Session
from house import lite
from house.pyodide import FOLDER
from tests.site.visit import Visit, listen

pytestmark = pytest.mark.site

SECONDS = 120_000
"""The most milliseconds for one step, on a machine that has other work too."""


WORKSHOPS = lite.workshops(Path(__file__).parents[2])

Run = tuple[Page, Visit]
"""A workshop's notebook, run from top to bottom, and what was seen meanwhile."""


@pytest.fixture(scope="module")
def run(browser: Browser, address: str) -> Iterator[Callable[[str], Run]]:
    """Opens a workshop by its name, from its page, and runs it; each but once."""
    with ExitStack() as opened:

        @cache
        def from_top_to_bottom(name: str) -> Run:
            context = opened.enter_context(browser.new_context(viewport={"width": 1200, "height": 900}))
            return opened_and_run(context, address, name)

        yield from_top_to_bottom


@pytest.fixture(scope="module")
def workshop(run: Callable[[str], Run]) -> Run:
    """The workshop of Glückshaus."""
    return run("glueckshaus/workshop")


def opened_and_run(context: BrowserContext, address: str, name: str) -> Run:
    """The workshop of this name, opened from its page and run to the last cell."""
    page = context.new_page()
    page.goto(f"{address}book/{name}.html")
    visit = Visit(address)
    listen(page, visit)
    # the kernel's worker sends requests of its own
    context.on("request", lambda request: note(visit, address, request.url))
    begun = time.monotonic()
    page.get_by_role("link", name="Open in JupyterLite").click()
    # as early as a reader can: there are cells, and perhaps no kernel yet
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible(timeout=SECONDS)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    first = page.locator(".jp-CodeCell .jp-InputPrompt").first
    expect(first).to_have_text("[1]:", timeout=SECONDS)
    after = time.monotonic() - begun
    last = page.locator(".jp-CodeCell .jp-InputPrompt").last
    expect(last).to_have_text(re.compile(r"\[\d+\]:"), timeout=SECONDS)
    print(f"{name}: the first cell was done after {after:.1f} s, all after {time.monotonic() - begun:.1f} s")
    return page, visit


def note(visit: Visit, address: str, url: str) -> None:
    """Write down a request to another host."""
    parts = urlsplit(url)
    if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(address).netloc and url not in visit.foreign:
        visit.foreign.append(url)


@pytest.mark.parametrize("name", WORKSHOPS)
def test_runs_to_the_end(run: Callable[[str], Run], name: str) -> None:
    page, visit = run(name)
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt").all_text_contents()
    assert [prompt.strip() for prompt in prompts] == [f"[{at}]:" for at in range(1, len(prompts) + 1)]
    assert len(prompts) >= 10
    trouble = "[data-mime-type='application/vnd.jupyter.stderr'], [data-mime-type='application/vnd.jupyter.error']"
    assert page.locator(trouble).all_inner_texts() == []
    # plotly's own figure, by its Python package
    own = page.locator(".jp-CodeCell").filter(has_text="go.Figure(")
    own.scroll_into_view_if_needed()
    expect(own.locator("svg.main-svg").first).to_be_visible()
    assert visit.foreign == []
    assert visit.troubles == []


def test_a_slider_changes_text_and_chart(workshop: Run) -> None:
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
    # the old chart stands until the new one is drawn
    for _ in range(100):
        if bars(page) != shape:
            break
        page.wait_for_timeout(100)
    assert bars(page) != shape
    assert visit.troubles == []


def bars(page: Page) -> list[str]:
    """The outlines of the bars under the first sliders."""
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".widget-slider")).first
    return [str(bar.get_attribute("d")) for bar in cell.locator(".barlayer path").all()]


def test_a_board_is_drawn_for_a_set_house(workshop: Run) -> None:
    page, _ = workshop
    cell = page.locator(".jp-CodeCell").filter(has=page.locator(".widget-select-multiple")).first
    cell.scroll_into_view_if_needed()
    cell.locator("select").select_option(["3", "11"])
    expect(cell.locator("svg.glueckshaus desc")).to_contain_text("Room 3 holds 1 chip.", timeout=20_000)


def test_a_whole_game_is_the_same_as_on_the_page(workshop: Run, context: BrowserContext, address: str) -> None:
    """The workshop's table played to the end on its kernel, and on the static page from a link: one game."""
    page, visit = workshop
    table = page.locator(".fortune-stage")
    table.scroll_into_view_if_needed()
    begin = {"ask": "start", "options": options_of_the_table()}
    saved = json.loads(Session(find_app("glueckshaus.play")).answer(json.dumps(begin)))["saved"]
    # the seed and all options stand in the address, and nothing has been thrown
    assert "steps" not in saved["model"]
    link = base64.urlsafe_b64encode(json.dumps(saved).encode()).decode().rstrip("=")
    other = context.new_page()
    other.goto(f"{address}book/glueckshaus/play.html#stage={link}")
    told = play_to_the_end(table)
    assert play_to_the_end(other.locator(".fortune-stage")) == told
    assert len(told) > 6
    assert re.fullmatch(r"(Anna|Bjørn) has won.*", told[-1])
    # and back: who has lost would have the last throw undone
    table.get_by_role("button", name="Undo").click()
    expect(table.locator(".stage-log li")).to_have_count(len(told) - 2)
    expect(table.get_by_role("button", name="Throw")).to_be_enabled()
    assert visit.foreign == []
    assert visit.troubles == []


def options_of_the_table() -> dict[str, Any]:
    """The options of the call ``stage.show`` in the workshop."""
    cells = jupytext.read(Path(__file__).parents[2] / "book" / "glueckshaus" / "workshop.md").cells
    source = next(cell.source for cell in cells if "table = stage.show(" in cell.source)
    call = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}


def play_to_the_end(table: Locator) -> list[str]:
    """Throw until somebody has won; what the log told on the way, and the last word."""
    throw, lines, status = (
        table.get_by_role("button", name="Throw"),
        table.locator(".stage-log li"),
        table.locator(".stage-status"),
    )
    expect(status).to_contain_text("throws next.")
    for told in range(1, 100):
        if "has won" in status.inner_text():
            break
        throw.click()
        expect(lines).to_have_count(told + 1, timeout=SECONDS)
    return [*lines.all_inner_texts(), status.inner_text()]


def test_the_explorer_draws_its_chart(workshop: Run) -> None:
    """The kernel brings no program that draws charts, so that the site's own is loaded."""
    page, visit = workshop
    cell = page.locator(".jp-CodeCell").last
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.type('stage.show("glueckshaus.odds")')
    page.keyboard.press("Control+Enter")
    explorer = page.locator(".fortune-stage").filter(has_text="What a throw of 4 does")
    expect(explorer.locator(".chart-plot svg.main-svg").first).to_be_visible(timeout=SECONDS)
    bars = explorer.locator(".barlayer path")
    expect(bars).to_have_count(7)
    explorer.get_by_label("What a throw of 4 does").select_option("room")
    expect(bars).to_have_count(8, timeout=SECONDS)
    assert visit.foreign == []
    assert visit.troubles == []


def test_run_all_waits_for_the_kernel(context: BrowserContext, address: str) -> None:
    """Asked for as soon as there are cells, before there is a kernel: JupyterLab alone would silently do nothing."""
    page = context.new_page()
    page.goto(f"{address}lite/notebooks/index.html?path=glueckshaus/workshop.ipynb")
    asked = page.wait_for_function(
        """() => {
          const { commands, shell } = window.jupyterapp ?? {};
          const { content, sessionContext } = shell?.currentWidget ?? {};
          if (!content?.widgets?.length) return false;
          const early = !sessionContext.session?.kernel;
          commands.execute("notebook:run-all-cells");
          return early ? "early" : "late";
        }""",
        timeout=SECONDS,
    )
    assert asked.json_value() == "early"
    expect(page.locator(".jp-CodeCell .jp-InputPrompt").first).to_have_text("[1]:", timeout=SECONDS)


@pytest.mark.parametrize("name", [f"{name}.ipynb" for name in WORKSHOPS])
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


@pytest.mark.parametrize("name", WORKSHOPS)
def test_the_static_page_carries_no_widget(site: Path, name: str) -> None:
    html = (site / "book" / f"{name}.html").read_text(encoding="utf-8")
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
