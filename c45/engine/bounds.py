"""Which bins of a large node may hold its best cut: a bound for each, from their counts alone.

**The bound.** Write S(l) for the score of a cut with l_k rows of class k at most it (scores.py: the sum
of both halves; here without what all cuts share). As a function of l, S is convex, as entropy is
concave; and it is submodular where what is added are rows of different classes: what rows of one
class add to S is never more after rows of another class have been added to the same side. A cut
inside a bin adds some of the bin's rows to what lies below it. By submodularity the classes add at
most the sum of what each adds alone, and by convexity each adds at most the larger of nothing and what
all its rows in the bin add. So with a the counts below the bin and m_k its rows of class k

    S(cut inside)  <=  S(a) + sum_k max(0, S(a + m_k e_k) - S(a)).

A bin whose bound is below the best edge of all bins holds no best cut, and its rows are not sorted.
Bounds are worked out in single precision, with room for its rounding; what is left is then decided in
the same numbers as everywhere. (Interval estimates to skip bins: CLOUDS, Alsabti, Ranka and Singh 1998;
there an estimate, here a bound.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def _c_log_c(c: NDArray[np.float32]) -> NDArray[np.float32]:
    out = np.maximum(c, np.float32(1))
    np.log2(out, out=out)
    out *= c
    return out


def rounding(n: int, n_classes: int) -> float:
    """Room for single precision: 2K + 2 terms of at most ``n log2 n``, each a few units off."""
    return n * np.log2(n) * (n_classes + 2) * 2.0**-19


def candidates(
    table: NDArray, counts: NDArray, least_rows: int, margin: float, by_attribute: bool
) -> tuple[NDArray, NDArray, NDArray]:
    """Edges that may be the best cut, and bins that may hold it.

    table: shape (n_attributes, n_classes, n_bins). margin: how far behind the best a cut may be to
    count. by_attribute: each attribute against its own best, else all against the best of all.

    Returns edges, shape (n_attributes, n_bins): the edge above the bin; bins, the same shape; and the
    counts below each bin, shape (n_attributes, n_classes, n_bins + 1).
    """
    n_attributes, n_classes, n_bins = table.shape
    n = np.float32(counts.sum())
    below = np.zeros((n_attributes, n_classes, n_bins + 1), dtype=np.float32)
    np.cumsum(table, axis=2, dtype=np.float32, out=below[..., 1:])
    n_below = below.sum(axis=1)
    total = counts.astype(np.float32)[None, :, None]
    by_class = _c_log_c(below)
    by_class += _c_log_c(total - below)
    sizes = _c_log_c(n_below)
    sizes += _c_log_c(n - n_below)
    score = by_class.sum(axis=1)
    score -= sizes
    more = n_below[:, None, :-1] + table
    alone = _c_log_c(more)  # the sizes if only one class of the bin is added
    np.subtract(n, more, out=more)
    alone += _c_log_c(more)
    alone -= sizes[:, None, :-1]
    adds = by_class[..., 1:] - by_class[..., :-1]
    adds -= alone
    np.maximum(adds, 0, out=adds)
    bound = adds.sum(axis=1)
    bound += score[:, :-1]
    n_in_bin = n_below[:, 1:] - n_below[:, :-1]
    edge = score[:, 1:]
    side = max(least_rows, 1)
    edge[(n_in_bin == 0) | (n_below[:, 1:] < side) | (n - n_below[:, 1:] < side)] = -np.inf
    best = edge.max(axis=1, keepdims=True) if by_attribute else edge.max()
    least = best - np.float32(margin)
    edges = (edge >= least) & (edge > -np.inf)
    bins = (bound >= least) & (n_in_bin >= 2)
    return edges, bins, below
