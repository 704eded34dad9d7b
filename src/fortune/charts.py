"""Charts and tables for the pages: plotly figures as plain dictionaries, each with its numbers beside it.

Nothing here imports plotly, so that the browser's Python can make charts too. A :class:`Chart` is shown as HTML:
the figure as JSON, which ``plot-boot.js`` draws, a caption that states the finding, and the numbers as a table.
Series differ by dash, marker and pattern as well as by colour, and text in a figure is never TeX.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, isfinite, log10
from typing import Any, NamedTuple, TypeGuard

from fortune.errors import FortuneError
from fortune.palette import PALETTE, SERIES, TEXT_FONT

__all__ = [
    "Chart",
    "Data",
    "Number",
    "Table",
    "bars",
    "below",
    "histogram",
    "lines",
    "percent",
    "points",
    "ranked",
    "script_json",
    "show",
    "slider",
]

Number = int | float | Fraction
"""What a chart can draw."""

_HEIGHT = 400
_SHORT = 13
"""The most digits, of numerator and denominator together, that a fraction in a table is written out with."""


class Data(NamedTuple):
    """One series: its name in words, a value for each place on the axis, and standard errors where it has them."""

    name: str
    values: Sequence[Number]
    errors: Sequence[Number] | None = None


@dataclass(frozen=True)
class Table:
    """Numbers in rows under named columns, with a caption and the ruleset they hold for.

    Raises :class:`FortuneError` where a row does not fit the columns, or where caption or ruleset are missing.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str
    ruleset: str

    def __post_init__(self) -> None:
        _check(self.columns, self.rows, self.caption, self.ruleset)

    def _repr_html_(self) -> str:
        return (
            f'<figure class="numbers">{_caption(self.caption, self.ruleset)}'
            f"{_table(self.columns, self.rows, self.caption)}</figure>"
        )


@dataclass(frozen=True)
class Chart:
    """A plotly figure with a caption that states its finding, its numbers as a table, and its ruleset.

    The caption is also what a screen reader says in place of the picture. Raises :class:`FortuneError` where
    a row does not fit the columns, or where caption or ruleset are missing.
    """

    figure: Mapping[str, Any]
    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    ruleset: str

    def __post_init__(self) -> None:
        _check(self.columns, self.rows, self.caption, self.ruleset)

    def _repr_html_(self) -> str:
        height = self.figure["layout"]["height"]
        return (
            f'<figure class="chart"><div class="chart-plot" role="img" aria-label="{escape(self.caption)}" '
            f'style="min-height:{height}px"><script type="application/json">{script_json(self.figure)}</script>'
            "<noscript><p>The chart needs JavaScript; its numbers stand below.</p></noscript></div>"
            f"{_caption(self.caption, self.ruleset)}"
            f'<details class="chart-table"><summary>The numbers</summary>'
            f"{_table(self.columns, self.rows, self.caption)}</details></figure>"
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        bare = {"displayModeBar": False, "displaylogo": False}
        return {"text/html": self._repr_html_(), "application/vnd.plotly.v1+json": {**self.figure, "config": bare}}


def bars(x: Sequence[object], data: Sequence[Data], *, caption: str, ruleset: str, x_title: str, y_title: str) -> Chart:
    """Bars over categories, side by side where there are several series; with error bars where these have errors."""
    traces = [
        {
            "type": "bar",
            "name": series.name,
            "x": [_word(place) for place in x],
            "y": _floats(series.values),
            "marker": {
                "color": _colour(SERIES[i].colour),
                "line": {"color": _colour("ink"), "width": 1.5},
                "pattern": _hatching(SERIES[i].pattern),
            },
            "hovertemplate": _hover(x_title, y_title, series),
            **_errors(series),
        }
        for i, series in enumerate(_fitting(x, data))
    ]
    layout = _layout(x_title, y_title, len(data) > 1)
    layout["xaxis"]["type"] = "category"
    layout["bargap"] = 0.3
    return Chart({"data": traces, "layout": layout}, caption, *_numbers(x_title, x, data), ruleset)


def histogram(
    starts: Sequence[int],
    width: int,
    counts: Data,
    expected: Data | None = None,
    *,
    caption: str,
    ruleset: str,
    x_title: str,
    y_title: str,
) -> Chart:
    """Bars over a number axis, each over ``width`` whole numbers from its start on; over them a line, if expected."""
    data = [counts] if expected is None else [counts, expected]
    _fitting(starts, data)
    middles = [start + (width - 1) / 2 for start in starts]
    labels = [f"{start} to {start + width - 1}" if width > 1 else str(start) for start in starts]
    bar: dict[str, Any] = {
        "type": "bar",
        "x": middles,
        "width": width,
        "marker": {"color": _colour(SERIES[0].colour), "line": {"color": _colour("ink"), "width": 1.5}},
    }
    line: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": middles,
        "line": {"color": _colour(SERIES[1].colour), "width": 3.5, "dash": SERIES[1].dash},
        "marker": {"symbol": SERIES[1].symbol, "size": 7, "color": _colour(SERIES[1].colour)},
    }
    traces = [bar, line][: len(data)]
    for trace, series in zip(traces, data, strict=True):
        trace |= {
            "name": series.name,
            "y": _floats(series.values),
            "customdata": labels,
            "hovertemplate": f"{x_title}: %{{customdata}}<br>{y_title}: %{{y:.4g}}<extra>{series.name}</extra>",
        }
    layout = _layout(x_title, y_title, len(data) > 1)
    layout["bargap"] = 0
    layout["xaxis"]["range"] = [starts[0] - 0.5, starts[-1] + width - 0.5]
    return Chart({"data": traces, "layout": layout}, caption, *_numbers(x_title, labels, data), ruleset)


