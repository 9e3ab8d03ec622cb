"""Pessimistic pruning as C4.5 does it: keep a node, make it a leaf, or raise its largest branch.

Bottom-up. At each inner node three estimates are compared, all on the node's own training rows: the
subtree as it stands, a leaf, and the subtree of the largest branch put in the node's place with all
the node's rows sent down it. A raised subtree is counted anew and pruned again.
Source: Quinlan 1993, chapter 4; C4.5 Release 8, prune.c; J48 (Weka 3.9), C45PruneableClassifierTree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.alternatives import evaluate_split
from c45.candidates import NodeReport
from c45.error_limits import added_errors
from c45.errors import DataError
from c45.notation import shown
from c45.parameters import ARITHMETIC, Parameters
from c45.portion import Portion
from c45.pruning.record import (
    KEEP,
    LEAF,
    NO_ROWS,
    RAISE,
    Estimate,
    Pruning,
    PruningStep,
    made_leaf,
)
from c45.splits import Split
from c45.tree import Node, Tree, assemble

#: By how many errors a leaf or a raised branch may be worse and still be preferred; prune.c.
MARGIN = 0.1


@dataclass(eq=False)
class _Draft:
    """A node while the tree is being pruned."""

    grown: Node
    split: Split | None
    children: list[_Draft]
    label: int
    portion: Portion | None = None
    counts: NDArray | None = None
    estimate: Estimate = NO_ROWS
    replaces: int | None = None
    moved: bool = False  # below a raised node: its rows are no longer those it was grown from
    reason: str = ""


def prune_pessimistic(tree: Tree, parameters: Parameters, *, limit: int | None = None) -> Pruning:
    """Prune by the pessimistic estimate. limit: stop after this many steps, to show them one by one.

    Raises DataError for a tree without its rows: raising sends them down again.
    """
    if tree.dataset is None:
        raise DataError("This tree was read without its rows, and pessimistic pruning counts them.")
    return _Pessimistic(tree, parameters).run(limit)


class _Pessimistic:
    def __init__(self, tree: Tree, parameters: Parameters) -> None:
        self.tree = tree
        self.dataset = tree.dataset
        self.parameters = parameters
        self.arithmetic = ARITHMETIC[parameters.arithmetic]
        self.code = {c: i for i, c in enumerate(tree.classes)}
        self.steps: list[PruningStep] = []
        top = self.drafts()
        self.above = _Draft(tree.root, None, [top], 0)  # so that the root has a place, too
        self.count_anew(top, Portion.everything(self.dataset))

    def drafts(self) -> _Draft:
        """A draft of every node; the root's is given back."""
        made: dict[int, _Draft] = {}
        for node in self.tree.walk():
            made[node.id] = _Draft(node, node.split, [], self.code[node.prediction])
            if node.parent is not None:
                made[node.parent].children.append(made[node.id])
        return made[self.tree.root.id]

    def count_anew(self, top: _Draft, portion: Portion, *, moved: bool = False) -> None:
        """Send rows down a subtree: sets every node's rows, counts and class."""
        stack = [(top, portion, top.label)]
        while stack:
            draft, portion, label_above = stack.pop()
            draft.portion = portion
            draft.counts = portion.class_counts(self.dataset)
            draft.moved |= moved
            if len(portion.rows):
                draft.label = self.label(draft.counts, draft.label)
            elif self.arithmetic.empty_shares:
                draft.label = label_above
            if draft.children:
                parts = portion.divided(draft.split, self.dataset)
                stack.extend((c, p, draft.label) for c, p in zip(draft.children, parts))

    def label(self, counts: NDArray, present: int) -> int:
        """The class of a node: the most frequent; of equals the present one, or else the first."""
        label = present if self.arithmetic.keep_label else 0
        if counts[label] >= counts.max() - self.arithmetic.tie and self.arithmetic.keep_label:
            return label
        for c in range(len(counts)):
            if counts[c] > counts[label] + self.arithmetic.tie:
                label = c
        return label

    def as_leaf(self, counts: NDArray, label: int) -> Estimate:
        n = float(counts.sum())
        e = n - float(counts[label])
        p = self.parameters
        return Estimate(n, e, added_errors(n, e, p.confidence, formula=p.error_formula))

    def run(self, limit: int | None) -> Pruning:
        stack = [(self.above, 0, False)]
        while stack and (limit is None or len(self.steps) < limit):
            parent, branch, ready = stack.pop()
            draft = parent.children[branch]
            if not len(draft.portion.rows):
                draft.estimate = NO_ROWS
            elif not draft.children:
                draft.estimate = self.as_leaf(draft.counts, draft.label)
            elif not ready:
                stack.append((parent, branch, True))
                stack.extend((draft, b, False) for b in reversed(range(len(draft.children))))
            elif self.decide(draft) == RAISE:
                child = draft.children[self.steps[-1].largest]
                parent.children[branch] = child
                child.replaces = draft.grown.id
                self.count_anew(child, draft.portion, moved=True)
                stack.append((parent, branch, False))
        return self.pruning()

    def decide(self, draft: _Draft) -> str:
        """Compare the three estimates of a node whose branches are done, and note the decision."""
        tie = self.arithmetic.tie
        branches = tuple(c.estimate for c in draft.children)
        subtree = sum(branches, NO_ROWS)
        leaf = self.as_leaf(draft.counts, draft.label)
        largest = raised = None
        if self.parameters.raising:
            largest = self.largest_branch(draft)
            raised = self.estimate_with(draft.children[largest], draft.portion)
        least = min(subtree.total, raised.total if raised else np.inf) + MARGIN + tie
        if leaf.total <= least:
            decision, draft.estimate = LEAF, leaf
        elif raised and raised.total <= subtree.total + MARGIN + tie:
            decision = RAISE
        else:
            decision, draft.estimate = KEEP, subtree
        answer = self.tree.classes[draft.label]
        sentence = _sentence(draft, decision, answer, leaf, subtree, raised, largest)
        self.steps.append(
            PruningStep(
                node=draft.grown.id,
                kind="pessimistic",
                question=draft.split.question(),
                prediction=answer,
                as_leaf=leaf,
                as_subtree=subtree,
                branches=branches,
                decision=decision,
                sentence=sentence,
                raised=raised,
                largest=largest,
                replaces=draft.replaces,
                n_leaves=_leaves_below(draft),
            )
        )
        if decision == LEAF:
            draft.children, draft.split, draft.reason = [], None, sentence
        return decision

    def largest_branch(self, draft: _Draft) -> int:
        """The branch with most known rows, by weight; the last of equals."""
        sizes = np.array([c.counts.sum() for c in draft.children], dtype=float)
        return int(np.flatnonzero(sizes >= sizes.max() - self.arithmetic.tie)[-1])

    def estimate_with(self, top: _Draft, portion: Portion) -> Estimate:
        """What a subtree, as it stands, would be estimated at with these rows."""
        total = NO_ROWS
        stack = [(top, portion)]
        while stack:
            draft, portion = stack.pop()
            if not len(portion.rows):
                continue
            if _same_rows(draft.portion, portion):
                total += draft.estimate
            elif draft.children:
                stack.extend(zip(draft.children, portion.divided(draft.split, self.dataset)))
            else:
                counts = portion.class_counts(self.dataset)
                total += self.as_leaf(counts, self.label(counts, draft.label))
        return total

    def pruning(self) -> Pruning:
        """The tree as it stands now, out of the drafts."""
        tree = self.tree
        impurity = measures.IMPURITY[tree.parameters.criterion]
        nodes, estimates = [], {}
        stack = [(self.above.children[0], None, None, 0)]
        while stack:
            draft, parent, branch, depth = stack.pop()
            node = replace(
                draft.grown,
                depth=depth,
                counts=draft.counts,
                n_rows=len(draft.portion.rows),
                impurity=float(impurity(draft.counts)),
                prediction=tree.classes[draft.label],
                split=draft.split,
                children=(),
                parent=parent,
                branch=branch,
            )
            if draft.moved:
                node = replace(node, report=self.report_of_moved(draft))
            if draft.reason:
                node = made_leaf(node, draft.reason)
            nodes.append(node)
            estimates[node.id] = draft.estimate
            for b, child in enumerate(draft.children):
                stack.append((child, node.id, b, depth + 1))
        rest = (tree.attributes, tree.classes, tree.target_name, self.parameters, tree.dataset)
        return Pruning(
            tree=assemble(nodes, *rest),
            grown=tree,
            steps=tuple(self.steps),
            estimates=MappingProxyType(estimates),
        )

    def report_of_moved(self, draft: _Draft) -> NodeReport:
        """The record of a node whose rows changed: its split on the rows it has now, never searched."""
        if draft.split is None:
            reason = (
                "This leaf was raised with the branch it is in, and has other rows than it had."
            )
            return NodeReport(reason=reason)
        chosen = evaluate_split(self.dataset, draft.portion, draft.split, self.parameters)
        above = draft.replaces
        reason = (
            f"Raised in place of node {above}; the split was chosen on fewer rows."
            if above is not None
            else "Raised with the branch it is in; the split was chosen on other rows."
        )
        return NodeReport(chosen=chosen, reason=reason)


def _same_rows(own: Portion, portion: Portion) -> bool:
    """Whether a node gets just its own rows; it always gets those, and maybe more."""
    if len(own.rows) != len(portion.rows):
        return False
    if own.weights is None and portion.weights is None:
        return True
    ours = np.ones(len(own.rows)) if own.weights is None else own.weights
    theirs = 1.0 if portion.weights is None else portion.weights
    return bool(np.all(np.abs(ours - theirs) <= 1e-12))


def _leaves_below(top: _Draft) -> int:
    n, stack = 0, [top]
    while stack:
        draft = stack.pop()
        n += not draft.children
        stack.extend(draft.children)
    return n


def _sentence(draft, decision, answer, leaf, subtree, raised, largest) -> str:
    numbers = f"{shown(leaf.total, 2)} as a leaf, {shown(subtree.total, 2)} as a subtree"
    if raised:
        numbers += f", {shown(raised.total, 2)} as its largest branch"
    what = {
        KEEP: "The subtree stays",
        LEAF: f"It becomes a leaf that answers {answer}",
        RAISE: f"Its largest branch ({draft.split.words(largest)}) takes its place"
        if largest is not None
        else "",
    }[decision]
    return f"{what}: expected errors are {numbers}."
