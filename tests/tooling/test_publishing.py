"""The packed site, and the workflow that publishes it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from pack_site import BUDGET, TOP, PackError, pack

ROOT = Path(__file__).parents[2]
BESIDE = ["READ-ME-FIRST.html", "start-linux.sh", "start-macos.command", "start-windows.bat", "start/serve.py"]
"""What goes along with the site."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("index.html", "book/b.html", "book/a.html", "previews/a.png", "reports/failed.log"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"This is {name}.")
    return tmp_path / "site"


class TestPack:
    def test_holds_the_site_in_one_folder(self, site: Path, tmp_path: Path) -> None:
        target = tmp_path / "made" / "site.zip"
        assert pack(site, target) == target.stat().st_size
        with zipfile.ZipFile(target) as archive:
            assert archive.testzip() is None
            names = [*BESIDE, "book/a.html", "book/b.html", "index.html"]
            assert archive.namelist() == [f"{TOP}/{name}" for name in names]
            assert b"http.server" in archive.read(f"{TOP}/READ-ME-FIRST.html")

    def test_the_same_site_gives_the_same_bytes(self, site: Path, tmp_path: Path) -> None:
        pack(site, tmp_path / "1.zip")
        for path in site.rglob("*.html"):
            os.utime(path, (1_600_000_000, 1_600_000_000))
            path.chmod(0o600)
        pack(site, tmp_path / "2.zip")
        assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()

    def test_beyond_the_budget(self, site: Path, tmp_path: Path) -> None:
        (site / "large.whl").write_bytes(b"0" * 2000)
        with pytest.raises(PackError, match="what grew"):
            pack(site, tmp_path / "site.zip", budget=2000)
        assert not (tmp_path / "site.zip").exists()

    def test_no_site(self, tmp_path: Path) -> None:
        with pytest.raises(PackError, match="make book"):
            pack(tmp_path, tmp_path / "site.zip")


@pytest.fixture
def unpacked(site: Path, tmp_path: Path) -> Path:
    """The packed site as a reader unpacks it, with the permissions that the archive names."""
    pack(site, tmp_path / "site.zip")
    folder = tmp_path / "a folder with blanks"
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        archive.extractall(folder)
        for entry in archive.infolist():
            (folder / entry.filename).chmod(entry.external_attr >> 16)
    return folder / TOP


