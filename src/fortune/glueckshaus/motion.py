"""What lies over the board while something happens: chips on their way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fortune.drawing import number, paint
from fortune.game import Event
from fortune.glueckshaus.board import room_middle, seat_box
from fortune.glueckshaus.rules import FREE, WEDDING, Gave, Glueckshaus, Hailed, Paid, PaidHouse, State, Took, TookAsPig

__all__ = ["chips_moved", "flight", "on_their_way"]

_MOST_DRAWN = 6


def chips_moved(game: Glueckshaus, before: State, events: Sequence[Event]) -> dict[int, int]:
    """By room, the chips that the thrower brought there (above nought) or took (below) at a throw."""
    moved: dict[int, int] = {}
    for event in events:
        match event:
            case Paid(room=room, chips=chips):
                moved[room] = chips
            case Took(room=room, chips=chips):
                moved[room] = -chips
            case Gave():
                moved[WEDDING] = 1
            case PaidHouse():
                moved[FREE] = 1
            case TookAsPig() | Hailed():
                moved |= {room: -chips for room, chips in zip(game.rooms, before.rooms, strict=True) if chips}
                if isinstance(event, Hailed) and before.wedding:
                    moved[WEDDING] = -before.wedding
    return moved


def on_their_way(game: Glueckshaus, before: State, moved: Mapping[int, int]) -> State:
    """What still lies where it lay while these chips are on their way: a picture's state, and none of the rules."""
    gone = {room: max(0, -chips) for room, chips in moved.items()}
    paid = sum(chips for chips in moved.values() if chips > 0)
    return replace(
        before,
        hands=tuple(lying - paid * (seat == before.turn) for seat, lying in enumerate(before.hands)),
        rooms=tuple(lying - gone.get(room, 0) for room, lying in zip(game.rooms, before.rooms, strict=True)),
        wedding=before.wedding - gone.get(WEDDING, 0),
    )


def flight(game: Glueckshaus, seat: int, moved: Mapping[int, int]) -> str:
    """Chips on their way between a player and the rooms; see :func:`chips_moved`."""
    left, top, wide = seat_box(game, seat)
    parts = []
    for room, chips in moved.items():
        ends = [(left + wide / 2, top + 60), room_middle(room)]
        (x0, y0), (x1, y1) = ends if chips > 0 else reversed(ends)
        # the path swings out to the side, so that it does not lie upon the rooms' edges
        cx, cy = (x0 + x1) / 2 + (70 if x1 <= x0 else -70), (y0 + y1) / 2
        line = f"M{number(x0)} {number(y0)}Q{number(cx)} {number(cy)} {number(x1)} {number(y1)}"
        discs, rings = [], []
        count = min(abs(chips), _MOST_DRAWN)
        for i in range(count):
            t = 0.62 + 0.09 * (i - (count - 1) / 2)
            x = (1 - t) ** 2 * x0 + 2 * t * (1 - t) * cx + t * t * x1
            y = (1 - t) ** 2 * y0 + 2 * t * (1 - t) * cy + t * t * y1
            discs.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="19"/>')
            rings.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="11"/>')
        parts.append(f'<path d="{line}" stroke-dasharray="3 11" stroke-linecap="round" {paint("none", "red", 5)}/>')
        parts.append(
            f"<g {paint('gold', 'key', 3)}>{''.join(discs)}</g><g {paint('none', 'key', 2)}>{''.join(rings)}</g>"
        )
    return f'<g data-over="flight">{"".join(parts)}</g>' if parts else ""
