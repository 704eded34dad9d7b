"""The play app and the replay, driven by JSON as the page drives them.

What any game at one screen does is tested with Glückshaus; here is what decisions add.
"""

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
from fortune.dice import Dice, throw
from fortune.errors import StageError
from fortune.game import Choose, Over
from fortune.options import specs
from fortune.stage.match import MOST_STEPS
from fortune.stage.page import embed
from fortune.stage.protocol import Action
from fortune.stage.registry import find_app
from fortune.stage.tape import Tape
from fortune.tablero import RULESETS, Gucci, Move, game
from fortune.tablero.coins import shipped_coins
from fortune.tablero.opponents import OPPONENTS
from fortune.tablero.play import Play
from fortune.tablero.replay import CASES, NAMES
from fortune.tablero.squares import moved
from fortune.tablero.state import Moved, NoToast, Pulled, Toasted
from fortune.tablero.words import conclude, narrate, offer, say
from tests.desk import Desk, saved
from tests.tablero import oracle

PLAY, REPLAY = "tablero.play", "tablero.replay"
PAIR = ["Anna", "Bjørn"]


def table(**options: Any) -> Desk:
    return Desk(PLAY, **{"prelude": False} | options)


def pieces(desk: Desk) -> list[str]:
    return sorted(part.get("data-piece", "") for part in desk.picture().iter() if part.get("data-piece"))


def marked(desk: Desk, name: str) -> set[str]:
    return {part.get(f"data-{name}", "") for part in desk.picture().iter() if part.get(f"data-{name}") is not None}


def pressable(desk: Desk) -> dict[str, tuple[str, str]]:
    """What can be pressed in the picture: by its name what it does."""
    parts = [part for part in desk.picture().iter() if part.get("data-do")]
    return {part.get("aria-label", ""): (part.get("data-do", ""), part.get("data-value", "")) for part in parts}


def by_hand(desk: Desk, *dice: int) -> None:
    if not desk.controls()["hand"]["value"]:
        desk.act("hand", True)
    for die in dice:
        assert desk.act(f"die.{die}") == ""


# -- a whole game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("strengths", [("rule", "rule"), ("random", "rule")])
def test_a_whole_game_says_what_the_rules_say(key: str, strengths: tuple[str, str]) -> None:
    """The log of the app against the rules themselves, played with the same dice and the same luck by another road."""
    small = {} if "jesus" in key else {"stock": 6}
    desk = table(ruleset=key, seed=3, persons=[], strengths={str(i): one for i, one in enumerate(strengths)}, **small)
    rng, played, tape = random.Random(3), game(key, **small), Tape(3)
    state: Any = played.start()
    throws = steps = 0
    idle = False
    emptied = [0, 0]
    while not isinstance(turn := played.turn(state), Over):
        if isinstance(turn, Choose):
            choice: Any = OPPONENTS[strengths[turn.seat]].choose(played, state, tape.chance(steps))
            # a throw that has done nothing by itself shares its line with the decision that it led to
            number = f"{throws}. " if idle else ""
        else:
            choice = throw(rng)
            throws += 1
            number = f"{throws}. "
        steps += 1
        if state.phase != "queen":
            assert desk.status.startswith(PAIR[turn.seat])
        step = played.play(state, choice)
        state = step.state
        desk.go()
        for event in step.events:
            emptied[event.seat] += event.drink if isinstance(event, Pulled) else isinstance(event, Toasted)
        told = narrate(step.events, PAIR)
        assert desk.log[-1].startswith(number or told)
        assert desk.log[-1].endswith(told)
        idle = not told
        assert pieces(desk) == [f"{'abcdefg'[column]}{row}" for column, row in enumerate(state.rows)]
        for frame in desk.view["frames"]:
            ET.fromstring(frame["svg"])
        assert sum(len(frame["svg"]) for frame in desk.view["frames"]) + len(desk.view["ground"]) < 120_000
    assert desk.status == conclude(turn.outcome, PAIR)
    assert desk.controls()["new"]["label"] == "Play again"
    assert "finished" in desk.act("throw")
    assert "Nothing is to be decided" in desk.act("choose.0")
    if isinstance(played, Gucci):
        shown = {text.text for text in desk.picture().iter() if text.tag.endswith("text")}
        assert f"emptied {emptied[1 - state.turn]}" in shown
        assert marked(desk, "empty") == {""}, "what could not be filled stands empty"
    other = table()
    assert other.load(desk.saved) == ""
    assert other.still() == desk.still()


