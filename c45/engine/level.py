"""One pass over many nodes at once: the best cut of each, from all its attributes' records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45.engine.choosing import LEAF, UNSURE
from c45.engine.packed import packing
from c45.engine.records import Layout
from c45.engine.rules import Rules
from c45.engine.scores import Certainty
from c45.measures import NOISE


@dataclass(eq=False)
class Batch:
    """Nodes that are decided together, and their records.

    n: rows of each node, shape (n_nodes,). counts: shape (n_nodes, n_classes). ids: the numbers by
    which ``flat.Sprouting`` knows them.
    """

    records: NDArray[np.int64]
    ids: NDArray[np.int64]
    depth: NDArray[np.int64]
    n: NDArray[np.int64]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.n)

    @property
    def n_rows(self) -> int:
        return int(self.n.sum())


def joined(batches: list[Batch]) -> Batch:
    """Several batches as one."""
    if len(batches) == 1:
        return batches[0]
    parts = ("records", "ids", "depth", "n", "counts")
    return Batch(*(np.concatenate([getattr(b, part) for b in batches]) for part in parts))


@dataclass(eq=False)
class Cuts:
    """The best cut of each node: after which of the batch's records, or LEAF, or UNSURE.

    left: class counts at most the cut, shape (n_nodes, n_classes).
    """

    at: NDArray[np.int64]
    left: NDArray[np.int64]


@dataclass(eq=False)
class Scored:
    """The cuts of a batch that can be the best, and the first of the best of each *unit*.

    A unit is a node, or one attribute of a node (a segment) where each attribute is to have its own
    best cut. unit: those with cuts; all other arrays have one entry for each of these. sure: False
    where the plain search might choose another cut. equal, near: see ``scores.Certainty.margins``.
    """

    unit: NDArray[np.int64]
    at: NDArray[np.int64]
    left: NDArray[np.int64]
    n: NDArray[np.int64]
    gain: NDArray[np.float64]
    behind: NDArray[np.float64]
    error: NDArray[np.float64]
    near: NDArray[np.float64]
    sure: NDArray[np.bool_]
    is_cut: NDArray[np.bool_]


def scored(
    batch: Batch, n_attributes: int, layout: Layout, rules: Rules, certainty: Certainty, *, segments
) -> Scored | None:
    """Score all cuts worth it; None where there is none. segments: None where a unit is a node."""
    records, n = batch.records, batch.n
    of_unit = segments or Segments.of(n, n_attributes)
    by_segment, segments = segments is not None, of_unit
    pack = packing(batch.counts.shape[1], int(n.max()).bit_length(), rules.criterion)
    is_cut, tried = _cuts_to_try(records, segments, layout, rules)
    at = np.flatnonzero(tried)
    first = np.searchsorted(at, segments.start)  # of the cuts of each segment
    n_cuts = np.diff(first, append=len(at))
    n_left = at - segments.start.repeat(n_cuts)
    n_left += 1
    if rules.least_rows > 1:
        n_right = segments.n.repeat(n_cuts) - n_left
        keep = (n_left >= rules.least_rows) & (n_right >= rules.least_rows)
        at, n_left = at[keep], n_left[keep]
        first = np.searchsorted(at, segments.start)
        n_cuts = np.diff(first, append=len(at))
    if not len(at):
        return None

    total = pack.packed(batch.counts)
    label = records >> layout.row_bits
    label &= layout.class_mask
    left, right = [], []
    for one, all_of_word in zip(pack.one, total):
        below = one.take(label)
        of_segment = all_of_word.repeat(n_attributes)
        below[segments.start[1:]] -= of_segment[:-1]  # start again from 0 in each segment
        np.cumsum(below, out=below)
        here = below.take(at)
        left.append(here)
        right.append(of_segment.repeat(n_cuts) - here)
    score = pack.half(left, n_left)
    score += pack.half(right, segments.n.repeat(n_cuts) - n_left)

    if by_segment:
        unit = np.flatnonzero(n_cuts)
        node, first, n_cuts = unit // n_attributes, first[unit], n_cuts[unit]
    else:
        n_cuts = np.add.reduceat(n_cuts, np.arange(0, len(n_cuts), n_attributes))
        node = unit = np.flatnonzero(n_cuts)
        first, n_cuts = first[::n_attributes][unit], n_cuts[unit]
    top = np.maximum.reduceat(score, first)
    n = n[node]
    gain = (top - pack.half([w[node] for w in total], n)) / n
    error = certainty.error(n)
    equal, near = certainty.margins(np.maximum(gain, 0.0), n, error)
    is_equal = score >= (top - equal).repeat(n_cuts)
    is_near = score >= (top - near).repeat(n_cuts)
    sure = np.ones(len(top), dtype=bool)
    if np.count_nonzero(is_equal) != np.count_nonzero(is_near):
        count_near = np.add.reduceat(is_near, first, dtype=np.int64)
        count_equal = np.add.reduceat(is_equal, first, dtype=np.int64)
        sure = (count_near == count_equal) | (count_near == 1)
        is_equal = is_near
    hit = np.flatnonzero(is_equal)
    chosen = hit[np.searchsorted(hit, first)]
    out = Scored(
        unit,
        at[chosen],
        np.stack(pack.fields([w[chosen] for w in left]), axis=-1),
        n,
        gain,
        (top - score[chosen]) / n,
        error,
        near / n,
        sure,
        is_cut,
    )
    if tried is not is_cut:
        _skipped_neighbour(out, top - near, records, tried, layout, pack, batch.counts, node)
    return out


def best_cuts(
    batch: Batch, n_attributes: int, layout: Layout, rules: Rules, certainty: Certainty
) -> Cuts:
    """The cut that the plain search would choose in each node; UNSURE where it must be asked."""
    out = Cuts(np.full(len(batch), LEAF), np.zeros_like(batch.counts))
    found = scored(batch, n_attributes, layout, rules, certainty, segments=None)
    if found is None:
        return out
    out.at[found.unit], out.left[found.unit] = found.at, found.left
    _by_gain(out, found, batch, n_attributes, layout, rules)
    return out


@dataclass(eq=False)
class Segments:
    """One segment of records for each attribute of each node."""

    n: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

    @classmethod
    def of(cls, n: NDArray, n_attributes: int) -> Segments:
        n = n.repeat(n_attributes)
        end = n.cumsum()
        return cls(n, end - n, end)


def _cuts_to_try(records, segments, layout, rules) -> tuple[NDArray, NDArray]:
    """After which records there is a cut, and which of those cuts can be the best.

    Between two values that belong to rows of one class each, and of the same class, there is never
    the best cut: from cut to cut only the count of that class grows, the score is convex in it, so an
    end of such a run is at least as good (Fayyad and Irani 1992). ``_skipped_neighbour`` sees to
    ties. A cut beside rows of equal values is always tried, as those may be of several classes. With
    a smallest branch asked for, an end of the run may not be allowed, so every cut is tried.
    """
    last = segments.end - 1
    differs = records[1:] ^ records[:-1]
    is_cut = np.empty(len(records), dtype=bool)
    np.greater_equal(differs, layout.least_rank, out=is_cut[:-1])
    is_cut[last] = False
    if rules.least_rows > 1:
        return is_cut, is_cut
    differs &= layout.class_mask << layout.row_bits
    tried = np.empty(len(records), dtype=bool)
    np.not_equal(differs, 0, out=tried[:-1])
    same = ~is_cut
    same[last] = False
    if same.any():
        tried[1:] |= same[:-1]
        tried[:-1] |= same[1:]
        tried &= is_cut
    tried[last] = False
    return is_cut, tried


def _skipped_neighbour(found, least, records, tried, layout, pack, counts, node) -> None:
    """Make a unit unsure if a cut that was skipped may tie with the chosen one and come before it.

    In a run of skipped cuts the score is convex, so the skipped cut next to the chosen one decides:
    the run's other end is of no account (else it would have been chosen), so where the neighbour is
    not near, none in between is. A run that starts at the end of the list starts with gain 0.
    """
    before = found.at - 1
    asked = np.flatnonzero((before >= 0) & found.is_cut[before] & ~tried[before])
    if not len(asked):
        return
    left = found.left[asked]
    moved = (records[found.at[asked]] >> layout.row_bits) & layout.class_mask
    left[np.arange(len(asked)), moved] -= 1
    right = counts[node[asked]] - left
    score = pack.half_of(list(left.T), left.sum(axis=1), pack.largest)
    score += pack.half_of(list(right.T), right.sum(axis=1), pack.largest)
    found.sure[asked[score >= least[asked]]] = False


def _by_gain(out: Cuts, found: Scored, batch, n_attributes, layout, rules) -> None:
    """Apply the rules that look at the gain, and settle the nodes where nothing gains anything."""
    nodes, gain, error = found.unit, found.gain, found.error
    nothing = gain + error < NOISE  # then the plain search reads every gain here as 0
    unclear = ~nothing & (gain - found.near <= NOISE + error)
    if rules.least_drop > 0:
        share = found.n / rules.n_rows
        leaf = nothing | ((gain + error) * share < rules.least_drop)
        unclear |= ~leaf & ((gain - found.near - error) * share < rules.least_drop)
        out.at[nodes[leaf]] = LEAF
    else:
        leaf = np.zeros(len(nodes), dtype=bool)
    out.at[nodes[~leaf & ~nothing & (~found.sure | unclear)]] = UNSURE
    if not nothing.any():
        return
    segments = Segments.of(batch.n, n_attributes)
    for i in nodes[nothing & ~leaf].tolist():
        if rules.zero_gain:
            first_cut(out, i, found.is_cut, segments, batch, n_attributes, layout, rules)
        else:
            out.at[i] = LEAF


def first_cut(out: Cuts, i: int, is_cut, segments, batch, n_attributes, layout, rules) -> None:
    """Have a node take the first of all its cuts, as all tie at 0: it need not be one that was tried."""
    begin, end = segments.start[i * n_attributes], segments.end[(i + 1) * n_attributes - 1]
    first = np.flatnonzero(is_cut[begin:end]) + begin
    if rules.least_rows > 1:
        segment = np.searchsorted(segments.end, first, side="right")
        below = first - segments.start[segment] + 1
        first = first[
            (below >= rules.least_rows) & (segments.n[segment] - below >= rules.least_rows)
        ]
    at = first[0]
    segment = np.searchsorted(segments.end, at, side="right")
    label = records_label(batch.records[segments.start[segment] : at + 1], layout)
    out.at[i] = at
    out.left[i] = np.bincount(label, minlength=rules.n_classes)


def records_label(records: NDArray, layout: Layout) -> NDArray[np.int64]:
    """The class of each record."""
    return (records >> layout.row_bits) & layout.class_mask
