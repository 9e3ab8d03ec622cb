"""The worked sums of ``c45.explain`` on the page: which lines a panel shows, and how they look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from c45.candidates import NodeReport
from c45.explain import LOG_UNITS, Line, Working, explain, to_latex, to_markdown, to_text
from c45.explain.render_html import spoken
from c45.explain.sums import Style, Term, written
from c45.export import palette
from c45.notation import MINUS
from c45.parameters import Parameters
from c45.splits import Split
from c45.tree import Node, Tree
from pages.shared.theme import escape

#: What leads to the number that decides, by criterion; all else can be unfolded.
DECIDING = {
    "information_gain": ("entropy_after", "information_gain", "penalty", "gain"),
    "gain_ratio": (
        *("entropy_after", "information_gain", "penalty", "gain", "split_info", "gain_ratio"),
    ),
    "gini": ("gini_after", "gini_gain"),
}


def unit_of(parameters: Parameters) -> tuple[float, str]:
    """What an entropy in bits is multiplied by to be shown, and the name of the unit."""
    unit = LOG_UNITS[parameters.log_base]
    return unit.per_bit, unit.name


def of_node(tree: Tree, node: Node, parameters: Parameters) -> Working:
    """How mixed a node is, worked out by itself: with as few digits as that alone takes."""
    alone = replace(node, split=None, children=(), report=NodeReport(), parent=None, branch=None)
    return explain(replace(tree, root=alone), node.id, log_base=parameters.log_base)


def of_attribute(tree: Tree, node: Node, attribute: str, parameters: Parameters) -> Working:
    """An attribute worked out at a node."""
    return explain(tree, node.id, attribute, log_base=parameters.log_base)


def of_split(tree: Tree, node: Node, split: Split, log_base: str) -> Working:
    """A split worked out at a node, with logarithms to a base."""
    return explain(tree, node.id, split=split, log_base=log_base)


def impurity(working: Working) -> str:
    """The one line that says how mixed a node is, by the criterion that decides. HTML."""
    quantity = "gini_before" if working.criterion == "gini" else "entropy_before"
    lines = [line for line in working.lines if line.quantity == quantity]
    if not lines:
        return "".join(f'<p class="mut">{escape(n)}</p>' for n in working.notes[:1])
    name = "Gini" if working.criterion == "gini" else "Entropy"
    return line_html(replace(lines[0], label=name), working.classes)


def steps(working: Working) -> str:
    """The lines that lead to the deciding number, then all others, folded; then the notes. HTML."""
    deciding = DECIDING[working.criterion]
    first = [line for line in working.lines if line.quantity in deciding]
    rest = [line for line in working.lines if line.quantity not in deciding]
    html = "".join(line_html(line, working.classes, strong=line is first[-1]) for line in first)
    if rest:
        folded = "".join(line_html(line, working.classes) for line in rest)
        html += f"<details><summary>All other sums, {len(rest)} more</summary>{folded}</details>"
    return html + "".join(f'<p class="mut small">{escape(note)}</p>' for note in working.notes)


def line_html(line: Line, classes: Sequence[str], *, strong: bool = False) -> str:
    """One line: ``label = sum = result``. The worth of each term stands under it, with its label."""
    worked = [t.factors[0].digits for t in line.sides[1]] if len(line.sides) > 1 else []
    under = iter(worked)
    k = len(classes)

    def term(t: Term, text: str) -> str:
        digits = next(under, "")
        if not t.label:
            return f'<span class="part">{text}</span>'
        words = " ".join(filter(None, (escape(t.label), digits)))
        colour, css = "", "term plain"
        if t.class_index is not None:
            i = palette.colour_index(t.class_index, k)
            token = "other" if i == palette.OTHER else f"c{i}"
            colour, css = f' style="--u:var(--dt-{token})"', "term"
        return f'<span class="{css}"{colour}><b>{text}</b><small>{words}</small></span>'

    equals = "≈" if line.about else "="
    body = written(line.sides[0], replace(_HTML, term=term))
    unit = f' <span class="unit">{escape(line.unit)}</span>' if line.unit else ""
    css = "res win" if strong else "res"
    result = f'<span class="{css}">{line.headline or line.result}{unit}</span>'
    if _rounds(line):
        result = f'<span class="part">{line.result}</span><span>≈</span>{result}'
    result = f'<span class="end"><span>{equals}</span>{result}</span>'
    flat = "" if any(t.label for t in line.sides[0]) else " flat"
    return (
        f'<div class="sum{flat}" role="math" aria-label="{escape(spoken(line))}">'
        f"<span>{escape(line.label)} =</span>{body}{result}</div>"
    )


def _rounds(line: Line) -> bool:
    """Whether the three places that pages quote are fewer than the result has: 0.9403, but not 0.9400."""
    return bool(line.headline) and Decimal(line.headline) != Decimal(line.result)


_HTML = Style(
    fraction=lambda top, bottom: (
        f'<span class="frac"><span>{top}</span><span>{bottom}</span></span>'
    ),
    log=lambda base, of: f"{'ln' if base == 'e' else f'log<sub>{base}</sub>'}&thinsp;{of}",
    squared=lambda of: f'<span class="par">(</span>{of}<span class="par">)</span><sup>2</sup>',
    group=lambda inside: f'<span class="par">(</span>{inside}<span class="par">)</span>',
    at_least_0=lambda inside: f"max(0, {inside})",
    plus='<span class="op">+</span>',
    minus=f'<span class="op">{MINUS}</span>',
    leading_minus=f'<span class="op">{MINUS}</span>',
    times="&thinsp;·&thinsp;",
    before_log="&thinsp;·&thinsp;",
)


def texts(working: Working) -> dict[str, str]:
    """The working as text to be copied, by kind."""
    return {
        "Markdown": to_markdown(working),
        "LaTeX": to_latex(working),
        "Text": to_text(working),
    }
