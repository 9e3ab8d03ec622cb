"""The widgets of "Predict first" on the Grow page: the switch, the question with the hands raised, the score."""

from __future__ import annotations

import streamlit as st

from c45.tree import Node, Tree
from pages.shared import session, show, theme
from pages.shared.guess import Guess, judged, options, question, revealed, sum_up

#: No class is larger.
MOST_HANDS = 500

#: So many options get a field for the hands raised.
MOST_OPTIONS = 12


def switch() -> bool:
    """Whether each step is to be predicted before it is shown."""
    if session.value_of("predict_first") is None:
        session.fill("predict_first", False, again=True)
    return st.toggle(
        "Predict first",
        key="predict_first",
        help="The table and the sums stay hidden until you have said what the tree does here.",
        persist_state="session",
    )


def _key(tree: Tree) -> tuple:
    return (tree.dataset.digest, tree.parameters)


def so_far(tree: Tree) -> dict[int, Guess]:
    """What was predicted of this tree in this session, by node."""
    return session.memory().predicted.setdefault(_key(tree), {})


def ask(tree: Tree, node: Node, *, scale: float, unit: str) -> None:
    """The question, and the fields for the hands of a class."""
    names = options(tree, node)
    keys = [f"hands_{node.id}_{i}" for i in range(min(len(names), MOST_OPTIONS))]

    def reveal() -> None:
        hands = {n: int(session.value_of(k, 0) or 0) for n, k in zip(names, keys)}
        hands = hands if any(hands.values()) else {}
        said = session.value_of(f"guess_{node.id}")
        if said is None and hands:  # the class has spoken
            said = max(hands, key=hands.get)
        if said in names:
            so_far(tree)[node.id] = judged(tree, node, said, scale=scale, unit=unit, hands=hands)
        else:
            session.wish("guess_first")

    with st.form(f"guess_form_{node.id}"):
        st.html(show.heading(question(node)))
        st.radio(
            question(node),
            names,
            key=f"guess_{node.id}",
            format_func=theme.label,
            index=None,
            horizontal=True,
            label_visibility="collapsed",
        )
        with st.expander("Count hands in class", icon=":material/front_hand:"):
            with st.container(horizontal=True):
                for name, key in zip(names, keys):
                    st.number_input(theme.label(name), 0, MOST_HANDS, key=key, width=150)
            words = "Without a choice above, the option with the most hands is what the class says."
            st.html(theme.block(f'<p class="mut small">{words}</p>'))
        st.form_submit_button("Reveal", type="primary", on_click=reveal)
    if session.take_wish("guess_first"):
        st.html(theme.error("Nothing is chosen yet.", "Choose one, or count hands, then reveal."))


def told(tree: Tree, node: Node, *, last: bool) -> None:
    """What came of the prediction at this node; at the last step, the sum-up."""
    found = so_far(tree)
    if node.id in found:
        st.html(revealed(found[node.id], list(found.values())))
    if last and found:
        st.html(sum_up(tree, list(found.values())))
        st.button("Forget my predictions", on_click=found.clear, key="forget_predictions")
