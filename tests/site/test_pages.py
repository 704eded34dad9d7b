"""Every page of the built site, at the root and under a path, in Chromium on a narrow screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from playwright.sync_api import BrowserContext

from serve import SiteServer
from tests.site.visit import NARROW, Visit

pytestmark = pytest.mark.site


def gather(visits: list[Visit], of: Callable[[Visit], object]) -> dict[str, object]:
    """The pages of which there is something to tell, with what it is."""
    return {urlsplit(visit.address).path: found for visit in visits if (found := of(visit))}


def test_there_is_a_site(visits: list[Visit]) -> None:
    kinds = {"formulas": 0, "charts": 0, "links": 0}
    for visit in visits:
        kinds["formulas"] += visit.facts["formulas"]
        kinds["charts"] += visit.facts["charts"]
        kinds["links"] += len(visit.facts["links"])
    assert len(visits) >= 5
    assert all(kinds.values()), f"the tests below would have nothing to look at: {kinds}"


def test_no_request_to_another_host(visits: list[Visit]) -> None:
    assert gather(visits, lambda visit: visit.foreign) == {}


def test_no_error(visits: list[Visit]) -> None:
    assert gather(visits, lambda visit: visit.troubles) == {}


@pytest.mark.parametrize(
    "fact",
    [
        "without_alt",
        "nameless_svg",
        "nameless_controls",
        "nameless_charts",
        "without_icon",
        "undrawn_charts",
        "unset_formulas",
        "lost_glyphs",
        "raw_math",
    ],
)
def test_nothing_is_amiss(visits: list[Visit], fact: str) -> None:
    assert gather(visits, lambda visit: visit.facts[fact]) == {}


def test_no_page_scrolls_sideways(visits: list[Visit]) -> None:
    assert gather(visits, lambda visit: visit.facts["width"] if visit.facts["width"] > NARROW["width"] else 0) == {}


def test_links_lead_somewhere(visits: list[Visit], server: SiteServer, site: Path) -> None:
    ids = {unquote(urlsplit(visit.address).path): set(visit.facts["ids"]) for visit in visits}

    def broken(visit: Visit) -> list[str]:
        return [link for link in visit.facts["links"] if not leads_somewhere(link)]

    def leads_somewhere(link: str) -> bool:
        address, anchor = urldefrag(link)
        parts = urlsplit(address)
        if parts.netloc != urlsplit(server.address).netloc:
            # elsewhere: the test asks nobody, and only looks at how the link is written; a file to keep is in its link
            return parts.scheme in {"https", "mailto", "data"}
        path = unquote(parts.path)
        if path in ids:
            # what a link to a stage holds is no place on the page; test_lessons.py asks the app to load it
            return not anchor or anchor.startswith("stage=") or unquote(anchor) in ids[path]
        return path.startswith(server.prefix) and (site / path.removeprefix(server.prefix)).is_file()

    assert gather(visits, broken) == {}


def test_no_script_that_a_page_does_not_use(visits: list[Visit]) -> None:
    stock = ("mathjax", "fontawesome", "require", "embed-amd", "thebe")

    def needless(visit: Visit) -> list[str]:
        unused = stock if visit.facts["charts"] else (*stock, "plotly", "plot-boot")
        return [script for script in visit.facts["scripts"] if any(name in script.lower() for name in unused)]

    assert gather(visits, needless) == {}


def test_the_first_page_leads_home(server: SiteServer, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_url(f"{server.address}book/index.html")
    assert "House of Fortune" in page.title()
