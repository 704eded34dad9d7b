"""The app ``goose.race``: two to four seats play many games, and what they come to meets what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Any, Final

from fortune.charts import Chart, Data, Table, below, histogram, show
from fortune.errors import OptionError, StageError, shown
from fortune.goose.known import SEATS, Known, known_race
from fortune.goose.lanes import Lane, lanes
from fortune.goose.options import Options
from fortune.goose.rules import Goose
from fortune.goose.rulesets import RULESETS
from fortune.options import closest, specs
from fortune.result import Result
from fortune.simulate import Sample, play_parcel
from fortune.stage.draft import Draft
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Select, Switch, View
from fortune.stage.reading import read_parts, read_switch
from fortune.stage.tape import BY_CHANCE, SEED, SEEDS, brought_seed, next_seed, read_seed

__all__ = ["MOST", "PARCEL", "Race", "Racing"]

MOST: Final = 10_000
"""So many games a race can have: more do not narrow a share visibly, and a link has to be run again."""
PARCEL: Final = 50
"""So many games are played at a time, so that the page stays awake between."""
_PRESSES: Final = (10, 100, 1000)
_PAUSE: Final = 20
_BIN: Final = 5
_BINS: Final = 30
"""The chart has so many bars, each for :data:`_BIN` lengths."""
_LEFT_OUT: Final = ("players", "stakes", "ante")
_DEPENDENT: Final = ("well_release", "prison_release", "collision_at_start")
"""Options that have an effect beside some others alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Racing:
    """A race.

    ``seed``: that of all its games, :data:`BY_CHANCE` until the first press. ``wanted``: so many games are asked for;
    ``sample`` holds those that have been played. ``laid``: what is known is laid over them. ``said``: what the last
    change brought along.
    """

    draft: Draft[Options]
    seed: int
    wanted: int
    sample: Sample
    laid: bool = True
    said: str = ""

    @property
    def played(self) -> int:
        """How many games are over."""
        return self.sample.games

    @property
    def running(self) -> bool:
        """Whether games are still to be played."""
        return self.played < self.wanted

    @property
    def options(self) -> Options:
        """The rules."""
        return self.draft.options

    @property
    def label(self) -> str:
        """The ruleset, what differs from it, and how many play."""
        options = self.options
        return f"{closest(RULESETS, options).label(options)}, {options.players} players"


