"""The working sheet as HTML: a card a step of the work, with a field for every figure.

Pure: an HTML text out of a sheet, the student's answers and their marks. Every word from the data is
quoted. The same layout with ``solved=True`` holds the right figures in place of the fields.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from c45.check import Cell, Mark, Marking, Sheet
from c45.check.facts import SplitFacts
from c45.explain import LOG_UNITS
from c45.notation import count, listed, plain, plural, shown
from c45.splits import ThresholdSplit
from pages.shared.check_marks import badge, said, summary, worth_saying
from pages.shared.theme import escape, fill_of

#: What stands before the lines below a table, by the last part of a cell's key.
_LINES = {
    "threshold": "Threshold",
    "before": "{measure} of the rows with a known value",
    "known": "Share of the rows with a known value",
    "after": "{measure} after the split",
    "gain": "Gain",
    "split_info": "Split information",
    "gain_ratio": "Gain ratio",
}
#: Counted or cut, and so written as they are.
_BARE = frozenset({"n", "count", "branch_n", "branch_count", "threshold"})


def sheet_html(
    sheet: Sheet,
    answers: dict[str, str],
    marking: Marking | None = None,
    *,
    solved: bool = False,
    notes: Sequence[str] = (),
) -> str:
    """The whole sheet. marking: of these answers; None before the first check.

    notes: sentences about what was filled in for the student (not quoted).
    """
    writer = _Writer(sheet, answers, marking, solved)
    top = ""
    if notes:
        items = "".join(f"<p>{escape(note)}</p>" for note in notes)
        top += f'<div class="dt"><div class="note" role="note">{items}</div></div>'
    if marking is not None:
        top += summary(marking, answers)
    parts = [writer.node()]
    parts += [writer.attribute(i, split) for i, split in enumerate(sheet.facts.splits)]
    parts.append(writer.choice())
    body = f'{top}<div class="ck-parts">{"".join(parts)}</div>'
    return body if solved else body + _bar(sheet, answers)


def solution_html(sheet: Sheet) -> str:
    """The sheet with every figure filled in right."""
    return sheet_html(sheet, {}, solved=True)


def rows_html(table: pd.DataFrame) -> str:
    """Rows as a plain table, as a student has them on paper; a cell without a value is a question mark."""
    heads = "".join(f'<th scope="col">{escape(c)}</th>' for c in table.columns)
    lines = []
    for row in table.itertuples(index=False, name=None):
        cells = "".join(f"<td>{escape(_cell_text(v))}</td>" for v in row)
        lines.append(f"<tr>{cells}</tr>")
    return (
        f'<div class="scroll"><table class="rows"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _cell_text(value: object) -> str:
    if isinstance(value, float):
        return "?" if value != value else plain(value)
    return str(value)


def _bar(sheet: Sheet, answers: dict[str, str]) -> str:
    """What stays in sight: how far the work is, and what checks it."""
    return (
        '<div class="dt ck-bar"><button type="button" class="ck-check" data-check>Check</button>'
        f'<span class="mut"><span data-filled>{len(answers)}</span> of {len(sheet.cells)} filled</span>'
        '<span class="mut small ck-keys">Tab or Enter: next field. Ctrl+Enter: check.</span>'
        '<button type="button" class="ck-clear" data-clear>Empty the sheet</button></div>'
    )


class _Writer:
    def __init__(
        self, sheet: Sheet, answers: dict[str, str], marking: Marking | None, solved: bool
    ):
        self.sheet, self.facts, self.answers = sheet, sheet.facts, answers
        self.marks = {} if marking is None else {m.cell.key: m for m in marking.marks}
        self.solved = solved
        self.cells = {c.key: c for c in sheet.cells}
        self.measure = "Gini index" if self.facts.family == "gini" else "Entropy"
        unit = "" if self.facts.family == "gini" else f", {LOG_UNITS[sheet.unit].name}"
        self.measure_head = f"{'Gini' if self.facts.family == 'gini' else 'Entropy'}{unit}"

    def node(self) -> str:
        """The rows of the node: a table of one line."""
        keys = [f"count:{k}" for k in range(len(self.facts.classes))] + ["n", "before"]
        row = f'<tr><th scope="row">All rows here</th>{self._tds(keys)}</tr>'
        start = "" if self.solved else "Begin here: count the rows of each class."
        return self._card(1, "The node", self._formulas() + self._table("Node", row), keys, start)

    def _formulas(self) -> str:
        """How each kind of figure is worked out, folded."""
        if self.solved:
            return ""
        formulas = {self.measure: self.cells["before"].formula}
        for key, cell in self.cells.items():
            name = key.rpartition(":")[2]
            if name in _LINES and name != "before" and cell.formula:
                formulas.setdefault(self._words(name), cell.formula)
        items = "".join(f"<dt>{w}</dt><dd>{escape(f)}</dd>" for w, f in formulas.items())
        return f'<details class="ck-formulas"><summary>The formulas</summary><dl>{items}</dl></details>'

    def _words(self, name: str) -> str:
        if name == "gain" and self.facts.family == "gini":
            return "Drop of the Gini index"
        return _LINES[name].format(measure=self.measure)

    def attribute(self, i: int, split: SplitFacts) -> str:
        """One attribute: a line a branch, then what is made from them."""
        a, rows, keys = f"a{i}", [], []
        continuous = isinstance(split.split, ThresholdSplit)
        for b in range(len(split.table)):
            if f"{a}:b{b}:n" not in self.cells:
                continue
            mine = [f"{a}:b{b}:count:{k}" for k in range(len(self.facts.classes))]
            mine += [f"{a}:b{b}:n", f"{a}:b{b}:branch"]
            words = ("at most it", "above it")[b] if continuous else split.split.words(b)
            rows.append(
                f'<tr><th scope="row" title="{escape(words)}">{escape(words)}</th>{self._tds(mine)}</tr>'
            )
            keys += mine
        below = [n for n in _LINES if n != "threshold" and f"{a}:{n}" in self.cells]
        rows += [self._line(f"{a}:{name}") for name in below]
        above = self._line(f"{a}:threshold") if continuous else ""
        keys = [f"{a}:threshold", *keys, *(f"{a}:{n}" for n in below)]
        aside = ""
        if sum(split.missing):
            aside = f"{plural(sum(split.missing), 'row')} without a value"
        body = self._table("Branch", above + "".join(rows))
        return self._card(i + 2, split.attribute, body, keys, aside)

    def choice(self) -> str:
        cell = self.cells["choice"]
        names = [s.attribute for s in self.facts.splits]
        if self.solved:
            line = (
                f'<div class="ck-line"><span>{escape(cell.label)}</span>{self._field(cell)}</div>'
            )
            return self._card(len(names) + 2, "The choice", line, [], "")
        options = "".join(f'<option value="{escape(n)}"></option>' for n in names)
        line = f'<div class="ck-line"><span>{escape(cell.label)}</span>{self._field(cell, "ck-names")}</div>'
        body = f'{line}<datalist id="ck-names">{options}</datalist>'
        words = "The name of one attribute; of several that tie, any of them."
        return self._card(len(names) + 2, "The choice", body, ["choice"], words)

    def _card(self, number: int, title: str, body: str, keys: Sequence[str], aside: str) -> str:
        found = [self.marks[k] for k in keys if k in self.marks]
        talk = "".join(self._said(m) for m in found if worth_saying(m))
        talk = f'<div class="ck-said">{talk}</div>' if talk else ""
        aside = f'<span class="mut small">{escape(aside)}</span>' if aside else ""
        return (
            f'<section class="dt card ck-part" aria-label="{escape(title)}"><div class="head">'
            f'<h2><span class="ck-no">{number}</span>{escape(title)}</h2>{aside}</div>{body}{talk}</section>'
        )

    def _said(self, mark: Mark) -> str:
        return said(mark, self.answers.get(mark.cell.key, ""))

    def _table(self, first: str, rows: str) -> str:
        classes = self.facts.classes
        heads = "".join(
            f'<th scope="col" title="{escape(c)}"><i style="{fill_of(k, len(classes))}"></i>{escape(c)}</th>'
            for k, c in enumerate(classes)
        )
        corner = f'<th scope="col">{first}</th>'
        return (
            f'<div class="scroll"><table class="ck"><thead><tr>{corner}{heads}<th scope="col">Rows</th>'
            f'<th scope="col">{escape(self.measure_head)}</th></tr></thead><tbody>{rows}</tbody></table></div>'
        )

    def _tds(self, keys: Sequence[str]) -> str:
        return "".join(f"<td>{self._field(self.cells[k])}</td>" for k in keys)

    def _line(self, key: str) -> str:
        """A figure of the whole attribute, as a line of its table: the field stands in the last column."""
        cell, name = self.cells[key], key.rpartition(":")[2]
        words = self._words(name)
        across = len(self.facts.classes) + 2
        return (
            f'<tr class="line"><th scope="row" colspan="{across}">{words}</th>'
            f"<td>{self._field(cell)}</td></tr>"
        )

    def _field(self, cell: Cell, options: str = "") -> str:
        """The field of one figure with its mark; in the solution, the figure."""
        if self.solved:
            return f'<span class="ck-right">{escape(solved_text(cell))}</span>'
        mark = self.marks.get(cell.key)
        marked = mark is not None and self.answers.get(cell.key, "").strip()
        verdict = badge(mark.word) if marked else ""
        wrong = ' aria-invalid="true"' if marked and 'class="ck-vd bad"' in verdict else ""
        spot = f"ck-{cell.key}"
        told = f' aria-describedby="{escape(spot)}"' if marked else ""
        wide = " wide" if cell.quantity == "choice" else ""
        few = " few" if cell.quantity in _BARE and cell.quantity != "threshold" else ""
        listing = f' list="{options}"' if options else ""
        return (
            f'<span class="ck-cell{wide}{few}"><input type="text" autocomplete="off" spellcheck="false" '
            f'autocapitalize="off" maxlength="120" data-key="{escape(cell.key)}"{listing}{told}{wrong} '
            f'aria-label="{escape(cell.label)}" value="{escape(self.answers.get(cell.key, ""))}">'
            f'<span id="{escape(spot)}" class="ck-mark">{verdict}</span></span>'
        )


def solved_text(cell: Cell) -> str:
    """The right figure as it is written (not quoted)."""
    if cell.quantity == "choice":
        return listed(cell.accepted, "or") or "none: this is a leaf"
    if cell.quantity in _BARE and cell.value is not None:
        return count(cell.value)
    return shown(cell.value)
