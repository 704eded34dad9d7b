"""The claims of the book: what is said of the games, by whom, and how well it stands.

``claim.py`` says what a claim is, ``data.py`` holds them all, ``trials.py`` puts to the test what can be tested, and
``ledger.py`` tells them in Markdown. Pages name a claim by its key and have its grade or verdict, and its sources, from
here: the roles ``{claim}`` and ``{grade}`` of ``book/_ext/house/claims.py``.
"""

from fortune.claims.claim import GRADES, VERDICTS, Claim, Grade, Historical, Mathematical, Source, Verdict
from fortune.claims.data import CLAIMS, find

__all__ = [
    "CLAIMS",
    "GRADES",
    "VERDICTS",
    "Claim",
    "Grade",
    "Historical",
    "Mathematical",
    "Source",
    "Verdict",
    "find",
]
