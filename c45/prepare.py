"""Preparing a table before growth: discretise, drop, rename, merge, filter, sample.

Each step is a frozen record: ``apply`` gives the next table, ``words`` says what is done. A list of
steps can be written as text and read back, so that it fits into a link.
"""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from c45.dataset import CATEGORICAL, Attribute, Dataset, is_missing
from c45.discretise import codes_of, entropy_mdl, equal_frequency, equal_width
from c45.errors import DataError
from c45.notation import listed, plain, plural

WAYS = ("equal_width", "equal_frequency", "boundaries", "entropy")
RELATIONS = ("<=", ">", "is", "is not", "is known")

#: Steps in one list, and characters in one text of a step, at most.
MOST_STEPS, MOST_CHARACTERS = 50, 10_000


@dataclass(frozen=True)
class Discretise:
    """A column of numbers becomes one of intervals.

    way: "equal_width", "equal_frequency" (both into ``n``), "boundaries" (the given ones, from the
    lowest to the highest), or "entropy" (see `c45.discretise.entropy_mdl`; the classes of all rows
    decide).
    labels: names of the intervals, one more than boundaries, or () for names such as ``<= 18``.
    closed: "right" puts a value equal to a boundary below it, "left" above it.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [12, 18, 30, 70], "buys": ["no", "no", "yes", "no"]})
    >>> step = Discretise("age", "boundaries", boundaries=(18, 65), labels=("young", "middle", "old"))
    >>> step.apply(Dataset.from_frame(frame, target="buys")).to_frame()["age"].tolist()
    ['young', 'young', 'middle', 'old']
    """

    column: str
    way: str
    n: int = 3
    boundaries: tuple[float, ...] = ()
    labels: tuple[str, ...] = ()
    closed: str = "right"

    @property
    def words(self) -> str:
        how = {
            "equal_width": f"into {self.n} intervals of equal width",
            "equal_frequency": f"into {self.n} intervals of equally many rows",
            "boundaries": f"at {listed(map(plain, self.boundaries))}",
            "entropy": "by entropy",
        }
        return f"Discretise {self.column} {how[self.way]}."

    def boundaries_on(self, dataset: Dataset) -> tuple[float, ...]:
        """Where the boundaries stand on this table. Raises DataError."""
        attribute = dataset.attribute(self.column)
        if not attribute.is_continuous:
            raise DataError(f"Column {self.column!r} holds categories; only numbers are cut.")
        values = dataset.column(self.column)
        if self.way == "equal_width":
            return equal_width(values, self.n)
        if self.way == "equal_frequency":
            return equal_frequency(values, self.n)
        if self.way == "boundaries":
            return self._own_boundaries()
        if self.way != "entropy":
            raise DataError(f"There is no way {self.way!r} to discretise.")
        counted = slice(None) if dataset.weights is None else dataset.weights > 0
        found = entropy_mdl(values[counted], dataset.target[counted], len(dataset.classes))
        if not found:
            raise DataError(
                f"Entropy finds no cut of {self.column!r} that pays for itself (Fayyad and Irani): "
                "the column tells too little about the classes. Choose another way."
            )
        return found

    def _own_boundaries(self) -> tuple[float, ...]:
        rising = all(a < b for a, b in pairwise(self.boundaries))
        if not self.boundaries or not rising or not all(map(math.isfinite, self.boundaries)):
            raise DataError(
                "Give the boundaries from the lowest to the highest, such as 18, 40, 65."
            )
        return tuple(map(float, self.boundaries))

    def labels_for(self, boundaries: Sequence[float]) -> tuple[str, ...]:
        """The names of the intervals. Raises DataError where they do not fit."""
        n = len(boundaries) + 1
        if self.labels:
            if len(self.labels) != n or len(set(self.labels)) != n or not all(self.labels):
                raise DataError(
                    f"{plural(len(boundaries), 'boundary', 'boundaries')} make {n} intervals, so "
                    f"{n} different names are needed; there are {len(set(self.labels))}."
                )
            return self.labels
        ends = [plain(b) for b in boundaries]
        first, last = ("<=", ">") if self.closed == "right" else ("<", ">=")
        middle = [f"{a} to {b}" for a, b in pairwise(ends)]
        return (f"{first} {ends[0]}", *middle, f"{last} {ends[-1]}")

    def apply(self, dataset: Dataset) -> Dataset:
        boundaries = self.boundaries_on(dataset)
        labels = self.labels_for(boundaries)
        codes = codes_of(dataset.column(self.column), boundaries, closed=self.closed)
        return _with_column(dataset, Attribute(self.column, CATEGORICAL, labels), codes)


