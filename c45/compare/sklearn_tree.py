"""scikit-learn's own tree as a record like ours: the same nodes, with the search beside each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.alternatives import evaluate_split
from c45.candidates import NodeReport
from c45.dataset import Dataset
from c45.errors import DataError
from c45.notation import count, listed, separating, shown
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report
from c45.splits import Split, SubsetSplit, ThresholdSplit
from c45.tree import Node, Tree, assemble

#: Our criteria by scikit-learn's names; it knows no gain ratio.
CRITERION = {"gini": "gini", "information_gain": "entropy"}


def sklearn_tree(dataset: Dataset, parameters: Parameters | None = None) -> Tree:
    """What ``sklearn.tree.DecisionTreeClassifier`` grows from a table, as a ``Tree``.

    It takes numbers only, so each category becomes a column of 0 and 1, and a cut of that column the
    split of one category against the rest. Of the knobs count those that it has: ``criterion``,
    ``splitter``, ``max_depth``, ``min_samples_split``, ``min_samples_leaf``, ``max_leaf_nodes``,
    ``min_impurity_decrease``, ``ccp_alpha`` and ``random_state``, by which it shuffles the attributes
    before it looks for the best, and so draws among splits that tie.

    Raises DataError for a table with gaps, and for gain ratio, which it does not have.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [1, 2, 3, 4], "class": list("aabb")})
    >>> sklearn_tree(Dataset.from_frame(frame, target="class")).root.split.question()
    'x <= 2.5'
    """
    p = parameters or Parameters(criterion="gini")
    if p.criterion not in CRITERION:
        raise DataError(
            "scikit-learn's tree has no gain ratio. Compare it by the Gini index or information gain."
        )
    if dataset.gaps:
        raise DataError(
            f"scikit-learn's tree is compared on tables without gaps; column {next(iter(dataset.gaps))!r} "
            "has some. Fill them in, or leave these rows out."
        )
    matrix, splits = _numbers(dataset)
    # Only here: scikit-learn takes longer to load than all of this library.
    from sklearn.tree import DecisionTreeClassifier

    model = DecisionTreeClassifier(
        criterion=CRITERION[p.criterion],
        splitter=p.splitter,
        max_depth=p.max_depth or (None if p.max_depth is None else 1),
        min_samples_split=p.min_samples_split,
        min_samples_leaf=p.min_samples_leaf,
        max_leaf_nodes=p.max_leaf_nodes,
        min_impurity_decrease=p.min_impurity_decrease,
        ccp_alpha=p.ccp_alpha,
        random_state=p.random_state,
    ).fit(matrix, dataset.target, sample_weight=dataset.weights)
    knobs = Parameters(
        criterion=p.criterion,
        splitter=p.splitter,
        max_depth=p.max_depth,
        min_samples_split=p.min_samples_split,
        min_samples_leaf=p.min_samples_leaf,
        max_leaf_nodes=p.max_leaf_nodes,
        min_impurity_decrease=p.min_impurity_decrease,
        ccp_alpha=p.ccp_alpha,
        pruning="cost_complexity" if p.ccp_alpha else "none",
        random_state=p.random_state,
        categorical_split="one_vs_rest",
        tie_rule="random",
    )
    nodes = _nodes(model, dataset, splits, knobs)
    if p.max_depth == 0:  # scikit-learn's smallest limit is 1
        nodes = nodes[:1]
        nodes[0] = _as_leaf(nodes[0])
    return assemble(nodes, dataset.attributes, dataset.classes, dataset.target_name, knobs, dataset)


def _numbers(dataset: Dataset) -> tuple[NDArray[np.float64], list[tuple[str, int | None]]]:
    """The table as numbers, and what each column is: an attribute, and a category of it or None."""
    columns, meaning = [], []
    for name in dataset.offered:
        a, column = dataset.attribute(name), dataset.column(name)
        if a.is_continuous:
            columns.append(column)
            meaning.append((name, None))
            continue
        for k in range(len(a.categories)):
            columns.append((column == k).astype(float))
            meaning.append((name, k))
    return np.column_stack(columns), meaning


def _nodes(model, dataset: Dataset, meaning, knobs: Parameters) -> list[Node]:
    """Its nodes, parents first, each with the rows of ours that reach it."""
    theirs = model.tree_
    impurity = measures.IMPURITY[knobs.criterion]
    waiting: list[tuple[int, Portion, int, int | None, int | None]] = [
        (0, Portion.everything(dataset), 0, None, None)
    ]
    nodes = []
    while waiting:
        i, portion, depth, parent, branch = waiting.pop()
        counts = portion.class_counts(dataset)
        left, right = int(theirs.children_left[i]), int(theirs.children_right[i])
        split = None
        if left >= 0:
            split = _split(dataset, portion, meaning[theirs.feature[i]], theirs.threshold[i])
            for b, (child, part) in enumerate(zip((left, right), portion.divided(split, dataset))):
                waiting.append((child, part, depth + 1, i, b))
        nodes.append(
            Node(
                id=i,
                depth=depth,
                counts=counts,
                n_rows=len(portion.rows),
                impurity=float(impurity(counts)),
                prediction=dataset.classes[int(theirs.value[i, 0].argmax())],
                split=split,
                report=_report(dataset, portion, split, knobs, i),
                parent=parent,
                branch=branch,
            )
        )
    return sorted(nodes, key=lambda n: n.id)


def _split(dataset: Dataset, portion: Portion, meaning, threshold: float) -> Split:
    name, k = meaning
    a = dataset.attribute(name)
    if k is not None:  # at most 0.5: any other category
        others = tuple(c for i, c in enumerate(a.categories) if i != k)
        return SubsetSplit(name, a.categories, others, (a.categories[k],))
    column = dataset.column(name)[portion.rows]
    low, high = column[column <= threshold], column[column > threshold]
    written = separating(float(threshold), float(low.max()), float(high.min()))
    return ThresholdSplit(name, float(threshold), written)


def _report(dataset, portion, split: Split | None, knobs: Parameters, seed: int) -> NodeReport:
    """Our search at the node, with scikit-learn's choice as the chosen one."""
    counts = portion.class_counts(dataset)
    if split is None:
        if (counts > 0).sum() == 1:
            only = dataset.classes[int(counts.argmax())]
            return NodeReport(reason=f"All {count(counts.sum())} rows are {only}.")
        return NodeReport(reason="scikit-learn makes it a leaf.")
    chosen = evaluate_split(dataset, portion, split, knobs)
    found = node_report(dataset, portion, knobs, seed=seed)
    tied = tuple(
        c.attribute
        for c in found.candidates
        if not c.rejected
        and c.attribute != chosen.attribute
        and abs(c.score - chosen.score) <= 1e-9 * abs(chosen.score) + measures.NOISE
    )
    reason = f"scikit-learn asks {split.question()}, gain {shown(chosen.gain)}"
    reason += f"; {listed(tied)} would gain as much." if tied else "."
    return NodeReport(found.candidates, chosen, reason, tied, found.choices, found.average_gain)


def _as_leaf(node: Node) -> Node:
    report = NodeReport(reason="The depth limit is reached: max_depth = 0.")
    return Node(
        id=0,
        depth=0,
        counts=node.counts,
        n_rows=node.n_rows,
        impurity=node.impurity,
        prediction=node.prediction,
        report=report,
    )
