"""What the knobs ask of a node and of a cut, as numbers; and which knobs the engine knows."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import NDArray

from c45 import measures
from c45.dataset import Dataset
from c45.engine.records import Layout
from c45.engine.scores import HALF
from c45.parameters import Parameters


@dataclass(frozen=True)
class Rules:
    """The knobs of one growth.

    deepest: nodes at this depth are leaves. fewest: so are nodes with fewer rows.
    least_side: rows that a cut must leave on each side. least_drop: what ``gain * n / n_rows`` must
    reach. zero_gain: whether a cut may gain nothing.
    """

    criterion: str
    n_rows: int
    n_classes: int
    deepest: float
    fewest: int
    least_side: int
    least_drop: float
    zero_gain: bool

    @classmethod
    def of(cls, dataset: Dataset, parameters: Parameters) -> Rules:
        p = parameters
        extra = p.depth_convention == "one_level_more"
        return cls(
            criterion=p.criterion,
            n_rows=dataset.n_rows,
            n_classes=len(dataset.classes),
            deepest=math.inf if p.max_depth is None else p.max_depth + extra,
            fewest=max(
                p.rows_needed("min_samples_split", dataset.n_rows), 2 * p.min_branch_rows, 1
            ),
            least_side=max(p.rows_needed("min_samples_leaf", dataset.n_rows), p.min_branch_rows, 1),
            least_drop=p.min_impurity_decrease - measures.NOISE if p.min_impurity_decrease else 0.0,
            zero_gain=p.zero_gain,
        )


def supports(dataset: Dataset, parameters: Parameters) -> bool:
    """Whether the engine grows this tree: attributes that are numbers, no gaps, no weights, the first
    of equal splits; depth first, by information gain or Gini. All else is grown by the plain search.

    >>> import pandas as pd
    >>> table = Dataset.from_frame(pd.DataFrame({"x": [1, 2], "y": ["a", "b"]}), target="y")
    >>> supports(table, Parameters()), supports(table, Parameters(tie_rule="last"))
    (True, False)
    """
    p = parameters
    knobs = (
        p.criterion in HALF
        and p.max_leaf_nodes is None
        and p.splitter == "best"
        and p.tie_rule == "first"
        and p.majority_tie == "first_class"
        and p.arithmetic == "exact"
        and not (p.cut_minimum or p.cut_penalty or p.collapse)
    )
    if not knobs or dataset.weights is not None or not dataset.n_rows:
        return False
    offered = [(dataset.attribute(name), dataset.column(name)) for name in dataset.offered]
    return (
        bool(offered)
        and all(a.is_continuous for a, _ in offered)
        and Layout.of(dataset.n_rows, len(dataset.classes)).fits
        and all(_finite(column) for _, column in offered)
    )


def _finite(column: NDArray) -> bool:
    """No gap and no infinite value; a gap, NaN, is the least and the largest of its column."""
    return math.isfinite(column.min()) and math.isfinite(column.max())
