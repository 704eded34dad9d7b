"""What a claim is: a statement, who makes it, and how well it stands.

There are two kinds. A claim about the past has a *grade*, which says how good the evidence is. A claim that mathematics
can test has a *verdict*, which follows from a figure (:mod:`fortune.claims.trials`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from fortune.errors import FortuneError

__all__ = ["GAMES", "GRADES", "VERDICTS", "Claim", "Grade", "Historical", "Mathematical", "Source", "Verdict"]

Grade = Literal["attested", "probable", "doubtful", "refuted", "speculation"]
Verdict = Literal["true", "nearly", "false", "not testable"]

GRADES: Final[Mapping[Grade, str]] = MappingProxyType(
    {
        "attested": "A dated object or document says so, or a scholar who cites one.",
        "probable": "We have it second-hand, and it agrees with the rest of what we know.",
        "doubtful": "Somebody claims it. We have seen no evidence.",
        "refuted": "There is evidence, and it says the opposite.",
        "speculation": "It is told, and we know of no witness at all, not even a bad one.",
    }
)
"""What each grade means, the surest first."""

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        "true": "The rules, asked, say the same.",
        "nearly": "It holds in part, or for some tables and not for others. The entry says which.",
        "false": "The rules, asked, say something else.",
        "not testable": "No reckoning can decide it.",
    }
)
"""What each verdict means."""

GAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"glueckshaus": "Glückshaus", "goose": "The Game of the Goose", "tablero": "Tablero"}
)

_QUESTION: Final = re.compile(r"[^.!?:]*\?")
_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Source:
    """One who speaks to a claim: a key of ``book/references.bib``, and where in it, as far as that is known.

    ``against``: it speaks against the claim.
    """

    key: str
    locus: str = ""
    against: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement, as a sentence in MyST Markdown without its full stop.

    ``note``: what narrows it, or how it was found out. ``traces``: regular expressions that betray the claim in prose;
    a paragraph that one of them finds must name the claim. ``unsourced`` says why there is no source, where there is
    none. Raises :class:`FortuneError` for a key that no address can hold, a game that is none, a claim
    without a word on its source, or a trace that is no regular expression.
    """

    key: str
    game: str
    text: str
    sources: tuple[Source, ...] = ()
    unsourced: str = ""
    note: str = ""
    traces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise FortuneError(f"The key of a claim is lower-case words joined by hyphens, not {self.key!r}.")
        if self.game not in GAMES:
            raise FortuneError(f"The claim {self.key} is about one of {', '.join(GAMES)}, not about {self.game!r}.")
        if bool(self.sources) == bool(self.unsourced):
            raise FortuneError(
                f"The claim {self.key} names its sources, or says why it has none: the one or the other."
            )
        for trace in self.traces:
            try:
                re.compile(trace)
            except re.error as error:
                raise FortuneError(f"A trace of the claim {self.key} is no regular expression: {error}.") from error

    @property
    def standing(self) -> Grade | Verdict:
        """Its grade or its verdict, as one word for both."""
        raise NotImplementedError

    @property
    def deciding(self) -> tuple[Source, ...]:
        """The sources to name where the claim is told: all, or those against it where they have the better of it."""
        against = tuple(source for source in self.sources if source.against)
        return against if against and self.standing == "refuted" else self.sources

    @property
    def needs_denial(self) -> bool:
        """Whether the book must not state it as a fact."""
        return self.standing in ("doubtful", "refuted", "speculation", "false")

    def betrayed_by(self, text: str) -> bool:
        """Whether this text speaks of the claim, as far as its traces tell; upper and lower case are alike.

        Who asks does not claim: sentences that end with a question mark are left out.
        """
        plain = _QUESTION.sub("", " ".join(text.split()))
        return any(re.search(trace, plain, re.IGNORECASE) for trace in self.traces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Historical(Claim):
    """A claim about the past. ``aside`` stands behind its grade: ``the name; the board is unproven``."""

    grade: Grade
    aside: str = ""

    def __post_init__(self) -> None:
        Claim.__post_init__(self)
        if self.grade not in get_args(Grade):
            raise FortuneError(f"The grade of {self.key} is one of {', '.join(GRADES)}, not {self.grade!r}.")

    @property
    def standing(self) -> Grade:
        """Its grade."""
        return self.grade


@dataclass(frozen=True, slots=True, kw_only=True)
class Mathematical(Claim):
    """A claim for mathematics. ``measure``: what it is held to, and how a loose word in it was read, which is ours."""

    verdict: Verdict
    measure: str

    def __post_init__(self) -> None:
        Claim.__post_init__(self)
        if self.verdict not in get_args(Verdict):
            raise FortuneError(f"The verdict on {self.key} is one of {', '.join(VERDICTS)}, not {self.verdict!r}.")

    @property
    def standing(self) -> Verdict:
        """Its verdict."""
        return self.verdict
