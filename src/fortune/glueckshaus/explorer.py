"""The app ``glueckshaus.odds``: set the house and the rules of the long run, and see what a throw is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from fortune.chain import SCALE
from fortune.charts import Chart, Data, Table, bars, show
from fortune.dice import ways
from fortune.errors import OptionError, StageError, shown
from fortune.glueckshaus import board
from fortune.glueckshaus.odds import LongRun, expected_worth, long_run, worth
from fortune.glueckshaus.rules import KING, PIG, WEDDING, Glueckshaus, Options, State
from fortune.glueckshaus.rulesets import RULESETS
from fortune.glueckshaus.words import chips
from fortune.options import closest, specs
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Select, Switch, View
from fortune.stage.reading import read_parts

__all__ = ["Explorer", "Setting"]

MOST_GIFTS: Final = 99
_CAPTION: Final = (
    "Each room shows what its total would bring the thrower now. Press a room to put chips in or take them out."
)
_RULES: Final = ("four", "fill")
"""The options that the long run depends on. Purses are deep here, so nobody is ever out."""
_DEEP: Final[dict[str, Any]] = {"players": 2, "chips": 1000}


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules, and a house: chips in each ordinary room, and at the wedding."""

    four: str = "nothing"
    fill: str = "single"
    rooms: tuple[tuple[int, int], ...] = ()
    wedding: int = 0

    @property
    def options(self) -> Options:
        """The options that these rules stand for."""
        return Options(**_DEEP, four=self.four, fill=self.fill)

    @property
    def game(self) -> Glueckshaus:
        """The game under these rules."""
        return Glueckshaus(self.options)

    @property
    def state(self) -> State:
        """The house as a position."""
        return self.game.position(dict(self.rooms), self.wedding)

    def put(self, room: int, count: object) -> Setting:
        """The house with so many chips in a room, or at the wedding; :class:`FortuneError` where that cannot be."""
        if room == WEDDING:
            if type(count) is not int or not 0 <= count <= MOST_GIFTS:
                raise StageError(f"The wedding holds 0 to {MOST_GIFTS} chips here, not {shown(count)}.")
            return replace(self, wedding=count)
        lying: dict[int, Any] = dict(self.rooms) | {room: count}
        self.game.position(lying, self.wedding)  # refuses what no house can hold
        return replace(self, rooms=tuple(sorted((number, chips) for number, chips in lying.items() if chips)))

    def full(self, room: int) -> int:
        """How many chips lie in a room that is full."""
        return self.game.capacity(room)

    def more(self, room: int) -> int:
        """How many chips lie in a room after it was pressed: one more, or all it asks for, or none after a full one."""
        here, full = dict(self.rooms).get(room, 0), self.full(room)
        step = full if self.fill == "by_value" else 1
        return (here + step) % (full + step)


@lru_cache(maxsize=16)
def _ever(four: str, fill: str) -> LongRun:
    return long_run(Setting(four, fill).options)


class Explorer:
    """See the module. Actions: ``room`` with its number, as it is pressed; ``in.5``, ``rule.fill``, and houses."""

    name = "glueckshaus.odds"
    title = "What is a throw worth?"

    def start(self, options: Mapping[str, Any]) -> Setting:
        """The empty house of the common game, or what :meth:`save` gives."""
        return self.load(dict(options))

    def update(self, model: Setting, action: Action) -> Setting:
        """The setting after a room was pressed, or a control used."""
        do, _, which = action.do.partition(".")
        if do == "room":
            room = _room(model, action.value)
            return model.put(room, (model.wedding + 1) % (MOST_GIFTS + 1) if room == WEDDING else model.more(room))
        if do == "in":
            room, value = _room(model, which), action.value
            full = isinstance(value, bool) and room != WEDDING and model.fill != "to_number"
            return model.put(room, model.full(room) * bool(value) if full else value)
        if do == "rule":
            return _ruled(model, which, action.value)
        if do == "empty":
            return replace(model, rooms=(), wedding=0)
        if do == "full":
            return _filled(replace(model, rooms=()), model.game.rooms)
        if do == "example":
            return _filled(replace(model, rooms=(), wedding=12), model.game.rooms[:5])
        raise StageError(f"In this house nobody can {shown(action.do)}.")

    def view(self, model: Setting) -> View:
        """The house coloured by what each total brings, the long run as a chart, and all numbers in tables."""
        game, state = model.game, model.state
        gains, mean = worth(game, state), expected_worth(game, state)
        bare = expected_worth(game, game.start())
        score, fair = SCALE * (mean - bare), -SCALE * bare
        ever, rules = _ever(model.four, model.fill), closest(RULESETS, model.options).label(model.options)
        status = _verdict(mean)
        recipe = f"By the recipe this house counts {show(score)}, and {show(fair)} is fair."
        press = {room: _press_name(model, room) for room in (*game.rooms, WEDDING)}
        picture = board.svg(game, state, heat=gains, hands=False, press=press)
        chart = _chart(ever, rules)
        return View(
            frames=(Frame(picture, f"{_CAPTION} {recipe}"),),
            controls=_controls(model),
            status=status,
            announce=f"{status} {recipe}",
            table=_now(gains, mean, recipe, rules)._repr_html_() + _long(ever, rules)._repr_html_(),
            chart=chart.figure,
            chart_caption=f"{chart.caption} Ruleset: {chart.ruleset}",
        )

    def save(self, model: Setting) -> dict[str, Any]:
        """What differs from the empty house of the common game."""
        data: dict[str, Any] = {name: getattr(model, name) for name in _RULES}
        usual = Setting()
        data = {name: value for name, value in data.items() if value != getattr(usual, name)}
        if model.rooms:
            data["rooms"] = {str(room): lying for room, lying in model.rooms}
        if model.wedding:
            data["wedding"] = model.wedding
        return data

    def load(self, data: object) -> Setting:
        """The setting from :meth:`save`; raises :class:`FortuneError` where no such house can be."""
        parts = read_parts(data, {*_RULES, "rooms", "wedding"}, "A saved house")
        setting = Setting()
        for name in _RULES:
            if name in parts:
                setting = _ruled(setting, name, parts[name])
        rooms = parts.get("rooms", {})
        if not isinstance(rooms, Mapping):
            raise StageError(f"The rooms of a saved house are a mapping, not {shown(rooms)}.")
        for room, lying in rooms.items():
            setting = setting.put(_room(setting, room), lying)
        return setting.put(WEDDING, parts.get("wedding", 0))


