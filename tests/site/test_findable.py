"""Whether a page can be found: by its title, by a search, at an address once published, at one that is misspelt."""

from __future__ import annotations

import http.server
import re
import shutil
import threading
import urllib.request
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from playwright.sync_api import BrowserContext, Page, expect

from house import addresses
from house.previews import FOLDER, HEIGHT, WIDTH
from serve import SiteServer
from tests.site.conftest import serving
from tests.site.visit import NARROW, Visit, listen

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
BOOK = "The House of Fortune"
BASE = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["html"]["baseurl"]


@pytest.fixture(scope="module")
def heads(site: Path, pages: list[str]) -> dict[str, str]:
    """The head of each page as it is written, the first page's included."""
    return {page: (site / page).read_text(encoding="utf-8").partition("</head>")[0] for page in [*pages, "index.html"]}


@pytest.fixture(scope="module")
def told(heads: dict[str, str]) -> dict[str, str]:
    """The heads of the pages of the book alone."""
    return {page: head for page, head in heads.items() if page.startswith("book/")}


def meta(head: str, name: str) -> str:
    """What the head says under this name; exactly once, or the test has failed."""
    tags = [tag for tag in re.findall(r"<meta [^>]*>", head) if re.search(f'(name|property)="{name}"', tag)]
    (found,) = [re.search(r'content="([^"]*)"', tag) for tag in tags]
    assert found is not None
    return unescape(found[1])


def title(head: str) -> str:
    (found,) = re.findall(r"<title>([^<]*)</title>", head)
    return unescape(found)


class TestHead:
    def test_each_title_is_its_own_and_names_the_book(self, heads: dict[str, str]) -> None:
        titles = {page: title(head) for page, head in heads.items()}
        assert [text for text, times in Counter(titles.values()).items() if times > 1] == []
        assert {page: text for page, text in titles.items() if not re.search(rf"(^|· ){BOOK}($| ·)", text)} == {}
        assert titles["book/goose/odds.html"] == f"The odds of the Goose · {BOOK}"
        assert titles["search.html"] == f"Search · {BOOK}"

    def test_each_page_says_what_one_can_do_after_it(self, told: dict[str, str]) -> None:
        said = {page: meta(head, "description") for page, head in told.items()}
        assert len(said) > 30
        assert {page: len(text) for page, text in said.items() if not 50 <= len(text) <= 160} == {}
        assert [text for text, times in Counter(said.values()).items() if times > 1] == []

    def test_each_page_has_a_preview(self, told: dict[str, str], site: Path) -> None:
        for page, head in told.items():
            assert meta(head, "og:title") == title(head), page
            assert meta(head, "og:description") == meta(head, "description"), page
            assert meta(head, "og:url") == BASE + page, page
            assert f'<link rel="canonical" href="{BASE}{page}" />' in head, page
            assert meta(head, "twitter:card") == "summary_large_image", page
            image = meta(head, "og:image")
            assert image.startswith(f"{BASE}{FOLDER}/"), page
            content = (site / image.removeprefix(BASE)).read_bytes()
            assert int.from_bytes(content[16:20], "big") == WIDTH == int(meta(head, "og:image:width")), page
            assert int.from_bytes(content[20:24], "big") == HEIGHT == int(meta(head, "og:image:height")), page
            assert len(content) < 150_000, page
        cards = Counter(meta(head, "og:image") for head in told.values())
        assert {path.name for path in (site / FOLDER).iterdir()} == {name.rsplit("/", 1)[1] for name in cards}
        assert set(cards.values()) == {1}

    def test_the_page_at_the_root_has_that_of_the_first(self, heads: dict[str, str]) -> None:
        assert meta(heads["index.html"], "og:image") == meta(heads["book/index.html"], "og:image")
        assert f'<link rel="canonical" href="{BASE}book/index.html">' in heads["index.html"]

    def test_what_is_no_page_is_not_offered_as_one(self, heads: dict[str, str]) -> None:
        assert meta(heads["404.html"], "robots") == "noindex"
        assert "canonical" not in heads["404.html"]

    def test_icons(self, heads: dict[str, str], address: str) -> None:
        for page, head in heads.items():
            icons = re.findall(r'<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"', head)
            assert len(icons) >= 2, page
        for name, kind in (("favicon.ico", b"\0\0\1\0"), ("_static/apple-touch-icon.png", b"\x89PNG")):
            with urllib.request.urlopen(address + name) as answer:
                assert answer.read(4) == kind


def test_the_list_for_search_engines_has_every_page(site: Path, told: dict[str, str]) -> None:
    listed = [found.text for found in ET.parse(site / "sitemap.xml").getroot().iter() if found.tag.endswith("loc")]
    assert sorted(filter(None, listed)) == sorted(BASE + page for page in told)


