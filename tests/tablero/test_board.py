from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.drawing import literal
from fortune.errors import FortuneError
from fortune.palette import PALETTE
from fortune.tablero import RULESETS, GucciState, Move, game
from fortune.tablero.board import Marks, Press, Way, draw, ground, spot, svg, text
from fortune.tablero.lines import Line
from tests.tablero.strategies import some_states

SVG = "{http://www.w3.org/2000/svg}"


def root_of(*args: Any, **shown: Any) -> ET.Element:
    return ET.fromstring(svg(*args, **shown))


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


def dots(element: ET.Element) -> int:
    """The pips in a part of the picture: circles of no paint of their own."""
    return sum(circle.get("fill") is None for circle in element.iter(f"{SVG}circle"))


# -- the position --------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 10**6))
def test_the_picture_shows_what_the_state_holds(key: str, seed: int) -> None:
    played = game(key)
    state = some_states(played, random.Random(seed), 2)[1]
    root = root_of(played, state, names=["Anna", "Bjørn"], emptied=(3, 11))
    assert sorted(having(root, "data-piece")) == [f"{'abcdefg'[column]}{row}" for column, row in enumerate(state.rows)]
    hands = having(root, "data-hand")
    for seat, name in enumerate(("Anna", "Bjørn")):
        shown = words(hands[str(seat)])
        won = state.phase == "over" and state.turn == seat
        assert name in shown
        assert str(state.stocks[seat]) in shown
        assert ("wins" in shown) == won
        assert (f"emptied {(3, 11)[seat]}" in shown) == (not won)
        assert dots(hands[str(seat)]) == (state.dice.total if state.dice and seat == state.turn else 0)
    queen = having(root, "data-queen")
    assert list(queen) == ([str(state.queen)] if getattr(state, "queen", 0) else [])
    assert text(played, state, names=["Anna", "Bjørn"]) in description(root)


def test_south_is_below_and_column_a_left() -> None:
    assert spot(0, 1)[1] > spot(0, 7)[1]
    assert spot(0, 1)[0] < spot(6, 1)[0]
    played = game("plain")
    root = root_of(played, played.start())
    for letter in "abcdefg":
        assert words(root).count(letter) == 1
    for row in range(1, 8):
        assert str(row) in words(root)


def test_the_way_of_whoever_is_next_is_the_strong_one() -> None:
    def shafts(turn: int, key: str = "plain") -> list[str]:
        played = game(key)
        ways = having(root_of(played, played.position([4] * 5 + [1, 2], turn)), "data-ways")
        [(kind, group)] = ways.items()
        assert kind == ("both" if key in ("free", "jesus") else "forward")
        # South's comes first; each arrow is a shaft and a tip
        return [str(path.get("stroke-width")) for path in group if path.get("class") is None][::2]

    assert shafts(0) == ["7", "3"]
    assert shafts(1) == ["3", "7"]
    assert shafts(1, "free") == ["3", "7"]
    assert shafts(0, "jesus") == ["7", "3"]


def test_the_position_in_words() -> None:
    played = game("gucci")
    state = played.position([7, 7, 7, 6, 4, 1, 1], turn=1, stocks=[5, 1], queen=8)
    assert text(played, state, names=["Anna", "Bjørn"]) == (
        "Glasses stand on a7, b7, c7, d6, e4, f1 and g1. Anna, at home on row 1, has five glasses left to fill. "
        "Bjørn, at home on row 7, has one glass left to fill. The Queen's number is 8. Bjørn throws next."
    )
    state, _ = played.play(state, Dice(6, 2))
    assert text(played, state).endswith("North decides next.")


def test_a_glass_is_full_or_empty() -> None:
    played = game("plain")
    state = played.position([2, 2, 2, 2, 2, 2, 5])
    full, some = root_of(played, state), root_of(played, state, empty=(0, 6))
    assert not [part for part in full.iter() if part.get("data-empty") is not None]
    assert {part.get("data-piece") for part in some.iter() if part.get("data-empty") is not None} == {"a2", "g5"}
    glasses = having(some, "data-piece")
    parts = {name: len(list(glass.iter(f"{SVG}path"))) for name, glass in glasses.items()}
    assert parts["a2"] == parts["g5"] < parts["b2"], "told apart by more than a colour"
    assert description(some).endswith("Empty: a2, g5.")


