"""Find a browser for the tests, or install one, and print its path: ``python tools/browser.py [chromium | firefox]``.

Looked for in this order: the variable CHROMIUM or FIREFOX, the commands of the system's own, and for Chromium the one
that Playwright keeps. Where there is none, Playwright's Chromium is fetched; where that cannot be had and we are root
on a Debian system, Debian's is installed. Playwright's Firefox is a patched one, and not what readers have.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import sync_playwright

__all__ = ["CHROMIUM", "FIREFOX", "FLAGS", "BrowserError", "Kind", "find", "find_or_install"]


@dataclass(frozen=True)
class Kind:
    """A browser that the tests run in, and where to look for it."""

    name: str
    variable: str
    """Holds its path, for whoever knows better."""
    commands: tuple[str, ...]
    package: str
    """Debian's."""
    playwright: bool = False
    """Whether Playwright keeps one too."""


CHROMIUM = Kind(
    "Chromium",
    "CHROMIUM",
    ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"),
    "chromium",
    playwright=True,
)
FIREFOX = Kind("Firefox", "FIREFOX", ("firefox-esr", "firefox"), "firefox-esr")

FLAGS = (
    # without it Chromium refuses to run as root, as in a container
    "--no-sandbox",
    "--disable-gpu",
    # no calls home: whatever leaves the machine is then the page's doing
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
)
"""What Chromium is started with."""


class BrowserError(RuntimeError):
    """No such browser is to be had; the text says what was tried."""


def find(kind: Kind = CHROMIUM) -> str | None:
    """The path of such a browser that starts, or ``None``."""
    return next((path for path in _candidates(kind) if _starts(path)), None)


def find_or_install(kind: Kind = CHROMIUM) -> str:
    """The path of such a browser that starts, installed if need be; raises :class:`BrowserError`."""
    named = os.environ.get(kind.variable)
    if named and not _starts(named):
        raise BrowserError(f"{kind.variable} names {named!r}, which does not start.")
    found = find(kind)
    for what, commands in _installers(kind):
        if found:
            break
        print(f"No {kind.name} is here; {what} …", file=sys.stderr, flush=True)
        if all(_run(command) for command in commands):
            found = find(kind)
    if not found:
        raise BrowserError(
            f"Some of the site's tests need {kind.name}, and none could be found or installed. Install it (on Debian: "
            f"apt-get install {kind.package}), or set the variable {kind.variable} to its path."
        )
    return found


def _candidates(kind: Kind) -> Iterator[str]:
    if named := os.environ.get(kind.variable):
        yield named
        return
    for command in kind.commands:
        if path := shutil.which(command):
            yield path
    if kind.playwright:
        with sync_playwright() as playwright:
            yield playwright.chromium.executable_path


def _installers(kind: Kind) -> Iterator[tuple[str, list[list[str]]]]:
    if kind.playwright:
        yield "fetching Playwright's", [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        yield (
            "installing Debian's",
            [
                ["apt-get", "update", "-qq"],
                ["apt-get", "install", "-y", "-qq", "--no-install-recommends", kind.package],
            ],
        )


def _run(command: list[str]) -> bool:
    """Whether the command ends well within ten minutes; what it says goes to standard error."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment, timeout=600, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _starts(path: str) -> bool:
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def main(arguments: Sequence[str]) -> int:
    """Print the path, or a sentence on standard error where there is none."""
    kinds = {kind.name.lower(): kind for kind in (CHROMIUM, FIREFOX)}
    wanted = arguments[0] if arguments else "chromium"
    if wanted not in kinds or len(arguments) > 1:
        print(f"There is {' and '.join(kinds)}, and not {' '.join(arguments)!r}.", file=sys.stderr)
        return 2
    try:
        print(find_or_install(kinds[wanted]))
    except BrowserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
