"""How good a tree is, as panels: tiles, the confusion matrix, the table of classes. No Streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from c45.evaluate import Evaluation
from c45.export import palette
from c45.export.rules import Rule
from c45.notation import UNDEFINED, count, percent, plural, shown
from c45.tree import Tree
from pages.shared.curve import Ink, in_plot
from pages.shared.theme import class_word, escape, fill_of

#: Up to so many classes a cell has room for a word; beyond, a sign stands for it.
CLASSES_WITH_WORDS = 4

#: Classes in the table of precision and recall, at most: those with most rows.
CLASSES_LISTED = 50


def confusion(
    matrix: Sequence[Sequence[float]], classes: Sequence[str], *, ink: Ink, ramp: Sequence[str]
) -> go.Figure:
    """The confusion matrix: rows are the true classes, columns the predicted ones; each cell says which.

    matrix: shape (n_classes, n_classes), numbers of rows. ramp: three colours from none to most.
    """
    k = len(classes)
    matrix = [[float(v) for v in row] for row in matrix]
    most = max((v for row in matrix for v in row), default=0.0)
    names = _lanes(classes)
    size = 17 if k <= CLASSES_WITH_WORDS else 15 if k <= 8 else 12
    words = [
        {
            "x": names[j],
            "y": names[i],
            "text": _cell_text(v, i == j, k),
            "showarrow": False,
            "font": {"size": size, "color": _readable(v / (most or 1), ramp, ink)},
        }
        for i, row in enumerate(matrix)
        for j, v in enumerate(row)
    ]
    axis = {
        "fixedrange": True,
        "showgrid": False,
        "automargin": True,
        "ticks": "",
        "type": "category",
    }
    small = {"size": 14 if k <= 8 else 12, "color": ink.text}
    cells = go.Heatmap(
        z=matrix,
        x=names,
        y=names,
        colorscale=[[0, ramp[0]], [0.5, ramp[1]], [1, ramp[2]]],
        zmin=0,
        zmax=most or 1,
        showscale=False,
        xgap=3,
        ygap=3,
        customdata=[
            [cell_words(v, i == j) for j, v in enumerate(row)] for i, row in enumerate(matrix)
        ],
        hovertemplate="true %{y}, predicted %{x}: %{customdata}<extra></extra>",
    )
    # All at once: each later change would have Plotly check the whole layout again.
    layout = go.Layout(
        annotations=words,
        height=min(120 + 42 * k, 560) if k > 2 else 190,
        margin={"l": 8, "r": 4, "t": 8, "b": 4},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
        font={"family": "Source Sans, sans-serif", "size": 15, "color": ink.text},
        xaxis={
            **axis,
            "side": "top",
            "tickfont": small,
            "title": {"text": "predicted", "standoff": 6, "font": {"size": 14}},
        },
        yaxis={
            **axis,
            "autorange": "reversed",
            "tickfont": small,
            "tickangle": 0,
            "title": {"text": "true", "standoff": 8, "font": {"size": 14}},
        },
    )
    return go.Figure(cells, layout)


def _readable(share: float, ramp: Sequence[str], ink: Ink) -> str:
    """The colour of a text, whichever can be read better on this shade of the ramp."""
    low, high = (ramp[0], ramp[1]) if share <= 0.5 else (ramp[1], ramp[2])
    part = 2 * share if share <= 0.5 else 2 * share - 1
    mixed = "#" + "".join(
        f"{round(int(low[i : i + 2], 16) * (1 - part) + int(high[i : i + 2], 16) * part):02X}"
        for i in (1, 3, 5)
    )
    return max((ink.text, ink.card), key=lambda colour: palette.contrast(colour, mixed))


def _lanes(classes: Sequence[str]) -> list[str]:
    """Class names as Plotly shows them, kept apart where shortening made two of them alike."""
    names: list[str] = []
    for name in classes:
        word = in_plot(name, 16)
        while word in names:
            word += "\u200b"
        names.append(word)
    return names


def cell_words(n: float, right: bool) -> str:
    """One cell in words: ``4 right``, ``1 wrong``."""
    return f"{count(n)} {'right' if right else 'wrong'}"


def _cell_text(n: float, right: bool, k: int) -> str:
    if k <= CLASSES_WITH_WORDS:
        return f"<b>{count(n)}</b> {'right' if right else 'wrong'}"
    if right:
        return f"<b>{count(n)}</b> ✓"
    return f"<b>{count(n)}</b> ✗" if n else "0"


def confusion_words(judged: Evaluation, what: str) -> str:
    """The confusion matrix in words, for those who do not see it."""
    parts = []
    if len(judged.classes) > CLASSES_LISTED:
        right = f"{count(judged.n_right)} of {count(judged.n)} right"
        return f"Confusion matrix of {len(judged.classes):,} classes on {what}: {right}."
    for name, row in zip(judged.classes, judged.confusion):
        cells = [f"{count(v)} predicted {other}" for v, other in zip(row, judged.classes) if v]
        if cells:
            parts.append(f"True {name}: {', '.join(cells)}.")
    return f"Confusion matrix on {plural(judged.n, what[:-1])}. {' '.join(parts)}"


def class_table(judged: Evaluation, what: str) -> str:
    """Rows, precision, recall and F1 of each class; an en dash, and why, where one is not defined."""
    k = len(judged.classes)
    rows = []
    shown_classes = sorted(range(k), key=lambda i: -judged.per_class[i].support)[:CLASSES_LISTED]
    for i in sorted(shown_classes):
        c = judged.per_class[i]
        cells = "".join(f"<td>{shown(m, 2)}</td>" for m in (c.precision, c.recall, c.f1))
        rows.append(
            f'<tr><th scope="row"><span class="key"><b><i style="{fill_of(i, k)}"></i>'
            f"<span>{escape(c.name)}</span></b></span></th><td>{count(c.support)}</td>{cells}</tr>"
        )
    notes = "".join(f'<p class="mut small">{escape(n)}</p>' for n in judged.notes[:3])
    if k > CLASSES_LISTED:
        notes += f'<p class="mut small">{k - CLASSES_LISTED:,} more classes, with fewer rows, are in the file of all classes.</p>'
    return (
        f'<section class="dt card"><div class="head"><h2>Class by class, {escape(what)}</h2></div>'
        '<div class="scroll"><table><thead><tr><th scope="col">Class</th><th scope="col">Rows</th>'
        '<th scope="col"><abbr title="Of the rows predicted so, the share that is so">Precision</abbr></th>'
        '<th scope="col"><abbr title="Of the rows that are so, the share predicted so">Recall</abbr></th>'
        '<th scope="col"><abbr title="The harmonic mean of precision and recall">F1</abbr></th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>{notes}</section>"
    )


def rules(found: Sequence[Rule], classes: Sequence[str]) -> str:
    """The rules of a tree, one line each: condition, class, and how many rows support it."""
    rows = []
    for rule in found:
        condition = "If " + " and ".join(rule.conditions) if rule.conditions else "Always"
        worth = "no training rows"
        if rule.support:
            worth = f"{count(rule.correct)} of {plural(rule.support, 'row')} right"
        rows.append(
            f"<li><span>{escape(condition)}</span>{class_word(rule.prediction, classes)}"
            f'<span class="mut small">{worth}</span></li>'
        )
    return (
        '<section class="dt"><ul class="rules all" tabindex="0" aria-label="Rules">'
        f"{''.join(rows)}</ul></section>"
    )


def tree_tiles(
    tree: Tree, on_train: Evaluation, on_test: Evaluation | None
) -> list[tuple[str, str, str]]:
    """Accuracy on both kinds of rows, then the size of the tree: label, value, the line below."""
    asks = tree.n_nodes - tree.n_leaves
    pure = sum(float(n.counts.max()) == n.n for n in tree.leaves)
    test = ("Test accuracy", UNDEFINED, "no test rows")
    if on_test is not None:
        test = _accuracy("Test accuracy", on_test)
    return [
        _accuracy("Training accuracy", on_train),
        test,
        ("Nodes", str(tree.n_nodes), f"{asks} {'asks' if asks == 1 else 'ask'}"),
        ("Leaves", str(tree.n_leaves), "all pure" if pure == tree.n_leaves else f"{pure} pure"),
        ("Depth", str(tree.depth), "question" if tree.depth == 1 else "questions"),
    ]


def _accuracy(label: str, judged: Evaluation) -> tuple[str, str, str]:
    return (label, percent(judged.n_right, judged.n), _right(judged))


def _right(judged: Evaluation) -> str:
    return f"{count(judged.n_right)} of {count(judged.n)} right"


def lead(on_train: Evaluation, on_test: Evaluation | None) -> str:
    """How good the tree is, as one sentence (not quoted)."""
    every = on_train.n_right == on_train.n
    trained = plural(on_train.n, "training row")
    first = (
        f"It fits all {trained}"
        if every
        else f"It gets {count(on_train.n_right)} of {trained} right"
    )
    if on_test is None:
        return f"{first}; no rows are held back to test it."
    return f"{first}; of {plural(on_test.n, 'test row')} it gets {count(on_test.n_right)} right."


def tree_title(n_nodes: int, n_leaves: int) -> str:
    """The size of a tree in words.

    >>> tree_title(8, 5)
    'The whole tree: 3 questions, 5 answers'
    """
    if n_nodes == n_leaves:
        return "The whole tree: one answer, no question"
    return f"The whole tree: {plural(n_nodes - n_leaves, 'question')}, {plural(n_leaves, 'answer')}"
