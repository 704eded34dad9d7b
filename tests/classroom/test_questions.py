"""The truth of each question, held against another way to find it out; and what a lesson page says it needs."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from math import isqrt

import pytest

from fortune.classroom.questions import QUESTIONS, find_question, found
from fortune.errors import StageError
from fortune.game import Over
from fortune.glueckshaus import game as house
from fortune.glueckshaus.rules import Gave, Hailed
from fortune.goose import RULESETS, game
from fortune.goose.odds import chain, together
from fortune.goose.solo import alone
from fortune.goose.squares import GEESE, HOME

ALL_PAIRS = list(product(range(1, 7), repeat=2))


def answered(key: str) -> list[str]:
    """The answers that are right."""
    return [QUESTIONS[key].answers[at] for at in found(key).truth.right]


def exact(key: str) -> Fraction:
    figure = found(key).figure.exact
    assert figure is not None
    return figure


def test_a_seven_by_counting_all_pairs() -> None:
    count = [sum(a + b == total for a, b in ALL_PAIRS) for total in (2, 7, 12)]
    assert list(found("seven").truth.shares[:3]) == [Fraction(ways, 36) for ways in count]
    assert answered("seven") == ["the 7"]
    assert exact("seven") == Fraction(6, 36)


def test_six_three_and_double_six_by_counting_all_pairs() -> None:
    mixed = sum({a, b} == {6, 3} for a, b in ALL_PAIRS)
    double = sum(a == b == 6 for a, b in ALL_PAIRS)
    assert found("pairs").truth.shares[:2] == (Fraction(mixed, 36), Fraction(double, 36))
    assert answered("pairs") == ["a 6 with a 3"]


def test_the_king_by_adding_up_when_he_comes() -> None:
    came = sum((Fraction(1, 36) * Fraction(35, 36) ** (throw - 1) for throw in range(1, 37)), Fraction(0))
    assert exact("king") == came
    assert answered("king") == ["2 times in 3"]
    assert "63.7%" in found("king").told
    assert f"{100 * float(1 - came):.1f}%" in found("king").because


def test_he_is_not_due_by_the_game_itself() -> None:
    """The chance that a throw hails the king is the same after a game without him as at its beginning."""
    table = house("modern", chips=40)

    def hails(state: object) -> Fraction:
        ways = 0
        for dice, weight in table.throws(state).items():  # type: ignore[arg-type]
            events = table.play(state, dice).events  # type: ignore[arg-type]
            ways += weight * any(isinstance(event, Hailed) for event in events)
        return Fraction(ways, 36)

    state = table.start()
    for _ in range(36):
        dice = next(dice for dice in table.throws(state) if dice.total == 7)
        state = table.play(state, dice).state
    assert hails(state) == hails(table.start()) == exact("due")
    assert answered("due") == ["1 in 36"]


def test_the_wedding_pile_by_its_distribution_and_by_the_rules() -> None:
    table = house("modern")
    counts = {Gave: 0, Hailed: 0}
    for dice, weight in table.throws(table.start()).items():
        for event in table.play(table.start(), dice).events:
            for kind in counts:
                counts[kind] += weight * isinstance(event, kind)
    gift = Fraction(counts[Gave], counts[Gave] + counts[Hailed])
    # a geometric number of gifts before the first king: its mean in closed form
    assert exact("wedding") == gift / (1 - gift)
    assert answered("wedding") == [str(exact("wedding"))]


@pytest.mark.parametrize("key", ["starts", "never"])
def test_races_by_solving_the_chain_again(key: str) -> None:
    ruleset = QUESTIONS[key].ruleset.split(",")[0]
    solved = together(chain(game(ruleset, players=2)))
    assert found(key).figure.agrees(solved.win[0] if key == "starts" else solved.deadlock)
    assert answered(key) == [f"about {100 * found(key).figure.value:.0f}"]


def test_the_nine_by_hopping_along_the_geese() -> None:
    won = 0
    for a, b in ALL_PAIRS:
        square = a + b
        while square in GEESE:
            square += a + b
        won += square == HOME
    assert exact("nine") == Fraction(won, 36)
    assert answered("nine") == ["1 time in 9"]
    assert found("nine").because.startswith("6-3 and 5-4 hop")
    # by the rule for the nine no first throw wins
    ruled = game("classic", players=1)
    assert not any(
        isinstance(ruled.turn(ruled.play(ruled.start(), d).state), Over) for d in ruled.throws(ruled.start())
    )


def test_the_copies_by_throwing_every_die() -> None:
    wrong = {1, 2}
    copied = sum(first in wrong for first in range(1, 7))
    asked = sum(set(faces) <= wrong for faces in product(range(1, 7), repeat=5))
    assert exact("hoax") == Fraction(copied, 6)
    assert answered("hoax") == ["1 time in 3"]
    assert found("hoax").told == f"1/3, not {Fraction(asked, 6**5)}"


def test_the_error_by_exact_variance() -> None:
    variance = alone(RULESETS["classic"].options()).variance_throws.exact
    assert variance is not None
    games = int(answered("error")[0].replace(",", ""))
    assert (variance / games) * 10**2 == variance / 100
    assert round(found("error").figure.value) == games
    assert f"{isqrt(int(variance)) // 10}." in found("error").because


@pytest.mark.parametrize("key", QUESTIONS)
def test_a_question_fits_into_its_picture_and_says_how_it_is_known(key: str) -> None:
    question, finding = QUESTIONS[key], found(key)
    assert question.key == key
    assert question.text.endswith("?")
    assert len(question.text) <= 120
    assert 2 <= len(question.answers) <= 5
    assert all(len(answer) <= 18 for answer in question.answers)
    assert len(finding.truth.right) == 1
    assert finding.because.endswith(".")
    assert question.ruleset
    assert len(finding.told) <= 26
    assert finding.figure.exact is not None or (finding.figure.bound or 1) < 1e-6
    if finding.truth.shares:
        assert len(finding.truth.shares) == len(question.answers)


@pytest.mark.parametrize("key", ["", "kings", None, 3, ["king"]])
def test_what_is_no_question_is_refused(key: object) -> None:
    with pytest.raises(StageError, match="The questions are seven, "):
        find_question(key)


def test_the_browser_can_find_out_every_truth() -> None:
    """With nothing but the standard library at hand, as in the browser."""
    code = (
        "import json, sys\n"
        "for name in ('numpy', 'scipy', 'sympy', 'plotly', 'flint'): sys.modules[name] = None\n"
        "from fortune.classroom.questions import QUESTIONS, found\n"
        "print(json.dumps([found(key).told for key in QUESTIONS]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [found(key).told for key in QUESTIONS]
