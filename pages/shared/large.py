"""What is too large to be written out: the largest parts, the sum of the others, and how many they are.

HTML and tables, no Streamlit. The whole of it is a download beside.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from c45 import measures
from c45.alternatives import Alternatives
from c45.candidates import SplitCandidate
from c45.evaluate import Evaluation
from c45.notation import UNDEFINED, count, plural, shown
from c45.tree import Node, Tree
from pages.shared.theme import class_bar, escape, folded

#: A sum with more terms than this is told by its result.
MOST_TERMS = 60
#: A contingency table of more branches shows so many of them, those with most rows.
BRANCHES_SHOWN = 20
#: A confusion matrix of more classes shows so many of them, those with most rows.
CLASSES_SHOWN = 12
#: Of lists, so many are shown at first: rules, lines of a tree, splits that were tried.
LINES_SHOWN = 200
#: Cells of a table that are sent to the browser at once, and columns.
MOST_CELLS, MOST_COLUMNS = 60_000, 200


def has_long_sums(tree: Tree, candidate: SplitCandidate | None = None) -> bool:
    """Whether the sums of a node, or of a split of it, have too many terms to be written out."""
    branches = 0 if candidate is None else len(candidate.branches)
    return max(branches, len(tree.classes)) > MOST_TERMS


def impurity(tree: Tree, node: Node, *, scale: float, unit: str) -> str:
    """How mixed a node of many classes is: the result of the sum alone."""
    gini = tree.parameters.criterion == "gini"
    value = shown(float(measures.gini(node.counts)))
    if not gini:
        value = f"{shown(float(measures.entropy(node.counts)) * scale)} {unit}"
    n = int(np.count_nonzero(node.counts))
    name = "Gini index" if gini else "Entropy"
    return f"<p>{name} of {plural(n, 'class', 'classes')}: <b>{escape(value)}</b></p>"


def worked(tree: Tree, candidate: SplitCandidate, *, scale: float, unit: str) -> str:
    """A split of very many branches or classes: the largest branches, the others together, the results."""
    gini = tree.parameters.criterion == "gini"
    counts = np.array([b.counts for b in candidate.branches], dtype=float)
    names = folded([0.0] * len(tree.classes), tree.classes)[1]
    sizes = counts.sum(axis=1)
    kept = np.sort(np.argsort(-sizes, kind="stable")[:BRANCHES_SHOWN])
    impurities = measures.gini(counts) if gini else measures.entropy(counts) * scale

    def row(label: str, of_classes: np.ndarray, measured: float | None, kind: str) -> str:
        cells = "".join(f"<td>{count(n)}</td>" for n in folded(of_classes, tree.classes)[0])
        bar = class_bar(of_classes, tree.classes, small=True)
        return (
            f'<tr class="{kind}"><th scope="row">{escape(label)}</th><td class="mix">{bar}</td>{cells}'
            f"<td>{count(of_classes.sum())}</td><td>{shown(measured)}</td></tr>"
        )

    rows = [
        row(
            candidate.split.words(b),
            counts[b],
            float(impurities[b]) if sizes[b] else None,
            "branch",
        )
        for b in kept.tolist()
    ]
    rest = np.delete(counts, kept, axis=0)
    if len(rest):
        rows.append(row(f"{len(rest):,} other branches", rest.sum(axis=0), None, "missing"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    title = f"{candidate.attribute}, worked out"
    longest = max(len(candidate.branches), len(tree.classes))
    return (
        f'<section class="dt card working" aria-label="{escape(title)}">'
        '<div class="scroll worked"><table><thead><tr>'
        f'<th scope="col">{escape(candidate.attribute)}</th><th scope="col" class="mix">Mix</th>{head}'
        f'<th scope="col">Rows</th><th scope="col">{"Gini" if gini else "Entropy"}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
        f'<div class="sums">{_results(candidate, scale, unit)}</div>'
        f'<p class="mut small">Some of the sums have {longest:,} terms, too many for a page. They are in '
        "the download.</p></section>"
    )


def _results(c: SplitCandidate, scale: float, unit: str) -> str:
    ratio = shown(c.gain_ratio) if c.split_info > measures.NOISE else UNDEFINED
    values = [
        ("Entropy before", f"{shown(c.entropy_before * scale)} {unit}"),
        ("Entropy after the split", f"{shown(c.entropy_after * scale)} {unit}"),
        ("Information gain", f"{shown(c.information_gain * scale)} {unit}"),
        *([("Penalty", f"{shown(c.penalty * scale)} {unit}")] if c.penalty else []),
        ("Split information", f"{shown(c.split_info * scale)} {unit}"),
        ("Gain ratio", ratio),
        ("Drop of the Gini index", shown(c.gini_gain)),
    ]
    return "".join(f"<p>{name}: <b>{escape(value)}</b></p>" for name, value in values)


def splits(found: Alternatives, classes: Sequence[str]) -> pd.DataFrame:
    """Every split that was tried, as numbers: for a download."""
    table = {"split": [found.make(i).condition(0) for i in range(len(found))]}
    for b in range(found.table.shape[1]):
        for k, name in enumerate(classes):
            table[f"branch {b + 1}: {name}"] = found.table[:, b, k]
    table |= {
        "entropy after, bits": found.entropy_after,
        "gain, bits": found.information_gain,
        "split info, bits": found.split_info,
        "gain ratio": found.gain_ratio,
        "Gini after": found.gini_after,
        "Gini drop": found.gini_gain,
        "allowed": found.allowed,
    }
    return pd.DataFrame(table)


def confusion(judged: Evaluation) -> tuple[np.ndarray, list[str]]:
    """A confusion matrix of at most ``CLASSES_SHOWN`` classes and "others", and their names.

    The classes with most rows are kept, in their order; what is right or wrong among the others is
    in one row and one column.
    """
    matrix = np.asarray(judged.confusion, dtype=float)
    if len(matrix) <= CLASSES_SHOWN + 1:
        return matrix, list(judged.classes)
    kept = np.sort(np.argsort(-matrix.sum(axis=1), kind="stable")[:CLASSES_SHOWN])
    place = np.full(len(matrix), CLASSES_SHOWN)
    place[kept] = np.arange(CLASSES_SHOWN)
    small = np.zeros((CLASSES_SHOWN + 1, CLASSES_SHOWN + 1))
    np.add.at(small, (place[:, None], place[None, :]), matrix)
    names = [judged.classes[i] for i in kept]
    return small, [*names, f"{len(matrix) - CLASSES_SHOWN:,} others"]


def class_figures(judged: Evaluation) -> pd.DataFrame:
    """Every class with its rows, precision, recall, F1 and what it was taken for: for a download."""
    table = {
        "true class": [c.name for c in judged.per_class],
        "rows": [c.support for c in judged.per_class],
        "precision": [c.precision for c in judged.per_class],
        "recall": [c.recall for c in judged.per_class],
        "F1": [c.f1 for c in judged.per_class],
    }
    matrix = np.asarray(judged.confusion)
    predicted = {f"predicted {name}": matrix[:, i] for i, name in enumerate(judged.classes)}
    return pd.DataFrame(table | predicted)
