"""The tree against data: rows held out, and how many of them it gets right.

The scores are those of ``c45.metrics``; what is not defined (a precision where nothing was predicted)
is None, with a sentence that says why.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from c45 import metrics
from c45.dataset import Dataset
from c45.errors import DataError
from c45.grow import grow
from c45.metrics import Calibration, RankingCurve, Score
from c45.notation import listed, plain, plural
from c45.parameters import Parameters
from c45.predict import columns_of, predict, predict_distribution
from c45.tree import Tree

#: Shares are compared to this many places, so that sums of fractions that are equal on paper are.
SHARE_PLACES = 12


@dataclass(frozen=True, eq=False)
class Holdout:
    """A table in two parts: rows to grow from, and rows to judge by.

    train_rows, test_rows: the numbers of the rows in the whole table, counted from 0, in the order
        in which ``train`` and ``test`` hold them.
    """

    train: Dataset
    test: Dataset
    train_rows: NDArray[np.int64] = field(repr=False)
    test_rows: NDArray[np.int64] = field(repr=False)


def hold_out(
    dataset: Dataset, test_size: float = 0.3, *, stratified: bool = False, random_state: int = 42
) -> Holdout:
    """Hold rows out at random, as scikit-learn's ``train_test_split`` does with the same seed.

    test_size: the share of the rows that are held out, above 0 and below 1, rounded up to a row.
    stratified: whether both parts keep the shares of the classes.

    Raises DataError where a part would be empty, or a class cannot be in both parts of a stratified
    split.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": range(10), "y": list("ababababab")})
    >>> hold_out(Dataset.from_frame(frame, target="y")).test_rows.tolist()
    [8, 1, 5]
    """
    n = dataset.n_rows
    if not 0 < test_size < 1:
        raise DataError(
            f"The share of test rows is {test_size!r}. It must be above 0 and below 1, such as 0.3."
        )
    n_test = math.ceil(test_size * n)
    if n - n_test < 1:
        raise DataError(
            f"Of {plural(n, 'row')}, a share of {plain(test_size)} for the test leaves none to grow "
            "from. Take a smaller share, or a table with more rows."
        )
    if stratified:
        labels = np.array(dataset.classes, dtype=object)[dataset.target]
        _refuse_stratified(labels, n - n_test, n_test)
        # Only here: it takes a second to load, which no other page of the app needs.
        from sklearn.model_selection import train_test_split

        train, test = train_test_split(
            np.arange(n), test_size=test_size, random_state=random_state, stratify=labels
        )
    else:  # as train_test_split: a permutation, the test rows first (``tests/test_evaluate.py``)
        order = np.random.RandomState(random_state).permutation(n)
        train, test = order[n_test:], order[:n_test]
    return Holdout(dataset.take(train), dataset.take(test), train, test)


def _refuse_stratified(labels: NDArray, n_train: int, n_test: int) -> None:
    """Raise DataError where a stratified split is not possible, and say what to do."""
    sizes = Counter(labels.tolist())
    rarest = min(sizes, key=lambda c: (sizes[c], c))
    if sizes[rarest] < 2:
        raise DataError(
            f"Class {rarest!r} has only 1 row, so it cannot be in both parts of a stratified split. "
            "Split without stratifying, or leave the class out."
        )
    for part, size in (("test", n_test), ("training", n_train)):
        if size < len(sizes):
            raise DataError(
                f"The {part} part would have {plural(size, 'row')} for {len(sizes)} classes, too few "
                "for a stratified split. Change the share, or split without stratifying."
            )


@dataclass(frozen=True)
class ClassScores:
    """How well one class is found.

    precision: of the rows that got this class, the share that have it: ``tp / (tp + fp)``.
    recall: of the rows that have this class, the share that got it: ``tp / (tp + fn)``.
    f1: ``2 tp / (2 tp + fp + fn)``. Each is None where it would divide by 0.
    support: rows (by weight) that have this class.
    """

    name: str
    precision: float | None
    recall: float | None
    f1: float | None
    support: float


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a tree answers on the rows of a table, against what is true.

    n, n_right: rows, and rows that got their class, by weight. accuracy: their ratio; None without rows.
    confusion: shape (n_classes, n_classes); rows are the true classes, columns the predicted ones.
    predicted: the class that the tree gives each row, in the order of the table.
    n_nodes, n_leaves, depth: the size of the tree.
    notes: a sentence for each number that is not defined.
    """

    classes: tuple[str, ...]
    confusion: NDArray
    n: float
    n_right: float
    accuracy: float | None
    per_class: tuple[ClassScores, ...]
    predicted: tuple[str, ...] = field(repr=False)
    n_nodes: int
    n_leaves: int
    depth: int
    notes: tuple[str, ...] = ()

    @property
    def error(self) -> float | None:
        """The share of rows that do not get their class."""
        return None if self.accuracy is None else (self.n - self.n_right) / self.n

    def scores(self) -> tuple[Score, ...]:
        """Every score with the sum it came from: of the whole table, then of each class."""
        return metrics.all_scores(self.confusion, self.classes)

    def scores_of(self, name: str) -> ClassScores:
        """The scores of one class. Raises KeyError where there is none of that name."""
        for scores in self.per_class:
            if scores.name == name:
                return scores
        raise KeyError(name)


