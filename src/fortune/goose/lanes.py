"""A race of many games as a picture: for each seat a lane, as long as its share of the games that it won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fortune.charts import show
from fortune.drawing import document, number, paint, seat_mark, write
from fortune.goose.figures import LOCK

__all__ = ["Lane", "lanes"]

WIDTH = 720
_LEFT, _RIGHT = 178, 590
"""Where the lanes begin and where their scale ends."""
_HIGH = 74
_TOP = 92
_SCALES = (0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Lane:
    """One lane: its name, the seat whose mark it bears (none for games that nobody wins), and its figures.

    ``share`` of the games, with the standard error of it; none before the first game. ``known``: the true chance.
    """

    name: str
    seat: int | None
    share: float | None
    error: float = 0.0
    known: float | None = None


def lanes(all_lanes: Sequence[Lane], played: int, wanted: int, *, known_as: str = "computed chance") -> str:
    """The picture: how far the race has come, a lane each, and where the true chance lies."""
    needed = max(
        max((lane.share or 0.0) + 2 * lane.error for lane in all_lanes), max(lane.known or 0.0 for lane in all_lanes)
    )
    most = next((scale for scale in _SCALES if needed <= scale), 1.0)
    bottom = _TOP + _HIGH * len(all_lanes)
    body = [f'<rect width="{WIDTH}" height="100%" {paint("paper")}/>', _progress(played, wanted)]
    body.append(_scale(most, bottom))
    body += [_lane(lane, _TOP + _HIGH * at, most) for at, lane in enumerate(all_lanes)]
    body.append(_legend(bottom + 68, any(lane.known is not None for lane in all_lanes), known_as))
    told = ", ".join(
        f"{lane.name} {'no game yet' if lane.share is None else f'{show(lane.share)} ± {show(lane.error)}'}"
        + (f" ({known_as} {show(lane.known)})" if lane.known is not None else "")
        for lane in all_lanes
    )
    spoken = f"{played} of {wanted} games are played. Shares: {told}."
    return document(WIDTH, bottom + 92, "The race", spoken, "".join(body), "race")


def _x(share: float, most: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(share, most) / most


def _progress(played: int, wanted: int) -> str:
    part = played / wanted if wanted else 0.0
    wide = WIDTH - 24
    words = f"{show(played)} of {show(wanted)} games" if played < wanted else f"{show(played)} games"
    return (
        f'<g data-progress="{played}">{write(words, 12, 32, 26)}'
        f'<rect x="12" y="46" width="{wide}" height="18" rx="9" {paint("shade", "ink", 2)}/>'
        f'<rect x="12" y="46" width="{number(wide * part)}" height="18" rx="9" {paint("red", "ink", 2)}/></g>'
    )


def _scale(most: float, bottom: float) -> str:
    steps = round(most * 10) // 2
    parts = []
    for step in range(steps + 1):
        x = _x(step / 5, most)
        parts.append(f'<path d="M{number(x)} {_TOP}V{bottom}" {paint("none", "shade", 2)}/>')
        parts.append(write(f"{20 * step}%", x, bottom + 26, 22, fill="soft", anchor="middle"))
    return "".join(parts)


def _lane(lane: Lane, top: float, most: float) -> str:
    middle = top + _HIGH / 2
    parts = [f'<g data-lane="{"nobody" if lane.seat is None else lane.seat}">']
    if lane.seat is None:
        parts.append(f'<g transform="translate(30 {number(middle)}) scale(1.7)">{LOCK}</g>')
    else:
        parts.append(seat_mark(lane.seat, 30, middle, 17))
    parts.append(write(lane.name, 58, middle + 9, 25))
    parts.append(f'<path d="M{_LEFT} {number(middle)}H{_RIGHT}" {paint("none", "line", 3)}/>')
    if lane.share is not None:
        x = _x(lane.share, most)
        parts.append(
            f'<rect x="{_LEFT}" y="{number(middle - 13)}" width="{number(x - _LEFT)}" height="26" '
            f"{paint('gold', 'ink', 2.5)}/>"
        )
        low, high = _x(max(0.0, lane.share - 2 * lane.error), most), _x(lane.share + 2 * lane.error, most)
        parts.append(
            f'<path d="M{number(low)} {number(middle - 8)}v16M{number(high)} {number(middle - 8)}v16'
            f'M{number(low)} {number(middle)}H{number(high)}" {paint("none", "ink", 3)}/>'
        )
        parts.append(write(f"{100 * lane.share:.1f}%", WIDTH - 12, middle + 4, 30, anchor="end", display=True))
        parts.append(write(f"± {100 * lane.error:.1f}", WIDTH - 12, middle + 28, 22, fill="soft", anchor="end"))
    if lane.known is not None:
        x = _x(lane.known, most)
        parts.append(
            f'<path d="M{number(x)} {number(middle - 26)}V{number(middle + 26)}" {paint("none", "paper", 7)}/>'
            f'<path d="M{number(x)} {number(middle - 26)}V{number(middle + 26)}" {paint("none", "red", 4)}/>'
            f'<path d="M{number(x - 8)} {number(middle - 32)}h16l-8 11Z" {paint("red")}/>'
        )
    return "".join(parts) + "</g>"


def _legend(y: float, known: bool, known_as: str) -> str:
    parts = [
        f'<path d="M14 {number(y - 15)}v16M54 {number(y - 15)}v16M14 {number(y - 7)}H54" {paint("none", "ink", 3)}/>',
        write("two standard errors (±: one)", 66, y, 22, fill="soft"),
    ]
    if known:
        parts.append(f'<path d="M{430} {number(y - 21)}v26" {paint("none", "red", 4)}/>')
        parts.append(f'<path d="M422 {number(y - 24)}h16l-8 11Z" {paint("red")}/>')
        parts.append(write(known_as, 446, y, 22, fill="soft"))
    return "".join(parts)
