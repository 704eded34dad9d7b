"""What is said at the table: the one place where text is made of throws and events.

Pages, logs and announcements all take their sentences from here. The pig grunts, and everybody hails the king.
"""

from __future__ import annotations

from collections.abc import Sequence

from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Event, Outcome
from fortune.glueckshaus.rules import (
    Again,
    Ended,
    Free,
    Gave,
    GlueckshausOutcome,
    Hailed,
    Out,
    Paid,
    PaidHouse,
    Shared,
    State,
    Took,
    TookAsPig,
    Won,
)

__all__ = ["chips", "conclude", "say", "tell"]

_PLACES = {2: "the pig", 7: "the wedding", 12: "the king"}


def chips(count: int) -> str:
    """So many chips: ``no chips``, ``1 chip``, ``2 chips``."""
    return "no chips" if count == 0 else "1 chip" if count == 1 else f"{count} chips"


def tell(dice: Dice) -> str:
    """A throw in words: ``6-3 makes 9``, and whom it calls where that is not an ordinary room.

    >>> tell(Dice(6, 3))
    '6-3 makes 9'
    >>> tell(Dice(1, 1))
    '1-1 makes 2, the pig'
    """
    place = f", {_PLACES[dice.total]}" if dice.total in _PLACES else ""
    return f"{dice} makes {dice.total}{place}"


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event. ``names`` holds the players' names by seat.

    Raises :class:`FortuneError` for an event of another game, or one of a seat that has no name.
    """
    if not 0 <= event.seat < len(names):
        raise FortuneError(f"{len(names)} names are given, and the event is of seat {event.seat + 1}, who has none.")
    who = names[event.seat]
    match event:
        case Paid(room=room, chips=count):
            return f"{who} puts {chips(count)} into room {room}."
        case Took(room=room, chips=count):
            return f"{who} takes {chips(count)} from room {room}."
        case Gave(wedding=wedding):
            return f"{who} brings a chip to the wedding, where {chips(wedding)} now {_lie(wedding)}."
        case TookAsPig(chips=0):
            return f"Lucky pig! {who} grunts, but nothing lies in the house outside the wedding."
        case TookAsPig(chips=count):
            return f"Lucky pig! {who} grunts, and takes {chips(count)}. The wedding keeps its own."
        case Hailed(chips=0):
            return f"Hail the king! {who} is hailed by everybody, in an empty house."
        case Hailed(chips=count, gifts=gifts):
            return f"Hail the king! {who} is hailed by everybody, and takes {chips(count)}{_gifts(count, gifts)}."
        case Free():
            return f"{who} has a free turn: the house has no room 4."
        case PaidHouse():
            return f"{who} pays a chip to the owner of the board."
        case Again():
            return f"{who} throws again."
        case Out(owed=0):
            return f"{who} has no chips left and is out."
        case Out(owed=owed):
            return f"{who} owes {chips(owed)}, cannot pay, and is out."
        case Shared(each=each, rest=rest):
            left = f"; {chips(rest)} cannot be divided and {_stay(rest)} out" if rest else ""
            return f"The house is shared: {chips(each)} for each player still in{left}."
        case Ended(ending=ending):
            return f"That was {_counted(ending.word, ending.count)}: the game ends."
        case Won(others=0, chips=0):
            return f"{who} wins."
        case Won(others=0, chips=count):
            return f"{who} is the last one in, takes the {chips(count)} in the house, and wins."
        case Won(others=others):
            return f"{who} shares the win with {'one other' if others == 1 else f'{others} others'}."
    raise FortuneError(f"Glückshaus has no event such as {event!r}, so there is nothing to say of it.")


def conclude(outcome: Outcome, state: State, names: Sequence[str]) -> str:
    """Who won and why, in one sentence. ``names`` holds the players' names by seat.

    >>> conclude(Outcome("last_standing", (1,)), State((0, 6), (False, True), (), 0), ["Anna", "Bjørn"])
    'Bjørn has won: nobody else is left in.'
    """
    winners = [names[seat] for seat in outcome.winners]
    who = f"{winners[0]} has won" if len(winners) == 1 else f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    if outcome.termination == "last_standing":
        return f"{who}: nobody else is left in."
    most = state.hands[outcome.winners[0]]
    pile = f"the biggest pile, {chips(most)}" if len(winners) == 1 else f"the biggest piles, {chips(most)} each"
    king = outcome.last_king if isinstance(outcome, GlueckshausOutcome) else None
    why = f"{names[king]} threw the last king" if king is not None else "the agreed rounds are over"
    return f"{who} with {pile}: {why}."


def _gifts(count: int, gifts: int) -> str:
    """How many of the chips the king took were wedding gifts."""
    if gifts == count:
        return ", a wedding gift" if count == 1 else ", all of them wedding gifts"
    return f", {gifts} of them from the wedding" if gifts else ""


def _lie(count: int) -> str:
    return "lies" if count == 1 else "lie"


def _stay(count: int) -> str:
    return "stays" if count == 1 else "stay"


def _counted(word: str, count: int) -> str:
    """``the agreed king`` of one, ``the last of 20 rounds`` of many."""
    return f"the agreed {word.removesuffix('s')}" if count == 1 else f"the last of {count} {word}"
