"""The odds of Tablero: the next line, the whole game, and coins, as they were solved, or solved again."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from math import inf, sqrt
from types import ModuleType
from typing import Any

from fortune.dice import PAIRS
from fortune.errors import ChainError
from fortune.game import Chooser, Game, Over, playout
from fortune.result import Result
from fortune.simulate import game_rng, telling
from fortune.tablero.coins import rate_coins, shipped_coins
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.known import Line, known_coins, known_line, known_win
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.squares import PASS_NUMBERS, POSITIONS
from fortune.tablero.state import Pulled
from fortune.tablero.values import rate, shipped_table

__all__ = ["PARCEL", "next_line", "play_best", "queens", "report"]

PARCEL = 10
"""So many games are played at a time: best play looks at every move, and a game takes about a second."""


def queens(options: GucciOptions) -> Mapping[str, int]:
    """The Queen's numbers that there can be under these options, with their weights; ``off`` where there is none."""
    if not options.queen.startswith("thrown"):
        return {options.queen: 1}
    weights: dict[str, int] = {}
    for pair, weight in PAIRS.items():
        if options.queen == "thrown" or pair.total not in PASS_NUMBERS:
            weights[str(pair.total)] = weights.get(str(pair.total), 0) + weight
    return weights


def next_line(options: GucciOptions) -> Line | None:
    """The next line, as it was solved; over all Queen's numbers where she is thrown. None where one was not solved.

    Of several numbers ``residual`` and ``sweeps`` are the largest and the sum.
    """
    weights = queens(options)
    found = {number: known_line(replace(options, queen=number)) for number in weights}
    lines = {number: line for number, line in found.items() if line is not None}
    return None if len(lines) < len(weights) else _mixed(lines, weights)


def _solved(options: GucciOptions) -> Line:
    """The same, solved now."""
    lines = {}
    for number in queens(options):
        entry, _ = _solver().solved_line(replace(options, queen=number))
        lines[number] = Line(
            Result.numeric(entry["chance"], entry["bound"]),
            entry["residual"],
            entry["sweeps"],
            entry["followed"],
            entry["lines"],
        )
    return _mixed(lines, queens(options))


def _solver() -> ModuleType:
    """The module that solves; :class:`ChainError` where Numba is not there."""
    try:
        from fortune.tablero.solve import figures
    except ImportError as error:
        raise ChainError(str(error)) from error
    return figures


def _mixed(lines: Mapping[str, Line], weights: Mapping[str, int]) -> Line:
    if len(lines) == 1:
        return next(iter(lines.values()))
    whole = sum(weights.values())
    chance = sum(weights[number] * line.chance.value for number, line in lines.items()) / whole
    bound = max(line.chance.bound or 0.0 for line in lines.values())
    return Line(
        Result.numeric(chance, bound),
        max(line.residual for line in lines.values()),
        sum(line.sweeps for line in lines.values()),
        sum(line.followed for line in lines.values()),
        max(line.lines for line in lines.values()),
    )


def report(
    game: Gucci | Jesus,
    *,
    exact: bool = False,
    games: int = 0,
    seed: int = 0,
    executor: Executor | None = None,
    progress: bool = False,
    solve: bool = False,
) -> dict[str, Any]:
    """What ``python -m fortune odds tablero`` prints.

    ``next_line``: the chance that who starts makes the first line, both playing for it; where there is a Queen's
    number, with stocks that do not run out. ``win``: by seat, of the whole game, both playing for that; null where it
    was not solved. ``lines``: the positions that hold a line. ``residual``, ``sweeps``: of the solution of the next
    line. ``solve`` solves the next line now. With ``games``: so many games in which both play best for that.
    For Tablero de Jesus, with hands that never run out: ``gain``, the coins that who starts gains in a throw of either
    in the long run, both playing for the most; ``residual``, ``sweeps``. Raises :class:`ChainError` for what was not
    solved.
    """
    if exact:
        raise ChainError("Best play of Tablero is found numerically: there are no fractions to give.")
    if games:
        return _simulated(game, games, seed, executor, progress)
    if isinstance(game, Jesus):
        return _coins(game.options, solve)
    line = _solved(game.options) if solve else next_line(game.options)
    if line is None:
        raise ChainError(
            "The next line under these options is not among the figures kept. --solve solves it, in minutes."
        )
    win = known_win(game.options)
    return {
        "states": 2 * POSITIONS,
        "next_line": line.chance,
        "win": None if win is None else [win, Result.numeric(1.0 - win.value, win.bound or 0.0)],
        "lines": line.lines,
        "residual": line.residual,
        "sweeps": line.sweeps,
    }


