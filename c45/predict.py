"""Sending rows through a tree: class distributions, leaves, and the path of one row in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.dataset import Attribute, Dataset, category_name, is_missing
from c45.engine import Descent, TreeOnDemand, descent_of
from c45.errors import DataError
from c45.missing import filled
from c45.notation import count, listed, plain
from c45.parameters import ARITHMETIC
from c45.splits import MISSING
from c45.tree import Node, Tree

#: Rows are sent through the tree in blocks of this many, so that memory stays flat.
BLOCK = 65_536

#: Shares this close to each other are equal: sums of fractions that are equal on paper.
TIE = 1e-9


def predict_distribution(tree: Tree, columns: Sequence[NDArray]) -> NDArray[np.float64]:
    """The share of each class in the leaf that each row reaches, shape (n_rows, n_classes).

    columns: as in a Dataset with the tree's attributes (floats with NaN, codes with -1).
    A row without a value for the attribute asked goes down every branch, with the branch's share of
    the training rows, and the leaves' distributions are added up (Quinlan 1993, section 3.3). A leaf
    that no training row reached: see ``leaf_distribution``.
    """
    return _shares(tree, columns, laplace=tree.parameters.laplace)


def _shares(tree: Tree, columns: Sequence[NDArray], *, laplace: bool) -> NDArray[np.float64]:
    n_rows = len(columns[0]) if columns else 0
    out = np.zeros((n_rows, len(tree.classes)))
    for start in range(0, n_rows, BLOCK):
        block = slice(start, start + BLOCK)
        for node, rows, weights in _arrivals(tree, [c[block] for c in columns]):
            if node.is_leaf and len(rows):
                out[block][rows] += weights[:, None] * _leaf_shares(tree, node, laplace)
    return out


def leaf_distribution(tree: Tree, node: Node) -> NDArray[np.float64]:
    """The share of each class at a node, shape (n_classes,).

    A node without rows gives all to its answer or, in J48, has the shares of the node above. With
    the knob ``laplace``: ``(count + 1) / (rows + classes)``.
    """
    return _leaf_shares(tree, node, tree.parameters.laplace)


def _leaf_shares(tree: Tree, node: Node, laplace: bool) -> NDArray[np.float64]:
    arithmetic = ARITHMETIC[tree.parameters.arithmetic]
    if node.n <= 0 and node.parent is not None and arithmetic.empty_shares:
        node = tree.nodes[node.parent]
    if node.n <= 0:
        return np.array([float(c == node.prediction) for c in tree.classes])
    if laplace:
        return (node.counts + 1) / (node.n + len(tree.classes))
    return node.counts / node.n


def leaf_answer(tree: Tree, node: Node) -> str:
    """The class of a row that reaches this leaf alone.

    The leaf's own answer, but for one case: where classes tie in a leaf that pruning made, its answer
    is the class it had before, and a row still gets the first of equals (C4.5 Release 8).
    """
    if tree.parameters.majority_tie != "first_class":
        return node.prediction
    shares = _leaf_shares(tree, node, laplace=False)
    return tree.classes[int((shares >= shares.max() - TIE).argmax())]


def predict(tree: Tree, columns: Sequence[NDArray]) -> list[str]:
    """The class of each row.

    The class with the largest share, the first of equals (C4.5 Release 8, J48), before any Laplace
    correction: J48 corrects the shares it reports, not its answer. Where classes that
    tie in a leaf are settled otherwise (``majority_tie``), a row that reaches one leaf gets that
    leaf's answer.
    """
    return np.array(tree.classes, dtype=object)[predict_codes(tree, columns)].tolist()


def predict_codes(tree: Tree, columns: Sequence[NDArray] | NDArray) -> NDArray[np.int64]:
    """The class of each row as a position in ``tree.classes``, shape (n_rows,): see ``predict``.

    columns: as in a Dataset with the tree's attributes; where all of them are numbers, also one
    array of shape (n_rows, n_attributes).
    """
    table = _Table(columns)
    down = descent_of(tree)
    if down is None:
        return _codes_by_shares(tree, table.columns)
    answer = _answers(tree, down)
    out = np.empty(table.n_rows, dtype=np.int64)
    for start in range(0, table.n_rows, BLOCK):
        block = slice(start, start + BLOCK)
        rows = table.rows(block)
        known = down.known(rows)
        if known is None:
            out[block] = answer.take(down.leaves(rows))
            continue
        out[block][known] = answer.take(down.leaves(rows[known]))
        gaps = np.flatnonzero(~known) + start
        out[gaps] = _codes_by_shares(tree, [c[gaps] for c in table.columns])
    return out


class _Table:
    """Rows to answer, given as columns or as one array of numbers."""

    def __init__(self, columns: Sequence[NDArray] | NDArray) -> None:
        self._whole = columns if isinstance(columns, np.ndarray) else None
        self.columns = list(columns.T) if isinstance(columns, np.ndarray) else list(columns)
        self.n_rows = len(self.columns[0]) if self.columns else 0

    def rows(self, block: slice) -> NDArray[np.float64]:
        """Some rows, shape (n_rows, n_attributes), codes as numbers."""
        if self._whole is not None:
            return np.ascontiguousarray(self._whole[block])
        out = np.empty((len(self.columns[0][block]), len(self.columns)))
        for j, column in enumerate(self.columns):
            out[:, j] = column[block]
        return out


def _answers(tree: Tree, down: Descent) -> NDArray[np.int64]:
    """The answer of each node of the descent to a row that reaches it alone."""
    if "_answers" not in tree.__dict__:
        position = {name: k for k, name in enumerate(tree.classes)}
        if isinstance(tree, TreeOnDemand) and tree.parameters.majority_tie == "first_class":
            counts = tree.flat.counts[down.id]
            n = counts.sum(axis=1, keepdims=True)
            shares = counts / np.where(n > 0, n, 1)
            answer = (shares >= shares.max(axis=1, keepdims=True) - TIE).argmax(axis=1)
            for i in np.flatnonzero((n <= 0)[:, 0] & (down.attribute < 0)).tolist():
                answer[i] = position[leaf_answer(tree, tree.nodes[int(down.id[i])])]
        else:
            nodes = [tree.nodes[i] for i in down.id.tolist()]
            answer = np.array([position[leaf_answer(tree, n)] if n.is_leaf else 0 for n in nodes])
        tree.__dict__["_answers"] = answer
    return tree.__dict__["_answers"]


def _codes_by_shares(tree: Tree, columns: Sequence[NDArray]) -> NDArray[np.int64]:
    """The classes of rows that may go down several branches."""
    shares = _shares(tree, columns, laplace=False)
    if not columns:
        return np.zeros(0, dtype=np.int64)
    answer = (shares >= shares.max(axis=1, keepdims=True) - TIE).argmax(axis=1)
    if tree.parameters.majority_tie == "first_class":
        return answer
    for node, rows, weights in _arrivals(tree, columns):
        if node.is_leaf:
            answer[rows[weights >= 1 - 1e-12]] = tree.classes.index(leaf_answer(tree, node))
    return answer


def apply(tree: Tree, columns: Sequence[NDArray]) -> NDArray[np.int64]:
    """The id of the leaf each row reaches, shape (n_rows,); the heaviest of several."""
    n_rows = len(columns[0]) if columns else 0
    leaf, most = np.zeros(n_rows, dtype=np.int64), np.zeros(n_rows)
    for node, rows, weights in _arrivals(tree, columns):
        if node.is_leaf:
            better = weights > most[rows]
            leaf[rows[better]] = node.id
            most[rows[better]] = weights[better]
    return leaf


def unanswered(
    tree: Tree, columns: Sequence[NDArray]
) -> tuple[dict[str, NDArray[np.bool_]], dict[str, NDArray[np.bool_]]]:
    """Which rows are asked, on their way, for a value they do not have; by attribute, shape (n_rows,).

    The first holds all of them; the second those that go every way there, as nothing stands for the
    gap (``Attribute.fill``), or as the value has no branch at the node. Attributes that every row
    can answer are left out.
    """
    n_rows = len(columns[0]) if columns else 0
    position = {a.name: i for i, a in enumerate(tree.attributes)}
    asked: dict[str, NDArray] = {}
    every_way: dict[str, NDArray] = {}
    for start in range(0, n_rows, BLOCK):
        block = [c[start : start + BLOCK] for c in columns]
        for node, rows, _ in _arrivals(tree, block):
            if node.is_leaf or not len(rows):
                continue
            name = node.split.attribute
            column = block[position[name]][rows]
            gone = node.split.branch_of(filled(column, tree.attributes[position[name]])) == MISSING
            for found, here in ((asked, gone | is_missing(column)), (every_way, gone)):
                if here.any():
                    found.setdefault(name, np.zeros(n_rows, dtype=bool))[start + rows[here]] = True
    return asked, every_way


def counts_in_nodes(tree: Tree, dataset: Dataset) -> dict[int, NDArray]:
    """The class counts of a table's rows in every node: test rows sent through the tree."""
    counts = {}
    for node, rows, weights in _arrivals(tree, dataset.columns):
        weights = weights if dataset.weights is None else weights * dataset.weights[rows]
        here = np.bincount(dataset.target[rows], weights=weights, minlength=len(dataset.classes))
        counts[node.id] = here
    return counts


