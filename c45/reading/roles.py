"""Columns and rows a person should know about before growing: identifiers, dates, twins, doubles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from c45.dataset import CONTINUOUS
from c45.notation import listed, plain, plural
from c45.reading.cells import Column, Evidence, called
from c45.reading.dates import ORDERS, date_orders, proof_of_order
from c45.reading.letters import skeleton

LEAST_FOR_IDENTIFIER = 8  # rows: in fewer, values that all differ are no surprise
MANY_VALUES = 50  # categories, and more than one for two rows
_ID_NAME = re.compile(
    r"(?i:(.*[\W_])?(id|nr|no|index|idx|row|rows|rowid|key|uuid|guid|pk|#)\.?|№|\(unnamed\))"
    r"|.*[a-z]I[Dd]"
)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_BLOCK = 1 << 15  # rows hashed at a time, so that they stay in the processor's cache
_SENTINELS = (-99.0, -999.0, -9999.0, -99999.0)


def describe(column: Column, evidence: Evidence, *, unnamed: bool, told: bool) -> None:
    """Gives a column its role and notes, and sets it aside where it should not be asked about.

    told: a person gave its kind, so it is never set aside.
    """
    known = column.known
    n = int(known.sum())
    name = called(column.name)
    if unnamed and "unnamed" in column.name:
        column.notes.insert(0, f"A column without a name is called {column.name!r} here.")
    if n == 0:
        column.role = "empty"
        column.set_aside = "it has no value in any row"
        column.notes.append(f"Column {name} is left out: all its cells are empty (missing).")
        return
    if n < len(known):
        gaps = len(known) - n
        column.notes.append(f"Column {name}: {plural(gaps, 'value')} missing.")
    if column.kind == CONTINUOUS:
        values = column.values if n == len(known) else column.values[known]
        _describe_numbers(column, values, name)
    else:
        _describe_categories(column, n, name, evidence)
    if told:
        column.set_aside = ""
    elif column.set_aside:
        column.notes[-1] += " It is left out unless you choose it."


def _describe_numbers(column: Column, values: NDArray, name: str) -> None:
    n = len(values)
    low, high = float(values.min()), float(values.max())
    if low == high:
        column.role = "constant"
        column.notes.append(f"Column {name} is constant: {_each(n)} {plain(low)}.")
        return
    id_name = bool(_ID_NAME.fullmatch(column.name))
    if n >= 3 and n == len(column.values) and low in (0, 1) and high - low == n - 1:
        counts = np.array_equal(values, np.arange(n) + low)
        if counts and (id_name or n >= LEAST_FOR_IDENTIFIER):
            column.role = "row number"
            column.notes.append(
                f"Column {name} counts the rows ({plain(low)} to {plain(high)}), "
                "as a row number does."
            )
            if id_name:
                column.set_aside = "it is a row number"
            return
    if id_name and n >= 3 and not (values % 1).any() and len(np.unique(values)) == n:
        column.role = "identifier"
        column.set_aside = "it is another number in each row"
        column.notes.append(
            f"Column {name} looks like an identifier: it is another number in each row."
        )
        return
    for sentinel in _SENTINELS:
        if low != sentinel:
            continue
        others = values[values != sentinel]
        if len(others) and others.min() >= 0:
            times = plural(n - len(others), "time")
            column.notes.append(
                f"Column {name} holds {plain(sentinel)} {times} and no other number below 0. If it "
                "means missing, name it as a marker of missing values."
            )


def _each(n: int) -> str:
    return "its one known value is" if n == 1 else "every known value is"


def _describe_categories(column: Column, n: int, name: str, evidence: Evidence) -> None:
    names = column.categories
    counts = np.bincount(column.values[column.values >= 0], minlength=len(names))
    present = int((counts > 0).sum())
    if present == 1:
        only = names[int(column.values.max())]
        column.role = "constant"
        column.notes.append(f"Column {name} is constant: {_each(n)} {called(only)}.")
        return
    orders = date_orders(names)
    if orders:
        column.role = "date"
        column.notes.append(f"Column {name} looks like a date, {_order(names, orders)}.")
        column.notes.append(
            f"Column {name} has {present:,} different dates in {plural(n, 'row')}. They are read as "
            "categories; give it the kind 'date' to order them by day."
        )
        if present * 2 > n:
            column.set_aside = "it is a date, with few rows a value"
        return
    column.notes.extend(look_alikes(names, name))
    unique, many = present == n, present > MANY_VALUES and present * 2 > n
    if many or (unique and n >= 5):
        words = np.mean([len(names[i].split()) for i in range(min(len(names), 500))])
        if words >= 4 and present * 2 > n:
            column.role = "free text"
            column.notes.append(
                f"Column {name} looks like free text: {present:,} different texts in "
                f"{plural(n, 'row')}."
            )
        elif unique:
            column.role = "identifier"
            column.notes.append(
                f"Column {name} looks like an identifier: it has another value in each of "
                f"{plural(n, 'row')}."
            )
        else:
            column.role = "many values"
            column.notes.append(
                f"Column {name} has {present:,} different values in {n:,} rows, too many to learn "
                "from."
            )
        if many or n >= LEAST_FOR_IDENTIFIER:
            column.set_aside = f"it has {present:,} different values in {n:,} rows"
    elif present > 200:
        column.role = "many values"
        column.notes.append(f"Column {name} has {present:,} different values.")


def _order(names: Sequence[str], orders: tuple[str, ...]) -> str:
    if len(orders) > 1:
        return "but day/month/year or month/day/year cannot be told"
    proof = proof_of_order(names, orders[0])
    return f"written {ORDERS[orders[0]]}" + (f" ({called(proof)} proves it)" if proof else "")


def look_alikes(categories: Sequence[str], name: str) -> list[str]:
    """A sentence for each group of values that are easily taken for each other."""
    if len(categories) > 5000:
        return []
    notes: list[str] = []
    groups: dict[str, list[str]] = {}
    for category in categories:
        groups.setdefault(skeleton(category), []).append(category)
    twins = [g for g in groups.values() if len(g) > 1]
    for group in twins[:5]:
        shown = [c if c.isascii() else f"{c} ({_odd_letters(c)})" for c in group[:5]]
        notes.append(
            f"Column {name}: {listed([called(s) for s in shown])} look alike and are kept apart. "
            "Correct the file if they are one value."
        )
    return notes


def _odd_letters(text: str) -> str:
    odd = [unicodedata.name(c, "a sign without a name").lower() for c in text if ord(c) > 127]
    return f"with {odd[0]}" if odd else ""


def about_target(column: Column, counts: NDArray, n_rows: int) -> list[str]:
    """What a person should know about the classes."""
    name, classes = called(column.name), column.categories
    notes = look_alikes(classes, name)
    numbers = [c for c in classes if _is_plain(c)]
    if n_rows == 1:
        notes.append("The table has only one row: nothing can be learned or tested from it.")
    elif len(classes) == 1:
        notes.append(
            f"There is only one class, {called(classes[0])}: the tree is one leaf, and there is "
            "nothing to learn."
        )
    elif len(numbers) == len(classes) and len(classes) > 20 and len(classes) * 5 > n_rows:
        notes.append(
            f"The target {name} has {len(classes):,} different numbers in {n_rows:,} rows, and "
            "each becomes a class. Choose a target with few values."
        )
    elif len(numbers) == len(classes):
        shown = listed([called(c, 20) for c in classes[:6]])
        more = f" and {len(classes) - 6} more" if len(classes) > 6 else ""
        notes.append(f"The numbers in the target {name} are names of classes: {shown}{more}.")
    elif len(classes) == n_rows and n_rows >= 5:
        notes.append(
            f"The target {name} has another class in each row. Choose a target with few values."
        )
    single = [c for c, k in zip(classes, counts) if k == 1]
    if single and n_rows > 1 and len(single) < n_rows:
        shown = listed([called(c, 30) for c in single[:5]])
        more = f" and {len(single) - 5:,} more" if len(single) > 5 else ""
        word = "Class" if len(single) == 1 else "Classes"
        have = "has" if len(single) == 1 else "have"
        notes.append(f"{word} {shown}{more} {have} one row only: it cannot be learned and tested.")
    if len(counts) > 1 and n_rows > 1 and (counts == counts.max()).sum() > 1 and len(classes) <= 20:
        tied = [called(c, 20) for c, k in zip(classes, counts) if k == counts.max()]
        notes.append(
            f"No class is the most frequent: {listed(tied)} have {plural(int(counts.max()), 'row')} "
            "each."
        )
    return notes


def _is_plain(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def about_rows(columns: Sequence[NDArray], target: NDArray, evidence: Evidence) -> list[str]:
    """Rows that repeat others, and rows with equal attributes but different classes."""
    key = np.empty(len(target), dtype=np.uint64)
    for start in range(0, len(key), _BLOCK):
        block = slice(start, start + _BLOCK)
        part = np.zeros(len(key[block]), dtype=np.uint64)
        for values in columns:
            part = _with(part, values[block])
        key[block] = part
    if not _n_repeats(key):
        return []
    full = _with(key, target)
    notes = []
    n = _n_repeats(full)
    if n:
        verb = "repeats" if n == 1 else "repeat"
        notes.append(f"{plural(n, 'row')} {verb} another row exactly (duplicate rows).")
    if _n_repeats(key) == n:
        return notes
    _, group = np.unique(key, return_inverse=True)
    n_classes = int(target.max()) + 1
    pairs, counts = np.unique(group * n_classes + target, return_counts=True)
    owner = pairs // n_classes
    size, best = np.bincount(owner, counts), np.zeros(owner[-1] + 1)
    np.maximum.at(best, owner, counts)
    mixed = np.flatnonzero(np.bincount(owner) > 1)
    rows = np.flatnonzero(group == mixed[np.argmin([np.argmax(group == m) for m in mixed[:50]])])
    other = rows[np.argmax(target[rows] != target[rows[0]])]
    errors = int((size - best).sum())
    notes.append(
        f"{plural(int(size[mixed].sum()), 'row')} contradict others: equal attributes, different "
        f"class ({evidence.where(np.array([rows[0], other]))}, for example). Any tree makes at "
        f"least {plural(errors, 'error')} on these rows."
    )
    return notes


def _n_repeats(keys: NDArray[np.uint64]) -> int:
    keys = np.sort(keys)  # several times faster than np.unique
    return int((keys[1:] == keys[:-1]).sum())


def _with(key: NDArray[np.uint64], values: NDArray) -> NDArray[np.uint64]:
    """A hash of each row, and one more value of it, into the next hash."""
    return _mixed(key * _GOLDEN ^ _mixed(np.ascontiguousarray(values).view(np.uint64)))


def _mixed(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spreads every bit over all 64 (the finaliser of SplitMix64)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
