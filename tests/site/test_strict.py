"""A book with a fault is not built: the command fails and names the fault."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]

NOTEBOOK = """---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

# Page

```{code-cell} python
raise LookupError("this cell fails")
```
"""

SCRIPT = """# Page

<p onclick="alert(1)">A page whose text holds a script.</p>
"""

FAULTS = r"""# Page

A dead reference {ref}`nowhere`, a dead [link](nowhere.md), a source that is not listed {cite}`nobody1583`.

Wrong TeX: $\nosuchmacro{x}$
"""


def build(folder: Path, page: str) -> subprocess.CompletedProcess[str]:
    """Build a book of one page with our configuration, as the Makefile does."""
    shutil.copy(ROOT / "_config.yml", folder)
    for part in ("_ext", "_static", "_templates"):
        shutil.copytree(ROOT / "book" / part, folder / "book" / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "book" / "references.bib", folder / "book")
    (folder / "web").symlink_to(ROOT / "web")
    (folder / "_toc.yml").write_text("format: jb-book\nroot: book/page\n")
    (folder / "book" / "page.md").write_text(page)
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", ".", "-W", "-n", "--keep-going"]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)


def test_a_sound_page_is_built(tmp_path: Path) -> None:
    done = build(tmp_path, "# Page\n\nA sound page, with $x^2$.\n")
    assert done.returncode == 0, done.stderr
    assert "maths" in (tmp_path / "_build/html/book/page.html").read_text(encoding="utf-8")


def test_a_failing_cell_ends_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, NOTEBOOK)
    assert done.returncode != 0
    assert "this cell fails" in done.stderr


def test_a_script_in_the_text_ends_the_build(tmp_path: Path) -> None:
    done = build(tmp_path, SCRIPT)
    assert done.returncode != 0
    assert "book/page.html: the attribute onclick of <p> is a script ('alert(1)')" in done.stderr


def test_every_fault_of_a_page_is_told(tmp_path: Path) -> None:
    done = build(tmp_path, FAULTS)
    assert done.returncode != 0
    for fault in ("nowhere", "nowhere.md", "nobody1583", r"Undefined control sequence \nosuchmacro"):
        assert fault in done.stderr, done.stderr
