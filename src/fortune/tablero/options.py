"""What the players of Tablero agree on before the first throw, and who says so; sources as in the bibliography."""

from __future__ import annotations

from dataclasses import dataclass

from fortune.errors import OptionError
from fortune.options import Value, check, choice, is_default, whole_number
from fortune.tablero.squares import PASS_NUMBERS

__all__ = ["GucciOptions", "JesusOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GucciOptions:
    """What the players of Tablero da Gucci agree on before the first throw.

    Raises :class:`OptionError` where a value is out of range, or could have no effect beside the others.
    """

    direction: str = choice(
        "Which way a die moves a glass.",
        "S4",
        Value("forward", "Away from the mover's home row.", "S4"),
        Value("either", "Either way; the two glasses of a throw may go opposite ways.", "X5, X10"),
    )
    lines: str = choice(
        "What a line is. It counts after both dice are played.",
        "S4",
        Value(
            "six_or_diagonal",
            "Six or seven glasses in neighbouring columns of one row, or all seven on a diagonal, corner to corner.",
            "S4",
            ours="It must contain a glass moved by that throw, and it must be pulled, the whole of it.",
        ),
        Value(
            "five_in_row",
            "Five glasses or more in neighbouring columns of one row; no diagonals.",
            "X8",
            ours="It must contain a glass moved by that throw, and it must be pulled, the whole of it.",
        ),
    )
    home_rows_count: str = choice(
        "Whether a row on a home row is a line. Diagonals count either way, though their corners are home.",
        "S4 is silent",
        Value("yes", "Yes, like any other.", "S4, read to the letter", ours="S4 names no exception."),
        Value("no", "No.", "X7, X8"),
    )
    stock: int = whole_number(
        24, 0, 240, "How many glasses each can still fill after the setup.", "S4: four containers; 24 is ours"
    )
    queen: str = choice(
        "The Queen's number: who throws it may toast a glass, which the other fills, and keeps the dice.",
        "S4",
        Value(
            "thrown",
            "A spectator's throw decides before the game.",
            "S4",
            ours="Whether a throw can be played is judged after the toast. Where neither can fill a glass there is no "
            "toast, and the thrower keeps the dice all the same.",
        ),
        Value("thrown_not_pass", "The same, but a pass number is thrown again.", "X11"),
        *(
            Value(
                str(number), f"It is {number}, a pass number." if number in PASS_NUMBERS else f"It is {number}.", "S4"
            )
            for number in range(2, 13)
        ),
        Value("off", "There is none.", "X5, X8, X10"),
    )
    toast_makes_line: str = choice(
        "Whether a toasted glass can make a line on the other's home row.",
        "S4 is silent",
        Value("no", "No: a line is made by moving.", "ours", ours="S4 does not say."),
        Value(
            "yes",
            "Yes: whoever toasted pulls it, and the dice go to the other.",
            "ours",
            ours="Not where the glass stood on that row before. Dice still to be played no longer are.",
        ),
    )
    muggins: str = choice(
        "What becomes of a toast that the thrower left uncalled.",
        "S4",
        Value(
            "on",
            "After the move and any pull, before anyone throws, the other may call it: the thrower fills the glass.",
            "S4",
            ours="One who left it on purpose may be called too. As ever, the toaster fills it where the other cannot.",
        ),
        Value("off", "It is lost.", "X7, X9, X11"),
    )

    def __post_init__(self) -> None:
        check(self)
        for name in ("muggins", "toast_makes_line"):
            if not is_default(self, name):
                value = getattr(self, name)
                if self.queen == "off":
                    raise OptionError(
                        name, f"{name}={value} has no effect with queen=off: it needs a Queen's number, for a toast."
                    )
                if self.stock == 0:
                    raise OptionError(
                        name, f"{name}={value} has no effect with stock=0: it needs stock=1 or more, for a toast."
                    )
        if self.toast_makes_line == "yes" and self.home_rows_count == "no" and self.lines == "five_in_row":
            raise OptionError(
                "toast_makes_line",
                "toast_makes_line=yes has no effect with home_rows_count=no and lines=five_in_row, for a toasted glass "
                "goes to a home row: it needs home_rows_count=yes or lines=six_or_diagonal.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class JesusOptions:
    """What the players of Tablero de Jesus agree on before the first throw.

    Raises :class:`OptionError` where a value is not allowed.
    """

    run: str = choice(
        "Whether the mover may announce a run when all seven coins stand in one row.",
        "X6, X12",
        Value("off", "No.", "X4"),
        Value(
            "on",
            "Yes, if the other can stake two: the mover throws. A pass number gives the other all nine coins, the "
            "mover refills, and the dice pass. Any other throw wins the two.",
            "X6, X12",
            ours="After a run that held, the seven still stand: the mover takes them, throws on, or announces again.",
        ),
    )
    bonus_eighth: str = choice(
        "Whether all seven coins bring an eighth.",
        "X6, X12",
        Value("off", "No.", "X4"),
        Value(
            "on",
            "Who takes all seven takes an eighth coin from the other's hand, if there is one.",
            "X6, X12",
            ours="It goes with the seven, before the columns are refilled. A broken run brings nine and no more.",
        ),
    )

    def __post_init__(self) -> None:
        check(self)
