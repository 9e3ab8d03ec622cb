"""What a known slip gives: the value, the kind of mistake, what was done, and the right step.

Each quantity has its fingerprints, made from the counts of *this* node, the likeliest first. All
values here are in bits or Gini; ``judge`` turns them into the unit of the sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from c45 import measures
from c45.check.facts import IMPURITIES, Facts, Given, SplitFacts
from c45.explain import LOG_UNITS
from c45.notation import count, listed, shown

#: Slips of single classes are looked for among so many of them.
MOST_CLASSES = 12


@dataclass(frozen=True)
class Slip:
    """One fingerprint: the value that a mistake gives here.

    did: what was done, a sentence. step: the right step, a sentence.
    convention: the value is right by another convention, and not a mistake.
    """

    kinds: tuple[int, ...]
    value: float
    did: str
    step: str
    convention: bool = False


@dataclass(frozen=True)
class Place:
    """Where a figure stands: the step of the work, its node, its split and branch, and its inputs.

    right: the value itself, in bits or Gini.
    """

    step: str
    right: float | None
    facts: Facts
    given: Given
    split: SplitFacts | None = None
    branch: int | None = None

    @property
    def family(self) -> str:
        return self.given.family

    @property
    def name(self) -> str:
        """The measure as it is called in a sentence."""
        return "entropy" if self.family == "entropy" else "Gini index"

    @property
    def counts(self) -> tuple[float, ...]:
        return self.given.counts if self.branch is None else self.given.table[self.branch]


Formula = Callable[[np.ndarray], np.ndarray]


def classification_error(p: np.ndarray) -> np.ndarray:
    return measures.misclassification(p)


def lost_ginis(classes: tuple[str, ...]) -> Iterator[tuple[str, Formula]]:
    """Each way to lose a term of 1 − Σ p², in words and as a function of the shares."""
    yield "the squared shares were added up and not taken from 1", lambda p: (p**2).sum(-1)
    yield "only the largest share was squared", lambda p: p.max(-1) ** 2
    yield "only the largest share was squared and taken from 1", lambda p: 1 - p.max(-1) ** 2
    for k, name in enumerate(classes):
        yield (
            f"only the share of {name} was squared and taken from 1",
            lambda p, k=k: 1 - p[..., k] ** 2,
        )
    yield "p·q stands where 2·p·q is meant", lambda p: (1 - (p**2).sum(-1)) / 2


GINI_STEP = "Gini is 1 minus the squared shares of all classes."
BASE_STEP = "Entropy in bits takes logarithms to base 2."


def in_other_units(place: Place, value: float, unit: str) -> Iterator[Slip]:
    """The same value with logarithms to another base. unit: the base that the sheet asks for."""
    if place.family != "entropy" or value == 0:
        return
    asked = LOG_UNITS[unit]
    step = BASE_STEP if unit == "2" else f"This sheet takes logarithms to base {unit}."
    for base, kind, words in (
        ("e", 1, "to base e, the natural logarithm"),
        ("10", 2, "to base 10"),
    ):
        if base != unit:
            factor = LOG_UNITS[base].per_bit / asked.per_bit
            yield Slip((kind,), value * factor, f"The logarithm was taken {words}.", step, True)
    if unit != "2":
        yield Slip(
            (1 if unit == "e" else 2,), value / asked.per_bit, "This is in bits.", step, True
        )
    k = len(place.facts.classes)
    present = sum(c > 0 for c in place.counts)
    for base in dict.fromkeys((k, present)):
        if base > 2:
            yield Slip(
                (3,),
                value / math.log2(base) / asked.per_bit,
                f"The logarithm was taken to base {base}, the number of classes, which puts entropy "
                "between 0 and 1.",
                step,
                True,
            )
    branches = len(place.given.sizes)
    if branches > 2 and branches not in (k, present):
        yield Slip(
            (3,),
            value / math.log2(branches) / asked.per_bit,
            f"The logarithm was taken to base {branches}, the number of branches.",
            step,
        )


def of_counts(place: Place) -> Iterator[Slip]:
    """Fingerprints of an impurity: of the node, or of one branch."""
    counts = np.array(place.counts)
    n = counts.sum()
    right = float(place.given.impurity(counts))
    where = "of the node" if place.branch is None else place.split.where(place.branch)
    yield Slip((35,), -right, "The sign is wrong.", f"The {place.name} is never below 0.")
    yield from _another_node(place)
    if place.family == "entropy":
        yield from _lost_in_entropy(place, counts, right)
    else:
        yield from _lost_in_gini(place, counts, right)
    yield from _another_measure(place, counts)
    if place.family == "gini":
        yield from _stretched(place, counts, right)
    for b, value in enumerate(place.given.branches):
        if b != place.branch and place.split:
            yield Slip(
                (33,),
                float(value),
                f"This is the {place.name} {place.split.where(b)}.",
                f"The rows {where} are {_counts(counts)}.",
            )
    if place.branch is not None:
        yield Slip(
            (33,),
            place.given.before,
            f"This is the {place.name} before the split.",
            f"The rows {where} are {_counts(counts)}.",
        )
    if len(counts) > MOST_CLASSES:
        return
    for i in range(len(counts)):
        for j in range(len(counts)):
            if i != j and counts[j] >= 1:
                moved = counts.copy()
                moved[i] += 1
                moved[j] -= 1
                yield Slip(
                    (17,),
                    float(place.given.impurity(moved)),
                    f"This is the {place.name} of the counts {_counts(moved)}.",
                    f"The counts {where} are {_counts(counts)}: {count(n)} in all.",
                )


def _counts(counts) -> str:
    return listed([count(c) for c in counts])


def _another_node(place: Place) -> Iterator[Slip]:
    if place.branch is None and place.given.missing:
        yield Slip(
            (27,),
            float(place.given.impurity(place.facts.counts)),
            f"This is the {place.name} of all rows, also those without a value.",
            f"Only the rows with a known value count here, {_counts(place.counts)}.",
        )
    root = place.facts.root
    if root is None:
        return
    if place.branch is None:
        value, words = float(place.given.impurity(root)), "the whole table"
    elif place.split.root_table is not None:
        value = float(place.given.impurity(place.split.root_table[place.branch]))
        words = f"all rows of the table {place.split.where(place.branch)}"
    else:
        return
    yield Slip(
        (8,),
        value,
        f"This is the {place.name} of {words}.",
        f"Only the {count(place.facts.n)} rows that reach this node count; here they are "
        f"{_counts(place.counts)}.",
    )


def _lost_in_entropy(place: Place, counts, right: float) -> Iterator[Slip]:
    n = counts.sum()
    terms = measures.entropy_terms(counts)
    empty = int((counts == 0).sum())
    step = "A class without rows adds 0 to the entropy."
    if empty:
        yield Slip((11,), right + empty, "0·log 0 was counted as 1.", step)
    shares = measures.shares(counts)
    yield Slip(
        (11,),
        float(-(shares * np.log2(shares + 1e-6)).sum()),
        "A small number was added inside the logarithm, so that it is never log 0.",
        step,
    )
    divided = f"Shares are counts divided by {count(n)}."
    yield Slip((5,), float(n * right), "The counts were not divided by their total.", divided)
    yield Slip(
        (5,),
        float(-(counts * np.log2(np.where(counts > 0, counts, 1))).sum()),
        "Counts stand where shares are meant.",
        divided,
    )
    if (counts > 0).sum() > 1:
        for k in np.flatnonzero(counts):
            name = place.facts.classes[k]
            yield Slip(
                (17,),
                float(right - terms[k]),
                f"The term of {name} is missing.",
                f"Add −p log₂ p of {name}, {shown(float(terms[k]))}.",
            )


def _lost_in_gini(place: Place, counts, right: float) -> Iterator[Slip]:
    p = measures.shares(counts)
    step = f"1 minus {' minus '.join(f'({count(c)}/{count(counts.sum())})²' for c in counts)} is {shown(right)}."
    for words, formula in lost_ginis(place.facts.classes):
        yield Slip((12,), float(formula(p)), f"A term is lost: {words}.", step)
    yield Slip((12,), 0.0, "The shares were taken from 1 without squaring them.", step)


def _stretched(place: Place, counts, right: float) -> Iterator[Slip]:
    k = len(place.facts.classes)
    top = f"With {k} classes the Gini index is at most {shown(1 - 1 / k)}: it does not range to 1."
    if k > 1:
        yield Slip((16,), right / (1 - 1 / k), "It was stretched to range from 0 to 1.", top)
    yield Slip(
        (5,),
        float(counts.sum() * right),
        "The counts were not divided by their total.",
        f"Shares are counts divided by {count(counts.sum())}.",
    )


def _another_measure(place: Place, counts) -> Iterator[Slip]:
    other = "gini" if place.family == "entropy" else "entropy"
    names = {"gini": "Gini index", "entropy": "entropy"}
    more = ""
    if place.family == "gini" and len(counts) == 2:
        more = " A Gini index of two classes is never above 0.5."
    yield Slip(
        (13,),
        float(IMPURITIES[other](counts)),
        f"This is the {names[other]}.",
        f"The {place.name} is asked for.{more}",
    )
    yield Slip(
        (13,),
        float(measures.misclassification(counts)),
        "This is the classification error, the share of rows outside the largest class.",
        f"The {place.name} is asked for.",
    )