# -- who begins ----------------------------------------------------------------------------------------------


def test_with_glasses_the_highest_die_begins_and_with_coins_the_lowest() -> None:
    for key, first, die in (("gucci", "Bjørn", "highest"), ("jesus", "Anna", "lowest")):
        desk = table(ruleset=key, prelude=True, persons=[0, 1])
        assert desk.status == f"Anna throws one die: the {die} begins."
        by_hand(desk, 4, 4)
        assert f"tie for the {die}" in desk.log[-1]
        by_hand(desk, 2, 6)
        assert desk.log[-1] == f"{first} has thrown {die}, and begins."
        assert "Ties throw again" in desk.controls()["prelude"]["hint"]


def test_the_queens_number_is_a_spectators() -> None:
    desk = table(persons=[0, 1])
    assert desk.status == "A spectator throws for the Queen's number."
    by_hand(desk, 5, 3)
    assert desk.log[-1] == "1. 5-3 (a real throw). The Queen's number is 8, and Anna begins."
    assert marked(desk, "queen") == {"8"}


# -- choosing a move -----------------------------------------------------------------------------------------


def test_a_move_is_picked_on_the_board_half_by_half() -> None:
    desk = table(ruleset="plain", persons=[0, 1])
    by_hand(desk, 6, 4)
    assert desk.status == "Anna has 6-4. Which two glasses move?"
    assert marked(desk, "movable") == {"d1", "e1", "f1", "g1"}
    assert not marked(desk, "target"), "squares are marked once a die or a glass is picked"
    assert set(pressable(desk)) == {"The 6", "The 4", "d1", "e1", "f1", "g1"}
    assert desk.controls()["throw"]["disabled"]
    assert "A decision comes next" in desk.act("throw")
    assert "A decision comes next" in desk.act("die.4")

    assert desk.act(*pressable(desk)["The 6"]) == ""
    assert desk.status == "Anna: which piece moves by 6?"
    assert marked(desk, "target") == {"d7", "e7", "f7", "g7"}
    assert desk.act("pick", "d") == ""
    assert desk.status == "Anna: d1 to d7. And the other die?"
    assert marked(desk, "half") == {"d7"}
    assert marked(desk, "target") == {"e5", "f5", "g5"}
    assert marked(desk, "lost") == {"d5"}, "the 4 moves this glass no more"
    assert desk.view["frames"][-1]["caption"] == "Crossed out, since it cannot be any more: d1 to d5 by the 4."
    assert "d1 to d5 by the 4" in desk.view["announce"]
    assert desk.model["picked"] == "d7"
    assert desk.model["steps"] == "s"

    assert desk.act("pick", "g5") == ""
    assert desk.log[-1] == "1. 6-4 (a real throw). Anna moves d1 to d7 and g1 to g5."
    assert desk.status == "Anna throws next."
    assert "picked" not in desk.model
    assert pieces(desk) == ["a7", "b7", "c7", "d7", "e1", "f1", "g5"]
    moving = [frame["svg"].count("data-travel") for frame in desk.view["frames"]]
    assert moving == [2, 0]


def test_what_would_rob_the_other_die_is_crossed_out_before_one_commits() -> None:
    """A game by chance until it happens: no move has that half, and it cannot be pressed."""
    desk, rng, found = table(ruleset="plain", seed=2, persons=[0, 1]), random.Random(2), 0
    for _ in range(600):
        if not desk.controls()["throw"]["disabled"]:
            assert desk.act("throw") == ""
            continue
        moves = [control["label"] for do, control in desk.controls().items() if do.startswith("choose")]
        for die in [value for _, value in pressable(desk).values() if value.isdecimal()]:
            assert desk.act("pick", die) == ""
            for square in marked(desk, "lost"):
                found += 1
                to = f" to {square}"
                assert not any(to in move for move in moves if move.count(square[0]) == 2)
                assert square not in [value for _, value in pressable(desk).values()]
                assert to in desk.view["frames"][-1]["caption"]
            assert desk.act("pick", die) == "", "put back"
        desk.act(f"choose.{int(rng.random() * len(moves))}")
        if found >= 3:
            return
    pytest.fail("it never happened")


