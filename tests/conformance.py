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
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from fortune.chain import Chain
from fortune.dice import PAIRS, Dice
from fortune.errors import DiceError, GameOverError, IllegalChoiceError, StateError
from fortune.game import ByPolicy, Choose, Chooser, Over, Step, Throw, playout
from tests.helpers import AnyGame, any_move, choices, finished, is_sentence, reachable, states, successors, walk

SEEDS = (1, 2, 3)
STEPS = 80


@dataclass(frozen=True)
class Conforming:
    """What a game brings to the suite.

    ``settings`` make a game of a usual size for the random walks; ``small`` make games so small that every
    state can be visited, with ``by_ruleset`` on top for single rulesets. ``wrong`` are choices that no state
    allows. ``invariant`` asserts whatever the game promises of each of its states. ``choose`` decides in the random
    walks where the game asks for decisions.

    A game that is never so small brings ``sampled``. What is asked of every state is then asked of its sample.
    """

    settings: Mapping[str, object]
    small: tuple[Mapping[str, object], ...]
    wrong: tuple[object, ...]
    invariant: Callable[[Any, Any], None]
    by_ruleset: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    choose: Chooser = any_move
    sampled: Sampled | None = None


@dataclass(frozen=True)
class Sampled:
    """For a game with too many states to visit them all.

    ``states`` gives a sample of the states that occur, of thousands at most, the same each time: it should hold every
    phase of the game and each ending, and states that fold onto others. ``alike`` gives all states that have the same
    chances as a given one with the seats where they are, that one included. It is written without ``fold``, which is
    held against it.
    """

    states: Callable[[AnyGame], Collection[Any]]
    alike: Callable[[AnyGame, Any], Collection[Any]]


@dataclass(frozen=True)
class Case:
    """One game under one ruleset, with the tools to make it in several sizes."""

    game: str
    ruleset: str
    make: Callable[..., AnyGame]
    entry: Conforming

    def usual(self) -> AnyGame:
        return self.make(self.ruleset, **self.entry.settings)

    def short(self) -> AnyGame:
        """A game that is soon played to its end."""
        return self.usual() if self.entry.sampled is None else self.small()[0]

    def small(self) -> list[AnyGame]:
        extra = self.entry.by_ruleset.get(self.ruleset, {})
        return [self.make(self.ruleset, **{**settings, **extra}) for settings in self.entry.small]

    def all_states(self, game: AnyGame) -> Collection[Any]:
        """Every state of a small game; of a game that is never small, its sample."""
        return reachable(game) if self.entry.sampled is None else self.entry.sampled.states(game)

    def alike(self, game: AnyGame) -> Collection[Any]:
        """The same, and with each state of a sample all those alike."""
        found = self.all_states(game)
        if self.entry.sampled is None:
            return found
        return {other for state in found for other in self.entry.sampled.alike(game, state)}

    def walk(self, game: AnyGame, seed: int) -> Iterator[tuple[Any, Any, Step[Any]]]:
        return walk(game, seed, STEPS, self.entry.choose)

    def states(self, game: AnyGame, seed: int) -> list[Any]:
        return states(game, seed, STEPS, self.entry.choose)

    def finished(self, game: AnyGame, seed: int) -> Any:
        return finished(game, seed, self.entry.choose)

    def playout(self, game: AnyGame, seed: int) -> Iterator[tuple[Any, Step[Any]]]:
        return playout(game, random.Random(seed), choose=self.entry.choose)


def weights_sum_to_36(case: Case) -> None:
    game = case.usual()
    for seed in SEEDS:
        for state, _, _ in case.walk(game, seed):
            if isinstance(game.turn(state), Throw):
                assert sum(game.throws(state).values()) == 36
                assert sum(game.throw_classes(state).values()) == 36
                assert all(type(weight) is int and weight > 0 for weight in game.throws(state).values())
                assert game.throws(state) == PAIRS, "fair dice fall as they fall, whatever the position"


def classes_lump_faithfully(case: Case) -> None:
    game = case.usual()
    for state, _, _ in case.walk(game, SEEDS[0]):
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
        for state, chosen, step in case.walk(game, seed):
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
        for state in case.states(game, seed):
            text = json.dumps(game.dump(state), allow_nan=False)
            back = game.load(json.loads(text))
            assert back == state
            assert hash(back) == hash(state)
            assert json.dumps(game.dump(back)) == text
            assert pickle.loads(pickle.dumps(state)) == state
            assert hash(game.key(back)) == hash(game.key(state))


