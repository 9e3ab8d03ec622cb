"""Where the table lies among the lines: title, names, units, rows, footer.

Takes lines already cut into cells and finds the table in them. What is left out is said, line by
line; what does not fit is refused, line by line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from c45.errors import DataError
from c45.notation import listed, plural
from c45.reading.figures import is_number
from c45.reading.header import (
    has_names,
    named_columns,
    nothing_proves_names,
    without_group_titles,
    without_repeats,
    without_units,
)
from c45.reading.records import Record, named_lines

FIND = "find"
"""``header=FIND``: look for the line that holds the names."""

MAX_TITLE_LINES = 30
MAX_FOOTER_LINES = 10
_COMMENT = ("#", "%", "//")
_TOTAL = re.compile(r"(grand )?(total|sum|summe|gesamt|average|mean|count|subtotal)s?\b.*", re.I)


@dataclass
class Layout:
    """A table found among the lines.

    names: of the columns. rows: their cells, all of one length. lines: where each row begins.
    header: the line of the names, or None. unnamed: names given to columns that had none.
    positions: where each column stands among the cells of a line, from 0.
    """

    names: list[str]
    rows: list[list[str]]
    lines: list[int]
    header: int | None
    notes: list[str] = field(default_factory=list)
    unnamed: set[str] = field(default_factory=set)
    positions: list[int] = field(default_factory=list)


def find_table(
    records: list[Record],
    *,
    header: int | str | None = FIND,
    skip_rows: int | Collection[int] = 0,
    names: list[str] | None = None,
    every_row: bool = False,
) -> Layout:
    """The table among the lines. Raises DataError that names lines.

    header: FIND, the number of the line with the names, or None for a table without names.
    skip_rows: that many lines at the top, or the numbers of single lines, are left out.
    names: the names, where they come from somewhere else.
    every_row: the rows are to be answered one by one: a row with one value is a row also at the end,
        words above numbers are one where another cell is filled, and one column is a table.

    >>> find_table([(1, ["My survey"]), (2, ["a", "b"]), (3, ["x", "y"])]).names
    ['a', 'b']
    """
    notes: list[str] = []
    if names is not None:
        header = None
    skipped = set(range(1, skip_rows + 1)) if isinstance(skip_rows, int) else set(skip_rows)
    empty = []
    kept: list[Record] = []
    for line, cells in records:
        if line in skipped:
            continue
        if any(cell and not cell.isspace() for cell in cells):
            kept.append((line, cells))
        else:
            empty.append(line)
    if not kept:
        raise DataError("The table is empty: there is no line with anything in it.")
    if isinstance(header, int):
        kept = [r for r in kept if r[0] >= header]
        if not kept or kept[0][0] != header:
            raise DataError(
                f"Line {header} is to hold the names, but there is nothing in it. "
                "Choose the line with the names of the columns."
            )
        empty = [line for line in empty if line > header]
    inside = [line for line in empty if line < kept[-1][0]]
    if every_row:
        _refuse_cut_numbers(kept)
    width = _usual_width(kept)
    least = 1 if every_row else 2
    if width < least:
        raise DataError(
            "The table has only one column. A tree needs a column to be predicted and at least "
            "one other to ask about; check the separator between the cells."
        )
    body = kept if isinstance(header, int) else _without_title(kept, width, notes)
    body = _without_footer(body, width, notes, named=header is not None, every_row=every_row)
    body = _without_remarks(body, notes)
    body, n_trimmed = _one_width(body, set(inside), header)
    if n_trimmed:
        notes.append(
            f"{plural(n_trimmed, 'line')} ended with a separator and nothing after it; "
            "that last, empty cell is left out."
        )
    if len(body[0][1]) < least:
        raise DataError(
            "The table has only one column. A tree needs a column to be predicted and at least "
            "one other to ask about; check the separator between the cells."
        )
    if header == FIND:
        body = without_group_titles(body, notes)
    named = header is not None if header != FIND else has_names(body)
    if named:
        (line, first), rows = body[0], body[1:]
        rows = without_repeats(first, rows, set(inside), notes)
        if not isinstance(header, int):
            rows = without_units(rows, notes, every_row=every_row)
        given, unnamed = named_columns(first, rows, notes)
        if header == FIND and (
            any(map(is_number, filter(None, first))) or nothing_proves_names(rows)
        ):
            notes.append(f"Line {line} is read as the names of the columns.")
    else:
        line, rows, unnamed = None, body, set()
        given = names or [f"column {i + 1}" for i in range(len(body[0][1]))]
        if len(given) != len(body[0][1]):
            raise DataError(
                f"There are {len(given)} names for {len(body[0][1])} columns. "
                "Give each column one name."
            )
        if names is None:
            notes.append(
                f"There is no line with names, so the columns are called {given[0]!r} to "
                f"{given[-1]!r}."
                + (f" Line {body[0][0]} is read as a row." if header == FIND else "")
            )
    if inside:
        notes.append(
            f"{plural(len(inside), 'empty line')} {'was' if len(inside) == 1 else 'were'} left out "
            f"({named_lines(inside)})."
        )
    if not rows:
        raise DataError("The table has names but no rows. Write at least one row below the names.")
    keep = [
        i
        for i, name in enumerate(given)
        if name not in unnamed or any(cells[i].strip() for _, cells in rows)
    ]
    if len(keep) < len(given):
        n = len(given) - len(keep)
        middle = any(i not in keep for i in range(keep[0], keep[-1]))
        notes.append(
            f"{plural(n, 'column')} without a name and without a value left out."
            + (" If two tables stand side by side, keep one of them." if middle else "")
        )
        given = [given[i] for i in keep]
        rows = [(at, [cells[i] for i in keep]) for at, cells in rows]
    broken = [at for at, cells in rows if any("\n" in c for c in cells)]
    if broken:
        notes.append(
            f"{plural(len(broken), 'row')} hold{'s' if len(broken) == 1 else ''} line breaks inside "
            f"quotation marks ({named_lines(broken)}); such a cell is one value."
        )
    return Layout(given, [c for _, c in rows], [at for at, _ in rows], line, notes, unnamed, keep)


def _filled(cells: list[str]) -> int:
    """The cells up to the last one that holds something."""
    n = len(cells)
    while n and not cells[n - 1].strip():
        n -= 1
    return n


def _usual_width(records: list[Record]) -> int:
    """How many cells most lines have; the larger number where two are as frequent."""
    counts = Counter(_filled(cells) for _, cells in records)
    several = {n: k for n, k in counts.items() if n > 1}
    if not several or (max(several.values()) < 2 and counts[1] > 1):
        return 1 if counts[1] else max(counts)
    full = Counter(len(cells) for _, cells in records if _filled(cells) > 1)
    return max(full, key=lambda n: (full[n], n))


def _is_comment(cells: list[str]) -> bool:
    return cells[0].lstrip().startswith(_COMMENT)


def _without_title(records: list[Record], width: int, notes: list[str]) -> list[Record]:
    """Drops lines above the names: a title, a remark, pairs such as "Station", "Berlin"."""
    n = 0
    for line, cells in records[:MAX_TITLE_LINES]:
        filled = _filled(cells)
        padded = len(cells) == width
        title = (filled == 1 and (not padded or width > 2)) or (
            _is_comment(cells) and len(cells) != width
        )
        pair = filled == 2 and width >= 4
        first_of_rows = records[n + 1 : n + 2] and len(records[n + 1][1]) == filled and not padded
        if not title and not pair:
            break
        if pair and first_of_rows and n + 2 < len(records) and len(records[n + 2][1]) == filled:
            raise DataError(
                f"There are two tables: line {line} has {filled} cells, but lines further down "
                f"have {width}. Keep one of them, or say which lines to skip."
            )
        n += 1
    if n and n < len(records):
        notes.append(f"Above the table, {named_lines([r[0] for r in records[:n]])} skipped.")
        return records[n:]
    return records


def _without_footer(
    records: list[Record], width: int, notes: list[str], *, named: bool, every_row: bool
) -> list[Record]:
    """Drops lines below the table: a source, a remark, a total."""
    least = 2 if named else 1
    gone = []
    while len(records) > least and len(gone) < MAX_FOOTER_LINES:
        line, cells = records[-1]
        filled, text = _filled(cells), cells[0].strip()
        # Rows of one value each seem narrower than the names above them.
        odd = len(cells) not in ({width, len(records[0][1])} if every_row else {width})
        odd = odd or (width > 2 and not every_row)
        remark = filled == 1 and odd and bool(text) and not is_number(text)
        total = bool(_TOTAL.fullmatch(text)) and _is_total(cells, records[1:-1])
        comment = _is_comment(cells) and len(cells) != width
        if not (remark or total or comment):
            break
        gone.append(line)
        records = records[:-1]
    if gone:
        notes.append(f"Below the table, {named_lines(gone[::-1])} skipped.")
    return records


def _is_total(cells: list[str], rows: list[Record]) -> bool:
    """A line that begins with "Total" and has gaps, or whose numbers are the sums of the columns."""
    if any(row[0].strip() == cells[0].strip() for _, row in rows):
        return False
    if any(not c.strip() for c in cells):
        return True
    for i, cell in enumerate(cells):
        try:
            column = [float(row[i]) for _, row in rows]
            if abs(float(cell) - sum(column)) < 1e-6 * max(1.0, abs(float(cell))):
                return True
        except (ValueError, IndexError):
            continue
    return False


def _without_remarks(records: list[Record], notes: list[str]) -> list[Record]:
    """Drops lines of one cell that begin with # between the rows."""
    gone = [line for line, cells in records[1:] if len(cells) == 1 and _is_comment(cells)]
    if not gone:
        return records
    notes.append(f"Between the rows, {named_lines(gone)} skipped: a remark.")
    return [r for r in records if r[0] not in set(gone)]


