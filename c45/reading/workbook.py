"""Excel workbooks (.xlsx) into lines of cells, after the container was checked."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
import zlib
from dataclasses import dataclass, field

import openpyxl

from c45.errors import DataError
from c45.notation import listed, plain, plural
from c45.reading.limits import Limits, check_cell, check_shape, check_size
from c45.reading.records import Record

_DTD = tuple(
    word.encode(code)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for code in ("utf-8", "utf-16-le", "utf-16-be")
)
_FULL_READ = 5 * 2**20  # bytes of XML up to which merged cells are looked for


@dataclass
class Sheet:
    """One sheet as text: its records (the line is Excel's row), all visible sheets, and notes."""

    name: str
    records: list[Record]
    sheets: tuple[str, ...]
    notes: list[str] = field(default_factory=list)
    formulas: dict[int, list[int]] = field(default_factory=dict)  # position -> rows without result
    numeric: set[int] = field(default_factory=set)  # positions that hold true numbers
    merged: list[tuple[int, int, str]] = field(default_factory=list)  # first row, last row, place

    def refuse_merged_rows(self, header: int | None, last: int) -> None:
        """Raises DataError where cells are merged over several rows of the table."""
        for first, end, place in self.merged:
            if end > (header or 0) + 1 and first <= last:
                raise DataError(
                    f"Cells are merged over several rows ({place}), so it is not said which row a "
                    "value belongs to. Unmerge them in Excel and fill every cell."
                )


def check_container(data: bytes, limits: Limits) -> int:
    """The unpacked size of a workbook. Raises DataError for anything that is no safe .xlsx file.

    Nothing is ever written to disk, whatever a member is called.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            names = {m.filename for m in members}
            _check_kind(names, archive)
            if len(members) > limits.workbook_members:
                raise DataError(
                    f"The workbook is too large: it holds {len(members):,} parts, and the limit is "
                    f"{limits.workbook_members}. Copy the sheet into a new workbook."
                )
            check_size(
                sum(m.file_size for m in members),
                limits.unpacked_bytes,
                "The workbook, once unpacked,",
            )
            total = 0
            for member in members:
                if member.flag_bits & 1:
                    raise DataError(
                        "This workbook is protected with a password. Remove it in Excel."
                    )
                total += _check_member(archive, member, limits.unpacked_bytes - total, limits)
            return total
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        OSError,
        ValueError,
    ) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(
            "This Excel or ZIP file is damaged and cannot be opened. Save it again."
        ) from None


def _check_kind(names: set[str], archive: zipfile.ZipFile) -> None:
    if "xl/workbook.xml" in names:
        return
    advice = "Save the table as .xlsx or CSV."
    if "xl/workbook.bin" in names:
        raise DataError(f"This is a binary workbook (.xlsb), which is not supported. {advice}")
    if any(n.startswith("word/") for n in names):
        raise DataError(f"This is a Word document, not a table. {advice}")
    if any(n.startswith("ppt/") for n in names):
        raise DataError(f"This is a presentation, not a table. {advice}")
    if "mimetype" in names and b"opendocument" in archive.read("mimetype")[:200]:
        raise DataError(f"This is an OpenDocument file (.ods), which is not supported. {advice}")
    raise DataError("This is a ZIP archive, not a table. Unpack it, and choose the table in it.")


def _check_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int, limits: Limits
) -> int:
    """Reads a member once, a piece at a time, and keeps nothing. Returns its true size."""
    total, tail = 0, b""
    with archive.open(member) as file:
        while piece := file.read(1 << 18):
            total += len(piece)
            if total > left:
                check_size(
                    limits.unpacked_bytes + 1,
                    limits.unpacked_bytes,
                    "The workbook, once unpacked,",
                    stopped=True,
                )
            piece = tail + piece
            if any(mark in piece for mark in _DTD):
                raise DataError(
                    "The workbook holds a part that no Excel file needs and that can fill the memory "
                    "(a DTD), so it is refused. Copy the sheet into a new workbook."
                )
            tail = piece[-32:]
    return total


def read_sheet(
    data: bytes, limits: Limits, wanted: str | int | None = None, *, least_columns: int = 2
) -> Sheet:
    """The sheet asked for, or the first visible one that holds a table. Raises DataError.

    wanted: the name of a sheet, or its number from 1 on, counting visible ones.
    """
    size = check_container(data, limits)
    full = size <= _FULL_READ
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about drawings and validation rules, which we drop
            values = openpyxl.load_workbook(io.BytesIO(data), read_only=not full, data_only=True)
            formulas = (
                openpyxl.load_workbook(io.BytesIO(data), read_only=not full) if full else None
            )
            return _read(values, formulas, limits, wanted, least_columns)
    except DataError:
        raise
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises whatever a broken part makes it stumble over
        raise DataError(
            "This Excel file is damaged and cannot be read. Open it in Excel and save it again, or "
            "save it as CSV."
        ) from error


def _read(values, formulas, limits: Limits, wanted, least_columns: int) -> Sheet:
    sheets = {s.title: s for s in values.worksheets}
    visible = [t for t, s in sheets.items() if s.sheet_state == "visible"]
    hidden = [t for t in sheets if t not in visible]
    if not sheets:
        raise DataError("The workbook has no sheet with cells. Choose another file.")
    if isinstance(wanted, int) and 1 <= wanted <= len(visible):
        wanted = visible[wanted - 1]
    if wanted is not None and wanted not in sheets:
        raise DataError(
            f"There is no sheet called {str(wanted)[:40]!r}. There are: "
            f"{listed([repr(t[:40]) for t in visible])}."
        )
    found = None
    for title in [wanted] if wanted is not None else visible:
        records, numeric = _records(sheets[title], limits)
        width = max((len(cells) for _, cells in records), default=0)
        if wanted is not None or (len(records) > 1 and width >= least_columns):
            found = (title, records, numeric)
            break
    if found is None:
        raise DataError(
            "No visible sheet of the workbook holds a table: at least two columns and two rows are "
            "needed."
        )
    title, records, numeric = found
    out = Sheet(title, records, tuple(visible), numeric=numeric)
    others = [repr(t[:40]) for t in visible if t != title]
    if others:
        out.notes.append(
            f"Sheet {title[:40]!r} is read; there {'is' if len(others) == 1 else 'are'} also {listed(others)}."
        )
    else:
        out.notes.append(f"Sheet {title[:40]!r} is read.")
    if hidden and title not in hidden:
        out.notes.append(
            f"{plural(len(hidden), 'hidden sheet')} not read ({listed([repr(t[:40]) for t in hidden])})."
        )
    if formulas is not None:
        _without_results(sheets[title], formulas[title], out)
        out.notes.extend(_hidden_parts(sheets[title]))
        out.merged = [
            (r.min_row, r.max_row, r.coord)
            for r in sheets[title].merged_cells.ranges
            if r.min_row < r.max_row
        ]
    return out


def _hidden_parts(sheet) -> list[str]:
    """A sentence where rows or columns are hidden, by hand or by a filter: they are read too."""
    rows = sum(1 for i, r in sheet.row_dimensions.items() if r.hidden and i <= sheet.max_row)
    columns = sum(
        1 for c in sheet.column_dimensions.values() if c.hidden and c.min <= sheet.max_column
    )
    parts = [plural(n, f"hidden {what}") for n, what in ((rows, "row"), (columns, "column")) if n]
    if not parts:
        return []
    verb = "is" if rows + columns == 1 else "are"
    return [f"{' and '.join(parts).capitalize()} of the sheet {verb} read too."]


def _records(sheet, limits: Limits) -> tuple[list[Record], set[int]]:
    """Rows with something in them, without the empty cells that all rows end with; and the positions
    that hold true numbers, not digits as text, below the first row."""
    rows: list[Record] = []
    numeric: set[int] = set()
    width = 0
    for line, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        width = max(width, len(cells))
        check_shape(len(rows), width, limits)
        for i, cell in enumerate(cells, 1):
            if len(cell) > limits.cell_characters:
                check_cell(len(cell), line, str(i), limits)
        if rows:
            numeric.update(i for i, value in enumerate(row) if type(value) in (int, float))
        rows.append((line, cells))
    return [(line, cells + [""] * (width - len(cells))) for line, cells in rows], numeric


def _text(value: object) -> str:
    """A cell as a person would type it.

    >>> _text(3.0), _text(True), _text(datetime.datetime(2024, 3, 1)), _text(None)
    ('3', 'TRUE', '2024-03-01', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return plain(value)
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, datetime.timedelta):
        seconds = int(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    text = str(value)
    return "" if text.isspace() else text.replace("\r\n", "\n").replace("\r", "\n")


def _without_results(values, formulas, out: Sheet) -> None:
    """Finds cells with a formula whose result was never stored: they would pass as empty."""
    for line, (shown, typed) in enumerate(
        zip(values.iter_rows(values_only=True), formulas.iter_rows(values_only=True)), 1
    ):
        for i, (result, formula) in enumerate(zip(shown, typed)):
            if result is None and formula is not None:
                out.formulas.setdefault(i, []).append(line)
