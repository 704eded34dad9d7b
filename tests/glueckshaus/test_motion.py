"""The pictures between two positions, and what the board gained for the apps."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.drawing import dice_in_the_air
from fortune.errors import FortuneError
from fortune.game import playout
from fortune.glueckshaus import RULESETS, game
from fortune.glueckshaus.board import svg
from fortune.glueckshaus.motion import chips_moved, flight, on_their_way

SVG = "{http://www.w3.org/2000/svg}"


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 999))
def test_chips_on_their_way_are_those_that_the_rules_moved(key: str, seed: int) -> None:
    """The thrower's purse changes by what is on the way, and nothing lies in two places."""
    table = game(key, players=3, chips=6)
    before = table.start()
    for _, step in playout(table, random.Random(seed)):
        moved = chips_moved(table, before, step.events)
        between = on_their_way(table, before, moved)
        missing = table.total - before.house - before.rest - sum(between.hands) - between.on_board
        assert missing == sum(map(abs, moved.values()))
        if not table.is_over(step.state):
            after, seat = step.state, before.turn
            assert after.hands[seat] - before.hands[seat] == -sum(moved.values())
            assert between.rooms == tuple(map(min, before.rooms, after.rooms))
            assert between.wedding == min(before.wedding, after.wedding)
        drawn = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{flight(table, before.turn, moved)}</svg>')
        assert len([path for path in drawn.iter(f"{SVG}path") if path.get("stroke-dasharray")]) == len(moved)
        before = step.state


def test_dice_in_the_air_show_what_will_lie_underneath() -> None:
    drawn = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{dice_in_the_air((6, 3))}</svg>')
    faces = [len(list(g.iter(f"{SVG}circle"))) for g in drawn.iter(f"{SVG}g") if g.get("transform")]
    assert faces == [1, 4]
    assert dice_in_the_air((6,)).count("<rect") == 1


def test_a_die_stands_in_place_of_a_pile() -> None:
    table = game(players=3)
    root = ET.fromstring(svg(table, table.start(), faces={1: 5}))
    for seat in range(3):
        hand = next(g for g in root.iter(f"{SVG}g") if g.get("data-hand") == str(seat))
        assert len([rect for rect in hand.iter(f"{SVG}g") if rect.get("transform")]) == (seat == 1)
        assert bool([g for g in hand.iter(f"{SVG}g") if g.get("data-chips")]) == (seat != 1)


def test_rooms_that_can_be_pressed_are_named_and_felt_everywhere() -> None:
    table = game()
    root = ET.fromstring(svg(table, table.start(), press={5: 'Room "5" & more', 7: "The wedding"}))
    assert root.get("role") == "group"
    pressed = {path.get("data-value"): path for path in root.iter(f"{SVG}path") if path.get("data-do") == "room"}
    assert set(pressed) == {"5", "7"}
    assert pressed["5"].get("aria-label") == 'Room "5" & more'
    assert pressed["5"].get("pointer-events") == "all"
    assert ET.fromstring(svg(table, table.start())).get("role") == "img"
    with pytest.raises(FortuneError, match="no place 13"):
        svg(table, table.start(), press={13: "x"})


def test_what_lies_on_top_is_drawn_last() -> None:
    table = game()
    assert svg(table, table.start(), last=Dice(6, 1), over='<g data-over="x"/>').endswith('<g data-over="x"/></svg>')
