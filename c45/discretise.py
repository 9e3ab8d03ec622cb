"""A column of numbers into intervals: where the boundaries stand.

Equal width, equal frequency, or by entropy with the stop of Fayyad and Irani. Boundaries are upper
ends: a value equal to one belongs below it, as with the thresholds of a tree.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.errors import DataError
from c45.notation import separating

#: Intervals at most: more are no help to anybody.
MOST_INTERVALS = 100


def equal_width(values: NDArray, n: int) -> tuple[float, ...]:
    """The n - 1 boundaries of n intervals of one width between the smallest and the largest value.

    Each is written in the fewest digits that part the same rows. Raises DataError.

    >>> equal_width(np.array([0, 2, 7, 9]), 3)
    (3.0, 6.0)
    """
    values = _known(values, n)
    low, high = float(values[0]), float(values[-1])
    # Weighted ends, as the distance of two huge values would be infinite.
    return _short([low * (1 - i / n) + high * (i / n) for i in range(1, n)], values)


def equal_frequency(values: NDArray, n: int) -> tuple[float, ...]:
    """Boundaries of at most n intervals that hold as equal numbers of rows as equal values allow.

    Each stands midway between two neighbouring values, at the step nearest to i/n of the rows.
    Raises DataError.

    >>> equal_frequency(np.array([1, 2, 3, 4, 10, 50]), 3), equal_frequency(np.array([1, 1, 1, 2]), 2)
    ((2.5, 7.0), (1.5,))
    """
    values = _known(values, n)
    steps = np.flatnonzero(values[1:] > values[:-1]) + 1  # rows before each possible boundary
    wanted = [len(values) * i / n for i in range(1, n)]
    chosen = sorted({int(steps[np.abs(steps - w).argmin()]) for w in wanted})
    return tuple(_between(float(values[s - 1]), float(values[s])) for s in chosen)


def entropy_mdl(values: NDArray, target: NDArray, n_classes: int) -> tuple[float, ...]:
    """Boundaries that entropy chooses, and the description length ends (none where none pays).

    An interval S of N rows is cut where the weighted entropy of the two sides is least, as long as::

        gain > (log2(N - 1) + log2(3**k - 2) - (k Ent(S) - k1 Ent(S1) - k2 Ent(S2))) / N

    k, k1, k2: how many classes occur in S and on its two sides. Fayyad and Irani, Multi-interval
    discretization of continuous-valued attributes, IJCAI 1993.
    values: NaN for a gap. target: codes of classes, the same shape.

    >>> entropy_mdl(np.arange(20.0), np.repeat([0, 1], 10), 2)
    (9.5,)
    """
    known = ~np.isnan(values)
    distinct, code = np.unique(values[known], return_inverse=True)
    cells = np.bincount(code * n_classes + target[known], minlength=len(distinct) * n_classes)
    table = cells.reshape(len(distinct), n_classes)
    found, waiting = [], [(0, len(distinct))]
    while waiting:
        start, stop = waiting.pop()
        at = _best_cut(table[start:stop])
        if at is None:
            continue
        at += start
        found.append(_between(float(distinct[at]), float(distinct[at + 1])))
        waiting += [(start, at + 1), (at + 1, stop)]
    return tuple(sorted(found))


def _best_cut(table: NDArray) -> int | None:
    """The row of the table behind which the cut pays, or None. table: (n_values, n_classes)."""
    if len(table) < 2:
        return None
    left = np.cumsum(table, axis=0)
    whole, left = left[-1], left[:-1]
    sides = np.stack([left, whole - left], axis=1)
    gains = measures.gain(sides)
    at = int((gains >= gains.max() - measures.NOISE).argmax())
    n, k = int(whole.sum()), int((whole > 0).sum())
    on_sides = (sides[at] > 0).sum(axis=-1)
    change = k * measures.entropy(whole) - (on_sides * measures.entropy(sides[at])).sum()
    # log2 of a whole number of any size: 3**k overflows a double from 647 classes on.
    cost = (math.log2(n - 1) + math.log2(3**k - 2) - float(change)) / n
    return at if gains[at] > cost else None


def codes_of(values: NDArray, boundaries: tuple[float, ...], *, closed: str = "right") -> NDArray:
    """The number of the interval of each value, -1 for a gap.

    closed: "right" puts a value equal to a boundary below it, "left" above it.

    >>> codes_of(np.array([17, 18, 40, np.nan]), (18, 40)).tolist()
    [0, 0, 1, -1]
    >>> codes_of(np.array([17, 18, 40, np.nan]), (18, 40), closed="left").tolist()
    [0, 1, 2, -1]
    """
    side = "left" if closed == "right" else "right"
    codes = np.searchsorted(np.array(boundaries), values, side=side).astype(np.int64)
    return np.where(np.isnan(values), -1, codes)


def _known(values: NDArray, n: int) -> NDArray:
    if not 2 <= n <= MOST_INTERVALS:
        raise DataError(f"{n} intervals were asked for; it can be 2 to {MOST_INTERVALS}.")
    values = np.sort(values[~np.isnan(values)])
    if not len(values) or values[0] == values[-1]:
        raise DataError("The column has fewer than two different values, so it cannot be cut.")
    return values


def _between(lower: float, upper: float) -> float:
    middle = lower / 2 + upper / 2  # the sum of two huge values would overflow
    return float(separating(middle if lower <= middle < upper else lower, lower, upper))


def _short(boundaries: list[float], values: NDArray) -> tuple[float, ...]:
    """The boundaries in the fewest digits that part the same rows, still rising."""
    out: list[float] = []
    for exact in boundaries:
        at = int(np.searchsorted(values, exact, side="right"))
        if not 0 < at < len(values):
            continue
        short = float(separating(exact, float(values[at - 1]), float(values[at])))
        boundary = short if not out or short > out[-1] else exact
        if not out or boundary > out[-1]:
            out.append(boundary)
    return tuple(out)
