"""Pages tell every option and every ruleset, with every source and every decision of ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fortune.describe import cited, describe_options, describe_rulesets
from fortune.glueckshaus import RULESETS, Options
from fortune.options import specs

ROOT = Path(__file__).resolve().parents[1]
BIBLIOGRAPHY = set(
    re.findall(r"^@\w+\{(.+?),", (ROOT / "book/references.bib").read_text(encoding="utf-8"), flags=re.MULTILINE)
)


def test_every_value_of_every_option_is_told_once_with_its_meaning_and_source() -> None:
    lines = describe_options(Options).splitlines()
    for name, spec in specs(Options).items():
        at = lines.index(f"{spec.meaning} `{name}`")
        for value in spec.values:
            at += 1
            assert value.word in lines[at]
            assert value.meaning in lines[at]
            assert cited(value.source) in lines[at]
            assert cited(value.ours) in lines[at]
            assert ("grade-ours" in lines[at]) == bool(value.ours)
            assert ("grade-default" in lines[at]) == (value is spec.values[0])


def test_a_number_is_told_with_its_range_and_default() -> None:
    text = describe_options(Options)
    assert (
        ": A whole number from 2 to 20; 2 unless agreed otherwise. {cite}`S1`: 2 to 8, a habit and not a limit\n"
        in text
    )


def test_every_ruleset_is_told_with_evidence_settings_and_sources() -> None:
    lines = describe_rulesets(RULESETS).splitlines()
    for ruleset in RULESETS.values():
        at = next(i for i, line in enumerate(lines) if f"`{ruleset.key}`" in line)
        assert f"grade-{ruleset.evidence}" in lines[at]
        assert cited(ruleset.note) in lines[at + 1]
        assert all(f"{{cite}}`{source}`" in lines[at + 1] for source in ruleset.sources)
        assert all(f"`{name}={value}`" in lines[at + 1] for name, value in ruleset.settings.items())


@pytest.mark.parametrize("text", [describe_options(Options), describe_rulesets(RULESETS)], ids=["options", "rulesets"])
def test_every_citation_is_in_the_bibliography(text: str) -> None:
    found = set(re.findall(r"\{cite\}`(.+?)`", text))
    assert found
    assert found <= BIBLIOGRAPHY