class TestAddresses:
    def test_every_page_is_in_the_list(self, pages: list[str]) -> None:
        kept = addresses.read((ROOT / addresses.LIST).read_text(encoding="utf-8"))
        missing = sorted({*pages, addresses.DOOR} - {*kept.stay})
        assert missing == [], f"Add these lines to {addresses.LIST}: they will be published."

    def test_each_is_still_there(self, site: Path) -> None:
        kept = addresses.read((ROOT / addresses.LIST).read_text(encoding="utf-8"))
        assert addresses.unkept(site, kept) == []

    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without"])
    def test_a_moved_page_leads_on(self, site: Path, tmp_path: Path, context: BrowserContext, scripts: bool) -> None:
        (tmp_path / "_static").mkdir()
        shutil.copy(site / "_static" / "moved.js", tmp_path / "_static")
        for old, new in (("book/a/old.html", "book/b/new.html#ex-a"), ("older.html", "book/b/new.html")):
            (tmp_path / old).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / old).write_text(addresses.moved_page(old, new, BOOK, BASE), encoding="utf-8")
        (tmp_path / "book" / "b").mkdir()
        (tmp_path / "book" / "b" / "new.html").write_text("<link rel=icon href=data:,><p id=ex-a>here")
        browser = context.browser
        assert browser is not None
        with serving(tmp_path) as running, browser.new_context(java_script_enabled=scripts) as reader:
            page = reader.new_page()
            page.goto(f"{running.address}book/a/old.html")
            page.wait_for_url(f"{running.address}book/b/new.html#ex-a")
            page.goto(f"{running.address}older.html#stage=a.b.c")
            # what a link holds, such as a shared game, cannot be taken along without a script
            page.wait_for_url(f"{running.address}book/b/new.html{'#stage=a.b.c' if scripts else ''}")


