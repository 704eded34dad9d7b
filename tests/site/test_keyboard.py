"""Each app by keyboard alone: from the top of the page by Tab, with no mouse and no focus that a script sets.

At every step the focus is somewhere and can be seen, what happened is said, and Tab leads out again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fortune.palette import contrast
from fortune.stage import registry
from tests.site.visit import WAKING, Visit, listen, until

pytestmark = pytest.mark.site

FARTHEST = 160
"""So many times Tab is pressed at most to come to a control; tablero has the most of them."""

# A link before the stage and one after it, as on a page of the book; and from now on it is counted how often the focus
# is nowhere, while one picture is drawn after the other.
PREPARE = """() => {
  const link = (id) => `<p><a id="${id}" href="index.html">${id}</a></p>`;
  const main = document.querySelector("main");
  main.insertAdjacentHTML("afterbegin", link("before"));
  main.insertAdjacentHTML("beforeend", link("after"));
  window.lost = 0;
  let begun = false;
  const watch = () => {
    begun ||= document.activeElement !== document.body;
    if (begun && document.activeElement === document.body) window.lost += 1;
    requestAnimationFrame(watch);
  };
  watch();
  window.spoken = [];
  const live = document.querySelector(".stage-live");
  new MutationObserver(() => spoken.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""

# The ring around what has the focus: its width, its colour, and the colour that lies behind it.
RING = """() => {
  const it = document.activeElement;
  const style = getComputedStyle(it);
  const solid = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour.startsWith("rgba(") && colour.endsWith(", 0)") ? undefined : colour;
  };
  // a ring with an offset lies upon what is around the control
  let around = it.closest("svg") ?? it.parentElement;
  while (around && !solid(around)) around = around.parentElement;
  const hidden = !it.getClientRects().length || it.closest("[inert]");
  return {
    what: it.outerHTML.slice(0, 120),
    seen: !hidden && style.outlineStyle !== "none" ? parseFloat(style.outlineWidth) : 0,
    ring: style.outlineColor,
    ground: around ? solid(around) : "rgb(255, 255, 255)",
  };
}"""


def _hex(colour: str) -> str:
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


@dataclass
class Hands:
    """Two hands at a keyboard, in front of a page with one stage."""

    page: Page
    seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.evaluate(PREPARE)

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def tab(self, key: str = "Tab") -> None:
        """Go on by one, and see where the focus is."""
        self.press(key)
        ring = self.page.evaluate(RING)
        assert ring["seen"] >= 2, f"the focus cannot be seen on {ring['what']}"
        assert contrast(_hex(ring["ring"]), _hex(ring["ground"])) >= 3, f"the focus is pale on {ring['what']}"

    def go(self, there: Locator) -> None:
        """To this control by Tab, or by Shift and Tab where it stands before the present one."""
        expect(there).to_have_count(1)
        before = there.evaluate(
            "it => Boolean(document.activeElement.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING)"
            " && document.activeElement !== document.body"
        )
        for _ in range(FARTHEST):
            if there.evaluate("it => it === document.activeElement"):
                return
            self.tab("Shift+Tab" if before else "Tab")
        pytest.fail(f"Tab does not lead to {there}")

    def button(self, name: str | re.Pattern[str], key: str = "Enter") -> None:
        """To the button with this name, and press it."""
        self.go(self.page.get_by_role("button", name=name, exact=isinstance(name, str)))
        self.press(key)

    def open(self, name: str) -> None:
        """Open a folded group."""
        self.go(self.page.locator("summary").filter(has_text=re.compile(f"^{re.escape(name)}$")))
        self.press("Enter")

    def select(self, label: str, key: str = "ArrowDown") -> None:
        """Change the choice of a list to the next one."""
        self.go(self.page.get_by_label(label, exact=True))
        self.press(key)

    def hears(self, words: str) -> None:
        """The live region says this, or has said it since the last time; and the focus is where it was."""
        until(self.page, "words => spoken.some((text) => new RegExp(words).test(text))", words, timeout=WAKING)
        self.page.evaluate("spoken.length = 0")
        self.holds()

    def holds(self) -> None:
        """The focus has not been lost for a moment, and is in the stage."""
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0, timeout=WAKING)
        assert self.page.evaluate("document.activeElement.closest('.fortune-stage') !== null")
        assert self.page.evaluate("lost") == 0


@pytest.fixture(scope="module")
def opened(browser: Browser, staged: str) -> Iterator[Callable[..., Hands]]:
    """What opens the page of an app for a reader with nothing remembered; whatever goes wrong on it fails the test."""
    contexts, visits = [], []

    def open_app(app: str, *, blocked: str = "") -> Hands:
        context = browser.new_context(reduced_motion="reduce")
        page, visit = context.new_page(), Visit(staged)
        contexts.append(context)
        if blocked:
            context.route(blocked, lambda route: route.abort())
        else:
            visits.append(visit)
            listen(page, visit)
        page.goto(f"{staged}{app}.html")
        return Hands(page)

    yield open_app
    for context in contexts:
        context.close()
    assert [trouble for visit in visits for trouble in visit.troubles] == []


# -- what is done in each app ----------------------------------------------------------------------------------


def dice_game(hands: Hands) -> None:
    """A game for persons and the computer: throw, take back, change the next game, enter real dice."""
    hands.button("Throw one die")
    hands.hears(r"Anna throws a \d")
    # the computer's turns come by themselves, and the focus stays at the button
    expect(hands.page.locator(":focus")).to_have_attribute("data-do", "throw")
    hands.button("Undo", "Space")
    hands.hears("Taken back")
    hands.open("Rules of the next game")
    hands.select("Ruleset")
    hands.hears("This holds from the next new game on")
    hands.button("New game with these rules")
    hands.hears("A new game")
    hands.open("Real dice")
    hands.go(hands.page.get_by_label("We throw real dice"))
    hands.press("Space")
    hands.button("5", "Space")
    hands.hears("Anna throws a 5")


def tablero_game(hands: Hands) -> None:
    """Two persons, the dice of a seed: a throw asks for a move, which is chosen by the buttons after it."""
    hands.open("Who plays")
    hands.go(hands.page.get_by_label("The computer plays Bjørn"))
    hands.press("Space")
    hands.holds()
    hands.open("Rules of the next game")
    hands.go(hands.page.get_by_label("Throw for who begins"))
    hands.press("Space")
    hands.hears("This holds from the next new game on")
    hands.go(hands.page.get_by_label("Seed of the dice"))
    hands.press("Control+a")
    hands.page.keyboard.type("7")
    hands.press("Tab")
    hands.hears("This holds from the next new game on")
    hands.button("New game with these rules")
    hands.hears("A new game")
    hands.button("Throw")
    hands.hears("The Queen's number is")
    hands.press("Enter")
    hands.hears(r"Choose by the buttons that follow, by their keys, or on the board\.")
    # the choices follow the button that threw, and a whole move is one press
    hands.open(hands.page.locator("summary").filter(has_text="moves").inner_text())
    whole = hands.page.locator("[data-do^='choose.']").first
    hands.go(whole)
    hands.press("Enter")
    hands.hears("Anna throws next")
    hands.button("Throw")
    hands.hears("gives the dice to Bjørn")
    hands.press("Enter")
    hands.hears("Bjørn has .* Choose by the buttons that follow")
    # the board, which stands before the buttons, does the same; a letter of the keyboard, too
    part = hands.page.locator(".stage-picture [data-do='pick']").first
    hands.go(part)
    hands.press("Enter")
    hands.holds()
    hands.press("u")
    hands.hears("Put back")
    hands.button("Undo")
    hands.hears("Taken back")


def replay(hands: Hands) -> None:
    """Pictures in turn: forth and back by buttons, and by the slider."""
    caption = hands.page.locator(".stage-caption")
    first = caption.inner_text()
    hands.button("Next")
    hands.hears(".")
    assert caption.inner_text() != first
    hands.go(hands.page.get_by_role("slider", name="Picture"))
    hands.press("End")
    hands.hears(".")
    hands.press("ArrowLeft")
    hands.hears(".")
    hands.button("Back", "Space")
    hands.hears(re.escape(caption.inner_text()))
    hands.press("Space")


def glueckshaus_odds(hands: Hands) -> None:
    hands.go(hands.page.get_by_role("button", name=re.compile("^Room 5 holds")))
    hands.press("Enter")
    hands.hears("throw")
    hands.go(hands.page.get_by_label("Chips at the wedding"))
    hands.press("ArrowUp")
    hands.hears("throw")
    hands.button("Empty house")
    hands.hears("a throw is dear")
    hands.select("What a throw of 4 does")
    hands.hears("throw")


def goose_odds(hands: Hands) -> None:
    hands.go(hands.page.locator(".stage-picture [data-value='0']"))
    hands.press("ArrowRight")
    hands.press("Enter")
    hands.hears("1")
    hands.select("The squares show")
    hands.hears(".")
    hands.go(hands.page.get_by_label("Geese", exact=True))
    hands.press("Space")
    hands.hears("throws on average")


def race(hands: Hands) -> None:
    hands.button("100 games")
    hands.hears("100")
    hands.select("Who races")
    hands.hears("ready to race")
    hands.go(hands.page.get_by_label("Lay the computed values over it"))
    hands.press("Space")
    hands.holds()


def tablero_line(hands: Hands) -> None:
    hands.go(hands.page.locator(".stage-picture [tabindex='0']"))
    hands.press("ArrowDown")
    hands.press("Enter")
    hands.hears("the next line")
    hands.button("Undo")
    hands.hears("the next line")
    hands.button(re.compile("^Throw"))
    hands.hears(r"\d-\d|\d and \d|best|move")
    hands.select("The throw")
    hands.hears("has .*")


def lab(hands: Hands) -> None:
    hands.button("10")
    hands.hears("10")
    hands.button(re.compile("^Ask"))
    hands.hears("most often")
    # there are many parts in the picture now: Tab stops at one, and arrows lead to the others
    hands.go(hands.page.locator(".stage-picture [tabindex='0']"))
    seven = hands.page.get_by_role("button", name="One hand more for 7", exact=True)
    for _ in range(40):
        if not seven.evaluate("it => it === document.activeElement"):
            hands.tab("ArrowRight")
    hands.press("Enter")
    hands.hears("7: 1 hand")
    hands.open("Hands for each answer")
    hands.go(hands.page.get_by_label("8", exact=True))
    hands.press("ArrowUp")
    hands.holds()
    presenting(hands, "Present")


def guess(hands: Hands) -> None:
    hands.go(hands.page.get_by_role("button", name=re.compile("^One hand more for ")).first)
    hands.press("Enter")
    hands.hears("1 hand up so far")
    hands.page.reload()
    hands.page.evaluate(PREPARE)
    hands.button("One hand back")
    hands.hears("All hands are down")
    hands.button("Show the truth")
    hands.hears("It is “")
    presenting(hands, "Fill the screen")


def tally(hands: Hands) -> None:
    for call in ("7", "8"):
        hands.button(call)
        hands.hears(rf"{call}")
    hands.button("Undo", "Space")
    hands.hears("Taken back")
    presenting(hands, "Fill the screen")
    hands.open("Paste or type many")
    hands.go(hands.page.get_by_label("Throws", exact=True))
    hands.page.keyboard.type("7 7 99")
    hands.press("Tab")
    hands.button("Read it")
    expect(hands.page.get_by_role("alert")).to_contain_text("99", timeout=WAKING)
    hands.holds()


def walk(hands: Hands) -> None:
    hands.button("10 throws")
    hands.hears("10 throws")
    hands.select("Square 1")
    hands.hears(".")
    hands.button("Start again")
    hands.hears("Nothing is thrown yet")


def presenting(hands: Hands, name: str) -> None:
    """Into the view that fills the screen, once around by Tab, and out by Escape."""
    hands.button(name)
    frame = hands.page.locator(".stage-presenting")
    expect(frame).to_have_count(1)
    hands.hears("Escape leaves")
    around = set()
    for _ in range(60):
        hands.press("Tab")
        there = hands.page.evaluate(
            "document.activeElement === document.body ? null : document.activeElement.closest('.stage-presenting') ?"
            " document.activeElement.outerHTML.slice(0, 60) : 'outside'"
        )
        assert there != "outside"
        around.add(there)
    assert any(there and "leave" in there for there in around), "the way out can be reached"
    hands.page.evaluate("lost = 0")
    hands.press("Escape")
    expect(frame).to_have_count(0)
    hands.hears("This is the page again")


PLAYED: dict[str, Callable[[Hands], None]] = {
    "glueckshaus.play": dice_game,
    "glueckshaus.replay": replay,
    "glueckshaus.odds": glueckshaus_odds,
    "goose.play": dice_game,
    "goose.replay": replay,
    "goose.odds": goose_odds,
    "goose.race": race,
    "tablero.play": tablero_game,
    "tablero.replay": replay,
    "tablero.line": tablero_line,
    "classroom.lab": lab,
    "classroom.guess": guess,
    "classroom.tally": tally,
    "chance.walk": walk,
}


def test_no_app_is_left_out() -> None:
    assert PLAYED.keys() == registry.APPS.keys()


@pytest.mark.parametrize("app", PLAYED)
def test_an_app_by_keyboard_alone(opened: Callable[..., Hands], app: str) -> None:
    hands = opened(app)
    hands.tab()
    expect(hands.page.locator("#before")).to_be_focused()
    PLAYED[app](hands)
    # and out of the stage again, on both sides
    hands.go(hands.page.locator("#after"))
    hands.go(hands.page.locator("#before"))
    assert hands.page.evaluate("lost") == 0


def test_what_is_wrong_with_an_input_is_an_alert_and_keeps_the_focus(opened: Callable[..., Hands]) -> None:
    hands = opened("glueckshaus.odds", blocked="**/pyodide.mjs")
    hands.button("Full rooms")
    expect(hands.page.get_by_role("alert")).to_contain_text("Python could not be woken", timeout=WAKING)
    hands.holds()
    hands.go(hands.page.get_by_label("Chips at the wedding"))
    hands.press("Control+a")
    hands.press("Delete")
    hands.press("Tab")
    expect(hands.page.get_by_role("alert")).to_contain_text("takes a whole number")
    # what failed before is not what is spoken of now
    expect(hands.page.get_by_role("button", name="Try again")).to_have_count(0)
    hands.holds()
