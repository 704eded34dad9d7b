"""Random options, positions and games of Tablero."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from fortune.dice import PAIRS, Dice
from fortune.errors import OptionError, StateError
from fortune.options import OptionSpec, specs
from fortune.tablero import Gucci, GucciOptions, Jesus, JesusOptions
from fortune.tablero.squares import ROWS

AnyTablero = Gucci | Jesus

DICE = list(PAIRS)


def some_rows(rng: random.Random) -> list[int]:
    """Rows where things happen: a few different ones, now and then a diagonal or a mirror image of itself."""
    kind = rng.random()
    if kind < 0.05:
        rows = list(range(1, ROWS + 1))
    elif kind < 0.15:
        half = [int(rng.random() * ROWS) + 1 for _ in range(4)]
        rows = half + half[2::-1]
    else:
        few = [int(rng.random() * ROWS) + 1 for _ in range(1 + int(rng.random() * 4))]
        rows = [few[int(rng.random() * len(few))] for _ in range(7)]
    if rng.random() < 0.3:
        rows[int(rng.random() * 7)] = int(rng.random() * ROWS) + 1
    return rows


def some_data(rng: random.Random, game: AnyTablero) -> dict[str, Any]:
    """A saved position put together at random; many cannot occur."""

    def pick(*values: Any) -> Any:
        return values[int(rng.random() * len(values))]

    dice = pick(*DICE)
    turn = pick(0, 1)
    data: dict[str, Any] = {"rows": some_rows(rng), "turn": turn}
    if isinstance(game, Jesus):
        phase = pick("throw", "move", "take", "run", "spoils", "over")
        staked = game.stake if phase == "run" else 0
        mine = pick(0, 1, 2, 7, 9, int(rng.random() * 22))
        data["stocks"] = [mine, game.coins - 7 - staked - mine]
        if phase == "run":
            data["rows"] = [pick(2, 3, 4, 5, 6)] * 7
        return data | {"phase": phase, "staked": staked, "dice": str(dice) if phase == "move" else None}
    phase = pick("throw", "toast", "move", "move", "call", "over")
    option = game.options.queen
    queen = {"off": 0, "thrown": dice.total, "thrown_not_pass": dice.total}.get(option)
    queen = int(option) if queen is None else queen if rng.random() < 0.5 or not queen else pick(6, 8, 12)
    data["stocks"] = [pick(0, 1, int(rng.random() * (game.options.stock + 1))) for _ in range(2)]
    if phase == "over":
        data["rows"] = [7 if turn == 0 else 1] * 6 + [pick(1, 4, 7)]
    return data | {
        "phase": phase,
        "queen": queen,
        "dice": str(dice) if phase in ("toast", "move") else None,
        "uncalled": rng.random() < 0.3 and phase == "move",
        "holder": pick(0, 1) if phase == "call" else turn,
    }


def some_states(game: AnyTablero, rng: random.Random, count: int) -> list[Any]:
    """So many positions put together at random, those left out that the game refuses; the start comes first."""
    found = [game.start()]
    while len(found) < count:
        try:
            found.append(game.load(some_data(rng, game)))
        except StateError:
            continue
    return found


def _values(spec: OptionSpec) -> st.SearchStrategy[Any]:
    """Any value of an option; of a range small numbers mostly, and the ends."""
    if spec.range is not None:
        low, high = spec.range
        return st.integers(low, low + 8) | st.sampled_from([low, high, 24])
    return st.sampled_from([value.word for value in spec.values])


def _settings(kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: _values(spec) for name, spec in specs(kind).items()})


def _gucci(chosen: dict[str, Any]) -> Gucci:
    """A game under these values, each that is refused beside the others left out."""
    while True:
        try:
            return Gucci(GucciOptions(**chosen))
        except OptionError as error:
            chosen = {name: value for name, value in chosen.items() if name != error.option}


guccis = _settings(GucciOptions).map(_gucci)
"""Tablero da Gucci under any options that are allowed together."""
jesuses = _settings(JesusOptions).map(lambda chosen: Jesus(JesusOptions(**chosen)))
"""Tablero de Jesus under any options."""
games = guccis | jesuses
"""Either game."""
rows = st.builds(lambda seed: tuple(some_rows(random.Random(seed))), st.integers(0, 10**9)) | st.tuples(
    *[st.integers(1, ROWS)] * 7
)
"""Positions on the board."""
throws: st.SearchStrategy[Dice] = st.sampled_from(DICE)
"""Throws in which doubles are not as rare as at a table."""


@st.composite
def states(draw: st.DrawFn, game: AnyTablero) -> Any:
    """A position of this game, in any phase."""
    rng = random.Random(draw(st.integers(0, 10**9)))
    return some_states(game, rng, 2)[draw(st.integers(0, 1))]
