"""What somebody could send to an app who means no good: saved games with one thing in them that cannot be.

Everything comes from a seed, so that what fails once fails again.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from tests.desk import Desk, flat

__all__ = ["PAYLOADS", "VALUES", "kept_games", "places", "twisted"]

PAYLOADS = (
    "<script>window.__pwned = 1</script>",
    "</script><script>window.__pwned = 1</script>",
    "<img src=x onerror='window.__pwned = 1'>",
    '"><svg onload="window.__pwned = 1"></svg>',
    "' autofocus onfocus='window.__pwned = 1' x='",
    "<svg><animate onbegin=window.__pwned=1 attributeName=x dur=1s></svg>",
    "<iframe srcdoc='<script>parent.__pwned = 1</script>'></iframe>",
    "<a href='javascript:window.__pwned=1'>press</a>",
    "javascript:window.__pwned=1",
    "data:text/html,<script>opener.__pwned = 1</script>",
    "<math><mtext></table><style><img src=x onerror=window.__pwned=1>",
    "${window.__pwned = 1}{{constructor.constructor('window.__pwned = 1')()}}",
    "__import__('js').eval('window.__pwned = 1')",
    "'); window.__pwned = 1; ('",
    "%3Cscript%3Ewindow.__pwned=1%3C/script%3E",
    "&lt;script&gt;window.__pwned=1&lt;/script&gt;",
)
"""Texts that would run as a script wherever one is taken for markup or for a program. Each sets the same tripwire."""


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


VALUES: tuple[Any, ...] = (
    *PAYLOADS,
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**53, -(2**63), 10**300, 0.5, -0.0, 1e308),
    *(float("nan"), float("inf"), float("-inf")),
    *(
        "",
        " ",
        "\x00",
        "\u202e",
        "\ud800",
        "e\u0301" * 30,
        "A" * 5000,
        "9" * 5000,
        "Z" * 5000,
        "__proto__",
        "constructor",
    ),
    *("../../etc/passwd", "os:system", "nan", "1e9", "0x10", "٣", "²", "-1", "1_0"),
    *([], {}, [[]], [{}], {"": ""}, {"__proto__": {"polluted": 1}}, {"constructor": {"prototype": {"polluted": 1}}}),
    *([0] * 3000, list(range(400)), ["x"] * 400, {str(key): key for key in range(400)}, _nested(40), _nested(400)),
)
"""Values of every kind, put where an app keeps another."""


def kept_games(app: str, seed: int, actions: int = 12) -> list[dict[str, Any]]:
    """What this app saves on the way, while somebody who knows no rules uses whatever controls it shows."""
    rng = random.Random(f"{app} {seed}")
    desk = Desk(app)
    kept = [desk.saved]
    for _ in range(actions):
        controls = [control for control in flat(desk.view["controls"]) if "do" in control]
        again = desk.view["again"]
        if again and rng.random() < 0.5:
            desk.act(**again)
        elif controls:
            control = rng.choice(controls)
            desk.act(control["do"], _used(rng, control))
        kept.append(desk.saved)
    return kept


def _used(rng: random.Random, control: dict[str, Any]) -> Any:
    match control["kind"]:
        case "select":
            return rng.choice(control["choices"])[0]
        case "number":
            return rng.randint(control["low"], control["high"])
        case "switch":
            return not control["value"]
        case "text" | "file":
            return rng.choice(("Zoë", "7 7 3 12", PAYLOADS[0][:20], "total,count\n7,10\n"))
        case _:
            return rng.randrange(2**53) if control.get("chance") else None


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a value, the whole included, by keys and indices."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from places(part, (*path, key))


def twisted(rng: random.Random, saved: dict[str, Any]) -> Any:
    """The saved game with one part put wrong: another value, one left out, one too many, one cut or doubled."""
    whole = [copy.deepcopy(saved)]
    *way, last = rng.choice([(0, *path) for path in places(saved)])
    holder: Any = whole
    for key in way:
        holder = holder[key]
    part = holder[last]
    match rng.randrange(5):
        case 0 if isinstance(part, dict):
            part[rng.choice(("seed", "steps", "options", "names", "x", *PAYLOADS))] = rng.choice(VALUES)
        case 1 if way:
            del holder[last]
            return whole[0] if whole else None
        case 2 if isinstance(part, str) and part:
            at = rng.randrange(len(part))
            holder[last] = (
                part[:at] + chr(rng.choice((0, 34, 60, 65, 90, 97, 0x2028, 0xD800, 0x1F3B2))) + part[at + 1 :]
            )
        case 3 if isinstance(part, str | list):
            holder[last] = part * rng.choice((2, 50, 500))
        case 4 if type(part) is int:
            holder[last] = part + rng.choice((-1, 1, 100, 2**53, 0.5))
        case _:
            holder[last] = rng.choice(VALUES)
    return whole[0]
