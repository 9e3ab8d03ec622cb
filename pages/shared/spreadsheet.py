"""Tables out of the app, as CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import pandas as pd

#: What a spreadsheet takes for the beginning of a formula, also behind white space.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def cell_text(value: object) -> object:
    """A cell that a spreadsheet shows as it stands, never as a formula. Numbers stay numbers.

    >>> cell_text("=1+2"), cell_text("-3.5"), cell_text("Sunny"), cell_text(4.0)
    ("'=1+2", '-3.5', 'Sunny', 4.0)
    """
    if not isinstance(value, str) or not value.lstrip(" \u00a0").startswith(_FORMULA):
        return value
    return value if _is_number(value) else f"'{value}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and not text.strip("+-.eE0123456789")


def to_csv(frame: pd.DataFrame) -> bytes:
    """A table as a CSV file in UTF-8, which Excel recognises by its first three bytes."""
    safe = frame.astype(object).map(cell_text)
    safe.columns = [cell_text(str(c)) for c in frame.columns]
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig", errors="replace")
