"""The pictures of a step, from the dice in the air or the picked glasses on their way to the position after it.

Nothing is left out between two pictures, so that they can be stepped through as well: glasses move, a line is marked
and emptied, the empty glasses go home, and there they are filled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.game import Event
from fortune.stage.protocol import Frame
from fortune.tablero import board
from fortune.tablero.board import AnyGame, AnyState, Marks, Way
from fortune.tablero.lines import Line
from fortune.tablero.squares import COLUMNS, Position
from fortune.tablero.state import Called, Moved, Pulled, Refilled, RunLost, Toasted, Took
from fortune.tablero.words import narrate, say

__all__ = ["IN_THE_AIR", "emptied_by", "frames", "thrown_frames"]

IN_THE_AIR: Final = 300
_A_ROW, _SET_OUT, _REST, _LOOK = 90, 260, 320, 1100
"""How long a piece sets out, takes for each row, a picture stays after it, and a line is looked at, in milliseconds."""


def emptied_by(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Who emptied how many glasses in these events: at least half of a line pulled, and each toast.

    The other half of a line is for whoever its puller names, and is not counted.
    """
    for event in events:
        if isinstance(event, Pulled):
            yield event.seat, event.drink
        elif isinstance(event, Toasted):
            yield event.seat, 1


def thrown_frames(game: AnyGame, before: AnyState, thrown: Dice, names: Sequence[str], **shown: Any) -> Iterator[Frame]:
    """The dice in the air."""
    # what was thrown before is no longer on the table
    air = board.svg(game, before, names=names, over=dice_in_the_air(thrown), sheet=False, **shown)
    yield Frame(air, f"{names[before.turn]} throws.", IN_THE_AIR)


def frames(
    game: AnyGame, before: AnyState, events: Sequence[Event], names: Sequence[str], **shown: Any
) -> tuple[Frame, ...]:
    """The pictures of what these events changed, all but the position after them.

    ``shown`` is what the board shows besides. Raises nothing of its own; for events that move nothing there are none.
    """
    found: list[Frame] = []
    rows: Position = before.rows

    def picture(told: str, stay: int, marks: Marks | None = None, empty: Collection[int] = (), **more: Any) -> None:
        here = replace(before, rows=rows)
        svg = board.svg(game, here, names=names, marks=marks, empty=empty, sheet=False, **shown, **more)
        found.append(Frame(svg, told, stay))

    def travel(to: Mapping[int, int], told: str, **more: Any) -> None:
        nonlocal rows
        ways = {
            column: Way(rows[column], _SET_OUT + _A_ROW * abs(row - rows[column]))
            for column, row in to.items()
            if row != rows[column]
        }
        rows = tuple(to.get(column, row) for column, row in enumerate(rows))
        stay = max((way.time for way in ways.values()), default=0) + _REST
        picture(told, stay, ways=ways, **more)

    moves = [event for event in events if isinstance(event, Moved)]
    if moves:
        travel({event.column: event.row for event in moves}, narrate(moves, names))
    for event in events:
        match event:
            case Pulled(row=row, columns=columns, to=to):
                picture(say(event, names), _LOOK, Marks(lines=(Line(row, columns),)))
                picture("They are emptied.", _LOOK // 2, Marks(lines=(Line(row, columns),)), columns)
                if any(rows[column] != to for column in columns):
                    travel(dict.fromkeys(columns, to), f"They go to row {to}.", empty=columns)
            case Toasted(column=column, row=row):
                called = [say(one, names) for one in events if isinstance(one, Called)]
                told = " ".join([*called, say(event, names)])
                picture(told, _LOOK, Marks(origin=(column, rows[column])), (column,))
                if rows[column] != row:
                    travel({column: row}, f"It goes to row {row}.", empty=(column,))
            case Took(row=row, columns=columns):
                picture(say(event, names), _LOOK, Marks(lines=(Line(row, columns),)))
            case RunLost():
                picture(say(event, names), _LOOK, Marks(lines=(Line(rows[0], tuple(range(COLUMNS))),)))
            case Refilled(row=row, columns=columns):
                # coins come from the hand, so that they do not travel over the cloth
                rows = tuple(row if column in columns else here for column, here in enumerate(rows))
                picture(say(event, names), _LOOK // 2)
    return tuple(found)
