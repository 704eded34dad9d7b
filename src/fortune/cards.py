"""Rule cards: a ruleset on one page, to lie on the table.

Each game makes its own (``card.py``). What a value of an option means is said by the option itself, as on the rules
pages; a card only says it without the choice that has been made already.
"""

from __future__ import annotations

from dataclasses import dataclass

from fortune.options import Counted, Dataclass, Value, specs

__all__ = ["Card", "chosen", "lowered", "meaning"]

_SAME = "The same, but"
"""How a value begins that is the first one with an exception."""

_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Card:
    """A ruleset on one page.

    ``need`` is what must be on the table; ``setup`` how to begin, step by step; ``rows`` what comes up and what it
    does; ``end`` when it is over and who has won, in sentences. ``note`` is what the ruleset says of itself;
    ``sources`` are keys of the bibliography.
    """

    title: str
    key: str
    evidence: str
    note: str
    sources: tuple[str, ...]
    need: str
    setup: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    end: tuple[str, ...]


def chosen(options: Dataclass, name: str) -> Value:
    """What is known of the value that this option has; the option is a choice of several."""
    given = getattr(options, name)
    word = given.word if isinstance(given, Counted) else str(given)
    return next(value for value in specs(options)[name].values if value.word == word)


def meaning(options: Dataclass, name: str, *, ours: bool = True) -> str:
    """What this option's value means, its number put in; with what the project decided (``ours``) behind it.

    >>> from fortune.glueckshaus import ruleset
    >>> meaning(ruleset("two_kings").options(), "end", ours=False)
    'After the second king. The biggest pile wins.'
    """
    value, given = chosen(options, name), getattr(options, name)
    text = value.meaning
    if text.startswith(_SAME):
        text = f"{specs(options)[name].values[0].meaning.rstrip('.')}, but{text.removeprefix(_SAME)}"
    if isinstance(given, Counted):
        ordinal = _ORDINALS[given.count] if given.count < len(_ORDINALS) else f"{given.count}th"
        text = text.replace("n-th", ordinal).replace(" n ", f" {given.count} ")
    return f"{text} {value.ours}" if ours and value.ours else text


def lowered(text: str) -> str:
    """A sentence to stand behind a colon or within another: its first letter small.

    >>> lowered("To the first square.")
    'to the first square.'
    """
    return text[:1].lower() + text[1:]