class _Plain(http.server.SimpleHTTPRequestHandler):
    """A server that gives ``404.html`` as it is, whatever the address, and knows nothing of the site."""

    prefix = "/other/school/"

    def translate_path(self, path: str) -> str:
        inner = path.removeprefix(self.prefix) if path.startswith(self.prefix) else "there is none"
        return super().translate_path(f"/{inner}")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        content = (Path(self.directory) / "404.html").read_bytes() if self.path.startswith(self.prefix) else b""
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else content)

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(site: Path) -> Iterator[str]:
    """The site on such a server, under a path that it was not built for."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Plain, directory=str(site))) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}{_Plain.prefix}"
        running.shutdown()
        thread.join()


MISSPELT = [
    ("goose-odds", None),
    ("odds.html", "book/goose/odds.html"),
    ("book/odds.html", "book/tablero/odds.html"),
    ("book/goose/odd.html", "book/goose/odds.html"),
    ("book/Goose/Odds", "book/goose/odds.html"),
    ("gl%C3%BCckshaus/rules", "book/glueckshaus/rules.html"),
    ("book/tablero/play/", "book/tablero/play.html"),
    ("book/goose/", "book/goose/history.html"),
    ("book/xyzzy/qqq/zzz.html", None),
]
"""Addresses that are none, at depths 0 to 3, and a page that must be among those offered; with None, none need be."""


class TestLost:
    """The page for addresses that are none."""

    def works(self, page: Page, address: str, asked: str, meant: str | None) -> None:
        visit = Visit(address)
        listen(page, visit)
        answer = page.goto(address + asked)
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
        # our stylesheets are there: the title has its eaves
        eaves = page.locator("h1").evaluate("it => getComputedStyle(it, '::after').height")
        assert eaves not in {"auto", "0px"}
        near = page.locator("#lost-near a")
        offered = [str(link.get_attribute("href")) for link in near.all()]
        root = urlsplit(address).path
        if meant is not None:
            assert root + meant in offered
        assert len(offered) <= 5
        # each link leads to a page, wherever one is
        links: list[str] = page.evaluate("[...document.querySelectorAll('article a, .bd-links a')].map(it => it.href)")
        assert len(links) > 30
        assert [link for link in links if not link.startswith(address)] == []
        skip: str = page.evaluate("document.querySelector('.skip-link a').href")
        assert skip == f"{address}{asked}#main-content"
        assert visit.foreign == []

    @pytest.mark.parametrize(("asked", "meant"), MISSPELT)
    def test_as_make_site_serves_it(
        self, server: SiteServer, context: BrowserContext, asked: str, meant: str | None
    ) -> None:
        page = context.new_page()
        missing: list[str] = []
        page.on("response", lambda it: missing.append(it.url) if it.status >= 400 else None)
        self.works(page, server.address, asked, meant)
        # the server says in the page where the site begins, so that nothing is looked for in vain
        assert missing == [server.address + asked]

    @pytest.mark.parametrize(("asked", "meant"), MISSPELT)
    def test_on_a_server_that_knows_nothing_of_the_site(
        self, elsewhere: str, context: BrowserContext, asked: str, meant: str | None
    ) -> None:
        self.works(context.new_page(), elsewhere, asked, meant)

    def test_at_the_published_address_without_scripts(self, site: Path, context: BrowserContext) -> None:
        browser = context.browser
        assert browser is not None
        with (
            serving(site, urlsplit(BASE).path) as running,
            browser.new_context(java_script_enabled=False) as reader,
        ):
            page = reader.new_page()
            page.goto(f"{running.address}book/goose/no/such.html")
            expect(page.get_by_text("The address that you followed leads to no page")).to_be_visible()
            page.get_by_role("link", name="How old is the Goose?").first.click()
            page.wait_for_url(f"{running.address}book/goose/history.html")

    def test_leads_to_the_search(self, server: SiteServer, context: BrowserContext) -> None:
        page = context.new_page()
        page.goto(f"{server.address}book/no/such_king.html")
        field = page.get_by_role("searchbox", name="Search the book")
        expect(field).to_have_value("such king")
        field.fill("wedding")
        page.get_by_role("button", name="Search", exact=True).last.click()
        page.wait_for_url(f"{server.address}search.html?q=wedding")
        expect(page.locator("#search-results li").first).to_be_visible()

    def test_an_address_is_text_and_nothing_else(self, address: str, context: BrowserContext) -> None:
        page = context.new_page()
        page.set_viewport_size({"width": NARROW["width"], "height": NARROW["height"]})
        visit = Visit(address)
        listen(page, visit)
        page.goto(f"{address}book/%E0%A4%A/<img src=x onerror=document.title='run'>{'x' * 3000}")
        expect(page.locator("#lost-asked code")).to_contain_text("book/%E0%A4%A/")
        assert "no such page" in page.title()
        assert page.locator("article img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert [trouble for trouble in visit.troubles if trouble.startswith("script")] == []


class TestSearch:
    """Search needs no server; the index is a script that lies beside the page."""

    @pytest.mark.parametrize("typed", ["Glückshaus", "gluckshaus", "Glueckshaus", "GLUECKSHAUS rules"])
    def test_from_a_disk_in_any_spelling(self, site: Path, context: BrowserContext, typed: str) -> None:
        context.set_offline(True)
        page = context.new_page()
        visit = Visit((site / "search.html").as_uri())
        listen(page, visit)
        page.goto(visit.address)
        page.locator(".bd-search-container input").fill(typed)
        page.keyboard.press("Enter")
        hit = page.locator("#search-results li a").filter(has_text="The rules of Glückshaus").first
        expect(hit).to_be_visible()
        assert visit.troubles == []
        assert visit.foreign == []
        hit.click()
        expect(page.locator("article h1").first).to_contain_text("The rules of Glückshaus")

    def test_in_the_text_in_any_spelling(self, address: str, context: BrowserContext) -> None:
        found = []
        for typed in ("Gänsespiel", "gansespiel", "Gaensespiel"):
            page = context.new_page()
            page.goto(f"{address}search.html?q={typed}")
            expect(page.locator("#search-results li a").first).to_be_visible()
            found.append(page.locator("#search-results li > a").all_inner_texts())
        assert found[0] == found[1] == found[2]

    def test_a_summary_is_of_the_text(self, address: str, context: BrowserContext) -> None:
        page = context.new_page()
        page.goto(f"{address}search.html?q=glueckshaus rules")
        title = page.get_by_role("link", name="The rules of Glückshaus", exact=True)
        hit = page.locator("#search-results li").filter(has=title).first
        summary = hit.locator(".context")
        expect(summary).to_contain_text("After this page you can play")
        expect(summary).not_to_contain_text("Contents")


class TestPrivacy:
    def test_every_page_says_so(self, site: Path, pages: list[str]) -> None:
        said = "This site collects nothing: no cookies, no counters, no requests to other hosts."
        assert [page for page in pages if said not in (site / page).read_text(encoding="utf-8")] == []

    def test_and_it_is_so(self, address: str, context: BrowserContext) -> None:
        page = context.new_page()
        visit = Visit(address)
        listen(page, visit)
        page.goto(f"{address}book/goose/play.html")
        page.locator(".theme-switch-button:visible").first.click()
        page.goto(f"{address}search.html?q=goose")
        expect(page.locator("#search-results li").first).to_be_visible()
        assert context.cookies() == []
        assert visit.foreign == []
        # what stays in the browser is what the line says: light and dark, and the last search
        kept = set(page.evaluate("Object.keys(localStorage)"))
        assert kept <= {"mode", "theme", "sphinx_highlight_terms"}
        assert "sphinx_highlight_terms" in kept
