"""What the knobs ask of a node and of a cut, as numbers; and which knobs the engine knows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.allowed import counted_rows
from c45.dataset import Dataset
from c45.engine.records import Layout
from c45.parameters import Parameters


@dataclass(frozen=True)
class Rules:
    """The knobs of one growth.

    n_rows: rows that count. total: their weight. deepest: nodes at this depth are leaves. fewest: so
    are nodes with fewer rows. least_side: rows that a branch must have. least_weight: weight that two
    branches must have. least_drop: what ``gain * n / total`` must reach. zero_gain: whether a cut may
    gain nothing. in_average: which of the attributes offered count in the average gain.
    """

    criterion: str
    n_rows: int
    total: float
    n_classes: int
    deepest: float
    fewest: int
    least_side: int
    least_weight: float
    least_drop: float
    zero_gain: bool
    average_gain_rule: bool
    in_average: NDArray[np.bool_]

    @classmethod
    def of(cls, dataset: Dataset, parameters: Parameters) -> Rules:
        p = parameters
        extra = p.depth_convention == "one_level_more"
        n_rows = dataset.n_rows
        if dataset.weights is not None:
            n_rows = int(counted_rows(dataset).sum())
        return cls(
            criterion=p.criterion,
            n_rows=n_rows,
            total=n_rows if dataset.weights is None else float(dataset.class_counts.sum()),
            n_classes=len(dataset.classes),
            deepest=math.inf if p.max_depth is None else p.max_depth + extra,
            fewest=max(p.rows_needed("min_samples_split", n_rows), 1),
            least_side=max(p.rows_needed("min_samples_leaf", n_rows), 1),
            least_weight=p.min_branch_rows,
            least_drop=p.min_impurity_decrease - measures.NOISE if p.min_impurity_decrease else 0.0,
            zero_gain=p.zero_gain,
            average_gain_rule=p.average_gain_rule,
            in_average=_in_average(dataset, parameters),
        )

    @property
    def least_rows(self) -> int:
        """Rows that a side of a cut must have where each row counts once."""
        return max(self.least_side, self.least_weight)

    @property
    def fewest_whole(self) -> int:
        """Rows that a node must have to be searched, where each row counts once."""
        return max(self.fewest, 2 * self.least_weight)


def _in_average(dataset: Dataset, parameters: Parameters) -> NDArray[np.bool_]:
    """Not those with very many categories, unless all have: see ``search._many_values``."""
    if not parameters.many_values_rule:
        return np.ones(len(dataset.offered), dtype=bool)
    offered = [dataset.attribute(name) for name in dataset.offered]
    least = 0.3 * counted_rows(dataset).sum() - 1e-9
    many = np.array([not a.is_continuous and len(a.categories) >= least for a in offered])
    return ~many if not many.all() else np.ones(len(offered), dtype=bool)


def supports(dataset: Dataset, parameters: Parameters) -> bool:
    """Whether the engine grows this tree: depth first, by the first of equal splits, a branch for
    each category, exact arithmetic. All else is grown by the plain search.

    >>> import pandas as pd
    >>> table = Dataset.from_frame(pd.DataFrame({"x": [1, 2], "y": ["a", "b"]}), target="y")
    >>> supports(table, Parameters()), supports(table, Parameters(tie_rule="last"))
    (True, False)
    """
    p = parameters
    knobs = (
        p.max_leaf_nodes is None
        and p.splitter == "best"
        and p.tie_rule == "first"
        and p.majority_tie == "first_class"
        and p.arithmetic == "exact"
        and not (p.cut_minimum or p.cut_penalty or p.collapse)
    )
    if not knobs or not dataset.n_rows or not dataset.offered:
        return False
    if dataset.weights is not None and not _fit_to_count(dataset.weights):
        return False
    offered = [dataset.attribute(name) for name in dataset.offered]
    by_branch = p.categorical_split == "multiway" or all(a.is_continuous for a in offered)
    return by_branch and Layout.of(dataset.n_rows, len(dataset.classes)).fits


def _fit_to_count(weights: NDArray) -> bool:
    """No weight so small beside the others, or in itself, that it would be lost in a sum."""
    there = weights[weights > 0]
    if not len(there):
        return False
    return bool(there.min() >= 1e-6 * there.max() and 1e-6 <= there.max() <= 1e6)


def is_plain_numbers(dataset: Dataset) -> bool:
    """Whether each row counts once, and all attributes offered are numbers without a gap."""
    if dataset.weights is not None:
        return False
    for name in dataset.offered:
        if not dataset.attribute(name).is_continuous or not _finite(dataset.column(name)):
            return False
    return True


def _finite(column: NDArray) -> bool:
    """No gap and no infinite value; a gap, NaN, is the least and the largest of its column."""
    return math.isfinite(column.min()) and math.isfinite(column.max())
