"""What callers of scikit-learn give, checked and in one form: rows, labels, weights."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import assert_all_finite, check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from c45.errors import DataError

#: Whole weights are rows that are there several times; they are written out up to this many rows.
MAX_REPEATED_ROWS = 1_000_000


def is_plain(X) -> bool:
    """Whether X is an array of finite doubles with rows and columns."""
    if type(X) is not np.ndarray or X.dtype != np.float64 or X.ndim != 2 or not X.size:
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(X.sum()))


def as_table(X, *, gaps: bool) -> NDArray[np.float64] | pd.DataFrame:
    """Floats where all columns are plain numbers, else a DataFrame that tells numbers from the rest.

    gaps: whether NaN is let through among floats.
    """
    if isinstance(X, pd.DataFrame):
        plain_numbers = all(isinstance(t, np.dtype) and t.kind in "fiu" for t in X.dtypes)
    else:
        if not isinstance(X, np.ndarray) and not hasattr(X, "toarray"):
            array = np.asarray(X)
            # A list of rows with words in it would have its numbers turned into words.
            X = np.array(X, dtype=object) if array.dtype.kind in "US" else array
        plain_numbers = not isinstance(X, np.ndarray) or X.dtype.kind in "fiuc"
    if plain_numbers:
        finite = "allow-nan" if gaps else True
        return check_array(
            X, dtype=np.float64, ensure_all_finite=finite, estimator="C45Classifier", input_name="X"
        )
    if isinstance(X, np.ndarray):
        X = pd.DataFrame(check_array(X, dtype=None, ensure_all_finite=False))
    X = X.reset_index(drop=True)
    return pd.DataFrame({j: _told_apart(X.iloc[:, j]) for j in range(X.shape[1])})


def _told_apart(series: pd.Series) -> pd.Series:
    """A column of Python objects as numbers, where all that is there are numbers."""
    if series.dtype != object:
        return series
    kind = pd.api.types.infer_dtype(series, skipna=True)
    if kind in ("integer", "floating", "mixed-integer-float", "decimal", "empty"):
        return pd.to_numeric(series).astype(float)
    return series


def labels(y: ArrayLike) -> NDArray:
    """The classes, one a row, shape (n_rows,). Raises ValueError for what is not a class."""
    if isinstance(y, np.ndarray) and y.ndim == 1 and y.dtype.kind in "iubU":
        return y  # cannot fail the checks below, which take longer than a small table takes to grow
    y = column_or_1d(y, warn=True)
    assert_all_finite(y, input_name="y")
    check_classification_targets(y)
    return y


def float_columns(table: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """The columns of an array, each in one piece; + 0.0 makes 0 and -0 one value, and copies."""
    return tuple(np.add(table.T, 0.0, order="C"))


def rows_by_weight(sample_weight: ArrayLike, n_rows: int) -> tuple[NDArray, NDArray | None]:
    """The numbers of the rows that count, and their weights; None where every row counts once.

    Whole weights repeat the number of the row instead, so that they are the repeated row also to the
    knobs that count rows.
    """
    weights = check_array(
        sample_weight, dtype=np.float64, ensure_2d=False, input_name="sample_weight"
    )
    if weights.shape != (n_rows,):
        raise DataError(
            f"sample_weight has shape {weights.shape}; it must have one number a row, {n_rows} in all."
        )
    if (weights < 0).any():
        raise DataError("A weight is below 0. Weights say how often a row counts.")
    if not weights.any():
        raise DataError("Every weight is zero, so there is no row to grow from.")
    if weights.sum() <= max(MAX_REPEATED_ROWS, n_rows) and (weights == np.floor(weights)).all():
        return np.repeat(np.arange(n_rows), weights.astype(int)), None
    rows = np.flatnonzero(weights)
    return rows, weights[rows]
