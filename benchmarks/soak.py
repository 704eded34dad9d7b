"""Whether a stage stays as fast and as small as it began, over 2,000 actions: built pages in Chromium.

For each game at one screen: the median time of an answer, click to drawn, over the last 200 actions beside the first,
and what page and Python hold in memory at the end beside what they held after 300 actions.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from tests.site.soaking import ACTIONS, Soak

from benchmarks.browsing import build_book, reader, serving
from benchmarks.report import Row

GAMES = {"glueckshaus.play": "book/glueckshaus/play.html", "goose.play": "book/goose/play.html"}
WARM, SAMPLE = 300, 200
TIME_AIM, MEMORY_AIM = 1.5, 1.1


def measure() -> Iterator[Row]:
    """Each game, late beside early."""
    with serving(build_book.build()) as address:
        for app, place in GAMES.items():
            with reader() as running, running.new_context(reduced_motion="reduce") as context:
                soak = Soak(context.new_page(), address, app, place)
                times = soak.act(WARM)
                before = soak.held()
                times += soak.act(ACTIONS - WARM)
                after = soak.held()
            first, last = (statistics.median(part) for part in (times[:SAMPLE], times[-SAMPLE:]))
            for what, early, late, unit, aim in (
                ("the answer, median", first, last, "ms", TIME_AIM),
                ("objects of the page", before.objects / 1e6, after.objects / 1e6, "MB", MEMORY_AIM),
                ("nodes", before.nodes, after.nodes, "", MEMORY_AIM),
                ("listeners", before.listeners, after.listeners, "", MEMORY_AIM),
                ("Python's objects", before.python, after.python, "", MEMORY_AIM),
                ("Python's memory", before.reserved / 1e6, after.reserved / 1e6, "MB", MEMORY_AIM),
            ):
                name = f"{app} after {ACTIONS:,} actions: {what}"
                yield Row(name, late, unit, "at the beginning", early, aim=early * aim)
