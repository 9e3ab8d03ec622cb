"""The colours of a drawn tree can be read, and each has one meaning."""

import pytest

from c45.export import palette
from c45.export.palette import TOKENS, colour_index, contrast

THEMES = {
    "light": (palette.LIGHT, palette.ON_LIGHT, 0),
    "dark": (palette.DARK, palette.ON_DARK, 1),
}


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_a_class_can_be_read_and_a_class_stands_out_from_the_card(theme):
    fills, inks, side = THEMES[theme]
    assert len(fills) == len(inks) == 10
    assert all(contrast(f, i) >= 4.5 for f, i in zip(fills, inks))  # WCAG 2.2, 1.4.3
    assert all(contrast(f, TOKENS["card"][side]) >= 3 for f in fills)  # WCAG 2.2, 1.4.11
    assert contrast(TOKENS["other"][side], TOKENS["on-other"][side]) >= 4.5


@pytest.mark.parametrize("side", [0, 1])
def test_words_and_lines_stand_out_from_the_card(side):
    card = TOKENS["card"][side]
    assert all(contrast(TOKENS[t][side], card) >= 4.5 for t in ("ink", "muted", "accent", "bad"))
    assert all(contrast(TOKENS[t][side], card) >= 3 for t in ("line2", "edge", "other"))


def test_each_hex_of_a_picture_has_one_meaning():
    # 10 fills, "other", and the text on each; all tokens but "on-other", which has its own hex.
    assert len(palette.SWAP) == 10 + 10 + 1 + len(TOKENS) - 1
    assert palette.SWAP["#1B62AC"] == "c0"
    assert palette.SWAP["#FFFFF0"] == "o0"
    assert palette.SWAP["#101611"] == "o1"
    assert palette.SWAP["#5B3FA8"] == "accent"


def test_the_text_in_a_picture_is_as_readable_as_the_palette_says():
    assert all(contrast(f, i) >= 4.5 for f, i in zip(palette.FILLS, palette.INKS))


def test_ten_classes_have_ten_colours_and_eleven_have_nine_and_other():
    assert [colour_index(i, 10) for i in range(10)] == list(range(10))
    assert [colour_index(i, 11) for i in range(11)] == [*range(9), 10, 10]
