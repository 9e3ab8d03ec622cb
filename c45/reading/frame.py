"""Columns of text into a DataFrame whose cells stay what they are: rows without a target."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
import pandas as pd

from c45.dataset import CATEGORICAL, CONTINUOUS
from c45.reading import figures
from c45.reading.assembly import cells_of
from c45.reading.bulk import Numbers
from c45.reading.cells import Cells, Evidence
from c45.reading.columns import (
    DATE_KINDS,
    check_kinds,
    decimal_of,
    is_gap_like,
    read_column,
)
from c45.reading.dates import date_orders, day_number
from c45.reading.letters import cleaned
from c45.reading.sources import Raw

Kinds = Mapping[str, str] | Callable[[Sequence[str]], Mapping[str, str]]


def frame_of(
    raw: Raw, kinds: Kinds, decimal: str | None, missing: Collection[str] | None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The columns as `c45.reading.read_frame` gives them, and the notes about them."""
    notes = list(raw.notes)
    names = [cleaned(n) or n for n in raw.names]
    kinds = dict(kinds(names) if callable(kinds) else kinds)
    check_kinds(kinds, names)
    for name in names:
        declared = raw.kinds.get(name)
        day = kinds.get(name) == CONTINUOUS and declared in DATE_KINDS
        if day or (name not in kinds and declared is not None):
            kinds[name] = declared
    markers = None if missing is None else frozenset(map(str, missing))
    evidence = Evidence(raw.lines, markers, decimal, separator=raw.separator or ",")
    found = cells_of(raw, names, None, kinds, evidence, notes)
    if raw.gaps_known:
        evidence = Evidence(raw.lines, frozenset({"\0"}), figures.POINT)
    columns, said = {}, {}
    # Numbers first: what stands for a gap among them counts in the columns of words too.
    for name in sorted(names, key=lambda n: kinds.get(n) == CATEGORICAL):
        columns[name], said[name] = _column(found[name], evidence, kinds.get(name))
    for name in names:
        cells = found[name]
        if name not in kinds and isinstance(cells, Cells) and evidence.proven & set(cells.texts):
            columns[name], said[name] = _column(cells, evidence, None)
        notes.extend(said[name])
    index = pd.Index(list(raw.lines), name="line")
    series = {n: pd.Series(c, index=index, dtype=c.dtype) for n, c in columns.items()}
    frame = pd.DataFrame({n: series[n] for n in names}, index=index)
    return frame, tuple(dict.fromkeys(notes))


def _column(found, evidence: Evidence, kind: str | None) -> tuple[np.ndarray, list[str]]:
    """The cells of one column, and what had to be decided about them."""
    if isinstance(found, Numbers):
        if found.cells is None:
            return found.values, []
        found = found.all_cells()
    if kind == CATEGORICAL:
        gaps = evidence.missing or ()
        texts = [None if t == "" or t in gaps else t for t in found.texts]
        return _spread(texts, found), []
    if kind in DATE_KINDS:
        wanted = DATE_KINDS[kind]
        fits = [
            day_number(t, wanted) is not None if wanted else bool(date_orders([t]))
            for t in found.texts
        ]
    elif kind == CONTINUOUS:
        fits = [figures.is_number(t) for t in found.texts]
        decimal = decimal_of(_only(found, fits, evidence), evidence)
        fits = [_finite(figures.number(t, decimal)) for t in found.texts]
    else:
        column = read_column(found, evidence)
        if column.kind == CATEGORICAL:
            known = column.values >= 0
            return np.where(known, _spread(found.texts, found), None), column.notes
        fits = [_finite(figures.number(t, column.decimal)) for t in found.texts]
    column = read_column(_only(found, fits, evidence), evidence, kind or CONTINUOUS)
    odd = [not ok and not _is_gap(t, evidence) for t, ok in zip(found.texts, fits)]
    if not any(odd):
        return column.values, column.notes
    values = column.values.astype(object)
    here = np.array(odd)[found.codes]
    values[here] = _spread(found.texts, found)[here]
    return values, column.notes


def _spread(texts: Sequence[str | None], cells: Cells) -> np.ndarray:
    return np.array([*texts, None], dtype=object)[cells.codes]


def _only(cells: Cells, fits: Sequence[bool], evidence: Evidence) -> Cells:
    """The cells without the texts that do not fit; what stands for a gap is left in."""
    kept = [t if ok or _is_gap(t, evidence) else "" for t, ok in zip(cells.texts, fits)]
    return Cells(cells.name, kept, cells.codes, cells.counts)


def _is_gap(text: str, evidence: Evidence) -> bool:
    return text in ("", *evidence.missing) if evidence.missing is not None else is_gap_like(text)


def _finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)
