"""Which split, and why: the plain exhaustive search, written to be read.

For every attribute, ``alternatives`` scores all splits it offers at a node; the best becomes the
attribute's ``SplitCandidate``; ``node_report`` compares the candidates and keeps the losers. This
search defines the answer: whatever is faster must give the same tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.dataset import Attribute, Dataset, is_missing
from c45.notation import count, plain, plural, separating, shown
from c45.parameters import ARITHMETIC, Parameters
from c45.splits import Split, SubsetSplit, ThresholdSplit, multiway

#: All two-group splits are tried up to this many categories at a node: 2**11 - 1 = 2,047 of them.
MAX_CATEGORIES_FOR_ALL_SUBSETS = 12

CRITERIA = ("information_gain", "gain_ratio", "gini")


@dataclass(frozen=True, eq=False)
class Portion:
    """The rows that reach a node, and the weight with which each of them does.

    rows: row numbers, shape (n,). weights: shape (n,), or None where every row counts once.
    """

    rows: NDArray[np.int64]
    weights: NDArray[np.float64] | None = None

    @classmethod
    def everything(cls, dataset: Dataset) -> Portion:
        """All rows of a table; rows with weight 0 are left out, as if they were not there."""
        rows = np.arange(dataset.n_rows)
        if dataset.weights is None:
            return cls(rows)
        rows = rows[dataset.weights > 0]
        weights = dataset.weights[rows]
        return cls(rows, None if (weights == 1).all() else weights)

    @property
    def n(self) -> float:
        """Number of rows, by weight."""
        return len(self.rows) if self.weights is None else float(self.weights.sum())

    def where(self, mask: NDArray) -> Portion:
        return Portion(self.rows[mask], None if self.weights is None else self.weights[mask])

    def class_counts(self, dataset: Dataset) -> NDArray:
        """Weight of each class, shape (n_classes,): integers where no row counts in part."""
        return np.bincount(
            dataset.target[self.rows], weights=self.weights, minlength=len(dataset.classes)
        )

    def divided(self, split: Split, dataset: Dataset) -> list[Portion]:
        """The portions that go down each branch of a split.

        A row whose value is missing goes down every branch that has known rows, each time with the
        branch's share of the known weight (Quinlan 1993, section 3.2).
        """
        branch = split.branch_of(dataset.column(split.attribute)[self.rows])
        known = branch >= 0
        if known.all():
            return [self.where(branch == b) for b in range(split.n_branches)]
        weights = np.ones(len(self.rows)) if self.weights is None else self.weights
        sizes = np.bincount(branch[known], weights=weights[known], minlength=split.n_branches)
        total = sizes.sum()
        parts = []
        for b in range(split.n_branches):
            if sizes[b] <= 0:
                parts.append(Portion(self.rows[:0], weights[:0]))
                continue
            here = (branch == b) | ~known
            share = np.where(known, 1.0, sizes[b] / total)
            parts.append(Portion(self.rows[here], (weights * share)[here]))
        return parts


@dataclass(frozen=True)
class Branch:
    """One branch of a candidate: its label in words, and the weight of each class in it."""

    label: str
    counts: tuple[float, ...]

    @property
    def n(self) -> float:
        return sum(self.counts)


@dataclass(frozen=True)
class SplitCandidate:
    """One row of the table of attributes: a split that was considered, and all its numbers.

    impurity_before, impurity_after, gain: in the unit of the deciding criterion (bits of entropy, or
        Gini). All of them are of the rows whose value is known; ``gain`` is
        ``known_fraction * (impurity_before - impurity_after) - penalty``.
    information_gain, entropy_*, split_info, gain_ratio, gini_*: the three measures, always all kept.
    score: what the candidates were ranked by. rejected: why it could not be chosen, or "".
    """

    attribute: str
    split: Split | None
    branches: tuple[Branch, ...]
    criterion: str
    entropy_before: float
    entropy_after: float
    information_gain: float
    split_info: float
    gain_ratio: float
    gini_before: float
    gini_after: float
    gini_gain: float
    gain: float
    score: float
    n_known: float
    n_missing: float = 0.0
    penalty: float = 0.0
    n_tried: int = 1
    valid: bool = True
    counts_in_average: bool = True
    rejected: str = ""

    @property
    def threshold(self) -> float | None:
        return self.split.threshold if isinstance(self.split, ThresholdSplit) else None

    @property
    def known_fraction(self) -> float:
        n = self.n_known + self.n_missing
        return self.n_known / n if n else 0.0

    @property
    def impurity_before(self) -> float:
        return self.gini_before if self.criterion == "gini" else self.entropy_before

    @property
    def impurity_after(self) -> float:
        return self.gini_after if self.criterion == "gini" else self.entropy_after

    def score_by(self, criterion: str) -> float:
        """The number another criterion would rank this candidate by."""
        if criterion == "gini":
            return self.gini_gain
        if criterion == "gain_ratio":
            return self.gain_ratio
        return max(self.information_gain - self.penalty, 0.0)


@dataclass(frozen=True)
class NodeReport:
    """Why a node is what it is: every attribute's best candidate, the chosen one, and the reason.

    candidates: one an attribute, in the table's order; empty where the node was never searched.
    reason: one sentence: why this split, or why this is a leaf.
    tied: the attributes whose score equals the chosen one's.
    choices: what each criterion would choose here under the same knobs, or None.
    average_gain: mean gain of the attributes that count in it, in bits; None where none does.
    """

    candidates: tuple[SplitCandidate, ...] = ()
    chosen: SplitCandidate | None = None
    reason: str = ""
    tied: tuple[str, ...] = ()
    choices: dict[str, SplitCandidate | None] = field(default_factory=dict)
    average_gain: float | None = None

    def candidate(self, attribute: str) -> SplitCandidate:
        """The candidate of one attribute. Raises KeyError where there is none."""
        for c in self.candidates:
            if c.attribute == attribute:
                return c
        raise KeyError(attribute)

    @property
    def disagree(self) -> bool:
        """Whether the three criteria would ask about different attributes here."""
        return len({c.attribute for c in self.choices.values() if c}) > 1

    @property
    def runner_up(self) -> SplitCandidate | None:
        """The best candidate that was not chosen."""
        others = [c for c in self.candidates if not c.rejected and c is not self.chosen]
        return max(others, key=lambda c: c.score, default=None)


@dataclass(frozen=True, eq=False)
class Alternatives:
    """Every split that one attribute offers at a node, scored: the arrays behind one candidate.

    splits: makes the i-th split. table: class counts, shape (n_splits, n_branches, n_classes).
    All other arrays have shape (n_splits,). ``allowed`` are the splits that the knobs permit;
    ``rejected`` says why none is.
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
        values = values[~np.isnan(values) & _counted(dataset)]
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
    return ""


