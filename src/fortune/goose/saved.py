"""Reading a saved position of the Goose: what cannot occur is refused, with a sentence that says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fortune.errors import StateError
from fortune.game import read_count, read_flags, read_list, read_mapping
from fortune.goose.squares import HOME, START
from fortune.goose.state import State

if TYPE_CHECKING:
    from fortune.goose.rules import Goose

__all__ = ["begun_in_first_round", "read_state"]

_MANY = 10**9
"""More tokens than this no game has seen."""


def read_state(game: Goose, data: object) -> State:
    """The state from :meth:`Goose.dump`; raises :class:`StateError`."""
    names = ["places", "owed", "origins", "begun", "balances", "pool", "turn"]
    read = read_mapping(data, names, "A position of the Goose")

    def counts(name: str, what: str, low: int, high: int) -> tuple[int, ...]:
        listed = read_list(read[name], name, game.players)
        return tuple(read_count(value, f"{what} of seat {seat + 1}", low, high) for seat, value in enumerate(listed))

    state = State(
        places=counts("places", "The square", 0, HOME),
        owed=counts("owed", "The turns to miss", 0, 9),
        origins=counts("origins", "The last square", 0, HOME - 1),
        begun=read_flags(read["begun"], "begun", game.players),
        balances=counts("balances", "The tokens", -_MANY, _MANY),
        pool=read_count(read["pool"], "The pool", 0, game.players * _MANY),
        turn=read_count(read["turn"], "The seat to throw", 0, game.players - 1),
    )
    _check_places(game, state)
    _check_waiting(game, state)
    _check_tokens(game, state)
    return state


def begun_in_first_round(places: Sequence[int], turn: int) -> list[bool]:
    """Who has thrown if this is the first round; nothing where the pieces show that it is not.

    Those who have not thrown stand at the start, for nothing but a throw of their own leads them away in this round.
    """
    return [] if any(places[turn:]) else [seat < turn for seat in range(len(places))]


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
    if game.options.nine != "first_throw":
        if any(state.begun):
            raise StateError("begun is noted only where nine=first_throw asks who has thrown; it must be false here.")
    elif not all(state.begun) and list(state.begun) != begun_in_first_round(state.places, state.turn):
        raise StateError(
            "Only in the first round are there seats that have not begun: those from the one to throw on, all on 0."
        )


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
