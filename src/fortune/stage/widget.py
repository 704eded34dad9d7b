"""The stage in a notebook: an anywidget whose app runs in the kernel.

It needs the extra ``notebooks``. The stage is an ordinary widget and goes together with others::

    stage = Stage("glueckshaus.odds")
    stage.observe(lambda change: print(change.new["status"]), "view")
    stage.act("ruleset", "tavern")
"""

from __future__ import annotations

import json
from typing import Any, ClassVar, Final

import anywidget
import traitlets

from fortune.errors import StageError
from fortune.stage import scripts
from fortune.stage.registry import find_app
from fortune.stage.session import Session

__all__ = ["Stage"]


_AS_TEXT: Final[dict[str, Any]] = {
    "to_json": lambda value, _: json.dumps(value),
    "from_json": lambda text, _: json.loads(text),
}
"""Both travel as JSON text: JupyterLite's kernel makes a BigInt of a large number, which no message can carry."""


class Stage(anywidget.AnyWidget):
    """An app as a widget.

    ``view`` is what it shows, as JSON (see :class:`fortune.stage.protocol.View`), and changes with every action;
    ``saved`` is the saved model, and setting it brings that position back. Raises :class:`StageError` where there is no
    such app, where it refuses the options, or where ``saved`` is none of its positions.
    """

    _esm: ClassVar[str] = scripts.widget_module()
    _css: ClassVar[str] = scripts.widget_style()

    app = traitlets.Unicode(read_only=True, help="The app's name.").tag(sync=True)
    view = traitlets.Dict(read_only=True, help="What the stage shows.").tag(sync=True, **_AS_TEXT)
    saved = traitlets.Dict(help="The saved model.").tag(sync=True, **_AS_TEXT)

    def __init__(self, app: str, **options: Any) -> None:
        self._session = Session(find_app(app))
        super().__init__()
        self.set_trait("app", app)
        self._take({"ask": "start", "options": options})
        self.on_msg(self._on_message)

    def act(self, do: str, value: str | int | bool | None = None) -> None:
        """Take an action from Python: the id of a control, and its value if it has one."""
        self._take({"ask": "act", "action": {"do": do, "value": value}})

    @traitlets.validate("saved")
    def _load(self, proposal: Any) -> dict[str, Any]:
        """Go to a position that was set from outside; what the session itself saved passes."""
        if self._session.started and proposal["value"] != self._session.save():
            self._take({"ask": "load", "saved": proposal["value"]})
        return self._session.save() if self._session.started else proposal["value"]

    def _take(self, request: dict[str, Any]) -> None:
        answer = json.loads(self._session.answer(json.dumps(request)))
        if "error" in answer:
            raise StageError(answer["error"])
        # one message for both, the position first: whoever observes the view finds the position that it shows
        with self.hold_sync():
            self.set_trait("saved", answer["saved"])
            self.set_trait("view", answer["view"])

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:
        """Answer the page: a request to the app, or plotly's program, which is asked for with the first chart."""
        if not isinstance(content, dict):
            return
        answer: dict[str, Any] = {}
        if content.get("plotly"):
            answer["code"] = _plotly()
        else:
            try:
                self._take(content.get("request"))  # type: ignore[arg-type]
            except StageError as error:
                answer["error"] = str(error)
        self.send({"number": content.get("number"), "answer": answer})


def _plotly() -> str:
    """The program, or nothing where there is none: JupyterLite's plotly comes without it."""
    try:
        from plotly.offline import get_plotlyjs

        return str(get_plotlyjs())
    except (ImportError, FileNotFoundError):
        return ""