def _scored(dataset, portion, known, a, found: _Found, parameters) -> Alternatives:
    """All numbers of all splits of one attribute, and which of them the knobs allow."""
    arithmetic = ARITHMETIC[parameters.arithmetic]
    here = known.class_counts(dataset)
    n_known, n = known.n, portion.n
    n_missing = n - n_known if portion.weights is None else max(n - n_known, 0.0)
    if len(known.rows) == len(portion.rows):
        n_missing = 0
    fraction = 1.0 if not n_missing else n_known / n
    sizes = found.table.sum(axis=-1)
    entropy_before = float(measures.entropy(here))
    gini_before = float(measures.gini(here))
    entropy_after = measures.weighted_impurity(found.table, measures.entropy)
    gini_after = measures.weighted_impurity(found.table, measures.gini)
    with_missing = np.concatenate([sizes, np.full((len(sizes), 1), n_missing)], axis=1)
    allowed, rejected, n_tried = _allowed(dataset, portion, a, found, sizes, n_known, parameters)
    penalty = 0.0
    if parameters.cut_penalty and a.is_continuous and n_tried > 1:
        penalty = float(np.log2(n_tried) / n)
    information_gain = fraction * measures.difference(entropy_before, entropy_after)
    gini_gain = fraction * measures.difference(gini_before, gini_after)
    if a.is_continuous and parameters.cut_penalty and allowed.any():
        worth = information_gain - penalty > arithmetic.tie
        if not (allowed & worth).any():
            rejected = (
                f"no cut gains more than the penalty log2({n_tried}) / {count(n)} = {shown(penalty)}"
                if penalty
                else "no cut gains anything"
            )
        allowed = allowed & worth
    if not parameters.zero_gain and a.is_continuous and allowed.any():
        gains = gini_gain if parameters.criterion == "gini" else information_gain
        worth = gains > _nothing(parameters)
        if not (allowed & worth).any():
            rejected = "it gains nothing"
        allowed = allowed & worth
    if parameters.min_impurity_decrease > 0 and allowed.any():
        gains = gini_gain if parameters.criterion == "gini" else information_gain
        worth = gains * n / _total(dataset) >= parameters.min_impurity_decrease - measures.NOISE
        if not (allowed & worth).any():
            rejected = (
                f"it lowers the impurity by less than min_impurity_decrease = "
                f"{plain(parameters.min_impurity_decrease)}"
            )
        allowed = allowed & worth
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
        penalty=penalty,
        allowed=allowed,
        n_tried=n_tried,
        rejected=rejected,
        lower=found.lower,
        upper=found.upper,
    )


