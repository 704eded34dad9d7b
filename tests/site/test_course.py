"""The course as it is built: from page to page in order, the paths, the glossary and the index."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from posixpath import normpath

import pytest
from playwright.sync_api import BrowserContext, Page

from house.index_page import sorting_key
from serve import SiteServer
from tests.tooling.test_course import PAGES, text

pytestmark = pytest.mark.site

ABOUT = "book/about.html"
GLOSSARY = "book/appendix/glossary.html"
INDEX = "book/appendix/index-of-terms.html"


@pytest.fixture
def page(server: SiteServer, context: BrowserContext) -> Page:
    return context.new_page()


def test_next_leads_through_the_whole_book(site: Path) -> None:
    walked, here = [], "book/index"
    for _ in PAGES:
        html = (site / f"{here}.html").read_text(encoding="utf-8")
        link = re.search(r'<a class="right-next"\s+href="([^"]+)\.html"[^>]*>(.*?)</a>', html, re.S)
        assert link is not None, here
        here = normpath(f"{here}/../{link[1]}")
        walked.append(here)
        title = re.search(r"^# (.+)$", text(here), re.M)
        assert title is not None
        # the link bears the title of the page, as it stands there
        said = unescape(re.sub(r"<[^>]+>", " ", link[2]))
        assert " ".join(said.split()) == f"next {title[1]}"
    assert walked == PAGES
    last = (site / f"{here}.html").read_text(encoding="utf-8")
    assert "right-next" not in last


def test_each_station_of_a_path_says_what_it_gives_and_needs(page: Page, server: SiteServer) -> None:
    page.goto(server.address + ABOUT)
    stations = page.locator(".path ol > li")
    assert stations.count() >= 30
    assert page.locator(".path ol > li:has(a):has(.needs)").count() == stations.count()
    assert "@misc{house-of-fortune" in page.locator(".highlight-bibtex").inner_text()


def test_names_of_the_glossary_are_marked_with_their_language(page: Page, server: SiteServer) -> None:
    page.goto(server.address + GLOSSARY)
    for language, word in (("de", "Brücke"), ("fr", "pont"), ("it", "ponte"), ("es", "puente"), ("ru", "мост")):
        assert page.locator(f"dl.glossary [lang={language}]").get_by_text(word, exact=True).count() == 1
    assert page.locator("dl.glossary dt").count() == page.locator("dl.glossary dd").count() >= 70


def test_the_index_is_in_order_and_its_letters_lead_to_it(page: Page, server: SiteServer) -> None:
    page.goto(server.address + INDEX)
    words = page.locator(".index-letter > ul > li").evaluate_all(
        "items => items.map(item => item.firstChild.textContent)"
    )
    assert len(words) >= 200
    assert words == sorted(words, key=sorting_key)
    letters = page.locator(".index-letters a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert letters == page.locator(".index-letter").evaluate_all("parts => parts.map(part => `#${part.id}`)")
    # every word leads somewhere, or something under it does
    assert page.locator(".index-letter > ul > li:not(:has(a))").count() == 0
