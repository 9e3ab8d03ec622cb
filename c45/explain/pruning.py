"""The arithmetic of one pruning step: each estimate as sums in which the digits shown add up.

A line is a label, an expression with its numbers filled in, and the result. ``explain_pruning`` gives
them as plain data; ``pruning_text``, ``pruning_markdown`` and ``pruning_latex`` write them out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from c45.error_limits import FORMULAS, added_errors, normal_deviate, table_deviate
from c45.explain.render_latex import escape_latex
from c45.explain.render_text import escape_markdown
from c45.notation import MINUS, rounded, shown
from c45.parameters import Parameters
from c45.pruning import Estimate, PruningStep
from c45.pruning.pessimistic import MARGIN
from c45.pruning.record import KEEP, LEAF, RAISE

MOST_PLACES = 12


@dataclass(frozen=True)
class PruningLine:
    """One line: ``label: text = result``. latex: the expression and its result in LaTeX.

    about: True where no number of places up to 12 makes the digits shown add up; then ≈ is shown.
    """

    label: str
    text: str
    latex: str
    result: str
    about: bool = False

    @property
    def sign(self) -> str:
        return "≈" if self.about else "="


@dataclass(frozen=True)
class PruningWorking:
    """One step worked out. parts: heading and lines, as (title, lines); then the decision in words."""

    question: str
    parts: tuple[tuple[str, tuple[PruningLine, ...]], ...]
    decision: str

    def __iter__(self) -> Iterator[PruningLine]:
        for _, lines in self.parts:
            yield from lines


def explain_pruning(step: PruningStep, parameters: Parameters) -> PruningWorking:
    """A step of any kind of pruning, worked out.

    >>> leaf, subtree = Estimate(16, 1, 1.50689), Estimate(16, 0, 3.27260)
    >>> step = PruningStep(
    ...     0, "pessimistic", "x <= 1", "yes", leaf, subtree, (subtree,), "leaf", "It becomes a leaf."
    ... )
    >>> working = explain_pruning(step, Parameters(pruning="pessimistic"))
    >>> [f"{line.text} = {line.result}" for line in working][3]
    '1 + 1.507 = 2.507'
    """
    if step.kind == "pessimistic":
        parts = _pessimistic(step, parameters)
    elif step.kind == "cost_complexity":
        parts = [("The weakest link", _link(step))]
    else:
        parts = [
            ("As a leaf", [_errors(step.as_leaf)]),
            ("As it stands", [_sum_line("Errors counted", [b.e for b in step.branches])]),
        ]
    return PruningWorking(
        step.question, tuple((t, tuple(lines)) for t, lines in parts), step.sentence
    )


def other_formulas(estimate: Estimate, confidence: float) -> dict[str, float | None]:
    """The errors added to one estimate by each formula that goes by the name; None where undefined.

    >>> {k: round(v, 3) for k, v in other_formulas(Estimate(6, 0), 0.25).items()}
    {'release_8': 1.238, 'j48': 1.238, 'binomial': 1.238, 'normal': 0.423}
    """
    found: dict[str, float | None] = {}
    for name in FORMULAS:
        try:
            found[name] = added_errors(estimate.n, estimate.e, confidence, formula=name)
        except ValueError:  # J48 takes no confidence above 0.5
            found[name] = None
    return found


def _pessimistic(step: PruningStep, parameters: Parameters) -> list[tuple[str, list[PruningLine]]]:
    parts = [("As a leaf", _estimate_lines(step.as_leaf, parameters))]
    totals = [b.total for b in step.branches]
    below = [line for k, b in enumerate(step.branches) for line in _branch(k, b, parameters)]
    total = _sum_line("Errors to expect, branch by branch", totals)
    parts.append(("As it stands", [*below, total]))
    if step.raised is not None and math.isfinite(step.raised.total):
        line = _sum_line("Errors to expect", [step.raised.e, step.raised.extra])
        parts.append(("Replaced by its largest branch", [line]))
    return parts


def _branch(k: int, estimate: Estimate, parameters: Parameters) -> list[PruningLine]:
    """What one branch adds up to: by the formula where it is a leaf, else its leaves together."""
    n, e = estimate.n, estimate.e
    if n <= 0:
        return []
    name = f"Branch {k + 1} ({_digits(e, 2)} of {_digits(n, 2)} wrong)"
    added = added_errors(n, e, parameters.confidence, formula=parameters.error_formula)
    if abs(added - estimate.extra) > 1e-12:
        return [_sum_line(f"{name}, its leaves together", [e, estimate.extra])]
    lines = _added(n, e, parameters)
    if e >= 1e-6:
        lines.append(_sum_line("Errors to expect", [e, added]))
    return [replace(x, label=f"{name}: {x.label[0].lower()}{x.label[1:]}") for x in lines]


def why_decided(step: PruningStep) -> str:
    """The rule that the decision follows, as one sentence.

    >>> leaf, subtree = Estimate(16, 1, 1.55), Estimate(16, 0, 2.5)
    >>> why_decided(PruningStep(0, "pessimistic", "x", "yes", leaf, subtree, (subtree,), "leaf", ""))
    'A leaf is the smaller tree, and may expect up to 0.1 errors more than the others.'
    """
    if step.kind == "cost_complexity":
        return "No other link gives up less for each leaf it saves: it is the weakest."
    if step.kind == "reduced_error":
        if step.decision == KEEP:
            return "As a leaf it would do no better on the held-out rows."
        equal = abs(step.as_leaf.e - step.as_subtree.e) < 1e-9
        more = "no more" if equal else "fewer"
        return f"As a leaf it makes {more} errors on the held-out rows, and it is the smaller tree."
    least = min(e.total for e in (step.as_subtree, step.raised) if e is not None)
    if step.decision == LEAF and step.as_leaf.total > least:
        return (
            f"A leaf is the smaller tree, and may expect up to {_digits(MARGIN, 1)} errors "
            "more than the others."
        )
    if step.decision == LEAF:
        return "As a leaf it expects no more errors than otherwise, and it is the smaller tree."
    if step.decision == RAISE and step.raised.total > step.as_subtree.total:
        return (
            f"A raised branch is the smaller tree, and may expect up to {_digits(MARGIN, 1)} "
            "errors more than the subtree."
        )
    if step.decision == RAISE:
        return "The largest branch alone expects no more errors than the subtree does."
    return f"Any smaller tree expects over {_digits(MARGIN, 1)} errors more."


def _errors(estimate: Estimate) -> PruningLine:
    n, e = _digits(estimate.n, 2), _digits(estimate.e, 2)
    return PruningLine("Errors counted", f"{e} of {n} rows", rf"{e}\ \text{{of}}\ {n}", e)


def _estimate_lines(estimate: Estimate, parameters: Parameters) -> list[PruningLine]:
    """Errors counted, errors added by the formula, and their sum."""
    return [
        _errors(estimate),
        *_added(estimate.n, estimate.e, parameters),
        _sum_line("Errors to expect", [estimate.e, estimate.extra]),
    ]


def _added(n: float, e: float, parameters: Parameters) -> list[PruningLine]:
    formula, cf = parameters.error_formula, parameters.confidence
    added = added_errors(n, e, cf, formula=formula)
    if n <= 0:
        return [PruningLine("Added errors", "no rows", r"\text{no rows}", "0")]
    if formula in ("binomial", "normal"):
        return _by_share(n, e, added, *_limit_words(formula, n, e, cf))
    deviate = table_deviate(cf) if formula == "release_8" else normal_deviate(cf)
    nearly_one = 0.9999 if formula == "release_8" else 1.0
    if e < 1e-6:
        return [
            _line(
                "Added errors, none being wrong",
                lambda d: f"{d(n)} × (1 {MINUS} {d(cf)}^(1/{d(n)}))",
                lambda d: rf"{d(n)} \left(1 - {d(cf)}^{{1/{d(n)}}}\right)",
                lambda v: v(n) * (1 - v(cf) ** (1 / v(n))),
                added,
            )
        ]
    if e < nearly_one:
        none = added_errors(n, 0, cf, formula=formula)
        one = added_errors(n, 1, cf, formula=formula)
        return [
            _line(
                f"Added errors, between those for none and for one wrong "
                f"({shown(none)} and {shown(one)})",
                lambda d: f"{d(none)} + {d(e)} × ({d(one)} {MINUS} {d(none)})",
                lambda d: f"{d(none)} + {d(e)} ({d(one)} - {d(none)})",
                lambda v: v(none) + v(e) * (v(one) - v(none)),
                added,
            )
        ]
    if e + 0.5 >= n:
        if formula == "j48":
            return [
                _line(
                    "Added errors, nearly all being wrong",
                    lambda d: f"{d(n)} {MINUS} {d(e)}",
                    lambda d: f"{d(n)} - {d(e)}",
                    lambda v: v(n) - v(e),
                    added,
                )
            ]
        return [
            _line(
                "Added errors, nearly all being wrong",
                lambda d: f"0.67 × ({d(n)} {MINUS} {d(e)})",
                lambda d: f"0.67 ({d(n)} - {d(e)})",
                lambda v: 0.67 * (v(n) - v(e)),
                added,
            )
        ]
    q, f = deviate * deviate, e + 0.5
    share = (f + q / 2 + math.sqrt(q * (f * (1 - f / n) + q / 4))) / (n + q)
    label = "Upper limit of the error rate p, with q = z² and f = e + 1/2"
    first = _line(
        label,
        lambda d: (
            f"({d(f)} + {d(q)}/2 + √({d(q)} × ({d(f)} × (1 {MINUS} {d(f)}/{d(n)}) + {d(q)}/4)))"
            f" / ({d(n)} + {d(q)})"
        ),
        lambda d: (
            rf"\frac{{{d(f)} + {d(q)}/2 + \sqrt{{{d(q)}\left({d(f)}\left(1 - {d(f)}/{d(n)}\right)"
            rf" + {d(q)}/4\right)}}}}{{{d(n)} + {d(q)}}}"
        ),
        lambda v: (
            (v(f) + v(q) / 2 + math.sqrt(v(q) * (v(f) * (1 - v(f) / v(n)) + v(q) / 4)))
            / (v(n) + v(q))
        ),
        share,
        least=5,
    )
    return [first, *_times(n, e, share, added)]


def _limit_words(formula: str, n: float, e: float, cf: float) -> tuple[str, str, str]:
    """What the share p is, in words and in both notations, for the two formulas that quote it."""
    at = f"{_digits(e, 4)} or fewer wrong of {_digits(n, 4)}"
    if formula == "binomial":
        return (
            f"The error rate p at which {at} has probability {_digits(cf, 4)}",
            "p",
            "p",
        )
    z = shown(normal_deviate(cf), 4)
    return f"Upper limit of the error rate p by the normal approximation, z = {z}", "p", "p"


def _by_share(n, e, added, label: str, text: str, latex: str) -> list[PruningLine]:
    share = (e + added) / n
    return [PruningLine(label, text, latex, shown(share, 5)), *_times(n, e, share, added)]


def _times(n: float, e: float, share: float, added: float) -> list[PruningLine]:
    return [
        _line(
            f"Added errors, n p {MINUS} e",
            lambda d: f"{d(n)} × {d(share)} {MINUS} {d(e)}",
            lambda d: rf"{d(n)} \times {d(share)} - {d(e)}",
            lambda v: v(n) * v(share) - v(e),
            added,
        )
    ]


def _link(step: PruningStep) -> list[PruningLine]:
    """(R(leaf) - R(subtree)) / (leaves - 1): Breiman et al. 1984, section 3.3."""
    leaf, tree, more = step.as_leaf.total, step.as_subtree.total, step.n_leaves - 1
    return [
        _line(
            "Cost per leaf saved",
            lambda d: f"({d(leaf)} {MINUS} {d(tree)}) / ({step.n_leaves} {MINUS} 1)",
            lambda d: rf"\frac{{{d(leaf)} - {d(tree)}}}{{{step.n_leaves} - 1}}",
            lambda v: (v(leaf) - v(tree)) / more,
            step.alpha,
            least=4,
        )
    ]


def _sum_line(label: str, parts: list[float]) -> PruningLine:
    return _line(
        label,
        lambda d: " + ".join(map(d, parts)) or "0",
        lambda d: " + ".join(map(d, parts)) or "0",
        lambda v: sum(map(v, parts)),
        sum(parts),
    )


def _digits(value: float, places: int) -> str:
    """A number with at most so many places: a whole one without any."""
    return shown(value, 0) if float(value).is_integer() else shown(value, places)


def _line(
    label: str,
    text: Callable,
    latex: Callable,
    worth: Callable,
    result: float,
    *,
    least: int = 3,
) -> PruningLine:
    """A line with the fewest places at which its own digits give its result.

    text, latex: write the expression, given how a number is written; worth: works it out, given how a
    number is read.
    """
    for places in range(least, MOST_PLACES + 1):
        for more in (0, 2, 4):  # what goes in may need a few places more than what comes out
            given = places + more

            def written(value: float, given=given) -> str:
                return _digits(value, given)

            def read(value: float, given=given) -> float:
                return float(_digits(value, given).replace(MINUS, "-"))

            if rounded(worth(read), places) == rounded(result, places):
                return PruningLine(
                    label, text(written), _tex(latex(written)), _digits(result, places)
                )

    def short(value: float) -> str:
        return _digits(value, 4)

    return PruningLine(label, text(short), _tex(latex(short)), _digits(result, 4), about=True)


def _tex(text: str) -> str:
    return text.replace(MINUS, "-")


def pruning_text(working: PruningWorking) -> str:
    """A step as plain text."""
    out = [working.question, ""]
    for title, lines in working.parts:
        out.append(title)
        out += [f"  {line.label}: {line.text} {line.sign} {line.result}" for line in lines]
    return "\n".join([*out, "", working.decision, ""])


def pruning_markdown(working: PruningWorking) -> str:
    """A step as Markdown."""
    out = [f"**{escape_markdown(working.question)}**", ""]
    for title, lines in working.parts:
        out += [f"*{title}*", ""]
        out += [
            f"- {line.label}: {escape_markdown(line.text)} {line.sign} {line.result}"
            for line in lines
        ]
        out.append("")
    return "\n".join([*out, escape_markdown(working.decision), ""])


def pruning_latex(working: PruningWorking) -> str:
    """A step as LaTeX, for a document that loads amsmath."""
    out = [rf"\textbf{{{escape_latex(working.question)}}}", ""]
    for title, lines in working.parts:
        out.append(rf"\emph{{{title}}}")
        for line in lines:
            sign = r"\approx" if line.about else "="
            out.append(
                rf"\[ \text{{{escape_latex(line.label)}: }} {line.latex} {sign} "
                rf"{_tex(line.result)} \]"
            )
    return "\n".join([*out, escape_latex(working.decision), ""])
