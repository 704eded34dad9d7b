"""``python -m fortune.tablero.solve tables | figures``: make again what the package ships of Tablero's solution.

``tables`` writes ``next_line.bin`` and ``most_coins.bin``, in two minutes; ``figures`` writes ``known.json``, in about
an hour on one core. ``figures whole`` makes only that part anew: the parts are ``next_line``, ``whole``, ``meetings``,
``loss`` and ``coins``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fortune import tablero
from fortune.errors import FortuneError
from fortune.kept import FILE
from fortune.tablero import known

HERE = Path(tablero.__file__).parent
NAMES = ("next_line", "whole", "meetings", "loss", "coins")


def main(arguments: list[str] | None = None) -> int:
    """Write the file that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m fortune.tablero.solve", description="Solve Tablero again.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("tables", help="the tables that are played by: the next line under plain, coins under jesus")
    figures = commands.add_parser("figures", help="the figures that are too slow to solve for a page")
    figures.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(NAMES)}")
    given = parser.parse_args(arguments)
    wanted = given.parts or NAMES if given.command == "figures" else ()
    unknown = [part for part in wanted if part not in NAMES]
    if unknown:
        parser.error(f"There is no part {unknown[0]}: the parts are {', '.join(NAMES)}.")
    try:
        from fortune.tablero.solve.figures import PARTS
        from fortune.tablero.solve.shipping import TABLES
    except ImportError as error:
        print(error, file=sys.stderr)
        return 2
    if given.command == "tables":
        for name, made in TABLES.items():
            target = HERE / name
            target.write_bytes(made())
            print(f"{name}: {target.stat().st_size} bytes")
        return 0
    try:
        kept = dict(known.KEPT.read())
    except FortuneError as error:
        if set(wanted) != set(NAMES):
            print(error, file=sys.stderr)
            return 2
        kept = {}
    for part in wanted:
        kept[part] = PARTS[part]()
        print(f"{FILE}: {part} is written, {known.KEPT.write(kept)} bytes in all.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
