"""Two thousand actions on a stage leave no more behind than a few hundred did.

Whether answers take longer is measured by ``benchmarks/soak.py``: a test that looked at the clock would fail on a busy
machine.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.site.soaking import ACTIONS, Soak
from tests.site.visit import Visit, listen

pytestmark = pytest.mark.site

FIRST = 300
"""After so many actions all that is made once has been made: what Python imports late, the browser's own caches."""


def test_memory_does_not_grow(browser: Browser, address: str) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page, visit = context.new_page(), Visit(address)
        listen(page, visit)
        soak = Soak(page, address, "glueckshaus.play", "book/glueckshaus/play.html")
        soak.act(FIRST)
        before = soak.held()
        soak.act(ACTIONS - FIRST)
        after = soak.held()
        assert page.evaluate("localStorage.length + sessionStorage.length") <= 4
    assert visit.troubles == []
    assert after.nodes <= before.nodes * 1.02
    assert after.listeners <= before.listeners * 1.02
    assert after.python <= before.python * 1.01
    assert after.objects <= before.objects * 1.1
    assert after.reserved <= before.reserved
