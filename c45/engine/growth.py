"""The fast way to the tree of the plain search: the same nodes, splits and counts.

Many small nodes are decided in one pass over their records (``level.py``), large nodes one by one in
the same way, and where only a few small ones are left, each in a pass of its own (``direct.py``).
Which nodes are decided together has no bearing on what is decided.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.engine.by_entries import GrowthByEntries
from c45.engine.direct import best_cut
from c45.engine.judge import plain_cut
from c45.engine.large import FEWEST_ROWS, Binned, Large, records_of
from c45.engine.level import LEAF, UNSURE, Batch, best_cuts, joined
from c45.engine.ratios import best_by_ratio
from c45.engine.records import Layout, part, presorted
from c45.engine.rules import Rules, is_plain_numbers
from c45.engine.scores import Certainty
from c45.engine.sprouting import FlatTree, Progress, Sprouting, ranges
from c45.parameters import Parameters

#: Nodes are decided together up to this many rows in all: their records stay in the second-level
#: cache. Any choice from 2,000 to 16,000 is as good within a tenth.
BATCH_ROWS = 8192

#: Up to this many nodes of at most DIRECT_ROWS rows are decided one by one.
DIRECT_NODES = 4
DIRECT_ROWS = 1024


def flat_tree(
    dataset: Dataset, parameters: Parameters, progress: Progress | None = None
) -> FlatTree:
    """Grow a tree that ``supports`` says the engine can grow. progress: see ``grow``."""
    if is_plain_numbers(dataset):
        return _Growth(dataset, parameters).tree(progress)
    return GrowthByEntries(dataset, parameters).tree(progress)


class _Growth:
    def __init__(self, dataset: Dataset, parameters: Parameters) -> None:
        self.dataset, self.parameters = dataset, parameters
        self.rules = Rules.of(dataset, parameters)
        self.layout = Layout.of(dataset.n_rows, len(dataset.classes))
        self.certainty = Certainty(len(dataset.classes))
        self.offered = np.array([dataset.index_of(name) for name in dataset.offered])
        self.columns = [dataset.columns[i] for i in self.offered]
        counts = np.bincount(dataset.target, minlength=len(dataset.classes))
        self.sprouting = Sprouting(counts)
        self.goes = np.zeros(dataset.n_rows, dtype=np.uint8)
        self.waiting: list[Batch] = []
        self.large: list[Large] = []
        self.small: list[Small] = []
        n = np.array([dataset.n_rows])
        if self.goes_on(counts[None], n, np.zeros(1, dtype=np.int64))[0]:
            keep_freed_memory()
            if Binned.worth_it(dataset.n_rows, len(self.columns), self.rules):
                self.binned = Binned(self.columns, dataset.target, self.rules, self.certainty)
                self.large.append(self.binned.root(counts))
                return
            records = presorted(np.stack(self.columns), dataset.target, self.layout)
            zero = np.zeros(1, dtype=np.int64)
            self.waiting.append(Batch(records.ravel(), zero, zero, n, counts[None]))

    def tree(self, progress: Progress | None) -> FlatTree:
        while self.large or self.small or self.waiting:
            if progress and not progress(self.sprouting.n_nodes, self.n_waiting):
                break
            if self.waiting:
                batch = self.next_batch()
                if self.directly(batch):
                    self.one_by_one(batch)
                else:
                    self.together(batch)
            elif self.large:
                self.divide_large(self.large.pop())
            else:
                self.sort_small()
        flat = self.sprouting.tree()
        asked = flat.attribute >= 0
        flat.attribute[asked] = self.offered[flat.attribute[asked]]
        return flat

    @property
    def n_waiting(self) -> int:
        return len(self.large) + len(self.small) + sum(len(batch) for batch in self.waiting)

    def directly(self, batch: Batch) -> bool:
        """Whether nodes are few and small enough to be decided one by one."""
        if self.rules.criterion == "gain_ratio":
            return False
        return len(batch) <= DIRECT_NODES and batch.n.max() <= DIRECT_ROWS

    def divide_large(self, node: Large) -> None:
        """Decide a large node from its bins."""
        cut = self.binned.best_cut(node)
        if isinstance(cut, int):
            if cut == UNSURE:
                rows = np.arange(self.dataset.n_rows) if node.rows is None else node.rows
                self.small.append(Small(rows, node.id, node.depth, node.counts))
            return
        left, right = cut.left, node.counts - cut.left
        first = self.sprouting.split_one(
            node.id, cut.attribute, cut.lower, cut.upper, left.tolist(), right.tolist()
        )
        depth = node.depth + 1
        is_on = self.goes_on(
            np.stack([left, right]), np.array([left.sum(), right.sum()]), np.full(2, depth)
        )
        kids = []
        for i, counts in enumerate((left, right)):
            if is_on[i]:
                side = np.flatnonzero(cut.goes_left if i == 0 else ~cut.goes_left)
                rows = side if node.rows is None else node.rows.take(side)
                kids.append(Small(rows, first + i, depth, counts))
        big = [kid for kid in kids if len(kid.rows) >= FEWEST_ROWS]
        self.small.extend(kid for kid in kids if len(kid.rows) < FEWEST_ROWS)
        if not big:
            return
        big.sort(key=lambda kid: len(kid.rows))
        table = self.binned.table(big[0].rows, node.shift)
        tables = [table]
        if len(big) == 2:
            np.subtract(node.table, table, out=node.table)
            tables.append(node.table)
        for kid, table in zip(big, tables):
            self.large.append(self.binned.child(*kid, table, node.shift))

    def sort_small(self) -> None:
        """Make the records of nodes that are no longer large."""
        taken, n_rows = [], 0
        while self.small and (not taken or n_rows + len(self.small[-1].rows) <= BATCH_ROWS):
            taken.append(self.small.pop())
            n_rows += len(taken[-1].rows)
        rows = np.concatenate([node.rows for node in taken])
        n = np.array([len(node.rows) for node in taken])
        records = records_of(self.columns, self.dataset.target, self.layout, rows, n)
        self.waiting.append(
            Batch(
                records,
                np.array([node.id for node in taken]),
                np.array([node.depth for node in taken]),
                n,
                np.stack([node.counts for node in taken]),
            )
        )

    def next_batch(self) -> Batch:
        """Waiting nodes of BATCH_ROWS rows in all, or a single one with more."""
        taken, n_rows = [], 0
        while self.waiting and (not taken or n_rows + self.waiting[-1].n_rows <= BATCH_ROWS):
            taken.append(self.waiting.pop())
            n_rows += taken[-1].n_rows
        return joined(taken)

    def wait(self, batch: Batch) -> None:
        """Let nodes wait for their turn, in batches that are not too large."""
        if not len(batch):
            return
        if batch.n_rows <= BATCH_ROWS or len(batch) == 1:
            self.waiting.append(batch)
            return
        end = batch.n.cumsum()
        n_attributes = len(self.columns)
        a = 0
        while a < len(batch):
            begin = end[a] - batch.n[a]
            z = max(a + 1, int(np.searchsorted(end, begin + BATCH_ROWS, side="right")))
            some = slice(a, z)
            records = batch.records[begin * n_attributes : end[z - 1] * n_attributes]
            self.waiting.append(
                Batch(
                    records, batch.ids[some], batch.depth[some], batch.n[some], batch.counts[some]
                )
            )
            a = z

    def goes_on(self, counts: NDArray, n: NDArray, depth: NDArray) -> NDArray[np.bool_]:
        """Which nodes are searched for a split: not those that the rules that stop growth make leaves."""
        rules = self.rules
        return (
            (np.count_nonzero(counts, axis=1) > 1)
            & (n >= rules.fewest_whole)
            & (depth < rules.deepest)
        )

    def together(self, batch: Batch) -> None:
        n_attributes = len(self.columns)
        search = best_by_ratio if self.rules.criterion == "gain_ratio" else best_cuts
        cuts = search(batch, n_attributes, self.layout, self.rules, self.certainty)
        start = (batch.n.cumsum() - batch.n) * n_attributes
        for i in np.flatnonzero(cuts.at == UNSURE):
            self.ask(batch, cuts, i, int(start[i]))
        split = np.flatnonzero(cuts.at != LEAF)
        if not len(split):
            return
        at, left = cuts.at[split], cuts.left[split]
        n, counts, depth = batch.n[split], batch.counts[split], batch.depth[split] + 1
        right = counts - left
        attribute = (at - start[split]) // n
        begin = start[split] + attribute * n
        n_left = at - begin + 1
        n_right = n - n_left
        lower, upper = self.values(batch.records, at, attribute)
        first = self.sprouting.split(batch.ids[split], attribute, lower, upper, left, right)
        left_on, right_on = self.goes_on(left, n_left, depth), self.goes_on(right, n_right, depth)
        if not (left_on.any() or right_on.any()):
            return
        # Where each row of the batch goes: the chosen attribute's segment is in order, so its rows
        # up to the cut go left. Rows of leaves go nowhere.
        if len(split) < len(batch):
            everywhere = batch.records[ranges(start, batch.n)]
            self.goes[everywhere & self.layout.row_mask] = 0
        rows = batch.records.take(ranges(begin, n))
        rows &= self.layout.row_mask
        code = np.empty(2 * len(split), dtype=np.uint8)
        code[0::2], code[1::2] = left_on, 2 * right_on.astype(np.uint8)
        length = np.empty(2 * len(split), dtype=np.int64)
        length[0::2], length[1::2] = n_left, n_right
        self.goes[rows] = code.repeat(length)
        l_, r_ = np.flatnonzero(left_on), np.flatnonzero(right_on)
        size_left, size_right = int(n_left[l_].sum()), int(n_right[r_].sum())
        records = part(
            batch.records,
            self.goes,
            self.layout,
            size_left * n_attributes,
            size_right * n_attributes,
        )
        self.wait(
            Batch(
                records,
                np.concatenate([first[l_], first[r_] + 1]),
                np.concatenate([depth[l_], depth[r_]]),
                np.concatenate([n_left[l_], n_right[r_]]),
                np.concatenate([left[l_], right[r_]]),
            )
        )

    def values(self, records, at, attribute) -> tuple[NDArray, NDArray]:
        """The two values that each cut parts."""
        lower, upper = np.empty(len(at)), np.empty(len(at))
        rows = records[at] & self.layout.row_mask, records[at + 1] & self.layout.row_mask
        for j in np.unique(attribute):
            here = attribute == j
            lower[here] = self.columns[j][rows[0][here]]
            upper[here] = self.columns[j][rows[1][here]]
        return lower, upper

    def ask(self, batch: Batch, cuts, i: int, start: int) -> None:
        """Have the plain search decide a node."""
        n = int(batch.n[i])
        rows = batch.records[start : start + n] & self.layout.row_mask
        answer = plain_cut(self.dataset, rows, self.parameters)
        if answer is None:
            cuts.at[i] = LEAF
            return
        attribute, n_left, counts = answer
        cuts.at[i] = start + attribute * n + n_left - 1
        cuts.left[i] = counts

    def one_by_one(self, batch: Batch) -> None:
        """Decide nodes, and those below them, in turn, until more wait than are worth it."""
        n_attributes = len(self.columns)
        end = (batch.n.cumsum() * n_attributes).tolist()
        stack = [
            _One(batch.records[a:z].reshape(n_attributes, -1), *node)
            for a, z, *node in zip(
                [0, *end], end, batch.ids.tolist(), batch.depth.tolist(), batch.counts.tolist()
            )
        ]
        while stack:
            if len(stack) > DIRECT_NODES:
                self.waiting.append(_together(stack))
                return
            stack.extend(self.children(stack.pop()))

    def children(self, here: _One) -> list[_One]:
        """Decide one node; its children that are searched in turn."""
        layout, rules = self.layout, self.rules
        records, counts = here.records, here.counts
        attribute, at, left = best_cut(records, counts, layout, rules, self.certainty)
        if attribute == UNSURE:
            rows = records[0] & layout.row_mask
            answer = plain_cut(self.dataset, rows, self.parameters)
            if answer is None:
                return []
            attribute, at, left = answer[0], answer[1] - 1, answer[2].tolist()
        if attribute == LEAF:
            return []
        n, depth = records.shape[1], here.depth + 1
        right = [a - b for a, b in zip(counts, left)]
        below, above = records[attribute, at : at + 2].tolist()
        column = self.columns[attribute]
        lower = float(column[below & layout.row_mask])
        upper = float(column[above & layout.row_mask])
        first = self.sprouting.split_one(here.id, attribute, lower, upper, left, right)
        if depth >= rules.deepest:
            return []
        n_left, n_impure = at + 1, len(counts) - 1
        left_on = n_left >= rules.fewest_whole and left.count(0) < n_impure
        right_on = n - n_left >= rules.fewest_whole and right.count(0) < n_impure
        if not (left_on or right_on):
            return []
        rows = records & layout.row_mask
        self.goes[rows[attribute]] = 0
        self.goes[rows[attribute, :n_left]] = 1
        goes_left = self.goes.take(rows).view(bool)
        shape, out = (len(records), -1), []
        if left_on:
            some = records[goes_left].reshape(shape)
            out.append(_One(some, first, depth, left))
        if right_on:
            some = records[~goes_left].reshape(shape)
            out.append(_One(some, first + 1, depth, right))
        return out


class Small(NamedTuple):
    """A node of a large table that is no longer large itself, and whose records are not yet made."""

    rows: NDArray[np.int64]
    id: int
    depth: int
    counts: NDArray[np.int64]


class _One(NamedTuple):
    """One node that waits: its records, shape (n_attributes, n), number, depth and class counts."""

    records: NDArray[np.int64]
    id: int
    depth: int
    counts: list[int]


def _together(nodes: list[_One]) -> Batch:
    return Batch(
        np.concatenate([node.records.ravel() for node in nodes]),
        np.array([node.id for node in nodes]),
        np.array([node.depth for node in nodes]),
        np.array([node.records.shape[1] for node in nodes]),
        np.array([node.counts for node in nodes]),
    )


def keep_freed_memory() -> None:
    """Have the allocator keep arrays of up to 30 megabytes for the next one, instead of mapping each anew.

    glibc raises its limit for that when a block of the size is freed. The block is never touched, so
    it costs nothing; elsewhere it does nothing.
    """
    np.empty(30 << 20, dtype=np.uint8)
