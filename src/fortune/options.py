"""Options and rulesets: how a game says what can be chosen, and who says so.

Each game keeps its options in one frozen dataclass. Every field is made by :func:`whole_number` or
:func:`choice` and carries what the site, the command line and the error messages need to know of it: the
values, the meaning of each, its source. :func:`check` is called from ``__post_init__``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from fortune.errors import OptionError, RulesetError, shown

__all__ = [
    "NO_RULES",
    "Counted",
    "Dataclass",
    "Evidence",
    "OptionSpec",
    "Ruleset",
    "Value",
    "by_key",
    "check",
    "choice",
    "closest",
    "find_ruleset",
    "find_spec",
    "is_default",
    "options_from_json",
    "options_to_json",
    "specs",
    "whole_number",
    "with_words",
]

NO_RULES = ("players", "chips")
"""Options that are no rules: a ruleset leaves them as they are."""

Evidence = Literal["documented", "reconstructed", "modern"]
"""How well a ruleset is attested: a rule text says so, it is our reading of an unclear one, or it is of today."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An option's value that carries a number, such as ``kings(2)``."""

    word: str
    count: int

    def __str__(self) -> str:
        return f"{self.word}({self.count})"


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option: the word for it, what it means, who says so.

    ``counts`` is given where the word takes a number, as the smallest and the largest allowed.
    ``ours`` says what the project had to decide because no source does.
    """

    word: str
    meaning: str
    source: str
    ours: str = ""
    counts: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """All that is known of one option: its values or its range, its meaning, its source."""

    meaning: str
    source: str
    values: tuple[Value, ...] = ()
    range: tuple[int, int] | None = None

    def expected(self) -> str:
        """The allowed values in words."""
        if self.range is not None:
            return f"a whole number from {self.range[0]} to {self.range[1]}"
        words = [f"{v.word}(n) with n from {v.counts[0]} to {v.counts[1]}" if v.counts else v.word for v in self.values]
        return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]

    def allows(self, value: object) -> bool:
        """Whether this is one of the values."""
        if self.range is not None:
            return type(value) is int and self.range[0] <= value <= self.range[1]
        if isinstance(value, Counted):
            return any(
                v.word == value.word
                and v.counts is not None
                and type(value.count) is int
                and v.counts[0] <= value.count <= v.counts[1]
                for v in self.values
            )
        return isinstance(value, str) and any(v.word == value and v.counts is None for v in self.values)

    def refusal(self, name: str, given: str) -> OptionError:
        """The error for an option of this name that was given what is not allowed."""
        return OptionError(name, f"{name} must be {self.expected()} ({self.source}), not {given}.")

    def read(self, text: object) -> object:
        """The value that a word, as typed or as stored, stands for; what it cannot read it gives back."""
        if type(text) is int and any(v.word.isdecimal() and int(v.word) == text for v in self.values):
            return str(text)  # the number of a square
        if not isinstance(text, str):
            return text
        text = text.strip()
        if self.range is not None:
            return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text
        counted = re.fullmatch(r"([a-z_]+)\s*\(\s*([0-9]{1,9})\s*\)", text)
        return Counted(counted[1], int(counted[2])) if counted else text


def whole_number(default: int, low: int, high: int, meaning: str, source: str) -> Any:
    """A dataclass field for a whole number from ``low`` to ``high``."""
    return field(default=default, metadata={"spec": OptionSpec(meaning, source, range=(low, high))})


def choice(meaning: str, source: str, *values: Value, default: Counted | None = None) -> Any:
    """A dataclass field for one of several values; the first is the default, with its number where it takes one."""
    first = values[0].word if default is None else default
    return field(default=first, metadata={"spec": OptionSpec(meaning, source, values)})


class Dataclass(Protocol):
    """Any dataclass: the options of some game."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


O = TypeVar("O", bound=Dataclass)  # noqa: E741 - the options of one game


def specs(options: O | type[O]) -> dict[str, OptionSpec]:
    """Each option of a game with what is known of it, in order."""
    return {f.name: f.metadata["spec"] for f in dataclasses.fields(options)}


def find_spec(options: Dataclass | type[Dataclass], name: object) -> OptionSpec:
    """What is known of the option with this name, or :class:`OptionError` with the names there are."""
    known = specs(options)
    if not isinstance(name, str) or name not in known:
        raise OptionError(str(name), f"There is no option {shown(name)}: the options are {', '.join(known)}.")
    return known[name]


