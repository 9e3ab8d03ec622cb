"""A working as HTML in the look of the app: stacked fractions, and each sum in words for the ear."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from c45.explain.sums import Line, Style, Term, written
from c45.explain.working import TableRow, Working
from c45.notation import MINUS, one_line

_LOGS = {"2": "log<sub>2</sub>", "e": "ln", "10": "log<sub>10</sub>"}
_SPOKEN_LOGS = {"2": "log 2 of", "e": "the natural log of", "10": "log 10 of"}

#: What may be asked for, and the quantities in it.
PARTS = {
    "node": ("entropy_before",),
    "node_gini": ("gini_before",),
    "branches": ("entropy_branch",),
    "gain": ("entropy_after", "information_gain", "penalty", "gain"),
    "ratio": ("split_info", "gain_ratio"),
    "gini": ("gini_before", "gini_branch", "gini_after", "gini_gain"),
    "entropy": (
        *("entropy_before", "entropy_branch", "entropy_after", "information_gain"),
        *("penalty", "gain", "split_info", "gain_ratio"),
    ),
    "table": (),
    "notes": (),
}

#: A long name of a class or a branch is cut off under its term, so that it covers no other.
_LABEL = "max-width:7rem;overflow:hidden;text-overflow:ellipsis"

SPOKEN = Style(
    fraction=lambda top, bottom: f"{top} over {bottom}",
    log=lambda base, of: f"{_SPOKEN_LOGS[base]} {of}",
    squared=lambda of: f"{of} squared",
    group=lambda inside: f"open bracket {inside} close bracket",
    at_least_0=lambda inside: f"the larger of 0 and {inside},",
    plus=" plus ",
    minus=" minus ",
    leading_minus="minus ",
    times=" times ",
    before_log=" times ",
)


def escape_html(text: str) -> str:
    """Text that is only text in HTML, in an element or in a quoted attribute.

    >>> escape_html('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(one_line(text), quote=True)


def spoken(line: Line) -> str:
    """One sum in words, not escaped: ``Gain ratio is 0.247 over 1.577, which is 0.156``."""
    sides = ", which is ".join(written(side, SPOKEN) for side in line.sides)
    about = "about " if line.about else ""
    text = f"{line.label} is {sides}, which is {about}{line.result}"
    if line.headline:
        text += f", rounded {line.headline}"
    return f"{text} {line.unit}".rstrip()


def to_html(working: Working, part: str | Sequence[str] = "all") -> str:
    """A working, or parts of it, as HTML for the app's style sheet.

    part: a key of PARTS, several of them, or "all": the table, every sum, and the notes.
    Raises KeyError for another.
    """
    parts = ("table", "entropy", "gini", "notes") if part == "all" else part
    parts = (parts,) if isinstance(parts, str) else parts
    out = []
    for name in parts:
        wanted = PARTS[name]
        if name == "table":
            out.append(_table(working))
        elif name == "notes":
            out += [f'<p class="mut small">{escape_html(note)}</p>' for note in working.notes]
        out += [
            line_html(line, working.classes) for line in working.lines if line.quantity in wanted
        ]
    return f'<div class="dt working">{"".join(out)}</div>'


def line_html(line: Line, classes: Sequence[str] = ()) -> str:
    """One sum as HTML. Where classes are given, their terms are underlined in their colours."""
    labelled = any(term.label for side in line.sides for term in side)
    named, bare = _style(len(classes)), _style(len(classes), names=False)
    sides = "<span>=</span>".join(
        written(side, bare if i else named) for i, side in enumerate(line.sides)
    )
    end = f"{'≈' if line.about else '='} {line.result}"
    if line.headline:
        unit = f' <span class="unit">{escape_html(line.unit)}</span>' if line.unit else ""
        end += (
            ' <span class="mut small">rounded</span> '
            f'<span class="res">{line.headline}{unit}</span>'
        )
    css = "sum" if labelled else "sum flat"
    return (
        f'<div class="{css}" role="math" aria-label="{escape_html(spoken(line))}">'
        f"<span>{escape_html(line.label)} =</span>{sides}"
        f'<span style="white-space:nowrap">{end}</span></div>'
    )


def colour_token(class_index: int, n_classes: int) -> str:
    """The style sheet's name of a class colour: ten colours, or nine and "other" for more classes.

    The rule is that of the pictures (``export.palette.colour_index``); a test holds them together.

    >>> colour_token(9, 10), colour_token(9, 11)
    ('c9', 'other')
    """
    return f"c{class_index}" if class_index < (10 if n_classes <= 10 else 9) else "other"


def _style(n_classes: int, *, names: bool = True) -> Style:
    """names: whether each term says below what it stands for."""

    def term(term: Term, text: str) -> str:
        small = ""
        if names and term.label:
            label = escape_html(term.label)
            small = f'<small title="{label}" style="{_LABEL}">{label}</small>'
        if term.class_index is None or not n_classes:
            return f'<span class="term plain"><b>{text}</b>{small}</span>'
        colour = colour_token(term.class_index, n_classes)
        return f'<span class="term" style="--u:var(--dt-{colour})"><b>{text}</b>{small}</span>'

    return Style(
        fraction=lambda top, bottom: (
            f'<span class="frac"><span>{top}</span><span>{bottom}</span></span>'
        ),
        log=lambda base, of: f"{_LOGS[base]}&thinsp;{of}",
        squared=lambda of: f"({of})<sup>2</sup>",
        group=lambda inside: f'<span class="par">(</span>{inside}<span class="par">)</span>',
        at_least_0=lambda inside: f"max(0, {inside})",
        plus="<span>+</span>",
        minus=f"<span>{MINUS}</span>",
        leading_minus=f"<span>{MINUS}</span>",
        times="&thinsp;·&thinsp;",
        before_log="&thinsp;·&thinsp;",
        term=term,
    )


def _table(working: Working) -> str:
    def cell(text: str) -> str:
        return f"<td>{escape_html(text)}</td>"

    def row(r: TableRow) -> str:
        cells = "".join(map(cell, (*r.counts, r.total, r.entropy, r.gini)))
        return f'<tr class="{r.kind}"><th scope="row">{escape_html(r.label)}</th>{cells}</tr>'

    heads = [*working.classes, "Rows", f"Entropy, {working.unit.name}", "Gini index"]
    head = "".join(f'<th scope="col">{escape_html(h)}</th>' for h in heads)
    first = escape_html(working.attribute or "Rows here")
    body = "".join(map(row, working.rows))
    return (
        f'<div class="scroll"><table><thead><tr><th scope="col">{first}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
