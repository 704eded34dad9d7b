"""The play app and the replay, driven by JSON as the page drives them.

What any game at one screen does is tested with Glückshaus; here is what differs.
"""

from __future__ import annotations

import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortune
from fortune.dice import throw
from fortune.errors import StageError
from fortune.game import Over
from fortune.goose import RULESETS, Goose
from fortune.goose.cases import CASES, NAMES
from fortune.goose.words import say
from fortune.stage.page import embed
from fortune.stage.protocol import Action
from fortune.stage.registry import find_app
from tests.desk import Desk, saved

PLAY, REPLAY = "goose.play", "goose.replay"


def table(**options: Any) -> Desk:
    return Desk(PLAY, **options)


def on_squares(desk: Desk) -> list[int]:
    pieces = {part.get("data-piece"): part.get("data-on") for part in desk.picture().iter() if part.get("data-piece")}
    return [int(pieces[str(seat)] or 0) for seat in range(len(pieces))]


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_whole_game_says_what_the_rules_say(key: str, players: int) -> None:
    """The log of the app against the rules themselves, played with the same dice by another road."""
    names = ["Anna", "Bjørn", "Cato", "Dina"][:players]
    desk = table(ruleset=key, players=players, seed=3, prelude=False)
    rng, game = random.Random(3), Goose(RULESETS[key].options(players=players))
    state, throws = game.start(), 0
    while not isinstance(turn := game.turn(state), Over):
        assert desk.status.startswith(names[turn.seat])
        throws += 1
        step = game.play(state, throw(rng))
        state = step.state
        desk.go()
        line = desk.log[-1]
        assert line.startswith(f"{throws}. ")
        assert line.endswith(" ".join(say(event, names) for event in step.events))
        assert on_squares(desk) == list(state.places)
        for frame in desk.view["frames"]:
            ET.fromstring(frame["svg"])
    assert all(names[seat] in desk.status for seat in turn.outcome.winners)
    assert ("Nobody wins" in desk.status) == (not turn.outcome.winners)
    assert desk.controls()["new"]["label"] == "Play again"
    assert "finished" in desk.act("throw")


def test_who_is_alone_need_not_throw_for_who_begins() -> None:
    desk = table(players=1)
    assert desk.status == "Anna throws next."
    assert desk.log == ["The classic game (classic): one player alone."]
    desk.go()
    assert desk.log[-1].startswith("1. ")
    assert table(players=2).status == "Anna throws one die: the highest begins."


def test_the_prelude_stands_beside_the_names() -> None:
    desk = table(players=2, prelude=True)
    desk.act("hand", True)
    desk.act("die.2")
    desk.act("die.6")
    assert desk.log[-1] == "Bjørn has thrown highest, and begins."
    assert "ours: S3 draws lots" in desk.controls()["prelude"]["hint"]
    hands = [part for part in desk.picture().iter() if part.get("data-hand") is not None]
    dice = [len([dot for dot in hand.iter() if dot.tag.endswith("circle")]) for hand in hands]
    assert dice == [6, 2], "the winner sits down first"


def test_stakes_are_told_and_shown() -> None:
    desk = table(ruleset="academy", players=3, prelude=False)
    assert desk.log == ["The game of the Academy (academy): 3 players. Each has put 1 token into the pool."]
    desk.act("hand", True)
    desk.act("die.4")
    desk.act("die.2")
    assert "Anna puts a token into the pool at the bridge (6)." in desk.log[-1]
    pool = [part.get("data-pool") for part in desk.picture().iter() if part.get("data-pool")]
    assert pool == ["4"]


def test_a_deadlock_ends_the_game() -> None:
    desk = table(ruleset="dutch", players=2, prelude=False, persons=[0, 1])
    desk.act("hand", True)
    # Anna by way of 26 into the well; Bjørn by way of 53 and 60 to 63, and by a goose back into the prison
    for die in (6, 3, 5, 4, 4, 1, 4, 3, 4, 3):
        assert desk.act(f"die.{die}") == ""
    assert on_squares(desk) == [31, 52]
    assert desk.status == "Nobody wins: every piece is held, and no other can come. A deadlock."
    assert desk.controls()["throw"]["disabled"]
    assert desk.act("undo") == ""
    assert desk.status == "Bjørn throws next."


def test_a_step_is_shown_happening_and_then_stays() -> None:
    desk = table(prelude=False, persons=[0, 1, 2])
    assert len(desk.view["frames"]) == 1
    desk.act("hand", True)
    desk.act("die.3")
    desk.act("die.2")
    frames = desk.view["frames"]
    assert len(frames) == 4, "dice in the air, to the goose, on by the goose, the position"
    assert 'data-over="tumble"' in frames[0]["svg"]
    assert ["data-travel" in frame["svg"] for frame in frames] == [False, True, True, False]
    desk.act("name.0", "Zoë")
    assert len(desk.view["frames"]) == 1


def test_answers_are_light() -> None:
    """The sheet lies under all pictures, once."""
    desk = table(ruleset="gambling", players=8, seed=2, prelude=False, persons=[])
    ground = desk.view["ground"]
    assert ground.startswith("<svg")
    for _ in range(25):
        if desk.controls()["throw"]["disabled"]:
            break
        desk.go()
        assert desk.view["ground"] == ground
        assert sum(len(frame["svg"]) for frame in desk.view["frames"]) + len(ground) < 120_000


