"""The things on the cloth: glasses full and empty, coins, the crown of the Queen, and the arrows of the two ways."""

from __future__ import annotations

from typing import Final

from fortune.drawing import number, paint

__all__ = ["CROWN", "arrow", "coin", "glass"]

# a tumbler about 46 wide and 54 high, its foot on y = 27
_BOWL: Final = "M-23-27L-17 22q.5 5 6 5H11q5.500 0 6-5L23-27Z"
_BASE: Final = "M-15.500 17H15.500l-.6 5q-.4 3-4 3H-11q-3.500 0-4-3Z"
_DRINK: Final = "M-19.500-13Q-15-18-10-13T0-13T10-13T19.500-13L15.800 15H-15.800Z"
_HATCH: Final = "M-13-3h11M3-1h11M-11 6h14M7 8h4"

CROWN: Final = (
    f'<path d="M-17 11V-8L-8 1L0-13L8 1L17-8V11Z" stroke-linejoin="round" {paint("gold", "key", 2.4)}/>'
    f'<path d="M-17 6H17" {paint("none", "key", 2)}/>'
)
"""The Queen's crown, some 34 wide."""


def glass(x: float, y: float, *, full: bool = True, scale: float = 1) -> str:
    """A glass, its middle at (x, y). What it holds is nobody's business: water does."""
    drink = f'<path d="{_DRINK}" {paint("blue-wash", "blue", 2.6)}/>' if full else ""
    ripples = f'<path d="{_HATCH}" {paint("none", "blue", 2)}/>' if full else ""
    return (
        f'<g transform="translate({number(x)} {number(y)}){_scaled(scale)}" stroke-linejoin="round">'
        f'<path d="{_BOWL}" {paint("sheet", "ink", 3.2)}/>{drink}{ripples}<path d="{_BASE}" {paint("line")}/></g>'
    )


def _scaled(scale: float) -> str:
    return "" if scale == 1 else f" scale({scale:.3g})"


def coin(x: float, y: float, *, scale: float = 1) -> str:
    """A coin, its middle at (x, y)."""
    return (
        f'<g transform="translate({number(x)} {number(y)}){_scaled(scale)}">'
        f'<circle r="25" {paint("gold", "key", 3)}/><circle r="18" {paint("none", "key", 2)}/>'
        f'<path d="M0-10V10M-10 0H10" {paint("none", "key", 3)}/></g>'
    )


def arrow(x: float, low: float, high: float, *, strong: bool, both: bool) -> str:
    """A way along the board: from y = ``low`` to y = ``high``, with a head there, or with one at either end."""
    up = -1 if high < low else 1
    head, width = 24, 13
    style = paint("ink") if strong else paint("none", "line", 3)
    shaft = f"M{number(x)} {number(low - (0 if not both else -up * head))}V{number(high - up * head)}"
    tip = f"M{number(x - width)} {number(high - up * head)}H{number(x + width)}L{number(x)} {number(high)}Z"
    if both:
        tip += f"M{number(x - width)} {number(low + up * head)}H{number(x + width)}L{number(x)} {number(low)}Z"
    return (
        f'<path d="{shaft}" {paint("none", "ink" if strong else "line", 7 if strong else 3)}/><path d="{tip}" {style}/>'
    )
