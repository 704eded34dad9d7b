"""What the dice lab shows, as pictures that lie side by side on a projector and below each other on a page.

Each sheet is an SVG of its own, so that the page can place them. All that must be read is written large: a sheet is
shown at no less than :data:`SMALLEST` of its size in the presenting view on a screen of 1024 × 768.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, log10, sqrt
from typing import Final

from fortune.charts import percent, show
from fortune.classroom.poll import ROW, Poll, Truth, bars, verdict
from fortune.drawing import die_face, document, number, paint, write

__all__ = ["SMALLEST", "band", "dice_sheet", "poll_sheet", "running_sheet", "together", "totals_sheet"]

SMALLEST: Final = 0.85

_WIDE, _HIGH = 560, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 108, 548, 56, 340
_TEXT, _TITLE = 25, 30
"""The sizes of what is written: scaled by :data:`SMALLEST` they are still 2.5 % of 768 pixels and more."""
_TILTS = (-5, 6, -3, 8, -7, 4)


def together(sheets: Sequence[str]) -> str:
    """Several sheets as one picture."""
    return f'<div class="stage-sheets">{"".join(sheets)}</div>'


# -- the dice ------------------------------------------------------------------------------------------------


def dice_sheet(dice: int, last: Sequence[int], thrown: int, wanted: int, press: int) -> str:
    """The dice of the last throw, big, with their total; below them how many throws there were, or how far it is.

    ``press``: so many throws come next. The whole throws when it is pressed.
    """
    size = min(128.0, 400 / dice)
    pitch = size * 1.2
    total_wide = 150
    left = (720 - dice * pitch - total_wide) / 2
    pieces = [f'<rect width="720" height="212" {paint("paper")}/>']
    for at in range(dice):
        x = left + (at + 0.5) * pitch
        if last:
            pieces.append(die_face(last[at], x, 78, size, _TILTS[at]))
        else:
            pieces.append(_blank(x, 78, size, _TILTS[at]))
    x = left + dice * pitch + 12
    if last:
        pieces.append(write("=", x, 104, 72, fill="soft"))
        pieces.append(write(str(sum(last)), x + 56, 116, 108, display=True))
        pieces = [f'<g data-last="{sum(last)}">', *pieces, "</g>"]
    pieces.append(_come_so_far(thrown, wanted, press))
    said = (
        f"{_listed(last)}, which makes {sum(last)}."
        if last
        else f"{dice} {'die' if dice == 1 else 'dice'}, not thrown yet."
    )
    # over what is written, and not around it: what a button is called holds all words that are seen in it
    pieces.append(
        '<rect data-do="throw" aria-label="Throw, or stop throwing" width="720" height="212" fill="none" '
        'pointer-events="all"/>'
    )
    return document(720, 212, "The last throw", said, "".join(pieces), "lab-dice", role="group")


def _blank(x: float, y: float, size: float, tilt: float) -> str:
    half = size / 2
    return (
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(tilt)})">'
        f'<rect x="{number(-half)}" y="{number(-half)}" width="{number(size)}" height="{number(size)}" '
        f'rx="{number(size * 0.14)}" stroke-dasharray="9 7" {paint("none", "line", 4)}/></g>'
    )


def _listed(values: Sequence[int]) -> str:
    return " and ".join(map(str, values)) if len(values) < 3 else f"{', '.join(map(str, values[:-1]))} and {values[-1]}"


def _come_so_far(thrown: int, wanted: int, press: int) -> str:
    if thrown >= wanted:
        words = "touch to throw" if not thrown else f"{show(thrown)} {'throw' if thrown == 1 else 'throws'}"
        after = f"next: {show(press)}{' more' if thrown else ''}"
        return (
            f'<g data-thrown="{thrown}">{write(words, 40, 200, 36)}'
            f"{write(after, 680, 200, 32, fill='soft', anchor='end')}</g>"
        )
    return (
        f'<g data-thrown="{thrown}" data-wanted="{wanted}">'
        f"{write(f'{show(thrown)} of {show(wanted)}', 360, 186, 30, anchor='middle')}"
        f'<rect x="60" y="194" width="600" height="16" rx="8" {paint("shade", "ink", 2)}/>'
        f'<rect x="60" y="194" width="{number(600 * thrown / wanted)}" height="16" rx="8" '
        f"{paint('gold', 'ink', 2)}/></g>"
    )


# -- the totals ----------------------------------------------------------------------------------------------


def totals_sheet(
    totals: Sequence[int], counts: Sequence[int], chosen: int | None, exact: Mapping[int, Fraction] | None, of: str
) -> str:
    """How often each total fell, as bars that can be pressed; over them what is expected, unless that is hidden."""
    thrown = sum(counts)
    expected = [float(exact[total]) * thrown for total in totals] if exact else []
    if exact and not thrown:
        # the shape can be seen before anything fell
        expected = [100 * float(exact[total]) for total in totals]
    step, steps = _scale(max([*counts, *expected, 4]))
    top = step * steps
    pitch = (_RIGHT - _LEFT) / len(totals)
    wide = pitch * 0.78 if len(totals) > 1 else 40

    def y(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value / top

    pieces = [_paper(), write("How often each total fell", _LEFT, 34, _TITLE)]
    for at in range(steps + 1):
        if thrown or not at:
            pieces.append(write(show(at * step), _LEFT - 10, y(at * step) + 9, _TEXT, fill="soft", anchor="end"))
        if at:
            pieces.append(_line(_LEFT, y(at * step), _RIGHT, y(at * step), "shade", 2))
    every = next(n for n in (1, 2, 5) if pitch * n >= 34)
    for at, (total, count) in enumerate(zip(totals, counts, strict=True)):
        x = _LEFT + (at + 0.5) * pitch
        fill = "gold" if total == chosen else "blue"
        pieces.append(
            f'<g data-do="total" data-value="{total}" aria-label="{total} fell {_times(count)}; follow it">'
            f'<rect x="{number(x - pitch / 2)}" y="{_TOP}" width="{number(pitch)}" height="{_HIGH - _TOP - 40}" '
            'fill="transparent"/>'
        )
        if count:
            pieces.append(
                f'<rect data-count="{count}" x="{number(x - wide / 2)}" y="{y(count):.1f}" width="{number(wide)}" '
                f'height="{_BOTTOM - y(count):.1f}" {paint(fill, "ink", 2)}/>'
            )
        pieces.append("</g>")
        # beside the chosen one there is no room for another
        free = chosen is None or every == 1 or abs(total - chosen) * pitch >= 34
        if total == chosen or (total % every == 0 and free):
            if total == chosen:
                long = 22 if total < 10 else 36
                pieces.append(
                    f'<rect x="{number(x - long / 2)}" y="{_BOTTOM + 8}" width="{long}" height="32" rx="4" '
                    f"{paint('gold-wash', 'ink', 2)}/>"
                )
            pieces.append(write(str(total), x, _BOTTOM + 33, _TEXT, anchor="middle"))
    pieces.append(_line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "ink", 3))
    if exact:
        places = [(_LEFT + (at + 0.5) * pitch, y(value)) for at, value in enumerate(expected)]
        route = "L".join(f"{number(px)} {py:.1f}" for px, py in places)
        pieces.append(
            f'<g data-exact="{len(places)}" pointer-events="none"><path d="M{route}" {paint("none", "paper", 7)}/>'
            f'<path d="M{route}" stroke-dasharray="12 6" {paint("none", "red", 4)}/>'
            + "".join(
                f'<rect x="{number(px - 6)}" y="{py - 6:.1f}" width="12" height="12" {paint("red", "paper", 1.5)}/>'
                for px, py in places
            )
            + "</g>"
        )
        pieces.append(_line(_LEFT, 402, _LEFT + 48, 402, "red", 4, "12 6"))
        pieces.append(f'<rect x="{_LEFT + 18}" y="396" width="12" height="12" {paint("red")}/>')
        pieces.append(write("as many as exact chances say", _LEFT + 60, 411, _TEXT, fill="red"))
    said = (
        f"{of}, {show(thrown)} throws. "
        + ", ".join(f"{total}: {show(count)}" for total, count in zip(totals, counts, strict=True))
        + (". The expected counts lie over them." if exact else ". What is expected is hidden.")
    )
    return document(_WIDE, _HIGH, "How often each total fell", said, "".join(pieces), "lab-totals", role="group")


def _times(count: int) -> str:
    return "once" if count == 1 else "not yet" if not count else f"{show(count)} times"


# -- one total -----------------------------------------------------------------------------------------------


def band(chance: Fraction | float, throws: float) -> tuple[float, float]:
    """Two standard errors to either side of a chance, for its share in so many throws; within 0 and 1.

    The standard deviation of a binomial share is ``sqrt(p (1 - p) / n)``.

    >>> band(0.5, 100)
    (0.4, 0.6)
    """
    p = float(chance)
    wide = 2 * sqrt(p * (1 - p) / throws)
    return max(0.0, p - wide), min(1.0, p + wide)


def running_sheet(total: int, running: Sequence[tuple[int, int]], chance: Fraction | None) -> str:
    """The share of one total, throw by throw; with its ``chance`` the band of two standard errors lies under it."""
    shares = [(at, count / at) for at, count in running]
    thrown = shares[-1][0] if shares else 0
    end = max(100.0, 10.0 ** ceil(log10(thrown) - 1e-9)) if thrown else 100.0
    needed = max([share for at, share in shares if at * 3 >= thrown or at >= 30] or [0.0])
    needed = max(needed * 1.5, 2.2 * float(chance) if chance else 0.0)
    step, steps = _scale(min(1.0, needed) or 1.0)
    top = step * steps

    def x(throws: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * log10(throws) / log10(end)

    def y(share: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * min(share, top) / top

    title = f"Share of {total}: {percent(shares[-1][1])}" if shares else f"Share of {total}"
    pieces = [_paper(), write(title, _LEFT, 34, _TITLE)]
    if chance is not None:
        pieces.append(_band(chance, x, y, end))
    for at in range(steps + 1):
        label = f"{100 * at * step:.6g}%"
        pieces.append(write(label, _LEFT - 10, y(at * step) + 9, _TEXT, fill="soft", anchor="end"))
        if at:
            pieces.append(_line(_LEFT, y(at * step), _RIGHT, y(at * step), "shade", 2))
    decades = round(log10(end))
    for power in range(decades + 1):
        last = power == decades
        words = show(10**power) if power < 6 else "1 million"
        # the last stands before the end of the axis, and takes the room of the one before
        if (decades in {4, 5} and power == decades - 1) or (decades == 6 and power % 2):
            continue
        pieces.append(write(words, x(10**power), _BOTTOM + 33, _TEXT, fill="soft", anchor="end" if last else "middle"))
    pieces.append(_line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "ink", 3))
    if chance is not None:
        pieces.append(_line(_LEFT, y(float(chance)), _RIGHT, y(float(chance)), "red", 4, "12 6"))
    if shares:
        route = "L".join(f"{x(at):.1f} {y(share):.1f}" for at, share in shares)
        pieces.append(
            f'<g data-running="{len(shares)}"><path d="M{route}" stroke-linejoin="round" {paint("none", "paper", 8)}/>'
            f'<path d="M{route}" stroke-linejoin="round" {paint("none", "ink", 4)}/>'
            f'<circle cx="{x(thrown):.1f}" cy="{y(shares[-1][1]):.1f}" r="8" {paint("gold", "ink", 3)}/></g>'
        )
    if chance is None:
        pieces.append(write("number of throws", _LEFT, 411, _TEXT, fill="soft"))
    else:
        pieces.append(write(f"exact {percent(float(chance))}", _LEFT, 411, _TEXT, fill="red"))
        pieces.append(f'<rect x="{_LEFT + 172}" y="390" width="34" height="24" {paint("blue-wash", "blue", 2)}/>')
        pieces.append(write("± 2 standard errors", _LEFT + 216, 411, _TEXT, fill="soft"))
    now = f"{percent(shares[-1][1])} after {show(thrown)} throws" if shares else "no throw yet"
    said = f"The share of {total}, throw by throw: {now}."
    if chance is not None:
        said += f" Its exact chance is {percent(float(chance))}, and the band holds two standard errors to either side."
    return document(_WIDE, _HIGH, f"The share of {total}", said, "".join(pieces), "lab-running")


def _band(chance: Fraction, x: Callable[[float], float], y: Callable[[float], float], end: float) -> str:
    places = [end ** (k / 60) for k in range(61)]
    upper = [f"{x(at):.1f} {y(band(chance, at)[1]):.1f}" for at in places]
    lower = [f"{x(at):.1f} {y(band(chance, at)[0]):.1f}" for at in reversed(places)]
    return f'<path data-band="" d="M{"L".join(upper)}L{"L".join(lower)}Z" {paint("blue-wash", "blue", 1.5)}/>'


# -- the class -----------------------------------------------------------------------------------------------


def poll_sheet(poll: Poll, truth: Truth | None, note: str) -> str:
    """The question to the class with the hands; once it is told, the truth below them, and what came of it."""
    asked = textwrap.wrap(poll.question, 36)
    pieces = [write(line, 8, 34 + 36 * at, _TITLE) for at, line in enumerate(asked)]
    top = 36 * len(asked) + 14
    pieces.append(f'<g transform="translate(0 {top})">{bars(poll, truth, width=_WIDE - 8, names=136)}</g>')
    y = top + ROW * len(poll.answers) + 12
    if truth is not None and truth.shares:
        pieces.append(f'<rect x="8" y="{y + 6}" width="34" height="18" {paint("gold", "ink", 2)}/>')
        pieces.append(write("hands", 52, y + 24, _TEXT, fill="soft"))
        pieces.append(f'<rect x="150" y="{y + 8}" width="34" height="14" {paint("red", "ink", 1.5)}/>')
        pieces.append(write(truth.known_as, 194, y + 24, _TEXT, fill="red"))
        y += 36
    told = " ".join(part for part in (verdict(poll, truth) if truth and truth.right else "", note) if part)
    for line in textwrap.wrap(told, 44):
        pieces.append(write(line, 8, y + 26, _TEXT))
        y += 32
    high = y + 12
    hands = ", ".join(f"{answer}: {count}" for answer, count in zip(poll.answers, poll.hands, strict=True))
    said = f"{poll.question} Hands: {hands}. {told}".strip()
    body = f'<rect width="{_WIDE}" height="{high}" {paint("paper")}/>{"".join(pieces)}'
    return document(_WIDE, high, "What the class says", said, body, "lab-poll", role="group")


# -- what they share -----------------------------------------------------------------------------------------


def _paper() -> str:
    return f'<rect width="{_WIDE}" height="{_HIGH}" {paint("paper")}/>'


def _line(x: float, y: float, to_x: float, to_y: float, stroke: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{number(x)} {y:.1f}L{number(to_x)} {to_y:.1f}"{dashed} {paint("none", stroke, width)}/>'


def _scale(most: float) -> tuple[float, int]:
    """The step of an axis, a 1, 2 or 5 with noughts, and how many of them reach what is needed: four at most."""
    power = 10.0 ** floor(log10(most / 4))
    step = next(part * power for part in (1, 2, 5, 10) if part * power * 4 >= most - 1e-12)
    if most >= 4:
        step = round(step)
    return step, max(1, ceil(most / step - 1e-9))
