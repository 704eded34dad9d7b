"""The odds of Glückshaus: the long run of the house, the worth of a throw, who wins and how long it takes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from fortune.chain import SCALE, Chain
from fortune.errors import ChainError
from fortune.game import Step
from fortune.glueckshaus.rules import Gave, Glueckshaus, Hailed, Options, State
from fortune.options import with_words
from fortune.result import Result
from fortune.simulate import simulate, telling

__all__ = ["LongRun", "chain", "expected_worth", "long_run", "report", "size_bound", "worth"]

LIMIT = 1_000_000
_ENDLESS = {"players": 2, "chips": 1000, "ante": "none", "end": "last_standing", "settle": "in_hand"}


@dataclass(frozen=True, slots=True)
class LongRun:
    """The house after a long time, if nobody ever runs out of chips.

    ``occupied``: for each ordinary room, the chance that it is not empty when the dice are thrown. ``held``: its
    mean chips. ``pig``, ``king``: the mean chips they take. ``wedding``: the mean pile when the king comes.
    """

    occupied: dict[int, Fraction]
    held: dict[int, Fraction]
    pig: Fraction
    wedding: Fraction
    king: Fraction


def long_run(options: Options) -> LongRun:
    """The long run of the house under these rules, exactly, from the chains of its rooms.

    Each room is a chain of its own: what happens in it does not depend on the other rooms. Purses are taken to be
    deep and the game to have no end, so ante, end and settling have no part in it.
    """
    game = Glueckshaus(with_words(options, _ENDLESS))
    occupied, held = {}, {}
    for at, number in enumerate(game.rooms):

        def content(state: State, at: int = at) -> int:
            return state.rooms[at]

        chances = Chain(game, key=content).stationary()
        held[number] = sum((chips * p for chips, p in chances.items() if isinstance(chips, int)), Fraction(0))
        occupied[number] = sum((p for chips, p in chances.items() if chips), Fraction(0))
    gifts = Chain(game, key=lambda _: (), rewards={"gifts": _count(Gave), "kings": _count(Hailed)})
    pig = sum(held.values(), Fraction(0))
    wedding = gifts.average("gifts") / gifts.average("kings")
    return LongRun(occupied, held, pig, wedding, pig + wedding)


def _count(kind: type) -> Callable[[Step[State]], int]:
    return lambda step: sum(isinstance(event, kind) for event in step.events)


def worth(game: Glueckshaus, state: State) -> dict[int, int]:
    """What each total from 2 to 12 brings the thrower at once, in chips: what is taken less what is paid."""
    seat = state.turn
    return {
        thrown.total: game.play(state, thrown).state.hands[seat] - state.hands[seat]
        for thrown in sorted(game.throw_classes(state), key=lambda thrown: thrown.total)
    }


def expected_worth(game: Glueckshaus, state: State) -> Fraction:
    """The mean of :func:`worth` over the 36 ways the dice can fall, in chips a throw."""
    classes = game.throw_classes(state)
    gains = worth(game, state)
    return Fraction(sum(weight * gains[thrown.total] for thrown, weight in classes.items()), SCALE)


def size_bound(game: Glueckshaus) -> int:
    """An upper bound on the states of the chain, folded; counted, not enumerated.

    All ways to deal the chips to the hands, the rooms, the wedding and the owner of the board, times who may be
    out, times the count of kings or rounds.
    """
    options = game.options
    rooms = [1]
    twins = {number for number in game.rooms if 14 - number in game.rooms} if options.fill == "single" else set()
    for number in game.rooms:
        if number in twins and number > 7:
            continue
        # Two twin rooms with one chip each fold to one room with two.
        deep = 2 if number in twins else game.capacity(number)
        rooms = [sum(rooms[max(0, i - deep) : i + 1]) for i in range(len(rooms) + deep)]
    slack = 2 if options.four == "pay_house" else 1
    least = 1 if options.broke == "at_zero" else 0
    dealt = 0
    for players in range(2, game.players + 1):
        deals = 0
        for chips, ways in enumerate(rooms):
            free = game.total - chips - least * players
            if free >= 0:
                deals += ways * comb(free + players + slack - 1, players + slack - 1)
        if options.rounds is None:
            dealt += deals * comb(game.players - 1, players - 1)
        else:
            dealt += deals * comb(game.players, players) * players
    return dealt * (options.kings or options.rounds or 1)


def chain(game: Glueckshaus, *, limit: int = LIMIT, progress: Callable[[int], object] | None = None) -> Chain[State]:
    """The chain of the whole game; raises :class:`ChainError` at once where it is too large to hold."""
    bound = size_bound(game)
    if bound > limit:
        raise ChainError(
            f"{game.players} players with {game.options.chips} chips each make a chain of up to {bound:,} positions, "
            f"more than the {limit:,} that are held here. Ask for a simulation, or for fewer players or chips."
        )
    return Chain(game, limit=limit, progress=progress)


def report(
    game: Glueckshaus,
    *,
    exact: bool = False,
    games: int = 0,
    seed: int = 0,
    executor: Executor | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """What ``python -m fortune odds glueckshaus`` prints, with :class:`Result` for figures.

    ``states`` (keys of the chain, seats not folded; none where ``games`` are simulated in its place), ``win`` by seat,
    ``mean_throws`` and ``long_run``.
    """
    states: int | None
    if games:
        sample = simulate(game, games, seed=seed, executor=executor, progress=progress)
        states, win, mean = None, sample.win(), sample.mean_throws()
    else:
        with telling(progress, " positions") as tell:
            whole = chain(game, progress=tell)
        if progress:
            print(f"Solving for {len(whole)} positions …", file=sys.stderr)
        states, win, mean = whole.size, whole.win(exact=exact), whole.expected(exact=exact)
    ever = long_run(game.options)
    return {
        "states": states,
        "win": win,
        "mean_throws": mean,
        "long_run": {
            "occupied": {str(number): Result.of(chance) for number, chance in ever.occupied.items()},
            "pig": Result.of(ever.pig),
            "wedding": Result.of(ever.wedding),
            "king": Result.of(ever.king),
        },
    }
