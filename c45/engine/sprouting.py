"""The tree as it grows, in arrays: what was decided, in any order; and its nodes in the order of growth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Told now and then how many nodes there are and how many of them wait to be decided; False stops growth.
Progress = Callable[[int, int], bool]


@dataclass(frozen=True, eq=False)
class FlatTree:
    """A grown tree in arrays, one entry a node; ids are the order of growth, depth first.

    attribute: position in the table, -1 in a leaf. lower, upper: the two neighbouring values that the
    cut parts; NaN where there is a branch for each category. parent: -1 at the root. branch: which of
    the parent's branches leads here. size: nodes in the subtree, so the subtree of node i is the
    nodes from i to i + size[i] - 1. in_parts: whether rows of the node may count in part.
    """

    attribute: NDArray[np.int64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    counts: NDArray
    n_rows: NDArray[np.int64]
    in_parts: NDArray[np.bool_]
    parent: NDArray[np.int64]
    branch: NDArray[np.int64]
    depth: NDArray[np.int64]
    size: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.attribute)


#: Trees of up to so many nodes are numbered one node at a time.
FEW_NODES = 128


class Sprouting:
    """Collects splits while the tree grows, in whatever order the engine decides the nodes.

    A split gives its children the next numbers, so they are neighbours, and above their parent's.
    """

    def __init__(self, root: NDArray, *, n_rows: int | None = None, in_parts: bool = False) -> None:
        self.root = root
        self.n_rows = n_rows
        self.in_parts = in_parts
        self.n_nodes = 1
        self._many: list[tuple[NDArray, ...]] = []
        self._one: list[tuple] = []
        self._branches: list[tuple[NDArray, ...]] = []

    def split(self, ids, attribute, lower, upper, left, right) -> NDArray[np.int64]:
        """Record splits of many nodes in two; left, right: class counts. Returns the left children's
        numbers."""
        first = self.n_nodes + 2 * np.arange(len(ids))
        self.n_nodes += 2 * len(ids)
        self._many.append((ids, attribute, lower, upper, first, left, right))
        return first

    def split_one(self, node, attribute, lower, upper, left: list, right: list) -> int:
        """Record the split of one node. Returns the left child's number."""
        first = self.n_nodes
        self.n_nodes += 2
        self._one.append((node, attribute, lower, upper, first, left, right))
        return first

    def branch(self, ids, attribute, lower, upper, n_branches, counts, n_rows, in_parts):
        """Record splits of many nodes; the last three say of each child, node by node, what it holds.

        Returns the children's numbers.
        """
        children = self.n_nodes + np.arange(len(counts))
        self.n_nodes += len(counts)
        self._branches.append(
            (ids, attribute, lower, upper, n_branches, children, counts, n_rows, in_parts)
        )
        return children

    def tree(self) -> FlatTree:
        """All nodes, numbered as depth-first growth would number them."""
        many = self._many
        if self._one:
            many = [*many, tuple(np.array(part) for part in zip(*self._one))]
        n_nodes = self.n_nodes
        attribute = np.full(n_nodes, -1)
        lower, upper = np.full(n_nodes, np.nan), np.full(n_nodes, np.nan)
        parts = any(b[-1].any() for b in self._branches) or self.in_parts
        counts = np.empty((n_nodes, len(self.root)), dtype=float if parts else np.int64)
        counts[0] = self.root
        parent, branch = np.full(n_nodes, -1), np.zeros(n_nodes, dtype=np.int64)
        for ids, asked, low, high, first, left, right in many:
            attribute[ids], lower[ids], upper[ids] = asked, low, high
            counts[first], counts[first + 1] = left, right
            parent[first] = parent[first + 1] = ids
            branch[first + 1] = 1
        n_rows, in_parts = None, np.zeros(n_nodes, dtype=bool)
        if self.n_rows is not None:
            n_rows = np.empty(n_nodes, dtype=np.int64)
            n_rows[0], in_parts[0] = self.n_rows, self.in_parts
        for (
            ids,
            asked,
            low,
            high,
            n_branches,
            kids,
            of_kids,
            rows_of_kids,
            parts_of_kids,
        ) in self._branches:
            attribute[ids], lower[ids], upper[ids] = asked, low, high
            counts[kids], n_rows[kids], in_parts[kids] = of_kids, rows_of_kids, parts_of_kids
            parent[kids] = ids.repeat(n_branches)
            branch[kids] = ranges(np.zeros(len(ids), dtype=np.int64), n_branches)
        new, size, depth = (_one_by_one if n_nodes <= FEW_NODES else _depth_first)(parent)
        old = np.empty_like(new)
        old[new] = np.arange(n_nodes)
        parent = parent[old]
        parent[1:] = new[parent[1:]]
        counts = counts[old]
        return FlatTree(
            attribute[old],
            lower[old],
            upper[old],
            counts,
            counts.sum(axis=1) if n_rows is None else n_rows[old],
            in_parts[old],
            parent,
            branch[old],
            depth[old],
            size[old],
        )


def _one_by_one(parent: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """The same as ``_depth_first`` for a tree of few nodes, where a pass over each is faster."""
    above = parent.tolist()
    n_nodes = len(above)
    size, depth, number, taken = [1] * n_nodes, [0] * n_nodes, [0] * n_nodes, [0] * n_nodes
    for i in range(n_nodes - 1, 0, -1):  # a parent's number is below its children's
        size[above[i]] += size[i]
    for i in range(1, n_nodes):
        p = above[i]
        depth[i] = depth[p] + 1
        number[i] = number[p] + 1 + taken[p]
        taken[p] += size[i]
    return np.array(number), np.array(size), np.array(depth)


def _depth_first(parent: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """The number of each node in depth-first order, the size of its subtree, and its depth.

    Level by level: sizes are added up from below, and from above a child comes one after its parent
    and after the subtrees of its elder siblings. Siblings have neighbouring numbers.
    """
    n_nodes = len(parent)
    size, depth = np.ones(n_nodes, dtype=np.int64), np.zeros(n_nodes, dtype=np.int64)
    number = np.zeros(n_nodes, dtype=np.int64)
    n_kids = np.bincount(parent[1:], minlength=n_nodes)
    first = np.zeros(n_nodes, dtype=np.int64)
    first[parent[:0:-1]] = np.arange(n_nodes - 1, 0, -1)  # the last one is kept: the eldest
    levels = []  # of each, the nodes with children, and their children
    above = np.zeros(1, dtype=np.int64)
    while True:
        above = above[n_kids[above] > 0]
        if not len(above):
            break
        below = ranges(first[above], n_kids[above])
        levels.append((above, below))
        depth[below] = len(levels)
        above = below
    for above, below in reversed(levels):
        kids = n_kids[above]
        size[above] += np.add.reduceat(size[below], kids.cumsum() - kids)
    for above, below in levels:
        kids, sizes = n_kids[above], size[below]
        elder = sizes.cumsum() - sizes  # in the subtrees of all before it on its level
        elder -= elder[kids.cumsum() - kids].repeat(kids)
        number[below] = (number[above] + 1).repeat(kids) + elder
    return number, size, depth


def ranges(begin: NDArray, length: NDArray) -> NDArray[np.int64]:
    """The numbers from ``begin`` on, ``length`` of them, for each pair, one after the other."""
    end = length.cumsum()
    out = np.arange(end[-1] if len(end) else 0)
    out += (begin - (end - length)).repeat(length)
    return out
