"""Whether a stage stays as fast and as small as it began, over 2,000 actions: built pages in Chromium.

    python benchmarks/soak.py

For each game at one screen: the median time of an answer, click to drawn, over the first and the last 200 actions, and
what page and Python hold in memory after 300 actions and at the end. Ratios above the aim make the exit status 1.
"""

from __future__ import annotations

import statistics
import sys
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.site.soaking import ACTIONS, Soak  # noqa: E402

import browser as chromium  # noqa: E402
import build_book  # noqa: E402
from serve import SiteServer  # noqa: E402

GAMES = {"glueckshaus.play": "book/glueckshaus/play.html", "goose.play": "book/goose/play.html"}
WARM, SAMPLE = 300, 200
TIME_AIM, MEMORY_AIM = 1.5, 1.1


def soaked(running: Browser, address: str, app: str, place: str) -> bool:
    """Print the table of one game; whether nothing has grown."""
    with running.new_context(reduced_motion="reduce") as context:
        soak = Soak(context.new_page(), address, app, place)
        times = soak.act(WARM)
        before = soak.held()
        times += soak.act(ACTIONS - WARM)
        after = soak.held()
    first, last = (statistics.median(part) for part in (times[:SAMPLE], times[-SAMPLE:]))
    rows = [
        ("answer, median (ms)", first, last, TIME_AIM),
        ("page's objects (MB)", before.objects / 1e6, after.objects / 1e6, MEMORY_AIM),
        ("nodes", before.nodes, after.nodes, MEMORY_AIM),
        ("listeners", before.listeners, after.listeners, MEMORY_AIM),
        ("Python's objects", before.python, after.python, MEMORY_AIM),
        ("Python's memory (MB)", before.reserved / 1e6, after.reserved / 1e6, MEMORY_AIM),
    ]
    print(f"{app}, {ACTIONS:,} actions\n{'':22}{'early':>12}{'late':>12}{'ratio':>8}{'aim':>6}")
    for name, early, late, aim in rows:
        print(f"{name:22}{early:12,.1f}{late:12,.1f}{late / early:8.2f}{aim:6.2f}")
    return all(late <= early * aim for _, early, late, aim in rows)


def main() -> int:
    """Print a table for each game; the exit status is 1 where something has grown beyond its aim."""
    with SiteServer(build_book.build()) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        running = playwright.chromium.launch(executable_path=chromium.find_or_install(), args=list(chromium.FLAGS))
        kept = [soaked(running, server.address, app, place) for app, place in GAMES.items()]
        running.close()
        server.shutdown()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
