"""The app ``classroom.lab``: dice thrown once or a hundred thousand times, before a class that guesses first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import Any, Final

from fortune.charts import Table, percent, show
from fortune.classroom.poll import Poll, Truth, table, verdict
from fortune.classroom.rolls import MOST, Rolls
from fortune.classroom.sheets import band, dice_sheet, poll_sheet, running_sheet, together, totals_sheet
from fortune.dice import distribution
from fortune.errors import StageError, shown
from fortune.stage.protocol import Action, Button, Control, Frame, Group, NumberField, Select, View
from fortune.stage.reading import read_parts, read_switch
from fortune.stage.tape import BY_CHANCE, SEED, SEEDS, brought_seed, next_seed, read_seed

__all__ = ["COUNTS", "DICE", "NEXT", "QUESTIONS", "Lab", "Throwing", "chances_of_next", "groups"]

DICE: Final = range(1, 7)
COUNTS: Final = (1, 10, 100, 1000, 10_000, 100_000)
"""So many throws a press asks for; the first is on the key 1."""
NEXT: Final = 36
"""The question how often a total will fall is about so many throws."""
_STEPS: Final = 10
"""A press is shown in so many steps, so that the bars are seen to grow and the page can be stopped between."""
_PAUSES: Final = {10: 120, 100: 80, 1000: 40}
"""Milliseconds between the steps of a press; many throws take long enough by themselves."""
_USUAL: Final = (2, 7)
_FELL: Final = ((0, 1), (2, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 10), (11, NEXT))
"""The answers to how often a total will fall: from so many to so many."""

QUESTIONS: Final = {
    "": "No question",
    "most": "Which total will come most often?",
    "next": f"How often in the next {NEXT} throws?",
}


_NEXT_QUESTION: Final = {"": "Ask: most often?", "most": f"Ask: the next {NEXT}?", "next": "End the question"}
"""What a button that goes from one question to the next says."""


@dataclass(frozen=True, slots=True, eq=False)
class Throwing:
    """What lies on the table.

    ``wanted``: so many throws are asked for, and ``rolls`` has those that fell; ``step``: so many fall at a time.
    ``fixed``: the seed was given, and a new start throws the same. ``total`` is the one that is followed. ``hidden``:
    the theory is. ``asked``: how many throws had fallen when the question about the next ones was asked.
    """

    rolls: Rolls
    wanted: int = 0
    step: int = 1
    count: int = 1
    total: int = 7
    fixed: bool = False
    hidden: bool = False
    question: str = ""
    poll: Poll | None = None
    asked: int | None = None
    said: str = ""

    @property
    def dice(self) -> int:
        """How many dice there are."""
        return self.rolls.dice

    @property
    def running(self) -> bool:
        """Whether throws are still to come."""
        return self.rolls.thrown < self.wanted

    @property
    def secret(self) -> bool:
        """Whether to single out a total would answer the class's question before it has."""
        return self.question == "most" and self.hidden

    @property
    def keep(self) -> tuple[int, ...]:
        """After so many throws the counts are needed, for the question about the next ones."""
        return () if self.asked is None else (self.asked, self.asked + NEXT)

    @property
    def fell(self) -> int | None:
        """How often the total fell in the throws that were asked about, once they are over."""
        if self.asked is None:
            return None
        before, after = (self.rolls.after(at) for at in self.keep)
        place = self.total - self.dice
        return None if before is None or after is None else after[place] - before[place]


