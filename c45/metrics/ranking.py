"""How well the share of a class ranks the rows: the ROC curve and the precision-recall curve.

Rows that have the same share move together: a point of a curve is what happens when every row with
at least that share gets the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from c45.metrics.worked import Score, undefined, worked_score


@dataclass(frozen=True)
class CurvePoint:
    """What happens when every row with at least this share of the class gets it.

    share: the least share; None at the start, where no row gets the class.
    tp, fp: rows that get the class and have it, or do not, by weight.
    fpr: ``fp / all others``. recall: ``tp / all of the class`` (also called tpr). precision:
        ``tp / (tp + fp)``. Each is None where it would divide by 0.
    """

    share: float | None
    tp: float
    fp: float
    fpr: float | None
    recall: float | None
    precision: float | None


@dataclass(frozen=True)
class RankingCurve:
    """The curves of one class against all others, from the highest share to the lowest.

    n_class, n_others: rows of the class and of all others, by weight.
    roc_area: area under recall against fpr. average_precision: steps of recall times precision.
    """

    of: str
    points: tuple[CurvePoint, ...]
    n_class: float
    n_others: float
    roc_area: Score
    average_precision: Score

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences for what is not defined, each once."""
        found = (self.roc_area.note, self.average_precision.note)
        return tuple(dict.fromkeys(n for n in found if n))


def ranking_curve(
    has_class: ArrayLike, share: ArrayLike, *, weights: ArrayLike | None = None, of: str = "class"
) -> RankingCurve:
    """The ROC curve and the precision-recall curve of one class (Fawcett 2006; Davis and Goadrich 2006).

    has_class: whether each row has the class, shape (n_rows,). share: the share of the class that the
    tree gives the row. The area under the ROC curve is a sum of trapezoids; the average precision a
    sum of rectangles, as in scikit-learn.

    >>> curve = ranking_curve([True, False, True, False], [0.9, 0.6, 0.6, 0.1], of="a")
    >>> [(p.share, p.fpr, p.recall) for p in curve.points]
    [(None, 0.0, 0.0), (0.9, 0.0, 0.5), (0.6, 0.5, 1.0), (0.1, 1.0, 1.0)]
    >>> curve.roc_area.worked
    '(0 × (0 + 1) + 1 × (1 + 2) + 1 × (2 + 2)) / (2 × 2 × 2) = 0.875'
    """
    has = np.asarray(has_class, dtype=bool)
    share = np.asarray(share, dtype=float)
    weight = np.ones(len(has)) if weights is None else np.asarray(weights, dtype=float)
    counted = weight > 0
    has, share, weight = has[counted], share[counted], weight[counted]
    distinct, group = np.unique(-share, return_inverse=True)
    tp = np.cumsum(np.bincount(group, weights=weight * has, minlength=len(distinct)))
    fp = np.cumsum(np.bincount(group, weights=weight * ~has, minlength=len(distinct)))
    n_class = float(tp[-1]) if len(tp) else 0.0
    n_others = float(fp[-1]) if len(fp) else 0.0

    def point(at: float | None, tp: float, fp: float) -> CurvePoint:
        return CurvePoint(
            share=at,
            tp=tp,
            fp=fp,
            fpr=fp / n_others if n_others else None,
            recall=tp / n_class if n_class else None,
            precision=tp / (tp + fp) if tp + fp else None,
        )

    points = [point(None, 0.0, 0.0)]
    points += [point(float(-s), float(t), float(f)) for s, t, f in zip(distinct, tp, fp)]
    return RankingCurve(
        of=of,
        points=tuple(points),
        n_class=n_class,
        n_others=n_others,
        roc_area=_roc_area(points, n_class, n_others, of),
        average_precision=_average_precision(points, n_class, of),
    )


def _roc_area(points: list[CurvePoint], n_class: float, n_others: float, of: str) -> Score:
    formula = "sum of (step in wrong rows × (right before + right after)) / (2 × others × class)"
    for n, what in ((n_class, "has"), (n_others, "does not have")):
        if not n:
            note = f"The ROC curve of {of!r} is not defined: no row {what} this class."
            return undefined("area under the ROC curve", note, of=of, formula=formula)
    steps = [x for a, b in pairwise(points) for x in (b.fp - a.fp, a.tp, b.tp)]
    return worked_score(
        "area under the ROC curve",
        [*steps, n_others, n_class],
        compute=lambda c: sum(s * (a + b) for s, a, b in _threes(c[:-2])) / (2 * c[-2] * c[-1]),
        text=lambda w: (
            f"({' + '.join(f'{s} × ({a} + {b})' for s, a, b in _threes(w[:-2]))})"
            f" / (2 × {w[-2]} × {w[-1]})"
        ),
        formula=formula,
        of=of,
    )


def _average_precision(points: list[CurvePoint], n_class: float, of: str) -> Score:
    formula = "sum of (step in right rows × precision after it) / rows of the class"
    if not n_class:
        note = f"The precision-recall curve of {of!r} is not defined: no row has this class."
        return undefined("average precision", note, of=of, formula=formula)
    steps = [
        x for a, b in pairwise(points) if b.tp > a.tp for x in (b.tp - a.tp, b.tp, b.tp + b.fp)
    ]
    return worked_score(
        "average precision",
        [*steps, n_class],
        compute=lambda c: sum(s * a / b for s, a, b in _threes(c[:-1])) / c[-1],
        text=lambda w: f"({' + '.join(f'{s} × {a}/{b}' for s, a, b in _threes(w[:-1]))}) / {w[-1]}",
        formula=formula,
        of=of,
    )


def _threes(items):
    return zip(items[::3], items[1::3], items[2::3])
