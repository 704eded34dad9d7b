"""A second telling of the rules, written from their text alone, agrees with the first on every throw."""

from __future__ import annotations

import itertools
import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from fortune import dice
from fortune.dice import Dice
from fortune.game import Event, Over, Throw
from fortune.goose import Goose, Options, State, miss
from fortune.goose.state import Hopped, Missed, Moved, Nine, Waited
from tests.goose import strategies
from tests.goose.oracle import Board


def laid(game: Goose, state: State) -> Board:
    """The second telling at a position in which nobody owes a turn."""
    board = Board(game.options)
    board.thrower = state.turn
    for piece, square, begun in zip(board.pieces, state.places, state.begun, strict=True):
        piece.square, piece.caught, piece.has_thrown = square, True, begun
    return board


def agree(game: Goose, state: State, events: tuple[Event, ...], board: Board) -> None:
    """Every piece, every token, whose throw it is, who waited, and the end are the same in both tellings."""
    pieces = board.pieces
    assert state.places == tuple(piece.square for piece in pieces)
    assert state.balances == tuple(piece.tokens for piece in pieces)
    assert state.pool == board.pool
    assert [game.held(state.places, seat) for seat in range(game.players)] == [board.waits(piece) for piece in pieces]
    assert state.owed == tuple(piece.owes for piece in pieces)
    stops = [event.square for event in events if isinstance(event, Moved | Hopped | Nine)]
    assert stops == board.stops
    idle = [event for event in events if isinstance(event, Waited | Missed)]
    assert [(event.seat, "held" if isinstance(event, Waited) else "missed") for event in idle] == board.idle
    turn = game.turn(state)
    if isinstance(turn, Over):
        assert turn.outcome.termination == board.end
        assert turn.outcome.winners == (() if board.winner is None else (board.winner,))
    else:
        assert not board.end
        assert turn == Throw(board.thrower)


def play_both(game: Goose, state: State, board: Board, throws: list[Dice]) -> int:
    """Play on in both tellings; gives the number of throws until the end, or all of them."""
    agree(game, state, (), board)
    for played, thrown in enumerate(throws):
        if board.end:
            return played
        board.throw(*thrown)
        state, events = game.play(state, thrown)
        agree(game, state, events, board)
    return len(throws)


@given(strategies.games(), strategies.throws(150))
@settings(max_examples=300)
@example(Goose(Options(death="none", geese="again")), [Dice(6, 6)] * 30)
@example(Goose(Options(players=1, well="until_released", stakes="toll", ante=3)), [Dice(6, 5), Dice(4, 4), Dice(6, 6)])
def test_a_second_telling_agrees_from_the_start(game: Goose, throws: list[Dice]) -> None:
    play_both(game, game.start(), Board(game.options), throws)


@given(st.data(), strategies.games(least=2), strategies.throws(30))
@settings(max_examples=500)
def test_a_second_telling_agrees_from_any_position(data: st.DataObject, game: Goose, throws: list[Dice]) -> None:
    state = data.draw(strategies.positions(game))
    play_both(game, state, laid(game, state), throws)


def test_a_second_telling_agrees_in_every_combination_of_rules() -> None:
    """All words of the rules about meeting others together, each with whole games of three."""
    waits = [(miss(1), "rescuer_start")] + [
        ("until_released", word) for word in ("rescuer_start", "own_start", "square_one", "stays")
    ]
    meet = [("swap", "off"), ("swap", "on"), ("mover_back", "off"), ("mover_back", "on"), ("share", "off")]
    rng, played, ends = random.Random(63), 0, set()
    for (well, freed), (prison, let_go), (collision, at_start), death, stakes in itertools.product(
        waits, waits, meet, ("0", "1"), ("toll", "all_ante")
    ):
        if at_start == "on" and death == "1":
            continue
        options = Options(
            players=rng.choice([2, 3]),
            well=well,
            well_release=freed,
            prison=prison,
            prison_release=let_go,
            collision=collision,
            collision_at_start=at_start,
            death=death,
            stakes=stakes,
        )
        game, board = Goose(options), Board(options)
        played += play_both(game, game.start(), board, [dice.throw(rng) for _ in range(400)])
        ends.add(board.end)
    assert played > 10_000
    assert ends >= {"home", "deadlock"}
