"""What can go wrong, each with a sentence that says what was expected.

Every error of the library is a :class:`FortuneError`. Its text is a whole sentence, fit to be shown to a
reader: it names the value, says what was expected, and says which rule asks for it.
"""

from __future__ import annotations

__all__ = [
    "ChainError",
    "DiceError",
    "FortuneError",
    "GameOverError",
    "IllegalChoiceError",
    "OptionError",
    "RulesetError",
    "StateError",
]


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


class StateError(FortuneError):
    """This saved position is damaged, or cannot occur under these options."""


class ChainError(FortuneError):
    """This question has no answer, or none that this machine can hold."""