def _room(model: Setting, number: object) -> int:
    """The room with this number, as a link, a control (text) or the picture (text) names it."""
    known: dict[str, int] = {str(room): room for room in (*model.game.rooms, WEDDING)}
    if not isinstance(number, str) or number not in known:
        raise StageError(f"Chips lie in rooms {', '.join(known)}, not in {shown(number)}.")
    return known[number]


def _ruled(model: Setting, name: str, value: object) -> Setting:
    """The setting under another rule; the house stays as far as it can be under it."""
    if name not in _RULES or not isinstance(value, str) or not specs(Options)[name].allows(value):
        expected = specs(Options)[name].expected() if name in _RULES else " or ".join(_RULES)
        raise OptionError(name, f"{name} must be {expected}, not {shown(value)}.")
    bare = replace(model, rooms=())
    if name == "four":
        changed = replace(bare, four=value)
        kept = tuple((room, lying) for room, lying in model.rooms if room in changed.game.rooms)
        return replace(changed, rooms=kept)
    return _filled(replace(bare, fill=value), [room for room, _ in model.rooms])


def _filled(model: Setting, rooms: Iterable[int]) -> Setting:
    for room in rooms:
        model = model.put(room, model.full(room))
    return model


def _verdict(mean: Fraction) -> str:
    if mean == 0:
        return "In this house a throw is fair: on average it brings as much as it costs."
    amount = f"{show(abs(mean))} {'chips' if abs(mean) > 1 else 'of a chip' if abs(mean) < 1 else 'chip'}"
    return f"In this house a throw {'pays: it brings' if mean > 0 else 'is dear: it costs'} {amount} on average."


# -- what is shown -------------------------------------------------------------------------------------------


def _press_name(model: Setting, room: int) -> str:
    if room == WEDDING:
        return f"The wedding in room {WEDDING} holds {chips(model.wedding)}: bring one more"
    here, then = dict(model.rooms).get(room, 0), model.more(room)
    return f"Room {room} holds {chips(here)}: make it {chips(then)}"


def _controls(model: Setting) -> tuple[Control, ...]:
    known = specs(Options)
    rules = []
    for name in _RULES:
        here = getattr(model, name)
        value = next(value for value in known[name].values if value.word == here)
        words = tuple((v.word, f"{v.word.replace('_', ' ')}: {v.meaning}") for v in known[name].values)
        ours = f" Ours: {value.ours}" if value.ours else ""
        label = known[name].meaning.removesuffix(".")
        rules.append(Select(f"rule.{name}", label, here, words, f"{value.meaning} ({value.source}){ours}"))
    lying = dict(model.rooms)
    rooms: list[Control] = []
    for room in model.game.rooms:
        here = lying.get(room, 0)
        if model.fill == "to_number":
            rooms.append(NumberField(f"in.{room}", f"Chips in room {room}", here, 0, model.full(room)))
        else:
            rooms.append(Switch(f"in.{room}", f"Room {room} is full", here > 0))
    return (
        NumberField(f"in.{WEDDING}", "Chips at the wedding", model.wedding, 0, MOST_GIFTS),
        Button("empty", "Empty house"),
        Button("full", "Full rooms"),
        Button("example", "Five full rooms and twelve gifts"),
        Group("Rules", tuple(rules)),
        Group("Room by room", tuple(rooms), folded=True),
    )


_PLACES = {PIG: "2, the pig", WEDDING: "7, the wedding", KING: "12, the king"}


def _now(gains: Mapping[int, int], mean: Fraction, recipe: str, rules: str) -> Table:
    rows: list[tuple[object, ...]] = [
        (_PLACES.get(total, str(total)), ways(total), gain, ways(total) * gain) for total, gain in gains.items()
    ]
    rows.append(("all together", SCALE, mean, SCALE * mean))
    said = f"What each total brings now. {recipe}"
    return Table(("total", "ways in 36", "chips it brings", "ways × chips"), rows, said, rules)


def _long(ever: LongRun, rules: str) -> Table:
    rows: list[tuple[object, ...]] = [
        (f"room {room}", chance, ever.held[room]) for room, chance in ever.occupied.items()
    ]
    rows += [("the wedding, when the king comes", "", ever.wedding), ("the pig takes", "", ever.pig)]
    rows += [("the king takes", "", ever.king)]
    said = "The long run, exactly, if nobody runs out of chips."
    return Table(("where", "chance to hold a chip", "mean chips"), rows, said, rules)


def _chart(ever: LongRun, rules: str) -> Chart:
    return bars(
        [str(room) for room in ever.occupied],
        [Data("chance to hold a chip", list(ever.occupied.values()))],
        caption=f"In the long run the pig takes {show(ever.pig)} chips on average, and the king {show(ever.king)}.",
        ruleset=f"{rules}, in the long run",
        x_title="room",
        y_title="chance to hold a chip",
    )
