"""The index of the search, as a build writes it that reads few pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "book" / "_ext")!r})
from house import search
html_theme = "basic"

def setup(app):
    app.connect("html-collect-pages", search.keep_entries)
"""
PAGES = {
    "index": ".. index:: house; built, pig\n\nHouse\n=====\n\n.. toctree::\n\n   goose\n   pope\n",
    "goose": ".. index:: pair: nine; the goose\n\nGoose\n=====\n\nA bird.\n",
    "pope": ".. index:: see: ban; pope\n\nPope\n====\n\nNone.\n",
}


def built(folder: Path, *, anew: bool = False) -> dict[str, Any]:
    """The index after a build in this folder."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        *(["-E", "-a"] if anew else []),
        str(folder),
        str(folder / "_html"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = (folder / "_html" / "searchindex.js").read_text(encoding="utf-8")
    index: dict[str, Any] = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    return index


def test_a_build_of_few_pages_keeps_the_entries_of_all(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    for name, text in PAGES.items():
        (tmp_path / f"{name}.rst").write_text(text, encoding="utf-8")
    whole = built(tmp_path)
    assert (
        {"house", "built", "pig", "nine", "the goose", "ban", "pope"} >= whole["indexentries"].keys() > {"pig", "nine"}
    )
    (tmp_path / "pope.rst").write_text(PAGES["pope"].replace("None.", "Nobody."), encoding="utf-8")
    part = built(tmp_path)
    assert part["indexentries"] == whole["indexentries"]
    assert list(part["indexentries"]) == list(built(tmp_path, anew=True)["indexentries"]), "in the same order, too"
