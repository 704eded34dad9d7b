"""The pictures of a throw, from the dice in the air to the position after it: what pieces do in between, one by one.

A piece runs along the track, once for each goose; what leads it on, sends it back or takes its square comes next, in
the order of the events. Between two pictures nothing is left out, so that they can be stepped through as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.game import Event
from fortune.goose import board
from fortune.goose.board import Way
from fortune.goose.rules import Goose
from fortune.goose.squares import BRIDGE, DEATH, HOME, MAZE
from fortune.goose.state import (
    Crossed,
    Died,
    Displaced,
    Freed,
    Held,
    Hopped,
    Moved,
    Nine,
    Paid,
    PaidAll,
    Rested,
    SentBack,
    State,
    Strayed,
)
from fortune.goose.words import say, tell
from fortune.stage.protocol import Frame

__all__ = ["IN_THE_AIR", "Leg", "frames", "legs", "track"]

IN_THE_AIR, _LEAP, _REST = 300, 650, 260
"""How long dice are in the air, a piece flies, and a picture stays after that, in milliseconds."""
_SET_OUT, _A_SQUARE = 240, 60
"""How long a piece takes to set out along the track, and then for each square."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement: by each seat that moves, the squares it passes, and the events that are seen with it."""

    ways: Mapping[int, Way]
    events: tuple[Event, ...]


def track(origin: int, square: int, turned: bool) -> tuple[int, ...]:
    """The squares from one to another along the track, both included; ``turned`` by way of the garden.

    >>> track(60, 59, True)
    (60, 61, 62, 63, 62, 61, 60, 59)
    """
    if turned:
        return (*range(origin, HOME), *range(HOME, square - 1, -1))
    return tuple(range(origin, square + 1) if square >= origin else range(origin, square - 1, -1))


def legs(before: State, events: Sequence[Event]) -> list[Leg]:
    """The movements of a throw in order. What moves nothing is seen with the movement before it."""
    found: list[Leg] = []
    places = list(before.places)
    for event in events:
        ways = dict(_way(places, event))
        for seat, way in ways.items():
            places[seat] = way.squares[-1]
        if ways and found and isinstance(event, Displaced) and isinstance(found[-1].events[-1], Displaced):
            # who makes way for one newcomer goes all at once
            found[-1] = Leg({**found[-1].ways, **ways}, (*found[-1].events, event))
        elif ways:
            found.append(Leg(ways, (event,)))
        elif isinstance(event, Freed | Held | Paid | PaidAll | Rested):
            found[-1] = Leg(found[-1].ways, (*found[-1].events, event))
    return found


def _way(places: Sequence[int], event: Event) -> Iterator[tuple[int, Way]]:
    """Who moves with this event, and how."""
    match event:
        case Moved(origin=origin, square=square, turned=turned) | Hopped(origin=origin, square=square, turned=turned):
            squares = track(origin, square, turned)
            yield event.seat, Way(squares, _SET_OUT + _A_SQUARE * (len(squares) - 1))
        case Crossed(square=square):
            yield event.seat, Way((BRIDGE, square), _LEAP, leap=True)
        case Strayed(square=square):
            yield event.seat, Way((MAZE, square), _LEAP, leap=True)
        case Died(square=square):
            yield event.seat, Way((DEATH, square), _LEAP, leap=True)
        case Nine(square=square):
            yield event.seat, Way((places[event.seat], square), _LEAP, leap=True)
        case Freed(to=to) | Displaced(to=to) | SentBack(to=to) if to != places[event.seat]:
            yield event.seat, Way((places[event.seat], to), _LEAP, leap=True)


def frames(
    game: Goose, before: State, thrown: Dice, events: Sequence[Event], names: Sequence[str]
) -> tuple[Frame, ...]:
    """The pictures of a throw, all but the position after it, to lie on :func:`fortune.goose.board.ground`."""
    seat = before.turn
    air = board.svg(game, before, names=names, over=dice_in_the_air(thrown), sheet=False)
    found = [Frame(air, f"{names[seat]} throws.", IN_THE_AIR)]
    shown = before
    for i, leg in enumerate(legs(before, events)):
        places, owed = list(shown.places), list(shown.owed)
        for moved, way in leg.ways.items():
            places[moved], owed[moved] = way.squares[-1], 0
        shown = replace(shown, places=tuple(places), owed=tuple(owed))
        told = " ".join(say(event, names) for event in leg.events)
        picture = board.svg(game, shown, names=names, last=thrown, ways=leg.ways, between=True, sheet=False)
        stay = max(way.time for way in leg.ways.values()) + _REST
        found.append(Frame(picture, f"{tell(thrown)}. {told}" if i == 0 else told, stay))
    return tuple(found)
