"""Before growth: discretise, filter, merge, leave out, rename, sample; step by step, and back."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45 import C45Error, Dataset
from c45.export.tables import write_arff
from c45.notation import plural
from c45.prepare import Discretise, Step
from pages.shared import cached, distribution, effect, frame, session, step_controls, theme
from pages.shared.downloads import csv_file, file_name
from pages.shared.state import AppState, back_to_the_root, to_query

#: Rows of the resulting table shown at most.
MOST_ROWS = 200


def steps_card(now: AppState) -> None:
    """The steps so far, each with a way to take it back."""
    with st.container(border=True, key="card_steps"):
        st.html(theme.block("<h2>Steps so far</h2>"))
        if not now.prepare:
            words = "None: the tree grows from the table as it is."
            st.html(theme.block(f'<p class="mut">{words}</p>'))
        for i, step in enumerate(now.prepare):
            words, back = st.columns([4, 1.3], vertical_alignment="center")
            words.html(theme.block(f"<p>{i + 1}. {theme.escape(step.words)}</p>"))
            back.button(
                "Take back",
                key=f"take_back_{i}",
                width="stretch",
                on_click=session.wish,
                args=(f"take_back_{i}",),
            )


def with_steps(now: AppState, steps: tuple[Step, ...]) -> AppState:
    """The state with other steps: another table, so the reader is back at the root of its tree."""
    return back_to_the_root(replace(now, prepare=steps, attributes=None))


def taken_back(now: AppState) -> AppState:
    for i in range(len(now.prepare)):
        if session.take_wish(f"take_back_{i}"):
            return with_steps(now, now.prepare[:i] + now.prepare[i + 1 :])
    return now


def downloads(now: AppState, table: Dataset) -> None:
    """The table as it is after the steps, as files."""
    title = cached.title(now)
    with st.container(horizontal=True, gap="small"):
        for label, ending, mime, write in (
            ("Table, CSV", ".csv", "text/csv", csv_file),
            ("Table, ARFF", ".arff", "text/plain", write_arff),
        ):
            st.download_button(
                label,
                lambda write=write: write(table),
                file_name=file_name(title, ending, what="table"),
                mime=mime,
                key=f"download{ending}",
                on_click="ignore",
            )


now = frame.begin("Prepare", needs_tree=False)
with frame.guard():
    now = frame.keep(frame.settled(taken_back(now)))
    table = cached.source(now)
words, go = st.columns([2.4, 1], vertical_alignment="bottom")
lead = f"{plural(table.n_rows, 'row')} and {plural(len(table.attributes), 'attribute')}"
lead += f" after {plural(len(now.prepare), 'step')}." if now.prepare else "."
words.html(theme.head(f"Prepare {cached.title(now)}", lead))
if go.button("Grow the tree, step by step", type="primary", width="stretch"):
    st.switch_page("pages/grow.py", query_params=to_query(now))

left, right = st.columns([1, 1.7])
step = None
with left:
    with st.container(border=True, key="card_step"):
        forms = list(step_controls.FORMS)
        has_numbers = any(a.is_continuous for a in table.attributes)
        session.fill("kind_of_step", forms[0] if has_numbers else forms[1])
        kind = st.selectbox("What to do", forms, key="kind_of_step")
        try:
            step = step_controls.FORMS[kind](table)
            after = step.apply(table)
        except C45Error as error:
            step = None
            st.html(theme.note("", str(error)))
        if st.button(
            "Do it", type="primary", width="stretch", disabled=step is None, key="do_step"
        ):
            frame.keep(with_steps(now, (*now.prepare, step)))
            st.rerun()
    steps_card(now)

with right:
    if step is not None:
        st.html(theme.block(f"<h2>What it would do: {theme.escape(step.words)}</h2>"))
        if isinstance(step, Discretise):
            effect.of_discretising(now, table, after, step)
        else:
            st.html(effect.on_rows(table, after))
    with st.container(border=True, key="card_rows"):
        shown = min(table.n_rows, MOST_ROWS)
        first = (
            f"The first {shown} of {table.n_rows:,} rows" if shown < table.n_rows else "All rows"
        )
        st.html(theme.block(f"<h2>The table as it is now: {first.lower()}</h2>"))
        st.dataframe(
            table.take(range(shown)).to_frame(),
            hide_index=True,
            height=min(36 * shown + 40, 320),
            alt="The rows of the table after the steps",
        )
        downloads(now, table)
    st.html(distribution.figures(table))
