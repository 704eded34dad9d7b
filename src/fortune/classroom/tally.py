"""The app ``classroom.tally``: what a class has thrown beside what fair dice are expected to bring, and how far apart.

Throws are called out, typed, pasted or read from a file, and nothing leaves the machine. What cannot be read waits
until somebody has consented to leave it out. For practice the page throws dice that may be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fortune.charts import show
from fortune.classroom.columns import columns
from fortune.classroom.fit import Fit, fit
from fortune.classroom.loaded import LOADS, MOST_THROWN, Trial
from fortune.classroom.tallies import FORMS, LONGEST, MOST, Reading, places, read, to_csv, within
from fortune.classroom.tally_words import explained, form_names, in_words, throws, verdict, wrong
from fortune.dice import distribution
from fortune.errors import StageError, shown
from fortune.stage.protocol import (
    Action,
    Button,
    Control,
    Download,
    FileField,
    Frame,
    Group,
    NumberField,
    Select,
    TextField,
    View,
)
from fortune.stage.reading import read_parts, read_switch
from fortune.stage.tape import SEED, brought_seed, next_seed, read_seed

__all__ = ["UNDO", "Tally", "Tallying"]

UNDO: Final = 20
"""So many changes can be taken back; a link holds them too."""
_PRESSES: Final = (10, 100, 1000)
_KEYS: Final = {10: "0", 11: "e", 12: "t"}


@dataclass(frozen=True, slots=True, eq=False)
class Tallying:
    """What is counted.

    ``counts`` of the faces of one die, or of the totals of two; ``past``: those before the last changes, the newest
    last. ``text`` waits for a decision: it holds something wrong, or can be read in several ways; with ``swap`` it
    takes the place of the counts. ``form``: as what texts are read, nothing to find out. ``trial``: dice that the page
    throws, which are shown instead of the class's own. ``said``: what the last change brought along;
    ``refused``: why the last text of the field was not taken.
    """

    dice: int
    counts: tuple[int, ...]
    past: tuple[tuple[int, ...], ...] = ()
    text: str = ""
    form: str = ""
    swap: bool = False
    trial: Trial | None = None
    said: str = ""
    refused: str = ""

    @property
    def shown(self) -> tuple[int, ...]:
        """The counts on the page: the class's own, or those of the trial."""
        return self.counts if self.trial is None else self.trial.counts

    @property
    def reading(self) -> Reading | None:
        """How the text that waits is understood."""
        return read(self.text, self.dice, self.form) if self.text else None


