"""The play app, driven by JSON as the page drives it."""

from __future__ import annotations

import json
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
from fortune.dice import throw, throw_die
from fortune.game import Over
from fortune.glueckshaus import RULESETS, Glueckshaus, Options
from fortune.glueckshaus.words import say
from fortune.stage.match import MOST_STEPS
from fortune.stage.protocol import Action
from fortune.stage.registry import find_app
from tests.desk import Desk, saved

PLAY = "glueckshaus.play"
ENDINGS: dict[str, dict[str, Any]] = {"german": {"end": "rounds(3)"}}


def table(**options: Any) -> Desk:
    return Desk(PLAY, **options)


def play_out(desk: Desk) -> int:
    steps = 0
    while not desk.controls()["throw"]["disabled"]:
        desk.go()
        steps += 1
        assert steps < 3000
    return steps


# -- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
def test_a_whole_game_says_what_the_rules_say(key: str) -> None:
    """The log of the app against the rules themselves, played with the same dice by another road."""
    names = ["Anna", "Bjørn", "Cato"]
    desk = table(ruleset=key, players=3, chips=5, seed=1, **ENDINGS.get(key, {}))
    rng = random.Random(1)
    first: list[int] = []
    while len(first) < 3:
        first.append(throw_die(rng))
    assert first.index(max(first)) == 1
    assert first.count(max(first)) == 1, "this seed has no tie"
    game = Glueckshaus(RULESETS[key].options(players=3, chips=5, **ENDINGS.get(key, {})))
    state, seated = game.start(), names[1:] + names[:1]
    for place in range(3):
        assert desk.status.startswith(names[place])
        desk.go()
        assert f"{names[place]} throws a {first[place]}." in desk.log
    assert desk.log[-1] == "Bjørn has thrown highest, and begins."
    throws = 0
    while not isinstance(turn := game.turn(state), Over):
        assert desk.status.startswith(seated[turn.seat])
        throws += 1
        step = game.play(state, throw(rng))
        state = step.state
        desk.go()
        line = desk.log[-1]
        assert line.startswith(f"{throws}. ")
        assert line.endswith(" ".join(say(event, seated) for event in step.events))
        assert desk.view["frames"][-1]["caption"] == line
        assert line in desk.view["announce"]
        assert [int(words(hand)[1]) if alive else 0 for hand, alive in hands(desk, state.still_in)] == list(state.hands)
    for winner in turn.outcome.winners:
        assert seated[winner] in desk.status
    assert "win" in desk.status or "won" in desk.status
    assert desk.controls()["new"]["label"] == "Play again"
    assert "finished" in desk.act("throw")
    assert desk.view["again"] is None


def hands(desk: Desk, still_in: tuple[bool, ...]) -> list[tuple[ET.Element, bool]]:
    found = [part for part in desk.picture().iter() if part.get("data-hand") is not None]
    return list(zip(found, still_in, strict=True))


def words(part: ET.Element) -> list[str]:
    return [text.text or "" for text in part.iter() if text.tag.endswith("text")]


def test_a_tie_is_thrown_again_by_those_who_tied() -> None:
    desk = table(players=3)
    desk.act("hand", True)
    for die in (5, 2, 5):
        assert desk.act(f"die.{die}") == ""
    assert desk.log[-1] == "Anna and Cato tie for the highest, and throw again."
    assert desk.status == "Anna throws one die again: the highest begins."
    desk.act("die.1")
    assert desk.status.startswith("Cato, the computer,")
    desk.act("die.4")
    assert desk.log[-1] == "Cato has thrown highest, and begins."
    assert [words(hand)[0] for hand, _ in hands(desk, (True,) * 3)] == ["Cato", "Anna", "Bjørn"]


def test_without_the_prelude_the_first_place_begins() -> None:
    desk = table(prelude=False, seed=4)
    assert desk.status == "Anna throws next."
    desk.go()
    assert desk.log[-1].startswith("1. " + str(throw(random.Random(4))))


