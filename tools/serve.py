"""Serve a folder to this machine's browsers: ``python tools/serve.py FOLDER [--port N] [--prefix /name/] [--open]``.

The standard library's server is enough for a static site. This one takes a free port where the usual one is
taken, says so, names the types of files alike on every system, and can serve under a path as project pages do.
It goes along with the packed site, whose start scripts call it: so it keeps to what Python 3.8 has.
"""

from __future__ import annotations

import argparse
import http.server
import re
import sys
import threading
import webbrowser
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

__all__ = ["SiteServer", "main"]

USUAL_PORT = 8000

_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}


_LOST = "404.html"
_BASE = re.compile(r'<base href="[^"]*"')


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, prefix: str, directory: str) -> None:
        self.prefix = prefix
        self.extensions_map = {**self.extensions_map, **_TYPES}
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        if not path.startswith(self.prefix):
            return str(Path(self.directory) / "there is no such page")
        return super().translate_path("/" + path[len(self.prefix) :])

    def list_directory(self, path: Any) -> None:
        """A folder is no page, here as on the published site."""
        self.send_error(404, "File not found")

    def send_head(self) -> Any:
        if self.path == f"{self.prefix}{_LOST}" and self._has_lost():
            self._send_lost(200)
            return None
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """For what is not there, answer with the site's own page for that, as GitHub Pages does."""
        if code == 404 and self.path.startswith(self.prefix) and self._has_lost():
            self.log_error("code %d, message %s", code, message)
            self._send_lost(code)
        else:
            super().send_error(code, message, explain)

    def _has_lost(self) -> bool:
        return (Path(self.directory) / _LOST).is_file()

    def _send_lost(self, code: int) -> None:
        """Send the site's page for what is not there; where the site begins here is said in it."""
        page = (Path(self.directory) / _LOST).read_text(encoding="utf-8")
        content = _BASE.sub(f'<base href="{escape(self.prefix)}"', page, count=1).encode()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        # the site is rebuilt while it is read: look for the newest
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of requests that went well."""

    def log_error(self, format: str, *arguments: object) -> None:
        print(f"{self.path}: {format % arguments}", file=sys.stderr)


class SiteServer(http.server.ThreadingHTTPServer):
    """A server of one folder on 127.0.0.1, under ``prefix``, which begins and ends with a slash.

    Port 0 takes any free port. Use it as a context manager; ``address`` is where the site begins.
    """

    daemon_threads = True
    # on Windows two servers could otherwise share a port
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, folder: Path, port: int = 0, prefix: str = "/") -> None:
        self.prefix = prefix
        super().__init__(("127.0.0.1", port), partial(_Handler, prefix=prefix, directory=str(folder)))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that turned away before its answer was there."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """The address of the site's first page."""
        return f"http://127.0.0.1:{self.server_address[1]}{self.prefix}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the reader presses Ctrl-C."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, help=f"{USUAL_PORT} if it is free, else any")
    parser.add_argument("--prefix", default="/", help="serve under this path, as /name/")
    parser.add_argument("--open", action="store_true", help="open the first page in the browser")
    options = parser.parse_args(arguments)
    prefix = f"/{options.prefix.strip('/')}/".replace("//", "/")
    if not (options.folder / "index.html").is_file():
        parser.error(f"There is no index.html in {options.folder}; build the book first: make book")
    try:
        server = SiteServer(options.folder, USUAL_PORT if options.port is None else options.port, prefix)
    except OSError as error:
        if options.port is not None:
            parser.error(f"Port {options.port} is not to be had: {error.strerror}.")
        server = SiteServer(options.folder, 0, prefix)
    with server:
        print(f"The House of Fortune is open: {server.address}  (Ctrl-C closes it)", flush=True)
        if options.open:
            # some browsers are waited for, and they wait for the page
            threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
