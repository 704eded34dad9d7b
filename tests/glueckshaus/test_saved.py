"""Saved positions of Glückshaus: what was saved comes back, and damage is refused with a sentence."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.errors import OptionError, StateError
from fortune.glueckshaus import Glueckshaus, Options, State, game, kings, rounds
from fortune.options import options_from_json, options_to_json, specs
from tests.glueckshaus import strategies
from tests.glueckshaus.test_properties import run
from tests.helpers import is_sentence, reachable

FIELDS = ["hands", "still_in", "rooms", "wedding", "house", "rest", "turn", "clock"]
COUNTS = ["wedding", "house", "rest", "turn", "clock"]
NAN = float("nan")
HUGE = 10**5000
NO_COUNTS: list[object] = [None, True, False, "1", 1.0, NAN, float("inf"), -1, HUGE, [], {}, [1]]

GAME = Glueckshaus(Options(players=3, chips=5))


def saved(**changes: Any) -> dict[str, Any]:
    """A position of ``GAME`` with some parts changed."""
    state = State((4, 6, 2), (True, True, True), (1, 0, 0, 0, 0, 1, 0), wedding=1, turn=1)
    return {**GAME.dump(state), **changes}


def refused(data: object, words: str, under: Glueckshaus = GAME) -> None:
    before = pickle.dumps(data)
    with pytest.raises(StateError, match=words) as caught:
        under.load(data)
    assert is_sentence(caught.value), str(caught.value)
    assert pickle.dumps(data) == before, "what was handed in is left alone"


def test_the_position_all_damage_is_done_to_is_whole() -> None:
    assert GAME.dump(GAME.load(saved())) == saved()
    assert list(saved()) == FIELDS


def test_dump_is_what_json_knows() -> None:
    assert json.loads(json.dumps(saved())) == saved()
    assert saved()["rooms"] == {"3": 1, "5": 0, "6": 0, "8": 0, "9": 0, "10": 1, "11": 0}


# --- the form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_named(field: str) -> None:
    data = saved()
    del data[field]
    refused(data, f"cut short: {field} is missing")


def test_an_extra_field_is_named() -> None:
    refused(saved(bank=3), "has 'bank', which no such position has")
    numbered: dict[Any, Any] = {**saved(), 7: 3}
    refused(numbered, "has 7, which")
    refused({**saved(), **{f"x{i}": i for i in range(10_000)}}, "has 'x0', 'x1'")


@pytest.mark.parametrize("data", [None, 3, "hands", [], [saved()], (), True, NAN], ids=repr)
def test_what_is_no_mapping_is_refused(data: object) -> None:
    refused(data, "saved as a mapping with the keys hands, still_in")


def test_a_truncated_text_is_refused_by_json_and_each_part_of_it_by_us() -> None:
    text = json.dumps(saved())
    for cut in range(len(text)):
        with pytest.raises(json.JSONDecodeError):
            json.loads(text[:cut])
    refused({}, "cut short: hands, still_in, rooms")


@pytest.mark.parametrize("field", ["hands", "still_in"])
@pytest.mark.parametrize(
    "value", [None, 3, "446", {}, {"0": 4}, (4, 6, 2), [], [4, 6], [4, 6, 2, 0], [[4, 6, 2]]], ids=repr
)
def test_lists_of_seats_have_an_entry_for_each_seat(field: str, value: object) -> None:
    refused(saved(**{field: value}), f"{field} must (be a list with an entry for each of 3 players|say true or false)")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("value", NO_COUNTS, ids=lambda v: "huge" if v is HUGE else repr(v))
def test_a_hand_is_a_count(seat: int, value: object) -> None:
    hands: list[object] = [4, 6, 2]
    hands[seat] = value
    refused(saved(hands=hands), f"hand of seat {seat + 1} must be a whole number from 0 to 15, not ")


@pytest.mark.parametrize("value", [1, 0, "true", None, NAN, [True], 1.0], ids=repr)
def test_still_in_is_true_or_false(value: object) -> None:
    refused(saved(still_in=[True, value, True]), "true or false for each player")


@pytest.mark.parametrize("field", COUNTS)
@pytest.mark.parametrize("value", NO_COUNTS, ids=lambda v: "huge" if v is HUGE else repr(v))
def test_a_count_is_a_whole_number(field: str, value: object) -> None:
    refused(saved(**{field: value}), "must be a whole number from 0 to .*, not ")


@pytest.mark.parametrize("value", [None, 3, [], [1, 0, 0, 0, 0, 1, 0], "3"], ids=repr)
def test_the_rooms_are_a_mapping(value: object) -> None:
    refused(saved(rooms=value), "The house is saved as a mapping with the keys 3, 5, 6, 8, 9, 10, 11, not as")


@pytest.mark.parametrize("number", ["3", "5", "6", "8", "9", "10", "11"])
def test_each_room_is_there_and_holds_a_count(number: str) -> None:
    rooms = saved()["rooms"]
    refused(saved(rooms={k: v for k, v in rooms.items() if k != number}), f"cut short: {number} is missing")
    for value in NO_COUNTS:
        refused(saved(rooms={**rooms, number: value}), f"Room {number} must be a whole number from 0 to 1, not ")


@pytest.mark.parametrize("number", ["2", "12", "7", "4", "13", "03", "", 3])
def test_rooms_that_are_none_are_refused(number: Any) -> None:
    """Nothing is ever placed on 2 or 12; the ten-room board has no 4."""
    refused(saved(rooms={**saved()["rooms"], number: 0}), f"has {number!r}, which")


@pytest.mark.parametrize("depth", [10, 500, 100_000])
def test_deep_junk_is_refused(depth: int) -> None:
    junk: Any = []
    for _ in range(depth):
        junk = [junk]
    for data in (junk, saved(wedding=junk), saved(hands=junk), saved(still_in=junk), saved(rooms=junk)):
        with pytest.raises(StateError) as caught:
            GAME.load(data)
        assert is_sentence(caught.value)
    with pytest.raises(OptionError) as refusal:
        options_from_json(Options, {"chips": junk})
    assert is_sentence(refusal.value)


# --- what cannot be -----------------------------------------------------------------------------------------


def test_no_chip_is_lost_or_made() -> None:
    refused(saved(wedding=0), "add up to 14, but 3 players with 5 chips each make 15")
    refused(saved(hands=[4, 6, 3]), "add up to 16, but 3 players with 5 chips each make 15")


@pytest.mark.parametrize(("number", "holds"), [(3, 1), (9, 1), (11, 1)])
def test_a_room_holds_one_chip(number: int, holds: int) -> None:
    rooms = {**saved()["rooms"], str(number): holds + 1}
    refused(saved(rooms=rooms), f"Room {number} must be a whole number from 0 to {holds}, not {holds + 1}")


@pytest.mark.parametrize("fill", ["to_number", "by_value"])
@pytest.mark.parametrize("number", [3, 9, 11])
def test_a_room_holds_as_many_as_its_number(fill: str, number: int) -> None:
    larger = Glueckshaus(Options(players=3, chips=5, fill=fill, broke="cannot_pay"))
    rooms = dict.fromkeys(saved()["rooms"], 0)
    hands = [15 - number, 0, 0]
    full = saved(hands=hands, rooms={**rooms, str(number): number}, wedding=0)
    assert larger.dump(larger.load(full)) == full
    over = saved(hands=hands, rooms={**rooms, str(number): number + 1}, wedding=0)
    refused(over, f"Room {number} must be a whole number from 0 to {number}", larger)


def test_nobody_out_holds_chips() -> None:
    refused(saved(still_in=[False, True, True]), "Seat 1 is out of the game and cannot hold 4 chips")


def test_at_zero_nobody_in_holds_nothing() -> None:
    empty = saved(hands=[0, 10, 2])
    refused(empty, "Seat 1 has no chips left, so it cannot be still in")
    stay = Glueckshaus(Options(players=3, chips=5, broke="cannot_pay"))
    assert stay.dump(stay.load(empty)) == empty


def test_a_seat_that_is_out_cannot_throw() -> None:
    refused(saved(hands=[10, 0, 2], still_in=[True, False, True]), "Seat 2 cannot throw next")
    everybody = saved(hands=[0, 0, 0], still_in=[False] * 3, wedding=13)
    refused(everybody, "Seat 2 cannot throw next")


def test_the_seat_to_throw_sits_at_the_table() -> None:
    refused(saved(turn=3), "seat to throw must be a whole number from 0 to 2, not 3")


def test_only_a_house_that_is_paid_holds_chips() -> None:
    paid = saved(house=2, hands=[3, 5, 2])
    refused(paid, "owner of the board holds must be a whole number from 0 to 0, not 2")
    tavern = Glueckshaus(Options(players=3, chips=5, four="pay_house"))
    assert tavern.load(paid).house == 2


@pytest.mark.parametrize(
    "options", [Options(players=3, chips=5, end=kings(2)), Options(players=3, chips=5, end=rounds(2))]
)
def test_the_clock_counts_up_to_the_end(options: Options) -> None:
    refused(saved(clock=1), "count of kings or rounds must be a whole number from 0 to 0, not 1")
    counting = Glueckshaus(options)
    assert counting.load(saved(clock=1)).clock == 1
    refused(saved(clock=3), "from 0 to 2, not 3", counting)


def test_the_last_one_in_has_taken_the_board() -> None:
    full = saved(hands=[0, 12, 0], still_in=[False, True, False])
    refused(full, "emptied, but 3 chips are said to lie in it")
    swept = saved(hands=[0, 15, 0], still_in=[False, True, False], rooms=dict.fromkeys(saved()["rooms"], 0), wedding=0)
    assert GAME.load(swept).hands == (0, 15, 0)


def test_the_last_king_has_emptied_the_house() -> None:
    two = Glueckshaus(Options(players=3, chips=5, end=kings(2)))
    refused(saved(clock=2), "emptied, but 3 chips are said to lie in it", two)
    refused(
        saved(
            hands=[0, 15, 0],
            still_in=[False, True, False],
            rooms=dict.fromkeys(saved()["rooms"], 0),
            wedding=0,
            clock=2,
        ),
        r"Only seat 2 is still in, which ended the game before end=kings\(2\)",
        two,
    )


def test_the_ante_lies_on_the_wedding_until_a_king_comes() -> None:
    tavern = game("tavern", players=3, chips=5)
    refused(saved(), "still holds the 3 gifts of ante=wedding; it cannot hold 1", tavern)
    whole = saved(hands=[4, 4, 2], wedding=3)
    assert tavern.dump(tavern.load(whole)) == whole
    empty = dict.fromkeys(saved()["rooms"], 0)
    refused(saved(hands=[10, 3, 2], rooms=empty, wedding=0, clock=1), "Seat 2 threw the only king", tavern)
    assert tavern.load(saved(hands=[9, 4, 2], rooms=empty, wedding=0, clock=1)).clock == 1


def test_after_the_last_round_the_dice_lie_before_the_first_seat_in() -> None:
    two = Glueckshaus(Options(players=3, chips=5, end=rounds(2)))
    refused(saved(clock=2), "first player still in, seat 1, so seat 2 cannot be next", two)
    assert two.load(saved(clock=2, turn=0)).clock == 2, "the board stays as it is with settle=in_hand"


def test_the_rest_is_left_only_where_the_board_was_shared() -> None:
    shared = Glueckshaus(Options(players=3, chips=5, end=rounds(2), settle="shared"))
    empty = dict.fromkeys(saved()["rooms"], 0)
    over = saved(hands=[5, 7, 2], rooms=empty, wedding=0, rest=1, turn=0, clock=2)
    assert shared.dump(shared.load(over)) == over
    refused(over, "undivided rest must be a whole number from 0 to 0")
    refused({**over, "clock": 1}, "rest of 1 cannot be", shared)
    refused({**over, "hands": [4, 7, 1], "rest": 3}, "rest must be a whole number from 0 to 2, not 3", shared)
    refused({**over, "hands": [5, 8, 0], "still_in": [True, True, False], "rest": 2}, "rest of 2 cannot be", shared)
    refused(saved(clock=2, turn=0), "emptied, but 3 chips", shared)


def test_by_value_a_room_with_less_than_its_number_has_put_somebody_out() -> None:
    stakes = Glueckshaus(Options(players=3, chips=5, fill="by_value"))
    refused(saved(), "2 rooms hold less than their number, but only 0 players are out", stakes)


SMALL: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"broke": "cannot_pay"}, True),
    ({"four": "roll_again"}, True),
    ({"fill": "to_number"}, True),
    ({"fill": "by_value"}, True),
    ({"end": kings(2)}, True),
    ({"end": kings(1), "ante": "wedding"}, True),
    ({"end": kings(1), "ante": "wedding", "broke": "cannot_pay"}, True),
    ({"end": kings(1), "ante": "wedding", "four": "pay_house"}, False),
    ({"end": rounds(2)}, False),
    ({"end": rounds(2), "settle": "shared"}, False),
]


@pytest.mark.parametrize(("options", "exactly"), SMALL, ids=str)
def test_what_loads_is_what_can_occur(options: dict[str, Any], exactly: bool) -> None:
    """By brute force, every way to lay out four chips: nothing possible is refused, and mostly nothing else loads."""
    small = Glueckshaus(Options(players=2, chips=2, **options))
    possible = {json.dumps(small.dump(state)) for state in reachable(small)}
    accepted = set()
    clocks = range((small.options.kings or small.options.rounds or 0) + 1)
    for layout in layouts(4, len(small.rooms) + 5):
        hands, (wedding, owner, rest), rooms = layout[:2], layout[2:5], layout[5:]
        for still_in in ([True, True], [True, False], [False, True]):
            for turn in (0, 1):
                for clock in clocks:
                    data = {
                        "hands": list(hands),
                        "still_in": still_in,
                        "rooms": {str(number): chips for number, chips in zip(small.rooms, rooms, strict=True)},
                        "wedding": wedding,
                        "house": owner,
                        "rest": rest,
                        "turn": turn,
                        "clock": clock,
                    }
                    if loads(small, data):
                        accepted.add(json.dumps(data))
    assert possible <= accepted
    assert not exactly or accepted == possible


def loads(small: Glueckshaus, data: object) -> bool:
    try:
        small.load(data)
    except StateError:
        return False
    return True


def layouts(chips: int, piles: int) -> list[tuple[int, ...]]:
    """Every way to lay so many chips on so many piles."""
    if piles == 1:
        return [(chips,)]
    return [(first, *others) for first in range(chips + 1) for others in layouts(chips - first, piles - 1)]


# --- junk without end ---------------------------------------------------------------------------------------

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*FIELDS, *specs(Options), "3", "kings(2)", "rounds(1)", 10**300, -(10**300)])
)
JUNK = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


def same(one: object, other: object) -> bool:
    """Equality that tells 1 from True and from 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def loads_or_is_refused(game: Glueckshaus, data: Any) -> None:
    """Either exactly what was saved comes back, or a sentence does: never a silent correction."""
    try:
        state = game.load(data)
    except StateError as error:
        assert is_sentence(error), str(error)  # noqa: PT017 - any outcome but these two is a failure
    else:
        assert same(game.dump(state), data)


