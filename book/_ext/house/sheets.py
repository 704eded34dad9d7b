"""All sheets to print: what each is called, and how it is made for a paper and an ink."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pybtex.database import parse_file

from fortune import glueckshaus, goose, tablero
from fortune.cards import Card
from fortune.glueckshaus import board as house_board
from fortune.glueckshaus.card import card as house_card
from fortune.goose import board as goose_board
from fortune.goose.card import card as goose_card
from fortune.options import Ruleset
from fortune.tablero import board as tablero_board
from fortune.tablero.card import card as tablero_card
from house import cutouts, tallysheets
from house.ink import Ink
from house.paper import Paper, page, picture, words

__all__ = ["GROUPS", "Sheet", "all_sheets"]

GROUPS: Final[Mapping[str, str]] = MappingProxyType(
    {"boards": "Boards", "cards": "Rule cards", "tallies": "Tally sheets", "cut-outs": "To cut out"}
)
"""The kinds of sheets, by what the page calls for."""

_ONE_SIZE = (12.0,)
_CARD_SIZES = (18.0, 16.5, 15.0, 14.0, 13.0, 12.0, 11.0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet. ``make`` gives its page for a paper, an ink and a size of text in points.

    Of ``sizes`` the largest is taken with which it is one page.
    """

    name: str
    group: str
    title: str
    about: str
    make: Callable[[Paper, Ink, float], str]
    sizes: tuple[float, ...] = _ONE_SIZE


@lru_cache(maxsize=2)
def all_sheets(root: Path) -> tuple[Sheet, ...]:
    """Every sheet, in the order of the page; ``root`` is the project's folder, whose bibliography names the sources."""
    made = [*_boards(), *_cards(_source_titles(root / "book" / "references.bib"))]
    for group, kept in (("tallies", tallysheets.TALLIES), ("cut-outs", cutouts.CUT_OUTS)):
        for name, title, about, body in kept:
            made.append(Sheet(name, group, title, about, partial(_page, title, about, body)))
    return tuple(made)


def _page(title: str, about: str, body: Callable[[Paper, Ink], str], paper: Paper, ink: Ink, size: float) -> str:
    return page(paper, ink, title, about, body(paper, ink), size=size)


# -- boards --------------------------------------------------------------------------------------------------


def _boards() -> Iterator[Sheet]:
    for name, title, about, svg in _pictures():
        yield Sheet(name, "boards", title, about, partial(_page, title, about, partial(_fill, svg)))


def _pictures() -> Iterator[tuple[str, str, str, str]]:
    houses = (("", "modern"), ("-room-4", "eleven_rooms"), ("-owner", "tavern_house"), ("-fill-up", "fill_up"))
    for ending, key in houses:
        svg = house_board.bare(glueckshaus.game(key))
        used = [
            known for known in glueckshaus.RULESETS.values() if house_board.bare(glueckshaus.game(known.key)) == svg
        ]
        yield f"glueckshaus-board{ending}", "Glückshaus", _for(used), svg
    yield "goose-board", "The Game of the Goose", "The board, for every ruleset", goose_board.bare()
    for ending, key in (("", "gucci"), ("-both-ways", "free")):
        svg = tablero_board.bare(tablero.game(key))
        used = [known for known in tablero.RULESETS.values() if tablero_board.bare(tablero.game(known.key)) == svg]
        yield f"tablero-board{ending}", "Tablero", _for(used), svg


def _for(rulesets: Iterable[Ruleset[Any]]) -> str:
    return f"The board for: {'; '.join(ruleset.title for ruleset in rulesets)}"


def _fill(svg: str, paper: Paper, ink: Ink) -> str:
    """A board as large as the page allows."""
    wide, high = paper.room
    left, top, width, height = map(float, svg.split('viewBox="', 1)[1].split('"', 1)[0].split())
    assert left == top == 0
    return f"#v(1fr)\n#align(center, {picture(svg, ink, width=min(wide, high * width / height))[1:]})\n#v(2fr)\n"


# -- rule cards ----------------------------------------------------------------------------------------------


def _cards(sources: Mapping[str, str]) -> Iterator[Sheet]:
    games: tuple[tuple[str, str, Mapping[str, Ruleset[Any]], Callable[[str], Card], Callable[[str], str]], ...] = (
        (
            "glueckshaus",
            "Glückshaus",
            glueckshaus.RULESETS,
            house_card,
            lambda key: house_board.bare(glueckshaus.game(key)),
        ),
        ("goose", "The Game of the Goose", goose.RULESETS, goose_card, lambda key: goose_board.bare()),
        (
            "tablero",
            "Tablero",
            tablero.RULESETS,
            tablero_card,
            lambda key: tablero_board.svg(tablero.game(key), tablero.game(key).start()),
        ),
    )
    for name, title, rulesets, make, board in games:
        for key, ruleset in rulesets.items():
            card = make(key)
            yield Sheet(
                f"{name}-card-{key.replace('_', '-')}",
                "cards",
                title,
                ruleset.title,
                partial(_card, title, card, board(key), sources),
                _CARD_SIZES,
            )


def _card(game: str, card: Card, board: str, sources: Mapping[str, str], paper: Paper, ink: Ink, size: float) -> str:
    heading = "#block(above: 1.1em, below: 0.6em, heading(level: 2, display(size: 1.12em, fill: red, {})))".format
    # the picture is there to know the game by, and no rule hangs on it
    side = picture(board, ink, width=46)
    setup = "".join(f"+ {words(step)}\n" for step in card.setup)
    rows = "".join(f"strong({words(what)[1:]}), [{words(does)}],\n" for what, does in card.rows)
    named = "; ".join(f"{key}: {sources[key]}" if key in sources else key for key in card.sources)
    body = f"""
#grid(columns: (1fr, auto), column-gutter: 6mm, [
#text(fill: soft)[{words(card.note)}]

{heading('"You need"')}
{words(card.need)}

{heading('"To begin"')}
{setup}
], {side[1:]})
{heading('"What comes up"')}
#table(columns: (27%, 1fr), stroke: (x, y) => (top: hair), inset: (x: 0pt, y: 0.45em), column-gutter: 5mm, align: left,
{rows}table.hline(stroke: hair))
{heading('"The end"')}
{words(" ".join(card.end))}
"""
    return page(paper, ink, card.title, game, body, size=size, foot=(f"{card.evidence}, {named}",))


def _source_titles(bibliography: Path) -> dict[str, str]:
    """The title of each source by its key."""
    return {key: entry.fields["title"] for key, entry in parse_file(str(bibliography)).entries.items()}
