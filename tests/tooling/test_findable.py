"""What the build writes for those who look for a page: titles, cards, icons, published addresses."""

from __future__ import annotations

import io
import json
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import yaml
from sphinx.errors import ExtensionError

from house import addresses, previews
from house.contents import SUBTITLE, Page, card_name
from house.printing import Press, write_faces

ROOT = Path(__file__).parents[2]
BASE = "https://example.org/name/"


@pytest.fixture(scope="module")
def config() -> Any:
    return yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))


def test_the_site_s_address_is_that_of_the_repository_s_pages(config: Any) -> None:
    owner, name = config["repository"]["url"].removeprefix("https://github.com/").split("/")
    assert config["html"]["baseurl"] == f"https://{owner}.github.io/{name}/"


def test_the_site_s_address_stands_in_one_place(config: Any) -> None:
    host = config["html"]["baseurl"].removeprefix("https://").split("/")[0]
    places = [path for kind in ("py", "js", "html", "css", "yml") for path in (ROOT / "book").rglob(f"*.{kind}")]
    places += [*(ROOT / "tools").glob("*.py"), *(ROOT / "src").rglob("*.py")]
    assert len(places) > 100
    assert [path.name for path in places if host in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("title", "part", "heading"),
    [
        ("The odds of the Goose", "The Game of the Goose", "The odds of the Goose · Book"),
        ("A medieval game?", "Glückshaus", "A medieval game? · Glückshaus · Book"),
        ("Welcome", "", "Welcome · Book"),
        ("Book", "", f"Book · {SUBTITLE}"),
    ],
)
def test_heading(title: str, part: str, heading: str) -> None:
    assert Page("book/x", title, part).heading("Book") == heading


class TestList:
    """``book/addresses.txt``."""

    def test_of_the_book(self) -> None:
        kept = addresses.read((ROOT / addresses.LIST).read_text(encoding="utf-8"))
        assert len(kept.stay) > 100
        assert addresses.DOOR in kept.stay

    def test_both_kinds_of_lines(self) -> None:
        kept = addresses.read("# told\n\nbook/a.html\nbook/a.html#ex-a\nbook/old.html -> book/a.html#ex-a\n")
        assert kept.stay == ("book/a.html", "book/a.html#ex-a")
        assert kept.moved == {"book/old.html": "book/a.html#ex-a"}

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("book/a b.html", "line 1: 'book/a b.html' is no address"),
            ("book/a.html ->", "no address"),
            ("book/a.html -> https://elsewhere.org/a.html", "no address"),
            ("book/a.html\nbook/a.html", "line 2: book/a.html stands in the list already"),
            ("book/a.html\nbook/a.html -> book/b.html", "stands in the list already"),
            ("book/a.html#ex-a -> book/b.html", "cannot lead on"),
        ],
    )
    def test_refuses(self, text: str, reason: str) -> None:
        with pytest.raises(ExtensionError, match=re.escape(reason)):
            addresses.read(text)

    def test_what_is_lost(self, tmp_path: Path) -> None:
        (tmp_path / "book").mkdir()
        (tmp_path / "book" / "a.html").write_text('<p id="ex-a">')
        (tmp_path / "book" / "old.html").write_text("leads on")
        kept = addresses.read(
            "book/a.html\nbook/a.html#ex-a\nbook/a.html#ex-b\nbook/b.html\n"
            "book/old.html -> book/a.html\nbook/older.html -> book/c.html"
        )
        assert addresses.unkept(tmp_path, kept) == ["book/a.html#ex-b", "book/b.html", "book/older.html", "book/c.html"]


def test_a_moved_page_leads_on_from_where_it_was() -> None:
    page = addresses.moved_page("book/a/old.html", "book/b/new.html#ex-a", "The <House>", BASE)
    assert '<script src="../../_static/moved.js" data-to="../b/new.html#ex-a"></script>' in page
    assert '<meta http-equiv="refresh" content="0; url=../b/new.html#ex-a">' in page
    assert f'<link rel="canonical" href="{BASE}book/b/new.html">' in page
    assert '<a href="../b/new.html#ex-a">The &lt;House&gt;</a>' in page


