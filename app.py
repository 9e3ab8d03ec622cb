"""The table: which one, what is in it, what is to be predicted, and which rows are for the test."""

import numpy as np
import pandas as pd
import streamlit as st

from c45 import Dataset
from c45.evaluate import Holdout
from c45.notation import listed, plural
from pages.shared import (
    cached,
    distribution,
    frame,
    large,
    reading_controls,
    session,
    table_controls,
    theme,
    typing_panel,
)
from pages.shared.state import AppState, to_query
from pages.shared.table_controls import parts_words, target_warning

#: Rows shown at most.
MOST_ROWS = 500

#: Notes about a file that are shown at once.
MOST_NOTES = 20


def lead(table: Dataset) -> str:
    """One sentence about the table."""
    counts = listed(f"{n} {name}" for n, name in zip(table.class_counts, table.classes))
    if len(table.classes) > 6:
        counts = f"{len(table.classes)} classes"
    attributes = plural(len(table.attributes), "attribute")
    return f"{plural(table.n_rows, 'row')}, {attributes}, and {table.target_name} to be predicted: {counts}."


def rows(table: Dataset, parts: Holdout | None, start: int = 0, left: int = 0) -> pd.DataFrame:
    """Rows as they stand from one on, each with its number and what it is for.

    start, left: the first row and the first attribute. As many follow as one table takes.
    """
    names = table.attribute_names[left : left + large.MOST_COLUMNS]
    most = min(MOST_ROWS, large.MOST_CELLS // (len(names) + 1))
    here = np.arange(start, min(start + most, table.n_rows))
    narrow = table if len(names) == len(table.attributes) else table.select(names)
    frame = narrow.take(here).to_frame()
    numbers = pd.Index(here + 1, name="row")
    if parts is None or not parts.test.n_rows:
        return frame.set_axis(numbers)
    use = np.where(np.isin(here, parts.test_rows), "test", "tree")
    return frame.set_axis(pd.MultiIndex.from_arrays([numbers, use], names=["row", "for the"]))


def rows_title(shown: int, n: int, start: int = 0) -> str:
    """What the list of rows holds: ``All 14 rows``, ``The first 500 of 2000 rows``."""
    if start:
        return f"Rows {start + 1:,} to {start + shown:,} of {n:,}"
    return f"All {plural(n, 'row')}" if shown == n else f"The first {shown} of {n} rows"


def place_in(table: Dataset) -> tuple[int, int]:
    """From which row and which attribute on the table is shown, counted from 0; asked where it matters."""
    n, width = table.n_rows, len(table.attributes)
    start = left = 0
    with st.container(horizontal=True):
        if n > MOST_ROWS:
            start = st.number_input("From row", 1, n, step=MOST_ROWS, key="from_row", width=160) - 1
        if width > large.MOST_COLUMNS:
            words = f"{large.MOST_COLUMNS} of {width:,} attributes are shown at a time."
            step, key = large.MOST_COLUMNS, "from_attribute"
            left = st.number_input(
                "From attribute", 1, width, step=step, key=key, help=words, width=160
            )
            left -= 1
    return start, left


def notes_card(notes: tuple[str, ...]) -> str:
    """What was assumed while reading; of very many notes the first, and the others folded away."""
    body, rest = theme.sentences(notes[:MOST_NOTES], "said"), notes[MOST_NOTES:]
    if rest:
        listed_too = theme.sentences(rest[: large.LINES_SHOWN], "said")
        body += (
            f"<details><summary>{plural(len(rest), 'more note')}</summary>{listed_too}</details>"
        )
    return theme.card("What was assumed while reading", body)


now = frame.begin("Data", needs_tree=False)
words, go = st.columns([2.4, 1], vertical_alignment="bottom")
refusal = st.container()
left, right = st.columns([1, 1.7])
with left, st.container(border=True, key="card_table"):
    now = table_controls.choose(now)
    now = reading_controls.reread(now)
with right:
    if now.is_made and now.dataset in session.memory().files:
        now = typing_panel.edit(now)
frame.keep(now)  # also a table that is refused: what mends it is on this page
title = theme.head(cached.title(now), "Not a table to grow from yet.")
refused = f"This {'table' if now.is_made else 'file'} cannot be used as it is."
with (
    right if now.is_made else refusal,
    frame.guard(uploader=False, title=refused, top=(words, title)),
):
    now = frame.keep(frame.settled(now))
    read = cached.read(AppState(dataset=now.dataset, reading=now.reading))
new = session.changed("table_before", (now.dataset, now.reading, now.prepare))
with left, st.container(border=True, key="card_columns"):
    before, now = now, table_controls.target(now, read, new)
    new = new or now.target != before.target
    with frame.guard():
        now = frame.settled(table_controls.attributes(now, cached.source(now), new))
with left, st.container(border=True, key="card_test"):
    now = frame.keep(table_controls.held_out_rows(now, cached.source(now).n_rows, new))
    parts = None
    with frame.guard(stop=False):
        parts = cached.parts(now)
        st.html(theme.block(f"<p>{parts_words(parts.train.n_rows, parts.test.n_rows)}</p>"))

table = cached.table(now)
words.html(theme.head(cached.title(now), lead(table)))
if go.button("Grow the tree, step by step", type="primary", width="stretch"):
    st.switch_page("pages/grow.py", query_params=to_query(now))
with right:
    if target_warning(table):
        st.html(theme.error("Is this the column to predict?", target_warning(table)))
    bar = theme.class_bar(table.class_counts, table.classes, words=len(table.classes) <= 3)
    key = theme.class_key(table.classes)
    st.html(theme.card(f"Classes of {table.target_name}", bar, key=key))
    if table.notes:
        st.html(notes_card(table.notes))
    if now.prepare:
        done = theme.sentences((step.words for step in now.prepare), "said", tag="ol")
        st.html(theme.card("What was done to the table", done))
    st.html(distribution.figures(table))
    without_picture = table.attribute_names[distribution.MOST_FIGURES :]
    if without_picture:
        name = st.selectbox(
            "Draw another column",
            without_picture,
            index=None,
            key="another_figure",
            placeholder="Type the beginning of its name",
        )
        if name in without_picture:
            st.html(distribution.figures(table.select([name])))
    with st.container(border=True, key="card_rows"):
        title, change = st.columns([1.6, 1], vertical_alignment="center")
        if not now.is_made and typing_panel.can_be_copied(cached.source(now)):
            change.button(
                "Change cells in a copy",
                icon=":material/edit:",
                width="stretch",
                key="edit_table",
                on_click=session.wish,
                args=("edit_table",),
            )
        start, first_column = place_in(table)
        frame_of_rows = rows(table, parts, start, first_column)
        title.html(theme.block(f"<h2>{rows_title(len(frame_of_rows), table.n_rows, start)}</h2>"))
        st.dataframe(
            frame_of_rows,
            height=min(36 * len(frame_of_rows) + 40, 420),
            alt="The rows of the table",
        )
