"""Golden transcripts: one seeded game for every game and ruleset, told step by step.

They are generated data and committed. ``python -m tests.transcripts`` makes them again; do that only when a
rule was changed on purpose, and read the difference. ``sha256sum -c SHA256SUMS`` in this folder checks them.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fortune.catalogue import CATALOGUE
from fortune.dice import Dice
from fortune.game import Chooser, Over, playout
from fortune.options import options_to_json
from tests.tablero.players import eager

FOLDER = Path(__file__).parent
SUMS = FOLDER / "SHA256SUMS"
COMMAND = "python -m tests.transcripts"
SEEDS: Mapping[str, int | Mapping[str, int]] = {
    "glueckshaus": 4123,
    "goose": 2662,
    "tablero": {
        "gucci": 5,
        "plain": 2241,
        "tournament": 52,
        "free": 110,
        "five_in_row": 110,
        "jesus": 114,
        "jesus_run": 39,
    },
}
"""With these seeds, by game or by ruleset, each game is short, ends as its ruleset is made to end, and together they
show every event."""
_FEW = {"stock": 6}
SETTINGS: Mapping[str, Mapping[str, object]] = {
    "glueckshaus": {"players": 3, "chips": 5},
    "goose": {"players": 2},
    **{f"tablero/{key}": _FEW for key in ("gucci", "plain", "tournament", "free", "five_in_row")},
}
"""What makes the games of the transcripts short, by game or by game and ruleset."""
CHOOSERS: Mapping[str, Chooser] = {"tablero": eager}
"""Who decides, in games that ask for decisions."""


def path(game: str, ruleset: str) -> Path:
    """Where this transcript lies."""
    return FOLDER / game / f"{ruleset}.json"


def wanted() -> list[tuple[str, str]]:
    """Every game and ruleset."""
    return [(game, ruleset) for game, entry in CATALOGUE.items() for ruleset in entry.rulesets]


def seed(game: str, ruleset: str) -> int:
    """The seed of this transcript."""
    found = SEEDS[game]
    return found if isinstance(found, int) else found[ruleset]


def settings(game: str, ruleset: str) -> Mapping[str, object]:
    """The settings of this transcript."""
    return SETTINGS.get(f"{game}/{ruleset}", SETTINGS.get(game, {}))


def told(event: Any) -> list[Any]:
    """An event or a decision as JSON knows it: its kind, and its fields in order."""
    fields = {f.name: getattr(event, f.name) for f in dataclasses.fields(event)}
    return [type(event).__name__, {k: v if isinstance(v, int) else str(v) for k, v in fields.items()}]


def transcript(name: str, key: str) -> str:
    """The text of one transcript, a line for each throw and for each decision."""
    entry = CATALOGUE[name]
    game = entry.make(key, **settings(name, key))
    state = game.start()
    head = {
        "made_by": COMMAND,
        "game": name,
        "ruleset": key,
        "options": options_to_json(entry.rulesets[key].options(**settings(name, key))),
        "seed": seed(name, key),
        "start": game.dump(state),
    }
    steps = []
    for chosen, step in playout(game, random.Random(seed(name, key)), choose=CHOOSERS.get(name)):
        state = step.state
        what = {"dice": str(chosen)} if isinstance(chosen, Dice) else {"choice": told(chosen)}
        told_step = what | {"events": [told(event) for event in step.events], "state": game.dump(state)}
        steps.append(_compact(told_step))
    turn = game.turn(state)
    assert isinstance(turn, Over)
    lines = [f'"{field}":{_compact(value)}' for field, value in head.items()]
    lines.append('"steps":[\n' + ",\n".join(steps) + "\n]")
    lines.append(f'"outcome":{_compact(dataclasses.asdict(turn.outcome))}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def sums() -> str:
    """The checksums of all transcripts that there are, in the form of ``sha256sum``."""
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(FOLDER).as_posix()}\n"
        for file in sorted(FOLDER.glob("*/*.json"))
    )


def write_all() -> list[Path]:
    """Make every transcript and the checksums; what no ruleset asks for any more is removed."""
    files = [path(game, ruleset) for game, ruleset in wanted()]
    for old in set(FOLDER.glob("*/*.json")) - set(files):
        old.unlink()
    for file, (game, ruleset) in zip(files, wanted(), strict=True):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(transcript(game, ruleset).encode())
    SUMS.write_bytes(sums().encode())
    return files


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
