"""A tree whose nodes, and whose record of the losers, are made when somebody looks.

The engine leaves a tree in arrays. Most callers ask for a class or a count and never look at a node;
who looks at one sees its record, and that is derived by the plain search over the node's rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.alternatives import threshold_between
from c45.candidates import NodeReport
from c45.dataset import Dataset
from c45.engine.sprouting import FlatTree
from c45.notation import separating
from c45.parameters import ARITHMETIC, Parameters
from c45.splits import Split, ThresholdSplit, multiway
from c45.tree import Node, Tree

ReportOf = Callable[[Tree, int], NodeReport]


class ReportOnDemand(NodeReport):
    """A record that is derived at the first look at any of its fields, and then is a NodeReport.

    Two threads that look at once derive the same record twice; either may be kept.
    """

    def __init__(self, derive: Callable[[], NodeReport]) -> None:
        object.__setattr__(self, "_derive", derive)

    def __getattribute__(self, name: str):
        own = object.__getattribute__(self, "__dict__")
        derive = own.get("_derive")
        if derive is not None:
            own.update(vars(derive()))
            own.pop("_derive", None)
        object.__setattr__(self, "__class__", NodeReport)
        return getattr(self, name)


class TreeOnDemand(Tree):
    """A tree that makes its nodes from a FlatTree when they are asked for.

    A changed copy of it (``dataclasses.replace``) is a plain Tree. Pickled, it stays in arrays.
    """

    flat: FlatTree
    report_of: ReportOf

    def __new__(cls, *args, **fields):
        return Tree(*args, **fields) if args or fields else super().__new__(cls)

    def __init__(self) -> None:
        """Empty; ``tree_on_demand`` fills it."""

    @cached_property
    def root(self) -> Node:
        return _nodes(self)[0]

    @property
    def n_nodes(self) -> int:
        return len(self.flat)

    @property
    def n_leaves(self) -> int:
        return int((self.flat.attribute < 0).sum())

    @cached_property
    def depth(self) -> int:
        return int(self.flat.depth.max())

    def __reduce__(self):
        return tree_on_demand, (self.flat, self.dataset, self.parameters, self.report_of)


def tree_on_demand(
    flat: FlatTree, dataset: Dataset, parameters: Parameters, report_of: ReportOf
) -> TreeOnDemand:
    """The tree of arrays that were grown from a table.

    report_of: derives the record of one node of the tree, by its id.
    """
    tree = TreeOnDemand()
    tree.__dict__.update(
        attributes=dataset.attributes,
        classes=dataset.classes,
        target_name=dataset.target_name,
        parameters=parameters,
        dataset=dataset,
        flat=flat,
        report_of=report_of,
    )
    return tree


def _nodes(tree: TreeOnDemand) -> list[Node]:
    """All nodes by id. Children have larger ids than their parents, so they are made first."""
    flat, classes = tree.flat, tree.classes
    impurity = measures.IMPURITY[tree.parameters.criterion](flat.counts).tolist()
    answer = answers(tree).tolist()
    n_rows, size = flat.n_rows.tolist(), flat.size.tolist()
    parent, branch, depth = flat.parent.tolist(), flat.branch.tolist(), flat.depth.tolist()
    in_parts, attribute = flat.in_parts.tolist(), flat.attribute.tolist()
    whole = flat.counts.astype(np.int64)
    nodes: list[Node] = [None] * len(flat)
    for i in range(len(flat) - 1, -1, -1):
        split, children = None, []
        if attribute[i] >= 0:
            split, child = _split(tree, i), i + 1
            while len(children) < split.n_branches:
                children.append(nodes[child])
                child += size[child]
        nodes[i] = Node(
            id=i,
            depth=depth[i],
            counts=flat.counts[i] if in_parts[i] else whole[i],
            n_rows=n_rows[i],
            impurity=impurity[i],
            prediction=classes[answer[i]],
            split=split,
            children=tuple(children),
            report=ReportOnDemand(lambda i=i: tree.report_of(tree, i)),
            parent=parent[i] if i else None,
            branch=branch[i] if i else None,
        )
    return nodes


def answers(tree: TreeOnDemand) -> NDArray[np.int64]:
    """The class of each node: the first of those that tie; without rows, that of the node above."""
    flat = tree.flat
    tie = ARITHMETIC[tree.parameters.arithmetic].tie
    answer = (flat.counts >= flat.counts.max(axis=1, keepdims=True) - tie).argmax(axis=1)
    empty = flat.n_rows == 0  # and so a leaf, below a node with rows
    if empty.any():
        answer[empty] = answer[flat.parent[empty]]
    return answer


def thresholds(tree: TreeOnDemand) -> NDArray[np.float64]:
    """The threshold of each node, NaN where it has none: as ``threshold_between`` gives it."""
    flat, convention = tree.flat, tree.parameters.threshold_at
    if convention == "data_value":
        return flat.lower
    if convention == "training_value":
        asked = np.flatnonzero(~np.isnan(flat.lower)).tolist()
        out = np.full(len(flat), np.nan)
        out[asked] = [_split(tree, i).threshold for i in asked]
        return out
    lower, upper = flat.lower, flat.upper
    middle = lower / 2 + upper / 2
    middle = np.where((lower <= middle) & (middle < upper), middle, lower)
    short = np.array([float(f"{m:.15g}") for m in middle.tolist()])
    return np.where((lower <= short) & (short < upper), short, middle)


def _split(tree: TreeOnDemand, i: int) -> Split:
    """The split of a node, from the two values that it parts."""
    a = tree.attributes[tree.flat.attribute[i]]
    if not a.is_continuous:
        return multiway(a)
    lower, upper = float(tree.flat.lower[i]), float(tree.flat.upper[i])
    parameters = tree.parameters
    threshold = threshold_between(
        tree.dataset,
        a.name,
        lower,
        upper,
        parameters.threshold_at,
        slack=ARITHMETIC[parameters.arithmetic].midpoint_slack,
    )
    return ThresholdSplit(a.name, threshold, separating(threshold, lower, upper))
