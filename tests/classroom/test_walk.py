"""The app ``chance.walk``: what it counts is held against its own rules, its chain, and its links."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fortune.classroom.track import HOME, ONE, STEPS, TWO, Rules, Track, exact
from fortune.classroom.walk import MOST, Walk, Walking
from fortune.dice import throw
from fortune.errors import FortuneError
from fortune.game import Over
from fortune.stage.protocol import Action, Button, view_to_json
from fortune.stage.session import Session

WALK = Walk()


def after(model: Walking, *presses: str) -> Walking:
    for press in presses:
        model = WALK.update(model, Action(press))
    return model


def test_a_walk_makes_the_throws_of_its_seed() -> None:
    model, rng, track = WALK.start({"seed": 5}), random.Random(5), Track()
    square = 0
    for _ in range(40):
        model = after(model, "throw.1")
        if isinstance(track.turn(square), Over):
            square = 0
        pair = throw(rng)
        square = track.play(square, pair).state
        assert (model.last, model.square) == (pair, square)
        assert model.way[-1] == square
    assert model.games > 5


def test_throws_by_the_ten_are_the_same_as_one_by_one() -> None:
    start = WALK.start({"one": "death", "seed": 9})
    one, ten = after(start, *["throw.1"] * 10), after(start, "throw.10")
    assert (one.square, one.games, one.visits, one.seen, one.here) == (
        ten.square, ten.games, ten.visits, ten.seen, ten.here,
    )  # fmt: skip
    assert one.generator == ten.generator


@pytest.mark.parametrize(("one", "two", "steps"), list(product(ONE, TWO, STEPS)))
def test_what_is_counted_comes_near_what_is_exact(one: str, two: str, steps: int) -> None:
    model = after(WALK.start({"one": one, "two": two, "steps": steps, "seed": 3}), *["throw.1000"] * 10)
    known, track = exact(model.rules), Track(model.rules)
    if known is None:
        assert model.games == 0
        assert "nobody ever comes home" in WALK.view(model).status
        return
    assert model.mean is not None
    assert abs(model.mean - known.throws) < known.throws / 8
    for square in range(HOME + 1):
        assert abs(Fraction(model.seen[square], model.games) - known.ever[square]) < 0.06
        if not isinstance(track.turn(square), Over):
            assert abs(Fraction(model.visits[square], model.games) - known.visits[square]) < 0.5
    assert sum(model.visits) + sum(model.here) == model.thrown


@pytest.mark.parametrize("options", [{}, {"one": "goose", "two": "well", "steps": 3}, {"laid": False, "two": "death"}])
def test_a_link_makes_the_same_walk(options: dict[str, Any]) -> None:
    model = after(WALK.start({**options, "seed": 11}), "throw.1000", "throw.1", "throw.10")
    again = WALK.load(json.loads(json.dumps(WALK.save(model))))
    assert WALK.view(again).table == WALK.view(model).table
    assert WALK.view(again).frames[-1].svg == WALK.view(model).frames[-1].svg
    assert after(again, "throw.100").visits == after(model, "throw.100").visits


@pytest.mark.parametrize(
    "data",
    [
        [], {"thrown": 5}, {"seed": 1, "thrown": MOST + 1}, {"seed": 1, "thrown": True}, {"seed": -1}, {"one": "inn"},
        {"two": ["well"]}, {"steps": "2"}, {"steps": 2.0}, {"laid": 1}, {"chips": 3}, {"thrown": -1}, {"one": None},
    ],
)  # fmt: skip
def test_links_that_cannot_be_are_refused_in_words(data: object) -> None:
    with pytest.raises(FortuneError, match=r"\.$"):
        WALK.load(data)


@pytest.mark.parametrize(
    "action",
    [
        Action("fly"), Action("throw.7"), Action("throw."), Action("one", "inn"), Action("two", 3),
        Action("steps", "5"), Action("steps", None), Action("laid", "yes"), Action("seed", "x"), Action("throw.1", -5),
        Action("one"),
    ],
)  # fmt: skip
def test_what_nobody_can_do_is_refused_in_words(action: Action) -> None:
    with pytest.raises(FortuneError, match=r"\.$"):
        WALK.update(WALK.start({}), action)


def test_chance_brings_the_seed_of_the_first_throw() -> None:
    model = WALK.update(WALK.start({}), Action("throw.1", 77))
    assert model.seed == 77
    assert WALK.update(model, Action("throw.1", 78)).seed == 77
    assert WALK.update(model, Action("again", 79)).seed == 79
    assert after(model, "again").seed == 78


def test_a_change_of_the_board_begins_anew() -> None:
    model = WALK.update(after(WALK.start({"seed": 2}), "throw.100"), Action("two", "death"))
    assert (model.rules, model.thrown, model.games, model.seed) == (Rules(two="death"), 0, 0, 2)
    assert WALK.update(model, Action("steps", "3")).rules == Rules(two="death", steps=3)


def test_the_pictures_walk_the_way() -> None:
    model = WALK.start({"one": "goose", "two": "death", "seed": 1})
    while len(model.way) < 4:
        model = after(model, "throw.1")
    view = WALK.view(model)
    assert [f'data-piece="{square}"' in frame.svg for square, frame in zip(model.way, view.frames, strict=True)] == [
        True
    ] * 4
    assert "goose carries" in view.announce
    assert "Death sends" in view.announce


def test_exact_values_can_be_hidden() -> None:
    shown_, hidden = WALK.view(WALK.start({})), WALK.view(WALK.start({"laid": False}))
    assert "3/2" in shown_.table + shown_.frames[0].svg
    assert "3/2" not in hidden.table + hidden.frames[0].svg + hidden.status


def test_a_walk_has_an_end() -> None:
    model = WALK.load({"seed": 4, "thrown": MOST - 5})
    buttons = {c.do: c.disabled for c in WALK.view(model).controls if isinstance(c, Button)}
    assert buttons["throw.10"]
    assert not buttons["throw.1"]
    with pytest.raises(FortuneError, match="start again"):
        WALK.update(model, Action("throw.10"))


def test_every_view_is_json() -> None:
    for model in (WALK.start({}), after(WALK.start({"two": "death", "one": "death"}), "throw.100")):
        assert json.loads(json.dumps(view_to_json(WALK.view(model))))
    assert json.loads(Session(WALK).answer(json.dumps({"ask": "start", "options": {"one": "inn"}})))["error"]
