"""What a person hands over, laid out as columns of text: every format ends here."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from c45.dataset import CATEGORICAL, CONTINUOUS
from c45.errors import DataError
from c45.notation import plural
from c45.reading import contents, markup, separated
from c45.reading.arff import DATE, Arff, is_arff, read_arff
from c45.reading.cells import called
from c45.reading.layout import Layout, find_table
from c45.reading.letters import BYTE_ORDER_MARKS, decode
from c45.reading.limits import Limits, check_shape, check_size
from c45.reading.names import Names, parse_names
from c45.reading.workbook import read_sheet

FAST_FROM = 2**20  # characters: below, the careful way takes no time worth saving
_HALF_A_LETTER = re.compile("[\ud800-\udfff]")  # pasted text may hold one; no file can
_SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".arff", ".xlsx", ".xlsm", ".gz")


@dataclass
class Raw:
    """A table before its columns are understood."""

    format: str
    names: list[str]
    arrays: list[pa.Array]
    lines: Sequence[int]
    notes: list[str]
    header: int | None = None
    unnamed: set[str] = field(default_factory=set)
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    target: str | None = None
    kinds: dict[str, str] = field(default_factory=dict)
    categories: dict[str, tuple[str, ...]] = field(default_factory=dict)
    weights: list[float] | None = None
    numeric: set[str] = field(default_factory=set)  # true numbers in Excel: no mark to be told
    gaps_known: bool = False  # the format says which cells are gaps: "" and nothing else
    set_aside: dict[str, str] = field(default_factory=dict)
    place: str = "line"  # what a row is called where a note says where it stands
    regular: bool = False  # no cell holds a space or letters beyond ASCII


def shown_file_name(name: str | None) -> str:
    """A file's name as it may be shown: the last part, without signs that cannot be seen, shortened.

    >>> shown_file_name("../../x.csv"), shown_file_name("C:\\\\tmp\\\\y.csv"), shown_file_name(None)
    ('x.csv', 'y.csv', 'table')
    """
    last = re.split(r"[\\/]", str(name or ""))[-1]
    last = "".join(c for c in last if unicodedata.category(c)[0] != "C").strip()
    return (last if len(last) <= 80 else last[:77] + "...") or "table"


def content_of(source: Any, limits: Limits) -> tuple[bytes | str, str | None, bytes | None]:
    """Bytes or text, the name of the file, and the ``.names`` file that lies beside a path."""
    if isinstance(source, os.PathLike) or (
        isinstance(source, str)
        and "\n" not in source
        and len(source) < 1000
        and source.lower().endswith(_SUFFIXES)
    ):
        path = Path(source)
        try:
            check_size(path.stat().st_size, limits.unpacked_bytes)
            beside = path.with_suffix(".names")
            has_names = path.suffix.lower() == ".data" and beside.is_file()
            names = beside.read_bytes()[: 2**20] if has_names else None
            return path.read_bytes(), path.name, names
        except DataError:  # a ValueError too
            raise
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is no path"
            raise DataError(
                f"The file {shown_file_name(str(path))!r} cannot be opened: {reason}. "
                "Check its name and folder."
            ) from None
    found_name = None
    if hasattr(source, "read"):
        found_name = getattr(source, "name", None)
        found_name = found_name if isinstance(found_name, str) else None
        source = source.read(limits.upload_bytes + 1)
    if isinstance(source, bytes | bytearray | memoryview):
        source = bytes(source)
        check_size(len(source), limits.upload_bytes)
    elif isinstance(source, str):
        check_size(len(source), limits.upload_bytes, "The text")
        if not source.strip():
            raise DataError("The text is empty. Paste a table with a line of names above it.")
    else:
        raise DataError(
            f"A table cannot be read from {type(source).__name__}. Give a path, bytes, text, a "
            "file object or a DataFrame."
        )
    return source, found_name, None


def names_of(source: Any, limits: Limits) -> Names | None:
    if source is None:
        return None
    if isinstance(source, list | tuple):
        return Names([str(n) for n in source])
    content, _, _ = content_of(
        source
        if not isinstance(source, str)
        else Path(source)
        if source.endswith(".names") and "\n" not in source
        else source,
        limits,
    )
    text = content if isinstance(content, str) else decode(content)[0]
    return parse_names(text)


def raw_table(
    data, name, separator, encoding, header, skip_rows, sheet, given, limits, *, every_row=False
) -> Raw:
    """Finds out what the content is and lays the table out. every_row: see `find_table`."""
    place = {"header": header, "skip_rows": skip_rows, "every_row": every_row}
    notes: list[str] = []
    pasted = isinstance(data, str)
    if pasted:
        text, shown = data.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"), ""
        original = None
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise DataError(f"This is not a text table: line {line} holds a NUL sign. Remove it.")
    else:
        data, zipped = contents.unpacked(data, limits)
        contents.refuse_what_is_no_table(data)
        if data.startswith(contents.ZIP):
            return _from_workbook(data, limits, sheet, place)
        contents.refuse_far_too_many_lines(data, limits)
        text, shown, notes = decode(data, encoding)
        as_it_was = shown == "utf-8" and not data.startswith(BYTE_ORDER_MARKS[0][0])
        original = data if as_it_was and b"\r" not in data else None
        if zipped:
            notes.insert(0, "The gz file was unpacked.")
    if not text or text.isspace():
        raise DataError("The file is empty. Choose a file that holds a table.")
    html_name = name.lower().removesuffix(".gz").endswith((".html", ".htm"))
    contents.refuse_text_that_is_no_table(text, web_page=not (pasted or html_name))
    if is_arff(text):
        return _from_arff(read_arff(text, limits), notes, shown, every_row)
    if contents.is_web_page(text):
        records, more = markup.html_records(text)
        separated.check_cells(records, limits)
        layout = find_table(records, **place)
        return _laid_out("HTML", layout, [*notes, *more], encoding=shown)
    if separator is None and markup.has_rules(separated.sample_of(text)):
        records, more = markup.ruled_records(text, limits)
        separated.check_cells(records, limits)
        layout = find_table(records, **place)
        return _laid_out("Markdown", layout, [*notes, *more], encoding=shown, separator="|")
    return _from_separated(text, original, shown, notes, separator, place, given, limits)


def _laid_out(format_: str, layout: Layout, notes: list[str], **more: Any) -> Raw:
    arrays = [pa.array(column, type=pa.string()) for column in zip(*layout.rows)]
    return Raw(
        format_, layout.names, arrays, layout.lines, [*notes, *layout.notes],
        header=layout.header, unnamed=layout.unnamed, **more,
    )  # fmt: skip


def _from_separated(text, original, shown, notes, separator, place, given, limits) -> Raw:
    """original: the bytes of the text where they are what ``text.encode()`` would give, or None."""
    if original is None and _HALF_A_LETTER.search(text):
        text = text.encode("utf-8", "replace").decode()
    n_lines = separated.count_records(text, original)
    if n_lines > limits.rows + 2 * 30:
        check_shape(n_lines - 1 - text.endswith("\n"), 1, limits)
    dialect = separated.find_dialect(text, separator)
    columns = given.columns if given else None
    sample = separated.sample_of(text)
    widest = max(sample.split("\n"), key=lambda line: line.count(dialect.separator))
    if widest.count(dialect.separator) >= limits.columns and '"' not in sample:
        start = text.index(widest)
        end = text.find("\n", start)
        widest = text[start : len(text) if end < 0 else end]  # the sample may end inside the line
        check_shape(0, widest.count(dialect.separator) + 1, limits)
    raw = None
    if len(text) > FAST_FROM:
        raw = _fast(text, original, sample, dialect, place, columns, limits)
    if raw is None:
        if len(text) > FAST_FROM:
            _refuse_too_many_lines(text, n_lines, limits)
        records, dialect = separated.records(text, dialect, limits)
        if given and all(
            cells and cells[-1].rstrip().endswith(".") for _, cells in records if any(cells)
        ):
            for _, cells in records:  # C4.5 allows a full stop behind the class
                if cells and cells[-1].strip():
                    cells[-1] = cells[-1].rstrip()[:-1]
        layout = find_table(records, **place, names=columns)
        rows = list(zip(layout.lines, layout.rows))
        separated.refuse_joined_lines(text, rows, dialect.separator, len(layout.names))
        raw = _laid_out("CSV", layout, [])
    raw.notes = [*dialect.notes(), *notes, *raw.notes]
    raw.encoding, raw.separator = shown, dialect.separator
    if given:
        raw.kinds, raw.categories, raw.target = given.kinds, given.categories, raw.names[-1]
        raw.set_aside = dict.fromkeys(given.ignored, "the .names file says to ignore it")
        raw.notes.append("The names of the columns are taken from the .names file.")
    return raw


def _refuse_too_many_lines(text: str, n_lines: int, limits: Limits) -> None:
    """Raises DataError before the careful way cuts a million lines only to find one too many."""
    if n_lines - 1 > limits.rows:
        n_lines -= len(re.findall(r"\n[ \t]*(?=\n|\Z)", text))
        if n_lines - 1 > limits.rows:
            raise DataError(
                f"The table is too large: {n_lines:,} lines, and the limit is {limits.rows:,} rows. "
                "Take a sample of the rows."
            )


def _fast(text, original, sample, dialect, place, names, limits) -> Raw | None:
    """The table by Arrow's reader; None where some line needs the careful way."""
    try:
        records, fitted = separated.records(sample, dialect, limits)
        layout = find_table(records, **place, names=names)
        end = text[text.rfind("\n", 0, max(len(text) - 20_000, 0)) + 1 :]
        tail, _ = separated.records(end, dialect, limits)
        width = len(layout.names)
        bottom = [(0, list(layout.rows[0])), *[r for r in tail if r[1]]]
        if find_table(bottom, header=None).notes[1:] or fitted != dialect:
            return None
    except DataError:
        return None
    first = layout.lines[0]
    if layout.lines != list(range(first, first + len(layout.lines))) or layout.positions != list(
        range(width)
    ):
        return None
    if layout.header is not None:
        start = separated.start_of_line(text, layout.header)
        head = text[start : text.index("\n", start)]
        if f"\n{head}\n" in text[:start] or text.find(f"\n{head}\n", start) >= 0:
            return None
    data = text.encode() if original is None else original
    arrays = separated.fast_columns(data, dialect, first, width, limits)
    if arrays is None:
        return None
    regular = " " not in text and ("\t" not in text or dialect.separator == "\t")
    return Raw(
        "CSV", layout.names, arrays, range(first, first + len(arrays[0])), layout.notes,
        header=layout.header, unnamed=layout.unnamed, regular=regular and text.isascii(),
    )  # fmt: skip


