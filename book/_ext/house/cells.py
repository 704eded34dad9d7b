"""How cells are run here, where no reader looks on: what nbclient does otherwise than we want.

nbclient plays the browser's part for ipywidgets' ``Output``: it sends each change back to the kernel, while it waits
for the cell to end. Now and then the wait then misses the end and goes on until the time limit
(github.com/jupyter/nbclient, issue 312). Nobody reads those changes here, so that they are not sent.

A kernel sends what is printed in pieces, as time passes. Where a piece ends is chance, and may be before the end of a
line; so the pieces are put together as they come. (MyST-NB's ``nb_merge_streams`` ends each piece with a new line.)
"""

from __future__ import annotations

from functools import partialmethod

from nbclient import NotebookClient
from nbclient.output_widget import OutputWidget

__all__ = ["run_unread"]


def run_unread() -> None:
    """Have nbclient, in this process, keep the outputs of widgets to itself and join what a cell prints."""
    OutputWidget.sync_state = lambda self: None  # type: ignore[method-assign]
    NotebookClient.__init__ = partialmethod(NotebookClient.__init__, coalesce_streams=True)  # type: ignore[assignment, method-assign]
