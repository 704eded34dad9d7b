"""Reading what a class has thrown: what is understood, what is asked, what is named as wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fortune.classroom.tallies import LONGEST, Reading, places, read, to_csv
from fortune.errors import StageError


def found(reading: Reading) -> dict[int, int]:
    return {place: count for place, count in zip(places(reading.dice), reading.counts, strict=True) if count}


THREE = {5: 1, 7: 1, 9: 1}


@pytest.mark.parametrize(
    ("text", "form", "counts"),
    [
        ("7 5 9", "totals", THREE),
        ("7,5,9", "totals", THREE),
        ("7, 5, 9", "totals", THREE),
        ("7;5;9", "totals", THREE),
        ("7\t5\t9", "totals", THREE),
        ("7\n5\n9\n", "totals", THREE),
        ("7\r\n5\r9", "totals", THREE),
        (" 7 ,, 5 ,\u00a09;; ", "totals", THREE),
        ("7, 5; 9", "totals", THREE),
        ("\ufeff7 5 9", "totals", THREE),
        ("7,0;5,0;9,0", "totals", THREE),
        ("7,0 5,0 9,0", "totals", THREE),
        ("7,0\n5,0\n9,0", "totals", THREE),
        ("7,0\n5\n9", "totals", THREE),
        ("7.0 5. +9", "totals", THREE),
        ('"7","5","9"', "totals", THREE),
        ('"7,0","5,0","9,0"', "totals", THREE),
        ("007 05 9", "totals", THREE),
        ("Total\n7\n5\n9", "totals", THREE),
        ("6-1, 2- 3, 6-3", "pairs", THREE),
        ("6 - 1 2 - 3 6 - 3", "pairs", THREE),
        ("(6,1) (2;3) [6 3]", "pairs", THREE),
        ("6+1 2/3 6–3", "pairs", THREE),
        ("die 1;die 2\n6;1\n2;3\n6;3", "pairs", THREE),
        ("7 2-3 6-3", "totals and pairs", THREE),
        ("2: 4, 3: 5", "counts", {2: 4, 3: 5}),
        ("2:4\n3 : 5", "counts", {2: 4, 3: 5}),
        ("2=4 3 = 5", "counts", {2: 4, 3: 5}),
        ("2: 4, 2: 3", "counts", {2: 7}),
        ("6-3: 4, 5-4: 1", "counts", {9: 5}),
        ("2: 4,0; 3: 5,00", "counts", {2: 4, 3: 5}),
        ("total,count\n2,4\n3,5", "counts", {2: 4, 3: 5}),
        ("Summe;Anzahl\n2;4,0\n3;5,0", "counts", {2: 4, 3: 5}),
        ("2\t14\n3\t0", "counts", {2: 14}),
        ("2,4\n3,5\n4,6\n5,7\n6,8", "counts", {2: 4, 3: 5, 4: 6, 5: 7, 6: 8}),
        ("2\t3\t4\t5\t6\n4\t5\t6\t7\t8", "counts", {2: 4, 3: 5, 4: 6, 5: 7, 6: 8}),
        ("7: 1\u202f000, 8: 12\u00a0345", "counts", {7: 1000, 8: 12345}),
    ],
)
def test_what_is_understood(text: str, form: str, counts: dict[int, int]) -> None:
    reading = read(text)
    assert [str(one) for one in reading.wrong] == []
    assert reading.could_be == ()
    assert (reading.form, found(reading)) == (form, counts)


@pytest.mark.parametrize(
    ("text", "form", "counts"),
    [
        ("6 3 1", "totals", {1: 1, 3: 1, 6: 1}),
        ("6-3, 3-1", "pairs", {1: 1, 3: 2, 6: 1}),
        ("1: 4, 6: 2", "counts", {1: 4, 6: 2}),
    ],
)
def test_of_one_die_each_face_is_counted(text: str, form: str, counts: dict[int, int]) -> None:
    reading = read(text, dice=1)
    assert (reading.form, found(reading), reading.wrong) == (form, counts, ())


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("3 4\n5 2", ("totals", "pairs", "counts")),
        ("3 4\n3 2", ("totals", "pairs")),
        ("7 5\n9 8", ("totals", "counts")),
        ("6-3,4\n2-5,3", ("totals", "counts")),
        ("a;b\n3;4\n5;2", ("totals", "pairs", "counts")),
    ],
)
def test_what_can_be_read_in_several_ways_is_asked(text: str, forms: tuple[str, ...]) -> None:
    reading = read(text)
    assert reading.could_be == forms
    for form in forms:
        chosen = read(text, form=form)
        assert chosen.could_be == ()
        assert chosen.wrong == ()
        assert chosen.form in {form, f"{form} and pairs"}


def test_the_form_that_is_given_is_the_form() -> None:
    assert found(read("3 4 5 2", form="pairs")) == {7: 2}
    assert found(read("3 4 5 2", form="counts")) == {3: 4, 5: 2}
    assert found(read("3 4 5 2", form="totals")) == {2: 1, 3: 1, 4: 1, 5: 1}
    assert "its second die is missing" in str(read("3 4 5", form="pairs").wrong[0])
    assert "how often it came is missing" in str(read("3 4 5", form="counts").wrong[0])
    with pytest.raises(StageError, match="totals, pairs, counts"):
        read("7", form="dice")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("13", "two dice make 2 to 12"),
        ("1", "two dice make 2 to 12"),
        ("0", "two dice make 2 to 12"),
        ("7.5", "not a whole number"),
        ("x", "no number"),
        ("seven", "no number"),
        ("-5", "nothing here is below 0"),
        ("6-7", "a die shows 1 to 6"),
        ("(6,3,1)", "no pair of dice"),
        ("(six)", "no pair of dice"),
        ("1e9", "no number"),
        ("9" * 5000, "far too large"),
        ("=1+1", "formulas"),
        ("+1+1", "formulas"),
        ("@SUM(A1)", "formulas"),
        ("٣", "digits 0 to 9"),
        ("７", "digits 0 to 9"),
        ("½", "digits 0 to 9"),
        ("6.Mar", "a date"),
        ("03.06.2024", "a date"),
        ("Mar-06", "a date"),
        ("7.000", "this could mean 7 or 7000"),
        ("<b>7</b>", "no number"),
        ("NaN", "no number"),
        ("\x00", "no number"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(entry: str, why: str) -> None:
    reading = read(f"7 5\n9 11 {entry} 6\n3")
    assert len(reading.wrong) == 1
    one = reading.wrong[0]
    assert (one.line, one.place, one.text) == (2, 3, entry)
    assert why in one.why
    assert len(str(one)) < 120
    assert found(reading) == {3: 1, 5: 1, 6: 1, 7: 1, 9: 1, 11: 1}, "and the rest is read"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("7,5;9", ["line 1, entry 1, “7,5”: with its decimal comma this is not a whole number"]),
        ("2: 4, 7", ["line 1, entry 2, “7”: how often it came is missing"]),
        ("2: 4, 3: ", ["line 1, entry 2, “3: ”: how often it came is missing"]),
        ("2: 1,000; 3: 4", ["line 1, entry 1, “2: 1,000”: this could mean 1 or 1000"]),
        ("2: 1000001", ["line 1, entry 1, “2: 1000001”: at most 1,000,000 throws can be counted"]),
        ("Total\tTally\n2\t4\n3\t6\nsum\t10", ["line 4, entry 1, “sum”: this is no number"]),
        ("seven\n8\n9", ["line 1, entry 1, “seven”: this is no number"]),
        ("2\t5\n3\t\n4\t6\n5\t7\n6\t8", ["line 2, entry 1, “3”: how often it came is missing"]),
        (
            "1\t2\t3\t4\t5\n4\tx\t6\t7\t8",
            ["line 1, entry 1, “1”: two dice make 2 to 12", "line 2, entry 2, “x”: this is no number"],
        ),
        ("06. Mrz\n5-4", ["line 1, entry 1, “06. Mrz”: this looks like a date (a spreadsheet makes one of 6-3)"]),
        ("6. Mar\n5-4", ["line 1, entry 1, “6. Mar”: this looks like a date (a spreadsheet makes one of 6-3)"]),
    ],
)
def test_more_that_is_wrong(text: str, wrong: list[str]) -> None:
    assert [str(one) for one in read(text).wrong] == wrong


def test_what_was_forgiven_is_said() -> None:
    assert read("total;count\n2;4").notes == ("Line 1, “total;count”, was taken for a heading.",)
    assert "decimal comma" in read("7,0;5,0").notes[0]
    assert read("7,5").notes == ()


@pytest.mark.parametrize("text", ["", " ", "\n\t,;\n"])
def test_nothing_is_a_sentence(text: str) -> None:
    with pytest.raises(StageError, match="nothing here to read"):
        read(text)


@pytest.mark.parametrize("text", [None, 7, ["7"]])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(StageError, match="read from a text"):
        read(text)


def test_a_text_beyond_all_bounds_is_refused_unread() -> None:
    with pytest.raises(StageError, match="are read at once"):
        read("7 " * 10**6)
    assert read(("7 " * (LONGEST // 2))[:LONGEST]).thrown == LONGEST // 2


@pytest.mark.parametrize("text", ["(", "1-", "1 ", "- ", "9", "=", "1:", "((1", "a,", "\t", "6.M", "1 - "])
def test_no_text_takes_long(text: str) -> None:
    # a pattern that goes back and forth would take hours here, and no test would come to its end
    full = (text * LONGEST)[: LONGEST - 2]
    reading = read(f"{full}\n7")
    assert 1 <= reading.thrown + len(reading.wrong) <= LONGEST


@given(st.text(max_size=300), st.sampled_from([1, 2]))
def test_any_text_is_read_or_refused_in_words(text: str, dice: int) -> None:
    try:
        reading = read(text, dice)
    except StageError:
        return
    assert len(reading.counts) == len(places(reading.dice))
    assert all(count >= 0 for count in reading.counts)
    for one in reading.wrong:
        assert 1 <= one.line <= len(text) + 1
        assert 1 <= one.place <= len(text)


@given(st.sampled_from([1, 2]).flatmap(lambda dice: st.tuples(st.just(dice), st.lists(
    st.integers(0, 90_000), min_size=len(places(dice)), max_size=len(places(dice))))))  # fmt: skip
def test_any_counts_survive_the_file(case: tuple[int, list[int]]) -> None:
    dice, counts = case
    for asked in (1, 2):
        reading = read(to_csv(counts, dice), asked)
        assert (reading.dice, list(reading.counts), reading.wrong, reading.could_be) == (dice, counts, (), ())


@given(st.lists(st.integers(2, 12), min_size=3, max_size=60), st.randoms(use_true_random=False))
def test_separators_make_no_difference(totals: list[int], chance: random.Random) -> None:
    marks = [" ", "; ", ";", "\t", "  ", " ; ", ", "]
    text = "".join(f"{total}{chance.choice(marks)}" for total in totals)
    reading = read(text)
    assert reading.wrong == ()
    assert reading.counts == tuple(totals.count(total) for total in places(2))


@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=40),
    st.randoms(use_true_random=False),
)
def test_pairs_are_pairs_however_they_are_written(pairs: list[tuple[int, int]], chance: random.Random) -> None:
    ways = ["{}-{}", "({},{})", "({}; {})", "{}+{}", "{} - {}", "[{} {}]", "{}/{}"]
    text = "".join(chance.choice(ways).format(*pair) + chance.choice([", ", "; ", "\n", " ", "\t"]) for pair in pairs)
    reading = read(text)
    assert reading.wrong == ()
    assert reading.form == "pairs"
    assert reading.counts == tuple(sum(a + b == total for a, b in pairs) for total in places(2))
