"""Figures that take minutes to work out: kept as JSON in the package that reads them, with a checksum.

A file names the command that makes it again. To read it, the standard library is enough, so that the browser's Python
knows the figures too.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from fortune.errors import FortuneError

__all__ = ["FILE", "Kept"]

FILE = "known.json"
"""The file of a package's figures."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The figures of one package: ``package`` is its name, ``what`` says what they are of, ``command`` makes them."""

    package: str
    what: str
    command: str

    def read(self) -> Mapping[str, Any]:
        """All figures; raises :class:`FortuneError` where they are missing or not those that were written."""
        return _read(self)

    def write(self, figures: Mapping[str, Mapping[str, Any]]) -> int:
        """Keep these figures in the place of the old ones; returns the bytes that they take."""
        module = importlib.import_module(self.package).__file__
        assert module is not None
        text = self.text(figures)
        Path(module).with_name(FILE).write_text(text, encoding="ascii")
        _read.cache_clear()
        return len(text)

    def text(self, figures: Mapping[str, Mapping[str, Any]]) -> str:
        """The file: a line for each entry of each part."""
        parts = [
            f"{json.dumps(part)}:{{\n"
            + ",\n".join(f"{json.dumps(name)}:{_compact(entry)}" for name, entry in entries.items())
            + "\n}"
            for part, entries in figures.items()
        ]
        head = f'"made_by":{json.dumps(self.command)},\n"sha256":"{_digest(figures)}",\n"figures":'
        return "{\n" + head + "{\n" + ",\n".join(parts) + "\n}\n}\n"


@lru_cache
def _read(kept: Kept) -> Mapping[str, Any]:
    # not by its path: in the browser the library is a zip
    try:
        told = json.loads(pkgutil.get_data(kept.package, FILE) or b"")
    except OSError:
        raise FortuneError(f"The figures of {kept.what} are missing; {kept.command} makes them.") from None
    if told["sha256"] != _digest(told["figures"]):
        raise FortuneError(
            f"The figures of {kept.what} were changed since they were made; {kept.command} makes them again."
        )
    figures: Mapping[str, Any] = told["figures"]
    return figures


def _compact(data: object, *, sort: bool = False) -> str:
    return json.dumps(data, separators=(",", ":"), sort_keys=sort)


def _digest(figures: object) -> str:
    return hashlib.sha256(_compact(figures, sort=True).encode("ascii")).hexdigest()
