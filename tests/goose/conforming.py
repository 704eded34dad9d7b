"""What the Goose brings to the conformance suite."""

from __future__ import annotations

from fortune.game import Over, Throw
from fortune.goose import Goose, State
from fortune.goose.squares import BRIDGE, DEATH, GEESE, HOME, INN, MAZE, PRISON, WELL
from tests.conformance import Conforming


def invariant(game: Goose, state: State) -> None:
    """Rules, section 2: where a piece never rests, who waits where, and no token is lost or made."""
    options = game.options
    never = {
        *(GEESE if options.geese == "again" else ()),
        *((BRIDGE,) if options.bridge == "to_12" else ()),
        *((MAZE,) if options.maze == "to_30" else ()),
        *((DEATH,) if options.death != "none" else ()),
    }
    assert never.isdisjoint(state.places)
    assert all(0 <= place <= HOME for place in state.places)

    waits = {INN: options.inn, WELL: options.waits("well"), PRISON: options.waits("prison")}
    for place, owed in zip(state.places, state.owed, strict=True):
        assert 0 <= owed <= waits.get(place, 0)
    held = [seat for seat in range(game.players) if game.held(state.places, seat)]
    squares = [state.places[seat] for seat in held]
    assert len(set(squares)) == len(squares) <= 2, "well and prison hold one piece each at most"

    assert sum(state.balances) + state.pool == 0
    assert state.pool >= 0
    if options.stakes == "none":
        assert state.pool == 0
        assert set(state.balances) == {0}

    turn = game.turn(state)
    if isinstance(turn, Throw):
        assert state.owed[turn.seat] == 0
        assert turn.seat not in held
        assert HOME not in state.places
        assert game.throws(state)
        if options.stakes != "none":
            assert max(state.balances) <= -options.ante
        if options.stakes == "all_ante":
            assert len(set(state.balances)) == 1, "all have paid the same"
    if isinstance(turn, Over):
        winners = turn.outcome.winners
        assert [seat for seat, place in enumerate(state.places) if place == HOME] == list(winners)
        if winners:
            assert turn.outcome.termination == "home"
            assert state.pool == 0
        else:
            assert turn.outcome.termination == {1: "stuck", 2: "deadlock"}[game.players]
            assert len(held) == game.players
            assert state.pool < game.players, "the rest of an equal division"


_UNCOUNTED = {"stakes": "none"}
"""Tokens are without limit, and no chance hangs on them: every position can be visited where they are left out."""

ENTRY = Conforming(
    settings={"players": 3},
    small=({"players": 2}, {"players": 1}),
    wrong=(None, 9, 9.0, True, "6-3", (6, 3), [6, 3], {"high": 6, "low": 3}),
    invariant=invariant,
    by_ruleset={"gambling": _UNCOUNTED, "academy": _UNCOUNTED},
)