class TestDoubleClick:
    """The scripts beside the packed site."""

    def test_may_be_run_and_nothing_else_may(self, site: Path, tmp_path: Path) -> None:
        pack(site, tmp_path / "site.zip")
        with zipfile.ZipFile(tmp_path / "site.zip") as archive:
            assert all(entry.create_system == 3 for entry in archive.infolist())
            modes = {entry.filename.removeprefix(f"{TOP}/"): entry.external_attr >> 16 for entry in archive.infolist()}
        assert {name for name, mode in modes.items() if mode == 0o755} == {"start-linux.sh", "start-macos.command"}
        assert set(modes.values()) == {0o755, 0o644}

    def test_each_has_the_ends_of_lines_of_its_system(self, unpacked: Path) -> None:
        for name in BESIDE:
            content = (unpacked / name).read_bytes()
            assert content.count(b"\r\n") == (content.count(b"\n") if name.endswith(".bat") else 0), name
            content.decode("ascii" if name.endswith(".bat") else "utf-8")

    @pytest.mark.parametrize("name", ["start-linux.sh", "start-macos.command"])
    def test_is_a_shell_script(self, unpacked: Path, name: str) -> None:
        assert (unpacked / name).read_text().startswith("#!/bin/sh\n")
        subprocess.run(["bash", "-n", name], cwd=unpacked, check=True)
        subprocess.run(["sh", "-n", name], cwd=unpacked, check=True)

    def test_what_the_batch_file_jumps_to_is_there(self, unpacked: Path) -> None:
        lines = (unpacked / "start-windows.bat").read_text().splitlines()
        jumps = set(re.findall(r"\bgoto (\w+)", "\n".join(lines)))
        assert jumps == {line[1:] for line in lines if line.startswith(":")}
        named = re.findall(r'"(start\\serve\.py|READ-ME-FIRST\.html)"', "\n".join(lines))
        assert {(unpacked / name.replace("\\", "/")).is_file() for name in named} == {True}
        assert sum("(" in line and line.endswith("(") for line in lines) == sum(line == ")" for line in lines)

    @pytest.mark.parametrize("name", ["start-linux.sh", "start-macos.command"])
    def test_serves_the_site_and_opens_the_browser(self, unpacked: Path, tmp_path: Path, name: str) -> None:
        programs = tmp_path / "programs"
        programs.mkdir()
        _program(programs / "browser", f'echo "$1" > "{tmp_path}/opened"')
        _program(programs / "python3", f'exec "{sys.executable}" "$@"')
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        with subprocess.Popen(
            [unpacked / name],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PATH": path, "BROWSER": str(programs / "browser")},
        ) as running:
            try:
                assert running.stdout is not None
                found = re.search(r"http://127\.0\.0\.1:\d+/", running.stdout.readline())
                assert found is not None
                with urllib.request.urlopen(found[0]) as answer:
                    assert answer.read() == b"This is index.html."
                deadline = time.monotonic() + 20
                while not (tmp_path / "opened").exists() or not (tmp_path / "opened").read_text():
                    assert time.monotonic() < deadline, "no browser was opened"
                    time.sleep(0.05)
                assert (tmp_path / "opened").read_text().strip() == found[0]
            finally:
                running.terminate()

    @pytest.mark.parametrize(("name", "opener"), [("start-linux.sh", "xdg-open"), ("start-macos.command", "open")])
    def test_says_what_to_do_without_python(self, unpacked: Path, tmp_path: Path, name: str, opener: str) -> None:
        programs = tmp_path / "programs"
        programs.mkdir()
        for known in ("sh", "dirname"):
            (programs / known).symlink_to(str(shutil.which(known)))
        _program(programs / opener, f'echo "$1" > "{tmp_path}/opened"')
        # one that is too old
        _program(programs / "python3", "exit 1")
        ended = subprocess.run(
            [unpacked / name], cwd=tmp_path, capture_output=True, text=True, env={"PATH": str(programs)}, check=False
        )
        assert ended.returncode == 1
        assert "There is no Python 3.8 or newer" in ended.stdout
        assert "Install" in ended.stdout
        assert (tmp_path / "opened").read_text().strip() == "READ-ME-FIRST.html"

    def test_the_page_to_read_first_names_each(self, unpacked: Path) -> None:
        told = (unpacked / "READ-ME-FIRST.html").read_text(encoding="utf-8")
        for name in BESIDE:
            if name.startswith("start-"):
                assert f"<strong>{name.partition('.')[0]}</strong>" in told
        assert 'href="index.html"' in told
        assert "//" not in told.replace("http://localhost:8000", "")

    def test_a_page_opened_from_a_file_names_each_too(self) -> None:
        said = (ROOT / "src" / "fortune" / "stage" / "page.js").read_text(encoding="utf-8")
        for name in BESIDE:
            if name.startswith("start-"):
                assert name.partition(".")[0] in said

    def test_the_server_needs_no_newer_python_than_they_ask_for(self) -> None:
        ast.parse((ROOT / "tools" / "serve.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def _program(path: Path, does: str) -> None:
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


@pytest.mark.site
def test_the_site_keeps_within_the_budget(tmp_path: Path) -> None:
    assert pack(ROOT / "_build" / "html", tmp_path / "site.zip") <= BUDGET


class TestWorkflow:
    @pytest.fixture
    def workflow(self) -> Any:
        return yaml.safe_load((ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8"))

    def test_runs_for_main_tags_and_releases(self, workflow: Any) -> None:
        when = workflow[True]  # what YAML makes of the key `on`
        config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
        assert when["push"] == {"branches": [config["repository"]["branch"]], "tags": ["v*"]}
        assert when["release"] == {"types": ["published"]}

    def test_publishes_only_what_was_tested(self, workflow: Any) -> None:
        jobs = workflow["jobs"]
        runs = [step["run"] for step in jobs["site"]["steps"] if "run" in step]
        assert runs == [".ci/run", "make pack"]
        assert {name for name, job in jobs.items() if job.get("needs") == "site"} == set(jobs) - {"site"}

    def test_names_what_is_there(self, workflow: Any) -> None:
        assert (ROOT / ".ci" / "run").is_file()
        assert re.search(r"^pack: book ", (ROOT / "Makefile").read_text(), re.MULTILINE)
        packed = f"_build/{TOP}.zip"
        paths = [step["with"]["path"] for step in workflow["jobs"]["site"]["steps"] if "path" in step.get("with", {})]
        assert paths == [packed, "_build/html"]