def lines(
    x: Sequence[Number],
    data: Sequence[Data],
    *,
    caption: str,
    ruleset: str,
    x_title: str,
    y_title: str,
    step: bool = False,
) -> Chart:
    """Lines over a number axis; ``step`` draws stairs, for what is counted in whole throws."""
    few = len(x) <= 40
    traces = [
        {
            "type": "scatter",
            "mode": "lines+markers" if few and not step else "lines",
            "name": series.name,
            "x": _floats(x),
            "y": _floats(series.values),
            "line": {"color": _colour(SERIES[i].colour), "width": 3.5, "dash": SERIES[i].dash}
            | ({"shape": "hv"} if step else {}),
            "marker": {"symbol": SERIES[i].symbol, "size": 10, "color": _colour(SERIES[i].colour)},
            "hovertemplate": _hover(x_title, y_title, series),
            **_errors(series),
        }
        for i, series in enumerate(_fitting(x, data))
    ]
    layout = _layout(x_title, y_title, len(data) > 1)
    return Chart({"data": traces, "layout": layout}, caption, *_numbers(x_title, x, data), ruleset)


def points(
    x: Sequence[object], data: Sequence[Data], *, caption: str, ruleset: str, x_title: str, y_title: str
) -> Chart:
    """Markers over categories or numbers, with error bars where the series have errors."""
    numeric = all(isinstance(place, int | float | Fraction) for place in x)
    traces = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": series.name,
            "x": _floats(x) if numeric else [_word(place) for place in x],
            "y": _floats(series.values),
            "marker": {
                "symbol": SERIES[i].symbol,
                "size": 13,
                "color": _colour(SERIES[i].colour),
                "line": {"color": _colour("ink"), "width": 1.5},
            },
            "hovertemplate": _hover(x_title, y_title, series),
            **_errors(series),
        }
        for i, series in enumerate(_fitting(x, data))
    ]
    layout = _layout(x_title, y_title, len(data) > 1)
    return Chart({"data": traces, "layout": layout}, caption, *_numbers(x_title, x, data), ruleset)


