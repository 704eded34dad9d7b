"""Grades, verdicts and their sources on the pages, from the one list of claims that the library holds.

The role ``{claim}`medieval``` sets the mark of that claim, which leads to its entry in the ledger, and cites its
sources. ``{grade}`medieval``` sets the mark alone. So no page writes a grade by hand, and a claim keeps its grade
wherever it appears. In the ledger, ``{told}`medieval``` lists the pages that name the claim. A key that is none is a
warning, which ends the build.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinxcontrib.bibtex.roles import CiteRole

from fortune.claims import Claim, find
from fortune.errors import FortuneError

__all__ = ["LEDGER", "Mark", "Told", "register"]

LEDGER = "book/appendix/claims"
"""The page that has an entry for every claim."""

_log = logging.getLogger(__name__)


class told_in(nodes.Inline, nodes.Element):  # noqa: N801 - docutils names its nodes so
    """Stands for the pages that name a claim, until all pages are read."""


class to_ledger(nodes.Inline, nodes.TextElement):  # noqa: N801
    """A mark that will lead to its entry. A cross-reference of Sphinx's would make plain text of the mark."""


def register(app: Sphinx) -> None:
    """Offer the roles, and remember which page names which claim."""
    app.add_node(told_in)
    app.add_node(to_ledger)
    app.add_role("claim", Mark(cites=True))
    app.add_role("grade", Mark(cites=False))
    app.add_role("told", Told())
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _outdated)
    app.connect("doctree-resolved", _fill_in)


def _named(env: BuildEnvironment) -> dict[str, list[str]]:
    """The keys of the claims that each page names, in the order of the page."""
    if not hasattr(env, "house_claims"):
        env.house_claims = {}  # type: ignore[attr-defined]
    named: dict[str, list[str]] = env.house_claims  # type: ignore[attr-defined]
    return named


class _OfClaim(SphinxRole):
    """A role whose text is the key of a claim."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """What stands for the claim; nothing but a warning where there is none."""
        try:
            claim = find(self.text)
        except FortuneError as error:
            _log.warning("%s", error, location=self.get_location(), type="house", subtype="claims")
            return [], []
        return self.of(claim), []

    def of(self, claim: Claim) -> list[nodes.Node]:
        """What the role makes of its claim."""
        raise NotImplementedError


class Mark(_OfClaim):
    """The mark of a claim, with or without its sources."""

    def __init__(self, *, cites: bool) -> None:
        super().__init__()
        self.cites = cites

    def of(self, claim: Claim) -> list[nodes.Node]:
        """A link to the entry of the ledger, but in the ledger itself; then the citations."""
        standing = claim.standing
        mark = nodes.inline(standing, standing, classes=["grade", f"grade-{standing.replace(' ', '-')}"])
        if self.env.docname == LEDGER:
            return [mark, *(self.citations(claim) if self.cites else ())]
        named = _named(self.env).setdefault(self.env.docname, [])
        if claim.key not in named:
            named.append(claim.key)
            mark["ids"].append(f"told-{claim.key}")
        link = to_ledger("", "", mark, key=claim.key)
        return [link, *(self.citations(claim) if self.cites else ())]

    def citations(self, claim: Claim) -> list[nodes.Node]:
        """What the role of sphinxcontrib-bibtex makes of the sources that decide."""
        keys = ",".join(source.key for source in claim.deciding)
        if not keys:
            return []
        made, _ = CiteRole()("cite:p", f"{{cite}}`{keys}`", keys, self.lineno, self.inliner)
        return [nodes.Text(" "), *made]


class Told(_OfClaim):
    """The pages that name a claim."""

    def of(self, claim: Claim) -> list[nodes.Node]:
        """A place for them."""
        return [told_in(key=claim.key)]


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _named(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment) -> None:
    _named(env).update({name: keys for name, keys in _named(other).items() if name in docnames})


def _outdated(app: Sphinx, env: BuildEnvironment) -> Sequence[str]:
    """The ledger is written anew in each build, for any page may name other claims now."""
    return [LEDGER] if LEDGER in env.found_docs else []


def _fill_in(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Make links of what stands for them."""
    for mark in list(doctree.findall(to_ledger)):
        address = f"{app.builder.get_relative_uri(docname, LEDGER)}#claim-{mark['key']}"
        mark.replace_self(nodes.reference("", "", *mark.children, refuri=address, internal=True))
    for place in list(doctree.findall(told_in)):
        place.replace_self(_pages(app, docname, place["key"]))


def _pages(app: Sphinx, docname: str, key: str) -> list[nodes.Node]:
    """Links to the pages that name a claim, in the order of the book."""
    order = list(app.env.collect_relations())
    named = [page for page, keys in _named(app.env).items() if key in keys]
    links: list[nodes.Node] = []
    for page in sorted(named, key=lambda page: order.index(page) if page in order else len(order)):
        links.append(nodes.Text(" · " if links else "Told in: "))
        address = f"{app.builder.get_relative_uri(docname, page)}#told-{key}"
        links.append(nodes.reference("", app.env.titles[page].astext(), refuri=address, internal=True))
    return links
