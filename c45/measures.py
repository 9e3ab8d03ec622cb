"""All arithmetic, defined once: entropy, Gini, gain, split information.

Every function takes class counts in an array whose *last* axis runs over the classes (or, for
``split_info``, over the branches), with any number of axes before it: ``entropy([9, 5])`` is the
lesson, and the same call scores every cut of a column at once. A table of a split has shape
``(..., n_branches, n_classes)``.

Counts are weights: a row with a missing value goes down every branch with a fraction, so any count
may be fractional. Entropies are in bits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Differences of two impurities below this are rounding noise of the subtraction and read as 0, so
# that no gain is ever -0.0 or -1e-17. The smallest true gain on n rows is about 3/n**2 bits: 3e-12
# for the million rows that the library accepts at most.
NOISE = 1e-13


def shares(counts: ArrayLike) -> NDArray[np.float64]:
    """The share of each class: ``n_k / n``; all zeros where there are no rows.

    counts: shape (..., n_classes). Result: the same shape.

    >>> shares([3, 1]).tolist()
    [0.75, 0.25]
    """
    counts = np.asarray(counts, dtype=float)
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def entropy_terms(counts: ArrayLike) -> NDArray[np.float64]:
    """The summands of the entropy, one a class, in bits: ``-p_k log2 p_k``, and 0 where p_k is 0.

    counts: shape (..., n_classes). Result: the same shape.

    >>> entropy_terms([9, 5]).round(4).tolist()
    [0.4098, 0.5305]
    """
    p = shares(counts)
    log = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return -p * log + 0.0


def entropy(counts: ArrayLike) -> NDArray[np.float64]:
    """How mixed the classes are, in bits: ``-sum p_k log2 p_k`` (Shannon 1948; Quinlan 1986).

    counts: shape (..., n_classes). Result: shape (...); 0 where there are no rows.

    >>> round(float(entropy([9, 5])), 3)
    0.94
    """
    return entropy_terms(counts).sum(axis=-1)


def gini_terms(counts: ArrayLike) -> NDArray[np.float64]:
    """The squares that the Gini index takes from 1, one a class: ``p_k**2``.

    >>> gini_terms([1, 3]).tolist()
    [0.0625, 0.5625]
    """
    return shares(counts) ** 2


def gini(counts: ArrayLike) -> NDArray[np.float64]:
    """Gini index, no unit: ``1 - sum p_k**2`` (Breiman et al. 1984, section 4.1).

    counts: shape (..., n_classes). Result: shape (...); 0 where there are no rows.

    >>> round(float(gini([7, 3])), 2)
    0.42
    """
    total = gini_terms(counts).sum(axis=-1)
    return np.where(total > 0, np.maximum(1.0 - total, 0.0), 0.0)


def misclassification(counts: ArrayLike) -> NDArray[np.float64]:
    """Share of rows outside the largest class: ``1 - max p_k``.

    >>> round(float(misclassification([7, 3])), 2)
    0.3
    """
    p = shares(counts)
    return np.where(p.sum(axis=-1) > 0, 1.0 - p.max(axis=-1), 0.0)


#: The impurity behind each criterion, and the unit it is shown in.
IMPURITY = {"information_gain": entropy, "gain_ratio": entropy, "gini": gini}


def weighted_mean(sizes: ArrayLike, values: ArrayLike) -> NDArray[np.float64]:
    """The mean of the branches' values, each counting with its share of the rows: ``sum (n_b / n) x_b``.

    sizes, values: shape (..., n_branches). Result: shape (...).

    >>> round(float(weighted_mean([5, 4, 5], [0.971, 0, 0.971])), 4)
    0.6936
    """
    return (shares(sizes) * np.asarray(values, dtype=float)).sum(axis=-1)


def weighted_impurity(table: ArrayLike, impurity=entropy) -> NDArray[np.float64]:
    """Impurity left after a split: ``sum (n_b / n) impurity_b``, also called the conditional entropy.

    table: class counts, shape (..., n_branches, n_classes). Result: shape (...).

    >>> round(float(weighted_impurity([[2, 3], [4, 0], [3, 2]])), 3)
    0.694
    """
    table = np.asarray(table, dtype=float)
    return weighted_mean(table.sum(axis=-1), impurity(table))


def difference(before: ArrayLike, after: ArrayLike) -> NDArray[np.float64]:
    """``before - after``, never negative, and exactly 0 where only rounding noise is left.

    >>> float(difference(0.3, 0.1 + 0.2))
    0.0
    """
    drop = np.asarray(before, dtype=float) - np.asarray(after, dtype=float)
    return np.where(drop > NOISE, drop, 0.0)


def gain(table: ArrayLike, impurity=entropy) -> NDArray[np.float64]:
    """What a split removes: the impurity before it minus the weighted impurity after it.

    table: class counts, shape (..., n_branches, n_classes). Result: shape (...), in the unit of
    ``impurity``. With entropy this is the information gain (Quinlan 1986).

    >>> round(float(gain([[2, 3], [4, 0], [3, 2]])), 3)
    0.247
    """
    table = np.asarray(table, dtype=float)
    return difference(impurity(table.sum(axis=-2)), weighted_impurity(table, impurity))


def split_info(branch_sizes: ArrayLike) -> NDArray[np.float64]:
    """Entropy of the branch sizes, in bits: ``-sum (n_b / n) log2 (n_b / n)``.

    branch_sizes: shape (..., n_branches). Rows whose value is missing count as one more branch
    (Quinlan 1993, sections 2.2 and 3.2).

    >>> round(float(split_info([5, 4, 5])), 3)
    1.577
    """
    return entropy(branch_sizes)


def gain_ratio(gain: ArrayLike, split_info: ArrayLike) -> NDArray[np.float64]:
    """``gain / split_info``; 0 where the split information is 0 (Quinlan 1993, section 2.2).

    >>> round(float(gain_ratio(0.2467, 1.5774)), 3)
    0.156
    """
    gain, split_info = np.broadcast_arrays(
        np.asarray(gain, dtype=float), np.asarray(split_info, dtype=float)
    )
    return np.divide(gain, split_info, out=np.zeros(gain.shape), where=split_info > NOISE)
