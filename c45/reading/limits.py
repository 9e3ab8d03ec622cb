"""How large a table may be. Every limit stands here, and is checked before anything is parsed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from c45.errors import DataError

MEGABYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """The caps on what is read. Bytes and counts.

    upload_bytes: what may arrive as bytes, text or a file object. A path on one's own disk is not
        an upload and is held to ``unpacked_bytes``.
    unpacked_bytes: the same after gzip or the ZIP inside an Excel file is unpacked.
    """

    upload_bytes: int = 20 * MEGABYTE
    unpacked_bytes: int = 100 * MEGABYTE
    rows: int = 1_000_000
    columns: int = 2_000
    cell_characters: int = 10_000
    workbook_members: int = 100


LIMITS = Limits()


def check_size(n_bytes: int, limit: int, what: str = "The file", *, stopped: bool = False) -> None:
    """Raises DataError with both numbers where ``n_bytes`` is more than ``limit``.

    stopped: counting stopped there, so that the true size is not known.
    """
    if n_bytes > limit:
        size = f"more than {megabytes(limit)}" if stopped else megabytes(n_bytes)
        raise DataError(
            f"{what} is too large: {size}, and the limit is {megabytes(limit)}. "
            "Take fewer rows or columns."
        )


def check_shape(n_rows: int, n_columns: int, limits: Limits = LIMITS) -> None:
    """Raises DataError with both numbers where a table has too many rows or columns."""
    if n_columns > limits.columns:
        raise DataError(
            f"The table is too large: {n_columns:,} columns, and the limit is {limits.columns:,}. "
            "Leave out columns that are not needed."
        )
    if n_rows > limits.rows:
        raise DataError(
            f"The table is too large: {n_rows:,} rows, and the limit is {limits.rows:,}. "
            "Take a sample of the rows."
        )


def check_cell(n_characters: int, line: int, column: str, limits: Limits = LIMITS) -> None:
    """Raises DataError with place and both numbers where one cell is too long."""
    if n_characters > limits.cell_characters:
        raise DataError(
            f"Line {line}, column {column}: the cell is too large, {n_characters:,} characters, "
            f"and the limit is {limits.cell_characters:,}. Shorten it, or leave the column out. "
            "A quotation mark that is never closed also looks like this."
        )


def megabytes(n_bytes: int) -> str:
    """Rounded up to a tenth, so that what is over a limit is never shown as the limit.

    >>> megabytes(20 * 2**20), megabytes(20 * 2**20 + 1), megabytes(26_500_000)
    ('20 MB', '20.1 MB', '25.3 MB')
    """
    return f"{math.ceil(n_bytes * 10 / MEGABYTE) / 10:.1f}".removesuffix(".0") + " MB"
