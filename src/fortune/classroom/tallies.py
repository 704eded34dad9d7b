"""Reading what a class has thrown: totals, pairs or counts, typed or pasted. Standard library alone.

A class writes ``7 5 9``, ``6-3, (2,5), 6+3``, ``2: 4``, or pastes two columns of a spreadsheet. :func:`read` finds out
which of these it is, forgives blanks, decimal commas and headings, and says what it has understood. What it cannot
read it names, with its place; it leaves nothing out by itself. Where a text can be read in more than one way,
``Reading.could_be`` holds the ways, and somebody has to say which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from fortune.charts import show
from fortune.errors import StageError, shown

__all__ = ["FORMS", "LONGEST", "MOST", "Reading", "Wrong", "places", "read", "to_csv", "within"]

FORMS: Final = ("totals", "pairs", "counts")
"""What a text can hold: totals of throws, pairs of dice, or totals each with how often it came."""
MOST: Final = 1_000_000
"""So many throws can be counted: more than any class makes, and few enough for every number here."""
LONGEST: Final = 40_000
"""So many characters are read at once: some ten thousand throws."""

_OPERATORS: Final = r"\-–—−‐‑+/&"
# in "6 -3" the second is a number below 0, and no die
_PAIR: Final = rf"[0-9]+(?: +[{_OPERATORS}] +|[{_OPERATORS}] *)[0-9]+(?![^\s,;:=)])"
_KEY: Final = rf"(?:{_PAIR}|[^\s,;:=]+)"
_MARK: Final = r"(?: *: *| += +|= *)"
_DATE: Final = r"[0-9]+\. ?[^\W\d_]{3}[^\s,;]*"
_BRACKETED: Final = r"[(\[{][^()\[\]{}]{0,40}[)\]}]"
_ENTRY: Final = {
    # a comma that stands tight before a digit belongs to the number, where commas are decimal
    decimal: re.compile(
        rf"(?P<count>{_KEY}{_MARK}[^\s,;]*{tail})|(?P<pair>{_BRACKETED}|{_PAIR})|(?P<other>{_DATE}|[^\s,;]+{tail})"
    )
    for decimal, tail in ((True, r"(?:,[0-9]+)*"), (False, ""))
}
_INSIDE: Final = re.compile(rf"\s*([0-9]+)\s*[,;:\s{_OPERATORS}]\s*([0-9]+)\s*")
_NUMBER: Final = re.compile(r"\+?([0-9]+)(?:[.,]([0-9]*))?")
_HALF: Final = re.compile(r"[0-9],0{1,2}(?![0-9])")
_LONG: Final = 8
_MONTH: Final = re.compile(
    r"(?i)[0-9]+[. -]*(?:jan|feb|m[aä]r|mrz|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])"
    r"|(?:jan|feb|m[aä]r|apr|may|mai|jun)[a-z]*[. -]*[0-9]+|[0-9]+[./-][0-9]+[./-][0-9]+"
)
_COUNTING: Final = re.compile(r"(?i)count|times|often|number|freq|tall|observed|anzahl|h[aä]uf|wie oft|strich")
_WORDS: Final = frozenset(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
)
_SURELY: Final = 5
"""Two columns of which the first counts up through so many rows are counts, without asking."""
_GROUPED: Final = re.compile(r"(?<=[0-9])[\u00a0\u202f\u2007](?=[0-9]{3}(?![0-9]))")
"""A blank that does not break stands between the digits of one number, as many programs write it."""
_QUOTED: Final = re.compile(r'"([0-9]+),([0-9]+)"')
_BLANK: Final = str.maketrans(dict.fromkeys('\u00a0\u202f\u2007\ufeff\u200b"', " "))


class Wrong(NamedTuple):
    """An entry that cannot be read: its line and its place in it (both from 1 on), as it is written, and why."""

    line: int
    place: int
    text: str
    why: str

    def __str__(self) -> str:
        short = self.text if len(self.text) <= 24 else f"{self.text[:23]}…"
        return f"line {self.line}, entry {self.place}, “{short}”: {self.why}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text was understood as.

    ``counts``: how often each of :func:`places` came, without what is ``wrong``. ``could_be``: the forms as which the
    text can be read with nothing wrong, where they are more than one. ``notes``: sentences on what was forgiven.
    ``dice``: one die or two, which differs from what was asked only where the text says so itself.
    """

    form: str
    dice: int
    counts: tuple[int, ...]
    wrong: tuple[Wrong, ...] = ()
    notes: tuple[str, ...] = ()
    could_be: tuple[str, ...] = ()

    @property
    def thrown(self) -> int:
        """How many throws it holds."""
        return sum(self.counts)


