"""One node at a time, when few are left to decide: a pass over its records as a table, one row an
attribute. Small tables grow in this way, where the upkeep of a pass over many nodes costs more than
the search."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from c45.engine.level import LEAF, UNSURE
from c45.engine.packed import packing
from c45.engine.records import Layout
from c45.engine.rules import Rules
from c45.engine.scores import Certainty
from c45.measures import NOISE


def best_cut(
    records: NDArray[np.int64],
    counts: list[int],
    layout: Layout,
    rules: Rules,
    certainty: Certainty,
) -> tuple[int, int, list[int]]:
    """The cut that the plain search would choose in one node: attribute, place in its list, counts
    at most the cut. The attribute is LEAF where there is none, UNSURE where it must be asked.

    records: shape (n_attributes, n). Every cut is tried.
    """
    n = records.shape[1]
    is_cut = (records[:, 1:] ^ records[:, :-1]) >= layout.least_rank
    pack = packing(len(counts), n.bit_length(), rules.criterion)
    label = records[:, :-1] >> layout.row_bits
    label &= layout.class_mask
    sides = []  # of each word, the counts at most each cut, and those above it
    for one in pack.one:
        both = np.empty((2, *label.shape), dtype=np.int64)
        np.add.accumulate(one.take(label), axis=1, out=both[0])
        np.subtract(one.dot(counts), both[0], out=both[1])
        sides.append(both)
    halves = pack.half(sides, _sizes(n))
    score = halves[0]
    score += halves[1]
    side = rules.least_rows
    if side > 1:
        is_cut[:, : side - 1] = False
        is_cut[:, n - side :] = False
    score[~is_cut] = -np.inf
    best = int(score.argmax())
    top = score.item(best)
    if top == -np.inf:
        return LEAF, 0, []
    gain = (top - pack.half_of_one(counts, n)) / n
    error = certainty.error_of_one(n)
    if gain + error < NOISE:  # then the plain search reads every gain here as 0
        if not rules.zero_gain or rules.least_drop > 0:
            return LEAF, 0, []
        best = int(is_cut.argmax())  # all cuts tie
    else:
        equal, near = certainty.margins(max(gain, 0.0), n, error)
        if gain - near / n <= NOISE + error:
            return UNSURE, 0, []
        n_near = np.count_nonzero(score >= top - near)
        if n_near > 1:
            is_equal = score >= top - equal
            if np.count_nonzero(is_equal) != n_near:
                return UNSURE, 0, []
            best = int(is_equal.argmax())
        if rules.least_drop > 0:
            share = n / rules.n_rows
            if (gain + error) * share < rules.least_drop:
                return LEAF, 0, []
            if (gain - near / n - error) * share < rules.least_drop:
                return UNSURE, 0, []
    attribute, at = divmod(best, n - 1)
    return attribute, at, pack.counts_in([both.item(best) for both in sides])


@lru_cache(maxsize=4096)
def _sizes(n: int) -> NDArray[np.int64]:
    """The rows at most each cut, and above it, shape (2, 1, n - 1)."""
    n_left = np.arange(1, n)
    return np.stack([n_left, n_left[::-1]])[:, None]
