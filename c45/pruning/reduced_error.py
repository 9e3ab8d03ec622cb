"""Reduced-error pruning: a node becomes a leaf where that makes no more errors on rows held out.

Bottom-up, deepest nodes first. Source: Quinlan 1987, International Journal of Man-Machine Studies
27:221-234. A row with a gap counts in each branch with the fraction that goes there.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from c45.dataset import Dataset
from c45.errors import DataError
from c45.notation import count, plural
from c45.parameters import ARITHMETIC, Parameters
from c45.predict import counts_in_nodes
from c45.pruning.record import KEEP, LEAF, NO_ROWS, Estimate, Pruning, PruningStep, with_leaves
from c45.tree import Tree


def prune_reduced_error(
    tree: Tree, parameters: Parameters, validation: Dataset, *, limit: int | None = None
) -> Pruning:
    """Prune by the errors on held-out rows. limit: stop after this many steps.

    A node that no held-out row reaches errs equally often either way, so ``prune_ties`` decides.
    Raises DataError where the table held out is not of the tree's kind.
    """
    if not _fits(validation, tree):
        raise DataError(
            "The table held out has other columns, categories or classes than the tree. "
            "Cut both from one table."
        )
    tie = ARITHMETIC[parameters.arithmetic].tie
    arrived = counts_in_nodes(tree, validation)
    nothing = np.zeros(len(tree.classes))
    code = {c: i for i, c in enumerate(tree.classes)}
    estimates: dict[int, Estimate] = {}
    leaves: dict[int, int] = {}
    reasons: dict[int, str] = {}
    steps: list[PruningStep] = []
    for node in sorted(tree.walk(), key=lambda n: (-n.depth, n.id)):
        counts = arrived.get(node.id, nothing)
        n = float(counts.sum())
        leaf = Estimate(n, n - float(counts[code[node.prediction]]))
        estimates[node.id], leaves[node.id] = leaf, 1
        if node.is_leaf:
            continue
        branches = tuple(estimates[c.id] for c in node.children)
        subtree = sum(branches, NO_ROWS)
        leaves_below = sum(leaves[c.id] for c in node.children)
        if limit is not None and len(steps) >= limit:
            estimates[node.id], leaves[node.id] = subtree, leaves_below
            continue
        better = leaf.e < subtree.e - tie
        prune = better or (parameters.prune_ties and leaf.e <= subtree.e + tie)
        sentence = (
            f"{'It becomes a leaf' if prune else 'The subtree stays'}: on "
            f"{plural(n, 'held-out row')} it makes {plural(subtree.e, 'error')} as a subtree and "
            f"{count(leaf.e)} as a leaf."
        )
        if prune:
            reasons[node.id] = sentence
        else:
            estimates[node.id], leaves[node.id] = subtree, leaves_below
        steps.append(
            PruningStep(
                node=node.id,
                kind="reduced_error",
                question=node.split.question(),
                prediction=node.prediction,
                as_leaf=leaf,
                as_subtree=subtree,
                branches=branches,
                decision=LEAF if prune else KEEP,
                sentence=sentence,
                n_leaves=leaves_below,
            )
        )
    pruned = with_leaves(tree, reasons, parameters)
    return Pruning(
        tree=pruned,
        grown=tree,
        steps=tuple(steps),
        estimates=MappingProxyType({i: estimates[i] for i in pruned.nodes}),
        validation=validation,
    )


def _fits(validation: Dataset, tree: Tree) -> bool:
    """Whether codes mean the same in both; the tree may have a category more, for gaps."""
    return (
        validation.classes == tree.classes
        and len(validation.attributes) == len(tree.attributes)
        and all(
            (v.name, v.kind, v.categories) == (t.name, t.kind, t.categories[: len(v.categories)])
            for v, t in zip(validation.attributes, tree.attributes)
        )
    )
