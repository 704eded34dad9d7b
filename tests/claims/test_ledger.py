"""The ledger in Markdown: every claim once, with its address, its mark, its sources and its figure."""

from __future__ import annotations

import re

from fortune.claims import CLAIMS, GRADES, VERDICTS, Mathematical, find
from fortune.claims.claim import GAMES
from fortune.claims.ledger import entries, meanings, on_chance, on_past, overview, table
from fortune.claims.trials import Trial
from fortune.result import Result


def trial(key: str) -> Trial:
    return Trial(Result.of(1), f"told of {key}", "modern", "true")


def test_every_claim_stands_in_it_once() -> None:
    whole = "".join(entries(kind(game), trial) for game in GAMES for kind in (on_past, on_chance))
    assert re.findall(r"^\(claim-(.+)\)=$", whole, re.M) == list(CLAIMS)
    for key, claim in CLAIMS.items():
        entry = whole.split(f"(claim-{key})=", 1)[1].split("\n(claim-", 1)[0]
        assert f"{{grade}}`{key}`" in entry
        assert f"{{told}}`{key}`" in entry
        assert f"**{claim.text}.**" in entry
        assert claim.note in entry
        assert claim.unsourced in entry
        assert {source.key for source in claim.sources} <= set(re.findall(r"\{cite\}`([^`]+)`", entry))
        tried = isinstance(claim, Mathematical) and claim.verdict != "not testable"
        assert ("{.finding}\n" + f"Told of {key}. *Exact · modern*" in entry) == tried


def test_who_speaks_against_a_claim_is_said_to() -> None:
    told = entries([find("medieval"), find("pope-1458"), find("templars"), find("wolfe-1597")], trial)
    assert "Claimed in {cite}`S2`; against it {cite}`wikipedia-en`, {cite}`wikipedia-de`. {told}" in told
    assert "Against it: {cite}`hist-games-2000`. {told}" in told
    assert "No witness is known; popular accounts repeat it. {told}" in told
    assert "Source: {cite}`seville-2019`, ch.\N{NO-BREAK SPACE}6. {told}" in told


def test_a_table_has_a_row_for_each_claim_on_the_past() -> None:
    for game in GAMES:
        rows = table(game).splitlines()[3:-1]
        assert [re.findall(r"\{grade\}`([^`]+)`", row) for row in rows] == [[claim.key] for claim in on_past(game)]
        assert all(row.count("|") == 4 for row in rows)


def test_the_overview_counts_them_all() -> None:
    assert sum(int(number) for number in re.findall(r"\| (\d+) (?=\|)", overview())) == len(CLAIMS)


def test_meanings_tell_each_word() -> None:
    told = meanings([*GRADES.items(), *VERDICTS.items()])
    for word, meaning in (*GRADES.items(), *VERDICTS.items()):
        assert f"[{word}]{{.grade .grade-{word.replace(' ', '-')}}}\n: {meaning}\n" in told