class Lab:
    """See the module.

    Actions: ``throw``, whose value is a seed by chance, and which stops where throws are under way; ``parcel``, which
    the page takes by itself; ``stop``; ``count.1`` to ``count.100000``; ``theory``; ``clear``, whose value is a seed
    by chance; ``dice`` and ``total`` with a number; ``dice.next``; ``ask`` with a question; ``ask.next``; those of
    a :class:`Poll`; ``seed``. ``present`` is the stage's own.
    """

    name = "classroom.lab"
    title = "The dice lab"

    def start(self, options: Mapping[str, Any]) -> Throwing:
        """Nothing thrown yet. ``dice``, ``seed``, ``count``, ``total``, ``hidden`` and ``question`` can be given."""
        for key in options:
            if key not in {"dice", "seed", "count", "total", "hidden", "question"}:
                raise StageError(f"The dice lab has no option {shown(key)}.")
        seed = read_seed(options.get("seed", BY_CHANCE))
        dice = _dice(options.get("dice", _USUAL[0]))
        model = Throwing(Rolls(seed, dice), total=_middle(dice), fixed=seed != BY_CHANCE)
        model = replace(model, count=_count(options.get("count", 1)), hidden=_yes_or_no(options.get("hidden", False)))
        if "total" in options:
            model = replace(model, total=_total(dice, options["total"]))
        question = options.get("question", "")
        return replace(_ask(model, question), said="") if question else model

    def update(self, model: Throwing, action: Action) -> Throwing:
        """The table after a press."""
        do, value = action.do, action.value
        model = replace(model, said="")
        if Poll.takes(do):
            if model.poll is None:
                raise StageError("The class has not been asked anything, so no hands are counted.")
            poll = model.poll.change(action)
            return replace(model, poll=poll, said=poll.told(model.poll))
        match do.partition("."):
            case "throw", _, "":
                return _stop(model) if model.running else _throw(model, model.count, value)
            case "stop", _, "":
                return _stop(model)
            case "parcel", _, "":
                return _parcel(model)
            case "count", _, many:
                count = _count(int(many) if many.isdecimal() and len(many) < 9 else many)
                return replace(model, count=count, said=f"A press throws {_many(count)}.")
            case "theory", _, "":
                shown_now = "The theory is shown." if model.hidden else "The theory is hidden."
                return replace(model, hidden=not model.hidden, said=shown_now)
            case "clear", _, "":
                return _again(model, model.rolls.dice, _seed(model, value))
            case "dice", _, "next":
                return _again(model, model.dice % DICE[-1] + 1, model.rolls.seed)
            case "dice", _, "":
                return _again(model, _dice(_whole(value)), model.rolls.seed)
            case "total", _, "":
                return _follow(model, _total(model.dice, _whole(value)))
            case "ask", _, "next":
                names = list(QUESTIONS)
                return _ask(model, names[(names.index(model.question) + 1) % len(names)])
            case "ask", _, "":
                return _ask(model, value)
            case "seed", _, "":
                seed = read_seed(value)
                return replace(_again(model, model.dice, seed), fixed=seed != BY_CHANCE)
        raise StageError(f"In the dice lab nobody can {shown(do)}.")

    def view(self, model: Throwing) -> View:
        """The dice, the bars, and the share of one total or the question to the class; below them the numbers."""
        rolls, exact = model.rolls, _exact(model.dice)
        chance = None if model.hidden else exact[model.total]
        sheets = [
            dice_sheet(model.dice, rolls.last, rolls.thrown, model.wanted, model.count),
            totals_sheet(
                rolls.totals,
                rolls.counts,
                None if model.secret else model.total,
                None if model.hidden else exact,
                _dice_named(model),
            ),
        ]
        truth = _truth(model) if model.poll and not model.hidden else None
        if model.poll is None:
            sheets.append(running_sheet(model.total, rolls.running(model.total), chance))
        else:
            sheets.append(poll_sheet(model.poll, truth, _note(model)))
        status = _status(model)
        told = verdict(model.poll, truth) if model.poll and truth and truth.right else ""
        tables = _numbers(model)._repr_html_()
        if model.poll:
            tables += table(model.poll, truth, _dice_named(model))._repr_html_()
        return View(
            frames=(Frame(together(sheets), _caption(model)),),
            controls=_controls(model),
            status=status,
            announce="" if model.running and rolls.thrown else " ".join(filter(None, (model.said, status, told))),
            table=f'<details class="chart-table"><summary>The numbers</summary>{tables}</details>',
            again=Action("parcel", rolls.thrown) if model.running else None,
            again_after=_PAUSES.get(model.step * _STEPS, 10) if model.running else 0,
            each=("hands",),
        )

    def save(self, model: Throwing) -> dict[str, Any]:
        """The seed and how many throws fell, so that a link throws them again, and how the table is set."""
        usual = Throwing(Rolls(BY_CHANCE, _USUAL[0]))
        data: dict[str, Any] = {"dice": model.dice} if model.dice != usual.dice else {}
        if model.rolls.seed != BY_CHANCE:
            data["seed"] = model.rolls.seed
        if model.wanted:
            data["throws"] = model.wanted
        for name in ("count", "fixed", "hidden", "question", "asked"):
            if getattr(model, name) != getattr(usual, name):
                data[name] = getattr(model, name)
        if model.total != _middle(model.dice):
            data["total"] = model.total
        if model.poll and model.poll.counted:
            data["hands"] = model.poll.save()
        return data

    def load(self, data: object) -> Throwing:
        """The table from :meth:`save`, its throws thrown again; raises :class:`FortuneError` where it cannot be."""
        parts = read_parts(
            data,
            {"dice", "seed", "throws", "count", "fixed", "hidden", "question", "asked", "total", "hands"},
            "A saved table of the dice lab",
        )
        dice, seed = _dice(parts.get("dice", _USUAL[0])), read_seed(parts.get("seed", BY_CHANCE))
        throws = parts.get("throws", 0)
        if type(throws) is not int or not 0 <= throws <= MOST:
            raise StageError(f"A table has up to {show(MOST)} throws, a whole number, not {shown(throws)}.")
        if throws and seed == BY_CHANCE:
            raise StageError("This saved table has throws but no seed, so nobody can say what fell.")
        question, asked = parts.get("question", ""), parts.get("asked")
        model = Throwing(
            Rolls(seed, dice),
            wanted=throws,
            count=_count(parts.get("count", 1)),
            total=_total(dice, parts.get("total", _middle(dice))),
            fixed=_yes_or_no(parts.get("fixed", False)),
            hidden=_yes_or_no(parts.get("hidden", False)),
            question=_question(question),
            poll=_poll(_question(question), dice, parts.get("total", _middle(dice))),
        )
        if (asked is not None) != (question == "next"):
            raise StageError(
                "The question about the next throws is saved with how many fell before it, and no other is."
            )
        if asked is not None and (type(asked) is not int or not 0 <= asked <= throws):
            raise StageError(f"The class was asked after 0 to {throws} throws, a whole number, not {shown(asked)}.")
        if "hands" in parts:
            if model.poll is None:
                raise StageError("This saved table has hands but no question.")
            model = replace(model, poll=model.poll.load(parts["hands"]))
        # last, for this takes time: what cannot be is refused before
        model = replace(model, asked=asked)
        return replace(model, rolls=model.rolls.further(throws, model.keep))


