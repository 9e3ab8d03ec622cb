"""More about one row: the smallest change to another class, how sure its leaf is, what other trees say."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from c45 import Tree
from c45.counterfactual import (
    Limit,
    bootstrap_agreement,
    certainty,
    counterfactual,
    options_in_words,
)
from c45.dataset import Attribute
from c45.notation import plural
from pages.shared import frame, on_request, row_controls, theme

#: Trees that are grown from other samples of the same rows.
N_TREES = 50

Row = Mapping[str, str | None]


def sureness(tree: Tree, row: Row) -> str:
    """The training rows behind the answer, with the interval of their share."""
    found = certainty(tree, row)
    words = f"<p>{theme.escape(found.sentence)}</p>"
    if found.interval is not None and found.interval.n:
        more = "The same rows also chose the leaf, so new rows are likely to do a little worse."
        words += f'<p class="mut small">{more}</p>'
    return theme.card("How sure is the leaf", words, "Wilson's interval")


def limits(tree: Tree, asked: list[int]) -> dict[str, Limit | None]:
    """What each attribute may be changed to, as the reader says it; nothing said is no limit."""
    said: dict[str, Limit | None] = {}
    for i in asked:
        a = tree.attributes[i]
        # The table is part of the key: a limit for one table is none for another.
        key = f"limit_{tree.dataset.digest[:12]}_{i}"
        label = row_controls.markdown(a.name)
        free, low, high = st.columns([1.1, 1, 1], gap="small", vertical_alignment="bottom")
        if not free.checkbox(f"{label} may change", value=True, key=f"{key}_free"):
            said[a.name] = None
            continue
        limit = _span(a, key, low, high) if a.is_continuous else _choice(a, key, low)
        if limit is not None:
            said[a.name] = limit
    return said


def _span(a: Attribute, key: str, low, high) -> Limit | None:
    least = low.number_input("At least", value=None, key=f"{key}_low", placeholder="no limit")
    most = high.number_input("At most", value=None, key=f"{key}_high", placeholder="no limit")
    return None if least is None and most is None else Limit(low=least, high=most)


def _choice(a: Attribute, key: str, place) -> Limit | None:
    codes = place.multiselect(
        "Only to",
        range(len(a.categories)),
        key=f"{key}_only",
        format_func=lambda k: a.categories[k] or "(empty)",
        placeholder="any",
    )
    return Limit(categories=tuple(a.categories[k] for k in codes)) if codes else None


def smallest_change(tree: Tree, row: Row, got: str, asked: list[int]) -> None:
    """What would have to change for another answer, with the limits the reader sets."""
    with st.container(border=True, key="card_change"):
        others = [None, *(c for c in tree.classes if c != got)]
        top = st.container()
        wanted = st.selectbox(
            "The answer that is wanted",
            range(len(others)),
            key=f"wanted_{tree.dataset.digest[:12]}_{tree.classes.index(got)}",
            format_func=lambda k: "any other" if others[k] is None else others[k] or "(empty)",
        )
        with st.expander("Limits: what may change, and how far"):
            said = limits(tree, asked)
        with frame.guard(stop=False):
            found = counterfactual(tree, row, to=others[wanted], limits=said)
            top.html(
                theme.block(f"<h2>The smallest change</h2><p>{theme.escape(found.sentence)}</p>")
            )
            rest = options_in_words(found)[1:]
            if rest:
                title = f"{plural(len(rest), 'next larger change', 'next larger changes')}"
                note = (
                    "Each number costs its change as a share of the attribute's range, "
                    "each category 1; every leaf was looked at."
                )
                body = f'{theme.sentences(rest)}<p class="mut small">{theme.escape(note)}</p>'
                st.html(theme.block(f"<details><summary>{title}</summary>{body}</details>"))


def other_trees(tree: Tree, row: Row) -> None:
    """How often trees of bootstrap samples agree, once it is asked for."""
    with frame.guard(stop=False):
        found = on_request.result(
            f"Ask {N_TREES} trees of other samples",
            lambda told: bootstrap_agreement(tree, row, n_trees=N_TREES, progress=told),
            name="agreement",
            key=(tree.dataset.digest, tree.parameters, tuple(tree.nodes), tuple(row.items())),
        )
    if found is not None:
        counts = [k for _, k in found.votes]
        bar = theme.class_bar(counts, tree.classes, words=len(counts) <= 3)
        words = f"<p>{theme.escape(found.sentence)}</p>"
        title = "Would other samples of these rows say the same"
        st.html(theme.card(title, words + bar))
