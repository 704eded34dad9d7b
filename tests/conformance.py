"""What is promised of every game, as checks that any game can be put through.

``tests/test_conformance.py`` puts every game of the catalogue through every check, under every ruleset. A new
game needs one :class:`Conforming` there, and nothing else.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from fortune.chain import Chain
from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, StateError
from fortune.game import Choose, Over, Throw, playout
from tests.helpers import AnyGame, choices, finished, is_sentence, reachable, states, successors, walk

SEEDS = (1, 2, 3)
STEPS = 80


@dataclass(frozen=True)
class Conforming:
    """What a game brings to the suite.

    ``settings`` make a game of a usual size for the random walks; ``small`` make games so small that every
    state can be visited, with ``by_ruleset`` on top for single rulesets. ``wrong`` are choices that no state
    allows. ``invariant`` asserts whatever the game promises of each of its states.
    """

    settings: Mapping[str, object]
    small: tuple[Mapping[str, object], ...]
    wrong: tuple[object, ...]
    invariant: Callable[[Any, Any], None]
    by_ruleset: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One game under one ruleset, with the tools to make it in several sizes."""

    game: str
    ruleset: str
    make: Callable[..., AnyGame]
    entry: Conforming

    def usual(self) -> AnyGame:
        return self.make(self.ruleset, **self.entry.settings)

    def small(self) -> list[AnyGame]:
        extra = self.entry.by_ruleset.get(self.ruleset, {})
        return [self.make(self.ruleset, **{**settings, **extra}) for settings in self.entry.small]


def weights_sum_to_36(case: Case) -> None:
    game = case.usual()
    for seed in SEEDS:
        for state, _, _ in walk(game, seed, STEPS):
            if isinstance(game.turn(state), Throw):
                assert sum(game.throws(state).values()) == 36
                assert sum(game.throw_classes(state).values()) == 36
                assert all(type(weight) is int and weight > 0 for weight in game.throws(state).values())
                assert game.throws(state) == PAIRS, "fair dice fall as they fall, whatever the position"


def classes_lump_faithfully(case: Case) -> None:
    game = case.usual()
    for state, _, _ in walk(game, SEEDS[0], STEPS):
        if isinstance(game.turn(state), Throw):
            by_throw: Counter[object] = Counter()
            by_class: Counter[object] = Counter()
            for dice, weight in game.throws(state).items():
                by_throw[game.play(state, dice)] += weight
            for dice, weight in game.throw_classes(state).items():
                assert dice in game.throws(state)
                by_class[game.play(state, dice)] += weight
            assert by_class == by_throw, "the same steps, as often"


def play_is_pure(case: Case) -> None:
    game, twin = case.usual(), case.usual()
    for seed in SEEDS:
        for state, chosen, step in walk(game, seed, STEPS):
            before, dumped = copy.deepcopy(state), json.dumps(game.dump(state))
            again = game.play(state, chosen)
            assert state == before
            assert json.dumps(game.dump(state)) == dumped
            assert again == step, "the same result twice"
            assert game.play(before, chosen) == step, "the same result on an equal copy"
            assert twin.play(before, chosen) == step, "the same result from an equal game: it remembers nothing"


def states_hash_and_round_trip(case: Case) -> None:
    game = case.usual()
    for seed in SEEDS:
        for state in states(game, seed, STEPS):
            text = json.dumps(game.dump(state), allow_nan=False)
            back = game.load(json.loads(text))
            assert back == state
            assert hash(back) == hash(state)
            assert json.dumps(game.dump(back)) == text
            assert pickle.loads(pickle.dumps(state)) == state
            assert hash(game.key(back)) == hash(game.key(state))


def every_position_that_occurs_loads(case: Case) -> None:
    for game in case.small():
        for state in reachable(game):
            assert game.load(json.loads(json.dumps(game.dump(state)))) == state


def junk_is_no_position(case: Case) -> None:
    game = case.usual()
    good = game.dump(game.start())
    cut = [{k: v for k, v in good.items() if k != gone} for gone in good]
    for junk in (None, 0, "", [], {}, [good], json.dumps(good), {**good, "more": 1}, *cut):
        with pytest.raises(StateError) as caught:
            game.load(junk)
        assert is_sentence(caught.value)


def illegal_choices_change_nothing(case: Case) -> None:
    game = case.usual()
    for state, _, _ in walk(game, SEEDS[0], STEPS):
        before = copy.deepcopy(state)
        wrong = [*case.entry.wrong, *(PAIRS if isinstance(game.turn(state), Choose) else ())]
        for choice in wrong:
            with pytest.raises((DiceError, IllegalChoiceError)) as caught:
                game.play(state, choice)
            assert is_sentence(caught.value)
            assert state == before


def a_finished_game_takes_no_throw(case: Case) -> None:
    for game in (case.usual(), *case.small()):
        for seed in SEEDS:
            state = finished(game, seed)
            before = copy.deepcopy(state)
            actions: list[Callable[[], object]] = [
                lambda game=game, state=state: game.play(state, Dice(6, 3)),  # type: ignore[misc]
                lambda game=game, state=state: game.throws(state),  # type: ignore[misc]
                lambda game=game, state=state: game.throw_classes(state),  # type: ignore[misc]
            ]
            for act in actions:
                with pytest.raises(GameOverError) as caught:
                    act()
                assert is_sentence(caught.value)
            assert not game.moves(state)
            assert not list(playout(game, random.Random(0), state))
            assert state == before


