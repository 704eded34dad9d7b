"""What can go wrong, each with a sentence that says what was expected.

Every error of the library is a :class:`FortuneError`. Its text is a whole sentence, fit to be shown to a
reader: it names the value, says what was expected, and says which rule asks for it.
"""

from __future__ import annotations

import reprlib

__all__ = [
    "ChainError",
    "DiceError",
    "FortuneError",
    "GameOverError",
    "IllegalChoiceError",
    "OptionError",
    "RulesetError",
    "StageError",
    "StateError",
    "shown",
]


class _Shown(reprlib.Repr):
    """Short forms for sentences; whole lists of twenty seats still fit."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = 20
        self.maxstring = self.maxother = self.maxlong = 60

    def repr_int(self, x: int, level: int) -> str:
        """Python refuses to write out whole numbers of more than some thousand digits."""
        bits = x.bit_length()
        return (
            super().repr_int(x, level) if bits < 4000 else f"a whole number of about {bits * 30_103 // 100_000} digits"
        )


def shown(value: object) -> str:
    """A value as a sentence shows it: its ``repr``, cut short where it is long or deep.

    Whatever is read from a file can stand in an error, so this works for every value: for lists nested too
    deep, for numbers too long to write.

    >>> shown("two")
    "'two'"
    """
    return _Shown().repr(value)


class FortuneError(ValueError):
    """The base of all errors of this library; its text is a sentence for the reader."""


class OptionError(FortuneError):
    """An option is out of range, contradicts another, or can have no effect.

    ``option`` is the name of the option at fault.
    """

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option

    def __reduce__(self) -> tuple[type[OptionError], tuple[str, str]]:
        return type(self), (self.option, str(self))


class RulesetError(FortuneError):
    """No ruleset, or no game, has this name."""


class DiceError(FortuneError):
    """This is not a throw of fair dice."""


class IllegalChoiceError(FortuneError):
    """The rules do not allow this choice now; the game is as it was."""


class GameOverError(FortuneError):
    """The game is finished and takes no more throws."""

    def __init__(self, sentence: str = "The game is finished and takes no more throws; start a new one.") -> None:
        super().__init__(sentence)


class StageError(FortuneError):
    """A request to the stage makes no sense, or a saved game is not one of ours."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows, by IPython's protocol: the sentence alone, for the fault is in what was asked."""
        return [str(self)]


class StateError(FortuneError):
    """This saved position is damaged, or cannot occur under these options."""


class ChainError(FortuneError):
    """This question has no answer, or none that this machine can hold."""
