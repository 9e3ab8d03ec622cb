"""Text with separators into lines of cells: which separator, which quotation mark, then the cut.

Two ways lead to the same cells. The careful one is Python's ``csv`` in strict mode and knows the
line of every record. The fast one is Arrow's reader; it is taken for large files in which every
line turns out to be regular, and given up for the careful one otherwise.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.csv

from c45.errors import DataError
from c45.reading.figures import is_number
from c45.reading.limits import Limits, check_cell
from c45.reading.records import Record

SEPARATORS = {"\t": "a tab", ";": ";", "|": "|", ",": ","}
SPACES = " "
ONE_COLUMN = "\x1f"  # stands for "no sign in the text parts it"
_SAMPLE = 64 * 1024
_SAMPLE_LINES = 400


@dataclass(frozen=True)
class Dialect:
    """How cells are written: the sign between them, the sign around them, the sign before a quote.

    quote: "" where quotation marks are letters like any other. spaced: a space may stand between a
    separator and a quotation mark.
    """

    separator: str
    quote: str = '"'
    escape: str = ""
    spaced: bool = False

    def options(self) -> dict:
        return {
            "delimiter": self.separator,
            "quotechar": self.quote or None,
            "quoting": csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            "doublequote": not self.escape,
            "escapechar": self.escape or None,
            "skipinitialspace": self.spaced,
        }

    def notes(self) -> list[str]:
        out = []
        if self.separator not in (",", ONE_COLUMN):
            name = {"\t": "a tab", " ": "spaces"}.get(self.separator, self.separator)
            out.append(f"Separator is {name}.")
        if self.quote == "'":
            out.append("Cells are quoted with apostrophes.")
        if not self.quote:
            out.append("Quotation marks are read as letters, because they do not come in pairs.")
        if self.escape:
            out.append("A backslash before a quotation mark makes it a letter.")
        return out


def sample_of(text: str) -> str:
    """The first lines, cut at the end of a line."""
    if len(text) <= _SAMPLE:
        return text
    return text[: text.rfind("\n", 0, _SAMPLE) + 1] or text[:_SAMPLE]


def find_separator(text: str) -> str:
    """The separator under which most lines have the same number of cells; "" where there is none.

    >>> find_separator("a;b\\n1,5;2,5\\n"), find_separator("a,b\\nx;y,z\\n"), find_separator("yes\\nno\\n")
    (';', ',', '')
    """
    sample = sample_of(text)
    best, best_score = "", (0, 0.0, 0.0)
    for separator in SEPARATORS:
        if separator in sample:
            score = _score(sample, separator)
            if score > best_score:
                best, best_score = separator, score
    if not best and _in_columns(sample):
        return SPACES
    if best == "," and _decimals(sample) and _in_columns(sample):
        return SPACES
    return best


def _score(sample: str, separator: str) -> tuple[int, float, float]:
    """2 where all lines have as many cells, 1 where all but titles and footers do, else 0; then how
    many do, and how clean the cells are."""
    rows = []
    try:
        reader = csv.reader(
            io.StringIO(sample, newline=""), delimiter=separator, skipinitialspace=True
        )
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append(row)
            if len(rows) >= _SAMPLE_LINES:
                break
    except csv.Error:
        pass
    if not rows:
        return 0, 0.0, 0.0
    counts = Counter(map(len, rows))
    several = {n: k for n, k in counts.items() if n > 1}
    if not several:
        return 0, 0.0, 0.0
    width = max(several, key=lambda n: (several[n], n))
    cells = [cell for row in rows if len(row) == width for cell in row]
    others = [s for s in SEPARATORS if s != separator]
    whole = sum(
        is_number(c.strip())
        or not any(s in c for s in others)
        or ("\t" not in c and " " in c.strip())
        for c in cells
    )
    widths = [len(row) for row in rows]
    inside = [i for i, n in enumerate(widths) if n > 1]
    uniform = set(widths[inside[0] : inside[-1] + 1]) == {width}
    level = 2 if len(inside) == len(rows) and uniform else int(uniform)
    share, clean = several[width] / len(rows), 0.2 + 0.8 * whole / len(cells)
    return (level, share, clean) if level else (0, share * clean, 0.0)


def _in_columns(sample: str) -> bool:
    """Whether runs of spaces part every line into as many cells, with a number in most lines."""
    rows = [line for line in sample.split("\n") if line.strip()][:_SAMPLE_LINES]
    cut = [_by_spaces(line) for line in rows]
    return (
        len(cut) > 2
        and len({len(r) for r in cut}) == 1
        and len(cut[0]) > 1
        and sum(any(map(is_number, r)) for r in cut[1:]) >= 0.9 * (len(cut) - 1)
    )


def _decimals(sample: str) -> bool:
    """Whether every comma stands inside a number between blanks, as in 1,5 2,5."""
    words = [w for line in sample.split("\n") for w in line.split() if "," in w]
    return bool(words) and all(map(is_number, words))


_WORD = re.compile(r'"((?:[^"]|"")*)"|(\S+)')


def _by_spaces(line: str) -> list[str]:
    if '"' not in line:
        return line.split()
    return [m[1].replace('""', '"') if m[1] is not None else m[2] for m in _WORD.finditer(line)]


def find_dialect(text: str, separator: str | None = None) -> Dialect:
    """Separator and quotation marks of a text. Raises DataError where no quoting makes sense."""
    if separator is None:
        hint = re.match(r"sep=([^\n])\n", text)  # Excel's own way to say it
        separator = hint[1] if hint else find_separator(text)
    if separator == "":
        return Dialect(ONE_COLUMN)
    if separator != SPACES and (len(separator) != 1 or separator in '\n\r"'):
        raise DataError(
            f"The separator is one sign, such as , or ; or a tab; not {separator[:20]!r}."
        )
    if separator == SPACES:
        return Dialect(SPACES)
    if '"' not in text:
        if "'" in text and _quoted_by_apostrophes(sample_of(text), separator):
            return Dialect(separator, "'")
        return Dialect(separator)
    spaced = bool(re.search(rf'{re.escape(separator)} +"', text))
    if '\\"' in text:
        plain = Dialect(separator, spaced=spaced)
        escaped = Dialect(separator, '"', "\\", spaced)
        if _trouble(text, plain) and not _trouble(text, escaped):
            return escaped
    return Dialect(separator, spaced=spaced)


def _quoted_by_apostrophes(sample: str, separator: str) -> bool:
    s = re.escape(separator)
    cells = re.findall(
        rf"(?:^|{s})\s*('(?:[^'\n]|'')*'|[^'{s}\n]*|[^{s}\n]*)\s*(?={s}|$)", sample, re.M
    )
    words = [c for c in cells if c and not is_number(c)]
    words = words[sample.split("\n", 1)[0].count(separator) + 1 :] or words  # names may be bare
    return bool(words) and sum(c[0] == c[-1] == "'" and len(c) > 1 for c in words) >= 0.8 * len(
        words
    )


def _trouble(text: str, dialect: Dialect) -> bool:
    try:
        widths = {len(r) for r in csv.reader(_lines(text), strict=True, **dialect.options()) if r}
    except csv.Error:
        return True
    return len(widths) > 1


def _lines(text: str) -> Iterator[str]:
    """The lines, one at a time: a copy of the whole text would take four bytes a letter."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def records(text: str, dialect: Dialect, limits: Limits) -> tuple[list[Record], Dialect]:
    """Lines of cells, each with the number of its line, and the dialect that fitted.

    Raises DataError that names the line of a quotation mark that is never closed.
    """
    if dialect.separator == SPACES:
        found = [(i, _by_spaces(line)) for i, line in enumerate(text.split("\n"), 1)]
        check_cells(found, limits)
        return found, dialect
    try:
        return _cut(text, dialect, limits), dialect
    except csv.Error as error:
        problem = str(error)
        line = int(problem.rpartition(" ")[2])
    if dialect.quote == '"' and not dialect.escape and "end of data" not in problem:
        literal = Dialect(dialect.separator, "")
        try:
            found = _cut(text, literal, limits)
            if len({len(cells) for _, cells in found if cells}) == 1 and '""' not in text:
                return found, literal
        except csv.Error:
            pass
    if "end of data" in problem:
        raise DataError(
            f"A quotation mark opened in line {line} is never closed. Close it, or remove it."
        )
    raise DataError(
        f"Line {line} has letters behind a closing quotation mark. Put quotation marks around the "
        'whole cell, and write "" for a quotation mark inside it.'
    )


