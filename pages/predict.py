"""A new row goes down the tree: each test in words, the leaf it reaches, and how sure the leaf is."""

import pandas as pd
import streamlit as st

from c45 import Predictions, Tree
from c45.export import to_dot
from c45.notation import count, listed, percent, plain, plural
from c45.predict import apply, columns_of, path_of, predict, predict_distribution
from pages.shared import (
    cached,
    downloads,
    frame,
    large,
    row_controls,
    row_panels,
    session,
    theme,
    tree_view,
)
from pages.shared.table_controls import FILE_TYPES

#: From so many nodes on, the picture shows the way of the row and what branches off it.
WHOLE_TREE = 60

#: Rows of a file that are shown; the download has all of them.
FIRST_ROWS = 200

FILL, TAKE, FILE = "Fill in a row", "Take a row", "A whole file"


def asked_row(values: dict[str, str]) -> dict[str, str | None]:
    """The row as the library takes it: None where a value is not known."""
    return {name: None if text == "?" else text for name, text in values.items()}


def result(tree: Tree, row: dict[str, str | None], got: str, true: str | None) -> str:
    """The card with the answer, how sure it is, and whether it is right."""
    columns, classes = columns_of(tree, pd.DataFrame([row])), tree.classes
    node = tree.nodes[int(apply(tree, columns)[0])]
    whole = all(step.branch is not None for step in path_of(tree, row))
    words = len(classes) <= 3
    if whole and node.n:
        bar = theme.class_bar(node.counts, classes, words=words)
        right = count(node.counts[classes.index(got)])
        verb = "is" if right == "1" else "are"
        sure = f"{right} of {plural(node.n, 'training row')} in this leaf {verb} {got}."
    elif whole:
        bar, sure = "", "No training row reaches this leaf; it answers as the node above it does."
    else:
        shares = predict_distribution(tree, columns)[0]
        bar = theme.class_bar(shares, classes, written=lambda s: percent(s, 1), words=words)
        sure = "A value is not known, so several leaves answer, each with its share of the rows."
    verdict = ""
    if true is not None:
        right, wrong = ("right", "tie", "check"), ("wrong", "wrong", "cross")
        verdict = theme.chip(*(right if got == true else wrong))
        verdict += f' <span class="small">The table says {theme.escape(true)}.</span>'
    said = f'<span class="mut small">{theme.escape(sure)}</span>'
    answer = f'<p class="answer">{theme.class_word(got, classes)} {verdict} {said}</p>'
    return theme.card("The answer, and how sure it is", answer + bar)


def way(tree: Tree, row: dict[str, str | None]) -> str:
    """The card with each test the row meets, in order."""
    steps = path_of(tree, row)
    if not steps:
        words = "The tree is a single leaf, so every row gets the same answer."
        return theme.card("No question on the way", f"<p>{words}</p>")
    items = "".join(
        f'<li><span class="mut">{theme.escape(step.question)}?</span> {theme.escape(step.sentence)}</li>'
        for step in steps
    )
    return theme.card(
        f"{plural(len(steps), 'question')} on the way", f'<ol class="way">{items}</ol>'
    )


def answers(found: Predictions) -> None:
    """A whole file with its predictions: how many of each class, what is to be known, the download."""
    tree = found.tree
    counts = [found.predicted.count(c) for c in tree.classes]
    lead = f"{plural(found.n_answered, 'row')} predicted."
    if found.n_answered < found.n_rows:
        lead = f"{found.n_answered} of {plural(found.n_rows, 'row')} predicted."
    if found.true is not None:
        lead += f" The file knows {tree.target_name}: {found.n_right} of {found.n_known} right."
    bar = theme.class_bar(counts, tree.classes, words=len(counts) <= 3) if sum(counts) else ""
    key = theme.class_key(tree.classes)
    st.html(theme.card("Predictions", f'<p class="answer">{theme.escape(lead)}</p>{bar}', key=key))
    said = theme.sentences(r.sentence for r in found.remarks)
    if said:
        touched = plural(len(found.in_row), "row has a remark", "rows have remarks")
        st.html(theme.card("About these rows", said, touched if found.in_row else ""))
    if found.notes:
        st.html(theme.card("How the file was read", theme.sentences(found.notes)))
    table = found.table()
    st.download_button(
        "Download with predictions",
        lambda: downloads.csv_file(table),
        file_name="predictions.csv",
        mime="text/csv",
        type="primary",
        on_click="ignore",
    )
    first = shown_rows(table)
    _, share, remarks = first.columns[:3]
    st.dataframe(
        first,
        alt="The first rows with their predictions",
        column_config={
            share: st.column_config.NumberColumn(
                help="Of the training rows where the row arrives, the share that has this class."
            ),
            remarks: st.column_config.TextColumn(width="medium" if found.in_row else None),
        },
    )


