from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.drawing import literal
from fortune.errors import FortuneError
from fortune.game import playout
from fortune.goose import RULESETS, Goose, State, game, spiral
from fortune.goose.board import Way, draw, ground, svg, text
from fortune.goose.squares import DICE, GEESE, HOME, START
from fortune.palette import PALETTE

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def position(key: str, seed: int, throws: int, players: int = 4) -> tuple[Goose, State, Dice | None]:
    """A position that random play reaches."""
    played = game(key, players=players)
    state, last = played.start(), None
    for thrown, step in islice(playout(played, random.Random(seed)), throws):
        state, last = step.state, thrown
    return played, state, last


def having(root: ET.Element, attribute: str) -> dict[str, ET.Element]:
    found = [element for element in root.iter() if element.get(attribute) is not None]
    by_value = {str(element.get(attribute)): element for element in found}
    assert len(by_value) == len(found)
    return by_value


def words(element: ET.Element) -> list[str]:
    return [piece.text or "" for piece in element.iter(f"{SVG}text")]


def description(root: ET.Element) -> str:
    found = root.find(f"{SVG}desc")
    assert found is not None
    return found.text or ""


# -- the spiral ----------------------------------------------------------------------------------------------


def corners(square: int) -> list[Point]:
    """The four corners of a square."""
    numbers = re.findall(r"(?:M|L| )(-?[\d.]+ -?[\d.]+)(?=[ALZ])", spiral.outline(square))
    return [(float(x), float(y)) for x, y in (pair.split() for pair in numbers)]


def inside(point: Point, square: int) -> bool:
    """Whether a point is on a square, its bent edges taken as straight."""
    x, y = point
    odd = False
    ring = corners(square)
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


def test_squares_follow_each_other_and_do_not_overlap() -> None:
    for one, other in pairwise(range(1, HOME)):
        assert corners(one)[1:3] == corners(other)[0:1] + corners(other)[3:4], "an edge is shared"
        gap = hypot(*(a - b for a, b in zip(spiral.place(one), spiral.place(other), strict=True)))
        assert 64 < gap < 74, "all are equally long"
    for square in range(1, HOME):
        assert [other for other in range(1, HOME) if inside(spiral.place(square), other)] == [square]


def test_the_track_winds_inwards_to_the_garden() -> None:
    far = [hypot(x - spiral.MIDDLE[0], y - spiral.MIDDLE[1]) for x, y in map(spiral.place, range(1, HOME))]
    assert far == sorted(far, reverse=True)
    x, y = spiral.place(HOME)
    assert hypot(x - spiral.MIDDLE[0], y - spiral.MIDDLE[1]) < far[-1] / 2
    assert not any(inside(spiral.GATE, square) for square in range(1, HOME))


def test_all_lies_on_the_sheet() -> None:
    for square in range(1, HOME):
        for x, y in corners(square):
            assert 4 < x < 716
            assert 4 < y < 764


@pytest.mark.parametrize("pieces", range(1, 9))
@pytest.mark.parametrize("square", [0, 1, 12, 19, 26, 31, 44, 52, 53, 62, 63])
def test_pieces_stand_side_by_side_on_their_square(square: int, pieces: int) -> None:
    spots = spiral.spots(square, pieces, aside=square in (19, 26, 31, 52, 53))
    assert len(spots) == pieces
    for (x0, y0, r0), (x1, y1, r1) in combinations(spots, 2):
        assert hypot(x1 - x0, y1 - y0) > 0.98 * (r0 + r1)
    if square not in (START, HOME):
        assert all(inside((x, y), square) for x, y, _ in spots)


def test_a_piece_travels_through_every_square_between() -> None:
    end = spiral.place(12)
    path = spiral.way(range(5, 13), end)
    assert path.endswith(" 0 0"), "it ends where the piece is"
    points = re.findall(r"(?:M|A[\d.]+ [\d.]+ 0 0 [01] )(-?[\d.]+) (-?[\d.]+)", path)
    passed = [(float(x) + end[0], float(y) + end[1]) for x, y in points]
    assert [next(s for s in range(1, HOME) if inside(point, s)) for point in passed] == list(range(5, 13))
    back = spiral.way([12, 11, 10], spiral.place(10))
    assert " 0 0 1 " in back
    assert " 0 0 1 " not in path
    assert spiral.way([6, 12], end, leap=True).count("Q") == 1


@pytest.mark.parametrize("square", GEESE)
def test_geese_look_where_the_way_goes(square: int) -> None:
    (x0, y0), (x1, y1) = spiral.place(square), spiral.place(square + 1)
    ahead = spiral.heading(square)
    assert (abs(ahead) < 90) == (x1 > x0) or abs(x1 - x0) < 20
    assert (ahead > 0) == (y1 > y0) or abs(y1 - y0) < 20


# -- the picture ---------------------------------------------------------------------------------------------


def test_every_square_is_numbered_once() -> None:
    played = game()
    shown = words(ET.fromstring(svg(played, played.start(), hands=False)))
    assert sorted(int(word) for word in shown if word.isdecimal()) == list(range(1, HOME + 1))