def test_a_step_is_shown_happening_and_then_stays() -> None:
    desk = table(prelude=False)
    assert len(desk.view["frames"]) == 1
    desk.go()
    frames = desk.view["frames"]
    assert len(frames) == 3
    assert 'data-over="tumble"' in frames[0]["svg"]
    assert "data-dice" in frames[1]["svg"]
    assert "data-dice" in frames[2]["svg"]
    assert 'data-over="flight"' not in frames[2]["svg"]
    desk.act("name.0", "Zoë")
    assert len(desk.view["frames"]) == 1


def test_the_computer_throws_only_when_it_is_its_turn_and_once() -> None:
    desk = table(players=2, prelude=False)
    assert not desk.view["again"]
    desk.go()
    due: Any = desk.view["again"]
    assert due["do"] == "computer"
    assert desk.act(**due) == ""
    assert desk.view["again"] is None
    before = desk.model
    assert desk.act(**due) == "", "a late one is no error"
    assert desk.model == before, "and no throw"


def test_nothing_moves_by_itself_before_somebody_begins() -> None:
    desk = table(persons=[])
    assert desk.view["again"] is None
    desk.act("throw")
    assert desk.view["again"] is not None


# -- undo ----------------------------------------------------------------------------------------------------


def test_undo_goes_back_over_the_computer_s_seats_and_the_dice_fall_again() -> None:
    desk = table(seed=8)
    while not desk.log[-1].startswith("6."):
        desk.go()
    while desk.view["again"]:
        desk.go()
    assert desk.status == "Anna throws next."
    before = desk.still()
    desk.go()
    while desk.view["again"]:
        desk.go()
    after = desk.still()
    assert desk.act("undo") == ""
    assert desk.still() == before
    assert "Taken back" in desk.view["announce"]
    desk.go()
    while desk.view["again"]:
        desk.go()
    assert desk.still() == after


def test_undo_reaches_the_beginning_and_no_further() -> None:
    desk = table(persons=[0, 1], players=2, seed=3)
    start = desk.still()
    for _ in range(6):
        desk.go()
    for _ in range(6):
        assert desk.act("undo") == ""
    assert desk.still() == start
    assert "nothing to take back" in desk.act("undo")
    assert desk.controls()["undo"]["disabled"]


# -- real dice -----------------------------------------------------------------------------------------------


def test_hand_entered_dice_use_up_no_random_numbers() -> None:
    desk, other = table(prelude=False, persons=[0, 1, 2, 3]), table(prelude=False, persons=[0, 1, 2, 3])
    desk.act("hand", True)
    for die in (1, 3):
        desk.act(f"die.{die}")
    assert desk.log[-1].startswith("1. 3-1 makes 4 (a real throw).")
    desk.act("hand", False)
    for _ in range(2):
        desk.go()
        other.go()
        fell = [d.log[-1].split(" makes")[0].split(". ")[1] for d in (desk, other)]
        assert fell[0] == fell[1]


def test_two_dice_and_never_a_total() -> None:
    desk = table(prelude=False)
    assert "page throws" in desk.act("die.4")
    desk.act("hand", True)
    assert desk.act("die.4") == ""
    assert desk.status == "Anna has a 4. What does the second die show?"
    for wrong in ("die.7", "die.0", "die.12", "die.", "die", "die.-1"):
        assert "1 to 6" in desk.act(wrong)
    assert desk.act("undo") == ""
    assert desk.status == "Anna throws next."
    desk.act("die.6")
    desk.act("die.3")
    assert "6-3 makes 9" in desk.log[-1]


def test_real_dice_are_entered_for_the_computer_too_and_taken_back_one_by_one() -> None:
    desk = table(prelude=False)
    desk.act("hand", True)
    for die in (6, 3, 2, 1):
        desk.act(f"die.{die}")
    assert desk.status == "Cato, the computer, throws next."
    assert desk.view["again"] is None
    desk.act("undo")
    assert desk.status == "Bjørn, the computer, throws next."


