"""The odds of the Goose: alone, two at a table exactly, three numerically, more by simulation; rules compared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fortune.chain import Chain
from fortune.errors import ChainError
from fortune.goose.counts import stops, tokens, turns
from fortune.goose.options import Options
from fortune.goose.rules import Goose
from fortune.goose.rulesets import RULESETS
from fortune.goose.solo import Alone, alone, solo_chain, visit
from fortune.goose.squares import HOME, INN, PRISON, START, WELL
from fortune.goose.state import State
from fortune.options import with_words
from fortune.result import Result
from fortune.simulate import simulate, telling

__all__ = ["CHANGES", "Compared", "Together", "chain", "compare", "differences", "report", "size_bound", "together"]

LIMIT = 1_000_000
FINISH = 100
"""So many throws of the distribution of lengths are reported."""


def size_bound(game: Goose) -> int:
    """An upper bound on the states of the chain, folded; counted, not enumerated.

    Who throws stands on any square with nothing to wait for; each of the others may owe turns as well, or be held
    and remember from where it came.
    """
    free = sum(square not in game.release for square in game.resting_squares if square != HOME)
    stays = sum(release == "stays" for release in game.release.values())
    waiting = sum(game.waits[square] for square in (INN, WELL, PRISON))
    held = sum(free if release == "own_start" else 1 for release in game.release.values())
    fresh = 1 if game.options.nine == "first_throw" else 0
    return int((free + stays + fresh) * (free + fresh + waiting + held) ** (game.players - 1))


def chain(game: Goose, *, limit: int = LIMIT, progress: Callable[[int], object] | None = None) -> Chain[State]:
    """The chain of the whole game; raises :class:`ChainError` at once where it is too large to hold.

    It counts ``turns`` and, where there are stakes, the ``tokens`` that are paid in after the ante.
    """
    bound = size_bound(game)
    if bound > limit:
        raise ChainError(
            f"{game.players} players make a chain of up to {bound:,} positions, more than the {limit:,} that are held "
            "here. Ask for a simulation, or for fewer players."
        )
    return Chain(game, rewards=_rewards(game), limit=limit, progress=progress)


def _rewards(game: Goose) -> dict[str, Any]:
    return {"turns": turns} | ({} if game.options.stakes == "none" else {"tokens": tokens})


@dataclass(frozen=True, slots=True)
class Together:
    """A game for two or more: the chance of each seat, of nobody, the length, all seats counted, and the pool.

    ``pool``: the mean tokens in it when it is won; none where there are no stakes. A game that ends in a deadlock
    is counted in ``mean_throws`` and ``mean_turns``, and not in ``pool``.
    """

    win: list[Result]
    deadlock: Result
    mean_throws: Result
    mean_turns: Result
    pool: Result | None


def together(whole: Chain[State], *, exact: bool = False) -> Together:
    """What the chain from :func:`chain` says; with ``exact`` in fractions, but for the pool beside a deadlock."""
    options = whole.game.options
    deadlock = whole.endings(exact=exact).get("deadlock", Result.of(0))
    pool = None
    if options.stakes != "none":
        # where some games are not won, the mean over those that are asks twice of every position: too much in fractions
        paid = whole.expected("tokens", given="home", exact=exact and not deadlock.value)
        pool = _plus(paid, options.ante * whole.game.players)
    return Together(
        win=whole.win(exact=exact),
        deadlock=deadlock,
        mean_throws=whole.expected(exact=exact),
        mean_turns=whole.expected("turns", exact=exact),
        pool=pool,
    )


def _plus(result: Result, more: int) -> Result:
    if result.exact is not None:
        return Result.of(result.exact + more)
    return Result(result.value + more, result.method, bound=result.bound, stderr=result.stderr)


# -- rules compared -----------------------------------------------------------------------------------------

_BOTH = {"well": "until_released", "prison": "until_released"}

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "nine for the first throw alone": {"nine": "first_throw"},
    "no rule for the nine": {"nine": "none"},
    "one turn at the inn": {"inn": 1},
    "freed to where the rescuer came from": _BOTH,
    "freed to where it came from itself": _BOTH | {"well_release": "own_start", "prison_release": "own_start"},
    "freed to the first square": _BOTH | {"well_release": "square_one", "prison_release": "square_one"},
    "held while alone": _BOTH | {"well_release": "stays", "prison_release": "stays"},
    "Death sends to the first square": {"death": "1"},
    "who comes second goes back": {"collision": "mover_back"},
    "who comes second goes back, at the start too": {"collision": "mover_back", "collision_at_start": "on"},
    "squares are shared": {"collision": "share"},
}
"""Each difference between the sources, as a change of ``classic``; in words, and as options."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One set of rules: alone, and for two players."""

    words: str
    options: Options
    alone: Alone
    together: Together

    @property
    def edge(self) -> float:
        """By how much the first player's chance is above the second's."""
        first, second = self.together.win
        return first.value - second.value


