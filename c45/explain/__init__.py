"""Worked sums and reasons: any node and attribute, opened down to the counts it came from."""

from c45.explain.render_html import PARTS, escape_html, to_html
from c45.explain.render_latex import escape_latex, to_latex
from c45.explain.render_text import escape_markdown, to_markdown, to_text
from c45.explain.sums import LOG_UNITS, Line, LogUnit
from c45.explain.why import explain_row, why
from c45.explain.working import TableRow, Working, explain

__all__ = [
    "LOG_UNITS",
    "PARTS",
    "Line",
    "LogUnit",
    "TableRow",
    "Working",
    "escape_html",
    "escape_latex",
    "escape_markdown",
    "explain",
    "explain_row",
    "to_html",
    "to_latex",
    "to_markdown",
    "to_text",
    "why",
]
