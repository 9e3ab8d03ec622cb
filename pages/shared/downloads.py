"""The tree as files. Each is made when it is asked for, not before."""

from __future__ import annotations

import re
from collections.abc import Callable

import pandas as pd
import streamlit as st

from c45 import Dataset
from c45.export import rules_text, to_dot, to_json, to_png, to_python, to_svg, to_text
from c45.export.tables import write_csv
from c45.tree import Tree
from pages.shared import theme

#: Pixels of a PNG: sharp on a slide and on paper.
WIDTH = 2000

#: Label, end of the file's name, its type, and how it is made from a tree and the detail shown.
FILES = (
    ("Picture, SVG", ".svg", "image/svg+xml", lambda t, level: to_svg(t, level=level)),
    ("Picture, PNG", ".png", "image/png", lambda t, level: to_png(t, level=level, width=WIDTH)),
    ("Graphviz, DOT", ".dot", "text/vnd.graphviz", lambda t, level: to_dot(t, level=level)),
    ("Outline, text", ".txt", "text/plain", lambda t, _: to_text(t)),
    (
        "Tutorial style, text",
        "-tutorial.txt",
        "text/plain",
        lambda t, _: to_text(t, style="tutorial"),
    ),
    ("Rules, text", "-rules.txt", "text/plain", lambda t, _: rules_text(t)),
    ("Program, Python", ".py", "text/x-python", lambda t, _: to_python(t)),
    ("Tree, JSON", ".json", "application/json", lambda t, _: to_json(t)),
)


def file_name(title: str, ending: str, *, what: str = "tree") -> str:
    """A name that every system takes: letters, digits and hyphens of the title, then what it is.

    >>> file_name("Play tennis", ".svg"), file_name("../x<y>", ".py"), file_name("表", ".py")
    ('play-tennis-tree.svg', 'x-y-tree.py', 'tree.py')
    """
    words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
    return f"{words}-{what}{ending}" if words else f"{what}{ending}"


def buttons(tree: Tree, title: str, level: str) -> None:
    """One button a file. level: the detail of the nodes in pictures, as on the page."""
    with st.container(horizontal=True, gap="small"):
        for label, ending, mime, make in FILES:
            st.download_button(
                label,
                lambda make=make: make(tree, level),
                file_name=file_name(title, ending),
                mime=mime,
                key=f"download_{ending}",
                on_click="ignore",
            )


def csv_file(table: Dataset | pd.DataFrame) -> bytes:
    """A table as a CSV file in UTF-8, with the mark at its beginning that Excel looks for."""
    return f"\ufeff{write_csv(table)}".encode("utf-8", "replace")


def with_rest(words: str, label: str, make: Callable[[], pd.DataFrame], file_name: str) -> None:
    """What is shown, in a sentence, and a button for a table of all of it as CSV."""
    text_with_rest(words, label, lambda: csv_file(make()), file_name, mime="text/csv")


def text_with_rest(
    words: str,
    label: str,
    make: Callable[[], str | bytes],
    file_name: str,
    *,
    mime: str = "text/plain",
) -> None:
    """What is shown, in a sentence, and a button for all of it as a file."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(theme.block(f'<p class="mut small">{theme.escape(words)}</p>'))
        st.download_button(
            label, make, file_name=file_name, mime=mime, on_click="ignore", key=f"rest_{file_name}"
        )