def decide(desk: Desk, move: Move) -> None:
    """Choose this move from the list."""
    rows = [0] * 7
    for name in pieces(desk):
        rows["abcdefg".index(name[0])] = int(name[1])
    wanted = offer(move, tuple(rows))
    found = [do for do, control in desk.controls().items() if do.startswith("choose") and control["label"] == wanted]
    assert len(found) == 1, wanted
    assert desk.act(found[0]) == ""


def test_every_move_has_a_button_for_who_sees_no_board() -> None:
    desk = table(ruleset="free", persons=[0, 1])
    by_hand(desk, 2, 1)
    played = game("free")
    state, _ = played.play(played.start(), Dice(2, 1))
    labels = [control["label"] for do, control in desk.controls().items() if do.startswith("choose")]
    assert labels == [offer(move, state.rows) for move in played.moves(state)]
    desk.act("pick.d")
    left = [control["label"] for do, control in desk.controls().items() if do.startswith("choose")]
    assert set(left) < set(labels)
    assert all("d1" in label for label in left)
    desk.act("pick.d3")
    assert set(marked(desk, "target")) >= {"a6", "e2"}
    keys = [control["key"] for control in desk.controls().values() if control.get("key")]
    assert len(set(keys)) == len(keys), "no key does two things"


def test_picking_is_undone_first() -> None:
    desk = table(ruleset="plain", persons=[0, 1])
    by_hand(desk, 6, 4)
    desk.act("pick", "6")
    desk.act("pick", "e")
    assert desk.act("undo") == ""
    assert desk.status == "Anna has 6-4. Which two glasses move?"
    assert desk.act("undo") == ""
    assert desk.status == "Anna throws next."
    assert "nothing to take back" in desk.act("undo")


def test_what_cannot_be_picked_or_chosen_is_refused() -> None:
    desk = table(ruleset="plain", persons=[0, 1])
    assert "cannot be picked" in desk.act("pick", "6")
    by_hand(desk, 6, 4)
    for what in ("5", "a", "d7", "x", 6, None, True):
        assert "cannot be picked now" in desk.act("pick", what)
    for which in ("12", "99999", "-1", "x", "²"):
        assert desk.act(f"choose.{which}").endswith(".")
    assert "by its place" in desk.act("choose", 3)


def test_undo_goes_back_over_the_computers_throws_and_decisions() -> None:
    desk = table(ruleset="plain", seed=3, persons=[0])
    before = None
    for _ in range(60):
        if desk.view["again"]:
            desk.go()
            continue
        if before is not None and "Bjørn moves" in " ".join(desk.log[-2:]):
            break
        before = (desk.model, desk.status)
        assert desk.act("choose.0" if desk.controls()["throw"]["disabled"] else "throw") == ""
    assert before is not None
    assert desk.act("undo") == ""
    assert (desk.model, desk.status) == before
    again = desk.act("choose.0" if desk.controls()["throw"]["disabled"] else "throw")
    assert again == "", "and the same step gives the same dice"


def test_real_dice_are_entered_for_the_computer_too_and_it_decides_by_itself() -> None:
    desk = table(ruleset="plain", persons=[0])
    by_hand(desk, 5, 2)
    assert desk.status == "Bjørn, the computer, throws next."
    assert desk.view["again"] is None, "the dice are the players'"
    by_hand(desk, 6, 4)
    assert desk.status == "Bjørn, the computer, has 6-4. Which two glasses move?"
    assert not pressable(desk)
    assert not any(do.startswith(("choose", "pick")) for do in desk.controls())
    desk.go()
    assert desk.log[-1].startswith("2. 6-4 (a real throw). Bjørn moves ")
    assert desk.view["again"] is None


# -- the Queen, lines, coins ---------------------------------------------------------------------------------


def test_a_toast_is_pressed_on_the_board_and_paid_by_the_other() -> None:
    desk = table(queen="8", persons=[0, 1])
    by_hand(desk, 5, 3)
    assert desk.status == "Anna has thrown the Queen's number. A toast?"
    assert pressable(desk)["Toast the glass on e1"] == ("choose", "4")
    labels = [control["label"] for do, control in desk.controls().items() if do.startswith("choose")]
    assert labels == ["a7", "b7", "c7", "d1", "e1", "f1", "g1", "No toast"]
    assert desk.act("choose", "4") == ""
    assert "To the Queen: Anna empties the glass on e1, which goes to e7." in desk.log[-1]
    assert "Bjørn fills one glass, with 23 left." in desk.log[-1]
    assert "data-empty" in desk.view["frames"][0]["svg"]
    assert desk.status == "Anna has 5-3. Which two glasses move?"


