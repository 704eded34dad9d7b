"""Links made to do harm, and links that are broken: every app's page is sent through many, one after the other.

The page must say what the same app says here, in this Python: a game, or a sentence, after which everything is as
it was. So nothing ran, nothing hung, no link has changed what another shows, and no fault of ours became a sentence.
"""

from __future__ import annotations

import base64
import json
import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, expect

from fortune.stage.registry import APPS, find_app
from fortune.stage.session import Session
from tests.hostile import PAYLOADS, VALUES, kept_games, twisted
from tests.site.visit import WAKING, Visit, listen

pytestmark = pytest.mark.site

TWISTED = 24
"""So many links of saved games put wrong are tried on each app, beside those that are the same for all."""

_STAGE = re.compile(r'<section class="fortune-stage" id="([^"]+)" data-app="([^"]+)"')

# Follows one link after the other, as somebody would who pastes them into the address. A stage tells by `aria-busy`
# that it is drawn anew; the page asks Python of every link, so that each has an answer.
FOLLOW = """async (links) => {
  const told = [];
  for (const { code, id } of links) {
    const stage = document.getElementById(id);
    await new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (stage.getAttribute("aria-busy") === "true") return;
        watch.disconnect();
        done();
      });
      watch.observe(stage, { attributeFilter: ["aria-busy"] });
      location.hash = `#stage=${code}`;
    });
    const text = (part) => stage.querySelector(part)?.textContent ?? "";
    const log = [...stage.querySelectorAll(".stage-log li")].map((line) => line.textContent);
    told.push([text(".stage-message > p"), text(".stage-status"), log, window.__pwned ?? null, {}.polluted ?? null]);
  }
  return told;
}"""


@dataclass
class Told:
    """The stages of a page, played along here: which one a link is for, and what it must show then."""

    stages: list[tuple[str, str]]
    sessions: dict[str, Session] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shown: dict[str, list[Any]] = {}
        for id, app in self.stages:
            self.sessions[id] = Session(find_app(app))

    def stage_for(self, text: str) -> str:
        try:
            app = json.loads(text, parse_constant=_refused)["app"]
        except (ValueError, RecursionError, TypeError, KeyError):
            app = None
        return next((id for id, known in self.stages if known == app), self.stages[0][0])

    def follow(self, text: str) -> tuple[str, list[Any]]:
        """The stage, and its message, status and log; the last two are None where it still shows the first view."""
        id = self.stage_for(text)
        answer = json.loads(self.sessions[id].answer(json.dumps({"ask": "load", "saved": text})))
        if "error" in answer:
            assert "went wrong inside" not in answer["error"]
            before = self.shown.get(id)
            return id, [answer["error"], *(before[1:] if before else (None, None))]
        view = answer["view"]
        self.shown[id] = [view["message"], view["status"], view["log"]]
        return id, self.shown[id]


def _refused(name: str) -> Any:
    raise ValueError(name)


