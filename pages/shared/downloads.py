"""The tree as files. Each is made when it is asked for, not before."""

from __future__ import annotations

import re

import streamlit as st

from c45.export import rules_text, to_dot, to_json, to_png, to_python, to_svg, to_text
from c45.tree import Tree

#: Label, end of the file's name, its type, and how it is made.
FILES = (
    ("Picture, SVG", ".svg", "image/svg+xml", to_svg),
    ("Picture, PNG", ".png", "image/png", to_png),
    ("Graphviz, DOT", ".dot", "text/vnd.graphviz", to_dot),
    ("Outline, text", ".txt", "text/plain", to_text),
    ("Tutorial style, text", "-tutorial.txt", "text/plain", lambda t: to_text(t, style="tutorial")),
    ("Rules, text", "-rules.txt", "text/plain", rules_text),
    ("Program, Python", ".py", "text/x-python", to_python),
    ("Tree, JSON", ".json", "application/json", to_json),
)


def file_name(title: str, ending: str) -> str:
    """A name that every system takes: letters, digits and hyphens of the title, then ``-tree``.

    >>> file_name("Play tennis", ".svg"), file_name("../x<y>", ".py"), file_name("表", ".py")
    ('play-tennis-tree.svg', 'x-y-tree.py', 'tree.py')
    """
    words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
    return f"{words}-tree{ending}" if words else f"tree{ending}"


def buttons(tree: Tree, title: str) -> None:
    """One button a file."""
    with st.container(horizontal=True, gap="small"):
        for label, ending, mime, make in FILES:
            st.download_button(
                label,
                lambda make=make: make(tree),
                file_name=file_name(title, ending),
                mime=mime,
                key=f"download_{ending}",
                on_click="ignore",
            )
