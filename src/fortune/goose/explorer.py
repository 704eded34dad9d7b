"""The app ``goose.odds``: one player alone; switch a rule, and see how long it takes and what one passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from fortune.charts import Chart, Data, Table, lines, ranked, show
from fortune.errors import StageError, shown
from fortune.goose import board
from fortune.goose.options import Options
from fortune.goose.rules import Goose
from fortune.goose.rulesets import RULESETS, ruleset
from fortune.goose.solo import SWITCHES, solo_chain, throws_to_go, visit
from fortune.goose.squares import GEESE, HOME, START
from fortune.goose.words import square_name
from fortune.options import options_from_json, options_to_json, with_words
from fortune.stage.draft import Draft
from fortune.stage.protocol import Action, Control, Frame, Group, Select, Switch, View
from fortune.stage.reading import read_parts, read_switch

__all__ = ["RULES", "Explorer", "Setting"]

RULES: Final = tuple(SWITCHES)
"""The options that matter to one alone: where one goes that is freed, who makes way, and what is paid are left out."""
LONGEST: Final = 120
"""The chart goes so far in throws."""
_HEATS: Final = {"visit": "chance ever to land there", "go": "throws still to go from there"}
_CHARTS: Final = {"length": "how long it takes", "rules": "what each rule does"}
_SWITCHED: Final = {
    "geese": "Geese",
    "nine": "The nine",
    "bridge": "Bridge",
    "inn": "Inn",
    "well": "Well",
    "maze": "Labyrinth",
    "prison": "Prison",
    "death": "Death",
}
_LEFT_OUT: Final = (
    "For one alone: what happens where pieces meet, where one goes that is freed, and the stakes make no difference "
    "here and are left out."
)

Word = int | str


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules, as a ruleset and a value for each of :data:`RULES`, and what is shown of them.

    ``heat``: what the squares show, ``visit`` or ``go``. ``chart``: ``length`` or ``rules``. ``square``: the one whose
    figures the status tells.
    """

    ruleset: str
    words: tuple[Word, ...]
    heat: str = "visit"
    chart: str = "length"
    square: int | None = None

    @property
    def chosen(self) -> dict[str, Word]:
        """The rules by name."""
        return dict(zip(RULES, self.words, strict=True))

    @property
    def options(self) -> Options:
        """The options for one player."""
        return options_from_json(Options, {"players": 1, **self.chosen})

    @property
    def own(self) -> Setting:
        """The same with the ruleset's own rules."""
        return replace(self, words=_own(self.ruleset))

    @property
    def label(self) -> str:
        """The ruleset, and what differs from it."""
        own = self.own.chosen
        changed = [f"{name}={word}" for name, word in self.chosen.items() if word != own[name]]
        return self.ruleset + (f" with {', '.join(changed)}" if changed else "") + ", one player"

    def off(self, rule: str) -> bool:
        """Whether this rule is switched off."""
        return self.chosen[rule] == _off(rule)


def _own(key: str) -> tuple[Word, ...]:
    words = options_to_json(ruleset(key).options())
    return tuple(words[name] for name in RULES)


def _off(rule: str) -> Word:
    value = SWITCHES[rule][rule]
    return value if isinstance(value, int) else str(value)


@dataclass(frozen=True, slots=True)
class _Length:
    """Mean throws and turns, the chance to be stuck, and the chance to end on each throw of the chart."""

    throws: float
    turns: float
    stuck: float
    chances: tuple[float, ...]

    @property
    def half(self) -> int:
        """By this throw half of the games are over; 0 where that is beyond the chart."""
        return next((throw for throw, sofar in enumerate(accumulate(self.chances), 1) if sofar >= 0.5), 0)

    @property
    def longer(self) -> float:
        """The chance of a game that is longer than the chart."""
        return max(0.0, 1 - sum(self.chances))


@lru_cache(maxsize=256)
def _means(options: Options) -> tuple[float, float, float]:
    """Mean throws, mean turns, and the chance to be stuck."""
    chain = solo_chain(options)
    stuck = chain.endings()["stuck"].value if Goose(options).release else 0.0
    return chain.expected().value, chain.expected("turns").value, stuck


@lru_cache(maxsize=64)
def _length(options: Options) -> _Length:
    return _Length(*_means(options), tuple(chance.value for chance in solo_chain(options).lengths(LONGEST)))


@lru_cache(maxsize=64)
def _visit(options: Options) -> Mapping[int, float]:
    return {square: chance.value for square, chance in visit(options, exact=False).items()}


