"""The tree as it grows, in arrays: what was decided, in any order; and its nodes in the order of growth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class FlatTree:
    """A grown tree in arrays, one entry a node; ids are the order of growth, depth first.

    attribute: position in the table, -1 in a leaf. lower, upper: the two neighbouring values that the
    cut parts. parent: -1 at the root. branch: which of the parent's branches leads here.
    size: nodes in the subtree, so the subtree of node i is the nodes from i to i + size[i] - 1.
    """

    attribute: NDArray[np.int64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    counts: NDArray[np.int64]
    parent: NDArray[np.int64]
    branch: NDArray[np.int64]
    depth: NDArray[np.int64]
    size: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.attribute)


class Sprouting:
    """Collects splits while the tree grows, in whatever order the engine decides the nodes.

    A split gives its two children the next two numbers, so a child's number is above its parent's.
    """

    def __init__(self, root: NDArray[np.int64]) -> None:
        self.root = root
        self.n_nodes = 1
        self._many: list[tuple[NDArray, ...]] = []
        self._one: list[tuple] = []

    def split(self, ids, attribute, lower, upper, left, right) -> NDArray[np.int64]:
        """Record splits of many nodes; left, right: class counts. Returns the left children's numbers."""
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

    def tree(self) -> FlatTree:
        """All nodes, numbered as depth-first growth would number them."""
        many = self._many
        if self._one:
            many = [*many, tuple(np.array(part) for part in zip(*self._one))]
        n_nodes = self.n_nodes
        attribute = np.full(n_nodes, -1)
        lower, upper = np.full(n_nodes, np.nan), np.full(n_nodes, np.nan)
        counts = np.empty((n_nodes, len(self.root)), dtype=np.int64)
        counts[0] = self.root
        parent, branch = np.full(n_nodes, -1), np.zeros(n_nodes, dtype=np.int64)
        for ids, asked, low, high, first, left, right in many:
            attribute[ids], lower[ids], upper[ids] = asked, low, high
            counts[first], counts[first + 1] = left, right
            parent[first] = parent[first + 1] = ids
            branch[first + 1] = 1
        new, size, depth = _depth_first(parent)
        old = np.empty_like(new)
        old[new] = np.arange(n_nodes)
        parent = parent[old]
        parent[1:] = new[parent[1:]]
        return FlatTree(
            attribute[old],
            lower[old],
            upper[old],
            counts[old],
            parent,
            branch[old],
            depth[old],
            size[old],
        )


def _depth_first(parent: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """The number of each node in depth-first order, the size of its subtree, and its depth.

    Level by level: sizes are added up from below, and from above a child comes one after its parent
    and after the subtrees of its elder siblings. Siblings have neighbouring numbers.
    """
    levels = [np.zeros(1, dtype=np.int64)]
    n_nodes = len(parent)
    children = np.full(n_nodes, -1)
    children[parent[1:]] = np.arange(1, n_nodes)  # the last one is kept: the right child
    while len(levels[-1]):
        last = children[levels[-1]]
        last = last[last >= 0]
        below = np.empty(2 * len(last), dtype=np.int64)
        below[0::2], below[1::2] = last - 1, last
        levels.append(below)
    size = np.ones(n_nodes, dtype=np.int64)
    depth = np.zeros(n_nodes, dtype=np.int64)
    for d in range(len(levels) - 1, 0, -1):
        left, right = levels[d][0::2], levels[d][1::2]
        size[parent[left]] += size[left] + size[right]
        depth[levels[d]] = d
    number = np.zeros(n_nodes, dtype=np.int64)
    for level in levels[1:]:
        left, right = level[0::2], level[1::2]
        number[left] = number[parent[left]] + 1
        number[right] = number[left] + size[left]
    return number, size, depth
