"""Questions that a class answers before a demonstration, each with the rules that tell what is so.

No answer is written down here. A question names the code that finds it out: the dice, a game's rules, its chain. All of
it needs the standard library alone, so that the browser's Python can do it too; but for races between two, which were
solved beforehand and are read from the table of :mod:`fortune.goose.known`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from fortune.charts import show
from fortune.classroom.poll import Poll, Truth
from fortune.dice import PAIRS, TOTALS, Dice, distribution
from fortune.errors import StageError, shown
from fortune.result import Result

if TYPE_CHECKING:
    from fortune.goose.known import Known

__all__ = ["QUESTIONS", "Finding", "Question", "find_question", "found"]

THROWN: Final = 36
"""So many throws the class waits for the king: as many as it takes on average."""
GAMES: Final = 100
FINER: Final = 10
"""So many times smaller the error shall be."""
PAGES: Final = 5
WRONG: Final = 2
"""On so many of the six faces a page gets the story wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is so. ``figure``: the number that says it, ``told``: how it is written large, ``because``: one sentence.

    ``truth`` says which answers are right, and where it can be said what the chance of each is.
    """

    truth: Truth
    figure: Result
    told: str
    because: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its answers, the lesson that it opens, and how the truth is worked out.

    ``ruleset``: by which dice or rules; ``short``: the question in a list. Answers are short enough for a row of the
    picture.
    """

    key: str
    short: str
    text: str
    answers: tuple[str, ...]
    lesson: str
    ruleset: str
    work_out: Callable[[], Finding]

    @property
    def poll(self) -> Poll:
        """The question with no hand up."""
        return Poll(self.text, self.answers)


def found(key: str) -> Finding:
    """What is so, worked out once for each question; raises :class:`StageError` where there is no such question."""
    return _found(find_question(key).key)


@lru_cache(maxsize=32)
def _found(key: str) -> Finding:
    return QUESTIONS[key].work_out()


def find_question(key: object) -> Question:
    """The question with this key; raises :class:`StageError` where there is none."""
    if not isinstance(key, str) or key not in QUESTIONS:
        raise StageError(f"The questions are {', '.join(QUESTIONS)}, and none is {shown(key)}.")
    return QUESTIONS[key]


# -- how each is worked out --------------------------------------------------------------------------------------


def _percent(chance: float | Fraction) -> str:
    return f"{100 * float(chance):.1f}%"


def _closest(value: float | Fraction, answers: tuple[float | Fraction, ...]) -> tuple[int, ...]:
    """The place of the answer that comes closest; the answers of a question are far enough apart for that."""
    return (min(range(len(answers)), key=lambda at: abs(float(answers[at]) - float(value))),)


def _seven() -> Finding:
    asked = (2, 7, 12)
    most = max(TOTALS[total] for total in asked)
    best = tuple(at for at, total in enumerate(asked) if TOTALS[total] == most)
    right = best if len(best) == 1 else (len(asked),)
    chances = distribution(2)
    seven = chances[7]
    return Finding(
        Truth(right, (*(chances[total] for total in asked), Fraction(0))),
        Result.of(seven),
        f"7: {TOTALS[7]} ways in 36",
        f"A 7 can fall in {TOTALS[7]} of the 36 ways; a 2 in {TOTALS[2]}, and a 12 in {TOTALS[12]}.",
    )


def _pairs() -> Finding:
    one, double = Dice(6, 3), Dice(6, 6)
    ways = (PAIRS[one], PAIRS[double])
    right = (2,) if ways[0] == ways[1] else _closest(max(ways), ways)
    return Finding(
        Truth(right, (Fraction(ways[0], 36), Fraction(ways[1], 36), Fraction(0))),
        Result.of(Fraction(*ways)),
        f"{ways[0]} ways to {ways[1]}",
        f"With a red die and a blue one, {one} is red 6 and blue 3, or red 3 and blue 6; {double} is one way alone.",
    )


def _no_king() -> Fraction:
    """The chance that :data:`THROWN` throws bring no king."""
    return (1 - distribution(2)[12]) ** THROWN


def _king() -> Finding:
    came = 1 - _no_king()
    return Finding(
        Truth(_closest(came, (1, Fraction(2, 3), Fraction(1, 2), Fraction(1, 36)))),
        Result.of(came),
        f"{_percent(came)} of the time",
        f"Each throw misses him with chance 35/36; {THROWN} misses in a row have the chance {_percent(_no_king())}.",
    )


def _due() -> Finding:
    king = distribution(2)[12]
    waited = _no_king()
    # the definition of a conditional chance: none in the first throws and then he, out of none in the first throws
    then = waited * king / waited
    right = (0,) if then > king else (1,) if then == king else (2,)
    return Finding(
        Truth(right),
        Result.of(then),
        f"{then}, as ever",
        "Dice have no memory: the throws that were have no part in the next one.",
    )


def _wedding() -> Finding:
    from fortune.glueckshaus.odds import long_run
    from fortune.glueckshaus.rulesets import ruleset

    pile = long_run(ruleset("modern").options()).wedding
    chances = distribution(2)
    return Finding(
        Truth(_closest(pile, (1, 3, 6, 10))),
        Result.of(pile),
        f"{show(pile)} chips",
        f"Of the throws that are a 7 or a 12, {_percent(chances[7] / (chances[7] + chances[12]))} are a 7: "
        f"{TOTALS[7]} gifts for each king.",
    )


