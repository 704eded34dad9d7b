"""Cells with widgets, run without a reader.

nbclient, which runs the cells, plays the browser's part for ipywidgets' ``Output``: it sends each change back to the
kernel, while it waits for the cell to end. Now and then the wait then misses the end and goes on until the time limit
(github.com/jupyter/nbclient, issue 312). Nobody reads those changes here, so that they are not sent.
"""

from __future__ import annotations

from nbclient.output_widget import OutputWidget

__all__ = ["keep_quiet"]


def keep_quiet() -> None:
    """Have nbclient keep the outputs of widgets to itself, in this process."""
    OutputWidget.sync_state = lambda self: None  # type: ignore[method-assign]