class Tally:
    """See the module.

    Actions: ``call.7`` counts one; ``count.7`` sets how often; ``undo``, ``clear``, ``dice``. ``paste`` and ``file``
    bring a text, ``form`` says what such texts hold, ``read`` reads it again; where it waits, ``leave`` leaves out what
    is wrong, ``as.pairs`` says what it is, ``forget`` drops it. ``trial`` brings dice that may be loaded, ``throw.100``
    throws them, ``guess.six`` names them, ``back`` goes back to the class's own.
    """

    name = "classroom.tally"
    title = "Our own dice"

    def start(self, options: Mapping[str, Any]) -> Tallying:
        """Nothing counted; ``dice`` (1 or 2), ``counts`` and the seed of a ``trial`` can be given."""
        for name in options:
            if name not in {"dice", "counts", "trial"}:
                raise StageError(f"The tally can be started with dice, counts and trial, not {shown(name)}.")
        model = _empty(_dice(options.get("dice", 2)))
        if "counts" in options:
            model = replace(model, counts=_counts(options["counts"], model.dice))
        return replace(model, trial=Trial(read_seed(options["trial"]), model.dice)) if "trial" in options else model

    def update(self, model: Tallying, action: Action) -> Tallying:
        """The tally after a press, an entry or a text; raises :class:`StageError` where it cannot be."""
        do, _, which = action.do.partition(".")
        if do == "read" and (model.refused or (model.said and not model.text)):
            # the field was read when it was left, by this very press
            return model
        model = replace(model, said="", refused="")
        if do in {"call", "count", "undo", "clear", "paste", "file", "read", "leave", "as", "dice"} and model.trial:
            raise StageError("These are the throws of the page's dice. Go back to your own first.")
        if do in {"call", "count", "undo", "clear", "dice", "trial"} and model.text:
            raise StageError("First decide about the text that waits.")
        match do:
            case "call" | "count":
                return _entered(model, do, which, action.value)
            case "undo":
                if not model.past:
                    raise StageError("There is nothing to take back.")
                *past, counts = model.past
                dice = _dice_of(counts)
                return replace(model, dice=dice, counts=counts, past=tuple(past), said="Taken back.")
            case "clear":
                return _with(model, _zeros(model.dice), model.dice, "All is set to 0. Undo brings it back.")
            case "dice":
                dice = _dice(action.value)
                said = f"{_what(dice)} are counted now." + (
                    " Undo brings back the others." if any(model.counts) else ""
                )
                return model if dice == model.dice else _with(model, _zeros(dice), dice, said)
            case "form":
                return _formed(model, action.value)
            case "paste":
                return _pasted(model, action.value)
            case "file":
                return _taken(model, action.value, swap=True)
            case "read":
                return _taken(model, model.text, swap=model.swap)
            case "leave":
                reading = _waiting(model)
                if reading.could_be:
                    raise StageError("First say what these numbers are.")
                return _added(model, reading)
            case "as":
                _waiting(model)
                return _taken(replace(model, form=_form(which)), model.text, swap=model.swap)
            case "forget":
                _waiting(model)
                return replace(model, text="", swap=False, said="None of it was counted.")
            case "trial" | "throw" | "guess" | "back":
                return _tried(model, do, which, action.value)
        raise StageError(f"In this tally nobody can {shown(action.do)}.")

    def view(self, model: Tallying) -> View:
        """The bars, what the test says of them in words, and the numbers."""
        outcome = _fit(model)
        reading = model.reading
        status = _status(model, outcome, reading)
        words = in_words(model.dice, outcome)
        return View(
            frames=(Frame(_picture(model, outcome), f"{model.said} {words}".strip()),),
            controls=_controls(model, reading),
            status=status,
            announce=f"{model.said} {status}" if model.said.endswith("counted.") else f"{model.said} {status} {words}",
            table="" if reading else explained(model.dice, model.shown, outcome),
            message=model.refused or (wrong(reading) if reading else ""),
            each=("call",),
        )

    def save(self, model: Tallying) -> dict[str, Any]:
        """What is counted, what can be taken back, the text that waits and the trial."""
        data: dict[str, Any] = {"dice": model.dice} if model.dice != 2 else {}
        if any(model.counts):
            data["counts"] = list(model.counts)
        if model.past:
            data["past"] = [list(counts) for counts in model.past]
        data |= {name: getattr(model, name) for name in ("text", "form", "swap") if getattr(model, name)}
        if model.trial:
            more = {"thrown": model.trial.thrown, "guess": model.trial.guess}
            data["trial"] = {"seed": model.trial.seed} | {name: value for name, value in more.items() if value}
        return data

    def load(self, data: object) -> Tallying:
        """The tally from :meth:`save`; raises :class:`StageError` where there can be no such one."""
        parts = read_parts(data, {"dice", "counts", "past", "text", "form", "swap", "trial"}, "A saved tally")
        model = _empty(_dice(parts.get("dice", 2)))
        if "counts" in parts:
            model = replace(model, counts=_counts(parts["counts"], model.dice))
        past = parts.get("past", [])
        if not isinstance(past, list) or len(past) > UNDO:
            raise StageError(f"Up to {UNDO} changes can be taken back, and this saved tally has something else.")
        model = replace(model, past=tuple(_counts(counts, _dice_of(counts)) for counts in past))
        text, form = parts.get("text", ""), parts.get("form", "")
        swap = read_switch(parts.get("swap", False), "A text takes the place of what is counted or not")
        model = replace(model, form=_form(form), text=text, swap=swap)
        if text:
            reading = read(text, model.dice, model.form)
            if not reading.wrong and not reading.could_be:
                raise StageError("In this saved tally a text waits that can be read without a question.")
        trial = parts.get("trial")
        return model if trial is None else replace(model, trial=_saved_trial(trial, model))