def test_a_toast_left_uncalled_may_be_called() -> None:
    desk = table(queen="8", persons=[0, 1])
    by_hand(desk, 5, 3)
    desk.act("choose.7")
    desk.act("choose.0")
    assert desk.status == "Bjørn: a toast was left uncalled. Call it?"
    assert desk.act("choose.4") == ""
    assert desk.log[-1].startswith("Bjørn calls the toast that Anna left uncalled.")
    assert "Anna fills one glass, with 23 left." in desk.log[-1]


def test_a_pull_is_announced_and_shown() -> None:
    desk = table(ruleset="gucci", queen="off", persons=[0, 1])
    by_hand(desk, 3, 3)
    decide(desk, Move(3, 4, 4, 4))
    by_hand(desk, 3, 3)
    decide(desk, Move(5, 4, 6, 4))
    by_hand(desk, 4, 3)
    by_hand(desk, 3, 3)
    decide(desk, Move(1, 4, 2, 4))
    assert (
        "Bjørn pulls six glasses, b4 to g4, drinks three or more, and sets all on row 1 for Anna. "
        "Anna fills six glasses, with 18 left."
    ) in desk.log[-1]
    frames = desk.view["frames"]
    assert [("data-line" in frame["svg"], "data-empty" in frame["svg"]) for frame in frames] == [
        (False, False), (True, False), (True, True), (False, True), (False, False),
    ]  # fmt: skip
    assert "pulls" in desk.view["announce"]


def test_coins_are_taken_on_the_board() -> None:
    desk = table(ruleset="jesus", persons=[0, 1])
    by_hand(desk, 3, 3)
    decide(desk, Move(2, 4, 3, 4))
    assert desk.status == "Anna: take, or throw on?"
    assert pressable(desk) == {"Take two coins, c4 and d4": ("choose", "0")}
    assert marked(desk, "line") == {"4"}
    labels = [control["label"] for do, control in desk.controls().items() if do.startswith("choose")]
    assert labels == ["Take two coins, c4 and d4", "Throw on"]
    assert desk.act("choose.1") == ""
    by_hand(desk, 6, 1)
    assert desk.status == "Bjørn has the dice: take what stands, or throw?"
    assert desk.act("choose", "0") == ""
    assert "Bjørn takes two coins, c4 and d4." in desk.log[-1]
    assert "Bjørn hands the dice back to Anna." in desk.log[-1]
    assert desk.status == "Anna throws next."


def test_a_run_is_announced() -> None:
    desk = table(ruleset="jesus_run", persons=[0, 1])
    for dice, move in (
        ((3, 3), Move(0, 4, 1, 4)), ((3, 3), Move(2, 4, 3, 4)), ((3, 3), Move(4, 4, 5, 4)), ((2, 1), Move(5, 5, 6, 3)),
    ):  # fmt: skip
        by_hand(desk, *dice)
        decide(desk, move)
        assert desk.act(f"choose.{last(desk)}") == "", "throw on"
    by_hand(desk, 1, 1)
    decide(desk, Move(5, 4, 6, 4))
    assert [control["label"] for do, control in desk.controls().items() if do.startswith("choose")] == [
        "Take seven coins, a4 to g4", "Announce a run", "Throw on",
    ]  # fmt: skip
    desk.act("choose.1")
    assert desk.status == "Anna throws for the run."
    by_hand(desk, 6, 1)
    assert "A pass number breaks the run" in desk.log[-1]


def last(desk: Desk) -> int:
    return max(int(do.partition(".")[2]) for do in desk.controls() if do.startswith("choose"))


# -- rules and strengths -------------------------------------------------------------------------------------


def test_every_ruleset_of_both_games_can_be_chosen_and_is_named_so() -> None:
    desk = table()
    for key in RULESETS:
        assert desk.act("ruleset", key) == ""
        assert desk.act("new") == ""
        assert f"({key})" in desk.log[0]
        names = {do.partition(".")[2] for do in desk.controls() if do.startswith("option.")}
        assert names == set(specs(RULESETS[key].kind))
        other = table()
        assert other.load(desk.saved) == ""
        assert other.still() == desk.still()
    desk.act("option.bonus_eighth", "on")
    assert desk.controls()["ruleset"]["value"] == "own"
    assert "There is no option" in desk.act("option.stock", 3)


