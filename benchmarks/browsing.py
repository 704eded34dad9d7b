"""The built site served, and a Chromium to read it with, as the benchmarks of pages need them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import browser as chromium  # noqa: E402
import build_book  # noqa: E402
from serve import SiteServer  # noqa: E402

__all__ = ["ROOT", "THROW", "SiteServer", "build_book", "chromium", "fresh", "reader", "serving"]

# An action is done when the log or the message says so and a frame has been painted since.
THROW = """() => new Promise((done, failed) => {
  const stage = document.querySelector(".fortune-stage");
  const button = stage.querySelector("button.primary:not([aria-disabled=true])");
  if (!button) { failed(new Error("There is nothing to press.")); return; }
  const before = stage.querySelector(".stage-picture").innerHTML + stage.querySelector(".stage-status").textContent;
  const begun = performance.now();
  const watch = new MutationObserver(() => {
    const now = stage.querySelector(".stage-picture").innerHTML + stage.querySelector(".stage-status").textContent;
    if (now === before) return;
    watch.disconnect();
    // after the next frame is drawn
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  });
  watch.observe(stage, { subtree: true, childList: true, characterData: true, attributes: true });
  button.click();
})"""


def fresh(running: Browser, address: str) -> Page:
    """A page in a browser context with nothing cached, as a reader opens it."""
    page = running.new_context(reduced_motion="reduce").new_page()
    page.goto(address, wait_until="networkidle")
    return page


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """This folder served on this machine; gives its address."""
    with SiteServer(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


@contextmanager
def reader() -> Iterator[Browser]:
    """A Chromium started for this alone."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=list(chromium.FLAGS))
        yield running
        running.close()
