"""Two to four learners on the same rows: their trees, their scores, and why they differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import streamlit as st

from c45 import ALGORITHMS
from c45.compare import Compared, Learner, learner
from c45.export import to_dot
from c45.notation import plural
from pages.shared import (
    cached,
    compare_panels,
    downloads,
    frame,
    large,
    session,
    show,
    theme,
    tree_view,
)
from pages.shared.state import AS_SET, COMPARED, UNPRUNED

#: From so many nodes on, a picture shows the node where the trees part and what is near it.
WHOLE_TREE = 60

#: Rows that are shown; the download has all of them.
FIRST_ROWS = 200


def by_name(name: str) -> Learner:
    """A learner as the page names it."""
    if name == AS_SET:
        return Learner(name, replace(now.parameters, log_base="2"))
    if name == UNPRUNED:
        return Learner(name, replace(ALGORITHMS["C4.5"], pruning="none"))
    return learner(name)


def picture(k: int, c: Compared, here: int | None) -> None:
    """One tree, with the node where it parts from the other."""
    here = here if here in c.tree.nodes else None
    cut = tree_view.cut(c.tree, c.tree.root.id if here is None else here, WHOLE_TREE)
    tree_view.tree(
        to_dot(c.tree, **(cut | {"highlight": here})),
        c.tree,
        key=f"compared_{k}",
        selected=here,
        label=f"The tree of {c.name}",
        on_pick=lambda node_id: None,
        height="24rem",
        most=1.3,
        tag="they part here",
    )


now = frame.begin("Compare")
st.html(f"<style>{show.style_sheet()}</style>")
header = st.container()
session.fill("learners", list(now.learners))
chosen = st.multiselect(
    "Learners, two to four", COMPARED, key="learners", max_selections=4, width="stretch"
)
eyebrow = f"{cached.title(now)} · the same rows for each"
if len(chosen) < 2:
    header.html(theme.head("Why does another tool give another tree?", "", eyebrow))
    st.html(theme.empty("One learner is no comparison.", "Choose two to four of them above."))
    st.stop()
now = frame.keep(replace(now, learners=tuple(chosen)))
with frame.guard(
    title="These cannot be compared on this table.", top=(header, theme.head("Compare"))
):
    found = cached.comparison(now, tuple(by_name(name) for name in chosen))

tested = bool(cached.parts(now).test.n_rows)
lead = found.sentence if tested else found.sentence.replace("test row", "row")
if not tested:
    lead += " No rows are kept for a test, so the scores are those of the rows they grew from."
header.html(theme.head("Why does another tool give another tree?", lead, eyebrow))

st.html(compare_panels.scores(found, tested))
pairs = list(combinations(range(len(chosen)), 2))
pair = pairs[0]
if len(pairs) > 1:
    pair = st.selectbox(
        "Where do these two part?",
        pairs,
        key="pair",
        format_func=lambda p: f"{chosen[p[0]]} and {chosen[p[1]]}",
    )
st.html(compare_panels.parting(found, *pair))
if len(found.differences[pair]) > 1:
    with st.expander(f"All {len(found.differences[pair])} places where they part"):
        st.html(compare_panels.every_difference(found, *pair))

first = found.first_difference(*pair)
places = dict(zip(pair, first.nodes)) if first else {}
for row in range(0, len(chosen), 2):
    for column, k in zip(st.columns(2, gap="small"), range(row, min(row + 2, len(chosen)))):
        with column:
            c = found.learners[k]
            size = f"{plural(c.tree.n_leaves, 'leaf', 'leaves')}, depth {c.tree.depth}"
            st.html(show.heading(c.name, size))
            picture(k, c, places.get(k))

if found.disagreements:
    apart = compare_panels.disagreements(found, cached.table(now))
    title = "Rows on which they disagree"
    words = f"The first {FIRST_ROWS} of {len(apart)}" if len(apart) > FIRST_ROWS else ""
    st.html(show.heading(title, words))
    st.dataframe(apart.head(FIRST_ROWS).iloc[:, : large.MOST_COLUMNS], hide_index=True, alt=title)
    st.download_button(
        "Download these rows as CSV",
        lambda: downloads.csv_file(apart),
        file_name=downloads.file_name(cached.title(now), ".csv", what="disagreements"),
        mime="text/csv",
        on_click="ignore",
    )
