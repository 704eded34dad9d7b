"""What is said at the table: the one place where text is made of squares, throws, decisions, events and positions.

Squares are written as at chess, by column and row: South's left corner is a1. Pages, logs and announcements all take
their sentences from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Event, Outcome
from fortune.tablero.squares import PASS_NUMBERS, Move, Position, home
from fortune.tablero.state import (
    Announce,
    Announced,
    Called,
    Eighth,
    Filled,
    GucciState,
    HandedBack,
    JesusState,
    Kept,
    Leave,
    Left,
    Lost,
    Moved,
    NoToast,
    NotToasted,
    Numbered,
    Passed,
    Pulled,
    Queen,
    Refilled,
    RunLost,
    RunWon,
    Staked,
    Take,
    ThrewOn,
    ThrownAgain,
    ThrowOn,
    Toast,
    Toasted,
    Took,
    Unplayable,
    Won,
)

__all__ = ["conclude", "count", "narrate", "offer", "say", "square", "standing", "tell"]

_LETTERS: Final = "abcdefg"
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def square(column: int, row: int) -> str:
    """A square by its column's letter and its row: ``a1`` is South's left corner.

    >>> square(2, 4)
    'c4'
    """
    return f"{_LETTERS[column]}{row}"


def count(number: int, thing: str) -> str:
    """So many things.

    >>> count(1, "glass"), count(2, "glass"), count(0, "coin"), count(12, "coin")
    ('one glass', 'two glasses', 'no coins', '12 coins')
    """
    many = thing if number == 1 else thing + ("es" if thing.endswith("s") else "s")
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {many}"


def tell(dice: Dice) -> str:
    """A throw in words, with its sum where the sum is a pass number. What such a number does, its event says.

    >>> tell(Dice(5, 2)), tell(Dice(5, 3))
    ('5-2 makes 7', '5-3')
    """
    return f"{dice} makes {dice.total}" if dice.total in PASS_NUMBERS else str(dice)


def offer(move: Any, rows: Position) -> str:
    """A decision as it is offered to the player who has it.

    >>> offer(Move(2, 4, 5, 3), (7, 7, 1, 1, 1, 1, 1))
    'c1 to c4, f1 to f3'
    """
    match move:
        case Move(first=first, first_to=to, second=second, second_to=then):
            one = f"{square(first, rows[first])} to {square(first, to)}"
            return f"{one}, {square(second, rows[second])} to {square(second, then)}"
        case Toast(column=column):
            return f"toast the glass on {square(column, rows[column])}"
        case NoToast():
            return "no toast"
        case Take(row=row, columns=columns):
            return f"take {count(len(columns), 'coin')}, {_span(row, columns)}"
        case ThrowOn():
            return "throw on"
        case Announce():
            return "announce a run"
        case Leave():
            return "leave them standing and throw"
    raise FortuneError(f"Tablero has no decision such as {move!r}, so there is nothing to say of it.")


def narrate(events: Sequence[Event], names: Sequence[str]) -> str:
    """The events of a step in the order in which they happened, the movements of two pieces in one sentence.

    >>> narrate([Moved(0, 3, 1, 7), Moved(0, 6, 1, 5)], ("Anna", "Bjørn"))
    'Anna moves d1 to d7 and g1 to g5.'
    """
    told: list[str] = []
    before: Event | None = None
    for event in events:
        if isinstance(event, Moved) and isinstance(before, Moved):
            told[-1] = f"{told[-1][:-1]} and {_way(event)}."
        else:
            told.append(say(event, names))
        before = event
    return " ".join(told)


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event. ``names`` holds the players' names by seat.

    Raises :class:`FortuneError` for an event of another game, or where there are not two names.
    """
    if len(names) != 2 or event.seat not in (0, 1):
        raise FortuneError(f"Tablero is told with two names, and {len(names)} are given for seat {event.seat + 1}.")
    who, other = names[event.seat], names[1 - event.seat]
    match event:
        case Passed():
            return f"A pass number: {who} gives the dice to {other}."
        case Unplayable():
            return f"No two pieces can move: {who} gives the dice to {other}."
        case Moved():
            return f"{who} moves {_way(event)}."
        case Lost(needed=needed, had=had):
            return f"{who} needs {needed} and has {had} left."
        case Won():
            return f"{who} wins."
    return _say_gucci(event, who, other) or _say_jesus(event, who, other) or _unknown(event)


