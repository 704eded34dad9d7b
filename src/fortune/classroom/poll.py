"""A question to the class before anybody knows, and the hands that went up for each answer.

A :class:`Poll` is a value inside an app's model. The app shows :meth:`Poll.controls`, hands every action that
:meth:`Poll.takes` to :meth:`Poll.change`, and keeps :meth:`Poll.save` in its link. :func:`bars` draws the hands and,
once it is told, the :class:`Truth` beside them; :func:`table` says the same in numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Final

from fortune.charts import Table, percent
from fortune.drawing import number, paint, write
from fortune.errors import StageError, shown
from fortune.stage.protocol import Action, Button, Group, NumberField

__all__ = ["MOST_HANDS", "ROW", "Poll", "Truth", "bars", "count_hands", "table", "verdict"]

MOST_HANDS: Final = 200
"""So many hands can go up for one answer."""
ROW: Final = 46
"""How high one answer is in :func:`bars`, in units of the drawing."""
_PRESS: Final = 44
"""How large a plus or a minus is, in units: more than 24 pixels, which a finger finds, on a page of any width."""
_ANSWERS: Final = range(2, 37)


@dataclass(frozen=True, slots=True)
class Truth:
    """What a poll turns out to be.

    ``right``: the places of the answers that are right, none where no answer is. ``shares``: for each answer how often
    it is so, from 0 to 1, where that can be said. ``known_as``: what the shares are, in words.
    """

    right: tuple[int, ...] = ()
    shares: tuple[Fraction | float, ...] = ()
    known_as: str = "exact chance"


@dataclass(frozen=True, slots=True)
class Poll:
    """A question, its answers, and how many hands went up for each.

    Raises :class:`StageError` unless there are 2 to 36 answers, all different, each with 0 to 200 hands.
    """

    question: str
    answers: tuple[str, ...]
    hands: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.answers) not in _ANSWERS or len(set(self.answers)) < len(self.answers):
            raise StageError(f"A question to the class has 2 to 36 answers, all different, not {shown(self.answers)}.")
        if not self.hands:
            object.__setattr__(self, "hands", (0,) * len(self.answers))
        if len(self.hands) != len(self.answers):
            raise StageError(f"Hands are counted for each of the {len(self.answers)} answers, not {shown(self.hands)}.")
        for hands in self.hands:
            if type(hands) is not int or not 0 <= hands <= MOST_HANDS:
                raise StageError(f"For one answer 0 to {MOST_HANDS} hands go up, a whole number, not {shown(hands)}.")

    @property
    def counted(self) -> int:
        """How many hands went up in all."""
        return sum(self.hands)

    def put(self, at: int, hands: int) -> Poll:
        """The poll with so many hands for the answer at this place."""
        self._check_place(at)
        return replace(self, hands=(*self.hands[:at], hands, *self.hands[at + 1 :]))

    def more(self, at: int) -> Poll:
        """One hand more for this answer."""
        self._check_place(at)
        return self.put(at, self.hands[at] + 1)

    def fewer(self, at: int) -> Poll:
        """One hand fewer for this answer, as long as there is one."""
        self._check_place(at)
        return self.put(at, max(0, self.hands[at] - 1))

    def told(self, before: Poll) -> str:
        """What is to be said of the hands that went up or down since ``before``; nothing where none did.

        >>> asked = Poll("Heads?", ("yes", "no"))
        >>> asked.more(1).told(asked)
        'no: 1 hand.'
        """
        if not self.counted and before.counted:
            return "All hands are down."
        changed = [at for at, hands in enumerate(self.hands) if hands != before.hands[at]]
        return " ".join(f"{self.answers[at]}: {count_hands(self.hands[at])}." for at in changed)

    def reset(self) -> Poll:
        """The same question with no hand up."""
        return replace(self, hands=())

    # -- on the stage ------------------------------------------------------------------------------------------

    @staticmethod
    def takes(do: str) -> bool:
        """Whether an action with this id is for a poll."""
        return do.partition(".")[0] == "hands"

    def change(self, action: Action) -> Poll:
        """The poll after an action of its controls or of its picture; raises :class:`StageError` for another one.

        ``hands.at.3`` with a number; ``hands.more`` and ``hands.fewer`` with the place as text, or ``hands.more.3``;
        ``hands.clear``.
        """
        _, do, place = (*action.do.split(".", 2), "", "")[:3]
        if do == "clear":
            return self.reset()
        if do in {"more", "fewer"}:
            at = self._place(place or action.value)
            return self.more(at) if do == "more" else self.fewer(at)
        if do != "at":
            raise StageError(f"Hands can go up, go down or be counted, but not {shown(action.do)}.")
        if type(action.value) is not int:
            raise StageError(f"Hands are counted in whole numbers, not {shown(action.value)}.")
        return self.put(self._place(place), action.value)

    def controls(self, *, folded: bool = False, label: str = "Hands for each answer") -> Group:
        """A number for each answer, as the teacher counts the hands, and a button that takes all down."""
        fields = tuple(
            NumberField(f"hands.at.{at}", answer, self.hands[at], 0, MOST_HANDS)
            for at, answer in enumerate(self.answers)
        )
        return Group(label, (*fields, Button("hands.clear", "All hands down", disabled=not self.counted)), folded)

    def buttons(self) -> tuple[Button, ...]:
        """One button for each answer, with the hands so far: a press is one hand more. For a few answers."""
        return tuple(
            Button(f"hands.more.{at}", f"{answer}: {self.hands[at]}") for at, answer in enumerate(self.answers)
        )

    # -- in a link ---------------------------------------------------------------------------------------------

    def save(self) -> list[int]:
        """The hands; the app knows the question. Nothing is worth keeping before the first hand."""
        return list(self.hands) if self.counted else []

    def load(self, data: object) -> Poll:
        """This question with the hands from :meth:`save`; raises :class:`StageError` where it cannot be."""
        if not isinstance(data, list):
            raise StageError(f"The hands of a class are a list of numbers, not {shown(data)}.")
        if data and len(data) != len(self.answers):
            raise StageError(f"There are {len(self.answers)} answers, and hands for {len(data)} of them.")
        return replace(self, hands=tuple(data))

    def _place(self, value: object) -> int:
        text = str(value)
        if not text.isdecimal() or len(text) > 2:
            raise StageError(f"An answer is named by its place from 0 to {len(self.answers) - 1}, not {shown(value)}.")
        at = int(text)
        self._check_place(at)
        return at

    def _check_place(self, at: int) -> None:
        if type(at) is not int or not 0 <= at < len(self.answers):
            raise StageError(f"An answer is named by its place from 0 to {len(self.answers) - 1}, not {shown(at)}.")


def count_hands(hands: int) -> str:
    """So many hands, in words.

    >>> count_hands(1), count_hands(2)
    ('1 hand', '2 hands')
    """
    return f"{hands} hand" if hands == 1 else f"{hands} hands"


# -- what it looks like --------------------------------------------------------------------------------------


def bars(poll: Poll, truth: Truth | None, *, width: float, names: float = 150, live: bool = True) -> str:
    """Each answer with its hands, and with the truth below them once it is told. From (0, 0) downwards.

    ``width`` is that of the whole, ``names`` that of the answers' names, in units; each answer takes :data:`ROW`.
    With ``live`` each answer has a plus and a minus that can be pressed.
    """
    told = truth is not None and bool(truth.shares)
    left, right = names + 10, width - (150 if live else 62) - (86 if told else 0)
    most = max(1, *poll.hands)
    top_share = max((float(share) for share in truth.shares), default=0.0) if truth else 0.0
    pieces: list[str] = []
    for at, answer in enumerate(poll.answers):
        y = at * ROW
        hands = poll.hands[at]
        high = 16 if told else 26
        pieces.append(f'<g data-answer="{at}" data-hands="{hands}">')
        if truth is not None and at in truth.right:
            pieces.append(f'<rect x="0" y="{y + 1}" width="{number(width)}" height="{ROW - 3}" {paint("gold-wash")}/>')
        pieces.append(write(answer, names, y + 32, 26, anchor="end"))
        if hands:
            long = (right - left) * hands / most
            pieces.append(
                f'<rect x="{number(left)}" y="{y + 7}" width="{number(long)}" height="{high}" '
                f"{paint('gold', 'ink', 2)}/>"
            )
        if told and truth is not None and top_share:
            long = (right - left) * float(truth.shares[at]) / top_share
            pieces.append(
                f'<rect x="{number(left)}" y="{y + 25}" width="{number(long)}" height="12" {paint("red", "ink", 1.5)}/>'
            )
        if told and truth is not None:
            pieces.append(write(percent(truth.shares[at]), right + 142, y + 32, 24, fill="red", anchor="end"))
        pieces.append(write(str(hands), right + 10, y + 32, 26))
        if live:
            pieces.append(_press("fewer", at, answer, width - 92, y + 1))
            pieces.append(_press("more", at, answer, width - 45, y + 1))
        pieces.append("</g>")
    return "".join(pieces)


def _press(do: str, at: int, answer: str, x: float, y: float) -> str:
    sign = "M12 22H32M22 12V32" if do == "more" else "M12 22H32"
    name = escape(f"One hand {do} for {answer}")
    return (
        f'<g data-do="hands.{do}" data-value="{at}" aria-label="{name}" transform="translate({number(x)} {number(y)})">'
        f'<rect width="{_PRESS}" height="{_PRESS}" rx="3" {paint("sheet", "ink", 2)}/>'
        f'<path d="{sign}" {paint("none", "ink", 3.5)}/></g>'
    )


def verdict(poll: Poll, truth: Truth) -> str:
    """One sentence: how many hands were right, and what was.

    >>> verdict(Poll("Heads?", ("yes", "no"), (20, 8)), Truth(right=(1,)))
    'It is “no”: 8 of 28 hands were right.'
    """
    if not truth.right:
        return "No answer here is right." if poll.counted else ""
    named = [f"“{poll.answers[at]}”" for at in truth.right]
    said = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
    if not poll.counted:
        return f"It is {said}."
    right = sum(poll.hands[at] for at in truth.right)
    if right == poll.counted:
        return f"It is {said}: every hand was right."
    return f"It is {said}: {right or 'none'} of {poll.counted} hands {'was' if right == 1 else 'were'} right."


def table(poll: Poll, truth: Truth | None, ruleset: str) -> Table:
    """Answers, hands, their share, and what is so; ``ruleset`` says of which dice or game."""
    columns = ["answer", "hands", "share of hands"]
    told = truth is not None and len(truth.shares) == len(poll.answers)
    if told and truth is not None:
        columns.append(truth.known_as)
    if truth is not None and truth.right:
        columns.append("right")
    rows: list[tuple[object, ...]] = []
    for at, answer in enumerate(poll.answers):
        share: object = poll.hands[at] / poll.counted if poll.counted else "–"
        row: tuple[object, ...] = (answer, poll.hands[at], share)
        if told and truth is not None:
            row += (truth.shares[at],)
        if truth is not None and truth.right:
            row += ("yes" if at in truth.right else "no",)
        rows.append(row)
    return Table(columns, rows, f"{poll.question} The hands of the class.", ruleset)
