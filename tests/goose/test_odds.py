"""Two and more at a table: the published model, the chain against long play, fractions against floats."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from fortune.__main__ import main
from fortune.chain import Chain
from fortune.errors import ChainError
from fortune.goose import RULESETS, Goose, Options, game, miss
from fortune.goose.counts import tokens, turns
from fortune.goose.odds import CHANGES, chain, compare, report, size_bound, together
from fortune.goose.solo import alone
from fortune.result import Result
from fortune.simulate import simulate
from tests.helpers import is_sentence

EACH = pytest.mark.parametrize("key", RULESETS)


def test_the_published_model() -> None:
    # Groote, Wiedijk and Zantema's model, as it is distributed with mCRL2
    found = together(chain(game("dutch")))
    first, second = found.win
    assert first.value == pytest.approx(0.393625, abs=1e-6)
    assert second.value == pytest.approx(0.379985, abs=1e-6)
    assert found.deadlock.value == pytest.approx(0.226390, abs=1e-6)


def test_fractions_lie_within_the_bounds() -> None:
    # Who wins takes a second elimination, of some seconds: the benchmark does that.
    whole = chain(game())
    for reward in ("throws", "turns"):
        exact = whole.expected(reward, exact=True)
        numeric = whole.expected(reward)
        assert exact.exact is not None
        assert numeric.agrees(exact)
        assert numeric.bound is not None
        assert numeric.bound < 1e-9
    assert whole.endings(exact=True) == {"home": Result.of(1)}


def test_a_deadlock_by_a_second_road() -> None:
    # One waits in the well; the other is past it, and nothing leads back: so it goes home or falls into prison, and
    # does so with the same chances as alone.
    settings: dict[str, Any] = {"geese": "none", "maze": "none", "death": "none"}
    settings |= {"well": "until_released", "prison": "until_released"}
    two, one = Goose(Options(**settings)), Goose(Options(players=1, **settings))
    whole = Chain(two, start=two.position([48, 31]), rewards={"turns": turns})
    stuck = Chain(one, start=one.position([48])).endings(exact=True)["stuck"]
    found = together(whole, exact=True)
    assert found.deadlock.exact == stuck.exact
    assert found.win[0].exact == 1 - (stuck.exact or 0)
    assert found.win[1].exact == 0
    for mine, its in zip(together(whole).win, found.win, strict=True):
        assert mine.agrees(its)
    # the throw that ends the game is the last turn of all; each one before it is followed by a turn in the well
    assert found.mean_turns.exact == 2 * (found.mean_throws.exact or 0) - 1


@EACH
def test_long_play_agrees(key: str) -> None:
    the_game = game(key)
    found = together(chain(the_game))
    sample = simulate(the_game, 2000, seed=3, rewards={"turns": turns, "tokens": tokens})
    for mine, its in zip(found.win, sample.win(), strict=True):
        assert mine.agrees(its)
    assert found.deadlock.agrees(sample.ended("deadlock"))
    assert found.mean_throws.agrees(sample.mean_throws())
    assert found.mean_turns.agrees(sample.mean("turns"))
    if found.pool is None:
        assert the_game.options.stakes == "none"
    else:
        paid = sample.mean("tokens", given="home")
        ante = the_game.options.ante * the_game.players
        assert abs(found.pool.value - ante - paid.value) < 5 * (paid.stderr or 0)


def test_the_pool_is_what_the_winner_takes() -> None:
    # asked of the chain, with the tokens counted; and of the states, which hold the pool itself
    the_game = game("academy", players=1)
    whole = Chain(the_game, rewards={"tokens": tokens})
    exact = whole.expected("tokens", given="home", exact=True)
    assert whole.expected("tokens", given="home").agrees(exact)
    assert exact.exact is not None
    # split the mean over all games by how they end: the chances weigh the two parts
    stuck = whole.expected("tokens", given="stuck", exact=True).exact
    assert stuck is not None
    ends = whole.endings(exact=True)
    both = (ends["home"].exact or 0) * exact.exact + (ends["stuck"].exact or 0) * stuck
    assert both == whole.expected("tokens", exact=True).exact
    assert stuck > 1, "who is stuck in well or prison has paid for it"
    with pytest.raises(ChainError, match="ends by home or stuck, never by deadlock") as caught:
        whole.expected("tokens", given="deadlock")
    assert is_sentence(caught.value)


def test_the_first_player_has_a_small_edge() -> None:
    for key in ("classic", "academy", "dutch"):
        edge = compare(key, RULESETS[key].options()).edge
        assert 0.005 < edge < 0.03


def test_each_difference_between_the_sources_does_something() -> None:
    classic = RULESETS["classic"]
    base = compare("classic", classic.options())
    by_words = {}
    for words, change in CHANGES.items():
        row = compare(words, classic.options(**change))
        by_words[words] = row
        assert abs(row.together.mean_throws.value - base.together.mean_throws.value) > 0.01, words
        two_may_lock = "until_released" in change.values()
        assert (row.together.deadlock.value > 0.01) == two_may_lock
        assert (row.alone.stuck.value > 0.5) == two_may_lock
    assert by_words["squares are shared"].alone == base.alone, "alone one meets nobody"


@EACH
@pytest.mark.parametrize("players", [1, 2])
def test_the_size_is_bounded(key: str, players: int) -> None:
    the_game = game(key, players=players)
    assert len(chain(the_game)) <= size_bound(the_game)


def test_the_size_of_waiting_games_is_bounded() -> None:
    for options in (
        Options(inn=9, well=miss(9), prison=miss(9), nine="first_throw"),
        Options(well="until_released", prison="until_released", well_release="own_start", prison_release="own_start"),
        Options(well="until_released", prison="until_released", well_release="stays", prison_release="stays"),
    ):
        the_game = Goose(options)
        assert len(chain(the_game)) <= size_bound(the_game)


def test_too_large_a_table_is_refused_at_once() -> None:
    with pytest.raises(ChainError, match="4 players make a chain of up to 6,234,597 positions") as caught:
        report(game(players=4))
    assert is_sentence(caught.value)
    with pytest.raises(ChainError, match="one or two players, not for 3") as caught:
        report(game(players=3), exact=True)
    assert is_sentence(caught.value)


# -- the command line ---------------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, Any]:
    assert main(["odds", "goose", *line.split(), "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    found: dict[str, Any] = json.loads(shown.out)
    assert list(found)[:4] == ["game", "ruleset", "options", "players"]
    return found


HEAD = ["game", "ruleset", "options", "players", "states"]
ALONE = ["mean_throws", "mean_turns", "variance_throws", "median_throws", "finish", "visit"]
MORE = ["win", "deadlock", "mean_throws", "mean_turns"]


@EACH
def test_alone_on_the_command_line(capsys: pytest.CaptureFixture[str], key: str) -> None:
    found = told(capsys, f"--players 1 --ruleset {key}")
    until = "until_released" in found["options"].values()
    assert list(found) == HEAD + ALONE + (["stuck"] if until else [])
    assert found["states"] == len(Chain(game(key, players=1)))
    mean = alone(RULESETS[key].options()).mean_throws
    assert found["mean_throws"] == mean.to_json()
    assert Fraction(found["mean_throws"]["exact"]) == mean.exact
    assert len(found["finish"]) >= 60
    assert list(found["visit"]) == [str(square) for square in range(1, 64)]


def test_alone_by_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--players 1 --ruleset dutch"
    exact, sample = told(capsys, line), told(capsys, line + " --simulate 800")
    assert [name for name in sample if name not in {"games", "seed"}] == list(exact)
    assert sample["states"] is None
    for name in ("mean_throws", "mean_turns", "variance_throws", "stuck"):
        assert sample[name]["method"] == "simulated"
        assert abs(sample[name]["value"] - exact[name]["value"]) < 5 * sample[name]["stderr"]
    assert len(sample["finish"]) == len(exact["finish"])


@EACH
def test_two_on_the_command_line(capsys: pytest.CaptureFixture[str], key: str) -> None:
    found = told(capsys, f"--ruleset {key}")
    stakes = found["options"]["stakes"] != "none"
    assert list(found) == HEAD + MORE + (["pool"] if stakes else [])
    ended = sum(win["value"] for win in found["win"]) + found["deadlock"]["value"]
    assert ended == pytest.approx(1, abs=1e-12)


def test_four_by_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--players 4 --ruleset gambling --set ante=5 --simulate 300")
    assert [name for name in found if name not in {"games", "seed"}] == [*HEAD, *MORE, "pool"]
    assert found["deadlock"]["value"] == 0
    assert found["pool"]["value"] > 4 * 5
    assert len(found["win"]) == 4


def test_for_a_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "goose", "--players", "1"]) == 0
    out = capsys.readouterr().out
    assert "finish, throw 1 " in out
    assert main(["odds", "goose", "--ruleset", "dutch"]) == 0
    assert "win, seat 2 " in capsys.readouterr().out


def test_chips_are_not_of_this_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "goose", "--chips", "3"]) == 2
    assert "There is no option 'chips'" in capsys.readouterr().err
