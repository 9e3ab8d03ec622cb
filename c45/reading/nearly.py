"""Columns that are nearly numbers or nearly dates: why they are read as categories, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from c45.notation import listed, plural
from c45.reading.cells import Cells, called
from c45.reading.dates import ALMOST_DATE, date_orders

_TIME_OF_DAY = re.compile(r"\d{1,3}:\d{2}(:\d{2}([.,]\d+)?)?( ?[AaPp][Mm])?", re.ASCII)
_WITH_UNIT = re.compile(r"([^\d\s.,+-]{0,3})\s?([+-]?[\d.,]*\d)\s?([^\d\s]{0,6})")


def words_with_numbers(cells: Cells, n_numbers: int, n_odd: int, odd: Sequence[int]) -> list[str]:
    """A sentence on why a column with digits is read as categories; none where it is one of words.

    n_numbers, n_odd: cells that are numbers, and that are neither numbers nor gaps. odd: the places of
    the texts of the latter.
    """
    known = [t for t in cells.texts if t and t != "?"]
    units = {(m[1], m[3]) for t in known if (m := _WITH_UNIT.fullmatch(t))}
    if len(known) > 1 and ("", "") not in units and all(map(_WITH_UNIT.fullmatch, known)):
        signs = sorted({before or after for before, after in units})
        behind = all(after and not before for before, after in units)
        apart = all(" " in t or "\u00a0" in t for t in known)
        if signs == ['="']:
            return [
                f"Column {called(cells.name)} is read as categories: its cells are written as "
                f"{called(known[0], 20)}, a spreadsheet's way to keep a number as text."
            ]
        if len(units) == 1 and (behind or not signs[0].isalpha()):
            return [
                f"Column {called(cells.name)} is read as categories: each cell is a number with "
                f"{called(signs[0])}. Remove the sign to compare them as numbers."
            ]
        if apart and behind and 1 < len(signs) <= 5:
            return [
                f"Column {called(cells.name)} is read as categories: its numbers have different "
                f"units ({listed([called(s) for s in signs])}). Write all of them in one unit to "
                "compare them as numbers."
            ]
    if known and all(t.isdecimal() and not t.isascii() for t in known):
        return [
            f"Column {called(cells.name)} is read as categories, because its digits are not "
            "written 0 to 9."
        ]
    if len(known) > 1 and all(map(_TIME_OF_DAY.fullmatch, known)):
        return [
            f"Column {called(cells.name)} looks like times, such as {called(known[0])}; they are "
            "read as categories. Write them as numbers, such as minutes, to compare them."
        ]
    if len(known) > 1 and all(map(ALMOST_DATE.fullmatch, known)) and not date_orders(known):
        return [
            f"Column {called(cells.name)} looks like dates, but {_why_no_dates(known)}, so they "
            "are read as categories. Write all of them as year-month-day to order them."
        ]
    if not n_numbers:
        dates = [t for t in known if ALMOST_DATE.fullmatch(t)]
        others = [t for t in known if not ALMOST_DATE.fullmatch(t)]
        if len(dates) > len(others) > 0:
            return [
                f"Column {called(cells.name)} holds dates and other words "
                f"({listed([called(t, 20) for t in others[:3]])}), so it is read as categories."
            ]
    if n_numbers and n_odd:
        words = [called(cells.texts[i], 20) for i in odd[:3]]
        return [
            f"Column {called(cells.name)} is read as categories: {plural(n_numbers, 'cell')} "
            f"{'is a number' if n_numbers == 1 else 'are numbers'}, but {n_odd:,} "
            f"{'is' if n_odd == 1 else 'are'} not ({listed(words)})."
        ]
    return []


def _why_no_dates(known: Sequence[str]) -> str:
    """What keeps cells that look like dates from being dates."""
    bad = next((t for t in known if not date_orders([t])), None)
    if bad is None:
        return "day and month do not stand in one order"
    return f"{called(bad)} cannot be read as one"
