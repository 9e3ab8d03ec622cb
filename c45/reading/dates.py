"""Dates, and which of two numbers is the day."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence

_TIME = r"(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}){_TIME}", re.ASCII)
_EIGHT_DIGITS = re.compile(r"(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", re.ASCII)
ALMOST_DATE = re.compile(
    r"(\d{1,4}([-/.])\d{1,2}\2\d{1,4}|\d{1,2}[. -]+[^\W\d_]{3,9}\.?[ ,.-]+\d{2,4}"
    r"|[^\W\d_]{3,9}\.? \d{1,2},? \d{4})( \d{1,2}:\d{2}(:\d{2})?)?"
)
EPOCH = datetime.date(1970, 1, 1)
ORDERS = {"ymd": "year-month-day", "dmy": "day/month/year", "mdy": "month/day/year"}


def date_orders(cells: Sequence[str]) -> tuple[str, ...]:
    """The orders in which every cell is a date: of "ymd", "dmy", "mdy"; none if they are no dates.

    >>> date_orders(["01/03/2024", "20/03/2024"]), date_orders(["01/03/2024"]), date_orders(["x"])
    (('dmy',), ('dmy', 'mdy'), ())
    """
    return tuple(o for o in ORDERS if cells and all(day_number(c, o) is not None for c in cells))


def eight_digits(cells: Sequence[str]) -> bool:
    """Whether all cells are dates written as 20240320.

    >>> eight_digits(["20240320", "20240401"]), eight_digits(["20240320", "20241301"])
    (True, False)
    """
    known = [c for c in cells if c and c != "?"]
    return len(known) > 1 and all(map(_EIGHT_DIGITS.fullmatch, known))


def day_number(cell: str, order: str) -> float | None:
    """Days since 1970-01-01, or None where the cell is no date in this order. A time of day is the
    part behind the point.

    >>> day_number("2024-03-20", "ymd"), day_number("20/03/2024", "mdy")
    (19802, None)
    >>> day_number("2024-03-20 18:00", "ymd")
    19802.75
    """
    match = (_YEAR_FIRST if order == "ymd" else _YEAR_LAST).fullmatch(cell)
    if not match:
        return None
    a, b, c = int(match[1]), int(match[3]), int(match[4])
    year, month, day = {"ymd": (a, b, c), "dmy": (c, b, a), "mdy": (c, a, b)}[order]
    try:
        days = (datetime.date(year, month, day) - EPOCH).days
        if match[5] is None:
            return days
        time = datetime.time(int(match[5]), int(match[6]), int(match[7] or 0))
    except ValueError:
        return None
    return days + (time.hour * 3600 + time.minute * 60 + time.second) / 86400


def proof_of_order(cells: Iterable[str], order: str) -> str:
    """The first cell that is a date in this order only, or ""."""
    other = {"dmy": "mdy", "mdy": "dmy"}.get(order)
    if other is None:
        return ""
    return next((c for c in cells if day_number(c, other) is None), "")
