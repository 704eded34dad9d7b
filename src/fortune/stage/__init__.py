"""The stage: interactive apps that run in a notebook's kernel, in the browser's own Python, and in tests."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["show"]


def show(app: str, **options: Any) -> Any:
    """The app with this name, started with its own ``options``: a widget in a notebook, HTML in the book's pages.

    The build of the book sets the variable ``FORTUNE_BOOK`` for its kernels. Raises :class:`StageError` where there is
    no such app, or where it refuses the options.
    """
    if os.environ.get("FORTUNE_BOOK"):
        from fortune.stage.page import embed

        return embed(app, **options)
    from fortune.stage.widget import Stage

    return Stage(app, **options)
