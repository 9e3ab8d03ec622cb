"""Rows of another table, made to fit the attributes of a tree: columns by name, cells one by one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.dataset import Attribute, category_name
from c45.reading import figures
from c45.reading.columns import is_gap_like
from c45.tree import Tree

Found = dict[str, NDArray[np.int64]]
"""Values, in the order in which they come, each with the rows that have it (from 0)."""


@dataclass(frozen=True)
class Places:
    """Where in a table each attribute of a tree, and its target, stands.

    at: positions by name. renamed: (name in the table, name in the tree) where only capitals and
    spaces differ. unclear: (names in the table, name in the tree) where more than one could be meant.
    """

    at: dict[str, int]
    renamed: tuple[tuple[str, str], ...] = ()
    unclear: tuple[tuple[tuple[str, ...], str], ...] = ()


def places_of(tree: Tree, names: Sequence[str]) -> Places:
    """Which column is which attribute: by the same name, else by one that is the same but for
    capitals and spaces, where only one can be meant."""
    wanted = [*(a.name for a in tree.attributes), tree.target_name]
    same, alike, wishes = {}, {}, {}
    for i, name in enumerate(names):
        same.setdefault(name, []).append(i)
    at = {w: same[w][0] for w in wanted if len(same.get(w, ())) == 1}
    for i, name in enumerate(names):
        if name not in at:
            alike.setdefault(_folded(name), []).append(i)
    for w in wanted:
        if w not in at:
            wishes.setdefault(_folded(w), []).append(w)
    renamed, unclear = [], []
    for folded, words in wishes.items():
        found = alike.get(folded, [])
        if len(found) == len(words) == 1:
            at[words[0]] = found[0]
            renamed.append((names[found[0]], words[0]))
        elif found:
            unclear += [(tuple(names[i] for i in found), w) for w in words]
    return Places(at, tuple(renamed), tuple(unclear))


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


@dataclass(eq=False)
class Fitted:
    """A column as the tree takes it, with what had to be decided about its cells.

    values: floats with NaN, or codes with -1, shape (n_rows,). strange: cells that are no number,
    or no category the tree has seen; they count as not known. taken: cells written otherwise than
    in the tree; ``meant`` says for which number or category each is taken.
    """

    values: NDArray
    strange: Found = field(default_factory=dict)
    taken: Found = field(default_factory=dict)
    meant: dict[str, str | float] = field(default_factory=dict)


def fitted(attribute: Attribute, series: pd.Series) -> Fitted:
    """The cells of a column as the tree takes them. No cell stops the others.

    >>> found = fitted(Attribute("x", "continuous"), pd.Series([1.5, "2,5", "abc", "?", None]))
    >>> found.values.tolist(), found.strange, found.meant
    ([1.5, 2.5, nan, nan, nan], {'abc': array([2])}, {'2,5': 2.5})
    """
    return _numbers(series) if attribute.is_continuous else _codes(attribute.categories, series)


def unfilled(attribute: Attribute, n_rows: int) -> NDArray:
    """A column without any value."""
    return np.full(n_rows, np.nan) if attribute.is_continuous else np.full(n_rows, -1)


def _numbers(series: pd.Series) -> Fitted:
    if pd.api.types.is_numeric_dtype(series):
        values = series.to_numpy(dtype=float, na_value=np.nan) + 0.0
        endless = np.flatnonzero(np.isinf(values))
        odd = [str(v) for v in values[endless]]
        values[endless] = np.nan
        return Fitted(values, _by_value(odd, endless))
    cells = series.to_numpy(dtype=object)
    gaps = series.isna().to_numpy()
    values, out = np.full(len(cells), np.nan), Fitted(np.empty(0))
    read: dict[object, float] = {}
    odd, odd_rows, other, other_rows = [], [], [], []
    for row in np.flatnonzero(~gaps).tolist():
        cell = cells[row]
        if isinstance(cell, Real | Decimal):
            values[row] = float(cell) + 0.0
            if math.isinf(values[row]):
                values[row] = np.nan
                odd.append(str(cell))
                odd_rows.append(row)
            continue
        text = str(cell).strip()
        if text not in read:
            read[text] = _number(text, out.meant)
        values[row] = read[text]
        if text in out.meant:
            other.append(text)
            other_rows.append(row)
        elif math.isnan(read[text]) and not is_gap_like(text):
            odd.append(text)
            odd_rows.append(row)
    out.values = values
    out.strange, out.taken = _by_value(odd, odd_rows), _by_value(other, other_rows)
    return out


def _number(text: str, meant: dict) -> float:
    """The number of a text, NaN where it is none; one with a decimal comma is put into ``meant``."""
    value = figures.number(text)
    if value is None and figures.PROOF[figures.COMMA].fullmatch(text):
        value = figures.number(text, figures.COMMA)
        if value is not None and math.isfinite(value):
            meant[text] = value
    return value + 0.0 if value is not None and math.isfinite(value) else math.nan


def _codes(categories: tuple[str, ...], series: pd.Series) -> Fitted:
    texts = series.map(category_name, na_action="ignore").astype(object)
    place, different = pd.factorize(texts)
    code_of = {c: i for i, c in enumerate(categories)}
    by_number: dict[float, list[str]] = {}
    for c in categories:
        if (value := figures.number(c)) is not None:
            by_number.setdefault(value, []).append(c)
    out = Fitted(np.empty(0))
    table = np.full(len(different) + 1, -1, dtype=np.int64)  # the last one is for a gap
    strange, taken = [], []
    for k, text in enumerate(different):
        if text in code_of:
            table[k] = code_of[text]
            continue
        same = _same_number(text, by_number)
        if len(same) == 1:
            table[k] = code_of[same[0]]
            out.meant[text] = same[0]
            taken.append(k)
        elif not is_gap_like(text):
            strange.append(k)
    out.values = table[place]
    for kept, here in ((out.strange, strange), (out.taken, taken)):
        rows = np.flatnonzero(np.isin(place, here))
        kept.update(_by_value([different[k] for k in place[rows]], rows))
    return out


def _same_number(text: str, by_number: dict[float, list[str]]) -> list[str]:
    """The categories that are the same number, written otherwise: ``1.0`` and ``1``."""
    if not by_number:
        return []
    value = figures.number(text)
    if value is None:
        value = figures.number(text, figures.COMMA)
    return by_number.get(value, []) if value is not None else []


def _by_value(texts: Sequence[str], rows: Sequence[int] | NDArray) -> Found:
    if not len(texts):
        return {}
    codes, different = pd.factorize(np.array(texts, dtype=object))
    order = np.argsort(codes, kind="stable")
    parts = np.split(np.asarray(rows)[order], np.cumsum(np.bincount(codes))[:-1])
    return dict(zip(different, parts))
