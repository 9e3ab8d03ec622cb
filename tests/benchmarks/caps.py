"""Bombs and every cap, just under and just over, each in a process of its own: seconds, growth of memory, words.

    python -m tests.benchmarks.caps            all of them
    python -m tests.benchmarks.caps rows_over  only these

`read_table` gets the bytes as an upload would. Growth is the peak of memory of the process that reads,
less its peak just before (ru_maxrss).
"""

from __future__ import annotations

import gzip
import io
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import openpyxl

from c45 import DataError, read_table

FOLDER = Path(__file__).parents[1] / "inputs"
MEGABYTE = 2**20


def workbook(rows: int = 3, note: str = "x") -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("S")
    sheet.append(["a", "b", "cls"])
    for i in range(rows):
        sheet.append([i % 7, note if i else "y", "uv"[i % 2]])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_members(
    book: bytes, members: dict[str, bytes | int], replaced: dict[str, bytes] | None = None
) -> bytes:
    """A workbook with more members; a number stands for so many MB of zeros."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.infolist():
            new.writestr(member.filename, (replaced or {}).get(member.filename, old.read(member)))
        for name, content in members.items():
            with new.open(name, "w", force_zip64=isinstance(content, int)) as file:
                if isinstance(content, bytes):
                    file.write(content)
                for _ in range(content if isinstance(content, int) else 0):
                    file.write(bytes(MEGABYTE))
    return out.getvalue()


def lying(book: bytes) -> bytes:
    """The size of the last member in both of its headers says 1,000 bytes."""
    data = bytearray(book)
    for sign, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.rfind(sign) + offset
        data[at : at + 4] = (1000).to_bytes(4, "little")
    return bytes(data)


def lying_sheet() -> bytes:
    """The sheet itself unpacks to 200 MB of cells; its size in the directory says 1,000 bytes."""
    cells = b'<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row>'
    head = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    )
    content = head + cells * (200 * MEGABYTE // len(cells)) + b"</sheetData></worksheet>"
    book = workbook()
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.infolist():
            if member.filename != "xl/worksheets/sheet1.xml":
                new.writestr(member.filename, old.read(member))
        new.writestr("xl/worksheets/sheet1.xml", content)
    return lying(out.getvalue())


def in_parts(n: int) -> bytes:
    book = workbook()
    have = len(zipfile.ZipFile(io.BytesIO(book)).infolist())
    return with_members(book, {f"xl/media/{i}.bin": b"0" for i in range(n - have)})


def with_dtd() -> bytes:
    book = workbook()
    sheet = zipfile.ZipFile(io.BytesIO(book)).read("xl/worksheets/sheet1.xml")
    body = sheet[sheet.index(b"?>") + 2 :] if sheet.startswith(b"<?xml") else sheet
    return with_members(
        book, {}, {"xl/worksheets/sheet1.xml": b'<!DOCTYPE x [<!ENTITY a "b">]>' + body}
    )


def text_of(n_bytes: int) -> bytes:
    """A table of so many bytes, with long cells, so that no other cap is met."""
    rng = random.Random(1)
    lines = [
        f"{i % 97},{'w' * 900}{rng.randrange(50)},{'uv'[i % 2]}" for i in range(n_bytes // 905)
    ]
    data = ("n,text,cls\n" + "\n".join(lines) + "\n").encode()[: n_bytes - 1]
    data = data[: data.rindex(b"\n") + 1]
    return data + b"1," + b"w" * (n_bytes - len(data) - 5) + b",u\n"


def rows_of(n: int) -> bytes:
    return b"a,b,cls\n" + (b"1,2,u\n3,4,v\n" * (n // 2 + 1))[: n * 6]


def columns_of(n: int) -> bytes:
    names = ",".join(f"c{i}" for i in range(n)).encode()
    row = [b",".join([b"%d" % (k + i) for i in range(n)]) for k in range(4)]
    return b"\n".join([names, *row]) + b"\n"


def cell_of(n: int) -> bytes:
    return b"a,g,cls\n" + b"x" * n + b",1,u\ny,2,v\n"


CASES = {
    "billion_laughs": lambda: (FOLDER / "billion_laughs.xlsx").read_bytes(),
    "gzip_bomb": lambda: (FOLDER / "gzip_bomb_200mb.csv.gz").read_bytes(),
    "zip_slip": lambda: (FOLDER / "zip_slip.xlsx").read_bytes(),
    "excel_200_mb": lambda: with_members(workbook(), {"xl/media/zeros.bin": 200}),
    "excel_200_mb_that_lies": lambda: lying(with_members(workbook(), {"xl/media/zeros.bin": 200})),
    "excel_200_mb_sheet_that_lies": lying_sheet,
    "excel_in_gz_200_mb": lambda: gzip.compress(with_members(workbook(), {"xl/media/zeros.bin": 200})),
    "excel_in_excel": lambda: with_members(workbook(), {"xl/embeddings/b.xlsx": with_members(workbook(), {"xl/media/zeros.bin": 99})}),
    "gz_in_gz_200_mb": lambda: gzip.compress((FOLDER / "gzip_bomb_200mb.csv.gz").read_bytes()),
    "excel_100_members": lambda: in_parts(100),
    "excel_101_members": lambda: in_parts(101),
    "excel_dtd_in_sheet": with_dtd,
    "upload_under": lambda: text_of(20 * MEGABYTE),
    "upload_over": lambda: text_of(20 * MEGABYTE + 1),
    "unpacked_under": lambda: gzip.compress(text_of(100 * MEGABYTE), 1),
    "unpacked_over": lambda: gzip.compress(text_of(100 * MEGABYTE + 1), 1),
    "excel_unpacked_under": lambda: with_members(workbook(), {"xl/media/zeros.bin": 99}),
    "excel_unpacked_over": lambda: with_members(workbook(), {"xl/media/zeros.bin": 100}),
    "rows_under": lambda: rows_of(1_000_000),
    "rows_over": lambda: rows_of(1_000_001),
    "rows_over_quoted": lambda: rows_of(1_000_001).replace(b"a,b,cls", b'"a",b,cls'),
    "rows_over_ragged": lambda: rows_of(1_000_001) + b"5\n",
    "rows_far_over": lambda: gzip.compress(rows_of(10_000_000), 1),
    "excel_rows_over": lambda: workbook(1_000_001),
    "columns_under": lambda: columns_of(2_000),
    "columns_over": lambda: columns_of(2_001),
    "columns_over_quoted": lambda: columns_of(2_001).replace(b"c0", b'"c0"'),
    "columns_far_over": lambda: columns_of(100_000),
    "columns_of_nothing": lambda: b"," * (20 * MEGABYTE - 1),
    "cell_under": lambda: cell_of(10_000),
    "cell_over": lambda: cell_of(10_001),
    "cell_far_over": lambda: cell_of(19 * MEGABYTE),
    "excel_cell_over": lambda: workbook(3, "x" * 10_001),
    "quote_never_closed": lambda: b'a,b,cls\n1,"2,u\n' + b"3,4,v\n" * 3_000_000,
    "arff_rows_over": lambda: b"@relation r\n@attribute a numeric\n@attribute b {u,v}\n@data\n" + b"1,u\n2,v\n" * 500_001,
    "arff_columns_over": lambda: b"@relation r\n" + b"@attribute a numeric\n" * 2_001 + b"@data\n",
    "markdown_rows_over": lambda: b"|a|cls|\n|---|---|\n" + b"|1|u|\n" * 1_000_001,
    "spaces_rows_over": lambda: b"a b cls\n" + b"1 2 u\n" * 1_000_001,
}  # fmt: skip


def peak() -> float:
    """The most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one(name: str, path: str) -> None:
    read_table((FOLDER / "zip_slip.xlsx").read_bytes())  # what is imported is no growth
    read_table(b"a,cls\n1,u\n2,v\n")
    data = Path(path).read_bytes()
    before, start = peak(), time.perf_counter()
    try:
        words = f"read, {read_table(data, name=name).n_rows:,} rows"
    except DataError as error:
        words = str(error)
    seconds = time.perf_counter() - start
    print(
        f"{name:30} {len(data) / MEGABYTE:6.1f} MB {seconds:6.2f} s {peak() - before:+6.0f} MB  {words}",
        flush=True,
    )


def main(names: list[str]) -> None:
    """One process makes a file and another reads it: a child inherits the peak of what starts it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case"
        for name in names:
            for task in ("make", "read"):
                command = [sys.executable, "-m", "tests.benchmarks.caps", task, name, str(path)]
                subprocess.run(command, check=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", name, path]:
            Path(path).write_bytes(CASES[name]())
        case ["read", name, path]:
            one(name, path)
        case names:
            main(names or list(CASES))
