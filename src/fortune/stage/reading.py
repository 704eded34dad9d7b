"""What every app reads of links and presses; what cannot be is refused with a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from fortune.errors import StageError, shown

__all__ = ["read_parts", "read_switch"]


def read_parts(data: object, names: Collection[str], what: str) -> Mapping[str, Any]:
    """The saved mapping if it has no parts but these, else :class:`StageError`; ``what`` begins the sentence."""
    if not isinstance(data, Mapping):
        raise StageError(f"{what} is a mapping, not {shown(data)}.")
    for name in data:
        if name not in names:
            raise StageError(f"{what} has no part {shown(name)}.")
    return data


def read_switch(value: object, what: str) -> bool:
    """Yes or no, else :class:`StageError`; ``what`` says of what, as ``The values are shown or not``."""
    if not isinstance(value, bool):
        raise StageError(f"{what}: yes or no, not {shown(value)}.")
    return value
