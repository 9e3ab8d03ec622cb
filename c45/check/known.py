"""Figures that print has wrong, and that are still copied: looked up by the very counts they are for."""

from __future__ import annotations

from dataclasses import dataclass

from c45.check.facts import Table
from c45.check.typed import NOISE


@dataclass(frozen=True)
class KnownError:
    """A wrong figure in print. rows: the branches it is for, each a tuple of sorted class counts, or
    of one branch size; in any order. source: where it is printed."""

    step: str
    family: str
    rows: Table
    printed: float
    source: str


_INCOME = ((2, 2), (2, 4), (1, 3))
_HAN_2 = "Han and Kamber, 2nd edition (2006)"
_WITTEN_2 = "Witten and Frank, 2nd edition, table 4.7"
_NOTES = "lecture notes after Han and Kamber"

KNOWN = (
    KnownError("split_info", "entropy", ((4,), (6,), (4,)), 0.926, _HAN_2),
    KnownError("gain_ratio", "entropy", _INCOME, 0.031, _HAN_2),
    KnownError("split_info", "entropy", ((4,), (6,), (4,)), 1.362, _WITTEN_2),
    KnownError("gain_ratio", "entropy", _INCOME, 0.021, _WITTEN_2),
    KnownError("split_info", "entropy", ((5,), (4,), (5,)), 1.156, _NOTES),
    KnownError("after", "gini", ((3, 7), (2, 2)), 0.450, _HAN_2),
    KnownError("after", "gini", ((3, 5), (2, 4)), 0.315, _HAN_2),
    KnownError("after", "gini", ((4, 6), (1, 3)), 0.300, _HAN_2),
    KnownError("after", "gini", ((1, 4), (5, 7)), 0.426, "the Pumpkin Book, chapter 4"),
    KnownError("after", "gini", ((2, 2), (2, 3)), 0.224, "a blog's worked CART example"),
)


def known_errors(step: str, family: str, table: Table) -> list[KnownError]:
    """The errors in print about the sums of exactly these counts.

    >>> [e.printed for e in known_errors("split_info", "entropy", ((3, 1), (4, 2), (2, 2)))]
    [0.926, 1.362]
    """
    by_class = sorted(tuple(sorted(row)) for row in table)
    by_size = sorted((sum(row),) for row in table)
    found = []
    for e in KNOWN:
        rows = sorted(tuple(sorted(row)) for row in e.rows)
        wanted = by_size if e.step == "split_info" else by_class
        same = len(rows) == len(wanted) and all(
            len(a) == len(b) and all(abs(x - y) <= NOISE for x, y in zip(a, b))
            for a, b in zip(rows, wanted)
        )
        if e.step == step and e.family == family and same:
            found.append(e)
    return found