def test_what_is_marked_can_be_seen() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start()))
    pictures = having(root, "data-square")
    assert set(map(int, pictures)) == {6, 19, 26, 31, 42, 52, 53, 58, 63}
    for square, dice in DICE.items():
        faces = [len(list(face.iter(f"{SVG}circle"))) for face in pictures[str(square)] if face.get("transform")]
        assert faces == list(dice)
    geese = [element for element in root.iter(f"{SVG}path") if "scale(" in element.get("transform", "")]
    bodies = {element.get("transform") for element in geese if element.get("d", "").startswith("M-27-7")}
    assert len(bodies) == len(GEESE)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 999), st.integers(0, 60), st.integers(1, 8))
def test_the_picture_shows_what_the_state_holds(key: str, seed: int, throws: int, players: int) -> None:
    played, state, last = position(key, seed, throws, players)
    root = ET.fromstring(svg(played, state, last=last))
    pieces, hands = having(root, "data-piece"), having(root, "data-hand")
    for seat, square in enumerate(state.places):
        assert pieces[str(seat)].get("data-on") == str(square)
        shown = words(hands[str(seat)])
        assert (str(square) if square else "start") in shown
        held = played.held(state.places, seat)
        assert ("held" in shown) == held
        assert (f"misses {state.owed[seat]}" in shown) == (state.owed[seat] > 0 and not held)
        assert (str(state.owed[seat]) in words(pieces[str(seat)])) == (state.owed[seat] > 0 and not held)
        if played.options.stakes != "none":
            assert f"{state.balances[seat]:+d}".replace("-", "−").replace("+0", "0") in shown
    pool = having(root, "data-pool")
    assert list(pool) == ([str(state.pool)] if played.options.stakes != "none" else [])


def test_nobody_can_move_is_written_on_the_sheet() -> None:
    played = game("dutch", players=2)
    over = played.position([31, 52])
    root = ET.fromstring(svg(played, over))
    assert "Deadlock" in words(root)
    assert [words(hand)[-1] for hand in having(root, "data-hand").values()] == ["held", "held"]
    assert description(root).endswith("Nobody can move any more, and nobody wins.")
    assert "Deadlock" not in words(ET.fromstring(svg(played, over, between=True)))
    alone = game("dutch", players=1)
    assert "Stuck" in words(ET.fromstring(svg(alone, alone.position([31]))))


def test_a_finished_game_names_who_won() -> None:
    played = game(players=3)
    state = played.position([12, 63, 0], turn=1)
    assert text(played, state).endswith("Seat 2 has won.")
    assert words(having(ET.fromstring(svg(played, state)), "data-hand")["1"])[-1] == "wins"


def test_the_position_in_words() -> None:
    played = game("academy", players=3)
    state = played.load(played.dump(played.start()) | {"places": [31, 19, 0], "owed": [0, 2, 0], "turn": 2})
    assert text(played, state, names=["Anna", "Bjørn", "Cato"]) == (
        "Anna is in the well (31) and is held until another piece comes. Bjørn is at the inn (19) and misses 2 turns. "
        "Cato is at the start. The pool holds 3 tokens. Tokens won or paid: Anna −1, Bjørn −1, Cato −1. "
        "Cato throws next."
    )


@pytest.mark.parametrize("dice", PAIRS)
def test_the_last_throw_is_shown_pip_by_pip(dice: Dice) -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), last=dice))
    faces = [len(list(face.iter(f"{SVG}circle"))) for face in having(root, "data-dice")[str(dice)]]
    assert faces == list(dice)
    assert description(root).startswith(f"The last throw was {dice}.")


def test_a_die_stands_beside_a_seat() -> None:
    played = game(players=3)
    hands = having(ET.fromstring(svg(played, played.start(), faces={1: 5})), "data-hand")
    assert [len(list(hand.iter(f"{SVG}circle"))) for hand in hands.values()] == [0, 5, 0]


# -- heat ----------------------------------------------------------------------------------------------------


def test_heat_is_printed_and_strongest_where_there_is_most() -> None:
    played = game()
    heat = {1: 0.125, 2: 0.25, 3: 0.5, 4: 0.004, 62: 0.0, 63: 1.0, 0: 1.0}
    root = ET.fromstring(svg(played, played.start(), heat=heat, percent=True, heat_label="chance to visit"))
    printed = {square: mark.text for square, mark in having(root, "data-heat").items()}
    assert printed == {"1": "12", "2": "25", "3": "50", "4": "0.4", "62": "0", "63": "100", "0": "100"}
    painted = [path.get("fill-opacity") for path in root if path.get("fill-opacity")]
    assert painted == ["0.12", "0.25", "0.50", "0.00", "0.00"], "start and garden are not on the scale"
    legend = having(root, "data-legend")[""]
    assert words(legend) == ["0% to 50%", "chance to visit"]
    assert "chance to visit by square: 0 100, 1 12, 2 25, 3 50, 4 0.4, 62 0, 63 100." in description(root)


