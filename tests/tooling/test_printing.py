"""The sheets to print: one page each, of the right size, with our typefaces, the same bytes every time."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject, StreamObject
from sphinx.errors import ExtensionError

from fortune import glueckshaus, goose, tablero
from fortune.cards import Card
from fortune.glueckshaus.card import card as house_card
from fortune.goose.card import card as goose_card
from fortune.tablero.card import card as tablero_card
from house import printing
from house.ink import INKS, plain
from house.paper import PAPERS
from house.printing import Press, file_name, write_sheets
from house.sheets import GROUPS, Sheet, all_sheets

ROOT = Path(__file__).parents[2]
SHEETS = all_sheets(ROOT)
POINT = 72 / 25.4


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, kept: Path) -> Path:
    folder = tmp_path_factory.mktemp("print")
    write_sheets(ROOT, folder, kept)
    return folder


def readers(printed: Path, ink: str | None = None) -> Iterator[tuple[Sheet, str, PdfReader]]:
    """Each sheet with the key of its paper and its file."""
    for sheet in SHEETS:
        for paper in PAPERS.values():
            for one in INKS.values():
                if ink is None or one.key == ink:
                    yield sheet, paper.key, PdfReader(printed / file_name(sheet, paper, one))


def test_every_sheet_is_there_on_both_papers_and_in_both_inks(printed: Path) -> None:
    endings = ("-a4.pdf", "-a4-bw.pdf", "-letter.pdf", "-letter-bw.pdf", ".png")
    assert {path.name for path in printed.iterdir()} == {sheet.name + ending for sheet in SHEETS for ending in endings}
    assert {sheet.group for sheet in SHEETS} == set(GROUPS)
    assert len({sheet.name for sheet in SHEETS}) == len(SHEETS)
    assert "glueckshaus-board-a4.pdf" in {path.name for path in printed.iterdir()}


def test_each_is_one_page_of_its_paper(printed: Path) -> None:
    for sheet, paper, reader in readers(printed):
        (page,) = reader.pages
        size = (float(page.mediabox.width), float(page.mediabox.height))
        expected = {"a4": (595.28, 841.89), "letter": (612, 792)}[paper]
        assert size == pytest.approx(expected, abs=0.1), sheet.name


def test_each_names_itself_and_brings_its_typefaces(printed: Path) -> None:
    for sheet, _, reader in readers(printed):
        assert reader.metadata is not None
        assert reader.metadata.title in (sheet.title, sheet.about.replace("'", "’")), sheet.name
        assert str(reader.root_object["/Lang"]) == "en-GB"
        # no date, or the bytes would change with it
        assert reader.metadata.creation_date is None
        assert reader.metadata.modification_date is None
        fonts = list(_fonts(reader))
        assert fonts, sheet.name
        for font in fonts:
            assert "/FontFile2" in font or "/FontFile3" in font
            assert re.search("GrenzeGotisch|AtkinsonHyperlegible", str(font["/FontName"]))


def _objects(reader: PdfReader) -> Iterator[DictionaryObject]:
    for number in range(1, int(str(reader.trailer["/Size"]))):
        found = reader.get_object(number)
        if isinstance(found, DictionaryObject):
            yield found


def _fonts(reader: PdfReader) -> Iterator[DictionaryObject]:
    return (found for found in _objects(reader) if found.get("/Type") == "/FontDescriptor")


def _colours(reader: PdfReader) -> set[tuple[float, ...]]:
    """The colours that are set anywhere in the file, in the page, in pictures and in patterns."""
    found: set[tuple[float, ...]] = set()
    for one in [reader.pages[0].get_contents(), *_objects(reader)]:
        drawn = one is not None and (one.get("/Type") in ("/Pattern", "/XObject") or isinstance(one, ContentStream))
        if drawn and isinstance(one, StreamObject) and one.get("/Subtype") != "/Image":
            data = one.get_data()
            assert not re.search(rb"\s(?:k|K|sh)\s", data)
            for numbers in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|sc|scn)\b", data, re.IGNORECASE):
                found.add(tuple(map(float, numbers)))
    return found


def test_black_and_white_has_no_colour(printed: Path) -> None:
    for sheet, _, reader in readers(printed, "bw"):
        for red, green, blue in _colours(reader):
            assert red == green == blue, sheet.name


def test_colour_has_some(printed: Path) -> None:
    for sheet, _, reader in readers(printed, ""):
        assert any(len(set(colour)) > 1 for colour in _colours(reader)), sheet.name


def test_boards_stay_distinct_without_colour() -> None:
    boards = {sheet.name: sheet.make(PAPERS["a4"], INKS["bw"], 12) for sheet in SHEETS if sheet.group == "boards"}
    assert {"url(#red-wash)", "url(#blue-wash)"} <= set(re.findall(r"url\(#[a-z-]+\)", boards["tablero-board"]))
    assert len(set(re.findall(r"url\(#[a-z-]+\)", boards["goose-board"]))) == 3


def test_no_variable_of_the_page_is_left() -> None:
    for sheet in SHEETS:
        for ink in INKS.values():
            source = sheet.make(PAPERS["a4"], ink, 12)
            assert "var(--" not in source
            assert "<style" not in source


def _bare(text: str) -> str:
    """Without white space, hyphens and the difference between apostrophes: lines are broken anywhere."""
    return re.sub(r"[\s\u00ad-]", "", text.replace("’", "'"))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_rule_card_tells_the_rules(printed: Path, paper: str) -> None:
    for game, rulesets, make in (
        ("glueckshaus", glueckshaus.RULESETS, house_card),
        ("goose", goose.RULESETS, goose_card),
        ("tablero", tablero.RULESETS, tablero_card),
    ):
        for key in rulesets:
            card: Card = make(key)
            reader = PdfReader(printed / f"{game}-card-{key.replace('_', '-')}-{paper}-bw.pdf")
            told = _bare(reader.pages[0].extract_text())
            for part in (card.title, card.note, card.need, *card.setup, *(does for _, does in card.rows), *card.end):
                assert _bare(part) in told, (key, part)
            for what, _ in card.rows:
                assert _bare(what) in told, (key, what)


def test_the_text_of_a_rule_card_is_at_least_11_points_high(printed: Path) -> None:
    for sheet, _, reader in readers(printed, ""):
        if sheet.group != "cards":
            continue
        sizes: dict[float, int] = {}

        def count(
            text: str, _cm: object, _tm: object, _font: object, size: float, sizes: dict[float, int] = sizes
        ) -> None:
            sizes[size] = sizes.get(size, 0) + len(text.strip())

        reader.pages[0].extract_text(visitor_text=count)
        assert max(sizes, key=lambda size: sizes[size]) >= 11, sheet.name


def test_a_second_run_makes_the_same_bytes(printed: Path, tmp_path: Path) -> None:
    write_sheets(ROOT, tmp_path / "print", tmp_path / "kept")
    for path in printed.iterdir():
        assert (tmp_path / "print" / path.name).read_bytes() == path.read_bytes(), path.name


def test_what_is_up_to_date_is_left_and_what_is_no_sheet_goes(
    printed: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (printed / "old-board-a4.pdf").write_text("from an older version")
    missing = printed / "goose-board-letter.pdf"
    content = missing.read_bytes()
    missing.unlink()
    set_again: list[bytes] = []
    really = Press.pdf

    def counted(press: Press, source: bytes) -> bytes:
        set_again.append(source)
        return really(press, source)

    monkeypatch.setattr(Press, "pdf", counted)
    write_sheets(ROOT, printed, kept)
    assert len(set_again) == 1
    assert missing.read_bytes() == content
    assert not (printed / "old-board-a4.pdf").exists()


def test_two_pages_are_refused(kept: Path, printed: Path) -> None:
    press = Press(kept / "faces")
    paper, ink = PAPERS["letter"], INKS[""]
    long = Sheet("long", "cards", "Long", "", lambda *_: "#pagebreak()", (14, 12))
    with pytest.raises(ExtensionError, match="The sheet long does not fit on one page of US Letter"):
        press.fitting(long, paper, ink)
    growing = Sheet("growing", "cards", "", "", lambda *values: "#pagebreak()" if values[2] > 12 else "short", (14, 12))
    assert press.fitting(growing, paper, ink) == b"short"


def _pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """A PNG of eight bits with an alpha channel, as rows of pixels."""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:26] == b"\x08\x06"
    data, place = b"", 8
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place : place + 8])
        data += png[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
        place += size + 12
    stream = io.BytesIO(zlib.decompress(data))
    above = np.zeros(width * 4, np.uint8)
    rows = []
    for _ in range(height):
        (kind,) = stream.read(1)
        row = np.frombuffer(stream.read(width * 4), np.uint8).copy()
        for i in range(width * 4) if kind in (1, 3, 4) else ():
            left = int(row[i - 4]) if i > 3 else 0
            up, corner = int(above[i]), int(above[i - 4]) if i > 3 else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(value - guess))
            row[i] = (int(row[i]) + {1: left, 3: (left + up) // 2, 4: nearest}[kind]) % 256
        if kind == 2:
            row += above
        rows.append(row.reshape(width, 4))
        above = row
    return np.array(rows)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_nearer_to_an_edge_than_a_centimetre(kept: Path, printed: Path, paper: str) -> None:
    press = Press(kept / "faces")
    ink = INKS["bw"]
    for sheet in SHEETS:
        if sheet.group == "cards":
            continue  # all set as one, by the same page
        pixels = _pixels(press.preview(press.fitting(sheet, PAPERS[paper], ink), 18))
        margin = round(pixels.shape[0] / PAPERS[paper].height * 10)
        dark = np.any(pixels[..., :3] < 250, axis=2)
        rows, columns = np.flatnonzero(np.any(dark, axis=1)), np.flatnonzero(np.any(dark, axis=0))
        assert min(rows[0], columns[0]) >= margin, sheet.name
        assert rows[-1] < pixels.shape[0] - margin, sheet.name
        assert columns[-1] < pixels.shape[1] - margin, sheet.name
        # and it makes use of the page
        assert columns[-1] - columns[0] > 0.85 * pixels.shape[1], sheet.name


def test_typefaces_are_missing(tmp_path: Path) -> None:
    with pytest.raises(ExtensionError, match="The typefaces are missing"):
        write_sheets(tmp_path, tmp_path / "print", tmp_path / "kept")


def test_each_colour_is_written_out_in_both_inks() -> None:
    wash = "var(--fortune-blue-wash,#d5e0e4)"
    drawn = f'<svg viewBox="0 0 9 9"><g fill="{wash}" stroke="{wash}"/></svg>'
    assert plain(drawn, INKS[""]).count("#d5e0e4") == 2
    hatched = plain(drawn, INKS["bw"])
    assert 'fill="url(#blue-wash)" stroke="#ffffff"' in hatched
    assert hatched.count("<pattern") == 1


def test_the_page_and_the_build_agree() -> None:
    text = (ROOT / f"{printing.PAGE}.md").read_text(encoding="utf-8")
    assert re.findall(r"^```\{sheets\} (.+)$", text, re.MULTILINE) == list(GROUPS)
    named = set(re.findall(r"\{sheet\}`[^`<]*<?([a-z0-9-]+)>?`", text))
    assert named <= {sheet.name for sheet in SHEETS}
    assert {sheet.name for sheet in SHEETS if sheet.group in ("tallies", "cut-outs")} <= named
