"""What the test says, in words that a class understands. It never says that anything is proved."""

from __future__ import annotations

from html import escape
from typing import Final

from fortune.charts import Table, show
from fortune.classroom.columns import rounded
from fortune.classroom.fit import LEAST, Fit, often
from fortune.classroom.tallies import Reading, places
from fortune.dice import distribution

__all__ = ["explained", "form_names", "in_words", "throws", "verdict", "wrong"]

_NAMED: Final = 12
"""So many wrong entries are named one by one."""
_UNUSUAL: Final = 0.05
_RARE: Final = 0.01
_VERY_RARE: Final = 0.001
_FEWEST: Final = {1: 10, 2: 12}
"""From so many throws on there are two groups to compare, for one die and for two."""

_MEANINGS: Final = {
    "nothing unusual for fair dice": (
        "That is no reason to doubt these dice. It does not show that they are fair: dice that are a little loaded "
        "look like this, too, until they have been thrown often enough."
    ),
    "unusual for fair dice, but it happens": (
        "Of twenty classes with fair dice, one would see a p-value below 0.05. You may be that class. Throw again, as "
        "often, and look at the new throws alone."
    ),
    "rare for fair dice": (
        "Fair dice do this, but seldom. Throw again, and look at the new throws alone. If they lean the same way, "
        "doubt the dice, or the way they are thrown or counted."
    ),
    "very rare for fair dice": (
        "Either something very rare has happened, or something is not as it should be: the dice, the throwing, or the "
        "counting. The test cannot say which. New throws can."
    ),
    "almost too close to what is expected": (
        "Fair dice nearly always miss what is expected by more than this. Were all throws written down as they fell? "
        "Numbers that somebody has thought up look like this."
    ),
}


def throws(count: int) -> str:
    """So many throws, in words."""
    return "1 throw" if count == 1 else f"{show(count)} throws"


def form_names(dice: int) -> dict[str, str]:
    """What a text can hold, by the words that readers have for it."""
    what = "faces" if dice == 1 else "totals"
    return {"totals": what, "pairs": "pairs of dice", "counts": f"{what}, each with how often it came"}


def verdict(outcome: Fit) -> str:
    """How unusual the difference is for fair dice, in a few words."""
    if outcome.too_good < _RARE:
        return "almost too close to what is expected"
    if outcome.p >= _UNUSUAL:
        return "nothing unusual for fair dice"
    if outcome.p >= _RARE:
        return "unusual for fair dice, but it happens"
    return "rare for fair dice" if outcome.p >= _VERY_RARE else "very rare for fair dice"


def in_words(dice: int, outcome: Fit | None) -> str:
    """The p-value as how often, or why there is none."""
    if outcome is None:
        return (
            f"From {_FEWEST[dice]} throws on there is a rough test; a hundred or more are better. "
            "First guess what you will see."
        )
    return (
        "If the dice are fair, a class would see a difference this large or larger "
        f"{often(outcome.p)} (p {_short(outcome.p, '= ')})."
    )


def explained(dice: int, counts: tuple[int, ...], outcome: Fit | None) -> str:
    """The test in words and the numbers behind it, as HTML."""
    thrown = sum(counts)
    if not thrown:
        return ""
    table = _numbers(dice, counts)._repr_html_()
    if outcome is None:
        few = (
            f"A test needs two groups or more, each of which fair dice are expected to bring {LEAST} times. "
            f"{throws(thrown).capitalize()} are too few for that: whatever you see may be chance."
        )
        return _told([few], [table])
    statistic, groups = show(round(outcome.statistic, 2)), len(outcome.cells)
    said = [f"{throws(thrown).capitalize()}: {verdict(outcome)}. {_MEANINGS[verdict(outcome)]}"]
    if outcome.joined:
        rarest = thrown * min(distribution(dice).values())
        said.append(
            f"Mind the small numbers: the rarest {_what(dice)} is expected only {rounded(float(rarest))} times. Below "
            f"{LEAST} the test is not to be trusted, so neighbours were joined, from both ends inwards, until each "
            f"group is expected {LEAST} times or more: {'; '.join(cell.label for cell in outcome.joined)}."
        )
    said.append(
        f"How it is reckoned: for each group take counted less expected, square it, and divide by expected. The sum is "
        f"chi-square, here {statistic}. Of the {groups} groups {outcome.freedom} are free (the last follows from the "
        f"others): so many are the degrees of freedom. Fair dice come to {statistic} or more {often(outcome.p)}. That "
        f"chance, {_short(outcome.p)}, is the p-value. It is not the chance that the dice are fair."
    )
    return _told(said, [table, _test(dice, outcome)._repr_html_()])


def wrong(reading: Reading) -> str:
    """Why a text waits: what in it is wrong, each with its place, or as what it can be read."""
    if reading.could_be:
        names = form_names(reading.dice)
        *could, last = (names[form] for form in reading.could_be)
        return f"These two columns can be {'; '.join(could)}; or {last}. Say which; nothing is counted yet."
    count = len(reading.wrong)
    named = "; ".join(map(str, reading.wrong[:_NAMED]))
    more = f"; and {show(count - _NAMED)} more" if count > _NAMED else ""
    return (
        f"{'1 entry' if count == 1 else f'{show(count)} entries'} cannot be read: {named}{more}. "
        f"Nothing is counted yet. Mend the text{', or leave out what is wrong' if reading.thrown else ''}."
    )


def _told(words: list[str], tables: list[str]) -> str:
    said = "".join(f"<p>{escape(line)}</p>" for line in words)
    return (
        f'<div class="stage-told">{said}<details class="chart-table"><summary>The numbers</summary>'
        f"{''.join(tables)}</details></div>"
    )


def _what(dice: int) -> str:
    return "face" if dice == 1 else "total"


def _fair(dice: int) -> str:
    return "one fair die" if dice == 1 else "two fair dice"


def _short(p: float, before: str = "") -> str:
    """The p-value to two figures; of a tiny one no more than that it is tiny."""
    return f"{before}{show(float(f'{p:.2g}'))}" if p >= 1e-4 else "below 0.0001"


def _numbers(dice: int, counts: tuple[int, ...]) -> Table:
    thrown, chances = sum(counts), distribution(dice)
    rows = []
    for place, count in zip(places(dice), counts, strict=True):
        expected = float(thrown * chances[place])
        rows.append((place, count, round(expected, 1), round(count - expected, 1)))
    columns = (_what(dice), "counted", "expected", "difference")
    return Table(columns, rows, f"{throws(thrown).capitalize()}, beside what is expected.", _fair(dice))


def _test(dice: int, outcome: Fit) -> Table:
    rows = [(cell.label, cell.observed, round(float(cell.expected), 1), round(cell.part, 2)) for cell in outcome.cells]
    said = f"The groups of the test. The last column adds up to chi-square, {show(round(outcome.statistic, 2))}."
    return Table(("group", "counted", "expected", "(counted − expected)² ÷ expected"), rows, said, _fair(dice))
