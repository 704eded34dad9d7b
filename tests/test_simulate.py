"""Simulation: seeded, the same on any executor, and in agreement with the chain."""

from __future__ import annotations

import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from fortune.chain import Chain
from fortune.errors import FortuneError, IllegalChoiceError
from fortune.game import playout
from fortune.glueckshaus import game
from fortune.simulate import PARCEL, Sample, game_rng, simulate
from tests.toys import Ladder

GAMES = 2 * PARCEL + 17


def test_the_sample_is_the_same_on_every_executor() -> None:
    the_game = game("tavern", players=3, chips=4)
    here = simulate(the_game, GAMES, seed=7)
    assert here.games == GAMES
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        assert simulate(the_game, GAMES, seed=7, executor=threads) == here
        assert simulate(the_game, GAMES, seed=7, executor=processes) == here
    assert simulate(the_game, GAMES, seed=8) != here


@pytest.mark.filterwarnings("default")
def test_dask_runs_it_unchanged() -> None:
    from distributed import Client, LocalCluster

    the_game = game(chips=3)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        found = simulate(the_game, GAMES, seed=1, executor=client.get_executor())
    assert found == simulate(the_game, GAMES, seed=1)


def test_one_game_can_be_played_again() -> None:
    the_game = game(chips=4)
    sample = simulate(the_game, 5, seed=3)
    lengths = [len(list(playout(the_game, game_rng(3, number)))) for number in range(5)]
    assert sorted(sample.lengths.elements()) == sorted(lengths)


@pytest.mark.parametrize(
    ("key", "players", "chips"), [("modern", 2, 4), ("tavern", 2, 5), ("eleven_rooms", 3, 2), ("fill_up", 2, 3)]
)
def test_it_agrees_with_the_chain(key: str, players: int, chips: int) -> None:
    the_game = game(key, players=players, chips=chips)
    sample, chain = simulate(the_game, 3000, seed=20), Chain(the_game)
    assert sample.mean_throws().agrees(chain.expected())
    assert all(a.agrees(b) for a, b in zip(sample.win(), chain.win(), strict=True))
    for name, chance in chain.endings().items():
        share = sample.terminations[name] / sample.games
        assert abs(share - chance.value) < 5 * math.sqrt(0.25 / sample.games)


def test_standard_errors_and_quantiles() -> None:
    sample = simulate(game(chips=3), 1000, seed=5)
    lengths = sorted(sample.lengths.elements())
    mean = sum(lengths) / 1000
    stderr = math.sqrt(sum((x - mean) ** 2 for x in lengths) / 999 / 1000)
    assert sample.mean_throws().value == pytest.approx(mean)
    assert sample.mean_throws().stderr == pytest.approx(stderr)
    assert sum(result.value for result in sample.win()) == pytest.approx(1)
    assert sample.quantile(0.5) == lengths[499]
    assert sample.quantile(1) == lengths[-1]
    with pytest.raises(FortuneError, match="above 0 and up to 1, not 0"):
        sample.quantile(0)
    one = simulate(game(chips=3), 1).mean_throws()
    assert one.stderr == math.inf
    assert "one game alone" in str(one)


def test_progress_is_told_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    simulate(game(chips=2), GAMES, progress=told.append)
    assert told == [PARCEL, PARCEL, 17]
    simulate(game(chips=2), 20, progress=True)
    assert "20/20" in capsys.readouterr().err


def test_bad_input() -> None:
    with pytest.raises(FortuneError, match="1 or more, not 0"):
        simulate(game(), 0)
    with pytest.raises(FortuneError, match="0 or more, not -1"):
        simulate(game(), 1, seed=-1)
    with pytest.raises(FortuneError, match="no game yet"):
        Sample(2).win()
    with pytest.raises(FortuneError, match="no game yet"):
        Sample(2).quantile(0.5)
    with pytest.raises(IllegalChoiceError, match="waits for a decision of seat 1"):
        simulate(Ladder(2, asks=True), 1)
