"""The table: which one, what is in it, what is to be predicted, and which rows are for the test."""

import pandas as pd
import streamlit as st

from c45 import Dataset
from c45.evaluate import Holdout
from c45.notation import listed, plural
from pages.shared import cached, distribution, frame, reading_controls, table_controls, theme
from pages.shared.state import AppState, to_query
from pages.shared.table_controls import parts_words, target_warning

#: Rows shown at most.
MOST_ROWS = 500


def lead(table: Dataset) -> str:
    """One sentence about the table."""
    counts = listed(f"{n} {name}" for n, name in zip(table.class_counts, table.classes))
    if len(table.classes) > 6:
        counts = f"{len(table.classes)} classes"
    attributes = plural(len(table.attributes), "attribute")
    return f"{plural(table.n_rows, 'row')}, {attributes}, and {table.target_name} to be predicted: {counts}."


def rows(table: Dataset, parts: Holdout | None) -> pd.DataFrame:
    """The first rows as they stand, each with its number and what it is for."""
    frame = table.take(range(min(table.n_rows, MOST_ROWS))).to_frame()
    numbers = pd.RangeIndex(1, len(frame) + 1, name="row")
    if parts is None or not parts.test.n_rows:
        return frame.set_axis(numbers)
    tests = set(parts.test_rows.tolist())
    use = ["test" if i in tests else "tree" for i in range(len(frame))]
    return frame.set_axis(pd.MultiIndex.from_arrays([numbers, use], names=["row", "for the"]))


def rows_title(shown: int, n: int) -> str:
    """What the list of rows holds: ``All 14 rows``, ``The first 500 of 2000 rows``."""
    return f"All {plural(n, 'row')}" if shown == n else f"The first {shown} of {n} rows"


now = frame.begin("Data", needs_tree=False)
header = st.container()
left, right = st.columns([1, 1.7])
with left, st.container(border=True, key="card_table"):
    before, now = now, table_controls.choose(now)
    now = reading_controls.reread(now)
with header, frame.guard(uploader=False, title="This file cannot be used as it is."):
    now = frame.keep(frame.settled(now))
    read = cached.source(AppState(dataset=now.dataset, reading=now.reading))
new = (now.dataset, now.reading) != (before.dataset, before.reading)
with left, st.container(border=True, key="card_columns"):
    before, now = now, table_controls.target(now, read, new)
    new = new or now.target != before.target
    with frame.guard():
        now = table_controls.attributes(now, cached.source(now), new)
with left, st.container(border=True, key="card_test"):
    now = frame.keep(table_controls.held_out_rows(now, read.n_rows, new))
    parts = None
    with frame.guard(stop=False):
        parts = cached.parts(now)
        st.html(theme.block(f"<p>{parts_words(parts.train.n_rows, parts.test.n_rows)}</p>"))

table = cached.table(now)
with header:
    words, go = st.columns([2.4, 1], vertical_alignment="bottom")
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
        said = "".join(f"<li>{theme.escape(sentence)}</li>" for sentence in table.notes)
        st.html(theme.card("What was assumed while reading", f'<ul class="said">{said}</ul>'))
    st.html(distribution.figures(table))
    frame_of_rows = rows(table, parts)
    with st.container(border=True, key="card_rows"):
        st.html(theme.block(f"<h2>{rows_title(len(frame_of_rows), table.n_rows)}</h2>"))
        st.dataframe(
            frame_of_rows,
            height=min(36 * len(frame_of_rows) + 40, 420),
            alt="The rows of the table",
        )
