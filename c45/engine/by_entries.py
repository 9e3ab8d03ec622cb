"""Growth of any table, many nodes at a time: weights, gaps, categories and numbers mixed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Dataset
from c45.engine.choosing import LEAF, UNSURE, Best, chosen_attributes
from c45.engine.judge import plain_split
from c45.engine.rules import Rules
from c45.engine.scores import Certainty
from c45.engine.shares import Coded, Entries, by_category, by_threshold, joined
from c45.engine.sprouting import FlatTree, Progress, Sprouting, ranges
from c45.parameters import Parameters
from c45.portion import Portion

#: Nodes are decided together up to so many entries, and so many cells of their tables of categories.
BATCH_ENTRIES, BATCH_CELLS = 65_536, 1_000_000


class GrowthByEntries:
    """One growth: the coded table, the knobs, and what waits to be decided."""

    def __init__(self, dataset: Dataset, parameters: Parameters) -> None:
        self.dataset, self.parameters = dataset, parameters
        self.rules = Rules.of(dataset, parameters)
        self.certainty = Certainty(len(dataset.classes))
        self.offered = np.array([dataset.index_of(name) for name in dataset.offered])
        self.columns = [Coded.of(dataset, name) for name in dataset.offered]
        self.codes = np.concatenate([column.code for column in self.columns])
        everything = Portion.everything(dataset)
        counts = everything.class_counts(dataset)
        in_parts = everything.weights is not None
        self.sprouting = Sprouting(counts, n_rows=len(everything.rows), in_parts=in_parts)
        zero = np.zeros(1, dtype=np.int64)
        root = Entries(
            zero,
            zero,
            np.array([len(everything.rows)]),
            counts[None],
            np.array([in_parts]),
            everything.rows,
            everything.weights,
        )
        self.waiting = [root] if self.goes_on(counts[None], root.n_rows, root.depth)[0] else []

    def tree(self, progress: Progress | None = None) -> FlatTree:
        while self.waiting:
            self.decide(self.next_batch())
            if progress and not progress(self.sprouting.n_nodes, self.n_waiting):
                break
        flat = self.sprouting.tree()
        asked = flat.attribute >= 0
        flat.attribute[asked] = self.offered[flat.attribute[asked]]
        return flat

    @property
    def n_waiting(self) -> int:
        return sum(len(batch) for batch in self.waiting)

    def next_batch(self) -> Entries:
        taken, n_entries, n_nodes = [], 0, 0
        cells = self.rules.n_classes * max(
            [1, *(c.n_codes for c in self.columns if c.values is None)]
        )
        most = max(BATCH_CELLS // cells, 1)
        while self.waiting:
            batch = self.waiting[-1]
            if taken and (
                n_entries + len(batch.row) > BATCH_ENTRIES or n_nodes + len(batch) > most
            ):
                break
            self.waiting.pop()
            n_entries += len(batch.row)
            n_nodes += len(batch)
            taken.append(batch)
        batch = joined(taken)
        if len(batch) > 1 and (len(batch) > most or len(batch.row) > BATCH_ENTRIES):
            fit = np.searchsorted(batch.n_rows.cumsum(), BATCH_ENTRIES, side="right")
            here = max(1, min(most, int(fit)))
            if here < len(batch):
                self.waiting.append(batch.some(here, len(batch)))
                batch = batch.some(0, here)
        return batch

    def goes_on(self, counts, n_rows, depth) -> NDArray[np.bool_]:
        """Which nodes are searched for a split: see ``grow._Growth.why_stop``."""
        rules = self.rules
        n = counts.sum(axis=1)
        mixed = counts.max(axis=1) < n - 1e-9
        large = (n_rows >= rules.fewest) & (n >= 2 * rules.least_weight - 1e-9)
        return (n_rows > 0) & mixed & large & (depth < rules.deepest)

    def decide(self, batch: Entries) -> None:
        found = []
        label = self.dataset.target.take(batch.row)
        for column in self.columns:
            search = by_category if column.values is None else by_threshold
            found.append(search(column, label, batch, self.rules, self.certainty))
        parts = ("gain", "split_info", "error", "allowed", "sure")
        best = Best(*(np.stack([getattr(f, p) for f in found], axis=1) for p in parts))
        chosen = chosen_attributes(best, self.rules)
        n_nodes = len(batch)
        lower, upper = np.zeros((2, n_nodes), dtype=np.int64)
        for j, f in enumerate(found):
            here = chosen == j
            if f.lower is not None and here.any():
                lower[here], upper[here] = f.lower[here], f.upper[here]
        end = batch.n_rows.cumsum()
        for i in np.flatnonzero(chosen == UNSURE).tolist():
            chosen[i], lower[i], upper[i] = self.ask(batch, slice(end[i] - batch.n_rows[i], end[i]))
        if (chosen != LEAF).any():
            self.divide(batch, chosen, lower, upper)

    def ask(self, batch: Entries, entries: slice) -> tuple[int, int, int]:
        """Have the plain search decide a node: attribute and the codes that its cut parts."""
        weight = None if batch.weight is None else batch.weight[entries]
        rows = batch.row[entries]
        split = plain_split(self.dataset, Portion(rows, weight), self.parameters)
        if split is None:
            return LEAF, 0, 0
        j = self.dataset.offered.index(split.attribute)
        column = self.columns[j]
        if column.values is None:
            return j, 0, 0
        here = column.code.take(rows)
        here = here[here >= 0]
        is_low = column.values.take(here) <= split.threshold
        return j, int(here[is_low].max()), int(here[~is_low].min())

    def divide(self, batch: Entries, chosen, lower, upper) -> None:
        """Give the nodes their children, and send the rows on, as ``Portion.divided`` does."""
        split = np.flatnonzero(chosen != LEAF)
        asked = chosen.take(split)
        n_codes = np.array([2 if c.values is not None else c.n_codes for c in self.columns])
        n_branches = n_codes.take(asked)
        base = n_branches.cumsum() - n_branches  # of each split node's children
        n_children = int(n_branches.sum())
        by_code = np.array([c.values is None for c in self.columns])

        entry = ranges((batch.n_rows.cumsum() - batch.n_rows).take(split), batch.n_rows.take(split))
        row = batch.row.take(entry)
        weight = None if batch.weight is None else batch.weight.take(entry)
        node = np.arange(len(split)).repeat(batch.n_rows.take(split))
        code = self.codes.take(row + (asked * self.dataset.n_rows).take(node))
        branch = code if by_code[asked].all() else code > lower.take(split).take(node)
        if by_code[asked].any() and branch is not code:
            branch = np.where(by_code.take(asked).take(node), code, branch)
        child = branch + base.take(node)
        parent = np.arange(len(split)).repeat(n_branches)
        in_parts = batch.in_parts.take(split)
        gap = np.flatnonzero(code < 0)
        if len(gap):
            known = np.flatnonzero(code >= 0)
            if weight is None:
                weight = np.ones(len(row))
            sizes = np.bincount(child[known], weights=weight[known], minlength=n_children)
            total = _totals(sizes, base, n_branches)
            share = sizes / total.take(parent)
            # A row with a gap goes down every branch that has known rows.
            of_node = node[gap]
            to = ranges(base[of_node], n_branches[of_node])
            copy = gap.repeat(n_branches[of_node])
            open_ = np.flatnonzero(sizes[to] > 0)
            to, copy = to[open_], copy[open_]
            child = np.concatenate([child[known], to])
            source = np.concatenate([known, copy])
            factor = np.concatenate([np.ones(len(known)), share[to]])
            bits = max(len(row) - 1, 1).bit_length()
            key = (child << bits) | source
            order = key.argsort(kind="stable")
            source, child = source[order], child[order]
            weight = weight[source] * factor[order]
            row = row[source]
            with_gap = np.zeros(len(split), dtype=bool)
            with_gap[of_node] = True
            in_parts = in_parts | with_gap
        else:
            bits = max(len(row) - 1, 1).bit_length()
            key = (child << bits) | np.arange(len(row))
            key.sort()
            source, child = key & ((1 << bits) - 1), key >> bits
            row = row.take(source)
            weight = None if weight is None else weight.take(source)
        n_rows = np.bincount(child, minlength=n_children)
        label = self.dataset.target.take(row)
        n_classes = self.rules.n_classes
        cell = child * n_classes + label
        counts = np.bincount(cell, weights=weight, minlength=n_children * n_classes)
        counts = counts.reshape(n_children, n_classes)
        in_parts = in_parts.take(parent) & (n_rows > 0)

        low, high = np.full((2, len(split)), np.nan)
        for j in np.unique(asked):
            column, here = self.columns[j], asked == j
            if column.values is not None:
                low[here] = column.values[lower[split[here]]]
                high[here] = column.values[upper[split[here]]]
        ids = self.sprouting.branch(
            batch.ids[split], asked, low, high, n_branches, counts, n_rows, in_parts
        )
        depth = (batch.depth.take(split) + 1).take(parent)
        on = self.goes_on(counts, n_rows, depth)
        if not on.any():
            return
        going = on.take(child)
        weight = weight[going] if weight is not None and in_parts[on].any() else None
        self.waiting.append(
            Entries(ids[on], depth[on], n_rows[on], counts[on], in_parts[on], row[going], weight)
        )


def _totals(sizes: NDArray, base: NDArray, n_branches: NDArray) -> NDArray[np.float64]:
    """The known weight of each node, summed branch by branch just as for one node alone."""
    total = np.empty(len(base))
    for b in np.unique(n_branches):
        here = np.flatnonzero(n_branches == b)
        total[here] = sizes.take(base[here][:, None] + np.arange(b)).sum(axis=1)
    return total
