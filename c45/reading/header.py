"""Which line holds the names of the columns, and what else stands between them and the rows."""

from __future__ import annotations

import re
from collections import Counter

from c45.errors import DataError
from c45.notation import listed
from c45.reading.dates import date_orders
from c45.reading.figures import NOT_FINITE, is_number
from c45.reading.records import Record, named_lines

_YEAR = re.compile(r"(19|20)\d\d", re.ASCII)
# The second and third line of a table written by Orange; other programs write the second too.
_TYPES = {
    "continuous", "discrete", "string", "time", "c", "d", "s", "t", "numeric", "nominal",
    "categorical", "real", "integer", "int", "int64", "float", "float64", "str", "object", "bool", "text",
    "number", "class",
}  # fmt: skip
_FLAGS = {"", "class", "meta", "ignore", "i", "m"}
_GAPS = {"", "?", "NA", "N/A", "n/a", "na", "NaN", "nan", "NULL", "null", "-", "--", "."}


def _columns(rows: list[Record]) -> list[list[str]]:
    return [[c.strip() for c in column] for column in zip(*(cells for _, cells in rows))]


def _numeric(cells: list[str]) -> bool:
    """Whether all cells that hold something are numbers, and one is."""
    known = [c for c in cells if c not in _GAPS]
    return bool(known) and all(is_number(c) or NOT_FINITE.fullmatch(c) for c in known)


def _mostly_numeric(cells: list[str]) -> bool:
    known = [c for c in cells if c not in _GAPS]
    return bool(known) and sum(map(is_number, known)) >= 0.8 * len(known)


def has_names(body: list[Record]) -> bool:
    """Whether the first line holds names. It does not where it looks like the rows below it."""
    first = [c.strip() for c in body[0][1]]
    rows = body[1:200]
    if not rows:
        return True
    columns = _columns(rows)
    if not any(map(is_number, first)):  # a repeated line of names must not hide columns of numbers
        others = [r for r in rows if [c.strip() for c in r[1]] != first]
        if others and any(map(_mostly_numeric, _columns(others))):
            columns = _columns(others)
    if (
        len(set(first)) < len(first)
        and any(map(is_number, first))
        and not any(map(_numeric, columns))
    ):
        return False
    numeric = [i for i, c in enumerate(columns) if _mostly_numeric(c)]
    if (
        len(first) > 2
        and len(numeric) < len(first)
        and _counted(first)
        and not any(map(_counted, ([c.strip() for c in r[1]] for r in rows)))
    ):
        return True  # 0, 1, 2, ... above words: names that a program gave
    text = [i for i in range(len(first)) if i not in numeric]
    recurs = [i for i in text if first[i] and first[i] in columns[i]]
    if any(first[i] and not is_number(first[i]) and first[i] not in _GAPS for i in numeric):
        return True
    if numeric:
        filled = [i for i in numeric if is_number(first[i])]
        if not filled:
            return True
        if recurs:
            return False
        # Years over columns of other numbers are names. Otherwise numbers above numbers are a row.
        years = all(_YEAR.fullmatch(first[i]) for i in filled)
        return years and not all(_YEAR.fullmatch(c) for i in filled for c in columns[i])
    if any(date_orders([first[i]]) and date_orders([c for c in columns[i] if c][:5]) for i in text):
        return False
    return len(recurs) * 2 < len(first)


def _counted(cells: list[str]) -> bool:
    return cells in ([str(i + k) for i in range(len(cells))] for k in (0, 1))


def without_group_titles(body: list[Record], notes: list[str]) -> list[Record]:
    """Drops a line of group titles with gaps (merged cells) above the line of names."""
    if len(body) < 4:
        return body
    first, second = ([c.strip() for c in body[i][1]] for i in (0, 1))
    if not any(not c for c in first[1:]) or len(set(second)) < len(second):
        return body
    if not all(second):
        return _joined_names(body, notes)
    columns = _columns(body[2:200])
    if any(map(is_number, second)) or any(c in column for c, column in zip(second, columns)):
        return body
    if not any(map(_mostly_numeric, columns)):
        return body
    notes.append(
        f"Above the names, line {body[0][0]} skipped: it holds titles of groups of columns."
    )
    return body[1:]


def _joined_names(body: list[Record], notes: list[str]) -> list[Record]:
    """One line of names out of two, where each column has a name in the upper or the lower line."""
    (line, upper), (below, lower) = body[0], body[1]
    upper, lower = [c.strip() for c in upper], [c.strip() for c in lower]
    names = [b or a for a, b in zip(upper, lower)]
    numeric = [i for i, column in enumerate(_columns(body[2:200])) if _mostly_numeric(column)]
    if (
        not all(names)
        or len(set(names)) < len(names)
        or not any(b and not a for a, b in zip(upper, lower))
        or not any(lower[i] for i in numeric)
        or any(map(is_number, lower))
    ):
        return body
    notes.append(f"Lines {line} and {below} together hold the names of the columns.")
    return [(line, names), *body[2:]]


