"""Which of an attribute's splits the knobs allow, and why not, in words.

The rules are tried one after the other; the first that leaves no split over is the reason that is
given, and the splits that stood before it are the ones it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.dataset import Attribute, Dataset
from c45.notation import count, plain, plural, shown
from c45.parameters import ARITHMETIC, Parameters


@dataclass(frozen=True, eq=False)
class Judgement:
    """allowed: which splits may be chosen, shape (n_splits,). why: the reason where none may.

    considered: the splits that the rule giving the reason was the first to refuse.
    n_tried: how many cuts count as tried (C4.5 Release 8); penalty: what that takes off the gain.
    """

    allowed: NDArray[np.bool_]
    considered: NDArray[np.bool_]
    why: str = ""
    n_tried: int = 0
    penalty: float = 0.0


@dataclass(frozen=True, eq=False)
class Sizes:
    """What the rules look at: weights, shape (n_splits, n_branches), and rows in the same shape."""

    weights: NDArray
    rows: NDArray[np.int64]
    n_known: float
    n: float


def judged(
    dataset: Dataset,
    attribute: Attribute,
    *,
    sizes: Sizes,
    information_gain: NDArray,
    gini_gain: NDArray,
    parameters: Parameters,
    nothing: str,
) -> Judgement:
    """Judge all splits of one attribute at a node. nothing: why it offers none at all, or ""."""
    n_splits = len(sizes.weights)
    everything, none = np.ones(n_splits, dtype=bool), np.zeros(n_splits, dtype=bool)
    if not sizes.n_known:
        return Judgement(none, everything, "no row here has a value for it")
    if not n_splits:
        return Judgement(none, everything, nothing)
    if attribute.name in dataset.set_aside:
        return Judgement(none, everything, "it is set aside: see the notes on the table")
    slack = ARITHMETIC[parameters.arithmetic].tie  # sums of weights that are exactly m on paper
    m = parameters.min_branch_rows
    if m and sizes.n_known < 2 * m - slack:
        why = (
            f"{plural(sizes.n_known, 'row here has', 'rows here have')} a value for it, "
            f"fewer than two branches of {m} need"
        )
        return Judgement(none, everything, why)
    tried, least = everything, 0.0
    if parameters.cut_minimum and attribute.is_continuous:
        least = _least_side(sizes.n_known, len(dataset.classes), m)
        tried = (sizes.weights >= least - slack).all(axis=1)
    n_tried = int(tried.sum())
    penalty = 0.0
    if parameters.cut_penalty and attribute.is_continuous and n_tried > 1:
        penalty = float(np.log2(n_tried) / sizes.n)
    allowed = everything
    rules = (
        [(tried, f"no cut leaves {plural(least, 'row')} on each side")],
        _size_rules(dataset, sizes, parameters, slack),
        _gain_rules(
            dataset, attribute, sizes, information_gain, gini_gain, parameters, n_tried, penalty
        ),
    )
    for group in rules:
        for fits, why in group:
            if not (allowed & fits).any():
                return Judgement(none, allowed, why, n_tried, penalty)
            allowed = allowed & fits
    return Judgement(allowed, allowed, "", n_tried, penalty)


def _least_side(n_known: float, n_classes: int, m: int) -> float:
    """The least weight on each side of a cut: a tenth of an even share; not below m; else at most 25.

    In this order, as in contin.c of C4.5 Release 8.
    """
    share = 0.1 * n_known / n_classes
    return m if share <= m else min(share, 25)


def _size_rules(dataset, sizes: Sizes, parameters, slack: float) -> Iterator[tuple[NDArray, str]]:
    m = parameters.min_branch_rows
    if m:
        yield (
            (sizes.weights >= m - slack).sum(axis=1) >= 2,
            f"fewer than two branches would have {plural(m, 'row')}",
        )
    leaf = parameters.min_samples_leaf
    if isinstance(leaf, float):
        leaf = parameters.rows_needed("min_samples_leaf", int(counted_rows(dataset).sum()))
    if leaf > 1:
        yield (
            ((sizes.rows >= leaf) | (sizes.rows == 0)).all(axis=1),
            f"a branch would have fewer than min_samples_leaf = {leaf} rows",
        )


def _gain_rules(
    dataset, attribute, sizes: Sizes, information_gain, gini_gain, parameters, n_tried, penalty
) -> Iterator[tuple[NDArray, str]]:
    if parameters.cut_penalty and attribute.is_continuous:
        yield (
            information_gain - penalty > ARITHMETIC[parameters.arithmetic].tie,
            f"no cut gains more than the penalty log2({n_tried}) / {count(sizes.n)} = {shown(penalty)}"
            if penalty
            else "no cut gains anything",
        )
    gains = gini_gain if parameters.criterion == "gini" else information_gain
    if not parameters.zero_gain and attribute.is_continuous:
        yield gains > no_gain(parameters), "it gains nothing"
    least = parameters.min_impurity_decrease
    if least > 0:
        total = float(dataset.class_counts.sum())
        yield (
            gains * sizes.n / total >= least - measures.NOISE,
            f"it lowers the impurity by less than min_impurity_decrease = {plain(least)}",
        )


def no_gain(parameters: Parameters) -> float:
    """A gain up to this counts as none."""
    arithmetic = ARITHMETIC[parameters.arithmetic]
    return 0.0 if arithmetic.relative else arithmetic.tie


def counted_rows(dataset: Dataset) -> NDArray[np.bool_]:
    """Which rows are there at all: not those with weight 0."""
    return np.ones(dataset.n_rows, bool) if dataset.weights is None else dataset.weights > 0
