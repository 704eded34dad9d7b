"""One course: what every page has in one form, and that nothing is needed before it is given."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from textwrap import dedent

import pytest
import yaml

from house.citing import bibtex
from house.languages import LANGUAGES, split_names
from house.promises import read_promise

ROOT = Path(__file__).parents[2]
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
PAGES = [chapter["file"] for part in TOC["parts"] for chapter in part["chapters"]]
"""In the reading order, without the home page."""
WORKSHOPS = [page for page in PAGES if page.endswith("/workshop")]
TOOLS = ("book/about", "book/classroom/index", "book/classroom/guess", "book/classroom/print")
"""Pages that lead to others or are used and not read: they teach nothing that could be asked."""
TEACH = [page for page in PAGES if page not in TOOLS and not page.startswith(("book/library/", "book/appendix/"))]
PARTS = {"book/classroom": "class"}
"""What the labels of a folder begin with, where that is not its name."""

VERB = re.compile(
    r"\b(?:agree|allows|are|beats|begin|begins|brings|came|can|change|come|comes|cost|costs|cut|"
    r"decides|differ|draw|ends|falls|find|gain|gains|go|had|has|have|hold|holds|is|leads|leave|"
    r"leaves|lets|lies|makes|matter|matters|met|need|needs|pays|refuse|rises|said|save|says|"
    r"shrinks|stand|stands|strays|take|takes|tells|throws|wait|was|were|win|wins|would)\b",
    re.I,
)
"""What makes a caption a sentence; add the verb of a new one."""


@cache
def text(page: str) -> str:
    return (ROOT / f"{page}.md").read_text(encoding="utf-8")


def prose(page: str) -> str:
    """A page without its header, its cells and its formulas."""
    without = re.sub(r"^---\n.*?\n---\n|^```\{code-cell\}.*?^```$|^```\w*\n.*?^```$", "", text(page), flags=re.S | re.M)
    return re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]*`", "", without, flags=re.S)


def cells(page: str) -> list[ast.Module]:
    found = re.findall(r"^```\{code-cell\} ipython3\n(.*?)^```$", text(page), re.S | re.M)
    return [ast.parse(dedent(re.sub(r"\A(?:---\n.*?\n---\n|(?::[^\n]*\n)+)", "", cell, flags=re.S))) for cell in found]


def test_titles_tell_pages_apart() -> None:
    titles = [re.search(r"^# (.+)$", text(page), re.M) for page in PAGES]
    names = [title[1] for title in titles if title]
    assert len(names) == len(PAGES)
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_begins_with_its_promise(page: str) -> None:
    promise = read_promise(text(page), page)
    assert promise is not None
    assert promise.gives
    assert promise.needs
    block = r"\*\*After this (?:page|lesson)\*\*" if page in WORKSHOPS else r":::\{div\} promise\n\*\*After this"
    assert re.search(rf"^# .+\n\n{block}", text(page), re.M)
    assert len(re.findall(r"\*\*After this (?:page|lesson)\*\*", text(page))) == 1


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_needs_stands_before_it(page: str) -> None:
    promise = read_promise(text(page), page)
    assert promise is not None
    needed = [link.removeprefix("/") for link in re.findall(r"\]\((/[^)#]+)\.md", promise.needs)]
    assert [link for link in needed if PAGES.index(link) >= PAGES.index(page)] == []
    # a link to a place in a page of which the name is told elsewhere
    for label in re.findall(r"\]\(#([\w-]+)\)", promise.needs):
        (home,) = [other for other in PAGES if f"({label})=\n" in text(other)]
        assert PAGES.index(home) < PAGES.index(page)


@pytest.mark.parametrize("page", PAGES)
def test_exercises_have_one_form(page: str) -> None:
    part = PARTS.get(str(PurePosixPath(page).parent), PurePosixPath(page).parent.name)
    exercises = re.findall(r"^```\{exercise\} .+\n:label: (.+)\n\n", text(page), re.M)
    solutions = re.findall(r"^```\{solution\} ex-(.+)\n:label: sol-\1\n:class: dropdown\n\n", text(page), re.M)
    assert len(exercises) == text(page).count("```{exercise}")
    assert len(solutions) == text(page).count("```{solution}")
    assert exercises == [f"ex-{solution}" for solution in solutions]
    assert [label for label in exercises if not re.fullmatch(rf"ex-{part}-[a-z0-9-]+", label)] == []


def test_labels_of_exercises_are_unique() -> None:
    labels = [label for page in PAGES for label in re.findall(r"^:label: (.+)$", text(page), re.M)]
    assert len(labels) > 200
    assert [label for label in labels if labels.count(label) > 1] == []


@pytest.mark.parametrize("page", TEACH)
def test_a_page_that_teaches_asks(page: str) -> None:
    if page in WORKSHOPS:
        # plain Markdown, for JupyterLab
        questions = re.findall(r"^\*\*Exercise (\d+)\.\*\*", text(page), re.M)
        assert questions
        assert questions == re.findall(r"<summary>Solution (\d+)</summary>", text(page))
    else:
        assert "```{exercise}" in text(page)


def captions(page: str) -> list[str]:
    """The captions in a page's cells, with N for what is only known when the cell runs."""

    def said(node: ast.expr) -> str | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.JoinedStr):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "N" for part in node.values)
        return None

    found: list[str | None] = []
    for cell in cells(page):
        for node in ast.walk(cell):
            if not isinstance(node, ast.Call):
                continue
            found += [said(keyword.value) for keyword in node.keywords if keyword.arg == "caption"]
            if isinstance(node.func, ast.Name) and node.func.id == "Table" and len(node.args) >= 3:
                found.append(said(node.args[2]))
    # the charts of a slider stand under one caption, and have a dash for their own
    return [caption for caption in found if caption is not None and caption != "-"]


