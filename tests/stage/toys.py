"""Two small apps for the tests of the stage: one with every kind of control, one replay. Standard library alone.

The tests pack this file into the library's archive, so that the browser's Python has these apps too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from fortune.errors import StageError, shown
from fortune.palette import PALETTE
from fortune.stage.protocol import (
    Action,
    Button,
    Frame,
    Group,
    NumberField,
    Select,
    Switch,
    TextField,
    View,
)

__all__ = ["Dice", "Walk"]


@dataclass(frozen=True)
class Tally:
    """What has been thrown; the computer throws after each throw of the reader's if ``rival`` is on."""

    seed: int = 1
    thrown: tuple[int, ...] = ()
    played: tuple[bool, ...] = ()
    name: str = "Anna"
    sides: int = 6
    colour: str = "red"
    rival: bool = False
    chart: bool = False
    waits: bool = False


GROUND = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150"><circle cx="100" cy="75" r="70"/></svg>'
"""What lies under the pictures of the walk."""


def picture(number: int, colour: str) -> str:
    """A die with a number, and two corners that can be pressed."""
    corners = "".join(
        f'<g data-do="corner" data-value="{name}" aria-label="The {name} corner">'
        f'<rect x="{x}" y="5" width="40" height="40" fill="gold"/></g>'
        for name, x in (("left", 5), ("right", 155))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150" role="img" aria-label="A die: {number}">'
        f'<title>A die: {number}</title><rect x="60" y="30" width="80" height="80" fill="none" stroke="{colour}" '
        f'stroke-width="4"/><text x="100" y="85" font-size="40" text-anchor="middle">{number}</text>'
        f"{corners}</svg>"
    )


class Dice:
    """Throws a die."""

    name = "toy.dice"
    title = "A die to throw"

    def start(self, options: Mapping[str, Any]) -> Tally:
        return Tally(**options)

    def update(self, model: Tally, action: Action) -> Tally:
        model = replace(model, waits=False)
        match action.do, action.value:
            case "throw", _:
                return self._thrown(model, played=True)
            case "answer", _:
                return self._thrown(model, played=False)
            case "undo", _ if model.thrown:
                return replace(model, thrown=model.thrown[:-1], played=model.played[:-1])
            case "new", int(seed):
                return Tally(seed=seed)
            case "name", str(name):
                return replace(model, name=name)
            case "sides", int(sides) if 2 <= sides <= 20:
                return replace(model, sides=sides)
            case "colour" | "corner", str(colour):
                return replace(model, colour=colour)
            case "rival", bool(rival):
                return replace(model, rival=rival)
            case "chart", bool(chart):
                return replace(model, chart=chart)
            case "burst", _:
                raise ZeroDivisionError
            case "spin", _:
                while True:
                    pass
        raise StageError(f"The die cannot {shown(action.do)} with {shown(action.value)}.")

    def _thrown(self, model: Tally, *, played: bool) -> Tally:
        rng = Random(model.seed)
        number = [1 + int(rng.random() * model.sides) for _ in range(len(model.thrown) + 1)][-1]
        waits = model.rival and played
        return replace(model, thrown=(*model.thrown, number), played=(*model.played, played), waits=waits)

    def view(self, model: Tally) -> View:
        last = model.thrown[-1] if model.thrown else 0
        frames = [Frame(picture(last, model.colour), f"{model.name} has thrown {len(model.thrown)} times.")]
        if model.thrown and model.played[-1]:
            frames.insert(0, Frame(picture(0, model.colour), "The die rolls.", 300))
        bars = {"type": "bar", "x": ["a", "b"], "y": [last, 3], "marker": {"color": PALETTE["blue"].light}}
        colours = {"red": "Red & bold", "blue": "Blue"}
        # a corner brings a colour that was not on the list
        colours.setdefault(model.colour, model.colour.capitalize())
        figure = {"data": [bars], "layout": {"height": 300}}
        return View(
            tuple(frames),
            controls=(
                Button("throw", "Throw", primary=True, key="t"),
                Button("undo", "Undo", disabled=not model.thrown),
                Group(
                    "The die",
                    (
                        Select("colour", "Colour", model.colour, tuple(colours.items())),
                        NumberField("sides", "Sides", model.sides, 2, 20, "From 2 to 20."),
                    ),
                ),
                Group(
                    "More",
                    (
                        TextField("name", 'Your "name"', model.name),
                        Switch("rival", "The computer answers", model.rival, "A throw each."),
                        Switch("chart", "Draw a chart", model.chart),
                        Button("new", "New game", chance=True),
                        Button("burst", "Burst"),
                        Button("spin", "Spin"),
                    ),
                    folded=True,
                ),
            ),
            status=f"{model.name} throws next. Throws: {len(model.thrown)}.",
            announce=f"The die shows {last}.",
            log=tuple(
                f"{'Anna' if played else 'The computer'}: {number}"
                for number, played in zip(model.thrown, model.played, strict=True)
            ),
            chart=figure if model.chart else None,
            chart_caption="The last throw beside three." if model.chart else "",
            again=Action("answer") if model.waits else None,
            again_after=600,
        )

    def save(self, model: Tally) -> dict[str, Any]:
        return {"seed": model.seed, "thrown": list(model.thrown), "played": list(model.played), "name": model.name,
                "rival": model.rival, "waits": model.waits}  # fmt: skip

    def load(self, data: object) -> Tally:
        if not isinstance(data, dict) or not isinstance(data.get("thrown"), list):
            raise StageError("This is no game of dice.")
        return Tally(
            data["seed"], tuple(data["thrown"]), tuple(data["played"]), data["name"], rival=data["rival"],
            waits=data["waits"],
        )  # fmt: skip


class Walk:
    """A replay of four pictures."""

    name = "toy.walk"
    title = "A walk"

    def start(self, options: Mapping[str, Any]) -> int:
        return 4

    def update(self, model: int, action: Action) -> int:
        raise StageError("A walk only goes on.")

    def view(self, model: int) -> View:
        frames = tuple(Frame(picture(step, "red"), f"Step {step}.", 200) for step in range(1, model + 1))
        return View(frames, walk=True, status="A walk of four steps", log=("It begins.",), ground=GROUND)

    def save(self, model: int) -> dict[str, Any]:
        return {}

    def load(self, data: object) -> int:
        return 4
