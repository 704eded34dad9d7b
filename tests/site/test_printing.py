"""The page with the sheets to print, as a teacher uses it: from a server, and from a disk."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname, urlopen

import pytest
from playwright.sync_api import BrowserContext

from house.ink import INKS
from house.paper import PAPERS
from house.sheets import all_sheets
from serve import SiteServer
from tests.site.visit import until

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
PRINT = "book/classroom/print.html"


def test_every_sheet_is_shown_with_its_four_files(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(server.address + PRINT)
    names = page.eval_on_selector_all(".sheets li", "items => items.map((item) => item.id)")
    assert names == [sheet.name for sheet in all_sheets(ROOT)]
    links = page.eval_on_selector_all(".sheets a", "links => links.map((link) => link.href)")
    assert len(set(links)) == len(names) * len(PAPERS) * len(INKS)
    for link in links:
        with urlopen(link) as answer:
            assert answer.headers["Content-Type"] == "application/pdf"
            assert answer.read(5) == b"%PDF-"
    page.eval_on_selector_all(".sheets img", "images => images.forEach((image) => { image.loading = 'eager'; })")
    shown = "[...document.querySelectorAll('.sheets img')].every((image) => image.complete && image.naturalWidth > 200)"
    until(page, shown, timeout=60_000)


def test_a_lesson_leads_to_its_sheets(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(server.address + PRINT)
    page.get_by_role("table").get_by_role("link", name="the wedding pile", exact=True).click()
    page.wait_for_url(re.compile(r"#tally-wedding$"))
    assert page.locator("#tally-wedding").bounding_box() is not None
    anchors = page.eval_on_selector_all("table a", "links => links.map((link) => link.getAttribute('href'))")
    sheets = [name for path, _, name in (anchor.partition("#") for anchor in anchors) if path in ("", "print.html")]
    assert len(sheets) > 15
    for name in sheets:
        assert page.locator(f'[id="{name}"]').count() == 1


def test_the_files_are_found_from_a_disk(site: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto((site / PRINT).as_uri())
    for link in page.eval_on_selector_all(".sheets a", "links => links.map((link) => link.href)"):
        assert Path(url2pathname(unquote(urlsplit(link).path))).is_file()
