"""Top-down growth of a tree: when to stop, what to ask, and in which order."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from c45 import measures
from c45.alternatives import evaluate_split
from c45.candidates import NodeReport
from c45.dataset import Dataset
from c45.engine import flat_tree, supports, tree_on_demand
from c45.errors import DataError, ParameterError
from c45.missing import prepared
from c45.notation import count, plural
from c45.parameters import ARITHMETIC, Parameters
from c45.portion import Portion
from c45.search import node_report
from c45.splits import Split
from c45.tree import Node, Tree, assemble

#: How much worse than a leaf a subtree may do on its own rows and still stay: Epsilon of Release 8.
COLLAPSE_SLACK = 1e-3


@dataclass(eq=False)
class _Pending:
    """A node that waits to be decided."""

    portion: Portion
    depth: int
    parent: int | None
    branch: int | None
    inherited: str  # the parent's prediction, for a branch without rows
    made: int  # counts nodes as they are made; seeds what is random
    report: NodeReport | None = None  # already searched (best-first growth ranks before it decides)


#: The reason of a leaf that waited when growth was stopped.
STOPPED = "Growth was stopped before this node was divided."


def grow(
    dataset: Dataset,
    parameters: Parameters | None = None,
    *,
    overrides: Mapping[int, Split | None] | None = None,
    on_node: Callable[[Node], None] | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> Tree:
    """Grow a tree. Node ids are the order of growth: depth first, or best first with max_leaf_nodes.

    overrides: ``{node_id: split}``, splits picked by hand; None makes that node a leaf. The rules
        that stop growth give way to a split picked by hand, except that a node needs a row.
    on_node: called with each node as soon as it is decided; its children are still empty.

    progress: called now and then with the number of nodes made and of those that wait to be decided;
    where it returns False, growth stops, and the nodes that wait become leaves.

    Raises DataError for a table that cannot be grown from, ParameterError for an override that does
    not fit the table.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> grow(Dataset.from_frame(frame, target="play")).root.report.reason
    'wind has the largest information gain, 1.000 bits.'
    """
    parameters = parameters or Parameters()
    dataset = prepared(dataset, parameters)
    if not overrides and on_node is None and supports(dataset, parameters):
        flat = flat_tree(dataset, parameters, progress)
        return tree_on_demand(flat, dataset, parameters, searched_again)
    return grow_plainly(
        dataset, parameters, overrides=overrides, on_node=on_node, progress=progress
    )


def grow_plainly(
    dataset: Dataset,
    parameters: Parameters,
    *,
    overrides: Mapping[int, Split | None] | None = None,
    on_node: Callable[[Node], None] | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> Tree:
    """``grow`` by the plain search alone, on a table as ``missing.prepared`` gives it.

    It defines the answer: the engine must give the same tree.
    """
    growth = _Growth(dataset, parameters, dict(overrides or {}), on_node, progress)
    nodes = growth.best_first() if parameters.max_leaf_nodes else growth.depth_first()
    if parameters.collapse:
        nodes = _collapsed(nodes, growth.overrides)
    return assemble(
        nodes, dataset.attributes, dataset.classes, dataset.target_name, parameters, dataset
    )


def searched_again(tree: Tree, node_id: int) -> NodeReport:
    """The record of a node, derived from the rows that reach it.

    For a tree in whose growth nothing is drawn at random, so the node's seed does not matter.
    """
    node = tree.nodes[node_id]
    above = None if node.parent is None else tree.nodes[node.parent]
    inherited = above.prediction if above else tree.classes[0]
    here = _Pending(
        tree.portion_of(node_id), node.depth, node.parent, node.branch, inherited, made=node_id
    )
    report = _Growth(tree.dataset, tree.parameters, {}).search(here)
    if node.is_leaf and report.chosen:
        return replace(report, chosen=None, tied=(), reason=STOPPED)
    return report


def _collapsed(nodes: list[Node], overrides: Mapping[int, Split | None]) -> list[Node]:
    """The nodes without the splits that make no fewer errors on their own rows than a leaf would.

    Release 8 looks bottom-up while it grows, J48 top-down afterwards; both compare a leaf with the
    branches as they were grown, so both keep the same nodes. A split picked by hand stays, and so do
    the nodes above it. Ids stay those of growth, with gaps. Source: C4.5 Release 8, build.c.
    """
    n_nodes = len(nodes)
    errors = np.zeros(n_nodes)  # of the leaves below, as grown
    by_hand = np.zeros(n_nodes, dtype=bool)
    for node in reversed(nodes):
        alone = node.n - float(node.counts.max())
        if node.split is None:
            errors[node.id] = alone
        by_hand[node.id] |= overrides.get(node.id) is not None
        if node.parent is not None:
            errors[node.parent] += errors[node.id]
            by_hand[node.parent] |= by_hand[node.id]
    gone = np.zeros(n_nodes, dtype=bool)
    kept = []
    for node in nodes:
        if node.parent is not None and gone[node.parent]:
            gone[node.id] = True
            continue
        alone = node.n - float(node.counts.max())
        if node.split and not by_hand[node.id] and errors[node.id] >= alone - COLLAPSE_SLACK:
            gone[node.id] = True
            reason = (
                f"Collapsed: the split on {node.split.attribute} ends in "
                f"{plural(errors[node.id], 'error')} on these rows, and a leaf makes {count(alone)}."
            )
            report = replace(node.report, chosen=None, tied=(), reason=reason)
            node = replace(node, split=None, report=report)
        kept.append(node)
    return kept


class _Growth:
    """One growth: the table, the knobs, and the nodes decided so far (their children still empty)."""

    def __init__(
        self, dataset: Dataset, parameters: Parameters, overrides: dict, on_node=None, progress=None
    ) -> None:
        self.dataset = dataset
        self.parameters = parameters
        self.overrides = overrides
        self.on_node = on_node
        self.progress = progress
        self.stopped = False
        self.tie = ARITHMETIC[parameters.arithmetic].tie
        self.impurity = measures.IMPURITY[parameters.criterion]
        self.nodes: list[Node] = []
        self.made = 0
        portion = Portion.everything(dataset)
        if not len(portion.rows):
            raise DataError("No row counts, so there is nothing to grow from.")
        self.n = portion.n
        self.n_rows = len(portion.rows)
        self.root = self.pending(portion, 0, None, None, dataset.classes[0])

    def pending(self, portion, depth, parent, branch, inherited) -> _Pending:
        self.made += 1
        return _Pending(portion, depth, parent, branch, inherited, self.made - 1)

    def depth_first(self) -> list[Node]:
        stack = [self.root]
        while stack:
            self.ask_progress(len(stack))
            here = stack.pop()
            stack.extend(reversed(self.decide(here)))
        return self.nodes

    def best_first(self) -> list[Node]:
        """Decide first the node whose split removes most impurity, weighted by its rows."""
        heap: list[tuple[float, int, _Pending]] = []

        def push(pending: _Pending) -> None:
            heapq.heappush(heap, (-self.worth(pending), pending.made, pending))

        push(self.root)
        n_leaves = 1
        limit = self.parameters.max_leaf_nodes
        while heap:
            self.ask_progress(len(heap))
            here = heapq.heappop(heap)[2]
            chosen = here.report.chosen
            if chosen and self.stopped:
                here.report = replace(here.report, chosen=None, tied=(), reason=STOPPED)
                chosen = None
            if chosen and n_leaves + len(chosen.branches) - 1 > limit:
                reason = (
                    f"Splitting this node would make more than max_leaf_nodes = {limit} leaves."
                )
                here.report = replace(here.report, chosen=None, reason=reason)
            children = self.decide(here)
            n_leaves += max(len(children) - 1, 0)
            for child in children:
                push(child)
        return self.nodes

    def ask_progress(self, n_waiting: int) -> None:
        if self.progress and not self.stopped:
            self.stopped = not self.progress(self.made, n_waiting)

    def worth(self, here: _Pending) -> float:
        """Impurity that a node's split removes, weighted by its share of all rows."""
        here.report = here.report or self.search(here)
        chosen = here.report.chosen
        if not chosen:
            return 0.0
        drop = chosen.gini_gain if self.parameters.criterion == "gini" else chosen.information_gain
        return drop * here.portion.n / self.n

    def decide(self, here: _Pending) -> list[_Pending]:
        """Turn a waiting node into a node, and return its children, which wait in turn."""
        node_id = len(self.nodes)
        counts = here.portion.class_counts(self.dataset)
        report = here.report or self.search(here)
        if node_id in self.overrides and len(here.portion.rows):
            report = self.by_hand(here, report, self.overrides[node_id])
        split = report.chosen.split if report.chosen else None
        prediction = self.prediction(here, counts)
        self.nodes.append(
            Node(
                id=node_id,
                depth=here.depth,
                counts=counts,
                n_rows=len(here.portion.rows),
                impurity=float(self.impurity(counts)),
                prediction=prediction,
                split=split,
                report=report,
                parent=here.parent,
                branch=here.branch,
            )
        )
        if self.on_node:
            self.on_node(self.nodes[-1])
        if split is None:
            return []
        parts = here.portion.divided(split, self.dataset)
        return [
            self.pending(part, here.depth + 1, node_id, b, prediction)
            for b, part in enumerate(parts)
        ]

    def search(self, here: _Pending) -> NodeReport:
        """The record of a node: why it must be a leaf, or the search for its split."""
        stop = self.why_stop(here)
        if stop:
            return NodeReport(reason=stop)
        return node_report(self.dataset, here.portion, self.parameters, seed=here.made)

    def why_stop(self, here: _Pending) -> str:
        """Why a node is a leaf before any attribute is looked at, in words; else "".

        This is the one place where the rules that stop growth live.
        """
        p, n_rows = self.parameters, len(here.portion.rows)
        counts = here.portion.class_counts(self.dataset)
        n = counts.sum()
        if self.stopped:
            return STOPPED
        if not n_rows:
            return f"No row goes down this branch; it answers as the node above does: {here.inherited}."
        if counts.max() >= n - self.tie:
            only = self.dataset.classes[int(counts.argmax())]
            return f"All {count(n)} rows are {only}." if n != 1 else f"The only row is {only}."
        limit = p.max_depth
        if limit is not None and here.depth >= limit + (p.depth_convention == "one_level_more"):
            return f"The depth limit is reached: max_depth = {limit}."
        needed = p.rows_needed("min_samples_split", self.n_rows)
        if n_rows < needed:
            return (
                f"{plural(n_rows, 'row is', 'rows are')} fewer than min_samples_split = {needed}."
            )
        twice = 2 * p.min_branch_rows
        if n < twice - self.tie:
            return (
                f"{plural(n, 'row is', 'rows are')} fewer than two branches of "
                f"{p.min_branch_rows} need."
            )
        return ""

    def by_hand(self, here: _Pending, report: NodeReport, split: Split | None) -> NodeReport:
        """The record of a node whose split was picked by hand; the search stays beside it."""
        if not report.candidates:
            searched = node_report(self.dataset, here.portion, self.parameters, seed=here.made)
            report = replace(searched, chosen=None, reason=report.reason)
        if split is None:
            return replace(report, chosen=None, tied=(), reason="Made a leaf by hand.")
        chosen = evaluate_split(self.dataset, here.portion, split, self.parameters)
        if sum(b.n > 0 for b in chosen.branches) < 2:
            raise ParameterError(
                f"The split picked for node {len(self.nodes)}, {split.question()}, sends all its "
                "rows one way. Pick one that divides them."
            )
        return replace(
            report, chosen=chosen, tied=(), reason=f"Picked by hand: {split.question()}."
        )

    def prediction(self, here: _Pending, counts) -> str:
        """The majority class; ties by the knob; the parent's answer where there is no row."""
        if not len(here.portion.rows):
            return here.inherited
        tied = np.flatnonzero(counts >= counts.max() - self.tie)
        if len(tied) > 1 and self.parameters.majority_tie == "random":
            rng = np.random.default_rng([self.parameters.random_state, here.made, len(tied)])
            return self.dataset.classes[int(rng.choice(tied))]
        if len(tied) > 1 and self.parameters.majority_tie == "first_row":
            labels = self.dataset.target[here.portion.rows]
            first = labels[np.isin(labels, tied)][0]
            return self.dataset.classes[int(first)]
        return self.dataset.classes[int(tied[0])]
