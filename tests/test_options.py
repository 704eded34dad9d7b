"""Options and rulesets, for every game of the catalogue, and the reading of words."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest

from fortune.catalogue import CATALOGUE
from fortune.errors import OptionError, RulesetError, shown
from fortune.glueckshaus import Options, kings, rounds
from fortune.options import (
    Counted,
    OptionSpec,
    Ruleset,
    Value,
    check,
    choice,
    find_ruleset,
    is_default,
    options_from_json,
    options_to_json,
    specs,
    with_words,
)
from tests.helpers import is_sentence

RULESETS = [ruleset for entry in CATALOGUE.values() for ruleset in entry.rulesets.values()]
EACH = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)

NUMBER = OptionSpec("How many.", "S1", range=(2, 20))
WORD = OptionSpec(
    "When.", "S1", values=(Value("never", "Never.", "S1"), Value("kings", "After n kings.", "S1", counts=(1, 9)))
)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Toy:
    """A wait whose default carries a number, and a square that is a word."""

    wait: str | Counted = choice(  # noqa: RUF009 - it makes a field
        "How long.",
        "S0",
        Value("miss", "So many turns.", "S0", counts=(0, 9)),
        Value("for_ever", "No end.", "S0"),
        default=Counted("miss", 1),
    )
    to: str = choice("Where.", "S0", Value("0", "0.", "S0"), Value("1", "1.", "S0"), Value("none", "Nowhere.", "S0"))

    def __post_init__(self) -> None:
        check(self)


@EACH
def test_every_option_says_what_it_is_and_who_says_so(ruleset: Ruleset[Any]) -> None:
    for name, spec in specs(ruleset.kind).items():
        assert spec.meaning.endswith("."), name
        assert spec.source, name
        assert bool(spec.values) != bool(spec.range), name
        assert is_default(ruleset.kind(), name)
        for value in spec.values:
            assert value.meaning.endswith("."), (name, value.word)
            assert value.source, (name, value.word)
            assert value.ours == "" or value.ours.endswith("."), (name, value.word)
        if spec.values:
            default = getattr(ruleset.kind(), name)
            word = default.word if isinstance(default, Counted) else default
            assert word == spec.values[0].word, "the first value is the default"


@EACH
def test_options_survive_json(ruleset: Ruleset[Any]) -> None:
    options = ruleset.options(**({"players": 5} if "players" in specs(ruleset.kind) else {}))
    data = json.loads(json.dumps(options_to_json(options)))
    assert list(data) == list(specs(options))
    assert all(isinstance(value, int | str) for value in data.values())
    assert options_from_json(ruleset.kind, data) == options
    assert options_from_json(ruleset.kind, {}) == ruleset.kind(), "what is left out has its default"
    assert pickle.loads(pickle.dumps(options)) == copy.deepcopy(options) == options
    assert hash(options_from_json(ruleset.kind, data)) == hash(options)


@EACH
def test_a_figure_is_labelled_by_its_ruleset(ruleset: Ruleset[Any]) -> None:
    assert ruleset.label(ruleset.options()) == ruleset.key
    sizes = {name: 3 for name in ("players", "chips") if name in specs(ruleset.kind)}
    assert ruleset.label(ruleset.options(**sizes)) == ruleset.key, "these are no rules"


def test_a_label_names_each_rule_that_differs() -> None:
    modern = CATALOGUE["glueckshaus"].rulesets["modern"]
    options = modern.options(four="room", end="kings(2)", players=3)
    assert modern.label(options) == "modern with four=room, end=kings(2)"
    tavern = CATALOGUE["glueckshaus"].rulesets["tavern"]
    assert tavern.label(tavern.options(ante="none")) == "tavern with ante=none"


def test_options_cannot_be_changed_afterwards() -> None:
    options = Options()
    with pytest.raises(AttributeError):
        options.chips = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        Options(4)  # type: ignore[call-arg]
    assert dataclasses.replace(options, chips=5) == Options(chips=5)
    with pytest.raises(OptionError, match="chips"):
        dataclasses.replace(options, chips=0)
    with pytest.raises(TypeError):
        RULESETS[0].settings["chips"] = 5  # type: ignore[index]


def test_a_counted_value_is_written_as_it_is_read() -> None:
    assert str(kings(2)) == "kings(2)"
    assert WORD.read("kings(2)") == kings(2) == Counted("kings", 2)
    assert WORD.read(" kings ( 2 ) ") == kings(2)
    assert kings(2) != rounds(2)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2),
        (" 12 ", 12),
        ("+3", 3),
        ("-3", -3),
        ("2.0", "2.0"),
        ("", ""),
        ("two", "two"),
        ("٣", "٣"),
        ("1" * 10, "1" * 10),
    ],
)
def test_whole_numbers_are_read_from_words(text: str, value: object) -> None:
    assert NUMBER.read(text) == value


@pytest.mark.parametrize("value", [2, None, 2.0, [2], True])
def test_what_is_no_text_is_left_as_it_is(value: object) -> None:
    assert NUMBER.read(value) is value
    assert WORD.read(value) is value


@pytest.mark.parametrize("value", [2, 20, 11])
def test_a_number_in_range_is_allowed(value: int) -> None:
    assert NUMBER.allows(value)


@pytest.mark.parametrize("value", [1, 21, 0, -2, True, "2", 2.0, None, [2], float("nan"), 10**400])
def test_a_number_out_of_range_or_of_another_kind_is_not(value: object) -> None:
    assert not NUMBER.allows(value)


@pytest.mark.parametrize("value", ["never", kings(1), kings(9)])
def test_a_value_of_the_list_is_allowed(value: object) -> None:
    assert WORD.allows(value)


@pytest.mark.parametrize(
    "value",
    [
        "kings",
        "Never",
        "",
        None,
        1,
        kings(0),
        kings(10),
        rounds(1),
        Counted("never", 1),
        Counted("kings", True),
        ["never"],
    ],
)
def test_a_value_not_of_the_list_is_not(value: object) -> None:
    assert not WORD.allows(value)


def test_what_was_expected_is_told_in_words() -> None:
    assert NUMBER.expected() == "a whole number from 2 to 20"
    assert WORD.expected() == "never or kings(n) with n from 1 to 9"
    assert OptionSpec("One.", "S1", values=(Value("only", "It.", "S1"),)).expected() == "only"
    three = OptionSpec("One.", "S1", values=tuple(Value(word, "It.", "S1") for word in "abc"))
    assert three.expected() == "a, b or c"


def test_a_default_may_carry_a_number() -> None:
    assert Toy().wait == Counted("miss", 1)
    assert is_default(Toy(), "wait")
    assert is_default(Toy(wait="miss(1)"), "wait")
    assert not is_default(Toy(wait="miss(2)"), "wait")
    assert options_to_json(Toy()) == {"wait": "miss(1)", "to": "0"}
    assert options_from_json(Toy, {"wait": "miss(1)"}) == options_from_json(Toy, {}) == Toy()
    assert Ruleset("toy", "Toy", {}, "modern", ("S0",), "A toy.", Toy).label(Toy()) == "toy"
    with pytest.raises(OptionError, match=r"wait must be miss\(n\) with n from 0 to 9 or for_ever .*not 'miss'"):
        Toy(wait="miss")


def test_without_a_default_the_first_value_is_it() -> None:
    assert Toy().to == "0"


@pytest.mark.parametrize("one", [1, "1", " 1 "])
def test_a_word_of_digits_may_be_given_as_that_number(one: Any) -> None:
    changed = with_words(Toy(), {"to": one})
    assert changed.to == "1", "and is kept as the word"
    assert changed == Toy(to="1") == Toy(to=1)  # type: ignore[arg-type]
    assert options_to_json(changed)["to"] == "1"


@pytest.mark.parametrize("value", [2, -1, 10, True, False, 1.0, None, "01", "+1", [1], 10**5000], ids=shown)
def test_a_number_that_is_no_word_of_the_list_is_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="to must be 0, 1 or none") as made:
        Toy(to=value)
    with pytest.raises(OptionError, match="to must be 0, 1 or none") as changed:
        with_words(Toy(), {"to": value})
    for caught in (made, changed):
        assert caught.value.option == "to"
        assert is_sentence(caught.value)


def test_a_number_is_no_word_where_the_words_are_others() -> None:
    with pytest.raises(OptionError, match="wait must be"):
        Toy(wait=1)  # type: ignore[arg-type]


def test_words_change_options() -> None:
    changed = with_words(Options(), {"end": "rounds(5)", "settle": "shared", "players": "4", "chips": 3})
    assert changed == Options(players=4, chips=3, end=rounds(5), settle="shared")
    assert with_words(changed, {}) == changed


@pytest.mark.parametrize(
    ("settings", "option", "words"),
    [
        ({"player": 2}, "player", "no option 'player'.* players, chips, four"),
        ({"players": "many"}, "players", "from 2 to 20 .*not 'many'"),
        ({"four": "five"}, "four", "nothing, pay_house, room or roll_again .*not 'five'"),
        ({"end": "kings"}, "end", r"kings\(n\) with n from 1 to 1000000.*not 'kings'"),
        ({"end": "kings(0)"}, "end", r"not kings\(0\)"),
        ({"end": "kings(-1)"}, "end", r"not 'kings\(-1\)'"),
        ({"end": "kings(1000001)"}, "end", r"not kings\(1000001\)"),
        ({"end": "kings(99999999999)"}, "end", r"not 'kings\(99999999999\)'"),
        ({"end": "queens(2)"}, "end", r"not queens\(2\)"),
        ({"end": Counted("kings", 10**5000)}, "end", "about 5000 digits"),
        ({"end": Counted([1], 2)}, "end", "not Counted"),  # type: ignore[arg-type]
        ({"chips": 10**5000}, "chips", "about 5000 digits"),
        ({"chips": float("nan")}, "chips", "not nan"),
        ({"settle": None}, "settle", "not None"),
    ],
)
def test_an_option_that_is_not_allowed_is_refused(settings: dict[str, object], option: str, words: str) -> None:
    with pytest.raises(OptionError, match=words) as caught:
        with_words(Options(), settings)
    assert caught.value.option == option
    assert is_sentence(caught.value)


@pytest.mark.parametrize("data", [None, [], "modern", 7, [["players", 2]], {1: 2}, {None: 1, "players": 2}])
def test_what_is_no_mapping_of_options_is_refused(data: object) -> None:
    with pytest.raises(OptionError, match="mapping from names to values") as caught:
        options_from_json(Options, data)
    assert caught.value.option == "options"
    assert is_sentence(caught.value)


def test_an_unknown_ruleset_is_answered_with_those_there_are() -> None:
    rulesets = CATALOGUE["glueckshaus"].rulesets
    with pytest.raises(RulesetError, match=r"no ruleset 'chess'.*modern, tavern, .*value_stakes") as caught:
        find_ruleset(rulesets, "chess")
    assert is_sentence(caught.value)
    assert find_ruleset(rulesets, "tavern") is rulesets["tavern"]