def turns_and_moves_agree(case: Case) -> None:
    game = case.usual()
    for seed in SEEDS:
        for state, _, step in walk(game, seed, STEPS):
            turn = game.turn(state)
            assert not isinstance(turn, Over)
            assert 0 <= turn.seat < game.players
            assert bool(game.moves(state)) == isinstance(turn, Choose)
            assert all(0 <= event.seat < game.players for event in step.events)


def the_win_is_shared_out_whole(case: Case) -> None:
    for game in case.small():
        for state in reachable(game):
            turn = game.turn(state)
            if isinstance(turn, Over):
                winners = turn.outcome.winners
                shares = [turn.outcome.share(seat) for seat in range(game.players)]
                assert sum(shares) == (1 if winners else 0)
                assert list(winners) == sorted(set(winners))
                assert shares == [Fraction(seat in winners, max(1, len(winners))) for seat in range(game.players)]


def the_key_decides_all_that_follows(case: Case) -> None:
    for game in case.small():
        alike = defaultdict(list)
        for state in reachable(game):
            alike[game.key(state)].append(state)
        for group in alike.values():
            assert len({game.turn(state) for state in group}) == 1
            if len(group) > 1:
                assert len({frozenset(successors(game, state).items()) for state in group}) == 1


def folding_commutes_with_play(case: Case) -> None:
    for game in (case.usual(), *case.small()):
        for seed in SEEDS:
            for state in states(game, seed, STEPS):
                folded, shift, copies = game.fold(state)
                assert game.fold(folded) == (folded, 0, copies), "folding twice does no more"
                turn, turned = game.turn(state), game.turn(folded)
                assert type(turn) is type(turned)
                if isinstance(turn, Over) and isinstance(turned, Over):
                    assert turn.outcome.termination == turned.outcome.termination
                    for seat in range(game.players):
                        there = (seat + shift) % game.players
                        assert turned.outcome.share(seat) == turn.outcome.share(there)
                else:
                    assert not isinstance(turn, Over)
                    assert not isinstance(turned, Over)
                    assert (turned.seat + shift) % game.players == turn.seat
                    assert successors(game, folded, shift) == successors(game, state)


def copies_are_counted_truly(case: Case) -> None:
    for game in case.small():
        copies: dict[object, int] = {}
        keys = defaultdict(set)
        for state in reachable(game):
            folded = game.fold(state)
            form = (game.key(folded.state), folded.shift)
            keys[form].add(game.key(state))
            assert copies.setdefault(form, folded.copies) == folded.copies
        assert {form: len(found) for form, found in keys.items()} == copies


def folding_changes_no_chance(case: Case) -> None:
    """The chain that counts folded positions once has the answers, and the size, of the one that folds nothing."""
    game = case.small()[0]
    folded, whole = Chain(game), Chain(game, key=game.key)
    going_on = {game.key(state) for state in reachable(game) if not isinstance(game.turn(state), Over)}
    assert folded.size == whole.size == len(whole) == len(going_on)
    assert len(folded) <= len(whole)
    for one, other in zip([*folded.win(), folded.expected()], [*whole.win(), whole.expected()], strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-11)


def seeds_repeat(case: Case) -> None:
    games = [case.usual(), case.usual()]
    for seed in SEEDS:
        first, second = (list(playout(game, random.Random(seed))) for game in games)
        assert first == second
        assert len(first) > 0
    runs = {tuple(d for d, _ in playout(games[0], random.Random(seed))) for seed in range(8)}
    assert len(runs) == 8, "other seeds throw other dice"


def games_compare_by_their_options(case: Case) -> None:
    game = case.usual()
    assert game == case.usual()
    assert hash(game) == hash(case.usual())
    assert game != object()
    back = pickle.loads(pickle.dumps(game))
    assert back == game, "games travel to other processes"
    assert finished(back, 1) == finished(game, 1)


def the_game_keeps_its_own_promises(case: Case) -> None:
    for seed in SEEDS:
        for state in states(case.usual(), seed, STEPS):
            case.entry.invariant(case.usual(), state)
    for game in case.small():
        for state in reachable(game):
            case.entry.invariant(game, state)
            assert (choices(game, state) == []) == isinstance(game.turn(state), Over)


CHECKS: tuple[Callable[[Case], None], ...] = (
    weights_sum_to_36,
    classes_lump_faithfully,
    play_is_pure,
    states_hash_and_round_trip,
    every_position_that_occurs_loads,
    junk_is_no_position,
    illegal_choices_change_nothing,
    a_finished_game_takes_no_throw,
    turns_and_moves_agree,
    the_win_is_shared_out_whole,
    the_key_decides_all_that_follows,
    folding_commutes_with_play,
    copies_are_counted_truly,
    folding_changes_no_chance,
    seeds_repeat,
    games_compare_by_their_options,
    the_game_keeps_its_own_promises,
)
