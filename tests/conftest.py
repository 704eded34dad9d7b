"""How the tests are run: which belong to one process, and what hypothesis does."""

import os

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

# no deadlines, for a busy machine is no bug; under CI the same examples each time
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


class ByRoom(LoadFileScheduling):  # type: ignore[misc]
    """Where several processes test, each file has one; and all tests of pages have one, so that no two browsers are at
    work at once."""

    def _split_scope(self, nodeid: str) -> str:
        return "pages" if nodeid.startswith("tests/site/") else str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByRoom:
    """Hand out the tests so; asked only with ``--numprocesses``."""
    return ByRoom(config, log)