def test_numbers_of_throws_keep_a_decimal() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), heat={1: 24.26, 2: 9, 3: 0.5, 4: 123.4}, hands=False))
    assert [mark.text for mark in having(root, "data-heat").values()] == ["24.3", "9", ".50", "123"]
    assert not having(root, "data-piece")
    flat = ET.fromstring(svg(played, played.start(), heat={5: 2.0}))
    assert [path.get("fill-opacity") for path in flat if path.get("fill-opacity")] == ["0.00"]


# -- for the stage -------------------------------------------------------------------------------------------


def test_the_sheet_is_drawn_once_and_pictures_upon_it_are_small() -> None:
    played = game(players=8)
    below, above = ground(played), svg(played, played.start(), sheet=False)
    whole = svg(played, played.start())
    assert ET.fromstring(below).get("viewBox") == ET.fromstring(above).get("viewBox")
    assert "lining-nums" in below.partition(">")[0], "numerals of one height, as in the whole picture"
    sheet = below.partition(">")[2].removesuffix("</svg>")
    assert sheet in whole
    assert whole.partition("</desc>")[2].replace(sheet, "") == above.partition("</desc>")[2]
    assert len(above) < 10_000
    assert len(below) < 33_000


def test_a_piece_on_its_way_has_its_path_and_ends_where_it_stands() -> None:
    played = game()
    state = played.position([12, 0], 1)
    way = Way((6, 12), 650, leap=True)
    root = ET.fromstring(svg(played, state, ways={0: way}))
    moving = having(root, "data-travel")[""]
    assert moving.get("data-value") == "0:6-12"
    assert "animation-duration:650ms" in moving.get("style", "")
    still = svg(played, state)
    piece = ET.tostring(having(ET.fromstring(still), "data-piece")["0"])
    assert ET.tostring(having(moving, "data-piece")["0"]) == piece


def test_squares_that_can_be_pressed_are_named() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), press={0: "Start", 5: 'Goose "5" & more', 63: "Home"}))
    assert root.get("role") == "group"
    pressed = {part.get("data-value"): part for part in root.iter() if part.get("data-do") == "square"}
    assert set(pressed) == {"0", "5", "63"}
    assert pressed["5"].get("aria-label") == 'Goose "5" & more'
    assert all(part.get("pointer-events") == "all" for part in pressed.values())
    assert ET.fromstring(svg(played, played.start())).get("role") == "img"


def test_what_lies_on_top_is_drawn_last() -> None:
    played = game()
    assert svg(played, played.start(), over='<g data-over="x"/>').endswith('<g data-over="x"/></svg>')


# -- what every board keeps ----------------------------------------------------------------------------------


def every_string() -> Iterator[str]:
    for key in RULESETS:
        played, state, last = position(key, 1, 9)
        yield svg(played, state, last=last, heat={7: 1.0, 9: 2.0} if key == "dutch" else None)


@pytest.mark.parametrize("drawing", list(every_string()), ids=list(RULESETS))
def test_the_picture_stands_alone(drawing: str) -> None:
    root = ET.fromstring(drawing)
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
    assert not {element.tag for element in root.iter()} & {f"{SVG}{tag}" for tag in ("image", "use", "style", "script")}
    assert root.get("role") == "img"
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert ids[root.get("aria-labelledby")].tag == f"{SVG}title"
    assert ids[root.get("aria-describedby")].tag == f"{SVG}desc"
    for name, value in re.findall(r"var\(--fortune-([a-z-]+),(#[0-9a-f]{6})\)", drawing):
        assert PALETTE[name].light == value
    assert not re.findall(r'(?:fill|stroke)="#', drawing)
    assert "var(" not in literal(drawing)


def test_the_same_picture_has_the_same_bytes_and_others_have_other_ids() -> None:
    played = game(players=4)
    step = played.play(played.start(), Dice(6, 3))
    assert svg(played, step.state) == svg(played, step.state)
    ids = [re.findall(r' id="([^"]+)"', svg(played, state)) for state in (played.start(), step.state)]
    assert set(ids[0]).isdisjoint(ids[1])


def test_names_are_text_and_never_markup() -> None:
    played = game()
    root = ET.fromstring(svg(played, played.start(), names=['<b onload="x">', "A & B"], heat={1: 1}, heat_label="<i>"))
    assert {"A & B", "<i>"} <= set(words(root))
    assert not list(root.iter(f"{SVG}b"))
    assert "<script>" not in draw(played, caption="<script>")._repr_html_()


def test_bad_input_is_refused_with_a_sentence() -> None:
    played = game(players=4)
    with pytest.raises(FortuneError, match="4 players sit at the table, so the board needs 4 names, not 1"):
        svg(played, played.start(), names=["Anna"])
    for square in (-1, 64):
        with pytest.raises(FortuneError, match=f"none is {square}"):
            svg(played, played.start(), heat={square: 1.0})
        with pytest.raises(FortuneError, match=f"none is {square}"):
            svg(played, played.start(), press={square: "x"})
