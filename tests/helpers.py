"""Small things that many tests use."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from fortune.dice import Dice
from fortune.game import Choose, Chooser, Game, Over, Step, Throw, playout

AnyGame = Game[Any, Any]


def is_sentence(error: BaseException) -> bool:
    """Whether an error reads as one whole sentence on one line."""
    text = str(error)
    return 20 < len(text) < 1000 and text.endswith(".") and "\n" not in text and "  " not in text and " " in text


def dice_for(total: int) -> Dice:
    """Some pair with this total."""
    high = min(6, total - 1)
    return Dice(high, total - high)


def choices(game: AnyGame, state: Any) -> list[Any]:
    """All that can come next: each pair of dice, or each decision; nothing where the game is over."""
    match game.turn(state):
        case Throw():
            return list(game.throws(state))
        case Choose():
            return list(game.moves(state))
        case _:
            return []


def any_move(rng: random.Random, game: AnyGame, state: Any) -> Any:
    """One of the legal decisions, each as likely; by ``random()`` alone, whose stream every Python has."""
    moves = game.moves(state)
    return moves[int(rng.random() * len(moves))]


def walk(game: AnyGame, seed: int, steps: int, choose: Chooser = any_move) -> Iterator[tuple[Any, Any, Step[Any]]]:
    """A random game from the start, so many steps at most: each state, what was chosen there, and the step."""
    state = game.start()
    for chosen, step in islice(playout(game, random.Random(seed), choose=choose), steps):
        yield state, chosen, step
        state = step.state


def states(game: AnyGame, seed: int, steps: int, choose: Chooser = any_move) -> list[Any]:
    """The states of a random game, the first and the last included."""
    return [game.start(), *(step.state for _, _, step in walk(game, seed, steps, choose))]


def finished(game: AnyGame, seed: int, choose: Chooser = any_move) -> Any:
    """The last state of a random game played to its end."""
    state = game.start()
    for _, _, step in walk(game, seed, 100_000, choose):
        state = step.state
    assert isinstance(game.turn(state), Over), "a game of a hundred thousand steps: choose smaller settings"
    return state


def reachable(game: AnyGame, most: int = 50_000) -> frozenset[Any]:
    """Every state that can occur from the start on; equal games are searched once."""
    key: Any = game
    return _reachable(key, most)


@cache
def _reachable(game: AnyGame, most: int) -> frozenset[Any]:
    found = {game.start()}
    todo = list(found)
    while todo:
        state = todo.pop()
        for chosen in choices(game, state):
            after = game.play(state, chosen).state
            if after not in found:
                found.add(after)
                todo.append(after)
        assert len(found) <= most, f"more than {most} states: choose smaller settings"
    return frozenset(found)


def successors(game: AnyGame, state: Any, shift: int = 0) -> Counter[Hashable]:
    """Where the next step can lead, folded: how often each form comes, with the seats it was turned by in all."""
    led: Counter[Hashable] = Counter()
    weights = game.throws(state) if isinstance(game.turn(state), Throw) else dict.fromkeys(choices(game, state), 1)
    for chosen, weight in weights.items():
        folded = game.fold(game.play(state, chosen).state)
        led[game.key(folded.state), (folded.shift + shift) % game.players] += weight
    return led
