"""The rows that reach a node, each with its weight, and how they go down a split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.splits import Split


@dataclass(frozen=True, eq=False)
class Portion:
    """The rows that reach a node, and the weight with which each of them does.

    rows: row numbers, shape (n,). weights: shape (n,), or None where every row counts once.
    """

    rows: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    @classmethod
    def everything(cls, dataset: Dataset) -> Portion:
        """All rows of a table; rows with weight 0 are left out, as if they were not there."""
        rows = np.arange(dataset.n_rows)
        if dataset.weights is None:
            return cls(rows)
        rows = rows[dataset.weights > 0]
        weights = dataset.weights[rows]
        return cls(rows, None if (weights == 1).all() else weights)

    @property
    def n(self) -> float:
        """Number of rows, by weight."""
        return len(self.rows) if self.weights is None else float(self.weights.sum())

    def where(self, mask: NDArray) -> Portion:
        return Portion(self.rows[mask], None if self.weights is None else self.weights[mask])

    def class_counts(self, dataset: Dataset) -> NDArray:
        """Weight of each class, shape (n_classes,): integers where no row counts in part."""
        return np.bincount(
            dataset.target[self.rows], weights=self.weights, minlength=len(dataset.classes)
        )

    def divided(self, split: Split, dataset: Dataset) -> list[Portion]:
        """The portions that go down each branch of a split.

        A row whose value is missing goes down every branch that has known rows, each time with the
        branch's share of the known weight (Quinlan 1993, section 3.2).
        """
        branch = split.branch_of(dataset.column(split.attribute)[self.rows])
        known = branch >= 0
        if known.all():
            return [self.where(branch == b) for b in range(split.n_branches)]
        weights = np.ones(len(self.rows)) if self.weights is None else self.weights
        sizes = np.bincount(branch[known], weights=weights[known], minlength=split.n_branches)
        total = sizes.sum()
        parts = []
        for b in range(split.n_branches):
            if sizes[b] <= 0:
                parts.append(Portion(self.rows[:0], weights[:0]))
                continue
            here = (branch == b) | ~known
            share = np.where(known, 1.0, sizes[b] / total)
            parts.append(Portion(self.rows[here], (weights * share)[here]))
        return parts
