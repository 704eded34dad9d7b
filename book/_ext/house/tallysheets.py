"""Tally sheets: strokes in fives, for what a class throws. What to expect stands on none: that is for the lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fortune.drawing import die_face, document, seat_mark
from fortune.palette import SEATS
from house.ink import Ink
from house.paper import Paper, picture

__all__ = ["TALLIES"]

_FACES = range(1, 7)
_HEAD = 12.5
"""The line for class and date, with the space below it, in millimetres."""
_SPACE = 4
"""What Typst leaves above a table."""


def _who(*blanks: tuple[str, int]) -> str:
    fields = (("Class", 34), ("Date", 30), *blanks)
    inner = " #h(1fr) ".join(f"#blank({label!r}, {width}mm)".replace("'", '"') for label, width in fields)
    return f"#block(height: {_HEAD}mm, width: 100%, spacing: 0pt)[{inner}]\n"


def _table(columns: str, heads: tuple[str, ...], rows: list[str], height: float) -> str:
    """A table whose rows, its head and one for the sum included, share this height in millimetres."""
    each = height / (len(rows) + 1.6)
    top = ", ".join(f"text(size: 11pt, strong[{head}])" for head in heads)
    return (
        f"#table(columns: {columns}, rows: ({each * 0.8:.2f}mm, ..({each:.2f}mm,) * {len(rows)}, {each * 0.8:.2f}mm), "
        f"stroke: 0.8pt + ink, align: center + horizon, fill: (x, y) => if y == 0 {{ shade }},\n{top},\n"
        + "".join(rows)
        + ("[*All*]," + "[]," * (len(heads) - 1))
        + ")\n"
    )


def _totals(paper: Paper, ink: Ink) -> str:
    rows = [f"display[{total}], [], [], [],\n" for total in range(2, 13)]
    heads = ("Total", "Our guess", "Strokes, in fives", "How many")
    return _who(("Throws", 24)) + _table("(22mm, 24mm, 1fr, 26mm)", heads, rows, paper.room[1] - _HEAD - _SPACE)


def _die(face: int, ink: Ink, size: float) -> str:
    svg = document(100, 100, f"A {face}", f"The side of a die with a {face}.", die_face(face, 50, 50, 90), "die")
    return picture(svg, ink, width=size)[1:]


def _sides(paper: Paper, ink: Ink) -> str:
    rows = [f"{_die(face, ink, 15)}, [], [], [],\n" for face in _FACES]
    heads = ("Side", "Our guess", "Strokes, in fives", "How many")
    return _who(("Throws", 24)) + _table("(22mm, 24mm, 1fr, 26mm)", heads, rows, paper.room[1] - _HEAD - _SPACE)


def _pairs(paper: Paper, ink: Ink) -> str:
    wide, high = paper.room
    each = min(wide, high - _HEAD - 18) / 7
    heads = "".join(f"{_die(face, ink, 13)}, " for face in _FACES)
    rows = "".join(f"{_die(face, ink, 13)}, " + "[], " * 6 for face in _FACES)
    return (
        _who(("Throws", 24))
        + "The first die stands on the left, the second above. They need different colours, or be thrown one by one.\n"
        + f"#align(center, table(columns: ({each:.2f}mm,) * 7, rows: ({each:.2f}mm,) * 7, stroke: 0.8pt + ink, "
        f"align: center + horizon, fill: (x, y) => if x == 0 or y == 0 {{ shade }},\n[], {heads}\n{rows}))\n"
    )


def _waiting(paper: Paper, ink: Ink) -> str:
    rows = [f"[*{number}*], [], [],\n" for number in range(1, 21)]
    heads = ("", "A stroke for each throw, until it comes", "How many")
    return _who(("We wait for", 34)) + _table("(14mm, 1fr, 28mm)", heads, rows, paper.room[1] - _HEAD - _SPACE)


def _winners(paper: Paper, ink: Ink) -> str:
    rows = []
    for seat in range(6):
        told = f"The mark of seat {seat + 1}, a {SEATS[seat].shape}"
        svg = document(40, 40, told, told, seat_mark(seat, 20, 20, 15), "mark")
        nth = ("first", "second", "third", "fourth", "fifth", "sixth")[seat]
        rows.append(
            f"grid(columns: 2, gutter: 2mm, align: horizon, {picture(svg, ink, width=10)[1:]}, [{nth}]), [], [], [],\n"
        )
    heads = ("Who threw", "Our guess", "Games won, in fives", "How many")
    return _who(("Game", 34)) + _table("(36mm, 24mm, 1fr, 26mm)", heads, rows, paper.room[1] - _HEAD - _SPACE)


def _wedding(paper: Paper, ink: Ink) -> str:
    """Squared paper: throws to the right, chips upwards."""
    wide, high = paper.room
    columns, step = 60, 2.75
    count = int((high - _HEAD - 20) / (2 * step))
    left, bottom = 14.0, count * 2 * step + 6
    fine = "".join(f"M{left + i * step:.2f} 6V{bottom:.2f}" for i in range(columns + 1))
    fine += "".join(f"M{left} {bottom - i * 2 * step:.2f}H{left + columns * step:.2f}" for i in range(count + 1))
    bold = "".join(f"M{left + i * step:.2f} 6V{bottom:.2f}" for i in range(0, columns + 1, 10))
    bold += "".join(f"M{left} {bottom - i * 2 * step:.2f}H{left + columns * step:.2f}" for i in range(0, count + 1, 5))
    labels = "".join(
        f'<text x="{left + i * step:.2f}" y="{bottom + 6:.2f}" text-anchor="middle">{i}</text>'
        for i in range(0, columns + 1, 10)
    ) + "".join(
        f'<text x="{left - 2}" y="{bottom - i * 2 * step + 1.5:.2f}" text-anchor="end">{i}</text>'
        for i in range(0, count + 1, 5)
    )
    told = "Squared paper: throws to the right, chips at the wedding upwards"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.2f} {bottom + 8:.2f}" font-family="Atkinson" '
        f'font-size="4.2"><title>{told}</title>'
        f'<path d="{fine}" fill="none" stroke="var(--fortune-line,#b9a888)" stroke-width="0.2"/>'
        f'<path d="{bold}" fill="none" stroke="var(--fortune-ink,#1b1a17)" stroke-width="0.4"/>{labels}</svg>'
    )
    return _who() + "Upwards: chips at the wedding. To the right: throws.\n" + picture(svg, ink, width=wide)


TALLIES: Final[tuple[tuple[str, str, str, Callable[[Paper, Ink], str]], ...]] = (
    ("tally-totals", "Two dice, added up", "A stroke for each throw, beside its total", _totals),
    ("tally-pairs", "Two dice, each by itself", "A stroke for each throw, where row and column meet", _pairs),
    ("tally-sides", "One die", "A stroke for each throw: is it fair?", _sides),
    ("tally-waiting", "Waiting", "How long until it comes? Twenty times", _waiting),
    ("tally-winners", "Who wins?", "A stroke for each game, beside the one who won it", _winners),
    ("tally-wedding", "The wedding pile", "A dot after each throw", _wedding),
)
"""Each sheet: its name, its title, what it is for, and what stands on it."""
