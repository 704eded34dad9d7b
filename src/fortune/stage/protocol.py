"""What an app is, and what it says: models, actions, views. Standard library alone.

An app is written in the manner of the Elm architecture. Its model is an immutable value. ``update(model, action)`` is
pure: it answers a new model, or raises :class:`FortuneError` and nothing has changed. ``view(model)`` says what the
page shows, as JSON. What the page shows is drawn by ``stage.js``, which knows nothing of any game.

A model can be saved as JSON and loaded again: that is what a link, a reload and a restart after a crash
use. It carries :data:`FORMAT`; another format, and whatever else cannot be, is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

__all__ = [
    "FORMAT",
    "Action",
    "App",
    "Button",
    "Control",
    "Download",
    "FileField",
    "Frame",
    "Group",
    "NumberField",
    "Select",
    "Switch",
    "TextField",
    "View",
    "view_to_json",
]

FORMAT = 1
"""The version of the format of saved models."""

Model = TypeVar("Model")


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody did: the id of a control (or of a marked part of the picture), and its value if it has one."""

    do: str
    value: str | int | bool | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the stage: an SVG, the words for it, and how long it stays before the next one, in milliseconds.

    Several SVGs that the page may lay side by side stand in a ``<div class="stage-sheets">``.
    Parts of the SVG with ``data-do="id"`` (and, if needed, ``data-value``) can be clicked and reached by keyboard;
    they carry their name in ``aria-label``.
    """

    svg: str
    caption: str = ""
    stay: int = 600


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``key`` is a key that presses it when the stage has the focus and no field does.

    Keys are named by their sign, or ``Space``; several have blanks between.

    A button ``present`` never reaches the app: with it the stage alone fills the screen. Where there is a button
    ``stop``, what goes on by itself is stopped with that.

    With ``chance`` its action brings a random whole number below 2**53 as its value, for a seed: apps are pure and have
    no chance of their own.
    """

    do: str
    label: str
    primary: bool = False
    disabled: bool = False
    key: str = ""
    chance: bool = False
    kind: Literal["button"] = "button"


@dataclass(frozen=True, slots=True)
class Select:
    """A choice of one value; ``choices`` are pairs of value and label."""

    do: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    hint: str = ""
    kind: Literal["select"] = "select"


@dataclass(frozen=True, slots=True)
class NumberField:
    """A whole number in a range."""

    do: str
    label: str
    value: int
    low: int
    high: int
    hint: str = ""
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class TextField:
    """A short text; with more ``rows`` than one it has several lines, and no browser cuts it at ``longest``."""

    do: str
    label: str
    value: str
    longest: int = 40
    hint: str = ""
    rows: int = 1
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class FileField:
    """A text file of the reader's, which the page reads; its action brings the text, and nothing leaves the machine.

    ``accept`` are the endings that are offered; a file of more than ``most`` bytes is refused before it is read.
    """

    do: str
    label: str
    accept: str = ".csv,.txt"
    most: int = 1_000_000
    hint: str = ""
    kind: Literal["file"] = "file"


@dataclass(frozen=True, slots=True)
class Download:
    """A text to be kept as a file, made in the page: a link that holds all of it, so keep it small."""

    label: str
    file: str
    text: str
    media: str = "text/csv"
    kind: Literal["download"] = "download"


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that is on or off."""

    do: str
    label: str
    value: bool
    hint: str = ""
    kind: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True)
class Group:
    """Controls that belong together under a name; a ``folded`` group opens at a touch."""

    label: str
    controls: tuple[Control, ...]
    folded: bool = False
    kind: Literal["group"] = "group"


Control = Button | Select | NumberField | TextField | FileField | Download | Switch | Group
"""What a view can offer to press, choose or fill in."""


@dataclass(frozen=True, slots=True)
class View:
    """What the page shows of a model.

    ``frames``: pictures in order; the last one stays, those before it are played once after the action that made
    them (with reduced motion they can be stepped through). With ``walk`` the frames are pages of a replay instead,
    which the reader turns: the stage does that by itself, without asking the app. ``ground``: an SVG of the same size
    that lies under all frames, for what they have in common; it is not read out.

    ``status``: one line that says whose turn it is or how it ended. ``announce``: what a screen reader says after an
    action. ``log``: lines in words, the newest last. ``table`` and ``chart``: HTML of a number table and a plotly
    figure (see ``fortune.charts``). ``again``: an action that the stage takes by itself after so many milliseconds
    (a computer's throw). ``message``: a sentence that needs the reader's attention, such as an error.
    ``each``: how the actions begin (up to the first dot) of which every press counts, that of one button again while
    Python wakes, too: of others, such as a throw, an impatient second press is dropped there.
    """

    frames: tuple[Frame, ...]
    controls: tuple[Control, ...] = ()
    status: str = ""
    announce: str = ""
    log: tuple[str, ...] = ()
    table: str = ""
    chart: Mapping[str, Any] | None = None
    chart_caption: str = ""
    again: Action | None = None
    again_after: int = 0
    message: str = ""
    walk: bool = False
    ground: str = ""
    each: tuple[str, ...] = ()


class App(Protocol[Model]):
    """An interactive: see the module."""

    @property
    def name(self) -> str:
        """The app's name, as in ``glueckshaus.play``."""
        ...

    @property
    def title(self) -> str:
        """The app's title for readers."""
        ...

    def start(self, options: Mapping[str, Any]) -> Model:
        """The first model; ``options`` are the app's own, checked here."""
        ...

    def update(self, model: Model, action: Action) -> Model:
        """The model after an action; raises :class:`FortuneError` with a sentence where it is not possible."""
        ...

    def view(self, model: Model) -> View:
        """What the page shows."""
        ...

    def save(self, model: Model) -> dict[str, Any]:
        """The model as JSON knows it, short enough for a link."""
        ...

    def load(self, data: object) -> Model:
        """The model from :meth:`save`; raises :class:`FortuneError` where it cannot be."""
        ...


def view_to_json(view: View) -> dict[str, Any]:
    """The view as JSON knows it."""
    # `asdict` copies every text besides, and takes as long as drawing the board
    return {name: _plain(getattr(view, name)) for name in view.__dataclass_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
