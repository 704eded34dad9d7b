"""What holds in every game of Glückshaus under every combination of options."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import GameOverError, OptionError
from fortune.game import Over, Throw
from fortune.glueckshaus import Glueckshaus, Options, State, kings, rounds
from fortune.glueckshaus.rules import Gave, Hailed, Out, Paid, PaidHouse, Shared, Took, TookAsPig, Won
from fortune.options import Counted, options_from_json, options_to_json, specs
from tests.glueckshaus import strategies
from tests.glueckshaus.conforming import invariant
from tests.glueckshaus.oracle import Table
from tests.helpers import is_sentence, successors


def run(game: Glueckshaus, throws: list[Dice]) -> list[State]:
    """The states that these throws lead through, as far as the game takes them."""
    states = [game.start()]
    for dice in throws:
        if isinstance(game.turn(states[-1]), Over):
            break
        states.append(game.play(states[-1], dice).state)
    return states


def refused_for(chosen: dict[str, Any]) -> str | None:
    """The option at fault, by the rules: section 1 names just these two combinations."""
    if chosen["settle"] == "shared" and not (isinstance(chosen["end"], Counted) and chosen["end"].word == "rounds"):
        return "settle"
    if chosen["ante"] == "wedding" and chosen["chips"] == 1 and chosen["broke"] == "at_zero":
        return "ante"
    return None


def refusal(chosen: dict[str, Any]) -> OptionError | None:
    try:
        Options(**chosen)
    except OptionError as error:
        return error
    return None


@given(strategies.settings())
@settings(max_examples=400)
def test_combinations_are_refused_for_the_stated_reasons_only(chosen: dict[str, Any]) -> None:
    error = refusal(chosen)
    assert (error.option if error else None) == refused_for(chosen)
    if error:
        assert is_sentence(error)
    else:
        options = Options(**chosen)
        assert {name: getattr(options, name) for name in specs(Options)} == chosen
        assert options_from_json(Options, json.loads(json.dumps(options_to_json(options)))) == options


def test_every_pair_of_values_is_refused_for_the_stated_reasons_only() -> None:
    """All combinations of words, with few and with more chips: nothing is left to luck."""
    words = {
        name: [Counted(v.word, 2) if v.counts else v.word for v in spec.values]
        for name, spec in specs(Options).items()
        if spec.values
    }
    combinations: list[dict[str, Any]] = [{"players": 2, "chips": chips} for chips in (1, 2)]
    for name, values in words.items():
        combinations = [{**chosen, name: value} for chosen in combinations for value in values]
    assert len(combinations) == 2 * 4 * 3 * 2 * 2 * 3 * 2
    for chosen in combinations:
        error = refusal(chosen)
        assert (error.option if error else None) == refused_for(chosen)


@given(strategies.games(), strategies.throws(60))
@settings(max_examples=150)
def test_chips_are_kept_and_who_is_out_holds_nothing_and_never_throws(game: Glueckshaus, throws: list[Dice]) -> None:
    seen_in = [True] * game.players
    for state in run(game, throws):
        invariant(game, state)
        for seat, here in enumerate(state.still_in):
            assert seen_in[seat] or not here, "nobody comes back"
            seen_in[seat] = here


@given(strategies.games(), strategies.throws(40))
@settings(max_examples=100)
def test_play_is_pure_and_states_survive_json(game: Glueckshaus, throws: list[Dice]) -> None:
    for state in run(game, throws):
        before = copy.deepcopy(state)
        text = json.dumps(game.dump(state), allow_nan=False)
        assert game.load(json.loads(text)) == state
        if isinstance(game.turn(state), Throw):
            assert sum(game.throws(state).values()) == sum(game.throw_classes(state).values()) == 36
            for dice in throws[:3]:
                assert game.play(state, dice) == game.play(before, dice)
        assert state == before
        assert json.dumps(game.dump(state)) == text


@given(strategies.games(), strategies.throws(40))
@settings(max_examples=60)
def test_folding_commutes_with_play(game: Glueckshaus, throws: list[Dice]) -> None:
    state = run(game, throws)[-1]
    folded, shift, copies = game.fold(state)
    assert game.fold(folded) == (folded, 0, copies)
    if isinstance(game.turn(state), Throw):
        assert successors(game, folded, shift) == successors(game, state)


@given(strategies.games(), strategies.throws(60))
@settings(max_examples=100)
def test_the_events_tell_where_every_chip_went(game: Glueckshaus, throws: list[Dice]) -> None:
    """Who keeps only the log can keep the books."""
    state = game.start()
    for dice in throws:
        if isinstance(game.turn(state), Over):
            break
        hands, owner, rest = list(state.hands), state.house, state.rest
        still_in = list(state.still_in)
        state, events = game.play(state, dice)
        for event in events:
            match event:
                case Paid(seat, _, chips):
                    hands[seat] -= chips
                case Took(seat, _, chips) | TookAsPig(seat, chips) | Hailed(seat, chips, _) | Won(seat, _, chips):
                    hands[seat] += chips
                case Gave(seat, _):
                    hands[seat] -= 1
                case PaidHouse(seat):
                    hands[seat] -= 1
                    owner += 1
                case Out(seat, _):
                    still_in[seat] = False
                case Shared(_, each, left):
                    rest += left
                    hands = [chips + each * here for chips, here in zip(hands, still_in, strict=True)]
        assert (tuple(hands), tuple(still_in), owner, rest) == (state.hands, state.still_in, state.house, state.rest)
        turn = game.turn(state)
        winners = tuple(event.seat for event in events if isinstance(event, Won))
        assert winners == (turn.outcome.winners if isinstance(turn, Over) else ())


@given(strategies.games(), strategies.throws(120))
@settings(max_examples=300)
@example(
    Glueckshaus(Options(chips=1, broke="cannot_pay", ante="wedding", fill="by_value")), [Dice(1, 2), Dice(6, 4)] * 4
)
@example(
    Glueckshaus(Options(end=rounds(2), settle="shared", four="roll_again")), [Dice(1, 3), Dice(5, 2), Dice(4, 1)] * 5
)
@example(Glueckshaus(Options(players=3, end=kings(2), fill="to_number", four="room")), [Dice(1, 2), Dice(6, 6)] * 5)
def test_a_second_telling_of_the_rules_agrees_on_every_throw(game: Glueckshaus, throws: list[Dice]) -> None:
    table = Table(game.options)
    state = game.start()
    for dice in [None, *throws]:
        if dice is not None:
            table.throw(*dice)
            state = game.play(state, dice).state
        agree(game, state, table)
        if table.end:
            break


def test_a_second_telling_agrees_in_every_combination_of_rules() -> None:
    """All words of all options together, each with one long row of throws that holds every total often."""
    row = [Dice(a, b) for k in range(12) for a in range(1, 7) for b in range(1, 7) if (a * 7 + b * 5 + k) % 3]
    played = 0
    for four in ("nothing", "pay_house", "room", "roll_again"):
        for fill in ("single", "to_number", "by_value"):
            for ante in ("none", "wedding"):
                for broke in ("at_zero", "cannot_pay"):
                    for end in ("last_standing", kings(3), rounds(7)):
                        for start in range(0, 200, 40):
                            game = Glueckshaus(
                                Options(players=3, chips=6, four=four, fill=fill, ante=ante, broke=broke, end=end)
                            )
                            table, state = Table(game.options), game.start()
                            for dice in row[start:]:
                                if table.end:
                                    break
                                table.throw(*dice)
                                state = game.play(state, dice).state
                                agree(game, state, table)
                                played += 1
    assert played > 5_000


def agree(game: Glueckshaus, state: State, table: Table) -> None:
    """Every pile, who is out, whose throw it is, and the end are the same in both tellings."""
    piles = {f"room {number}": chips for number, chips in zip(game.rooms, state.rooms, strict=True)}
    piles |= {"wedding": state.wedding, "owner": state.house, "rest": state.rest}
    piles |= {f"hand {seat}": chips for seat, chips in enumerate(state.hands)}
    assert piles == table.piles
    assert [seat for seat, here in enumerate(state.still_in) if here] == table.sitting
    turn = game.turn(state)
    if isinstance(turn, Over):
        assert turn.outcome.termination == table.end
        assert set(turn.outcome.winners) == table.winners
        assert getattr(turn.outcome, "last_king", "absent") == table.last_king
    else:
        assert not table.end
        assert turn == Throw(table.thrower)
    counted = game.options.end.word if isinstance(game.options.end, Counted) else ""
    assert state.clock == {"kings": table.kings, "rounds": table.rounds}.get(counted, 0)


@given(strategies.games(), st.integers(0, 2**64))
@settings(max_examples=60)
def test_a_finished_game_takes_no_throw(game: Glueckshaus, seed: int) -> None:
    """Whatever the options: one player is left, who holds everything."""
    hands = (game.total, *[0] * (game.players - 1))
    over = State(hands, (True, *[False] * (game.players - 1)), (0,) * len(game.rooms), 0)
    assert isinstance(game.turn(over), Over)
    dice = list(PAIRS)[seed % 21]
    with pytest.raises(GameOverError) as caught:
        game.play(over, dice)
    assert is_sentence(caught.value)
