"""What readers read, paragraph by paragraph, and which claim a paragraph states without naming it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from fortune.claims import Claim

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(\S*)")
_MARK = re.compile(r"\{(?:claim|grade)\}`([a-z0-9-]+)`|#claim-([a-z0-9-]+)")


class Paragraph(NamedTuple):
    """A paragraph, and the file and line where it begins."""

    file: str
    line: int
    text: str


def pages() -> list[Path]:
    """The text of all pages, and the README."""
    return [*sorted((ROOT / "book").rglob("*.md")), ROOT / "README.md"]


def modules() -> list[Path]:
    """The modules whose words reach pages. The claims themselves are not among them."""
    return [path for path in sorted((ROOT / "src").rglob("*.py")) if path.parent.name != "claims"]


def paragraphs(text: str, file: str = "page.md") -> Iterator[Paragraph]:
    """The paragraphs of a page, and the words in its cells.

    A quotation belongs to the paragraph that leads to it, and headings and rows of a table stand each by itself.
    """
    found: list[Paragraph] = []
    for block in _blocks(text, file):
        if found and block.text.startswith(">"):
            before = found.pop()
            block = before._replace(text=f"{before.text}\n{block.text}")
        found.append(block)
    yield from found


def _blocks(text: str, file: str) -> Iterator[Paragraph]:
    kept: list[str] = []
    code: list[str] | None = None
    fence, begin = "", 1
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        opening = _FENCE.match(line)
        if code is not None:
            if opening and line.startswith(fence) and not opening[2]:
                yield from words("\n".join(_without_options(code)), file, begin)
                code = None
            else:
                code.append(line)
            continue
        if opening and opening[2].startswith("{code-cell}"):
            code, fence, begin = [], opening[1], number + 1
        alone = line.startswith(("|", "#"))
        if line.strip() and not opening and not alone:
            if not kept:
                begin = number
            kept.append(line)
            continue
        if kept:
            yield Paragraph(file, begin, "\n".join(kept))
            kept = []
        # the index names what is spoken of, and says nothing of it
        if alone or (opening and code is None and not opening[2].startswith("{index}")):
            yield Paragraph(file, number, line)


def _without_options(cell: list[str]) -> list[str]:
    """The lines of a cell with its options blank, so that lines keep their numbers."""
    if cell[:1] == ["---"]:
        end = cell.index("---", 1) + 1
    else:
        end = next((at for at, line in enumerate(cell) if not line.startswith(":")), len(cell))
    return [""] * end + cell[end:]


def words(source: str, file: str, first: int = 1) -> Iterator[Paragraph]:
    """The texts in Python code: strings, and what an f-string has beside its figures."""
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            text = node.value
        else:
            continue
        yield Paragraph(file, first + node.lineno - 1, text)


def unmarked(found: Iterable[Paragraph], claims: Iterable[Claim]) -> Iterator[str]:
    """A sentence for each paragraph that speaks of such a claim and does not name it."""
    watched = [claim for claim in claims if claim.traces]
    for paragraph in found:
        named = {one or other for one, other in _MARK.findall(paragraph.text)}
        for claim in watched:
            if claim.key not in named and claim.betrayed_by(paragraph.text):
                start = " ".join(paragraph.text.split())[:90]
                yield (
                    f"{paragraph.file}, line {paragraph.line}, speaks of the claim {claim.key} ({claim.standing}) and "
                    f"does not name it: “{start}”. Set {{claim}}`{claim.key}` in the paragraph, or a link to "
                    f"#claim-{claim.key}."
                )
