"""Text from data is never read as anything but text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45.export.quoting import dot_text, dot_tooltip, one_line, shortened
from tests.trees import HOSTILE

ANY_TEXT = st.text(st.characters(), max_size=40)  # lone surrogates too


def test_a_line_stays_a_line_and_shows_what_it_holds():
    assert one_line("plain Ünïcode 漢字 <b>") == "plain Ünïcode 漢字 <b>"
    assert one_line("a\nb\r\tc\x00\u2028\ud800") == r"a\nb\r\tc\x00\u2028\ud800"
    assert one_line("\u202eturned") == r"\u202eturned"


@given(ANY_TEXT)
def test_a_line_can_always_be_written_to_a_file(text):
    line = one_line(text)
    line.encode("utf-8")  # a lone surrogate would raise
    assert len(line.splitlines()) <= 1


@given(ANY_TEXT)
def test_dot_text_has_no_markup_no_quotes_and_no_single_backslash(text):
    written = dot_text(text)
    assert not set(written) & set("<>\"'\n\r\0")
    assert re.fullmatch(r"([^\\]|\\\\)*", written)
    assert re.fullmatch(r"([^&]|&(amp|lt|gt|quot|#x27);)*", written)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_tooltip_doubles_the_backslashes_of_a_label(name):
    assert dot_tooltip(name).count("\\") == 2 * dot_text(name).count("\\")


def test_long_names_are_cut_and_short_ones_are_not():
    assert shortened("petal length", 12) == "petal length"
    assert shortened("petal length (cm)", 12) == "petal lengt…"
    assert shortened("漢字漢字", 8) == "漢字漢字"
    assert shortened("漢字漢字", 7) == "漢字漢…"
    assert len(shortened("e" + "\u0301" * 1000, 12)) == 49  # accents take no place, but have an end


@given(ANY_TEXT, st.integers(2, 30))
def test_a_cut_name_is_a_beginning_that_is_not_longer_than_asked(text, limit):
    cut = shortened(text, limit)
    assert len(cut) <= 4 * limit + 1
    assert one_line(text).startswith(cut.removesuffix("…"))
