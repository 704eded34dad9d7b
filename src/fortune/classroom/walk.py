"""The app ``chance.walk``: a piece on the board of three squares, its counted visits beside the exact ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from fortune.charts import Table, show
from fortune.classroom.track import HOME, ONE, STEPS, TWO, Exact, Rules, Stood, Track, exact
from fortune.classroom.track_board import Bar, picture
from fortune.dice import PAIRS, Dice, throw
from fortune.errors import StageError, shown
from fortune.game import Over
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Select, Switch, View
from fortune.stage.reading import read_switch
from fortune.stage.tape import BY_CHANCE, SEED, SEEDS, brought_seed, next_seed, read_seed

__all__ = ["MOST", "Walk", "Walking"]

MOST: Final = 20_000
"""So many throws a walk can have: a link has to make them all again."""
_PRESSES: Final = (1, 10, 100, 1000)
_LEAP: Final = 450
_WORDS: Final = {
    "plain": "nothing",
    "goose": "a goose: on by the same steps",
    "death": "Death: back to 0",
    "well": "a well: stay for good",
}
_COIN: Final = {2: "1 or 2 steps, like a coin", 3: "1, 2 or 3 steps, like a die"}
_SQUARES: Final = range(HOME + 1)
_NONE: Final = (0, 0, 0, 0)

_Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Walking:
    """A walk.

    ``seed``: that of the dice, :data:`BY_CHANCE` until the first throw; ``generator``: where they are by now.
    ``square``: where the piece stands; ``thrown``: how many throws were made. ``here``: throws made from each square
    in the game that is going on. ``visits`` and ``seen``: throws from each square, and games that stood there, in the
    ``games`` that are over. ``laid``: whether the exact values are shown. ``last``: the last throw and the squares of
    its way, for the pictures. ``said``: what it was, in words.
    """

    rules: Rules
    seed: int = BY_CHANCE
    generator: tuple[Any, ...] = ()
    square: int = 0
    thrown: int = 0
    here: _Counts = _NONE
    games: int = 0
    visits: _Counts = _NONE
    seen: _Counts = _NONE
    laid: bool = True
    last: Dice | None = None
    way: tuple[int, ...] = ()
    said: str = ""

    @property
    def mean(self) -> Fraction | None:
        """The counted mean length of a game, none before the first is over."""
        return Fraction(sum(self.visits), self.games) if self.games else None


class Walk:
    """See the module.

    Actions: ``throw.1``, ``throw.10``, ``throw.100``, ``throw.1000``, whose value is a seed by chance; ``again``;
    ``one``, ``two`` and ``steps``, the rules; ``laid``; ``seed``.
    """

    name = "chance.walk"
    title = "A walk on three squares"

    def start(self, options: Mapping[str, Any]) -> Walking:
        """The piece on 0, nothing thrown. ``one``, ``two``, ``steps``, ``seed``, ``laid``."""
        for name in options:
            if name not in {"one", "two", "steps", "seed", "laid"}:
                raise StageError(f"A walk has no option {shown(name)}.")
        rules = Rules(**{name: options[name] for name in ("one", "two", "steps") if name in options})
        return Walking(rules, read_seed(options.get("seed", BY_CHANCE)), laid=_laid(options.get("laid", True)))

    def update(self, model: Walking, action: Action) -> Walking:
        """The walk after some throws, or begun anew."""
        do, _, count = action.do.partition(".")
        match do:
            case "throw":
                return _thrown(model, count, action.value)
            case "again":
                seed = brought_seed(action.value) or next_seed(model.seed or SEED)
                return replace(_afresh(model, model.rules), seed=seed)
            case "one" | "two" | "steps":
                value: Any = action.value
                if do == "steps":
                    # the choices of a list are words
                    value = {str(steps): steps for steps in STEPS}.get(str(value), value)
                return _afresh(model, replace(model.rules, **{do: value}))
            case "laid":
                return replace(model, laid=_laid(action.value), way=(), said="")
            case "seed":
                return replace(_afresh(model, model.rules), seed=read_seed(action.value))
        raise StageError(f"On this walk nobody can {shown(action.do)}.")

    def view(self, model: Walking) -> View:
        """The board, the piece, and under each square what was counted and what is known."""
        known = exact(model.rules)
        status = _status(model, known)
        return View(
            frames=_frames(model, known),
            controls=_controls(model),
            status=status,
            announce=f"{model.said} {status}".strip(),
            table=_table(model, known)._repr_html_(),
        )

    def save(self, model: Walking) -> dict[str, Any]:
        """The rules, the seed and the number of throws: a link makes the same throws again."""
        rules, usual = model.rules, Rules()
        data: dict[str, Any] = {
            name: value
            for name, value in (("one", rules.one), ("two", rules.two), ("steps", rules.steps))
            if value != getattr(usual, name)
        }
        if model.seed != BY_CHANCE:
            data["seed"] = model.seed
        if model.thrown:
            data["thrown"] = model.thrown
        return data if model.laid else data | {"laid": False}

    def load(self, data: object) -> Walking:
        """The walk from :meth:`save`, all its throws made; raises :class:`FortuneError` where it cannot be."""
        if not isinstance(data, Mapping):
            raise StageError(f"A saved walk is a mapping, not {shown(data)}.")
        thrown = data.get("thrown", 0)
        model = self.start({key: value for key, value in data.items() if key != "thrown"})
        if type(thrown) is not int or not 0 <= thrown <= MOST:
            raise StageError(f"A walk has up to {show(MOST)} throws, not {shown(thrown)}.")
        if thrown and model.seed == BY_CHANCE:
            raise StageError("This saved walk has throws but no seed, so nobody can say what fell.")
        return replace(_walked(model, thrown), way=(), said="") if thrown else model


def _laid(value: object) -> bool:
    return read_switch(value, "The exact values are shown or not")


def _afresh(model: Walking, rules: Rules) -> Walking:
    return Walking(rules, model.seed, laid=model.laid)


def _thrown(model: Walking, count: str, chance: object) -> Walking:
    counts = {str(count): count for count in _PRESSES}
    if count not in counts:
        raise StageError(f"One can throw {', '.join(counts)} times, not {shown(count)}.")
    if model.thrown + counts[count] > MOST:
        raise StageError(f"A walk has up to {show(MOST)} throws; start again for more.")
    if model.seed == BY_CHANCE:
        model = replace(model, seed=brought_seed(chance) or SEED)
    return _walked(model, counts[count])


@lru_cache(maxsize=24)
def _steps_to(rules: Rules) -> Mapping[int, Mapping[Dice, tuple[int, ...]]]:
    """The way of each throw, by the square where it is made: what :meth:`Track.play` answers, asked once."""
    track = Track(rules)
    ways: dict[int, Mapping[Dice, tuple[int, ...]]] = {}
    for square in _SQUARES:
        if isinstance(track.turn(square), Over):
            continue
        ways[square] = {
            pair: event.way for pair in PAIRS for event in track.play(square, pair).events if isinstance(event, Stood)
        }
    return ways


def _walked(model: Walking, count: int) -> Walking:
    """The walk after so many more throws. A throw after the end of a game puts the piece on 0 first."""
    rng = random.Random(model.seed)
    if model.generator:
        rng.setstate(model.generator)
    ways = _steps_to(model.rules)
    square, games, pair, way = model.square, model.games, model.last, model.way
    here, visits, seen = list(model.here), list(model.visits), list(model.seen)
    set_out = square
    for _ in range(count):
        set_out = square if square in ways else 0
        pair = throw(rng)
        here[set_out] += 1
        way = ways[set_out][pair]
        square = way[-1]
        if square not in ways:
            games += 1
            for at in _SQUARES:
                visits[at] += here[at]
                seen[at] += here[at] > 0 or at == square
                here[at] = 0
    assert pair is not None
    return replace(
        model,
        generator=rng.getstate(),
        square=square,
        thrown=model.thrown + count,
        here=(here[0], here[1], here[2], here[3]),
        games=games,
        visits=(visits[0], visits[1], visits[2], visits[3]),
        seen=(seen[0], seen[1], seen[2], seen[3]),
        last=pair,
        way=(set_out, *way) if count == 1 else (),
        said=_told(model.rules, pair, set_out, way) if count == 1 else f"{show(count)} throws.",
    )


# -- words and pictures --------------------------------------------------------------------------------------


def _told(rules: Rules, pair: Dice, set_out: int, way: tuple[int, ...]) -> str:
    """A throw in words: the dice, the steps, and what the squares did."""
    steps = Track(rules).steps(pair)
    parts = [f"{pair}, a total of {pair.total}: {steps} step{'s' if steps > 1 else ''} from {set_out} to {way[0]}."]
    if set_out + steps > HOME:
        parts.append("What is too much is counted back.")
    if len(way) > 1 and way[1] > way[0]:
        parts.append(f"The goose carries the piece on to {way[1]}.")
    if len(way) > 1 and way[-1] == 0:
        parts.append("Death sends it to 0.")
    return " ".join(parts)


def _status(model: Walking, known: Exact | None) -> str:
    played = f"{show(model.games)} game{'' if model.games == 1 else 's'} over"
    if known is None:
        return f"{show(model.thrown)} throws, {played}. By these rules nobody ever comes home."
    stands = "The piece is home." if model.square == HOME else f"The piece stands on {model.square}."
    if model.square in (1, 2) and _ends(model.rules, model.square):
        stands = f"The piece sits in the well on {model.square}."
    if model.mean is None:
        return f"{stands} {played if model.thrown else 'Nothing is thrown yet'}."
    counted = f"{played}, on average {float(model.mean):.2f} throws each"
    return f"{stands} {counted}{f'; exactly {known.throws}' if model.laid else ''}."


def _ends(rules: Rules, square: int) -> bool:
    return isinstance(Track(rules).turn(square), Over)


def _bars(model: Walking, known: Exact | None) -> tuple[Bar, ...]:
    """What stands under each square: throws made from it; where a game ends, how often it ends there."""
    bars = []
    for square in _SQUARES:
        ends = _ends(model.rules, square)
        counts = model.seen if ends else model.visits
        counted = Fraction(counts[square], model.games) if model.games else None
        value = None if known is None or not model.laid else (known.ever if ends else known.visits)[square]
        bars.append(Bar(ends, counted, value))
    return tuple(bars)


def _frames(model: Walking, known: Exact | None) -> tuple[Frame, ...]:
    bars = _bars(model, known)
    still = [Frame(picture(model.rules, square, bars, model.last), model.said, _LEAP) for square in model.way[:-1]]
    words = model.said or f"Ruleset: {model.rules.label}."
    return (*still, Frame(picture(model.rules, model.square, bars, model.last), words))


def _table(model: Walking, known: Exact | None) -> Table:
    def part(counts: _Counts, square: int) -> object:
        return float(Fraction(counts[square], model.games)) if model.games else "no game yet"

    rows: list[tuple[object, ...]] = []
    for square in _SQUARES:
        ends = _ends(model.rules, square)
        row: list[object] = [f"{square} (the end)" if ends else str(square), part(model.seen, square)]
        if model.laid:
            row.append("none" if known is None else known.ever[square])
        row.append("the end" if ends else part(model.visits, square))
        if model.laid:
            row.append("the end" if ends else "none" if known is None else known.visits[square])
        rows.append(tuple(row))
    if model.laid:
        columns = ["square", "games that stand there", "exact chance", "throws from there a game", "exact mean"]
    else:
        columns = ["square", "games that stand there", "throws from there a game"]
    seeded = f", seed {model.seed}" if model.seed != BY_CHANCE else ""
    return Table(columns, rows, f"Counted in {show(model.games)} games{seeded}.", model.rules.label)


def _controls(model: Walking) -> tuple[Control, ...]:
    chance = model.seed == BY_CHANCE
    rules = model.rules
    presses = tuple(
        Button(
            f"throw.{count}",
            "Throw" if count == 1 else f"{show(count)} throws",
            count == 1,
            disabled=model.thrown + count > MOST,
            key="T" if count == 1 else "",
            chance=chance,
        )
        for count in _PRESSES
    )
    choices = (
        Select("one", "Square 1", rules.one, tuple((word, _WORDS[word]) for word in ONE)),
        Select("two", "Square 2", rules.two, tuple((word, _WORDS[word]) for word in TWO)),
        Select("steps", "A throw", str(rules.steps), tuple((str(steps), _COIN[steps]) for steps in STEPS)),
    )
    laid = Switch("laid", "Show the exact values", model.laid, "Switch it off to guess first.")
    seed = "The same seed throws the same dice again. With 0 chance brings one."
    return (
        *presses,
        Button("again", "Start again", chance=True),
        Group("The board", (*choices, laid)),
        Group("Dice", (NumberField("seed", "Seed of the dice", model.seed, 0, SEEDS - 1, seed),), folded=True),
    )