def test_the_strengths_of_the_computer() -> None:
    desk = table(ruleset="plain")
    control = desk.controls()["strength.1"]
    assert control["value"] == "rule"
    assert [key for key, _ in control["choices"]] == list(OPPONENTS)
    assert "strength.0" not in desk.controls(), "a person has that place"
    assert desk.act("strength.1", "strongest") == ""
    assert desk.view["announce"].startswith("It plays for the next line")
    assert "not known" not in desk.controls()["strength.1"]["hint"]
    free = table(ruleset="free", strengths={"1": "strongest"})
    assert free.controls()["strength.1"]["hint"].endswith("For the rules of this game it is not known.")
    assert desk.model["strengths"] == {"1": "strongest"}
    for wrong in ("best", None, 1):
        assert "The computer can play as rule, random, strongest" in desk.act("strength.1", wrong)
    assert "there is no place" in desk.act("strength.2", "rule")
    assert "can play as" in table().ask(ask="start", options={"strengths": {"0": "x"}})


def test_a_hint_says_what_each_move_is_worth() -> None:
    desk = table(ruleset="plain", prelude=False)
    assert "A hint is there when" in desk.act("hint")
    desk.act("hand", True)
    by_hand(desk, 6, 4)
    plain = [text for do, text in labels(desk) if do.startswith("choose.")]
    assert not any("%" in text for text in plain)
    assert desk.act("hint") == ""
    hinted = [text for do, text in labels(desk) if do.startswith("choose.")]
    assert sorted(text.partition(": ")[0] for text in hinted) == sorted(plain)
    chances = [float(text.rpartition(": ")[2].rstrip("%")) for text in hinted]
    assert chances == sorted(chances, reverse=True)
    assert 0 < chances[-1] < chances[0] < 100
    desk.act("hint")
    assert [text for do, text in labels(desk) if do.startswith("choose.")] == plain
    assert "hint" not in table(ruleset="free", prelude=False).controls()


def test_with_coins_a_hint_says_what_each_choice_is_worth() -> None:
    desk = table(ruleset="jesus", prelude=False)
    desk.act("hand", True)
    by_hand(desk, 3, 3)
    assert desk.act("hint") == ""
    moves = [(do, text) for do, text in labels(desk) if do.startswith("choose.")]
    coins = [float(text.rpartition(": ")[2].replace("−", "-")) for _, text in moves]
    assert coins == sorted(coins, reverse=True)
    desk.act(moves[0][0])
    assert desk.status.endswith("take, or throw on?")
    assert desk.act("hint") == ""
    choices = dict(text.rsplit(": ", 1) for do, text in labels(desk) if do.startswith("choose."))
    assert len(choices) == 2
    rows = tuple(int(piece[1]) for piece in pieces(desk))
    assert float(choices["Throw on"]) == pytest.approx(shipped_coins().worth(rows, 0), abs=0.005)
    assert max(float(worth) for worth in choices.values()) == coins[0], "the move was worth what it led to"
    assert "hint" not in table(ruleset="jesus", bonus_eighth="on").controls()


def labels(desk: Any) -> list[tuple[str, str]]:
    """All buttons with what stands on them, in order."""
    return [(do, control["label"]) for do, control in desk.controls().items() if "label" in control]


# -- a game without end --------------------------------------------------------------------------------------


