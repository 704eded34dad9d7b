"""The Sphinx extension, as far as it can be tried without building the book."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.output_widget import OutputWidget
from sphinx.errors import ExtensionError

import build_book
from house import bytecode, cells, stage
from house.cache import LIBRARY, LOOK, MAKING, source_hash
from house.maths import TexError, Typesetter, display_tex
from house.offline import without_icon_font

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def typesetter() -> Iterator[Typesetter]:
    running = Typesetter(ROOT / "web" / "typeset.cjs")
    yield running
    running.close()


@pytest.mark.site
class TestTypesetter:
    def test_svg_and_mathml(self, typesetter: Typesetter) -> None:
        svg, mathml = typesetter.typeset(r"\frac{1}{6}", display=False)
        assert svg.startswith("<svg ")
        assert 'aria-hidden="true"' in svg
        assert 'stroke="currentColor"' in svg
        assert "<mfrac><mn>1</mn><mn>6</mn></mfrac>" in mathml

    def test_outlines_are_kept_apart(self, typesetter: Typesetter) -> None:
        svg, _ = typesetter.typeset("x + x", display=True)
        assert svg.count('href="#MJX-TEX-I-1D465"') == 2
        assert "<path" not in svg
        assert typesetter.glyphs["MJX-TEX-I-1D465"].startswith("M")

    @pytest.mark.parametrize(
        ("tex", "reason"),
        [
            (r"\frac{1}{6", "close brace"),
            (r"\nosuchmacro", "Undefined control sequence"),
            # a macro made by one formula would change the next
            (r"\newcommand{\chance}{P}", "Undefined control sequence"),
        ],
    )
    def test_wrong_tex_is_told(self, typesetter: Typesetter, tex: str, reason: str) -> None:
        for _ in range(2):
            with pytest.raises(TexError, match=reason):
                typesetter.typeset(tex, display=True)
        assert typesetter.typeset("a", display=True)

    def test_tex_that_would_break_html(self, typesetter: Typesetter) -> None:
        _, mathml = typesetter.typeset(r"a < b \text{ \& c — ü}", display=False)
        assert "&lt;" in mathml
        assert "&amp;" in mathml


@pytest.mark.parametrize(
    ("text", "nowrap", "tex"),
    [
        ("a", False, "a"),
        (r"a \\ b", False, r"\begin{split}a \\ b\end{split}"),
        ("a\n\nb", False, r"\begin{aligned}a\\b\end{aligned}"),
        (r"\begin{align}a \\ b\end{align}", True, r"\begin{align}a \\ b\end{align}"),
    ],
)
def test_display_tex(text: str, nowrap: bool, tex: str) -> None:
    assert display_tex(text, nowrap=nowrap) == tex


def test_icon_font_is_taken_out() -> None:
    css = 'a{b:c}.fa-bars:before,.fa-navicon:before{content:"x"}@font-face{font-family:Font Awesome\\ 6 Free}d{e:f}'
    assert without_icon_font(css) == "a{b:c}d{e:f}"


class TestSourceHash:
    """The outputs of cells are kept for as long as nothing changes that they come from."""

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        for name in ("src/fortune/dice.py", "requirements.txt", "book/page.md", "book/_static/a.css", "_config.yml"):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("before")
        return tmp_path

    @pytest.mark.parametrize("patterns", [LIBRARY, MAKING, LOOK])
    def test_is_steady(self, root: Path, patterns: tuple[str, ...]) -> None:
        assert source_hash(root, *patterns) == source_hash(root, *patterns)

    @pytest.mark.parametrize(
        ("name", "noticed_by"),
        [
            ("src/fortune/dice.py", LIBRARY),
            ("src/fortune/goose/new.py", LIBRARY),
            ("src/fortune/goose/known.json", LIBRARY),
            ("src/fortune/tablero/next_line.bin", LIBRARY),
            ("requirements.txt", LIBRARY),
            ("_config.yml", MAKING),
            ("book/_ext/house/new.py", MAKING),
            ("book/_static/a.css", LOOK),
            ("book/page.md", None),
        ],
    )
    def test_notices_its_own_files_alone(self, root: Path, name: str, noticed_by: tuple[str, ...] | None) -> None:
        scopes = (LIBRARY, MAKING, LOOK)
        before = [source_hash(root, *scope) for scope in scopes]
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("after")
        after = [source_hash(root, *scope) for scope in scopes]
        assert [old != new for old, new in zip(before, after, strict=True)] == [scope is noticed_by for scope in scopes]


class TestSources:
    """A book is built anew after a change of any file that it is made of."""

    def test_every_file_that_cells_and_pages_are_made_with_is_a_source(self) -> None:
        sources = set(build_book.sources())
        for pattern in (*LIBRARY, *MAKING, *LOOK):
            found = {path for path in ROOT.glob(pattern) if path.is_file() and "__pycache__" not in path.parts}
            assert found, f"{pattern} names something"
            assert found <= sources
        assert {ROOT / "CITATION.cff", ROOT / "pyproject.toml"} <= sources


class TestCells:
    def test_a_line_that_is_sent_in_pieces_stays_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # put back as they were after this test
        monkeypatch.setattr(NotebookClient, "__init__", NotebookClient.__init__)
        monkeypatch.setattr(OutputWidget, "sync_state", OutputWidget.sync_state)
        cells.run_unread()
        source = "import sys, time\nsys.stdout.write('a')\nsys.stdout.flush()\ntime.sleep(0.4)\nprint()\nprint('b')"
        cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
        notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
        NotebookClient(notebook).execute()
        (output,) = notebook.cells[0].outputs
        assert output.text == "a\nb\n"


@pytest.mark.site
class TestBytecode:
    """Archives as the browser's own Python compiles them."""

    @staticmethod
    def pack(**modules: str) -> bytes:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as packed:
            for name, source in modules.items():
                packed.writestr(zipfile.ZipInfo(f"{name}.py"), source)
            packed.writestr(zipfile.ZipInfo("data.txt"), "as it was")
        return buffer.getvalue()

    def test_modules_become_bytecode_and_the_rest_stays(self, tmp_path: Path) -> None:
        # what is in a set is ordered by hashes, which differ from run to run if nobody sees to it
        source = self.pack(late="A = {'a', 'b', 'c'}\ndef f(x):\n    return x in {'d', 'e', 'f', 'g'}", early="B = 1")
        made = [bytecode.compiled(source, tmp_path / name) for name in ("one", "two")]
        assert made[0] == made[1]
        with zipfile.ZipFile(io.BytesIO(made[0])) as packed:
            assert packed.namelist() == ["data.txt", "early.pyc", "late.pyc"]
            assert packed.read("data.txt") == b"as it was"
            assert b"return x" not in packed.read("late.pyc")

    def test_what_was_compiled_is_kept_but_not_for_ever(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bytecode, "KEPT", 1)
        first = bytecode.compiled(self.pack(a="1"), tmp_path)
        (kept,) = tmp_path.iterdir()
        kept.write_bytes(b"kept")
        assert bytecode.compiled(self.pack(a="1"), tmp_path) == b"kept" != first
        assert bytecode.compiled(self.pack(a="2"), tmp_path) != b"kept"
        assert len(list(tmp_path.iterdir())) == 1

    def test_a_module_that_cannot_be_compiled_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(ExtensionError, match=r"broken\.py(.|\n)*SyntaxError"):
            bytecode.compiled(self.pack(broken="def"), tmp_path)
        assert list(tmp_path.glob("*.zip")) == []


