"""Text from data on a page, in a widget's label, in a spreadsheet: only ever text."""

import csv
import doctest
import importlib
import io
from html.parser import HTMLParser

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import Dataset
from pages.shared import distribution, theme
from pages.shared.row_controls import markdown
from pages.shared.spreadsheet import cell_text, to_csv

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='x",
    "</style><b>",
    "&lt;b&gt;",
]


class Seen(HTMLParser):
    """The tags, the attributes and the text of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags, self.names, self.text = set(), set(), ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


@given(st.text() | st.sampled_from(HOSTILE))
def test_html_shows_text_as_it_stands(text):
    seen = Seen(f'<p title="{theme.escape(text)}">{theme.escape(text)}</p>')
    assert (seen.tags, seen.names) == ({"p"}, {"title"})
    assert seen.text == text


@pytest.mark.parametrize("text", HOSTILE)
def test_every_block_quotes_its_words(text):
    classes = (text, text + "2")
    blocks = [
        theme.head(text, text, text),
        theme.card(text, "", text),
        theme.note(text, text),
        theme.error(text, text),
        theme.empty(text, text),
        theme.class_key(classes),
        theme.class_bar([1, 2], classes),
        theme.class_word(text, classes),
        theme.chip(text),
        theme.tiles([(text, text, text)]),
        distribution.figures(_table(text)),
    ]
    plain = [b.replace(theme.escape(text), "word") for b in blocks]
    for block, without in zip(blocks, plain):
        assert Seen(block).tags == Seen(without).tags
        assert Seen(block).names <= {"class", "style", "role", "aria-label", "title", "aria-hidden"}
        assert text not in block


def _table(text: str) -> Dataset:
    frame = pd.DataFrame({text: [text, "b", None], "n": [1, 2, None], "c": [text, "x", "x"]})
    return Dataset.from_frame(frame, target="c")


@pytest.mark.parametrize(
    "cell, safe",
    [
        ("=1+2", "'=1+2"),
        ('=HYPERLINK("http://x","y")', '\'=HYPERLINK("http://x","y")'),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("-2+3", "'-2+3"),
        ("+1e5", "+1e5"),
        ("-3.5", "-3.5"),
        ("-", "'-"),
        ("\tx", "'\tx"),
        ("Sunny", "Sunny"),
        ("a=b", "a=b"),
        (-3.5, -3.5),
        (None, None),
    ],
)
def test_no_cell_is_a_formula(cell, safe):
    assert cell_text(cell) == safe


@given(st.lists(st.text(alphabet=st.characters(codec="utf-8"), min_size=1), min_size=1, max_size=5))
def test_a_download_holds_the_cells_and_no_formula(cells):
    frame = pd.DataFrame({"=x": cells})
    header, *rows = csv.reader(io.StringIO(to_csv(frame).decode("utf-8-sig"), newline=""))
    assert header == ["'=x"]
    assert [row[0] for row in rows] == [cell_text(c) for c in cells]
    assert not any(str(r[0]).startswith(("=", "@")) for r in rows)


@given(st.text())
def test_a_label_has_no_live_markdown(text):
    label = markdown(text)
    left = label
    for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~":
        left = left.replace("\\" + sign, "")
    assert not set(left) & set("*_`[]<>$:#\\~") or label == "(no name)"


MODULES = ("cached", "controls", "distribution", "frame", "menu", "row_controls", "session")
MODULES += ("spreadsheet", "state", "table_controls", "theme", "whole_file")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(f"pages.shared.{name}")).failed == 0
