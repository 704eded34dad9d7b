"""The stage in a notebook, with no browser: what the kernel's side of the widget does."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest
from IPython.core.interactiveshell import InteractiveShell

from fortune.errors import StageError
from fortune.stage import registry, show
from fortune.stage.widget import Stage
from tests.stage import toys


@pytest.fixture(autouse=True)
def toy_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.APPS, "toy.dice", f"{toys.__name__}:Dice")
    monkeypatch.setitem(registry.APPS, "toy.walk", f"{toys.__name__}:Walk")
    monkeypatch.delenv("FORTUNE_BOOK", raising=False)


@pytest.fixture
def stage() -> Stage:
    return Stage("toy.dice", name="Zoë")


class Wire:
    """What the browser's side would get."""

    def __init__(self, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stage = stage
        self.sent: list[Any] = []
        monkeypatch.setattr(stage, "send", self.sent.append)

    def say(self, content: Any) -> Any:
        self.stage._handle_custom_msg(content, [])
        return self.sent[-1] if self.sent else None


@pytest.fixture
def wire(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Wire:
    return Wire(stage, monkeypatch)


def test_it_is_an_ordinary_widget(stage: Stage) -> None:
    assert isinstance(stage, ipywidgets.DOMWidget)
    assert ipywidgets.VBox([stage, ipywidgets.Label()]).children[0] is stage
    assert stage.view["status"] == "Zoë throws next. Throws: 0."
    assert stage.saved["model"]["name"] == "Zoë"
    assert "function mount(" in stage._esm
    assert ".fortune-stage" in stage._css
    assert "--fortune-red:" in stage._css


def test_a_notebook_shows_an_error_as_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    shell: Any = InteractiveShell
    shell().run_cell('from fortune import stage; stage.show("chess.play")')
    shown = capsys.readouterr().out
    assert "There is no app 'chess.play' here." in shown
    assert "Traceback" not in shown


def test_an_action_of_the_page(wire: Wire) -> None:
    answer = wire.say({"number": "n1", "request": {"ask": "act", "action": {"do": "throw"}}})
    assert answer == {"number": "n1", "answer": {}}
    assert wire.stage.view["log"] == ["Anna: 1"]
    assert wire.stage.saved["model"]["thrown"] == [1]


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"ask": "act", "action": {"do": "fly"}}, "cannot 'fly'"),
        ({"ask": "act", "action": {"do": "burst"}}, "ZeroDivisionError"),
        (None, "A request is a mapping, not None."),
    ],
)
def test_a_mistake_is_a_sentence_and_changes_nothing(wire: Wire, request_: Any, sentence: str) -> None:
    before = wire.stage.view
    assert sentence in wire.say({"number": 1, "request": request_})["answer"]["error"]
    assert wire.stage.view == before


@pytest.mark.parametrize("content", [None, "act", [1]])
def test_what_is_no_message_is_passed_over(wire: Wire, content: Any) -> None:
    wire.say(content)
    assert wire.sent == []


def test_actions_from_python(stage: Stage) -> None:
    statuses: list[str] = []
    stage.observe(lambda change: statuses.append(change.new["status"]), "view")
    stage.act("throw")
    stage.act("name", "Ada")
    assert statuses == ["Zoë throws next. Throws: 1.", "Ada throws next. Throws: 1."]
    with pytest.raises(StageError, match="cannot 'fly'"):
        stage.act("fly")


def test_an_observer_finds_view_and_position_in_step(stage: Stage) -> None:
    pairs: list[tuple[int, int]] = []
    stage.observe(lambda change: pairs.append((len(change.new["log"]), len(stage.saved["model"]["thrown"]))), "view")
    stage.act("throw")
    stage.act("throw")
    assert pairs == [(1, 1), (2, 2)]


def test_a_saved_position_brings_it_back(stage: Stage) -> None:
    start = stage.saved
    stage.act("throw")
    later = stage.saved
    stage.saved = start
    assert stage.view["status"] == "Zoë throws next. Throws: 0."
    stage.saved = later
    assert stage.view["log"] == ["Anna: 1"]
    with pytest.raises(StageError, match="made by another version"):
        stage.saved = {**later, "format": 0}
    assert stage.saved == later
    stage.act("throw")
    assert stage.view["status"] == "Zoë throws next. Throws: 2."


def test_two_stages_show_one_position() -> None:
    one, other = Stage("toy.dice"), Stage("toy.dice")
    one.observe(lambda change: setattr(other, "saved", change.new), "saved")
    one.act("throw")
    assert other.view == one.view


def test_a_slider_can_steer_it(stage: Stage) -> None:
    slider = ipywidgets.IntSlider(value=6, min=2, max=20)
    slider.observe(lambda change: stage.act("sides", change.new), "value")
    slider.value = 12
    (group,) = [control for control in stage.view["controls"] if control["label"] == "The die"]
    assert [field["value"] for field in group["controls"]] == ["red", 12]


def test_view_and_app_cannot_be_set(stage: Stage) -> None:
    with pytest.raises(Exception, match="read-only"):
        stage.view = {}
    with pytest.raises(Exception, match="read-only"):
        stage.app = "toy.walk"


def test_plotly_is_sent_when_asked_for(wire: Wire) -> None:
    code = wire.say({"number": 7, "plotly": True})["answer"]["code"]
    assert "plotly.js" in code[:400]


def test_show_makes_a_widget_in_a_notebook() -> None:
    assert isinstance(show("toy.walk"), Stage)


@pytest.mark.parametrize(
    ("app", "options", "sentence"), [("toy.none", {}, "no app"), ("toy.dice", {"weight": 1}, "wrong inside")]
)
def test_what_cannot_be_started(app: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StageError, match=sentence):
        Stage(app, **options)
