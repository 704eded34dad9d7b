"""A page with stages of toy apps, made with the same files as the book's pages, and much sooner than a book."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

import pytest

import fortune
from fortune import palette
from fortune.stage import page, registry
from house import policy, pyodide, stage, vendor
from tests.stage import toys

__all__ = ["make"]

ROOT = Path(__file__).parents[2]
TOYS = {"toy.dice": "fortune.toys:Dice", "toy.walk": "fortune.toys:Walk"}


def make(folder: Path) -> Path:
    """Write the site into this folder: ``play.html``, ``both.html`` with two stages, ``walk.html``, ``odds.html``,
    ``tablero.html``, ``line.html``, ``lab.html``, ``guess.html``, ``tally.html``, ``squares.html``; and a page for each
    app by its name, as ``goose.play.html``, started without options."""
    library = folder / "library" / "fortune"
    shutil.copytree(Path(fortune.__file__).parent, library, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(toys.__file__), library / "toys.py")
    homes = library / "stage" / "registry.py"
    known = homes.read_text(encoding="utf-8")
    assert "APPS = {" in known
    homes.write_text(known.replace("APPS = {", f"APPS = {TOYS}\nAPPS |= {{", 1), encoding="utf-8")

    static = folder / "_static"
    for original, name in vendor.parts(ROOT / "web" / "node_modules"):
        if name.startswith(("plotly", "fonts/")):
            (static / "vendor" / name).parent.mkdir(parents=True, exist_ok=True)
            (static / "vendor" / name).symlink_to(original)
    pyodide.assemble(ROOT, static / "vendor" / "pyodide")
    for name in ("plot-boot.js", "fortune.css", "favicon.svg"):
        shutil.copy(ROOT / "book" / "_static" / name, static)
    (static / "palette.css").write_text(palette.css(), encoding="utf-8")
    stage.emit(static, library)
    said = " ".join(f'{name}="{escape(value)}"' for name, value in stage.attributes(static).items())

    with pytest.MonkeyPatch.context() as patch:
        for app, place in TOYS.items():
            patch.setitem(registry.APPS, app, place.replace("fortune.toys", toys.__name__))
        stages = {
            "play": [page.embed("toy.dice")],
            "walk": [page.embed("toy.walk")],
            "odds": [page.embed("goose.odds")],
            "tablero": [page.embed("tablero.play", ruleset="plain", prelude=False, persons=[0, 1])],
            "line": [page.embed("tablero.line")],
            "lab": [page.embed("classroom.lab", seed=7)],
            "guess": [page.embed("classroom.guess", question="king")],
            "tally": [page.embed("classroom.tally")],
            "squares": [page.embed("chance.walk", seed=3)],
            "both": [page.embed("toy.dice", seed=2), page.embed("toy.dice", seed=3)],
            # and each app of ours by its name
            **{name: [page.embed(name)] for name in registry.APPS if name not in TOYS},
        }
    for name, embedded in stages.items():
        body = "".join(one._repr_html_() for one in embedded)
        written = (
            '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>Stage</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<link rel="icon" href="_static/favicon.svg"><link rel="stylesheet" href="_static/palette.css">'
            '<link rel="stylesheet" href="_static/fortune.css"><link rel="stylesheet" href="_static/stage.css">'
            f'<script src="_static/stage.js" defer {said}></script></head>'
            f'<body><main style="max-width: 49.5rem; margin: 1rem auto; padding: 0 0.5rem">{body}</main></body></html>'
        )
        (folder / f"{name}.html").write_text(policy.guard(written, name), encoding="utf-8")
    (folder / "index.html").write_text("<!doctype html><title>Stages</title>", encoding="utf-8")
    return folder