# -- what changes --------------------------------------------------------------------------------------------


def _zeros(dice: int) -> tuple[int, ...]:
    return (0,) * len(places(dice))


def _empty(dice: int) -> Tallying:
    return Tallying(dice, _zeros(dice))


def _dice(value: object) -> int:
    if isinstance(value, bool) or str(value) not in {"1", "2"}:
        raise StageError(f"One die is counted or two, not {shown(value)}.")
    return int(str(value))


def _dice_of(counts: object) -> int:
    return 1 if isinstance(counts, list | tuple) and len(counts) == len(places(1)) else 2


def _what(dice: int) -> str:
    return "Faces of one die" if dice == 1 else "Totals of two dice"


def _form(value: object) -> str:
    if value not in ("", *FORMS):
        raise StageError(f"A text holds {', '.join(FORMS)}, not {shown(value)}.")
    return str(value)


def _counts(value: object, dice: int) -> tuple[int, ...]:
    """Counts from outside; raises :class:`StageError` where they cannot be."""
    size = len(places(dice))
    if not isinstance(value, list | tuple) or len(value) != size:
        raise StageError(f"What is counted are {size} numbers, one for each of {_span(dice)}, not {shown(value)}.")
    for count in value:
        if type(count) is not int or count < 0:
            raise StageError(f"How often something came is a whole number from 0 on, not {shown(count)}.")
    return _bounded(tuple(value))


def _span(dice: int) -> str:
    return f"{places(dice)[0]} to {places(dice)[-1]}"


def _bounded(counts: tuple[int, ...]) -> tuple[int, ...]:
    if sum(counts) > MOST:
        raise StageError(f"These would be {show(sum(counts))} throws, and up to {show(MOST)} can be counted here.")
    return counts


def _with(model: Tallying, counts: tuple[int, ...], dice: int, said: str) -> Tallying:
    """The tally with other counts; those before can be brought back."""
    past = (*model.past, model.counts)[-UNDO:] if any(model.counts) or model.past else model.past
    return replace(model, dice=dice, counts=_bounded(counts), past=past, text="", form="", swap=False, said=said)


def _entered(model: Tallying, do: str, which: str, value: object) -> Tallying:
    at = next((at for at, place in enumerate(places(model.dice)) if str(place) == which), None)
    if at is None:
        raise StageError(f"There is no {shown(which)} here: {within(model.dice)}.")
    counts = list(model.counts)
    if do == "call":
        counts[at] += 1
        said = f"{which} is counted."
    elif type(value) is not int or not 0 <= value <= MOST:
        raise StageError(f"How often {which} came is a whole number from 0 to {show(MOST)}, not {shown(value)}.")
    else:
        counts[at] = value
        said = f"{which} came {show(value)} times."
    changed = _with(model, tuple(counts), model.dice, said)
    # the first throw can be taken back as well
    return changed if changed.past else replace(changed, past=(model.counts,))


def _formed(model: Tallying, value: object) -> Tallying:
    model = replace(model, form=_form(value))
    return _taken(model, model.text, swap=model.swap) if model.text else model


def _pasted(model: Tallying, text: object) -> Tallying:
    """The tally after a text from the field.

    Why one is refused is kept rather than raised: the press that follows at once, “Read it”, would wipe an error away.
    """
    try:
        return _taken(model, text, swap=model.swap)
    except StageError as error:
        return replace(model, refused=str(error))


def _taken(model: Tallying, text: object, *, swap: bool) -> Tallying:
    """The tally after a text: counted where all of it is clear, else waiting."""
    if isinstance(text, str) and not text.strip():
        return replace(model, text="", swap=False, said="There is nothing to read yet.")
    if isinstance(text, str) and (text.startswith("PK") or "\x00" in text):
        # a workbook, a picture: its bytes are no entries to be named one by one
        raise StageError("This is a file of another program and no text. Save the sheet as CSV, and take that.")
    reading = read(text, model.dice, model.form)
    assert isinstance(text, str)
    if reading.wrong or reading.could_be:
        return replace(model, text=text, swap=swap)
    return _added(replace(model, swap=swap), reading)