@dataclass(frozen=True)
class Drop:
    """Columns are left out of the table."""

    columns: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"Drop {listed(self.columns)}."

    def apply(self, dataset: Dataset) -> Dataset:
        for name in self.columns:
            dataset.index_of(name)
        gone = set(self.columns)
        keep = [i for i, a in enumerate(dataset.attributes) if a.name not in gone]
        if not keep:
            raise DataError("At least one attribute must stay.")
        return replace(
            dataset,
            attributes=tuple(dataset.attributes[i] for i in keep),
            columns=tuple(dataset.columns[i] for i in keep),
            set_aside=tuple(n for n in dataset.set_aside if n not in gone),
        )


@dataclass(frozen=True)
class Rename:
    """A column, also the target, gets another name."""

    column: str
    name: str

    @property
    def words(self) -> str:
        return f"Rename {self.column} to {self.name}."

    def apply(self, dataset: Dataset) -> Dataset:
        names = (*dataset.attribute_names, dataset.target_name)
        if not self.name.strip():
            raise DataError("A column needs a name.")
        if self.name in names and self.name != self.column:
            raise DataError(f"There is a column called {self.name!r} already.")
        if self.column == dataset.target_name:
            return replace(dataset, target_name=self.name)
        i = dataset.index_of(self.column)
        attributes = list(dataset.attributes)
        attributes[i] = replace(attributes[i], name=self.name)
        aside = tuple(self.name if n == self.column else n for n in dataset.set_aside)
        return replace(dataset, attributes=tuple(attributes), set_aside=aside)


@dataclass(frozen=True)
class Merge:
    """Some categories of a column, or classes of the target, become one."""

    column: str
    categories: tuple[str, ...]
    into: str

    @property
    def words(self) -> str:
        return f"Merge {listed(self.categories)} of {self.column} into {self.into}."

    def apply(self, dataset: Dataset) -> Dataset:
        is_target = self.column == dataset.target_name
        if not is_target and dataset.attribute(self.column).is_continuous:
            raise DataError(f"Column {self.column!r} holds numbers; only categories are merged.")
        names = dataset.classes if is_target else dataset.attribute(self.column).categories
        unknown = [c for c in self.categories if c not in names]
        if unknown:
            raise DataError(f"Column {self.column!r} has no value {unknown[0]!r} to merge.")
        if len(set(self.categories)) < 2 or not self.into.strip():
            raise DataError("Choose at least two values to merge, and a name for what they become.")
        if self.into in names and self.into not in self.categories:
            raise DataError(f"Column {self.column!r} has a value {self.into!r} already.")
        new = list(dict.fromkeys(self.into if c in self.categories else c for c in names))
        code = np.array([new.index(self.into if c in self.categories else c) for c in names])
        old = dataset.target if is_target else dataset.column(self.column)
        codes = np.where(old < 0, -1, code[old])
        if is_target:
            return replace(dataset, classes=tuple(new), target=codes)
        return _with_column(dataset, Attribute(self.column, CATEGORICAL, tuple(new)), codes)


@dataclass(frozen=True)
class Filter:
    """Only some rows stay: those whose value in one column is as asked.

    relation: "<=" or ">" with ``number``; "is" or "is not" with ``values``; "is known". A row
    without a value stays only under "is not".
    """

    column: str
    relation: str
    number: float = 0.0
    values: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        if self.relation == "is known":
            return f"Keep rows whose {self.column} is known."
        what = plain(self.number) if self.relation in "<=>" else listed(self.values, "or")
        return f"Keep rows whose {self.column} {self.relation} {what}."

    def apply(self, dataset: Dataset) -> Dataset:
        if self.relation not in RELATIONS:
            raise DataError(f"There is no relation {self.relation!r}.")
        rows = np.flatnonzero(self._stays(dataset))
        if not len(rows):
            raise DataError(f"No row is left. ({self.words})")
        kept = dataset.take(rows)
        return _without_empty_classes(kept) if self.column == dataset.target_name else kept

    def _stays(self, dataset: Dataset) -> NDArray[np.bool_]:
        is_target = self.column == dataset.target_name
        column = dataset.target if is_target else dataset.column(self.column)
        if self.relation == "is known":
            return ~is_missing(column)
        is_number = not is_target and dataset.attribute(self.column).is_continuous
        if self.relation in ("<=", ">"):
            if not is_number:
                raise DataError(f"Column {self.column!r} holds categories; compare it with is.")
            below = column <= self.number
            return below if self.relation == "<=" else column > self.number
        if is_number:
            raise DataError(f"Column {self.column!r} holds numbers; compare it with <= or >.")
        names = dataset.classes if is_target else dataset.attribute(self.column).categories
        unknown = [v for v in self.values if v not in names]
        if unknown or not self.values:
            raise DataError(f"Column {self.column!r} has no value {(unknown or [''])[0]!r}.")
        named = np.isin(column, [names.index(v) for v in self.values])
        return named if self.relation == "is" else ~named


