"""A stage in a page of the book: the first view as HTML, and what the page's script needs to go on from it.

With no JavaScript the page still shows the picture, the log and the numbers, and says what is missing.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from html import escape
from typing import Any

from fortune.charts import script_json
from fortune.errors import StageError
from fortune.stage.html import view_html
from fortune.stage.protocol import FORMAT, View, view_to_json
from fortune.stage.registry import find_app
from fortune.stage.session import Session

__all__ = ["Embedded", "Link", "embed", "link"]


@dataclass(frozen=True)
class Embedded:
    """An app as a cell of the book shows it."""

    app: str
    title: str
    id: str
    view: View
    saved: dict[str, Any]

    def _repr_html_(self) -> str:
        view = view_to_json(self.view)
        if view["frames"]:
            # the picture that the page shows is not written twice, nor is the chart
            view["frames"][0 if self.view.walk else -1]["svg"] = None
        view["ground"] = ""
        # the other pictures stand beside the rest as they are: as JSON they would hardly be packed for the journey
        others = "".join(f"<template>{frame['svg']}</template>" for frame in view["frames"] if frame["svg"] is not None)
        for frame in view["frames"]:
            frame["svg"] = None
        view["chart"] = None
        first = script_json({"view": view, "saved": self.saved})
        return (
            f'<div class="stage-frame"><section class="fortune-stage" id="{self.id}" data-app="{escape(self.app)}" '
            f'aria-label="{escape(self.title)}">{view_html(self.view, self.id)}'
            # the script puts its tools in this place
            f'<div class="stage-tools">{self._without_script()}</div>{others}'
            f'<script type="application/json" class="stage-first">{first}</script></section></div>'
        )

    def _without_script(self) -> str:
        note = '<p class="stage-note">Nothing can be changed here as long as JavaScript is switched off.</p>'
        if not self.view.walk:
            return note
        captions = "".join(f"<li>{escape(frame.caption)}</li>" for frame in self.view.frames)
        return f"{note}<details><summary>What the pictures tell</summary><ol>{captions}</ol></details>"


def embed(app: str, **options: Any) -> Embedded:
    """The app with this name, started with its own ``options``, for a page of the book.

    Raises :class:`StageError` where there is no such app, or where it refuses the options.
    """
    found = find_app(app)
    session = Session(found)
    answer = json.loads(session.answer(json.dumps({"ask": "start", "options": options})))
    if "error" in answer:
        raise StageError(answer["error"])
    # two stages of one app on a page differ in their options
    key = hashlib.sha256(json.dumps([app, options], sort_keys=True).encode()).hexdigest()[:6]
    name = f"stage-{app.replace('.', '-')}-{key}"
    return Embedded(app, found.title, name, session.view(), session.save())


@dataclass(frozen=True)
class Link:
    """A link to a stage in a certain state, as “Copy a link” makes it."""

    words: str
    href: str

    def _repr_html_(self) -> str:
        return f'<a class="stage-link" href="{escape(self.href)}">{escape(self.words)}</a>'


def link(words: str, page: str, app: str, saved: Any) -> Link:
    """A link with these words to the app on this page (``../goose/play.html``), in the state that ``saved`` holds.

    The state is loaded and saved again, so that a link cannot be made to what the app would refuse: raises
    :class:`StageError` there.
    """
    session = Session(find_app(app))
    whole = {"format": FORMAT, "app": app, "model": saved}
    answer = json.loads(session.answer(json.dumps({"ask": "load", "saved": whole})))
    if "error" in answer:
        raise StageError(answer["error"])
    text = json.dumps(answer["saved"], separators=(",", ":"), ensure_ascii=False)
    code = base64.urlsafe_b64encode(text.encode()).decode("ascii").rstrip("=")
    return Link(words, f"{page}#stage={code}")