@lru_cache(maxsize=64)
def _go(options: Options) -> Mapping[int, float]:
    """The mean throws to go, without the squares where one is stuck: nothing comes there, but not for being home."""
    stuck = Goose(options).release
    return {s: mean.value for s, mean in throws_to_go(options, exact=False).items() if s not in stuck}


class Explorer:
    """See the module.

    Actions: ``square`` with its number, as it is pressed; ``ruleset``; ``switch.geese`` with yes or no;
    ``option.nine`` and ``count.well`` as in a :class:`Draft`; ``heat`` and ``chart``.
    """

    name = "goose.odds"
    title = "How long is the way to the garden?"

    def start(self, options: Mapping[str, Any]) -> Setting:
        """The classic game, or what :meth:`save` gives."""
        return self.load(dict(options))

    def update(self, model: Setting, action: Action) -> Setting:
        """The setting after a square was pressed, or a control used."""
        do, _, which = action.do.partition(".")
        match do:
            case "square":
                square = _square(action.value)
                return replace(model, square=None if square == model.square else square)
            case "ruleset":
                return replace(_of(action.value), heat=model.heat, chart=model.chart)
            case "switch":
                return _switched(model, which, action.value)
            case "option" | "count":
                if which not in RULES:
                    raise StageError(f"For one alone the rules are {', '.join(RULES)}, not {shown(which)}. {_LEFT_OUT}")
                return _ruled(model, _draft(model).change(action.do, action.value))
            case "heat":
                return replace(model, heat=_one_of(action.value, _HEATS, "The squares show"))
            case "chart":
                return replace(model, chart=_one_of(action.value, _CHARTS, "The chart shows"))
        raise StageError(f"In this game nobody can {shown(action.do)}.")

    def view(self, model: Setting) -> View:
        """The board coloured by what was asked for, a chart, and the numbers in tables."""
        options = model.options
        found = _length(options)
        seen = _seen(model)
        heat = seen if model.heat == "visit" else _go(options)
        game = Goose(options)
        picture = board.svg(
            game,
            game.start(),
            heat=heat,
            heat_label="of 100 games land there" if model.heat == "visit" else "throws to go",
            percent=model.heat == "visit",
            hands=False,
            press={square: _press_name(square, model.heat, heat) for square in range(HOME + 1)},
        )
        mean = _verdict(found)
        compared = _compared(model, found)
        status = mean if model.square is None else _told(model.square, model)
        chart = _lengths_chart(model, found) if model.chart == "length" else _rules_chart(model, found)
        stuck = " Where one is stuck there is no number." if found.stuck and model.heat == "go" else ""
        caption = (
            f"{_CAPTIONS[model.heat]}{stuck} Press a square for its figures; arrow keys lead from one to the next."
        )
        return View(
            frames=(Frame(picture, f"{caption if model.square is None else mean} {compared}".strip()),),
            controls=_controls(model),
            status=status,
            announce=f"{status} {compared}".strip(),
            table=_tables(model, found, chart),
            chart=chart.figure,
            chart_caption=f"{chart.caption} Ruleset: {chart.ruleset}",
        )

    def save(self, model: Setting) -> dict[str, Any]:
        """What differs from the classic game."""
        usual, own = _of("classic"), model.own.chosen
        data: dict[str, Any] = {
            name: getattr(model, name)
            for name in ("ruleset", "heat", "chart", "square")
            if getattr(model, name) != getattr(usual, name)
        }
        changed = {name: word for name, word in model.chosen.items() if word != own[name]}
        return data | ({"options": changed} if changed else {})

    def load(self, data: object) -> Setting:
        """The setting from :meth:`save`; raises :class:`FortuneError` where there can be no such one."""
        parts = read_parts(data, {"ruleset", "options", "heat", "chart", "square"}, "A saved setting")
        model = _of(parts.get("ruleset", "classic"))
        changed = parts.get("options", {})
        if not isinstance(changed, Mapping):
            raise StageError(f"The rules of a saved setting are a mapping, not {shown(changed)}.")
        draft = _draft(model)
        for name, word in changed.items():
            if name not in RULES:
                raise StageError(f"For one alone the rules are {', '.join(RULES)}, not {shown(name)}. {_LEFT_OUT}")
            draft = draft.set(name, word)
        model = replace(
            _ruled(model, draft),
            heat=_one_of(parts.get("heat", model.heat), _HEATS, "The squares show"),
            chart=_one_of(parts.get("chart", model.chart), _CHARTS, "The chart shows"),
        )
        square = parts.get("square")
        if square is None:
            return model
        return replace(model, square=_square(str(square) if type(square) is int else square))