def _starts() -> Finding:
    win = _race("classic").win[0]
    return Finding(
        Truth(_closest(100 * win.value, (50, 51, 55, 60))),
        win,
        f"{_percent(win.value)}",
        "The game is so long, and full of accidents, that one throw more is worth next to nothing.",
    )


def _nine() -> Finding:
    from fortune.game import Over
    from fortune.goose.rulesets import game

    bare = game("classic", players=1, nine="none")
    start = bare.start()
    winning = {dice: ways for dice, ways in PAIRS.items() if isinstance(bare.turn(bare.play(start, dice).state), Over)}
    won = Fraction(sum(winning.values()), 36)
    return Finding(
        Truth(_closest(won, (0, Fraction(1, 36), Fraction(1, 9), Fraction(1, 6)))),
        Result.of(won),
        f"{won} of all games",
        f"{' and '.join(map(str, sorted(winning, reverse=True)))} hop from goose to goose into the garden: "
        f"{sum(winning.values())} ways in 36.",
    )


def _never() -> Finding:
    lost = _race("dutch").deadlock
    return Finding(
        Truth(_closest(100 * lost.value, (0, 1, 5, 23))),
        lost,
        f"{_percent(lost.value)} of all games",
        "One waits in the well, the other in prison; each would have to be freed by the other.",
    )


def _hoax() -> Finding:
    wrong = sum((chance for face, chance in distribution(1).items() if face <= WRONG), Fraction(0))
    asked = wrong**PAGES
    return Finding(
        Truth(_closest(wrong, (asked, Fraction(1, 15), wrong, 0))),
        Result.of(wrong),
        f"{wrong}, not {asked}",
        f"Who copies throws no die of their own: there is one die on the table, not {PAGES}.",
    )


def _error() -> Finding:
    from fortune.goose.rulesets import ruleset
    from fortune.goose.solo import solo_chain

    spread = solo_chain(ruleset("classic").options()).variance()
    error = sqrt(spread.value / GAMES)
    # the error of a mean is the root of the variance over the number of games
    needed = spread.value / (error / FINER) ** 2
    return Finding(
        Truth(_closest(needed, (200, 1_000, 10_000, 1_000_000))),
        Result.numeric(needed, needed * 1e-12),
        f"{round(needed):,} games",
        f"After {GAMES} games the error is {error:.1f} throws; it falls as the root of the number of games, so that "
        f"{FINER} times finer takes {FINER**2} times as many.",
    )


def _race(key: str) -> Known:
    from fortune.goose.known import known_race
    from fortune.goose.rulesets import ruleset

    race = known_race(ruleset(key).options(players=2))
    assert race is not None, "the table holds every ruleset"
    return race


# -- the catalogue -----------------------------------------------------------------------------------------------

_DICE: Final = "two fair dice"

QUESTIONS: Final[Mapping[str, Question]] = MappingProxyType(
    {
        question.key: question
        for question in (
            Question(
                "seven", "Which total comes most often?",
                "Two dice are thrown a hundred times. Which total will come most often?",
                ("the 2", "the 7", "the 12", "all alike"), "seven", _DICE, _seven,
            ),
            Question(
                "pairs", "6-3 or 6-6?",
                "Two dice. Which falls more often: a 6 with a 3, or two sixes?",
                ("a 6 with a 3", "two sixes", "both alike"), "seven", _DICE, _pairs,
            ),
            Question(
                "king", "Will the king come within 36 throws?",
                "The king is a 12: 1 way in 36. How often does he come within 36 throws?",
                ("always", "2 times in 3", "1 time in 2", "1 time in 36"), "king", _DICE, _king,
            ),
            Question(
                "due", "Is he due now?",
                "36 throws, and no king. How likely is he with the next throw?",
                ("more than 1 in 36", "1 in 36", "less than 1 in 36"), "king", _DICE, _due,
            ),
            Question(
                "wedding", "How high is the wedding pile?",
                "Each 7 brings a chip to the wedding; a 12 takes them all. How many does he find, on average?",
                ("1", "3", "6", "10"), "wedding", "modern, in the long run", _wedding,
            ),
            Question(
                "starts", "Does it matter who starts?",
                "Two play the Goose. How many of 100 games does the one win who starts?",
                ("50", "about 51", "about 55", "about 60"), "starts", "classic, two players", _starts,
            ),
            Question(
                "nine", "Does the first throw win?",
                "The Goose without its rule for the nine. How often does the very first throw win?",
                ("never", "1 time in 36", "1 time in 9", "1 time in 6"), "nine", "classic with nine=none", _nine,
            ),
            Question(
                "never", "How many games never end?",
                "Two play the Dutch Goose. How many of 100 games does nobody ever win?",
                ("none", "about 1", "about 5", "about 23"), "never", "dutch, two players", _never,
            ),
            Question(
                "hoax", "Are five pages better than one?",
                "Of five pages each is wrong 1 time in 3. Four have copied from the fifth. "
                "How often are all five wrong?",
                ("1 time in 243", "1 time in 15", "1 time in 3", "never"), "hoax",
                "one fair die for a page, wrong on 1 and 2", _hoax,
            ),
            Question(
                "error", "How many games for one more digit?",
                "100 games tell a mean, with an error. How many games make the error ten times smaller?",
                ("200", "1,000", "10,000", "1,000,000"), "knowing", "classic, one player", _error,
            ),
        )
    }
)  # fmt: skip
"""By key, in the order of the lessons that they open."""
