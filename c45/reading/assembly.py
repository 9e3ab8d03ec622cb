"""Columns of text into a Dataset: numbers, categories, classes, and notes about all of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import pyarrow.compute as pc

from c45.dataset import CATEGORICAL, CONTINUOUS, Attribute, Dataset
from c45.errors import DataError
from c45.notation import listed, plain, plural
from c45.reading import bulk, figures, roles
from c45.reading import columns as reading_columns
from c45.reading.bulk import Numbers
from c45.reading.cells import Cells, Column, Evidence, called
from c45.reading.columns import as_categories
from c45.reading.letters import cleaned
from c45.reading.sources import Raw

TARGET_NAMES = ("class", "target", "label", "outcome", "cls", "klasse", "clase", "classe")
PREVIEW_ROWS = 20

#: Told now and then which share of the work is done, and what comes next.
Progress = Callable[[float, str], object]

#: The share of the time that a large file takes until its lines are cells, and its numbers are read.
PARSED, NUMBERS_READ, CELLS_READ = 0.4, 0.8, 0.9


def in_silence(share: float, words: str) -> None:
    """Nobody waits for it."""


@dataclass(frozen=True)
class ColumnReading:
    """What became of one column: its kind, what it looks like besides, and whether it is set aside."""

    name: str
    kind: str
    role: str
    set_aside: str
    n_missing: int


@dataclass(frozen=True)
class Reading:
    """A table with everything that was decided while reading it; each can be overruled.

    format: "CSV", "Excel", "ARFF", "Markdown", "HTML" or "DataFrame". header: the line of the
    names, or None. preview: the first rows as they stand in the file.
    """

    dataset: Dataset
    format: str
    columns: tuple[ColumnReading, ...] = ()
    encoding: str = ""
    separator: str = ""
    decimal: str = "."
    header: int | None = None
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    preview: tuple[tuple[str, ...], ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        return self.dataset.notes


def understood(
    raw: Raw, name, target, kinds, decimal, missing, progress: Progress = in_silence
) -> Reading:
    """Columns into numbers and categories, the target into classes, and the notes about them."""
    notes = list(raw.notes)
    if raw.weights is not None:
        notes.append("The rows have weights, and count by them.")
    names = [cleaned(n) or n for n in raw.names]
    unnamed = {cleaned(n) for n in raw.unnamed}
    target = target_of(names, target, raw.target, notes, _without_values(raw, names))
    reading_columns.check_kinds(kinds, names)
    if kinds.get(target, CATEGORICAL) != CATEGORICAL:
        raise DataError(
            f"The target {called(target)} must be categorical: a tree here predicts classes. Choose "
            "another target, or discretise it."
        )
    evidence = Evidence(
        raw.lines, None if missing is None else frozenset(map(str, missing)), decimal,
        separator=raw.separator or ",", place=raw.place,
    )  # fmt: skip
    cells = cells_of(raw, names, target, kinds, evidence, notes, progress)
    progress(CELLS_READ, "Putting the table together")
    columns = _columns_of(raw, names, target, kinds, cells, evidence)
    classes = _classes_of(raw, names.index(target), cells[target], evidence, target)
    keep = classes.values >= 0
    attributes = [columns[n] for n in names if n != target]
    if not keep.all():
        gone = np.flatnonzero(~keep)
        if not keep.any():
            raise DataError(
                f"No row has a class in column {called(target)}. Choose another target."
            )
        notes.append(
            f"{plural(len(gone), 'row')} without a class in {called(target)} left out "
            f"({evidence.where(gone)})."
        )
        for column in attributes:
            column.values = column.values[keep]
        classes.values = classes.values[keep]
        evidence.lines = np.asarray(raw.lines)[keep]
    for column in attributes:
        told = column.name in kinds or (column.name in raw.kinds and raw.format == "ARFF")
        roles.describe(column, evidence, unnamed=column.name in unnamed, told=told)
        if column.name in raw.set_aside and column.name not in kinds:
            column.set_aside = raw.set_aside[column.name]
            column.notes.append(f"Column {called(column.name)} is left out: {column.set_aside}.")
    return _assembled(raw, name, target, attributes, classes, keep, evidence, notes)


def _without_values(raw: Raw, names: list[str]) -> set[str]:
    """The columns in which every cell is empty or ``?``; those cannot be predicted."""
    nothing = {"", "?", None}
    return {
        name
        for name, array in zip(names, raw.arrays)
        if {(c or "").strip() for c in array[:100].to_pylist()} <= nothing
        and {(c or "").strip() for c in pc.unique(array).to_pylist()} <= nothing
    }


def target_of(names, wanted, declared, notes, empty=frozenset()) -> str:
    if wanted is not None:
        wanted = str(wanted)
        found = wanted if wanted in names else cleaned(wanted)
        if found not in names:
            raise DataError(
                f"There is no column called {called(wanted)} to predict. "
                f"The columns are: {listed([called(n, 40) for n in names[:12]])}."
            )
        return found
    if declared is not None:
        return cleaned(declared)
    by_name = {n.lower(): n for n in reversed(names)}
    for known in TARGET_NAMES:
        if known in by_name:
            notes.append(f"The target is column {called(by_name[known])}, because of its name.")
            return by_name[known]
    filled = [n for n in names if n not in empty] or names
    last = "the last column" if filled[-1] == names[-1] else "the last column that is not empty"
    notes.append(f"The target is {last}, {called(filled[-1])}.")
    return filled[-1]


def _numbers_of(raw, names, target, kinds, evidence, progress) -> dict[str, Numbers | None]:
    """The long columns that can be read in bulk; None for one that cannot."""
    if raw.gaps_known or len(raw.lines) * len(names) < bulk.BULK_FROM:
        return {}
    likely = {
        n: a
        for n, a in zip(names, raw.arrays)
        if n != target
        and n not in raw.categories
        and (kinds.get(n) or raw.kinds.get(n) or CONTINUOUS) == CONTINUOUS
    }

    def read(item: tuple) -> Numbers | None:
        return bulk.numbers_in_bulk(*item, evidence, padded=not raw.regular)

    with ThreadPoolExecutor(4) as pool:  # Arrow and NumPy work outside the interpreter's lock
        out = {}
        for name, found in zip(likely, pool.map(read, likely.items())):
            out[name] = found
            share = PARSED + (NUMBERS_READ - PARSED) * len(out) / len(likely)
            progress(share, f"Column {len(out)} of {len(names)} is read")
        return out


def cells_of(
    raw, names, target, kinds, evidence, notes, progress=in_silence
) -> dict[str, Cells | Numbers]:
    """Each column as floats where that is plain to see, else as its different texts, cleaned."""
    out: dict[str, Cells | Numbers] = {}
    n_spaces, spaced = 0, []
    numeric = {cleaned(n) or n for n in raw.numeric}
    numbers = _numbers_of(raw, names, target, kinds, evidence, progress)
    for i, (name, array) in enumerate(zip(names, raw.arrays)):
        share = NUMBERS_READ + (CELLS_READ - NUMBERS_READ) * i / len(names)
        progress(share, f"Looking at column {i + 1} of {len(names)}")
        found = numbers.get(name)
        if found is not None:
            out[name] = found
            cells = found.cells
            if name not in numeric:
                evidence.marks |= found.marks if cells is None else reading_columns.marks_of(cells)
            if found.n_spaces:
                n_spaces += found.n_spaces
                spaced.append(called(name, 30))
            continue
        if raw.gaps_known:
            array = array.fill_null("\0")
        cells = Cells.of(name, array)
        if not raw.regular and not raw.gaps_known:
            cells, n, unseen = cells.cleaned()
            if unseen:
                shown = {cleaned(u) for u in unseen}
                notes.append(
                    f"Column {called(name)}: {plural(len(unseen), 'spelling')} with invisible signs "
                    f"or composed letters read as {listed([called(s, 30) for s in sorted(shown)[:4]])}, "
                    "which look the same."
                )
            if n:
                n_spaces += n
                spaced.append(called(name, 30))
        if name != target and name not in numeric and kinds.get(name, CONTINUOUS) == CONTINUOUS:
            told = kinds.get(name) == CONTINUOUS
            evidence.marks |= reading_columns.marks_of(cells, told=told)
        out[name] = cells
    if n_spaces:
        columns = "column" if len(spaced) == 1 else "columns"
        notes.append(
            f"{plural(n_spaces, 'cell')} had spaces around the text; they are removed "
            f"({columns} {listed(spaced[:6])})."
        )
    if evidence.decimal is None and evidence.marks == {figures.COMMA}:
        notes.append("The decimal mark is a comma.")
        for name, found in out.items():
            if isinstance(found, Numbers) and found.holds_point():
                out[name] = found.all_cells()
    elif evidence.decimal is None and len(evidence.marks) == 2:
        notes.append(
            "Some columns have a decimal comma and some a decimal point; each is read by its own."
        )
    return out


def _columns_of(raw, names, target, kinds, cells, evidence) -> dict[str, Column]:
    out = {}
    numeric = {cleaned(n) or n for n in raw.numeric}
    for name in names:
        if name == target:
            continue
        found = cells[name]
        if name in numeric and isinstance(found, Cells):
            of_point = replace(evidence, decimal=figures.POINT)
            out[name] = reading_columns.read_column(found, of_point, kinds.get(name))
        elif isinstance(found, Numbers):
            kind = kinds.get(name) or raw.kinds.get(name)
            out[name] = reading_columns.read_numbers(found, evidence, kind)
            if out[name] is None:
                cells[name] = found = found.all_cells()
                out[name] = reading_columns.read_column(found, evidence, kind)
        elif raw.gaps_known:
            out[name] = _declared(raw, name, found, kinds.get(name), evidence)
        elif name in raw.categories and kinds.get(name) in (None, CATEGORICAL):
            out[name] = _in_declared_order(found, raw.categories[name], evidence)
        else:
            out[name] = reading_columns.read_column(
                found, evidence, kinds.get(name) or raw.kinds.get(name)
            )
    if evidence.proven:  # a marker proven in a column of numbers counts in columns of words too
        for name, column in out.items():
            found = cells[name]
            if column.kind != CATEGORICAL or not isinstance(found, Cells) or raw.gaps_known:
                continue
            if name not in raw.categories and evidence.proven & set(found.texts):
                out[name] = reading_columns.read_column(found, evidence, kinds.get(name))
    return out


def _declared(raw, name, cells: Cells, kind, evidence) -> Column:
    """A column of an ARFF file: its gaps are known, and so are its kind and values."""
    gap = "\0"
    evidence = Evidence(evidence.lines, frozenset({gap}), figures.POINT)
    kind = kind or raw.kinds.get(name)
    if kind == CATEGORICAL and name in raw.categories:
        return _in_declared_order(cells, raw.categories[name], evidence)
    return reading_columns.read_column(cells, evidence, kind or CATEGORICAL)


def _in_declared_order(cells: Cells, declared: tuple[str, ...], evidence: Evidence) -> Column:
    gaps = evidence.missing if evidence.missing is not None else {"?"}
    place = {v: i for i, v in enumerate(declared)}
    codes = np.full(len(cells.texts), -1, dtype=np.int64)
    for i, text in enumerate(cells.texts):
        if text in place:
            codes[i] = place[text]
        elif text not in gaps and text != "":
            row = np.flatnonzero(cells.codes == i)[:1]
            raise DataError(
                f"Column {called(cells.name)}, {evidence.where(row)}: {called(text)} is none of the "
                "declared values. Add it to the declaration, or correct the row."
            )
    return Column(cells.name, CATEGORICAL, codes[cells.codes], tuple(declared))


def _classes_of(raw, position, cells: Cells, evidence, target) -> Column:
    """The target: always names of classes, also where they look like numbers."""
    name = raw.names[position]
    if raw.gaps_known:
        return _declared(raw, name, cells, CATEGORICAL, evidence)
    if name in raw.categories:
        return _in_declared_order(cells, raw.categories[name], evidence)
    values = [figures.number(t) for t in cells.texts]
    known = [v for v in values if v is not None]
    merged: list[str] = []
    odd = [
        t for t, v in zip(cells.texts, values) if v is None and not reading_columns.is_gap_like(t)
    ]
    if (
        not odd
        and len(set(known)) < len(known)
        and not any(reading_columns.has_leading_zero(t) for t in cells.texts)
    ):
        merged = [t for t, v in zip(cells.texts, values) if v is not None and t != plain(v)]
        new = [t if v is None else plain(v) for t, v in zip(cells.texts, values)]
        place = {t: i for i, t in enumerate(dict.fromkeys(new))}
        codes = np.array([place[t] for t in new])[cells.codes]
        cells = Cells(cells.name, list(place), codes, np.bincount(codes, minlength=len(place)))
    column = as_categories(cells, evidence, target=True)
    if merged:
        column.notes.append(
            f"The target {called(target)} writes one number in several ways; "
            f"{called(merged[0])} is read as {called(plain(figures.number(merged[0])))}."
        )
    return column


def _assembled(raw, name, target, attributes, classes, keep, evidence, notes) -> Reading:
    if all(c.set_aside for c in attributes):  # then a person must choose: nothing else is left
        for column in attributes:
            if column.set_aside and column.role != "empty":
                column.set_aside = ""
                column.notes[-1] = column.notes[-1].removesuffix(
                    " It is left out unless you choose it."
                )
                column.notes[-1] += " There is no other column, so it is kept."
    used = sorted(set(classes.values.tolist()))
    if (
        raw.format != "ARFF"
        and len(used) < len(classes.categories)
        and target not in raw.categories
    ):
        place = np.full(len(classes.categories), -1)
        place[used] = np.arange(len(used))
        classes.values = place[classes.values]
        classes.categories = tuple(classes.categories[i] for i in used)
    if len(used) > 1 and all(c.role in ("constant", "empty") for c in attributes):
        notes.append("Every attribute is constant, so no tree can tell the classes apart.")
    counts = np.bincount(classes.values, minlength=len(classes.categories))
    for column in [*attributes, classes]:
        notes.extend(column.notes)
    notes.extend(roles.about_target(classes, counts, len(classes.values)))
    offered = [c.values for c in attributes if not c.set_aside]
    notes.extend(roles.about_rows(offered, classes.values, evidence))
    weights = None if raw.weights is None else np.array(raw.weights)[keep]
    dataset = Dataset(
        attributes=tuple(Attribute(c.name, c.kind, c.categories) for c in attributes),
        columns=tuple(c.values for c in attributes),
        classes=classes.categories,
        target=classes.values.astype(np.int64),
        target_name=target,
        weights=weights,
        notes=tuple(dict.fromkeys(notes)),
        name=name,
        set_aside=tuple(c.name for c in attributes if c.set_aside),
    )
    preview = zip(*(a[:PREVIEW_ROWS].to_pylist() for a in raw.arrays))
    decimals = {c.decimal for c in attributes}
    return Reading(
        dataset=dataset,
        format=raw.format,
        columns=tuple(
            ColumnReading(c.name, c.kind, c.role, c.set_aside, int((~c.known).sum()))
            for c in attributes
        ),
        encoding=raw.encoding,
        separator=raw.separator,
        decimal=figures.COMMA if figures.COMMA in decimals else figures.POINT,
        header=raw.header,
        sheet=raw.sheet,
        sheets=raw.sheets,
        preview=tuple(tuple(c or "" for c in row) for row in preview),
    )