def _waiting(model: Tallying) -> Reading:
    reading = model.reading
    if reading is None:
        raise StageError("No text waits for a decision.")
    return reading


def _added(model: Tallying, reading: Reading) -> Tallying:
    """The tally with what was read; without what was wrong, to which somebody has consented."""
    if reading.dice != model.dice and not model.swap and any(model.counts):
        raise StageError(
            f"{_what(reading.dice)} are in this text, and {_what(model.dice).lower()} are counted here. "
            "Set all to 0 first, and choose what is counted."
        )
    counts = reading.counts
    if not model.swap and reading.dice == model.dice:
        counts = tuple(old + new for old, new in zip(model.counts, counts, strict=True))
    names = form_names(reading.dice)
    form = names.get(reading.form, reading.form)
    left = f" {_entries(len(reading.wrong))} left out." if reading.wrong else ""
    verb = "in place of what was there" if model.swap else "added"
    said = f"Read as {form}: {throws(reading.thrown)} {verb}.{left} {' '.join(reading.notes)}".strip()
    changed = _with(model, counts, reading.dice, said)
    return changed if changed.past else replace(changed, past=(model.counts,))


def _entries(count: int) -> str:
    return "1 entry is" if count == 1 else f"{show(count)} entries are"


def _tried(model: Tallying, do: str, which: str, value: object) -> Tallying:
    if do == "trial":
        used = model.trial.seed if model.trial else SEED
        said = "Here are dice that may be loaded. Throw them."
        return replace(model, trial=Trial(brought_seed(value) or next_seed(used), model.dice), said=said)
    if model.trial is None:
        raise StageError("There are no dice here to be found out. Take some first.")
    if do == "back":
        return replace(model, trial=None, said="These are your own throws again.")
    if do == "throw":
        counts = {str(count): count for count in _PRESSES}
        if which not in counts:
            raise StageError(f"They can be thrown {', '.join(counts)} times, not {shown(which)}.")
        thrown = model.trial.thrown + counts[which]
        return replace(model, trial=replace(model.trial, thrown=thrown), said=f"Thrown {which} times.")
    if model.trial.guess:
        raise StageError("These dice have been named already. Take other ones.")
    return replace(model, trial=replace(model.trial, guess=which or "nothing"))


def _saved_trial(data: object, model: Tallying) -> Trial:
    if not isinstance(data, Mapping) or not data.keys() <= {"seed", "thrown", "guess"}:
        raise StageError(f"A saved trial has a seed, throws and a guess, and this is {shown(data)}.")
    guess = data.get("guess", "")
    if model.text or not isinstance(guess, str):
        raise StageError("In this saved tally the trial is not one that can be.")
    return Trial(read_seed(data.get("seed")), model.dice, data.get("thrown", 0), guess)


# -- what is said --------------------------------------------------------------------------------------------


def _fit(model: Tallying) -> Fit | None:
    return fit(dict(zip(places(model.dice), model.shown, strict=True)), distribution(model.dice))


def _status(model: Tallying, outcome: Fit | None, reading: Reading | None) -> str:
    if reading:
        return "What are these numbers?" if reading.could_be else "Not all of it can be read."
    thrown = sum(model.shown)
    if model.trial and model.trial.guess:
        found = "Found out" if model.trial.right else "Something else"
        return f"{found}: {model.trial.load.label}, after {throws(thrown)}."
    if not thrown:
        return "Are these dice fair?" if model.trial else "Are our dice fair?"
    if outcome is None:
        return f"{throws(thrown)}: too few for a test."
    return f"{throws(thrown)}: {verdict(outcome)}."


# -- what is shown -------------------------------------------------------------------------------------------


