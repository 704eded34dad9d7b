"""The board: positions and their numbers, moves and lines, held against the oracle and against combinatorics."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.tablero import Move
from fortune.tablero.lines import DIAGONALS, Line, groups, line, runs
from fortune.tablero.squares import (
    POSITIONS,
    Position,
    all_moves,
    code,
    from_code,
    is_move,
    is_playable,
    mirrored,
    moved,
    turned,
)
from tests.tablero import oracle, strategies


def test_every_position_has_a_number_of_its_own() -> None:
    assert POSITIONS == 7**7 == 823_543
    assert code((1,) * 7) == 0
    assert code((7,) * 7) == POSITIONS - 1
    assert code((3, 1, 2, 1, 1, 1, 1)) == 2 + 49
    numbers = range(0, POSITIONS, 97)
    assert [code(from_code(number)) for number in numbers] == list(numbers)


@given(strategies.rows)
def test_numbers_and_symmetries_go_back_and_forth(rows: Position) -> None:
    assert from_code(code(rows)) == rows
    assert turned(turned(rows)) == mirrored(mirrored(rows)) == rows
    assert turned(mirrored(rows)) == mirrored(turned(rows)) == tuple(8 - row for row in rows)


@example((7, 7, 7, 7, 7, 7, 1), Dice(2, 1), 0, False)
@example((7, 6, 7, 7, 7, 7, 7), Dice(1, 1), 0, False)
@example((6, 6, 7, 7, 7, 7, 7), Dice(1, 1), 0, False)
@given(strategies.rows, strategies.throws, st.integers(0, 1), st.booleans())
def test_the_moves_are_those_that_trying_every_pair_finds(rows: Position, dice: Dice, seat: int, either: bool) -> None:
    wanted = oracle.after_throw(rows, (dice.high, dice.low), seat, either)
    moves = all_moves(rows, dice, seat, either=either)
    assert len(moves) == len(wanted), "one move for each position"
    assert {moved(rows, move) for move in moves} == wanted
    assert list(moves) == sorted(moves)
    assert is_playable(rows, dice, seat, either=either) == bool(wanted)
    assert all(is_move(rows, dice, seat, move, either=either) for move in moves)


@given(
    strategies.rows,
    strategies.throws,
    st.integers(0, 1),
    st.booleans(),
    st.tuples(*[st.integers(-1, 7), st.integers(0, 8)] * 2),
)
def test_any_other_move_is_none(
    rows: Position, dice: Dice, seat: int, either: bool, parts: tuple[int, int, int, int]
) -> None:
    move = Move(*parts)
    assert is_move(rows, dice, seat, move, either=either) == (move in all_moves(rows, dice, seat, either=either))


@given(strategies.rows, strategies.throws, st.integers(0, 1), st.booleans())
def test_of_all_moves_that_are_nearly_right_the_right_ones_are_accepted(
    rows: Position, dice: Dice, seat: int, either: bool
) -> None:
    """Two columns in either order, or one twice, each with each die in each direction."""
    ways = [(die, sign) for die in dice for sign in (1, -1)]
    tried = {
        Move(first, rows[first] + die * sign, second, rows[second] + other * other_sign)
        for (first, second), (die, sign), (other, other_sign) in product(product(range(7), repeat=2), ways, ways)
    }
    assert {m for m in tried if is_move(rows, dice, seat, m, either=either)} == set(
        all_moves(rows, dice, seat, either=either)
    )


@pytest.mark.parametrize("part", [None, "1", 1.0, True, [1]], ids=repr)
def test_a_move_is_made_of_whole_numbers(part: object) -> None:
    rows = (1,) * 7
    assert is_move(rows, Dice(4, 2), 0, Move(0, 5, 1, 3), either=False)
    for name in ("first", "first_to", "second", "second_to"):
        parts = {"first": 0, "first_to": 5, "second": 1, "second_to": 3} | {name: part}
        assert not is_move(rows, Dice(4, 2), 0, Move(**parts), either=False)  # type: ignore[arg-type]


@given(strategies.rows, strategies.throws, st.integers(0, 1), st.booleans())
def test_turned_and_mirrored_boards_have_turned_and_mirrored_moves(
    rows: Position, dice: Dice, seat: int, either: bool
) -> None:
    after = {moved(rows, move) for move in all_moves(rows, dice, seat, either=either)}
    there = turned(rows)
    assert {turned(moved(there, m)) for m in all_moves(there, dice, 1 - seat, either=either)} == after
    image = mirrored(rows)
    assert {mirrored(moved(image, m)) for m in all_moves(image, dice, seat, either=either)} == after


@pytest.mark.parametrize(
    ("rows", "dice", "seat", "either", "number"),
    [
        ((1,) * 7, Dice(6, 4), 0, False, 42),  # 7 · 6 ordered pairs
        ((1,) * 7, Dice(3, 3), 0, False, 21),  # any two of seven
        ((4,) * 7, Dice(3, 1), 0, True, 168),  # 42 · 4
        ((7, 7, 7, 1, 1, 1, 1), Dice(6, 3), 0, False, 12),  # South has four to move
        ((7, 7, 7, 1, 1, 1, 1), Dice(6, 3), 1, False, 6),  # North three
        ((7, 7, 7, 7, 7, 7, 1), Dice(2, 1), 0, False, 0),  # one glass cannot take both dice
        ((7, 7, 7, 7, 7, 6, 1), Dice(2, 1), 0, False, 1),  # each die has its glass
        ((7, 7, 7, 7, 7, 6, 5), Dice(3, 1), 0, False, 0),  # nobody has three left
    ],
)
def test_how_many_moves_there_are(rows: Position, dice: Dice, seat: int, either: bool, number: int) -> None:
    assert len(all_moves(rows, dice, seat, either=either)) == number


@example((1, 2, 3, 4, 5, 6, 7))
@example((7, 6, 5, 4, 3, 2, 1))
@example((1, 1, 1, 1, 1, 1, 2))
@given(strategies.rows)
def test_lines_are_those_that_trying_every_stretch_finds(rows: Position) -> None:
    for least, diagonals, home_rows in product((5, 6), (False, True), (False, True)):
        wanted = oracle.line_columns(rows, least, diagonals, home_rows)
        found = line(rows, least=least, diagonals=diagonals, home_rows=home_rows)
        assert (set(found.columns) if found else set()) == wanted
        for columns in ([0, 1], [5, 6], [3, 6]):
            with_any = line(rows, least=least, diagonals=diagonals, home_rows=home_rows, with_any=columns)
            assert with_any == (found if wanted & set(columns) else None)
        if found:
            assert list(found.columns) == sorted(wanted)
            assert found.row == (0 if rows in DIAGONALS else rows[found.columns[0]])


@given(strategies.rows)
def test_groups_are_the_longest_runs_off_the_home_rows(rows: Position) -> None:
    found = groups(rows)
    assert {group.columns for group in found} == oracle.groups(rows)
    assert found == sorted(found, key=lambda group: group.columns)
    assert all(group.row == rows[column] for group in found for column in group.columns)
    assert [column for run in runs(rows) for column in run.columns] == list(range(7))


def test_a_group_is_the_whole_run() -> None:
    assert groups((2, 2, 2, 7, 7, 5, 5)) == [Line(2, (0, 1, 2)), Line(5, (5, 6))]
    assert groups((1, 1, 7, 7, 2, 3, 2)) == []
    assert groups((4,) * 7) == [Line(4, tuple(range(7)))]


# A row of seven: all alike. Six: the odd one at either end, on one of the 6 other rows. Five: at either end with the
# next on another row and the last on any, or in the middle with both ends on other rows.
_SEVEN, _SIX, _FIVE = 1, 2 * 6, 2 * 6 * 7 + 6 * 6


@pytest.mark.parametrize(
    ("least", "diagonals", "home_rows", "number"),
    [
        (6, True, True, 7 * (_SEVEN + _SIX) + 2),
        (6, True, False, 5 * (_SEVEN + _SIX) + 2),
        (5, False, True, 7 * (_SEVEN + _SIX + _FIVE)),
        (5, False, False, 5 * (_SEVEN + _SIX + _FIVE)),
    ],
)
def test_as_many_positions_hold_a_line_as_combinatorics_say(
    least: int, diagonals: bool, home_rows: bool, number: int
) -> None:
    found = sum(
        line(rows, least=least, diagonals=diagonals, home_rows=home_rows) is not None
        for rows in product(range(1, 8), repeat=7)
    )
    assert found == number


def test_as_many_positions_hold_no_group_as_a_walk_from_column_to_column_says() -> None:
    """Rows 2 to 6 may not be followed by themselves: 7 letters, of which 5 forbid repetition."""
    ends = dict.fromkeys(range(1, 8), 1)
    for _ in range(6):
        ends = {row: sum(ends.values()) - (ends[row] if row in range(2, 7) else 0) for row in ends}
    assert sum(not groups(rows) for rows in product(range(1, 8), repeat=7)) == sum(ends.values())


def test_a_quarter_of_all_throws_pass() -> None:
    assert sum(weight for dice, weight in PAIRS.items() if dice.total in (7, 11, 12)) == 9
