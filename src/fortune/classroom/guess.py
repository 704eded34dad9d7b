"""The app ``classroom.guess``: a question, the hands of the class for each answer, and then what is so, beside them.

What is so is worked out when it is asked for, and not before: a page with a question on it does not hold the answer.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from fortune.charts import show
from fortune.classroom.poll import Poll, count_hands, table, verdict
from fortune.classroom.questions import QUESTIONS, Finding, Question, find_question, found
from fortune.drawing import document, number, paint, write
from fortune.errors import StageError, shown
from fortune.result import Result
from fortune.stage.protocol import Action, Button, Control, Frame, Group, Select, View
from fortune.stage.reading import read_parts, read_switch

__all__ = ["Asked", "Guess"]

WIDTH: Final = 720
ROW: Final = 66
"""How high an answer is: what can be pressed in it is big enough for a finger on a telephone, too."""
_NAMES: Final = 250
"""Where the names of the answers end and the bars begin."""
_BARS: Final = 508
_LINE: Final = 36
"""So many letters of the question fit in a line."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that the class is asked: the hands so far, and whether the truth is shown.

    ``last``: the answers for which hands went up, the latest last, so that one can be taken back. ``said``: what the
    last action brought along.
    """

    question: Question
    poll: Poll
    told: bool = False
    last: tuple[int, ...] = ()
    said: str = ""

    @property
    def finding(self) -> Finding | None:
        """What is so, once it is shown."""
        return found(self.question.key) if self.told else None


class Guess:
    """See the module.

    Actions: those of a :class:`Poll`, of which ``hands.more`` and ``hands.fewer`` are in the picture and
    ``hands.more.0`` and so on have a key each; ``back``, ``truth``, ``again``, and ``question`` with a key.
    """

    name = "classroom.guess"
    title = "Guess first"

    def start(self, options: Mapping[str, Any]) -> Asked:
        """The first question of the catalogue, another one by ``question``, or what :meth:`save` gives."""
        return self.load(dict(options))

    def update(self, model: Asked, action: Action) -> Asked:
        """The model after a hand went up or down, another question was chosen, or the truth was asked for."""
        model = replace(model, said="")
        if Poll.takes(action.do):
            return _counted(model, action)
        match action.do:
            case "back":
                if not model.last:
                    raise StageError("No hand has gone up yet that could be taken back.")
                _still_open(model)
                *before, at = model.last
                poll = model.poll.fewer(at)
                return replace(model, poll=poll, last=tuple(before), said=poll.told(model.poll))
            case "truth":
                return replace(model, told=True)
            case "again":
                return replace(_of(model.question), said="All hands are down, and the question is open again.")
            case "question":
                return replace(_of(find_question(action.value)), said="Another question.")
        raise StageError(f"To a question nobody can {shown(action.do)}.")

    def view(self, model: Asked) -> View:
        """The question with its answers and hands; once it is asked for, the truth beside them."""
        finding = model.finding
        status = _status(model, finding)
        below = "" if finding is None else table(model.poll, finding.truth, model.question.ruleset)._repr_html_()
        return View(
            frames=(Frame(_picture(model, finding), _caption(model, finding)),),
            controls=_controls(model),
            status=status,
            announce=" ".join(filter(None, (model.said, status, "" if finding is None else finding.because))),
            table=below,
            each=("hands",),
        )

    def save(self, model: Asked) -> dict[str, Any]:
        """The question, the hands and in which order they went up, and whether the truth is shown."""
        data: dict[str, Any] = {"question": model.question.key}
        if model.poll.counted:
            data["hands"] = model.poll.save()
        if model.last:
            data["last"] = list(model.last)
        return data | {"told": True} if model.told else data

    def load(self, data: object) -> Asked:
        """The model from :meth:`save`; raises :class:`FortuneError` where there can be no such one."""
        parts = read_parts(data, {"question", "hands", "last", "told"}, "A saved question")
        model = _of(find_question(parts.get("question", next(iter(QUESTIONS)))))
        told = read_switch(parts.get("told", False), "The truth is shown or not")
        poll = model.poll.load(parts.get("hands", []))
        return replace(model, poll=poll, last=_read_last(parts.get("last", []), poll), told=told)


def _of(question: Question) -> Asked:
    return Asked(question, question.poll)


def _read_last(data: object, poll: Poll) -> tuple[int, ...]:
    """For which answers hands went up, one after the other; of no answer more than are up."""
    places = range(len(poll.answers))
    if not isinstance(data, list) or not all(type(at) is int and at in places for at in data):
        raise StageError(f"The order of the hands is a list of places from 0 to {places[-1]}, not {shown(data)}.")
    if any(data.count(at) > poll.hands[at] for at in places):
        raise StageError("More hands are said to have gone up one by one than are up.")
    return tuple(data)


def _still_open(model: Asked) -> None:
    if model.told:
        raise StageError("The truth has been shown, and who has seen it guesses no more. Ask again, or ask another.")


def _counted(model: Asked, action: Action) -> Asked:
    """The model with other hands, and words for the one that went up or down."""
    _still_open(model)
    poll = model.poll.change(action)
    model = replace(model, said=poll.told(model.poll))
    changed = [at for at, (then, now) in enumerate(zip(model.poll.hands, poll.hands, strict=True)) if then != now]
    match changed, poll.counted - model.poll.counted:
        case [], _:
            return model
        case [at], 1:
            return replace(model, poll=poll, last=(*model.last, at))
        case [at], -1:
            return replace(model, poll=poll, last=_without(model.last, at))
    return replace(model, poll=poll, last=())


def _without(last: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The same without the latest hand for this answer."""
    here = next((place for place in reversed(range(len(last))) if last[place] == at), None)
    return last if here is None else (*last[:here], *last[here + 1 :])