def test_every_ruleset_can_be_chosen_and_is_named_so() -> None:
    desk = table()
    for key in RULESETS:
        assert desk.act("ruleset", key) == ""
        assert desk.act("new") == ""
        assert f"({key})" in desk.log[0]
    desk.act("option.inn", 3)
    assert desk.controls()["ruleset"]["value"] == "own"


ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["throw", "throw", "throw", "undo", "new", "deal"]), st.none()),
    st.tuples(st.sampled_from([f"die.{die}" for die in range(1, 7)]), st.none()),
    st.tuples(st.sampled_from(["hand", "prelude", "computer.0", "computer.1"]), st.booleans()),
    st.tuples(st.just("ruleset"), st.sampled_from([*RULESETS, "own", "modern"])),
    st.tuples(
        st.sampled_from([f"option.{name}" for name in ("well", "prison_release", "death", "collision", "nine")]),
        st.sampled_from(["miss", "until_released", "stays", "0", "1", "none", "swap", "share", "first_throw"]),
    ),
    st.tuples(st.sampled_from(["option.players", "option.inn", "count.well", "seed"]), st.integers(0, 9)),
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.integers(1, 4), st.lists(ACTIONS, max_size=40))
def test_every_action_gives_a_view_or_a_sentence_and_every_moment_can_be_saved(
    key: str, players: int, actions: list[tuple[str, Any]]
) -> None:
    desk, other = table(ruleset=key, players=players), table()
    for do, value in actions:
        if not desk.tried(do, value):
            continue
        assert other.load(desk.saved) == ""
        assert other.still() == desk.still()


@pytest.mark.parametrize(
    "model",
    [
        {"options": {"chips": 3}}, {"options": {"players": 21}}, {"options": {"well_release": "stays"}},
        {"options": {"ante": 3}}, {"steps": "r"}, {"seed": 1, "steps": "4000"}, {"steps": "2A", "seed": 4},
    ],
)  # fmt: skip
def test_saved_games_that_cannot_be(model: Any) -> None:
    sentence = table().load(saved(PLAY, model))
    assert sentence.endswith(".")
    assert "went wrong inside" not in sentence


# -- the replay ----------------------------------------------------------------------------------------------

LANDED = [(26, 0), (53, 26), (22, 0), (24, 20), (60, 0), (52, 0), (0, 0), (31, 0), (52, 31)]
"""Where both stand after each case, by rules.md and the sources."""


@pytest.mark.parametrize(("case", "places"), list(zip(CASES, LANDED, strict=True)))
def test_the_cases_end_where_the_sources_say(case: Any, places: tuple[int, int]) -> None:
    played, before = case.table()
    assert played.play(before, case.dice).state.places == places


def test_the_replay_tells_every_case() -> None:
    desk = Desk(REPLAY)
    view = desk.view
    assert view["walk"]
    assert not view["controls"]
    captions = [frame["caption"] for frame in view["frames"]]
    assert sum(caption.startswith("Throw ") for caption in captions) == len(CASES)
    for case in CASES:
        assert sum(caption.endswith(case.moral) for caption in captions) == 1
        played, before = case.table()
        step = played.play(before, case.dice)
        told = " ".join(captions)
        assert all(say(event, NAMES) in told for event in step.events[:-1])
    assert "The goose on 14 carries Anna to the goose on 18." in captions
    for frame in view["frames"]:
        ET.fromstring(frame["svg"])
    assert sum(len(frame["svg"]) for frame in view["frames"]) < 140_000
    with pytest.raises(StageError, match="only be looked at"):
        find_app(REPLAY).update(None, Action("throw"))
    assert "no options" in desk.ask(ask="start", options={"ruleset": "dutch"})
    assert desk.load(saved(REPLAY, {})) == ""
    assert "empty" in desk.load(saved(REPLAY, {"at": 1}))


@pytest.mark.parametrize("app", [PLAY, REPLAY])
def test_a_page_has_the_sheet_once_and_under_the_first_picture(app: str) -> None:
    html = embed(app)._repr_html_()
    sheet = Desk(app).view["ground"]
    assert html.count(sheet) == 1
    assert f'<div class="stage-picture"><div class="stage-ground" aria-hidden="true">{sheet}</div><svg' in html


def test_the_apps_need_the_standard_library_alone() -> None:
    """What the browser's Python must import: nothing but fortune and what Python brings along."""
    code = (
        "import sys, json\n"
        "from fortune.stage.registry import find_app\n"
        "from fortune.stage.session import Session\n"
        "before = set(sys.stdlib_module_names) | {'fortune', '__main__'}\n"
        "asked = {'goose.play': ['throw', 'undo', 'new'], 'goose.replay': [], 'goose.race': ['play.10', 'clear'],\n"
        "         'goose.odds': ['square=19', 'chart=rules']}\n"
        "for name, actions in asked.items():\n"
        "    session = Session(find_app(name))\n"
        "    told = [dict(zip(('do', 'value'), action.split('='))) for action in actions]\n"
        "    for ask in [{'ask': 'start'}] + [{'ask': 'act', 'action': action} for action in told]:\n"
        "        assert 'error' not in json.loads(session.answer(json.dumps(ask)))\n"
        "print([name for name in sys.modules if name.partition('.')[0] not in before or 'glueckshaus' in name])\n"
    )
    env = {"PYTHONPATH": str(Path(fortune.__file__).parent.parent)}
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env, check=False)
    assert found.stderr == ""
    assert found.stdout.strip() == "[]", "and nothing of another game"
