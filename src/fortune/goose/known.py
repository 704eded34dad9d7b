"""What is known of races between two, three and four: a small table, kept beside this module as ``known.json``.

Solving them takes from half a second to a minute and needs numpy, which the browser's Python has not; so it is done
once: ``python -m fortune.goose.known`` writes the file again, in some minutes, and says what it wrote.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fortune.goose.options import Options
from fortune.goose.rulesets import RULESETS
from fortune.kept import FILE, Kept
from fortune.result import Result

__all__ = ["KEPT", "LONGEST", "SEATS", "Known", "known_race", "main", "solved"]

KEPT = Kept("fortune.goose", "races", "python -m fortune.goose.known")
"""The figures of the Goose."""
LONGEST = 200
"""The chances of the lengths are kept for up to so many throws."""
SEATS = (2, 3, 4)
"""For so many players there are figures: for two and three from the chain, for four from a sample."""
GAMES = 100_000
"""So many games are in the sample."""
SEED = 1583
_DIGITS = 13
_ROUNDED = 10.0**-_DIGITS


@dataclass(frozen=True, slots=True)
class Known:
    """The figures for one set of rules and so many players.

    ``win``: the chance of each seat, ``deadlock``: that nobody can move any more, ``mean_throws``: the mean length, all
    seats counted. ``lengths``: the chance to end on throw 1, 2, … up to :data:`LONGEST`. ``method`` is ``numeric``,
    and then ``bound`` bounds the error of each of them, or ``simulated``, from so many ``games``.
    """

    win: tuple[Result, ...]
    deadlock: Result
    mean_throws: Result
    lengths: tuple[Result, ...]
    games: int = 0

    @property
    def method(self) -> str:
        """How they are known."""
        return self.mean_throws.method


def known_race(options: Options) -> Known | None:
    """What is known of a race under these rules; none where they are no ruleset's, or for other numbers of players.

    Stakes make no difference to it.
    """
    rules = _rules(options)
    # of rulesets that stakes alone tell apart, the first has the figures
    for key, ruleset in RULESETS.items():
        if _rules(ruleset.options()) == rules:
            found = KEPT.read()[key].get(str(options.players))
            return None if found is None else _known(found)
    return None


def _rules(options: Options) -> Options:
    """The rules of the board alone, as those of two players without stakes."""
    return replace(options.unpaid(), players=2)


def _twin(key: str) -> str:
    """The first ruleset with the same rules of the board: stakes aside, two may be one."""
    rules = _rules(RULESETS[key].options())
    return next(other for other in RULESETS if _rules(RULESETS[other].options()) == rules)


def _known(found: Mapping[str, Any]) -> Known:
    simulated = found["method"] == "simulated"

    def result(entry: Any) -> Result:
        return Result.simulated(*entry) if simulated else Result.numeric(entry, found["bound"])

    return Known(
        tuple(map(result, found["win"])),
        result(found["deadlock"]),
        result(found["mean_throws"]),
        tuple(map(result, found["lengths"])),
        found.get("games", 0),
    )


# -- making it -----------------------------------------------------------------------------------------------


def solved(options: Options) -> dict[str, Any]:
    """The entry of the table for these rules and players; needs numpy."""
    from fortune.goose.rules import Goose

    game = Goose(options)
    return _simulated(game) if options.players > max(SEATS[:2]) else _numeric(game)


def _numeric(game: Any) -> dict[str, Any]:
    from fortune.goose.odds import chain, together

    whole = chain(game)
    found, lengths = together(whole), whole.lengths(LONGEST)
    results = [*found.win, found.deadlock, found.mean_throws, *lengths]
    bound = max(result.bound or 0.0 for result in results) + _ROUNDED
    return {
        "method": "numeric",
        "bound": float(f"{1.1 * bound:.1e}"),
        "win": [_short(result) for result in found.win],
        "deadlock": _short(found.deadlock),
        "mean_throws": _short(found.mean_throws),
        "lengths": [_short(result) for result in lengths],
    }


def _short(result: Result) -> float:
    return round(result.value, _DIGITS)


def _simulated(game: Any) -> dict[str, Any]:
    from concurrent.futures import ProcessPoolExecutor

    from fortune.simulate import simulate

    with ProcessPoolExecutor() as executor:
        sample = simulate(game, GAMES, seed=SEED, executor=executor)
    return {
        "method": "simulated",
        "games": GAMES,
        "seed": SEED,
        "win": [_measured(result) for result in sample.win()],
        "deadlock": _measured(sample.ended("deadlock")),
        "mean_throws": _measured(sample.mean_throws()),
        "lengths": [_measured(result) for result in sample.finish(LONGEST)],
    }


def _measured(result: Result) -> list[float]:
    return [float(f"{result.value:.7g}"), float(f"{result.stderr or 0.0:.3g}")]


def main() -> None:
    """Write the table again."""
    races: dict[str, dict[str, Any]] = {}
    for key, ruleset in RULESETS.items():
        if _twin(key) != key:
            continue
        races[key] = {}
        for players in SEATS:
            races[key][str(players)] = solved(ruleset.options(players=players).unpaid())
            print(f"{key} for {players}: {races[key][str(players)]['mean_throws']} throws", file=sys.stderr)
    print(f"{FILE}: {KEPT.write(races)} bytes")


if __name__ == "__main__":
    main()