@dataclass(frozen=True)
class Sample:
    """So many rows, drawn without replacement, stay in their order."""

    n: int
    seed: int = 42

    @property
    def words(self) -> str:
        return f"Draw {plural(self.n, 'row')} (seed {self.seed})."

    def apply(self, dataset: Dataset) -> Dataset:
        if not 1 <= self.n <= dataset.n_rows:
            raise DataError(
                f"{plural(self.n, 'row')} cannot be drawn: the table has {dataset.n_rows:,}."
            )
        drawn = np.random.default_rng(self.seed).choice(dataset.n_rows, self.n, replace=False)
        return dataset.take(np.sort(drawn))


Step = Discretise | Drop | Rename | Merge | Filter | Sample
KINDS_OF_STEP = {c.__name__.lower(): c for c in (Discretise, Drop, Rename, Merge, Filter, Sample)}


def prepared(dataset: Dataset, steps: Iterable[Step]) -> Dataset:
    """The table after all steps, in their order. Raises DataError where one does not fit."""
    for step in steps:
        dataset = step.apply(dataset)
    return dataset


def fitting(dataset: Dataset, steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that can be done one after the other; those that do not fit are left out."""
    kept = []
    for step in steps:
        try:
            dataset = step.apply(dataset)
        except DataError:
            continue
        kept.append(step)
    return tuple(kept)


def steps_to_text(steps: Iterable[Step]) -> str:
    """Steps as compact JSON; what stands at its default is left out.

    >>> steps_to_text([Discretise("age", "entropy"), Drop(("id",))])
    '[["discretise","age","entropy"],["drop",["id"]]]'
    """
    out = []
    for step in steps:
        values = list(dataclasses.astuple(step))
        fields = dataclasses.fields(step)
        while values and fields[len(values) - 1].default == values[-1]:
            values.pop()
        out.append([type(step).__name__.lower(), *values])
    return json.dumps(out, separators=(",", ":"), ensure_ascii=False)


def steps_from_text(text: str) -> tuple[Step, ...]:
    """What ``steps_to_text`` wrote. Raises DataError for anything else; nothing of it is run.

    >>> steps_from_text('[["discretise","age","entropy"],["drop",["id"]]]')[1]
    Drop(columns=('id',))
    """
    wrong = DataError("This is no list of steps.")
    if len(text) > MOST_CHARACTERS:
        raise wrong
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(raw, list) or len(raw) > MOST_STEPS:
        raise wrong
    return tuple(_step(item, wrong) for item in raw)


def _step(item: object, wrong: DataError) -> Step:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise wrong
    kind, values = KINDS_OF_STEP.get(item[0]), item[1:]
    if kind is None or len(values) > len(dataclasses.fields(kind)):
        raise wrong
    fields = dataclasses.fields(kind)
    found = [_value(f.type, v, wrong) for f, v in zip(fields, values)]
    if len(found) < sum(f.default is dataclasses.MISSING for f in fields):
        raise wrong
    step = kind(*found)
    if (
        getattr(step, "way", WAYS[0]) not in WAYS
        or getattr(step, "relation", "is") not in RELATIONS
    ):
        raise wrong
    if getattr(step, "closed", "right") not in ("left", "right"):
        raise wrong
    if not 0 <= getattr(step, "seed", 0) < 2**32:
        raise wrong
    return step


def _value(kind: str, value: object, wrong: DataError):
    """A value of a field, checked against how the field is declared."""
    if kind.startswith("tuple["):
        if not isinstance(value, list):
            raise wrong
        inner = kind.removeprefix("tuple[").split(",")[0]
        return tuple(_value(inner, v, wrong) for v in value)
    if kind == "str" and isinstance(value, str):
        return value
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "int" and is_number and isinstance(value, int) and abs(value) < 2**53:
        return value
    if kind == "float" and is_number and abs(value) <= sys.float_info.max:
        return float(value)
    raise wrong


def _with_column(dataset: Dataset, attribute: Attribute, values: NDArray) -> Dataset:
    i = dataset.index_of(attribute.name)
    attributes, columns = list(dataset.attributes), list(dataset.columns)
    attributes[i], columns[i] = attribute, values
    return replace(dataset, attributes=tuple(attributes), columns=tuple(columns))


def _without_empty_classes(dataset: Dataset) -> Dataset:
    used = np.unique(dataset.target)
    place = np.full(len(dataset.classes), -1)
    place[used] = np.arange(len(used))
    classes = tuple(dataset.classes[i] for i in used)
    return replace(dataset, classes=classes, target=place[dataset.target])
