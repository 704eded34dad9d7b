"""Counted throws as a picture: beside each bar of what was counted one of what is expected, and the numbers below."""

from __future__ import annotations

from collections.abc import Sequence

from fortune.charts import show
from fortune.drawing import document, number, paint, write

__all__ = ["columns", "rounded"]

WIDTH = 720
_LEFT, _RIGHT = 118, 712
"""Where the columns begin and end; what the numbers are stands left of them."""
_TOP, _FLOOR = 62, 300
_LABELS, _COUNTED, _EXPECTED, _JOINED = 334, 370, 402, 428
_LARGEST = 26


def columns(
    labels: Sequence[str],
    counted: Sequence[int],
    expected: Sequence[float],
    joined: Sequence[tuple[int, int]] = (),
    truth: Sequence[float] | None = None,
    *,
    title: str,
) -> str:
    """The picture.

    ``joined``: first and last place of each group that the test takes as one. ``truth``: what the dice that were thrown
    are expected to bring, where that is known to be something else than fair dice bring.
    """
    most = max(1.0, *counted, *expected, *(truth or ()))
    slot = (_RIGHT - _LEFT) / len(labels)
    words = [show(count) for count in counted], [rounded(value) for value in expected]
    longest = max(len(word) for row in words for word in row)
    size = min(float(_LARGEST), 0.94 * slot / (0.56 * longest))
    parts = [f'<rect width="{WIDTH}" height="100%" {paint("paper")}/>', _legend(truth is not None)]
    for level, word, fill in ((_COUNTED, "counted", "ink"), (_EXPECTED, "expected", "blue")):
        parts.append(write(word, 6, level, 25, fill=fill))
    for at, label in enumerate(labels):
        middle = _LEFT + (at + 0.5) * slot
        wide = min(slot * 0.4, 40)
        parts.append(f'<g data-column="{label}" data-counted="{counted[at]}">')
        parts.append(_bar(middle - wide, wide, expected[at] / most, "blue-wash", "blue", dashed=True))
        parts.append(_bar(middle, wide, counted[at] / most, "gold", "key", dashed=False))
        if truth is not None:
            y = _height(truth[at] / most)
            parts.append(
                f'<path d="M{number(middle - wide)} {number(y)}h{number(2 * wide)}" {paint("none", "red", 5)}/>'
            )
        parts.append(write(label, middle, _LABELS, 30, anchor="middle", display=True))
        parts.append(write(words[0][at], middle, _COUNTED, size, anchor="middle"))
        parts.append(write(words[1][at], middle, _EXPECTED, size, fill="blue", anchor="middle") + "</g>")
    parts.append(f'<path d="M{_LEFT} {_FLOOR}H{_RIGHT}" {paint("none", "ink", 3)}/>')
    for first, last in joined:
        left, right = _LEFT + first * slot + 6, _LEFT + (last + 1) * slot - 6
        bracket = f"M{number(left)} {_JOINED - 8}v12H{number(right)}v-12"
        parts.append(f'<path data-joined="{labels[first]}-{labels[last]}" d="{bracket}" {paint("none", "ink", 3)}/>')
    if joined:
        parts.append(write("joined", 6, _JOINED + 6, 25, fill="soft"))
    told = "; ".join(
        f"{label}: {count} counted, {value} expected"
        for label, count, value in zip(labels, counted, words[1], strict=True)
    )
    groups = ", ".join(f"{labels[first]} to {labels[last]}" for first, last in joined)
    spoken = f"{told}." + (f" For the test these are joined: {groups}." if joined else "")
    return document(WIDTH, _JOINED + 22, title, spoken, "".join(parts), "tally")


def rounded(value: float) -> str:
    """An expected number as it stands below its bar: to one decimal, and whole from a hundred on.

    >>> rounded(16.6667), rounded(3), rounded(16666.7)
    ('16.7', '3.0', '16,667')
    """
    return "0" if value == 0 else f"{value:.1f}" if value < 99.95 else show(round(value))


def _height(share: float) -> float:
    return _FLOOR - (_FLOOR - _TOP) * share


def _bar(x: float, wide: float, share: float, fill: str, line: str, *, dashed: bool) -> str:
    top = _height(share)
    dash = ' stroke-dasharray="7 4"' if dashed else ""
    return (
        f'<rect x="{number(x)}" y="{number(top)}" width="{number(wide)}" height="{number(_FLOOR - top)}"{dash} '
        f"{paint(fill, line, 2.5)}/>"
    )


def _legend(truth: bool) -> str:
    parts = [
        f'<rect x="8" y="14" width="24" height="24" stroke-dasharray="7 4" {paint("blue-wash", "blue", 2.5)}/>',
        write("expected of fair dice", 42, 35, 25, fill="blue"),
        f'<rect x="312" y="14" width="24" height="24" {paint("gold", "key", 2.5)}/>',
        write("counted", 346, 35, 25),
    ]
    if truth:
        parts.append(
            f'<path d="M462 26h30" {paint("none", "red", 5)}/>' + write("of these dice", 502, 35, 25, fill="red")
        )
    return "".join(parts)
