"""Draw the picture of the board that the README shows: ``python tools/readme_board.py``.

It is the one drawing that is committed, since a README cannot run code. ``tests/test_readme_board.py`` draws it
again and compares the bytes, so that it cannot fall behind the library.
"""

from __future__ import annotations

from pathlib import Path

from fortune.dice import Dice
from fortune.drawing import literal
from fortune.glueckshaus import board, game

__all__ = ["PICTURE", "picture"]

PICTURE = Path(__file__).resolve().parent.parent / "book" / "_static" / "board.svg"
_THROWS = "6-3 2-5 4-5 1-3 4-3 5-1 4-6 5-6"
"""The opening that S1 tells, up to its sixth throw, and two more, so that chips lie in the house."""


def picture() -> str:
    """The board after these throws, its colours written out: it stands alone."""
    table = game("modern", players=4)
    state, last = table.start(), None
    for last in map(Dice.parse, _THROWS.split()):
        state = table.play(state, last).state
    return literal(board.svg(table, state, names=["Anna", "Bjørn", "Cato", "Dina"], last=last)) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"Drew {PICTURE.relative_to(Path.cwd()) if PICTURE.is_relative_to(Path.cwd()) else PICTURE}.")