class Race:
    """See the module.

    Actions: ``play.10``, ``play.100``, ``play.1000``, whose value is a seed by chance; ``parcel``, which the page takes
    by itself; ``clear``; ``players``, ``ruleset``, ``option.…`` and ``count.…`` as in a :class:`Draft`; ``seed``.
    """

    name = "goose.race"
    title = "A race of many games"

    def start(self, options: Mapping[str, Any]) -> Racing:
        """A race of two, classic, no game played yet. ``ruleset``, ``seed``, ``laid``, and all options of the game."""
        draft = _draft().change("ruleset", options.get("ruleset", "classic"))
        for name, value in options.items():
            if name not in {"ruleset", "seed", "laid"}:
                draft = draft.set(name, value)
        model = _anew(draft, read_seed(options.get("seed", BY_CHANCE)))
        return replace(model, laid=_laid(options.get("laid", True)))

    def update(self, model: Racing, action: Action) -> Racing:
        """The race after a press: more games, the next parcel, or a change of rules, which begins it anew."""
        do, _, which = action.do.partition(".")
        model = replace(model, said="")
        match do:
            case "play":
                return _more(model, which, action.value)
            case "parcel":
                return _parcel(model)
            case "clear":
                seed = brought_seed(action.value) or next_seed(model.seed or SEED)
                return replace(_fresh(model, model.draft, seed), said="A new race.")
            case "laid":
                return replace(model, laid=_laid(action.value))
            case "seed":
                return _fresh(model, model.draft, read_seed(action.value))
            case "players":
                seats = {str(seats): seats for seats in SEATS}.get(str(action.value))
                if seats is None:
                    raise StageError(f"From {SEATS[0]} to {SEATS[-1]} seats race here, not {shown(action.value)}.")
                return _fresh(model, model.draft.set("players", seats), model.seed)
            case "ruleset" | "option" | "count":
                if which in _LEFT_OUT:
                    raise StageError(f"{which} is nothing that changes a race.")
                return _ruled(model, model.draft.change(action.do, action.value), which)
        raise StageError(f"In this race nobody can {shown(action.do)}.")

    def view(self, model: Racing) -> View:
        """The lanes, the histogram of lengths, and beside both what is known."""
        options = model.options
        sample = model.sample
        there = known_race(options) if model.laid else None
        picture = lanes(_lanes(model, there), model.played, model.wanted, known_as=_known_as(there))
        chart = _chart(model, there)
        status, evidence = _status(model), _evidence(there) if model.laid else _CAPTION
        return View(
            frames=(Frame(picture, f"{model.said} {evidence}".strip()),),
            controls=_controls(model),
            status=status,
            announce="" if model.running and sample.games else f"{model.said} {status}".strip(),
            table=_wins(model, there)._repr_html_() + _lengths(chart)._repr_html_(),
            chart=chart.figure,
            chart_caption=f"{chart.caption} Ruleset: {chart.ruleset}",
            again=Action("parcel", model.played) if model.running else None,
            again_after=_PAUSE,
        )

    def save(self, model: Racing) -> dict[str, Any]:
        """The rules, the seed and the number of games: a link runs the same race again."""
        data: dict[str, Any] = {"options": model.draft.save()}
        if model.seed != BY_CHANCE:
            data["seed"] = model.seed
        if model.wanted:
            data["games"] = model.wanted
        return data if model.laid else data | {"laid": False}

    def load(self, data: object) -> Racing:
        """The race from :meth:`save`, its games still to be run; raises :class:`FortuneError` where it cannot be."""
        parts = read_parts(data, {"options", "seed", "games", "laid"}, "A saved race")
        model = _anew(Draft.load(RULESETS, parts.get("options", {})), read_seed(parts.get("seed", BY_CHANCE)))
        games = parts.get("games", 0)
        if type(games) is not int or not 0 <= games <= MOST or games % _PRESSES[0]:
            raise StageError(f"A race has up to {show(MOST)} games, in tens, not {shown(games)}.")
        if games and model.seed == BY_CHANCE:
            raise StageError("This saved race has games but no seed, so nobody can say what fell.")
        return replace(model, wanted=games, laid=_laid(parts.get("laid", True)))


def _draft() -> Draft[Options]:
    return Draft.of(RULESETS, Options(players=2))


def _anew(draft: Draft[Options], seed: int) -> Racing:
    """A race with no game played; raises :class:`FortuneError` where these rules do not go together."""
    options = draft.options
    if options.players not in SEATS:
        raise StageError(f"From {SEATS[0]} to {SEATS[-1]} seats race here, not {options.players}.")
    return Racing(draft, seed, 0, Sample(options.players))


def _fresh(model: Racing, draft: Draft[Options], seed: int) -> Racing:
    """A race with no game played, shown as this one is."""
    return replace(_anew(draft, seed), laid=model.laid)


def _laid(value: object) -> bool:
    return read_switch(value, "The computed values are laid over the race or not")


def _more(model: Racing, count: str, chance: object) -> Racing:
    counts = {str(count): count for count in _PRESSES}
    if count not in counts:
        raise StageError(f"One can ask for {', '.join(counts)} games more, not {shown(count)}.")
    wanted = model.wanted + counts[count]
    if wanted > MOST:
        raise StageError(f"A race has up to {show(MOST)} games, and this would be {show(wanted)}. Start a new one.")
    if model.seed == BY_CHANCE:
        model = replace(model, seed=brought_seed(chance) or SEED)
    return _parcel(replace(model, wanted=wanted))


def _parcel(model: Racing) -> Racing:
    """The race after the next few games. Each game has dice of its own, by the seed and its number."""
    count = min(PARCEL, model.wanted - model.played)
    if count <= 0:
        return model
    # what is paid changes no game, and would only take time
    sample = Sample(model.options.players)
    sample.add(model.sample)
    sample.add(play_parcel(Goose(model.options.unpaid()), model.seed, model.played, count))
    return replace(model, sample=sample)