def ranked(labels: Sequence[str], values: Sequence[Number], *, caption: str, ruleset: str, title: str) -> Chart:
    """Horizontal bars, the strongest effect on top, whatever its sign; what lowers is red and hatched."""
    _fitting(labels, [Data(title, values)])
    order = sorted(range(len(labels)), key=lambda i: (-abs(float(values[i])), i))
    rows = [(labels[i], values[i]) for i in order]
    # plotly draws the first category at the bottom, and one colour and pattern for each trace
    upwards = [("<br>".join(textwrap.wrap(label, 24)), value) for label, value in reversed(rows)]
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": name,
            "y": [label for label, value in upwards if (value < 0) == below],
            "x": _floats([value for _, value in upwards if (value < 0) == below]),
            "text": [_written(float(value)) for _, value in upwards if (value < 0) == below],
            "textposition": "outside",
            "cliponaxis": False,
            "marker": {
                "color": _colour(colour),
                "line": {"color": _colour("ink"), "width": 1.5},
                "pattern": _hatching(shape),
            },
            "hovertemplate": f"%{{y}}<br>{title}: %{{x:.4g}}<extra></extra>",
        }
        for name, below, colour, shape in (("less", True, "red", "/"), ("more", False, "blue", ""))
    ]
    layout = _layout(title, "", False)
    layout["height"] = 110 + 46 * len(rows)
    layout["barmode"] = "overlay"
    layout["yaxis"] |= {
        "showgrid": False,
        "type": "category",
        "categoryorder": "array",
        "categoryarray": [label for label, _ in upwards],
    }
    # the numbers stand outside the bars, and plotly leaves no room for them by itself
    low, high = (end(0.0, *(float(value) for _, value in upwards)) for end in (min, max))
    # on a telephone two columns of numbers take as much room as the bars
    room = (0.5 if low and high else 0.3) * (high - low)
    layout["xaxis"] |= {
        "range": [low - room if low < 0 else 0.0, high + room if high > 0 else 0.0],
        "showgrid": True,
        "zeroline": True,
        "zerolinecolor": _colour("ink"),
        "zerolinewidth": 2,
    }
    return Chart({"data": traces, "layout": layout}, caption, ("what", title), tuple(rows), ruleset)


def slider(charts: Mapping[str, Chart], *, name: str, caption: str, start: int = 0) -> Chart:
    """Several charts of one form in one, with a slider between them: ``{"2 s": chart, "5 s": chart}``.

    ``name`` says what the slider sets; ``start`` is the chart shown first. The table holds the numbers of all
    of them. Raises :class:`FortuneError` unless the charts have the same series, columns and ruleset.
    """
    if len(charts) < 2:
        raise FortuneError(f"A slider needs two charts or more to go between, not {len(charts)}.")
    if not 0 <= start < len(charts):
        raise FortuneError(f"The slider has {len(charts)} places, counted from 0, so it cannot start at {start}.")
    all_charts = list(charts.values())
    first = all_charts[start]
    forms = {(chart.columns, chart.ruleset, tuple(t["type"] for t in chart.figure["data"])) for chart in all_charts}
    if len(forms) > 1:
        raise FortuneError("A slider goes between charts with the same series, columns and ruleset; these differ.")
    steps = [
        {
            "method": "restyle",
            "label": label,
            "args": [
                {axis: [trace[axis] for trace in chart.figure["data"]] for axis in ("x", "y")}
                | (
                    {"error_y.array": [trace["error_y"]["array"] for trace in chart.figure["data"]]}
                    if all("error_y" in trace for trace in chart.figure["data"])
                    else {}
                )
            ],
        }
        for label, chart in charts.items()
    ]
    layout = dict(first.figure["layout"])
    layout["height"] += 90
    layout["sliders"] = [
        {
            "active": start,
            "steps": steps,
            "currentvalue": {"prefix": f"{name}: ", "font": {"size": 18, "color": _colour("ink")}},
            "pad": {"t": 60, "b": 10},
            "bgcolor": _colour("shade"),
            "activebgcolor": _colour("gold"),
            "bordercolor": _colour("ink"),
            "tickcolor": _colour("ink"),
            "transition": {"duration": 0},
        }
    ]
    rows = tuple((label, *row) for label, chart in charts.items() for row in chart.rows)
    figure = {"data": first.figure["data"], "layout": layout}
    return Chart(figure, caption, (name, *first.columns), rows, first.ruleset)


