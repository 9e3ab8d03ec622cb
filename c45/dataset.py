"""The table that is learned from: attributes with their kinds, classes, rows, and gaps."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.errors import DataError
from c45.notation import listed, plain, plural

CONTINUOUS = "continuous"
CATEGORICAL = "categorical"
KINDS = (CONTINUOUS, CATEGORICAL)


@dataclass(frozen=True)
class Attribute:
    """One input column. ``categories`` is empty for a continuous attribute.

    The order of the categories is the declared one where there is one: branches are drawn, and
    ties are broken, in it. ``fill`` is what stands for a missing value, a number or a category;
    None where a gap stays a gap (see ``c45.missing``).
    """

    name: str
    kind: str
    categories: tuple[str, ...] = ()
    fill: float | str | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise DataError(
                f"Column {self.name!r} has kind {self.kind!r}; it must be {listed(KINDS, 'or')}."
            )

    @property
    def is_continuous(self) -> bool:
        return self.kind == CONTINUOUS


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table ready to grow a tree from. Immutable: share it freely.

    attributes: the input columns, in the order in which ties are broken.
    columns: one array an attribute, shape (n_rows,): float64 with NaN for a missing value where the
        attribute is continuous, int codes into ``categories`` with -1 for missing where it is not.
    classes: the names of the classes; ``target`` holds codes into it, shape (n_rows,).
    weights: how much each row counts, shape (n_rows,), or None where every row counts once.
    notes: sentences a person should read: what was assumed while reading.
    set_aside: attributes no split asks about unless a person says so (`select`): row numbers,
        identifiers, free text.
    """

    attributes: tuple[Attribute, ...]
    columns: tuple[NDArray, ...]
    classes: tuple[str, ...]
    target: NDArray[np.int64]
    target_name: str = "class"
    weights: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    name: str = "table"
    set_aside: tuple[str, ...] = ()
    _index: dict[str, int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._index.update({a.name: i for i, a in enumerate(self.attributes)})
        if len(self._index) != len(self.attributes):
            names = [a.name for a in self.attributes]
            twice = next(n for n in names if names.count(n) > 1)
            raise DataError(f"Two columns are called {twice!r}. Give each column its own name.")
        for array in (*self.columns, self.target):
            array.flags.writeable = False

    def __repr__(self) -> str:
        return (
            f"Dataset({self.name!r}, {self.n_rows} rows, {len(self.attributes)} attributes, "
            f"target {self.target_name!r} with {len(self.classes)} classes)"
        )

    @property
    def n_rows(self) -> int:
        return len(self.target)

    @property
    def attribute_names(self) -> tuple[str, ...]:
        return tuple(self._index)

    @property
    def offered(self) -> tuple[str, ...]:
        """The attributes a split may ask about: all but those set aside."""
        return tuple(n for n in self._index if n not in self.set_aside)

    def index_of(self, name: str) -> int:
        """The position of an attribute.

        Raises DataError if there is no such column.
        """
        try:
            return self._index[name]
        except KeyError:
            known = listed([repr(n) for n in list(self._index)[:12]])
            raise DataError(f"There is no attribute called {name!r}. There are: {known}.") from None

    def attribute(self, name: str) -> Attribute:
        return self.attributes[self.index_of(name)]

    def column(self, name: str) -> NDArray:
        return self.columns[self.index_of(name)]

    @cached_property
    def gaps(self) -> dict[str, int]:
        """How many rows have no value, by attribute; attributes without gaps are left out."""
        found = {a.name: int(is_missing(c).sum()) for a, c in zip(self.attributes, self.columns)}
        return {name: n for name, n in found.items() if n}

    @cached_property
    def class_counts(self) -> NDArray:
        """Rows (or weight) of each class, shape (n_classes,)."""
        return np.bincount(self.target, weights=self.weights, minlength=len(self.classes))

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything a tree depends on. Equal content, equal digest.

        Hashes the whole content; never a sample of it.
        """
        h = hashlib.sha256()
        for a in self.attributes:
            h.update(repr((a.name, a.kind, a.categories)).encode())
        h.update(repr((self.classes, self.target_name, self.n_rows)).encode())
        if self.set_aside:
            h.update(repr(self.set_aside).encode())
        for array in (*self.columns, self.target):
            h.update(np.ascontiguousarray(array).tobytes())
        if self.weights is not None:
            h.update(b"weights" + np.ascontiguousarray(self.weights).tobytes())
        return h.hexdigest()[:32]

    def take(self, rows: Sequence[int] | NDArray) -> Dataset:
        """The same table with only these rows; categories and classes stay as declared."""
        rows = np.asarray(rows)
        return replace(
            self,
            columns=tuple(c[rows] for c in self.columns),
            target=self.target[rows],
            weights=None if self.weights is None else self.weights[rows],
        )

    def select(self, names: Iterable[str]) -> Dataset:
        """The same table with only these attributes, in the table's own order; none is set aside."""
        wanted = set(names)
        keep = [i for i, a in enumerate(self.attributes) if a.name in wanted]
        return replace(
            self,
            attributes=tuple(self.attributes[i] for i in keep),
            columns=tuple(self.columns[i] for i in keep),
            set_aside=(),
        )

    def to_frame(self) -> pd.DataFrame:
        """The table as pandas has it: floats, ordered-as-declared Categoricals, the target last.

        ``Dataset.from_frame(d.to_frame(), target=d.target_name)`` gives the same table back.
        """
        out = {}
        for a, c in zip(self.attributes, self.columns):
            out[a.name] = c if a.is_continuous else pd.Categorical.from_codes(c, list(a.categories))
        out[self.target_name] = pd.Categorical.from_codes(self.target, list(self.classes))
        return pd.DataFrame(out)

    @classmethod
    def from_frame(
        cls,
        frame: pd.DataFrame,
        *,
        target: str,
        kinds: Mapping[str, str] | None = None,
        weights: Sequence[float] | NDArray | None = None,
        name: str = "table",
        notes: Iterable[str] = (),
    ) -> Dataset:
        """A table out of a DataFrame.

        target: the column to be predicted. Its values become class names (text), also when they
            look like numbers.
        kinds: ``{"column": "continuous" | "categorical"}`` for columns to be read otherwise than
            guessed: numbers are continuous, all else is categorical.
        weights: how much each row counts, one number a row.

        A pandas Categorical keeps its declared order and its empty categories; other text is put in
        sorted order, so that the order of the rows never matters. Raises DataError.

        >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
        >>> Dataset.from_frame(frame, target="play").attributes[0].categories
        ('strong', 'weak')
        """
        kinds = dict(kinds or {})
        columns = [str(c) for c in frame.columns]
        twice = sorted({c for c in columns if columns.count(c) > 1})
        if twice:
            raise DataError(
                f"{plural(columns.count(twice[0]), 'column')} are called {twice[0]!r}. "
                "Give each column its own name."
            )
        frame = frame.set_axis(columns, axis=1)
        target = str(target)
        if target not in columns:
            raise DataError(
                f"There is no column called {target!r} to predict. "
                f"The columns are: {listed([repr(c) for c in columns[:12]])}."
            )
        unknown = [k for k in kinds if k not in columns]
        if unknown:
            raise DataError(f"There is no column called {unknown[0]!r} to give a kind to.")
        if len(frame) == 0:
            raise DataError("The table has no rows. A tree needs at least one row to grow from.")
        codes, classes = _categorical(frame[target])
        if (codes < 0).any():
            first = int(np.flatnonzero(codes < 0)[0]) + 1
            raise DataError(
                f"{plural(int((codes < 0).sum()), 'row')} of {len(codes)} have no class in column "
                f"{target!r} (the first is row {first}). Fill them in, or leave these rows out."
            )
        attributes, arrays = [], []
        for column in columns:
            if column == target:
                continue
            series = frame[column]
            kind = kinds.get(column, CONTINUOUS if _is_number(series) else CATEGORICAL)
            if kind == CONTINUOUS:
                attributes.append(Attribute(column, kind))
                arrays.append(_continuous(series))
            else:
                values, categories = _categorical(series)
                attributes.append(Attribute(column, kind, categories))
                arrays.append(values)
        if not attributes:
            raise DataError(f"The table has no column beside the target {target!r} to ask about.")
        if weights is not None:
            weights = np.array(weights, dtype=float)
            if weights.shape != (len(frame),) or not np.isfinite(weights).all():
                raise DataError(f"There must be one finite weight a row, {len(frame)} in all.")
            if (weights < 0).any():
                raise DataError("A weight is below 0. Weights say how often a row counts.")
        return cls(
            attributes=tuple(attributes),
            columns=tuple(arrays),
            classes=classes,
            target=codes,
            target_name=target,
            weights=weights,
            notes=tuple(notes),
            name=name,
        )


def is_missing(column: NDArray) -> NDArray[np.bool_]:
    """Which rows have no value in a column of a Dataset (or one cut from it)."""
    return np.isnan(column) if column.dtype.kind == "f" else column < 0


def _is_number(series: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(series) and not pd.api.types.is_bool_dtype(series)


def _continuous(series: pd.Series) -> NDArray[np.float64]:
    """Floats with NaN for a gap; +0.0 so that 0 and -0 are one value."""
    try:
        values = pd.to_numeric(series).to_numpy(dtype=float, na_value=np.nan) + 0.0
    except (ValueError, TypeError):
        numbers = pd.to_numeric(series.astype("string"), errors="coerce")
        bad = series[numbers.isna() & series.notna()]
        raise DataError(
            f"Column {series.name!r} is to be continuous, but {str(bad.iloc[0])!r} is not a number. "
            "Make the column categorical, or correct the value."
        ) from None
    infinite = np.isinf(values)
    if infinite.any():
        raise DataError(
            f"Column {series.name!r} has an infinite value in row {int(infinite.argmax()) + 1}. "
            "Replace it by a number, or leave it empty."
        )
    return values


def _categorical(series: pd.Series) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Codes (-1 for a gap) and the names of the categories."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        names = tuple(category_name(c) for c in series.cat.categories)
        if len(set(names)) == len(names):
            return series.cat.codes.to_numpy(dtype=np.int64, copy=True), names
    text = series.map(category_name, na_action="ignore").astype(object)
    present = sorted(set(text[series.notna()]), key=natural_order)
    return pd.Categorical(text, categories=present).codes.astype(np.int64), tuple(present)


def category_name(value: object) -> str:
    """A value as the name of a category: ``1.0`` and ``1`` are both "1".

    >>> category_name(1.0), category_name("1"), category_name(True)
    ('1', '1', 'True')
    """
    if isinstance(value, float | np.floating):
        return plain(float(value))
    return str(value)


def natural_order(name: str) -> tuple[int, float, str]:
    """Sorts names that are numbers by their size, before all other names.

    >>> sorted(["10", "9", "b", "a"], key=natural_order)
    ['9', '10', 'a', 'b']
    """
    try:
        number = float(name)
    except ValueError:
        return (1, 0.0, name)
    return (1, 0.0, name) if math.isnan(number) else (0, number, name)
