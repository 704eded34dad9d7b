"""The odds of Tablero: the next line, the whole game, and coins, as they were solved, or solved again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from math import sqrt
from types import ModuleType
from typing import Any

from fortune import dice
from fortune.dice import PAIRS
from fortune.errors import ChainError
from fortune.game import Choose, Over
from fortune.result import Result
from fortune.tablero.coins import rate_coins, shipped_coins
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.known import Line, known_coins, known_line, known_win
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.squares import PASS_NUMBERS, POSITIONS
from fortune.tablero.state import Pulled
from fortune.tablero.values import Table, rate, shipped_table

__all__ = ["next_line", "queens", "report"]


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
    if isinstance(game, Jesus):
        return _coins(game.options, solve) if not games else _coins_simulated(game, games, seed)
    if games:
        return _simulated(game, games, seed)
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


def _simulated(game: Gucci, games: int, seed: int) -> dict[str, Any]:
    table = shipped_table()
    if not table.holds_for(game.options):
        raise ChainError("Only plain has a table that a simulated player could go by: ask for --ruleset plain.")
    rng = random.Random(seed)
    first = wins = 0
    for _ in range(games):
        puller, winner = _one_game(game, table, rng)
        first += puller == 0
        wins += winner == 0
    won = _share(wins, games)
    return {
        "states": None,
        "next_line": _share(first, games),
        "win": [won, replace(won, value=1.0 - won.value)],
        "lines": None,
        "residual": None,
        "sweeps": None,
    }


def _coins(options: JesusOptions, solve: bool) -> dict[str, Any]:
    found = known_coins(options)
    gain, residual, sweeps = found.gain, found.residual, found.sweeps
    if solve:
        entry, _, _ = _solver().solved_coins(options)
        residual, sweeps = entry["residual"], entry["sweeps"]
        gain = Result.numeric(0.0, residual)
    return {"states": 2 * POSITIONS, "gain": gain, "win": None, "residual": residual, "sweeps": sweeps}


def _coins_simulated(game: Jesus, games: int, seed: int) -> dict[str, Any]:
    """Whole games, in which hands do run out."""
    table = shipped_coins()
    if not table.holds_for(game.options):
        raise ChainError("Only bonus_eighth=off has a table that a simulated player could go by.")
    rng = random.Random(seed)
    won = _share(sum(_one_game_of_coins(game, table, rng) == 0 for _ in range(games)), games)
    return {
        "states": None,
        "gain": None,
        "win": [won, replace(won, value=1.0 - won.value)],
        "residual": None,
        "sweeps": None,
    }


def _one_game_of_coins(game: Jesus, table: Table, rng: random.Random) -> int:
    """The seat that won."""
    state = game.start()
    while True:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return turn.outcome.winners[0]
        choice: Any = rate_coins(table, game, state)[0].decision if isinstance(turn, Choose) else dice.throw(rng)
        state = game.play(state, choice).state


def _share(count: int, games: int) -> Result:
    share = count / games
    return Result.simulated(share, sqrt(share * (1.0 - share) / (games - 1)) if games > 1 else float("nan"))


def _one_game(game: Gucci, table: Table, rng: random.Random) -> tuple[int, int]:
    """The seats that pulled the first line, and that won."""
    state, puller, thrown = game.start(), -1, None
    while True:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return puller, turn.outcome.winners[0]
        if isinstance(turn, Choose):
            assert thrown is not None
            step = game.play(state, rate(table, game, state.rows, thrown, turn.seat)[0].move)
        else:
            thrown = dice.throw(rng)
            step = game.play(state, thrown)
        state = step.state
        if puller < 0:
            puller = next((event.seat for event in step.events if isinstance(event, Pulled)), -1)
