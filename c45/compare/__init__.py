"""Why does another tool give another tree? Learners side by side, and the cause of each difference."""

from c45.compare.differences import Difference, differences
from c45.compare.side_by_side import (
    LEARNERS,
    SCIKIT_LEARN,
    Compared,
    Comparison,
    Disagreement,
    Learner,
    compare,
    learner,
)
from c45.compare.sklearn_tree import sklearn_tree

__all__ = [
    "LEARNERS",
    "SCIKIT_LEARN",
    "Compared",
    "Comparison",
    "Difference",
    "Disagreement",
    "Learner",
    "compare",
    "differences",
    "learner",
    "sklearn_tree",
]