# -- who plays, and by which rules ---------------------------------------------------------------------------


def test_names_are_escaped_wherever_they_are_drawn() -> None:
    name = "<b onload='x'>\"&"
    desk = table(players=2, prelude=False)
    assert desk.act("name.0", name) == ""
    desk.go()
    assert name in desk.log[-1], "the log is text"
    for frame in desk.view["frames"]:
        assert "<b " not in frame["svg"]
        root = ET.fromstring(frame["svg"])
        assert name[:9] + "…" in words(root)
    assert "<b" not in desk.view["table"]


@pytest.mark.parametrize("name", ["x" * 21, "a\u202eb", "a\x00b", "bjørn", 7, None, True, "\ud800"])
def test_a_name_that_cannot_be_is_refused(name: Any) -> None:
    desk = table()
    before = desk.answer
    assert desk.act("name.0", name)
    assert desk.answer == before


def test_an_empty_name_is_the_usual_one_and_blanks_are_trimmed() -> None:
    desk = table()
    desk.act("name.0", "  Ada   Lovelace ")
    assert desk.model["names"] == {"0": "Ada Lovelace"}
    desk.act("name.0", " ")
    assert desk.status.startswith("Anna ")


def test_a_person_takes_over_from_the_computer() -> None:
    desk = table(players=2, prelude=False)
    desk.go()
    assert desk.view["again"]
    desk.act("computer.1", False)
    assert desk.view["again"] is None
    assert desk.status == "Bjørn throws next."
    assert "no place" in desk.act("computer.2", False)


def test_the_rules_change_with_the_next_game_only() -> None:
    desk = table(players=2)
    desk.go()
    for do, value in (("ruleset", "tavern"), ("option.players", 5), ("option.four", "room"), ("count.end", 3)):
        assert desk.act(do, value) == ""
    assert desk.model["options"] == {}
    assert "name.4" in desk.controls()
    assert desk.act("deal") == ""
    assert desk.model["options"] == {"players": 5, "ante": "wedding", "end": "kings(3)", "four": "room"}
    assert desk.log == ["The tavern's game (tavern with four=room, end=kings(3)): 5 players with 10 chips each."]
    desk.act("seed", 77)
    desk.act("new", 5)
    assert desk.model["seed"] == 77, "what somebody chose goes before chance"


def test_chance_brings_the_seed_with_the_first_throw_and_with_a_new_game() -> None:
    desk, other = table(), table(seed=99)
    assert desk.controls()["throw"]["chance"]
    assert desk.act("throw", 99) == ""
    assert not desk.controls()["throw"]["chance"]
    other.act("throw")
    assert desk.model == other.model
    desk.act("undo")
    desk.act("throw", 100)
    assert desk.model == other.model, "the dice stay what they are"
    desk.act("new", 123)
    assert desk.model["seed"] == 123
    desk.act("new")
    assert desk.model["seed"] == 124, "where chance brings none, the next"
    assert "seed" in desk.act("new", -1)


def test_a_game_that_real_dice_began_still_takes_its_seed_from_chance() -> None:
    desk = table(prelude=False, players=2, persons=[0, 1])
    desk.act("hand", True)
    desk.act("die.6")
    desk.act("die.1")
    assert "seed" not in desk.model
    desk.act("throw", 42)
    assert desk.model["seed"] == 42
    assert f"2. {throw(random.Random(42))} makes" in desk.log[-1]


def test_rules_that_contradict_each_other_leave_the_game_as_it_was() -> None:
    desk = table()
    desk.go()
    desk.act("option.settle", "shared")
    before = desk.answer
    assert "needs end=rounds(n)" in desk.act("new")
    assert desk.answer == before
    desk.act("option.end", "rounds")
    assert desk.controls()["count.end"]["value"] == 20, "as many as the ruleset has that uses the word"
    assert desk.act("new") == ""


