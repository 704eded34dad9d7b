"""A move picked half by half: whatever is pressed, in whatever order, leads to legal moves alone, and to all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.errors import StageError
from fortune.tablero.picking import Half, Picking, halves
from fortune.tablero.squares import Move, all_moves
from tests.tablero import oracle
from tests.tablero.strategies import rows as positions
from tests.tablero.strategies import throws


def begun(rows: tuple[int, ...], dice: Dice, seat: int = 0, either: bool = False) -> Picking:
    return Picking(rows, dice, all_moves(rows, dice, seat, either=either), 1 if seat == 0 else -1, either)


def reached(here: Picking) -> set[int]:
    """The moves that can be made by going on pressing, without putting back."""
    found: set[int] = set()
    stack, seen = [here], {here.picked}
    while stack:
        now = stack.pop()
        for what in now.pressable:
            after = now.press(what)
            if isinstance(after, int):
                found.add(after)
            elif after not in seen:
                seen.add(after)
                stack.append(replace(now, picked=after))
    return found


@settings(max_examples=150, deadline=None)
@given(positions, throws, st.integers(0, 1), st.booleans())
def test_every_move_can_be_picked_and_no_other(rows: tuple[int, ...], dice: Dice, seat: int, either: bool) -> None:
    here = begun(rows, dice, seat, either)
    assume(here.moves)
    assert reached(here) == set(range(len(here.moves)))
    known = oracle.after_throw(rows, (dice.high, dice.low), seat, either)
    assert {tuple(_after(rows, here.moves[at])) for at in reached(here)} == known


def _after(rows: tuple[int, ...], move: Move) -> list[int]:
    after = list(rows)
    for half in halves(rows, move):
        after[half.column] = half.row
    return after


@settings(max_examples=150, deadline=None)
@given(positions, throws, st.integers(0, 1), st.booleans(), st.data())
def test_what_is_picked_is_kept_put_back_and_narrows(
    rows: tuple[int, ...], dice: Dice, seat: int, either: bool, data: st.DataObject
) -> None:
    start = here = begun(rows, dice, seat, either)
    assume(here.moves)
    for _ in range(6):
        what = data.draw(st.sampled_from(sorted(here.pressable)))
        after = here.press(what)
        if isinstance(after, int):
            assert after in here.fitting, "the move is one that was left"
            return
        if after:
            assert start.kept(after) == after
        here = replace(here, picked=after)
        assert here.press("") == ""
        assert here.fitting, "nothing that is picked leads nowhere"
        if here.half is not None:
            assert all(here.half in halves(rows, move) for move in here.fitting.values())


@settings(max_examples=150, deadline=None)
@given(positions, throws, st.integers(0, 1), st.booleans())
def test_what_is_crossed_out_cannot_be_and_all_else_can(
    rows: tuple[int, ...], dice: Dice, seat: int, either: bool
) -> None:
    """With a die picked: each way that this die could go alone is either offered or crossed out."""
    start = begun(rows, dice, seat, either)
    assume(start.moves and not dice.is_double)
    whole = [{(half.column, half.row, half.die) for half in halves(rows, move)} for move in start.moves]
    signs = (1, -1) if either else (start.ahead,)
    for die in dice:
        here = replace(start, picked=str(die))
        alone = {(c, rows[c] + s * die, die) for c in range(7) for s in signs if 1 <= rows[c] + s * die <= 7}
        offered = {(half.column, half.row, half.die) for half in here.next}
        crossed = {(half.column, half.row, half.die) for half in here.lost}
        assert offered | crossed == alone
        assert not offered & crossed
        assert offered == {half for pair in whole for half in pair if half[2] == die}


def test_with_a_half_picked_the_other_die_no_longer_moves_that_piece() -> None:
    here = replace(begun((7, 7, 7, 1, 1, 1, 1), Dice(6, 4)), picked="d7")
    assert here.half == Half(3, 7, 6)
    assert here.lost == (Half(3, 5, 4),)
    assert list(here.next) == [Half(4, 5, 4), Half(5, 5, 4), Half(6, 5, 4)]
    assert set(here.pressable) == {"d", "e", "f", "g", "e5", "f5", "g5"}
    assert here.moves[int(here.press("e"))] == Move(3, 7, 4, 5) == here.moves[int(here.press("e5"))]
    assert here.press("d") == "", "put back"


def test_a_die_that_would_rob_the_other_is_crossed_out() -> None:
    """Only c can move by 6, so the 1 may move any other, and not c."""
    here = replace(begun((7, 7, 1, 5, 4, 7, 7), Dice(6, 1)), picked="1")
    assert here.lost == (Half(2, 2, 1),)
    assert [half.column for half in here.next] == [3, 4]
    assert "c" not in here.pressable


def test_a_double_needs_no_die_and_a_piece_with_one_way_no_square() -> None:
    here = begun((7, 7, 7, 1, 1, 1, 1), Dice(2, 2))
    assert set(here.pressable) == {"d", "e", "f", "g"}
    assert here.press("f") == "f3"
    either = begun((4, 4, 4, 4, 4, 4, 4), Dice(2, 2), either=True)
    assert either.press("f") == "f"
    chosen = replace(either, picked="f")
    assert set(chosen.pressable) == {"f", "f2", "f6"}
    assert chosen.press("f2") == "f2"


def test_die_and_piece_in_either_order_come_to_the_same() -> None:
    here = begun((7, 7, 7, 1, 1, 1, 1), Dice(6, 4))
    assert here.press("6") == "6"
    assert here.press("e") == "e"
    assert replace(here, picked="6").press("e") == "e7" == replace(here, picked="e").press("6")
    assert replace(here, picked="6").press("4") == "4", "the other die instead"
    assert replace(here, picked="6").press("6") == ""


@pytest.mark.parametrize("what", ["5", "a", "e7", "h", "e77", 6, None, True, "🎲", "6 "])
def test_what_cannot_be_pressed_is_refused(what: object) -> None:
    here = begun((7, 7, 7, 1, 1, 1, 1), Dice(6, 4))
    with pytest.raises(StageError, match="cannot be picked now"):
        here.press(what)
    if what != "e7":
        with pytest.raises(StageError, match="cannot have been"):
            here.kept(what)


def test_everything_to_press_has_a_name_of_its_own() -> None:
    here = begun((7, 7, 7, 1, 1, 1, 1), Dice(6, 4))
    for picked in ("", "6", "e", "e7"):
        names = list(replace(here, picked=picked).pressable.items())
        squares = [name for what, name in names if len(what) == 2]
        assert len(set(squares)) == len(squares)
        assert all(name for _, name in names)
    assert replace(here, picked="e7").pressable["e"] == "e1, picked: put it back"
