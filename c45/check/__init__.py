"""A student's sums, checked: each figure of a node's working sheet, and the mistake named."""

from c45.check.example import example_table, read_example
from c45.check.judge import (
    CONVENTION,
    CUT_OFF,
    EMPTY,
    FOLLOWS,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    Diagnosis,
    Verdict,
    judge,
)
from c45.check.kinds import KINDS, Kind
from c45.check.marking import Mark, Marking, mark
from c45.check.paste import Pasted, blank_block, read_block
from c45.check.published import published_example, published_names
from c45.check.sheet import Cell, Sheet, sheet, sheet_of
from c45.check.text import NOT_CHECKED, ExampleReport, FigureReport, check_example, check_text
from c45.check.typed import Typed, read_typed

__all__ = [
    "CONVENTION",
    "CUT_OFF",
    "EMPTY",
    "FOLLOWS",
    "KINDS",
    "NOT_CHECKED",
    "RIGHT",
    "ROUNDED_EARLY",
    "UNREADABLE",
    "WRONG",
    "Cell",
    "Diagnosis",
    "ExampleReport",
    "FigureReport",
    "Kind",
    "Mark",
    "Marking",
    "Pasted",
    "Sheet",
    "Typed",
    "Verdict",
    "blank_block",
    "check_example",
    "check_text",
    "example_table",
    "judge",
    "mark",
    "published_example",
    "published_names",
    "read_block",
    "read_example",
    "read_typed",
    "sheet",
    "sheet_of",
]
