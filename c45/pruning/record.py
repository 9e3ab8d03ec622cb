"""What pruning records: the estimates that were compared at each node, and what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from c45.dataset import Dataset
from c45.parameters import Parameters
from c45.tree import Node, Tree, assemble

KEEP, LEAF, RAISE = "keep", "leaf", "raise"


@dataclass(frozen=True)
class Estimate:
    """Errors to expect of a node, or of all leaves below it together.

    n: rows, by weight. e: errors counted among them. extra: what the pessimistic formula adds, 0
    elsewhere. Under cost-complexity ``e`` is the cost R instead: a share of all rows.

    >>> (Estimate(6, 0, 1.24) + Estimate(1, 0, 0.75)).total
    1.99
    """

    n: float
    e: float
    extra: float = 0.0

    @property
    def total(self) -> float:
        return self.e + self.extra

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.n + other.n, self.e + other.e, self.extra + other.extra)


NO_ROWS = Estimate(0, 0)


@dataclass(frozen=True)
class PruningStep:
    """One inner node, looked at: what was compared, and what was decided.

    node: its id. kind: the knob ``pruning``. question: its split in words.
    as_leaf: the node as a leaf that answers ``prediction``.
    as_subtree: the node as it stands, the sum of ``branches`` (one estimate a branch).
    raised: the node replaced by its largest branch, ``largest`` (a branch number); None where raising
        was not looked at.
    decision: ``"keep"``, ``"leaf"`` or ``"raise"``. sentence: the decision in words.
    replaces: the id of the node whose place this one took before it was looked at again, else None.
    n_leaves: leaves of the subtree. alpha: the weakest link's ``(R(leaf) - R(subtree)) / (leaves - 1)``;
        None but for cost-complexity.
    """

    node: int
    kind: str
    question: str
    prediction: str
    as_leaf: Estimate
    as_subtree: Estimate
    branches: tuple[Estimate, ...]
    decision: str
    sentence: str
    raised: Estimate | None = None
    largest: int | None = None
    replaces: int | None = None
    n_leaves: int = 0
    alpha: float | None = None


@dataclass(frozen=True)
class AlphaStep:
    """One subtree on the path of cost-complexity pruning, best for every alpha from ``alpha`` on.

    nodes: the ids of the nodes that become leaves here. n_leaves, cost: of the subtree that is left.
    """

    alpha: float
    nodes: tuple[int, ...]
    n_leaves: int
    cost: float


@dataclass(frozen=True, eq=False)
class Pruning:
    """A pruned tree, and how it came about.

    tree: the pruned tree; nodes keep the ids they were grown with, and a subtree that was raised
        keeps its own, so that ids have gaps and the root need not be node 0.
    grown: the tree before. steps: in the order in which nodes were looked at.
    estimates: by node id, for the nodes of ``tree``; empty where the kind of pruning has none.
    path: every subtree of cost-complexity pruning, from the grown tree to the root alone; else ().
    validation: the rows held out for reduced-error pruning.
    """

    tree: Tree
    grown: Tree
    steps: tuple[PruningStep, ...] = ()
    estimates: Mapping[int, Estimate] = field(default_factory=lambda: MappingProxyType({}))
    path: tuple[AlphaStep, ...] = ()
    validation: Dataset | None = field(default=None, repr=False)

    @property
    def changed(self) -> bool:
        return any(s.decision != KEEP for s in self.steps)

    @property
    def estimate(self) -> Estimate | None:
        """Of the pruned tree as a whole."""
        return self.estimates.get(self.tree.root.id)


def with_leaves(tree: Tree, reasons: Mapping[int, str], parameters: Parameters) -> Tree:
    """The tree with some nodes made leaves. reasons: why, by node id."""
    kept, gone = [], set()
    for node in tree.walk():
        if node.parent in gone:
            gone.add(node.id)
            continue
        kept.append(node)
        if node.id in reasons and not node.is_leaf:
            gone.add(node.id)
            kept[-1] = made_leaf(node, reasons[node.id])
    rest = (tree.attributes, tree.classes, tree.target_name, parameters, tree.dataset)
    return assemble([replace(n, children=()) for n in kept], *rest)


def made_leaf(node: Node, reason: str) -> Node:
    """A node without its split; the record of the search stays."""
    report = replace(node.report, chosen=None, tied=(), reason=reason)
    return replace(node, split=None, children=(), report=report)
