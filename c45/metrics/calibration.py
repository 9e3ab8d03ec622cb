"""Whether shares can be believed: of the rows said to be 80% likely, are 80% so?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from c45.metrics.worked import Score, undefined, worked_score


@dataclass(frozen=True)
class CalibrationBin:
    """The rows whose share of the class lies above ``low`` and up to ``high`` (from 0 in the first bin).

    n: rows, by weight; n_class: those that have the class.
    said: the mean share they were given. found: the share that have the class.
    """

    low: float
    high: float
    n: float
    n_class: float
    said: float
    found: float


@dataclass(frozen=True)
class Calibration:
    """The reliability of one class's shares. bins: only those that hold a row, from low to high.

    gap: the expected calibration error. brier: the mean squared error of the share.
    """

    of: str
    bins: tuple[CalibrationBin, ...]
    gap: Score
    brier: Score


def calibration(
    has_class: ArrayLike,
    share: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    n_bins: int = 10,
    of: str = "class",
) -> Calibration:
    """Bins of equal width, each with what was said and what was found (DeGroot and Fienberg 1983).

    The gap is ``sum n_b / n |found_b - said_b|`` (Naeini et al. 2015), the Brier score
    ``sum (share - 1 or 0)**2 / n`` (Brier 1950, for one class).

    >>> found = calibration([True, True, False], [0.8, 0.6, 0.1], n_bins=2)
    >>> [(b.n, round(b.said, 3), round(b.found, 3)) for b in found.bins]
    [(1.0, 0.1, 0.0), (2.0, 0.7, 1.0)]
    >>> found.gap.worked
    '(|0 − 0.10| + |2 − 1.40|) / 3 = 0.233'
    """
    has = np.asarray(has_class, dtype=float)
    share = np.asarray(share, dtype=float)
    weight = np.ones(len(has)) if weights is None else np.asarray(weights, dtype=float)
    edges = np.linspace(0.0, 1.0, n_bins + 1)
    at = np.searchsorted(edges[1:-1], share)
    n, n_class, said = (
        np.bincount(at, weights=w, minlength=n_bins) for w in (weight, weight * has, weight * share)
    )
    bins = tuple(
        CalibrationBin(
            low=float(edges[b]),
            high=float(edges[b + 1]),
            n=float(n[b]),
            n_class=float(n_class[b]),
            said=float(said[b] / n[b]),
            found=float(n_class[b] / n[b]),
        )
        for b in np.flatnonzero(n > 0)
    )
    return Calibration(of=of, bins=bins, gap=_gap(bins, of), brier=_brier(has, share, weight, of))


def _gap(bins: tuple[CalibrationBin, ...], of: str) -> Score:
    formula = "sum over the bins of |rows of the class − sum of their shares| / all rows"
    if not bins:
        return undefined("calibration gap", _NOTHING, of=of, formula=formula)
    total = sum(b.n for b in bins)
    return worked_score(
        "calibration gap",
        [*(x for b in bins for x in (b.n_class, b.said * b.n)), total],
        compute=lambda c: sum(abs(a - b) for a, b in zip(c[:-1:2], c[1:-1:2])) / c[-1],
        text=lambda w: (
            f"({' + '.join(f'|{a} − {b}|' for a, b in zip(w[:-1:2], w[1:-1:2]))}) / {w[-1]}"
        ),
        formula=formula,
        of=of,
    )


def _brier(has, share, weight, of: str) -> Score:
    """One summand for each distinct share: trees give few."""
    formula = "sum over the shares of (class × (1 − share)² + others × share²) / all rows"
    if not weight.sum() > 0:
        return undefined("Brier score", _NOTHING, of=of, formula=formula)
    distinct, group = np.unique(share, return_inverse=True)
    yes = np.bincount(group, weights=weight * has, minlength=len(distinct))
    no = np.bincount(group, weights=weight * (1 - has), minlength=len(distinct))
    parts = [x for s, y, n in zip(distinct, yes, no) for x in (s, y, n)]
    return worked_score(
        "Brier score",
        [*parts, weight.sum()],
        compute=lambda c: (
            sum(y * (1 - s) ** 2 + n * s**2 for s, y, n in zip(c[:-1:3], c[1:-1:3], c[2:-1:3]))
            / c[-1]
        ),
        text=lambda w: (
            "("
            + " + ".join(
                f"{y} × (1 − {s})² + {n} × {s}²" for s, y, n in zip(w[:-1:3], w[1:-1:3], w[2:-1:3])
            )
            + f") / {w[-1]}"
        ),
        formula=formula,
        of=of,
    )


_NOTHING = "There is no row to count, so no score is defined."