def _nothing(parameters: Parameters) -> float:
    """A gain up to this counts as none."""
    arithmetic = ARITHMETIC[parameters.arithmetic]
    return 0.0 if arithmetic.relative else arithmetic.tie


def _counted(dataset: Dataset) -> NDArray[np.bool_]:
    """Which rows are there at all: not those with weight 0."""
    return np.ones(dataset.n_rows, bool) if dataset.weights is None else dataset.weights > 0


def _total(dataset: Dataset) -> float:
    return float(dataset.class_counts.sum())


def _allowed(dataset, portion, a, found, sizes, n_known, parameters):
    """Which splits the size rules allow, why not where none is, and how many cuts count as tried."""
    n_splits = len(sizes)
    if not len(portion.rows) or not n_known:
        return np.zeros(n_splits, bool), "no row here has a value for it", 0
    if not n_splits:
        return np.zeros(0, bool), found.nothing, 0
    if a.name in dataset.set_aside:
        return np.zeros(n_splits, bool), "it is set aside: see the notes on the table", 0
    t = ARITHMETIC[parameters.arithmetic].tie  # sums of weights that are exactly m on paper
    allowed = np.ones(n_splits, dtype=bool)
    tried = allowed
    why = ""
    m = parameters.min_branch_rows
    if parameters.cut_minimum and a.is_continuous:
        # Quinlan's order: a tenth of an even share; not below m; else not above 25.
        share = 0.1 * n_known / len(dataset.classes)
        least = m if share <= m else min(share, 25)
        tried = (sizes >= least - t).all(axis=1)
        if n_known < 2 * m - t:
            tried = np.zeros(n_splits, dtype=bool)
        allowed = tried
        if not allowed.any():
            why = f"no cut leaves {plural(least, 'row')} on each side"
    if m and n_known < 2 * m - t:
        why = (
            f"{plural(n_known, 'row here has', 'rows here have')} a value for it, "
            f"fewer than two branches of {m} need"
        )
        return np.zeros(n_splits, dtype=bool), why, 0
    if m and allowed.any():
        allowed = allowed & ((sizes >= m - t).sum(axis=1) >= 2)
        if not allowed.any():
            why = f"fewer than two branches would have {plural(m, 'row')}"
    leaf = parameters.min_samples_leaf
    if isinstance(leaf, float):
        leaf = parameters.rows_needed("min_samples_leaf", int(_counted(dataset).sum()))
    if leaf > 1 and allowed.any():
        allowed = allowed & ((found.n_rows >= leaf) | (found.n_rows == 0)).all(axis=1)
        if not allowed.any():
            why = f"a branch would have fewer than min_samples_leaf = {leaf} rows"
    return allowed, why, int(tried.sum())