def test_a_finished_game_names_who_won() -> None:
    played = game("plain", stock=0)
    state, _ = played.play(played.position([4, 4, 4, 4, 4, 3, 1]), Dice(2, 1))
    state, _ = played.play(state, Move(5, 4, 6, 3))
    assert state.phase == "over"
    assert text(played, state).endswith("South has won.")
    assert "wins" in words(having(root_of(played, state), "data-hand")["0"])


@pytest.mark.parametrize("dice", PAIRS)
def test_the_last_throw_lies_beside_who_threw_it(dice: Dice) -> None:
    played = game("plain")
    root = root_of(played, played.start(), last=dice, thrower=1)
    hands = having(root, "data-hand")
    assert [dots(hands["0"]), dots(hands["1"])] == [0, dice.total]
    assert description(root).startswith(f"The last throw was {dice}.")


def test_a_die_stands_beside_a_seat() -> None:
    played = game("jesus")
    hands = having(root_of(played, played.start(), faces={1: 5}), "data-hand")
    assert [dots(hands[seat]) for seat in "01"] == [0, 5]


# -- a decision in the making --------------------------------------------------------------------------------


def test_marks_name_their_square_and_show_their_die() -> None:
    played = game("plain")
    state, _ = played.play(played.start(), Dice(6, 4))
    marks = Marks({(3, 7): 6, (4, 5): 4}, {(6, 5): 4}, (6, 1), (6, 7), die=6)
    root = root_of(played, state, marks=marks)
    targets, lost = having(root, "data-target"), having(root, "data-lost")
    assert {square: dots(part) for square, part in targets.items()} == {"d7": 6, "e5": 4}
    assert {square: dots(part) for square, part in lost.items()} == {"g5": 4}
    assert list(having(root, "data-half")) == ["g7"]
    bare = root_of(played, state)
    assert not any(having(bare, name) for name in ("data-target", "data-lost", "data-half", "data-movable"))
    movable = having(root_of(played, state, marks=Marks(movable=[3, 6])), "data-movable")
    assert list(movable) == ["d1", "g1"]


def test_lines_lie_under_their_pieces() -> None:
    played = game("jesus")
    state = played.position([3, 3, 3, 5, 5, 1, 7])
    drawing = svg(played, state, marks=Marks(lines=[Line(3, (0, 1, 2)), Line(5, (3, 4))]))
    assert list(having(ET.fromstring(drawing), "data-line")) == ["3", "5"]
    assert drawing.index("data-line") < drawing.index("data-piece")
    plain = game("plain")
    diagonal = svg(plain, plain.position(range(1, 8)), marks=Marks(lines=[Line(0, tuple(range(7)))]))
    (x, y), (z, w) = spot(0, 1), spot(6, 7)
    assert f"M{x:g} {y:g}L{z:g} {w:g}" in diagonal


def test_what_can_be_pressed_is_named_and_lies_over_what_it_names() -> None:
    played = game("plain")
    state, _ = played.play(played.start(), Dice(6, 4))
    named = {"6": "The 6", "4": "The 4", "d": 'd1 & "on"', "e7": "e1 to e7", "d1g1": "All four"}
    press = {what: Press("pick", what, name) for what, name in named.items()}
    root = root_of(played, state, press=press)
    assert root.get("role") == "group"
    parts = {str(part.get("data-value")): part for part in root.iter() if part.get("data-do") == "pick"}
    assert {value: part.get("aria-label") for value, part in parts.items()} == named
    assert all(part.get("pointer-events") == "all" for part in parts.values())

    def covers(part: ET.Element, point: tuple[float, float]) -> bool:
        left, top, wide, high = (float(str(part.get(name))) for name in ("x", "y", "width", "height"))
        return left < point[0] < left + wide and top < point[1] < top + high

    assert covers(parts["d"], spot(3, 1))
    assert covers(parts["e7"], spot(4, 7))
    assert all(covers(parts["d1g1"], spot(column, 1)) for column in (3, 4, 5, 6))
    assert not covers(parts["d1g1"], spot(2, 1))
    faces = re.findall(r"translate\(([\d.]+) ([\d.]+)\) rotate\((?:-4|5)\)", svg(played, state))
    high, low = ((float(x), float(y)) for x, y in faces)
    assert covers(parts["6"], high)
    assert covers(parts["4"], low)
    assert root_of(played, state).get("role") == "img"


