"""A long afternoon at one stage: thousands of actions in a row, and what the page and its Python then hold in memory.

The test of the site asks whether that grows; ``benchmarks/soak.py`` also tells whether answers take longer.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, Route

from fortune.stage.page import link
from fortune.stage.registry import find_app
from tests.site.visit import until

__all__ = ["ACTIONS", "Held", "Soak"]

ACTIONS = 2000

# Throws, with every tenth action something else; a stage tells by `aria-busy` that an answer is drawn. The numbers
# that choose are those of a small generator, so that every run does the same.
_ACT = """async ([count, seed]) => {
  const stage = document.querySelector(".fortune-stage");
  let state = seed;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const find = (action) => stage.querySelector(`[data-do="${action}"]:not([aria-disabled=true])`);
  const took = [];
  for (let at = 0; at < count; at += 1) {
    const other = below(10) ? "throw" : ["undo", "new", "ruleset"][below(3)];
    const part = find(other) ?? find("throw") ?? find("new");
    const begun = performance.now();
    await new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (stage.getAttribute("aria-busy") === "true") return;
        watch.disconnect();
        done();
      });
      watch.observe(stage, { attributeFilter: ["aria-busy"] });
      if (part.localName === "select") {
        part.selectedIndex = below(part.options.length);
        part.dispatchEvent(new Event("change", { bubbles: true }));
      } else part.click();
    });
    took.push(performance.now() - begun);
    // what is to be kept in the browser's store is written a moment later
    await new Promise((done) => setTimeout(done));
  }
  return took;
}"""

_LAST = "answer = pyodide.runPython(START);"


@dataclass(frozen=True)
class Held:
    """What is in memory once the garbage is gone, always at the same position of the same game."""

    objects: int
    """Bytes of the page's own objects."""
    nodes: int
    """Nodes of all documents, those that only a script still holds included."""
    listeners: int
    python: int
    """Objects that Python's collector knows of."""
    reserved: int
    """Bytes that Python has asked the browser for; they are never given back."""


class Soak:
    """A page with a game of four persons, its Python awake."""

    def __init__(self, page: Page, address: str, app: str, place: str) -> None:
        self.page = page
        page.set_default_timeout(600_000)
        page.route("**/stage-worker.js*", _open_worker)
        known = find_app(app)
        saved = known.save(known.start({"persons": [0, 1, 2, 3], "prelude": False, "seed": 7}))
        self._begin = link("", "", app, saved).href
        page.goto(address + place)
        self.act(1)

    def act(self, count: int, seed: int = 1583) -> list[float]:
        """Do so many things, and tell how many milliseconds each took until it was drawn."""
        took: list[float] = self.page.evaluate(_ACT, [count, seed])
        return took

    def held(self) -> Held:
        """What is in memory, at the beginning of the game."""
        page = self.page
        page.evaluate("place => { location.hash = place }", self._begin)
        page.locator(".fortune-stage .stage-log li").nth(1).wait_for(state="detached")
        until(page, "!location.hash && document.querySelector('.fortune-stage').ariaBusy === 'false'")
        session = page.context.new_cdp_session(page)
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        counters = session.send("Memory.getDOMCounters")
        objects = int(session.send("Runtime.getHeapUsage")["usedSize"])
        session.detach()
        (worker,) = page.workers
        python = worker.evaluate("python.runPython('import gc; gc.collect(); len(gc.get_objects())')")
        reserved = worker.evaluate("python._module.HEAPU8.length")
        return Held(objects, counters["nodes"], counters["jsEventListeners"], python, reserved)


def _open_worker(route: Route) -> None:
    """Let the test ask the worker's Python, which nobody else can reach."""
    answer = route.fetch()
    text = answer.text()
    assert _LAST in text
    route.fulfill(response=answer, body=text.replace(_LAST, f"{_LAST} self.python = pyodide;"))
