"""The figures of ``known.json``: solved here, part by part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from fortune.tablero import known
from fortune.tablero.opponents import EDGES, ENOUGH
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.rulesets import ruleset
from fortune.tablero.solve import coins
from fortune.tablero.solve.iterate import Found, improved
from fortune.tablero.solve.nextline import Rules, Side, error_bound, next_line, residual, stalling
from fortune.tablero.solve.policies import at_random, by_thumb, meet, noted, played_by
from fortune.tablero.solve.positions import COIN_SETUP, ROWS, SETUP, SIZE, Floats, digits
from fortune.tablero.solve.shipping import BITS, rounded
from fortune.tablero.solve.whole import classes, loss, whole

__all__ = ["HIGHEST", "PARTS", "rules_of", "solved_line"]

HIGHEST = 24
"""Stocks of the whole game are solved up to here."""
LOSS = 12
"""The loss of play for the next line is measured with so many units each: here (a, b) and (b, a) are two games, so that
more would take long."""
DIGITS = 12


def rules_of(options: GucciOptions) -> Rules:
    """What of these options decides the next line; the Queen's number must be fixed, or off."""
    return Rules(
        either=options.direction == "either",
        five=options.lines == "five_in_row",
        home_rows=options.home_rows_count == "yes",
        queen=0 if options.queen == "off" else int(options.queen),
        toast_line=options.toast_makes_line == "yes",
        muggins=options.muggins == "on",
    )


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def solved_line(options: GucciOptions, start: Floats | None = None) -> tuple[dict[str, Any], Found]:
    """The entry for the next line under these options, and the whole solution."""
    rules = rules_of(options)
    found = next_line(rules, start)
    # a toast that the other calls is a decision of its own, for which only the coarser bound is known
    one = found.change * stalling(rules) if rules.queen else error_bound(rules, found.value, found.change)
    entry = {
        "chance": round(float(found.value[SETUP]), DIGITS),
        "bound": float(f"{1.1 * one + 10.0**-DIGITS:.1e}"),
        "residual": float(f"{residual(rules, found.value):.2e}"),
        "sweeps": found.sweeps,
        "followed": found.followed,
        "lines": int(np.count_nonzero(rules.lines[0])),
    }
    _say(f"{known.line_key(options)}: {entry['chance']}")
    return entry, found


def _lines() -> Iterator[GucciOptions]:
    plain = ruleset("plain")
    yield plain.options()
    yield plain.options(home_rows_count="no")
    yield ruleset("free").options()
    yield ruleset("five_in_row").options()
    for toast in ("no", "yes"):
        for number in range(2, 13):
            yield ruleset("gucci").options(queen=str(number), toast_makes_line=toast)


def _next_line() -> dict[str, Any]:
    entries = {}
    guess = np.full(SIZE, 0.5)
    for options in _lines():
        # the solutions are much alike
        entries[known.line_key(options)], found = solved_line(options, guess)
        guess = found.value
    return entries


def _whole() -> dict[str, Any]:
    rules = Rules()
    alike = classes(HIGHEST)

    def watch(pair: tuple[int, int], found: Found) -> None:
        _say(f"{pair}: {found.value[SETUP]:.6f}, {found.sweeps} sweeps")

    found = whole(rules, HIGHEST, watch)
    return whole_entry(found, rules, alike)


def whole_entry(found: Any, rules: Rules, alike: list[int]) -> dict[str, Any]:
    """The entry for a solved game."""
    stocks = sorted(set(alike))
    return {
        "rules": known.line_key(ruleset("plain").options()),
        "highest": HIGHEST,
        "classes": alike,
        "win": {f"{a} {b}": round(found.start[a, b], DIGITS) for a in stocks for b in stocks},
        "bound": float(f"{1.1 * stalling(rules) * found.drift + 10.0**-DIGITS:.1e}"),
        "sweeps": found.sweeps,
        "followed": found.followed,
    }


def _meetings() -> dict[str, Any]:
    rules = Rules()
    value = next_line(rules).value
    optimal = Side(rules)
    optimal.best(value)
    plays = {"optimal": noted(optimal), "thumb": by_thumb(rules), "random": at_random(rules)}
    found: dict[str, Any] = {}
    for one, two in (("optimal", "thumb"), ("optimal", "random"), ("thumb", "random"), ("thumb", "thumb")):
        met = meet(plays[one], plays[two], 1e-6)
        found[f"{one} {two}"] = {"starting": round(met.starting, 6), "replying": round(met.replying, 6)}
        _say(f"{one} against {two}: {met.starting:.6f}, {met.replying:.6f}")
    found["rounding"] = rounding(rules, value)
    return found