class TestStage:
    """The library as the browser's Python takes it."""

    def test_the_archive_follows_from_the_sources(self, tmp_path: Path) -> None:
        package = tmp_path / "fortune"
        shutil.copytree(ROOT / "src" / "fortune", package)
        first = stage.archive(package)
        for path in package.rglob("*.py"):
            os.utime(path, (0, 0))
        assert stage.archive(package) == first
        (package / "dice.py").write_text("changed")
        assert stage.archive(package) != first

    def test_python_can_play_from_the_archive_alone(self, tmp_path: Path) -> None:
        packed = tmp_path / "fortune.zip"
        packed.write_bytes(stage.archive(ROOT / "src" / "fortune"))
        # -S and -I: without the packages of this environment, as in the browser
        program = (
            f"import sys; sys.path.insert(0, {str(packed)!r})\n"
            "from fortune.stage.session import Sessions\n"
            "from fortune.goose.options import Options\n"
            "from fortune.goose.known import known_race\n"
            "assert known_race(Options()).win\n"
            "from fortune.glueckshaus import game, board\n"
            "board.svg(game('modern'), game('modern').start())\n"
            "print(Sessions().answer('s', 'nowhere', '{}'))"
        )
        done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
        assert "There is no app 'nowhere' here." in done.stdout, done.stderr

    def test_an_older_archive_goes(self, tmp_path: Path) -> None:
        (tmp_path / "fortune-000000000000.zip").touch()
        stage.emit(tmp_path)
        (left,) = tmp_path.glob("fortune-*.zip")
        assert zipfile.is_zipfile(left)
        assert {"stage.js", "stage-worker.js", "stage.css"} <= {path.name for path in tmp_path.iterdir()}
