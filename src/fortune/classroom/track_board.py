"""The board of three squares as a picture: the squares, the piece, the dice, and two bars under each square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fortune.charts import show
from fortune.classroom.track import HOME, Rules, Track
from fortune.dice import Dice
from fortune.drawing import dice_faces, document, number, paint, seat_mark, write
from fortune.goose.figures import BEAK, FEATHERS, GOOSE, PICTURES
from fortune.goose.squares import DEATH, WELL

__all__ = ["Bar", "picture"]

WIDTH, _HIGH = 720, 508
_SIDE, _GAP, _TOP = 162, 16, 108
_FULL = 2
"""A bar of this value is as wide as its square."""
_LINES = ' stroke-linecap="round" stroke-linejoin="round"'
_GOOSE = (
    f'<path d="{GOOSE}" {paint("skin", "key", 3.4)}{_LINES}/><path d="{FEATHERS}" {paint("none", "key", 2.8)}{_LINES}/>'
    f'<path d="{BEAK}" {paint("gold", "key", 2.6)}{_LINES}/>'
)
_PICTURES = {"goose": _GOOSE, "death": PICTURES[DEATH], "well": PICTURES[WELL]}


@dataclass(frozen=True, slots=True)
class Bar:
    """What is said under a square: throws made from there a game, or the share of games that end there.

    ``counted``: none before the first game is over. ``exact``: none where it is hidden, or where there is none.
    """

    ends: bool
    counted: Fraction | None
    exact: Fraction | None


def picture(rules: Rules, square: int, bars: Sequence[Bar], last: Dice | None = None) -> str:
    """The board with the piece on this square, the last throw above it, and the bars of squares 0 to 3."""
    body = [f'<rect width="{WIDTH}" height="100%" {paint("paper")}/>', _dice(rules, last)]
    full = max([_FULL, *(float(value) for bar in bars for value in (bar.counted, bar.exact) if value)])
    for at in range(HOME + 1):
        body.append(_square(rules, at, _left(at)))
        body.append(_bar(bars[at], _left(at), full))
    body.append(_legend(_HIGH - 20, any(bar.exact is not None for bar in bars)))
    body.append(f'<g data-piece="{square}">{seat_mark(0, _left(square) + _SIDE - 38, _TOP + _SIDE - 38, 24)}</g>')
    told = "; ".join(
        f"{'ends on' if bar.ends else 'throws from'} {at}: "
        + (f"counted {float(bar.counted):.3g}" if bar.counted is not None else "not counted yet")
        + (f", exactly {bar.exact}" if bar.exact is not None else "")
        for at, bar in enumerate(bars)
    )
    rule = ", ".join(f"{word} on {at}" for at, word in ((1, rules.one), (2, rules.two)) if word != "plain")
    thrown = f" The last throw was {last}." if last else ""
    stands = f"Squares 0 to 3{f', {rule}' if rule else ''}. The piece stands on {square}.{thrown}"
    spoken = f"{stands} A game on average: {told}."
    return document(WIDTH, _HIGH, "Three squares", spoken, "".join(body), "track")


def _left(square: int) -> float:
    return 12 + square * (_SIDE + _GAP)


def _dice(rules: Rules, last: Dice | None) -> str:
    if last is None:
        even = "odd: 1 step · even: 2 steps" if rules.steps == 2 else "total ÷ 3: the rest is the steps, for 0 it is 3"
        return write(even, 12, 60, 30, fill="soft")
    steps = Track(rules).steps(last)
    said = ("odd" if last.total % 2 else "even") if rules.steps == 2 else f"rest {last.total % 3} of 3"
    words = f"{last.total}, {said}: {steps} step{'s' if steps > 1 else ''}"
    return dice_faces(last, 16, 18, 62) + write(words, 176, 64, 34)


def _square(rules: Rules, at: int, left: float) -> str:
    word = {1: rules.one, 2: rules.two}.get(at, "plain")
    fill = "gold-wash" if at == HOME else "sheet"
    parts = [
        f'<rect x="{number(left)}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" rx="6" {paint(fill, "ink", 4)}/>',
        write(str(at), left + 14, _TOP + 52, 50, display=True),
    ]
    if word in _PICTURES:
        parts.append(f'<g transform="translate({number(left + 104)} {_TOP + 54}) scale(1.35)">{_PICTURES[word]}</g>')
    if at == HOME:
        parts.append(write("home", left + _SIDE - 14, _TOP + 46, 30, anchor="end"))
    return "".join(parts)


def _bar(bar: Bar, left: float, full: float) -> str:
    """Two bars: what was counted, and below it what is known."""
    top = _TOP + _SIDE + 34
    parts = [write("ends here" if bar.ends else "throws", left, top, 28, fill="soft")]
    for row, (value, fill, words) in enumerate(
        (
            (bar.counted, "gold", "–" if bar.counted is None else f"{float(bar.counted):.3f}"),
            (bar.exact, "blue", "" if bar.exact is None else f"= {_written(bar.exact)}"),
        )
    ):
        y = top + 16 + row * 66
        if value:
            wide = _SIDE * float(value) / full
            parts.append(
                f'<rect x="{number(left)}" y="{y}" width="{number(wide)}" height="18" {paint(fill, "ink", 2.5)}/>'
            )
        if words:
            parts.append(write(words, left, y + 48, 33))
    return "".join(parts)


def _legend(y: float, exact: bool) -> str:
    parts = []
    for x, fill, words in ((12, "gold", "counted, a game"), (350, "blue", "exactly, on average"))[: 1 + exact]:
        parts.append(f'<rect x="{x}" y="{y - 18}" width="34" height="18" {paint(fill, "ink", 2.5)}/>')
        parts.append(write(words, x + 46, y, 28, fill="soft"))
    return "".join(parts)


def _written(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 7 else show(float(value))