def _arrivals(tree: Tree, columns: Sequence[NDArray]):
    """Every node with the rows that reach it and the weight of each there, parents first."""
    position = {a.name: i for i, a in enumerate(tree.attributes)}
    n_rows = len(columns[0]) if columns else 0
    stack = [(tree.root, np.arange(n_rows), np.ones(n_rows))]
    while stack:
        node, rows, weights = stack.pop()
        yield node, rows, weights
        if node.is_leaf or not len(rows):
            continue
        i = position[node.split.attribute]
        branch = node.split.branch_of(filled(columns[i][rows], tree.attributes[i]))
        gone = branch == MISSING
        sizes = np.array([c.n for c in node.children], dtype=float)
        share = sizes / sizes.sum() if sizes.sum() else np.full(len(sizes), 1 / len(sizes))
        for b, child in enumerate(node.children):
            here = branch == b
            if gone.any() and share[b] > 0:
                here |= gone
                stack.append((child, rows[here], (weights * np.where(gone, share[b], 1.0))[here]))
            else:
                stack.append((child, rows[here], weights[here]))


@dataclass(frozen=True)
class PathStep:
    """One test on the way of a row. branch is None where the value is missing: all branches are taken."""

    node: int
    question: str
    value: str
    branch: int | None
    sentence: str