def test_the_list_for_search_engines_is_one() -> None:
    text = addresses.sitemap(BASE, ["book/index", "book/a"])
    schema = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    tree = ET.fromstring(text.encode())
    assert tree.tag == f"{schema}urlset"
    assert [one.text for one in tree.iter(f"{schema}loc")] == [f"{BASE}book/index.html", f"{BASE}book/a.html"]
    assert "lastmod" not in text


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faces")
    write_faces(ROOT / "web" / "node_modules", folder)
    return folder


PAGES = [
    ("book/index", "The House of Fortune", ""),
    ("book/chance/pairs", "Thirty-six ways", "Chance"),
    ("book/glueckshaus/odds", "The odds of Glückshaus", "Glückshaus"),
    ("book/goose/odds", "The odds of the Goose", "The Game of the Goose"),
    ("book/tablero/history", "The game that the pope did not ban", "Tablero"),
    ("book/classroom/hoax", "A hoax, and how to find one out", "In the classroom"),
]


@pytest.fixture(scope="module")
def folder(faces: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    previews.write_cards(Press(faces), "faces", PAGES, "The House of Fortune", folder / "made", folder / "kept")
    return folder


class TestCards:
    def test_one_for_each_page(self, folder: Path) -> None:
        made = {path.name: path.read_bytes() for path in (folder / "made").iterdir()}
        assert set(made) == {card_name(name) for name, _, _ in PAGES}
        assert len(set(made.values())) == len(PAGES)
        for name, content in made.items():
            assert _size(content) == (previews.WIDTH, previews.HEIGHT), name
            assert len(content) < 150_000, name

    def test_the_same_bytes_again(self, folder: Path, faces: Path, tmp_path: Path) -> None:
        again = [PAGES[3]]
        previews.write_cards(Press(faces), "faces", again, "The House of Fortune", tmp_path / "made", tmp_path / "kept")
        (path,) = (tmp_path / "made").iterdir()
        assert path.read_bytes() == (folder / "made" / path.name).read_bytes()

    def test_only_what_changed_is_set_anew(self, faces: Path, tmp_path: Path) -> None:
        target, kept = tmp_path / "made", tmp_path / "kept"
        previews.write_cards(Press(faces), "faces", PAGES[:2], "Book", target, kept)
        for path in target.iterdir():
            path.write_bytes(b"kept")
        changed = [PAGES[0], ("book/chance/pairs", "Thirty-seven ways", "Chance")]
        previews.write_cards(Press(faces), "faces", changed, "Book", target, kept)
        assert (target / "index.png").read_bytes() == b"kept"
        assert _size((target / "chance-pairs.png").read_bytes()) == (previews.WIDTH, previews.HEIGHT)
        previews.write_cards(Press(faces), "faces", changed[1:], "Book", target, kept)
        assert [path.name for path in target.iterdir()] == ["chance-pairs.png"]
        assert set(json.loads((kept / "made.json").read_text())) == {"chance-pairs.png"}

    def test_a_title_is_text_and_nothing_else(self, faces: Path) -> None:
        card = previews.card("book/chance/pairs", 'Say "#panic()" \\ and $x$', "Chance", "Book")
        assert _size(Press(faces).preview(card.encode(), 20))[0] > 0


class TestIcons:
    DRAWING = (ROOT / "book" / "_static" / "favicon.svg").read_text(encoding="utf-8")

    def test_in_one_file(self, faces: Path) -> None:
        pictures = {size: previews.icon(Press(faces), self.DRAWING, size) for size in previews.ICON_SIZES}
        packed = io.BytesIO(previews.in_one_file(pictures))
        assert struct.unpack("<HHH", packed.read(6)) == (0, 1, len(pictures))
        entries = [struct.unpack("<BBBBHHII", packed.read(16)) for _ in pictures]
        for (wide, high, _, _, _, _, length, at), (size, content) in zip(entries, pictures.items(), strict=True):
            assert (wide, high) == (size, size) == _size(content)
            assert packed.getvalue()[at : at + length] == content

    def test_for_a_telephone_has_a_ground(self, faces: Path) -> None:
        press = Press(faces)
        with_ground = previews.icon(press, self.DRAWING, previews.TOUCH_SIZE, ground=True)
        assert _size(with_ground) == (previews.TOUCH_SIZE,) * 2
        assert with_ground != previews.icon(press, self.DRAWING, previews.TOUCH_SIZE)


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high
