"""A working as LaTeX, to be pasted into a document that uses the amsmath package."""

from __future__ import annotations

from c45.explain.render_text import families
from c45.explain.sums import Line, Style, Sum, written
from c45.explain.working import Working
from c45.notation import one_line

_LOGS = {"2": r"\log_{2}", "e": r"\ln", "10": r"\log_{10}"}

MATHS = Style(
    fraction=lambda top, bottom: rf"\frac{{{top}}}{{{bottom}}}",
    log=lambda base, of: rf"{_LOGS[base]}{' ' if of[0].isdigit() else ''}{of}",
    squared=lambda of: rf"\left({of}\right)^{{2}}",
    group=lambda inside: rf"\left({inside}\right)",
    at_least_0=lambda inside: rf"\max\left(0, {inside}\right)",
    plus=" + ",
    minus=" - ",
    leading_minus="-",
    times=r" \times ",
    before_log="",
)

#: So many terms of a sum stand on one line.
_TERMS_A_LINE = 4

#: What has a meaning in LaTeX, or (square brackets and stars, after a line end in a table) may get one.
_MEANING = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",
    "`": r"\`{}",
    "'": "{'}",
    "-": "{-}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "\N{MINUS SIGN}": "$-$",
    "\N{ALMOST EQUAL TO}": r"$\approx$",
    "\N{EN DASH}": "{--}",
}
_TABLE = str.maketrans(_MEANING)


def escape_latex(text: str) -> str:
    r"""Text that is only text in LaTeX, in a paragraph, a table cell or ``\text{}``.

    >>> print(escape_latex(r"50% & \x_1"))
    50\% \& \textbackslash{}x\_1
    """
    return one_line(text).translate(_TABLE)


def to_latex(working: Working) -> str:
    """A working as LaTeX: a table, and the sums aligned at their equals signs."""
    blocks = [
        rf"\paragraph{{{escape_latex(working.title)}}}",
        escape_latex(working.where),
        _table(working),
    ]
    for heading, lines in families(working):
        body = " \\\\\n".join(row for line in lines for row in _rows(line))
        blocks.append(f"{heading}:\n\\begin{{align*}}\n{body}\n\\end{{align*}}")
    blocks += [escape_latex(note) for note in working.notes]
    return "% Needs \\usepackage{amsmath}.\n" + "\n\n".join(blocks) + "\n"


def _table(working: Working) -> str:
    def row(*cells: str) -> str:
        return " & ".join(map(escape_latex, cells)) + r" \\"

    lines = [
        rf"\begin{{tabular}}{{l{'r' * (len(working.classes) + 3)}}}",
        row("", *working.classes, "rows", f"entropy, {working.unit.name}", "Gini index"),
        r"\hline",
        *(row(r.label, *r.counts, r.total, r.entropy, r.gini) for r in working.rows),
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _rows(line: Line) -> list[str]:
    """One sum as rows of an aligned block."""
    rows = []
    for i, side in enumerate(line.sides):
        for j, part in enumerate(_broken(side)):
            left = rf"\text{{{escape_latex(line.label)}}} " if i == j == 0 else ""
            sign = r"\quad" if j else "="
            rows.append(rf"{left}&{sign} {part}")
    sign = r"\approx" if line.about else "="
    end = rf"&{sign} {line.result}"
    if line.headline:
        unit = rf"\ \text{{{escape_latex(line.unit)}}}" if line.unit else ""
        end += rf"\text{{, rounded }}\mathbf{{{line.headline}}}{unit}"
    return [*rows, end]


def _broken(side: Sum) -> list[str]:
    """A sum, a few terms at a time; every part but the first begins with its sign."""
    parts = []
    for start in range(0, len(side), _TERMS_A_LINE):
        terms = side[start : start + _TERMS_A_LINE]
        sign = "{} + " if start and not terms[0].minus else ""
        parts.append(sign + written(terms, MATHS))
    return parts