def evaluate(tree: Tree, dataset: Dataset) -> Evaluation:
    """Send the rows of a table through a tree and count what comes out right.

    The table may have other columns too, and classes that the tree never saw; those follow the
    tree's own in the confusion matrix. Raises DataError where an attribute of the tree is not there.

    >>> import pandas as pd
    >>> from c45.grow import grow
    >>> frame = pd.DataFrame({"wind": ["weak", "weak", "strong"], "play": ["yes", "no", "no"]})
    >>> table = Dataset.from_frame(frame, target="play")
    >>> found = evaluate(grow(table), table)
    >>> found.confusion.tolist(), found.n_right, found.n
    ([[2, 0], [1, 0]], 2, 3)
    >>> found.notes
    ("Precision of 'yes' is not defined: no row got this class.",)
    """
    predicted = predict(tree, _columns(tree, dataset))
    classes = tree.classes + tuple(c for c in dataset.classes if c not in tree.classes)
    size = {"n_nodes": tree.n_nodes, "n_leaves": tree.n_leaves, "depth": tree.depth}
    weights = dataset.weights
    n = dataset.class_counts.sum().item()
    if not n:
        return Evaluation(
            classes=classes,
            confusion=np.zeros((len(classes), len(classes)), dtype=int),
            n=0,
            n_right=0,
            accuracy=None,
            per_class=tuple(ClassScores(c, None, None, None, 0) for c in classes),
            predicted=tuple(predicted),
            notes=("There is no row to count, so no score is defined.",),
            **size,
        )
    cell = _code_of(classes, dataset, predicted)
    confusion = np.bincount(cell, weights=weights, minlength=len(classes) ** 2)
    confusion = confusion.reshape(len(classes), len(classes))
    per_class = tuple(
        ClassScores(
            c,
            metrics.precision(confusion, classes, k).value,
            metrics.recall(confusion, classes, k).value,
            metrics.f1(confusion, classes, k).value,
            confusion[k].sum().item(),
        )
        for k, c in enumerate(classes)
    )
    return Evaluation(
        classes=classes,
        confusion=confusion,
        n=n,
        n_right=np.trace(confusion).item(),
        accuracy=metrics.accuracy(confusion).value,
        per_class=per_class,
        predicted=tuple(predicted),
        notes=_undefined(confusion, classes),
        **size,
    )


def baseline(train: Dataset, test: Dataset) -> Evaluation:
    """What the majority class of the training rows scores, said to every row: the least to beat.

    It is the tree of depth 0; of classes equally frequent, the first.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "weak", "strong"], "play": ["no", "yes", "yes"]})
    >>> table = Dataset.from_frame(frame, target="play")
    >>> baseline(table, table).predicted
    ('yes', 'yes', 'yes')
    """
    return evaluate(grow(train, Parameters(max_depth=0)), test)


def ranking_of(tree: Tree, dataset: Dataset, name: str) -> RankingCurve:
    """The ROC and the precision-recall curve of one class on the rows of a table.

    Raises DataError for a class that neither the tree nor the table has.
    """
    has, share = _has_and_share(tree, dataset, name)
    return metrics.ranking_curve(has, share, weights=dataset.weights, of=name)


def calibration_of(tree: Tree, dataset: Dataset, name: str, *, n_bins: int = 10) -> Calibration:
    """Whether the tree's shares of one class can be believed on the rows of a table.

    Raises DataError for a class that neither the tree nor the table has.
    """
    has, share = _has_and_share(tree, dataset, name)
    return metrics.calibration(has, share, weights=dataset.weights, n_bins=n_bins, of=name)


def _has_and_share(tree: Tree, dataset: Dataset, name: str) -> tuple[NDArray, NDArray]:
    """Whether each row has the class, and the share of it that the tree gives the row."""
    if name not in (*tree.classes, *dataset.classes):
        raise DataError(f"There is no class called {name!r}. There are: {listed(tree.classes)}.")
    true = np.array(dataset.classes, dtype=object)[dataset.target]
    share = np.zeros(dataset.n_rows)
    if name in tree.classes:
        every = predict_distribution(tree, _columns(tree, dataset))
        share = np.round(every[:, tree.classes.index(name)], SHARE_PLACES)
    return true == name, share


def _code_of(classes: tuple[str, ...], dataset: Dataset, predicted) -> NDArray[np.int64]:
    """The cell of the confusion matrix of each row: true class times the classes, plus predicted."""
    code = {c: k for k, c in enumerate(classes)}
    true = np.array([code[c] for c in dataset.classes])[dataset.target]
    return true * len(classes) + np.array([code[c] for c in predicted])


def _columns(tree: Tree, dataset: Dataset) -> list[NDArray]:
    """The columns that the tree asks for; recoded where the table declares them otherwise."""
    if all(dataset.attribute(a.name) == a for a in tree.attributes):
        return [dataset.column(a.name) for a in tree.attributes]
    return columns_of(tree, dataset.to_frame())


def _undefined(confusion: NDArray, classes: tuple[str, ...]) -> tuple[str, ...]:
    """One sentence for each class and score that would divide by 0."""
    notes = []
    for k in range(len(classes)):
        both = metrics.f1(confusion, classes, k).note
        found = (metrics.precision(confusion, classes, k), metrics.recall(confusion, classes, k))
        notes += [both] if both else [s.note for s in found if s.note]
    return tuple(notes)
