"""Rows on their way down a tree, all at once: a question a level for each row, in arrays.

Rows go in blocks that stay in the cache, and a row that has reached its leaf is left behind. Only rows
whose every value is known can be sent this way; one with a gap would have to go down several branches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45.engine.on_demand import TreeOnDemand, thresholds
from c45.splits import MultiwaySplit, ThresholdSplit
from c45.tree import Tree

#: Rows that go down together.
BLOCK = 16_384


@dataclass(frozen=True, eq=False)
class Descent:
    """The questions of a tree in arrays, one entry a node; the children of a node are neighbours.

    attribute: position in the table, -1 in a leaf. threshold: NaN where the branch is the category's
    code. first: number of the first child; a leaf's own. id: the node's id in the tree.
    n_categories: of each attribute, infinite for numbers. shallowest, deepest: depth of the leaves.
    """

    attribute: NDArray[np.int64]
    threshold: NDArray[np.float64]
    first: NDArray[np.int64]
    id: NDArray[np.int64]
    n_categories: NDArray[np.float64]
    shallowest: int
    deepest: int

    def known(self, rows: NDArray[np.float64]) -> NDArray[np.bool_] | None:
        """Which rows have every value, shape (n_rows,); None where all have. rows: one row each."""
        codes = np.flatnonzero(self.n_categories < np.inf)
        with np.errstate(over="ignore", invalid="ignore"):
            if not len(codes) and np.isfinite(rows.sum()):
                return None  # a NaN anywhere makes the sum NaN
        known = ~np.isnan(rows).any(axis=1)
        for j in codes:
            known &= (rows[:, j] >= 0) & (rows[:, j] < self.n_categories[j])
        return None if known.all() else known

    def leaves(self, rows: NDArray[np.float64]) -> NDArray[np.int64]:
        """The number of the leaf that each row reaches. rows: shape (n_rows, n_attributes), C order."""
        out = np.empty(len(rows), dtype=np.int64)
        for a in range(0, len(rows), BLOCK):
            self._block(rows[a : a + BLOCK], out[a : a + BLOCK])
        return out

    def _block(self, rows: NDArray, out: NDArray) -> None:
        n_rows, n_attributes = rows.shape
        values = rows.ravel()
        here = np.zeros(n_rows, dtype=np.int64)
        at = np.arange(0, n_rows * n_attributes, n_attributes)
        active = None  # all
        by_code = bool(np.isnan(self.threshold).any())
        for level in range(self.deepest):
            asked = self.attribute.take(here)
            if level >= self.shallowest:
                on = np.flatnonzero(asked >= 0)
                if not len(on):
                    break
                if len(on) < 0.9 * len(asked):
                    if active is None:
                        out[:], active = here, on
                    else:
                        out[active] = here
                        active = active.take(on)
                    here, at, asked = here.take(on), at.take(on), asked.take(on)
            asked += at
            value = values.take(
                asked, mode="clip"
            )  # a leaf asks for -1: no value is above infinity
            threshold = self.threshold.take(here)
            branch = value > threshold
            if by_code:
                branch = np.where(np.isnan(threshold), value, branch).astype(np.int64)
            here = self.first.take(here)
            here += branch
        if active is None:
            out[:] = here
        else:
            out[active] = here


def descent_of(tree: Tree) -> Descent | None:
    """The tree's questions in arrays, made once; None where it asks for groups of categories."""
    if "_descent" not in tree.__dict__:
        flat = isinstance(tree, TreeOnDemand)
        tree.__dict__["_descent"] = _from_arrays(tree) if flat else _from_nodes(tree)
    return tree.__dict__["_descent"]


def _from_arrays(tree: TreeOnDemand) -> Descent:
    flat = tree.flat
    attribute = flat.attribute
    return _arranged(tree, attribute, thresholds(tree), flat.parent, flat.branch, flat.depth)


def _from_nodes(tree: Tree) -> Descent | None:
    nodes = list(tree.nodes.values())
    position = {a.name: j for j, a in enumerate(tree.attributes)}
    number = {node.id: i for i, node in enumerate(nodes)}
    attribute, threshold = np.full(len(nodes), -1), np.full(len(nodes), np.nan)
    for i, node in enumerate(nodes):
        if node.is_leaf:
            continue
        if not isinstance(node.split, ThresholdSplit | MultiwaySplit):
            return None
        attribute[i] = position[node.split.attribute]
        if isinstance(node.split, ThresholdSplit):
            threshold[i] = node.split.threshold
    parent = np.array([-1 if n.parent is None else number[n.parent] for n in nodes])
    branch = np.array([n.branch or 0 for n in nodes])
    depth = np.array([n.depth for n in nodes])
    ids = np.array([n.id for n in nodes])
    return _arranged(tree, attribute, threshold, parent, branch, depth, ids)


def _arranged(tree, attribute, threshold, parent, branch, depth, ids=None) -> Descent:
    """Nodes in an order in which siblings are neighbours: by parent, then by branch."""
    n_nodes = len(attribute)
    order = np.lexsort((branch, parent))  # the root, whose parent is -1, comes first
    new = np.empty(n_nodes, dtype=np.int64)
    new[order] = np.arange(n_nodes)
    first = np.arange(n_nodes)
    eldest = order[1:][branch[order[1:]] == 0]
    first[new[parent[eldest]]] = new[eldest]
    leaf = attribute < 0
    threshold = np.where(leaf, np.inf, threshold)[order]
    limits = [np.inf if a.is_continuous else len(a.categories) for a in tree.attributes]
    number = order if ids is None else ids[order]
    depths = depth[leaf]
    return Descent(
        attribute[order],
        threshold,
        first,
        number,
        np.array(limits, dtype=float),
        int(depths.min()),
        int(depths.max()),
    )
