"""Throws of Tablero that act alike, lumped: one throw stands for each class, with the weight of the class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from fortune.dice import PAIRS, Dice
from fortune.tablero.squares import PASS_NUMBERS

__all__ = ["BY_TOTAL", "BY_TOTAL_NOT_PASS", "CLASSES", "RUN_CLASSES"]


def _lump(kind: Callable[[Dice], object]) -> Mapping[Dice, int]:
    first: dict[object, Dice] = {}
    weights: dict[Dice, int] = {}
    for dice, weight in PAIRS.items():
        one = first.setdefault(kind(dice), dice)
        weights[one] = weights.get(one, 0) + weight
    return MappingProxyType(weights)


def _with_queen(queen: int) -> Mapping[Dice, int]:
    return _lump(lambda dice: "pass" if dice.total in PASS_NUMBERS and dice.total != queen else dice)


CLASSES: Final = MappingProxyType({queen: _with_queen(queen) for queen in (0, *range(2, 13))})
"""By the Queen's number, 0 where there is none: the pass numbers other than hers as one, all other throws apart."""
BY_TOTAL: Final = _lump(lambda dice: dice.total)
"""The throw of the Queen's number: by totals."""
BY_TOTAL_NOT_PASS: Final = _lump(lambda dice: "pass" if dice.total in PASS_NUMBERS else dice.total)
"""The same where pass numbers are thrown again: those as one."""
RUN_CLASSES: Final = _lump(lambda dice: dice.total in PASS_NUMBERS)
"""The throw of a run: pass numbers, and all others."""
