"""The widgets of the Predict page: a row that is filled in, or taken from the table."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import streamlit as st

from c45 import Dataset, Tree
from c45.dataset import is_missing
from c45.evaluate import Evaluation, Holdout
from c45.notation import plain, plural
from c45.predict import value_words
from pages.shared import session, theme
from pages.shared.state import AppState

NOT_KNOWN = "not known"

TEST, TRAINING, WRONG = "Test", "Training", "Wrong"


def markdown(text: str) -> str:
    r"""Text from data in a widget's label, which Streamlit reads as Markdown: never as markup.

    >>> print(markdown("a*b*"), markdown(":red[x]"))
    a\*b\* \:red\[x\]
    """
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text) or "(no name)"


def asked(tree: Tree) -> list[int]:
    """The attributes the tree asks about, by position, in the order of the table."""
    names = {n.split.attribute for n in tree.walk() if n.split is not None}
    return [i for i, a in enumerate(tree.attributes) if a.name in names]


def row_of(table: Dataset, row: int) -> dict[str, str]:
    """One row of the table in words: ``?`` where it has no value."""
    return {a.name: value_words(a, c[row]) for a, c in zip(table.attributes, table.columns)}


def usual_row(parts: Holdout) -> int:
    """The row that is shown first: the first of the test rows, else the first of all."""
    return int(min(parts.test_rows if parts.test.n_rows else parts.train_rows))


def fill_in(now: AppState, tree: Tree, table: Dataset, parts: Holdout, again: bool) -> AppState:
    """One input for each attribute the tree asks about. A row that was looked at is the start."""
    usual = row_of(table, usual_row(parts))
    start = row_of(table, now.row) if now.row is not None else usual | dict(now.values)
    values = []
    for i in asked(tree):
        a, key = tree.attributes[i], f"value_{table.index_of(tree.attributes[i].name)}"
        label, text = markdown(a.name), start[a.name]
        if a.is_continuous:
            session.fill(key, _number(text), again=again)
            places = _places(table.column(a.name))
            known = table.column(a.name)[~is_missing(table.column(a.name))]
            span = (
                f"From {plain(known.min())} to {plain(known.max())} in the table. "
                if len(known)
                else ""
            )
            value = st.number_input(
                label,
                value=None,
                step=10.0**-places,
                format=f"%.{places}f",
                placeholder=NOT_KNOWN,
                key=key,
                help=f"{span}Left empty, it is not known.",
            )
            values.append((a.name, "?" if value is None else plain(value)))
        else:
            options = [*range(len(a.categories)), -1]
            session.fill(key, a.categories.index(text) if text in a.categories else -1, again=again)
            code = st.selectbox(
                label,
                options,
                key=key,
                format_func=lambda k, a=a: NOT_KNOWN if k < 0 else a.categories[k] or "(empty)",
            )
            values.append((a.name, "?" if code < 0 else a.categories[code]))
    same = all(usual[n] == v for n, v in values)
    return replace(now, row=None, values=() if same else tuple(values))


def wrong_rows(parts: Holdout, on_train: Evaluation, on_test: Evaluation | None) -> np.ndarray:
    """The rows the tree gets wrong: test rows where there are some, else training rows."""
    part, rows, found = parts.train, parts.train_rows, on_train
    if on_test is not None:
        part, rows, found = parts.test, parts.test_rows, on_test
    true = np.array(part.classes, dtype=object)[part.target]
    return rows[np.array(found.predicted, dtype=object) != true]


def take_row(now: AppState, parts: Holdout, wrong: np.ndarray, again: bool) -> AppState:
    """A row of the table, by its place among the test rows, the training rows or the wrong answers."""
    lists = {TEST: parts.test_rows, TRAINING: parts.train_rows, WRONG: wrong}
    lists = {name: np.sort(rows) for name, rows in lists.items() if len(rows)}
    row = usual_row(parts) if now.row is None else now.row
    here = next(name for name, rows in lists.items() if row in rows)
    session.fill("row_list", here, again=again or session.value_of("row_list") not in lists)
    which = st.segmented_control(
        "From the",
        list(lists),
        key="row_list",
        required=True,
        format_func=lambda name: f"{name} ({len(lists[name])})",
        label_visibility="collapsed",
        width="stretch",
    )
    rows = lists[which]
    place = int(np.searchsorted(rows, row)) + 1 if row in rows else 1
    too_far = session.value_of("row_place", 1) > len(rows)
    again = session.changed("row_list_before", which) or again or too_far
    session.fill("row_place", place, again=again)
    place = st.number_input(f"Which one, 1 to {len(rows)}", 1, len(rows), step=1, key="row_place")
    row = int(rows[place - 1])
    used = "the tree has not seen it" if row in parts.test_rows else "the tree grew from it"
    st.html(theme.block(f'<p class="mut small">Row {row + 1} of the table; {used}.</p>'))
    return replace(now, row=row, values=())


def values_card(values: dict[str, str], tree: Tree, asked: list[int]) -> str:
    """A row of the table as a list; what the tree does not ask about is folded away."""

    def listed(positions: list[int]) -> str:
        lines = "".join(
            f'<tr><th scope="row">{theme.escape(tree.attributes[i].name)}</th>'
            f"<td>{theme.escape(values[tree.attributes[i].name])}</td></tr>"
            for i in positions
        )
        return f"<table><tbody>{lines}</tbody></table>" if lines else ""

    idle = [i for i in range(len(tree.attributes)) if i not in asked]
    body = listed(asked)
    if idle:
        words = f"{plural(len(idle), 'more attribute')} the tree does not ask about"
        body += f"<details><summary>{words}</summary>{listed(idle)}</details>"
    return theme.card("The row", body)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1e300 else None


def _places(column: np.ndarray) -> int:
    """How many places after the point the numbers of a column have, at most 6."""
    some = column[~is_missing(column)][:500]
    return min(
        max((len(plain(v).partition(".")[2]) for v in some if "e" not in plain(v)), default=0), 6
    )
