"""What the workshop says, held against what its own cells answer: its text is plain Markdown, with figures typed in."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import jupytext
import pytest

from fortune.chain import Chain
from fortune.goose import RULESETS, Goose, Options, game
from fortune.goose.solo import SWITCHES, Alone, alone, solo_chain, throws_to_go, visits
from fortune.goose.squares import DEATH, HOME
from fortune.options import with_words
from fortune.simulate import simulate

PAGE = Path(__file__).parents[2] / "book" / "goose" / "workshop.md"
CLASSIC = RULESETS["classic"].options(players=1)


@pytest.fixture(scope="module")
def solutions() -> dict[int, str]:
    """The exercises' solutions by number, each with its question before it."""
    text = " ".join(cell.source for cell in jupytext.read(PAGE).cells if cell.cell_type == "markdown")
    parts = re.split(r"\*\*Exercise (\d+)\.\*\*", text)
    return {int(number): re.sub(r"\s+", " ", told) for number, told in zip(parts[1::2], parts[2::2], strict=True)}


@pytest.fixture(scope="module")
def room() -> dict[str, Any]:
    """The names of the notebook after its cells have run, save those with sliders, and then all code in the text."""
    names: dict[str, Any] = {}
    cells = jupytext.read(PAGE).cells
    for cell in cells:
        if cell.cell_type == "code" and "remove-output" not in cell.metadata.get("tags", []):
            exec(cell.source, names)
    for cell in cells:
        if cell.cell_type == "markdown":
            for code in re.findall(r"(?:^ {4}.*\n(?:\n(?= {4}))*)+", cell.source + "\n", re.MULTILINE):
                exec(dedent(code), names)
    return names


def without(*rules: str) -> Alone:
    options = CLASSIC
    for rule in rules:
        options = with_words(options, SWITCHES[rule])
    return alone(options)


def test_every_exercise_has_a_solution(solutions: dict[int, str]) -> None:
    assert list(solutions) == list(range(1, len(solutions) + 1))
    assert [number for number, told in solutions.items() if f"<summary>Solution {number}</summary>" not in told] == []


def test_how_long(solutions: dict[int, str]) -> None:
    whole = alone(CLASSIC)
    assert f"at most {whole.median_throws} throws, and yet the mean is {whole.mean_throws.value:.0f}" in solutions[1]
    longer = 1 - sum(chance.value for chance in solo_chain(CLASSIC).lengths(60))
    assert (round(1 / longer), "one game in nine" in solutions[1]) == (9, True)
    games = whole.variance_throws.value * 100
    assert f"{round(games, -3):,.0f}" in solutions[2]


def test_what_each_rule_does(solutions: dict[int, str]) -> None:
    whole = alone(CLASSIC).mean_turns.value
    effect = {rule: whole - without(rule).mean_turns.value for rule in SWITCHES}
    assert sorted(effect, key=lambda rule: -abs(effect[rule]))[:3] == ["death", "nine", "geese"]
    assert (round(effect["death"]), round(effect["nine"], 1), round(-effect["geese"], 1)) == (10, 6.8, 2.5)
    for rule, name in {"prison": "prison", "inn": "inn", "well": "well", "maze": "labyrinth"}.items():
        assert re.search(rf"the {name} {effect[rule]:.2f}\b", solutions[3])
    assert f"the bridge saves {-effect['bridge']:.2f}" in solutions[3]
    for few, many in ((without(), without("geese")), (without("death"), without("death", "geese"))):
        assert f"{few.mean_turns.value:.1f} instead of {many.mean_turns.value:.1f}" in solutions[4]
    assert f"{1 + visits(CLASSIC)[DEATH].value:.2f} times" in solutions[4]
    assert f"it takes {without(*SWITCHES).mean_turns.value:.1f} turns" in solutions[5]
    assert f"it takes {without('nine', 'death').mean_turns.value:.1f}" in solutions[5]


