"""What a lesson on a weakness finds: the number that proves the point, or that there is none here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Attribute, Dataset
from c45.errors import ParameterError


@dataclass(frozen=True)
class Finding:
    """One lesson on one table.

    key: its name in ``WEAKNESSES``. question: to be answered before the numbers are seen.
    number, number_name: what the conclusion rests on. shown: whether the weakness shows on this table,
    by the rule in ``rule``. conclusion: two sentences that follow from the numbers.
    columns, rows: the numbers behind a picture, as a table. extra: trees, grids and the like, by name.
    """

    key: str
    question: str
    number: float | None
    number_name: str
    rule: str
    shown: bool
    conclusion: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)


def with_columns(dataset: Dataset, added: list[tuple[Attribute, NDArray]]) -> Dataset:
    """The table with more attributes, behind the ones it has; their names are made new if taken."""
    attributes, columns = list(dataset.attributes), list(dataset.columns)
    for attribute, column in added:
        taken = {a.name for a in attributes} | {dataset.target_name}
        name = attribute.name
        while name in taken:
            name += " (added)"
        attributes.append(replace(attribute, name=name))
        columns.append(column)
    return replace(dataset, attributes=tuple(attributes), columns=tuple(columns))


def at_least_one(name: str, value: int) -> None:
    """Raise ParameterError for a number of times that is none."""
    if not isinstance(value, int | np.integer) or value < 1:
        raise ParameterError(f"{name} is {value!r}. It must be a whole number, 1 or more.")