def _simulated(game: Gucci | Jesus, games: int, seed: int, executor: Executor | None, progress: bool) -> dict[str, Any]:
    """Whole games, in which stocks and hands do run out."""
    _best(game)  # where there is none, that is said before anything is played
    firsts = range(0, games, PARCEL)
    counts = [min(PARCEL, games - first) for first in firsts]
    run = map if executor is None else executor.map
    pulled = won = 0
    with telling(progress, " games", games) as tell:
        parcels = run(partial(play_best, game, seed), firsts, counts)
        for count, (first_lines, wins) in zip(counts, parcels, strict=True):
            pulled, won = pulled + first_lines, won + wins
            tell(count)
    win = _share(won, games)
    line = {"gain": None} if isinstance(game, Jesus) else {"next_line": _share(pulled, games), "lines": None}
    both = [win, replace(win, value=1.0 - win.value)]
    return {"states": None, **line, "win": both, "residual": None, "sweeps": None}


def play_best(game: Gucci | Jesus, seed: int, first: int, count: int) -> tuple[int, int]:
    """The games ``first``, ``first + 1`` … of a sample, so many of them, with best play by the table that is shipped.

    Returns in how many who starts pulled the first line, and how many that seat won. A function of the module, so that
    it can be sent to another process.
    """
    choose = _best(game)
    played: Game[Any, Any] = game
    pulled = won = 0
    for number in range(first, first + count):
        state, puller = played.start(), None
        for _, step in playout(played, game_rng(seed, number), choose=choose):
            state = step.state
            if puller is None:
                puller = next((event.seat for event in step.events if isinstance(event, Pulled)), None)
        turn = played.turn(state)
        assert isinstance(turn, Over)
        pulled += puller == 0
        won += turn.outcome.winners[0] == 0
    return pulled, won


def _best(game: Gucci | Jesus) -> Chooser:
    """Best play by the table that is shipped; :class:`ChainError` where it is of other rules."""
    if isinstance(game, Jesus):
        coins = shipped_coins()
        if not coins.holds_for(game.options):
            raise ChainError("Only bonus_eighth=off has a table that a simulated player could go by.")
        return lambda _, __, state: rate_coins(coins, game, state)[0].decision
    lines = shipped_table()
    if not lines.holds_for(game.options):
        raise ChainError("Only plain has a table that a simulated player could go by: ask for --ruleset plain.")
    return lambda _, __, state: rate(lines, game, state.rows, state.dice, state.turn)[0].move


def _coins(options: JesusOptions, solve: bool) -> dict[str, Any]:
    found = known_coins(options)
    gain, residual, sweeps = found.gain, found.residual, found.sweeps
    if solve:
        entry, _, _ = _solver().solved_coins(options)
        residual, sweeps = entry["residual"], entry["sweeps"]
        gain = Result.numeric(0.0, residual)
    return {"states": 2 * POSITIONS, "gain": gain, "win": None, "residual": residual, "sweeps": sweeps}


def _share(count: int, games: int) -> Result:
    share = count / games
    return Result.simulated(share, sqrt(share * (1.0 - share) / (games - 1)) if games > 1 else inf)
