"""The golden transcripts are there, undamaged, and the rules still tell the same games."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from fortune.catalogue import CATALOGUE
from fortune.dice import Dice, throw
from fortune.game import Choose, Over, Throw
from fortune.goose import state as goose_events
from fortune.options import options_from_json
from fortune.tablero import state as tablero_events
from tests.helpers import AnyGame
from tests.transcripts import CHOOSERS, COMMAND, FOLDER, SUMS, path, sums, told, transcript, wanted

EACH = pytest.mark.parametrize(("name", "key"), wanted())


def read(name: str, key: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path(name, key).read_text(encoding="utf-8"))
    return data


def chosen(game: AnyGame, state: Any, step: Mapping[str, Any]) -> Any:
    """The throw or the decision of a step; a decision is found among the legal ones."""
    turn = game.turn(state)
    if isinstance(turn, Throw):
        return Dice.parse(step["dice"])
    assert isinstance(turn, Choose)
    found = [move for move in game.moves(state) if plain(told(move)) == step["choice"]]
    assert len(found) == 1
    return found[0]


def plain(value: object) -> Any:
    """A value as it comes back from JSON."""
    return json.loads(json.dumps(value))


def test_every_game_and_ruleset_has_a_transcript_and_none_is_left_over() -> None:
    assert {path(name, key) for name, key in wanted()} == set(FOLDER.glob("*/*.json")), f"run {COMMAND}"


def test_the_checksums_are_right() -> None:
    assert SUMS.read_text(encoding="ascii") == sums(), f"a transcript was edited; run {COMMAND}, and read the change"


@EACH
def test_the_command_makes_these_very_bytes(name: str, key: str) -> None:
    assert path(name, key).read_bytes() == transcript(name, key).encode()


@EACH
def test_the_rules_tell_the_same_game_from_its_throws(name: str, key: str) -> None:
    data = read(name, key)
    ruleset = CATALOGUE[name].rulesets[key]
    assert options_from_json(ruleset.kind, data["options"]) == ruleset.options(**data["options"])
    game = CATALOGUE[name].make(key, **data["options"])
    assert plain(game.dump(game.start())) == data["start"]
    state = game.load(data["start"])
    for step in data["steps"]:
        state, events = game.play(state, chosen(game, state, step))
        assert plain([told(event) for event in events]) == step["events"]
        assert plain(game.dump(state)) == step["state"]
        assert game.load(step["state"]) == state
    turn = game.turn(state)
    assert isinstance(turn, Over)
    assert turn.outcome.termination == data["outcome"]["termination"]
    assert list(turn.outcome.winners) == data["outcome"]["winners"]


@EACH
def test_the_seed_throws_the_same_dice(name: str, key: str) -> None:
    data = read(name, key)
    rng = random.Random(data["seed"])
    game = CATALOGUE[name].make(key, **data["options"])
    state = game.start()
    for step in data["steps"]:
        if "dice" in step:
            assert str(throw(rng)) == step["dice"]
        else:
            assert plain(told(CHOOSERS[name](rng, game, state))) == step["choice"]
        state = game.load(step["state"])


def test_each_transcript_says_how_it_was_made_and_is_small() -> None:
    for name, key in wanted():
        data = read(name, key)
        assert (data["made_by"], data["game"], data["ruleset"]) == (COMMAND, name, key)
        assert path(name, key).stat().st_size < 40_000


def shown(game: str) -> set[str]:
    """Every kind of event in the transcripts of a game."""
    return {
        event[0]
        for name, key in wanted()
        if name == game
        for step in read(name, key)["steps"]
        for event in step["events"]
    }


def test_the_transcripts_of_glueckshaus_show_every_kind_of_event_that_their_rules_have() -> None:
    rules = {"Paid", "Took", "Gave", "TookAsPig", "Hailed", "Free", "PaidHouse", "Out", "Shared", "Ended", "Won"}
    assert shown("glueckshaus") == rules, "all but Again, for no ruleset has roll_again"


def test_the_transcripts_of_the_goose_show_every_kind_of_event_that_two_can_meet_with() -> None:
    assert shown("goose") == set(goose_events.__all__) - {"State", "Stuck"}, (
        "all but Stuck, for that asks for one alone"
    )


def test_the_transcripts_of_tablero_show_every_kind_of_event_that_their_rulesets_have() -> None:
    moves = {"Announce", "GucciPhase", "GucciState", "JesusPhase", "JesusState", "Leave", "NoToast", "Take", "ThrowOn"}
    kinds = set(tablero_events.__all__) - moves - {"Toast"}
    assert shown("tablero") == kinds - {"Eighth"}, "no ruleset has bonus_eighth"


def test_the_transcripts_of_tablero_show_lines_of_every_kind() -> None:
    pulled = {
        key: {
            (event[1]["columns"].count(",") + 1, event[1]["row"] == 0)
            for step in read("tablero", key)["steps"]
            for event in step["events"]
            if event[0] == "Pulled"
        }
        for name, key in wanted()
        if name == "tablero" and "jesus" not in key
    }
    assert {(6, False), (7, False)} <= pulled["gucci"]
    assert (7, True) in pulled["plain"], "a diagonal"
    assert (5, False) in pulled["five_in_row"]


def test_each_transcript_of_glueckshaus_ends_as_its_ruleset_is_made_to_end() -> None:
    for name, key in wanted():
        if name == "glueckshaus":
            end = read(name, key)["options"]["end"]
            assert read(name, key)["outcome"]["termination"] == end.partition("(")[0]


def test_the_transcripts_of_the_goose_end_at_home_and_once_in_a_deadlock() -> None:
    ends = {key: read(name, key)["outcome"]["termination"] for name, key in wanted() if name == "goose"}
    assert ends == dict.fromkeys(CATALOGUE["goose"].rulesets, "home") | {"academy": "deadlock"}


def test_the_two_nines_of_the_goose_part_ways() -> None:
    """With these dice a nine falls after Death: to the letter it wins at once."""
    steps = {key: read("goose", key)["steps"] for key in ("classic", "classic_literal")}
    assert len(steps["classic_literal"]) < len(steps["classic"])
    assert steps["classic_literal"][-1]["events"][-1][0] == "Won"
