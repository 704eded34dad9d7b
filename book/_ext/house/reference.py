"""The reference: what autodoc makes of the docstrings.

A docstring names what it speaks of by its short name, ``:class:`DiceError```, as a reader of the source wants it. Here
such a name is looked up among all that the reference holds. It must be the name of one thing alone, or the build
fails as it does for any dead reference.
"""

from __future__ import annotations

import numpy
import scipy.sparse
import sympy
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from fortune import chain
from fortune.goose import solo
from fortune.numeric import Transitions

__all__ = ["find_by_short_name", "register", "without_factories"]

_FOREIGN = r"(anywidget|collections|concurrent|dataclasses|fractions|np|numpy|random|scipy|sp|sympy|t|typing)\..*"
"""Types of other packages: their documentation is on other hosts, and a build asks none."""

_VARIABLES = r"(fortune\..*\.)?(M|Model|O|S)"
"""Type variables, which stand for no one thing."""


def register(app: Sphinx) -> None:
    """Set up autodoc, say which names need no link, and look short names up."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("config-inited", _set_up)
    app.connect("autodoc-process-signature", without_factories)
    app.connect("missing-reference", find_by_short_name)


def _set_up(app: Sphinx, config: Config) -> None:
    config.nitpick_ignore_regex = [*config.nitpick_ignore_regex, ("py:.*", _FOREIGN), ("py:.*", _VARIABLES)]
    # what these modules import for type checkers alone is needed to read their signatures
    vars(chain).update(np=numpy, sp=scipy.sparse, Transitions=Transitions)
    vars(solo).update(sympy=sympy)


def without_factories(
    app: Sphinx, what: str, name: str, found: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """The signature with ``...`` for what a dataclass makes anew each time: Sphinx cannot read ``<factory>``."""
    return (None if signature is None else signature.replace("<factory>", "...")), returned


def find_by_short_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.TextElement
) -> nodes.reference | None:
    """A link to the one thing of this library with this short name, or nothing."""
    if node.get("refdomain") != "py":
        return None
    domain = env.domains["py"]
    assert isinstance(domain, PythonDomain)
    ending = f".{node['reftarget']}"
    found = [name for name, entry in domain.objects.items() if name.endswith(ending) and not entry.aliased]
    if len(found) != 1:
        return None
    entry = domain.objects[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, contnode, found[0])
