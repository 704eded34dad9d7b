"""The app ``tablero.replay``: pulls and toasts, picture by picture, to be leafed through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fortune.dice import Dice
from fortune.stage import replay
from fortune.stage.protocol import Frame, View
from fortune.tablero import board
from fortune.tablero.gucci import Gucci
from fortune.tablero.motion import emptied_by, frames
from fortune.tablero.rulesets import RULESETS
from fortune.tablero.squares import Move
from fortune.tablero.state import Called, Moved, NoToast, Pulled, Toast, Toasted
from fortune.tablero.words import say, standing, tell

__all__ = ["CASES", "NAMES", "Case", "Replay"]

NAMES: Final = ("Anna", "Bjørn")

_MOVING = (Called, Moved, Pulled, Toasted)
"""What pictures of its own tell."""
_STAY = 2600
"""How long a picture stays where the pages turn by themselves, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Case:
    """A few steps from a position: what it shows, the glasses' rows, who has the dice, and what is thrown and decided.

    ``moral`` is what to take home from it.
    """

    title: str
    rows: tuple[int, ...]
    turn: int
    steps: tuple[Dice | Move | Toast | NoToast, ...]
    moral: str


CASES: Final = (
    Case(
        "A line of six",
        (4, 4, 4, 4, 2, 1, 6),
        0,
        (Dice(3, 2), Move(4, 4, 5, 4)),
        "Half of the six are Anna's to empty. Then all go home to Bjørn, who fills them and has the dice.",
    ),
    Case(
        "A diagonal",
        (7, 6, 5, 4, 3, 4, 2),
        1,
        (Dice(2, 1), Move(5, 2, 6, 1)),
        "From corner to corner all seven count, the two at home among them.",
    ),
    Case(
        "A toast that opens the way",
        (7, 7, 2, 7, 7, 5, 1),
        0,
        (Dice(6, 2), Toast(2), Move(5, 7, 6, 7)),
        "The toast has cost Bjørn one glass, and the line seven more.",
    ),
    Case(
        "A toast left uncalled",
        (1, 3, 4, 6, 3, 2, 5),
        0,
        (Dice(5, 3), NoToast(), Move(0, 6, 1, 6), Toast(3)),
        "Who forgets the Queen pays for her glass.",
    ),
)
"""What the replay shows, all of it under the ruleset ``gucci`` with 8 as the Queen's number."""

_QUEEN: Final = 8


class Replay(replay.Replay):
    """See ``stage.replay``."""

    name = "tablero.replay"
    title = "Pulls and toasts"

    def view(self, model: None) -> View:
        """For each case the position before it, then a picture for each movement, then what is left of it."""
        game = Gucci(RULESETS["gucci"].options())
        pages: list[Frame] = []
        for number, case in enumerate(CASES, start=1):
            pages.extend(_pages(game, case, f"{number} of {len(CASES)}. {case.title} (gucci)."))
        return View(tuple(pages), walk=True, status=f"{len(CASES)} scenes, one by one.", ground=board.ground(game))


def _pages(game: Gucci, case: Case, heading: str) -> Iterator[Frame]:
    state = game.position(list(case.rows), case.turn, queen=_QUEEN)
    emptied, thrown = [0, 0], None
    before = " ".join(standing(state, NAMES))
    picture = board.svg(game, state, names=NAMES, emptied=emptied, sheet=False)
    yield Frame(picture, f"{heading} {before} {NAMES[case.turn]} throws.", _STAY)
    for choice in case.steps:
        step = game.play(state, choice)
        told = [f"{tell(choice)}."] if isinstance(choice, Dice) else []
        thrown = choice if isinstance(choice, Dice) else thrown
        for frame in frames(game, state, step.events, NAMES, emptied=emptied, last=thrown, thrower=case.turn):
            yield Frame(frame.svg, frame.caption, max(frame.stay, _STAY))
        told.extend(say(event, NAMES) for event in step.events if not isinstance(event, _MOVING))
        for seat, glasses in emptied_by(step.events):
            emptied[seat] += glasses
        state = step.state
        last = choice is case.steps[-1]
        if told or last:
            told.extend([case.moral] if last else [])
            shown = None if last else thrown
            picture = board.svg(game, state, names=NAMES, emptied=emptied, last=shown, thrower=case.turn, sheet=False)
            yield Frame(picture, " ".join(told), _STAY)
