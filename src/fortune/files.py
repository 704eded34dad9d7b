"""Files of the library that are too large to go along with every page: in the browser they are fetched when asked for.

Outside the browser they lie beside their module, as in any package.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable

from fortune.errors import FortuneError

__all__ = ["LARGE", "fetch_by", "read"]

LARGE = "*.bin"
"""Which files of the library these are."""

_fetch: Callable[[str], bytes] | None = None


def fetch_by(fetch: Callable[[str], bytes] | None) -> None:
    """Say how a file is fetched by its place in the library, such as ``tablero/next_line.bin``; the browser does."""
    global _fetch
    _fetch = fetch


def read(place: str) -> bytes:
    """The file at this place in the library; raises :class:`FortuneError` where it cannot be had."""
    folder, _, name = place.rpartition("/")
    try:
        data = pkgutil.get_data(f"fortune.{folder.replace('/', '.')}", name)
    except OSError:
        data = None
    if data is None and _fetch is not None:
        try:
            data = _fetch(place)
        except Exception as error:
            raise FortuneError(
                f"The file {name} could not be fetched, and without it this cannot be done. Perhaps the network or a "
                "filter is in the way."
            ) from error
    if data is None:
        raise FortuneError(f"The file {name} is missing from this copy of the library.")
    return data
