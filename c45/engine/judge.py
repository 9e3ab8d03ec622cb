"""What the engine cannot be sure of is asked of the plain search itself, so it is right by definition."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report
from c45.splits import Split


def plain_split(dataset: Dataset, portion: Portion, parameters: Parameters) -> Split | None:
    """The split that the plain search chooses for some rows; None where it chooses none."""
    chosen = node_report(dataset, portion, parameters).chosen
    return chosen.split if chosen else None


def plain_cut(
    dataset: Dataset, rows: NDArray[np.int64], parameters: Parameters
) -> tuple[int, int, NDArray] | None:
    """The same among numbers: the attribute's position among those offered, how many rows go left,
    and their class counts."""
    rows = np.sort(rows)
    split = plain_split(dataset, Portion(rows), parameters)
    if split is None:
        return None
    left = rows[split.branch_of(dataset.column(split.attribute)[rows]) == 0]
    counts = np.bincount(dataset.target[left], minlength=len(dataset.classes))
    return dataset.offered.index(split.attribute), len(left), counts
