"""Large files of the library: beside their module, or fetched in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fortune import files
from fortune.errors import FortuneError
from tests.helpers import is_sentence

TABLE = "tablero/next_line.bin"


@pytest.fixture(autouse=True)
def no_fetching_left() -> Iterator[None]:
    yield
    files.fetch_by(None)


def test_a_file_lies_beside_its_module() -> None:
    assert files.read(TABLE).startswith(b'{"made_by"')


def test_what_is_not_there_is_fetched_by_its_place() -> None:
    asked = []
    files.fetch_by(lambda place: asked.append(place) or place.encode())  # type: ignore[func-returns-value]
    assert files.read("tablero/far_away.bin") == b"tablero/far_away.bin"
    assert files.read(TABLE).startswith(b'{"made_by"'), "what is there is not fetched"
    assert asked == ["tablero/far_away.bin"]


def test_a_failed_fetch_is_a_sentence() -> None:
    def fail(place: str) -> bytes:
        raise OSError("status 404")

    for fetch in (fail, None):
        files.fetch_by(fetch)
        with pytest.raises(FortuneError, match=r"far_away\.bin") as caught:
            files.read("tablero/far_away.bin")
        assert is_sentence(caught.value)
