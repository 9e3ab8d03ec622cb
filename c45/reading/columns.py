"""A column of cells into numbers or categories, by evidence, with a sentence for each decision."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from c45.dataset import CATEGORICAL, CONTINUOUS, natural_order
from c45.errors import DataError
from c45.notation import listed, plain, plural
from c45.reading import figures
from c45.reading.bulk import Numbers
from c45.reading.cells import Cells, Column, Evidence, called
from c45.reading.dates import ORDERS, date_orders, day_number, eight_digits
from c45.reading.nearly import words_with_numbers

GAP = "?"
NEVER_A_VALUE = {"NaN", "nan", "NAN", "NULL", "null", "#N/A", "#NULL!", "<NA>", "N/A", "n/a"}
PERHAPS_A_VALUE = {"NA", "na", "None", "none", "nil", "-", "--", ".", "*", "missing", "Missing"}
_IN_NUMBERS = NEVER_A_VALUE | PERHAPS_A_VALUE | {
    "unknown", "Unknown", "NONE", "Null", "N.A.", "n.a.", "not available", "#VALUE!", "#DIV/0!",
    "#REF!", "#NAME?", "#NUM!", "---", "...", "\u2013", "\u2014",
}  # fmt: skip
_PUNCTUATION = set("!.;:,")
_LEADING_ZERO = re.compile(r"[+-]?0\d", re.ASCII)
_COUNTRY_LIKE = re.compile(r"[A-Z]{2}", re.ASCII)
ODD_SHARE = 0.2  # of the cells that hold something: above it a column of numbers is one of words
DATE_KINDS = {"date": None, "date ymd": "ymd", "date dmy": "dmy", "date mdy": "mdy"}
KINDS = (CONTINUOUS, CATEGORICAL, *DATE_KINDS)


def marks_of(cells: Cells, *, told: bool = False) -> set[str]:
    """The decimal marks a column of numbers proves; none for a column of words.

    told: a person said that it is one of numbers.
    """
    known = [t for t in cells.texts if t and t != GAP and t not in _IN_NUMBERS]
    some = known[:2000]
    if told:
        return figures.proofs(known)
    if not some or sum(map(figures.is_number, some)) < (1 - ODD_SHARE) * len(some):
        return set()
    return figures.proofs(known)


def decimal_of(cells: Cells, evidence: Evidence) -> str:
    """The decimal mark of a column: its own proof first, then that of the file."""
    if evidence.decimal:
        return evidence.decimal
    own = marks_of(cells)
    if len(own) == 1:
        return own.pop()
    if len(own) == 2:
        fits = {
            m: cells.count(i for i, t in enumerate(cells.texts) if figures.number(t, m) is not None)
            for m in (figures.POINT, figures.COMMA)
        }
        return max(fits, key=fits.__getitem__)
    if evidence.marks == {figures.COMMA}:
        return figures.COMMA
    if not evidence.marks and evidence.separator == ";" and any("," in t for t in cells.texts):
        return figures.COMMA
    return figures.POINT


def read_column(cells: Cells, evidence: Evidence, kind: str | None = None) -> Column:
    """Numbers or categories, by evidence or as told. Raises DataError where that cannot be.

    >>> import pyarrow as pa
    >>> column = Cells.of("x", pa.array(["1", "2.5", "?", ""]))
    >>> read_column(column, Evidence(lines=[2, 3, 4, 5])).values
    array([1. , 2.5, nan, nan])
    """
    column = _read(cells, evidence, kind)
    whole = kind is None and column.kind == CONTINUOUS
    return two_whole_numbers(column) if whole else column


def read_numbers(found: Numbers, evidence: Evidence, kind: str | None = None) -> Column | None:
    """`read_column` for a column whose numbers were read in bulk; None where it is one of words."""
    if found.cells is None:
        notes = []
        if kind is None and eight_digits(found.array[:100].to_pylist()):
            notes = _about_days(found.name, found.all_cells().texts)
        column = Column(found.name, CONTINUOUS, found.values, decimal=found.decimal, notes=notes)
    else:
        column = _read(found.cells, evidence, kind)
        if column.kind != CONTINUOUS or column.decimal != found.decimal:
            return None
        column.values = np.where(found.plain, found.values, column.values)
    return column if kind else two_whole_numbers(column)


def _read(cells: Cells, evidence: Evidence, kind: str | None) -> Column:
    if kind in DATE_KINDS:
        return _as_days(cells, evidence, kind)
    if kind == CATEGORICAL:
        return as_categories(cells, evidence, told=True)
    decimal = decimal_of(cells, evidence)
    values = [figures.number(t, decimal) for t in cells.texts]
    if kind is None and evidence.decimal is None and len(marks_of(cells)) == 2:
        # Where 1,5 and 3.5 stand in one column, nobody can tell what 1,234 is.
        values = [None if figures.grouped(t, decimal) else v for t, v in zip(cells.texts, values)]
    endless = [
        i for i, (t, v) in enumerate(zip(cells.texts, values))
        if figures.NOT_FINITE.fullmatch(t) or (v is not None and math.isinf(v))
    ]  # fmt: skip
    numbers = [i for i, v in enumerate(values) if v is not None and not math.isinf(v)]
    gaps = [i for i, t in enumerate(cells.texts) if _is_gap(t, evidence)]
    marker = [
        i for i, t in enumerate(cells.texts)
        if evidence.missing is None and t in _IN_NUMBERS and i not in gaps
    ]  # fmt: skip
    taken = {*endless, *numbers, *gaps, *marker}
    odd = [i for i in range(len(cells.texts)) if i not in taken]
    n_numbers = cells.count(numbers) + cells.count(endless)
    n_odd, n_markers = cells.count(odd), cells.count(marker)
    if kind is None and not _is_numeric(cells, numbers, odd, n_numbers, n_odd, n_markers):
        return as_categories(
            cells, evidence, notes=words_with_numbers(cells, n_numbers, n_odd, odd)
        )
    if kind is None:
        codes = _codes_not_numbers(cells, numbers, decimal)
        if codes:
            return as_categories(cells, evidence, notes=[codes])
    if kind == CONTINUOUS and not n_numbers and cells.count(gaps) < len(cells.codes):
        odd_text = cells.texts[(odd or marker)[0]] if odd or marker else ""
        raise DataError(
            f"Column {called(cells.name)} is to be continuous, but it has no number: the first "
            f"cell says {called(odd_text)}. Make it categorical."
        )
    notes = _about_numbers(cells, evidence, decimal, values, endless, marker, odd)
    table = np.array([v if v is not None and not math.isinf(v) else math.nan for v in values])
    if evidence.missing is not None:
        table[gaps] = math.nan
    evidence.proven.update(cells.texts[i] for i in marker)
    if kind is None:
        notes.extend(_about_days(cells.name, cells.texts))
    return Column(cells.name, CONTINUOUS, table[cells.codes] + 0.0, decimal=decimal, notes=notes)


def _about_days(name: str, texts: Sequence[str]) -> list[str]:
    """What is said of numbers that are days written as 20240320."""
    if not eight_digits(texts):
        return []
    return [
        f"Column {called(name)} looks like dates written {texts[0]}; they are read as numbers, "
        "which keeps their order but not the days between them."
    ]


def _is_gap(text: str, evidence: Evidence) -> bool:
    if evidence.missing is not None:
        return text == "" or text in evidence.missing
    return text in ("", GAP)


def _is_numeric(cells, numbers, odd, n_numbers, n_odd, n_markers) -> bool:
    n = n_numbers + n_odd + n_markers
    if not n_numbers or n_numbers * 2 < n or n_odd > ODD_SHARE * n:
        return False
    comes_again = any(cells.counts[i] > 1 for i in odd)
    return not (comes_again and len(numbers) <= 20)


def _codes_not_numbers(cells: Cells, numbers, decimal: str) -> str:
    """Why a column of digits is one of codes: leading zeros, or digits that a double would lose."""
    texts = [cells.texts[i] for i in numbers]
    zero = next((t for t in texts if _LEADING_ZERO.match(t)), None)
    if zero is not None:
        return (
            f"Column {called(cells.name)} is read as categories, because of leading zeros such as "
            f"{called(zero)}."
        )
    lost = figures.merged_by_rounding(texts, decimal)
    if lost is not None:
        return (
            f"Column {called(cells.name)} is read as categories, because as a number "
            f"{called(lost[0])} could not be told from {lost[1]}."
        )
    return ""


def _about_numbers(cells, evidence, decimal, values, endless, marker, odd) -> list[str]:
    """What had to be decided while reading a column of numbers."""
    name, notes = called(cells.name), []
    if endless:
        rows = np.flatnonzero(np.isin(cells.codes, endless))
        notes.append(
            f"Column {name}: infinite or too large a number in {evidence.where(rows)}; "
            "read as missing."
        )
    for i in marker:
        rows = np.flatnonzero(cells.codes == i)
        notes.append(
            f"Column {name} holds numbers, so {called(cells.texts[i])} in {evidence.where(rows)} "
            "is read as missing."
        )
    if odd:
        n_odd = cells.count(odd)
        n_good = cells.count(i for i, v in enumerate(values) if v is not None)
        each = [
            f"{called(cells.texts[i], 30)} ({evidence.where(np.flatnonzero(cells.codes == i), 3)})"
            for i in odd[:5]
        ]
        more = f" and {len(odd) - 5:,} more" if len(odd) > 5 else ""
        notes.append(
            f"Column {name} has {plural(n_good, 'number')} and {plural(n_odd, 'other cell')}: "
            f"{listed(each)}{more}. Are they missing numbers, or is the column one of words? They "
            "are read as missing; make the column categorical to keep them."
        )
    first_grouped = next((t for t in cells.texts if figures.grouped(t, decimal)), None)
    if first_grouped is not None:
        notes.append(
            f"Column {name}: {first_grouped} is read as "
            f"{plain(figures.number(first_grouped, decimal))}, with a thousands separator. If that "
            "is wrong, set the decimal mark."
        )
    elif not marks_of(cells) and (open_cell := figures.could_be_thousands(cells.texts)):
        value = figures.number(open_cell, decimal)
        if (
            value is not None
            and evidence.decimal is None
            and (decimal == figures.COMMA or evidence.separator == ";")
        ):
            other = open_cell.replace(decimal, "")
            notes.append(
                f"Column {name}: {open_cell} is read with a decimal mark, as {plain(value)} and not "
                f"{other}. If that is wrong, set the decimal mark."
            )
    return notes


def two_whole_numbers(column: Column) -> Column:
    """A column of just two whole numbers, such as 0 and 1, is one of categories."""
    values = column.values
    if len({v for v in values[:100].tolist() if v == v}) > 2:
        return column
    known = values[~np.isnan(values)]
    if len(known) < 8:
        return column
    low, high = known.min(), known.max()
    if (
        low == high
        or low != int(low)
        or high != int(high)
        or not ((known == low) | (known == high)).all()
    ):
        return column
    if min((known == low).sum(), (known == high).sum()) < 2:
        return column
    codes = np.where(np.isnan(values), -1, (values == high).astype(np.int64))
    names = (plain(low), plain(high))
    note = f"Column {called(column.name)} holds only {names[0]} and {names[1]}, so it is read as categories."
    return Column(column.name, CATEGORICAL, codes, names, notes=[*column.notes, note])


def as_categories(
    cells: Cells,
    evidence: Evidence,
    *,
    told: bool = False,
    notes: Sequence[str] = (),
    target: bool = False,
) -> Column:
    """Codes and names of the categories, in natural order, with -1 for a gap."""
    notes = list(notes)
    gaps = {i for i, t in enumerate(cells.texts) if _is_gap(t, evidence)}
    others = [t for i, t in enumerate(cells.texts) if i not in gaps]
    if evidence.missing is None:
        asked = cells.texts.index(GAP) if GAP in cells.texts else None
        if asked is not None and others and set(others) <= _PUNCTUATION:
            gaps.discard(asked)
            notes.append(f"Column {called(cells.name)} holds signs, so {GAP!r} is kept as a value.")
        numeric_target = (
            target and others and sum(map(figures.is_number, others)) * 2 >= len(others)
        )
        for i, text in enumerate(cells.texts):
            if text not in NEVER_A_VALUE | PERHAPS_A_VALUE or (text == "-" and "+" in cells.texts):
                continue
            n = plural(int(cells.counts[i]), "cell")
            rest = [t for t in others if t != text]
            code = len(text) == 2 and bool(rest) and all(map(_COUNTRY_LIKE.fullmatch, rest))
            if text in NEVER_A_VALUE or numeric_target or (text in evidence.proven and not code):
                gaps.add(i)
                notes.append(
                    f"Column {called(cells.name)}: {n} with {called(text)} read as missing."
                )
            else:
                notes.append(
                    f"Column {called(cells.name)}: {n} with {called(text)} kept as a value. "
                    f"If {called(text)} means missing, name it as a marker of missing values."
                )
    present = {t: i for i, t in enumerate(cells.texts) if i not in gaps}
    order = sorted(present, key=natural_order)
    table = np.full(len(cells.texts), -1, dtype=np.int64)
    for code, text in enumerate(order):
        table[present[text]] = code
    return Column(cells.name, CATEGORICAL, table[cells.codes], tuple(order), notes=notes)


def _as_days(cells: Cells, evidence: Evidence, kind: str) -> Column:
    """Dates as days since 1970-01-01."""
    known = [t for t in cells.texts if not _is_gap(t, evidence)]
    orders = date_orders(known)
    wanted = DATE_KINDS[kind]
    if wanted and wanted not in orders:
        orders = ()
        bad = next((t for t in known if day_number(t, wanted) is None), "")
        raise DataError(
            f"Column {called(cells.name)}: {called(bad)} is no date written {ORDERS[wanted]}. "
            "Correct it, or choose another order."
        )
    if not orders:
        bad = next((t for t in known if not date_orders([t])), known[0] if known else "")
        raise DataError(
            f"Column {called(cells.name)} is to hold dates, but {called(bad)} is none, or is "
            "written in another order than the rest. Correct it, or make the column categorical."
        )
    if not wanted and len(orders) > 1:
        raise DataError(
            f"Column {called(cells.name)}: {called(known[0])} can be day/month/year or "
            "month/day/year, and no cell tells. Say 'date dmy' or 'date mdy'."
        )
    order = wanted or orders[0]
    days = [math.nan if _is_gap(t, evidence) else float(day_number(t, order)) for t in cells.texts]
    note = f"Column {called(cells.name)} is read as dates ({ORDERS[order]}): days since 1970-01-01."
    return Column(cells.name, CONTINUOUS, np.array(days)[cells.codes], role="date", notes=[note])


def check_kinds(kinds: Mapping[str, str], names: Sequence[str]) -> None:
    """Raises DataError for a column that is not there or a kind that does not exist."""
    for column, kind in kinds.items():
        if column not in names:
            raise DataError(f"There is no column called {called(str(column))} to give a kind to.")
        if kind not in KINDS:
            raise DataError(
                f"Column {called(column)} cannot have the kind {called(str(kind))}; "
                f"it can be {listed(KINDS, 'or')}."
            )


def is_gap_like(text: str) -> bool:
    """Whether a cell can stand for a missing value in a column of numbers."""
    return text in ("", GAP) or text in _IN_NUMBERS


def has_leading_zero(text: str) -> bool:
    return bool(_LEADING_ZERO.match(text))
