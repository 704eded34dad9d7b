"""The odds of Glückshaus by a second road: closed forms, long play, brute force."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from fortune.dice import Dice, throw, ways
from fortune.errors import ChainError
from fortune.glueckshaus import RULESETS, Options, game, ruleset
from fortune.glueckshaus.odds import chain, expected_worth, long_run, report, size_bound, worth
from fortune.glueckshaus.rules import Hailed


def test_an_ordinary_room_in_closed_form() -> None:
    # Balance: (1 - p) k = p (k + 2), for pig and king empty it too.
    found = long_run(Options())
    assert found.occupied == {n: Fraction(ways(n), 2 * ways(n) + 2) for n in (3, 5, 6, 8, 9, 10, 11)}
    assert found.pig == sum(found.occupied.values()) == Fraction(107, 40)
    # Seven comes six times as often as twelve.
    assert found.wedding == 6
    assert found.king == found.pig + 6


def test_a_filling_room_in_closed_form() -> None:
    # From below its number a room fills with k ways, falls with 2, and from full with k + 2: so each level holds
    # (k / (k + 2)) times the one below it.
    found = long_run(ruleset("fill_up").options())
    for number, held in found.held.items():
        ratio = Fraction(ways(number), ways(number) + 2)
        levels = [ratio**level for level in range(number + 1)]
        assert held == sum(level * weight for level, weight in enumerate(levels)) / sum(levels)
        assert found.occupied[number] == 1 - 1 / sum(levels)


def test_value_stakes_hold_their_number() -> None:
    found = long_run(ruleset("value_stakes").options())
    assert found.held == {number: number * chance for number, chance in found.occupied.items()}


@pytest.mark.parametrize("key", RULESETS)
def test_the_long_run_against_long_play(key: str) -> None:
    the_game = game(key, players=2, chips=1000, end="last_standing", ante="none", settle="in_hand")
    rng = random.Random(11)
    rich = the_game.start()
    state, seen, kings, gifts, throws = rich, [0] * len(the_game.rooms), 0, 0, 20_000
    for _ in range(throws):
        for at, chips in enumerate(state.rooms):
            seen[at] += chips > 0
        state, events = the_game.play(state, throw(rng))
        for event in events:
            if isinstance(event, Hailed):
                kings, gifts = kings + 1, gifts + event.gifts
        # Nobody is to run dry here: the purses are filled again, the house left as it is.
        board = state.on_board + state.house
        even = (the_game.total - board) // 2
        state = the_game.load({**the_game.dump(state), "hands": [even, the_game.total - board - even]})
    found = long_run(the_game.options)
    for at, number in enumerate(the_game.rooms):
        # Successive positions are not independent: forty throws or so apart they nearly are.
        assert seen[at] / throws == pytest.approx(float(found.occupied[number]), abs=5 * (0.25 / (throws / 40)) ** 0.5)
    assert gifts / kings == pytest.approx(6, abs=5 * (42 / kings) ** 0.5)


def test_worth_of_each_throw() -> None:
    # S1's second case: five single chips, twelve on the wedding.
    the_game = game(players=4)
    rooms = dict.fromkeys(["3", "5", "6", "8", "9"], 1) | {"10": 0, "11": 0}
    state = the_game.load({**the_game.dump(the_game.start()), "hands": [6, 6, 6, 5], "rooms": rooms, "wedding": 12})
    found = worth(the_game, state)
    assert list(found) == list(range(2, 13))
    assert (found[2], found[12], found[7], found[4], found[3], found[10]) == (5, 17, -1, 0, 1, -1)
    brute = sum(Fraction(found[a + b], 36) for a in range(1, 7) for b in range(1, 7))
    assert expected_worth(the_game, state) == brute


def test_the_empty_house_costs_31_36ths() -> None:
    assert expected_worth(game(), game().start()) == Fraction(-31, 36)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("broke", ["at_zero", "cannot_pay"])
def test_the_size_is_bounded(key: str, broke: str) -> None:
    small = {"end": "rounds(3)"} if key == "german" else {}
    for players, chips in ((2, 2), (2, 3), (3, 2)) if broke == "at_zero" else ((2, 1), (2, 2)):
        the_game = game(key, players=players, chips=chips, broke=broke, **small)
        assert len(chain(the_game)) <= size_bound(the_game)
    assert size_bound(game()) == len(chain(game()))


def test_too_large_a_game_is_refused_at_once() -> None:
    with pytest.raises(ChainError, match="4 players with 10 chips each make a chain of up to 4,725,342 positions"):
        chain(game(players=4))
    with pytest.raises(ChainError, match="Ask for a simulation"):
        report(game(players=20, chips=1000))


def test_the_second_seat_has_the_edge() -> None:
    for chips in (1, 2, 3, 4):
        first, second = chain(game(chips=chips)).win(exact=True)
        assert first.exact is not None
        assert second.exact is not None
        assert first.exact < second.exact


def test_dice_with_one_total_are_worth_the_same() -> None:
    the_game = game(players=4)
    assert the_game.play(the_game.start(), Dice(6, 3)).state == the_game.play(the_game.start(), Dice(5, 4)).state
