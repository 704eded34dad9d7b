"""How the tests are run: which belong to one process, and what hypothesis does."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

PAGES = Path(__file__).parent / "site"

# no deadlines, for a busy machine is no bug; under CI the same examples each time
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


# before xdist reads the groups
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes test, each file has one; and all tests of pages have one, lest two browsers at work
    have each other wait."""
    for item in items:
        group = "pages" if item.path.is_relative_to(PAGES) else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
