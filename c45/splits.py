"""The kinds of split. Each does two things in one place: sends rows down branches, and reads itself aloud.

A split names its attribute and carries all it needs, so it can be made by hand:
``ThresholdSplit("petal length", 2.45)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Attribute
from c45.errors import DataError
from c45.notation import listed, plain

MISSING = -1  # the branch number of a row whose value is missing (or was never declared)


@dataclass(frozen=True)
class ThresholdSplit:
    """Two branches: at most the threshold (first), and above it (second).

    shown: the threshold in as few digits as part the same rows; the exact one where it is empty.
    """

    attribute: str
    threshold: float
    shown: str = field(default="", compare=False, repr=False)

    kind: ClassVar[str] = "threshold"
    n_branches: ClassVar[int] = 2

    def branch_of(self, column: NDArray) -> NDArray[np.int64]:
        """The branch of each row, -1 where the value is missing. column: floats, shape (n_rows,)."""
        return np.where(np.isnan(column), MISSING, column > self.threshold).astype(np.int64)

    def number(self) -> str:
        """The threshold as it is written everywhere."""
        return self.shown or plain(self.threshold)

    def condition(self, branch: int) -> str:
        """The test as code and exports write it, without the attribute: ``<= 2.45``."""
        return f"{('<=', '>')[branch]} {self.number()}"

    def words(self, branch: int) -> str:
        """The branch as a person says it: ``at most 2.45``."""
        return f"{('at most', 'above')[branch]} {self.number()}"

    def sentence(self, branch: int) -> str:
        """Attribute and branch together: ``petal length is at most 2.45``."""
        return f"{self.attribute} is {self.words(branch)}"

    def question(self) -> str:
        """The split as a question: ``petal length <= 2.45``."""
        return f"{self.attribute} {self.condition(0)}"


@dataclass(frozen=True)
class MultiwaySplit:
    """One branch for each declared category, in their order, also for those without rows."""

    attribute: str
    categories: tuple[str, ...]

    kind: ClassVar[str] = "multiway"

    @property
    def n_branches(self) -> int:
        return len(self.categories)

    def branch_of(self, column: NDArray) -> NDArray[np.int64]:
        """The branch of each row, -1 where the value is missing. column: codes, shape (n_rows,)."""
        return np.where(column < len(self.categories), column, MISSING).astype(np.int64)

    def condition(self, branch: int) -> str:
        return f"= {self.categories[branch]}"

    def words(self, branch: int) -> str:
        return self.categories[branch]

    def sentence(self, branch: int) -> str:
        return f"{self.attribute} is {self.words(branch)}"

    def question(self) -> str:
        return self.attribute


@dataclass(frozen=True)
class SubsetSplit:
    """Two branches of an attribute with categories: those in ``chosen`` (first), and all others.

    One against the rest is the subset of one. ``others`` lists the categories known at the node
    that go to the second branch; a category that is in neither (no row of the node had it) counts
    as missing, as nothing is known about it here.
    """

    attribute: str
    categories: tuple[str, ...]
    chosen: tuple[str, ...]
    others: tuple[str, ...]

    kind: ClassVar[str] = "subset"
    n_branches: ClassVar[int] = 2

    def groups(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.chosen, self.others

    def branch_of(self, column: NDArray) -> NDArray[np.int64]:
        """The branch of each row, -1 where the value is missing. column: codes, shape (n_rows,)."""
        branch = np.full(
            len(self.categories) + 1, MISSING, dtype=np.int64
        )  # the last one is for -1
        for b, group in enumerate(self.groups()):
            for category in group:
                branch[self.categories.index(category)] = b
        known = np.where(column < len(self.categories), column, MISSING)
        return branch[known]

    def condition(self, branch: int) -> str:
        group = self.groups()[branch]
        return f"= {group[0]}" if len(group) == 1 else "in {" + ", ".join(group) + "}"

    def words(self, branch: int) -> str:
        return listed(self.groups()[branch], "or")

    def sentence(self, branch: int) -> str:
        return f"{self.attribute} is {self.words(branch)}"

    def question(self) -> str:
        return f"{self.attribute} {self.condition(0)}"


Split = ThresholdSplit | MultiwaySplit | SubsetSplit


def multiway(attribute: Attribute) -> MultiwaySplit:
    """The split of an attribute into all its categories."""
    return MultiwaySplit(attribute.name, attribute.categories)


def subset(attribute: Attribute, chosen: Iterable[str], *, present: Iterable[str] | None = None):
    """The split of an attribute into some categories against the others.

    present: the categories that occur at the node; all declared ones if left out.
    Raises DataError for a category that is not declared.
    """
    chosen = set(chosen)
    unknown = chosen - set(attribute.categories)
    if unknown:
        raise DataError(f"{attribute.name!r} has no category called {min(unknown)!r}.")
    here = set(attribute.categories) if present is None else set(present)
    return SubsetSplit(
        attribute.name,
        attribute.categories,
        tuple(c for c in attribute.categories if c in chosen),
        tuple(c for c in attribute.categories if c in here - chosen),
    )
