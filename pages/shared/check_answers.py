"""What a student has filled in on one sheet, and how it changes. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from c45.check import Cell, Marking, Sheet, mark, read_block
from c45.check.typed import LONGEST
from c45.errors import DataError
from c45.notation import plural


@dataclass(frozen=True)
class Filled:
    """A sheet as it stands. marking: of these answers, None where they are not checked.

    stamp: goes up with every change that was made here, so that the page knows a new state from its own.
    notes: sentences about what was filled in from a block.
    """

    answers: dict[str, str] = field(default_factory=dict)
    marking: Marking | None = None
    stamp: int = 0
    notes: tuple[str, ...] = ()


def in_reading_order(sheet: Sheet) -> Sheet:
    """The sheet with its cells as they stand on the page: a branch line by line, then what is made of them.

    A block is copied out and pasted in in this order.
    """

    def place(cell: Cell) -> tuple[int, int, int]:
        if cell.attribute is None:
            return (0 if cell.quantity != "choice" else len(sheet.cells), 0, 0)
        part = int(cell.key.partition(":")[0].removeprefix("a")) + 1
        if cell.branch is not None:
            return (part, 1, cell.branch)
        return (part, 0 if cell.quantity == "threshold" else 2, 0)

    return replace(sheet, cells=tuple(sorted(sheet.cells, key=place)))


def cleaned(sheet: Sheet, typed: Any) -> dict[str, str]:
    """The answers among what a browser sends: texts of cells of this sheet, none too long."""
    if not isinstance(typed, Mapping):
        return {}
    known = {c.key for c in sheet.cells}
    found = {k: v[: LONGEST + 1] for k, v in typed.items() if k in known and isinstance(v, str)}
    return {c.key: found[c.key] for c in sheet.cells if found.get(c.key, "").strip()}


def checked(filled: Filled, sheet: Sheet, typed: Any) -> Filled:
    """The sheet with these answers, marked."""
    answers = cleaned(sheet, typed)
    return Filled(answers, mark(sheet, answers), filled.stamp + 1)


def with_block(
    filled: Filled, sheet: Sheet, text: str, *, start: str | None = None, typed: Any = None
) -> Filled:
    """The sheet with a block from a spreadsheet in it, from the cell ``start`` on; not marked.

    typed: what stands in the fields by now. What cannot be read as a block is said in the notes.
    """
    before = filled.answers if typed is None else cleaned(sheet, typed)
    filled = replace(filled, answers=before, marking=None, stamp=filled.stamp + 1)
    try:
        block = read_block(in_reading_order(sheet), text, start=start)
    except DataError as problem:
        return replace(filled, notes=(f"The block was not filled in. {problem}",))
    notes = (f"From the block: {plural(len(block.answers), 'figure')}.", *block.notes)
    return replace(filled, answers=cleaned(sheet, before | block.answers), notes=notes)
