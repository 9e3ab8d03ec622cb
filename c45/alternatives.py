"""Every split that one attribute offers at a node, scored by all three measures.

Thresholds between neighbouring values, one branch a category, or two groups of categories. Which of
them the knobs allow is said in ``allowed.py``; which one is taken, in ``search.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.allowed import Sizes, counted_rows, judged
from c45.candidates import Branch, SplitCandidate
from c45.dataset import Attribute, Dataset, is_missing
from c45.notation import plain, separating
from c45.parameters import ARITHMETIC, Parameters
from c45.portion import Portion
from c45.splits import Split, SubsetSplit, ThresholdSplit, multiway

#: All two-group splits are tried up to this many categories at a node: 2**11 - 1 = 2,047 of them.
MAX_CATEGORIES_FOR_ALL_SUBSETS = 12


@dataclass(frozen=True, eq=False)
class Alternatives:
    """Every split that one attribute offers at a node, scored: the arrays behind one candidate.

    splits: makes the i-th split. table: class counts, shape (n_splits, n_branches, n_classes).
    All other arrays have shape (n_splits,). ``allowed`` are the splits that the knobs permit;
    where none is, ``rejected`` says why, and ``considered`` are those that the reason is about.
    """

    attribute: Attribute
    make: Callable[[int], Split]
    table: NDArray
    n_known: float
    n_missing: float
    entropy_before: float
    gini_before: float
    entropy_after: NDArray
    gini_after: NDArray
    information_gain: NDArray
    gini_gain: NDArray
    split_info: NDArray
    penalty: float
    allowed: NDArray
    considered: NDArray
    n_tried: int
    rejected: str = ""
    lower: NDArray | None = None
    upper: NDArray | None = None

    def __len__(self) -> int:
        return len(self.table)

    @property
    def gain_ratio(self) -> NDArray:
        return measures.gain_ratio(
            np.maximum(self.information_gain - self.penalty, 0), self.split_info
        )

    def scores(self, criterion: str) -> NDArray:
        """What decides *within* the attribute: Gini's drop under Gini, else the gain.

        Quinlan picks the threshold by gain also where gain ratio ranks the attributes; groups of
        categories are picked by the ratio then (C4.5 option -s, J48 option -B).
        """
        if criterion == "gain_ratio" and not self.attribute.is_continuous:
            return self.gain_ratio
        return self.gini_gain if criterion == "gini" else self.information_gain

    def candidate(self, i: int, criterion: str) -> SplitCandidate:
        """The i-th split with all its numbers."""
        split = self.make(i)
        penalised = max(float(self.information_gain[i]) - self.penalty, 0.0)
        ratio = float(measures.gain_ratio(penalised, self.split_info[i]))
        gini_gain = float(self.gini_gain[i])
        gain = gini_gain if criterion == "gini" else penalised
        return SplitCandidate(
            attribute=self.attribute.name,
            split=split,
            branches=tuple(
                Branch(split.words(b), tuple(self.table[i, b].tolist()))
                for b in range(split.n_branches)
            ),
            criterion=criterion,
            entropy_before=self.entropy_before,
            entropy_after=float(self.entropy_after[i]),
            information_gain=float(self.information_gain[i]),
            split_info=float(self.split_info[i]),
            gain_ratio=ratio,
            gini_before=self.gini_before,
            gini_after=float(self.gini_after[i]),
            gini_gain=gini_gain,
            gain=gain,
            score=ratio if criterion == "gain_ratio" else gain,
            n_known=self.n_known,
            n_missing=self.n_missing,
            penalty=self.penalty,
            n_tried=self.n_tried,
            valid=bool(self.allowed[i]),
            counts_in_average=bool(self.allowed[i]),
            rejected="" if self.allowed[i] else self.rejected,
        )


def alternatives(
    dataset: Dataset, portion: Portion, attribute: str, parameters: Parameters
) -> Alternatives:
    """Every split of one attribute at a node, scored by all three measures.

    Thresholds are listed from the lowest to the highest; subsets by size, then by the order of their
    categories. An attribute that offers no split gives an empty table and the reason.
    """
    a = dataset.attribute(attribute)
    column = dataset.column(attribute)[portion.rows]
    missing = is_missing(column)
    known = portion.where(~missing)
    column = column[~missing]
    if a.is_continuous:
        found = _thresholds(dataset, known, a, column, parameters)
    elif parameters.categorical_split == "multiway":
        found = _multiway(dataset, known, a, column, parameters)
    else:
        found = _subsets(dataset, known, a, column, parameters)
    return _scored(dataset, portion, known, a, found, parameters)


@dataclass
class _Found:
    """The splits of one attribute before they are scored."""

    make: Callable[[int], Split]
    table: NDArray
    n_rows: NDArray  # rows (not weight) in each branch, shape (n_splits, n_branches)
    nothing: str = ""  # why there is no split at all
    lower: NDArray | None = None
    upper: NDArray | None = None


def _thresholds(dataset, known, a, column, parameters) -> _Found:
    """All cuts between two neighbouring different values, from the lowest to the highest."""
    n_classes = len(dataset.classes)
    order = np.argsort(column, kind="stable")
    value = column[order]
    gap = ARITHMETIC[parameters.arithmetic].gap
    # 1e-10: the difference of two doubles that are 1e-5 apart on paper is not exactly 1e-5.
    at = (
        np.flatnonzero(value[1:] - value[:-1] > gap + 1e-10)
        if gap
        else np.flatnonzero(value[1:] > value[:-1])
    )
    one_hot = np.zeros((len(value), n_classes), dtype=float if known.weights is not None else int)
    weights = 1 if known.weights is None else known.weights[order]
    one_hot[np.arange(len(value)), dataset.target[known.rows][order]] = weights
    below = one_hot.cumsum(axis=0)
    total = below[-1] if len(value) else np.zeros(n_classes, dtype=one_hot.dtype)
    left = below[at]
    lower, upper = value[at], value[at + 1]
    nothing = ""
    if not len(at):
        nothing = (
            f"every row here has the value {plain(value[0])}"
            if len(value) and value[0] == value[-1]
            else f"its values here differ by no more than {plain(gap)}"
        )

    def make(i: int) -> ThresholdSplit:
        threshold = threshold_between(
            dataset,
            a.name,
            lower[i],
            upper[i],
            parameters.threshold_at,
            slack=ARITHMETIC[parameters.arithmetic].midpoint_slack,
        )
        return ThresholdSplit(a.name, threshold, separating(threshold, lower[i], upper[i]))

    return _Found(
        make,
        np.stack([left, total - left], axis=1),
        np.stack([at + 1, len(value) - at - 1], axis=1),
        nothing,
        lower,
        upper,
    )


def threshold_between(
    dataset: Dataset, attribute: str, lower, upper, convention: str, *, slack: float = 1e-10
) -> float:
    """Where the threshold stands between two neighbouring values: ``lower <= threshold < upper``.

    convention: a choice of the knob ``threshold_at``. slack: by how much, relatively, a training
    value may lie above the midpoint and still count as equal to it. A midpoint is rounded to 15 digits where that
    still separates the two, so that it reads as on paper (0.15, not 0.15000000000000002).
    """
    lower, upper = float(lower), float(upper)
    if convention == "data_value":
        return lower
    middle = lower / 2 + upper / 2  # the sum of two huge values would overflow
    if not lower <= middle < upper:
        middle = lower  # neighbouring doubles
    if convention == "training_value":
        values = dataset.column(attribute)
        values = values[~np.isnan(values) & counted_rows(dataset)]
        # The slack catches a midpoint that is a data value on paper but not in binary.
        upto = values[(values <= middle + slack * (1 + abs(middle))) & (values < upper)]
        return float(upto.max())
    short = float(f"{middle:.15g}")
    return short if lower <= short < upper else middle


def _contingency(dataset, known, a, column) -> tuple[NDArray, NDArray]:
    """Class weights of each category, shape (n_categories, n_classes), and its number of rows."""
    n_classes = len(dataset.classes)
    cell = column * n_classes + dataset.target[known.rows]
    size = len(a.categories) * n_classes
    table = np.bincount(cell, weights=known.weights, minlength=size).reshape(-1, n_classes)
    return table, np.bincount(column, minlength=len(a.categories))


def _multiway(dataset, known, a, column, parameters) -> _Found:
    """One split: a branch for each declared category."""
    table, n_rows = _contingency(dataset, known, a, column)
    present = np.flatnonzero(n_rows)
    nothing = ""
    if len(present) < 2:
        only = a.categories[present[0]] if len(present) else ""
        nothing = f"every row here is {only}"
        table, n_rows = table[None][:0], n_rows[None][:0]
    else:
        table, n_rows = table[None], n_rows[None]
    return _Found(lambda i: multiway(a), table, n_rows, nothing)


def _subsets(dataset, known, a, column, parameters) -> _Found:
    """Two groups of the categories that occur here: one against the rest, or every way to part them."""
    table, n_rows = _contingency(dataset, known, a, column)
    present = np.flatnonzero(n_rows)
    n = len(present)
    nothing = ""
    groups: list[tuple[int, ...]] = []
    if n < 2:
        nothing = f"every row here is {a.categories[present[0]] if n else ''}"
    elif parameters.categorical_split == "one_vs_rest":
        groups = [(p,) for p in present] if n > 2 else [(present[0],)]
    elif n <= MAX_CATEGORIES_FOR_ALL_SUBSETS:
        for size in range(1, n // 2 + 1):
            for group in combinations(present, size):
                if 2 * size < n or group[0] == present[0]:  # each pair of halves once
                    groups.append(group)
    else:
        nothing = _why_not_ordered(dataset, n, parameters)
        if not nothing:
            # Two classes: the best of all 2**(n-1) - 1 subsets is a cut in the order of the share
            # of one class (Breiman et al. 1984, theorem 4.5; it holds for entropy and Gini).
            share = measures.shares(table[present])[:, 0]
            order = present[np.argsort(share, kind="stable")]
            groups = [tuple(sorted(order[: i + 1])) for i in range(n - 1)]
    chosen = np.zeros((len(groups), len(a.categories)), dtype=bool)
    for i, group in enumerate(groups):
        chosen[i, list(group)] = True
    inside = chosen.astype(table.dtype) @ table
    rows_inside = chosen.astype(int) @ n_rows

    def make(i: int) -> SubsetSplit:
        here = [a.categories[p] for p in present]
        if parameters.categorical_split == "one_vs_rest":
            here = a.categories  # the rest is all others, whether they occur here or not
        first = tuple(a.categories[p] for p in present if chosen[i, p])
        return SubsetSplit(a.name, a.categories, first, tuple(c for c in here if c not in first))

    return _Found(
        make,
        np.stack([inside, table.sum(axis=0) - inside], axis=1),
        np.stack([rows_inside, n_rows.sum() - rows_inside], axis=1),
        nothing,
    )


def _why_not_ordered(dataset: Dataset, n: int, parameters: Parameters) -> str:
    """Why ordering the categories by class share would not find the best subset for certain."""
    subsets = f"{n} categories here can be parted in {2 ** (n - 1) - 1:,} ways"
    if len(dataset.classes) > 2:
        return (
            f"{subsets}, too many to try, and with {len(dataset.classes)} classes no order of them "
            "is sure to find the best"
        )
    if parameters.min_samples_leaf != 1 or parameters.min_branch_rows > 1:
        return f"{subsets}, too many to try while a smallest branch is asked for"
    if parameters.splitter == "random":
        return f"{subsets}, too many to draw from"
    if parameters.criterion == "gain_ratio":
        return f"{subsets}, too many to try, and no order of them is sure to find the best ratio"
    return ""


def _scored(dataset, portion, known, a, found: _Found, parameters) -> Alternatives:
    """All numbers of all splits of one attribute, and which of them the knobs allow."""
    here = known.class_counts(dataset)
    n_known, n = known.n, portion.n
    n_missing = n - n_known if portion.weights is None else max(n - n_known, 0.0)
    if len(known.rows) == len(portion.rows):
        n_missing = 0
    fraction = 1.0 if not n_missing else n_known / n
    weights = found.table.sum(axis=-1)
    entropy_before = float(measures.entropy(here))
    gini_before = float(measures.gini(here))
    entropy_after = measures.weighted_impurity(found.table, measures.entropy)
    gini_after = measures.weighted_impurity(found.table, measures.gini)
    with_missing = np.concatenate([weights, np.full((len(weights), 1), n_missing)], axis=1)
    information_gain = fraction * measures.difference(entropy_before, entropy_after)
    gini_gain = fraction * measures.difference(gini_before, gini_after)
    judgement = judged(
        dataset,
        a,
        sizes=Sizes(weights, found.n_rows, n_known, n),
        information_gain=information_gain,
        gini_gain=gini_gain,
        parameters=parameters,
        nothing=found.nothing,
    )
    return Alternatives(
        attribute=a,
        make=found.make,
        table=found.table,
        n_known=n_known,
        n_missing=n_missing,
        entropy_before=entropy_before,
        gini_before=gini_before,
        entropy_after=entropy_after,
        gini_after=gini_after,
        information_gain=information_gain,
        gini_gain=gini_gain,
        split_info=measures.split_info(with_missing),
        penalty=judgement.penalty,
        allowed=judgement.allowed,
        considered=judgement.considered,
        n_tried=judgement.n_tried,
        rejected=judgement.why,
        lower=found.lower,
        upper=found.upper,
    )


def evaluate_split(
    dataset: Dataset, portion: Portion, split: Split, parameters: Parameters
) -> SplitCandidate:
    """Any one split with all its numbers, whether or not the search would try it.

    Sends the rows down the branches and counts them, so it also serves as the brute-force check of
    the search.
    """
    a = dataset.attribute(split.attribute)
    column = dataset.column(split.attribute)[portion.rows]
    branch = split.branch_of(column)
    known = portion.where(branch >= 0)
    at = branch[branch >= 0]
    n_classes = len(dataset.classes)
    cell = at * n_classes + dataset.target[known.rows]
    table = np.bincount(cell, weights=known.weights, minlength=split.n_branches * n_classes)
    found = _Found(
        lambda i: split,
        table.reshape(1, split.n_branches, n_classes),
        np.bincount(at, minlength=split.n_branches)[None],
    )
    free = replace(
        parameters,
        min_branch_rows=0,
        cut_minimum=False,
        cut_penalty=False,
        min_samples_leaf=1,
        min_impurity_decrease=0.0,
        zero_gain=True,
    )
    return _scored(dataset, portion, known, a, found, free).candidate(0, parameters.criterion)
