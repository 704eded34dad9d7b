"""How the computer decides: at random, by a rule of thumb, or as well as can be where somebody knows how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from fortune.errors import FortuneError, StageError, shown
from fortune.stage.opponent import Opponent
from fortune.tablero.coins import rate_coins, shipped_coins
from fortune.tablero.gucci import Gucci
from fortune.tablero.jesus import Jesus
from fortune.tablero.known import line_key
from fortune.tablero.lines import runs
from fortune.tablero.options import GucciOptions
from fortune.tablero.squares import ROWS, Move, Position, home, moved
from fortune.tablero.state import GucciState, JesusState, Leave, NoToast, Take, ThrowOn, Toast
from fortune.tablero.thumb import by_thumb
from fortune.tablero.values import rate, shipped_table

__all__ = ["EDGES", "ENOUGH", "OPPONENTS", "at_hand", "at_random", "by_rule", "opponent", "strongest", "worths"]

AnyGame = Gucci | Jesus

ENOUGH: Final = 3
"""A group of so many coins the rule of thumb takes in any case."""
EDGES: Final = 4
"""A pair it takes while at least so many coins stand on the edges: with more of them in play a third comes easily."""


def opponent(name: str) -> Opponent:
    """The strength of the computer with this name: ``rule``, ``random`` or ``strongest``; else :class:`StageError`."""
    if name not in OPPONENTS:
        raise StageError(f"The computer can play as {', '.join(OPPONENTS)}, not as {shown(name)}.")
    return OPPONENTS[name]


# -- at random -----------------------------------------------------------------------------------------------


def at_random(game: Any, state: Any, luck: float) -> Any:
    """Any of the moves, each as likely as the others."""
    return _any(game.moves(state), luck)


# -- by a rule of thumb --------------------------------------------------------------------------------------


def by_rule(game: AnyGame, state: Any, luck: float) -> Any:
    """The rule of thumb, as its note tells it; among moves that are alike, luck decides."""
    moves: Sequence[Any] = game.moves(state)
    if isinstance(game, Jesus):
        return _with_coins(game, state, moves, luck)
    if isinstance(moves[0], Move):
        return _any(by_thumb(game, state), luck)
    return _toast(state, moves, luck)


def closeness(rows: Position) -> tuple[int, int]:
    """How close pieces keep together, more being better: the longest run in a row, then how little rows change."""
    longest = max(len(run.columns) for run in runs(rows))
    return longest, -sum(abs(row - beside) for row, beside in pairwise(rows))


def _toast(state: GucciState, moves: Sequence[Any], luck: float) -> Any:
    """A toast where the other pays for it: of the glass that then stands best."""
    other = 1 - state.turn
    if not state.stocks[other]:
        return NoToast()
    to = home(other)
    toasts = [move for move in moves if isinstance(move, Toast)]

    def after(toast: Toast) -> tuple[int, int]:
        return closeness((*state.rows[: toast.column], to, *state.rows[toast.column + 1 :]))

    return _best(toasts, after, luck)


def _with_coins(game: Jesus, state: JesusState, moves: Sequence[Any], luck: float) -> Any:
    if isinstance(moves[0], Move):
        return _best(
            moves,
            lambda move: (game.most_to_refill(moved(state.rows, move)), closeness(moved(state.rows, move))),
            luck,
        )
    takes = [move for move in moves if isinstance(move, Take)]
    largest = _best(takes, lambda take: len(take.columns), luck)
    own = state.phase == "take"
    on_edges = sum(row in (1, ROWS) for row in state.rows)
    if len(largest.columns) >= ENOUGH or (own and on_edges >= EDGES):
        return largest
    return ThrowOn() if own else Leave()


def _any(moves: Sequence[Any], luck: float) -> Any:
    return moves[int(luck * len(moves))]


def _best(moves: Sequence[Any], worth: Callable[[Any], Any], luck: float) -> Any:
    worths = [worth(move) for move in moves]
    most = max(worths)
    return _any([move for move, value in zip(moves, worths, strict=True) if value == most], luck)


# -- as well as can be ---------------------------------------------------------------------------------------

_SOLVED: Final = line_key(GucciOptions(queen="off"))
"""The rules of Tablero da Gucci that the shipped table was solved for."""


def at_hand(game: AnyGame) -> bool:
    """Whether best play is known under the rules of this game: for the next line with glasses, for the most coins."""
    if isinstance(game, Jesus):
        return game.options.bonus_eighth == "off"
    return line_key(game.options) == _SOLVED


def worths(game: AnyGame, state: Any) -> Mapping[Any, float]:
    """What each legal decision is worth: with glasses the chance of who decides to make the next line, else coins.

    Of glasses only moves can be asked about. Raises :class:`FortuneError` where the table cannot be had, and says how
    to go on.
    """
    try:
        table = shipped_coins() if isinstance(game, Jesus) else shipped_table()
    except FortuneError as error:
        raise FortuneError(
            f"{error} Try once more. Or go on without: the game needs no hint, and under “Who plays” the computer can "
            "be told to play by a rule of thumb."
        ) from error
    if isinstance(game, Jesus):
        return {one.decision: one.coins for one in rate_coins(table, game, state)}
    return {one.move: one.chance for one in rate(table, game, state.rows, state.dice, state.turn)}


def strongest(game: AnyGame, state: Any, luck: float) -> Any:
    """As well as can be for the next line or the most coins where that is known, else by the rule of thumb."""
    if at_hand(game):
        found = worths(game, state)
        return max(found, key=found.__getitem__)
    return by_rule(game, state, luck)


OPPONENTS: Final[Mapping[str, Opponent]] = MappingProxyType(
    {
        "rule": Opponent(
            "by a rule of thumb",
            "It makes a line if it can; else it moves so that its nearest line lacks as few glasses as possible, and "
            "the other's as many. It toasts whenever the other pays. With coins it aims at the largest group, takes "
            "three or more, and a pair while four coins or more stand on the edges.",
            by_rule,
        ),
        "random": Opponent("at random", "Each legal move is as likely as any other.", at_random),
        "strongest": Opponent(
            "as well as it can",
            "It plays for the next line, or with coins for the most coins, as well as can be, where that is known for "
            "these rules; where it is not, by the rule of thumb.",
            strongest,
        ),
    }
)
"""The strengths of the computer by name, the usual one first."""
