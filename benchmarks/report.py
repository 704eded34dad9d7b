"""One form for everything that is measured, and the table made of it."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["Row", "best", "peak_memory", "table"]


@dataclass(frozen=True)
class Row:
    """A thing measured, beside another where there is one, and what is aimed at."""

    what: str
    value: float
    unit: str
    peer: str = ""
    """What it is held against; nothing where nobody else does the same."""
    peer_value: float | None = None
    """The peer's value, in the same unit and from the same run."""
    aim: float | None = None
    """The most that ``value`` may be, or with ``least`` the least."""
    least: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """The peer's value divided by ours."""
        return None if self.peer_value is None else self.peer_value / self.value

    @property
    def met(self) -> bool:
        """Whether the aim is met; what has none always is."""
        return self.aim is None or (self.value >= self.aim if self.least else self.value <= self.aim)

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        beside = "" if self.peer_value is None else f"{_short(self.peer_value)} {self.unit}".strip()
        aim = "" if self.aim is None else f"{'at least' if self.least else 'at most'} {_short(self.aim)}"
        verdict = "" if self.aim is None else ("met" if self.met else "MISSED")
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return self.what, f"{_short(self.value)} {self.unit}".strip(), self.peer, beside, ratio, aim, verdict, self.note


HEAD = ("measured", "ours", "beside", "theirs", "theirs / ours", "aim", "", "note")


def table(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table whose columns stand straight in a terminal too."""
    lines = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(HEAD))]
    shown = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]
    shown.insert(1, ["-" * width for width in widths])
    return "\n".join(f"| {' | '.join(line)} |" for line in shown)


def best(run: Callable[[], Any], repeats: int = 1) -> tuple[float, Any]:
    """The shortest time of some runs, in seconds, and the last answer."""
    times, answer = [], None
    for _ in range(repeats):
        began = time.perf_counter()
        answer = run()
        times.append(time.perf_counter() - began)
    return min(times), answer


def _short(value: float) -> str:
    """Three digits, or all before the point.

    >>> _short(0.01234), _short(12345.6), _short(0)
    ('0.0123', '12,346', '0')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def peak_memory() -> int:
    """The most bytes that this process has held at once."""
    # told in kilobytes, but in bytes on a Mac
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
