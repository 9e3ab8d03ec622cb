"""The lessons in their order, and the links to them at the top of each page."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.state import AppState, to_query

#: File, word in the menu, sign.
LESSONS = (
    ("app.py", "Data", ":material/table:"),
    ("pages/prepare.py", "Prepare", ":material/tune:"),
    ("pages/grow.py", "Grow", ":material/stairs_2:"),
    ("pages/check.py", "Check", ":material/task_alt:"),
    ("pages/exercises.py", "Exercises", ":material/edit_note:"),
    ("pages/prune.py", "Prune", ":material/content_cut:"),
    ("pages/tree.py", "Tree", ":material/account_tree:"),
    ("pages/predict.py", "Predict", ":material/label:"),
    ("pages/evaluate.py", "Evaluate", ":material/query_stats:"),
    ("pages/compare.py", "Compare", ":material/compare_arrows:"),
    ("pages/pitfalls.py", "Pitfalls", ":material/warning:"),
    ("pages/reports.py", "Reports", ":material/menu_book:"),
)


class Menu:
    """The links at the top of one run of a page. Each carries the state, for another tab too.

    A link is drawn over the one of the run before, never taken away first: a click or a key that
    comes while the page runs still finds it.

    waits: until the part of the page that also runs alone draws it, as whatever such a part changes
        above itself must be its own.
    """

    def __init__(self, *, waits: bool = False) -> None:
        self.place = st.container(key="menu", horizontal=True, gap="small")
        self.links: dict[str, DeltaGenerator] = {}
        self.wanted: dict[str, str] = {}
        self.shown: dict[str, str] | None = None
        self.waits = waits

    def show(self, now: AppState) -> None:
        """Draw the links, again where the state has changed since."""
        self.wanted = to_query(now)
        if not self.waits:
            self.draw()

    def draw(self) -> None:
        """Draw the links if they are not there yet as they should be."""
        if self.wanted == self.shown:
            return
        self.shown = self.wanted
        for path, label, icon in LESSONS:
            place = self.links.get(path, self.place)
            self.links[path] = place.page_link(
                path, label=label, icon=icon, query_params=self.wanted
            )
