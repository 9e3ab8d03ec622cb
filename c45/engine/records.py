"""Presorted records: the table sorted once by every attribute, and never again.

A record is one value of one row in one integer: ``rank << .. | class << .. | row``. The rank counts
the different values of the column from below, so records sort like values, two neighbours have
different values exactly if their exclusive-or reaches the rank's bits, and equal values are equal
ranks. Sorting once is enough: picking the records of some rows out of a sorted list leaves them
sorted, so a child's lists are picked out of its parent's (SLIQ, Mehta, Agrawal and Rissanen 1996).

Nodes lie one after the other, and in a node one segment an attribute:
``[node 0: attribute 0, attribute 1, ...][node 1: attribute 0, ...]``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Up to this many rows, all columns are sorted in one call.
SMALL = 4096


@dataclass(frozen=True)
class Layout:
    """Where rank, class and row lie in a record."""

    row_bits: int
    class_bits: int

    @classmethod
    def of(cls, n_rows: int, n_classes: int) -> Layout:
        return cls(max(n_rows - 1, 1).bit_length(), max(n_classes - 1, 1).bit_length())

    @property
    def fits(self) -> bool:
        """Whether rank, class and row have room in 63 bits; ranks are fewer than rows."""
        return 2 * self.row_bits + self.class_bits <= 63

    @property
    def row_mask(self) -> int:
        return (1 << self.row_bits) - 1

    @property
    def class_mask(self) -> int:
        return (1 << self.class_bits) - 1

    @property
    def least_rank(self) -> int:
        """The lowest bit of the rank: an exclusive-or below it means equal values."""
        return 1 << (self.row_bits + self.class_bits)


def presorted(values: NDArray[np.float64], target: NDArray, layout: Layout) -> NDArray[np.int64]:
    """The records of a table, sorted by attribute: shape (n_attributes, n_rows), one node.

    values: one row an attribute, without gaps.
    """
    n_attributes, n_rows = values.shape
    label = target << layout.row_bits
    shift = layout.row_bits + layout.class_bits
    records = np.zeros((n_attributes, n_rows), dtype=np.int64)
    if n_rows <= SMALL:
        order = values.argsort(axis=1)
        ordered = np.take_along_axis(values, order, axis=1)
        np.cumsum(ordered[:, 1:] != ordered[:, :-1], axis=1, out=records[:, 1:])
        records <<= shift
        records |= label.take(order)
        records |= order
        return records
    for record, column in zip(records, values):
        order = sorted_rows(column)
        ordered = column.take(order)
        np.cumsum(ordered[1:] != ordered[:-1], out=record[1:])
        record <<= shift
        record |= label.take(order)
        record |= order
    return records


def sorted_rows(column: NDArray[np.float64]) -> NDArray[np.int64]:
    """The rows of a column from its lowest to its highest value.

    Doubles sort like integers once the bits of negative ones are turned over. The row number takes
    the place of the lowest bits, so one sort of integers, which is several times faster than an
    argsort, gives the order; where those bits mattered, it is sorted again in full.
    """
    n_rows = len(column)
    low = (1 << max(n_rows - 1, 1).bit_length()) - 1
    key = (column + 0.0).view(np.int64)  # + 0.0: 0 and -0 are one value
    key = key ^ ((key >> 63) & 0x7FFFFFFFFFFFFFFF)
    key &= ~low
    key |= np.arange(n_rows)
    key.sort()
    key &= low
    ordered = column.take(key)
    if (ordered[1:] < ordered[:-1]).any():
        return np.argsort(column, kind="stable")
    return key


def part(
    records: NDArray[np.int64],
    goes: NDArray[np.uint8],
    layout: Layout,
    n_left: int,
    n_right: int,
) -> NDArray[np.int64]:
    """The records of the rows that go on: first of all left children, then of all right ones.

    goes: for each row 1 (left), 2 (right) or 0 (into a leaf, so its records are done with).
    The order inside is kept, so the children's segments are sorted and lie as the parents' did.
    """
    side = goes.take(records & layout.row_mask)
    out = np.empty(n_left + n_right, dtype=np.int64)
    np.compress(side == 1, records, out=out[:n_left])
    np.compress(side == 2, records, out=out[n_left:])
    return out
