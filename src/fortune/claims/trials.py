"""The claims that mathematics can test, put to the test: each by the rules and the odds, and judged by its figure.

No verdict is written down here but as the outcome of a comparison, and no figure but those that a source prints.
Nothing is imported from a game before it is asked, so that the data can be read without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from fortune.claims.claim import Verdict
from fortune.dice import PAIRS, TOTALS, Dice, ways
from fortune.errors import FortuneError, shown
from fortune.result import Result

if TYPE_CHECKING:
    from fortune.simulate import Sample

__all__ = ["TABLE_OF_FOUR", "TRIALS", "Trial", "four_at_a_table", "share_near", "try_out"]

OFTEN: Final = Fraction(1, 2)
"""From this part on a thing happens *often* or *usually*; from a third on, nearly so."""
NEARLY_OFTEN: Final = Fraction(1, 3)
LITTLE: Final = 0.01
"""A chance may be off its fair share by so much and still *hardly matter*; by five times as much, nearly so."""
QUARTER: Final = (12 * 60, 18 * 60)
"""What counts as about a quarter of an hour, in seconds."""
FASTEST: Final = 2.0
"""Seconds for a throw, its chips and the dice passed on: faster no table plays."""
TABLE_OF_FOUR: Final = (4000, 4)
"""How many games of four players are simulated, and their seed."""
PUBLISHED: Final = (0.393625, 0.379985, 0.226390)
"""What was published with the mCRL2 toolset: the first wins, the second wins, nobody ever."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a test. ``figure``: the number that decides it, ``told``: the finding in words, with its number.

    ``ruleset`` is what the figure holds for, ``verdict`` what follows from it.
    """

    figure: Result
    told: str
    ruleset: str
    verdict: Verdict


def try_out(key: str) -> Trial:
    """Put a claim to the test, once; raises :class:`FortuneError` where it has no test."""
    if key not in TRIALS:
        raise FortuneError(f"The claims with a test are {', '.join(TRIALS)}, and none is {shown(key)}.")
    return _tried(key)


@lru_cache(maxsize=64)
def _tried(key: str) -> Trial:
    return TRIALS[key]()


def _judge(holds: bool, nearly: bool = False) -> Verdict:
    return "true" if holds else "nearly" if nearly else "false"


def _percent(chance: float | Fraction, digits: int = 1) -> str:
    return f"{100 * float(chance):.{digits}f}%"


# -- Glückshaus --------------------------------------------------------------------------------------------------


def _pig_and_king() -> Trial:
    pig, king = ways(2), ways(12)
    return Trial(
        Result.of(Fraction(king, 36)),
        f"{pig} of the 36 ways is a 2, and {king} is a 12",
        "two fair dice",
        _judge(pig == king == 1),
    )


def _seven() -> Trial:
    seven = TOTALS[7]
    next_best = max(count for total, count in TOTALS.items() if total != 7)
    return Trial(
        Result.of(Fraction(seven, 36)),
        f"{seven} of the 36 ways are a 7; no other total has more than {next_best}",
        "two fair dice",
        _judge(seven > next_best),
    )


def _ten_presents() -> Trial:
    from fortune.glueckshaus.odds import long_run
    from fortune.glueckshaus.rulesets import ruleset

    # only a 7 and a 12 touch the pile, and it is as high as the run of sevens since the last 12
    gift = Fraction(ways(7), ways(7) + ways(12))
    ten = gift**10
    mean = long_run(ruleset("modern").options()).wedding
    assert mean == gift / (1 - gift), "the chain has the same pile"
    return Trial(
        Result.of(ten),
        f"ten or more lie there {_percent(ten)} of the time; on average it is {mean} chips",
        "modern, in the long run (nobody runs out of chips)",
        _judge(ten >= OFTEN, ten >= NEARLY_OFTEN),
    )


@lru_cache(maxsize=2)
def four_at_a_table(executor: Executor | None = None) -> Sample:
    """Simulated games of four players with ten chips each: too many positions to solve. About 25 s on one processor."""
    from fortune.glueckshaus.rulesets import game
    from fortune.simulate import simulate

    games, seed = TABLE_OF_FOUR
    return simulate(game("modern", players=4), games, seed=seed, executor=executor)


def share_near(sample: Sample, low: float, high: float) -> tuple[float, float]:
    """The pace, in seconds a throw, at which most games take ``low`` to ``high`` seconds, and the share that do.

    Whatever the pace, no larger share does; paces are tried in steps of a tenth of a second, none below the fastest.
    """

    def share(pace: float) -> float:
        inside = sum(count for throws, count in sample.lengths.items() if low <= throws * pace <= high)
        return inside / sample.games

    paces = [FASTEST + step / 10 for step in range(0, 200)]
    best = max(paces, key=share)
    return best, share(best)


def _quarter_of_an_hour() -> Trial:
    sample = four_at_a_table()
    mean = sample.mean_throws()
    pace = 15 * 60 / mean.value
    share = share_near(sample, *QUARTER)[1]
    return Trial(
        mean,
        f"{mean.value:.0f} throws on average (standard error {mean.stderr:.1f}): {pace:.1f} seconds a throw make it a "
        f"quarter of an hour. But at no pace do more than {_percent(share, 0)} of the games take 12 to 18 minutes",
        "modern, 4 players, 10 chips each",
        _judge(share >= OFTEN, pace >= FASTEST),
    )


def _who_starts() -> Trial:
    from fortune.glueckshaus.odds import chain
    from fortune.glueckshaus.rulesets import game

    first = chain(game("modern", players=2, chips=10)).win()[0]
    few = chain(game("modern", players=2, chips=2)).win()[0]
    off = abs(first.value - 0.5)
    return Trial(
        first,
        f"who begins wins {_percent(first.value)} of the games with ten chips each, and {_percent(few.value)} with two",
        "modern, 2 players",
        _judge(off < LITTLE, off < 5 * LITTLE),
    )


def _more_chips() -> Trial:
    from fortune.glueckshaus.odds import chain
    from fortune.glueckshaus.rulesets import game

    means = {chips: chain(game("modern", players=2, chips=chips)).expected() for chips in range(1, 11)}
    times = means[10].value / means[5].value
    grows = all(before.value + (before.bound or 0) < after.value for before, after in pairwise(means.values()))
    return Trial(
        means[10],
        f"{means[5].value:.1f} throws on average with five chips each, {means[10].value:.1f} with ten: "
        f"{times:.1f} times as many",
        "modern, 2 players",
        _judge(grows),
    )


def _five_and_seventeen() -> Trial:
    from fortune.glueckshaus.odds import worth
    from fortune.glueckshaus.rulesets import game

    table = game("modern", players=4)
    gains = worth(table, table.position(dict.fromkeys((3, 5, 6, 8, 9), 1), wedding=12))
    return Trial(
        Result.of(gains[12]),
        f"the pig brings {gains[2]} and the king {gains[12]}",
        "modern",
        _judge((gains[2], gains[12]) == (5, 17)),
    )


def _pig_of_ten() -> Trial:
    from fortune.glueckshaus.odds import worth
    from fortune.glueckshaus.rulesets import game

    table = game("modern", players=4)
    most = worth(table, table.position({room: table.capacity(room) for room in table.rooms}))[2]
    return Trial(
        Result.of(most),
        f"a pig finds {most} chips at the most: one in each ordinary room",
        "modern",
        _judge(most >= 10),
    )


def _pig_earlier() -> Trial:
    from fortune.glueckshaus.opening import opening

    table, steps = opening()
    states = [table.start(), *(step.state for step in steps)]
    # the position before the last throw, before the one before it, and so on
    brought = [
        table.play(state, Dice(1, 1)).state.hands[state.turn] - state.hands[state.turn] for state in states[-2::-1]
    ]
    now, one, two = brought[:3]
    return Trial(
        Result.of(two),
        f"a pig would have brought {two} chips two throws earlier, and {one} one throw earlier; when he came it was "
        f"{now}",
        "modern, 4 players, 10 chips each",
        _judge(two == 1),
    )


# -- the Goose ---------------------------------------------------------------------------------------------------


def _nine_wins() -> Trial:
    from fortune.game import Over
    from fortune.goose.rulesets import game

    bare = game("classic", players=1, nine="none")
    won = {dice for dice in PAIRS if isinstance(bare.turn(bare.play(bare.start(), dice).state), Over)}
    chance = Fraction(sum(PAIRS[dice] for dice in won), 36)
    return Trial(
        Result.of(chance),
        f"without the rule, {chance} of all games end with the first throw",
        "classic with nine=none, one player",
        _judge(won == {dice for dice in PAIRS if dice.total == 9}),
    )


def _goose_on_nines() -> Trial:
    from fortune.goose.squares import GEESE, HOME

    nines = range(9, HOME, 9)
    with_goose = sum(square in GEESE for square in nines)
    return Trial(
        Result.of(with_goose),
        f"{with_goose} of the {len(nines)} multiples of nine before the last square have a goose, beside "
        f"{len(GEESE) - with_goose} other squares",
        "every ruleset",
        _judge(with_goose == len(nines)),
    )


def _goose_gaps() -> Trial:
    from fortune.goose.squares import GEESE, START

    gaps = [after - before for before, after in pairwise((START, *GEESE))]
    fives, fours = gaps.count(5), gaps.count(4)
    return Trial(
        Result.of(Fraction(sum(gaps), len(gaps))),
        f"of {len(gaps)} steps from goose to goose {fives} are of five squares and {fours} of four",
        "every ruleset",
        _judge(fives + fours == len(gaps)),
    )


def _led_to(square: int, thrown: str, wanted: int) -> Trial:
    from fortune.goose.rulesets import game

    one = game("classic", players=1)
    dice = Dice.parse(thrown)
    came = one.play(one.position([square]), dice).state.places[0]
    return Trial(
        Result.of(came), f"from {square} a throw of {dice.total} leads to {came}", "classic", _judge(came == wanted)
    )


def _published() -> Trial:
    from fortune.goose.known import known_race
    from fortune.goose.rulesets import ruleset

    race = known_race(ruleset("dutch").options(players=2))
    assert race is not None, "the table holds every ruleset"
    ours = (*race.win, race.deadlock)
    alike = all(abs(result.value - figure) < 1e-6 for result, figure in zip(ours, PUBLISHED, strict=True))
    return Trial(
        race.deadlock,
        "ours are " + ", ".join(f"{result.value:.6f}" for result in ours[:2]) + f" and {ours[2].value:.6f}",
        "dutch, 2 players",
        _judge(alike),
    )


def _tickets() -> Trial:
    dice = Fraction(sum(count for pair, count in PAIRS.items() if pair.is_double), 36)
    tickets = [(one, two) for one, two in product(range(1, 7), repeat=2) if one != two]
    drawn = Fraction(sum(one == two for one, two in tickets), len(tickets))
    return Trial(
        Result.of(dice),
        f"{dice} of all throws are doubles; of such tickets never one",
        "two fair dice",
        _judge(drawn == dice),
    )


# -- Tablero -----------------------------------------------------------------------------------------------------


def _passes() -> Trial:
    from fortune.tablero.squares import PASS_NUMBERS

    passing = Fraction(sum(ways(total) for total in PASS_NUMBERS), 36)
    return Trial(
        Result.of(passing),
        f"{sum(ways(total) for total in PASS_NUMBERS)} ways in 36, which is {passing}",
        "every ruleset",
        _judge(passing == Fraction(1, 4)),
    )


def _seven_in_line() -> Trial:
    from fortune.tablero.rulesets import game
    from fortune.tablero.squares import COLUMNS, POSITIONS, ROWS

    plain = game("plain")
    lines = (plain.line(rows) for rows in product(range(1, ROWS + 1), repeat=COLUMNS))
    whole = sum(line is not None and len(line.columns) == COLUMNS for line in lines)
    return Trial(
        Result.of(Fraction(whole, POSITIONS)),
        f"{whole} of the {POSITIONS:,} positions: one in {round(POSITIONS / whole, -2):,.0f}",
        "plain",
        _judge(whole > 0),
    )


# -- the catalogue -----------------------------------------------------------------------------------------------

TRIALS: Final[Mapping[str, Callable[[], Trial]]] = MappingProxyType(
    {
        "pig-king-36": _pig_and_king,
        "seven-most": _seven,
        "ten-at-wedding": _ten_presents,
        "quarter-hour": _quarter_of_an_hour,
        "who-starts": _who_starts,
        "more-chips": _more_chips,
        "five-and-seventeen": _five_and_seventeen,
        "pig-ten": _pig_of_ten,
        "pig-two-earlier": _pig_earlier,
        "nine-wins": _nine_wins,
        "goose-nines": _goose_on_nines,
        "goose-gaps": _goose_gaps,
        "ten-and-four": lambda: _led_to(10, "3-1", 22),
        "back-to-sixty": lambda: _led_to(57, "6-3", 60),
        "published-figures": _published,
        "without-replacement": _tickets,
        "pass-quarter": _passes,
        "seven-in-line": _seven_in_line,
    }
)
"""By the key of the claim; one that no reckoning can decide has none."""
