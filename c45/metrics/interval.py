"""How sure a share of few rows is: Wilson's interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from c45.errors import ParameterError
from c45.notation import count, shown


@dataclass(frozen=True)
class Interval:
    """A share with the limits it may well lie between. share, low, high are None without rows.

    sentence: the counts and the limits in words.
    """

    n_class: float
    n: float
    share: float | None
    low: float | None
    high: float | None
    confidence: float
    sentence: str


def wilson_interval(n_class: float, n: float, *, confidence: float = 0.95) -> Interval:
    """The limits of a share by Wilson's score interval (Wilson 1927).

    With p = n_class / n and z the normal deviate of (1 + confidence) / 2:
    ``(p + z**2/2n ± z sqrt(p (1 - p)/n + z**2/4n**2)) / (1 + z**2/n)``. Raises ParameterError for a
    confidence that is not between 0 and 1.

    >>> wilson_interval(3, 3).sentence
    '3 of 3 rows: 100%, and with 95% confidence between 43.9% and 100.0%.'
    """
    if not 0 < confidence < 1:
        raise ParameterError(
            f"confidence is {confidence!r}. It must be above 0 and below 1, such as 0.95."
        )
    if not n > 0:
        return Interval(
            n_class, n, None, None, None, confidence, "No training row came here: nothing is known."
        )
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    p = n_class / n
    middle = p + z * z / (2 * n)
    half = z * math.sqrt(max(p * (1 - p), 0.0) / n + z * z / (4 * n * n))
    low = max((middle - half) / (1 + z * z / n), 0.0) if n_class > 0 else 0.0
    high = min((middle + half) / (1 + z * z / n), 1.0) if n_class < n else 1.0
    rows = "row" if n == 1 else "rows"
    sentence = (
        f"{count(n_class)} of {count(n)} {rows}: {shown(100 * p, 0)}%, and with "
        f"{shown(100 * confidence, 0)}% confidence between {shown(100 * low, 1)}% and "
        f"{shown(100 * high, 1)}%."
    )
    return Interval(n_class, n, p, low, high, confidence, sentence)
