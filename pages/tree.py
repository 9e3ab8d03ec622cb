"""The whole tree beside how good it is; rules and files to take away."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from c45.export import to_dot, to_text
from c45.export.cut import levels_that_fit
from c45.export.rules import rules_text, to_rules
from c45.notation import plural
from c45.steps import steps
from pages.shared import (
    cached,
    downloads,
    frame,
    large,
    metrics,
    session,
    show,
    theme,
    tree_view,
    views,
)
from pages.shared.session_report import session_report
from pages.shared.state import to_query

#: From so many nodes on, the picture begins with as many levels as have no more nodes than this.
WHOLE_TREE = 40

#: More nodes than this are not drawn at once; a click on a node shows what is below it.
MOST_NODES = 1_000

now = frame.begin("Tree")
st.html(f"<style>{show.style_sheet()}</style>")
tree = cached.tree(now)
if now.node is not None and now.node not in tree.nodes:
    now = frame.keep(replace(now, node=None))
on_train, on_test = cached.evaluation(now)


def select(node_id: int) -> None:
    session.keep(replace(session.memory().state, node=node_id))


lead = metrics.lead(on_train, on_test)
fewer = cached.grown(now).n_nodes - tree.n_nodes
if fewer:
    lead += f" Pruned: {plural(fewer, 'node')} fewer than it grew to."
top, detail = st.columns([1.6, 1], vertical_alignment="bottom")
top.html(
    show.header(
        f"{cached.title(now)} · {now.algorithm_words}",
        metrics.tree_title(tree.n_nodes, tree.n_leaves),
        theme.escape(lead),
    )
)
if fewer:
    top.page_link(
        "pages/prune.py",
        label="See what was pruned, and why",
        icon=":material/content_cut:",
        query_params=to_query(now),
    )
with (
    detail,
    st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="bottom"),
):
    depth = None
    if tree.n_nodes > WHOLE_TREE:
        deepest = levels_that_fit(tree, MOST_NODES, tree_view.MOST_BRANCHES)
        if not 1 <= session.value_of("levels", 0) <= deepest:
            usual = levels_that_fit(tree, WHOLE_TREE, tree_view.MOST_BRANCHES)
            session.fill("levels", usual, again=True)
        words = None
        if deepest < tree.depth:
            words = f"More levels would be over {MOST_NODES:,} nodes. Click a node to see below it."
        depth = st.number_input("Levels shown", 1, deepest, key="levels", width=130, help=words)
    if session.value_of("level") is None:
        session.fill("level", "Full", again=True)
    level = st.segmented_control(
        "Detail in nodes",
        ["Plain", "Counts", "Full"],
        key="level",
        required=True,
        persist_state="session",
    ).lower()

left, right = st.columns([1.3, 1], gap="small")
with left:
    cut = {"max_branches": tree_view.MOST_BRANCHES}
    if now.node is not None and tree_view.is_folded_away(tree, now.node):
        cut["highlight"] = now.node
    if depth is not None and depth < tree.depth:
        opened = now.node is not None and tree.nodes[now.node].depth >= depth
        cut |= {"max_depth": depth} | ({"highlight": now.node} if opened else {})
    tree_view.tree(
        to_dot(tree, level=level, **cut),
        tree,
        key="whole_tree",
        selected=now.node,
        label=f"Decision tree for {tree.target_name}",
        on_pick=select,
        height="calc(100vh - 12.5rem)" if now.present else "max(24rem, calc(100vh - 16rem))",
        most=1.9,
    )
    if now.node is None:
        st.html(theme.block('<p class="mut small">Click a node to see its rows and its step.</p>'))
    else:
        st.html(show.facts(tree, tree.nodes[now.node]))
        tree_view.choose_branch(tree, tree.nodes[now.node], select)
        step = steps(cached.grown(now)).index_of(now.node)
        st.page_link(
            "pages/grow.py",
            label=f"Open step {step + 1} on the Grow page",
            icon=":material/stairs_2:",
            query_params=to_query(replace(now, step=step, attribute=None)),
        )

with right:
    st.html(theme.tiles(metrics.tree_tiles(tree, on_train, on_test)))
    judged, what = (on_test, "test rows") if on_test else (on_train, "training rows")
    aside = "no test rows are held back, so this flatters"
    if on_test is not None:
        aside = ""
        if session.value_of("judged_on") is None:
            session.fill("judged_on", "Test rows", again=True)
        if (
            st.segmented_control(
                "Counted on",
                ["Test rows", "Training rows"],
                key="judged_on",
                required=True,
                label_visibility="collapsed",
            )
            == "Training rows"
        ):
            judged, what = on_train, "training rows"
    with st.container(border=True, gap=None, key="confusion"):
        st.html(show.heading(f"{what.capitalize()}: true against predicted", aside))
        matrix, names = large.confusion(judged)
        st.plotly_chart(
            metrics.confusion(matrix, names, ink=views.ink(), ramp=views.ramp()),
            theme=None,
            config={"displayModeBar": False},
            alt=metrics.confusion_words(judged, what),
            key="confusion_plot",
        )
        if len(names) < len(judged.classes):
            downloads.with_rest(
                f"The {large.CLASSES_SHOWN} classes with most rows; the others are together.",
                f"All {len(judged.classes):,} classes as CSV",
                lambda: large.class_figures(judged),
                "classes.csv",
            )
    st.html(metrics.class_table(judged, what))


def all_rules() -> None:
    found = to_rules(tree)
    st.html(metrics.rules(found[: large.LINES_SHOWN], tree.classes))
    if len(found) > large.LINES_SHOWN:
        words = f"The first {large.LINES_SHOWN} of {len(found):,} rules."
        downloads.text_with_rest(words, "All rules as text", lambda: rules_text(tree), "rules.txt")


def as_text() -> None:
    text = to_text(tree)
    lines = text.splitlines(keepends=True)
    st.code("".join(lines[: large.LINES_SHOWN]), language=None, height=320)
    if len(lines) > large.LINES_SHOWN:
        words = f"The first {large.LINES_SHOWN} of {len(lines):,} lines."
        downloads.text_with_rest(words, "All lines as text", lambda: text, "tree.txt")


def report() -> str:
    """The whole session as one file to hand in."""
    parts = [("training rows", on_train)] + ([("test rows", on_test)] if on_test else [])
    address = urlencode(to_query(now))
    return session_report(cached.title(now), now.algorithm_words, tree, parts, address)


def files() -> None:
    downloads.buttons(tree, cached.title(now), level)
    words = "Everything to hand in: the table, the tree, its scores, every sum and all settings."
    name = downloads.file_name(cached.title(now), ".html", what="report")
    downloads.text_with_rest(words, "Report, HTML", report, name, mime="text/html")


for title, body in (
    ("Rules", all_rules),
    ("The tree as text", as_text),
    ("Downloads", files),
):
    with st.expander(title, key=f"open_{title}", on_change="rerun") as section:
        if section.open:
            body()
