"""The packed site, and the workflow that publishes it."""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from pack_site import BUDGET, TOP, PackError, pack

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("index.html", "book/b.html", "book/a.html", "reports/failed.log"):
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
            names = ["README.txt", "book/a.html", "book/b.html", "index.html"]
            assert archive.namelist() == [f"{TOP}/{name}" for name in names]
            assert b"http.server" in archive.read(f"{TOP}/README.txt")

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
