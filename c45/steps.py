"""The tree seen over time: which node was decided at each step of its growth.

The ids of the nodes are the order of growth, so a step is found by counting; nothing is grown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from c45.tree import Node, Tree


@dataclass(frozen=True, eq=False)
class Step:
    """One step of growth: the node that is decided in it, and the tree as it then stands.

    index: 0 for the step that decides the root.
    """

    index: int
    node: Node
    tree: Tree = field(repr=False)
    _order: tuple[Node, ...] = field(repr=False)

    @property
    def path(self) -> tuple[str, ...]:
        """The answers that lead to the node, in words; none at the root."""
        return self.tree.steps_to(self.node.id)

    @property
    def decided(self) -> tuple[Node, ...]:
        """The nodes decided so far, in the order of growth; the node of this step is the last."""
        return self._order[: self.index + 1]

    @property
    def waiting(self) -> tuple[Node, ...]:
        """The nodes that a split has made and that no step has decided yet, in the order of growth."""
        last = self.node.id
        return tuple(n for n in self._order[self.index + 1 :] if n.parent <= last)

    @cached_property
    def answers_so_far(self) -> dict[int, str]:
        """The class that each open end would answer if growth stopped here, by node id.

        The ends are the leaves so far and the waiting nodes, from left to right.
        """
        last = self.node.id
        ends, stack = {}, [self.tree.root]
        while stack:
            node = stack.pop()
            if node.is_leaf or node.id > last:
                ends[node.id] = node.prediction
            else:
                stack.extend(reversed(node.children))
        return ends

    @property
    def n_right(self) -> float:
        """Training rows (by weight) that get the right class if growth stops here."""
        column = {c: k for k, c in enumerate(self.tree.classes)}
        ends = self.answers_so_far.items()
        return sum(self.tree.nodes[i].counts[column[says]].item() for i, says in ends)


class Steps(Sequence[Step]):
    """All steps of a tree. A step is made when it is asked for; ``len`` is the number of nodes."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._order = tuple(tree.nodes.values())
        self._index = {n.id: k for k, n in enumerate(self._order)}

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        k = range(len(self))[index]  # also counts from the end; raises IndexError
        return Step(k, self._order[k], self._tree, self._order)

    def index_of(self, node_id: int) -> int:
        """The step that decides a node. Raises KeyError where the tree has no such node.

        Ids may have gaps after pruning; steps have none.
        """
        return self._index[node_id]


def steps(tree: Tree) -> Steps:
    """The growth of a tree, one step a node.

    >>> import pandas as pd
    >>> from c45.dataset import Dataset
    >>> from c45.grow import grow
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> first, second, third = steps(grow(Dataset.from_frame(frame, target="play")))
    >>> second.path, [n.id for n in second.waiting], second.answers_so_far
    (('wind is strong',), [2], {1: 'no', 2: 'yes'})
    """
    return Steps(tree)
