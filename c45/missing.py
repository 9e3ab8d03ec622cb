"""Missing values: what the knob ``missing`` does to a table before growth.

C4.5's own way, fractional rows, needs nothing done here: it is in ``Portion.divided``. The other
choices prepare the table, and row numbers stay those of the table given, so that a tree still points
at the person's rows. What stands for a gap is noted in ``Attribute.fill``, and the same is done to
new rows when the tree answers.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from c45.dataset import Attribute, Dataset, is_missing
from c45.errors import DataError
from c45.notation import listed, plain, plural
from c45.parameters import Parameters


def prepared(dataset: Dataset, parameters: Parameters) -> Dataset:
    """The table as growth should see it, by the knob ``missing``; the same one where nothing is to do.

    leave_out: a row with a gap gets weight 0.
    own_category: a category "missing" is added where an attribute with categories has gaps; numbers
        have no such place, so their rows count in fractions.
    most_common: a gap becomes the most frequent category (the first declared of equals) or the mean
        of the known numbers, over all rows that count, whatever their class: a new row has no class to
        go by. Han, Kamber and Pei 2012, section 3.2.1; Weka's filter ReplaceMissingValues does the same.
    refuse: raises DataError where there is a gap.

    Raises DataError too where every row would be left out.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"sky": ["blue", "blue", None], "go": ["yes", "no", "no"]})
    >>> table = Dataset.from_frame(frame, target="go")
    >>> prepared(table, Parameters(missing="most_common")).column("sky").tolist()
    [0, 0, 0]
    >>> prepared(table, Parameters(missing="own_category")).attributes[0].categories
    ('blue', 'missing')
    """
    return _WAYS[parameters.missing](dataset)


def filled(column: NDArray, attribute: Attribute) -> NDArray:
    """A column with ``attribute.fill`` in its gaps; as it is where the attribute has none."""
    if attribute.fill is None:
        return column
    gaps = is_missing(column)
    if not gaps.any():
        return column
    value = attribute.fill
    return np.where(
        gaps, value if attribute.is_continuous else attribute.categories.index(value), column
    )


def _refuse(dataset: Dataset) -> Dataset:
    if not dataset.gaps:
        return dataset
    name, n = next(iter(dataset.gaps.items()))
    more = len(dataset.gaps) - 1
    also = f" {plural(more, 'other column has', 'other columns have')} gaps too." if more else ""
    raise DataError(
        f"Column {name!r} has no value in {plural(n, 'row')} of {dataset.n_rows}.{also} "
        "Fill the gaps, leave these rows out, or let rows count in fractions (missing='fractional')."
    )


def _leave_out(dataset: Dataset) -> Dataset:
    gone = np.zeros(dataset.n_rows, dtype=bool)
    for name in dataset.offered:
        gone |= is_missing(dataset.column(name))
    if not gone.any():
        return dataset
    weights = np.ones(dataset.n_rows) if dataset.weights is None else dataset.weights
    weights = np.where(gone, 0.0, weights)
    if not weights.any():
        columns = listed([repr(c) for c in list(dataset.gaps)[:5]])
        raise DataError(
            f"Every row has a gap (in {columns}), so none is left. "
            "Let rows count in fractions instead (missing='fractional')."
        )
    n = int(gone.sum())
    note = f"{plural(n, 'row')} with a gap {'is' if n == 1 else 'are'} left out."
    return replace(dataset, weights=weights, notes=(*dataset.notes, note))


def _own_category(dataset: Dataset) -> Dataset:
    def changed(a: Attribute, column: NDArray) -> Attribute:
        if a.is_continuous or not is_missing(column).any():
            return a
        name = "missing"
        while name in a.categories:
            name = f"({name})"
        return replace(a, categories=(*a.categories, name), fill=name)

    return _refilled(dataset, [changed(a, c) for a, c in zip(dataset.attributes, dataset.columns)])


def _most_common(dataset: Dataset) -> Dataset:
    counts = np.ones(dataset.n_rows) if dataset.weights is None else dataset.weights

    def changed(a: Attribute, column: NDArray) -> Attribute:
        known = ~is_missing(column) & (counts > 0)
        if not known.any():
            return a
        if a.is_continuous:
            # fsum rounds once, so the order of the rows does not matter.
            mean = math.fsum(column[known] * counts[known]) / math.fsum(counts[known])
            low, high = float(column[known].min()), float(column[known].max())
            return replace(a, fill=min(max(mean, low), high))  # the mean of equal numbers is theirs
        sizes = np.bincount(column[known], weights=counts[known], minlength=len(a.categories))
        most = int(np.flatnonzero(sizes >= sizes.max() - 1e-9)[0])
        return replace(a, fill=a.categories[most])

    return _refilled(dataset, [changed(a, c) for a, c in zip(dataset.attributes, dataset.columns)])


def _refilled(dataset: Dataset, attributes: list[Attribute]) -> Dataset:
    notes = list(dataset.notes)
    for a in attributes:
        if a.fill is not None and a.name in dataset.gaps:
            fill = plain(float(f"{a.fill:.6g}")) if a.is_continuous else a.fill
            n = plural(dataset.gaps[a.name], "gap")
            notes.append(f"{n} in {a.name} {'counts' if n == '1 gap' else 'count'} as {fill}.")
    columns = tuple(filled(c, a) for a, c in zip(attributes, dataset.columns))
    return replace(dataset, attributes=tuple(attributes), columns=columns, notes=tuple(notes))


_WAYS = {
    "fractional": lambda dataset: dataset,
    "refuse": _refuse,
    "leave_out": _leave_out,
    "own_category": _own_category,
    "most_common": _most_common,
}
