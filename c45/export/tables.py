"""A table out of the building: CSV that a spreadsheet opens safely, and ARFF for Weka."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pandas as pd

from c45.dataset import Dataset
from c45.errors import DataError
from c45.notation import plain

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9_.+<>=:/#&;!$*()\[\]^~|@-]+", re.ASCII)


def spreadsheet_text(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula: an apostrophe before = + - @.

    Numbers stay numbers, also below 0. Source: OWASP, CSV injection.

    >>> spreadsheet_text("=1+1"), spreadsheet_text("-2.5"), spreadsheet_text("-2+3"), spreadsheet_text("a")
    ("'=1+1", '-2.5', "'-2+3", 'a')
    """
    start = text.lstrip(" \u00a0\u3000")[:1]
    if start in _FORMULA and start and not _NUMBER.fullmatch(text):
        return "'" + text
    # Full-width forms of the same signs are formulas in some spreadsheets.
    return "'" + text if start and start in "＝＋－＠" else text


def write_csv(table: Dataset | pd.DataFrame, *, gap: str = "?") -> str:
    """The table as CSV text, one header line, ``?`` for a missing value, the target last.

    Text that a spreadsheet would run as a formula gets an apostrophe before it. A DataFrame is
    written the same way, without its index, with an empty cell for a gap.

    >>> print(write_csv(pd.DataFrame({"x": [-1.5, None], "note": ["=A1", "ok"]})), end="")
    x,note
    -1.5,'=A1
    ,ok
    """
    if isinstance(table, Dataset):
        columns = {n: _column(table, n, gap) for n in table.attribute_names}
        columns[table.target_name] = [table.classes[code] for code in table.target]
    else:
        names = [str(c) for c in table.columns]
        columns = [[_cell(v) for v in table.iloc[:, i]] for i in range(len(names))]
        return _csv(names, columns)
    return _csv(list(columns), list(columns.values()))


def _csv(names: list[str], columns: list[list[str]]) -> str:
    out = io.StringIO()
    plainly = csv.writer(out, lineterminator="\n")
    quoted = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in (names, *zip(*columns)):
        safe = [spreadsheet_text(cell) for cell in row]
        # csv quotes a cell with a line feed, but not one with a carriage return alone.
        (quoted if any("\r" in cell for cell in safe) else plainly).writerow(safe)
    return out.getvalue()


def _column(table: Dataset, name: str, gap: str) -> list[str]:
    values, attribute = table.column(name), table.attribute(name)
    if attribute.is_continuous:
        return [gap if np.isnan(v) else plain(v) for v in values]
    return [gap if code < 0 else attribute.categories[code] for code in values]


def _cell(value: object) -> str:
    if (
        value is None
        or value is pd.NA
        or value is pd.NaT
        or (isinstance(value, float) and np.isnan(value))
    ):
        return ""
    return plain(float(value)) if isinstance(value, float | np.floating) else str(value)


def write_arff(table: Dataset, *, relation: str | None = None) -> str:
    """The table as Weka's ARFF, the target last, kinds and the order of categories declared.

    `c45.read_table` reads it back equal. Raises DataError for an attribute that has no category.

    >>> from c45.dataset import Dataset
    >>> frame = pd.DataFrame({"wind": ["very weak", None], "play": ["yes", "no"]})
    >>> print(write_arff(Dataset.from_frame(frame, target="play"), relation="golf"), end="")
    @relation golf
    <BLANKLINE>
    @attribute wind {'very weak'}
    @attribute play {no,yes}
    <BLANKLINE>
    @data
    'very weak',yes
    ?,no
    """
    lines = [f"@relation {arff_text(relation or table.name)}", ""]
    cells: list[list[str]] = []
    for attribute in table.attributes:
        kind = "numeric"
        if not attribute.is_continuous:
            kind = "{" + ",".join(map(arff_text, attribute.categories)) + "}"
            if not attribute.categories:
                kind = "string"
        lines.append(f"@attribute {arff_text(attribute.name)} {kind}")
        column = _column(table, attribute.name, "")
        known = ~(
            np.isnan(table.column(attribute.name))
            if attribute.is_continuous
            else table.column(attribute.name) < 0
        )
        cells.append([arff_text(c) if k else "?" for c, k in zip(column, known)])
    if table.target_name in table.attribute_names:
        raise DataError(f"The target and an attribute are both called {table.target_name!r}.")
    names = ",".join(map(arff_text, table.classes))
    lines += [f"@attribute {arff_text(table.target_name)} {{{names}}}", "", "@data"]
    cells.append([arff_text(table.classes[code]) for code in table.target])
    if table.weights is not None:
        cells.append([f"{{{plain(w)}}}" for w in table.weights])
    lines += [",".join(row) for row in zip(*cells)]
    return "\n".join(lines) + "\n"


def arff_text(text: str) -> str:
    """A name or value as ARFF writes it: in quotation marks where it needs them.

    >>> arff_text("mild"), arff_text("it's"), arff_text("?")
    ('mild', "'it\\\\'s'", "'?'")
    """
    if _BARE.fullmatch(text):
        return text
    escapes = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "'" + "".join(escapes.get(c, c) for c in text) + "'"