def refuse_joined_lines(text: str, rows: list[Record], separator: str, width: int) -> None:
    """Raises DataError where stray quotation marks join whole rows to one.

    A cell may hold line breaks; but where each of its lines would be a full row alone, the
    quotation marks are likelier to be stray.
    """
    lines: list[str] = []
    for line, cells in rows:
        n_breaks = sum(cell.count("\n") for cell in cells)
        if not n_breaks:
            continue
        lines = lines or text.split("\n")
        if all(p.count(separator) + 1 == width for p in lines[line - 1 : line + n_breaks]):
            raise DataError(
                f"Quotation marks join lines {line} to {line + n_breaks} to one row, but each of "
                f"these lines has {width} cells. Remove the stray quotation marks."
            )


def _cut(text: str, dialect: Dialect, limits: Limits) -> list[Record]:
    reader = csv.reader(_lines(text), strict=True, **dialect.options())
    out: list[Record] = []
    line = 1
    try:
        for cells in reader:
            out.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        if "field larger than" in str(error):
            _refuse_long_cell(text, line, dialect, limits)
        raise csv.Error(f"{error} in line {line}") from None
    check_cells(out, limits)
    return out


def check_cells(found: list[Record], limits: Limits) -> None:
    """Raises DataError where a cell is too long."""
    most = limits.cell_characters
    for line, cells in found:
        if cells and len(max(cells, key=len)) > most:
            for i, cell in enumerate(cells, 1):
                check_cell(len(cell), line, str(i), limits)


