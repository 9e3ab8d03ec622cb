"""The widgets of the Prepare page: each form gives a step, or a sentence that says what is missing."""

from __future__ import annotations

import re

import numpy as np
import streamlit as st

from c45 import DataError, Dataset
from c45.dataset import is_missing
from c45.discretise import MOST_INTERVALS
from c45.notation import plain
from c45.prepare import Discretise, Drop, Filter, Merge, Rename, Sample, Step
from pages.shared import session

WAYS = {
    "equal_width": "Equal width",
    "equal_frequency": "Equal frequency",
    "boundaries": "My own boundaries",
    "entropy": "By entropy (MDL)",
}

RELATIONS = {"<=": "at most", ">": "above", "is": "is", "is not": "is not", "is known": "is known"}


def discretise(table: Dataset) -> Step:
    """Which column, in which way, into how many intervals with which names."""
    columns = [a.name for a in table.attributes if a.is_continuous]
    if not columns:
        raise DataError("No column holds numbers, so there is nothing to discretise.")
    column = _pick("Column", columns, "discretise_column")
    way = st.selectbox("Where to cut", list(WAYS), key="way", format_func=WAYS.get, help=_HELP)
    n, boundaries = 3, ()
    if way in ("equal_width", "equal_frequency"):
        n = int(st.number_input("Intervals", 2, MOST_INTERVALS, 3, key="n_intervals"))
    if way == "boundaries":
        text = st.text_input("Boundaries", key="boundaries", placeholder="18, 40, 65")
        boundaries = numbers(text)
    closed = "right"
    if way != "entropy":
        closed = st.selectbox(
            "A value equal to a boundary belongs",
            ["right", "left"],
            key="closed",
            format_func={"right": "below it", "left": "above it"}.get,
        )
    words = st.text_input(
        "Names of the intervals",
        key="interval_names",
        placeholder="as their ends, or: young, middle, old",
        help="With a comma or a semicolon between them, from the lowest interval to the highest.",
    )
    return Discretise(column, way, n, boundaries, names(words), closed)


_HELP = (
    "Equal width: every interval is as long as the others. Equal frequency: every interval holds as many "
    "rows, as far as equal values allow. By entropy: cut where the classes part best, and stop where a "
    "cut no longer pays for its description (Fayyad and Irani, 1993)."
)


def filter_rows(table: Dataset) -> Step:
    """Which rows stay: by one column, an attribute or the target."""
    columns = [*table.attribute_names, table.target_name]
    column = _pick("Keep rows whose", columns, "filter_column")
    is_target = column == table.target_name
    if not is_target and table.attribute(column).is_continuous:
        how = st.selectbox(
            "How", ["<=", ">", "is known"], key="number_how", format_func=RELATIONS.get
        )
        if how == "is known":
            return Filter(column, how)
        values = table.column(column)
        known = values[~is_missing(values)]
        middle = plain(np.quantile(known, 0.5, method="lower")) if len(known) else ""
        text = st.text_input("Number", key="filter_number", placeholder=middle)
        found = numbers(text)
        if len(found) != 1:
            raise DataError("Give one number to compare with.")
        return Filter(column, how, found[0])
    how = st.selectbox(
        "How",
        ["is", "is not"] + ["is known"] * (not is_target),
        key="value_how",
        format_func=RELATIONS.get,
    )
    if how == "is known":
        return Filter(column, how)
    options = table.classes if is_target else table.attribute(column).categories
    chosen = st.multiselect("Values", options, key=f"filter_values_{column}")
    if not chosen:
        raise DataError("Choose the values.")
    return Filter(column, how, values=tuple(chosen))


def merge(table: Dataset) -> Step:
    """Which categories or classes become one, and what it is called."""
    columns = [a.name for a in table.attributes if not a.is_continuous and len(a.categories) > 1]
    columns.append(table.target_name)
    column = _pick("Column", columns, "merge_column")
    is_target = column == table.target_name
    options = table.classes if is_target else table.attribute(column).categories
    chosen = st.multiselect("Values that become one", options, key=f"merge_values_{column}")
    into = st.text_input(
        "Its name", key="merge_name", placeholder=" or ".join(chosen), max_chars=200
    )
    return Merge(column, tuple(chosen), into.strip() or " or ".join(chosen)[:200])


def drop(table: Dataset) -> Step:
    """Which columns go."""
    chosen = st.multiselect("Columns to leave out", table.attribute_names, key="drop_columns")
    if not chosen:
        raise DataError("Choose the columns.")
    return Drop(tuple(chosen))


def rename(table: Dataset) -> Step:
    """Which column gets which name."""
    columns = [*table.attribute_names, table.target_name]
    column = _pick("Column", columns, "rename_from")
    name = st.text_input("Its new name", key="rename_to", max_chars=200).strip()
    if not name:
        raise DataError("Give the new name.")
    return Rename(column, name)


def sample(table: Dataset) -> Step:
    """How many rows are drawn, and by which seed."""
    usual = max(1, table.n_rows // 2)
    session.fill("sample_n", usual, again=not 1 <= session.value_of("sample_n", 1) <= table.n_rows)
    n = st.number_input("Rows to draw", 1, table.n_rows, key="sample_n")
    seed = st.number_input(
        "Seed", 0, 2**32 - 1, 42, key="sample_seed", help="Another seed, other rows."
    )
    return Sample(int(n), int(seed))


FORMS = {
    "Discretise": discretise,
    "Filter rows": filter_rows,
    "Merge values": merge,
    "Leave out columns": drop,
    "Rename": rename,
    "Sample rows": sample,
}


def _pick(label: str, options: list[str], key: str) -> str:
    """A choice that starts again where the table has changed under it."""
    if session.value_of(key) not in options:
        session.fill(key, options[0], again=True)
    return st.selectbox(label, options, key=key)


def numbers(text: str) -> tuple[float, ...]:
    """Numbers out of a line, with a comma, a semicolon or a blank between them. Raises DataError.

    A comma is a decimal mark where a semicolon or a blank parts the numbers.

    >>> numbers("18, 40, 65"), numbers("18,40"), numbers("1,5; 2,5"), numbers("0.5 2"), numbers("")
    ((18.0, 40.0, 65.0), (18.0, 40.0), (1.5, 2.5), (0.5, 2.0), ())
    """
    if ";" in text:
        parts = text.split(";")
    elif re.search(r"\d\s*,\s+|\s", text.strip()):
        parts = re.split(r",?\s+", text.strip())
    else:
        parts = text.split(",")
    found = []
    for part in filter(None, (p.strip() for p in parts)):
        try:
            value = float(part.replace(",", "."))
        except ValueError:
            value = float("nan")
        if not abs(value) < float("inf"):
            raise DataError(f"{part[:20]!r} is no number. Write numbers such as 18, 40, 65.")
        found.append(value)
    return tuple(found)


def names(text: str) -> tuple[str, ...]:
    """Names out of a line.

    >>> names("young, middle, old"), names("under 18; 18, and more"), names(" ")
    (('young', 'middle', 'old'), ('under 18', '18, and more'), ())
    """
    parts = text.split(";" if ";" in text else ",")
    return tuple(p.strip() for p in parts) if text.strip() else ()
