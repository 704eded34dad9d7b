"""No page states as a fact what is refuted, and every grade on a page comes from the one list of claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fortune.claims import CLAIMS, GRADES, VERDICTS, find
from tests.claims.prose import ROOT, Paragraph, modules, pages, paragraphs, unmarked, words

NAMED = pytest.mark.parametrize("path", pages(), ids=lambda path: str(path.relative_to(ROOT)))
STANDINGS = "|".join(word.replace(" ", "-") for word in (*GRADES, *VERDICTS))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@NAMED
def test_a_page_names_the_claims_that_it_must_not_state(path: Path) -> None:
    found = paragraphs(read(path), str(path.relative_to(ROOT)))
    assert not list(unmarked(found, CLAIMS.values()))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_so_does_the_library_where_it_speaks(path: Path) -> None:
    found = words(read(path), str(path.relative_to(ROOT)))
    assert not list(unmarked(found, CLAIMS.values()))


@NAMED
def test_no_page_writes_a_grade_or_a_verdict_by_hand(path: Path) -> None:
    assert not re.findall(rf"grade-(?:{STANDINGS})\b", read(path))


def test_roles_name_claims_that_there_are_and_history_pages_name_all_of_their_past() -> None:
    for path in pages():
        for key in re.findall(r"\{(?:claim|grade|told)\}`([^`]*)`|#claim-([\w-]+)", read(path)):
            find("".join(key))
    for game in ("glueckshaus", "goose", "tablero"):
        assert f'table("{game}")' in read(ROOT / "book" / game / "history.md")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Glückshaus is a medieval game.", "medieval"),
        ("In 1458 the game was\nso wicked that a pope banned it.", "pope-1458"),
        ("First a fact.\n\nThen the Templars.", "templars"),
        ("| year | what |\n|---|---|\n| 1404 | the monks play |", "granada-1404"),
        ("> It is a game of the Renaissance.", "renaissance"),
        (
            '```{code-cell} ipython3\n:tags: [remove-input]\n\ncaption = f"Since {1471} or 1471, says {who}."\n```',
            "germany-1471",
        ),
        ("Later a pig pays ten.", "pig-ten"),
    ],
)
def test_a_bad_paragraph_is_found_and_named(text: str, key: str) -> None:
    (said,) = unmarked(paragraphs(text, "bad.md"), [find(key)])
    assert said.startswith("bad.md, line ")
    assert f"the claim {key} ({find(key).standing})" in said


@pytest.mark.parametrize(
    "text",
    [
        "That it is a medieval game is {claim}`medieval`.",
        "[A medieval game?](#claim-medieval)",
        "How old is it? {grade}`medieval`, if somebody says:\n\n> A medieval game!",
    ],
)
def test_a_paragraph_that_names_the_claim_may_tell_it(text: str) -> None:
    assert not list(unmarked(paragraphs(text), [find("medieval")]))


def test_a_mark_in_one_paragraph_does_not_cover_the_next_nor_one_claim_another() -> None:
    text = "It is {claim}`medieval`.\n\nA medieval game.\n\nThe pope banned it in 1458: {claim}`granada-1404`."
    assert len(list(unmarked(paragraphs(text), CLAIMS.values()))) == 2


def test_lines_are_counted_from_the_top_of_the_page() -> None:
    options = "---\ntags: [hide-input]\nmystnb:\n  markdown_format: myst\n---"
    cell = f"```{{code-cell}} ipython3\n{options}\nx = 1\n\nsay = 'three'\n```"
    text = f"# Title\n\nOne.\nTwo.\n\n{cell}\n"
    found = list(paragraphs(text))
    assert Paragraph("page.md", 3, "One.\nTwo.") in found
    assert Paragraph("page.md", 14, "three") in found
