"""Scores out of a confusion table: rows are the true classes, columns the predicted ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from c45.metrics.worked import Score, undefined, worked_score
from c45.notation import listed

_NO_ROWS = "There is no row to count, so no score is defined."


def accuracy(confusion: ArrayLike) -> Score:
    """The share of rows that get their class: ``sum of the diagonal / all``.

    confusion: shape (n_classes, n_classes), by weight. None without rows.

    >>> accuracy([[2, 1], [1, 1]]).worked
    '(2 + 1) / 5 = 0.600'
    """
    table = np.asarray(confusion, dtype=float)
    formula = "rows that got their class / all rows"
    if not table.sum() > 0:
        return undefined("accuracy", _NO_ROWS, formula=formula)
    return worked_score(
        "accuracy",
        [*np.diag(table), table.sum()],
        compute=lambda c: sum(c[:-1]) / c[-1],
        text=lambda w: f"({' + '.join(w[:-1])}) / {w[-1]}",
        formula=formula,
    )


def precision(confusion: ArrayLike, classes: Sequence[str], k: int) -> Score:
    """Of the rows that got class k, the share that have it: ``tp / (tp + fp)``.

    >>> precision([[2, 1], [1, 1]], ("a", "b"), 0).worked
    '2 / (2 + 1) = 0.667'
    """
    tp, fp, _ = _three(confusion, k)
    return _share(
        "precision",
        classes[k],
        tp,
        fp,
        formula=f"{classes[k]} rows found / rows that got {classes[k]}",
        note=f"Precision of {classes[k]!r} is not defined: no row got this class.",
    )


def recall(confusion: ArrayLike, classes: Sequence[str], k: int) -> Score:
    """Of the rows that have class k, the share that got it: ``tp / (tp + fn)``.

    >>> recall([[2, 1], [1, 1]], ("a", "b"), 1).worked
    '1 / (1 + 1) = 0.500'
    """
    tp, _, fn = _three(confusion, k)
    return _share(
        "recall",
        classes[k],
        tp,
        fn,
        formula=f"{classes[k]} rows found / rows that are {classes[k]}",
        note=f"Recall of {classes[k]!r} is not defined: no row has this class.",
    )


def f1(confusion: ArrayLike, classes: Sequence[str], k: int) -> Score:
    """The harmonic mean of precision and recall: ``2 tp / (2 tp + fp + fn)`` (van Rijsbergen 1979).

    >>> f1([[2, 1], [1, 1]], ("a", "b"), 0).worked
    '2 × 2 / (2 × 2 + 1 + 1) = 0.667'
    """
    tp, fp, fn = _three(confusion, k)
    formula = "2 × found / (2 × found + wrongly given + missed)"
    if not tp + fp + fn > 0:
        note = (
            f"Precision, recall and F1 of {classes[k]!r} are not defined: no row has this class, "
            "and none got it."
        )
        return undefined("F1", note, of=classes[k], formula=formula)
    return worked_score(
        "F1",
        [tp, fp, fn],
        compute=lambda c: 2 * c[0] / (2 * c[0] + c[1] + c[2]),
        text=lambda w: f"2 × {w[0]} / (2 × {w[0]} + {w[1]} + {w[2]})",
        formula=formula,
        of=classes[k],
    )


def balanced_accuracy(confusion: ArrayLike, classes: Sequence[str]) -> Score:
    """The mean of the recalls of the classes that have a row (Brodersen et al. 2010).

    >>> balanced_accuracy([[8, 2], [1, 1]], ("a", "b")).worked
    '(8/10 + 1/2) / 2 = 0.650'
    """
    table = np.asarray(confusion, dtype=float)
    formula = "mean of the recalls of the classes that have rows"
    rows = table.sum(axis=1)
    there = np.flatnonzero(rows > 0)
    if not len(there):
        return undefined("balanced accuracy", _NO_ROWS, formula=formula)
    note = ""
    if len(there) < len(classes):
        absent = [repr(classes[k]) for k in range(len(classes)) if not rows[k] > 0]
        noun = "Class" if len(absent) == 1 else "Classes"
        verb = "has no row and does" if len(absent) == 1 else "have no row and do"
        note = f"{noun} {listed(absent)} {verb} not count in the mean."
    pairs = [x for k in there for x in (table[k, k], rows[k])]
    return worked_score(
        "balanced accuracy",
        pairs,
        compute=lambda c: sum(a / b for a, b in zip(c[::2], c[1::2])) / len(there),
        text=lambda w: (
            f"({' + '.join(f'{a}/{b}' for a, b in zip(w[::2], w[1::2]))}) / {len(there)}"
        ),
        formula=formula,
        note=note,
    )


def matthews_correlation(confusion: ArrayLike) -> Score:
    """Correlation of answers and truth, from −1 to 1 (Matthews 1975; Gorodkin 2004 for many classes).

    With c rows right of s, t_k rows of class k and p_k rows that got it:
    ``(c s - sum t_k p_k) / sqrt((s**2 - sum p_k**2) (s**2 - sum t_k**2))``. Not defined where all rows
    have one class, or all got one.

    >>> matthews_correlation([[2, 1], [1, 1]]).worked
    '(3 × 5 − (3 × 3 + 2 × 2)) / √((5² − (3² + 2²)) × (5² − (3² + 2²))) = 0.167'
    """
    table = np.asarray(confusion, dtype=float)
    n_classes = len(table)
    formula = (
        "(right × rows − sum of (true × predicted)) / "
        "√((rows² − sum of predicted²) × (rows² − sum of true²))"
    )
    name = "Matthews correlation"
    true, got = table.sum(axis=1), table.sum(axis=0)
    if not table.sum() > 0:
        return undefined(name, _NO_ROWS, formula=formula)
    for sizes, what in ((true, "all rows have one class"), (got, "all rows got one class")):
        if (sizes > 0).sum() < 2:
            note = f"The Matthews correlation is not defined: {what}."
            return undefined(name, note, formula=formula)

    def compute(c: Sequence[float]) -> float:
        right, rows, t, p = c[0], c[1], c[2 : 2 + n_classes], c[2 + n_classes :]
        spread = (rows**2 - sum(x**2 for x in p)) * (rows**2 - sum(x**2 for x in t))
        if spread <= 0:
            raise ZeroDivisionError
        return (right * rows - sum(a * b for a, b in zip(t, p))) / math.sqrt(spread)

    def text(w: Sequence[str]) -> str:
        right, rows, t, p = w[0], w[1], w[2 : 2 + n_classes], w[2 + n_classes :]
        products = " + ".join(f"{a} × {b}" for a, b in zip(t, p))
        spreads = [f"({rows}² − ({' + '.join(f'{x}²' for x in xs)}))" for xs in (p, t)]
        return f"({right} × {rows} − ({products})) / √({' × '.join(spreads)})"

    counts = [np.trace(table), table.sum(), *true, *got]
    return worked_score(name, counts, compute=compute, text=text, formula=formula)


def all_scores(confusion: ArrayLike, classes: Sequence[str]) -> tuple[Score, ...]:
    """Every score of a confusion table: of the whole table first, then of each class.

    >>> [s.name for s in all_scores([[2, 1], [1, 1]], ("a", "b"))][:4]
    ['accuracy', 'balanced accuracy', 'Matthews correlation', 'precision']
    """
    whole = (
        accuracy(confusion),
        balanced_accuracy(confusion, classes),
        matthews_correlation(confusion),
    )
    each = (m(confusion, classes, k) for k in range(len(classes)) for m in (precision, recall, f1))
    return (*whole, *each)


def by_row(confusion: ArrayLike) -> tuple[tuple[float | None, ...], ...]:
    """Each cell as a share of its true class; None where the class has no row.

    >>> by_row([[3, 1], [0, 0]])
    ((0.75, 0.25), (None, None))
    """
    table = np.asarray(confusion, dtype=float)
    return tuple(_shares(row) for row in table)


def by_column(confusion: ArrayLike) -> tuple[tuple[float | None, ...], ...]:
    """Each cell as a share of the rows that got its class; None where no row did.

    >>> by_column([[3, 0], [1, 0]])
    ((0.75, None), (0.25, None))
    """
    table = np.asarray(confusion, dtype=float)
    columns = [_shares(column) for column in table.T]
    return tuple(zip(*columns))


def _shares(counts: NDArray) -> tuple[float | None, ...]:
    total = float(counts.sum())
    return tuple(float(c) / total if total > 0 else None for c in counts)


def _three(confusion: ArrayLike, k: int) -> tuple[float, float, float]:
    """Rows of class k found, rows that got it wrongly, rows of it that were missed."""
    table = np.asarray(confusion, dtype=float)
    tp = float(table[k, k])
    others = np.arange(len(table)) != k
    return tp, float(table[others, k].sum()), float(table[k, others].sum())


def _share(name: str, of: str, tp: float, rest: float, *, formula: str, note: str) -> Score:
    if not tp + rest > 0:
        return undefined(name, note, of=of, formula=formula)
    return worked_score(
        name,
        [tp, rest],
        compute=lambda c: c[0] / (c[0] + c[1]),
        text=lambda w: f"{w[0]} / ({w[0]} + {w[1]})",
        formula=formula,
        of=of,
    )