def test_a_game_that_no_link_holds_any_more_stops_with_a_word_and_keeps_everything() -> None:
    """Two at random who may move both ways hardly ever make a line."""
    app, strengths = Play(), {"0": "random", "1": "random"}
    model = app.update(
        app.start({"ruleset": "free", "seed": 1, "persons": [], "strengths": strengths}), Action("throw")
    )
    while model.waits:
        model = app.update(model, Action("computer", model.now.steps))
    assert model.now.steps == MOST_STEPS
    assert app.update(model, Action("computer", MOST_STEPS)).now is model.now, "what comes late does no harm"

    desk = table()
    kept = saved(PLAY, app.save(model))
    assert desk.load(kept) == ""
    assert desk.saved == kept
    assert len(json.dumps(kept)) < 8000, "it fits in a link"
    assert desk.log[0] == f"… and {MOST_STEPS - 40} steps before these."
    assert desk.status == (
        "Nobody has won, and here this game ends: it has had 5,000 steps, and a link holds no more. "
        "Begin a new one; a link to this position still keeps all of it."
    )
    assert desk.view["again"] is None
    assert desk.controls()["new"]["primary"]
    assert desk.controls()["throw"]["disabled"]
    assert desk.controls()["undo"]["disabled"]
    for do in ("throw", "undo", "choose.0", "pick.a"):
        assert desk.act(do).endswith(".")
        assert desk.saved == kept
    assert desk.act("new") == ""
    assert desk.status.startswith("Anna")


def test_the_last_step_that_a_link_holds_can_be_taken_back_by_a_person() -> None:
    """The dice have been thrown and a move is due, but it would be one step too many."""
    desk = table()
    passes = "i" * (MOST_STEPS - 1)
    model = {"options": {"queen": "off"}, "prelude": False, "steps": passes, "hand": True}
    assert desk.load(saved(PLAY, model)) == ""
    before = desk.status
    by_hand(desk, 6, 4)
    assert "Take a step back, or begin a new one" in desk.status
    assert not pressable(desk), "no piece is offered that could not be moved"
    assert not any(do.startswith(("choose", "pick", "hint", "die")) for do in desk.controls())
    for do in ("choose.0", "pick.d", "hint", "die.4"):
        assert desk.act(do).endswith(".")
    other = table()
    assert other.load(desk.saved) == ""
    assert other.still() == desk.still()
    assert desk.act("undo") == ""
    assert desk.status == before


# -- whatever is done ----------------------------------------------------------------------------------------

ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["throw", "throw", "throw", "undo", "new", "deal"]), st.none()),
    st.tuples(st.just("pick"), st.sampled_from([*"123456abcdefg", "d4", "e7", "a1", ""])),
    st.tuples(st.just("pick"), st.sampled_from([*"123456abcdefg"])),
    st.tuples(st.sampled_from([f"choose.{at}" for at in (0, 0, 1, 2, 7, 30)]), st.none()),
    st.tuples(st.sampled_from([f"die.{die}" for die in range(1, 7)]), st.none()),
    st.tuples(st.sampled_from(["hand", "prelude", "computer.0", "computer.1"]), st.booleans()),
    st.tuples(st.just("ruleset"), st.sampled_from([*RULESETS, "own", "modern"])),
    st.tuples(st.just("strength.1"), st.sampled_from([*OPPONENTS, "x"])),
    st.tuples(
        st.sampled_from(["option.queen", "option.muggins", "option.direction", "option.run", "option.lines"]),
        st.sampled_from(["off", "on", "8", "either", "forward", "five_in_row", "thrown"]),
    ),
    st.tuples(st.sampled_from(["option.stock", "seed"]), st.integers(0, 9)),
    st.just(("go", None)),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(RULESETS)), st.booleans(), st.lists(ACTIONS, max_size=40))
def test_every_action_gives_a_view_or_a_sentence_and_every_moment_can_be_saved(
    key: str, two: bool, actions: list[tuple[str, Any]]
) -> None:
    desk, other = table(ruleset=key, persons=[0, 1] if two else [0]), table()
    for do, value in actions:
        again = desk.view["again"] or {"do": "throw", "value": None}
        if not (desk.tried(**again) if do == "go" else desk.tried(do, value)):
            continue
        assert other.load(desk.saved) == ""
        assert other.still() == desk.still()


@pytest.mark.parametrize(
    "model",
    [
        {"options": {"chips": 3}}, {"options": {"stock": 241}}, {"options": {"run": "on"}},
        {"options": {"ruleset": "jesus", "stock": 3}}, {"options": {"ruleset": "modern"}},
        {"options": {"muggins": "x"}}, {"steps": "G"}, {"prelude": False, "steps": "sG"},
        {"prelude": False, "options": {"queen": "off"}, "steps": "sS"},
        {"prelude": False, "options": {"queen": "off"}, "steps": "ss"}, {"steps": "Z"}, {"steps": "Z" * 60 + "G"},
        {"prelude": False, "options": {"queen": "off"}, "steps": "s", "picked": "a"}, {"picked": "6"},
        {"prelude": False, "options": {"queen": "off"}, "steps": "s", "picked": 6}, {"strengths": {"1": "x"}},
        {"prelude": False, "options": {"queen": "off"}, "steps": "s", "picked": "d9"}, {"strengths": ["rule"]},
        {"prelude": False, "options": {"queen": "off"}, "steps": "s", "hand": True, "die": 3},
    ],
)  # fmt: skip
def test_saved_games_that_cannot_be(model: Any) -> None:
    sentence = table().load(saved(PLAY, model))
    assert sentence.endswith(".")
    assert "went wrong inside" not in sentence


