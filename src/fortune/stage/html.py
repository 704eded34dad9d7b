"""A view as plain HTML: what a page shows before any script has run, and for good where none runs.

``stage.js`` writes the same markup and takes this over without redrawing it; a test of the site holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from fortune.charts import script_json
from fortune.stage.protocol import (
    Button,
    Control,
    Download,
    FileField,
    Group,
    NumberField,
    Select,
    Switch,
    TextField,
    View,
)

__all__ = ["view_html"]


def view_html(view: View, id: str) -> str:
    """The view's inner HTML, for an element with this id."""
    frame = view.frames[0 if view.walk else -1] if view.frames else None
    ground = f'<div class="stage-ground" aria-hidden="true">{view.ground}</div>' if view.ground else ""
    picture = f'{ground}{frame.svg}<p class="stage-caption">{_esc(frame.caption)}</p>' if frame else ""
    message = f"<p>{_esc(view.message)}</p>" if view.message else ""
    lines = "".join(f"<li>{_esc(line)}</li>" for line in view.log)
    log = (
        '<div class="stage-log" role="log" aria-live="off" aria-label="What happened" tabindex="0">'
        f"<ol>{lines}</ol></div>"
    )
    # space for what the script puts there, so that the page does not jump
    pager = '<div class="stage-pager" data-part="pager"></div>' if view.walk else ""
    return (
        f'<p class="stage-status">{_esc(view.status)}</p>'
        f'<div class="stage-message" role="alert">{message}</div>'
        f'<div class="stage-picture">{picture}</div>'
        f'<div class="stage-controls">{pager}{_controls(id, view.controls)}</div>'
        f"{log if view.log else ''}"
        f'<div class="stage-chart">{_chart(view)}</div>'
        f'<div class="stage-table">{_table(view)}</div>'
    )


def _esc(text: object) -> str:
    # stage.js leaves the apostrophe alone, as HTML allows
    return escape(str(text), quote=False).replace('"', "&quot;")


def _controls(id: str, controls: Sequence[Control]) -> str:
    return "".join(_MAKERS[control.kind](id, control) for control in controls)


def _button(_: str, control: Button) -> str:
    key = _esc(control.key)
    return (
        f'<button type="button" class="stage-button{" primary" if control.primary else ""}" '
        f'data-do="{_esc(control.do)}"'
        + (f' aria-keyshortcuts="{key}"' if key else "")
        + (' aria-disabled="true"' if control.disabled else "")
        + (' data-chance=""' if control.chance else "")
        + f">{_esc(control.label)}"
        + (f'<kbd aria-hidden="true">{key}</kbd>' if key and control.key != control.label else "")
        + "</button>"
    )


def _field(id: str, control: Select | NumberField | TextField | FileField, field: str) -> str:
    return (
        f'<div class="stage-field" data-for="{_esc(control.do)}">'
        f'<label for="{id}-{_esc(control.do)}">{_esc(control.label)}</label>{field}{_hint(id, control)}</div>'
    )


def _common(id: str, control: Select | NumberField | TextField | FileField | Switch) -> str:
    name = f"{id}-{_esc(control.do)}"
    hint = f' aria-describedby="{name}-hint"' if control.hint else ""
    return f'id="{name}" data-do="{_esc(control.do)}"{hint}'


def _hint(id: str, control: Select | NumberField | TextField | FileField | Switch) -> str:
    return f'<small id="{id}-{_esc(control.do)}-hint">{_esc(control.hint)}</small>' if control.hint else ""


def _select(id: str, control: Select) -> str:
    choices = "".join(
        f'<option value="{_esc(value)}"{_flag("selected", value == control.value)}>{_esc(label)}</option>'
        for value, label in control.choices
    )
    return _field(id, control, f"<select {_common(id, control)}>{choices}</select>")


def _number(id: str, control: NumberField) -> str:
    return _field(
        id,
        control,
        f'<input type="number" inputmode="numeric" {_common(id, control)} value="{control.value}" '
        f'min="{control.low}" max="{control.high}" step="1">',
    )


def _text(id: str, control: TextField) -> str:
    if control.rows > 1:
        # a browser drops the first line break of a textarea
        area = f'<textarea autocomplete="off" spellcheck="false" rows="{control.rows}" {_common(id, control)}>\n'
        return _field(id, control, f"{area}{_esc(control.value)}</textarea>")
    return _field(
        id,
        control,
        f'<input type="text" autocomplete="off" {_common(id, control)} value="{_esc(control.value)}" '
        f'maxlength="{control.longest}">',
    )


def _file(id: str, control: FileField) -> str:
    return _field(
        id,
        control,
        f'<input type="file" {_common(id, control)} accept="{_esc(control.accept)}" data-most="{control.most}">',
    )


def _download(_: str, control: Download) -> str:
    # what encodeURIComponent of stage.js leaves alone, too
    text = quote(control.text, safe="-_.!~*'()")
    return (
        f'<a class="stage-button" data-for="{_esc(control.label)}" download="{_esc(control.file)}" '
        f'href="data:{_esc(control.media)};charset=utf-8,{text}">{_esc(control.label)}</a>'
    )


def _switch(id: str, control: Switch) -> str:
    return (
        f'<div class="stage-field stage-switch" data-for="{_esc(control.do)}">'
        f'<label for="{id}-{_esc(control.do)}"><input type="checkbox" role="switch" {_common(id, control)}'
        f"{_flag('checked', control.value)}>{_esc(control.label)}</label>{_hint(id, control)}</div>"
    )


def _group(id: str, control: Group) -> str:
    outer, inner = ("details", "summary") if control.folded else ("fieldset", "legend")
    return (
        f'<{outer} class="stage-group" data-for="{_esc(control.label)}"><{inner}>{_esc(control.label)}</{inner}>'
        f'<div class="stage-row">{_controls(id, control.controls)}</div></{outer}>'
    )


_MAKERS: dict[str, Callable[[str, Any], str]] = {
    "button": _button,
    "select": _select,
    "number": _number,
    "text": _text,
    "file": _file,
    "download": _download,
    "switch": _switch,
    "group": _group,
}


def _flag(name: str, on: bool) -> str:
    return f' {name}=""' if on else ""


def _chart(view: View) -> str:
    if view.chart is None:
        return ""
    caption = _esc(view.chart_caption)
    return (
        f'<figure class="chart"><div class="chart-plot" role="img" aria-label="{caption}" '
        f'style="min-height:{view.chart.get("layout", {}).get("height", 400)}px">'
        f'<script type="application/json">{script_json(view.chart)}</script></div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _table(view: View) -> str:
    if not view.table or view.chart is None:
        return view.table
    return f'<details class="chart-table"><summary>The numbers</summary>{view.table}</details>'
