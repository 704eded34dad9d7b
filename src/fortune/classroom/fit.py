"""How well counted throws fit fair dice: the chi-square test, its p-value, and both in plain words.

Standard library alone. The test compares what was counted with what fair dice are expected to bring. Its p-value is
the chance that fair dice bring a difference as large or larger; it is *not* the chance that the dice are fair.

Where fair dice are expected to bring a total fewer than :data:`LEAST` times the p-value is not to be trusted, so
neighbouring totals are joined until each group is expected that often (see :func:`groups`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, isnan, lgamma, log
from typing import Final

from fortune.errors import FortuneError, shown

__all__ = ["LEAST", "Cell", "Fit", "chi_square", "fit", "groups", "often", "upper_gamma"]

LEAST: Final = 5
"""Each group must be expected at least so often: the usual rule of thumb for this test."""

_STEPS: Final = 100_000
_SMALLEST: Final = 1e-300


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x ≥ 0.

    A power series below a + 1, a continued fraction (Lentz's method) from there on: where each of them converges fast.

    >>> round(upper_gamma(1, 2) - exp(-2), 15)
    0.0
    """
    if isnan(a) or isnan(x) or not 0 < a < inf or x < 0:
        raise FortuneError(f"Q(a, x) is known for a above 0 and x from 0 on, not for {shown(a)} and {shown(x)}.")
    if x == 0:
        return 1.0
    if x == inf:
        return 0.0
    # e^-x x^a / Γ(a); beyond what a float can hold it is nothing
    before = exp(max(-745.0, a * log(x) - x - lgamma(a)))
    return 1.0 - before * _series(a, x) if x < a + 1 else min(1.0, before * _fraction(a, x))


def _series(a: float, x: float) -> float:
    term = whole = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        whole += term
        if term < whole * 1e-17:
            break
    return whole


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c = 1 / _SMALLEST
    d = 1 / (b or _SMALLEST)
    whole = d
    for step in range(1, _STEPS):
        share = -step * (step - a)
        b += 2
        d = 1 / (share * d + b or _SMALLEST)
        c = b + share / c or _SMALLEST
        whole *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return whole


def chi_square(statistic: float, freedom: int) -> float:
    """The chance that a chi-square with so many degrees of freedom is this large or larger.

    >>> round(chi_square(18.307, 10), 4)
    0.05
    """
    if type(freedom) is not int or freedom < 1:
        raise FortuneError(f"Degrees of freedom are a whole number from 1 on, not {shown(freedom)}.")
    return upper_gamma(freedom / 2, statistic / 2)


@dataclass(frozen=True, slots=True)
class Cell:
    """Neighbouring totals (or one alone) as the test sees them: how often they came, and how often expected."""

    totals: tuple[int, ...]
    observed: int
    expected: Fraction

    @property
    def label(self) -> str:
        """The totals in short, as ``7`` or ``2 to 4``."""
        first, last = self.totals[0], self.totals[-1]
        return str(first) if first == last else f"{first} to {last}" if last > first + 1 else f"{first} and {last}"

    @property
    def part(self) -> float:
        """What this group adds to the statistic: (observed − expected)² / expected."""
        return float((self.observed - self.expected) ** 2 / self.expected)


@dataclass(frozen=True, slots=True)
class Fit:
    """The outcome of the test: the groups that were compared, the statistic, degrees of freedom, and p."""

    cells: tuple[Cell, ...]
    statistic: float
    freedom: int
    p: float

    @property
    def joined(self) -> tuple[Cell, ...]:
        """The groups of more than one total."""
        return tuple(cell for cell in self.cells if len(cell.totals) > 1)

    @property
    def too_good(self) -> float:
        """The chance that fair dice come as close to what is expected as this, or closer."""
        return 1.0 - self.p


def often(chance: float) -> str:
    """A chance in the words of a class.

    >>> often(0.7), often(0.0249), often(1e-9)
    ('about 7 times in 10', 'about once in 40 times', 'less than once in a million times')
    """
    if chance >= 0.95:
        return "nearly always"
    if chance >= 0.35:
        return f"about {round(10 * chance)} times in 10"
    if chance < 1e-6:
        return "less than once in a million times"
    times = 1 / chance
    # two figures are as much as such a number is worth
    step = 10 ** max(0, len(str(round(times))) - 2)
    return f"about once in {round(times / step) * step:,} times"


def groups(expected: Sequence[Fraction], least: int = LEAST) -> list[range]:
    """Neighbouring places joined, from both ends inwards, until each group is expected ``least`` times or more.

    Both ends take as few as they need, then the next ones, and so on; what is left in the middle is a group of its own,
    or, if it is too small for that, joins the smaller of its two neighbours (the lower one if they are level). One
    single group means that there are too few throws for any test.

    >>> groups([Fraction(20 * ways, 36) for ways in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)])
    [range(0, 4), range(4, 7), range(7, 11)]
    """
    low, high = 0, len(expected)
    below: list[range] = []
    above: list[range] = []
    while low < high:
        up, down = low, high
        while up < high and sum(expected[low:up]) < least:
            up += 1
        while down > low and sum(expected[down:high]) < least:
            down -= 1
        if up > down or sum(expected[low:up]) < least or sum(expected[down:high]) < least:
            break
        below.append(range(low, up))
        above.insert(0, range(down, high))
        low, high = up, down
    if low < high:
        middle = range(low, high)
        if sum(expected[low:high]) >= least or not below:
            below.append(middle)
        elif sum(expected[at] for at in below[-1]) <= sum(expected[at] for at in above[0]):
            below[-1] = range(below[-1].start, high)
        else:
            above[0] = range(low, above[0].stop)
    return below + above


def fit(counts: Mapping[int, int], chances: Mapping[int, Fraction]) -> Fit | None:
    """The test of these counts against these chances; nothing where there are too few throws for one.

    Raises :class:`FortuneError` where something was counted that has no chance, or fewer times than never.
    """
    for total, count in counts.items():
        if total not in chances:
            raise FortuneError(f"There is no chance for {shown(total)}, and yet it was counted.")
        if type(count) is not int or count < 0:
            raise FortuneError(f"Throws are counted in whole numbers from 0 on, not {shown(count)}.")
    thrown = sum(counts.values())
    totals = sorted(chances)
    expected = [thrown * chances[total] for total in totals]
    cells = tuple(
        Cell(
            tuple(totals[at] for at in places),
            sum(counts.get(totals[at], 0) for at in places),
            sum((expected[at] for at in places), Fraction(0)),
        )
        for places in groups(expected)
    )
    if len(cells) < 2:
        return None
    statistic = float(sum((cell.observed - cell.expected) ** 2 / cell.expected for cell in cells))
    freedom = len(cells) - 1
    return Fit(cells, statistic, freedom, chi_square(statistic, freedom))
