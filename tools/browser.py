"""Find a Chromium for the tests, or install one, and print its path: ``python tools/browser.py``.

Looked for in this order: the variable CHROMIUM, the commands of a system's own Chromium or Chrome, the one that
Playwright keeps. Where there is none, Playwright's is fetched; where that cannot be had and we are root on a Debian
system, Debian's is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import sync_playwright

__all__ = ["FLAGS", "BrowserError", "find", "find_or_install"]

COMMANDS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

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
    """No Chromium is to be had; the text says what was tried."""


def find() -> str | None:
    """The path of a Chromium that starts, or ``None``."""
    return next((path for path in _candidates() if _starts(path)), None)


def find_or_install() -> str:
    """The path of a Chromium that starts, installed if need be; raises :class:`BrowserError`."""
    named = os.environ.get("CHROMIUM")
    if named and not _starts(named):
        raise BrowserError(f"CHROMIUM names {named!r}, which does not start.")
    found = find()
    for what, commands in _installers():
        if found:
            break
        print(f"No Chromium is here; {what} …", file=sys.stderr, flush=True)
        if all(_run(command) for command in commands):
            found = find()
    if not found:
        raise BrowserError(
            "The site's tests need Chromium, and none could be found or installed. Install it (on Debian: "
            "apt-get install chromium), or set the variable CHROMIUM to its path."
        )
    return found


def _candidates() -> Iterator[str]:
    if named := os.environ.get("CHROMIUM"):
        yield named
        return
    for command in COMMANDS:
        if path := shutil.which(command):
            yield path
    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def _installers() -> Iterator[tuple[str, list[list[str]]]]:
    yield "fetching Playwright's", [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        yield (
            "installing Debian's",
            [
                ["apt-get", "update", "-qq"],
                ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
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


if __name__ == "__main__":
    try:
        print(find_or_install())
    except BrowserError as error:
        sys.exit(str(error))
