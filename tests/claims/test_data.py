"""Every claim is sound: a source that is listed, a word of the scale, and traces where it must not be stated."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pybtex.database import parse_file

from fortune.claims import CLAIMS, GRADES, VERDICTS, Claim, Historical, Mathematical, Source, find
from fortune.claims.claim import GAMES
from fortune.errors import FortuneError
from tests.claims.prose import ROOT

EACH = pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
LISTED = set(parse_file(str(ROOT / "book/references.bib")).entries)
PAST: dict[str, Any] = {"key": "a-b", "game": "goose", "text": "x", "grade": "attested", "sources": (Source("S0"),)}


@EACH
def test_a_claim_has_a_source_that_is_listed_or_is_speculation_that_says_why_not(claim: Claim) -> None:
    assert {source.key for source in claim.sources} <= LISTED
    if not claim.sources:
        assert claim.standing == "speculation"
        assert claim.unsourced.endswith(".")


@EACH
def test_a_claim_reads_well(claim: Claim) -> None:
    assert claim.text[0].isupper() or claim.text.startswith("*")
    assert not claim.text.endswith(".")
    assert not claim.note or claim.note.endswith(".")
    assert "|" not in claim.text + claim.note, "it stands in a table"


@EACH
def test_what_must_not_be_stated_can_be_traced_and_finds_its_own_words(claim: Claim) -> None:
    if claim.standing in ("refuted", "speculation", "doubtful", "false"):
        assert claim.needs_denial
        assert claim.traces
        assert claim.betrayed_by(claim.text)
    else:
        assert not claim.needs_denial
        assert not claim.traces


def test_a_refuted_claim_has_somebody_against_it() -> None:
    refuted = [claim for claim in CLAIMS.values() if claim.standing == "refuted"]
    assert refuted
    for claim in refuted:
        assert claim.deciding
        assert all(source.against for source in claim.deciding)


def test_all_grades_and_verdicts_and_games_are_in_use() -> None:
    assert {claim.standing for claim in CLAIMS.values()} == {*GRADES, *VERDICTS}
    assert list(dict.fromkeys(claim.game for claim in CLAIMS.values())) == list(GAMES)
    assert all(isinstance(claim, (Historical, Mathematical)) and claim.key == key for key, claim in CLAIMS.items())


def test_no_source_of_the_history_is_left_without_a_claim() -> None:
    history = {key for key in LISTED if not re.fullmatch(r"[SX]\d+", key)}
    further_reading = {"puri"}
    assert history - {source.key for claim in CLAIMS.values() for source in claim.sources} == further_reading


def test_an_unknown_key_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        FortuneError, match=r"There is no claim 'mediaeval'; src/fortune/claims/data\.py holds them all\."
    ):
        find("mediaeval")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"key": "A b"}, "lower-case words joined by hyphens, not 'A b'"),
        ({"game": "chess"}, "one of glueckshaus, goose, tablero, not about 'chess'"),
        ({"sources": ()}, "names its sources, or says why it has none"),
        ({"unsourced": "Nobody."}, "names its sources, or says why it has none"),
        ({"traces": ("(",)}, "no regular expression"),
        ({"grade": "sure"}, "one of attested, probable, doubtful, refuted, speculation, not 'sure'"),
    ],
)
def test_a_claim_that_is_not_sound_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(FortuneError, match=message):
        Historical(**(PAST | change))


def test_a_verdict_that_is_none_is_refused() -> None:
    rest = {name: value for name, value in PAST.items() if name != "grade"}
    with pytest.raises(FortuneError, match="one of true, nearly, false, not testable, not 'maybe'"):
        Mathematical(**(rest | {"measure": "m", "verdict": "maybe"}))
