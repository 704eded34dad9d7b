"""The lesson pages: the same form throughout, the times add up, and the teacher's page lists them as they are."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from fortune.classroom.questions import QUESTIONS
from fortune.stage.registry import find_app

BOOK = Path(__file__).parents[2] / "book"
FOLDER = BOOK / "classroom"
LESSONS = ("seven", "nine", "hoax", "wedding", "king", "starts", "never", "knowing")
"""In the order of the teacher's page."""
PARTS = (
    "Before the lesson",
    "The question",
    "Minute by minute",
    "What pupils say",
    "What is so",
    "Exercises",
    "Where it leads",
)


@cache
def text(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def promise(name: str) -> str:
    found = re.search(r":::\{div\} promise\n(.*?)\n:::", text(name), re.S)
    assert found is not None
    return found[1].replace("\n", " ")


def part(name: str, heading: str) -> str:
    return re.split(r"^## ", text(name).split(f"\n## {heading}", 1)[1], flags=re.M)[0]


def age_and_time(name: str) -> tuple[str, str]:
    found = re.search(r"\*\*Age\*\* (\d\d to \d\d)[.;].* \*\*Time\*\* (\d\d minutes)[.,]", promise(name))
    assert found is not None, promise(name)
    return found[1], found[2]


def table(part: str) -> list[list[str]]:
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_lesson_that_a_question_opens_is_there() -> None:
    assert {question.lesson for question in QUESTIONS.values()} == set(LESSONS)
    cells = {path.stem for path in FOLDER.glob("*.md") if "## Minute by minute" in path.read_text(encoding="utf-8")}
    assert cells == set(LESSONS)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_all_its_parts_in_order(name: str) -> None:
    headings = re.findall(r"^## (.*)$", text(name), re.M)
    for wanted, found in zip(PARTS, [h for h in headings if h != "The story"], strict=True):
        assert found.startswith(wanted)
    for word in ("**After this lesson**", "**Age**", "**Time**", "**You need**"):
        assert word in promise(name)
    before = part(name, "Before the lesson")
    assert "**Print** from [the print room](print.md)" in before
    assert "**Open**" in before
    assert len(re.findall(r"^\*\*“.*”", part(name, "What pupils say"), re.M)) >= 5


@pytest.mark.parametrize("name", LESSONS)
def test_its_question_opens_it(name: str) -> None:
    asked = re.findall(r'stage\.show\("classroom\.guess", question="(\w+)"\)', text(name))
    assert len(asked) == 1
    assert QUESTIONS[asked[0]].lesson == name


@pytest.mark.parametrize("name", LESSONS)
def test_the_minutes_add_up(name: str) -> None:
    spans = [tuple(map(int, row[0].split("–"))) for row in table(part(name, "Minute by minute"))]
    assert spans[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert all(start < end for start, end in spans)
    assert f"{spans[-1][1]} minutes" == age_and_time(name)[1]
    assert 5 <= len(spans) <= 8


@pytest.mark.parametrize("name", LESSONS)
def test_every_link_that_is_made_is_offered_and_every_exercise_is_solved(name: str) -> None:
    made = set(re.findall(r'\bway\(\s*"([\w-]+)"', text(name)))
    offered = set(re.findall(r"\{glue:\}`([\w-]+)`", text(name)))
    assert made == offered
    assert len(made) >= 2
    exercises = re.findall(r"```\{exercise\}.*\n:label: ex-class-([\w-]+)\n", text(name))
    solutions = re.findall(r"```\{solution\} ex-class-([\w-]+)\n:label: sol-class-\1\n:class: dropdown\n", text(name))
    assert exercises == solutions
    assert len(exercises) >= 3
    assert all(label.startswith(f"{name}-") for label in exercises)


@pytest.mark.parametrize("name", LESSONS)
def test_each_figure_that_is_told_stands_in_the_text(name: str) -> None:
    used = set(re.findall(r"\{glue:text\}`([\w-]+)`", text(name)))
    made = set(re.findall(r'\btell\(\s*"([\w-]+)"', text(name)))
    assert made <= used
    computed = bool(re.search(r'\btell\(\s*(f"|key)', text(name)))
    assert used == made or computed


def test_the_teachers_page_lists_them_as_they_are() -> None:
    rows = table(part("index", "The lessons"))
    assert tuple(re.findall(r"\]\((\w+)\.md\)", " ".join(row[0] for row in rows))) == LESSONS
    for name, row in zip(LESSONS, rows, strict=True):
        title = re.search(r"^# (.*)$", text(name), re.M)
        assert title is not None
        assert row[0] == f"[{title[1]}]({name}.md)"
        assert (row[2], row[3]) == age_and_time(name)


def test_the_table_of_contents_has_them_in_this_order() -> None:
    toc = (BOOK.parent / "_toc.yml").read_text(encoding="utf-8")
    files = re.findall(r"file: book/classroom/([\w-]+)", toc)
    assert [name for name in files if name in LESSONS] == list(LESSONS)
    assert files[0] == "index"
    assert "guess" in files


def test_the_print_room_has_the_sheets_that_the_lessons_ask_for() -> None:
    rows = {row[0]: " ".join(row[1:]) for row in table(part("print", "For a lesson"))}
    for name in LESSONS:
        (row,) = [sheets for title, sheets in rows.items() if f"({name}.md)" in title]
        asked = re.findall(r"\{sheet\}`[^`]*<([\w-]+)>`", part(name, "Before the lesson"))
        assert set(re.findall(r"<([\w-]+)>`", row)) == set(asked)


def games_for_groups() -> list[tuple[str, int, str, Any]]:
    """Lessons, for how many groups a link promises a game, its app, and the state that it opens."""
    seats = {"two": 2, "three": 3, "four": 4}
    found = []
    for name in LESSONS:
        for cell in re.findall(r"```\{code-cell\} ipython3\n(.*?)```", text(name), re.S):
            for node in ast.walk(ast.parse(dedent(re.sub(r"^:.*$", "", cell, flags=re.M)))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "way":
                    promised = re.search(r"\b(\w+) groups", ast.literal_eval(node.args[1]))
                    if promised:
                        app, saved = (ast.literal_eval(part) for part in node.args[3:5])
                        found.append((name, seats[promised[1]], app, saved))
    return found


def test_a_game_for_so_many_groups_has_so_many_seats() -> None:
    games = games_for_groups()
    assert {name for name, *_ in games} == {"nine", "wedding"}
    for name, seats, app, saved in games:
        view = find_app(app).view(find_app(app).load(saved))
        assert f"{seats} players" in " ".join(view.log), name