def _refuse_long_cell(text: str, line: int, dialect: Dialect, limits: Limits) -> None:
    """Raises DataError for a cell so long that the parser gave up: it may never be closed."""
    s, q = re.escape(dialect.separator), re.escape(dialect.quote)
    start = start_of_line(text, line)
    bare = re.compile(rf"[^{s}\n]*+")
    quoted = re.compile(rf" *+{q}[^{q}]*+(?:{q}{q}[^{q}]*+)*+({q}?)") if dialect.quote else None
    column = 1
    while start < len(text):
        match = quoted.match(text, start) if quoted else None
        if match and not match[1]:
            raise DataError(
                f"A quotation mark opened in line {line} is never closed. Close it, or remove it."
            )
        match = match or bare.match(text, start)
        check_cell(match.end() - start, line, str(column), limits)
        start, column = match.end() + 1, column + 1


def start_of_line(text: str | bytes, line: int) -> int:
    """Where a line begins; the first is line 1.

    >>> start_of_line("a\\nb\\n", 2), start_of_line(b"a\\nb\\n", 1)
    (2, 0)
    """
    end = "\n" if isinstance(text, str) else b"\n"
    start = 0
    for _ in range(line - 1):
        start = text.index(end, start) + 1
    return start


def fast_columns(
    data: bytes, dialect: Dialect, first_line: int, n_columns: int, limits: Limits
) -> list[pa.ChunkedArray] | None:
    """The cells of all lines from ``first_line`` on, a string array a column. data: UTF-8.

    None where a line is not regular (another number of cells, an empty line, a cell over several
    lines): the careful way then says what is the matter.
    """
    if (
        dialect.separator in (SPACES, ONE_COLUMN)
        or dialect.escape
        or dialect.spaced
        or not dialect.quote
    ):
        return None
    start = start_of_line(data, first_line)
    quoted = dialect.quote.encode() in data  # without the search for quotes Arrow is faster
    names = [str(i) for i in range(n_columns)]
    try:
        table = pyarrow.csv.read_csv(
            pa.py_buffer(memoryview(data)[start:]),
            read_options=pyarrow.csv.ReadOptions(column_names=names, block_size=1 << 23),
            parse_options=pyarrow.csv.ParseOptions(
                delimiter=dialect.separator,
                quote_char=dialect.quote if quoted else False,
                ignore_empty_lines=False,
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                strings_can_be_null=False,
                check_utf8=False,
            ),
        )
    except pa.ArrowInvalid:
        return None
    n_lines = newlines(memoryview(data)[start:]) + (not data.endswith(b"\n"))
    if table.num_rows != n_lines:
        return None
    if quoted and not _well_quoted(data, start, dialect):
        return None
    if _has_empty_row(table):
        return None
    columns = table.columns
    longest = max(pa.compute.max(pa.compute.binary_length(c)).as_py() or 0 for c in columns)
    return None if longest > limits.cell_characters else columns


