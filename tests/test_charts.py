from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from fortune.charts import Chart, Data, Table, bars, histogram, lines, points, ranked, show, slider
from fortune.errors import FortuneError
from fortune.palette import PALETTE

ROOMS = (3, 5, 6)
HELD = (Fraction(2, 3), Fraction(1, 2), Fraction(5, 12))
WORDS: dict[str, Any] = {"caption": "Rooms hold a chip half of the time.", "ruleset": "modern"}
AXES: dict[str, Any] = {"x_title": "room", "y_title": "chance of a chip"}


def every_kind() -> dict[str, Chart]:
    two = [Data("solved", HELD), Data("thrown", (0.66, 0.51, 0.41), (0.01, 0.01, 0.02))]
    return {
        "bars": bars(ROOMS, two, **WORDS, **AXES),
        "lines": lines(ROOMS, two, **WORDS, **AXES),
        "steps": lines(ROOMS, two, step=True, **WORDS, **AXES),
        "points": points(["pig", "king", "seven"], two, **WORDS, **AXES),
        "ranked": ranked(["ante", "fill", "four"], (1.0, -3.5, 2.0), title="throws more", **WORDS),
        "histogram": histogram(
            [1, 6],
            5,
            Data("games", [7, 3]),
            Data("expected", [6.5, 3.2]),
            x_title="throws",
            y_title="games",
            **WORDS,
        ),
        "slider": slider(
            {f"{s} s": lines(ROOMS, [Data("game", [s * n for n in ROOMS])], **WORDS, **AXES) for s in (2, 5)},
            name="a throw takes",
            caption="Slow throws make long games.",
            start=1,
        ),
    }


CHARTS = every_kind()