class _Entry(NamedTuple):
    kind: str
    text: str


class _RefusedError(Exception):
    """Why an entry cannot be read."""


def places(dice: int) -> range:
    """What can be counted: the faces of one die, or the totals of two."""
    return range(1, 7) if dice == 1 else range(2, 13)


def within(dice: int) -> str:
    """The same as words, for the reason why something is refused."""
    return "a die shows 1 to 6" if dice == 1 else "two dice make 2 to 12"


def to_csv(counts: Sequence[int], dice: int) -> str:
    """The counts as a table with two columns, which :func:`read` and every spreadsheet take.

    >>> to_csv([1, 0, 0, 2, 0, 0], 1).split()
    ['face,count', '1,1', '2,0', '3,0', '4,2', '5,0', '6,0']
    """
    rows = [f"{place},{count}" for place, count in zip(places(dice), counts, strict=True)]
    return "\r\n".join(["face,count" if dice == 1 else "total,count", *rows, ""])


def read(text: object, dice: int = 2, form: str = "") -> Reading:
    """What this text holds, for one die or for two; as this ``form``, if one is given.

    Raises :class:`StageError` where it is no text, too long, or empty.

    >>> read("7, 5, 9 13").wrong[0].place
    4
    >>> read("6-3; (2,5)").counts == read("9 7").counts
    True
    """
    if not isinstance(text, str):
        raise StageError(f"Throws are read from a text, not from {shown(text)}.")
    if len(text) > LONGEST:
        raise StageError(
            f"This text has {show(len(text))} characters, and {show(LONGEST)} are read at once. "
            "Count the throws first (2: 14, 3: 29 and so on), or paste it in parts."
        )
    if form and form not in FORMS:
        raise StageError(f"A text holds {', '.join(FORMS)}, not {shown(form)}.")
    tidy = _QUOTED.sub(r" \1.\2 ", _GROUPED.sub("", text)).translate(_BLANK)
    lines = [(number, line) for number, line in enumerate(re.split(r"\r\n|\r|\n", tidy), 1) if line.strip(" \t,;")]
    if not lines:
        raise StageError("There is nothing here to read yet.")
    heading = _heading(lines)
    body = lines[1:] if heading else lines
    decimal = _decimal(body, heading)
    rows = [(number, list(_entries(line, decimal))) for number, line in body]
    own = {"face,count": 1, "total,count": 2}.get(",".join(heading), dice)
    notes: tuple[str, ...] = ()
    if heading:
        notes += (f"Line {lines[0][0]}, “{lines[0][1].strip()[:40]}”, was taken for a heading.",)
    if decimal and any(_HALF.search(entry.text) for _, row in rows for entry in row if entry.kind != "pair"):
        notes += ("A comma right before a digit was taken for a decimal comma: 7,0 is 7.",)
    found = _as(form, rows, own) if form else _found(rows, own, heading)
    return replace(found, notes=notes)