def _has_empty_row(table: pa.Table) -> bool:
    for name in table.column_names:
        blank = pa.compute.equal(pa.compute.utf8_trim_whitespace(table[name]), "")
        if not pa.compute.any(blank).as_py():
            return False
        table = table.filter(blank)
    return True


def _well_quoted(data: bytes, start: int, dialect: Dialect) -> bool:
    """Whether every quotation mark opens a cell, closes one, or is doubled inside one, line by line."""
    separator, quote = ord(dialect.separator), ord(dialect.quote)
    while start < len(data):
        end = data.find(b"\n", start + (1 << 20)) + 1 or len(data)
        signs = np.frombuffer(data, dtype=np.uint8, count=end - start, offset=start)
        start = end
        marks, ends = np.flatnonzero(signs == quote), np.flatnonzero(signs == ord("\n"))
        if len(marks) % 2 or (np.searchsorted(marks, ends) % 2).any():
            return False  # one that is not closed, or not on its line
        edge = np.concatenate([[True], (signs == separator) | (signs == ord("\n")), [True]])
        opening, closing = marks[::2], marks[1::2]
        doubled = opening[1:] == closing[:-1] + 1
        opens, closes = edge[opening], edge[closing + 2]  # the signs before and behind them
        opens[1:] |= doubled
        closes[:-1] |= doubled
        if not (opens.all() and closes.all()):
            return False
    return True


def newlines(data: bytes | memoryview) -> int:
    """How many newlines there are; several times faster than ``data.count``.

    >>> newlines(b"a,b\\n1,2\\n")
    2
    """
    signs = np.frombuffer(data, dtype=np.uint8)
    pieces = range(0, len(signs), 1 << 18)  # small enough to stay in the processor's cache
    return sum(int(np.count_nonzero(signs[i : i + (1 << 18)] == ord("\n"))) for i in pieces)


def count_records(text: str, data: bytes | None = None) -> int:
    """How many lines there are outside quotation marks, without parsing or copying the text.

    data: the text as UTF-8, where it is at hand.
    """
    if '"' not in text:
        return (text.count("\n") if data is None else newlines(data)) + 1
    total, inside = 1, 0
    for start in range(0, len(text), 1 << 20):
        piece = np.frombuffer(text[start : start + (1 << 20)].encode(), dtype=np.uint8)
        quotes = np.cumsum(piece == ord('"')) + inside
        total += int(((piece == ord("\n")) & (quotes % 2 == 0)).sum())
        inside = int(quotes[-1]) % 2
    return total
