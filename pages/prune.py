"""Pruning, one node after the other: what was compared, what was decided, and what it is worth."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45 import KNOBS, alpha_path
from c45.export import to_dot
from pages.shared import cached, frame, pruning_panels, session, show, theme, tree_view, views

#: From so many nodes on, the pictures show the node that is looked at and what is near it.
WHOLE_TREE = 60

now = frame.begin("Prune")
st.html(f"<style>{show.style_sheet()}</style>")
done = cached.pruning(now)
eyebrow = f"{cached.title(now)} · {now.algorithm_words}"


def go(step: int) -> None:
    session.keep(replace(session.memory().state, pruning_step=step))


def move(by: int) -> None:
    """Go on from where the session stands, so that two quick presses are two steps."""
    here = min(session.memory().state.pruning_step, len(done.steps) - 1)
    go(min(max(here + by, 0), len(done.steps) - 1))


def set_knob(name: str, value) -> None:
    """Change a knob from this page; the side panel follows."""
    state = session.memory().state
    session.fill(f"knob_{name}", value, again=True)
    session.keep(
        replace(
            state, parameters=replace(state.parameters, **{name: value}), pruning_step=0, leaves=()
        )
    )


def make_leaf(node_id: int) -> None:
    state = session.memory().state
    session.keep(replace(state, leaves=(*state.leaves, node_id)))


def undo() -> None:
    state = session.memory().state
    session.keep(replace(state, leaves=state.leaves[:-1]))


def choose_by_hand() -> None:
    make_leaf(session.value_of("leaf_by_hand"))


def alpha_chosen() -> None:
    path = alpha_path(done.grown, now.parameters.ccp_cost)
    set_knob("ccp_alpha", float(path[session.value_of("alpha_step")].alpha))


def picture(tree, key: str, label: str, *, highlight=None, on_pick=None) -> None:
    far = {"max_depth": 1} if tree.n_nodes > WHOLE_TREE else {}
    far["max_branches"] = tree_view.MOST_BRANCHES
    shown_node = highlight if highlight in tree.nodes else None
    tree_view.tree(
        to_dot(tree, highlight=shown_node, **far),
        tree,
        key=key,
        selected=shown_node,
        label=label,
        on_pick=on_pick or (lambda node_id: None),
        height="max(16rem, calc(100vh - 34rem))",
        most=1.3,
    )


def by_methods() -> None:
    """What to prune by: one button a method."""
    st.html(
        theme.empty(
            "Nothing is pruned.",
            "The tree stays as it grew. Choose how it is to be made smaller, "
            "or make nodes leaves by hand below.",
        )
    )
    columns = st.columns(3)
    methods = [m for m in KNOBS["pruning"].choices if m != "none"]
    for column, method in zip(columns, methods):
        column.button(
            KNOBS["pruning"].choices[method],
            key=f"method_{method}",
            on_click=set_knob,
            args=("pruning", method),
            width="stretch",
        )


def by_step() -> None:
    """The step that is looked at: its sums, and the tree before and after it."""
    step = done.steps[now.pruning_step]
    first, last = now.pruning_step == 0, now.pruning_step == len(done.steps) - 1
    top, nav = st.columns([1.75, 1], vertical_alignment="bottom")
    place = f"Step {now.pruning_step + 1} of {len(done.steps)} · {eyebrow}"
    node = done.grown.nodes.get(step.node)
    title = show.path_words(done.grown, node) if node is not None else step.question
    top.html(show.header(place, title, theme.escape(step.sentence)))
    with nav, st.container(horizontal=True, gap="small", key="nav", wrap=False):
        for name, change, off in (("First", None, first), ("Back", -1, first), ("Next", 1, last)):
            st.button(
                name,
                on_click=go if change is None else move,
                args=(0,) if change is None else (change,),
                disabled=off,
                type="primary" if name == "Next" else "secondary",
                shortcut={"Back": "Left", "Next": "Right"}.get(name),
                width="stretch",
            )
        st.button("Last", on_click=go, args=(len(done.steps) - 1,), disabled=last, width="stretch")
    if step.kind == "cost_complexity":
        by_alpha()
    before, after = st.columns(2, gap="small")
    with before:
        st.html(show.heading("Before this step"))
        earlier = cached.tree_after(now, now.pruning_step)
        picture(earlier, "before", "The tree before this step", highlight=step.node)
    with after:
        later = cached.tree_after(now, now.pruning_step + 1)
        st.html(show.heading("After this step", pruning_panels.difference(earlier, later)))
        picture(later, "after", "The tree after this step", highlight=step.node)
    left, right = st.columns([1.2, 1], gap="small")
    with left:
        st.html(pruning_panels.estimates(step, done.grown.parameters.criterion))
        st.html(pruning_panels.worked(step, now.parameters))
        with st.expander("Copy the sums"):
            kinds = pruning_panels.texts(step, now.parameters)
            for tab, (kind, text) in zip(st.tabs(list(kinds)), kinds.items()):
                tab.code(text, language="latex" if kind == "LaTeX" else None, wrap_lines=True)
    with right:
        if step.kind == "pessimistic":
            st.html(pruning_panels.formulas(step, now.parameters))
        scores()


def scores() -> None:
    """Errors on the rows it grew from and on the test rows, before and after all pruning."""
    current, aside = cached.tree(now), done.validation
    held_out = None
    if aside is not None:
        held_out = tuple(cached.evaluation_on(now, t, aside) for t in (done.grown, current))
    st.html(
        pruning_panels.scores(
            done.grown,
            current,
            cached.evaluation_of(now, done.grown),
            cached.evaluation(now),
            held_out,
        )
    )


def by_alpha() -> None:
    """The path of weakest links, as a curve over alpha with a slider."""
    path = alpha_path(done.grown, now.parameters.ccp_cost)
    at = pruning_panels.place_on(path, now.parameters.ccp_alpha)
    session.fill("alpha_step", at, again=True)
    with st.container(border=True):
        st.html(show.heading("Every subtree on the way", pruning_panels.alpha_words(path, at)))
        if len(path) > 1:
            st.select_slider(
                "Alpha",
                range(len(path)),
                key="alpha_step",
                format_func=lambda i: pruning_panels.alpha_label(path, i),
                on_change=alpha_chosen,
            )
        errors = [
            cached.errors_at(now, i, now.parameters.ccp_cost)
            for i in pruning_panels.thinned(len(path))
        ]
        st.plotly_chart(
            pruning_panels.alpha_curve(path, errors, at, ink=views.ink()),
            theme=None,
            config={"displayModeBar": False},
            alt=pruning_panels.alpha_words(path, at),
            key="alpha_plot",
        )


def by_hand() -> None:
    """Nodes made leaves by hand, each undoable."""
    pruned = done.tree
    current = cached.tree(now)
    inner = [n for n in current.nodes.values() if not n.is_leaf]
    with st.container(border=True):
        st.html(
            show.heading("By hand", "Click a node that asks, or choose one: it becomes a leaf.")
        )
        picture(current, "by_hand", "The tree as it answers", on_pick=_picked(inner))
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        with left:
            if inner:
                st.selectbox(
                    "Make a leaf of",
                    [n.id for n in inner],
                    key="leaf_by_hand",
                    index=None,
                    placeholder="Choose a node",
                    format_func=lambda i: show.node_words(current, current.nodes[i]),
                    on_change=choose_by_hand,
                )
        right.button("Undo", on_click=undo, disabled=not now.leaves, width="stretch")
        if now.leaves:
            st.html(theme.note("By hand.", pruning_panels.difference(pruned, current) + "."))


def _picked(inner):
    ids = {n.id for n in inner}
    return lambda node_id: make_leaf(node_id) if node_id in ids else None


method = now.parameters.pruning
now = frame.keep(replace(now, pruning_step=min(now.pruning_step, max(len(done.steps) - 1, 0))))
if method == "none":
    st.html(
        show.header(
            eyebrow,
            "The tree as it grew",
            "Pruning makes a tree smaller, so that it fits new rows better.",
        )
    )
    by_methods()
    scores()
elif done.grown.n_nodes == 1:
    st.html(show.header(eyebrow, "There is nothing to prune", "The tree is a single leaf."))
    scores()
elif not done.steps:
    weak = "No link is weaker than this alpha. Move the slider to prune."
    st.html(show.header(eyebrow, "Nothing is pruned at this alpha", weak))
    by_alpha()
    scores()
else:
    by_step()
if done.grown.n_nodes > 1:
    by_hand()
