"""From whatever a person has, to a Dataset: the one way in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pandas as pd

from c45.dataset import Dataset
from c45.errors import DataError
from c45.reading.assembly import Progress, Reading, in_silence, target_of, understood
from c45.reading.frame import frame_of
from c45.reading.layout import FIND
from c45.reading.limits import LIMITS, Limits, check_shape
from c45.reading.sources import Raw, content_of, names_of, raw_table, shown_file_name


def read_table(source: Any, **settings: Any) -> Dataset:
    """A Dataset out of a file, bytes, text or a DataFrame: read right, or refused in a sentence.

    source: a ``Path``, bytes, a file object, a DataFrame, or text. Text of one line that ends like
        a file name (``"wine.csv"``) is a path; pass text from outside as ``io.StringIO(text)``,
        which is never taken for one. CSV and its relatives, Excel (.xlsx), ARFF, UCI/C4.5
        ``.data``, Markdown and HTML tables, and gzip of these; content decides, not the name.
    settings: those of `inspect_table`, which also tells what was decided.

    ``Dataset.notes`` says what was assumed. Attributes that look like row numbers, identifiers or
    free text are in ``Dataset.set_aside``: part of the table, but not asked about.
    Raises DataError, with line and column where there are any.

    >>> table = read_table("temp;sail\\n28,7;yes\\n31,08;no\\n")
    >>> table.notes[0], table.column("temp").tolist()
    ('Separator is ;.', [28.7, 31.08])
    """
    return inspect_table(source, **settings).dataset


def inspect_table(
    source: Any,
    *,
    name: str | None = None,
    target: str | None = None,
    kinds: Mapping[str, str] | None = None,
    separator: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: int | str | None = FIND,
    missing: Collection[str] | None = None,
    skip_rows: int | Collection[int] = 0,
    sheet: str | int | None = None,
    names: Any = None,
    limits: Limits = LIMITS,
    progress: Progress = in_silence,
) -> Reading:
    """`read_table` with a record of what was decided. Every setting overrules a decision.

    name: the file's name where the source has none; it is only ever shown.
    target: the column to be predicted; else the declared one, else one called class, target or
        label, else the last.
    kinds: by column: "continuous", "categorical", "date", or "date dmy", "date mdy", "date ymd".
        A column whose kind is given is never set aside.
    separator, encoding: of text. decimal: "." or ",". header: the line with the names, or None.
    missing: what stands for a missing value, besides an empty cell; else ``?`` and what evidence
        shows. skip_rows: how many lines to skip at the top, or the numbers of single lines.
    sheet: name or number of an Excel sheet. names: a C4.5 or UCI ``.names`` file, or column names.
    limits: the caps.
    progress: called now and then with the share of the work that is done, from 0 to 1, and with words
        for what comes next. What it raises stops the reading.

    >>> def told(share, words): print(f"{share:.2f} {words}")
    >>> inspect_table("a,b\\n1,x\\n", progress=told).format
    0.00 Splitting the lines into cells
    0.80 Looking at column 1 of 2
    0.85 Looking at column 2 of 2
    0.90 Putting the table together
    'CSV'
    """
    _check_decimal(decimal)
    if isinstance(source, pd.DataFrame):
        return _from_frame(source, name, target, kinds)
    progress(0.0, "Splitting the lines into cells")
    raw, shown_name = _raw(
        source, name, separator, encoding, header, skip_rows, sheet, names, limits
    )
    return understood(
        raw, shown_name, target, dict(kinds or {}), decimal, _markers(missing), progress
    )


def read_frame(
    source: Any,
    *,
    kinds: Mapping[str, str] | Callable[[Sequence[str]], Mapping[str, str]] | None = None,
    name: str | None = None,
    separator: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: int | str | None = FIND,
    missing: Collection[str] | None = None,
    skip_rows: int | Collection[int] = 0,
    sheet: str | int | None = None,
    names: Any = None,
    limits: Limits = LIMITS,
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The rows of any file that `read_table` takes, without a target, and the notes of reading.

    The index, called ``line``, says where in the file each row begins. A column of numbers holds
    floats with NaN for a gap; a cell in it that is no number stays the text it is. Any other column
    holds text, with None for a gap. A DataFrame is given back as it is.

    kinds: as for `read_table`; or a function that gives them for the names of the columns found.
        A column told to be categorical keeps every text as it stands; in one told to be continuous,
        or a date, a cell that is none stays text and stops nothing.
    The other settings are those of `inspect_table`. Raises DataError.

    >>> text = "temp;sky\\n28,7;blue\\nwarm;?\\n30,5;grey\\n"
    >>> frame, notes = read_frame(text, kinds={"temp": "continuous"})
    >>> frame["temp"].tolist(), frame["sky"].tolist(), frame.index.tolist()
    ([28.7, 'warm', 30.5], ['blue', None, 'grey'], [2, 3, 4])
    >>> notes
    ('Separator is ;.', 'Line 1 is read as the names of the columns.', 'The decimal mark is a comma.')
    """
    _check_decimal(decimal)
    if isinstance(source, pd.DataFrame):
        return source, ()
    raw, _ = _raw(
        source, name, separator, encoding, header, skip_rows, sheet, names, limits, every_row=True
    )
    return frame_of(raw, kinds or {}, decimal, _markers(missing))


def _check_decimal(decimal: str | None) -> None:
    if decimal not in (None, ".", ","):
        raise DataError(f"The decimal mark is . or ,; not {str(decimal)[:20]!r}.")


def _markers(missing: Collection[str] | None) -> Collection[str] | None:
    return [missing] if isinstance(missing, str) else missing


def _raw(
    source, name, separator, encoding, header, skip_rows, sheet, names, limits, *, every_row=False
) -> tuple[Raw, str]:
    """The table laid out, and its name as it may be shown."""
    data, found_name, beside = content_of(source, limits)
    given = names_of(names if names is not None else beside, limits)
    raw = raw_table(
        data, name or found_name or "", separator, encoding, header, skip_rows, sheet, given, limits,
        every_row=every_row,
    )  # fmt: skip
    check_shape(len(raw.lines), len(raw.names), limits)
    return raw, shown_file_name(name or found_name)


def _from_frame(frame, name, target, kinds) -> Reading:
    notes: list[str] = []
    names = [str(c) for c in frame.columns]
    if not names:
        raise DataError("The table has no columns. Give one to predict and one to ask about.")
    target = target_of(names, target, None, notes)
    dataset = Dataset.from_frame(
        frame, target=target, kinds=kinds, name=shown_file_name(name), notes=notes
    )
    return Reading(dataset=dataset, format="DataFrame")