def encoded(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def linked(saved: Any) -> str:
    return encoded(json.dumps(saved))


def broken() -> list[str]:
    """What stands after ``#stage=`` in links that no app could have made."""
    model: dict[str, Any] = {"options": {}, "seed": 1}
    texts: list[str | bytes] = [
        *("", " ", "null", "true", "[]", "{}", '""', "0", "NaN", "{", '{"format": 1', "\x00", "\ufeff{}"),
        *("[" * 100_000, '{"a":' * 60 + "1" + "}" * 60, '"' + "\\u0000" * 5000 + '"', "9" * 6000, "1e999"),
        *(b"\xff\xfe\xfd", b"\xed\xa0\x80", b"\xf0\x9f", b'{"format": 1, "app": "\xc3\x28", "model": {}}'),
        *PAYLOADS,
    ]
    wholes: list[Any] = [
        {"format": 0, "app": "glueckshaus.play", "model": model},
        {"format": 2, "app": "goose.play", "model": model},
        {"format": "1", "app": "goose.play", "model": model},
        {"format": True, "app": "__proto__", "model": model},
        {"format": 1, "app": ["goose.play"], "model": model},
        {"format": 1, "app": "toString", "model": model},
        {"format": 1, "app": "os:system", "model": "rm"},
        {"__proto__": {"polluted": 1}, "format": 1, "app": "tablero.play", "model": {"__proto__": {"polluted": 1}}},
        *({"format": payload, "app": "goose.play", "model": model} for payload in PAYLOADS),
        *({"format": 1, "app": payload, "model": model} for payload in PAYLOADS),
    ]
    # no base64, broken escapes, the right letters in the wrong place, and one far too long
    codes = [
        "%",
        "%E0%A4%A",
        "%00",
        "=",
        "====",
        "A",
        "AAAAA",
        "é",
        "😀",
        "a b",
        "<script>",
        "..",
        "#stage=",
        "A" * 300_000,
    ]
    return [*map(encoded, texts), *map(linked, wholes), *codes]


@cache
def links_to(app: str) -> tuple[str, ...]:
    """Links for this app's page: broken ones, and saved games of this app with something put wrong in them."""
    rng = random.Random(f"links to {app}")
    games = kept_games(app, 1)
    harmful = [dict(games[-1], model=value) for value in VALUES if not isinstance(value, float)]
    wrong = [twisted(rng, rng.choice(games)) for _ in range(TWISTED)]
    chosen = [*rng.sample(broken(), 12), *map(linked, rng.sample(harmful, 4)), *map(linked, wrong)]
    rng.shuffle(chosen)
    # a sound one first, so that there is something to lose, and one at the end, so that it can still be played
    return (linked(games[-1]), *chosen, linked(games[0]))


def decoded(code: str) -> str:
    """The text that the page reads from a link, as its ``fromLink`` does."""
    try:
        padded = code.replace("-", "+").replace("_", "/")
        data = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True)
    except ValueError:
        return ""
    return data.decode("utf-8", errors="replace").removeprefix("\ufeff")


def test_there_are_many(site: Path) -> None:
    assert sum(len(links_to(app)) for app in APPS) >= 500
    assert len(set(broken())) >= 80


def stages_of(site: Path, pages: list[str], app: str) -> tuple[str, list[tuple[str, str]]]:
    """The page with this app that has the fewest stages, and its stages."""
    found = ((page, _STAGE.findall((site / page).read_text(encoding="utf-8"))) for page in pages)
    return min(
        ((page, stages) for page, stages in found if app in [known for _, known in stages]), key=lambda it: len(it[1])
    )


@pytest.mark.parametrize("app", APPS)
def test_no_link_runs_anything_or_loses_what_was_there(
    context: BrowserContext, site: Path, pages: list[str], address: str, app: str
) -> None:
    name, stages = stages_of(site, pages, app)
    told = Told(stages)
    links, expected = [], []
    for code in links_to(app):
        id, answer = told.follow(decoded(code))
        links.append({"code": code, "id": id})
        expected.append(answer)

    page, visit = context.new_page(), Visit(address)
    dialogs: list[str] = []

    def on_dialog(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    listen(page, visit)
    page.on("dialog", on_dialog)
    page.set_default_timeout(WAKING)
    page.goto(address + name)
    shown = page.evaluate(FOLLOW, links)
    for link, wanted, (message, status, log, pwned, polluted) in zip(links, expected, shown, strict=True):
        assert pwned is None, link
        assert polluted is None, link
        assert "Traceback" not in message, link
        assert message == wanted[0], link
        if wanted[1] is not None:
            assert (status, log) == (wanted[1], wanted[2]), link
    assert dialogs == []
    assert visit.troubles == []
    # the last link was sound, and what it led to goes on after a reload
    status = page.locator(f"#{links[-1]['id']} .stage-status")
    page.reload()
    expect(status).to_have_text(shown[-1][1])