def nothing_proves_names(rows: list[Record]) -> bool:
    """Whether no column of numbers tells the line of names from the rows."""
    return not any(map(_mostly_numeric, _columns(rows[:100])))


def without_repeats(
    first: list[str], rows: list[Record], empty: set[int], notes: list[str]
) -> list[Record]:
    """Drops lines that repeat the names; refuses a second table with names of its own."""
    names = [c.strip() for c in first]
    repeats = [line for line, cells in rows if [c.strip() for c in cells] == names]
    after_gap = [
        i for i, (line, _) in enumerate(rows) if i and line - 1 in empty and i + 1 < len(rows)
    ]
    for i in after_gap:
        line, cells = rows[i]
        here = [c.strip() for c in cells]
        above, below = _columns(rows[:i][-100:]), _columns(rows[i + 1 :][:100])
        numeric = [k for k in range(len(here)) if _numeric(above[k]) or _numeric(below[k])]
        shares_name = any(c and c in names for c in here)
        foreign = all(c and not is_number(c) for c in here) and (
            any(not is_number(here[k]) and here[k] not in _GAPS for k in numeric)
            and all(c not in above[k] and c not in below[k] for k, c in enumerate(here))
        )
        if (
            foreign
            or (shares_name and line in repeats)
            or (shares_name and all(c not in above[k] for k, c in enumerate(here)))
        ):
            raise DataError(
                f"There are two tables: a second header stands in line {line}. "
                "Keep one of them, or say which lines to skip."
            )
    if repeats:
        notes.append(
            f"{named_lines(repeats).capitalize()} skipped: the names of the columns again."
        )
        gone = set(repeats)
        return [r for r in rows if r[0] not in gone]
    return rows


def without_units(rows: list[Record], notes: list[str], *, every_row: bool = False) -> list[Record]:
    """Drops a second header line: units such as cm and kg above columns of numbers.

    every_row: not where something stands above a column of words too; then it is a row.
    """
    if len(rows) < 3:
        return rows
    line, cells = rows[0]
    here = [c.strip() for c in cells]
    if all(c.lower() in _TYPES for c in here):
        n = 2 if all(c.strip().lower() in _FLAGS for c in rows[1][1]) else 1
        notes.append(
            f"{named_lines([r[0] for r in rows[:n]]).capitalize()} skipped: they tell the kinds of "
            "the columns."
            if n == 2
            else f"Line {line} skipped: it tells the kinds of the columns."
        )
        return rows[n:]
    columns = _columns(rows[1:])
    numeric = [i for i, c in enumerate(columns) if _numeric(c)]
    words = [here[i] for i in numeric if here[i]]
    if not words or any(map(is_number, words)) or any(NOT_FINITE.fullmatch(w) for w in words):
        return rows
    if all(w in _GAPS for w in words) or any(is_number(c) for c in here):
        return rows
    text = [i for i in range(len(here)) if i not in numeric]
    recurs = any(here[i] and here[i] in columns[i] for i in text)
    if recurs or (len(numeric) == 1 and len(text) < 1):
        return rows
    if every_row and any(here[i] not in _GAPS for i in text):
        return rows
    notes.append(
        f"Line {line} skipped: it holds words ({listed([repr(w[:20]) for w in words[:3]])}) above "
        "columns of numbers, as a line of units does."
    )
    return rows[1:]


def named_columns(
    first: list[str], rows: list[Record], notes: list[str]
) -> tuple[list[str], set[str]]:
    """A name of its own for every column, and which names had to be made up."""
    names, unnamed, seen = [], set(), Counter()
    taken = {c.strip() for c in first}
    for i, cell in enumerate(first):
        name = cell.strip()
        if not name:
            name = "(unnamed)" if i == 0 else f"(unnamed {i + 1})"
            while name in taken:
                name = f"{name[:-1]}*)"
            unnamed.add(name)
        seen[name] += 1
        if seen[name] > 1:
            n = seen[name]
            while f"{name} ({n})" in taken:
                n += 1
            notes.append(
                f"Column {i + 1} is also called {name[:60]!r}; here it is '{name[:60]} ({n})'."
            )
            name = f"{name} ({n})"
        taken.add(name)
        names.append(name)
    return names, unnamed