def _found(rows: list[tuple[int, list[_Entry]]], dice: int, heading: list[str]) -> Reading:
    """The reading that fits, where nobody has said what the text holds."""
    entries = [entry for _, row in rows for entry in row]
    if any(entry.kind == "count" and entry.text[0] not in "=:" for entry in entries):
        return _as("counts", rows, dice)
    columns = len(rows) > 1 and all(len(row) == 2 for _, row in rows)
    # read as totals, such a table might well have nothing wrong in it
    if _lies(rows) or _gapped(rows):
        return _as("counts", rows, dice)
    if len(heading) == 2 and _COUNTING.search(heading[1]):
        return _as("counts", rows, dice)
    if not columns:
        return _as("totals", rows, dice)
    firsts = [row[0].text for _, row in rows]
    could = {form: _as(form, rows, dice) for form in FORMS}
    if len(set(firsts)) < len(firsts):
        del could["counts"]
    if any(entry.kind == "pair" for entry in entries):
        del could["pairs"]
    clean = [form for form, reading in could.items() if not reading.wrong]
    if "counts" in could and len(rows) >= _SURELY and _counts_up(firsts):
        return could["counts"]
    if not clean:
        return min(could.values(), key=lambda reading: len(reading.wrong))
    return replace(could[clean[-1]], could_be=tuple(clean) if len(clean) > 1 else ())


def _lies(rows: list[tuple[int, list[_Entry]]]) -> bool:
    """Whether this is a table of two long rows, what came above how often it came."""
    if len(rows) != 2 or not len(rows[0][1]) == len(rows[1][1]) >= _SURELY:
        return False
    return _counts_up([entry.text for entry in rows[0][1]])


def _gapped(rows: list[tuple[int, list[_Entry]]]) -> bool:
    """Whether this is a table of two columns in which a cell has been left empty."""
    if len(rows) < _SURELY or {len(row) for _, row in rows} != {1, 2}:
        return False
    return _counts_up([row[0].text for _, row in rows])


def _as_upright(rows: list[tuple[int, list[_Entry]]], dice: int) -> Reading:
    """A table that lies, read as counts column by column; what is wrong keeps its place."""
    (upper, keys), (lower, values) = rows
    wrong: list[Wrong] = []
    counts = [0] * len(places(dice))
    for place, (key, value) in enumerate(zip(keys, values, strict=True), 1):
        column = _as("counts", [(upper, [key, value])], dice)
        counts = [old + new for old, new in zip(counts, column.counts, strict=True)]
        wrong += [one._replace(line=(upper, lower)[one.place - 1], place=place) for one in column.wrong]
    return Reading("counts", dice, tuple(counts), tuple(wrong))


def _counts_up(texts: list[str]) -> bool:
    try:
        numbers = [_number(text) for text in texts]
    except _RefusedError:
        return False
    return all(after == before + 1 for before, after in pairwise(numbers))


def _heading(lines: list[tuple[int, str]]) -> list[str]:
    """The names of the columns in the first line, if there are any and something stands below them."""
    first = lines[0][1].strip(" \t,;")
    mark = next((mark for mark in "\t;," if mark in first), None)
    names = [name.strip() for name in (first.split(mark) if mark else first.split())]
    if len(lines) < 2 or len(names) > 3:
        return []
    for name in names:
        lower = name.lower()
        if not re.match(r"[^\W\d_]|#", name) or re.search("[:=()]", name) or lower in _WORDS or _MONTH.match(name):
            return []
    return [name.lower() for name in names]


def _decimal(lines: list[tuple[int, str]], heading: list[str]) -> bool:
    """Whether a comma right before a digit belongs to the number.

    So it is where another mark, or nothing but noughts behind the commas, says so. In ``7,5,9`` commas part.
    """
    text = "\n".join(line for _, line in lines)
    if ";" in re.sub(_BRACKETED, "", text) or "\t" in text:
        return True
    tight = re.findall(r"(?<=[0-9]),([0-9]+)", re.sub(_BRACKETED, "", text))
    return len(heading) < 2 and bool(tight) and all(set(part) == {"0"} for part in tight)


def _entries(line: str, decimal: bool) -> Iterator[_Entry]:
    for found in _ENTRY[decimal].finditer(line):
        yield _Entry(str(found.lastgroup), found[0])