def _say_gucci(event: Event, who: str, other: str) -> str:
    match event:
        case Numbered(number=number):
            return f"The Queen's number is {number}, and {who} begins."
        case ThrownAgain():
            return f"A pass number cannot be the Queen's; it is thrown again before {who} begins."
        case Queen():
            return f"{who} throws the Queen's number."
        case Kept(pass_number=True):
            return f"It is a pass number and moves nothing, but {who} keeps the dice."
        case Kept():
            return f"No two glasses can move by it, but {who} keeps the dice."
        case Toasted(seat=seat, column=column, origin=origin, row=row, filler=filler):
            goes = "which stays there" if origin == row else f"which goes to {square(column, row)}"
            poor = f"; {other} has nothing left to fill it with" if filler == seat else ""
            return f"To the Queen: {who} empties the glass on {square(column, origin)}, {goes}{poor}."
        case Called():
            return f"{who} calls the toast that {other} left uncalled."
        case NotToasted():
            return f"{who} makes no toast."
        case Pulled(row=row, columns=columns, drink=drink, to=to):
            glasses = count(len(columns), "glass")
            line = f"{glasses}, {_span(row, columns)}" if row else f"{glasses}, the whole diagonal"
            return f"{who} pulls {line}, drinks {_NUMBERS[drink]} or more, and sets all on row {to} for {other}."
        case Filled(units=units, left=left):
            return f"{who} fills {count(units, 'glass')}, with {left or 'none'} left."
    return ""


def _say_jesus(event: Event, who: str, other: str) -> str:
    match event:
        case Took(row=row, columns=columns):
            return f"{who} takes {count(len(columns), 'coin')}, {_span(row, columns)}."
        case Eighth():
            return f"For all seven {who} takes an eighth coin from {other}'s hand."
        case Refilled(row=row, columns=columns):
            return f"{who} puts {count(len(columns), 'coin')} on {_span(row, columns)}."
        case HandedBack():
            return f"{who} hands the dice back to {other}."
        case Left():
            return f"{who} leaves the coins standing and throws."
        case ThrewOn():
            return f"{who} takes nothing and throws on."
        case Announced():
            return f"{who} announces a run."
        case Staked(coins=coins):
            return f"{who} stakes {count(coins, 'coin')} against it."
        case RunWon(coins=coins):
            return f"The run holds, and {who} wins {count(coins, 'coin')}."
        case RunLost(coins=coins):
            return f"A pass number breaks the run: {other} takes {count(coins, 'coin')}, and {who} replaces the seven."
    return ""


def standing(state: GucciState | JesusState, names: Sequence[str]) -> list[str]:
    """Where the pieces are, and what each player has left, in a sentence each."""
    thing = "glass" if isinstance(state, GucciState) else "coin"
    many = "Glasses stand" if thing == "glass" else "Coins lie"
    told = [f"{many} on {_listed([square(column, row) for column, row in enumerate(state.rows)])}."]
    for seat, name in enumerate(names):
        left = count(state.stocks[seat], thing)
        has = f"has {left} left to fill" if thing == "glass" else f"has {left} in hand"
        told.append(f"{name}, at home on row {home(seat)}, {has}.")
    if isinstance(state, GucciState) and state.queen:
        told.append(f"The Queen's number is {state.queen}.")
    return told


def conclude(outcome: Outcome, names: Sequence[str]) -> str:
    """Who won and how, in one sentence. ``names`` holds the players' names by seat."""
    winner, loser = names[outcome.winners[0]], names[1 - outcome.winners[0]]
    what = "fill the glasses" if outcome.termination == "dry" else "replace the coins"
    return f"{winner} has won: {loser} cannot {what}."


def _span(row: int, columns: tuple[int, ...]) -> str:
    """A run by its ends: ``c3 and d3``, ``c3 to f3``."""
    return f"{square(columns[0], row)} {'and' if len(columns) == 2 else 'to'} {square(columns[-1], row)}"


def _way(event: Moved) -> str:
    return f"{square(event.column, event.origin)} to {square(event.column, event.row)}"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def _unknown(event: Event) -> str:
    raise FortuneError(f"Tablero has no event such as {event!r}, so there is nothing to say of it.")
