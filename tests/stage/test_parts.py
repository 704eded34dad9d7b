"""What the apps of all games share: the tape of dice, the steps as text, who begins, and the options being chosen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice, throw, throw_die
from fortune.errors import OptionError, RulesetError, StageError
from fortune.glueckshaus import RULESETS, Options
from fortune.options import Counted, closest, specs
from fortune.stage.contest import Contest
from fortune.stage.draft import Draft
from fortune.stage.opponent import Opponent
from fortune.stage.party import MOST, NAMES, Party
from fortune.stage.tape import SEEDS, Decided, Made, Tape, next_seed, read_steps, write_steps
from fortune.tablero import RULESETS as TABLERO
from fortune.tablero import GucciOptions, JesusOptions

STEPS = st.lists(
    st.none() | st.integers(1, 6) | st.sampled_from(list(PAIRS)) | st.builds(Decided, st.integers(0, 200)), max_size=40
)


@given(st.integers(0, SEEDS - 1))
def test_the_tape_throws_what_a_generator_throws(seed: int) -> None:
    tape, rng = Tape(seed), random.Random(seed)
    assert tape.die(0) == throw_die(rng)
    pairs = [tape.pair(at) for at in (3, 1, 3)]
    assert [throw(rng), throw(rng)] == [pairs[1], pairs[0]]
    assert pairs[0] == pairs[2], "what fell once stays"


@given(STEPS)
def test_steps_come_back_from_their_text(steps: list[Made]) -> None:
    text = write_steps(steps)
    assert len(text) <= sum(1 + (made.at // 19 if isinstance(made, Decided) else 0) for made in steps)
    assert list(read_steps(text, len(steps))) == steps
    if steps:
        with pytest.raises(StageError):
            read_steps(text, len(steps) - 1)


def test_runs_of_one_kind_are_short() -> None:
    assert write_steps([None] * 4000) == "4000"
    assert write_steps([Dice(1, 1), Dice(6, 6), 1, 6]) == "auAF"
    assert write_steps([Decided(0), Decided(18), Decided(19), None, Decided(40)]) == "GYZG1ZZI"


@pytest.mark.parametrize("text", ["Z", "GZ", "Z" * 60 + "G", "g-", "1Z2", "0G"])
def test_no_other_text_is_a_row_of_steps(text: str) -> None:
    with pytest.raises(StageError, match="cannot be read"):
        read_steps(text, 40)


def test_what_is_decided_by_chance_leaves_the_dice_alone() -> None:
    one, other = Tape(5), Tape(5)
    chances = [one.chance(at) for at in (7, 0, 7)]
    assert chances[0] == chances[2] == other.chance(7)
    assert all(0 <= chance < 1 for chance in chances)
    assert [one.die(at) for at in range(9)] == [other.die(at) for at in range(9)]
    assert Tape(6).chance(0) != chances[1]


def test_seeds_go_round() -> None:
    assert next_seed(0) == 1
    assert next_seed(SEEDS - 1) == 1


@given(st.integers(2, 20), st.booleans(), st.data())
def test_the_highest_die_begins_or_the_lowest_and_ties_throw_again(
    players: int, lowest: bool, data: st.DataObject
) -> None:
    contest = Contest(tuple(range(players)), lowest=lowest)
    assert contest.wanted == ("lowest" if lowest else "highest")
    for _ in range(5):
        faces = [data.draw(st.integers(1, 6)) for _ in contest.rivals]
        best = [
            place for place, face in zip(contest.rivals, faces, strict=True) if face == (min if lowest else max)(faces)
        ]
        for place, face in zip(contest.rivals, faces, strict=True):
            assert contest.winner is None
            assert contest.thrower == place
            contest = contest.after(face)
        assert contest == Contest(tuple(best), lowest=lowest)
        if contest.winner is not None:
            assert best == [contest.winner]
            return


def test_a_party_comes_back_from_what_is_saved() -> None:
    party = Party().rename(2, "Zoë", 4).seat(0, True).seat(3, False)
    assert party.save() == {"names": {"2": "Zoë"}, "persons": [3]}
    assert Party.load(party.save(), 4) == party
    assert Party().save() == {}
    assert len(set(NAMES)) == MOST == specs(Options)["players"].range[1]  # type: ignore[index]


def test_the_strengths_of_a_party() -> None:
    known = {
        name: Opponent(name.title(), f"Plays {name}.", lambda game, state, luck: None) for name in ("well", "badly")
    }
    party = Party()
    assert party.opponent(1, known) is known["well"], "the first is the usual one"
    party = party.strengthen(1, "badly", known)
    assert party.opponent(1, known) is known["badly"]
    assert party.save() == {"strengths": {"1": "badly"}}
    assert Party.load(party.save(), 2, known) == party
    chosen = [control for control in party.controls(2, known) if control.kind == "select"]
    assert [(control.do, control.value, control.hint) for control in chosen] == [
        ("strength.1", "badly", "Plays badly.")
    ]
    assert not [control for control in party.controls(2) if control.kind == "select"]
    for place, key in (("1", "best"), ("20", "well"), ("1", None)):
        with pytest.raises(StageError):
            Party.load({"strengths": {place: key}}, 2, known)
    with pytest.raises(StageError, match="as chance has it"):
        Party.load(party.save(), 2)


def test_rulesets_may_be_of_two_kinds_of_options() -> None:
    draft = Draft.of(TABLERO, GucciOptions(stock=7))
    assert draft.players == 2
    assert draft.save() == {"stock": 7}
    coins = draft.change("ruleset", "jesus_run")
    assert coins.options == JesusOptions(run="on")
    assert coins.save() == {"ruleset": "jesus", "run": "on"}
    for one in (draft, coins):
        assert Draft.load(TABLERO, one.save()) == one
    assert coins.change("ruleset", "plain").options == GucciOptions(queen="off")
    assert closest(TABLERO, JesusOptions(bonus_eighth="on")).key == "jesus"
    with pytest.raises(OptionError, match="no option 'stock'"):
        Draft.load(TABLERO, {"ruleset": "jesus", "stock": 7})
    with pytest.raises(OptionError, match="no option 'ruleset'"):
        Draft.load(RULESETS, {"ruleset": "modern"})


def test_every_value_of_every_option_can_be_chosen() -> None:
    """No dead options: what the rules know is on the page, with its meaning and its source."""
    for name, spec in specs(Options).items():
        for value in spec.values:
            draft = Draft.of(RULESETS, Options()).change(f"option.{name}", value.word)
            here = spec.read(draft.words[name])
            assert (here.word if isinstance(here, Counted) else here) == value.word
            shown = next(c for c in draft.controls() if getattr(c, "do", "") == f"option.{name}")
            assert shown.value == value.word  # type: ignore[union-attr]
            hint = shown.hint  # type: ignore[union-attr]
            assert value.meaning in hint
            assert value.source in hint
            assert value.ours in hint
            counts = [c for c in draft.controls() if getattr(c, "do", "") == f"count.{name}"]
            assert len(counts) == (value.counts is not None)


def test_a_draft_may_contradict_itself_until_it_is_dealt() -> None:
    draft = Draft.of(RULESETS, Options()).change("option.settle", "shared")
    with pytest.raises(OptionError, match="needs end=rounds"):
        _ = draft.options
    draft = draft.change("option.end", "rounds").change("count.end", 7)
    assert str(draft.options.end) == "rounds(7)"
    assert Draft.load(RULESETS, draft.save()) == draft
    for do, value in (("count.end", 0), ("count.end", "x"), ("count.four", 3), ("option.no", 1), ("ruleset", "x"),
                      ("option.players", True), ("option.four", 3), ("option.end", "rounds(0)")):  # fmt: skip
        with pytest.raises(RulesetError if do == "ruleset" else OptionError):
            draft.change(do, value)


def test_options_are_named_after_the_ruleset_they_are_nearest_to() -> None:
    for key, ruleset in RULESETS.items():
        assert closest(RULESETS, ruleset.options(players=7, chips=3)).key == key
    assert closest(RULESETS, Options(ante="wedding", end=Counted("kings", 1), broke="cannot_pay")).key == "tavern"
