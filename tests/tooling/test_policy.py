"""The policy of a page: the right hashes, nothing twice, and a sentence for a script where none may be."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from house.policy import PolicyError, guard, own_pages, policy

INLINE = "\n    let a = 1 < 2 && '</b>';\n  "
PAGE = f"""<!DOCTYPE html>
<html><head>
    <meta charset="utf-8" />
    <script>{INLINE}</script><script type="module">b()</script><script src="c.js"></script>
</head><body>
<button onclick="toggleFullScreen()" class="btn-fullscreen-button"></button>
<article><script type="application/json">{{"on": "<a onclick=x>"}}</script>
<p class="once">&lt;script&gt; ä</p></article>
</body></html>
"""


def hash_of(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def allowed(page: str) -> list[str]:
    (found,) = re.findall(r"script-src ([^;]*)", page)
    return str(found).split()


def test_the_scripts_of_the_page_and_no_others_may_run() -> None:
    expected = ["'self'", "'wasm-unsafe-eval'", *sorted([hash_of(INLINE), hash_of("b()")])]
    assert allowed(guard(PAGE, "page.html")) == expected


def test_the_rest_of_the_page_stays_as_it_was() -> None:
    guarded = guard(PAGE, "page.html")
    kept = [line for line in guarded.splitlines() if "Content-Security-Policy" not in line and "referrer" not in line]
    assert "\n".join(kept) + "\n" == PAGE.replace(' onclick="toggleFullScreen()"', "")
    # no script stands before the policy, and the letters are known before it
    assert guarded.index("charset") < guarded.index("Content-Security-Policy") < guarded.index("<script")
    assert guarded.index("charset") < 1024


def test_a_page_that_has_a_policy_gets_the_one_that_fits_it_now() -> None:
    once = guard(PAGE, "page.html")
    assert guard(once, "page.html") == once
    changed = guard(once.replace("b()", "d()"), "page.html")
    assert changed.count("Content-Security-Policy") == 1
    assert hash_of("d()") in allowed(changed)
    assert hash_of("b()") not in allowed(changed)


def test_no_directive_names_a_host_and_styles_alone_may_stand_in_the_page() -> None:
    directives = dict(part.split(" ", 1) for part in policy([]).split("; "))
    sources = {name: set(given.split()) for name, given in directives.items()}
    known = {"'self'", "'none'", "data:", "'wasm-unsafe-eval'", "'unsafe-inline'"}
    assert set().union(*sources.values()) == known
    assert [name for name, given in sources.items() if "'unsafe-inline'" in given] == ["style-src"]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            '<p onclick="go()">',
            r"page\.html: the attribute onclick of <p> is a script \('go\(\)'\), which no page here",
        ),
        ("<svg OnLoad=go()></svg>", "the attribute onload of <svg>"),
        ("<a href=' JavaScript:go()'>x</a>", "the href of <a> is a script"),
        ("<form><button formaction='javascript:go()'></form>", "the formaction of <button> is a script"),
        ("<script>go()</script>", r"a script stands in the text of the page \('go\(\)'\)"),
    ],
)
def test_a_script_where_none_may_be_ends_the_build(fault: str, sentence: str) -> None:
    with pytest.raises(PolicyError, match=sentence):
        guard(PAGE.replace("<p ", f"{fault}<p "), "page.html")


def test_a_page_that_hides_its_letters_is_refused() -> None:
    with pytest.raises(PolicyError, match="does not say how its letters are written"):
        guard("<html><head></head></html>", "page.html")


def test_jupyterlite_and_the_page_at_the_root_are_left_alone(tmp_path: Path) -> None:
    for name in ("index.html", "search.html", "book/index.html", "lite/lab/index.html", "_static/part.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [path.relative_to(tmp_path).as_posix() for path in own_pages(tmp_path)] == [
        "book/index.html",
        "index.html",
        "search.html",
    ]
