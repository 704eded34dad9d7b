"""Rule cards of both games of Tablero."""

from __future__ import annotations

from collections.abc import Iterator

from fortune.cards import Card, lowered, meaning
from fortune.options import Ruleset
from fortune.tablero.jesus import Jesus
from fortune.tablero.options import GucciOptions, JesusOptions
from fortune.tablero.rulesets import ruleset
from fortune.tablero.squares import COLUMNS, PASS_NUMBERS, ROWS
from fortune.tablero.words import count

__all__ = ["card"]

_PASSES = ", ".join(str(number) for number in sorted(PASS_NUMBERS))


def card(key: str) -> Card:
    """The rule card of this ruleset; raises :class:`RulesetError` where there is none."""
    rules = ruleset(key)
    options = rules.options()
    return _jesus(rules, options) if isinstance(options, JesusOptions) else _gucci(rules, options)


def _gucci(rules: Ruleset[GucciOptions], options: GucciOptions) -> Card:
    setup = [
        "Each puts three glasses on the near edge, from the right-hand corner on, and fills them from the own stock. "
        "The seventh stands in the middle column.",
        "Each throws one die: the highest begins, and those who tie throw again. Whoever begins sets the middle glass "
        "on the own edge, fills it (ours: S4 does not say who does), and has the dice.",
    ]
    if options.queen != "off":
        setup.append(f"The Queen’s number: {lowered(meaning(options, 'queen', ours=False))}")
    return Card(
        rules.title,
        rules.key,
        rules.evidence,
        rules.note,
        rules.sources,
        f"Two players, two dice, the board of {COLUMNS} by {ROWS} squares, {count(COLUMNS, 'glass')} or counters that "
        f"have a full side, and for each player {count(options.stock, 'glass')} more to fill. Water will do.",
        tuple(setup),
        tuple(_gucci_rows(options)),
        ("Who has too few left to fill all the glasses of a line that was pulled has lost.",),
    )


def _gucci_rows(options: GucciOptions) -> Iterator[tuple[str, str]]:
    yield _PASSES, "The dice pass to the other player."
    yield (
        "Any other throw",
        f"Two different glasses move, one by each die, each within its column. {_WAYS[options.direction]} Glasses "
        "never block each other. If the dice cannot both be played, nothing moves and the dice pass. If no line comes "
        "of it, throw again.",
    )
    home = "counts like any other" if options.home_rows_count == "yes" else "does not count"
    yield "A line", f"{meaning(options, 'lines')} A row on a home row {home}."
    yield (
        "Having made a line",
        "Pull it: all its glasses are emptied, at least half of them by you. They go to the other’s edge, each in its "
        "column, and the other fills them. The dice pass to the other.",
    )
    if options.queen != "off":
        yield (
            "The Queen’s number",
            "You may toast one glass from anywhere: empty it and set it on the other’s edge, where the other fills it; "
            "if the other has nothing left, you do. Then play the dice. If they pass, you keep them all the same. A "
            f"toast that you leave: {lowered(meaning(options, 'muggins', ours=False))}",
        )


_WAYS = {
    "forward": "Both go away from the own edge.",
    "either": "Each goes either way, and the two may go opposite ways.",
}


def _jesus(rules: Ruleset[JesusOptions], options: JesusOptions) -> Card:
    start = Jesus(options).start()
    low, high = start.rows.count(1), start.rows.count(ROWS)
    return Card(
        rules.title,
        rules.key,
        rules.evidence,
        rules.note,
        rules.sources,
        f"Two players, two dice, the board of {COLUMNS} by {ROWS} squares, {count(Jesus.coins // 2, 'coin')} for each.",
        (
            "Each throws one die: the lowest begins, and those who tie throw again.",
            f"Whoever begins puts {count(low, 'coin')} on the near edge, from the right-hand corner on. The other puts "
            f"{count(high, 'coin')} on the far edge, in the other columns. The rest is in hand.",
        ),
        tuple(_jesus_rows(options)),
        ("Who must replace coins and has too few in hand has lost.",),
    )


def _jesus_rows(options: JesusOptions) -> Iterator[tuple[str, str]]:
    yield (
        _PASSES,
        "The dice pass. Before throwing, the other may take a group that you have left standing: you replace it, and "
        "have the dice back.",
    )
    yield (
        "Any other throw",
        "Two different coins move, one by each die, each within its column, either way. If the dice cannot both be "
        f"played, nothing moves, and it is as with {_PASSES}.",
    )
    yield "A group", "Two coins or more side by side in one row that is nobody’s edge, whoever put them there."
    yield (
        "Having moved",
        "Take one whole group: the other puts coins of the own hand on the own edge, in the same columns, and must "
        "throw. Or take nothing, and throw on.",
    )
    if options.run == "on":
        yield "A run: all seven in one row", f"You may announce it, {meaning(options, 'run').removeprefix('Yes, ')}"
    if options.bonus_eighth == "on":
        yield "All seven coins", meaning(options, "bonus_eighth")
