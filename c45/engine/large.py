"""Large nodes, one by one: most of their cuts are never looked at (see bounds.py).

Of the two children of a node only the rows of the smaller are counted: the other's table is what is left of
the parent's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from c45.engine.binned import BINS, binned, coarser, table_of
from c45.engine.bounds import candidates, rounding
from c45.engine.choosing import LEAF, UNSURE, Best, chosen_attributes
from c45.engine.packed import packing
from c45.engine.records import Layout, sorted_rows
from c45.engine.rules import Rules
from c45.engine.scores import Certainty
from c45.measures import NOISE

#: Nodes of fewer rows are decided from presorted records.
FEWEST_ROWS = 2048

#: Tables of fewer rows are sorted at once, which costs less than bins save.
FEWEST_TO_BIN = 32_768

#: A node's table has at most so many cells; where bins would be fewer than FEWEST_BINS, it has none.
CELLS, FEWEST_BINS = 1_500_000, 128

#: Rows a bin that are worth it.
_ROWS_A_BIN = 64


class Large(NamedTuple):
    """A large node that waits. rows: None for all rows. shift: how much coarser its table is."""

    rows: NDArray[np.int64] | None
    id: int
    depth: int
    counts: NDArray[np.int64]
    table: NDArray[np.int32]
    shift: int


class Cut(NamedTuple):
    """Where a large node is cut. left: class counts at most the cut."""

    attribute: int
    lower: float
    upper: float
    left: NDArray[np.int64]
    goes_left: NDArray[np.bool_]


class Binned:
    """A table of numbers in bins, and the search for the best cut of a large node."""

    def __init__(self, columns, target, rules: Rules, certainty: Certainty) -> None:
        self.columns, self.target = columns, target
        self.rules, self.certainty = rules, certainty
        self.label = target.astype(np.uint8 if rules.n_classes <= 256 else np.int64)
        self.codes = [binned(column) for column in columns]
        self.by_attribute = rules.criterion == "gain_ratio"

    @staticmethod
    def worth_it(n_rows: int, n_attributes: int, rules: Rules) -> bool:
        return (
            rules.criterion != "gini"
            and FEWEST_TO_BIN <= n_rows < 1 << 24
            and n_attributes * rules.n_classes * FEWEST_BINS <= CELLS
        )

    def shift_for(self, n_rows: int) -> int:
        """How much coarser the table of a node is."""
        shift, cells = 0, len(self.codes) * self.rules.n_classes * BINS
        while (BINS >> shift) > FEWEST_BINS and (
            (BINS >> shift) * _ROWS_A_BIN > n_rows or cells >> shift > CELLS
        ):
            shift += 1
        return shift

    def root(self, counts: NDArray[np.int64]) -> Large:
        shift = self.shift_for(len(self.label))
        return Large(None, 0, 0, counts, self.table(None, shift), shift)

    def table(self, rows, shift: int) -> NDArray[np.int32]:
        label = self.label if rows is None else self.label.take(rows)
        return table_of(self.codes, rows, label, self.rules.n_classes, BINS >> shift, shift)

    def child(self, rows, node_id, depth, counts, table, shift) -> Large:
        """A node with a table as coarse as suits it."""
        fits = self.shift_for(len(rows))
        while shift < fits:
            table, shift = coarser(table), shift + 1
        return Large(rows, node_id, depth, counts, table, shift)

    def best_cut(self, node: Large) -> Cut | int:
        """The cut that the plain search would choose; LEAF where there is none, or UNSURE."""
        rules, counts = self.rules, node.counts
        n, n_classes = int(counts.sum()), len(counts)
        margin = 2 * rounding(n, n_classes)
        edges, bins, below = candidates(
            node.table, counts, rules.least_rows, margin, self.by_attribute
        )
        if not edges.any() and not bins.any():
            return LEAF
        pack = packing(n_classes, n.bit_length(), rules.criterion)
        found = [self._cuts_at_edges(edges, below)]
        for j in np.flatnonzero(bins.any(axis=1)).tolist():
            inside = self._cuts_inside(node, j, bins[j], below[j], pack)
            if inside is not None:
                found.append(inside)
        attribute, bin_, lower, upper, left = (np.concatenate(p) for p in zip(*found))
        n_left = left.sum(axis=1)
        side = max(rules.least_rows, 1)
        keep = np.flatnonzero((n_left >= side) & (n - n_left >= side))
        if not len(keep):
            return LEAF
        # By attribute, then from the lowest value up: cuts inside a bin come before its upper edge.
        order = np.lexsort((np.where(np.isnan(lower), np.inf, lower), bin_, attribute))
        order = order[np.isin(order, keep)] if len(keep) < len(order) else order
        attribute, bin_, lower, upper = (x[order] for x in (attribute, bin_, lower, upper))
        left, n_left = left[order], n_left[order]
        score = pack.half_of(list(left.T), n_left, n)
        score += pack.half_of(list((counts - left).T), n - n_left, n)
        of_node = pack.half_of_one(counts.tolist(), n)
        i = (
            self._ratio(attribute, score, n_left, of_node, n)
            if self.by_attribute
            else (self._gain(score, of_node, n))
        )
        if i < 0:
            return i
        j = int(attribute[i])
        values = self.columns[j] if node.rows is None else self.columns[j].take(node.rows)
        if np.isnan(lower[i]):
            code = self.codes[j] if node.rows is None else self.codes[j].take(node.rows)
            goes_left = code < (bin_[i] + 1) << node.shift
        else:
            goes_left = values <= lower[i]
        low, high = values.compress(goes_left).max(), values.compress(~goes_left).min()
        return Cut(j, float(low), float(high), left[i], goes_left)

    def _cuts_at_edges(self, edges, below):
        attribute, bin_ = np.nonzero(edges)
        left = below[attribute, :, bin_ + 1].astype(np.int64)
        nowhere = np.full(len(bin_), np.nan)
        return attribute, bin_, nowhere, nowhere, left

    def _cuts_inside(self, node: Large, j: int, bins, below, pack):
        """All cuts inside the bins that may hold the best."""
        code = self.codes[j] if node.rows is None else self.codes[j].take(node.rows)
        if node.shift:
            code = code >> node.shift
        here = np.flatnonzero(bins.take(code))
        rows = here if node.rows is None else node.rows.take(here)
        values, code = self.columns[j].take(rows), code.take(here)
        order = sorted_rows(values)
        values, code, rows = values.take(order), code.take(order), rows.take(order)
        at = np.flatnonzero((values[1:] > values[:-1]) & (code[1:] == code[:-1]))
        if not len(at):
            return None
        label = self.target.take(rows)
        first = np.searchsorted(code, code.take(at))  # of the bin of each cut
        base = below[:, code.take(at)].T.astype(np.int64)
        fields = []
        for one in pack.one:
            running = np.zeros(len(label) + 1, dtype=np.int64)
            np.cumsum(one.take(label), out=running[1:])
            fields.append(running.take(at + 1) - running.take(first))
        left = base + np.stack(pack.fields(fields), axis=1)
        return np.full(len(at), j), code.take(at), values.take(at), values.take(at + 1), left

    def _gain(self, score, of_node: float, n: int) -> int:
        """The first of the best cuts."""
        rules, top = self.rules, float(score.max())
        gain, error = (top - of_node) / n, self.certainty.error_of_one(n)
        equal, near = self.certainty.margins(max(gain, 0.0), n, error)
        if gain - near / n <= NOISE + error:
            return UNSURE
        possible = np.flatnonzero(score >= top - near)
        if len(possible) > 1 and score[possible].min() < top - equal:
            return UNSURE
        if rules.least_drop > 0:
            share = n / rules.n_rows
            if (gain + error) * share < rules.least_drop:
                return LEAF
            if (gain - near / n - error) * share < rules.least_drop:
                return UNSURE
        return int(possible[0])

    def _ratio(self, attribute, score, n_left, of_node: float, n: int) -> int:
        """The best cut of each attribute, and the first of the best attributes."""
        rules, n_attributes = self.rules, len(self.codes)
        error = self.certainty.error_of_one(n)
        best = Best(
            gain=np.zeros((1, n_attributes)),
            split_info=np.zeros((1, n_attributes)),
            error=np.full((1, n_attributes), error),
            allowed=np.zeros((1, n_attributes), dtype=bool),
            sure=np.ones((1, n_attributes), dtype=bool),
        )
        at = np.zeros(n_attributes, dtype=np.int64)
        start = np.flatnonzero(np.diff(attribute, prepend=-1))
        for a, z in zip(start.tolist(), [*start[1:].tolist(), len(attribute)]):
            j, top = attribute[a], score[a:z].max()
            gain = (top - of_node) / n
            equal, near = self.certainty.margins(max(gain, 0.0), n, error)
            possible = np.flatnonzero(score[a:z] >= top - near)
            i = at[j] = a + possible[0]
            low, high = gain - near / n - error, gain + error
            sure = low > NOISE and (len(possible) == 1 or score[i] >= top - equal)
            if rules.least_drop > 0:
                share = n / rules.n_rows
                sure = sure and (high * share < rules.least_drop or low * share >= rules.least_drop)
                best.allowed[0, j] = high * share >= rules.least_drop
            else:
                best.allowed[0, j] = True
            best.sure[0, j] = sure
            best.gain[0, j] = (score[i] - of_node) / n
            share = np.array([n_left[i], n - n_left[i]]) / n
            best.split_info[0, j] = -(share * np.log2(share)).sum()
        j = int(chosen_attributes(best, rules)[0])
        return j if j < 0 else int(at[j])


def records_of(columns, target, layout: Layout, rows, sizes) -> NDArray[np.int64]:
    """The presorted records of some nodes. rows: node by node; sizes: rows of each."""
    n_rows, n_nodes = len(rows), len(sizes)
    tail = (target.take(rows) << layout.row_bits) | rows
    shift = layout.row_bits + layout.class_bits
    end = np.cumsum(sizes)
    out = np.empty((len(columns), n_rows), dtype=np.int64)
    node = np.arange(n_nodes).repeat(sizes) << (n_rows.bit_length() + shift)
    for j, column in enumerate(columns):
        values = column.take(rows)
        order = sorted_rows(values)
        ordered = values.take(order)
        rank = np.zeros(n_rows, dtype=np.int64)
        np.cumsum(ordered[1:] != ordered[:-1], out=rank[1:])
        rank <<= shift
        rank |= tail.take(order)
        if n_nodes > 1:
            rank |= node.take(order)
            rank.sort()
            rank &= (1 << (n_rows.bit_length() + shift)) - 1
        out[j] = rank
    if n_nodes == 1:
        return out.ravel()
    return np.concatenate([out[:, a:z].ravel() for a, z in zip([0, *end.tolist()], end.tolist())])