# -- what can be done ----------------------------------------------------------------------------------------


def _throw(model: Throwing, count: int, chance: object) -> Throwing:
    wanted = model.rolls.thrown + count
    if wanted > MOST:
        raise StageError(f"The table counts up to {show(MOST)} throws, and this would be {show(wanted)}. Start again.")
    if model.rolls.seed == BY_CHANCE:
        model = replace(model, rolls=replace(model.rolls, seed=brought_seed(chance) or SEED))
    return _parcel(replace(model, wanted=wanted, step=max(1, count // _STEPS)))


def _parcel(model: Throwing) -> Throwing:
    """The next few throws of those that were asked for."""
    count = min(model.step, model.wanted - model.rolls.thrown)
    return replace(model, rolls=model.rolls.further(count, model.keep)) if count > 0 else model


def _stop(model: Throwing) -> Throwing:
    return replace(model, wanted=model.rolls.thrown, said="Stopped.")


def _again(model: Throwing, dice: int, seed: int) -> Throwing:
    """Nothing thrown; the question stays, and the hands where it still has the same answers."""
    total = model.total if dice == model.dice else _middle(dice)
    poll = model.poll if dice == model.dice else _poll(model.question, dice, total)
    return replace(
        model,
        rolls=Rolls(seed, dice),
        wanted=0,
        total=total,
        poll=poll,
        asked=0 if model.question == "next" else None,
        said="The table is empty.",
    )


def _seed(model: Throwing, chance: object) -> int:
    """The seed of a new start: the same where it was given, else one by chance."""
    if model.fixed:
        return model.rolls.seed
    return brought_seed(chance) or next_seed(model.rolls.seed or SEED)


def _follow(model: Throwing, total: int) -> Throwing:
    """Another total is followed. A question about it is another question, which nobody has answered yet."""
    if total == model.total:
        return model
    model = replace(model, total=total, said=f"{total} is followed now.")
    if model.question != "next":
        return model
    return _ask(model, "next")


def _ask(model: Throwing, question: object) -> Throwing:
    """The question stands there with no hand up, and the theory is hidden until somebody shows it."""
    name = _question(question)
    asked = model.rolls.thrown if name == "next" else None
    model = replace(model, question=name, poll=_poll(name, model.dice, model.total), asked=asked)
    if model.poll is None:
        return replace(model, said="No question is asked.")
    # the counts of this moment are needed later
    rolls = model.rolls.further(0, model.keep)
    return replace(model, rolls=rolls, hidden=True, said=f"{model.poll.question} The theory is hidden.")


# -- what can be asked ---------------------------------------------------------------------------------------


@lru_cache(maxsize=6)
def _exact(dice: int) -> Mapping[int, Fraction]:
    """The exact chances, which every picture needs anew."""
    return MappingProxyType(distribution(dice))


@lru_cache(maxsize=6)
def groups(dice: int) -> tuple[tuple[int, ...], ...]:
    """The totals of so many dice as answers: each by itself for one die or two, else two or three side by side."""
    totals = range(dice, 6 * dice + 1)
    width = 1 if dice <= 2 else 2 if dice <= 4 else 3
    return tuple(tuple(totals[at : at + width]) for at in range(0, len(totals), width))


@lru_cache(maxsize=64)
def chances_of_next(chance: Fraction) -> tuple[Fraction, ...]:
    """How likely each answer is to how often something of this chance happens in :data:`NEXT` throws: binomial."""
    exactly = [comb(NEXT, k) * chance**k * (1 - chance) ** (NEXT - k) for k in range(NEXT + 1)]
    return tuple(sum(exactly[low : high + 1], Fraction(0)) for low, high in _FELL)


def _poll(question: str, dice: int, total: int) -> Poll | None:
    if question == "most":
        asked = QUESTIONS["most"] if dice <= 2 else "Which totals will come most often?"
        return Poll(asked, tuple(_from_to(group[0], group[-1]) for group in groups(dice)))
    if question == "next":
        answers = tuple("11 or more" if high == NEXT else _from_to(low, high) for low, high in _FELL)
        return Poll(f"How many of the next {NEXT} throws will be {_a(total)}?", answers)
    return None


def _from_to(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low} to {high}"


def _a(total: int) -> str:
    return f"an {total}" if total in {8, 11, 18} else f"a {total}"


def _truth(model: Throwing) -> Truth:
    if model.question == "most":
        exact = _exact(model.dice)
        shares = tuple(sum((exact[total] for total in group), Fraction(0)) for group in groups(model.dice))
        return Truth(tuple(at for at, share in enumerate(shares) if share == max(shares)), shares)
    fell = model.fell
    right = () if fell is None else tuple(at for at, (low, high) in enumerate(_FELL) if low <= fell <= high)
    return Truth(right, chances_of_next(_exact(model.dice)[model.total]))


def _note(model: Throwing) -> str:
    """What fell of what was asked about; it is no secret, for everybody sees the dice."""
    rolls = model.rolls
    if model.asked is None:
        if not rolls.thrown:
            return ""
        fell = [sum(map(rolls.count, group)) for group in groups(model.dice)]
        answers = [
            answer for at, answer in enumerate(model.poll.answers if model.poll else ()) if fell[at] == max(fell)
        ]
        return f"So far most often: {', '.join(answers)} ({_often(max(fell))})."
    over = min(model.rolls.thrown - model.asked, NEXT)
    if model.fell is not None:
        return f"{model.total} came {_often(model.fell)} in the {NEXT} throws."
    return f"{over} of the {NEXT} throws have fallen." if over else ""


def _often(count: int) -> str:
    return "not once" if not count else "once" if count == 1 else f"{show(count)} times"


# -- words ---------------------------------------------------------------------------------------------------


def _dice_named(model: Throwing) -> str:
    return "one fair die" if model.dice == 1 else f"{model.dice} fair dice"


def _status(model: Throwing) -> str:
    rolls = model.rolls
    if not rolls.thrown:
        return f"{_dice_named(model).capitalize()}: what will fall?"
    if model.running:
        return f"Throwing: {show(rolls.thrown)} of {show(model.wanted)}."
    if model.secret:
        return f"{show(rolls.thrown)} {'throw' if rolls.thrown == 1 else 'throws'}. The last: {sum(rolls.last)}."
    share = percent(rolls.count(model.total) / rolls.thrown)
    if rolls.thrown == 1:
        return f"The first throw: {sum(rolls.last)}."
    return f"{model.total} came {_often(rolls.count(model.total))} in {show(rolls.thrown)} throws: {share}."


def _many(count: int) -> str:
    return "once" if count == 1 else f"{show(count)} times"


def _caption(model: Throwing) -> str:
    if model.hidden:
        return "The theory is hidden. Guess first, then press H."
    chance = _exact(model.dice)[model.total]
    if not model.rolls.thrown or model.poll:
        return f"The chance of {model.total} with {_dice_named(model)} is {show(chance)}."
    low, high = band(chance, model.rolls.thrown)
    share = model.rolls.count(model.total) / model.rolls.thrown
    inside = "inside" if low <= share <= high else "outside"
    return (
        f"Two standard errors after {show(model.rolls.thrown)} throws: from {percent(low)} to {percent(high)}. "
        f"The share is {inside}."
    )


def _numbers(model: Throwing) -> Table:
    rolls, exact = model.rolls, _exact(model.dice)
    columns = ["total", "how often", "share"]
    if not model.hidden:
        columns += ["exact chance", "expected"]
    rows: list[tuple[object, ...]] = []
    for total, count in zip(rolls.totals, rolls.counts, strict=True):
        row: tuple[object, ...] = (total, count, count / rolls.thrown if rolls.thrown else "–")
        if not model.hidden:
            row += (exact[total], round(float(exact[total]) * rolls.thrown, 1))
        rows.append(row)
    seed = f", seed {rolls.seed}" if rolls.seed != BY_CHANCE else ""
    return Table(columns, rows, f"The totals of {show(rolls.thrown)} throws{seed}.", _dice_named(model))


# -- controls ------------------------------------------------------------------------------------------------


def _controls(model: Throwing) -> tuple[Control, ...]:
    chance = model.rolls.seed == BY_CHANCE
    throw = (
        Button("stop", "Stop", True, key="Space")
        if model.running
        else Button("throw", f"Throw {_many(model.count)}", True, key="Space", chance=chance)
    )
    counts = tuple(
        Button(f"count.{count}", show(count), count == model.count, key=str(at))
        for at, count in enumerate(COUNTS, start=1)
    )
    # told by the app, so that a screen reader hears it too
    theory = Button("theory", "Show the theory" if model.hidden else "Hide the theory", key="H")
    poll = (model.poll.controls(folded=True),) if model.poll else ()
    totals = tuple((str(total), str(total)) for total in model.rolls.totals)
    return (
        throw,
        *counts,
        theory,
        Button("ask.next", _NEXT_QUESTION[model.question], key="Q"),
        Button("dice.next", f"Dice: {model.dice}", key="D"),
        Button("clear", "Start again", key="R", chance=not model.fixed),
        Button("present", "Present", key="F P"),
        *poll,
        Group(
            "The table",
            (
                Select("dice", "How many dice", str(model.dice), tuple((str(n), str(n)) for n in DICE)),
                Select("total", "Follow the total", str(model.total), totals),
                Select("ask", "Ask the class first", model.question, tuple(QUESTIONS.items())),
                NumberField(
                    "seed", "Seed of the dice", model.rolls.seed if model.fixed else BY_CHANCE, 0, SEEDS - 1,
                    _seed_hint(model),
                ),
            ),
        ),
    )  # fmt: skip


def _seed_hint(model: Throwing) -> str:
    told = "The same seed throws the same dice again. With 0 chance brings one"
    by_chance = not model.fixed and model.rolls.seed != BY_CHANCE
    return f"{told}: now {model.rolls.seed}." if by_chance else f"{told}."


# -- reading -------------------------------------------------------------------------------------------------


def _middle(dice: int) -> int:
    """The total that is followed unless another is chosen: the middle one, for one die the six."""
    return 6 if dice == 1 else 7 * dice // 2


def _whole(value: object) -> object:
    """Lists and pictures send numbers as text."""
    return int(value) if isinstance(value, str) and value.isdecimal() and value.isascii() and len(value) < 4 else value


def _dice(value: object) -> int:
    if type(value) is not int or value not in DICE:
        raise StageError(f"From 1 to 6 dice can be thrown here, not {shown(value)}.")
    return value


def _total(dice: int, value: object) -> int:
    if type(value) is not int or not dice <= value <= 6 * dice:
        raise StageError(f"The total of {dice} dice is a whole number from {dice} to {6 * dice}, not {shown(value)}.")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value not in COUNTS:
        raise StageError(f"A press throws {', '.join(map(show, COUNTS))} times, not {shown(value)}.")
    return value


def _question(value: object) -> str:
    if not isinstance(value, str) or value not in QUESTIONS:
        named = ", ".join(f"“{name}”" for name in QUESTIONS if name)
        raise StageError(f"The class can be asked {named} or nothing, not {shown(value)}.")
    return value


def _yes_or_no(value: object) -> bool:
    return read_switch(value, "Something is hidden or fixed, or it is not")
