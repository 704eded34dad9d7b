"""A stock Firefox, driven over WebDriver BiDi, which it speaks by itself: no driver and no patched build is needed.

Playwright can drive a stock Firefox too, but sends ``emulation.setMediaFeaturesOverride`` before all else, and Debian's
does not know it. What these tests ask is little, and the protocol is a standard.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

__all__ = ["SECONDS", "Firefox", "FirefoxError", "Tab", "start"]

SECONDS = 60.0
"""How long anything may take on a busy machine, be it that Firefox starts or that Python wakes in it."""

_PREFERENCES = """\
// on a Mac the Tab key passes over buttons
user_pref("accessibility.tabfocus", 7);
// so that a page may read what it has copied, without a question to the reader
user_pref("dom.events.testing.asyncClipboard", true);
// the next page of the book is fetched ahead, and given up again as soon as there is something better to do
user_pref("network.prefetch-next", false);
"""
_EVENTS = ("log.entryAdded", "network.beforeRequestSent", "network.fetchError", "network.responseCompleted")


class FirefoxError(AssertionError):
    """Firefox refused something, or something did not come in time; the text says what."""


@contextmanager
def start(path: str) -> Iterator[Firefox]:
    """The Firefox at this path, headless, with a profile of its own, for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        (profile / "user.js").write_text(_PREFERENCES, encoding="utf-8")
        process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder],
            # as root it refuses a home that is somebody else's; and so it leaves nothing in the home of whoever tests
            env={**os.environ, "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            # no limit on the size of a message, and no proxy on the way to this very machine
            with connect(_address(profile, process), max_size=None, proxy=None, compression=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            try:
                process.wait(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Where Firefox listens, as it writes into its profile."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            told = json.loads((profile / "WebDriverBiDiServer.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            time.sleep(0.05)
            continue
        return f"ws://{told['ws_host']}:{told['ws_port']}/session"
    raise FirefoxError(
        "Firefox does not listen to WebDriver BiDi. One from a snap cannot see the profile that it is given; "
        "install another, and set the variable FIREFOX to its path."
    )


class Firefox:
    """A running Firefox, and everything that its pages asked for and complained of."""

    def __init__(self, socket: ClientConnection) -> None:
        self.requests: list[str] = []
        """The addresses of all requests of all pages, their workers included."""
        self.troubles: list[str] = []
        """Console errors, errors of scripts, requests that failed or were refused."""
        self._socket = socket
        self._count = 0
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=list(_EVENTS))

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its result; what happens meanwhile is written down."""
        number = self._post(method, parameters)
        while True:
            message = json.loads(self._socket.recv(timeout=SECONDS))
            if message["type"] == "event":
                self._note(message["method"], message["params"])
            elif message["id"] == number:
                if message["type"] == "error":
                    raise FirefoxError(f"{method}: {message['error']}, {message['message']}")
                result: dict[str, Any] = message["result"]
                return result

    def _post(self, method: str, parameters: dict[str, Any]) -> int:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        return self._count

    def _note(self, event: str, told: dict[str, Any]) -> None:
        if event == "log.entryAdded":
            if told["level"] == "error":
                self.troubles.append(f"{told['type']}: {told['text']}")
            return
        address = told["request"]["url"]
        if event == "network.beforeRequestSent":
            self.requests.append(address)
            if told["isBlocked"]:
                self._post("network.failRequest", {"request": told["request"]["request"]})
        elif event == "network.fetchError":
            self.troubles.append(f"failed: {address} ({told['errorText']})")
        elif told["response"]["status"] >= 400:
            self.troubles.append(f"{told['response']['status']}: {address}")

    @contextmanager
    def blocked(self, address: str) -> Iterator[None]:
        """Meanwhile the file at this address cannot be had, whoever asks for it, and whatever its query says."""
        pattern = {"type": "pattern", "pathname": urlsplit(address).path}
        intercept = self.send("network.addIntercept", phases=["beforeRequestSent"], urlPatterns=[pattern])["intercept"]
        yield
        self.send("network.removeIntercept", intercept=intercept)

    def forget(self) -> None:
        """Close all tabs but Firefox's own first one, and forget what was seen in them."""
        for known in self.send("browser.getUserContexts")["userContexts"]:
            if known["userContext"] != "default":
                self.send("browser.removeUserContext", userContext=known["userContext"])
        self.requests.clear()
        self.troubles.clear()

    def tab(self) -> Tab:
        """A tab for a reader with nothing remembered."""
        reader = self.send("browser.createUserContext")["userContext"]
        return Tab(self, self.send("browsingContext.create", type="tab", userContext=reader)["context"])


class Tab:
    """A tab: what a reader does in it, and what can be asked of its page."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        self.firefox = firefox
        self.context = context

    def goto(self, address: str) -> None:
        """Open this address and wait until it has loaded."""
        self.firefox.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        self.firefox.send("browsingContext.reload", context=self.context, wait="complete")

    def ask(self, script: str) -> Any:
        """The value of an expression on the page, as JSON tells it."""
        answer = self.firefox.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({script})) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise FirefoxError(f"{script}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def text(self, selector: str) -> str:
        """The text of the first such element as it is shown; empty where there is none."""
        return str(self.ask(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def until(self, script: str) -> None:
        """Wait until this expression is true on the page."""
        deadline = time.monotonic() + SECONDS
        while not self.ask(script):
            if time.monotonic() > deadline:
                raise FirefoxError(f"This did not come true: {script}. The page says: {self.text('body')[:2000]}")
            time.sleep(0.05)

    def shows(self, selector: str, words: str) -> None:
        """Wait until the first such element shows these words."""
        self.until(f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(words)})")

    def find(self, role: str, name: str) -> dict[str, Any]:
        """The one element of a stage with this role and exactly this name, as screen readers are told them."""
        # a whole page takes a second, for each element is asked for its name
        stages = self._locate({"type": "css", "value": ".fortune-stage"})
        found = self._locate({"type": "accessibility", "value": {"role": role, "name": name}}, startNodes=stages)
        if len(found) != 1:
            raise FirefoxError(f"{len(found)} elements are a {role} named {name!r}, and not one.")
        return found[0]

    def _locate(self, locator: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
        nodes = self.firefox.send("browsingContext.locateNodes", context=self.context, locator=locator, **more)["nodes"]
        return [{"sharedId": node["sharedId"]} for node in nodes]

    def call(self, element: dict[str, Any], function: str) -> None:
        """Call this function, written in JavaScript, with the element."""
        self.firefox.send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[element],
            target={"context": self.context},
            awaitPromise=True,
        )

    def click(self, role: str, name: str) -> None:
        """Bring it into view and press the mouse's button over its middle."""
        element = self.find(role, name)
        self.call(element, "element => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
        where = {"type": "element", "element": element}
        self._act(
            "pointer",
            {"type": "pointerMove", "x": 0, "y": 0, "origin": where},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def focus(self, role: str, name: str) -> None:
        self.call(self.find(role, name), "element => element.focus()")

    def press(self, key: str) -> None:
        """Press a key and let it go. Keys without a character have one of WebDriver's private ones."""
        self._act("key", {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})

    def _act(self, device: str, *actions: dict[str, Any]) -> None:
        source = {"type": device, "id": device, "actions": list(actions)}
        self.firefox.send("input.performActions", context=self.context, actions=[source])

    def workers(self) -> int:
        """How many workers the page has."""
        realms = self.firefox.send("script.getRealms")["realms"]
        own = {realm["realm"] for realm in realms if realm.get("context") == self.context}
        return sum(realm["type"] == "dedicated-worker" and not own.isdisjoint(realm["owners"]) for realm in realms)
