"""The roles of the claims, tried in a small book: marks, citations, the way to the ledger and back, unknown keys."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fortune.claims import find

ROOT = Path(__file__).parents[2]
CONF = """
from house import claims
extensions = ["myst_parser", "sphinxcontrib.bibtex", "sources"]
myst_enable_extensions = ["attrs_inline", "colon_fence"]
bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "sources"
bibtex_reference_style = "label"
html_theme = "basic"
root_doc = "index"

def setup(app):
    claims.register(app)
"""
PAGE = "# A page\n\nIt is {claim}`medieval`, as said: {grade}`medieval`, and {claim}`templars`.\n"
LEDGER = """# Ledger

(claim-medieval)=
:::{container} claim
{grade}`medieval` {told}`medieval`
:::

(claim-templars)=
:::{container} claim
{grade}`templars` {told}`templars`
:::

(claim-glonnegger)=
:::{container} claim
{grade}`glonnegger` {told}`glonnegger`
:::

```{bibliography}
```
"""


def build(folder: Path, page: str) -> subprocess.CompletedProcess[str]:
    ledger = folder / "book" / "appendix" / "claims.md"
    ledger.parent.mkdir(parents=True, exist_ok=True)
    ledger.write_text(LEDGER, encoding="utf-8")
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text("# Top\n\n```{toctree}\npage\nbook/appendix/claims\n```\n", encoding="utf-8")
    (folder / "page.md").write_text(page, encoding="utf-8")
    (folder / "references.bib").write_bytes((ROOT / "book" / "references.bib").read_bytes())
    where = os.pathsep.join(map(str, (ROOT / "src", ROOT / "book" / "_ext")))
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-n", "-W", "--keep-going", "-q", ".", "out"]
    return subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": where}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    done = build(folder, PAGE)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_mark_leads_to_the_ledger_and_the_first_can_be_found_again(built: Path) -> None:
    html = (built / "out" / "page.html").read_text(encoding="utf-8")
    standing = find("medieval").standing
    marks = re.findall(
        r'<a class="reference internal" href="([^"]+)"><span class="([^"]+)"( id="[^"]+")?>([^<]+)<', html
    )
    address, look = "book/appendix/claims.html#claim-medieval", f"grade grade-{standing}"
    assert marks[:2] == [(address, look, ' id="told-medieval"', standing), (address, look, "", standing)]
    assert marks[2][0].endswith("#claim-templars")


def test_a_claim_cites_the_sources_that_decide_and_a_grade_does_not(built: Path) -> None:
    html = (built / "out" / "page.html").read_text(encoding="utf-8")
    cited = re.findall(r'claims\.html#id\d+" title="[^"]*">([^<]+)</a>', html)
    assert sorted(cited) == ["Wikipedia de", "Wikipedia en"]
    assert {source.key for source in find("medieval").deciding} == {"wikipedia-en", "wikipedia-de"}


def test_the_ledger_leads_back_to_the_pages_that_tell_a_claim(built: Path) -> None:
    html = (built / "out" / "book" / "appendix" / "claims.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]*#told-[^"]*)">([^<]*)<', html) == [
        ("../../page.html#told-medieval", "A page"),
        ("../../page.html#told-templars", "A page"),
    ]
    assert html.count("Told in: ") == 2
    assert 'id="claim-glonnegger"' in html


def test_a_page_that_is_changed_changes_the_ledger(built: Path) -> None:
    assert build(built, "# Other\n\nBy {grade}`glonnegger`.\n").returncode == 0
    html = (built / "out" / "book" / "appendix" / "claims.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]*#told-[^"]*)">([^<]*)<', html) == [("../../page.html#told-glonnegger", "Other")]


def test_an_unknown_claim_ends_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, "# A page\n\nIt is {claim}`mediaeval`.\n")
    assert done.returncode != 0
    assert "page.md:3: WARNING: There is no claim 'mediaeval'" in done.stderr