def _ruled(model: Racing, draft: Draft[Options], changed: str) -> Racing:
    """A new race by other rules. What has no effect beside them any more is taken back, and that is said."""
    said: list[str] = []
    usual = _draft().words
    while True:
        try:
            return replace(_fresh(model, draft, model.seed), said=" ".join(said))
        except OptionError as error:
            if error.option not in _DEPENDENT or error.option == changed:
                raise
            draft = draft.set(error.option, usual[error.option])
            said.append(f"{error} So it is {usual[error.option]} now.")


# -- words ---------------------------------------------------------------------------------------------------

_CAPTION: Final = "How many of the games each seat has won."


def _status(model: Racing) -> str:
    played, wanted = show(model.played), show(model.wanted)
    if not model.wanted:
        return f"{model.options.players} seats are ready to race. How many games?"
    if not model.played:
        return f"A race of {wanted} games, to be run again."
    if model.running:
        return f"Racing: {played} of {wanted} games."
    shares = [result.value for result in model.sample.win()]
    most = max(shares)
    first = [str(seat) for seat, share in enumerate(shares, 1) if share == most]
    if len(first) == 1:
        return f"After {played} games seat {first[0]} is ahead, with {100 * most:.1f}%."
    return f"After {played} games seats {', '.join(first[:-1])} and {first[-1]} are level, with {100 * most:.1f}%."


def _known_as(there: Known | None) -> str:
    return "computed chance" if there is None or there.method == "numeric" else "from a long simulation"


def _evidence(there: Known | None) -> str:
    """How the values that are laid over it are known, or why there are none."""
    if there is None:
        return (
            "No computed value is kept for these rules: only the rulesets as they are were solved beforehand, "
            "and a page cannot solve others in good time."
        )
    if there.method == "simulated":
        return (
            "Four make a chain too large to solve here: the values laid over it come from a simulation of "
            f"{show(there.games)} games, each share with a standard error of up to "
            f"{show(max(result.stderr or 0.0 for result in there.win))}."
        )
    return (
        "The computed values laid over it come from the chain of the whole game, solved with an error "
        f"below {below(there.mean_throws.bound or 0.0)}."
    )


# -- what is shown -------------------------------------------------------------------------------------------


def _seats(options: Options) -> list[str]:
    return [f"Seat {seat + 1}" for seat in range(options.players)]


def _can_lock(options: Options) -> bool:
    """Whether two can lock each other in: it takes two squares that hold, and nobody else."""
    return options.players == 2 and options.until_released("well") and options.until_released("prison")


def _lanes(model: Racing, there: Known | None) -> list[Lane]:
    options, sample = model.options, model.sample
    wins: list[Result | None] = [*sample.win()] if sample.games else [None] * options.players
    truth: list[Result | None] = [*there.win] if there else [None] * options.players
    found = [_lane(name, seat, wins[seat], truth[seat]) for seat, name in enumerate(_seats(options))]
    if _can_lock(options):
        lost = sample.ended("deadlock") if sample.games else None
        found.append(_lane("Deadlock", None, lost, there.deadlock if there else None))
    return found


def _lane(name: str, seat: int | None, share: Result | None, truth: Result | None) -> Lane:
    exact = None if truth is None else truth.value
    if share is None:
        return Lane(name, seat, None, known=exact)
    return Lane(name, seat, share.value, share.stderr or 0.0, exact)


def _chart(model: Racing, there: Known | None) -> Chart:
    sample = model.sample
    starts = [1 + _BIN * at for at in range(_BINS)]
    counts = [sum(sample.lengths[start + i] for i in range(_BIN)) for start in starts]
    expected = None
    if there is not None and sample.games:
        chances = [sum(chance.value for chance in there.lengths[start - 1 : start + _BIN - 1]) for start in starts]
        name = "expected, as computed" if there.method == "numeric" else "expected, from a long simulation"
        expected = Data(name, [sample.games * chance for chance in chances])
    if sample.games:
        mean = sample.mean_throws()
        beyond = sample.games - sum(counts)
        more = f"; {show(beyond)} took more than {_BIN * _BINS}" if beyond else ""
        caption = (
            f"In the mean a game took {show(mean.value)} throws, all seats counted (standard error "
            f"{show(mean.stderr)}){_true_mean(there)}{more}."
        )
    else:
        caption = "How many games end after how many throws, all seats counted: no game yet."
    return histogram(
        starts, _BIN, Data("games", counts), expected,
        caption=caption, ruleset=model.label, x_title="throws", y_title="games",
    )  # fmt: skip


