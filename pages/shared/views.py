"""What stands below the table of attributes, one at a time: the working, all cuts, the rows, text to copy."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from c45.alternatives import Alternatives, alternatives
from c45.candidates import SplitCandidate
from c45.dataset import Dataset
from c45.export import palette
from c45.notation import listed, plural
from c45.parameters import Parameters
from c45.portion import Portion
from c45.predict import value_words
from c45.tree import Node, Tree
from pages.shared import downloads, large, session, show, sums, theme
from pages.shared.curve import Ink, curve, curve_words, tried_table

WORKING, CUTS, GROUPS, ROWS, COPY = "Worked sum", "All cuts", "All groups", "Rows", "Copy"
ATTRIBUTES, IMPURITY = "Attributes", "Impurity"


def offered(tree: Tree, candidate: SplitCandidate | None, *, present: bool = False) -> list[str]:
    """The names of the views that make sense for an opened attribute (None in a pure leaf)."""
    if candidate is None:
        return [IMPURITY, ROWS] if present else [ROWS]
    names = [WORKING]
    continuous = any(a.name == candidate.attribute and a.is_continuous for a in tree.attributes)
    if candidate.split is not None and continuous:
        names.append(CUTS)
    elif candidate.split is not None and tree.parameters.categorical_split != "multiway":
        names.append(GROUPS)
    names += [ROWS, COPY] if candidate.split is not None else [ROWS]
    return [ATTRIBUTES, IMPURITY, *names] if present else names


def choose(names: Sequence[str], title: str = "") -> str:
    """The view to show; what was looked at last stays open where there is such a view.

    title: of what the views show, written before the choice.
    """
    if len(names) == 1:
        return names[0]
    if session.value_of("view") not in names:
        session.fill("view", names[0], again=True)
    with st.container(horizontal=True, vertical_alignment="center", key="views"):
        if title:
            st.html(show.heading(title), width="content")
        return st.segmented_control(
            "Show",
            names,
            key="view",
            required=True,
            label_visibility="collapsed",
            persist_state="session",
        )


def draw(
    view: str,
    tree: Tree,
    *,
    node: Node,
    candidate: SplitCandidate | None,
    parameters: Parameters,
    row_numbers: np.ndarray,
) -> None:
    """Show one view of the opened attribute at a node.

    parameters: as the page has them; the base of the logarithm that is shown may differ from the tree's.
    row_numbers: the number that each row of the tree's table has in the whole table, shape (n_rows,).
    """
    if view == ROWS:
        _rows(tree, node, candidate, row_numbers)
    elif view == IMPURITY:
        st.html(show.impurity_alone(node, impurity_of(tree, node, parameters)))
    elif view == WORKING and large.has_long_sums(tree, candidate):
        scale, unit = sums.unit_of(parameters)
        st.html(large.worked(tree, candidate, scale=scale, unit=unit))
        _download_working(tree, node, candidate, parameters, "Markdown")
    elif view == WORKING:
        working = sums.of_attribute(tree, node, candidate.attribute, parameters)
        st.html(show.worked(tree, candidate, working, sums.steps(working)))
    elif view in (CUTS, GROUPS):
        _all_splits(tree, node, candidate, parameters)
    elif view == COPY:
        _copy(tree, node, candidate, parameters)


def impurity_of(tree: Tree, node: Node, parameters: Parameters) -> str:
    """How mixed a node is, as a worked sum, or as its result where the sum is very long. HTML."""
    if large.has_long_sums(tree):
        scale, unit = sums.unit_of(parameters)
        return large.impurity(tree, node, scale=scale, unit=unit)
    return sums.impurity(sums.of_node(tree, node, parameters))


def ink() -> Ink:
    """The colours of a figure in the theme that the reader has."""
    dark = st.context.theme.type == "dark"
    token = {name: pair[dark] for name, pair in palette.TOKENS.items()}
    classes = (palette.DARK if dark else palette.LIGHT)[: palette.OTHER]
    return Ink(
        text=token["ink"],
        muted=token["muted"],
        line=token["line"],
        card=token["card"],
        accent=token["accent"],
        bar=token["bar"],
        classes=(*classes, token["other"]),
    )


def ramp() -> tuple[str, str, str]:
    """The colours of a heat map, from none to most, in the theme that the reader has."""
    dark = st.context.theme.type == "dark"
    return ("#1F2530", "#574A86", "#BBA6F5") if dark else ("#F1EEF8", "#B2A3D8", "#5B3FA8")


def _all_splits(tree: Tree, node: Node, candidate: SplitCandidate, parameters: Parameters) -> None:
    """Every split that the attribute offers here: the curve of its thresholds, and the table."""
    portion = tree.portion_of(node.id)
    found = alternatives(tree.dataset, portion, candidate.attribute, tree.parameters)
    scale, unit = sums.unit_of(parameters)
    criterion = tree.parameters.criterion
    won = node.report.chosen is not None and node.report.chosen == candidate
    what = "cut" if found.lower is not None else "way to part the categories"
    n = plural(len(found), what, what + "s" if what == "cut" else "ways to part the categories")
    st.html(
        show.heading(
            f"{candidate.attribute}: {n} tried here",
            "Each point is a cut between two neighbouring values."
            if found.lower is not None
            else "The largest gain first.",
        )
    )
    if found.lower is not None:
        with st.container(border=True, key="curve", gap=None):
            st.plotly_chart(
                curve(
                    found,
                    tree.dataset,
                    portion=portion,
                    best=candidate,
                    criterion=criterion,
                    ink=ink(),
                    scale=scale,
                    unit=unit,
                    won=won,
                ),
                theme=None,
                config={"displayModeBar": False},
                alt=curve_words(found, candidate, criterion, scale, unit),
                key="curve_plot",
            )
    order = f"Rows of each class, in this order: {listed(tree.classes[:12])}."
    table = _splits_table(found, tree, candidate, scale)
    if len(table) < len(found):
        words = f"The {len(table)} with the largest score are listed."
        downloads.with_rest(
            words,
            f"All {len(found):,} as CSV",
            lambda: large.splits(found, tree.classes),
            "splits.csv",
        )
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * len(table), 320),
        column_config={
            c: st.column_config.TextColumn(
                c or "Verdict",
                alignment="left" if i < 2 else "right",
                help=order if c.endswith("branch") else None,
            )
            for i, c in enumerate(table.columns)
        },
        alt=f"All splits of {candidate.attribute} that were tried at this node",
        key="splits_table",
    )


def _splits_table(
    found: Alternatives, tree: Tree, candidate: SplitCandidate, scale: float
) -> pd.DataFrame:
    return tried_table(
        found,
        classes=tree.classes,
        criterion=tree.parameters.criterion,
        best=candidate,
        scale=scale,
    )


def _rows(tree: Tree, node: Node, candidate: SplitCandidate | None, numbers: np.ndarray) -> None:
    """The rows that reach the node, or those that go down one branch of the opened attribute."""
    portion = tree.portion_of(node.id)
    parts: dict[str, Portion] = {"All of them": portion}
    if candidate is not None and candidate.split is not None:
        split = candidate.split
        for b, part in enumerate(portion.divided(split, tree.dataset)):
            parts.setdefault(split.sentence(b), part)
    picked = "All of them"
    if len(parts) > 1:
        if session.value_of("rows_of") not in parts:
            session.fill("rows_of", picked, again=True)
        picked = st.selectbox("Rows of this node", list(parts), key="rows_of")
    part = parts[picked]
    first = candidate.attribute if candidate is not None else None
    frame = rows_table(tree.dataset, part, numbers, first=first)
    n, n_columns = len(part.rows), len(tree.attributes)
    if len(frame) < n or n_columns > large.MOST_COLUMNS:
        words = f"The first {len(frame):,} of {plural(n, 'row')}."
        if n_columns > large.MOST_COLUMNS:
            words += f" {large.MOST_COLUMNS} of {plural(n_columns, 'attribute')}."
        downloads.with_rest(
            words,
            "All of them as CSV",
            lambda: rows_table(tree.dataset, part, numbers, most=n, most_columns=n_columns),
            "rows.csv",
        )
    st.dataframe(
        frame,
        hide_index=True,
        height=min(38 + 35 * max(len(frame), 1), 320),
        alt=f"{plural(len(frame), 'row')} of this node",
        key="rows_table",
    )


def rows_table(
    dataset: Dataset,
    portion: Portion,
    numbers: np.ndarray,
    *,
    most: int = 2_000,
    most_columns: int = large.MOST_COLUMNS,
    first: str | None = None,
) -> pd.DataFrame:
    """Rows in words, each with its number in the whole table; with its weight where rows count in part.

    At most ``most`` rows and ``most_columns`` attributes, fewer rows where there are many columns.
    first: an attribute that is among them in any case.
    """
    names = list(dataset.attribute_names[:most_columns])
    if first is not None and first not in names:
        names = [first, *names[:-1]]
    if most <= 2_000:
        most = min(most, max(large.MOST_CELLS // (len(names) + 2), 20))
    rows = portion.rows[:most]
    table: dict[str, list] = {"row": [int(i) for i in numbers[rows]]}
    if portion.weights is not None:
        table["weight"] = [round(float(w), 3) for w in portion.weights[:most]]
    for a, column in ((dataset.attribute(n), dataset.column(n)) for n in names):
        name = _free(a.name, table)
        if a.is_continuous:
            table[name] = column[rows].tolist()
        else:
            table[name] = [value_words(a, v) for v in column[rows]]
    table[_free(dataset.target_name, table)] = [dataset.classes[k] for k in dataset.target[rows]]
    return pd.DataFrame(table)


def _free(name: str, taken: dict) -> str:
    """A column name that is not taken: a table may have a column called "row" of its own."""
    while name in taken:
        name += " "
    return name


def _copy(tree: Tree, node: Node, candidate: SplitCandidate, parameters: Parameters) -> None:
    """The working as text for a worksheet or a paper, to be copied or saved."""
    kinds = list(sums.WRITERS)
    if session.value_of("copy_as") not in kinds:
        session.fill("copy_as", kinds[0], again=True)
    with st.container(horizontal=True, vertical_alignment="center"):
        kind = st.segmented_control(
            "Copy as", kinds, key="copy_as", required=True, label_visibility="collapsed"
        )
        _download_working(tree, node, candidate, parameters, kind)
    if large.has_long_sums(tree, candidate):
        words = "The sums have too many terms for a page. Download them as a file."
        st.html(theme.block(f'<p class="mut">{words}</p>'))
        return
    working = sums.of_attribute(tree, node, candidate.attribute, parameters)
    st.code(sums.WRITERS[kind](working), language=None, wrap_lines=True, height=320)


def _download_working(tree, node, candidate, parameters: Parameters, kind: str) -> None:
    """A button that works the attribute out, whole, and gives it as a file."""
    ending = {"Markdown": "md", "LaTeX": "tex"}.get(kind, "txt")
    name = re.sub(r"[^A-Za-z0-9]+", "-", candidate.attribute).strip("-") or "attribute"
    st.download_button(
        "Download",
        lambda: sums.WRITERS[kind](sums.of_attribute(tree, node, candidate.attribute, parameters)),
        file_name=f"step-{node.id + 1}-{name}.{ending}"[-80:],
        mime="text/plain",
        on_click="ignore",
        key="copy_file",
    )
