"""Every row is a test row once: folds, each fold's result, and two settings compared on the same folds."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr
from sklearn.model_selection import LeaveOneOut, RepeatedStratifiedKFold, StratifiedKFold

from c45 import metrics
from c45.dataset import Dataset
from c45.errors import DataError, ParameterError
from c45.evaluate import evaluate
from c45.metrics import Score, worked_score
from c45.notation import listed, plural, shown
from c45.parameters import Parameters
from c45.pruning import grow_and_prune

#: Ways to make folds, with their words.
FOLD_KINDS = {
    "stratified": "stratified k-fold",
    "repeated": "repeated stratified k-fold",
    "leave_one_out": "leave one out",
}

#: The scores that settings can be compared by: each from a confusion table and its classes.
SCORES: dict[str, Callable[[NDArray, Sequence[str]], Score]] = {
    "accuracy": lambda confusion, classes: metrics.accuracy(confusion),
    "balanced accuracy": metrics.balanced_accuracy,
    "Matthews correlation": lambda confusion, classes: metrics.matthews_correlation(confusion),
}

#: Differences of the folds that spread less than this are all the same.
EQUAL = 1e-12


@dataclass(frozen=True, eq=False)
class Folds:
    """The same parts for every setting. pairs: row numbers (training, test), one pair a fold.

    kind: a key of ``FOLD_KINDS``. k: folds in one round. repeats: rounds. sentence: all of it in words.
    """

    kind: str
    k: int
    repeats: int
    random_state: int
    pairs: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...] = field(repr=False)
    sentence: str = ""

    def __len__(self) -> int:
        return len(self.pairs)


def make_folds(
    dataset: Dataset,
    kind: str = "stratified",
    *,
    k: int = 10,
    repeats: int = 10,
    random_state: int = 0,
) -> Folds:
    """Folds by scikit-learn's splitters, shuffled with the seed (Kohavi 1995).

    kind: ``"stratified"`` (``StratifiedKFold``), ``"repeated"`` (``RepeatedStratifiedKFold``, with
    ``repeats`` rounds) or ``"leave_one_out"`` (``LeaveOneOut``; the other arguments do not count).

    Raises ParameterError for a kind or a number that is none, DataError for too few rows.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": range(6), "y": list("ababab")})
    >>> make_folds(Dataset.from_frame(frame, target="y"), k=3).sentence
    '3 folds, each with its share of every class: 4 rows to grow from, 2 to test by.'
    """
    if kind not in FOLD_KINDS:
        known = listed([repr(name) for name in FOLD_KINDS], "or")
        raise ParameterError(f"kind is {kind!r}. It must be {known}.")
    n = dataset.n_rows
    if n < 2:
        raise DataError(
            f"The table has {plural(n, 'row')}. Cross-validation needs 2 or more, to grow from some "
            "and test by others."
        )
    if kind == "leave_one_out":
        pairs = tuple(LeaveOneOut().split(np.zeros(n)))
        sentence = f"{n} folds of one row each: the tree grows from the other {n - 1}."
        return Folds(kind, n, 1, random_state, pairs, sentence)
    repeats = repeats if kind == "repeated" else 1
    _refuse(dataset, k, repeats)
    if kind == "repeated":
        splitter = RepeatedStratifiedKFold(n_splits=k, n_repeats=repeats, random_state=random_state)
    else:
        splitter = StratifiedKFold(n_splits=k, shuffle=True, random_state=random_state)
    with warnings.catch_warnings():
        # A class with fewer rows than folds: said in the sentence.
        warnings.filterwarnings("ignore", message="The least populated class")
        pairs = tuple(splitter.split(np.zeros(n), dataset.target))
    return Folds(kind, k, repeats, random_state, pairs, _in_words(dataset, pairs, k, repeats))


def _refuse(dataset: Dataset, k: int, repeats: int) -> None:
    """Raise where there can be no such folds, and say what to do."""
    for name, value, least in (("k", k, 2), ("repeats", repeats, 1)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise ParameterError(
                f"{name} is {value!r}. It must be a whole number, {least} or more."
            )
    rows = np.bincount(dataset.target, minlength=len(dataset.classes))
    if k > rows.max():
        raise DataError(
            f"{k} folds are more than the {plural(int(rows.max()), 'row')} of the largest class, so no "
            "class could be in every fold. Take fewer folds, or leave one out."
        )


def _in_words(dataset: Dataset, pairs, k: int, repeats: int) -> str:
    train, test = ({len(pair[i]) for pair in pairs} for i in (0, 1))
    rounds = f"{repeats} rounds of {k} folds" if repeats > 1 else f"{k} folds"
    sentence = (
        f"{rounds}, each with its share of every class: {_range(train, 'row')} to grow from, "
        f"{_range(test)} to test by."
    )
    rows = np.bincount(dataset.target, minlength=len(dataset.classes))
    rare = [repr(c) for c, n in zip(dataset.classes, rows) if 0 < n < k]
    if rare:
        noun, verb = ("Class", "has") if len(rare) == 1 else ("Classes", "have")
        sentence += (
            f" {noun} {listed(rare)} {verb} fewer rows than folds, so some folds test none of them."
        )
    return sentence


def _range(sizes: set[int], noun: str = "") -> str:
    low, high = min(sizes), max(sizes)
    text = (
        f"{low}" if low == high else f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
    )
    return f"{text} {noun if high == 1 else noun + 's'}" if noun else text


@dataclass(frozen=True, eq=False)
class FoldResult:
    """One fold: how the tree that grew from the others answers its rows.

    fold: counted from 0 through all rounds. round: counted from 0. score: by the name that was asked
    for. confusion: shape (n_classes, n_classes).
    """

    fold: int
    round: int
    n_train: int
    n_test: int
    score: Score
    confusion: NDArray
    n_leaves: int
    depth: int


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """The results of one setting on all folds.

    score: the name of the score. mean, spread: of the folds whose score is defined; the spread is the
    standard deviation with n - 1, None with fewer than two. standard_error: ``spread / sqrt(folds)``.
    confusion: all test rows of one round and the next added up.
    complete: whether every fold was done. notes: what is not defined, in sentences.
    """

    parameters: Parameters
    score: str
    results: tuple[FoldResult, ...]
    folds: Folds
    classes: tuple[str, ...]
    complete: bool = True

    @property
    def values(self) -> tuple[float | None, ...]:
        """The score of each fold, None where it is not defined."""
        return tuple(r.score.value for r in self.results)

    @property
    def defined(self) -> tuple[float, ...]:
        return tuple(v for v in self.values if v is not None)

    @property
    def mean(self) -> float | None:
        return float(np.mean(self.defined)) if self.defined else None

    @property
    def spread(self) -> float | None:
        return float(np.std(self.defined, ddof=1)) if len(self.defined) > 1 else None

    @property
    def standard_error(self) -> float | None:
        return None if self.spread is None else self.spread / math.sqrt(len(self.defined))

    @property
    def mean_leaves(self) -> float | None:
        return float(np.mean([r.n_leaves for r in self.results])) if self.results else None

    @property
    def mean_depth(self) -> float | None:
        return float(np.mean([r.depth for r in self.results])) if self.results else None

    @property
    def confusion(self) -> NDArray:
        empty = np.zeros((len(self.classes), len(self.classes)), dtype=int)
        return sum((r.confusion for r in self.results), empty)

    @property
    def notes(self) -> tuple[str, ...]:
        left_out = len(self.values) - len(self.defined)
        if not left_out:
            return ()
        why = next(r.score.note for r in self.results if r.score.value is None)
        return (f"{plural(left_out, 'fold does', 'folds do')} not count in the mean. {why}",)


def cross_validate(
    dataset: Dataset,
    parameters: Parameters,
    folds: Folds,
    *,
    score: str = "accuracy",
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> CrossValidation:
    """Grow from all folds but one, and prune, as the knobs say; test by that one; for each in turn.

    score: a key of ``SCORES``. progress: told (folds done, folds in all) after each. stop: asked
    before each; once it says True, the folds done so far are the result.

    Raises ParameterError for a score that is none, and what growth raises.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": range(6), "y": list("aaabbb")})
    >>> table = Dataset.from_frame(frame, target="y")
    >>> cross_validate(table, Parameters(), make_folds(table, k=3)).values
    (1.0, 1.0, 0.5)
    """
    if score not in SCORES:
        known = listed([repr(name) for name in SCORES], "or")
        raise ParameterError(f"score is {score!r}. It must be {known}.")
    results = []
    for i, (train, test) in enumerate(folds.pairs):
        if stop and stop():
            break
        tree = grow_and_prune(dataset.take(train), parameters).tree
        found = evaluate(tree, dataset.take(test))
        results.append(
            FoldResult(
                fold=i,
                round=i // folds.k,
                n_train=len(train),
                n_test=len(test),
                score=SCORES[score](found.confusion, found.classes),
                confusion=found.confusion,
                n_leaves=tree.n_leaves,
                depth=tree.depth,
            )
        )
        if progress:
            progress(i + 1, len(folds))
    return CrossValidation(
        parameters, score, tuple(results), folds, dataset.classes, len(results) == len(folds)
    )


@dataclass(frozen=True)
class SettingsCompared:
    """Two settings on the same folds, by the corrected resampled t-test.

    differences: first minus second, fold by fold. mean, variance: of them (with n - 1).
    ratio: test rows / training rows of a fold. t, p: None where the differences do not vary; p is
    two-sided, with ``degrees`` of freedom. worked: the sum of t. sentence: the conclusion.
    """

    differences: tuple[float, ...]
    mean: float | None
    variance: float | None
    ratio: float
    degrees: int
    t: float | None
    p: float | None
    worked: str
    sentence: str

    @property
    def differ(self) -> bool:
        """Whether chance is an unlikely reason for the difference: p below 0.05."""
        return self.p is not None and self.p < SIGNIFICANT


#: Below this share of chance, a difference is called more than chance.
SIGNIFICANT = 0.05


def compare_settings(
    first: CrossValidation, second: CrossValidation, *, names: tuple[str, str] = ("first", "second")
) -> SettingsCompared:
    """Is one setting better than the other, or is it chance? (Nadeau and Bengio 2003.)

    ``t = mean / sqrt((1/J + n_test/n_train) variance)`` over the J folds, with J - 1 degrees of freedom.
    The term n_test/n_train is there because the folds share most of their training rows: without it
    two equal settings are called different far too often.

    Raises ParameterError where the two were not tested on the same folds by the same score.
    """
    if first.folds is not second.folds or first.score != second.score:
        raise ParameterError(
            "The two settings were not tested on the same folds by the same score, so their "
            "differences mean nothing. Make the folds once, and give both the same."
        )
    pairs = [
        (a, b)
        for a, b in zip(first.results, second.results)
        if a.score.value is not None and b.score.value is not None
    ]
    return corrected_t_test(
        [a.score.value for a, _ in pairs],
        [b.score.value for _, b in pairs],
        ratio=float(np.mean([a.n_test / a.n_train for a, _ in pairs])) if pairs else 0.0,
        names=names,
    )


def corrected_t_test(
    first: Sequence[float],
    second: Sequence[float],
    *,
    ratio: float,
    names: tuple[str, str] = ("first", "second"),
) -> SettingsCompared:
    """The corrected resampled t-test on the scores of two settings, fold by fold.

    ratio: test rows / training rows of a fold.

    >>> corrected_t_test([0.9, 0.8, 0.9], [0.8, 0.8, 0.7], ratio=0.5).worked
    '0.10 / √((1/3 + 0.50) × 0.01) = 1.095'
    """
    differences = tuple(float(a - b) for a, b in zip(first, second))
    n = len(differences)
    if n < 2:
        sentence = (
            f"{plural(n, 'fold')} with a score in both cannot show a difference; 2 are needed."
        )
        return SettingsCompared(differences, None, None, ratio, 0, None, None, "", sentence)
    mean, variance = float(np.mean(differences)), float(np.var(differences, ddof=1))
    if variance <= EQUAL**2:
        same = abs(mean) <= EQUAL
        sentence = (
            f"{names[0]} and {names[1]} score the same in all {n} folds."
            if same
            else f"{names[0 if mean > 0 else 1]} is better by {shown(abs(mean))} in every fold alike, so "
            "the differences do not vary and no t is defined."
        )
        return SettingsCompared(
            differences, mean if not same else 0.0, 0.0, ratio, n - 1, None, None, "", sentence
        )
    t = mean / math.sqrt((1 / n + ratio) * variance)
    p = float(2 * stdtr(n - 1, -abs(t)))
    better = names[0 if mean > 0 else 1]
    if p < SIGNIFICANT:
        sentence = (
            f"{better} is better by {shown(abs(mean))} on average, and chance alone would give so "
            f"large a difference in {_chance(p)} of cases."
        )
    else:
        sentence = (
            f"No difference is shown: the mean difference is {shown(mean)}, and chance alone would "
            f"give one as large in {_chance(p)} of cases."
        )
    worked = worked_score(
        "t",
        [mean, ratio, variance],
        compute=lambda c: c[0] / math.sqrt((1 / n + c[1]) * c[2]),
        text=lambda w: f"{w[0]} / √((1/{n} + {w[1]}) × {w[2]})",
        formula="mean difference / √((1/folds + test rows/training rows) × variance)",
    ).worked
    return SettingsCompared(differences, mean, variance, ratio, n - 1, t, p, worked, sentence)


def _chance(p: float) -> str:
    return "less than 0.1%" if p < 0.001 else f"{shown(100 * p, 1)}%"
