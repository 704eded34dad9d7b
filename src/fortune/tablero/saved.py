"""Reading saved positions of Tablero: what cannot occur is refused, with a sentence that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from fortune.dice import Dice
from fortune.errors import DiceError, StateError, shown
from fortune.game import read_count, read_list, read_mapping
from fortune.tablero.lines import groups
from fortune.tablero.squares import COLUMNS, PASS_NUMBERS, ROWS, Position, home
from fortune.tablero.state import GucciPhase, GucciState, JesusPhase, JesusState

if TYPE_CHECKING:
    from fortune.tablero.gucci import Gucci
    from fortune.tablero.jesus import Jesus

__all__ = ["read_gucci", "read_jesus"]


def read_gucci(game: Gucci, data: object) -> GucciState:
    """The state from :meth:`Gucci.dump`; raises :class:`StateError`."""
    names = ["rows", "stocks", "turn", "phase", "queen", "dice", "uncalled", "holder"]
    read = read_mapping(data, names, "A position of Tablero da Gucci")
    if type(read["uncalled"]) is not bool:
        raise StateError(f"uncalled must say true or false, not {shown(read['uncalled'])}.")
    state = GucciState(
        rows=_rows(read["rows"]),
        stocks=_stocks(read["stocks"], game.options.stock),
        turn=read_count(read["turn"], "The seat to throw or decide", 0, 1),
        phase=_phase(read["phase"], get_args(GucciPhase)),
        queen=read_count(read["queen"], "The Queen's number", 0, 12),
        dice=_dice(read["dice"]),
        uncalled=read["uncalled"],
        holder=read_count(read["holder"], "The seat that has the dice", 0, 1),
    )
    _check_queen(game, state)
    _check_dice(state, ("toast", "move"))
    _check_phase(game, state)
    if state.phase != "call" and state.holder != state.turn:
        raise StateError(f"In the phase {state.phase} the seat to throw or decide has the dice: holder must be turn.")
    return state


def read_jesus(game: Jesus, data: object) -> JesusState:
    """The state from :meth:`Jesus.dump`; raises :class:`StateError`."""
    read = read_mapping(data, ["rows", "stocks", "turn", "phase", "dice", "staked"], "A position of Tablero de Jesus")
    state = JesusState(
        rows=_rows(read["rows"]),
        stocks=_stocks(read["stocks"], game.coins),
        turn=read_count(read["turn"], "The seat to throw or decide", 0, 1),
        phase=_phase(read["phase"], get_args(JesusPhase)),
        dice=_dice(read["dice"]),
        staked=read_count(read["staked"], "The stake", 0, game.stake),
    )
    coins = sum(state.stocks) + COLUMNS + state.staked
    if coins != game.coins:
        raise StateError(f"There are {coins} coins in hands, on the board and at stake; it must be {game.coins}.")
    _check_dice(state, ("move",))
    if state.phase == "move":
        assert state.dice is not None
        if state.dice.total in PASS_NUMBERS or not game.is_playable(state.rows, state.dice):
            raise StateError(f"{state.dice} moves no coins here, so there is no move to choose.")
    if state.phase in ("take", "spoils") and not groups(state.rows):
        raise StateError(f"In the phase {state.phase} a group must stand, but there is none.")
    if (state.staked > 0) != (state.phase == "run"):
        raise StateError("Coins are at stake during a run, and only then.")
    if state.phase == "run":
        if game.options.run == "off":
            raise StateError("With run=off there is no run.")
        if not game.is_run(state.rows):
            raise StateError("A run needs all seven coins in one row, and not on a home row.")
        if state.staked != game.stake:
            raise StateError(f"The stake of a run is {game.stake}, not {state.staked}.")
    if state.phase == "over":
        had = state.stocks[1 - state.turn]
        most = game.most_to_refill(state.rows)
        if had >= most:
            raise StateError(f"Nobody has lost: with {had} coins seat {2 - state.turn} can refill {most} columns.")
    return state


def _rows(data: object) -> Position:
    if not isinstance(data, list) or len(data) != COLUMNS:
        raise StateError(f"rows must be a list with the row of the piece of each of 7 columns, not {shown(data)}.")
    return tuple(read_count(row, f"The row of column {column}", 1, ROWS) for column, row in enumerate(data))


def _stocks(data: object, most: int) -> tuple[int, int]:
    listed = read_list(data, "stocks", 2)
    one, other = (read_count(count, f"The stock of seat {seat + 1}", 0, most) for seat, count in enumerate(listed))
    return one, other


def _phase(data: object, phases: tuple[Any, ...]) -> Any:
    if not isinstance(data, str) or data not in phases:
        raise StateError(f"phase must be one of {', '.join(phases)}, not {shown(data)}.")
    return data


def _dice(data: object) -> Dice | None:
    if data is None:
        return None
    try:
        return Dice.parse(data)  # type: ignore[arg-type] # it refuses what is no text
    except DiceError as error:
        raise StateError(f"dice cannot be read. {error}") from None


def _check_queen(game: Gucci, state: GucciState) -> None:
    option, number = game.options.queen, state.queen
    if state.phase == "queen":
        if option not in ("thrown", "thrown_not_pass"):
            raise StateError(f"With queen={option} the Queen's number is not thrown.")
        if state != game.start():
            raise StateError("The Queen's number is thrown before the game, from the setup and with full stocks.")
    elif option in ("thrown", "thrown_not_pass"):
        if number < 2 or (option == "thrown_not_pass" and number in PASS_NUMBERS):
            raise StateError(f"With queen={option} the Queen's number of a game that is under way cannot be {number}.")
    elif number != (0 if option == "off" else int(option)):
        raise StateError(f"With queen={option} the Queen's number cannot be {number}.")


def _check_dice(state: GucciState | JesusState, phases: tuple[str, ...]) -> None:
    if (state.dice is not None) != (state.phase in phases):
        needs = "must be given" if state.phase in phases else "must be null"
        raise StateError(f"In the phase {state.phase} dice {needs}, for they are kept only until they are played.")


def _check_phase(game: Gucci, state: GucciState) -> None:
    dice, phase, muggins = state.dice, state.phase, game.options.muggins == "on"
    came = dice is not None and dice.total == state.queen
    if phase == "toast" and not came:
        raise StateError(f"A toast needs the Queen's number, {state.queen or 'which is not played'}, not {dice}.")
    if phase == "move":
        assert dice is not None
        if dice.total in PASS_NUMBERS or not game.is_playable(state.rows, dice, state.turn):
            raise StateError(f"{dice} moves no glasses here, so there is no move to choose.")
    if state.uncalled and not (phase == "move" and came and muggins):
        raise StateError("A toast is left uncalled only while the Queen's number is played, and with muggins=on.")
    if phase == "call":
        if not muggins or not state.queen:
            raise StateError("A toast is called afterwards only where there is a Queen's number, and with muggins=on.")
        if state.queen in PASS_NUMBERS and state.holder == state.turn:
            raise StateError("A Queen's number that is a pass number makes no line, so its thrower has the dice.")
    if (state.uncalled or phase in ("toast", "call")) and not any(state.stocks):
        raise StateError("Neither player can fill a glass, so there is no toast.")
    if phase == "over":
        loser = 1 - state.turn
        pulled, had = state.rows.count(home(loser)), state.stocks[loser]
        if pulled < game.least:
            raise StateError(f"A game ends with a line on the loser's home row, but only {pulled} glasses stand there.")
        if had >= pulled:
            raise StateError(f"Nobody has lost: seat {loser + 1} can fill {had} glasses, and {pulled} stand at home.")
