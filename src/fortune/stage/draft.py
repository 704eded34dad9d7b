"""The options of a game as controls: what somebody is choosing for the next game.

Each value of a :class:`Draft` is allowed by itself. Whether all of them go together is asked when the game is dealt,
so that a reader can get from one good set to another over one that is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from fortune.errors import OptionError, shown
from fortune.options import (
    NO_RULES,
    Counted,
    O,
    OptionSpec,
    Ruleset,
    Value,
    find_ruleset,
    find_spec,
    options_from_json,
    options_to_json,
    specs,
)
from fortune.stage.protocol import Control, NumberField, Select

__all__ = ["Draft"]

OWN = "own"
_FEW = 8
"""The most players that a page offers; more can be asked for."""
Word = int | str


@dataclass(frozen=True)
class Draft(Generic[O]):
    """A value for each option, as numbers and words."""

    rulesets: Mapping[str, Ruleset[O]]
    words: Mapping[str, Word]

    @classmethod
    def of(cls, rulesets: Mapping[str, Ruleset[O]], options: O) -> Draft[O]:
        """The draft that says what these options are."""
        return cls(rulesets, options_to_json(options))

    @classmethod
    def load(cls, rulesets: Mapping[str, Ruleset[O]], data: object) -> Draft[O]:
        """The draft from :meth:`save`; raises :class:`OptionError` for a value that is not allowed."""
        if not isinstance(data, Mapping):
            raise OptionError("options", f"Options are a mapping from names to values, not {shown(data)}.")
        kinds = _kinds(rulesets)
        draft, several = cls.of(rulesets, kinds[0]()), len(kinds) > 1
        if several and "ruleset" in data:
            draft = cls.of(rulesets, find_ruleset(rulesets, data["ruleset"]).kind())
        for name, value in data.items():
            if not (several and name == "ruleset"):
                draft = draft.set(name, value)
        return draft

    @property
    def kind(self) -> type[O]:
        """The options' class. Where rulesets are of several, it is that with the names of these values."""
        return next(kind for kind in _kinds(self.rulesets) if specs(kind).keys() == self.words.keys())

    @property
    def players(self) -> int:
        """How many play. A game whose options do not say so is one for two."""
        return int(self.words.get("players", 2))

    @property
    def options(self) -> O:
        """The options, if these values go together; else :class:`OptionError`."""
        return options_from_json(self.kind, self.words)

    def save(self) -> dict[str, Word]:
        """The values that differ from the game's defaults; a ruleset, too, where that says which options there are."""
        kind, kinds = self.kind, _kinds(self.rulesets)
        usual = options_to_json(kind())
        data = {name: word for name, word in self.words.items() if word != usual[name]}
        if kind is not kinds[0]:
            data["ruleset"] = next(key for key, ruleset in self.rulesets.items() if ruleset.kind is kind)
        return data

    def change(self, do: str, value: object) -> Draft[O]:
        """The draft after one of its controls was used; raises :class:`FortuneError` where that cannot be."""
        kind, _, name = do.partition(".")
        if kind == "ruleset":
            return self._adopt(value)
        spec = specs(self.kind).get(name)
        if kind == "count" and spec is not None:
            here = spec.read(self.words[name])
            if not isinstance(here, Counted):
                raise OptionError(name, f"{name}={self.words[name]} takes no number.")
            value = f"{here.word}({value})" if type(value) is int else value
        elif spec is not None and isinstance(value, str):
            found = _value(spec, value)
            value = f"{value}({self._usual_count(name, found)})" if found and found.counts else value
        return self.set(name, value)

    def set(self, name: object, value: Any) -> Draft[O]:
        """One option with another value, as JSON knows it; raises :class:`OptionError` where it is not allowed."""
        spec, name = find_spec(self.kind, name), str(name)
        number = spec.range is not None
        read = value if number else spec.read(value)
        if not spec.allows(read):
            raise spec.refusal(name, shown(value))
        return replace(self, words={**self.words, name: read if isinstance(read, int) else str(read)})

    def controls(self) -> tuple[Control, ...]:
        """The ruleset, then every option, with what each value means and who says so."""
        key = next((key for key in self.rulesets if self._adopt(key).words == self.words), OWN)
        choices = [(ruleset.key, ruleset.title) for ruleset in self.rulesets.values()]
        note = f"{self.rulesets[key].note} {_by(*self.rulesets[key].sources)}" if key != OWN else "Chosen one by one."
        if key == OWN:
            choices.append((OWN, "Your own rules"))
        controls: list[Control] = [Select("ruleset", "Ruleset", key, tuple(choices), note)]
        for name, spec in specs(self.kind).items():
            controls.extend(self._control(name, spec))
        return tuple(controls)

    def _control(self, name: str, spec: OptionSpec) -> tuple[Control, ...]:
        word, label = self.words[name], spec.meaning.removesuffix(".")
        if spec.range is not None:
            assert isinstance(word, int)
            low, high = spec.range
            high = max(_FEW, word) if name == "players" else high
            return (NumberField(f"option.{name}", label, word, low, high, _by(spec.source)),)
        here = spec.read(word)
        value = _value(spec, here.word if isinstance(here, Counted) else str(here))
        assert value is not None
        ours = f" Ours: {value.ours}" if value.ours else ""
        choices = tuple((v.word, f"{v.word.replace('_', ' ')}: {v.meaning}") for v in spec.values)
        hint = f"{value.meaning} {_by(value.source)}{ours}"
        chosen = Select(f"option.{name}", label, value.word, choices, hint)
        if not isinstance(here, Counted) or value.counts is None:
            return (chosen,)
        return chosen, NumberField(f"count.{name}", f"How many {value.word}", here.count, *value.counts)

    def _adopt(self, key: object) -> Draft[O]:
        if key == OWN:
            return self
        own = options_to_json(find_ruleset(self.rulesets, key).options())
        return replace(
            self, words=own | {name: self.words[name] for name in NO_RULES if name in own and name in self.words}
        )

    def _usual_count(self, name: str, value: Value) -> int:
        """The number that a ruleset has with this word, the first that has it; else the smallest."""
        for ruleset in self.rulesets.values():
            here = getattr(ruleset.options(), name, None)
            if isinstance(here, Counted) and here.word == value.word:
                return here.count
        return value.counts[0] if value.counts else 1


def _kinds(rulesets: Mapping[str, Ruleset[O]]) -> list[type[O]]:
    """The classes of options, each once, that of the first ruleset first."""
    return list(dict.fromkeys(ruleset.kind for ruleset in rulesets.values()))


def _value(spec: OptionSpec, word: str) -> Value | None:
    return next((value for value in spec.values if value.word == word), None)


def _by(*sources: str) -> str:
    """Who says so, in brackets, as a page names its sources."""
    return f"({', '.join(sources)})"