# -- words ---------------------------------------------------------------------------------------------------


def _status(model: Asked, finding: Finding | None) -> str:
    if finding is not None:
        return verdict(model.poll, finding.truth)
    counted = model.poll.counted
    return f"{count_hands(counted)} up so far." if counted else "What do you think? Hands up."


def _caption(model: Asked, finding: Finding | None) -> str:
    if finding is None:
        return "Press an answer, or its number on the keyboard, for each hand; the minus takes one back."
    return f"{finding.because} Known: {_evidence(finding.figure)}. Ruleset: {model.question.ruleset}."


def _evidence(figure: Result) -> str:
    if figure.exact is not None:
        return "exactly"
    return f"computed, with an error below {figure.bound:.0e}"


# -- what is shown -------------------------------------------------------------------------------------------


def _picture(model: Asked, finding: Finding | None) -> str:
    poll = model.poll
    lines = textwrap.wrap(model.question.text, _LINE, break_long_words=False)
    top = 24 + 42 * len(lines)
    body = [write(line, 16, 42 + 42 * at, 32, display=False) for at, line in enumerate(lines)]
    body += [_row(model, finding, at, top + ROW * at) for at in range(len(poll.answers))]
    # the place of the truth is kept free from the beginning, so that the page does not jump
    end = top + ROW * len(poll.answers)
    body.append(f'<path d="M16 {end + 12}H{WIDTH - 16}" {paint("none", "line", 2)}/>')
    if finding is None:
        body.append(write("And the truth?", 16, end + 64, 32, fill="soft"))
    else:
        body.append(write(finding.told, 16, end + 68, 46, fill="red"))
    hands = "; ".join(f"{answer}: {count_hands(count)}" for answer, count in zip(poll.answers, poll.hands, strict=True))
    told = "" if finding is None else f" {verdict(poll, finding.truth)} {finding.told}."
    # a picture with parts that can be pressed is a group, and one to be looked at alone an image
    role = "group" if finding is None else "img"
    sheet = f'<rect width="{WIDTH}" height="{end + 96}" {paint("paper")}/>'
    return document(
        WIDTH, end + 96, model.question.text, f"{hands}.{told}", sheet + "".join(body), "guess", role=role
    )  # fmt: skip


def _row(model: Asked, finding: Finding | None, at: int, y: int) -> str:
    """An answer with its hands. As long as the question is open all of it is a button, but for the minus."""
    answer, hands = model.poll.answers[at], model.poll.hands[at]
    right = finding is not None and at in finding.truth.right
    most = max(*model.poll.hands, 8)
    ground = "gold-wash" if right else "sheet"
    frame = paint(ground, "red" if right else "line", 4 if right else 2)
    parts = [f'<rect x="12" y="{y + 3}" width="{WIDTH - 24 if finding else 622}" height="{ROW - 8}" rx="4" {frame}/>']
    parts.append(write(answer if finding else f"{at + 1} · {answer}", 26, y + 41, 28))
    if hands:
        long = (_BARS - _NAMES) * hands / most
        parts.append(
            f'<rect x="{_NAMES + 12}" y="{y + 15}" width="{number(long)}" height="34" {paint("gold", "ink", 2.5)}/>'
        )
    parts.append(write(str(hands), 584, y + 43, 34, anchor="end"))
    if finding is None:
        parts.append(f'<path d="M598 {y + 32}h24M610 {y + 20}v24" {paint("none", "ink", 4)}/>')
        minus = (
            f'<g data-do="hands.fewer" data-value="{at}" aria-label="{escape(f"One hand fewer for {answer}")}">'
            f'<rect x="646" y="{y + 3}" width="62" height="{ROW - 8}" rx="4" {paint("sheet", "line", 2)}/>'
            f'<path d="M664 {y + 32}h26" {paint("none", "ink", 4)}/></g>'
        )
        # over what is written, and not around it: what a button is called holds all words that are seen in it
        more = (
            f'<rect data-do="hands.more" data-value="{at}" aria-label="{escape(f"One hand more for {answer}")}" '
            f'x="12" y="{y + 3}" width="622" height="{ROW - 8}" fill="none" pointer-events="all"/>'
        )
        return f'<g data-answer="{at}" data-hands="{hands}">{"".join(parts)}{more}{minus}</g>'
    if finding.truth.shares:
        parts.append(write(show(finding.truth.shares[at]), WIDTH - 26, y + 41, 28, fill="soft", anchor="end"))
    elif right:
        parts.append(f'<path d="M668 {y + 32}l10 11 20 -24" {paint("none", "red", 6)}/>')
    return f'<g data-answer="{at}" data-hands="{hands}">{"".join(parts)}</g>'


def _controls(model: Asked) -> tuple[Control, ...]:
    counted = model.poll.counted
    choice = Select(
        "question", "Question", model.question.key, tuple((key, one.short) for key, one in QUESTIONS.items())
    )
    again = Button("again", "Ask again", disabled=not (model.told or counted), key="r")
    # the stage's own: the picture alone, as large as the screen
    present = Button("present", "Fill the screen", key="p")
    if model.told:
        return again, present, choice
    # the picture counts, too; these are for the keyboard, and for who cannot see the picture
    keys = tuple(replace(button, key=str(at)) for at, button in enumerate(model.poll.buttons(), start=1))
    return (
        Button("truth", "Show the truth", primary=True, key="t"),
        Button("back", "One hand back", disabled=not model.last, key="u"),
        again,
        present,
        choice,
        Group("Hands by button", keys, folded=True),
    )
