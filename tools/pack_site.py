"""Pack the built site into one file, to be used without a network: ``python tools/pack_site.py [FILE]``.

With it go a page that says how to begin, and a script for each system that serves the folder and opens the browser.

The same site gives the same bytes: files stand in the order of their names and all bear one date. A site that grew
beyond the budget is refused, for it goes home on school networks and USB sticks.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

__all__ = ["BUDGET", "PackError", "main", "pack"]

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"

BUDGET = 50_000_000
"""The most bytes that the packed site may have."""

TOP = "house-of-fortune"
"""The folder that unpacking makes."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
# nor does anybody show a link to a page that lies on his own disk
_NOT_READ = {".buildinfo", ".buildinfo.bak", "objects.inv", "previews", "reports", "sitemap.xml", "_sources"}
_PACKED_ALREADY = {".pdf", ".png", ".whl", ".woff2", ".zip"}

_HERE = Path(__file__).resolve().parent
_BESIDE = {
    "READ-ME-FIRST.html": _HERE / "offline" / "READ-ME-FIRST.html",
    "start-linux.sh": _HERE / "offline" / "start-linux.sh",
    "start-macos.command": _HERE / "offline" / "start-macos.command",
    "start-windows.bat": _HERE / "offline" / "start-windows.bat",
    "start/serve.py": _HERE / "serve.py",
}
"""What lies beside the site, by its name there."""

_DOUBLE_CLICKED = {".command", ".sh"}
"""Which of these must be allowed to run; Windows asks for no leave."""


class PackError(RuntimeError):
    """There is nothing to pack, or too much; the text says which."""


def pack(site: Path, target: Path, *, budget: int = BUDGET) -> int:
    """Pack the site into ``target`` and return its size in bytes; raises :class:`PackError` beyond the budget."""
    if not (site / "index.html").is_file():
        raise PackError(f"There is no site in {site} to pack; build it first: make book")
    names = sorted(
        path.relative_to(site).as_posix()
        for path in site.rglob("*")
        if path.is_file() and path.relative_to(site).parts[0] not in _NOT_READ
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in _BESIDE.items():
            _add(archive, name, _for_its_system(path))
        for name in names:
            _add(archive, name, (site / name).read_bytes())
    size = target.stat().st_size
    if size > budget:
        target.unlink()
        raise PackError(f"The packed site has {size / 1e6:.1f} MB, and may have {budget / 1e6:.0f}; what grew?")
    return size


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(f"{TOP}/{name}", _LONG_AGO)
    entry.create_system = 3  # Unix, wherever this is packed: its permissions are kept
    entry.external_attr = (0o755 if Path(name).suffix in _DOUBLE_CLICKED else 0o644) << 16
    kind = zipfile.ZIP_STORED if Path(name).suffix in _PACKED_ALREADY else zipfile.ZIP_DEFLATED
    archive.writestr(entry, content, kind, 9)


def _for_its_system(path: Path) -> bytes:
    """The file with the ends of lines that its system reads, whatever they are here."""
    content = path.read_bytes().replace(b"\r\n", b"\n")
    return content.replace(b"\n", b"\r\n") if path.suffix == ".bat" else content


def main(arguments: Sequence[str] | None = None) -> int:
    """Pack, and say how large the file is."""
    named = sys.argv[1:] if arguments is None else arguments
    target = Path(named[0]) if named else ROOT / "_build" / f"{TOP}.zip"
    size = pack(SITE, target)
    print(f"{target} has {size / 1e6:.1f} MB; the budget is {BUDGET / 1e6:.0f} MB.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PackError as error:
        sys.exit(str(error))
