"""Making a grown tree smaller, and why: ``prune``, the second verb after ``grow``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from c45.dataset import Dataset
from c45.errors import DataError, ParameterError
from c45.grow import grow
from c45.notation import listed, plural
from c45.parameters import KNOBS, Parameters
from c45.pruning.cost_complexity import alpha_path, prune_cost_complexity, subtree_at
from c45.pruning.pessimistic import prune_pessimistic
from c45.pruning.record import AlphaStep, Estimate, Pruning, PruningStep, with_leaves
from c45.pruning.reduced_error import prune_reduced_error
from c45.splits import Split
from c45.tree import Node, Tree

__all__ = [
    "AlphaStep",
    "Estimate",
    "Pruning",
    "PruningStep",
    "alpha_path",
    "grow_and_prune",
    "held_out_rows",
    "prune",
    "prune_at",
    "subtree_at",
    "tree_after",
]


def prune(
    tree: Tree,
    parameters: Parameters | None = None,
    *,
    validation: Dataset | None = None,
    limit: int | None = None,
) -> Pruning:
    """A smaller tree by the knob ``pruning``, with every comparison on record. The tree stays as it is.

    parameters: whose pruning knobs count; the tree's own if left out.
    validation: the held-out rows that reduced-error pruning judges by, cut from the same table.
    limit: stop after this many steps.

    Raises ParameterError for reduced-error pruning without held-out rows, DataError for rows that
    do not fit or are not there.

    >>> from c45.parameters import ALGORITHMS
    >>> import pandas as pd
    >>> party = ["democrat"] * 15 + ["republican"]
    >>> votes = pd.DataFrame({"education": ["n"] * 6 + ["y"] * 9 + ["u"], "party": party})
    >>> book = replace(ALGORITHMS["C4.5"], min_branch_rows=1)
    >>> pruning = prune(grow(Dataset.from_frame(votes, target="party"), book))
    >>> pruning.steps[0].sentence.partition(", 2.51 as its")[0]
    'It becomes a leaf that answers democrat: expected errors are 2.51 as a leaf, 3.27 as a subtree'
    """
    if parameters is None:
        parameters = tree.parameters
    else:
        # What the tree was grown with stays; only the knobs of pruning are taken from those given.
        knobs = {k.name: getattr(parameters, k.name) for k in KNOBS.values() if k.group == "prune"}
        parameters = replace(tree.parameters, **knobs)
    if parameters.pruning == "pessimistic":
        return prune_pessimistic(tree, parameters, limit=limit)
    if parameters.pruning == "cost_complexity":
        return prune_cost_complexity(tree, parameters, limit=limit)
    if parameters.pruning == "reduced_error":
        if validation is None:
            raise ParameterError(
                "Reduced-error pruning judges by rows that the tree was not grown from: "
                "give them as validation."
            )
        return prune_reduced_error(tree, parameters, validation, limit=limit)
    same = parameters is tree.parameters or parameters == tree.parameters  # nothing to copy then
    return Pruning(tree if same else replace(tree, parameters=parameters), tree)


def tree_after(pruning: Pruning, n_steps: int) -> Tree:
    """The tree as it was after so many steps: 0 gives the grown tree, all of them the pruned one."""
    again = prune(
        pruning.grown, pruning.tree.parameters, validation=pruning.validation, limit=n_steps
    )
    return again.tree


def prune_at(tree: Tree, node_ids: Iterable[int]) -> Tree:
    """The tree with these nodes made leaves by hand. Nodes keep their ids.

    Raises ParameterError for a node that is not there.
    """
    wanted = list(node_ids)
    unknown = [i for i in wanted if i not in tree.nodes]
    if unknown:
        raise ParameterError(
            f"There is no node {listed(str(i) for i in unknown[:5])} in this tree. "
            f"Its nodes have numbers from {min(tree.nodes)} to {max(tree.nodes)}."
        )
    return with_leaves(tree, dict.fromkeys(wanted, "Made a leaf by hand."), tree.parameters)


def grow_and_prune(
    dataset: Dataset,
    parameters: Parameters | None = None,
    *,
    overrides: Mapping[int, Split | None] | None = None,
    validation: Dataset | None = None,
    on_node: Callable[[Node], None] | None = None,
) -> Pruning:
    """Grow a tree and prune it, as the knobs say: ``.tree`` is the result, ``.grown`` the tree before.

    Without ``validation``, reduced-error pruning holds out the share ``held_out`` of the rows, drawn
    class by class with ``random_state``, and grows from the rest. Then the rows of the tree are those
    of ``.grown.dataset``. ``on_node`` is told of each node as it is decided.
    """
    parameters = parameters or Parameters()
    if parameters.pruning == "reduced_error" and validation is None:
        held_out = held_out_rows(dataset, parameters)
        validation = dataset.take(np.flatnonzero(held_out))
        dataset = dataset.take(np.flatnonzero(~held_out))
    grown = grow(dataset, parameters, overrides=overrides, on_node=on_node)
    return prune(grown, validation=validation)


def held_out_rows(dataset: Dataset, parameters: Parameters) -> np.ndarray:
    """Which rows reduced-error pruning sets aside, shape (n_rows,): of each class its share, at random.

    Raises DataError where there are too few rows.
    """
    rng = np.random.default_rng(parameters.random_state)
    aside = np.zeros(dataset.n_rows, dtype=bool)
    for c in range(len(dataset.classes)):
        rows = rng.permutation(np.flatnonzero(dataset.target == c))
        aside[rows[: round(len(rows) * parameters.held_out)]] = True
    if not aside.any() or aside.all():
        raise DataError(
            f"{plural(dataset.n_rows, 'row is', 'rows are')} too few to hold some out "
            f"(n_samples={dataset.n_rows}). Give more rows, or prune otherwise."
        )
    return aside
