"""Rule cards say what the rules do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fortune import glueckshaus, goose, tablero
from fortune.cards import Card, lowered, meaning
from fortune.dice import PAIRS, Dice
from fortune.errors import RulesetError
from fortune.glueckshaus.card import card as house_card
from fortune.glueckshaus.rules import Again, Free, Gave, Hailed, Paid, PaidHouse, TookAsPig
from fortune.goose.card import card as goose_card
from fortune.goose.squares import GEESE
from fortune.options import options_to_json, specs
from fortune.tablero.card import card as tablero_card
from fortune.tablero.state import Passed

GAMES: list[tuple[Mapping[str, Any], Callable[[str], Card]]] = [
    (glueckshaus.RULESETS, house_card),
    (goose.RULESETS, goose_card),
    (tablero.RULESETS, tablero_card),
]
CARDS = [(rulesets[key], make(key)) for rulesets, make in GAMES for key in rulesets]
EACH = pytest.mark.parametrize(("ruleset", "card"), CARDS, ids=[card.key for _, card in CARDS])


def text(card: Card) -> str:
    return " ".join((card.need, *card.setup, *(f"{what}. {does}" for what, does in card.rows), *card.end))


@EACH
def test_a_card_tells_its_ruleset(ruleset: Any, card: Card) -> None:
    assert (card.title, card.key, card.evidence) == (ruleset.title, ruleset.key, ruleset.evidence)
    assert card.sources == ruleset.sources
    assert all((card.need, card.setup, card.rows, card.end))
    # nothing is left to be filled in, and no value is told by another that is not there
    assert not re.search(r"\bn-th\b|\bn\b|the same, but|None", text(card))


# what a card need not say: numbers that it gives another way, and what has no effect under the ruleset
UNSAID = {"players", "chips", "settle", "ante", "well_release", "prison_release", "stock", "toast_makes_line"}


@EACH
def test_a_card_tells_every_rule_that_the_ruleset_changes(ruleset: Any, card: Card) -> None:
    options, told = ruleset.options(), text(card).lower()
    known = specs(options)
    for name in ruleset.settings:
        if known[name].range or options_to_json(options)[name] in ("off", "no", "on"):
            continue
        said = lowered(meaning(options, name, ours=False)).rstrip(".").lower().removeprefix("yes, ")
        # a room 4 stands among the others, and the two ways in a sentence with other words
        said = {("direction", "either"): "either way", ("four", "room"): "3, 4, 5"}.get(
            (name, str(getattr(options, name))), said
        )
        assert said in told, name


@pytest.mark.parametrize("key", glueckshaus.RULESETS)
def test_each_total_stands_once_on_a_card_of_glueckshaus(key: str) -> None:
    game = glueckshaus.game(key)
    told = {int(total): does for totals, does in house_card(key).rows for total in totals.split(", ")}
    assert sorted(told) == list(range(2, 13))
    words = {
        Paid: "A room.",
        Gave: "The wedding.",
        TookAsPig: "The pig.",
        Hailed: "The king.",
        Free: "A free turn",
        PaidHouse: "A chip goes to the owner",
        Again: "throws again",
    }
    for dice in PAIRS:
        event = game.play(game.start(), dice).events[0]
        assert words[type(event)] in told[dice.total]


def test_a_room_s_price_stands_on_the_card() -> None:
    assert "as many chips as its number" in text(house_card("value_stakes"))
    assert "After the second king".lower() in text(house_card("two_kings")).lower()
    assert "20 rounds" in text(house_card("german"))
    assert "one chip to the wedding" in text(house_card("tavern"))


@pytest.mark.parametrize("key", goose.RULESETS)
def test_where_a_square_leads_stands_on_a_card_of_the_goose(key: str) -> None:
    game, rows = goose.game(key), dict(goose_card(key).rows)
    (geese,) = (what for what in rows if what.startswith("Geese"))
    assert [int(number) for number in re.findall(r"\d+", geese)] == list(GEESE)

    def led(start: int, dice: Dice) -> int:
        return game.play(game.position([start, 1]), dice).state.places[0]

    bridge, maze, death = (rows[name] for name in ("The bridge, 6", "The labyrinth, 42", "Death, 58"))
    assert f"to {led(2, Dice(3, 1))}." in bridge
    assert f"to {led(40, Dice(1, 1))}." in maze
    assert ("to the start" if led(56, Dice(1, 1)) == 0 else "to the first square") in death
    for dice in (Dice(6, 3), Dice(5, 4)):
        assert f"to {game.play(game.start(), dice).state.places[0]} (" in rows["A nine from the start"]
    after = game.play(game.position([17, 0]), Dice(1, 1)).state
    assert f"misses {'one turn' if after.owed[0] == 1 else f'{after.owed[0]} turns'}" in rows["The inn, 19"]
    for square, name, start in ((31, "The well, 31", 29), (52, "The prison, 52", 48)):
        after = game.play(game.position([start, 0]), Dice(1, 1) if start == 29 else Dice(3, 1)).state
        assert after.places[0] == square
        assert ("One waits until another piece lands there." in rows[name]) == game.held(after.places, 0)
        assert ("misses one turn" in rows[name]) == (after.owed[0] == 1)


@pytest.mark.parametrize("key", tablero.RULESETS)
def test_what_passes_the_dice_stands_on_a_card_of_tablero(key: str) -> None:
    game: Any = tablero.game(key)
    start = game.start()
    if key in ("gucci", "tournament"):
        start = game.position(list(start.rows), queen=5)
    passing = {dice.total for dice in PAIRS if any(isinstance(e, Passed) for e in game.play(start, dice).events)}
    ((what, does), *_) = tablero_card(key).rows
    assert what == ", ".join(map(str, sorted(passing)))
    assert "dice pass" in does


def test_an_unknown_ruleset() -> None:
    for _, make in GAMES:
        with pytest.raises(RulesetError):
            make("nonsense")
