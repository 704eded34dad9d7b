"""``python -m fortune.tablero.solve table | figures``: make again what the package ships of Tablero's solution.

``table`` writes ``next_line.bin`` (half a minute), ``figures`` writes ``known.json`` (about an hour on one core; name
parts to make only those).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fortune.tablero as tablero
from fortune.tablero import known, values
from fortune.tablero.solve.figures import PARTS
from fortune.tablero.solve.shipping import plain_table

HERE = Path(tablero.__file__).parent


def main(arguments: list[str] | None = None) -> None:
    """Write the file that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m fortune.tablero.solve", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("table", help="the table of the next line under plain")
    figures = commands.add_parser("figures", help="the figures that are too slow to solve for a page")
    figures.add_argument("parts", nargs="*", choices=[*PARTS, []], help="only these; the others stay as they are")
    given = parser.parse_args(arguments)
    if given.command == "table":
        target = HERE / values.FILE
        target.write_bytes(plain_table())
        print(f"{target.name}: {target.stat().st_size} bytes")
        return
    target = HERE / known.FILE
    parts: dict[str, Any] = json.loads(target.read_text(encoding="ascii"))["figures"] if target.exists() else {}
    for part in given.parts or PARTS:
        make: Callable[[Any], Any] = PARTS[part]
        parts[part] = make(parts.get(part))
        target.write_text(known.text(parts), encoding="ascii")
        print(f"{target.name}: {part}", file=sys.stderr)


if __name__ == "__main__":
    main()