def _one_width(
    records: list[Record], empty: set[int], header: int | str | None
) -> tuple[list[Record], int]:
    """Every record with as many cells as the first has names; else DataError with the lines."""
    first_line, first = records[0]
    others = records[1:]
    width = len(first)
    if others:
        usual = Counter(len(cells) for _, cells in others).most_common(1)[0][0]
        all_wider = all(len(cells) == width + 1 for _, cells in others)
        if header is None:
            width = usual
        elif all_wider and any(_filled(cells) > width for _, cells in others):
            if _row_names([cells[0].strip() for _, cells in others]):
                return [(first_line, ["", *first]), *others], 0
            raise DataError(
                f"Every row has {width + 1} cells, but the header has {width}. Give the first "
                "column a name; or if decimals are written with a comma, put quotation marks "
                "around them, or use ; between the cells."
            )
        elif _filled(first) < width and all(_filled(c) <= _filled(first) for _, c in others):
            width = max(_filled(first), 1)
    out, wrong, n_trimmed = [], [], 0
    for line, cells in [(first_line, first), *others]:
        if len(cells) > width and _filled(cells) <= width:
            n_trimmed += 1
            cells = cells[:width]
        if len(cells) != width:
            wrong.append((line, len(cells)))
        out.append((line, cells))
    if wrong:
        _refuse_widths(wrong, width, first_line, out, empty, header)
    return out, n_trimmed