def _of(key: Any) -> Setting:
    return Setting(ruleset(key).key, _own(key))


def _draft(model: Setting) -> Draft[Options]:
    return Draft(RULESETS, options_to_json(Options(players=1)) | model.chosen)


def _ruled(model: Setting, draft: Draft[Options]) -> Setting:
    """The setting under other rules; its figures are for the whole again, not for a square."""
    return replace(model, words=tuple(draft.words[name] for name in RULES), square=None)


def _switched(model: Setting, rule: str, on: object) -> Setting:
    if rule not in RULES:
        raise StageError(f"The rules that can be switched are {', '.join(RULES)}, not {shown(rule)}.")
    word = model.own.chosen[rule] if read_switch(on, "A rule is on or off") else _off(rule)
    return _ruled(model, _draft(model).set(rule, word))


def _square(number: object) -> int:
    """The square with this number, as the picture names it."""
    known: dict[str, int] = {str(square): square for square in range(HOME + 1)}
    if not isinstance(number, str) or number not in known:
        raise StageError(f"The squares are 0, the start, to {HOME}, and none is {shown(number)}.")
    return known[number]


def _one_of(value: object, known: Mapping[str, str], what: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise StageError(f"{what} {' or '.join(known)}, not {shown(value)}.")
    return value


# -- words ---------------------------------------------------------------------------------------------------


_CAPTIONS: Final = {
    "visit": "In how many of 100 games a throw ever lands on a square, be it in passing.",
    "go": "How many throws are still to come, on average, from each square where a throw can end.",
}


def _percent(chance: float) -> str:
    """A chance as it is said: ``43%``, ``0.4%``, ``99.7%``.

    >>> _percent(0.4312), _percent(0.004), _percent(1.0), _percent(0.0), _percent(0.00001)
    ('43%', '0.4%', '100%', '0%', 'under 0.1%')
    """
    share = 100 * chance
    if 0 < share < 0.1:
        return "under 0.1%"
    whole = share in (0, 100) or 1 <= share <= 99
    return f"{share:.0f}%" if whole else f"{share:.1f}%"


def _verdict(found: _Length) -> str:
    if found.stuck:
        return (
            f"Alone one is stuck in {_percent(found.stuck)} of all games; home or stuck, it takes "
            f"{show(found.throws)} throws on average."
        )
    waits = f", and {show(found.turns)} turns with those missed" if found.turns != found.throws else ""
    return f"Alone it takes {show(found.throws)} throws on average{waits}."


def _compared(model: Setting, found: _Length) -> str:
    """How that stands to the ruleset's own rules; nothing where they are these."""
    if model.words == model.own.words:
        return ""
    own = _means(model.own.options)
    if own == (found.throws, found.turns, found.stuck):
        return f"In {model.ruleset} as it is, all of this is the same."
    stuck = f", and {_percent(own[2])} are stuck" if own[2] or found.stuck else ""
    return f"In {model.ruleset} as it is: {show(own[0])} throws, {show(own[1])} turns{stuck}."


def _seen(model: Setting) -> Mapping[int, float]:
    return _visit(model.options)


def _told(square: int, model: Setting) -> str:
    """The figures of a square, in a sentence."""
    options = model.options
    go = _go(options)
    parts = []
    if square != START:
        chance, mean = _seen(model)[square], solo_chain(options).visits(square).value
        parts.append(f"{_percent(chance)} of all games ever land there, {show(mean)} times on average")
    if square == HOME:
        parts.append("and there the game ends")
    elif square in go:
        parts.append(f"from there {show(go[square])} throws to go")
    elif square in Goose(options).release:
        parts.append("whoever lands there is stuck for good")
    else:
        parts.append("no throw ends there")
    return f"{_name(square)}: {'; '.join(parts)}."


def _name(square: int) -> str:
    """A square at the beginning of a sentence.

    >>> _name(20), _name(19), _name(18)
    ('Square 20', 'The inn (19)', 'The goose on 18')
    """
    if square in GEESE:
        return f"The goose on {square}"
    name = square_name(square)
    return f"Square {square}" if name.isdecimal() else name[0].upper() + name[1:]


def _in_a_row(square: int) -> str:
    """A square as the table names it: its number first.

    >>> _in_a_row(20), _in_a_row(19), _in_a_row(18)
    ('20', '19, the inn', '18, a goose')
    """
    if square in GEESE:
        return f"{square}, a goose"
    name = square_name(square).removesuffix(f" ({square})")
    return name if name == str(square) else f"{square}, {name}"


def _press_name(square: int, heat: str, values: Mapping[int, float]) -> str:
    if square not in values:
        return _name(square)
    return f"{_name(square)}: {_percent(values[square]) if heat == 'visit' else show(values[square])}"


# -- what is shown -------------------------------------------------------------------------------------------


def _controls(model: Setting) -> tuple[Control, ...]:
    names = tuple((key, rules.title) for key, rules in RULESETS.items())
    chosen = RULESETS[model.ruleset]
    switches = tuple(Switch(f"switch.{rule}", _SWITCHED[rule], not model.off(rule)) for rule in RULES)
    wanted = {f"{kind}.{rule}" for kind in ("option", "count") for rule in RULES}
    full = tuple(control for control in _draft(model).controls() if getattr(control, "do", "") in wanted)
    return (
        Select("ruleset", "Ruleset", model.ruleset, names, f"{chosen.note} ({', '.join(chosen.sources)}) {_LEFT_OUT}"),
        Select("heat", "The squares show", model.heat, tuple(_HEATS.items())),
        Select("chart", "The chart shows", model.chart, tuple(_CHARTS.items())),
        Group("Switch a rule off", switches),
        Group("The rules in full", full, folded=True),
    )


def _lengths_chart(model: Setting, found: _Length) -> Chart:
    changed = model.words != model.own.words
    data = [Data("these rules" if changed else model.ruleset, found.chances)]
    if changed:
        data.append(Data(f"{model.ruleset} as it is", _length(model.own.options).chances))
    over = "home or stuck" if found.stuck else "home"
    none = "Without any rule there is nothing to switch off. " if model.chart == "rules" else ""
    half = f"In half of all games one is {over} by throw {found.half}" if found.half else "Most games are longer"
    longer = f"; {_percent(found.longer)} take more than {LONGEST}." if found.longer > 5e-7 else "."
    return lines(
        range(1, LONGEST + 1),
        data,
        caption=none + half + longer,
        ruleset=model.label,
        x_title="throws",
        y_title="chance to end on this throw",
        step=True,
    )


def _rules_off(model: Setting) -> list[tuple[str, tuple[float, float, float]]]:
    """Each rule that is on, with the means without it, the greatest effect on the turns first."""
    here = _means(model.options)
    found = [
        (rule, _means(with_words(model.options, {rule: SWITCHES[rule][rule]}))) for rule in RULES if not model.off(rule)
    ]
    return sorted(found, key=lambda row: (-abs(here[1] - row[1][1]), row[0]))


def _rules_chart(model: Setting, found: _Length) -> Chart:
    rows = _rules_off(model)
    if not rows:
        return _lengths_chart(model, found)
    effects = [found.turns - without[1] for _, without in rows]
    first, effect = _SWITCHED[rows[0][0]], effects[0]
    word = "longer" if effect > 0 else "shorter"
    return ranked(
        [_SWITCHED[rule] for rule, _ in rows],
        effects,
        caption=f"Each rule switched off alone. The most is done by “{first}”: with it a game is {show(abs(effect))} "
        f"turns {word} on average than without.",
        ruleset=model.label,
        title="turns that the rule adds on average",
    )


def _tables(model: Setting, found: _Length, chart: Chart) -> str:
    parts = []
    if model.chart == "rules":
        rows: list[tuple[object, ...]] = [
            (_SWITCHED[rule], throws, found.throws - throws, turns, found.turns - turns, stuck)
            for rule, (throws, turns, stuck) in _rules_off(model)
        ]
        rows.append(("all as they are", found.throws, "", found.turns, "", found.stuck))
        columns = ["without", "mean throws", "the rule adds", "mean turns", "it adds", "chance to be stuck"]
        width = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
        said = "Each rule switched off alone, the greatest effect on the turns first."
        parts.append(Table(columns[:width], [row[:width] for row in rows], said, model.label))
    seen, go, held = _seen(model), _go(model.options), Goose(model.options).release
    squares = [
        (
            _in_a_row(square),
            seen[square] if square else "",
            go.get(square, "stuck" if square in held else "never ends there"),
        )
        for square in range(HOME + 1)
    ]
    said = "Square by square."
    parts.append(Table(("square", "chance ever to land there", "mean throws to go"), squares, said, model.label))
    if model.chart == "length":
        parts.append(Table(chart.columns, chart.rows, chart.caption, chart.ruleset))
    return "".join(part._repr_html_() for part in parts)