def test_every_ruleset_can_be_chosen_and_is_named_so() -> None:
    desk = table()
    for key in RULESETS:
        assert desk.act("ruleset", key) == ""
        assert desk.controls()["ruleset"]["value"] == key
        assert desk.act("new") == ""
        assert f"({key})" in desk.log[0]
    desk.act("option.broke", "cannot_pay")
    assert desk.controls()["ruleset"]["value"] == "own"


def test_twenty_sit_at_the_table_if_asked() -> None:
    desk = table(players=20, chips=1000, persons=[])
    assert desk.controls()["option.players"]["high"] == 20
    assert table().controls()["option.players"]["high"] == 8
    for _ in range(30):
        desk.go()
    assert len(hands(desk, (True,) * 20)) == 20


@pytest.mark.parametrize(
    "options",
    [
        {"players": 21}, {"players": True}, {"players": "4"}, {"seed": -1}, {"seed": 1.5}, {"seed": 2**53},
        {"ruleset": "chess"}, {"ruleset": 3}, {"names": ["Anna", "anna"]}, {"names": "Anna"}, {"persons": [20]},
        {"persons": 1}, {"prelude": 1}, {"settle": "shared"}, {"end": "kings(0)"}, {"names": ["x"] * 21},
        {"end": "kings"}, {"names": {"x": "Zoë"}}, {"rules": 1},
    ],
)  # fmt: skip
def test_options_that_cannot_be_are_refused_with_a_sentence(options: dict[str, Any]) -> None:
    desk = table()
    before = desk.answer
    sentence = desk.ask(ask="start", options=options)
    assert sentence.endswith(".")
    assert "went wrong inside" not in sentence
    assert desk.act("name.0", "Zoë") == ""
    assert desk.model == before["saved"]["model"] | {"names": {"0": "Zoë"}}


# -- saved games ---------------------------------------------------------------------------------------------


def test_a_long_game_fits_in_a_link() -> None:
    desk = table(chips=1000, persons=[0, 1, 2, 3], prelude=False)
    assert (
        desk.load(saved(PLAY, {"options": {"players": 4, "chips": 1000}, "seed": 1, "steps": str(MOST_STEPS - 1)}))
        == ""
    )
    desk.go()
    assert desk.controls()["throw"]["disabled"]
    assert desk.view["again"] is None
    assert "Begin a new one" in desk.act("throw")
    assert len(json.dumps(desk.saved)) < 200
    by_hand = "r" * (MOST_STEPS - 1)
    model = {"options": {"players": 4, "chips": 1000}, "prelude": False, "steps": by_hand, "hand": True, "die": 3}
    assert desk.load(saved(PLAY, model)) == ""
    assert len(json.dumps(desk.saved)) < 8000


WORDS = ["room", "single", "by_value", "to_number", "kings", "rounds", "shared", "wedding", "nothing"]
ODD = ["computer", "die", "die.9", "option", "count.four", "name.", "."]
ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["throw", "throw", "undo", "new", "deal"]), st.none()),
    st.tuples(st.sampled_from([f"die.{die}" for die in range(1, 7)]), st.none()),
    st.tuples(st.sampled_from(["hand", "prelude", "computer.0", "computer.1", "computer.3"]), st.booleans()),
    st.tuples(st.just("ruleset"), st.sampled_from([*RULESETS, "own", "chess"])),
    st.tuples(
        st.sampled_from([f"option.{name}" for name in ("four", "fill", "end", "settle")]), st.sampled_from(WORDS)
    ),
    st.tuples(st.sampled_from(["option.players", "option.chips", "count.end", "seed"]), st.integers(1, 9)),
    st.tuples(st.sampled_from(["name.0", "name.1", "name.7"]), st.sampled_from(["Zoë", "", "Anna", "<i>", "Emil"])),
    st.tuples(
        st.text(max_size=8) | st.sampled_from(ODD),
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.lists(ACTIONS, max_size=40))
def test_every_action_gives_a_view_or_a_sentence_and_every_moment_can_be_saved(
    key: str, actions: list[tuple[str, Any]]
) -> None:
    desk, other = table(ruleset=key, players=3, chips=3), table()
    for do, value in actions:
        if not desk.tried(do, value):
            continue
        place = desk.status.split(",")[0].split(" ")[0]
        assert place, "it always says whose turn it is"
        assert other.load(desk.saved) == ""
        assert other.saved == desk.saved
        assert other.still() == desk.still()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
