"""The command line: ``python -m fortune odds | simulate GAME …``, so that anybody can check a figure."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

from fortune import __version__
from fortune.catalogue import CATALOGUE, Entry, find_game
from fortune.errors import ChainError, FortuneError, OptionError
from fortune.game import Game
from fortune.options import Ruleset, options_to_json
from fortune.result import Result
from fortune.simulate import PARCEL, Sample, simulate

__all__ = ["main"]


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence on standard error and exit status 2; options are written in full."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> Any:
        raise FortuneError(f"{message[:1].upper()}{message[1:]}. Try: {self.prog} --help")


def _number(low: int) -> Any:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low:
            raise argparse.ArgumentTypeError(f"expected a whole number of {low} or more, not {text!r}")
        return value

    return read


def _parser() -> _Parser:
    parser = _Parser(prog="python -m fortune", description="The odds of three historical dice games.")
    parser.add_argument("--version", action="version", version=f"The House of Fortune {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    common = _Parser(add_help=False)
    common.add_argument("game", metavar="GAME", help=" or ".join(CATALOGUE))
    common.add_argument("--ruleset", metavar="KEY", help="a named ruleset (default: the game's first)")
    common.add_argument("--players", metavar="N", help="seats at the table")
    common.add_argument("--chips", metavar="N", help="chips for each player, in Glückshaus")
    common.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="change one option of the ruleset; may be repeated, as in --set four=room --set 'end=kings(2)'",
    )
    common.add_argument("--seed", metavar="N", type=_number(0), help="seed of a simulation (default 0)")
    common.add_argument("--workers", metavar="N", type=_number(1), help="processes for a simulation (default 1)")
    common.add_argument("--json", action="store_true", help="print one JSON object")

    odds = commands.add_parser("odds", parents=[common], help="exact or bounded odds of a game")
    odds.add_argument("--exact", action="store_true", help="fractions in place of decimals; for small games")
    odds.add_argument("--solve", action="store_true", help="solve Tablero now, in place of the figures kept of it")
    odds.add_argument("--simulate", metavar="N", type=_number(1), default=0, help="play N games instead")

    sample = commands.add_parser("simulate", parents=[common], help="play many games and count")
    sample.add_argument("--games", metavar="N", type=_number(1), default=10_000, help="how many (default 10000)")
    return parser


def _settings(given: argparse.Namespace) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in given.settings:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(pair, f"--set takes OPTION=VALUE, such as four=room, not {pair!r}.")
        _add(settings, name.strip(), value)
    for name in ("players", "chips"):
        if getattr(given, name) is not None:
            _add(settings, name, getattr(given, name))
    return settings


def _add(settings: dict[str, str], name: str, value: str) -> None:
    if name in settings:
        raise OptionError(name, f"{name} is given twice, as {settings[name]} and as {value}: give it once.")
    settings[name] = value


@contextmanager
def _executor(workers: int, games: int) -> Iterator[Executor | None]:
    """A pool of so many processes, or of fewer where there is not work for all of them or the machine is small."""
    workers = min(workers, -(-games // PARCEL), 4 * (os.cpu_count() or 1))
    if workers <= 1:
        yield None
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield pool


def _head(given: argparse.Namespace, ruleset: Ruleset[Any], game: Game[Any, Any]) -> dict[str, Any]:
    return {
        "game": given.game,
        "ruleset": ruleset.key,
        "options": options_to_json(game.options),
        "players": game.players,
    }


def _simulated(sample: Sample) -> dict[str, Any]:
    return {
        "win": sample.win(),
        "mean_throws": sample.mean_throws(),
        "quantiles_throws": {str(q): sample.quantile(q / 100) for q in (5, 25, 50, 75, 95)},
        "endings": {name: count / sample.games for name, count in sorted(sample.terminations.items())},
    }


def _plain(found: object) -> object:
    """The answer with each figure as JSON knows it."""
    if isinstance(found, Result):
        return found.to_json()
    if isinstance(found, Mapping):
        return {name: _plain(value) for name, value in found.items()}
    return [_plain(value) for value in found] if isinstance(found, list) else found


_COUNTED = {"win": "seat", "finish": "throw"}
"""What the entries of a list are counted by."""


def _lines(found: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The answer for a reader, a figure a line."""
    for name, value in found.items():
        title = name.replace("_", " ")
        if isinstance(value, Mapping):
            yield f"{indent}{title}"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list):
            for number, figure in enumerate(value, start=1):
                yield f"{f'{indent}{title}, {_COUNTED[name]} {number}':<24}{figure}"
        elif value is not None:
            yield f"{indent + title:<24}{value}"


def _run(arguments: Sequence[str] | None) -> None:
    given = _parser().parse_args(arguments)
    entry: Entry = find_game(given.game)
    key = next(iter(entry.rulesets)) if given.ruleset is None else given.ruleset
    game = entry.make(key, **_settings(given))
    found = _head(given, entry.rulesets[key], game)
    showing = sys.stderr.isatty()
    games = given.simulate if given.command == "odds" else given.games
    seed = 0 if given.seed is None else given.seed
    if not games:
        for name in ("seed", "workers"):
            if getattr(given, name) is not None:
                raise FortuneError(f"--{name} has no effect without --simulate N: nothing is thrown here.")
    if given.command == "odds" and given.exact and games:
        raise FortuneError("--exact and --simulate exclude each other: a simulation is never exact.")
    more = {}
    if given.command == "odds" and given.solve:
        if not entry.kept:
            raise FortuneError(f"--solve has no effect on {entry.title}: what is printed of it is always solved anew.")
        if games:
            raise FortuneError("--solve and --simulate exclude each other.")
        more["solve"] = True
    with _executor(given.workers or 1, games) as executor:
        if games:
            found |= {"games": games, "seed": seed}
        if given.command == "odds":
            try:
                found |= entry.report(
                    game, exact=given.exact, games=games, seed=seed, executor=executor, progress=showing, **more
                )
            except ChainError as error:
                hint = "" if given.exact or entry.kept else " (--simulate N plays N games instead.)"
                raise ChainError(f"{error}{hint}") from error
        else:
            found |= _simulated(simulate(game, games, seed=seed, executor=executor, progress=showing))
    if given.json:
        print(json.dumps(_plain(found), ensure_ascii=False))
    else:
        found["ruleset"] = entry.rulesets[key].label(game.options)
        print("\n".join(_lines(found)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; a wrong argument is answered with a sentence and status 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or a file that has no sign for "≈" shows a question mark in its place.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        _run(arguments)
    except FortuneError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader has seen enough (as `| head` does); nothing more can be written.
        sys.stderr.close()
    except OSError as error:
        print(f"The answer could not be written: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
