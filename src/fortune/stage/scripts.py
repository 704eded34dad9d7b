"""What the browser runs, made of the sources beside this file: each stands in the repository once.

The stage is written as modules. A page gets it as one classic script, since browsers load no module from
``file://``; a notebook gets it as one module, since a widget has no place for a second.
"""

from __future__ import annotations

import re
from importlib.resources import files

from fortune import palette

__all__ = ["page_script", "source", "style", "widget_module", "widget_style"]

_IMPORT = re.compile(r"^import .* from \"\./stage\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function )", re.MULTILINE)


def source(name: str) -> str:
    """The text of a file beside this one, such as ``worker.js``."""
    return files("fortune.stage").joinpath(name).read_text(encoding="utf-8")


def page_script() -> str:
    """The stages of a page, as a classic script."""
    return f'"use strict";\n(() => {{\n{_inner()}\n{_IMPORT.sub("", source("page.js"))}}})();\n'


def widget_module() -> str:
    """The stage of a notebook, as one module."""
    return f"{_inner()}\n{_IMPORT.sub('', source('widget.js'))}"


def style() -> str:
    """The stylesheet of the stage; its colours are variables of :func:`fortune.palette.css`."""
    return source("stage.css")


def widget_style() -> str:
    """The stylesheet with the colours, for a notebook, where no page brings them."""
    return palette.css() + style()


def _inner() -> str:
    return _EXPORT.sub("", source("stage.js"))
