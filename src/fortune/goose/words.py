"""What is said at the table: the one place where text is made of squares, throws, events and positions.

Pages, logs and announcements all take their sentences from here.
"""

from __future__ import annotations

from collections.abc import Sequence

from fortune.dice import Dice
from fortune.errors import FortuneError
from fortune.game import Event, Outcome
from fortune.goose.rules import Goose
from fortune.goose.squares import BRIDGE, DEATH, DICE, GEESE, HOME, INN, MAZE, PRISON, START, WELL
from fortune.goose.state import (
    Crossed,
    Deadlocked,
    Died,
    Displaced,
    Freed,
    Held,
    Hopped,
    Missed,
    Moved,
    Nine,
    Paid,
    PaidAll,
    Rested,
    Returned,
    SentBack,
    State,
    Strayed,
    Stuck,
    Waited,
    Won,
)

__all__ = ["conclude", "say", "square_name", "standing", "tell", "tokens", "turns", "waiting"]

_NAMES = {
    BRIDGE: "the bridge",
    INN: "the inn",
    WELL: "the well",
    MAZE: "the labyrinth",
    PRISON: "the prison",
    DEATH: "Death",
    HOME: "the garden",
} | dict.fromkeys(DICE, "the dice")
_INTO = {WELL: "into", PRISON: "into"}


def tokens(count: int) -> str:
    """So many tokens: ``no tokens``, ``1 token``, ``2 tokens``."""
    return "no tokens" if count == 0 else "1 token" if count == 1 else f"{count} tokens"


def turns(count: int) -> str:
    """So many turns: ``one turn``, ``2 turns``."""
    return "one turn" if count == 1 else f"{count} turns"


def square_name(square: int) -> str:
    """A square by its number, and by its name if it has one.

    >>> square_name(19)
    'the inn (19)'
    >>> square_name(20)
    '20'
    """
    if square == START:
        return "the start"
    return f"{_NAMES[square]} ({square})" if square in _NAMES else str(square)


