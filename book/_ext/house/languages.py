"""Words of other languages, each marked as such, so that a screen reader says them as they are said.

In the glossary the role ``{names}`` lists what a thing is called: ``{names}`de Brücke, fr pont, ru -```. Languages
come in one order, and a dash says that we know of no name. In a text ``[Gänsespiel]{.language-de}`` is enough.
"""

from __future__ import annotations

from docutils import nodes
from docutils.parsers.rst.states import Inliner
from sphinx.application import Sphinx

__all__ = ["LANGUAGES", "names_role", "register", "split_names"]

LANGUAGES = {"de": "German", "fr": "French", "it": "Italian", "es": "Spanish", "ru": "Russian"}
"""The languages of the glossary besides English, in their order."""


def split_names(text: str) -> dict[str, str]:
    """The name in each language, ``-`` where there is none; raises :class:`ValueError` if one is left out.

    >>> split_names("de Gans, fr oie, it oca, es oca, ru -")["ru"]
    '-'
    """
    names = {}
    for part in text.split(","):
        language, _, name = part.strip().partition(" ")
        names[language] = name.strip()
    if list(names) != list(LANGUAGES) or not all(names.values()):
        raise ValueError(f"expected a name or a dash for {', '.join(LANGUAGES)}, in this order, and not “{text}”")
    return names


def names_role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Inliner, options: object = None, content: object = ()
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """A line of names, each with its language before it."""
    try:
        names = split_names(text)
    except ValueError as error:
        return [], [inliner.reporter.error(str(error), line=lineno)]
    line = nodes.inline(classes=["names"])
    for language, word in names.items():
        label = nodes.abbreviation("", language, explanation=LANGUAGES[language])
        known = word != "-"
        said = nodes.inline("", word if known else "–", classes=[f"language-{language}"] if known else ["no-name"])
        line += nodes.inline("", "", label, nodes.Text("\u00a0"), said, classes=["name"])
        line += nodes.Text(" ")
    return [line], []


def register(app: Sphinx) -> None:
    """Offer the role."""
    app.add_role("names", names_role)