def shown_rows(table: pd.DataFrame) -> pd.DataFrame:
    """The first rows with their lines in the file: the answer and the remarks before the rest."""
    first = table.head(FIRST_ROWS)
    first = first[[*first.columns[-3:], *first.columns[:-3]]].iloc[:, : large.MOST_COLUMNS]
    # A column of numbers may hold a word: then all of it is shown as text.
    words = first.select_dtypes(exclude="number").columns
    return first.assign(**{name: first[name].map(_cell) for name in words})


def _cell(value: object) -> str:
    if pd.isna(value):
        return ""
    return plain(value) if isinstance(value, float) else str(value)


def rows_of_a_file() -> tuple[str, bytes | str] | None:
    """The name and content of a file of rows: uploaded, or pasted as text."""
    file = st.file_uploader(
        "A table whose first line names the columns: CSV, Excel, ARFF",
        type=FILE_TYPES,
        key="rows_file",
    )
    with st.expander("Or paste rows"):
        text = st.text_area(
            "Rows with their header line",
            key="rows_pasted",
            height=140,
            placeholder="outlook\twindy\nsunny\tno",
        )
    if file is not None:
        return file.name, file.getvalue()
    return ("pasted rows", text) if text.strip() else None


def picture(tree: Tree, row: dict[str, str | None]) -> None:
    """The tree with the way of the row lit."""
    columns = columns_of(tree, pd.DataFrame([row]))
    stopped = [step.node for step in path_of(tree, row) if step.branch is None]
    end = stopped[0] if stopped else int(apply(tree, columns)[0])
    cut = tree_view.cut(tree, end, WHOLE_TREE) | {"highlight": end}
    tree_view.tree(
        to_dot(tree, path=[n.id for n in tree.path_to(end)], **cut),
        tree,
        key="predict_tree",
        selected=end,
        label="The way of the row through the tree",
        on_pick=lambda node_id: None,
        height="max(22rem, calc(100vh - 23rem))",
        tag="ends here" if not stopped else "not known",
    )


def lead_words(tree: Tree, asked: list[int]) -> str:
    """Which attributes matter to this tree at all."""
    idle = [a.name for i, a in enumerate(tree.attributes) if i not in asked]
    words = f"The tree asks about {len(asked)} of {plural(len(tree.attributes), 'attribute')}."
    if 0 < len(idle) <= 4:
        words += f" No difference is made by {listed(idle)}."
    return words


now = frame.begin("Predict")
tree, table, parts = cached.tree(now), cached.table(now), cached.parts(now)
asked = row_controls.asked(tree)
header = st.container()
left, right = st.columns([1, 1.7])
file = None
with left, st.container(border=True, key="card_row"):
    session.fill("mode", FILL if now.row is None else TAKE)
    mode = st.segmented_control(
        "What goes down the tree",
        [FILL, TAKE, FILE],
        key="mode",
        required=True,
        width="stretch",
        label_visibility="collapsed",
    )
    again = session.changed("mode_before", mode)
    if mode == FILL:
        now = row_controls.fill_in(now, tree, table, parts, again)
    elif mode == TAKE:
        wrong = row_controls.wrong_rows(parts, *cached.evaluation(now))
        now = row_controls.take_row(now, parts, wrong, again)
    else:
        file = rows_of_a_file()
now = frame.keep(now)

if mode == FILE:
    title = "A whole file goes down the tree"
else:
    shown = row_controls.usual_row(parts) if now.row is None else now.row
    values = row_controls.row_of(table, shown) | dict(now.values)
    row = asked_row(values)
    got = predict(tree, columns_of(tree, pd.DataFrame([row])))[0]
    title = f"{tree.target_name} is {got} for this row"
header.html(
    theme.head(title, lead_words(tree, asked), f"{cached.title(now)} · {now.algorithm_words}")
)

if mode == FILE and file is None:
    words = f"Each row needs the attributes of the tree; {tree.target_name} may be missing."
    right.html(theme.empty("No file yet", words))
elif mode == FILE:
    with right, frame.guard(stop=False):
        answers(cached.predictions(now, *file))
else:
    true = None if now.row is None else table.classes[table.target[now.row]]
    left.html(way(tree, row))
    if mode == TAKE:
        left.html(row_controls.values_card(values, tree, asked))
    with right:
        st.html(result(tree, row, got, true))
        picture(tree, row)
    st.html(row_panels.sureness(tree, row))
    row_panels.smallest_change(tree, row, got, asked)
    row_panels.other_trees(tree, row)
