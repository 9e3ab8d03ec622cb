"""Columns in bins: the coarse view by which a large node is searched.

A column's values fall into bins by a code that never falls as the value rises, so between two bins
there is a cut, and the cuts inside a bin lie between those at its ends. Bins hold about equally many
rows, as their edges are quantiles of a sample; if they do not, the search is slower and just as exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Bins a column, and the equal steps from its lowest to its highest value by which they are looked up.
BINS, STEPS = 1024, 65_536

#: Rows that are coded together, so that what lies between stays in the cache.
_BLOCK = 16_384

_SAMPLE = 20_000


def binned(column: NDArray[np.float64]) -> NDArray[np.uint16]:
    """The bin of each value: 0 to BINS - 1, rising with the value."""
    low, high = float(column.min()), float(column.max())
    code = np.zeros(len(column), dtype=np.uint16)
    if low == high:
        return code
    scale = (STEPS - 1) / (high - low)
    if not (np.isfinite(high - low) and np.isfinite(scale)):
        return _by_order(column)
    sample = np.sort(column[:: max(1, len(column) // _SAMPLE)])
    step = ((sample - low) * scale).astype(np.int64)
    in_step = np.bincount(step, minlength=STEPS)
    before = in_step.cumsum() - in_step  # values of the sample in lower steps
    bin_of = np.minimum(before * BINS // len(sample), BINS - 1).astype(np.uint16)
    for a in range(0, len(column), _BLOCK):
        part = column[a : a + _BLOCK] - low
        part *= scale
        np.take(bin_of, part.astype(np.uint16), out=code[a : a + _BLOCK])
    fullest = np.bincount(bin_of, weights=in_step, minlength=BINS).max()
    if fullest > len(sample) // 16 and np.count_nonzero(sample[1:] > sample[:-1]) > 64:
        return _by_order(column)  # most values lie in a few steps: a heavy tail
    return code


def _by_order(column: NDArray[np.float64]) -> NDArray[np.uint16]:
    """Bins of equally many rows, and equal values in one: from a full sort."""
    order = np.argsort(column, kind="stable")
    ordered = column[order]
    first = np.ones(len(column), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    place = np.maximum.accumulate(np.where(first, np.arange(len(column)), 0))
    code = np.empty(len(column), dtype=np.uint16)
    code[order] = place * BINS // len(column)
    return code


def table_of(codes, rows, label: NDArray, n_classes: int, n_bins: int, shift: int) -> NDArray:
    """Rows of each class in each bin, shape (n_attributes, n_classes, n_bins).

    label: the class of each of the rows. shift: by how many bits codes are coarser than in ``codes``.
    rows: None for all.
    """
    out = np.empty((len(codes), n_classes, n_bins), dtype=np.int32)
    base = label.astype(np.int64) * n_bins
    cell = np.empty(len(base), dtype=np.int64)
    for j, code in enumerate(codes):
        here = code if rows is None else code.take(rows)
        np.add(base, here >> shift if shift else here, out=cell)
        out[j] = np.bincount(cell, minlength=n_classes * n_bins).reshape(n_classes, n_bins)
    return out


def coarser(table: NDArray) -> NDArray:
    """The same table with two bins in one."""
    return table[..., ::2] + table[..., 1::2]
