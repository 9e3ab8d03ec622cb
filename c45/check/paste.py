"""A block of cells between a spreadsheet and a sheet: an empty one to take out, a filled one to read."""

from __future__ import annotations

from dataclasses import dataclass

from c45.check.sheet import Sheet
from c45.errors import DataError
from c45.export.tables import spreadsheet_text
from c45.notation import one_line, plural

#: A block with more characters than this is no working sheet.
LARGEST = 100_000


@dataclass(frozen=True)
class Pasted:
    """What a block holds: the texts by the keys of the cells, and sentences to be read with them."""

    answers: dict[str, str]
    notes: tuple[str, ...] = ()


def blank_block(sheet: Sheet) -> str:
    """The empty sheet for a spreadsheet: a label and an empty cell a line, parted by a tab.

    >>> from c45 import load_dataset
    >>> from c45.check import sheet
    >>> blank_block(sheet(load_dataset("playtennis_id3"))).splitlines()[3]
    'Entropy of the node\\t'
    """
    return "\n".join(f"{spreadsheet_text(one_line(c.label))}\t" for c in sheet.cells) + "\n"


def read_block(sheet: Sheet, text: str, *, start: str | None = None) -> Pasted:
    """Read a block of cells pasted from a spreadsheet, parted by tabs (or semicolons) and lines.

    Where the first cell of a line is the label of a figure, what follows it is that figure. A block
    without labels is taken in reading order, from the cell ``start`` on; empty cells stay empty.
    Raises DataError for a block that is longer than the sheet, and for one that is no working.

    >>> from c45 import load_dataset
    >>> from c45.check import sheet
    >>> s = sheet(load_dataset("playtennis_id3"))
    >>> read_block(s, "9\\t5\\t14\\t0,940").answers
    {'count:0': '9', 'count:1': '5', 'n': '14', 'before': '0,940'}
    """
    if len(text) > LARGEST:
        raise DataError(f"The block has {len(text)} characters; a working sheet has far fewer.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    mark = "\t" if "\t" in text else ";"
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    labels = {_plain(c.label): c.key for c in sheet.cells}
    labels |= {_plain(spreadsheet_text(one_line(c.label))): c.key for c in sheet.cells}
    if any(_plain(row[0]) in labels for row in rows):
        return _by_label(rows, labels)
    return _in_order(sheet, rows, start)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(":=").strip()


def _by_label(rows: list[list[str]], labels: dict[str, str]) -> Pasted:
    answers: dict[str, str] = {}
    notes = []
    for i, row in enumerate(rows, 1):
        figures = [cell for cell in row[1:] if cell]
        key = labels.get(_plain(row[0]))
        if key is None:
            if row[0] or figures:
                notes.append(f"Line {i}, {one_line(row[0])!r}, is no figure of this sheet.")
            continue
        if key in answers and figures:
            notes.append(f"Line {i} gives {one_line(row[0])!r} once more; the last one counts.")
        if len(figures) > 1:
            notes.append(f"Line {i} has {len(figures)} figures; the last one is taken.")
        if figures:
            answers[key] = figures[-1]
    return Pasted(answers, tuple(notes))


def _in_order(sheet: Sheet, rows: list[list[str]], start: str | None) -> Pasted:
    keys = [c.key for c in sheet.cells]
    if start is not None:
        if start not in keys:
            raise DataError(f"There is no cell called {start!r} on this sheet.")
        keys = keys[keys.index(start) :]
    figures = [cell for row in rows for cell in row]
    while figures and not figures[-1]:
        figures.pop()
    if not figures:
        raise DataError("The block is empty. Copy the cells with the figures, and paste them here.")
    if len(figures) > len(keys):
        raise DataError(
            f"The block has {plural(len(figures), 'cell')}, and the sheet has {len(keys)} from here "
            "on. Paste the figures alone, or each after its label."
        )
    return Pasted({key: text for key, text in zip(keys, figures) if text})
