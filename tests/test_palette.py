from __future__ import annotations

import re

import pytest

from fortune import palette
from fortune.errors import FortuneError
from fortune.palette import CONTRASTS, HEAT_MOST, PALETTE, SEATS, SERIES, SHAPES, contrast, css, mix, var


@pytest.mark.parametrize(("text", "ground", "least"), CONTRASTS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_its_ground(text: str, ground: str, least: float, theme: str) -> None:
    assert contrast(getattr(PALETTE[text], theme), getattr(PALETTE[ground], theme)) >= least


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("heat", ["blue", "red"])
def test_ink_can_be_read_on_the_strongest_heat(theme: str, heat: str) -> None:
    ground = mix(getattr(PALETTE[heat], theme), getattr(PALETTE["sheet"], theme), HEAT_MOST)
    assert contrast(getattr(PALETTE["ink"], theme), ground) >= 4.5


def test_contrast_agrees_with_the_ends_of_the_scale() -> None:
    assert contrast("#ffffff", "#ffffff") == 1
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    # the example every checker uses: the lightest grey that passes AA on white
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


def test_no_two_colours_share_a_value() -> None:
    for theme in ("light", "dark"):
        values = [getattr(colour, theme) for colour in PALETTE.values()]
        assert len(set(values)) == len(values)
        assert all(re.fullmatch(r"#[0-9a-f]{6}", value) for value in values)


def test_css_gives_every_colour_for_both_themes() -> None:
    root, dark = css().strip().split("\n")
    assert root.startswith(":root{")
    assert dark.startswith('html[data-theme="dark"],body[data-jp-theme-light="false"]{')
    for name, colour in PALETTE.items():
        assert f"--fortune-{name}:{colour.light};" in root
        assert f"--fortune-{name}:{colour.dark};" in dark


def test_twenty_players_differ_without_colour() -> None:
    assert len(SEATS) == 20
    assert len({(seat.shape, seat.hollow) for seat in SEATS}) == 20
    assert len(SHAPES) >= 8
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert {seat.shape for seat in SEATS} == set(SHAPES)


def test_series_differ_without_colour() -> None:
    for field in ("dash", "symbol", "pattern"):
        assert len({getattr(series, field) for series in SERIES}) == len(SERIES)
    assert all(series.colour in PALETTE for series in SERIES)


def test_an_unknown_colour_is_refused_by_name() -> None:
    with pytest.raises(FortuneError, match="'green'"):
        var("green")
    for bad in ("red", "#12345", "#12345g"):
        with pytest.raises(FortuneError, match=re.escape(repr(bad))):
            palette.contrast(bad, "#000000")
