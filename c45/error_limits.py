"""How many errors to expect of a leaf on new rows: the pessimistic estimates that go by one name.

A leaf that makes e errors on the n rows it was grown from will make more on others. Pessimistic
pruning adds the upper confidence limit's excess: ``added_errors(n, e, confidence)``. Four formulas
circulate; each is one function here, and the knob ``error_formula`` picks one.

n and e are weights and may be fractional. All results are numbers of rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist
from types import MappingProxyType

import numpy as np

from c45.errors import ParameterError

#: (confidence, normal deviate) pairs between which Release 8 interpolates; stats.c of the program.
DEVIATES = (
    (0.0, 4.0),
    (0.001, 3.09),
    (0.005, 2.58),
    (0.01, 2.33),
    (0.05, 1.65),
    (0.10, 1.28),
    (0.20, 0.84),
    (0.40, 0.25),
    (1.00, 0.00),
)


@lru_cache
def table_deviate(confidence: float) -> float:
    """The normal deviate z that Release 8 uses: interpolated between nine table entries.

    >>> round(table_deviate(0.25), 4)
    0.6925
    """
    for (low, z_low), (high, z_high) in pairwise(DEVIATES):
        if confidence <= high:
            return z_low + (z_high - z_low) * (confidence - low) / (high - low)
    raise ParameterError(f"confidence is {confidence!r}. It must be a number from 0 to 1.")


@lru_cache
def normal_deviate(confidence: float) -> float:
    """The exact normal deviate z: a share ``confidence`` of a normal distribution lies above it.

    >>> round(normal_deviate(0.25), 4)
    0.6745
    """
    return NormalDist().inv_cdf(1 - confidence)


def release_8(n: float, e: float, confidence: float) -> float:
    """Added errors in C4.5 Release 8.

    e = 0: ``n (1 - CF**(1/n))``, the exact limit. e < 1: between the values for 0 and 1. Nearly all
    wrong (e + 0.5 >= n): ``0.67 (n - e)``. Else the upper limit of the normal approximation with
    continuity correction, ``n p - e`` with q = z**2, f = e + 0.5 and
    ``p = (f + q/2 + sqrt(q (f (1 - f/n) + q/4))) / (n + q)``.
    Source: Quinlan, C4.5 Release 8, stats.c.

    >>> round(release_8(16, 1, 0.25), 5), round(release_8(6, 0, 0.25), 5)
    (1.50689, 1.2378)
    """
    z = table_deviate(confidence)
    return _stepwise(n, e, confidence, z, nearly_one=0.9999, nearly_all=0.67)


def j48(n: float, e: float, confidence: float) -> float:
    """Added errors in J48: as Release 8, with the exact deviate and ``n - e`` where nearly all is wrong.

    Source: Weka 3.9, weka.classifiers.trees.j48.Stats, which holds the confidence in single
    precision. Raises ParameterError for a confidence above 0.5, as J48 does.

    >>> round(j48(16, 1, 0.25), 4)
    1.4757
    """
    if confidence > 0.5:
        raise ParameterError(
            f"confidence is {confidence!r}. J48 takes no confidence above 0.5; "
            "the other formulas do."
        )
    single = np.float32(confidence)
    z = normal_deviate(1 - float(np.float32(1) - single))  # 1 - CF is rounded to single precision
    return _stepwise(n, e, float(single), z, nearly_one=1.0, nearly_all=1.0)


def _stepwise(
    n: float,
    e: float,
    confidence: float,
    z: float,
    *,
    nearly_one: float,
    nearly_all: float,
) -> float:
    """The four cases that Release 8 and J48 share."""
    if n <= 0:
        return 0.0
    none_wrong = n * (1 - confidence ** (1 / n))
    if e < 1e-6:
        return none_wrong
    if e < nearly_one:
        one_wrong = _stepwise(n, 1.0, confidence, z, nearly_one=nearly_one, nearly_all=nearly_all)
        return none_wrong + e * (one_wrong - none_wrong)
    if e + 0.5 >= n:
        # Release 8 lets this be negative where n < e = 1 on the way to a fraction of an error.
        return nearly_all * (n - e if nearly_all < 1 else max(n - e, 0.0))
    q, f = z * z, e + 0.5
    p = (f + q / 2 + math.sqrt(q * (f * (1 - f / n) + q / 4))) / (n + q)
    return n * p - e


def binomial(n: float, e: float, confidence: float) -> float:
    """Added errors by the exact binomial limit, the definition in the book.

    The limit U is the error rate at which e or fewer errors in n rows have the probability CF:
    ``sum over k <= e of C(n, k) U**k (1 - U)**(n - k) = CF``. As a quantile of the beta
    distribution it is defined for fractional weights too. Never below 0, as it would be for a
    confidence of about 0.5 and more. Source: Quinlan 1993, chapter 4;
    Clopper and Pearson 1934.

    >>> round(binomial(16, 1, 0.25), 4), round((1 + binomial(16, 1, 0.25)) / 16, 4)
    (1.5538, 0.1596)
    """
    if n <= 0 or e >= n:
        return 0.0
    if e <= 0:
        return n * (1 - confidence ** (1 / n))
    from scipy.special import betaincinv  # heavy, and only this formula needs it

    return max(float(n * betaincinv(e + 1, n - e, 1 - confidence)) - e, 0.0)


def normal(n: float, e: float, confidence: float) -> float:
    """Added errors by the normal limit without continuity correction, as textbooks simplify it.

    With f = e/n: ``p = (f + z**2/2n + z sqrt(f/n - f**2/n + z**2/4n**2)) / (1 + z**2/n)``.
    Source: Witten, Frank and Hall 2011, section 6.1 (they round z to 0.69; here it is exact). Never below 0.

    >>> round((2 + normal(6, 2, 0.25)) / 6, 2)
    0.47
    """
    if n <= 0:
        return 0.0
    z, f = normal_deviate(min(confidence, 0.5)), min(e / n, 1.0)
    spread = z * math.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * (f + z * z / (2 * n) + spread) / (1 + z * z / n) - e


#: The formulas by the name they have in the knob ``error_formula``.
FORMULAS: MappingProxyType[str, Callable[[float, float, float], float]] = MappingProxyType(
    {"release_8": release_8, "j48": j48, "binomial": binomial, "normal": normal}
)


def added_errors(n: float, e: float, confidence: float = 0.25, *, formula: str = "release_8"):
    """Errors to add to the e observed among n rows: the excess of the upper confidence limit.

    formula: a key of ``FORMULAS``. Raises ParameterError for another one.

    >>> [round(1 + added_errors(16, 1, 0.25, formula=f), 3) for f in FORMULAS]
    [2.507, 2.476, 2.554, 1.866]
    """
    try:
        function = FORMULAS[formula]
    except KeyError:
        raise ParameterError(
            f"formula is {formula!r}. It must be one of {', '.join(map(repr, FORMULAS))}."
        ) from None
    return function(float(n), float(e), float(confidence))