def path_of(tree: Tree, row: Mapping[str, object]) -> list[PathStep]:
    """The tests that one row meets, each in words, until its leaf or its first missing value.

    row: values by attribute name; what is left out counts as missing.
    """
    columns = columns_of(tree, pd.DataFrame([dict(row)]))
    position = {a.name: i for i, a in enumerate(tree.attributes)}
    node, steps = tree.root, []
    while not node.is_leaf:
        split = node.split
        i = position[split.attribute]
        known = filled(columns[i], tree.attributes[i])
        branch = int(split.branch_of(known)[0])
        value = value_words(tree.attributes[i], columns[i][0])
        if branch == MISSING:
            shares = listed(
                f"{count(c.n)} of {count(sum(k.n for k in node.children))} to {split.words(b)}"
                for b, c in enumerate(node.children)
                if c.n
            )
            why = f"{split.attribute} is not known"
            if value != "?":
                why = f"{split.attribute} is {value}, which no training row here was"
            sentence = f"{why}: the row goes every way, {shares}."
            steps.append(PathStep(node.id, split.question(), value, None, sentence))
            break
        taken = value_words(tree.attributes[i], known[0])
        if taken != value:
            sentence = f"{split.attribute} is not known and is taken as {taken}."
            if taken != split.words(branch):
                sentence = f"{sentence[:-1]}: {split.words(branch)}."
        elif value == split.words(branch):
            sentence = f"{split.attribute} is {value}."
        else:
            sentence = f"{split.attribute} is {value}: {split.words(branch)}."
        steps.append(PathStep(node.id, split.question(), value, branch, sentence))
        node = node.children[branch]
    return steps


def value_words(attribute: Attribute, value) -> str:
    """One cell in words: the number, the category, or ``?``."""
    if attribute.is_continuous:
        return "?" if np.isnan(value) else plain(value)
    return "?" if value < 0 else attribute.categories[int(value)]


def columns_of(tree: Tree, frame: pd.DataFrame) -> list[NDArray]:
    """The columns of a DataFrame in the form that the tree's attributes ask for.

    Columns are found by name; a column that is not there, and a category that the tree never saw,
    count as missing. Raises DataError where a number is expected and text is found.
    """
    out = []
    names = {str(c): c for c in frame.columns}
    for a in tree.attributes:
        if a.name not in names:
            out.append(
                np.full(len(frame), np.nan)
                if a.is_continuous
                else np.full(len(frame), -1, dtype=np.int64)
            )
            continue
        series = frame[names[a.name]]
        if a.is_continuous:
            numbers = pd.to_numeric(series, errors="coerce")
            bad = series[numbers.isna() & series.notna()]
            if len(bad):
                raise DataError(
                    f"Column {a.name!r} holds numbers in the tree, but {str(bad.iloc[0])!r} was found. "
                    "Correct the value, or leave it empty."
                )
            out.append(numbers.to_numpy(dtype=float, na_value=np.nan) + 0.0)
        else:
            code = {c: i for i, c in enumerate(a.categories)}
            values = [-1 if pd.isna(v) else code.get(category_name(v), -1) for v in series]
            out.append(np.array(values, dtype=np.int64))
    return out