def _from_workbook(data, limits, wanted, place) -> Raw:
    sheet = read_sheet(data, limits, wanted, least_columns=1 if place["every_row"] else 2)
    layout = find_table(sheet.records, **place)
    sheet.refuse_merged_rows(layout.header, layout.lines[-1])
    notes = list(sheet.notes)
    inside = set(layout.lines)
    for name, position in zip(layout.names, layout.positions):
        lost = [line for line in sheet.formulas.get(position, []) if line in inside]
        if lost:
            notes.append(
                f"Column {called(name)}: {plural(len(lost), 'cell')} with a formula but no stored "
                f"result (the first in row {lost[0]}), read as missing. Open the file in Excel and "
                "save it to store the results."
            )
    numeric = {n for n, i in zip(layout.names, layout.positions) if i in sheet.numeric}
    return _laid_out("Excel", layout, notes, sheet=sheet.name, sheets=sheet.sheets, numeric=numeric)


def _from_arff(arff: Arff, notes: list[str], shown: str, every_row: bool) -> Raw:
    names = [a.name for a in arff.attributes]
    if len(set(names)) < len(names):
        twice = next(n for n in names if names.count(n) > 1)
        raise DataError(f"Two attributes are called {called(twice)}. Give each its own name.")
    if len(names) < 2 and not every_row:
        raise DataError(
            "The table has only one column. A tree needs a column to be predicted and at least "
            "one other to ask about."
        )
    if arff.sparse:
        notes.append(
            "The rows are sparse: a value left out is read as 0, or as the first declared value."
        )
    arrays = [pa.array(column, type=pa.string()) for column in zip(*arff.rows)]
    kinds = {a.name: a.kind for a in arff.attributes if a.kind in (CONTINUOUS, CATEGORICAL)}
    kinds |= {a.name: a.kind for a in arff.attributes if a.kind.startswith(DATE)}
    weights = arff.weights if any(w != 1 for w in arff.weights) else None
    return Raw(
        "ARFF", names, arrays, arff.lines, notes, encoding=shown, target=names[-1], kinds=kinds,
        categories={a.name: a.categories for a in arff.attributes if a.kind == CATEGORICAL},
        weights=weights, gaps_known=True,
    )  # fmt: skip