def node_report(
    dataset: Dataset, portion: Portion, parameters: Parameters, *, seed: int = 0
) -> NodeReport:
    """Search a node: every attribute's best candidate, what is chosen among them, and why.

    seed: makes random ties and random cuts repeatable, together with ``random_state``.
    """
    rng = np.random.default_rng([parameters.random_state, seed])
    everything = [alternatives(dataset, portion, a.name, parameters) for a in dataset.attributes]
    best = {}
    for measure in ("information_gain", "gini"):
        best[measure] = [_best_of(alt, measure, parameters, rng) for alt in everything]
    best["gain_ratio"] = [
        _best_of(alt, "gain_ratio", parameters, rng)
        if len(alt) > 1 and not alt.attribute.is_continuous and parameters.splitter == "best"
        else replace(c, criterion="gain_ratio", score=c.gain_ratio)
        for alt, c in zip(everything, best["information_gain"])
    ]
    choices, reports = {}, {}
    for criterion in CRITERIA:
        candidates, chosen, tied, average = _choose(
            dataset, best[criterion], criterion, parameters, rng
        )
        choices[criterion] = chosen
        reports[criterion] = (candidates, chosen, tied, average)
    candidates, chosen, tied, average = reports[parameters.criterion]
    return NodeReport(
        candidates=candidates,
        chosen=chosen,
        reason=_why_this(chosen, tied, parameters) if chosen else _why_none(candidates),
        tied=tied,
        choices=choices,
        average_gain=average,
    )


def _best_of(alt: Alternatives, criterion: str, parameters: Parameters, rng) -> SplitCandidate:
    """The best allowed split of one attribute; where none is allowed, the best one, marked so."""
    scores = alt.scores(criterion)
    usable = alt.allowed if alt.allowed.any() else np.ones(len(alt), dtype=bool)
    if not len(alt):
        none = dict.fromkeys(("information_gain", "split_info", "gain_ratio", "gini_gain"), 0.0)
        return SplitCandidate(
            attribute=alt.attribute.name,
            split=None,
            branches=(),
            criterion=criterion,
            entropy_before=alt.entropy_before,
            entropy_after=alt.entropy_before,
            gini_before=alt.gini_before,
            gini_after=alt.gini_before,
            gain=0.0,
            score=0.0,
            n_known=alt.n_known,
            n_missing=alt.n_missing,
            n_tried=0,
            valid=False,
            counts_in_average=False,
            rejected=alt.rejected,
            **none,
        )
    if parameters.splitter == "random":
        i = int(rng.choice(np.flatnonzero(usable)))
    else:
        rule = parameters.tie_rule
        if rule == "last_threshold":
            rule = "last" if alt.attribute.is_continuous else "first"
        i = best_index(np.where(usable, scores, -np.inf), rule, parameters, rng)
    return alt.candidate(i, criterion)


def ties(scores: NDArray, parameters: Parameters) -> NDArray:
    """The positions whose score equals the largest, compared with the knob's tolerance."""
    top = scores.max()
    arithmetic = ARITHMETIC[parameters.arithmetic]
    tolerance = arithmetic.tie
    if arithmetic.relative:  # as gains of many rows may be tiny
        tolerance = tolerance * abs(top) + measures.NOISE
    tied = np.flatnonzero(scores >= top - tolerance)
    if arithmetic.relative or tied[0] == 0:
        return tied
    return np.union1d(_scanned(scores, tied[0], tolerance), tied)


def _scanned(scores: NDArray, first: int, tolerance: float) -> int:
    """Where a scan ends that moves on only to a score better by more than the tolerance.

    This is how C4.5 and J48 look for the best. It ends at the first of the tied scores, unless an
    earlier one is within the tolerance of that one.
    """
    if scores[first] > scores[:first].max() + tolerance:
        return first
    at = 0
    while True:
        better = np.flatnonzero(scores[at + 1 :] > scores[at] + tolerance)
        if not len(better):
            return at
        at += 1 + int(better[0])


def best_index(scores: NDArray, rule: str, parameters: Parameters, rng) -> int:
    """The position of the largest score; which of several equal ones, the rule says."""
    tied = ties(scores, parameters)
    if rule == "last":
        return int(tied[-1])
    if rule == "random":
        return int(rng.choice(tied))
    return int(tied[0])


