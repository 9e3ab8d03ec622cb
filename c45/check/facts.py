"""What a sum is made from: the counts and values of one split at one node, and what lies around them.

``Given`` holds the inputs of the sums, either the right ones or a student's own; ``worked`` makes a
result from them. ``Facts`` adds what wrong sums are made from: the whole table, the other candidates,
the rows without a value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from c45 import measures
from c45.alternatives import Alternatives, alternatives, evaluate_split
from c45.candidates import SplitCandidate
from c45.dataset import Dataset, is_missing
from c45.parameters import Parameters
from c45.portion import Portion
from c45.splits import MultiwaySplit, Split, ThresholdSplit

#: Cuts are looked at as other candidates, and numbers as categories, up to this many.
MOST_CUTS = 30

#: The values of a whole column are kept for tables of up to so many rows.
MOST_ROWS = 10_000

FAMILIES = {"information_gain": "entropy", "gain_ratio": "entropy", "gini": "gini"}
IMPURITIES = {"entropy": measures.entropy, "gini": measures.gini}

Table = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Given:
    """The inputs of the sums of one split, in bits or as Gini: the right values, or a student's own.

    counts: class counts of the node's rows (with a known value). table: class counts, one tuple a
    branch. sizes: rows of each branch. missing: rows without a value. penalty: of many cuts.
    """

    family: str
    counts: tuple[float, ...]
    table: Table = ()
    sizes: tuple[float, ...] = ()
    missing: float = 0.0
    before: float = 0.0
    branches: tuple[float, ...] = ()
    after: float = 0.0
    gain: float = 0.0
    split_info: float = 0.0
    known: float = 1.0
    penalty: float = 0.0

    @property
    def impurity(self):
        return IMPURITIES[self.family]

    @property
    def n(self) -> float:
        return sum(self.sizes) if self.sizes else sum(self.counts)

    def with_places(self, round_to) -> Given:
        """The same with every value rounded, as on a sheet that is filled in from top to bottom."""
        branches = tuple(map(round_to, self.branches))
        after = round_to(measures.weighted_mean(self.sizes, branches)) if self.sizes else 0.0
        before = round_to(self.before)
        gain = round_to(self.known * (before - after) - self.penalty)
        return replace(
            self,
            before=before,
            branches=branches,
            after=after,
            gain=gain,
            split_info=round_to(self.split_info),
        )


#: The quantities of a sheet and what they are in either family; as in ``c45.explain``.
STEPS = {
    "before": ("entropy_before", "gini_before"),
    "branch": ("entropy_branch", "gini_branch"),
    "after": ("entropy_after", "gini_after"),
    "gain": ("information_gain", "gini_gain"),
}
STEP_OF = {q: step for step, names in STEPS.items() for q in names} | {
    "split_info": "split_info",
    "gain_ratio": "gain_ratio",
}


def worked(step: str, given: Given, branch: int | None = None) -> float | None:
    """One result from its inputs: "before", "branch", "after", "gain", "split_info" or "gain_ratio".

    None where it is not defined: a ratio without split information. A gain may be negative here, as
    a student's own values may give one.
    """
    if step == "before":
        return float(given.impurity(given.counts))
    if step == "branch":
        return float(given.impurity(given.table[branch]))
    if step == "after":
        return float(measures.weighted_mean(given.sizes, given.branches))
    if step == "gain":
        return given.known * (given.before - given.after) - given.penalty
    if step == "split_info":
        sizes = [*given.sizes, given.missing] if given.missing else given.sizes
        return float(measures.split_info(sizes))
    if step == "gain_ratio":
        return given.gain / given.split_info if abs(given.split_info) > measures.NOISE else None
    raise KeyError(step)


@dataclass(frozen=True, eq=False)
class SplitFacts:
    """One split at a node, with what lies around it.

    candidate: the record. table: class counts of the branches. missing: class counts of the rows
    without a value. root_table, root_missing: the same split over the whole table, None at the root.
    each_value: every distinct number as a category of its own. cuts: every cut of the attribute.
    values: the distinct values at the node; table_values:
    those of the whole table. inside: the branches of cuts between two rows with equal values.
    found: every split of the attribute, scored.
    """

    candidate: SplitCandidate
    missing: tuple[float, ...]
    root_table: Table | None = None
    root_missing: tuple[float, ...] = ()
    each_value: Table = ()
    cuts: tuple[SplitCandidate, ...] = ()
    values: tuple[float, ...] = ()
    inside: tuple[Table, ...] = ()
    table_values: frozenset[float] = frozenset()
    found: Alternatives | None = None

    def cut_at(self, threshold: float) -> SplitCandidate | None:
        """The record of the cut that parts the rows as a threshold does; None where none does."""
        if self.found is None or self.found.lower is None:
            return None
        at = np.flatnonzero((self.found.lower <= threshold) & (threshold < self.found.upper))
        return self.found.candidate(int(at[0]), self.candidate.criterion) if len(at) else None

    @property
    def attribute(self) -> str:
        return self.candidate.attribute

    @property
    def split(self) -> Split:
        return self.candidate.split

    @property
    def table(self) -> Table:
        return tuple(b.counts for b in self.candidate.branches)

    def where(self, branch: int) -> str:
        return f"where {self.split.sentence(branch)}"

    def given(self, family: str) -> Given:
        """The right inputs of the sums, from the record."""
        c, table = self.candidate, self.table
        gini = family == "gini"
        return Given(
            family=family,
            counts=tuple(map(sum, zip(*table))),
            table=table,
            sizes=tuple(map(sum, table)),
            missing=c.n_missing,
            before=c.gini_before if gini else c.entropy_before,
            branches=tuple(float(v) for v in IMPURITIES[family](np.array(table))),
            after=c.gini_after if gini else c.entropy_after,
            gain=c.gini_gain if gini else max(c.information_gain - c.penalty, 0.0),
            split_info=c.split_info,
            known=c.known_fraction,
            penalty=0.0 if gini else c.penalty,
        )


@dataclass(frozen=True, eq=False)
class Facts:
    """A node and its candidates: everything that right and wrong sums are made from.

    counts: class counts of the node. root: class counts of the whole table, None at the root.
    splits: one an attribute that offers a split.
    """

    classes: tuple[str, ...]
    counts: tuple[float, ...]
    criterion: str
    splits: tuple[SplitFacts, ...]
    root: tuple[float, ...] | None = None
    average_gain_rule: bool = False

    @property
    def family(self) -> str:
        return FAMILIES[self.criterion]

    @property
    def n(self) -> float:
        return sum(self.counts)

    def split_of(self, attribute: str) -> SplitFacts:
        for s in self.splits:
            if s.attribute == attribute:
                return s
        raise KeyError(attribute)

    @cached_property
    def node_given(self) -> Given:
        """The node by itself."""
        value = float(IMPURITIES[self.family](self.counts))
        return Given(self.family, self.counts, before=value)


def split_facts(
    dataset: Dataset,
    portion: Portion,
    candidate: SplitCandidate,
    parameters: Parameters,
    *,
    is_root: bool,
) -> SplitFacts:
    """Everything about one split at a node. candidate: its record, with a split."""
    name, split = candidate.attribute, candidate.split
    counts = portion.class_counts(dataset)
    known = np.sum([b.counts for b in candidate.branches], axis=0)
    missing = np.where(counts - known > NOISE_OF_COUNTS, counts - known, 0.0)
    root_table, root_missing = None, ()
    if not is_root:
        whole = Portion.everything(dataset)
        at_root = evaluate_split(dataset, whole, split, parameters)
        root_table = tuple(b.counts for b in at_root.branches)
        rest = whole.class_counts(dataset) - np.sum(root_table, axis=0)
        root_missing = tuple(np.where(rest > NOISE_OF_COUNTS, rest, 0.0).tolist())
    facts = SplitFacts(candidate, tuple(missing.tolist()), root_table, root_missing)
    if isinstance(split, MultiwaySplit):
        return facts
    plain = alternatives(dataset, portion, name, parameters)
    if len(plain) <= MOST_CUTS:
        criterion = parameters.criterion
        facts = replace(facts, cuts=tuple(plain.candidate(i, criterion) for i in range(len(plain))))
    if isinstance(split, ThresholdSplit):
        return replace(facts, found=plain, **_of_numbers(dataset, portion, name))
    return facts


NOISE_OF_COUNTS = 1e-9


def _of_numbers(dataset: Dataset, portion: Portion, name: str) -> dict:
    """What only a continuous attribute has: its values, and the tables of wrong cuts."""
    column = dataset.column(name)[portion.rows]
    known = portion.where(~is_missing(column))
    column = dataset.column(name)[known.rows]
    values, where = np.unique(column, return_inverse=True)
    everywhere = frozenset()
    if dataset.n_rows <= MOST_ROWS:
        everywhere = frozenset(dataset.column(name).tolist())
    if len(values) > MOST_CUTS or len(column) > 10 * MOST_CUTS:
        return {"values": tuple(values.tolist()), "table_values": everywhere}
    k = len(dataset.classes)
    weights = np.ones(len(column)) if known.weights is None else known.weights
    one_hot = np.zeros((len(column), k))
    one_hot[np.arange(len(column)), dataset.target[known.rows]] = weights
    each = np.zeros((len(values), k))
    np.add.at(each, where.ravel(), one_hot)
    order = np.argsort(column, kind="stable")
    below = one_hot[order].cumsum(axis=0)
    equal = np.flatnonzero(column[order][1:] == column[order][:-1])
    inside = tuple(
        (tuple(below[i].tolist()), tuple((below[-1] - below[i]).tolist()))
        for i in (equal if len(equal) <= MOST_CUTS else ())
    )
    return {
        "values": tuple(values.tolist()),
        "table_values": everywhere,
        "each_value": tuple(tuple(row) for row in each.tolist()),
        "inside": inside,
    }


def node_facts(
    dataset: Dataset,
    portion: Portion,
    parameters: Parameters,
    candidates: tuple[SplitCandidate, ...],
) -> Facts:
    """A node with its candidates; those that offer no split are left out."""
    whole = Portion.everything(dataset)
    is_root = len(portion.rows) == len(whole.rows) and abs(portion.n - whole.n) < NOISE_OF_COUNTS
    return Facts(
        classes=dataset.classes,
        counts=tuple(float(c) for c in portion.class_counts(dataset)),
        criterion=parameters.criterion,
        splits=tuple(
            split_facts(dataset, portion, c, parameters, is_root=is_root)
            for c in candidates
            if c.split is not None and c.n_known > 0
        ),
        root=None if is_root else tuple(float(c) for c in whole.class_counts(dataset)),
        average_gain_rule=parameters.average_gain_rule,
    )