def _true_mean(there: Known | None) -> str:
    if there is None:
        return ""
    if there.method == "simulated":
        return f"; the long simulation says {show(there.mean_throws.value)}"
    return f"; computed it is {show(there.mean_throws.value)}"


def _wins(model: Racing, there: Known | None) -> Table:
    sample, options = model.sample, model.options
    rows: list[tuple[object, ...]] = []
    if sample.games:
        shares = [(f"{name} wins", result) for name, result in zip(_seats(options), sample.win(), strict=True)]
        truth = [*there.win] if there else []
        if _can_lock(options):
            shares.append(("deadlock", sample.ended("deadlock")))
            truth += [there.deadlock] if there else []
        shares.append(("mean throws", sample.mean_throws()))
        truth += [there.mean_throws] if there else []
        for at, (name, share) in enumerate(shares):
            row: tuple[object, ...] = (name, share.value, share.stderr)
            if there:
                row += (truth[at].value, _apart(share, truth[at], sample.games if at < len(shares) - 1 else 0))
            rows.append(row)
    columns = ["what", "in this race", "standard error"]
    if there:
        columns += [_known_as(there) if there.method == "simulated" else "computed", "standard errors apart"]
    said = f"{show(model.played)} games{f', seed {model.seed}' if model.seed else ''}."
    return Table(columns, rows, said, model.label)


def _apart(share: Result, truth: Result, games: int) -> object:
    """How far the race is from the truth, in standard errors; for a chance, in those that the truth has."""
    error = sqrt(truth.value * (1 - truth.value) / games) if games else share.stderr or 0.0
    spread = hypot(error, truth.stderr or 0.0)
    return round((share.value - truth.value) / spread, 2) if spread else ""


def _lengths(chart: Chart) -> Table:
    return Table(chart.columns, chart.rows, "How many games took how many throws.", chart.ruleset)


def _controls(model: Racing) -> tuple[Control, ...]:
    chance = model.seed == BY_CHANCE
    again = () if model.played or not model.wanted else (Button("parcel", f"Run the {show(model.wanted)} games", True),)
    presses = tuple(
        Button(f"play.{count}", f"{show(count)} {'more' if model.wanted else 'games'}", not again, chance=chance)
        for count in _PRESSES
    )
    ruleset, *rules = _rules(model.draft)
    seats = tuple((str(seats), f"{seats} seats") for seats in SEATS)
    laid = Switch("laid", "Lay the computed values over it", model.laid, "Switch it off to guess first.")
    seed = "The same seed runs the same race again. With 0 chance brings one."
    return (
        *again,
        *presses,
        Button("clear", "New race", chance=True),
        Group("The race", (Select("players", "Who races", str(model.options.players), seats), ruleset, laid)),
        Group("Rules", tuple(rules), folded=True),
        Group("Dice", (NumberField("seed", "Seed of the dice", model.seed, 0, SEEDS - 1, seed),), folded=True),
    )


def _rules(draft: Draft[Options]) -> list[Control]:
    """The ruleset and the options that change a race; one that could have no effect now is not offered."""
    hidden = {*_LEFT_OUT, *(name for name in _DEPENDENT if not _open(draft, name))}
    return [control for control in draft.controls() if getattr(control, "do", "").partition(".")[2] not in hidden]


def _open(draft: Draft[Options], name: str) -> bool:
    """Whether this option could have another value than its usual one."""
    other = specs(Options)[name].values[1].word
    try:
        return bool(draft.set(name, other).options)
    except OptionError:
        return False