def _is_number(value: object) -> TypeGuard[Number]:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def show(value: object) -> str:
    """A number as a table writes it: a fraction with its decimal, a float to four digits, a true minus, 12,345.

    >>> show(Fraction(5, 12)), show(0.41666), show(-2), show(12345)
    ('5/12 ≈ 0.4167', '0.4167', '−2', '12,345')
    """
    if not _is_number(value):
        return str(value)
    if isinstance(value, Fraction) and value.denominator > 1:
        digits = len(str(abs(value.numerator))) + len(str(value.denominator))
        decimal = _written(float(value))
        return f"{value} ≈ {decimal}".replace("-", "−") if digits <= _SHORT else f"≈ {decimal}"
    return _written(value)


def percent(share: float | Fraction) -> str:
    """A share of a sample, or a chance, in per cent; what is not certain is not called so.

    >>> percent(1 / 6), percent(0.0042), percent(0), percent(1)
    ('16.7%', '0.42%', '0.0%', '100.0%')
    >>> percent(0.99999), percent(1e-9)
    ('>99.9%', '<0.001%')
    """
    value = 100 * float(share)
    if 0 < value < 0.001:
        return "<0.001%"
    if 99.95 <= value < 100:
        return ">99.9%"
    return f"{value:.2g}%" if 0 < value < 1 else f"{value:.1f}%"


def _written(value: Number) -> str:
    if isinstance(value, int | Fraction):
        text = f"{int(value):,}"
    elif not isfinite(value):
        return "not known"
    elif value != 0 and not 1e-4 <= abs(value) < 1e6:
        mantissa, exponent = f"{value:.3e}".split("e")
        text = f"{mantissa} × 10{_raised(int(exponent))}"
    elif abs(value) >= 1000:
        text = f"{value:,.1f}"
    else:
        # a number that was rounded keeps its last zeros: 11.00 for 10.998, but 0.25 for 0.25
        text = f"{value:.4g}" if float(f"{value:.4g}") == value else f"{value:#.4g}"
    return text.replace("-", "−")


def below(bound: float) -> str:
    """The least power of ten that is no smaller than a bound, for a table that says how small an error is.

    >>> below(2.2e-13), below(1e-9), below(0)
    ('10⁻¹²', '10⁻⁹', '0')
    """
    return f"10{_raised(ceil(round(log10(bound), 9)))}" if bound > 0 else "0"


def _raised(exponent: int) -> str:
    return str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _check(columns: Sequence[str], rows: Sequence[Sequence[object]], caption: str, ruleset: str) -> None:
    if not caption.strip():
        raise FortuneError("A figure needs a caption that states what it shows, for those who cannot see it too.")
    if not ruleset.strip():
        raise FortuneError("A figure names the ruleset, or the dice, that its numbers hold for; none is given.")
    for row in rows:
        if len(row) != len(columns):
            raise FortuneError(f"The row {row!r} has {len(row)} entries, and the table has {len(columns)} columns.")


def _fitting(x: Sequence[object], data: Sequence[Data]) -> Sequence[Data]:
    if not data:
        raise FortuneError("A chart needs a series or more, not none.")
    if len(data) > len(SERIES):
        raise FortuneError(f"A chart tells {len(SERIES)} series apart at most, not {len(data)}.")
    for series in data:
        for what, values in (("values", series.values), ("errors", series.errors)):
            if values is not None and len(values) != len(x):
                raise FortuneError(
                    f"{series.name} has {len(values)} {what}, and the axis has {len(x)} places for them."
                )
    return data


def _floats(values: Sequence[Any]) -> list[float]:
    floats = [float(value) for value in values]
    for value in floats:
        if not isfinite(value):
            raise FortuneError(f"A chart can only draw finite numbers, not {value}.")
    return floats