@pytest.mark.parametrize("what", ["", "7", "0", "h", "a8", "a0", "h1", "c4f", "c4f9", "C", "66"])
def test_only_what_is_there_can_be_pressed(what: str) -> None:
    played = game("plain")
    state, _ = played.play(played.start(), Dice(6, 4))
    with pytest.raises(FortuneError, match="can be pressed"):
        svg(played, state, press={what: Press("pick", what, "x")})


def test_bad_input_is_refused_with_a_sentence() -> None:
    played = game("plain")
    with pytest.raises(FortuneError, match="the board needs 2 names, not 1"):
        svg(played, played.start(), names=["Anna"])
    for wrong in (
        {"marks": Marks({(7, 1): 6})}, {"marks": Marks({}, {(0, 8): 6})}, {"marks": Marks(origin=(-1, 1))},
        {"marks": Marks(half=(0, 0))}, {"marks": Marks(movable=[7])}, {"empty": [7]}, {"ways": {7: Way(1, 5)}},
    ):  # fmt: skip
        with pytest.raises(FortuneError, match="columns 0 to 6 and rows 1 to 7"):
            svg(played, played.start(), **wrong)


# -- for the stage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["plain", "free", "jesus"])
def test_the_cloth_is_drawn_once_and_pictures_upon_it_are_small(key: str) -> None:
    played = game(key)
    below, above, whole = ground(played), svg(played, played.start(), sheet=False), svg(played, played.start())
    assert ET.fromstring(below).get("viewBox") == ET.fromstring(above).get("viewBox")
    cloth = below.partition(">")[2].removesuffix("</svg>")
    assert whole.partition("</desc>")[2].replace(cloth, "") == above.partition("</desc>")[2]
    assert len(above) < 12_500
    assert len(below) < 9_000


def test_a_piece_on_its_way_has_its_path_and_ends_where_it_stands() -> None:
    played = game("plain")
    state = played.position([1, 1, 1, 5, 1, 1, 1])
    root = root_of(played, state, ways={3: Way(2, 530)})
    moving = having(root, "data-travel")[""]
    assert moving.get("data-piece") == "d5"
    assert moving.get("data-value") == "3:2-5"
    style = moving.get("style", "")
    far = spot(3, 2)[1] - spot(3, 5)[1]
    assert f"path('M0 {far:g}L0 0')" in style
    assert "animation-duration:530ms" in style
    still = having(root_of(played, state), "data-piece")["d5"]
    assert [ET.tostring(part) for part in moving] == [ET.tostring(part) for part in still]


def test_what_lies_on_top_is_drawn_last() -> None:
    played = game("plain")
    assert svg(played, played.start(), over='<g data-over="x"/>').endswith('<g data-over="x"/></svg>')


# -- what every board keeps ----------------------------------------------------------------------------------


def every_string() -> Iterator[str]:
    for key in RULESETS:
        played = game(key)
        state = some_states(played, random.Random(5), 2)[1]
        yield svg(played, state, last=Dice(6, 3), emptied=(1, 2), marks=Marks({(1, 2): 3}, {(2, 3): 1}, (1, 1), (1, 2)))


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


def test_all_writing_is_large_enough_to_read_at_360_pixels() -> None:
    """The stage is some 344 pixels wide there, the drawing 720 units: 22 units are ten and a half pixels."""
    played = game("gucci")
    drawing = svg(played, played.position([1, 2, 3, 4, 5, 6, 6], queen=12), emptied=(40, 41))
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawing)) >= 22


def test_the_same_picture_has_the_same_bytes_and_others_have_other_ids() -> None:
    played = game("plain")
    step = played.play(played.start(), Dice(6, 3))
    assert svg(played, step.state) == svg(played, step.state)
    ids = [re.findall(r' id="([^"]+)"', svg(played, state)) for state in (played.start(), step.state)]
    assert set(ids[0]).isdisjoint(ids[1])


def test_names_are_text_and_never_markup() -> None:
    played = game("plain")
    root = root_of(played, played.start(), names=['<b onload="x">', "A & B"])
    assert "A & B" in words(root)
    assert not list(root.iter(f"{SVG}b"))
    assert "<script>" not in draw(played, caption="<script>")._repr_html_()


def test_without_a_state_it_is_the_start() -> None:
    played = game("gucci")
    start = played.start()
    assert isinstance(start, GucciState)
    assert draw(played).svg == svg(played, start)
