"""The pictures between two positions."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import Dice
from fortune.game import Step, playout
from fortune.goose import RULESETS, Goose, Options, State, game
from fortune.goose.board import Way
from fortune.goose.motion import frames, legs
from fortune.goose.words import say

NAMES = ("Anna", "Bjørn", "Cato", "Dina")


def thrown(key: str, places: list[int], dice: Dice) -> tuple[Goose, State, Step[State]]:
    played = game(key, players=len(places))
    before = played.position(places)
    return played, before, played.play(before, dice)


def moves(before: State, step: Step[State]) -> list[dict[int, tuple[int, ...]]]:
    return [{seat: way.squares for seat, way in leg.ways.items()} for leg in legs(before, step.events)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 999), st.integers(1, 5), st.sampled_from(["again", "none"]))
def test_pieces_are_where_the_rules_put_them(key: str, seed: int, players: int, geese: str) -> None:
    """Each movement begins where the last one ended, and the last one ends where the position has the piece."""
    played = game(key, players=players, geese=geese)
    before = played.start()
    for dice, step in playout(played, random.Random(seed)):
        places = list(before.places)
        for leg in legs(before, step.events):
            for seat, way in leg.ways.items():
                assert way.squares[0] == places[seat]
                assert len(way.squares) > 1
                places[seat] = way.squares[-1]
        assert tuple(places) == step.state.places
        shown = frames(played, before, dice, step.events, NAMES[:players] + ("Emil",) * (players > 4))
        assert len(shown) == 1 + len(legs(before, step.events))
        before = step.state


def test_each_goose_is_a_movement_of_its_own() -> None:
    _, before, step = thrown("classic", [10, 0], Dice(3, 1))
    assert moves(before, step) == [
        {0: (10, 11, 12, 13, 14)}, {0: (14, 15, 16, 17, 18)}, {0: (18, 19, 20, 21, 22)},
    ]  # fmt: skip


def test_steps_back_from_the_garden_are_shown_one_by_one() -> None:
    _, before, step = thrown("classic", [60, 0], Dice(4, 3))
    first, second = moves(before, step)
    assert first == {0: (60, 61, 62, 63, 62, 61, 60, 59)}
    assert second == {0: (59, 58, 57, 56, 55, 54, 53, 52)}


@pytest.mark.parametrize(
    ("key", "places", "dice", "last"),
    [
        ("classic", [0, 0], Dice(6, 3), {0: (0, 26)}),
        ("classic", [1, 0], Dice(3, 2), {0: (6, 12)}),
        ("classic", [37, 0], Dice(3, 2), {0: (42, 30)}),
        ("classic", [51, 0], Dice(4, 3), {0: (58, 0)}),
        ("classic", [20, 24], Dice(3, 1), {1: (24, 20)}),
        ("dutch", [20, 24], Dice(3, 1), {0: (24, 20)}),
        ("academy", [25, 31], Dice(5, 1), {1: (31, 0)}),
        ("dutch", [25, 31], Dice(5, 1), {0: (25, 26, 27, 28, 29, 30, 31)}),
    ],
)
def test_what_leads_on_or_away_is_a_leap(
    key: str, places: list[int], dice: Dice, last: dict[int, tuple[int, ...]]
) -> None:
    _, before, step = thrown(key, places, dice)
    assert moves(before, step)[-1] == last
    way = next(iter(legs(before, step.events)[-1].ways.values()))
    assert way.leap == (len(way.squares) == 2)


def test_all_who_make_way_go_at_once() -> None:
    played = game("classic", players=3)
    before = played.position([20, 24, 24])
    step = played.play(before, Dice(3, 1))
    assert moves(before, step)[1:] == [{1: (24, 20), 2: (24, 20)}]


def test_back_past_the_start_stops_there() -> None:
    played = Goose(Options(players=2, death="none"))
    before = played.position([58, 0])
    ways = [leg[0] for leg in moves(before, played.play(before, Dice(6, 3)))]
    assert ways[0] == (58, 59, 60, 61, 62, 63, 62, 61, 60, 59)
    assert ways[-1] == (5, 4, 3, 2, 1, 0)


def test_a_long_way_takes_longer() -> None:
    _, before, step = thrown("classic", [46, 0], Dice(1, 1))
    _, far, other = thrown("classic", [10, 0], Dice(6, 5))
    one, two = (legs(at, made.events)[0].ways[0].time for at, made in ((before, step), (far, other)))
    assert one < two < 1200


def test_everything_that_moves_is_told_as_it_moves() -> None:
    played = game("gambling", players=4)
    before = played.start()
    for dice, step in playout(played, random.Random(4)):
        told = " ".join(frame.caption for frame in frames(played, before, dice, step.events, NAMES))
        moved = [event for leg in legs(before, step.events) for event in leg.events]
        assert all(say(event, NAMES) in told for event in moved)
        kinds = {type(event).__name__ for event in step.events if event not in moved}
        assert kinds <= {"Missed", "Waited", "Won", "Deadlocked", "Returned"}
        before = step.state


def test_the_pictures_are_light_and_name_no_winner_too_early() -> None:
    played, before, step = thrown("classic", [45 - 2, 56], Dice(1, 1))
    shown = frames(played, before, Dice(1, 1), step.events, NAMES[:2])
    assert 'data-over="tumble"' in shown[0].svg
    for frame in shown:
        assert len(frame.svg) < 8000
        ET.fromstring(frame.svg)
        assert "throws next" not in frame.svg or frame is shown[0]
    assert [re.findall(r'data-value="([^"]+)"', frame.svg) for frame in shown[1:]] == [["0:43-44-45"], ["0:45-46-47"]]


def test_a_way_is_a_value() -> None:
    assert Way((1, 2), 300) == Way((1, 2), 300, leap=False)