class Page(HTMLParser):
    """What a browser finds in a chart: its tags, and the text of the script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.script = ""
        self.cells: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] == "script":
            self.script += data
        if self.open[-1] in ("td", "th"):
            self.cells.append(data)


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in strings(part)]


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_chart_is_a_figure_a_caption_and_its_numbers(chart: Chart) -> None:
    bundle = chart._repr_mimebundle_()
    page = Page(bundle["text/html"])
    figure = dict(bundle["application/vnd.plotly.v1+json"])
    # plotly's own buttons lead to other hosts
    assert figure.pop("config") == {"displayModeBar": False, "displaylogo": False}
    assert json.loads(page.script) == figure
    plots = [attrs for tag, attrs in page.tags if attrs.get("class") == "chart-plot"]
    assert [(plot["role"], plot["aria-label"]) for plot in plots] == [("img", chart.caption)]
    assert page.cells == [column for column in chart.columns if column] + [
        show(cell) for row in chart.rows for cell in row
    ]
    assert f"Ruleset: {chart.ruleset}" in bundle["text/html"]


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_colours_are_the_palette_s_and_nothing_is_tex(chart: Chart) -> None:
    texts = strings(json.loads(json.dumps(chart.figure)))
    used = {text for text in texts if re.fullmatch(r"#[0-9a-fA-F]{3,8}", text)}
    assert used <= {colour.light for colour in PALETTE.values()}
    assert not [text for text in texts if "$" in text]


@pytest.mark.parametrize("kind", ["bars", "lines", "steps", "points"])
def test_series_differ_in_more_than_colour(kind: str) -> None:
    def form(trace: dict[str, Any]) -> object:
        marker = trace["marker"]
        return marker.get("pattern", {}).get("shape"), marker.get("symbol"), trace.get("line", {}).get("dash")

    assert len({form(trace) for trace in CHARTS[kind].figure["data"]}) == 2


def test_numbers_stay_exact_beside_the_picture() -> None:
    chart = CHARTS["bars"]
    assert chart.figure["data"][0]["y"] == [float(value) for value in HELD]
    assert chart.columns == ("room", "solved", "thrown", "standard error of thrown")
    assert chart.rows[2] == (6, Fraction(5, 12), 0.41, 0.02)
    assert chart.figure["data"][1]["error_y"]["array"] == [0.01, 0.01, 0.02]
    assert "error_y" not in chart.figure["data"][0]


def test_ranked_puts_the_strongest_effect_on_top() -> None:
    chart = CHARTS["ranked"]
    assert [row[0] for row in chart.rows] == ["fill", "four", "ante"]
    # plotly draws from below
    assert chart.figure["layout"]["yaxis"]["categoryarray"] == ["ante", "four", "fill"]
    less, more = chart.figure["data"]
    assert (less["y"], less["x"], more["y"], more["x"]) == (["fill"], [-3.5], ["ante", "four"], [1.0, 2.0])
    assert less["marker"]["pattern"]["shape"] != more["marker"]["pattern"]["shape"]


def test_a_histogram_stands_on_its_numbers_and_the_line_over_its_middles() -> None:
    chart = CHARTS["histogram"]
    games, line = chart.figure["data"]
    assert (games["type"], games["x"], games["width"], games["y"]) == ("bar", [3.0, 8.0], 5, [7.0, 3.0])
    assert (line["type"], line["x"], line["y"]) == ("scatter", [3.0, 8.0], [6.5, 3.2])
    assert chart.figure["layout"]["xaxis"]["range"] == [0.5, 10.5]
    assert chart.rows == (("1 to 5", 7, 6.5), ("6 to 10", 3, 3.2))
    alone = histogram([1, 2], 1, Data("games", [7, 3]), x_title="throws", y_title="games", **WORDS)
    assert [row[0] for row in alone.rows] == ["1", "2"]
    assert not alone.figure["layout"]["showlegend"]


def test_ranked_leaves_room_for_the_numbers() -> None:
    assert CHARTS["ranked"].figure["layout"]["xaxis"]["range"] == pytest.approx([-3.5 - 0.5 * 5.5, 2 + 0.5 * 5.5])
    up = ranked(["one", "two"], (1.0, 2.0), title="more", **WORDS)
    assert up.figure["layout"]["xaxis"]["range"] == pytest.approx([0, 2.6])


def test_a_slider_holds_every_step_and_starts_where_told() -> None:
    chart = CHARTS["slider"]
    (control,) = chart.figure["layout"]["sliders"]
    assert control["active"] == 1
    assert [step["args"][0]["y"] for step in control["steps"]] == [[[6.0, 10.0, 12.0]], [[15.0, 25.0, 30.0]]]
    assert chart.figure["data"][0]["y"] == [15.0, 25.0, 30.0]
    assert chart.columns == ("a throw takes", "room", "game")
    assert len(chart.rows) == 6


def test_a_slider_moves_the_errors_too() -> None:
    steps = {
        str(n): points([1], [Data("a", [n], [n / 10])], **WORDS, **AXES)
        for n in (1, 2)
    }  # fmt: skip
    control = slider(steps, name="n", caption="c").figure["layout"]["sliders"][0]
    assert control["steps"][1]["args"][0]["error_y.array"] == [[0.2]]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(5, 12), "5/12 ≈ 0.4167"),
        (Fraction(-5, 12), "−5/12 ≈ −0.4167"),
        (Fraction(6, 2), "3"),
        (Fraction(123456789, 987654321), "≈ 0.1250"),
        (0.5, "0.5"),
        (-0.25, "−0.25"),
        (0.0, "0"),
        (123.456, "123.5"),
        (12345.678, "12,345.7"),
        (32960, "32,960"),
        (2e-9, "2.000 × 10⁻⁹"),
        (17, "17"),
        ("pig", "pig"),
        (True, "True"),
    ],
)
def test_numbers_are_written_for_readers(value: object, shown: str) -> None:
    assert show(value) == shown


def test_words_can_never_become_markup() -> None:
    bad = '</script><b onload="x">&'
    chart = bars([bad], [Data(bad, [1])], caption=bad, ruleset=bad, x_title=bad, y_title=bad)
    page = Page(chart._repr_html_())
    assert "b" not in {tag for tag, _ in page.tags}
    assert json.loads(page.script)["data"][0]["name"] == bad
    assert "b" not in {tag for tag, _ in Page(Table((bad,), ((bad,),), bad, bad)._repr_html_()).tags}


def test_a_table_scrolls_in_its_own_box() -> None:
    page = Page(Table(("room", "chance"), ((3, Fraction(1, 2)), ("pig", "once")), "Chances.", "modern")._repr_html_())
    boxes = [attrs for _, attrs in page.tags if attrs.get("class") == "table-scroll"]
    assert boxes == [{"class": "table-scroll", "role": "region", "tabindex": "0", "aria-label": "Chances."}]
    assert [attrs["scope"] for tag, attrs in page.tags if tag == "th"] == ["col", "col", "row", "row"]
    assert [attrs["class"] for tag, attrs in page.tags if tag == "td"] == ["words", "words"]
    sure = Page(Table(("room", "chance"), ((3, Fraction(1, 2)), (5, 0.25)), "Chances.", "modern")._repr_html_())
    assert [attrs.get("class") for tag, attrs in sure.tags if tag in ("th", "td")] == [
        *(None, "number"),
        *(None, "number"),
        *(None, "number"),
    ]


def test_bad_input_is_refused_with_a_sentence() -> None:
    with pytest.raises(FortuneError, match="has 2 entries, and the table has 1 columns"):
        Table(("a",), ((1, 2),), "c", "modern")
    with pytest.raises(FortuneError, match="caption"):
        Table(("a",), ((1,),), " ", "modern")
    with pytest.raises(FortuneError, match="ruleset"):
        Table(("a",), ((1,),), "c", "")
    with pytest.raises(FortuneError, match="game has 2 values, and the axis has 3 places"):
        lines(ROOMS, [Data("game", (1, 2))], **WORDS, **AXES)
    with pytest.raises(FortuneError, match="game has 1 errors"):
        bars(ROOMS, [Data("game", (1, 2, 3), (1,))], **WORDS, **AXES)
    with pytest.raises(FortuneError, match="not nan"):
        lines(ROOMS, [Data("game", (1, 2, float("nan")))], **WORDS, **AXES)
    with pytest.raises(FortuneError, match="not none"):
        bars(ROOMS, [], **WORDS, **AXES)
    with pytest.raises(FortuneError, match="8 series apart at most, not 9"):
        bars([1], [Data(str(n), [n]) for n in range(9)], **WORDS, **AXES)
    one = lines(ROOMS, [Data("game", (1, 2, 3))], **WORDS, **AXES)
    with pytest.raises(FortuneError, match="two charts or more"):
        slider({"1": one}, name="n", caption="c")
    with pytest.raises(FortuneError, match="cannot start at 2"):
        slider({"1": one, "2": one}, name="n", caption="c", start=2)
    with pytest.raises(FortuneError, match="these differ"):
        slider({"1": one, "2": CHARTS["bars"]}, name="n", caption="c")


def test_charts_need_no_plotly() -> None:
    code = "import fortune.charts, sys; print([m for m in ('plotly', 'numpy', 'sympy') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