def _as(form: str, rows: list[tuple[int, list[_Entry]]], dice: int) -> Reading:
    """The text read as this form."""
    if form == "counts" and _lies(rows):
        return _as_upright(rows, dice)
    counts = dict.fromkeys(places(dice), 0)
    wrong: list[Wrong] = []
    pairs = singles = 0
    for line, entries in rows:
        waits: tuple[int, _Entry, list[int]] | None = None
        for place, entry in enumerate(entries, 1):
            try:
                if form == "counts":
                    if entry.kind == "count":
                        key, _, value = _halves(entry.text)
                        _add(counts, _keyed(key, dice), _number(value))
                    elif waits:
                        (_, _, totals), waits = waits, None
                        _add(counts, totals, _number(entry.text) if entry.kind == "other" else _no_count())
                    else:
                        # a key that cannot be read takes its count along, so that the next key is one again
                        waits = (place, entry, [])
                        waits = (place, entry, _keyed(entry.text, dice))
                elif entry.kind == "count":
                    _number(entry.text)
                elif entry.kind == "pair":
                    _add(counts, _pair(entry.text, dice), 1)
                    pairs += 1
                elif form == "pairs":
                    if waits:
                        (_, other, _), waits = waits, None
                        _add(counts, _pair(f"{_number(other.text)}-{_number(entry.text)}", dice), 1)
                        pairs += 1
                    else:
                        waits = (place, entry, [])
                else:
                    _add(counts, _keyed(entry.text, dice), 1)
                    singles += 1
            except _RefusedError as why:
                wrong.append(Wrong(line, place, entry.text, str(why)))
        if waits and not (wrong and wrong[-1][:2] == (line, waits[0])):
            missing = "how often it came is missing" if form == "counts" else "its second die is missing"
            wrong.append(Wrong(line, waits[0], waits[1].text, missing))
    if form == "totals" and pairs:
        form = "totals and pairs" if singles else "pairs"
    return Reading(form, dice, tuple(counts.values()), tuple(wrong))


def _halves(text: str) -> tuple[str, str, str]:
    key, mark, value = re.split(r"\s*([:=])\s*", text, maxsplit=1)
    return key, mark, value


def _no_count() -> int:
    raise _RefusedError("how often something came is one number")


def _add(counts: dict[int, int], totals: list[int], times: int) -> None:
    if times > MOST:
        raise _RefusedError(f"at most {show(MOST)} throws can be counted")
    for total in totals:
        counts[total] += times


def _keyed(text: str, dice: int) -> list[int]:
    """The totals (one, or the two faces of a pair where single dice are counted) that this stands for."""
    if re.fullmatch(f"{_BRACKETED}|{_PAIR}", text):
        return _pair(text, dice)
    total = _number(text)
    if total not in places(dice):
        raise _RefusedError(within(dice))
    return [total]


def _pair(text: str, dice: int) -> list[int]:
    found = _INSIDE.fullmatch(text.strip("()[]{}"))
    if found is None:
        raise _RefusedError("this is no pair of dice, such as 6-3")
    faces = [_number(face) for face in found.groups()]
    if not all(face in places(1) for face in faces):
        raise _RefusedError(within(1))
    return faces if dice == 1 else [sum(faces)]


def _number(text: str) -> int:
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise _RefusedError(_why(text))
    whole, rest = found[1].lstrip("0") or "0", found[2] or ""
    if rest == "000" and len(whole) <= 3 and whole != "0":
        raise _RefusedError(f"this could mean {whole} or {whole}000")
    if rest.strip("0"):
        comma = "with its decimal comma " if "," in text else ""
        raise _RefusedError(f"{comma}this is not a whole number")
    if len(whole) > _LONG:
        raise _RefusedError("this is far too large")
    return int(whole)


def _why(text: str) -> str:
    """Why this is no number."""
    if not text:
        return "how often it came is missing"
    if text[0] in "=@+":
        return "formulas are not worked out here; paste the numbers"
    if re.fullmatch(r"[-–—−‐‑][0-9.,]+", text):
        return "nothing here is below 0"
    if _MONTH.match(text):
        return "this looks like a date (a spreadsheet makes one of 6-3)"
    if any(mark.isnumeric() and mark not in "0123456789" for mark in text):
        return "numbers are written with the digits 0 to 9 here"
    if re.search("[:=]", text):
        return "this says how often something came, and the rest does not"
    if re.fullmatch(r"[0-9]+(?:,[0-9]+){2,}", text):
        return "beside other marks a comma is a decimal comma"
    return "this is no number"