def every_position_that_occurs_loads(case: Case) -> None:
    for game in case.small():
        for state in case.all_states(game):
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
    for state, _, _ in case.walk(game, SEEDS[0]):
        before = copy.deepcopy(state)
        wrong = [*case.entry.wrong, *(PAIRS if isinstance(game.turn(state), Choose) else ())]
        for choice in wrong:
            with pytest.raises((DiceError, IllegalChoiceError)) as caught:
                game.play(state, choice)
            assert is_sentence(caught.value)
            assert state == before


def a_finished_game_takes_no_throw(case: Case) -> None:
    for game in (case.short(), *case.small()):
        for seed in SEEDS:
            state = case.finished(game, seed)
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
        for state, _, step in case.walk(game, seed):
            turn = game.turn(state)
            assert not isinstance(turn, Over)
            assert 0 <= turn.seat < game.players
            assert bool(game.moves(state)) == isinstance(turn, Choose)
            assert all(0 <= event.seat < game.players for event in step.events)


def the_win_is_shared_out_whole(case: Case) -> None:
    for game in case.small():
        for state in case.all_states(game):
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
        for state in case.all_states(game):
            alike[game.key(state)].append(state)
        for group in alike.values():
            assert len({game.turn(state) for state in group}) == 1
            if len(group) > 1:
                assert len({frozenset(successors(game, state).items()) for state in group}) == 1


def folding_commutes_with_play(case: Case) -> None:
    for game in (case.usual(), *case.small()):
        walked = [state for seed in SEEDS for state in case.states(game, seed)]
        for state in walked if case.entry.sampled is None else {*walked, *case.all_states(game)}:
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
        for state in case.alike(game):
            folded = game.fold(state)
            form = (game.key(folded.state), folded.shift)
            keys[form].add(game.key(state))
            assert copies.setdefault(form, folded.copies) == folded.copies
        assert {form: len(found) for form, found in keys.items()} == copies


def folding_changes_no_chance(case: Case) -> None:
    """The chain that counts folded positions once has the answers, and the size, of the one that folds nothing.

    Where a game asks for a decision, its first move is made.
    """
    asked = case.small()[0]
    game = ByPolicy(asked, lambda state: asked.moves(state)[0])
    folded, whole = Chain(game), Chain(game, key=game.key)
    going_on = {game.key(state) for state in reachable(game) if not isinstance(game.turn(state), Over)}
    assert folded.size == whole.size == len(whole) == len(going_on)
    assert len(folded) <= len(whole)
    for one, other in zip([*folded.win(), folded.expected()], [*whole.win(), whole.expected()], strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-11)


def seeds_repeat(case: Case) -> None:
    games = [case.short(), case.short()]
    for seed in SEEDS:
        first, second = (list(case.playout(game, seed)) for game in games)
        assert first == second
        assert len(first) > 0
    runs = {tuple(chosen for chosen, _ in case.playout(games[0], seed)) for seed in range(8)}
    assert len(runs) > 4, "other seeds throw other dice, though a short game may come twice"


def games_compare_by_their_options(case: Case) -> None:
    game = case.short()
    assert game == case.short()
    assert hash(game) == hash(case.short())
    assert game != object()
    back = pickle.loads(pickle.dumps(game))
    assert back == game, "games travel to other processes"
    assert case.finished(back, 1) == case.finished(game, 1)


def the_game_keeps_its_own_promises(case: Case) -> None:
    for seed in SEEDS:
        for state in case.states(case.usual(), seed):
            case.entry.invariant(case.usual(), state)
    for game in case.small():
        for state in case.all_states(game):
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

WHOLE_CHAIN: tuple[Callable[[Case], None], ...] = (folding_changes_no_chance,)
"""Checks that build the chain of all states of a small game, so that a game that is only sampled is left out."""


def asked_of(case: Case) -> tuple[Callable[[Case], None], ...]:
    """The checks that this case is put through."""
    return CHECKS if case.entry.sampled is None else tuple(check for check in CHECKS if check not in WHOLE_CHAIN)
