"""When two splits part the same rows, and when two scores are the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.dataset import Dataset
from c45.notation import shown
from c45.splits import MISSING, Split, SubsetSplit


def same_split(a: Split, b: Split, dataset: Dataset, rows: NDArray) -> bool:
    """Whether two splits ask about one attribute and part these rows the same way."""
    if a.attribute != b.attribute:
        return False
    column = dataset.column(a.attribute)[rows]
    return same_parts(a.branch_of(column), b.branch_of(column)) is not None


def same_parts(a: NDArray, b: NDArray) -> list[tuple[int, int]] | None:
    """Which branch of one split holds the same rows as which of another; None where they differ.

    a, b: the branch of each row, shape (n_rows,). Branches without rows are paired with nothing.

    >>> import numpy as np
    >>> same_parts(np.array([0, 0, 1]), np.array([2, 2, 0]))
    [(0, 2), (1, 0)]
    >>> same_parts(np.array([0, 0, 1]), np.array([0, 1, 1])) is None
    True
    """
    pairs = {(int(i), int(j)) for i, j in np.unique(np.stack([a, b]), axis=1).T}
    firsts, seconds = {i for i, _ in pairs}, {j for _, j in pairs}
    if len(pairs) != len(firsts) or len(pairs) != len(seconds):
        return None
    if any((i == MISSING) != (j == MISSING) for i, j in pairs):
        return None
    return sorted(p for p in pairs if p[0] != MISSING)


def equal(x: float, y: float) -> bool:
    """Whether two scores tie: to one part in 10^9, as in the search."""
    return abs(x - y) <= 1e-9 * max(abs(x), abs(y)) + measures.NOISE


def apart(x: float, y: float) -> tuple[str, str]:
    """Two scores in as few places, three or more, as show which is larger.

    >>> apart(0.12341, 0.12349), apart(0.5, 0.5)
    (('0.1234', '0.1235'), ('0.500', '0.500'))
    """
    if not equal(x, y):
        for places in range(3, 13):
            if shown(x, places) != shown(y, places):
                return shown(x, places), shown(y, places)
    return shown(x), shown(y)


def offers(way: str, split: Split) -> bool:
    """Whether a way of splitting categories (``categorical_split``) makes splits like this one."""
    if not isinstance(split, SubsetSplit):
        return way == "multiway"
    one = 1 in (len(split.chosen), len(split.others))
    return way == "subset" or (way == "one_vs_rest" and one)