def rounding(rules: Rules, value: Floats, bits: int = BITS) -> dict[str, Any]:
    """What play by the rounded table loses at the most, at the setup and from any position, against the best reply."""
    coarse, reply = played_by(rules, rounded(value, bits)), Side(rules)
    guess = value
    found = improved(lambda x: reply.best(coarse.follow(x)), lambda x: reply.follow(coarse.follow(x)), guess, 1e-9)
    own = coarse.follow(found.value)
    worst = float(np.max(value - own))
    return {
        "bits": bits,
        "loss_at_setup": float(f"{max(0.0, float(value[SETUP] - own[SETUP])):.2e}"),
        "loss_anywhere": float(f"{worst:.2e}"),
    }


def _loss() -> dict[str, Any]:
    rules = Rules()
    side = Side(rules)
    side.best(next_line(rules).value)
    starting, replying = loss(rules, LOSS, side.notes)
    return {"highest": LOSS, "starting": round(starting, 6), "replying": round(replying, 6)}


def coins_of(options: JesusOptions) -> coins.Coins:
    """What of these options decides."""
    return coins.Coins(run=options.run == "on", eighth=options.bonus_eighth == "on")


def solved_coins(options: JesusOptions, start: Floats | None = None) -> tuple[dict[str, Any], Found, coins.Hand]:
    """The entry for Tablero de Jesus under these options, the whole solution, and the play by it."""
    hand = coins.Hand(coins_of(options))
    found = coins.most_coins(hand.coins, start, hand)
    residual = float(np.max(np.abs(hand.improve(found.value) - found.value)))
    entry = {
        "dice": round(float(found.value[COIN_SETUP]), DIGITS),
        "residual": float(f"{residual:.2e}"),
        "sweeps": found.sweeps,
        "followed": found.followed,
        "runs": int(np.count_nonzero(hand.moved.to[coins.RUNS] == SIZE - 1)),
    }
    _say(f"{known.coins_key(options)}: {entry['dice']}")
    return entry, found, hand


def _coins() -> dict[str, Any]:
    solved: dict[str, Any] = {}
    found = None
    for run, eighth in (("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")):
        options = JesusOptions(run=run, bonus_eighth=eighth)
        solved[known.coins_key(options)], found, best = solved_coins(options, None if found is None else found.value)
    # what follows is of the last: the rules of `jesus`
    assert found is not None
    assert options == ruleset("jesus").options()
    lost = {}
    for name, choices in habits(found.value, best).items():
        met = coins.gain(best.choosing(*choices), best, found.value)
        lost[name] = {"coins": round(-met.coins, 6), "bound": float(f"{met.bound + 1e-6:.1e}")}
        _say(f"{name}: {-met.coins:.6f} coins a throw")
    return {
        "solved": solved,
        "lost": lost,
        "rounding": rounding_of_coins(found.value, best),
        "groups": taken(best),
    }


def habits(value: Floats, best: coins.Hand) -> dict[str, tuple[coins.Choice, coins.Choice]]:
    """Simpler ways to take: the choice of who has moved, and of who is given the dice.

    A habit takes the place of one choice; the moves, and the other choice, are those of best play. ``simple`` is what
    the rule of thumb takes.
    """
    size = coins.largest_groups()
    take, leave = best.taking(value, forced=True), coins.Choice(np.zeros(SIZE), np.arange(SIZE, dtype=np.int32))
    rows = digits()
    on_edges = np.count_nonzero((rows == 0) | (rows == ROWS - 1), axis=0)
    from_three = leave.but(size >= ENOUGH, take)
    by_edges = leave.but((size >= ENOUGH) | (on_edges >= EDGES) & (size > 0), take)
    return {
        "always": (take, best.given),
        "three": (from_three, best.given),
        "four": (leave.but(size > ENOUGH, take), best.given),
        "edges": (by_edges, best.given),
        "given_always": (best.moved, take),
        "given_never": (best.moved, leave),
        "simple": (by_edges, from_three),
    }


def taken(best: coins.Hand) -> dict[str, list[int]]:
    """By the size of the largest group: the positions, and those in which best play takes after a move."""
    size, takes = coins.largest_groups(), best.moved.coins > 0.0
    return {
        str(many): [int(np.count_nonzero(size == many)), int(np.count_nonzero(takes & (size == many)))]
        for many in range(2, ROWS + 1)
    }


def rounding_of_coins(value: Floats, best: coins.Hand, bits: int = BITS) -> dict[str, Any]:
    """What play by the rounded table loses to best play, in coins a throw, at the most."""
    by_table = coins.Hand(best.coins)
    by_table.improve(rounded(value, bits))
    met = coins.gain(by_table, best, value)
    return {"bits": bits, "coins": float(f"{met.bound - met.coins:.1e}")}


PARTS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "next_line": _next_line,
    "whole": _whole,
    "meetings": _meetings,
    "loss": _loss,
    "coins": _coins,
}
