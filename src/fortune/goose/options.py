"""What the players of the Goose agree on before the first throw, and who says so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fortune.errors import OptionError
from fortune.options import Counted, Value, check, choice, is_default, whole_number

__all__ = ["Options", "miss"]

_LEFT_OUT = "No source leaves it out: it is here to show what the rule does."


def miss(turns: int) -> Counted:
    """Waiting for so many turns, then going on."""
    return Counted("miss", turns)


def _wait(square: str, number: int) -> Any:
    return choice(
        f"How long one waits in the {square}, square {number}.",
        "S0, S3",
        Value("miss", "So many turns are missed.", "S0: one", counts=(0, 9)),
        Value("until_released", "Until another piece lands there.", "S3 and most older rules"),
        default=miss(1),
    )


def _release(square: str, waiting: str, sources: tuple[str, str, str, str]) -> Any:
    rescuer, own, one, stays = sources
    return choice(
        f"Where a piece goes that is freed from the {square}. It needs {waiting}=until_released.",
        "S3",
        Value("rescuer_start", "To the square where the newcomer's throw began.", rescuer),
        Value("own_start", "To the square where its own last throw began.", own),
        Value("square_one", "To the first square.", one),
        Value(
            "stays",
            "Nowhere: a piece is held exactly while it is alone there, however it came there.",
            stays,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the players agree on before the first throw.

    Raises :class:`OptionError` where a value is out of range, or could have no effect beside the others. The number
    of players is not weighed for that: one alone may play by rules about meeting others.
    """

    players: int = whole_number(2, 1, 20, "How many play; one alone plays against the board.", "S0; S3: 4 to 15")
    geese: str = choice(
        "What a goose does.",
        "S0, S3",
        Value("again", "One moves the same total once more, in the same direction, until not on a goose.", "S0, S3"),
        Value("none", "Nothing: a goose is a square like any other.", "ours", ours=_LEFT_OUT),
    )
    nine: str = choice(
        "What a first throw of nine does: by geese alone it would win at once.",
        "S0, S3",
        Value(
            "from_start",
            "A 9 from square 0 leads to 26 (thrown as 6-3) or to 53 (as 5-4).",
            "S0, S3",
            ours="S0 says “first roll”, and also that Death makes one begin again: so it holds whenever one "
            "stands on 0.",
        ),
        Value("first_throw", "The same, but only for a player's very first throw of the game.", "S0 to the letter"),
        Value("none", "Nothing: the geese carry a first 9 home.", "ours", ours=_LEFT_OUT),
    )
    bridge: str = choice(
        "What the bridge on 6 does.",
        "S0, S3",
        Value("to_12", "It leads to 12.", "S0, S3"),
        Value("none", "Nothing.", "ours", ours=_LEFT_OUT),
    )
    inn: int = whole_number(
        2, 0, 9, "How many turns one misses at the inn, square 19.", "S0: 2; S3's wording is read as 2; Dutch rules: 1"
    )
    well: str | Counted = _wait("well", 31)  # noqa: RUF009 - it makes a field
    well_release: str = _release(
        "well", "well", ("one reading of S3's French model", "S3, read literally", "as S3's prison", "Dutch rules")
    )
    maze: str = choice(
        "What the labyrinth on 42 does.",
        "S0, S3",
        Value("to_30", "One loses the way and goes back to 30.", "S0, S3"),
        Value("none", "Nothing.", "ours", ours=_LEFT_OUT),
    )
    prison: str | Counted = _wait("prison", 52)  # noqa: RUF009 - it makes a field
    prison_release: str = _release(
        "prison", "prison", ("as the well, in one reading", "as S3's well", "S3", "Dutch rules")
    )
    death: str = choice(
        "Where Death on 58 sends one.",
        "S0, S3",
        Value("0", "Back to the start.", "S0"),
        Value("1", "Back to the first square.", "S3"),
        Value(
            "none",
            "Nowhere: 58 is a square like any other.",
            "ours",
            ours=_LEFT_OUT + " Geese may then carry one back past the start, where one stops on 0.",
        ),
    )
    collision: str = choice(
        "What happens when a throw ends on a square that others hold.",
        "S0, S3",
        Value("swap", "They go to where the throw began.", "S0"),
        Value("mover_back", "The mover goes back to where the throw began, and misses no turns.", "Dutch rules"),
        Value("share", "All stand there together.", "S3", ours="S3 is silent, so nothing happens."),
    )
    collision_at_start: str = choice(
        "Whether that holds on the start, square 0, too.",
        "Dutch rules",
        Value("off", "No: any number of pieces stand there.", "S0"),
        Value("on", "Yes.", "mCRL2"),
    )
    stakes: str = choice(
        "What is paid. The winner takes the pool.",
        "S0, S3",
        Value("none", "Nothing.", "S0"),
        Value(
            "toll",
            "An ante each, and a token from whoever lands on 6, 19, 31, 42 or 52.",
            "S3",
            ours="If nobody can win any more, the pool goes back in equal parts.",
        ),
        Value(
            "all_ante",
            "An ante each, and a token from every player each time anybody stops on a marked square.",
            "S0",
            ours="Marked are the geese, 6, 19, 26, 31, 42, 52, 53 and 58. Every stop of a throw counts. "
            "If nobody can win any more, the pool goes back in equal parts.",
        ),
    )
    ante: int = whole_number(1, 0, 1000, "How many tokens each player puts in first, where there are stakes.", "S3")

    def __post_init__(self) -> None:
        check(self)
        for square in ("well", "prison"):
            if not is_default(self, f"{square}_release") and not self.until_released(square):
                raise OptionError(
                    f"{square}_release",
                    f"{square}_release={getattr(self, f'{square}_release')} has no effect with "
                    f"{square}={getattr(self, square)}: it needs {square}=until_released.",
                )
        if self.collision_at_start == "on" and self.collision == "share":
            raise OptionError(
                "collision_at_start",
                "collision_at_start=on has no effect with collision=share: it needs collision=swap or mover_back.",
            )
        if self.collision_at_start == "on" and (self.death == "1" or self.geese == self.death == "none"):
            raise OptionError(
                "collision_at_start",
                f"collision_at_start=on has no effect with death={self.death}, for no throw ends on the start then: "
                "it needs death=0.",
            )
        if not is_default(self, "ante") and self.stakes == "none":
            raise OptionError(
                "ante", f"ante={self.ante} has no effect with stakes=none: it needs stakes=toll or stakes=all_ante."
            )

    def unpaid(self) -> Options:
        """The same without stakes, which change neither who wins nor how long it takes."""
        return replace(self, stakes="none", ante=1)

    def until_released(self, square: str) -> bool:
        """Whether one waits in this square, ``"well"`` or ``"prison"``, until somebody comes."""
        return bool(getattr(self, square) == "until_released")

    def waits(self, square: str) -> int:
        """How many turns one misses there: on the ``"inn"``, in the ``"well"``, in the ``"prison"``; 0 if held."""
        value = getattr(self, square)
        if isinstance(value, Counted):
            return value.count
        return value if isinstance(value, int) else 0
