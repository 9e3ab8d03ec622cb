"""What a cut is worth, from a table; and how sure that number is.

Both measures are a sum over the two sides. With c_k rows of class k among n on a side, its *half* is

    entropy   h = sum c_k log2 c_k - n log2 n      (that is -n times the entropy of the side)
    Gini      h = sum c_k**2 / n                   (that is n - n times the Gini index)

and the gain of a cut is ``(h(left) + h(right) - h(node)) / n``. So cuts of a node rank by
``h(left) + h(right)``, and with ``k log2 k`` in a table no logarithm is taken in the search.

**Why the engine finds the plain search's split.** The plain search calls scores equal that differ
by at most ``tolerance = 1e-9 * gain + NOISE``, and takes the first of equals. ``Certainty`` bounds by
how much a gain computed here can differ from one computed there (``error``). Then

- a cut that is behind the best by more than four tolerances and errors is not taken there either: a
  cut that is taken is within one tolerance of the best of its attribute, and that one, or the cut
  its attribute offers in its place, within one of the best of all;
- cuts that are behind by less than a tolerance and two errors fewer are equal there too.

Where every cut is of one of the two kinds, the first of the equals is the split of the plain search.
Where one is of neither, the node is handed to the plain search itself (``judge.py``).
"""

from __future__ import annotations

from functools import lru_cache
from math import log2

import numpy as np
from numpy.typing import NDArray

from c45.measures import NOISE
from c45.parameters import ARITHMETIC

TIE = ARITHMETIC["exact"].tie

#: Packed counts of at most this many bits have both halves of a cut looked up in one table.
BITS_IN_ONE_TABLE = 16

_EPS = 2.0**-52


@lru_cache(maxsize=1)
def _grown(size: int) -> NDArray[np.float64]:
    k = np.arange(size, dtype=float)
    k[0] = 1.0
    table = k * np.log2(k)
    table.flags.writeable = False
    return table


_sizes = [1024]


def k_log_k(n: int) -> NDArray[np.float64]:
    """The table of ``k log2 k`` for k from 0 to at least n; 0 for k = 0."""
    if n >= _sizes[0]:
        _sizes[0] = 1 << (n + 1).bit_length()
    return _grown(_sizes[0])


def entropy_half(counts: list[NDArray], n: NDArray, largest: int) -> NDArray[np.float64]:
    """``sum c_k log2 c_k - n log2 n`` of many sides; counts: one array a class."""
    table = k_log_k(largest)
    half = table.take(counts[0])
    for c in counts[1:]:
        half += table.take(c)
    half -= table.take(n)
    return half


def gini_half(counts: list[NDArray], n: NDArray, largest: int) -> NDArray[np.float64]:
    """``sum c_k**2 / n`` of many sides. The sum is of integers below 2**53, so it is exact."""
    half = counts[0] * counts[0]
    for c in counts[1:]:
        half += c * c
    return half / np.maximum(n, 1)


def _k_log_k(k: int) -> float:
    return k * log2(k) if k else 0.0


def entropy_half_of_one(counts: list[int], n: int) -> float:
    return sum(map(_k_log_k, counts)) - _k_log_k(n)


def gini_half_of_one(counts: list[int], n: int) -> float:
    return sum(c * c for c in counts) / n


HALF_OF_ONE = {
    "information_gain": entropy_half_of_one,
    "gain_ratio": entropy_half_of_one,
    "gini": gini_half_of_one,
}
HALF = {"information_gain": entropy_half, "gain_ratio": entropy_half, "gini": gini_half}


def halves(criterion: str):
    """The function that gives the halves of many sides from class weights, whole or not.

    counts: first axis the classes; n: their sums.
    """
    return _entropy_halves if criterion != "gini" else _gini_halves


def _entropy_halves(counts: NDArray, n: NDArray) -> NDArray[np.float64]:
    if counts.dtype.kind == "i":
        return entropy_half(list(counts), n, int(n.max(initial=0)))
    half = -_c_log_c(n)
    for c in counts:
        half += _c_log_c(c)
    return half


def _c_log_c(c: NDArray[np.float64]) -> NDArray[np.float64]:
    """``c log2 c``, 0 for c = 0 (and for what rounding leaves below it)."""
    c = np.maximum(c, 1e-300)
    return c * np.log2(c)


def _gini_halves(counts: NDArray, n: NDArray) -> NDArray[np.float64]:
    squares = sum(c.astype(float) ** 2 for c in counts)
    return np.divide(squares, n, out=np.zeros(n.shape), where=n > 0)


class Certainty:
    """By how much a gain computed here may differ from the plain search's, and what follows from it.

    The error, for a node of n rows and K classes. Here: each of the 2K + 2 table entries is off by
    1.5 units in the last place, and together they are at most 2 n log2 n; each of the 2K + 2
    additions rounds a sum of at most n log2 n by half a unit. Divided by n, that is at most
    (K + 4) log2 n units. There: a sum of K terms ``p log2 p``, each off by a few units, none above
    0.54, and the weighting by branch: at most K + 8 units. The Gini index is surer than that.
    """

    def __init__(self, n_classes: int) -> None:
        self.here = (n_classes + 4) * _EPS
        self.there = (n_classes + 8) * _EPS

    def error(self, n):
        """How far apart the two gains of one cut can be. n: rows of the node, or an array of them."""
        return self.here * (np.log2(n) + 1) + self.there

    def error_of_one(self, n: int) -> float:
        """``error`` for one node."""
        return self.here * (log2(n) + 1) + self.there

    def margins(self, gain, n, error):
        """(equal, near): in units of the halves, how far behind the best a cut is surely equal to
        it, and from where on it is surely of no account. ``equal`` is negative where none is sure.
        gain: of the best cut, not below 0."""
        tolerance = TIE * gain + NOISE
        # 0.99: the plain search takes the tolerance of a score that may be a tolerance smaller.
        return n * (0.99 * tolerance - 2 * error), n * (4 * tolerance + 4 * error)
