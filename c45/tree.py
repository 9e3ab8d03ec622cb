"""The learned tree: nodes that know their counts, their children, and why they are what they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from c45.candidates import NodeReport
from c45.dataset import Attribute, Dataset
from c45.parameters import Parameters
from c45.portion import Portion
from c45.splits import Split


@dataclass(frozen=True, eq=False)
class Node:
    """One node. Plain data: views (pictures, words, exports) live elsewhere.

    id: the order of growth, 0 for the root. depth: 0 for the root.
    counts: weight of each class among the rows that arrive, shape (n_classes,).
    n_rows: how many rows arrive, each counted once however small its weight.
    impurity: of ``counts``, by the criterion that grew the tree. prediction: a class name.
    split, children: None and () in a leaf; else one child a branch, in branch order.
    parent, branch: the parent's id and which of its branches leads here; None at the root.
    """

    id: int
    depth: int
    counts: NDArray
    n_rows: int
    impurity: float
    prediction: str
    split: Split | None = None
    children: tuple[Node, ...] = field(default=(), repr=False)
    report: NodeReport = field(default=NodeReport(), repr=False)
    parent: int | None = None
    branch: int | None = None

    @property
    def n(self) -> float:
        """Rows that arrive, by weight: an int where no row counts in part."""
        return self.counts.sum().item()

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def _content(self) -> tuple:
        """What makes two nodes the same, but for their children and the record of the search."""
        counts = tuple(float(c) for c in self.counts)
        kids = tuple(c.id for c in self.children)
        return (
            self.id,
            self.depth,
            counts,
            self.prediction,
            self.split,
            self.parent,
            self.branch,
            kids,
        )


@dataclass(frozen=True, eq=False)
class Tree:
    """A grown tree, with the schema of its table, the knobs it was grown with, and its rows.

    dataset: the rows it grew from; None for a tree that was read back from a file.
    Works without recursion: a chain of any length can be walked, pickled and compared.
    """

    root: Node
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    target_name: str
    parameters: Parameters
    dataset: Dataset | None = field(default=None, repr=False)

    @cached_property
    def nodes(self) -> dict[int, Node]:
        """Every node by its id, in the order of growth."""
        return {n.id: n for n in sorted(self.walk(), key=lambda n: n.id)}

    def walk(self) -> Iterator[Node]:
        """Every node, parents before children, branches in their order."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    @cached_property
    def leaves(self) -> tuple[Node, ...]:
        """The leaves from left to right."""
        return tuple(n for n in self.walk() if n.is_leaf)

    @property
    def n_nodes(self) -> int:
        return len(self.nodes)

    @property
    def n_leaves(self) -> int:
        return len(self.leaves)

    @cached_property
    def depth(self) -> int:
        """The most questions on any path: 0 for a tree that is a single leaf."""
        return max(n.depth for n in self.nodes.values())

    def path_to(self, node_id: int) -> tuple[Node, ...]:
        """The nodes from the root to a node, both included. Raises KeyError."""
        path = [self.nodes[node_id]]
        while path[-1].parent is not None:
            path.append(self.nodes[path[-1].parent])
        return tuple(reversed(path))

    def steps_to(self, node_id: int) -> tuple[str, ...]:
        """The answers on the way to a node, each a sentence: ``Outlook is Sunny``."""
        path = self.path_to(node_id)
        return tuple(up.split.sentence(down.branch) for up, down in pairwise(path))

    def portion_of(self, node_id: int) -> Portion:
        """The rows that reach a node, with the weight of each.

        Derived from the rows of the table by following the path, so it cannot drift from the splits.
        Raises ValueError for a tree without its rows.
        """
        if self.dataset is None:
            raise ValueError("This tree was read without its rows.")
        kept = self._portions
        found = kept.get(node_id)
        if found is not None:
            return found
        path = self.path_to(node_id)
        portion, start = Portion.everything(self.dataset), 0
        for i in reversed(range(1, len(path))):  # from the nearest node above whose rows are known
            above = kept.get(path[i].id)
            if above is not None:
                portion, start = above, i
                break
        for up, down in pairwise(path[start:]):
            portion = portion.divided(up.split, self.dataset)[down.branch]
        if len(kept) > 64:
            kept.clear()
        kept[node_id] = portion
        return portion

    @cached_property
    def _portions(self) -> dict[int, Portion]:
        return {}

    def rows_of(self, node_id: int) -> NDArray[np.int64]:
        """The numbers of the rows that reach a node, shape (n_rows,), counted from 0."""
        return self.portion_of(node_id).rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        same = (self.attributes, self.classes, self.target_name, self.parameters)
        if same != (other.attributes, other.classes, other.target_name, other.parameters):
            return False
        ours, theirs = self.nodes, other.nodes
        return ours.keys() == theirs.keys() and all(
            ours[i]._content() == theirs[i]._content() for i in ours
        )

    __hash__ = None

    def __reduce__(self):
        flat = [replace(n, children=()) for n in self.nodes.values()]
        rest = (self.attributes, self.classes, self.target_name, self.parameters, self.dataset)
        return assemble, (flat, *rest)


def assemble(
    nodes: list[Node],
    attributes: tuple[Attribute, ...],
    classes: tuple[str, ...],
    target_name: str,
    parameters: Parameters,
    dataset: Dataset | None = None,
) -> Tree:
    """A tree out of a flat list of nodes that know their parents; children may be left empty.

    A child's id must be larger than its parent's, as it is in the order of growth.
    """
    children: dict[int, list[Node]] = {}
    done: Node | None = None
    for node in sorted(nodes, key=lambda n: n.id, reverse=True):
        kids = sorted(children.pop(node.id, []), key=lambda n: n.branch)
        done = replace(node, children=tuple(kids))
        if node.parent is not None:
            children.setdefault(node.parent, []).append(done)
    return Tree(done, attributes, classes, target_name, parameters, dataset)