def far(options: Options) -> float:
    """Throws until the piece first stands on 51 or beyond."""

    class Far(Goose):
        def turn(self, state: Any) -> Any:
            # as if it were home: only how the chain counts matters here
            return super().turn(state if state.places[0] < 51 else self._home(state))

        def is_over(self, state: Any) -> bool:
            return bool(state.places[0] >= 51)

        def _home(self, state: Any) -> Any:
            return self.position([HOME])

    return Chain(Far(options)).expected().value


def test_the_geese_save_a_throw_on_the_way_and_lose_one_at_its_end() -> None:
    """The reason that solution 4 gives."""
    for death in ("0", "none"):
        options = with_words(CLASSIC, {"death": death})
        plain = with_words(options, {"geese": "none"})
        assert 1 < far(plain) - far(options) < 1.5
    for square in (52, 53, 60, 61):
        lost = throws_to_go(options)[square].value - throws_to_go(plain)[square].value
        assert 0.8 < lost < 1.8


def test_the_end_game(solutions: dict[int, str]) -> None:
    table = Goose(CLASSIC)
    ways = {}
    for square in table.resting_squares:
        if 0 < square < HOME:
            state = table.position([square])
            led = {dice: table.play(state, dice).state.places[0] for dice in table.throws(state)}
            ways[square] = sum(weight for dice, weight in table.throws(state).items() if led[dice] == HOME)
    winning = [square for square in ways if ways[square]]
    assert f"{', '.join(map(str, winning[:-1]))} and {winning[-1]}" in solutions[6]
    assert max(ways, key=lambda square: ways[square]) == 55
    assert (ways[55], "eight ways" in solutions[6]) == (8, True)
    assert {dice.total for dice in led if led[dice] == 0} == {6}
    ends = alone(RULESETS["academy"].options(players=1))
    assert ends.mean_throws.value < alone(CLASSIC).mean_throws.value * 0.5
    assert (round(10 * ends.stuck.value), "six games of ten" in solutions[7]) == (6, True)


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_is_trapped_for_good_among_three(players: int) -> None:
    for key in ("academy", "dutch"):
        assert set(simulate(game(key, players=players), 200).terminations) == {"home"}


def test_one_trap_alone_never_ends_a_game() -> None:
    for changes, ends in (
        ({"well": "until_released"}, ["home"]),
        ({"prison": "until_released"}, ["home"]),
        ({"well": "until_released", "prison": "until_released"}, ["deadlock", "home"]),
    ):
        endings = Chain(game("classic", players=2, **changes)).endings()
        assert sorted(endings) == ends
    assert 0.2 < endings["deadlock"].value < 0.25


def test_rules_of_ones_own(solutions: dict[int, str], room: dict[str, Any]) -> None:
    def mean(made: Callable[[], Goose]) -> float:
        return Chain(made()).expected().value

    one = room["one"]
    usual, forward = mean(lambda: Goose(one)), mean(lambda: room["ForwardGeese"](one))
    assert f"{usual - forward:.2f} throws: {usual:.2f} against {forward:.2f}" in solutions[10]
    assert f"{mean(lambda: room['OneRow'](room['free'], 9)):.2f} throws instead of {usual:.2f}" in solutions[11]
    assert f"{mean(lambda: room['OneRow'](room['free'], 5)):.2f} throws" in solutions[11]
    # the last telling of the class, which the solution has mended
    doubles = Chain(room["NoDoubles"](one)).expected()
    assert simulate(room["NoDoubles"](one), 2000).mean_throws().agrees(doubles)
    assert f"about {doubles.value:.0f} throws" in solutions[12]
    assert 1.2 < doubles.value / usual < 1.25
    assert round(usual - mean(lambda: room["MildDeath"](one))) == 5
    assert f"a game of {mean(lambda: room['OpenGarden'](one)):.2f} throws" in solutions[13]
