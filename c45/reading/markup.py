"""Tables copied from a web page, from Markdown, or drawn with lines of - and |."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from c45.errors import DataError
from c45.reading.limits import LIMITS, Limits, check_shape
from c45.reading.records import Record

_RULE = re.compile(r"[\s|+:=\-─━┄│┼├┤┌┐└┘┬┴╞╪╡]*[-─━=]{2,}[\s|+:=\-─━┄│┼├┤┌┐└┘┬┴╞╪╡]*")
_CELL = re.compile(r"(?:\\.|[^|\\])*")


def has_rules(text: str) -> bool:
    """Whether a text is a Markdown table or one drawn with + - |: bars, and a line of - below them.

    >>> has_rules("| a | b |\\n|---|:-:|\\n| x | 1 |"), has_rules("a|b\\n-|-\\n")
    (True, False)
    """
    if "|" not in text and "│" not in text:
        return False
    filled = [line for line in text.replace("│", "|").split("\n") if line.strip()]
    rules = [line for line in filled if _RULE.fullmatch(line) and ("|" in line or "+" in line)]
    barred = [line for line in filled if "|" in line and not _RULE.fullmatch(line)]
    return bool(rules) and len(barred) > 1


def ruled_records(text: str, limits: Limits = LIMITS) -> tuple[list[Record], list[str]]:
    """Lines of cells out of a Markdown table or one drawn with + - |, and notes. Raises DataError.

    >>> ruled_records("| a | b |\\n|---|:-:|\\n| x | 1 |")[0]
    [(1, ['a', 'b']), (3, ['x', '1'])]
    """
    lines = text.replace("│", "|").replace("┃", "|").split("\n")
    if len(lines) > limits.rows:
        barred = [line for line in lines if "|" in line]
        check_shape(len(barred) - sum(map(bool, map(_RULE.fullmatch, barred))) - 1, 1, limits)
    out: list[Record] = []
    skipped: list[str] = []
    gap = 0  # the first line with bars below a line without any
    for number, line in enumerate(lines, 1):
        if "|" not in line or _RULE.fullmatch(line):
            if gap > 0 and "|" in line:
                raise DataError(
                    f"There are two tables: a second one begins in line {gap}. Keep one of them."
                )
            if line.strip() and not _RULE.fullmatch(line):
                skipped.append(str(number))
            if out and gap == 0 and not _RULE.fullmatch(line):
                gap = -1
            continue
        if gap < 0:
            gap = number
        inside = line.strip()
        inside = inside.removeprefix("|")
        if inside.endswith("|") and not inside.endswith("\\|"):
            inside = inside[:-1]
        out.append((number, [_unescaped(cell) for cell in _cells(inside)]))
    word = "line" if len(skipped) == 1 else "lines"
    notes = [f"Outside the bars, {word} {', '.join(skipped[:6])} skipped."] if skipped else []
    return out, notes


def _cells(line: str) -> list[str]:
    if "\\" not in line:
        return line.split("|")
    cells, start = [], 0
    while True:
        match = _CELL.match(line, start)
        end = match.end()
        if end < len(line) and line[end] == "\\":  # a lone backslash at the end
            end = len(line)
        cells.append(line[start:end])
        if end >= len(line):
            return cells
        start = end + 1


def _unescaped(cell: str) -> str:
    return re.sub(r"\\([|\\`*_])", r"\1", cell.strip())


class _Tables(HTMLParser):
    """The cells of every table that is not inside another; scripts and styles are no text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[Record]] = []
        self.depth = self.silent = 0
        self.cell: list[str] | None = None
        self.spans: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.depth += 1
            if self.depth == 1:
                self.tables.append([])
        elif tag in ("script", "style", "template"):
            self.silent += 1
        elif self.depth != 1:
            return
        elif tag == "tr":
            self._close()
            self.tables[-1].append((self.getpos()[0], []))
        elif tag in ("td", "th"):
            self._close()
            if not self.tables[-1]:
                self.tables[-1].append((self.getpos()[0], []))
            self.cell = []
            for key, value in attrs:
                if key in ("colspan", "rowspan") and (value or "1").strip() != "1":
                    self.spans.append(key)
        elif tag == "br" and self.cell is not None:
            self.cell.append(" ")

    def handle_endtag(self, tag):
        if tag == "table":
            self._close()
            self.depth = max(self.depth - 1, 0)
        elif tag in ("script", "style", "template"):
            self.silent = max(self.silent - 1, 0)
        elif tag in ("td", "th", "tr") and self.depth == 1:
            self._close()

    def handle_data(self, data):
        if self.cell is not None and not self.silent:
            self.cell.append(data)

    def _close(self):
        if self.cell is not None:
            self.tables[-1][-1][1].append(" ".join("".join(self.cell).split()))
            self.cell = None


def html_records(text: str) -> tuple[list[Record], list[str]]:
    """Lines of cells out of the largest table of a web page, and notes. Raises DataError.

    >>> html_records("<table><tr><th>a<th>b<tr><td>x<td>1</table>")[0]
    [(1, ['a', 'b']), (2, ['x', '1'])]
    """
    parser = _Tables()
    parser.feed(text)
    parser.close()
    parser._close()
    tables = [[r for r in table if r[1]] for table in parser.tables]
    tables = [t for t in tables if len(t) > 1]
    if not tables:
        raise DataError("This web page (HTML) holds no table. Copy the table itself, or a CSV.")
    if parser.spans:
        raise DataError(
            "The HTML table has cells that span several columns or rows, so its columns cannot be "
            "told. Copy it into a spreadsheet, fill every cell, and use that."
        )
    notes = []
    best = max(range(len(tables)), key=lambda i: (sum(len(r[1]) for r in tables[i]), -i))
    if len(tables) > 1:
        notes.append(
            f"The page holds {len(tables)} tables; the largest is read, number {best + 1}."
        )
    return [(i, cells) for i, (_, cells) in enumerate(tables[best], 1)], notes
