"""Measure, and print one table: ``python -m benchmarks [NAME …]``.

Without names everything is measured, which takes about half an hour. Each thing stands beside a peer, measured in the
same run: on a busy machine the times say little, the ratios more. The exit status is 1 where an aim is missed.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from benchmarks.report import Row, table

SUBJECTS = ("solver", "goose", "tablero", "page_weight", "stage", "lab", "soak")
"""The modules of this package that measure; each has a function ``measure``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and print one table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(SUBJECTS)}; or all")
    names = parser.parse_args(arguments).names or list(SUBJECTS)
    unknown = [name for name in names if name not in SUBJECTS]
    if unknown:
        parser.error(f"nothing here measures {', '.join(unknown)}; there are {', '.join(SUBJECTS)}")
    rows = list(chain.from_iterable(map(_measured, names)))
    print(table(rows))
    missed = [row.what for row in rows if not row.met]
    if missed:
        print(f"Missed: {'; '.join(missed)}.", file=sys.stderr)
    return 1 if missed else 0


def _measured(name: str) -> Iterator[Row]:
    measure: Callable[[], Iterator[Row]] = importlib.import_module(f"benchmarks.{name}").measure
    print(f"Measuring: {name} …", file=sys.stderr, flush=True)
    yield from measure()


if __name__ == "__main__":
    sys.exit(main())
