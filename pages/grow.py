"""One node after the other: its rows, every attribute judged, and why this one is asked."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45.export import to_dot
from c45.steps import steps
from pages.shared import cached, frame, guess_panels, session, show, sums, tree_view, views
from pages.shared.gain_table import gain_table, ranked
from pages.shared.guess import hidden_words

#: From so many nodes on, the picture shows the way to the current node and what branches off it.
WHOLE_TREE = 60

#: So many steps are listed by name; the list travels to the browser at every step.
LISTED_STEPS = 200


@st.fragment
def lesson() -> None:
    """All below the menu and beside the knobs: a step runs this alone."""
    now = frame.resume()
    tree = cached.grown(now)
    order = steps(tree)
    now = frame.keep(replace(now, step=min(now.step, len(order) - 1)))
    node = order[now.step].node
    scale, unit = sums.unit_of(now.parameters)

    def go(step: int) -> None:
        """Go to a step; its chosen attribute is opened there."""
        session.keep(replace(session.memory().state, step=step, attribute=None))

    def move(by: int) -> None:
        """Go on from where the session stands, so that two quick presses are two steps."""
        go(min(max(session.memory().state.step + by, 0), len(order) - 1))

    def jump() -> None:
        go(session.value_of("jump"))

    def jump_to_number() -> None:
        go(session.value_of("jump_to_number") - 1)

    def go_to_step() -> None:
        """A choice of steps by name, by number where a list of them would be too long to read."""
        how = {"label_visibility": "collapsed"}
        if len(order) > LISTED_STEPS:
            session.fill("jump_to_number", now.step + 1, again=True)
            st.number_input(
                "Go to step", 1, len(order), key="jump_to_number", on_change=jump_to_number, **how
            )
            return
        session.fill("jump", now.step, again=True)
        st.selectbox(
            "Go to step",
            range(len(order)),
            key="jump",
            format_func=step_label,
            on_change=jump,
            **how,
        )

    def open_attribute(name: str) -> None:
        session.keep(replace(session.memory().state, attribute=name))

    def step_label(step: int) -> str:
        words = show.path_words if predicting else show.node_words
        return f"Step {step + 1}: {words(tree, order[step].node)}"

    top, nav = st.columns([1.15, 1], vertical_alignment="bottom")
    with nav:
        predicting = guess_panels.switch()
    guesses = guess_panels.so_far(tree) if predicting else {}
    hidden = predicting and node.id not in guesses
    lead = show.step_words(tree, node, scale=scale, unit=unit)
    if hidden:
        lead = hidden_words(tree, list(guesses.values()))
    top.html(
        show.header(
            f"Step {now.step + 1} of {len(order)} · {cached.title(now)} · {now.algorithm_words}",
            show.path_words(tree, node),
            lead,
        )
    )
    with nav, st.container(horizontal=True, gap="small", key="nav", wrap=False):
        if not now.present:  # in presenter type there is room for the four buttons only
            go_to_step()
        first, last = now.step == 0, now.step == len(order) - 1
        st.button("First", on_click=go, args=(0,), disabled=first, width="stretch")
        st.button(
            "Back",
            on_click=move,
            args=(-1,),
            disabled=first,
            shortcut="Left",
            width="stretch",
        )
        st.button(
            "Next",
            on_click=move,
            args=(1,),
            disabled=last,
            type="primary",
            shortcut="Right",
            width="stretch",
        )
        st.button("Last", on_click=go, args=(len(order) - 1,), disabled=last, width="stretch")

    left, right = st.columns([1, 1.18] if now.present else [1, 1.5], gap="small")
    with left, st.container(key="beside"):
        far = {"highlight": node.id, "max_depth": 1} if tree.n_nodes > WHOLE_TREE else {}
        tree_view.tree(
            to_dot(tree, upto=node.id - hidden, **far),
            tree,
            key="grow_tree",
            selected=node.id,
            label=f"The tree after step {now.step + 1}",
            on_pick=lambda node_id: go(order.index_of(node_id)),
            decided=node.id - hidden,
            height="calc(100vh - 16rem)" if now.present else "max(20rem, calc(100vh - 23.5rem))",
            tag="you are here",
            least=1.05,
            most=1.9 if now.present else 1.45,
        )
        if not now.present:
            st.html(show.answers(tree, node.id - hidden))

    if hidden:
        with right:
            st.html(show.rows_here(tree, node, None))
            guess_panels.ask(tree, node, scale=scale, unit=unit)
            views.draw(
                views.ROWS,
                tree,
                node=node,
                candidate=None,
                parameters=now.parameters,
                row_numbers=cached.growing_rows(now) + 1,
            )
        return

    with right:
        if predicting:
            guess_panels.told(tree, node, last=now.step == len(order) - 1)
        report = node.report
        names = [c.attribute for c in report.candidates]
        best = report.chosen or next(iter(ranked(report)), None)
        opened = now.attribute if now.attribute in names else best.attribute if best else None
        candidate = None
        if opened is not None:
            is_chosen = report.chosen is not None and report.chosen.attribute == opened
            candidate = report.chosen if is_chosen else report.candidate(opened)
        names_of_views = views.offered(tree, candidate, present=now.present)
        view = None
        if now.present:
            view = views.choose(names_of_views)
        working = None
        if not now.present:
            working = sums.impurity(sums.of_node(tree, node, now.parameters))
        noun = "row" if cached.holdout(now)[1] is None else "training row"
        st.html(show.rows_here(tree, node, working, noun=noun))
        if node.is_leaf:
            st.html(show.leaf(tree, node))
        if names and view in (None, views.ATTRIBUTES):
            tree_view.panel(
                gain_table(report, tree.parameters, opened=opened, scale=scale, unit=unit),
                key="attributes",
                on_pick=open_attribute,
            )
        if view is None:
            view = views.choose(names_of_views, f"{opened} in detail")
        views.draw(
            view,
            tree,
            node=node,
            candidate=candidate,
            parameters=now.parameters,
            row_numbers=cached.growing_rows(now) + 1,
        )


frame.begin("Grow", part=True)
st.html(f"<style>{show.style_sheet()}</style>")
lesson()