def _refuse_cut_numbers(records: list[Record]) -> None:
    """One name above rows of two numbers each: a comma that was read as a separator."""
    (line, first), rows = records[0], records[1:]
    if len(first) == 1 and rows and all(len(c) == 2 and all(map(is_number, c)) for _, c in rows):
        raise DataError(
            f"Line {line} has one name, but there are two numbers in each row, such as "
            f"{' and '.join(rows[0][1])}. If they are one number with a decimal comma, put it in "
            "quotation marks, or write it with a point."
        )


def _row_names(cells: list[str]) -> bool:
    """Whether cells are names of rows, as R writes them without a name above: words, or 1, 2, 3.

    >>> _row_names(["1", "2", "3"]), _row_names(["Fiat", "Audi"]), _row_names(["1", "3", "2"])
    (True, True, False)
    """
    if len(set(cells)) < len(cells) or not all(cells):
        return False
    if not any(map(is_number, cells)):
        return not any(" " in cell for cell in cells) or len(cells) > 5
    return cells in ([str(i + k) for i in range(len(cells))] for k in (0, 1))


def _refuse_widths(wrong, width, first_line, records, empty, header) -> None:
    lines = [line for line, _ in wrong]
    at = {line: i for i, (line, _) in enumerate(records)}
    start = at[lines[0]]
    same = len(wrong) > 1 and len({n for _, n in wrong}) == 1 and wrong[0][1] > 1
    to_the_end = start > 1 and lines == [line for line, _ in records[start:]]
    if same and to_the_end and lines[0] - 1 in empty:
        raise DataError(
            f"There are two tables: a second header stands in line {lines[0]}, with "
            f"{wrong[0][1]} cells where the first has {width}. Keep one of them, or say which "
            "lines to skip."
        )
    if len(wrong) * 2 > len(records):
        raise DataError(
            f"This does not look like a table: line {first_line} has {plural(width, 'cell')}, but "
            f"{len(wrong):,} of {len(records):,} lines have another number of cells "
            f"(line {wrong[0][0]} has {wrong[0][1]}). Check the separator."
        )
    what = "the header has" if header is not None else "most lines have"
    if len(wrong) == 1:
        line, n = wrong[0]
        advice = (
            "Add the missing cell, or write ? for it."
            if n < width
            else "Remove the extra cell, or put quotation marks around a cell that holds the separator."
        )
        raise DataError(f"Line {line} has {plural(n, 'cell')}, but {what} {width}. {advice}")
    each = listed([f"line {line} has {n}" for line, n in wrong[:5]])
    more = f" ({len(wrong) - 5:,} more lines too)" if len(wrong) > 5 else ""
    raise DataError(
        f"{each[0].upper()}{each[1:]} cells, but {what} {width}{more}. "
        "Correct these lines; write ? for a missing cell."
    )