def _picture(model: Tallying, outcome: Fit | None) -> str:
    thrown = sum(model.shown)
    labels = [str(place) for place in places(model.dice)]
    expected = [float(thrown * chance) for chance in distribution(model.dice).values()]
    truth = None
    if model.trial and model.trial.guess and model.trial.load is not LOADS["fair"]:
        truth = [float(thrown * chance) for chance in model.trial.chances().values()]
    first = places(model.dice)[0]
    joined = [(cell.totals[0] - first, cell.totals[-1] - first) for cell in outcome.joined] if outcome else []
    title = f"{_what(model.dice)}: {throws(thrown)}, counted and expected"
    return columns(labels, model.shown, expected, joined, truth, title=title)


def _controls(model: Tallying, reading: Reading | None) -> tuple[Control, ...]:
    if model.trial:
        return _trial_controls(model.trial)
    if reading:
        return (*_decisions(reading), _texts(model, open_=True))
    die = model.dice == 1
    counted = Select(
        "dice", "What is counted", str(model.dice), (("2", "Totals of two dice"), ("1", "Faces of one die"))
    )
    calls = tuple(Button(f"call.{place}", str(place), key=_KEYS.get(place, str(place))) for place in places(model.dice))
    counts = zip(places(model.dice), model.counts, strict=True)
    fields = tuple(NumberField(f"count.{place}", str(place), count, 0, MOST) for place, count in counts)
    file = Download("Save as CSV", "one-die.csv" if die else "two-dice.csv", to_csv(model.counts, model.dice))
    fetched = FileField(
        "file",
        "Load a CSV",
        hint="It takes the place of what is counted; Undo brings that back. Nothing leaves this machine.",
    )
    return (
        Group("Press what falls", calls),
        counted,
        Button("undo", "Undo", disabled=not model.past, key="u"),
        Button("clear", "Set all to 0", disabled=not any(model.counts)),
        # the stage's own: the picture alone, as large as the screen
        Button("present", "Fill the screen", key="p"),
        _texts(model, open_=False),
        Group("How often each came", fields, folded=True),
        Group("Save and load", (file, fetched), folded=True),
        Group("Dice that may be loaded", (Button("trial", "Take some dice", chance=True),), folded=True),
    )


def _texts(model: Tallying, *, open_: bool) -> Control:
    names = form_names(model.dice)
    forms = (("", "find out"), *names.items())
    examples = "6 3 2" if model.dice == 1 else "7 5 9, or 6-3, 2-5, or 2: 4"
    hint = f"{examples}; with commas, semicolons, blanks, tabs or lines between. Two columns of a spreadsheet will do."
    return Group(
        "Paste or type many",
        (
            TextField("paste", "Throws", model.text, LONGEST, hint, rows=5),
            Select("form", "What it holds", model.form, forms),
            Button("read", "Read it", primary=not open_),
        ),
        folded=not open_,
    )


def _decisions(reading: Reading) -> tuple[Control, ...]:
    forget = Button("forget", "Count none of it")
    if reading.could_be:
        names = form_names(reading.dice)
        return (*(Button(f"as.{form}", f"They are {names[form]}", primary=True) for form in reading.could_be), forget)
    if not reading.thrown:
        return (forget,)
    rest = f"Leave {'it' if len(reading.wrong) == 1 else 'them'} out, count {throws(reading.thrown)}"
    return (Button("leave", rest, primary=True), forget)


def _trial_controls(trial: Trial) -> tuple[Control, ...]:
    presses = tuple(
        Button(f"throw.{count}", f"Throw {show(count)} times", primary=not trial.guess,
               disabled=trial.thrown + count > MOST_THROWN)
        for count in _PRESSES
    )  # fmt: skip
    again = (Button("trial", "Other dice", chance=True, primary=bool(trial.guess)), Button("back", "Back to our own"))
    if trial.guess:
        return (*presses, *again)
    guesses = tuple(Button(f"guess.{key}", load.label) for key, load in LOADS.items())
    return (*presses, *again, Group("What are they? How often each face from 1 to 6 falls, beside the others", guesses))