@pytest.mark.parametrize("page", [page for page in PAGES if page not in WORKSHOPS])
def test_captions_state_what_is_to_be_seen(page: str) -> None:
    def states(caption: str) -> bool:
        words = re.findall(r"[\w'’]+", caption)
        told = "N" in words or (len(words) >= 5 and VERB.search(caption) is not None)
        return told and not caption[0].islower() and caption.endswith((".", "?", "N"))

    assert [caption for caption in captions(page) if not states(caption)] == []


def test_captions_are_found() -> None:
    assert sum(len(captions(page)) for page in PAGES) > 60


@pytest.mark.parametrize("page", ["book/index", *PAGES])
def test_thousands_have_a_comma(page: str) -> None:
    written = re.findall(r"(?<![\d.,-])\d{1,3}[\u00a0\u2009\u202f]\d{3}\b|(?<![\w.,=-])\d{5,}(?![\w-])", prose(page))
    assert written == []


AMERICAN = re.compile(
    r"\b(?:(?:col|fav|hon|lab(?!orat)|neighb|behavi|rum|flav)or\w*|center\w*|theater\w*|gray|analyz\w*|traveled|labeled|modeled"
    r"|canceled|judgment|defense|catalog|dialog|math|practise|\w+(?:iz(?:e|ed|es|ing|ation)))\b",
    re.I,
)
SIZES = frozenset(("size", "sizes", "sized", "prize", "prizes", "seize", "seized"))


@pytest.mark.parametrize("page", ["book/index", *PAGES])
def test_the_spelling_is_british(page: str) -> None:
    found = {word[0] for word in AMERICAN.finditer(prose(page))}
    assert {word for word in found if word.lower() not in SIZES} == set()


@pytest.mark.parametrize("page", ["book/index", *PAGES])
def test_chance_is_the_word(page: str) -> None:
    # the glossary says that other books use another one
    said = re.findall(r"probabilit\w+", prose(page), re.I)
    assert said == [] or page == "book/appendix/glossary"


class TestAbout:
    def test_the_paths_lead_through_all_of_the_book(self) -> None:
        paths = re.findall(r"^```\{path\}\n(.*?)^```$", text("book/about"), re.S | re.M)
        walked = {f"book/{page}" for path in paths for page in path.split()}
        parts = [page for page in PAGES if not page.startswith(("book/library/", "book/appendix/"))]
        assert set(parts) - walked == {"book/about"}

    def test_each_path_keeps_the_reading_order(self) -> None:
        for path in re.findall(r"^```\{path\}\n(.*?)^```$", text("book/about"), re.S | re.M):
            places = [PAGES.index(f"book/{page}") for page in path.split()]
            assert places == sorted(places)

    def test_it_is_cited_with_its_year_once_there_is_one(self) -> None:
        known = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
        entry = bibtex({**known, "date-released": "2027-01-31"})
        assert "  year = {2027},\n" in entry
        assert known["title"] in " ".join(entry.split())
        assert entry.count("{") == entry.count("}")


class TestGlossary:
    def entries(self) -> list[tuple[str, str]]:
        blocks = re.findall(r"^:::\{glossary\}\n(.*?)^:::$", text("book/appendix/glossary"), re.S | re.M)
        assert len(blocks) == 2
        return [entry for block in blocks for entry in re.findall(r"^(\S.*)\n((?:  .*\n|\n)+)", block, re.M)]

    def test_each_term_is_told_shortly_and_leads_to_its_page(self) -> None:
        entries = self.entries()
        assert len(entries) >= 70
        for term, meaning in entries:
            told = meaning.split("{names}")[0]
            links = re.findall(r"\]\((\.\./[\w/-]+)\.md\)", told)
            assert links, term
            assert normpath(f"book/appendix/{links[-1]}") in PAGES, term
            assert told.split("[")[0].count(". ") <= 3, term

    def test_names_have_all_languages(self) -> None:
        lines = re.findall(r"\{names\}`(.+)`", text("book/appendix/glossary"))
        names = [split_names(line) for line in lines]
        assert len(names) >= 20
        for language in LANGUAGES:
            assert sum(words[language] != "-" for words in names) >= 9
        # what is Cyrillic is Russian, and the other way round
        for words in names:
            assert all(bool(re.search("[а-я]", word)) == (key == "ru") for key, word in words.items() if word != "-")

    def test_terms_stand_in_order(self) -> None:
        blocks = re.findall(r"^:::\{glossary\}\n(.*?)^:::$", text("book/appendix/glossary"), re.S | re.M)
        for block in blocks:
            terms = [term.casefold().replace("ü", "u") for term in re.findall(r"^(\S.*)\n  ", block, re.M)]
            assert terms == sorted(terms)


def test_the_index_has_many_entries() -> None:
    marks = [mark for page in PAGES for mark in re.findall(r"^```\{index\} (.+)$", text(page), re.M)]
    entries = {entry.strip() for mark in marks for entry in mark.split(",")}
    assert len(entries) >= 150
    assert "" not in entries
    assert all(entry.count(";") <= 1 for entry in entries)
