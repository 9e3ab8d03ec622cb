"""What the engine cannot be sure of is asked of the plain search itself, so it is right by definition."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report


def plain_cut(
    dataset: Dataset, rows: NDArray[np.int64], parameters: Parameters
) -> tuple[int, int, NDArray] | None:
    """The split that the plain search chooses for some rows: its attribute's position among those
    offered, how many rows go left, and their class counts; None where it chooses none."""
    rows = np.sort(rows)
    chosen = node_report(dataset, Portion(rows), parameters).chosen
    if chosen is None:
        return None
    left = rows[chosen.split.branch_of(dataset.column(chosen.attribute)[rows]) == 0]
    counts = np.bincount(dataset.target[left], minlength=len(dataset.classes))
    return dataset.offered.index(chosen.attribute), len(left), counts
