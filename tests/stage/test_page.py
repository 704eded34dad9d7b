"""A stage as a page of the book shows it, before any script has run."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest

from fortune.charts import script_json
from fortune.errors import StageError
from fortune.stage import page, registry, scripts, show
from fortune.stage.html import view_html
from fortune.stage.protocol import (
    Button,
    Download,
    FileField,
    Frame,
    Group,
    NumberField,
    Select,
    Switch,
    TextField,
    View,
)
from fortune.stage.session import Session, Sessions
from tests.stage import toys


@pytest.fixture(autouse=True)
def toy_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.APPS, "toy.dice", f"{toys.__name__}:Dice")
    monkeypatch.setitem(registry.APPS, "toy.walk", f"{toys.__name__}:Walk")


class Reader(HTMLParser):
    """Keeps the attributes of every element, and fails on an element that is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in {"input", "br", "img"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def first(html: str) -> Any:
    found = re.search(r'<script type="application/json" class="stage-first">(.*)</script></section></div>$', html)
    assert found is not None
    return json.loads(found[1])


def test_the_page_shows_the_first_view() -> None:
    html = page.embed("toy.dice", name="Zoë")._repr_html_()
    Reader(html)
    assert "Zoë throws next. Throws: 0." in html
    assert html.count("<svg ") == 1
    answer = first(html)
    assert answer["saved"]["app"] == "toy.dice"
    assert answer["view"]["frames"] == [{"svg": None, "caption": "Zoë has thrown 0 times.", "stay": 600}]


def test_the_game_goes_on_from_what_the_page_shows() -> None:
    saved = first(page.embed("toy.dice", name="Zoë")._repr_html_())["saved"]
    answer = json.loads(Sessions().answer("s", "toy.dice", json.dumps({"ask": "load", "saved": saved})))
    assert answer["view"]["status"] == "Zoë throws next. Throws: 0."


def test_a_walk_begins_with_its_first_picture_and_tells_all() -> None:
    html = page.embed("toy.walk")._repr_html_()
    assert [frame["svg"] for frame in first(html)["view"]["frames"]] == [None] * 4
    assert html.count("<template><svg ") == 3
    assert "A die: 1" in html.partition("stage-first")[0]
    assert "<li>Step 4.</li>" in html


def test_two_stages_on_a_page_have_ids_of_their_own() -> None:
    stages = [page.embed("toy.dice", seed=seed) for seed in (1, 2)]
    ids = [
        attributes["id"] for one in stages for _, attributes in Reader(one._repr_html_()).found if "id" in attributes
    ]
    assert len(ids) == len(set(ids)) >= 4


@pytest.mark.parametrize(
    ("app", "sentence"), [("toy.none", "There is no app 'toy.none' here."), ("nowhere.play", "There is no app")]
)
def test_an_unknown_app_is_a_sentence(app: str, sentence: str) -> None:
    with pytest.raises(StageError, match=sentence):
        page.embed(app)
    assert sentence in json.loads(Sessions().answer("s", app, "{}"))["error"]


def test_options_that_are_refused() -> None:
    with pytest.raises(StageError, match="Something went wrong inside A die to throw"):
        page.embed("toy.dice", weight=3)


def test_words_are_words_and_never_markup() -> None:
    evil = "</script><script>alert(1)</script>\"'<b>&amp;"
    view = View(
        (Frame("<svg></svg>", evil),),
        controls=(
            Button(evil, evil, key="<"),
            Select(evil, evil, evil, ((evil, evil),), evil),
            NumberField("n", evil, 1, 0, 2, evil),
            TextField("t", evil, evil, hint=evil),
            TextField("lines", evil, evil, hint=evil, rows=3),
            FileField("f", evil, accept=evil, hint=evil),
            Download(evil, evil, evil, evil),
            Switch("s", evil, True, evil),
            Group(evil, (Button("b", evil),), folded=True),
        ),
        status=evil, log=(evil,), message=evil, chart={"data": [evil]}, chart_caption=evil,
    )  # fmt: skip
    html = view_html(view, "x")
    tags = {tag for tag, _ in Reader(html).found}
    assert "b" not in tags
    # the chart's figure is the only script, and it is data
    assert Reader(html).of("script") == [{"type": "application/json"}]
    assert "alert(1)</script>" not in html
    assert unquote(str(Reader(html).of("a")[0]["href"])).endswith(f";charset=utf-8,{evil}")
    assert json.loads(script_json([evil])) == [evil]


def test_every_field_has_its_label_and_its_hint() -> None:
    reader = Reader(page.embed("toy.dice")._repr_html_())
    labels = {label["for"] for label in reader.of("label")}
    hints = {small["id"] for small in reader.of("small")}
    fields = [*reader.of("input"), *reader.of("select")]
    assert len(fields) == 5
    assert {field["id"] for field in fields} == labels
    assert {field["aria-describedby"] for field in fields if "aria-describedby" in field} == hints


def test_show_makes_a_page_in_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORTUNE_BOOK", "1")
    assert isinstance(show("toy.walk"), page.Embedded)


def test_sessions_are_kept_apart() -> None:
    sessions = Sessions()

    def ask(stage: str, **request: Any) -> Any:
        return json.loads(sessions.answer(stage, "toy.dice", json.dumps(request)))

    ask("one", ask="start")
    assert "has not begun" in ask("two", ask="act", action={"do": "throw"})["error"]
    assert "Throws: 1" in ask("one", ask="act", action={"do": "throw"})["view"]["status"]


class TestScripts:
    """Made of one source: a classic script for pages, one module for notebooks."""

    def test_the_page_s_script_is_no_module(self) -> None:
        script = scripts.page_script()
        assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
        assert "function mount(" in script
        assert "document.currentScript" in script

    def test_the_widget_s_module_is_one_piece(self) -> None:
        module = scripts.widget_module()
        assert not re.search(r"^import\b", module, re.MULTILINE)
        assert re.findall(r"^export .*", module, re.MULTILINE) == ["export default {"]

    def test_no_address_of_another_host(self) -> None:
        for text in (scripts.page_script(), scripts.widget_module(), scripts.source("worker.js"), scripts.style()):
            assert re.findall(r"https?://(?!localhost)\S+", text) == []

    def test_no_colour_of_its_own(self) -> None:
        assert re.findall(r"#[0-9a-f]{3,6}\b|rgb\(", scripts.style()) == []


def test_a_session_can_be_asked_for_its_view() -> None:
    session = Session(toys.Dice())
    assert not session.started
    session.answer('{"ask": "start"}')
    assert session.started
    assert session.view().status == "Anna throws next. Throws: 0."


def test_a_link_holds_a_state_as_the_page_itself_would_write_it() -> None:
    app = registry.find_app("toy.dice")
    saved = app.save(app.start({"name": "Zoë"}))
    made = page.link("Zoë & two more", "../toys/play.html", "toy.dice", saved)
    address, _, code = made.href.partition("#stage=")
    assert address == "../toys/play.html"
    assert not set("+/=") & set(code)
    text = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode()
    # as JSON.stringify writes it: no blanks, and letters as they are
    assert ": " not in text
    assert "Zoë" in text
    answer = json.loads(Session(app).answer(json.dumps({"ask": "load", "saved": text})))
    assert answer["saved"] == json.loads(text)
    html = made._repr_html_()
    Reader(html)
    assert ">Zoë &amp; two more</a>" in html


def test_a_link_to_what_the_app_refuses_is_not_made() -> None:
    with pytest.raises(StageError):
        page.link("here", "play.html", "toy.dice", {"thrown": 5})
    with pytest.raises(StageError, match="There is no app"):
        page.link("here", "play.html", "toy.nowhere", {})
