"""A number together with how it is known: exactly, within a bound, or from a sample."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

__all__ = ["Method", "Result"]

_LONGEST = 100
"""A longer fraction is not written out in words; its decimal says all that a reader takes in."""

_DIGITS = 4000
"""Python writes out no whole number of more than 4300 digits at once."""

Method = Literal["exact", "numeric", "simulated"]
"""How a figure is known."""


@dataclass(frozen=True, slots=True)
class Result:
    """A figure and its evidence.

    ``bound`` bounds the error of ``value`` (0 where ``exact`` is known); ``stderr`` is the standard error of a
    simulated figure, which has no bound.
    """

    value: float
    method: Method
    exact: Fraction | None = None
    bound: float | None = None
    stderr: float | None = None

    @classmethod
    def of(cls, exact: Fraction | int) -> Result:
        """An exact figure, whose error is 0."""
        return cls(float(exact), "exact", exact=Fraction(exact), bound=0.0)

    @classmethod
    def numeric(cls, value: float, bound: float) -> Result:
        """A computed figure that is off by ``bound`` at the most."""
        return cls(float(value), "numeric", bound=float(bound))

    @classmethod
    def simulated(cls, value: float, stderr: float) -> Result:
        """A figure from a sample, with its standard error."""
        return cls(float(value), "simulated", stderr=float(stderr))

    def to_json(self) -> dict[str, float | str | None]:
        """The figure as the command line prints it; a standard error that is not known (one game) is null."""
        known = self.stderr is not None and math.isfinite(self.stderr)
        return {
            "value": self.value,
            "exact": None if self.exact is None else _written(self.exact),
            "bound": self.bound,
            "stderr": self.stderr if known else None,
            "method": self.method,
        }

    def __str__(self) -> str:
        """In words: ``5/12 ≈ 0.416667``, ``0.480398 (error below 2e-12)``, ``0.31 (standard error 0.002)``.

        >>> print(Result.of(Fraction(5, 12)))
        5/12 ≈ 0.416667
        """
        if self.exact is not None:
            if self.exact.denominator == 1:
                return _decimal(self.exact.numerator)
            fraction = _written(self.exact)
            return f"{fraction} ≈ {self.value:.6g}" if len(fraction) <= _LONGEST else f"{self.value:.12g} (exact)"
        if self.bound is not None:
            return f"{self.value:.10g} (error below {self.bound:.0e})"
        assert self.stderr is not None
        if not math.isfinite(self.stderr):
            return f"{self.value:.4g} (one game alone has no standard error)"
        return f"{self.value:.4g} (standard error {self.stderr:.2g})"

    def agrees(self, other: Result, sigmas: float = 5.0) -> bool:
        """Whether two figures for the same thing are compatible.

        Bounds add up; standard errors add in squares and count ``sigmas`` times.
        """
        slack = (self.bound or 0.0) + (other.bound or 0.0)
        spread = math.hypot(self.stderr or 0.0, other.stderr or 0.0)
        rounding = 4e-16 * max(abs(self.value), abs(other.value))
        return abs(self.value - other.value) <= slack + sigmas * spread + rounding


def _written(fraction: Fraction) -> str:
    """The fraction in decimal digits, however many."""
    top = _decimal(fraction.numerator)
    return top if fraction.denominator == 1 else f"{top}/{_decimal(fraction.denominator)}"


def _decimal(number: int) -> str:
    sign, parts = "-" if number < 0 else "", list[str]()
    number = abs(number)
    while number >= 10**_DIGITS:
        number, part = divmod(number, 10**_DIGITS)
        parts.append(f"{part:0{_DIGITS}d}")
    return sign + str(number) + "".join(reversed(parts))