def check(options: Dataclass) -> None:
    """Raise :class:`OptionError` for the first option whose value is not allowed.

    A value that carries a number may be given as a word, ``"kings(2)"``, and a word that is a number as that number;
    it is then replaced by what is meant.
    """
    for name, spec in specs(options).items():
        value = getattr(options, name)
        read = spec.read(value)
        if isinstance(read, Counted) or (type(value) is int and isinstance(read, str)):
            value = read
            object.__setattr__(options, name, read)
        if not spec.allows(value):
            counted = isinstance(value, Counted) and isinstance(value.word, str)
            given = f"{value.word}({shown(value.count)})" if counted else shown(value)
            raise spec.refusal(name, given)


def is_default(options: Dataclass, name: str) -> bool:
    """Whether this option has its default value."""
    return bool(getattr(options, name) == type(options).__dataclass_fields__[name].default)


def with_words(options: O, settings: Mapping[str, object]) -> O:
    """The options with some changed; values may be words, as on the command line: ``{"end": "kings(2)"}``.

    Raises :class:`OptionError` for an unknown option or a value that is not allowed.
    """
    read = {name: find_spec(options, name).read(value) for name, value in settings.items()}
    return dataclasses.replace(options, **read)


def options_to_json(options: Dataclass) -> dict[str, int | str]:
    """The options as JSON knows them: numbers and words."""
    found = {name: getattr(options, name) for name in specs(options)}
    return {name: value if isinstance(value, int) else str(value) for name, value in found.items()}


def options_from_json(kind: type[O], data: object) -> O:
    """The options from :func:`options_to_json`; an option left out has its default.

    Raises :class:`OptionError` where the data is not such a mapping or a value is not allowed.
    """
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise OptionError("options", f"Options are a mapping from names to values, not {shown(data)}.")
    known = specs(kind)
    for name, value in data.items():
        if name in known and known[name].range is not None and type(value) is not int:
            raise OptionError(name, f"{name} must be {known[name].expected()}, not {shown(value)}.")
    return with_words(kind(), data)


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[O]):
    """A named set of options, with how well it is attested and by whom."""

    key: str
    title: str
    settings: Mapping[str, object]
    evidence: Evidence
    sources: tuple[str, ...]
    note: str
    kind: type[O]

    @classmethod
    def of(
        cls, kind: type[O], key: str, title: str, evidence: Evidence, sources: str, note: str, **settings: object
    ) -> Ruleset[O]:
        """The ruleset as the games write it down: its sources as one text, its settings as keywords."""
        return cls(key, title, MappingProxyType(settings), evidence, tuple(sources.split()), note, kind)

    def options(self, **settings: object) -> O:
        """The options of this ruleset, with some changed: ``options(players=4, chips=5)``."""
        return with_words(self.kind(), {**self.settings, **settings})

    def label(self, options: O) -> str:
        """How a figure names its rules: this ruleset's key, and each rule that differs from it.

        The number of players and the chips are no rules and are not named.
        """
        own = options_to_json(self.options())
        given = options_to_json(options)
        changed = [f"{k}={v}" for k, v in given.items() if v != own[k] and k not in NO_RULES]
        return self.key + (" with " + ", ".join(changed) if changed else "")


def by_key(*rulesets: Ruleset[O]) -> Mapping[str, Ruleset[O]]:
    """Rulesets by their keys, in this order."""
    return MappingProxyType({ruleset.key: ruleset for ruleset in rulesets})


def closest(rulesets: Mapping[str, Ruleset[O]], options: O) -> Ruleset[O]:
    """The ruleset that these options are, or else the one that the fewest of them differ from."""
    given = options_to_json(options)

    def changes(ruleset: Ruleset[O]) -> int:
        own = options_to_json(ruleset.options())
        return sum(own[name] != value for name, value in given.items() if name not in NO_RULES)

    return min((ruleset for ruleset in rulesets.values() if ruleset.kind is type(options)), key=changes)


def find_ruleset(rulesets: Mapping[str, Ruleset[O]], key: object) -> Ruleset[O]:
    """The ruleset with this key, or :class:`RulesetError` with the keys there are."""
    if not isinstance(key, str) or key not in rulesets:
        raise RulesetError(f"There is no ruleset {shown(key)}: the rulesets are {', '.join(rulesets)}.")
    return rulesets[key]
