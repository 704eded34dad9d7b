from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.drawing import ROWS_UP_TO, Drawing, literal, pile
from fortune.errors import FortuneError
from fortune.game import playout
from fortune.glueckshaus import RULESETS, Glueckshaus, Options, State, game
from fortune.glueckshaus.board import draw, svg, text
from fortune.palette import PALETTE

SVG = "{http://www.w3.org/2000/svg}"
TABLES: dict[str, dict[str, object]] = {
    **{key: {} for key in RULESETS},
    "tavern_house": {"chips": 25, "players": 2},
    "fill_up": {"chips": 40, "players": 4},
    "value_stakes": {"chips": 60, "players": 3, "four": "room"},
    "modern": {"players": 20, "four": "roll_again"},
}


def position(key: str, seed: int, throws: int) -> tuple[Glueckshaus, State, Dice | None]:
    """A position that random play reaches."""
    played = game(key, **TABLES[key])
    state, last = played.start(), None
    for thrown, step in islice(playout(played, random.Random(seed)), throws):
        state, last = step.state, thrown
    return played, state, last


def group(root: ET.Element, attribute: str, value: object) -> ET.Element:
    found = [element for element in root.iter(f"{SVG}g") if element.get(attribute) == str(value)]
    assert len(found) == 1
    return found[0]


def worth(element: ET.Element) -> int:
    return sum(int(piece.get("data-worth", 0)) for piece in element.iter())


def words(element: ET.Element) -> list[str]:
    return [piece.text or "" for piece in element.iter(f"{SVG}text")]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 999), st.integers(0, 150))
def test_the_picture_shows_what_the_state_holds(key: str, seed: int, throws: int) -> None:
    played, state, last = position(key, seed, throws)
    root = ET.fromstring(svg(played, state, last=last))
    for number, chips in zip(played.rooms, state.rooms, strict=True):
        room = group(root, "data-room", number)
        assert worth(room) == chips
        assert words(room)[0] == str(number)
    assert worth(group(root, "data-room", 7)) == state.wedding
    for number in (2, 12):
        assert worth(group(root, "data-room", number)) == 0
    for seat, chips in enumerate(state.hands):
        hand = group(root, "data-hand", seat)
        assert worth(hand) == chips
        assert ("out" in words(hand)) == (not state.still_in[seat])
        assert (str(chips) in words(hand)) == state.still_in[seat]
        assert len([mark for mark in hand.iter() if mark.get("data-seat") == str(seat)]) == 1
    assert worth(root) == played.total - state.house - state.rest
    assert {room.get("data-room") for room in root.iter(f"{SVG}g")} >= {str(n) for n in range(2, 13)}


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 999), st.integers(0, 150))
def test_the_text_form_says_what_the_state_holds(key: str, seed: int, throws: int) -> None:
    played, state, _ = position(key, seed, throws)
    said = text(played, state)
    for number, chips in zip(played.rooms, state.rooms, strict=True):
        assert (f"Room {number} is empty." in said) == (chips == 0)
        assert (f"Room {number} holds {chips} chip" in said) == (chips > 0)
    assert (f"wedding in room 7 holds {state.wedding} chip" in said) == (state.wedding > 0)
    for seat in range(played.players):
        assert (f"Seat {seat + 1} is out." in said) == (not state.still_in[seat])
    assert ("throws next." in said) != played.is_over(state)
    description = ET.fromstring(svg(played, state)).find(f"{SVG}desc")
    assert description is not None
    assert description.text == said


def test_the_first_position_in_words() -> None:
    played = game("tavern", players=2)
    assert text(played, played.start(), names=["Anna", "Bjørn"]) == (
        "Room 3 is empty. Room 5 is empty. Room 6 is empty. Room 8 is empty. Room 9 is empty. Room 10 is empty. "
        "Room 11 is empty. The wedding in room 7 holds 2 chips. Anna has 9 chips. Bjørn has 9 chips. "
        "Kings: 0 of 1. Anna throws next."
    )


def test_a_finished_game_names_who_won() -> None:
    played = game(players=3, chips=2)
    over = State(hands=(0, 6, 0), still_in=(False, True, False), rooms=(0,) * 7, wedding=0, turn=1)
    assert text(played, over).endswith("Seat 2 has won.")
    assert words(group(ET.fromstring(svg(played, over)), "data-hand", 1))[-1] == "wins"
    tied = game("two_kings", players=3, chips=2)
    draw_ = State(hands=(2, 2, 1), still_in=(True,) * 3, rooms=(1,) + (0,) * 6, wedding=0, turn=0, clock=2)
    assert text(tied, draw_).endswith("Seat 1 and Seat 2 share the win.")


def test_the_owner_s_chips_and_the_rest_are_told() -> None:
    played = game("tavern_house", players=2, end="kings(3)")
    state = State(hands=(8, 7), still_in=(True, True), rooms=(0,) * 7, wedding=2, house=3)
    assert "The owner of the board has 3 chips." in text(played, state)
    assert "3" in words(group(ET.fromstring(svg(played, state)), "data-room", 4))
    shared = game("german", players=2, chips=2, end="rounds(1)")
    assert "1 chip could not be divided." in text(shared, State((2, 1), (True, True), (0,) * 7, 0, rest=1, clock=1))


@pytest.mark.parametrize(
    ("four", "said"),
    [
        ("nothing", ["4", "no", "room"]),
        ("roll_again", ["4", "throw", "again"]),
        ("pay_house", ["4", "0"]),
        ("room", ["4"]),
    ],
)
def test_the_place_of_the_four_says_what_a_four_does(four: str, said: list[str]) -> None:
    played = Glueckshaus(Options(four=four))
    assert words(group(ET.fromstring(svg(played, played.start())), "data-room", 4)) == said