def tell(dice: Dice) -> str:
    """A throw in words.

    >>> tell(Dice(6, 3))
    '6-3 makes 9'
    """
    return f"{dice} makes {dice.total}"


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event. ``names`` holds the players' names by seat.

    Raises :class:`FortuneError` for an event of another game, or one of a seat that has no name.
    """
    for seat in (event.seat, getattr(event, "by", 0)):
        if not 0 <= seat < len(names):
            raise FortuneError(f"{len(names)} names are given, and the event is of seat {seat + 1}, who has none.")
    who = names[event.seat]
    match event:
        case Moved(origin=origin, square=square, turned=turned):
            return f"{who} moves {_from_to(origin, square, turned)}."
        case Hopped(origin=origin, square=square, turned=turned):
            back = "back " if square < origin and not turned else ""
            return f"The goose on {origin} carries {who} {back}{_to(square, turned)}."
        case Nine(square=square):
            return f"A nine from the start, thrown as {DICE[square]}, leads {who} to the same dice on {square}."
        case Crossed(square=square):
            return f"The bridge leads {who} on to {square}."
        case Strayed(square=square):
            return f"{who} is lost in the labyrinth and goes back to {square}."
        case Died(square=square):
            return f"Death sends {who} back to {'the start' if square == START else square}."
        case Rested(square=square, turns=missed):
            return f"{who} {_stops(square)} and misses {turns(missed)}."
        case Held(square=square):
            return f"{who} waits in {_NAMES[square]} until another piece comes."
        case Freed(by=by, square=square, to=to):
            where = "stays there, free" if to == square else f"goes to {square_name(to)}"
            return f"{names[by]} frees {who} from {_NAMES[square]}; {who} {where}."
        case Displaced(by=by, square=square, to=to):
            return f"{who} makes way for {names[by]} on {square} and goes to {square_name(to)}."
        case SentBack(square=square, to=to):
            return f"{square_name(square).capitalize()} is taken, so {who} goes back to {square_name(to)}."
        case Paid(square=square):
            return f"{who} puts a token into the pool at {square_name(square)}."
        case PaidAll(square=square):
            at = f"the goose on {square}" if square in GEESE else square_name(square)
            return f"Everybody puts a token into the pool for {who}'s stop at {at}."
        case Missed(left=0):
            return f"{who} misses a turn, the last one."
        case Missed(left=left):
            return f"{who} misses a turn; {'one' if left == 1 else left} more to miss."
        case Waited(square=square):
            return f"{who} is held in {_NAMES[square]} and cannot throw."
        case Won(pool=0):
            return f"{who} is in the garden and wins."
        case Won(pool=pool):
            return f"{who} is in the garden, wins, and takes the pool of {tokens(pool)}."
        case Deadlocked():
            return "A deadlock: every piece is held, and nobody can ever free another."
        case Stuck(square=square):
            return f"{who} is stuck in {_NAMES[square]}: nobody else plays, so nobody will ever come."
        case Returned(each=each, rest=rest):
            over = f"; {tokens(rest)} cannot be divided and {'stays' if rest == 1 else 'stay'} out" if rest else ""
            return f"The pool goes back: {tokens(each)} for each player{over}."
    raise FortuneError(f"The Goose has no event such as {event!r}, so there is nothing to say of it.")


def waiting(game: Goose, state: State, seat: int) -> str:
    """For how long a piece has to wait: ``misses 2 turns``, ``held``; nothing if it need not.

    >>> waiting(Goose(), Goose().start(), 0)
    ''
    """
    if game.held(state.places, seat):
        return "held"
    return f"misses {turns(state.owed[seat])}" if state.owed[seat] else ""


def standing(game: Goose, state: State, names: Sequence[str]) -> list[str]:
    """Where everybody stands and who has to wait, in a sentence for each; then the tokens, where there are stakes."""
    told = []
    for seat, (name, square) in enumerate(zip(names, state.places, strict=True)):
        waits = waiting(game, state, seat)
        ends = {"": "", "held": " and is held until another piece comes"}.get(waits, f" and {waits}")
        told.append(f"{name} {_stands(square)}{ends}.")
    if game.options.stakes != "none":
        held = ", ".join(f"{name} {_signed(held)}" for name, held in zip(names, state.balances, strict=True))
        told.append(f"The pool holds {tokens(state.pool)}. Tokens won or paid: {held}.")
    return told


def conclude(outcome: Outcome, state: State, names: Sequence[str]) -> str:
    """Who won, or why nobody can, in one sentence. ``names`` holds the players' names by seat."""
    if outcome.termination == "home":
        return f"{names[outcome.winners[0]]} has won: home in the garden."
    if outcome.termination == "stuck":
        return f"Nobody wins: {names[0]} is stuck in {_NAMES[state.places[0]]}, and nobody will ever come."
    return "Nobody wins: every piece is held, and no other can come. A deadlock."


def _from_to(origin: int, square: int, turned: bool) -> str:
    start = "from the start " if origin == START else f"from {origin} "
    return start + _to(square, turned)


def _to(square: int, turned: bool) -> str:
    back = f"to {HOME} and back " if turned else ""
    if square in GEESE:
        return f"{back}to the goose on {square}"
    return f"{back}{_INTO.get(square, 'to')} {square_name(square)}"


def _stops(square: int) -> str:
    return "stays at the inn" if square == INN else f"falls into {_NAMES[square]}"


def _stands(square: int) -> str:
    if square == START:
        return "is at the start"
    if square in (WELL, PRISON, HOME):
        return f"is in {square_name(square)}"
    if square == INN:
        return f"is at {square_name(square)}"
    return f"is on {square_name(square)}"


def _signed(count: int) -> str:
    return f"{count:+d}".replace("-", "−") if count else "0"
