"""What was solved of Tablero once and for all: figures kept beside this module as ``known.json``.

Solving takes minutes, for whole games half an hour, and needs Numba. ``python -m fortune.tablero.solve figures`` does
it all again and writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fortune.kept import Kept
from fortune.result import Result
from fortune.tablero.options import GucciOptions, JesusOptions

__all__ = [
    "KEPT",
    "Coins",
    "Line",
    "coins_key",
    "known_coins",
    "known_line",
    "known_parts",
    "known_win",
    "line_key",
]

KEPT = Kept("fortune.tablero", "Tablero", "python -m fortune.tablero.solve figures")
"""The figures of Tablero."""


@dataclass(frozen=True, slots=True)
class Line:
    """The next line from the setup.

    ``chance``: that who starts makes it, both playing for it. ``residual``: by how much one more throw changes the
    worth of any position. ``sweeps``: passes in search of the best moves; ``followed``: passes by known ones.
    ``lines``: the positions that hold a line.
    """

    chance: Result
    residual: float
    sweeps: int
    followed: int
    lines: int


def line_key(options: GucciOptions) -> str:
    """The rules as far as they decide the next line, as the name of an entry; the stock does not count."""
    parts = [f"{name}={getattr(options, name)}" for name in ("direction", "lines", "home_rows_count", "queen")]
    if options.queen != "off":
        parts += [f"{name}={getattr(options, name)}" for name in ("toast_makes_line", "muggins")]
    return " ".join(parts)


def known_line(options: GucciOptions) -> Line | None:
    """What is known of the next line under these options; none where it was not solved.

    With a Queen's number the figures are for stocks that do not run out.
    """
    found = known_parts()["next_line"].get(line_key(options))
    if found is None:
        return None
    chance = Result.numeric(found["chance"], found["bound"])
    return Line(chance, found["residual"], found["sweeps"], found["followed"], found["lines"])


def known_win(options: GucciOptions, own: int | None = None, other: int | None = None) -> Result | None:
    """The chance of winning the whole game for who starts with ``own`` units against ``other``.

    Both are the options' stock where they are not given. None where that was not solved: it is for ``plain``, up to 24.
    """
    found = known_parts().get("whole")
    own, other = (options.stock if stock is None else stock for stock in (own, other))
    if found is None or line_key(options) != found["rules"] or max(own, other) > found["highest"]:
        return None
    alike = found["classes"]
    return Result.numeric(found["win"][f"{alike[own]} {alike[other]}"], found["bound"])


@dataclass(frozen=True, slots=True)
class Coins:
    """Tablero de Jesus with hands that never run out, both playing for the most coins.

    ``gain``: coins a throw that who starts gains in the long run; 0 by symmetry, and neither can do better by more than
    its bound. ``dice``: what the dice are worth at the setup, in coins. ``runs``: positions in which it pays to
    announce a run. The rest as in :class:`Line`.
    """

    gain: Result
    dice: float
    residual: float
    sweeps: int
    followed: int
    runs: int


def coins_key(options: JesusOptions) -> str:
    """The rules of Tablero de Jesus as the name of an entry."""
    return f"run={options.run} bonus_eighth={options.bonus_eighth}"


def known_coins(options: JesusOptions) -> Coins:
    """What is known of Tablero de Jesus under these options."""
    found = known_parts()["coins"]["solved"][coins_key(options)]
    # one more throw changes no worth by more than the residual, so nobody gains more than that in a throw
    gain = Result.numeric(0.0, found["residual"])
    return Coins(gain, found["dice"], found["residual"], found["sweeps"], found["followed"], found["runs"])


def known_parts() -> Mapping[str, Any]:
    """All figures, by parts: ``next_line``, ``whole``, ``meetings``, ``loss``, ``coins``."""
    return KEPT.read()
