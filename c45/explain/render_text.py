"""A working as plain text and as Markdown."""

from __future__ import annotations

import re

from c45.explain.sums import Line, Style, written
from c45.explain.working import TableRow, Working
from c45.notation import MINUS, one_line

LOG_WORDS = {"2": "log2", "e": "ln", "10": "log10"}

PLAIN = Style(
    fraction=lambda top, bottom: f"({top})/{bottom}" if "l" in top else f"{top}/{bottom}",
    log=lambda base, of: f"{LOG_WORDS[base]} {of}",
    squared=lambda of: f"({of})²",
    group=lambda inside: f"({inside})",
    at_least_0=lambda inside: f"max(0, {inside})",
    plus=" + ",
    minus=f" {MINUS} ",
    leading_minus=MINUS,
    times=" × ",
    before_log=" ",
)


def to_text(working: Working) -> str:
    """A working as plain text: where, the contingency table, and one line a sum.

    Names from data are kept on one line; control characters are written as ``\\n``, ``\\x07``.
    """
    blocks = [one_line(working.title), one_line(working.where)]
    blocks.append(_aligned(_cells(working)))
    for heading, lines in families(working):
        blocks.append("\n".join([heading, *(f"  {line_text(line)}" for line in lines)]))
    blocks += [one_line(note) for note in working.notes]
    return "\n\n".join(blocks) + "\n"


def to_markdown(working: Working) -> str:
    """A working as Markdown: a table (as GitHub has it) and lists of sums."""
    cells = [[escape_markdown(cell) for cell in row] for row in _cells(working)]
    rule = [":--", *["--:"] * (len(cells[0]) - 1)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (cells[0], rule, *cells[1:]))
    blocks = [
        f"### {escape_markdown(working.title)}",
        escape_markdown(working.where),
        table,
    ]
    for heading, lines in families(working):
        items = [
            f"- {escape_markdown(line.label)}: {chain(line)}{_rounded(line, '**')}"
            for line in lines
        ]
        blocks.append("\n".join([f"**{heading}**", "", *items]))
    blocks += [escape_markdown(note) for note in working.notes]
    return "\n\n".join(blocks) + "\n"


def escape_markdown(text: str) -> str:
    r"""Text that is only text in Markdown, also in a table cell and with Streamlit's extensions.

    Every mark of ASCII gets a backslash; what breaks lines or hides is written out first.

    >>> print(escape_markdown("a|b *c* <i> $x$"))
    a\|b \*c\* \<i\> \$x\$
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", one_line(text).strip())


def families(working: Working) -> list[tuple[str, list[Line]]]:
    """The sums under their two headings."""
    gini = [line for line in working.lines if line.quantity.startswith("gini")]
    rest = [line for line in working.lines if not line.quantity.startswith("gini")]
    headed = (("Entropy and information gain", rest), ("Gini index", gini))
    return [(heading, lines) for heading, lines in headed if lines]


def line_text(line: Line) -> str:
    """One sum: ``Gain ratio: 0.24675/1.57741 = 0.15643, rounded 0.156``."""
    return f"{one_line(line.label)}: {chain(line)}{_rounded(line)}"


def chain(line: Line) -> str:
    """The sides and the result: ``0.94029 − 0.69354 = 0.24675``."""
    sides = " = ".join(written(side, PLAIN) for side in line.sides)
    return f"{sides} {'≈' if line.about else '='} {line.result}"


def _rounded(line: Line, mark: str = "") -> str:
    if not line.headline:
        return ""
    return f", rounded {mark}{line.headline}{mark}{' ' + line.unit if line.unit else ''}"


def _cells(working: Working) -> list[list[str]]:
    """The contingency table as cells of text, the heads first."""
    heads = ["", *working.classes, "rows", f"entropy, {working.unit.name}", "Gini index"]

    def cells(row: TableRow) -> list[str]:
        return [row.label, *row.counts, row.total, row.entropy, row.gini]

    return [heads, *map(cells, working.rows)]


def _aligned(rows: list[list[str]]) -> str:
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = (
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))])
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
