"""Reading a saved position of the Goose: what cannot occur is refused, with a sentence that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fortune.errors import StateError, shown
from fortune.game import read_count, read_mapping
from fortune.goose.squares import HOME, START
from fortune.goose.state import State

if TYPE_CHECKING:
    from fortune.goose.rules import Goose

__all__ = ["read_state"]

_MANY = 10**9
"""More tokens than this no game has seen."""


def read_state(game: Goose, data: object) -> State:
    """The state from :meth:`Goose.dump`; raises :class:`StateError`."""
    names = ["places", "owed", "origins", "begun", "balances", "pool", "turn"]
    read = read_mapping(data, names, "A position of the Goose")
    for name in names[:5]:
        if not isinstance(read[name], list) or len(read[name]) != game.players:
            raise StateError(
                f"{name} must be a list with an entry for each of {game.players} players, not {shown(read[name])}."
            )
    if not all(type(here) is bool for here in read["begun"]):
        raise StateError(f"begun must say true or false for each player, not {shown(read['begun'])}.")
    state = State(
        places=_counts(read["places"], "The square of seat", 0, HOME),
        owed=_counts(read["owed"], "The turns to miss of seat", 0, 9),
        origins=_counts(read["origins"], "The last square of seat", 0, HOME - 1),
        begun=tuple(read["begun"]),
        balances=_counts(read["balances"], "The tokens of seat", -_MANY, _MANY),
        pool=read_count(read["pool"], "The pool", 0, game.players * _MANY),
        turn=read_count(read["turn"], "The seat to throw", 0, game.players - 1),
    )
    _check_places(game, state)
    _check_waiting(game, state)
    _check_tokens(game, state)
    return state


def _counts(data: list[Any], what: str, low: int, high: int) -> tuple[int, ...]:
    return tuple(read_count(value, f"{what} {seat + 1}", low, high) for seat, value in enumerate(data))


def _check_places(game: Goose, state: State) -> None:
    resting = game.resting_squares
    for seat, place in enumerate(state.places):
        if place not in resting:
            raise StateError(f"Seat {seat + 1} cannot stand on square {place}: no throw ends there under these rules.")
        if place == HOME and seat != state.turn:
            raise StateError(f"Seat {seat + 1} is home, so the game is over, and seat {state.turn + 1} cannot be next.")
    if game.players == 2 and game.options.collision != "share":
        one, other = state.places
        stays = {square for square in game.release if game.release[square] == "stays"}
        if one == other and one != START and one not in stays:
            raise StateError(
                f"Two pieces cannot stand on square {one} with collision={game.options.collision}: one makes way."
            )
    if game.options.nine != "first_throw" and any(state.begun):
        raise StateError("begun is noted only where nine=first_throw asks who has thrown; it must be false here.")


def _check_waiting(game: Goose, state: State) -> None:
    over = game.is_over(state)
    for seat, (place, owed, origin) in enumerate(zip(state.places, state.owed, state.origins, strict=True)):
        if owed > game.waits.get(place, 0):
            raise StateError(f"Seat {seat + 1} cannot have {owed} turns to miss on square {place}.")
        held = game.held(state.places, seat)
        if held and game.release[place] != "stays" and state.places.count(place) > 1:
            raise StateError(f"Two pieces cannot be held on square {place}: who lands there frees the other.")
        if origin and not (held and game.release[place] == "own_start"):
            raise StateError(f"The last square of seat {seat + 1} is noted only while it waits to be sent there.")
        if origin and (origin not in game.resting_squares or origin == place):
            raise StateError(f"Seat {seat + 1} cannot have thrown from square {origin}: no piece stands there.")
    seat = state.turn
    if not over and (state.owed[seat] or game.held(state.places, seat)):
        raise StateError(f"Seat {seat + 1} cannot throw next: it has to wait on square {state.places[seat]}.")
    if over and state.owed[seat]:
        raise StateError(f"Seat {seat + 1} has ended the game and has no turn to miss.")


def _check_tokens(game: Goose, state: State) -> None:
    options, over = game.options, game.is_over(state)
    if sum(state.balances) + state.pool:
        raise StateError(
            f"The players have {sum(state.balances)} tokens more than they began with and {state.pool} lie in the "
            "pool: together that must be nothing, for no token is made or lost."
        )
    if options.stakes == "none" and (state.pool or any(state.balances)):
        raise StateError("With stakes=none there are no tokens.")
    if over and state.pool >= game.players:
        raise StateError(f"The game is over, so {state.pool} tokens cannot be left in the pool.")
    if not over:
        least = options.ante if options.stakes != "none" else 0
        paid = [-balance for balance in state.balances]
        if min(paid) < least:
            raise StateError(f"Each player has put in {least} or more, and nobody has won yet.")
        if options.stakes == "all_ante" and len(set(paid)) > 1:
            raise StateError("With stakes=all_ante all have paid the same until somebody wins.")
