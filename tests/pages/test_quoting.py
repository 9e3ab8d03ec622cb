"""Text from data on a page or in a widget's label: only ever text."""

import doctest
import importlib
from html.parser import HTMLParser

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c45 import Dataset
from pages.shared import distribution, theme
from pages.shared.row_controls import markdown

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
        theme.sentences([text, text]),
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


@given(st.text())
def test_a_label_has_no_live_markdown(text):
    label = markdown(text)
    left = label
    for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~":
        left = left.replace("\\" + sign, "")
    assert not set(left) & set("*_`[]<>$:#\\~") or label == "(no name)"


MODULES = ("cached", "controls", "distribution", "frame", "menu", "row_controls", "session")
MODULES += ("state", "table_controls", "theme", "guess", "check_marks")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(f"pages.shared.{name}")).failed == 0