@given(JUNK)
@settings(max_examples=200)
@example(dict.fromkeys(FIELDS))
def test_any_junk_is_refused(junk: Any) -> None:
    with pytest.raises(StateError) as caught:
        GAME.load(junk)
    assert is_sentence(caught.value), str(caught.value)


@given(strategies.games(), strategies.throws(25), st.data())
@settings(max_examples=300)
def test_a_damaged_position_is_refused_or_is_another_position(
    game: Glueckshaus, throws: list[Dice], data: st.DataObject
) -> None:
    found = copy.deepcopy(game.dump(run(game, throws)[-1]))
    for _ in range(data.draw(st.integers(1, 3))):
        part: Any = found
        path = data.draw(st.sampled_from([*FIELDS, "hands", "rooms", "still_in"]))
        if isinstance(found.get(path), list | dict) and found[path] and data.draw(st.booleans()):
            part = found[path]
        where = data.draw(st.sampled_from(list(range(len(part))) if isinstance(part, list) else [*part, "extra"]))
        if data.draw(st.booleans()) or where == "extra":
            if part is found and where != "extra":
                where = path
            part[where] = data.draw(JUNK)
        elif where in part or isinstance(part, list):
            del part[where]
        if not found:
            break
    loads_or_is_refused(game, found)


@given(strategies.games(), strategies.throws(25), strategies.games())
@settings(max_examples=100)
def test_a_position_of_another_game_is_refused_or_fits(
    game: Glueckshaus, throws: list[Dice], other: Glueckshaus
) -> None:
    loads_or_is_refused(other, game.dump(run(game, throws)[-1]))


@given(st.dictionaries(st.sampled_from([*specs(Options), "extra"]) | st.text(max_size=3), JUNK, max_size=4) | JUNK)
@settings(max_examples=300)
@example({"players": "3"})
def test_options_from_junk_are_refused_or_are_those_values(junk: Any) -> None:
    try:
        options = options_from_json(Options, junk)
    except OptionError as error:
        assert is_sentence(error), str(error)  # noqa: PT017 - any outcome but these two is a failure
    else:
        kept = options_to_json(options)
        for name, value in junk.items():
            assert type(kept[name]) is type(value)
            assert str(kept[name]) == str(specs(Options)[name].read(value))


def test_a_number_saved_as_a_word_is_not_corrected() -> None:
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 20, not '3'"):
        options_from_json(Options, {"players": "3"})