def test_every_room_takes_a_mark_and_a_value() -> None:
    played = game()
    heat = {room: (room - 7) / 3 for room in range(2, 13)}
    root = ET.fromstring(svg(played, played.start(), marks={room: f"m{room}" for room in range(2, 13)}, heat=heat))
    shown = words(root)
    assert {f"m{room}" for room in range(2, 13)} <= set(shown)
    assert {"−1.67", "−1", "0", "+0.33", "+1.67"} <= set(shown)
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert "room 9 m9" in (description.text or "")
    assert "room 2 −1.67" in (description.text or "")


def test_heat_is_strongest_furthest_from_nought_and_its_colour_is_the_sign() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), heat={3: -2.0, 5: 1.0, 7: 0.0}))
    painted = [path for path in root.iter(f"{SVG}path") if path.get("fill-opacity")]
    assert [path.get("fill-opacity") for path in painted] == ["0.50", "0.25", "0.00"]
    assert ["red" in path.get("fill", "") for path in painted] == [True, False, True]
    still = ET.fromstring(svg(played, played.start(), heat={3: 0.0}))
    assert [path.get("fill-opacity") for path in still.iter() if path.get("fill-opacity")] == ["0.00"]


@pytest.mark.parametrize("dice", PAIRS)
def test_the_last_throw_is_shown_pip_by_pip(dice: Dice) -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), last=dice))
    shown = group(root, "data-dice", dice)
    faces = [len(list(face.iter(f"{SVG}circle"))) for face in shown]
    assert faces == list(dice)
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert (description.text or "").startswith(f"The last throw was {dice}.")


def every_string() -> Iterator[str]:
    for key in RULESETS:
        played, state, last = position(key, 1, 30)
        yield svg(played, state, last=last, heat={7: 1.0}, marks={9: "+5"})


@pytest.mark.parametrize("drawing", list(every_string()), ids=list(RULESETS))
def test_the_picture_stands_alone(drawing: str) -> None:
    root = ET.fromstring(drawing)
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
    assert not {element.tag for element in root.iter()} & {f"{SVG}{tag}" for tag in ("image", "use", "style", "script")}
    assert root.get("role") == "img"
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert ids[root.get("aria-labelledby")].tag == f"{SVG}title"
    assert ids[root.get("aria-describedby")].tag == f"{SVG}desc"
    # every colour is the palette's, with its light value behind it
    for name, value in re.findall(r"var\(--fortune-([a-z-]+),(#[0-9a-f]{6})\)", drawing):
        assert PALETTE[name].light == value
    assert not re.findall(r'(?:fill|stroke)="#', drawing)
    assert "var(" not in literal(drawing)
    ET.fromstring(literal(drawing))


def test_the_same_picture_has_the_same_bytes_and_others_have_other_ids() -> None:
    played = game(players=4)
    step = played.play(played.start(), Dice(6, 3))
    assert svg(played, step.state) == svg(played, step.state)
    ids = [re.findall(r'id="([^"]+)"', svg(played, state)) for state in (played.start(), step.state)]
    assert set(ids[0]).isdisjoint(ids[1])


def test_names_are_text_and_never_markup() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), names=['<b onload="x">', "A & B"]))
    assert "A & B" in words(root)
    assert not list(root.iter(f"{SVG}b"))
    assert "<script>" not in draw(played, played.start(), caption="<script>")._repr_html_()


def test_bad_input_is_refused_with_a_sentence() -> None:
    played = game(players=4)
    with pytest.raises(FortuneError, match="4 players sit at the table, so the board needs 4 names, not 1"):
        svg(played, played.start(), names=["Anna"])
    for room in (1, 13):
        with pytest.raises(FortuneError, match=f"no place {room}"):
            svg(played, played.start(), marks={room: "+1"})
        with pytest.raises(FortuneError, match=f"no place {room}"):
            svg(played, played.start(), heat={room: 1.0})


def test_the_players_can_be_left_out() -> None:
    played = game(players=4)
    root = ET.fromstring(svg(played, played.start(), hands=False))
    assert not [element for element in root.iter() if element.get("data-hand")]


def test_a_drawing_is_shown_as_itself_and_not_as_an_image() -> None:
    html = draw(game(), game().start(), caption="The empty house.")._repr_html_()
    assert html.startswith('<figure class="board" style="max-width:45rem"><svg')
    assert html.endswith("<figcaption>The empty house.</figcaption></figure>")
    assert Drawing("<svg/>")._repr_html_() == '<figure class="board" style="max-width:45rem"><svg/></figure>'


@given(st.integers(0, 20_000))
def test_a_pile_is_worth_its_chips_and_stays_small(chips: int) -> None:
    pieces = re.findall(r'data-worth="(\d+)"', pile(chips, 0, 0, 200, 80))
    assert sum(map(int, pieces)) == chips
    assert len(pieces) <= 20 + 9 + 99
    if chips <= ROWS_UP_TO:
        assert set(pieces) <= {"1"}


@given(st.integers(0, 3000), st.integers(30, 300), st.integers(20, 100))
def test_chips_do_not_leave_their_box(chips: int, width: int, height: int) -> None:
    drawn = pile(chips, 0, 0, width, height)
    for x, y, r in re.findall(r'cx="(\S+)" cy="(\S+)" r="(\S+)"', drawn):
        assert float(r) - 0.1 <= float(x) <= width - float(r) + 0.1
        assert float(r) - 0.1 <= float(y) <= height - float(r) + 0.1
    for x, y, w in re.findall(r'x="(\S+)" y="(\S+)" width="(\S+)"', drawn):
        assert -0.1 <= float(x) <= width - float(w) + 0.1
        assert -0.1 <= float(y) <= height
