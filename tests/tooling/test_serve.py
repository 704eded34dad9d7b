"""The server of `make site`."""

from __future__ import annotations

import socket
import struct
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import serve


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the first page")
    (tmp_path / "site" / "part.mjs").write_text("export {}")
    (tmp_path / "secret.txt").write_text("not part of the site")
    return tmp_path / "site"


@pytest.fixture
def server(folder: Path) -> Iterator[serve.SiteServer]:
    with serve.SiteServer(folder, prefix="/name/") as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def test_serves_under_the_prefix(server: serve.SiteServer) -> None:
    with urllib.request.urlopen(server.address) as answer:
        assert answer.read() == b"the first page"
    with urllib.request.urlopen(server.address + "part.mjs") as answer:
        assert answer.headers["Content-Type"] == "text/javascript"


@pytest.mark.parametrize("path", ["/", "/index.html", "/nam", "/name/../secret.txt", "/name/%2e%2e/secret.txt"])
def test_serves_nothing_else(server: serve.SiteServer, path: str) -> None:
    address = f"http://127.0.0.1:{server.server_address[1]}{path}"
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(address)
    refused.value.close()


def test_a_folder_is_no_page(server: serve.SiteServer, folder: Path) -> None:
    (folder / "inner").mkdir()
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(server.address + "inner/")
    refused.value.close()


@pytest.mark.parametrize("path", ["nothing.html", "inner/deep/nothing", "inner/"])
def test_gives_the_site_s_own_page_for_what_is_not_there(server: serve.SiteServer, folder: Path, path: str) -> None:
    (folder / "inner").mkdir()
    (folder / "404.html").write_text('<base href="/published/" />There is no \u201csuch\u201d page', encoding="utf-8")
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(server.address + path)
    with refused.value as answer:
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        # where the site begins is what this server knows
        assert answer.read().decode() == '<base href="/name/" />There is no \u201csuch\u201d page'
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(urllib.request.Request(server.address + path, method="HEAD"))
    with refused.value as answer:
        assert answer.read() == b""
    # asked for by its own name it is a page like others
    with urllib.request.urlopen(server.address + "404.html") as answer:
        assert answer.read().startswith(b'<base href="/name/" />')


def test_what_is_not_of_the_site_has_no_page_of_it(server: serve.SiteServer, folder: Path) -> None:
    (folder / "404.html").write_text("the site's own page")
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{server.server_address[1]}/elsewhere/")
    with refused.value as answer:
        assert b"the site's own page" not in answer.read()


def test_says_nothing_of_a_browser_that_turns_away(
    server: serve.SiteServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    really = server.shutdown_request

    def shut(request: Any) -> None:
        really(request)
        ended.set()

    monkeypatch.setattr(server, "shutdown_request", shut)
    with socket.create_connection(("127.0.0.1", server.server_address[1])) as browser:
        # with this, closing is a reset
        browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        browser.send(b"GET /name/ HT")
    assert ended.wait(20)
    assert capsys.readouterr().err == ""


def test_says_that_there_is_no_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        serve.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "build the book first" in capsys.readouterr().err


def test_says_that_a_port_is_taken(server: serve.SiteServer, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        serve.main([str(folder), "--port", str(server.server_address[1])])
    assert f"Port {server.server_address[1]} is not to be had" in capsys.readouterr().err