def _choose(dataset, candidates, criterion, parameters, rng):
    """Pick among the attributes' candidates; say of each loser that may not compete, why."""
    arithmetic = ARITHMETIC[parameters.arithmetic]
    many = _many_values(dataset) if parameters.many_values_rule else set()
    candidates = [
        replace(c, counts_in_average=False) if c.attribute in many else c for c in candidates
    ]
    counted = [c.gain for c in candidates if c.counts_in_average]
    average = float(np.mean(counted)) if counted else None
    if not parameters.zero_gain:
        least = _nothing(parameters)
        candidates = [
            replace(c, rejected="it gains nothing") if not c.rejected and c.gain <= least else c
            for c in candidates
        ]
    if criterion == "gain_ratio":
        candidates = [_ratio_rules(c, average, arithmetic, parameters) for c in candidates]
    able = [i for i, c in enumerate(candidates) if not c.rejected]
    if not able:
        return tuple(candidates), None, (), average
    scores = np.array([candidates[i].score_by(criterion) for i in able])
    tied = [able[i] for i in ties(scores, parameters)]
    i = _tied_attribute(candidates, tied, parameters, rng)
    names = tuple(candidates[j].attribute for j in tied if j != i)
    return tuple(candidates), candidates[i], names, average


def _tied_attribute(candidates, tied: list[int], parameters: Parameters, rng) -> int:
    if parameters.tie_rule == "last":
        return tied[-1]
    if parameters.tie_rule == "random":
        return int(rng.choice(tied))
    if parameters.tie_rule == "last_threshold":
        # The report's learner: a category needs a strictly larger gain, a threshold an equal one.
        thresholds = [i for i in tied if isinstance(candidates[i].split, ThresholdSplit)]
        return thresholds[-1] if thresholds else tied[0]
    return tied[0]


def _many_values(dataset: Dataset) -> set[str]:
    """Attributes with very many categories: at least 0.3 of the rows (C4.5 Release 8).

    Where all attributes have very many, the rule is off.
    """
    least = 0.3 * _counted(dataset).sum() - 1e-9
    offered = [dataset.attribute(name) for name in dataset.offered]
    many = {a.name for a in offered if not a.is_continuous and len(a.categories) >= least}
    return set() if len(many) == len(offered) else many


def _ratio_rules(c: SplitCandidate, average, arithmetic, parameters) -> SplitCandidate:
    """What gain ratio asks of a candidate beside validity: average gain, some split information."""
    if c.rejected:
        return c
    if parameters.average_gain_rule:
        if average is None:
            return replace(c, rejected="no attribute counts in the average gain")
        if c.gain < average - arithmetic.average_slack:
            return replace(
                c, rejected=f"its gain {shown(c.gain)} is below the average {shown(average)}"
            )
    if c.split_info <= arithmetic.least_split_info:
        return replace(c, rejected="nearly all rows go one way, so the ratio means nothing")
    return c


_MEASURE = {
    "information_gain": "information gain",
    "gain_ratio": "gain ratio",
    "gini": "drop of the Gini index",
}


def _why_this(chosen: SplitCandidate, tied: tuple[str, ...], parameters: Parameters) -> str:
    what = _MEASURE[parameters.criterion]
    number = shown(chosen.score)
    unit = " bits" if parameters.criterion == "information_gain" else ""
    if tied:
        rule = {
            "first": "the first is taken",
            "last": "the last is taken",
            "last_threshold": "the last threshold is taken",
            "random": "one is drawn",
        }[parameters.tie_rule]
        others = f"{len(tied)} other attribute{'s' if len(tied) > 1 else ''}"
        return (
            f"{chosen.attribute} ties with {others} for the largest {what}, {number}{unit}; {rule}."
        )
    return f"{chosen.attribute} has the largest {what}, {number}{unit}."


def _why_none(candidates: tuple[SplitCandidate, ...]) -> str:
    """One sentence for a node where nothing may be asked."""
    if not any(c.split for c in candidates):
        reasons = {c.rejected for c in candidates}
        if len(candidates) == 1 and len(reasons) == 1:
            return f"No attribute separates these rows: {reasons.pop()}."
        return "No attribute separates these rows."
    reasons = [c.rejected for c in candidates if c.split]
    if len(set(reasons)) == 1:
        return f"No split is allowed: for every attribute, {reasons[0]}."
    return "No split is allowed: each attribute's best split breaks a rule."


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
