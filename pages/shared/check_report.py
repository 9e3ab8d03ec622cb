"""The report of a published example: every printed figure, its verdict, and what follows from a wrong one.

Pure: HTML and tables out of a report. Every word of the example is quoted.
"""

from __future__ import annotations

import pandas as pd

from c45.check import (
    CONVENTION,
    CUT_OFF,
    FOLLOWS,
    NOT_CHECKED,
    RIGHT,
    ROUNDED_EARLY,
    UNREADABLE,
    WRONG,
    ExampleReport,
    FigureReport,
)
from c45.check.report import WORDS
from c45.notation import listed, plural, shown
from pages.shared.check_marks import LOOKS, badge, names_of, tally
from pages.shared.theme import escape

_FOLLOWS = "follows from a wrong one"


def lead(report: ExampleReport) -> str:
    """What the check found, in one sentence (not quoted)."""
    counts = report.tally
    n = len(report.figures)
    wrong, follow = counts.get(WRONG, 0), counts.get(FOLLOWS, 0)
    digits = sum(counts.get(w, 0) for w in (ROUNDED_EARLY, CUT_OFF, CONVENTION))
    parts = []
    if wrong:
        parts.append(f"{wrong} {'is' if wrong == 1 else 'are'} wrong")
    if follow:
        parts.append(f"{follow} {'follows' if follow == 1 else 'follow'} from a wrong one")
    if digits:
        parts.append(
            f"{digits} {'is' if digits == 1 else 'are'} off in the digits or the convention"
        )
    if counts.get(NOT_CHECKED):
        parts.append(f"{counts[NOT_CHECKED]} cannot be recomputed here")
    if counts.get(UNREADABLE):
        parts.append(f"{counts[UNREADABLE]} cannot be read")
    if not parts:
        return f"All {plural(n, 'printed figure')} are right."
    return f"Of {plural(n, 'printed figure')}, {listed(parts)}; {counts.get(RIGHT, 0)} agree."


def report_html(report: ExampleReport) -> str:
    """First the figures that are wrong, with what follows from them; then all figures in their order."""
    wrong = [f for f in report.figures if f.word in (WRONG, UNREADABLE)]
    digits = [f for f in report.figures if f.word in (ROUNDED_EARLY, CUT_OFF, CONVENTION)]
    body = ""
    if wrong:
        body += _card("Wrong in print", "".join(_wrong(report, f) for f in wrong))
    if digits:
        body += _card("Off in the digits or the convention", "".join(_one(f) for f in digits))
    rows = "".join(_row(f) for f in report.figures)
    heads = "".join(
        f'<th scope="col">{h}</th>' for h in ("Figure", "At", "Printed", "Right", "Verdict")
    )
    table = (
        f'<div class="scroll"><table class="ck-report"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
    return body + _card(
        "Every figure",
        table,
        f'<span class="ck-tally">{tally(report.tally, follows=_FOLLOWS)}</span>',
    )


def _card(title: str, body: str, aside: str = "") -> str:
    return (
        f'<section class="dt card ck-part" aria-label="{title}"><div class="head"><h2>{title}</h2>'
        f"{aside}</div>{body}</section>"
    )


def _one(f: FigureReport) -> str:
    name = names_of(f.verdict.kinds[:1])
    name = f"<b>{escape(name)}.</b> " if name else ""
    told = f.verdict.sentence or f"{LOOKS[f.word].word}."
    return (
        f'<div class="ck-one"><p>{badge(f.word)} <b>{escape(_what(f))}</b> at {escape(f.where)}, '
        f"printed as <q>{escape(f.printed)}</q>{_should(f)}</p><p>{name}{escape(told)}</p></div>"
    )


def _wrong(report: ExampleReport, f: FigureReport) -> str:
    after = report.consequences(f.index)
    tail = ""
    if after:
        items = "".join(
            f"<li>{escape(_what(c))} at {escape(c.where)}, printed as <q>{escape(c.printed)}</q>"
            f"{_should(c)}</li>"
            for c in after
        )
        n = plural(len(after), "figure")
        tail = f"<p>Because of it {n} more {'is' if len(after) == 1 else 'are'} wrong:</p><ul>{items}</ul>"
    return f'<div class="ck-one">{_one(f)}{tail}</div>'


def _should(f: FigureReport) -> str:
    text = right_text(f)
    return f", right is {escape(text)}" if text else ""


def _row(f: FigureReport) -> str:
    return (
        f"<tr><td>{escape(_what(f))}</td><td>{escape(f.where)}</td>"
        f'<td class="num">{escape(f.printed)}</td><td class="num">{escape(right_text(f))}</td>'
        f"<td>{badge(f.word, _FOLLOWS if f.word == FOLLOWS else '')}</td></tr>"
    )


def _what(f: FigureReport) -> str:
    words = WORDS.get(f.quantity, f.quantity.replace("_", " "))
    return words[:1].upper() + words[1:]


def right_text(f: FigureReport) -> str:
    """The right figure as it is written (not quoted), "" where it is not known."""
    if f.right is None:
        return ""
    if isinstance(f.right, (int, float)):
        return shown(float(f.right), 4)
    if isinstance(f.right, (tuple, list)) and all(isinstance(r, str) for r in f.right):
        return listed(f.right, "or")
    return ""


def report_table(report: ExampleReport) -> pd.DataFrame:
    """The report as a table to be saved: a line a figure, in the order of print."""
    return pd.DataFrame(
        [
            {
                "number": f.index + 1,
                "figure": _what(f),
                "at": f.where,
                "printed": f.printed,
                "right": right_text(f),
                "verdict": _FOLLOWS if f.word == FOLLOWS else LOOKS[f.word].word,
                "mistake": names_of(f.verdict.kinds[:1]),
                "follows from number": ", ".join(str(i + 1) for i in f.follows_from),
                "told": f.verdict.sentence,
            }
            for f in report.figures
        ]
    )