PARTS = st.sampled_from(["options", "seed", "prelude", "names", "persons", "steps", "hand", "die", "next", "more"])
STEPS = st.text(alphabet="0123456789abcdefghijklmnopqrstuvABCDEFG -", max_size=12)


@settings(max_examples=150, deadline=None)
@given(JSON | st.dictionaries(PARTS, JSON | STEPS, max_size=4) | STEPS.map(lambda steps: {"steps": steps, "seed": 5}))
def test_hostile_saved_games_are_refused_with_a_sentence_or_are_games(model: Any) -> None:
    desk = table()
    before = desk.answer
    sentence = desk.load(saved(PLAY, model))
    assert "went wrong inside" not in sentence
    if sentence:
        assert desk.answer == before
        return
    other = table()
    assert other.load(desk.saved) == ""
    assert other.still() == desk.still()


@pytest.mark.parametrize(
    "model",
    [
        {"steps": "9999"}, {"steps": "5001"}, {"steps": "0"}, {"steps": "1v"}, {"steps": "a" * 6000}, {"steps": "r"},
        {"steps": "5A", "seed": 4}, {"die": 3}, {"hand": True, "die": 3}, {"hand": True, "prelude": False, "die": 7},
        {"steps": "A2"}, {"next": {"steps": "1"}}, {"options": {"players": 999}},
        {"options": {"end": "kings(99999999999)"}},
        {"names": {"0": "Bjørn"}}, {"seed": 10**30}, {"options": {"settle": "shared"}}, {"persons": [[]]},
        {"options": {"chips": 1}, "prelude": False, "seed": 1, "steps": "4000"},
    ],
)  # fmt: skip
def test_saved_games_that_cannot_be(model: Any) -> None:
    sentence = table().load(saved(PLAY, model))
    assert sentence.endswith(".")
    assert "went wrong inside" not in sentence


def test_the_model_is_a_value() -> None:
    """Two branches from one model do not see each other."""
    app = find_app(PLAY)
    model = app.start({"prelude": False})
    one, two = (app.update(model, Action("throw")) for _ in range(2))
    assert app.view(one) == app.view(two)
    far = app.update(app.update(one, Action("throw")), Action("throw"))
    assert app.view(one) == app.view(two)
    assert [app.save(at).get("steps") for at in (model, two, far)] == [None, "1", "3"]


def test_the_apps_need_the_standard_library_alone() -> None:
    """What the browser's Python must import: nothing but fortune and what Python brings along."""
    code = (
        "import sys, json\n"
        "from fortune.stage.registry import find_app\n"
        "from fortune.stage.session import Session\n"
        "before = set(sys.stdlib_module_names) | {'fortune', '__main__'}\n"
        "for name, actions in {'glueckshaus.play': ['throw', 'undo', 'new'], 'glueckshaus.replay': [],\n"
        "                      'glueckshaus.odds': ['example', 'full']}.items():\n"
        "    session = Session(find_app(name))\n"
        "    for ask in [{'ask': 'start'}] + [{'ask': 'act', 'action': {'do': do}} for do in actions]:\n"
        "        assert 'error' not in json.loads(session.answer(json.dumps(ask)))\n"
        "print([name for name in sys.modules if name.partition('.')[0] not in before])\n"
    )
    # without site packages, and with this library
    env = {"PYTHONPATH": str(Path(fortune.__file__).parent.parent)}
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env, check=False)
    assert found.stderr == ""
    assert found.stdout.strip() == "[]"


def test_the_defaults_of_the_page() -> None:
    assert Options().players == 2
    desk = table()
    assert desk.model == {"options": {"players": 4}}
    assert desk.status == "Anna throws one die: the highest begins."