def _word(place: object) -> str:
    return show(place) if isinstance(place, int | float) else str(place)


def _colour(name: str) -> str:
    return PALETTE[name].light


def _hatching(shape: str) -> dict[str, Any]:
    """Lines in the colour of the paper over the colour of a bar."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": _colour("paper"), "solidity": 0.3, "size": 9}


def _errors(series: Data) -> dict[str, Any]:
    if series.errors is None:
        return {}
    bar = {"type": "data", "array": _floats(series.errors), "color": _colour("ink"), "thickness": 2, "width": 6}
    return {"error_y": bar}


def _hover(x_title: str, y_title: str, series: Data) -> str:
    error = " ± %{error_y.array:.2g}" if series.errors is not None else ""
    return f"{x_title}: %{{x}}<br>{y_title}: %{{y:.4g}}{error}<extra>{series.name}</extra>"


def _axis(title: str) -> dict[str, Any]:
    return {
        # broken so that it fits beside or below the plot on a telephone
        "title": {"text": "<br>".join(textwrap.wrap(title, 28)), "standoff": 12},
        "automargin": True,
        "linecolor": _colour("ink"),
        "linewidth": 2,
        "tickcolor": _colour("ink"),
        "gridcolor": _colour("shade"),
        "zeroline": False,
        "ticks": "outside",
        "fixedrange": True,
    }


def _layout(x_title: str, y_title: str, legend: bool) -> dict[str, Any]:
    """The form all charts share: our paper and type, lines that a projector shows, room for a thumb."""
    return {
        "height": _HEIGHT,
        "font": {"family": TEXT_FONT, "size": 16, "color": _colour("ink")},
        "paper_bgcolor": _colour("paper"),
        "plot_bgcolor": _colour("paper"),
        "margin": {"l": 64, "r": 16, "t": 44 if legend else 16, "b": 56},
        "xaxis": _axis(x_title) | {"showgrid": False},
        "yaxis": _axis(y_title) | {"rangemode": "tozero"},
        "showlegend": legend,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "itemsizing": "trace"}
        | {"bgcolor": "rgba(0,0,0,0)"},
        "hoverlabel": {
            "bgcolor": _colour("sheet"),
            "bordercolor": _colour("ink"),
            "font": {"family": TEXT_FONT, "size": 16, "color": _colour("ink")},
        },
        "hovermode": "closest",
        "separators": ".,",
    }


def _numbers(
    x_title: str, x: Sequence[object], data: Sequence[Data]
) -> tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]:
    """The columns and rows of what is drawn, the standard errors after the values they belong to."""
    columns, parts = [x_title], [list(x)]
    for series in data:
        columns.append(series.name)
        parts.append(list(series.values))
        if series.errors is not None:
            columns.append(f"standard error of {series.name}" if len(data) > 1 else "standard error")
            parts.append(list(series.errors))
    return tuple(columns), tuple(zip(*parts, strict=True))


def script_json(data: object) -> str:
    """JSON that can stand inside a script element whatever words it holds."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _caption(caption: str, ruleset: str) -> str:
    return f'<figcaption>{escape(caption)} <span class="ruleset">Ruleset: {escape(ruleset)}</span></figcaption>'


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]], caption: str) -> str:
    """The table in a box of its own, which scrolls by itself where the page is narrow."""
    kinds = ["number" if all(_is_number(row[i]) for row in rows) else "words" for i in range(len(columns))]
    head = f'<th scope="col">{escape(columns[0])}</th>' + "".join(
        f'<th scope="col" class="{kind}">{escape(column)}</th>'
        for column, kind in zip(columns[1:], kinds[1:], strict=True)
    )
    body = "".join(
        f'<tr><th scope="row">{escape(show(row[0]))}</th>'
        + "".join(
            f'<td class="{kind}">{escape(show(cell))}</td>' for cell, kind in zip(row[1:], kinds[1:], strict=True)
        )
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="table-scroll" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
