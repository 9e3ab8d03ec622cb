"""A tree as Python source that runs on its own.

The source holds the tree as a flat table and walks it in a loop, so it works at any depth. Names,
categories and classes are written with ``repr`` and nowhere else, so they stay data.
"""

from __future__ import annotations

import numpy as np

from c45.missing import filled
from c45.predict import leaf_answer, leaf_distribution
from c45.splits import ThresholdSplit
from c45.tree import Node, Tree

_HEAD = '''\
"""A decision tree as a function. It needs nothing but Python 3.

    predict({"name of a column": value, ...})               the class of one row
    predict_distribution({"name of a column": value, ...})  the share of each class

A value that is left out, None or not a number (NaN) is missing, and so is a category that the tree
does not know. Such a row goes down every branch, with the branch's share of the training rows
(Quinlan 1993, section 3.3).
"""
'''

_BODY = '''

def predict(row):
    """The class of one row, given as a mapping from column names to values."""
    for weight, leaf in _leaves(row):
        if weight >= 1 - 1e-12:
            return leaf["answer"]
    shares = predict_distribution(row)
    most = max(shares.values())
    return [c for c in CLASSES if shares[c] >= most - 1e-9][0]  # the first of equals


def predict_distribution(row):
    """The share of each class, as a dictionary."""
    total = [0.0] * len(CLASSES)
    for weight, leaf in _leaves(row):
        for i, rows in enumerate(leaf["rows"]):
            total[i] += weight * (rows / leaf["n"])
    return dict(zip(CLASSES, total))


def _leaves(row):
    """The leaves that a row reaches, each with the share of the row that arrives there."""
    waiting = [(1.0, ROOT)]
    while waiting:
        weight, number = waiting.pop()
        node = NODES[number]
        if "answer" in node:
            yield weight, node
            continue
        branch = _branch(node, row.get(node["ask"]))
        if branch is not None:
            waiting.append((weight, node["go"][branch]))
            continue
        for share, child in zip(node["shares"], node["go"]):
            if share > 0:
                waiting.append((weight * share, child))


def _branch(node, value):
    """The position of the branch that a value goes down; None where it is missing."""
    missing = node.get("missing")
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return missing
    if "threshold" in node:
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if number != number:
            raise ValueError(f"{node['ask']} must be a number, not {value!r}")
        return 0 if number <= node["threshold"] else 1
    return node["branch"].get(_category(value), missing)


def _category(value):
    """A value as the name of a category: 1.0 and "1" are both "1"."""
    if isinstance(value, float) or type(value).__name__.startswith("float"):
        return repr(float(value) + 0.0).removesuffix(".0")
    return str(value)
'''

_LEGEND = """
# A question: "ask" is the column. With a "threshold", the first branch is for values up to it, the
# second for values above; else "branch" gives the branch of each category. "go" holds the numbers of
# the next nodes, and "shares" the share of the training rows that went down each branch. A node may
# say with "missing" which branch a missing value goes down.
# An answer: "answer" is the class, "rows" how many training rows of each class are in the leaf, and
# "n" their sum.
NODES = {
"""


def to_python(tree: Tree) -> str:
    """Python source with ``predict(row)`` and ``predict_distribution(row)``.

    row: a mapping from attribute names to numbers or strings. The functions answer as
    ``c45.predict`` does, also where values are missing; the source imports nothing.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> source = to_python(grow(Dataset.from_frame(frame, target="play")))
    >>> print(source[source.index("NODES = {"):source.index("def predict")], end="")
    NODES = {
        0: {"ask": 'wind', "branch": {'strong': 0, 'weak': 1}, "go": (1, 2), "shares": (0.5, 0.5)},
        1: {"answer": 'no', "rows": (1, 0), "n": 1},
        2: {"answer": 'yes', "rows": (0, 1), "n": 1},
    }
    <BLANKLINE>
    <BLANKLINE>
    """
    nodes = "".join(f"    {node.id}: {_entry(tree, node)},\n" for node in tree.nodes.values())
    names = f"\nROOT = {tree.root.id!r}\nTARGET = {tree.target_name!r}\nCLASSES = {tuple(tree.classes)!r}\n"
    return f"{_HEAD}{names}{_LEGEND}{nodes}}}\n{_BODY}"


def _entry(tree: Tree, node: Node) -> str:
    """One line of the table."""
    if node.is_leaf:
        rows, n = node.counts.tolist(), node.n
        if not n or tree.parameters.laplace:  # no training row came here, or shares are corrected
            rows, n = leaf_distribution(tree, node).tolist(), 1
        return f'{{"answer": {leaf_answer(tree, node)!r}, "rows": {tuple(rows)!r}, "n": {n!r}}}'
    split = node.split
    attribute = next(a for a in tree.attributes if a.name == split.attribute)
    if isinstance(split, ThresholdSplit):
        decides = f'"threshold": {float(split.threshold)!r}'
    else:
        names = attribute.categories
        at = split.branch_of(np.arange(len(names))).tolist()
        branches = {category: b for category, b in zip(names, at) if b >= 0}
        if attribute.fill is not None:  # a category that no row here had is not a missing value
            branches |= {category: None for category, b in zip(names, at) if b < 0}
        decides = f'"branch": {branches!r}'
    # As c45.predict takes them, to the last digit, so that equal shares stay equal.
    sizes = np.array([child.n for child in node.children], dtype=float)
    shares = sizes / sizes.sum() if sizes.sum() else np.full(len(sizes), 1 / len(sizes))
    go = tuple(child.id for child in node.children)
    if attribute.fill is not None:
        gap = np.array([np.nan]) if attribute.is_continuous else np.array([-1])
        branch = int(split.branch_of(filled(gap, attribute))[0])
        if branch >= 0:
            decides += f', "missing": {branch}'
    return (
        f'{{"ask": {split.attribute!r}, {decides}, "go": {go!r}, '
        f'"shares": {tuple(shares.tolist())!r}}}'
    )
