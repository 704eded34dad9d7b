"""What is told apart on boards is told apart by its lines and shapes, with all colours taken away."""

from __future__ import annotations

import re

import pytest

from fortune.classroom.poll import Poll, Truth, bars
from fortune.drawing import die_face, seat_mark
from fortune.palette import HEAT_MOST, PALETTE, SEATS, contrast, mix
from fortune.tablero.figures import coin, glass


def colourless(svg: str) -> str:
    """The picture with one colour for all fills and one for all lines; what is hollow stays hollow.

    A mark that is filled with the paper under it counts as hollow.
    """
    svg = svg.replace(PALETTE["sheet"].light, "none").replace("var(--fortune-sheet,none)", "none")
    svg = re.sub(r"var\(--fortune-[a-z-]+,#[0-9a-f]{6}\)", "black", svg)
    assert "#" not in svg, "no colour is left"
    return re.sub(r' (data-[a-z]+|class)="[^"]*"', "", svg)


def test_players_differ() -> None:
    marks = {colourless(seat_mark(seat, 0, 0, 11)) for seat in range(len(SEATS))}
    assert len(marks) == len(SEATS)


def test_taking_colours_away_leaves_equal_what_differs_by_colour_alone() -> None:
    one, other = seat_mark(0, 0, 0, 11), seat_mark(0, 0, 0, 11).replace("red", "blue")
    assert colourless(one) == colourless(other.replace(PALETTE["red"].light, PALETTE["blue"].light))


def test_faces_of_a_die_differ() -> None:
    assert len({colourless(die_face(face, 0, 0, 40)) for face in range(1, 7)}) == 6


def test_pieces_of_tablero_differ() -> None:
    pieces = {colourless(glass(0, 0)), colourless(glass(0, 0, full=False)), colourless(coin(0, 0))}
    assert len(pieces) == 3


def test_hands_and_truth_of_a_poll_differ() -> None:
    """The bar of the hands is the higher one, and stands above that of the truth."""
    poll = Poll("Heads?", ("yes", "no"), (3, 1))
    heights = re.findall(r'<rect [^>]*height="(\d+)"[^>]*>', bars(poll, Truth((0,), (0.5, 0.5)), width=500))
    assert {"16", "12"} <= set(heights)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "sheet", "shade", "blue-wash", "red-wash", "gold-wash"])
def test_the_ring_of_the_focus_is_seen_on_every_square(theme: str, ground: str) -> None:
    assert contrast(getattr(PALETTE["blue"], theme), getattr(PALETTE[ground], theme)) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("heat", ["blue", "red"])
def test_numbers_on_half_the_heat_can_be_read(theme: str, heat: str) -> None:
    for share in (HEAT_MOST / 2, HEAT_MOST):
        ground = mix(getattr(PALETTE[heat], theme), getattr(PALETTE["sheet"], theme), share)
        assert contrast(getattr(PALETTE["ink"], theme), ground) >= 4.5
