"""What a file really is, from its bytes. The name of a file decides nothing."""

from __future__ import annotations

import io
import pickletools
import re
import zlib

from c45.errors import DataError
from c45.reading.limits import Limits, check_shape, check_size
from c45.reading.separated import newlines

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_AS_TABLE = "Choose a CSV, Excel (.xlsx) or ARFF file."
_PICTURES = (
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF87a", "GIF"), (b"GIF89a", "GIF"),
    (b"II*\x00", "TIFF"), (b"MM\x00*", "TIFF"), (b"\x00\x00\x01\x00", "ICO"), (b"8BPS", "Photoshop"),
)  # fmt: skip
_OTHERS = (
    (b"%PDF", "a PDF document"), (b"PAR1", "a Parquet file"), (b"ARROW1", "an Arrow file"),
    (b"SQLite format 3\x00", "an SQLite database"), (b"\x89HDF", "an HDF5 file"),
    (b"\x93NUMPY", "a NumPy array file"), (b"{\\rtf", "an RTF document"), (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"), (b"7z\xbc\xaf", "a 7-Zip archive"), (b"Rar!", "a RAR archive"),
    (b"BZh", "a bzip2 archive"), (b"\xfd7zXZ", "an XZ archive"), (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"$FL2", "an SPSS file"), (b"$FL3", "an SPSS file"), (b"bplist00", "a property list"),
    (b"Obj\x01", "an Avro file"), (b"ORC\x01", "an ORC file"), (b"%!PS", "a PostScript document"), (b"<stata_dta>", "a Stata file"), (b"RDX", "an R data file"),
    (b"OggS", "a sound file"), (b"ID3\x03", "a sound file"), (b"ID3\x04", "a sound file"),
    (b"\x1aE\xdf\xa3", "a video"), (b"MATLAB 5.0", "a MATLAB file"),
)  # fmt: skip
_WEB_PAGE = re.compile(r"\s*<(!doctype\s+html|html|head|body|meta|table|div|script)[\s>]", re.I)
_PYTHON = re.compile(
    r"(import [\w.]+( as \w+)?|from [\w.]+ import [\w*, ()]+|(async )?def \w+\(.*\).*:|class \w+(\(.*\))?:)\s*(#.*)?"
)
_STATEMENT = re.compile(
    r"[A-Za-z_]\w* (=|<-) [\w\[({\"'].*|(?:[A-Za-z_][\w.]*)\(.*\);?|#include\b.*|(var|let|const|return|function|public|private"
    r"|static|class|int|void|double|if|for|while)\b.*[;{)}]|[{}]+;?|(insert into|create table|drop table|select)\b.*|\);?",
    re.I,
)
_SPARSE = re.compile(r"[-+\d.]+( \d+:[-+\d.eE]+)+\s*")
_NAMES_FILE = re.compile(r"^[^\n,:|]+:\s*(continuous|discrete|ignore)\s*\d*\s*\.\s*$", re.M)
_OTHER_CELLS = re.compile(r"[;\t]")


def unpacked(data: bytes, limits: Limits) -> tuple[bytes, bool]:
    """The bytes inside a gzip file, and whether there was one.

    Counts before it keeps anything, so a bomb costs no memory. Raises DataError.
    """
    if not data.startswith(GZIP):
        return data, False
    try:
        n_bytes = sum(len(chunk) for chunk in _gunzip(data, limits.unpacked_bytes))
        check_size(n_bytes, limits.unpacked_bytes, "The gz file, once unpacked,", stopped=True)
        buffer = io.BytesIO()  # a list of pieces, joined, would hold everything twice
        for chunk in _gunzip(data, limits.unpacked_bytes):
            buffer.write(chunk)
        inside = buffer.getvalue()
    except (zlib.error, EOFError):
        raise DataError("The gz file is damaged and cannot be unpacked. Make it again.") from None
    if inside.startswith(GZIP):
        raise DataError("The gz file holds another gz file. Unpack it once, and choose the result.")
    if inside[257:262] == b"ustar":
        raise DataError("This is a tar archive. Unpack it, and choose the table in it.")
    return inside, True


def refuse_far_too_many_lines(data: bytes, limits: Limits) -> None:
    """Raises DataError where bytes hold far more lines than rows are allowed, before they are decoded."""
    if newlines(data) <= limits.rows + 10_000:
        return
    if b'"' in data or b"\0" in data[:4096]:
        return  # a cell may hold line ends; a letter may have two bytes
    n = data.count(b"\n") - data.count(b"\n\n") - data.count(b"\n\r\n")
    if n > limits.rows + 10_000:
        check_shape(n - data.endswith(b"\n"), 1, limits)


def _gunzip(data: bytes, limit: int):
    """The unpacked bytes, a piece at a time, until they are more than the limit."""
    total = 0
    while data:
        unpacker = zlib.decompressobj(wbits=31)
        while not unpacker.eof:
            piece = unpacker.decompress(data, 1 << 20)
            data = unpacker.unconsumed_tail or unpacker.unused_data
            total += len(piece)
            yield piece
            if total > limit:
                return
            if not piece and not data and not unpacker.eof:
                raise EOFError
        data = data.lstrip(b"\0")
        if data and not data.startswith(GZIP):
            raise EOFError


def refuse_what_is_no_table(data: bytes) -> None:
    """Raises DataError that names what the bytes are, where they are surely not a table.

    >>> refuse_what_is_no_table(b"%PDF-1.7")
    Traceback (most recent call last):
    c45.errors.DataError: This is a PDF document, not a table. Choose a CSV, Excel (.xlsx) or ARFF file.
    """
    if not data or data.isspace():
        raise DataError("The file is empty. Choose a file that holds a table.")
    if data.startswith(OLE):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        old = "Workbook".encode("utf-16-le") in data or "WordDocument".encode("utf-16-le") in data
        what = "is protected with a password" if locked else "is in the old Excel format (.xls)"
        if locked == old:
            what = "is protected with a password, or in the old Excel format (.xls)"
        raise DataError(
            f"This workbook {what}. Open it in Excel, remove the password if there is one, and "
            "save it as .xlsx or CSV."
        )
    if _is_pickle(data):
        raise DataError(
            "This is a Python pickle, not a table. Opening one can start programs, so it is "
            "refused; save the table as CSV."
        )
    for start, kind in _PICTURES:
        if data.startswith(start):
            raise DataError(f"This is a picture ({kind}), not a table. {_AS_TABLE}")
    if (data[:4] == b"RIFF" and data[8:12] == b"WEBP") or data[4:12] in (b"ftypheic", b"ftypavif"):
        raise DataError(f"This is a picture, not a table. {_AS_TABLE}")
    if data.startswith(b"BM") and int.from_bytes(data[2:6], "little") == len(data):
        raise DataError(f"This is a picture (BMP), not a table. {_AS_TABLE}")
    for start, kind in _OTHERS:
        if data.startswith(start):
            raise DataError(f"This is {kind}, not a table. {_AS_TABLE}")


def _is_pickle(data: bytes) -> bool:
    """Reads the opcodes and runs none of them."""
    if data[:1] == b"\x80" and data[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return True
    if not data[-20:].rstrip().endswith(b".") or data[:1] not in (
        b"(",
        b"c",
        b"]",
        b"}",
        b"i",
        b"V",
    ):
        return False
    try:
        names = [op.name for op, _, _ in pickletools.genops(data[: 1 << 20])]
    except Exception:  # whatever the bytes make of it: then it is no pickle
        return False
    return len(names) > 2 and bool({"PUT", "GLOBAL", "REDUCE", "INST", "BUILD"} & set(names))


def is_web_page(text: str) -> bool:
    """Whether a text begins as HTML does.

    >>> is_web_page("<table><tr>"), is_web_page("<b>x</b>,y")
    (True, False)
    """
    return bool(_WEB_PAGE.match(text[:2000]))


def refuse_text_that_is_no_table(text: str, *, web_page: bool) -> None:
    """Raises DataError that names what a text is: a web page, XML, JSON or a program.

    web_page: whether HTML is to be refused (a file) or read (pasted).
    """
    head = text[:2000].lstrip()
    lower = head.lower()
    if web_page and is_web_page(head):
        raise DataError(
            "This is a web page (HTML), not a table, whatever its name ends in. Open it in Excel "
            "or a browser and save it as .xlsx or CSV, or paste the table."
        )
    if lower.startswith("mime-version:"):
        raise DataError(f"This is a web archive (MHTML), not a table. {_AS_TABLE}")
    if lower.startswith("<svg") or (lower.startswith("<?xml") and "<svg" in lower):
        raise DataError(f"This is a picture (SVG), not a table. {_AS_TABLE}")
    if lower.startswith("<?xml"):
        raise DataError(f"This is an XML file, not a table. {_AS_TABLE}")
    if lower.startswith(('{"', "[{", "[[", "{\n", "[\n")) and text.rstrip()[-1:] in "}]":
        raise DataError(f"This is a JSON file, not a table. {_AS_TABLE}")
    if all(map(_SPARSE.fullmatch, head.split("\n")[:-1][:5] or [head])):
        raise DataError(
            "This is a sparse file (LibSVM) without names of columns. Save the table as CSV or ARFF."
        )
    if _NAMES_FILE.search(head) and not _OTHER_CELLS.search(head):
        raise DataError(
            "This is a .names file: it describes the columns of a .data file. Choose the .data file."
        )
    lines = [line.strip() for line in text[:4000].split("\n")[:-1] or [text] if line.strip()][:20]
    if lines and sum(map(bool, map(_STATEMENT.fullmatch, lines))) >= 0.8 * len(lines):
        raise DataError(f"This is a program or a script, not a table. {_AS_TABLE}")
    if head.startswith("#!") or any(
        _PYTHON.fullmatch(line.rstrip()) for line in text[:20_000].split("\n")[:60]
    ):
        raise DataError(f"This is a program (Python source), not a table. {_AS_TABLE}")
