"""What Glückshaus brings to the conformance suite."""

from __future__ import annotations

from fortune.game import Over, Throw
from fortune.glueckshaus import Glueckshaus, State
from tests.conformance import Conforming


def invariant(game: Glueckshaus, state: State) -> None:
    """Rules, section 1: no chip is ever lost or made; who is out holds nothing and never throws."""
    assert sum(state.hands) + sum(state.rooms) + state.wedding + state.house + state.rest == game.total
    assert min(state.hands + state.rooms + (state.wedding, state.house, state.rest)) >= 0
    assert all(here or chips == 0 for chips, here in zip(state.hands, state.still_in, strict=True))
    if game.options.broke == "at_zero":
        assert all(chips or not here for chips, here in zip(state.hands, state.still_in, strict=True))
    turn = game.turn(state)
    if isinstance(turn, Throw):
        assert state.still_in[turn.seat]
        assert state.still_in.count(True) > 1
        assert game.throws(state)
    if isinstance(turn, Over):
        assert turn.outcome.winners, "somebody always wins"
        assert all(state.still_in[seat] for seat in turn.outcome.winners)


ENTRY = Conforming(
    settings={"players": 4, "chips": 5},
    small=({"players": 2, "chips": 2}, {"players": 3, "chips": 2}),
    wrong=(None, 7, 7.0, True, "6-3", (6, 3), [6, 3], {"high": 6, "low": 3}),
    invariant=invariant,
    by_ruleset={"german": {"end": "rounds(2)"}},
)