def compare(words: str, options: Options) -> Compared:
    """These rules for one player, exactly, and for two, numerically; about half a second."""
    two = Goose(with_words(options, {"players": 2}))
    return Compared(words, two.options, alone(options), together(chain(two)))


def differences() -> list[Compared]:
    """What the sources' differences do: every ruleset, then ``classic`` with one thing changed at a time."""
    rows = [compare(key, ruleset.options()) for key, ruleset in RULESETS.items()]
    classic = RULESETS["classic"]
    return rows + [compare(words, classic.options(**change)) for words, change in CHANGES.items()]


# -- the command line ---------------------------------------------------------------------------------------


def report(
    game: Goose,
    *,
    exact: bool = False,
    games: int = 0,
    seed: int = 0,
    executor: Executor | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """What ``python -m fortune odds goose`` prints, with :class:`Result` for figures.

    Always ``states`` (keys of the chain, seats not folded; none where ``games`` are simulated in its place). For one
    player, who is always answered exactly: ``mean_throws``, ``mean_turns``, ``variance_throws``, ``median_throws``,
    ``finish`` (the chance to end on throw 1, 2 …), ``visit`` (by square) and, where it can happen, ``stuck``; a game
    that ends stuck is counted in the lengths. For more: ``win`` by seat, ``deadlock``, ``mean_throws``, ``mean_turns``
    and, with stakes, ``pool``, its mean when it is won.
    """
    if games:
        return _simulated(game, games, seed=seed, executor=executor, progress=progress)
    if game.players == 1:
        return _alone(game)
    if exact and game.players > 2:
        raise ChainError(
            f"Exact fractions are worked out for one or two players, not for {game.players}: the chain is too large."
        )
    with telling(progress, " positions") as tell:
        whole = chain(game, progress=tell)
    if progress:
        print(f"Solving for {len(whole)} positions …", file=sys.stderr)
    found = together(whole, exact=exact)
    told = {
        "states": whole.size,
        "win": found.win,
        "deadlock": found.deadlock,
        "mean_throws": found.mean_throws,
        "mean_turns": found.mean_turns,
    }
    return told if found.pool is None else told | {"pool": found.pool}


def _alone(game: Goose) -> dict[str, Any]:
    found = alone(game.options)
    told = {
        "states": solo_chain(game.options).size,
        "mean_throws": found.mean_throws,
        "mean_turns": found.mean_turns,
        "variance_throws": found.variance_throws,
        "median_throws": Result.of(Fraction(found.median_throws)),
        "finish": solo_chain(game.options).lengths(FINISH, exact=True),
        "visit": {str(square): chance for square, chance in visit(game.options).items()},
    }
    return told | {"stuck": found.stuck} if game.release else told


def _simulated(game: Goose, games: int, **how: Any) -> dict[str, Any]:
    if game.players == 1:
        sample = simulate(game, games, rewards={"turns": turns}, marks=stops, **how)
        told = {
            "states": None,
            "mean_throws": sample.mean_throws(),
            "mean_turns": sample.mean("turns"),
            "variance_throws": sample.variance_throws(),
            "median_throws": sample.median_throws(),
            "finish": sample.finish(FINISH),
            "visit": {str(square): sample.visit(square) for square in range(START + 1, HOME + 1)},
        }
        return told | {"stuck": sample.ended("stuck")} if game.release else told
    sample = simulate(game, games, rewards=_rewards(game), **how)
    told = {
        "states": None,
        "win": sample.win(),
        "deadlock": sample.ended("deadlock"),
        "mean_throws": sample.mean_throws(),
        "mean_turns": sample.mean("turns"),
    }
    if game.options.stakes == "none":
        return told
    return told | {"pool": _plus(sample.mean("tokens", given="home"), game.options.ante * game.players)}
