"""The named presets of both games of Tablero, with their evidence and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, overload

from fortune.options import Ruleset, by_key, find_ruleset
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.options import GucciOptions, JesusOptions

__all__ = ["RULESETS", "game", "ruleset"]

_GucciKey = Literal["gucci", "plain", "tournament", "free", "five_in_row"]
_JesusKey = Literal["jesus", "jesus_run"]


RULESETS: Mapping[str, Ruleset[Any]] = by_key(
    Ruleset.of(
        GucciOptions, "gucci", "Tablero da Gucci", "modern", "S4",
        "S4 in full: the Queen's number is thrown, and a toast left uncalled may be called by the other.",
    ),
    Ruleset.of(
        GucciOptions, "plain", "Tablero without the Queen", "modern", "S4",
        "S4 without the Queen's number: the game that is solved whole.", queen="off",
    ),
    Ruleset.of(
        GucciOptions, "tournament", "The tournament game", "modern", "X7 X9 X11",
        "No line on a home row, no toast called afterwards, and no pass number for the Queen.",
        queen="thrown_not_pass", muggins="off", home_rows_count="no",
    ),
    Ruleset.of(
        GucciOptions, "free", "Tablero both ways", "modern", "X5 X10",
        "Without the Queen's number; a glass moves forward or back.", queen="off", direction="either",
    ),
    Ruleset.of(
        GucciOptions, "five_in_row", "Five in a row", "modern", "X8",
        "Without the Queen's number; five glasses in a row are a line, and diagonals are none.",
        queen="off", lines="five_in_row",
    ),
    Ruleset.of(
        JesusOptions, "jesus", "Tablero de Jesus", "modern", "X4 X6",
        "The older game, for coins: one takes a group, or throws on for more.",
    ),
    Ruleset.of(
        JesusOptions, "jesus_run", "Tablero de Jesus with a run", "modern", "X6 X12",
        "All seven coins in one row may be announced and defended for two more.", run="on",
    ),
)  # fmt: skip
"""Every ruleset by its key."""


def ruleset(key: str) -> Ruleset[Any]:
    """The ruleset with this key; raises :class:`RulesetError` where there is none."""
    return find_ruleset(RULESETS, key)


@overload
def game(key: _GucciKey = "gucci", **settings: object) -> Gucci: ...
@overload
def game(key: _JesusKey, **settings: object) -> Jesus: ...
@overload
def game(key: str, **settings: object) -> Gucci | Jesus: ...
def game(key: str = "gucci", **settings: object) -> Gucci | Jesus:
    """The game under a ruleset, with some options changed: ``game("plain", stock=12)``."""
    options = ruleset(key).options(**settings)
    return Jesus(options) if isinstance(options, JesusOptions) else Gucci(options)
