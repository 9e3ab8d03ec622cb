"""Nodes in which rows may count in part: weights, gaps, categories, all kinds of attributes mixed.

A node here is a list of *entries*: a row, and the weight with which it is there. Entries keep the order of
the rows, so every count is summed in the order in which the plain search sums it and comes out the
same to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.engine.scores import Certainty, halves
from c45.measures import NOISE


@dataclass(eq=False)
class Entries:
    """Nodes that are decided together. One entry after the other, node by node.

    n_rows: entries of each node, shape (n_nodes,). counts: shape (n_nodes, n_classes). in_parts:
    whether rows of the node may count in part. row: shape (n_entries,). weight: of each entry, None where
    all count once.
    """

    ids: NDArray[np.int64]
    depth: NDArray[np.int64]
    n_rows: NDArray[np.int64]
    counts: NDArray
    in_parts: NDArray[np.bool_]
    row: NDArray[np.int64]
    weight: NDArray[np.float64] | None

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def node(self) -> NDArray[np.int64]:
        """Which of the nodes each entry is of."""
        return np.arange(len(self)).repeat(self.n_rows)

    @cached_property
    def n(self) -> NDArray[np.float64]:
        """Weight of each node."""
        return self.counts.sum(axis=1).astype(float)

    def by_class(self, label: NDArray, step: int) -> NDArray[np.int64]:
        """``label * step + node`` of each entry, kept for the next attribute with as many categories."""
        if step not in self._by_class:
            self._by_class.clear()
            self._by_class[step] = label * step + self.node
        return self._by_class[step]

    @cached_property
    def _by_class(self) -> dict[int, NDArray]:
        return {}

    def some(self, a: int, z: int) -> Entries:
        """The nodes from a to z - 1."""
        end = np.concatenate([[0], self.n_rows.cumsum()])
        entry = slice(int(end[a]), int(end[z]))
        weight = None if self.weight is None else self.weight[entry]
        per_node = (self.ids, self.depth, self.n_rows, self.counts, self.in_parts)
        return Entries(*(part[a:z] for part in per_node), self.row[entry], weight)


def joined(batches: list[Entries]) -> Entries:
    """Several batches as one."""
    if len(batches) == 1:
        return batches[0]
    if any(b.weight is not None for b in batches):
        for b in batches:
            b.weight = np.ones(len(b.row)) if b.weight is None else b.weight
    parts = []
    for f in fields(Entries):
        values = [getattr(b, f.name) for b in batches]
        parts.append(None if values[0] is None else np.concatenate(values))
    return Entries(*parts)


@dataclass(frozen=True, eq=False)
class Coded:
    """A column as codes: the category, or the rank of the value from below; -1 for a gap.

    values: the different values, from below; None for categories. n_codes: how many codes there are.
    """

    code: NDArray
    values: NDArray[np.float64] | None
    n_codes: int
    has_gaps: bool

    @classmethod
    def of(cls, dataset: Dataset, name: str) -> Coded:
        a, column = dataset.attribute(name), dataset.column(name)
        if not a.is_continuous:
            narrow = next(
                t for t in (np.int8, np.int16, np.int32) if len(a.categories) <= np.iinfo(t).max
            )
            code = column.astype(narrow)  # a narrow column stays in the cache
            return cls(code, None, len(a.categories), bool((code < 0).any()))
        gap = np.isnan(column)
        values, rank = np.unique(np.where(gap, np.inf, column), return_inverse=True)
        rank = rank.astype(np.int32)  # a table has fewer than 2**31 rows
        rank[gap] = -1
        return cls(rank, values, len(values), bool(gap.any()))


@dataclass(eq=False)
class Found:
    """The best split of one attribute in each node: see ``choosing.Best``; and where it cuts.

    lower, upper: codes of the two neighbouring values; None for categories.
    """

    gain: NDArray[np.float64]
    split_info: NDArray[np.float64]
    error: NDArray[np.float64]
    allowed: NDArray[np.bool_]
    sure: NDArray[np.bool_]
    lower: NDArray[np.int64] | None = None
    upper: NDArray[np.int64] | None = None


def error_of(certainty: Certainty, entries: Entries) -> NDArray[np.float64]:
    """By how much gains of a node here and in the plain search may differ.

    Where rows count in part, both sum up to n_rows weights, with half a unit of rounding each; a count
    that is off by a share s moves a term ``c log2 c`` by s times its logarithm, and no class has less
    than a 2**-60th of a node.
    """
    error = certainty.error(entries.n_rows)
    return np.where(entries.in_parts, error + entries.n_rows * 2.0**-47, error)


def by_category(column: Coded, label, entries: Entries, rules, certainty) -> Found:
    """A branch for each category. label: the class of each entry."""
    n_nodes, n_classes, n_codes = len(entries), rules.n_classes, column.n_codes
    code, node, weight = column.code.take(entries.row), entries.node, entries.weight
    known = None
    if column.has_gaps:
        known = np.flatnonzero(code >= 0)
        code, node = code.take(known), node.take(known)
        weight = None if weight is None else weight.take(known)
    # Nodes come last, so that what follows adds up whole rows of the table.
    cell = np.multiply(code, n_nodes, dtype=np.int64)
    place = cell + node if weight is not None else None
    by_class = entries.by_class(label, n_codes * n_nodes)
    cell += by_class if known is None else by_class.take(known)
    table = np.bincount(cell, weights=weight, minlength=n_classes * n_codes * n_nodes)
    table = table.reshape(n_classes, n_codes, n_nodes)
    sizes = table.sum(axis=0)
    n_rows = sizes
    if weight is not None:
        n_rows = np.bincount(place, minlength=n_nodes * n_codes).reshape(n_codes, n_nodes)
    known_counts = entries.counts.T
    if column.has_gaps:
        known_counts = table.sum(axis=1)
    n_known, n = sizes.sum(axis=0), entries.n
    half = halves(rules.criterion)
    after = half(table, sizes).sum(axis=0)
    gain = (after - half(known_counts, n_known)) / n
    error = error_of(certainty, entries)
    with_rows = (n_rows > 0).sum(axis=0)
    allowed, sure = with_rows > 1, np.ones(n_nodes, dtype=bool)
    m = rules.least_weight
    if m:
        enough = sizes >= m - 1e-9
        allowed &= (enough.sum(axis=0) > 1) & (n_known >= 2 * m - 1e-9)
        sure &= ~on_the_edge(sizes, m).any(axis=0) & ~on_the_edge(n_known, 2 * m)
    if rules.least_side > 1:
        allowed &= ((n_rows >= rules.least_side) | (n_rows == 0)).all(axis=0)
    _by_drop(gain, error, n, allowed, sure, rules)
    info = split_info([*sizes, n - n_known], n) if rules.criterion == "gain_ratio" else gain
    return Found(gain, info, error, allowed, sure)


def on_the_edge(weight: NDArray, bound: float) -> NDArray[np.bool_]:
    """Whether a weight is so near to a limit that rounding decides."""
    return np.abs(weight - (bound - 1e-9)) < 1e-10


def split_info(sizes, n) -> NDArray[np.float64]:
    """Entropy of the sizes of the branches. sizes: one array a branch; n: their sum."""
    info = np.zeros(len(n))
    for size in sizes:
        share = np.maximum(size, 0.0) / n
        share[share < 1e-15] = 0.0
        log = np.log2(share, out=np.zeros_like(share), where=share > 0)
        info -= share * log
    return info


def _by_drop(gain, error, n, allowed, sure, rules) -> None:
    """The knob min_impurity_decrease, for one split a node."""
    if rules.least_drop <= 0:
        return
    drop = np.where(gain + error < NOISE, 0.0, gain) * n / rules.total
    sure &= ~(allowed & (np.abs(drop - rules.least_drop) <= 2 * error))
    allowed &= drop >= rules.least_drop


def by_threshold(column: Coded, label, entries: Entries, rules, certainty) -> Found:
    """The best cut between two neighbouring values."""
    n_nodes = len(entries)
    rank, node = column.code.take(entries.row), entries.node
    entry = np.arange(len(rank))
    if column.has_gaps:
        entry = np.flatnonzero(rank >= 0)
        rank, node = rank.take(entry), node.take(entry)
    entry_bits = max(len(entries.row) - 1, 1).bit_length()
    rank_bits = max(column.n_codes - 1, 1).bit_length()
    key = (((node << rank_bits) | rank) << entry_bits) | entry
    key.sort()
    entry = key & ((1 << entry_bits) - 1)
    place = key >> entry_bits  # node and rank
    n_rows = np.bincount(node, minlength=n_nodes)
    start = n_rows.cumsum() - n_rows
    step = place[1:] ^ place[:-1]
    at = np.flatnonzero((step > 0) & (step < 1 << rank_bits))
    sums = _Sums(entries, entry, start, n_rows, label, rules)
    n, n_known = entries.n, sums.n
    error = error_of(certainty, entries)
    found = Found(
        gain=np.zeros(n_nodes),
        split_info=np.zeros(n_nodes),
        error=error,
        allowed=np.zeros(n_nodes, dtype=bool),
        sure=np.ones(n_nodes, dtype=bool),
        lower=np.zeros(n_nodes, dtype=np.int64),
        upper=np.zeros(n_nodes, dtype=np.int64),
    )
    cut_node = place.take(at) >> rank_bits
    below = at - start.take(cut_node) + 1
    if rules.least_side > 1:
        above = n_rows.take(cut_node) - below
        keep = np.flatnonzero((below >= rules.least_side) & (above >= rules.least_side))
        at, cut_node = at.take(keep), cut_node.take(keep)
    left, n_left = sums.below(at, cut_node)
    total = sums.counts.take(cut_node, axis=1)
    n_right = n_known.take(cut_node) - n_left
    m = rules.least_weight
    if m:
        edge = on_the_edge(n_left, m) | on_the_edge(n_right, m)
        found.sure[cut_node[edge]] = False
        found.sure &= ~on_the_edge(n_known, 2 * m)
        keep = np.flatnonzero(
            (n_left >= m - 1e-9) & (n_right >= m - 1e-9) & (n_known >= 2 * m - 1e-9).take(cut_node)
        )
        at, cut_node, total = at.take(keep), cut_node.take(keep), total.take(keep, axis=1)
        left, n_left, n_right = left.take(keep, axis=1), n_left.take(keep), n_right.take(keep)
    if not len(at):
        return found
    half = halves(rules.criterion)
    score = half(left, n_left)
    score += half(total - left, n_right)
    n_cuts = np.bincount(cut_node, minlength=n_nodes)
    there = np.flatnonzero(n_cuts)
    n_cuts = n_cuts.take(there)
    first = n_cuts.cumsum() - n_cuts
    top = np.maximum.reduceat(score, first)
    gain = (top - half(sums.counts.take(there, axis=1), n_known.take(there))) / n.take(there)
    error = error.take(there)
    equal, near = certainty.margins(np.maximum(gain, 0.0), n.take(there), error)
    possible = np.flatnonzero(score >= (top - near).repeat(n_cuts))
    place_of_first = np.searchsorted(possible, first)
    chosen = possible.take(place_of_first)
    n_possible = np.diff(place_of_first, append=len(possible))
    sure = (n_possible == 1) | (score.take(chosen) >= top - equal)
    noise = gain + error < NOISE  # all cuts tie at 0
    chosen = np.where(noise, first, chosen)
    found.sure[there] &= sure | noise
    found.allowed[there] = True
    found.gain[there] = np.where(noise, 0.0, gain - (top - score.take(chosen)) / n.take(there))
    if rules.least_drop > 0:
        share = n.take(there) / rules.total
        low = (gain - near / n.take(there) - error) * share
        high = (gain + error) * share
        found.allowed[there] = ~noise & (high >= rules.least_drop)
        found.sure[there] &= noise | (high < rules.least_drop) | (low >= rules.least_drop)
    if not rules.zero_gain:
        found.allowed[there] &= ~noise
    cut = at.take(chosen)
    mask = (1 << rank_bits) - 1
    found.lower[there], found.upper[there] = place.take(cut) & mask, place.take(cut + 1) & mask
    if rules.criterion != "gain_ratio":
        return found
    sides = [n_left.take(chosen), n_right.take(chosen)]
    missing = (n - n_known).take(there) if column.has_gaps else np.zeros(len(there))
    found.split_info[there] = split_info([*sides, missing], n.take(there))
    return found


class _Sums:
    """Running sums of the weights of each class, over the entries in the order of the values.

    **In whole numbers, so exact.** The weights of a node are scaled by the power of two that makes its
    total about 2**59 and rounded to integers; a running sum over many nodes may wrap around, and that
    is undone as the total before each node is subtracted.
    """

    def __init__(self, entries: Entries, entry, start, n_rows, label, rules) -> None:
        label = label.take(entry)
        self.start = start
        self.scale = None
        if entries.weight is None:
            weight = np.ones(len(entry), dtype=np.int64)
        else:
            exponent = np.frexp(entries.n)[1]
            self.scale = np.ldexp(1.0, exponent - 59)
            scaled = entries.weight.take(entry) / self.scale.repeat(n_rows)
            weight = np.rint(scaled).astype(np.int64)
        self.running = []
        counts = []
        for k in range(rules.n_classes):
            running = np.zeros(len(entry) + 1, dtype=np.int64)
            np.cumsum(np.where(label == k, weight, 0), out=running[1:])
            self.running.append(running)
            counts.append(running.take(start + n_rows) - running.take(start))
        self.whole = np.stack(counts)
        self.counts = self._weights(self.whole, slice(None))
        self.n = self._weights(self.whole.sum(axis=0), slice(None))

    def _weights(self, whole: NDArray, node) -> NDArray:
        return whole if self.scale is None else whole * self.scale[node]

    def below(self, at: NDArray, node: NDArray) -> tuple[NDArray, NDArray]:
        """Class weights at most each cut, shape (n_classes, n_cuts), and their sum."""
        start = self.start.take(node)
        left = np.stack([r.take(at + 1) - r.take(start) for r in self.running])
        return self._weights(left, node), self._weights(left.sum(axis=0), node)