# -- the replay ----------------------------------------------------------------------------------------------


def test_the_replay_tells_every_case() -> None:
    desk = Desk(REPLAY)
    view = desk.view
    assert view["walk"]
    assert not view["controls"]
    captions = [frame["caption"] for frame in view["frames"]]
    told = " ".join(captions)
    for number, case in enumerate(CASES, start=1):
        assert told.count(f"{number} of {len(CASES)}. {case.title}") == 1
        assert told.count(case.moral) == 1
        played: Any = game("gucci")
        state = played.position(list(case.rows), case.turn, queen=8)
        for choice in case.steps:
            step = played.play(state, choice)
            state = step.state
            moves = [event for event in step.events if isinstance(event, Moved)]
            assert narrate(moves, NAMES) in told
            assert all(say(event, NAMES) in told for event in step.events if event not in moves)
    for frame in view["frames"]:
        ET.fromstring(frame["svg"])
    assert sum(len(frame["svg"]) for frame in view["frames"]) < 300_000
    with pytest.raises(StageError, match="only be looked at"):
        find_app(REPLAY).update(None, Action("throw"))
    assert "no options" in desk.ask(ask="start", options={"ruleset": "plain"})
    assert desk.load(saved(REPLAY, {})) == ""
    assert "empty" in desk.load(saved(REPLAY, {"at": 1}))


def test_the_cases_show_a_six_a_diagonal_a_toast_and_a_call() -> None:
    seen: list[object] = []
    for case in CASES:
        played: Any = game("gucci")
        state = played.position(list(case.rows), case.turn, queen=8)
        for choice in case.steps:
            if isinstance(choice, Move):
                after = moved(state.rows, choice)
                seen.append(len(oracle.line_columns(after, 6, True, True)))
            seen.extend(["none"] if isinstance(choice, NoToast) else [])
            step = played.play(state, choice)
            state = step.state
            seen.extend(f"{event.seat} fills for {event.column}" for event in step.events if isinstance(event, Toasted))
    assert seen == [6, 7, "0 fills for 2", 7, "none", 0, "1 fills for 3"]


@pytest.mark.parametrize("app", [PLAY, REPLAY])
def test_a_page_has_the_cloth_once_and_under_the_first_picture(app: str) -> None:
    html = embed(app)._repr_html_()
    cloth = Desk(app).view["ground"]
    assert html.count(cloth) == 1
    assert f'<div class="stage-picture"><div class="stage-ground" aria-hidden="true">{cloth}</div><svg' in html


def test_the_apps_need_the_standard_library_alone() -> None:
    """What the browser's Python must import: nothing but fortune and what Python brings along."""
    code = (
        "import sys, json\n"
        "from fortune.stage.registry import find_app\n"
        "from fortune.stage.session import Session\n"
        "before = set(sys.stdlib_module_names) | {'fortune', '__main__'}\n"
        "for name, actions in {'tablero.play': ['throw', 'undo', 'new'], 'tablero.replay': [],\n"
        "                      'tablero.line': ['home', 'mirror', 'undo']}.items():\n"
        "    session = Session(find_app(name))\n"
        "    for ask in [{'ask': 'start'}] + [{'ask': 'act', 'action': {'do': action}} for action in actions]:\n"
        "        assert 'error' not in json.loads(session.answer(json.dumps(ask)))\n"
        "others = ('glueckshaus', 'goose')\n"
        "print([name for name in sys.modules if name.partition('.')[0] not in before\n"
        "       or any(other in name for other in others)])\n"
    )
    env = {"PYTHONPATH": str(Path(fortune.__file__).parent.parent)}
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env, check=False)
    assert found.stderr == ""
    assert found.stdout.strip() == "[]", "and nothing of another game"
