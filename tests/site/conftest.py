"""The built site, a Chromium, and one visit of every page.

Nothing of this is skipped: where the book cannot be built or no Chromium starts, these tests fail and say so.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

import browser as chromium
import build_book
from serve import SiteServer
from tests.site import staging
from tests.site.visit import Visit, visit


@pytest.fixture(scope="package")
def site() -> Path:
    """The folder of the built site, built anew if anything changed since."""
    try:
        return build_book.build()
    except build_book.BookError as error:
        pytest.fail(str(error))


@pytest.fixture(scope="package")
def pages(site: Path) -> list[str]:
    """The address of every page within the site, save those that only lead on, as the first does to the home page.

    What stands under ``lite`` are programs and no pages; test_lite.py runs them.
    """
    within = (path.relative_to(site) for path in site.rglob("*.html"))
    found = sorted(path.as_posix() for path in within if path.parts[0] not in {"_static", "lite"})
    return [page for page in found if "moved.js" not in (site / page).read_text(encoding="utf-8")]


@contextmanager
def serving(folder: Path, prefix: str = "/name/") -> Iterator[SiteServer]:
    """This folder served, under a path unless told otherwise, as project pages are."""
    with SiteServer(folder, prefix=prefix) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(scope="package", params=["/", "/name/"], ids=["root", "prefix"])
def server(site: Path, request: pytest.FixtureRequest) -> Iterator[SiteServer]:
    """The site served at the root, and under a path."""
    with serving(site, request.param) as running:
        yield running


@pytest.fixture(scope="package")
def address(site: Path) -> Iterator[str]:
    """The site under a path, for tests to which the root is no different."""
    with serving(site) as running:
        yield running.address


@pytest.fixture(scope="package")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pages with a stage each and nothing else; see staging.py."""
    return staging.make(tmp_path_factory.mktemp("stages"))


@pytest.fixture(scope="package")
def host(stages: Path) -> Iterator[SiteServer]:
    """These pages served."""
    with serving(stages) as running:
        yield running


@pytest.fixture(scope="package")
def staged(host: SiteServer) -> str:
    """The address of these pages."""
    return host.address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium that runs as long as these tests do."""
    path = chromium.find()
    if path is None:
        pytest.fail("No Chromium starts here; `make test` installs one, or set the variable CHROMIUM to its path.")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A reader with nothing remembered."""
    with browser.new_context() as fresh:
        yield fresh


@pytest.fixture(scope="package")
def visits(browser: Browser, server: SiteServer, pages: list[str]) -> list[Visit]:
    """Every page of the site, each loaded once."""
    with browser.new_context() as context:
        return [visit(context, server.address + page) for page in pages]
