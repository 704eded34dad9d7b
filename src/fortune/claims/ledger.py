"""The ledger in MyST Markdown: what a page shows of the claims, made from the claims themselves.

The text is meant for a cell's output that is read as MyST (cell metadata ``mystnb: {markdown_format: myst}``): sources
become citations, and grades and verdicts come by the roles ``{claim}`` and ``{grade}``, which name a claim by its key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from fortune.claims.claim import GAMES, GRADES, VERDICTS, Claim, Historical, Mathematical, Source
from fortune.claims.data import CLAIMS
from fortune.claims.trials import Trial, try_out
from fortune.describe import mark
from fortune.result import Method

__all__ = ["entries", "meanings", "on_chance", "on_past", "overview", "table"]

_KNOWN: Final[Mapping[Method, str]] = {"exact": "Exact", "numeric": "Computed", "simulated": "Simulated"}
"""The book's words for how a figure is known."""


def on_past(game: str) -> list[Historical]:
    """What is said of the past of a game, in the order of the data."""
    return [claim for claim in CLAIMS.values() if claim.game == game and isinstance(claim, Historical)]


def on_chance(game: str) -> list[Mathematical]:
    """What mathematics can test of what is said of a game."""
    return [claim for claim in CLAIMS.values() if claim.game == game and isinstance(claim, Mathematical)]


def meanings(standings: Iterable[tuple[str, str]]) -> str:
    """Grades or verdicts with what they mean, as a definition list."""
    return "\n".join(f"{mark(standing)}\n: {meaning}\n" for standing, meaning in standings)


def entries(claims: Sequence[Claim], trial: Callable[[str], Trial] = try_out) -> str:
    """The claims as entries of the ledger, each with an address of its own, ``#claim-`` and its key."""
    return "::::{div} ledger\n" + "\n".join("\n".join(_entry(claim, trial)) for claim in claims) + "\n::::\n"


def _entry(claim: Claim, trial: Callable[[str], Trial]) -> Iterator[str]:
    yield f"(claim-{claim.key})=\n:::{{div}} claim\n{{grade}}`{claim.key}`{_aside(claim)}\n\n**{claim.text}.**\n"
    if isinstance(claim, Mathematical):
        if claim.verdict != "not testable":
            found = trial(claim.key)
            yield f"{{.finding}}\n{_capital(found.told)}. *{_KNOWN[found.figure.method]} · {found.ruleset}*\n"
        yield f"The test: {claim.measure}\n"
    if claim.note:
        yield f"{claim.note}\n"
    yield f"{_witnesses(claim)} {{told}}`{claim.key}`\n:::\n"


def _aside(claim: Claim) -> str:
    return f" ({claim.aside})" if isinstance(claim, Historical) and claim.aside else ""


def _witnesses(claim: Claim) -> str:
    if claim.unsourced:
        return claim.unsourced
    says, against = ([source for source in claim.sources if source.against is side] for side in (False, True))
    if not against:
        return f"Source: {_cited(says)}."
    if not says:
        return f"Against it: {_cited(against)}."
    return f"Claimed in {_cited(says)}; against it {_cited(against)}."


def _cited(sources: Sequence[Source]) -> str:
    return ", ".join(f"{{cite}}`{source.key}`" + (f", {source.locus}" if source.locus else "") for source in sources)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def table(game: str) -> str:
    """What is said of the past of a game, as a table for its history page."""
    rows = [":::{div} stacked", "| Claim | Grade | Source |", "|---|---|---|"]
    for claim in on_past(game):
        witness = _witnesses(claim).removeprefix("Source: ").removesuffix(".")
        rows.append(f"| {claim.text} | {{grade}}`{claim.key}`{_aside(claim)} | {witness[:1].lower()}{witness[1:]} |")
    return "\n".join([*rows, ":::"]) + "\n"


def overview() -> str:
    """How many claims there are, by game and by grade or verdict, as two tables."""
    kinds = (("Told of the past", GRADES, on_past), ("Put to the test", VERDICTS, on_chance))
    counted = [
        _counted(title, words, {game: [claim.standing for claim in kind(game)] for game in GAMES})
        for title, words, kind in kinds
    ]
    return "\n".join([":::{div} grades-counted", *counted, ":::\n"])


def _counted(title: str, words: Iterable[str], standings: dict[str, list[str]]) -> str:
    rows = [f"| {title} | {' | '.join(GAMES[game].removeprefix('The Game of the ') for game in standings)} |"]
    rows.append("|---|" + "--:|" * len(standings))
    counts = {game: Counter(found) for game, found in standings.items()}
    rows += [f"| {mark(word)} | {' | '.join(str(counts[game][word] or '–') for game in counts)} |" for word in words]
    return "\n".join(rows) + "\n"
