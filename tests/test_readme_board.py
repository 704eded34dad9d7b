from __future__ import annotations

import runpy
from pathlib import Path

TOOL = Path(__file__).parent.parent / "tools" / "readme_board.py"


def test_the_committed_picture_is_what_the_library_draws() -> None:
    tool = runpy.run_path(str(TOOL))
    drawn: str = tool["picture"]()
    assert tool["PICTURE"].read_bytes() == drawn.encode(), f"run: python tools/{TOOL.name}"


def test_the_picture_needs_no_page_around_it() -> None:
    drawn: str = runpy.run_path(str(TOOL))["picture"]()
    assert "var(" not in drawn
    assert 'role="img"' in drawn
