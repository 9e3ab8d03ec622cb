"""The panels of the Prune page: estimates, sums, scores, the path of alpha. No Streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from c45 import AlphaStep, Estimate, Parameters, PruningStep, Tree
from c45.evaluate import Evaluation
from c45.explain.pruning import (
    explain_pruning,
    other_formulas,
    pruning_latex,
    pruning_markdown,
    pruning_text,
    why_decided,
)
from c45.notation import UNDEFINED, count, plain, plural, shown
from c45.parameters import KNOBS
from pages.shared.curve import Ink
from pages.shared.theme import card, escape

#: A curve is drawn through at most so many subtrees.
MOST_DRAWN = 60

CHOICES = {
    "keep": "It stays as it stands",
    "leaf": "It becomes a leaf",
    "raise": "Its largest branch takes its place",
}


def estimates(step: PruningStep, criterion: str) -> str:
    """What was compared at a node: a row a choice, the one that was taken marked."""
    options: list[tuple[str, str, Estimate | None]] = [
        ("keep", "As it stands", step.as_subtree),
        ("leaf", f"As a leaf that answers {step.prediction}", step.as_leaf),
    ]
    if step.raised is not None and np.isfinite(step.raised.total):
        options.append(("raise", "Replaced by its largest branch", step.raised))
    cost = step.kind == "cost_complexity"
    head = ("Cost",) if cost else ("Rows", "Wrong", "Added", "Expected")
    if step.kind == "reduced_error":
        head = ("Held-out rows", "Wrong")
    rows = []
    for decision, label, e in options:
        won = decision == step.decision
        if cost:
            cells = (shown(e.total, 4),)
        elif step.kind == "reduced_error":
            cells = (count(e.n), count(e.e))
        else:
            cells = (count(e.n), count(e.e), shown(e.extra), shown(e.total))
        # Beside the words and not in a column of its own, which a phone would cut off.
        mark = ' <span class="chip win"><span class="g g-check"></span>chosen</span>' if won else ""
        rows.append(
            f'<tr{" class=win" if won else ""}><th scope="row">{escape(label)}{mark}</th>'
            + "".join(f"<td>{c}</td>" for c in cells)
            + "</tr>"
        )
    table = (
        '<div class="scroll"><table><thead><tr><th scope="col">Choice</th>'
        + "".join(f'<th scope="col">{h}</th>' for h in head)
        + "</tr></thead><tbody>"
        + "".join(rows)
        + f'</tbody></table></div><p class="mut">{escape(why_decided(step))}</p>'
    )
    return card(f"What becomes of {step.question}?", table, f"{CHOICES[step.decision].lower()}")


def worked(step: PruningStep, parameters: Parameters) -> str:
    """The arithmetic of a step, line by line."""
    parts = []
    for title, lines in explain_pruning(step, parameters).parts:
        body = "".join(
            f'<p><span class="mut">{escape(line.label)}:</span> {escape(line.text)} {line.sign} '
            f"<b>{escape(line.result)}</b></p>"
            for line in lines
        )
        parts.append(f"<h3>{escape(title)}</h3>{body}")
    return card("The sums", f'<div class="pruning-sums">{"".join(parts)}</div>')


def texts(step: PruningStep, parameters: Parameters) -> dict[str, str]:
    """The arithmetic of a step to be copied, by kind."""
    working = explain_pruning(step, parameters)
    return {
        "Text": pruning_text(working),
        "Markdown": pruning_markdown(working),
        "LaTeX": pruning_latex(working),
    }


def formulas(step: PruningStep, parameters: Parameters) -> str:
    """The node as a leaf by each formula that is called the pessimistic error."""
    e = step.as_leaf
    names = KNOBS["error_formula"].choices
    rows = []
    for name, added in other_formulas(e, parameters.confidence).items():
        used = name == parameters.error_formula
        value = UNDEFINED if added is None else shown(e.e + added)
        rate = UNDEFINED if added is None or not e.n else shown((e.e + added) / e.n)
        mark = ' <span class="chip win">used here</span>' if used else ""
        rows.append(
            f'<tr{" class=win" if used else ""}><th scope="row">{escape(names[name])}{mark}</th>'
            f"<td>{value}</td><td>{rate}</td></tr>"
        )
    table = (
        '<table><thead><tr><th scope="col">Formula</th><th scope="col">Expected errors</th>'
        f'<th scope="col">Rate</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )
    n, wrong = count(e.n), count(e.e)
    return card("One name, four formulas", table, f"as a leaf: {wrong} of {n} rows wrong")


def scores(
    grown: Tree,
    pruned: Tree,
    before: tuple[Evaluation, Evaluation | None],
    after: tuple[Evaluation, Evaluation | None],
    held_out: tuple[Evaluation, Evaluation] | None = None,
) -> str:
    """Size and errors of the tree as it grew, and as it answers now.

    held_out: both on the rows that reduced-error pruning judged by.
    """
    rows = [
        ("Leaves", str(grown.n_leaves), str(pruned.n_leaves)),
        ("Depth", str(grown.depth), str(pruned.depth)),
        ("Wrong on training rows", _wrong(before[0]), _wrong(after[0])),
    ]
    if held_out is not None:
        rows.append(("Wrong on held-out rows", _wrong(held_out[0]), _wrong(held_out[1])))
    if before[1] is not None and after[1] is not None:
        rows.append(("Wrong on test rows", _wrong(before[1]), _wrong(after[1])))
    body = "".join(
        f'<tr><th scope="row">{name}</th><td>{a}</td><td>{b}</td></tr>' for name, a, b in rows
    )
    table = (
        '<table><thead><tr><th scope="col">The tree</th><th scope="col">as it grew</th>'
        f'<th scope="col">as it answers</th></tr></thead><tbody>{body}</tbody></table>'
    )
    aside = "" if before[1] is not None else "no rows are held back to test it"
    return card("What it is worth", table, aside)


def _wrong(e: Evaluation) -> str:
    return f"{count(e.n - e.n_right)} of {count(e.n)}"


def difference(before: Tree, after: Tree) -> str:
    """How much smaller a tree became, in words.

    Sizes are counted with the leaves.
    """
    gone = before.n_nodes - after.n_nodes
    if not gone:
        return "as it was"
    return f"{plural(gone, 'node')} fewer, {plural(after.n_leaves, 'leaf', 'leaves')} left"


def place_on(path: Sequence[AlphaStep], alpha: float) -> int:
    """The last subtree on the path that is best at alpha."""
    fits = [i for i, s in enumerate(path) if s.alpha <= alpha * (1 + 1e-9)]
    return fits[-1] if fits else 0


def alpha_label(path: Sequence[AlphaStep], i: int) -> str:
    """One subtree of the path for the slider."""
    return f"{plain(float(f'{path[i].alpha:.4g}'))} ({plural(path[i].n_leaves, 'leaf', 'leaves')})"


def alpha_words(path: Sequence[AlphaStep], at: int) -> str:
    """Where on the path the reader is."""
    return (
        f"subtree {at + 1} of {len(path)}: from alpha {plain(float(f'{path[at].alpha:.4g}'))} on, "
        f"{plural(path[at].n_leaves, 'leaf', 'leaves')}"
    )


def thinned(n: int) -> list[int]:
    """Which of n subtrees are drawn: all, or an even choice with both ends."""
    return sorted({int(i) for i in np.linspace(0, n - 1, min(n, MOST_DRAWN))})


def alpha_curve(
    path: Sequence[AlphaStep],
    errors: Sequence[tuple[float, float | None]],
    at: int,
    *,
    ink: Ink,
) -> go.Figure:
    """Error rate on training and test rows over the number of leaves, from the grown tree to one leaf.

    errors: for the subtrees of ``thinned(len(path))``, the share wrong on training and on test rows.
    """
    drawn = thinned(len(path))
    leaves = [path[i].n_leaves for i in drawn]
    figure = go.Figure()
    for k, (name, dash, symbol) in enumerate(
        (("training rows", "solid", "circle"), ("test rows", "dash", "diamond"))
    ):
        y = [e[k] for e in errors]
        if any(v is None for v in y):
            continue
        figure.add_scatter(
            x=leaves,
            y=[100 * v for v in y],
            mode="lines+markers",
            name=name,
            line={"color": ink.text if k else ink.accent, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8},
            customdata=[plain(float(f"{path[i].alpha:.4g}")) for i in drawn],
            hovertemplate="%{x} leaves, alpha %{customdata}: %{y:.1f}% wrong<extra>"
            + name
            + "</extra>",
        )
    figure.add_vline(x=path[at].n_leaves, line={"color": ink.accent, "width": 2, "dash": "dot"})
    axis = {
        "gridcolor": ink.line,
        "tickfont": {"color": ink.text},
        "fixedrange": True,
        "automargin": True,
    }
    figure.update_layout(
        height=240,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "Source Sans, sans-serif", "size": 15, "color": ink.text},
        legend={"orientation": "h", "y": 1.12},
        dragmode=False,
        xaxis={
            **axis,
            "title": {"text": "leaves (alpha grows to the left)"},
            "rangemode": "tozero",
        },
        yaxis={**axis, "title": {"text": "wrong, %"}, "rangemode": "tozero"},
    )
    return figure
