"""Pages tell every option and every ruleset, with every source and every decision of ours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fortune import glueckshaus, goose, tablero
from fortune.describe import cited, describe_options, describe_rulesets
from fortune.options import options_to_json, specs

ROOT = Path(__file__).resolve().parents[1]
BIBLIOGRAPHY = set(
    re.findall(r"^@\w+\{(.+?),", (ROOT / "book/references.bib").read_text(encoding="utf-8"), flags=re.MULTILINE)
)
KINDS = pytest.mark.parametrize(
    "kind",
    [glueckshaus.Options, goose.Options, tablero.GucciOptions, tablero.JesusOptions],
    ids=lambda kind: f"{kind.__module__}.{kind.__name__}",
)
GAMES = pytest.mark.parametrize(
    "game", [glueckshaus, goose, tablero], ids=lambda game: game.__name__.rpartition(".")[2]
)


@KINDS
def test_every_value_of_every_option_is_told_once_with_its_meaning_and_source(kind: Any) -> None:
    lines = describe_options(kind).splitlines()
    defaults = options_to_json(kind())
    for name, spec in specs(kind).items():
        at = lines.index(f"{spec.meaning} `{name}`")
        for value in spec.values:
            # many numbers stand together in one line
            at += f"`{value.word}` – " not in lines[at]
            assert f"`{value.word}" in lines[at]
            assert value.meaning in lines[at]
            assert cited(value.source) in lines[at]
            assert cited(value.ours) in lines[at]
            assert ("grade-ours" in lines[at]) == bool(value.ours)
            default = str(defaults[name])
            assert ("grade-default" in lines[at]) == (value is spec.values[0])
            assert "grade-default" not in lines[at] or default == value.word or f"`{default}`" in lines[at]


@KINDS
def test_a_number_is_told_with_its_range_and_default(kind: Any) -> None:
    text = describe_options(kind)
    for name, spec in specs(kind).items():
        if spec.range:
            low, high = spec.range
            usual = options_to_json(kind())[name]
            told = f": A whole number from {low} to {high}; {usual} unless agreed otherwise. {cited(spec.source)}\n"
            assert f"{spec.meaning} `{name}`\n{told}" in text


@GAMES
def test_every_ruleset_is_told_with_evidence_settings_and_sources(game: Any) -> None:
    lines = describe_rulesets(game.RULESETS).splitlines()
    for ruleset in game.RULESETS.values():
        at = next(i for i, line in enumerate(lines) if f"`{ruleset.key}`" in line)
        assert f"grade-{ruleset.evidence}" in lines[at]
        assert cited(ruleset.note) in lines[at + 1]
        assert all(f"{{cite}}`{source}`" in lines[at + 1] for source in ruleset.sources)
        assert all(f"`{name}={value}`" in lines[at + 1] for name, value in ruleset.settings.items())


@GAMES
def test_every_citation_is_in_the_bibliography(game: Any) -> None:
    kinds = {ruleset.kind for ruleset in game.RULESETS.values()}
    for text in (*map(describe_options, kinds), describe_rulesets(game.RULESETS)):
        found = set(re.findall(r"\{cite\}`(.+?)`", text))
        assert found
        assert found <= BIBLIOGRAPHY
