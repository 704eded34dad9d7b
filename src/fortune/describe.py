"""Options and rulesets told in MyST Markdown, so that a page shows what the game itself knows of its rules.

The text is meant for a cell's output that is read as MyST (cell metadata ``mystnb: {markdown_format: myst}``):
sources become citations of the bibliography, whose keys they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from fortune.options import Dataclass, O, OptionSpec, Ruleset, Value, options_to_json, specs

__all__ = ["cited", "describe_options", "describe_rulesets", "mark"]

_SOURCE = re.compile(r"\b(?:[SX]\d+|mCRL2)\b")


def cited(source: str) -> str:
    """The words of a source with each key in them made a citation.

    >>> cited("S0; X1 doubts it")
    '{cite}`S0`; {cite}`X1` doubts it'
    """
    return _SOURCE.sub(lambda key: f"{{cite}}`{key[0]}`", source)


def mark(word: str) -> str:
    """A word as the small mark by which pages show grades, verdicts and evidence.

    >>> mark("documented")
    '[documented]{.grade .grade-documented}'
    """
    return f"[{word}]{{.grade .grade-{word.replace(' ', '-')}}}"


def describe_options(kind: type[Dataclass]) -> str:
    """Every option of a game as a definition list: its meaning and key, then each value with its source.

    ``kind`` is the dataclass of the game's options. What the project had to decide follows the mark *ours*.
    """
    defaults = options_to_json(kind())
    return "\n".join(_option(name, spec, defaults[name]) for name, spec in specs(kind).items())


def describe_rulesets(rulesets: Mapping[str, Ruleset[O]]) -> str:
    """Every ruleset as a definition list: title, key and evidence, then its note, settings and sources."""
    return "\n".join(_ruleset(ruleset) for ruleset in rulesets.values())


def _option(name: str, spec: OptionSpec, default: int | str) -> str:
    if spec.range:
        allowed = spec.expected().capitalize()
        texts = [f"{allowed}; {default} unless agreed otherwise. {cited(spec.source)}"]
    else:
        runs = _runs(spec.values, default)
        texts = [_value(run[0], default) if len(run) == 1 else _numbers(run) for run in runs]
    return _entry(f"{spec.meaning} `{name}`", texts)


def _runs(values: Iterable[Value], default: int | str) -> list[list[Value]]:
    """The values, each by itself; but plain numbers that one source names stand together, if there are many."""

    def kind(value: Value) -> tuple[bool, str]:
        return value.word.isdecimal() and not value.ours and value.word != default, value.source

    found = []
    for (number, _), run in groupby(values, kind):
        together = list(run)
        found += [together] if number and len(together) > 2 else [[value] for value in together]
    return found


def _numbers(values: Sequence[Value]) -> str:
    told = " ".join(f"`{value.word}` – {value.meaning}" for value in values)
    return f"{told} {cited(values[0].source)}"


def _value(value: Value, default: int | str) -> str:
    word = f"`{value.word}(n)`" if value.counts else f"`{value.word}`"
    usual = [mark("default")] if value.word == default else []
    if value.counts and str(default).startswith(f"{value.word}("):
        usual = [f"{mark('default')} `{default}`"]
    parts = [word, *usual, f"– {value.meaning}", cited(value.source) if value.source != "ours" else ""]
    if value.ours:
        parts += [mark("ours"), cited(value.ours)]
    return " ".join(part for part in parts if part)


def _ruleset(ruleset: Ruleset[O]) -> str:
    settings = ", ".join(f"`{name}={value}`" for name, value in ruleset.settings.items())
    parts = [cited(ruleset.note), settings or "All options at their defaults.", "–", cited(", ".join(ruleset.sources))]
    return _entry(f"{ruleset.title} `{ruleset.key}` {mark(ruleset.evidence)}", [" ".join(parts)])


def _entry(term: str, definitions: Iterable[str]) -> str:
    return term + "\n" + "".join(f": {text}\n" for text in definitions)
