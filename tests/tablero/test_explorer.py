"""The line explorer, driven by JSON, against the shipped table and the rules asked directly."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import FortuneError
from fortune.stage.page import embed
from fortune.tablero import Move, game, outlook
from fortune.tablero.explorer import KEPT
from fortune.tablero.squares import PASS_NUMBERS, POSITIONS, ROWS, Position, from_code, mirrored, moved, turned
from fortune.tablero.values import FILE, Rated, rate, shipped_table
from fortune.tablero.words import offer, say
from tests.desk import Desk, saved

LINE = "tablero.line"
PLAIN = game("plain")
SETUP = PLAIN.start().rows
NAMES = ("South", "North")
SQUARES = [f"{letter}{row}" for letter in "abcdefg" for row in range(1, ROWS + 1)]


def at(rows: Position, seat: int = 0, **more: Any) -> Desk:
    return Desk(LINE, rows="".join(map(str, rows)), dice=NAMES[seat].lower(), **more)


def some(number: int, seed: int) -> list[tuple[Position, int]]:
    rng = random.Random(seed)
    return [(from_code(rng.randrange(POSITIONS)), rng.randrange(2)) for _ in range(number)]


def shown_rows(desk: Desk) -> Position:
    """The position that the picture shows."""
    pieces = sorted(part.get("data-piece", "") for part in desk.picture().iter() if part.get("data-piece"))
    return tuple(int(name[1]) for name in pieces)


def marked(desk: Desk, name: str) -> list[str]:
    return sorted(part.get(f"data-{name}", "") for part in desk.picture().iter() if part.get(f"data-{name}"))


def below(desk: Desk) -> ET.Element:
    """What stands below the board, a piece of HTML."""
    return ET.fromstring(f"<div>{desk.view['table']}</div>")


def table(desk: Desk, kind: str) -> list[list[str]]:
    """The cells of a table, row by row, as they are read."""
    figures = [part for part in below(desk).iter("figure") if kind in part.get("class", "")]
    return [["".join(cell.itertext()) for cell in row] for figure in figures for row in figure.iter("tr")][1:]


def ranked(rows: Position, dice: Dice, seat: int) -> list[Rated]:
    return [] if dice.total in PASS_NUMBERS else rate(shipped_table(), PLAIN, rows, dice, seat)


def squares(move: Move) -> str:
    return f"{'abcdefg'[move.first]}{move.first_to}{'abcdefg'[move.second]}{move.second_to}"


def near(text: str, chance: float) -> bool:
    """Whether a chance is said as it is, to the last digit shown."""
    return abs(float(text.rstrip("%,. abcdefghijklmnopqrstuvwxyz")) - 100 * chance) <= 0.0501


# -- what it says --------------------------------------------------------------------------------------------


def test_it_begins_with_the_setup_and_its_value() -> None:
    desk = Desk(LINE)
    chance = shipped_table().worth(SETUP, 0)
    assert desk.status == f"South has the dice: {100 * chance:.1f}% for the next line."
    assert desk.model == {}
    assert shown_rows(desk) == SETUP
    assert desk.controls()["best"]["disabled"]
    assert desk.controls()["undo"]["disabled"]
    rules = below(desk)[0].text or ""
    assert "plain alone" in rules
    assert "no Queen" in rules
    size = (files("fortune.tablero") / FILE).read_bytes()
    assert f"{len(size) / 1e6:.1f} MB" in rules
    assert "Ruleset: plain" in desk.view["table"]
    html = embed(LINE)._repr_html_()
    assert desk.status in html
    assert html.count('data-do="throw"') == 18, "17 rows and the list"


@pytest.mark.parametrize(("rows", "seat"), [(SETUP, 0), (SETUP, 1), (from_code(0), 0), (from_code(0), 1), *some(12, 1)])
def test_the_value_and_each_throws_best_play_are_the_tables(rows: Position, seat: int) -> None:
    desk = at(rows, seat)
    chance = shipped_table().worth(rows, seat)
    assert near(desk.status.split(": ")[1].split("%")[0], chance)
    beside = [part.get("data-next-line", "") for part in desk.picture().iter() if part.get("data-next-line")]
    assert near(beside[seat], chance)
    assert near(beside[1 - seat], 1 - chance)
    passed = 1 - shipped_table().worth(rows, 1 - seat)
    *lines, whole = table(desk, "stage-throws")
    assert whole[0] == "all"
    assert near(whole[3], chance)
    assert sum(int(ways) for _, ways, _, _ in lines) == 36
    *played, passing = lines
    assert passing[0] == "pass"
    assert passing[1:3] == ["9", "7, 11 or 12"]
    assert near(passing[3], passed)
    assert [throw for throw, *_ in played] == [str(dice) for dice in PAIRS if dice.total not in PASS_NUMBERS]
    for throw, ways, play, said in played:
        best = ranked(rows, Dice.parse(throw), seat)
        assert int(ways) == PAIRS[Dice.parse(throw)]
        assert near(said, best[0].chance if best else passed)
        assert play == (offer(best[0].move, rows) if best else "unplayable, the dice pass")


@pytest.mark.parametrize("dice", PAIRS, ids=str)
@pytest.mark.parametrize(("rows", "seat"), [(SETUP, 0), ((4, 4, 4, 4, 2, 1, 6), 0), *some(2, 2)])
def test_a_throw_shows_its_moves_ranked_and_the_best_on_the_board(rows: Position, seat: int, dice: Dice) -> None:
    desk = at(rows, seat)
    assert desk.act("throw", str(dice)) == ""
    assert desk.model["throw"] == str(dice)
    found = ranked(rows, dice, seat)
    lines = table(desk, "stage-moves")
    assert [line[0] for line in lines] == [offer(one.move, rows) for one in found]
    for (_, chance, away), one in zip(lines, found, strict=True):
        assert near(chance, one.chance)
        assert (", the line" in chance) == (one.chance == 1)
        lost = found[0].chance - one.chance
        assert (away == "nothing") == (lost == 0)
        assert away in {"nothing", "under 0.1"} or near(away, lost)
    if not found:
        assert f"the dice go to {NAMES[1 - seat]}" in desk.status
        assert f"{dice} moves nothing" in desk.view["table"]
        assert marked(desk, "target") == marked(desk, "arrow") == []
        assert desk.controls()["best"]["label"] == f"Give the dice to {NAMES[1 - seat]}"
        return
    best = found[0].move
    assert desk.status.endswith(f"by {offer(best, rows)}.")
    assert marked(desk, "target") == [squares(best)[:2], squares(best)[2:]]
    assert marked(desk, "arrow") == [half.replace(" to ", "") for half in offer(best, rows).split(", ")]
    made = PLAIN.line(moved(rows, best), (best.first, best.second))
    assert marked(desk, "line") == ([str(made.row)] if made and made.row else [])
    pressed = [part.get("data-value") for part in below(desk).iter("button") if part.get("aria-pressed") == "true"]
    assert len(pressed) == 1


def test_a_line_that_stands_already_is_told_of() -> None:
    assert "counts again only once" in at((4,) * 7).view["frames"][0]["caption"]
    assert "counts again" not in at(SETUP).view["frames"][0]["caption"]


def test_what_the_page_asks_for_can_be_found_and_is_the_only_answer() -> None:
    """Of the setup with one glass moved, some playable throw is worth less than a pass in one case alone."""
    found = []
    for column, row in [(column, row) for column in range(7) for row in range(1, ROWS + 1)]:
        rows = (*SETUP[:column], row, *SETUP[column + 1 :])
        passed = 1 - shipped_table().worth(rows, 1)
        worth = [best[0].chance for dice in PAIRS if (best := ranked(rows, dice, 0))]
        if min(worth) < passed:
            assert min(worth) < passed - 2 * shipped_table().rounding
            found.append((column, row))
    assert found == [(0, 1)]


# -- what can be done ----------------------------------------------------------------------------------------


def test_a_square_or_a_number_sets_its_columns_glass() -> None:
    desk = Desk(LINE)
    parts = [part for part in desk.picture().iter() if part.get("data-do") == "square"]
    assert sorted(part.get("data-value", "") for part in parts) == SQUARES
    assert [part.get("data-value") for part in parts[:8]] == ["a7", "a6", "a5", "a4", "a3", "a2", "a1", "b7"]
    assert parts[0].get("aria-label") == "a7, a glass"
    assert desk.act("square", "c4") == ""
    assert shown_rows(desk) == (7, 7, 4, 1, 1, 1, 1)
    assert desk.act("row.g", 5) == ""
    assert shown_rows(desk) == (7, 7, 4, 1, 1, 1, 5)
    assert desk.controls()["row.g"]["value"] == 5
    before = desk.saved
    assert desk.act("square", "c4") == ""
    assert desk.saved == before, "where it stands already nothing is changed, and nothing to be taken back"
    desk.act("undo")
    desk.act("undo")
    assert desk.model == {}


def test_every_button_acts() -> None:
    rows = (2, 3, 4, 5, 6, 1, 1)
    expected = {
        "setup": (SETUP, 0),
        "home": ((ROWS,) * 7, 1),
        "mirror": (mirrored(rows), 1),
        "turn": (turned(rows), 0),
    }
    for do, (then, seat) in expected.items():
        desk = at(rows, 1)
        value = shipped_table().worth(rows, 1)
        assert desk.act(do) == ""
        assert shown_rows(desk) == then
        assert desk.controls()["dice"]["value"] == NAMES[seat].lower()
        if do in ("mirror", "turn"):
            assert near(desk.status.split(": ")[1].split("%")[0], value), "the same position, seen otherwise"
        assert desk.act("undo") == ""
        assert shown_rows(desk) == rows
    desk = at(rows, 1)
    assert desk.act("random", 823543 * 5 + 12345) == ""
    assert shown_rows(desk) == from_code(12345)
    assert desk.act("dice", "south") == ""
    assert desk.status.startswith("South")
    buttons = [control for control in desk.controls().values() if control["kind"] == "button"]
    assert {button["do"] for button in buttons} == {*expected, "random", "roll", "best", "undo"}
    assert all(button["chance"] == (button["do"] in ("random", "roll")) for button in buttons)
    keys = [button["key"] for button in buttons if button["key"]]
    assert len(set(keys)) == len(keys)


def test_dice_are_thrown_by_their_weights() -> None:
    desk, seen = Desk(LINE), []
    for luck in range(36):
        assert desk.act("roll", luck + 36 * 7) == ""
        seen.append(desk.model["throw"])
    assert {dice: seen.count(str(dice)) for dice in PAIRS} == dict(PAIRS)
    assert desk.act("throw", "") == ""
    assert "throw" not in desk.model


@pytest.mark.parametrize(("rows", "seat"), [(SETUP, 0), (SETUP, 1), *some(3, 3)])
@pytest.mark.parametrize("dice", [Dice(6, 4), Dice(2, 1), Dice(3, 3), Dice(6, 1)], ids=str)
def test_a_move_leads_where_the_rules_lead(rows: Position, seat: int, dice: Dice) -> None:
    desk = at(rows, seat, throw=str(dice))
    state, thrown = PLAIN.play(PLAIN.position(rows, seat), dice)
    found = ranked(rows, dice, seat)
    for one in found:
        then, events = PLAIN.play(state, one.move)
        assert desk.act("move", squares(one.move)) == ""
        assert shown_rows(desk) == then.rows
        assert desk.controls()["dice"]["value"] == NAMES[then.turn].lower()
        assert "throw" not in desk.model
        assert desk.log == [f"1. {dice}. {' '.join(say(event, NAMES) for event in events)}"]
        assert say(events[-1], NAMES) in desk.view["announce"]
        assert desk.act("undo") == ""
        assert (shown_rows(desk), desk.model["throw"]) == (rows, str(dice))
    assert desk.act("best") == ""
    if found:
        assert shown_rows(desk) == PLAIN.play(state, found[0].move).state.rows
    else:
        assert (shown_rows(desk), desk.controls()["dice"]["value"]) == (rows, NAMES[1 - seat].lower())
        assert desk.log == [f"1. {dice}. {say(thrown[0], NAMES)}"]


def test_a_line_is_pulled_and_one_goes_on_from_there() -> None:
    desk = at((4, 4, 4, 4, 2, 1, 6), 0, throw="3-2")
    assert desk.status == "South has 3-2: 100% by e2 to e4, f1 to f4."
    assert desk.act("best") == ""
    assert "pulls six glasses, a4 to f4" in desk.log[0]
    assert shown_rows(desk) == (7, 7, 7, 7, 7, 7, 6)
    assert desk.status.startswith("North has the dice: ")


def test_only_the_last_positions_are_kept() -> None:
    desk = Desk(LINE)
    for step in range(KEPT + 5):
        assert desk.act("square", f"a{1 + step % 7}") == ""
    undone = 0
    while desk.act("undo") == "":
        undone += 1
    assert undone == KEPT
    assert len(str(desk.saved)) < 1000


def test_without_the_table_it_says_so_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise FortuneError("The file next_line.bin could not be fetched, and without it this cannot be done.")

    outlook.outlook.cache_clear()
    monkeypatch.setattr(outlook, "shipped_table", missing)
    desk = Desk(LINE)
    assert desk.status == "South has the dice."
    assert "could not be fetched" in desk.view["message"]
    assert "asked for again" in desk.view["message"]
    assert "plain alone" in desk.view["table"]
    assert "<table" not in desk.view["table"]
    assert desk.act("square", "a5") == ""
    assert desk.act("throw", "6-4") == ""
    assert desk.status == "South has 6-4."
    assert "could not be fetched" in desk.act("best")
    assert desk.act("move", "d7e5") == ""
    assert shown_rows(desk) == (5, 7, 7, 7, 5, 1, 1)
    assert desk.act("throw", "6-1") == ""
    assert desk.act("best") == "", "passing needs no table"
    monkeypatch.undo()
    assert desk.act("mirror") == ""
    assert desk.view["message"] == ""
    assert desk.status.startswith("North has the dice: ")


# -- whatever is done ----------------------------------------------------------------------------------------

WRONG: list[tuple[str, Any]] = [
    ("square", "h1"), ("square", "a8"), ("square", "a0"), ("square", ""), ("square", None), ("square", 3),
    ("square", "a²"), ("row.a", 0), ("row.a", 8), ("row.a", "3"), ("row.a", True), ("row.h", 3), ("row.", 3),
    ("row", 3), ("dice", "east"), ("dice", None), ("dice", True), ("throw", "7-1"), ("throw", "9"), ("throw", None),
    ("throw", 63), ("roll", None), ("roll", -1), ("roll", 2**53), ("roll", True), ("random", "x"), ("random", -1),
    ("move", "d7e5"), ("move", None), ("best", None), ("undo", None), ("pull", None), ("", None), ("throw.x.y", None),
]  # fmt: skip


@pytest.mark.parametrize(("do", "value"), WRONG)
def test_what_cannot_be_done_changes_nothing(do: str, value: Any) -> None:
    desk = Desk(LINE)
    before = desk.answer
    sentence = desk.act(do, value)
    assert sentence.endswith(".")
    assert "went wrong inside" not in sentence
    assert desk.answer == before


def test_a_move_that_the_throw_does_not_have_is_refused() -> None:
    desk = at(SETUP, 0, throw="6-4")
    before = desk.answer
    for wrong in ("d7d5", "d7e6", "a1b3", "d7e5 ", "d7", 4, True, "e5d7"):
        assert "has no move" in desk.act("move", wrong)
    assert desk.answer == before
    assert "has no move" in at(SETUP, 0, throw="6-1").act("move", "d7e2")


ACTIONS = st.one_of(
    st.tuples(st.just("square"), st.sampled_from([*SQUARES, "h1"])),
    st.tuples(st.sampled_from(["row.a", "row.d", "row.g"]), st.integers(0, 8)),
    st.tuples(st.just("dice"), st.sampled_from(["south", "north", "x"])),
    st.tuples(st.just("throw"), st.sampled_from(["", *map(str, PAIRS)])),
    st.tuples(st.sampled_from(["roll", "random"]), st.integers(0, 2**53 - 1)),
    st.tuples(st.sampled_from(["best", "best", "undo", "setup", "home", "mirror", "turn"]), st.none()),
    st.tuples(st.just("move"), st.sampled_from(["d7e5", "d4e4", "a1b2"])),
    st.sampled_from(WRONG),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTIONS, max_size=30))
def test_every_action_gives_a_view_or_a_sentence_and_every_moment_can_be_saved(actions: list[tuple[str, Any]]) -> None:
    desk, other = Desk(LINE), Desk(LINE)
    for do, value in actions:
        if not desk.tried(do, value):
            continue
        assert near(desk.status.split(": ")[1].split("%")[0], chance_of(desk))
        below(desk)
        assert other.load(desk.saved) == ""
        assert other.still() == desk.still()


def chance_of(desk: Desk) -> float:
    """What the status should say, from what is saved."""
    rows = tuple(map(int, desk.model.get("rows", "7771111")))
    seat = NAMES.index(desk.model.get("dice", "south").title())
    if "throw" not in desk.model:
        return shipped_table().worth(rows, seat)
    best = ranked(rows, Dice.parse(desk.model["throw"]), seat)
    return best[0].chance if best else 1 - shipped_table().worth(rows, 1 - seat)


@pytest.mark.parametrize(
    "model",
    [
        None, [], "7771111", 3, {"rows": "777111"}, {"rows": "77711111"}, {"rows": "7771118"}, {"rows": "7771110"},
        {"rows": [7, 7, 7, 1, 1, 1, 1]}, {"rows": 7771111}, {"rows": None}, {"rows": "777111\n"}, {"rows": "777111²"},
        {"rows": "٧٧٧١١١١"}, {"dice": "South"}, {"dice": 0}, {"dice": ["south"]}, {"throw": "6-7"}, {"throw": 6},
        {"throw": None}, {"throw": ["6-3"]}, {"back": ""}, {"back": "7771111"}, {"back": "7771111s6"},
        {"back": "7771111s63."}, {"back": "7771111x"}, {"back": ["7771111s"]}, {"back": {}}, {"back": None},
        {"back": ".".join(["7771111s"] * (KEPT + 1))}, {"back": "7771111s\n"}, {"back": "x" * 100_000},
        {"queen": "8"}, {"ruleset": "free"}, {"rows": "7771111", "turn": "north"},
    ],
)  # fmt: skip
def test_saved_positions_that_cannot_be(model: Any) -> None:
    desk = at((1, 2, 3, 4, 5, 6, 7))
    before = desk.answer
    sentence = desk.load(saved(LINE, model))
    assert sentence.endswith(".")
    assert len(sentence) < 400
    assert "went wrong inside" not in sentence
    assert desk.answer == before


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["rows", "dice", "throw", "back", "x"]),
        st.one_of(
            st.none(), st.integers(), st.text(max_size=12), st.lists(st.integers(), max_size=8),
            st.from_regex(r"[1-7]{7}[sn]?[1-6]{0,2}", fullmatch=True),
        ),
    )
)  # fmt: skip
def test_any_link_gives_a_view_or_a_sentence(model: dict[str, Any]) -> None:
    sentence = Desk(LINE).load(saved(LINE, model))
    assert sentence == "" or sentence.endswith(".")
    assert "went wrong inside" not in sentence
