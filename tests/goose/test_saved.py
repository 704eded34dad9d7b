"""Saved positions of the Goose: what was saved comes back, and damage is refused with a sentence."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.errors import StateError
from fortune.goose import Goose, Options, game
from fortune.options import specs
from tests.goose import strategies
from tests.goose.test_properties import run
from tests.helpers import is_sentence, reachable

FIELDS = ["places", "owed", "origins", "begun", "balances", "pool", "turn"]
LISTS = FIELDS[:5]
NAN = float("nan")
HUGE = 10**5000
NO_COUNTS: list[object] = [None, True, False, "1", 1.0, NAN, float("inf"), HUGE, -HUGE, [], {}, [1]]

GAME = game("academy", players=3, nine="first_throw")


def saved(**changes: Any) -> dict[str, Any]:
    """A position of ``GAME`` with some parts changed: one at the inn, one in the well, one about to throw."""
    whole = {
        "places": [19, 31, 40],
        "owed": [2, 0, 0],
        "origins": [0, 22, 0],
        "begun": [True, True, True],
        "balances": [-2, -2, -1],
        "pool": 5,
        "turn": 2,
    }
    return {**whole, **changes}


def refused(data: object, words: str, under: Goose = GAME) -> None:
    before = pickle.dumps(data)
    with pytest.raises(StateError, match=words) as caught:
        under.load(data)
    assert is_sentence(caught.value), str(caught.value)
    assert pickle.dumps(data) == before, "what was handed in is left alone"


def with_seat(field: str, seat: int, value: object) -> dict[str, Any]:
    parts = [*saved()[field]]
    parts[seat] = value
    return saved(**{field: parts})


def test_the_position_all_damage_is_done_to_is_whole() -> None:
    assert GAME.dump(GAME.load(saved())) == saved()
    assert list(GAME.dump(GAME.start())) == list(saved()) == FIELDS


def test_dump_is_what_json_knows() -> None:
    assert json.loads(json.dumps(GAME.dump(GAME.load(saved())))) == saved()


# --- the form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_named(field: str) -> None:
    data = saved()
    del data[field]
    refused(data, f"cut short: {field} is missing")


def test_an_extra_field_is_named() -> None:
    refused(saved(bank=3), "has 'bank', which no such position has")
    refused({**saved(), **{f"x{i}": i for i in range(10_000)}}, "has 'x0', 'x1'")


@pytest.mark.parametrize("data", [None, 3, "places", [], [saved()], (), True, NAN], ids=repr)
def test_what_is_no_mapping_is_refused(data: object) -> None:
    refused(data, "A position of the Goose is saved as a mapping with the keys places, owed")


@pytest.mark.parametrize("field", LISTS)
@pytest.mark.parametrize(
    "value", [None, 3, "446", {}, {"0": 4}, (0, 0, 0), [], [0, 0], [0, 0, 0, 0], [[0, 0, 0]]], ids=repr
)
def test_lists_of_seats_have_an_entry_for_each_seat(field: str, value: object) -> None:
    refused(saved(**{field: value}), f"{field} must be a list with an entry for each of 3 players, not ")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("places", "The square of seat {} must be a whole number from 0 to 63, not "),
        ("owed", "The turns to miss of seat {} must be a whole number from 0 to 9, not "),
        ("origins", "The last square of seat {} must be a whole number from 0 to 62, not "),
        ("balances", "The tokens of seat {} must be a whole number from -1000000000 to 1000000000, not "),
    ],
)
def test_each_entry_is_a_whole_number_in_its_range(field: str, words: str, seat: int) -> None:
    for value in NO_COUNTS:
        refused(with_seat(field, seat, value), words.format(seat + 1))
    if field != "balances":
        refused(with_seat(field, seat, -1), words.format(seat + 1) + "-1")
        refused(with_seat(field, seat, 64), words.format(seat + 1) + "64")


@pytest.mark.parametrize("value", [1, 0, "true", None, NAN, [True], 1.0], ids=repr)
def test_begun_is_true_or_false(value: object) -> None:
    refused(with_seat("begun", 1, value), "begun must say true or false for each player")


@pytest.mark.parametrize("value", [*NO_COUNTS, -1], ids=lambda v: "huge" if v in (HUGE, -HUGE) else repr(v))
def test_pool_and_turn_are_counts(value: object) -> None:
    refused(saved(pool=value), "The pool must be a whole number from 0 to ")
    refused(saved(turn=value), "The seat to throw must be a whole number from 0 to 2, not ")


def test_the_seat_to_throw_plays() -> None:
    refused(saved(turn=3), "from 0 to 2, not 3")


@pytest.mark.parametrize("depth", [10, 500, 100_000])
def test_deep_junk_is_refused(depth: int) -> None:
    junk: Any = []
    for _ in range(depth):
        junk = [junk]
    for data in (junk, *(saved(**{field: junk}) for field in FIELDS)):
        with pytest.raises(StateError) as caught:
            GAME.load(data)
        assert is_sentence(caught.value)


# --- where pieces can stand ---------------------------------------------------------------------------------


@pytest.mark.parametrize("square", [5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59, 6, 42, 58])
def test_nobody_rests_on_geese_bridge_labyrinth_or_death(square: int) -> None:
    refused(with_seat("places", 2, square), f"Seat 3 cannot stand on square {square}: no throw ends there")
    bare = game(geese="none", bridge="none", maze="none", death="none", players=3)
    assert bare.position([1, 2, square]).places == (1, 2, square)


def test_who_is_home_has_ended_the_game() -> None:
    refused(with_seat("places", 0, 63), "Seat 1 is home, so the game is over, and seat 3 cannot be next")
    won = saved(places=[19, 31, 63], balances=[-2, -2, 4], pool=0)
    assert GAME.is_over(GAME.load(won))
    refused({**won, "places": [63, 31, 63]}, "Seat 1 is home")


def test_two_alone_do_not_share_a_square_unless_that_is_agreed() -> None:
    swap = game("classic")
    data = swap.dump(swap.start())
    refused({**data, "places": [20, 20]}, "Two pieces cannot stand on square 20 with collision=swap", swap)
    share = game("classic", collision="share")
    assert share.load({**data, "places": [20, 20]}).places == (20, 20)
    assert swap.load({**data, "places": [0, 0]}).places == (0, 0)
    dutch = game("dutch")
    assert dutch.load({**data, "places": [31, 31]}).places == (31, 31)
    refused({**data, "places": [20, 20]}, "Two pieces cannot stand on square 20 with collision=mover_back", dutch)
    three = game("classic", players=3)
    assert three.position([24, 20, 20]).places == (24, 20, 20), "two were displaced"


# --- who waits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "owed"), [(19, 3), (20, 1), (0, 1), (31, 1)])
def test_turns_are_owed_where_they_are_missed_and_not_more(place: int, owed: int) -> None:
    data = saved(places=[place, 7, 40], owed=[owed, 0, 0], origins=[0, 0, 0])
    refused(data, f"Seat 1 cannot have {owed} turns to miss on square {place}")


def test_who_owes_a_turn_or_is_held_cannot_throw() -> None:
    refused(saved(turn=0), "Seat 1 cannot throw next: it has to wait on square 19")
    refused(saved(turn=1), "Seat 2 cannot throw next: it has to wait on square 31")


def test_two_are_not_held_together() -> None:
    refused(saved(places=[31, 31, 40], owed=[0, 0, 0]), "Two pieces cannot be held on square 31")
    stays = game("dutch", players=3)
    assert stays.position([31, 31, 40]).places == (31, 31, 40)


def test_the_last_square_is_noted_only_for_who_is_sent_there() -> None:
    refused(with_seat("origins", 2, 20), "last square of seat 3 is noted only while it waits to be sent there")
    prison = saved(places=[19, 52, 40])
    refused(prison, "last square of seat 2 is noted only")
    assert GAME.load(saved(places=[19, 52, 40], origins=[0, 0, 0])).places[1] == 52
    rescued = game("academy", players=3, nine="first_throw", well_release="rescuer_start")
    refused(saved(), "last square of seat 2 is noted only", rescued)


@pytest.mark.parametrize("origin", [5, 42, 58, 31])
def test_the_last_square_is_one_to_throw_from(origin: int) -> None:
    refused(with_seat("origins", 1, origin), f"Seat 2 cannot have thrown from square {origin}")


def test_who_has_thrown_is_noted_only_where_it_is_asked() -> None:
    refused(saved(), "begun is noted only where nine=first_throw asks", game("academy", players=3))


def test_only_in_the_first_round_has_somebody_not_thrown() -> None:
    for begun in ([False, True, True], [True, True, False], [False, False, False]):
        refused(saved(begun=begun), "Only in the first round are there seats that have not begun")
    first = saved(places=[7, 0, 0], owed=[0] * 3, origins=[0] * 3, balances=[-1] * 3, pool=3, turn=1)
    assert GAME.load({**first, "begun": [True, False, False]}).begun == (True, False, False)
    assert GAME.load({**first, "begun": [True, True, True]}).begun == (True, True, True), "after two deaths"
    refused({**first, "begun": [True, True, False]}, "Only in the first round")
    refused({**first, "begun": [True, False, False], "turn": 2}, "Only in the first round")


@pytest.mark.parametrize(
    ("places", "turn", "begun"),
    [
        ((0, 0), 0, (False, False)),
        ((7, 0), 1, (True, False)),
        ((7, 0), 0, (True, True)),
        ((0, 7), 0, (True, True)),
        ((0, 0), 1, (True, False)),
        ((20, 24), 0, (True, True)),
    ],
)
def test_a_position_that_is_set_up_tells_who_has_thrown(
    places: tuple[int, int], turn: int, begun: tuple[bool, bool]
) -> None:
    assert game("classic_literal").position(places, turn).begun == begun
    assert game("classic").position(places, turn).begun == (False, False)


def test_who_ended_the_game_owes_nothing() -> None:
    """Alone in the well: stuck, so no turn is left to miss; a piece that is home owes none either."""
    alone = game(players=1, well="until_released")
    stuck = {**alone.dump(alone.start()), "places": [31]}
    assert alone.is_over(alone.load(stuck))
    refused({**stuck, "owed": [1]}, "cannot have 1 turns to miss on square 31", alone)
    refused({**stuck, "places": [63], "owed": [1]}, "cannot have 1 turns to miss on square 63", alone)


# --- tokens -------------------------------------------------------------------------------------------------


def test_no_token_is_lost_or_made() -> None:
    refused(saved(pool=6), "have -5 tokens more than they began with and 6 lie in the pool")
    refused(with_seat("balances", 0, -3), "have -6 tokens more than they began with and 5 lie")


def test_without_stakes_there_are_no_tokens() -> None:
    free = game("academy", players=3, nine="first_throw", stakes="none")
    refused(saved(), "With stakes=none there are no tokens", free)
    assert free.load(saved(balances=[0, 0, 0], pool=0)).pool == 0


def test_each_has_paid_the_ante() -> None:
    refused(saved(balances=[-2, -3, 0]), "Each player has put in 1 or more, and nobody has won yet")
    dear = game("academy", players=3, nine="first_throw", ante=2)
    refused(saved(), "Each player has put in 2 or more", dear)


def test_under_all_ante_all_have_paid_the_same() -> None:
    gambling = game("academy", players=3, nine="first_throw", stakes="all_ante")
    refused(saved(), "With stakes=all_ante all have paid the same until somebody wins", gambling)
    assert gambling.load(saved(balances=[-4, -4, -4], pool=12)).pool == 12


def test_the_winner_has_taken_the_pool() -> None:
    refused(saved(places=[19, 31, 63], balances=[-2, -2, -1]), "over, so 5 tokens cannot be left in the pool")


def test_after_a_deadlock_only_what_cannot_be_divided_is_left() -> None:
    two = game("academy")
    data = {**two.dump(two.start()), "places": [31, 52], "balances": [0, -1], "pool": 1}
    assert two.dump(two.load(data)) == data
    refused({**data, "balances": [-1, -1], "pool": 2}, "over, so 2 tokens cannot be left in the pool", two)


# --- what loads, and what can occur -------------------------------------------------------------------------

SMALL: list[tuple[int, dict[str, Any]]] = [
    (1, {"nine": "first_throw"}),
    (1, {"geese": "none", "bridge": "none", "maze": "none"}),
    (2, {}),
    (2, {"inn": 1, "prison": "until_released", "prison_release": "stays", "collision": "mover_back"}),
]


@pytest.mark.parametrize(("players", "options"), SMALL, ids=str)
def test_what_loads_is_what_can_occur(players: int, options: dict[str, Any]) -> None:
    """By brute force, every way to lay the pieces and to owe turns. Only on the first square, where no throw leads
    unless Death does, more loads than occurs: whether some row of throws leads to a position is not searched."""
    small = Goose(Options(players=players, **options))
    possible = {json.dumps(small.dump(state)) for state in reachable(small)}
    accepted, start = set(), small.dump(small.start())
    begun = [[True] * players, [False] * players]
    squares = [(place, owed) for place in range(64) for owed in range(small.waits.get(place, 0) + 2)]
    squares = [(place, owed) for place, owed in squares if owed == 0 or place in (0, *small.waits)]
    for pieces in itertools.product(squares, repeat=players):
        for thrown, turn in itertools.product(begun, range(players)):
            data = {**start, "places": [p for p, _ in pieces], "owed": [o for _, o in pieces], "begun": thrown}
            if loads(small, {**data, "turn": turn}):
                accepted.add(json.dumps({**data, "turn": turn}))
    assert possible <= accepted
    assert all(1 in json.loads(text)["places"] for text in accepted - possible)
    assert len(accepted) > len(possible)


def loads(small: Goose, data: object) -> bool:
    try:
        small.load(data)
    except StateError:
        return False
    return True


# --- junk without end ---------------------------------------------------------------------------------------

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 64)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*FIELDS, *specs(Options), "31", "miss(2)", 10**300, -(10**300)])
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


def loads_or_is_refused(game: Goose, data: Any) -> None:
    """Either exactly what was saved comes back, and can be played on; or a sentence does."""
    try:
        state = game.load(data)
    except StateError as error:
        assert is_sentence(error), str(error)  # noqa: PT017 - any outcome but these two is a failure
    else:
        assert same(game.dump(state), data)
        if not game.is_over(state):
            game.load(game.dump(game.play(state, Dice(2, 1)).state))


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
    game: Goose, throws: list[Dice], data: st.DataObject
) -> None:
    found = copy.deepcopy(game.dump(run(game, game.start(), throws)[-1]))
    for _ in range(data.draw(st.integers(1, 3))):
        part: Any = found
        path = data.draw(st.sampled_from([*FIELDS, "places", "places"]))
        if isinstance(found.get(path), list) and found[path] and data.draw(st.booleans()):
            part = found[path]
        where = data.draw(st.sampled_from(list(range(len(part))) if isinstance(part, list) else [*part, "extra"]))
        if data.draw(st.integers(0, 3)) or where == "extra":
            part[where] = data.draw(st.sampled_from([0, 1, 19, 31, 52, 63, True]) | JUNK)
        else:
            del part[where]
        if not found:
            break
    loads_or_is_refused(game, found)


@given(strategies.games(), strategies.throws(25), strategies.games())
@settings(max_examples=100)
def test_a_position_of_another_game_is_refused_or_fits(game: Goose, throws: list[Dice], other: Goose) -> None:
    loads_or_is_refused(other, game.dump(run(game, game.start(), throws)[-1]))
