"""What the line explorer shows of a position's outlook: the best move on the board, and throws and moves in tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from fortune.dice import PAIRS, Dice
from fortune.drawing import number, paint
from fortune.tablero.board import Marks, spot
from fortune.tablero.outlook import GAME, RULES, Outlook, Prospect
from fortune.tablero.picking import halves
from fortune.tablero.squares import PASS_NUMBERS, Position, moved
from fortune.tablero.words import offer, square

__all__ = ["arrows", "marks", "percent", "points", "tables"]

_PASSING: Final = tuple(dice for dice in PAIRS if dice.total in PASS_NUMBERS)
_NAMES: Final = ("South", "North")
_IN_WORDS: Final = ("throw", "move", "the best play")
"""The columns that hold no numbers."""


def percent(chance: float) -> str:
    """A chance as it is said; the table is rounded to less than a hundredth of a per cent.

    >>> percent(0.53125), percent(1.0), percent(0.9999), percent(0.0)
    ('53.1%', '100%', '99.9%', '0%')
    """
    # what is not certain is not called so
    return f"{chance:.0%}" if chance in (0, 1) else f"{min(max(100 * chance, 0.1), 99.9):.1f}%"


def points(part: float) -> str:
    """A difference of chances in games of 100.

    >>> points(0.0), points(0.0312), points(0.0002)
    ('nothing', '3.1', 'under 0.1')
    """
    return "nothing" if part == 0 else "under 0.1" if part < 0.0005 else f"{100 * part:.1f}"


# -- on the board --------------------------------------------------------------------------------------------


def _best(rows: Position, dice: Dice | None, found: Outlook | None) -> Prospect | None:
    """The prospect of the throw that is looked at, where it has a move."""
    prospect = None if dice is None or found is None else found.prospects[dice]
    return prospect if prospect is not None and prospect.rated else None


def marks(rows: Position, dice: Dice | None, found: Outlook | None) -> Marks | None:
    """The squares that the best move leads to, each with its die, and the line that it makes in a row."""
    prospect = _best(rows, dice, found)
    if prospect is None or prospect.best is None:
        return None
    move = prospect.best
    made = GAME.line(moved(rows, move), (move.first, move.second))
    return Marks(
        targets={(half.column, half.row): half.die for half in halves(rows, move)},
        lines=[made] if made is not None and made.row else (),
    )


def arrows(rows: Position, dice: Dice | None, found: Outlook | None) -> str:
    """An arrow for each glass of the best move, to lie on top of the board."""
    prospect = _best(rows, dice, found)
    if prospect is None or prospect.best is None:
        return ""
    parts = []
    for half in halves(rows, prospect.best):
        (x, start), (_, end) = spot(half.column, rows[half.column]), spot(half.column, half.row)
        down = 1 if end > start else -1
        tip, foot = end - down * 36, start + down * 31
        parts.append(
            f'<g data-arrow="{square(half.column, rows[half.column])}{square(half.column, half.row)}">'
            f'<path d="M{number(x)} {number(foot)}V{number(tip - down * 14)}" {paint("none", "blue", 7)}/>'
            f'<path d="M{number(x - 13)} {number(tip - down * 18)}h26L{number(x)} {number(tip)}Z" {paint("blue")}/></g>'
        )
    return f'<g pointer-events="none">{"".join(parts)}</g>'


# -- tables --------------------------------------------------------------------------------------------------


def tables(rows: Position, seat: int, dice: Dice | None, found: Outlook) -> str:
    """All throws with their best play, beside the ranked moves of the one that is looked at; both can be pressed."""
    prospect = None if dice is None else found.prospects[dice]
    return f'<div class="stage-pair">{_throws(rows, seat, dice, found)}{_moves(rows, seat, prospect)}</div>'


def _throws(rows: Position, seat: int, dice: Dice | None, found: Outlook) -> str:
    lines = []
    for one, prospect in found.prospects.items():
        if one not in _PASSING:
            play = _in_halves(offer(prospect.best, rows) if prospect.best else "unplayable, the dice pass")
            lines.append(_throw(str(one), one, PAIRS[one], play, prospect.chance, one == dice))
    passing = found.prospects[_PASSING[0]]
    ways = sum(PAIRS[one] for one in _PASSING)
    lines.append(_throw("pass", _PASSING[0], ways, _in_halves("7, 11 or 12"), passing.chance, dice in _PASSING))
    lines.append(_row(["all", str(sum(PAIRS.values())), "<span></span>", percent(found.chance)]))
    caption = (
        f"What each throw is worth to {_NAMES[seat]}, who has the dice; ways in 36. Press one to see all its moves."
    )
    return _figure(("throw", "ways", "the best play", "chance"), lines, caption, "stage-throws")


def _throw(name: str, dice: Dice, ways: int, play: str, chance: float, chosen: bool) -> str:
    pressed = f' aria-pressed="{"true" if chosen else "false"}"'
    button = _button("throw", str(dice), name, pressed, primary=chosen)
    return _row([button, str(ways), play, percent(chance)], chosen=chosen)


def _in_halves(told: str) -> str:
    """A move as HTML that is broken only between its halves."""
    return " ".join(f"<span>{escape(half)}</span>" for half in re.split(r"(?<=,) ", told))


def _moves(rows: Position, seat: int, prospect: Prospect | None) -> str:
    if prospect is None:
        return '<p class="stage-note">Choose a throw: here its legal moves will stand, the best first.</p>'
    if not prospect.rated:
        return f'<div><p class="stage-note">{prospect.dice} moves nothing: the dice go to {_NAMES[1 - seat]}.</p></div>'
    lines = []
    for rated in prospect.rated:
        move = rated.move
        to = square(move.first, move.first_to) + square(move.second, move.second_to)
        worth = f"{percent(rated.chance)}, the line" if rated.chance == 1 else percent(rated.chance)
        lines.append(_row([_button("move", to, offer(move, rows)), worth, points(prospect.gives_away(rated))]))
    count = len(prospect.rated)
    listed = {1: "The only move", 2: "Both moves"}.get(count, f"All {count} moves")
    caption = (
        f"{listed} of {prospect.dice}, the best first, and what each gives away in 100 games. Press one to make it."
    )
    return _figure(("move", "chance", "gives away"), lines, caption, "stage-moves")


def _button(do: str, value: str, name: str, more: str = "", *, primary: bool = False) -> str:
    style = "stage-button primary" if primary else "stage-button"
    return (
        f'<button type="button" class="{style}" data-do="{do}" data-value="{value}"{more}>{_in_halves(name)}</button>'
    )


def _row(cells: Sequence[str], *, chosen: bool = False) -> str:
    """A table row of HTML; the first cell is its head, and a play is in words."""
    rest = "".join(f'<td class="{"words" if "<span>" in cell else "number"}">{cell}</td>' for cell in cells[1:])
    kind = ' class="chosen"' if chosen else ""
    return f'<tr{kind}><th scope="row">{cells[0]}</th>{rest}</tr>'


def _figure(columns: Sequence[str], lines: Sequence[str], caption: str, kind: str) -> str:
    kinds = ["words" if column in _IN_WORDS else "number" for column in columns]
    head = "".join(
        f'<th scope="col" class="{kind}">{escape(column)}</th>' for column, kind in zip(columns, kinds, strict=True)
    )
    return (
        f'<figure class="numbers {kind}"><figcaption>{escape(caption)} <span class="ruleset">Ruleset: {RULES}</span>'
        f'</figcaption><div class="table-scroll" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div></figure>"
    )
