"""All cuts of one attribute at a node: the curve of their worth over the threshold, and the table behind it.

Pure: takes the arrays of ``c45.search.alternatives`` and gives a Plotly figure or a DataFrame of words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from c45.alternatives import Alternatives
from c45.candidates import SplitCandidate
from c45.dataset import Dataset, is_missing
from c45.notation import count, plain, plural, shown
from c45.portion import Portion
from pages.shared.theme import folded, with_own_colour

#: More points than this say nothing more on a screen that is 800 pixels wide.
MOST_CUTS_DRAWN = 1_500
MOST_ROWS_DRAWN = 600

#: Counts of more classes than this are not written side by side.
MOST_COUNTS = 12

CRITERION_WORDS = {
    "information_gain": "information gain",
    "gain_ratio": "information gain",  # what decides within one attribute, also under gain ratio
    "gini": "drop of the Gini index",
}


@dataclass(frozen=True)
class Ink:
    """The colours of one figure, as hex: Plotly cannot read the page's tokens."""

    text: str
    muted: str
    line: str
    card: str
    accent: str
    bar: str
    classes: tuple[str, ...]


def drawn(found: Alternatives, best: int | None) -> np.ndarray:
    """The positions of the cuts that are drawn: all of them, or an even choice with the best kept."""
    n = len(found)
    if n <= MOST_CUTS_DRAWN:
        return np.arange(n)
    keep = set(np.linspace(0, n - 1, MOST_CUTS_DRAWN).astype(int).tolist())
    return np.array(sorted(keep | ({best} if best is not None else set())))


def position_of(found: Alternatives, chosen: SplitCandidate | None) -> int | None:
    """Which of the alternatives a candidate is, or None where it is none of them."""
    if chosen is None or chosen.split is None or not len(found):
        return None
    if chosen.threshold is not None and found.lower is not None:
        i = int(np.searchsorted(found.upper, chosen.threshold, side="right"))
        if i < len(found) and found.lower[i] <= chosen.threshold < found.upper[i]:
            return i
        return None
    for i in range(len(found)):
        if found.make(i) == chosen.split:
            return i
    return None


def curve(
    found: Alternatives,
    dataset: Dataset,
    *,
    portion: Portion,
    best: SplitCandidate,
    criterion: str,
    ink: Ink,
    scale: float = 1.0,
    unit: str = "bits",
    won: bool = True,
) -> go.Figure:
    """The worth of every cut of a continuous attribute, its best cut marked, the rows below by class.

    scale, unit: what an entropy in bits is multiplied by to be shown, and the name of that unit.
    won: whether the best cut is the split that the node asks.
    """
    gini = criterion == "gini"
    at = drawn(found, position_of(found, best))
    scores = found.scores(criterion)[at] * (1.0 if gini else scale)
    cuts = np.array([found.make(int(i)).threshold for i in at])
    allowed = found.allowed[at]
    suffix = "" if gini else f" {unit}"
    says = [
        f"{plain(c)}: {shown(s)}{suffix}{'' if ok else ', not allowed'}"
        for c, s, ok in zip(cuts, scores, allowed)
    ]
    figure = go.Figure()
    figure.add_scatter(
        x=cuts,
        y=scores,
        mode="lines+markers" if len(cuts) <= 120 else "lines",
        line={"color": ink.bar, "width": 2},
        marker={
            "size": 6,
            "color": [ink.bar if ok else ink.card for ok in allowed],
            "line": {"color": ink.bar, "width": 1.5},
        },
        customdata=says,
        hovertemplate="cut at %{customdata}<extra></extra>",
        showlegend=False,
    )
    top = best.gini_gain if gini else best.information_gain * scale
    figure.add_scatter(
        x=[best.threshold],
        y=[top],
        mode="markers",
        marker={"size": 13, "color": ink.accent, "symbol": "diamond"},
        customdata=[f"{best.split.number()}: {shown(top)}{suffix}"],
        hovertemplate=f"{'chosen' if won else 'best'} cut at %{{customdata}}<extra></extra>",
        showlegend=False,
    )
    figure.add_vline(x=best.threshold, line={"color": ink.accent, "width": 2, "dash": "dot"})
    figure.add_annotation(
        x=best.threshold,
        y=1,
        yref="paper",
        yanchor="bottom",
        showarrow=False,
        text=f"<b>{'chosen' if won else 'best'}: {best.split.number()}</b>",
        font={"color": ink.accent, "size": 15},
    )
    values = _strip(figure, dataset, portion, found.attribute.name, ink)
    n_lanes = len(values)
    figure.update_layout(
        height=280 + 14 * n_lanes,
        margin={"l": 8, "r": 12, "t": 24, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
        hovermode="closest",
        font={"family": "Source Sans, sans-serif", "size": 15, "color": ink.text},
        xaxis={
            "title": {"text": "threshold", "font": {"size": 14}, "standoff": 4},
            "anchor": "y2",
            "automargin": True,
            "fixedrange": True,
            "gridcolor": ink.line,
            "zeroline": False,
        },
        yaxis={
            "domain": [0.36, 1],
            "rangemode": "tozero",
            "fixedrange": True,
            "gridcolor": ink.line,
            "zerolinecolor": ink.muted,
            "title": {
                "text": f"{CRITERION_WORDS[criterion]}{'' if gini else ', ' + unit}",
                "font": {"size": 14},
            },
        },
        yaxis2={
            "domain": [0, 0.3],
            "fixedrange": True,
            "showgrid": False,
            "zeroline": False,
            "autorange": "reversed",
            "automargin": True,
        },
    )
    return figure


def _strip(
    figure: go.Figure, dataset: Dataset, portion: Portion, attribute: str, ink: Ink
) -> Sequence[str]:
    """Draw the rows that reach the node as ticks at their value: a lane a class, the last one for all
    classes without a colour of their own."""
    column = dataset.column(attribute)[portion.rows]
    target = dataset.target[portion.rows]
    known = ~is_missing(column)
    column, target = column[known], target[known]
    if len(column) > MOST_ROWS_DRAWN:
        keep = np.linspace(0, len(column) - 1, MOST_ROWS_DRAWN).astype(int)
        order = np.argsort(column, kind="stable")[keep]
        column, target = column[order], target[order]
    lanes = []
    own = with_own_colour(len(dataset.classes))
    names = folded([0.0] * len(dataset.classes), dataset.classes)[1]
    for i, name in enumerate(names):
        here = column[target == i if i < own else target >= own]
        if not len(here):
            continue
        lane = in_plot(name)
        lanes.append(lane)
        figure.add_scatter(
            x=here,
            y=[lane] * len(here),
            yaxis="y2",
            mode="markers",
            marker={
                "symbol": "line-ns",
                "size": 11,
                "line": {"width": 2, "color": ink.classes[i if i < own else -1]},
            },
            hovertemplate="%{x}, %{y}<extra></extra>",
            showlegend=False,
        )
    return lanes


def in_plot(word: str, longest: int = 24) -> str:
    """A word from the data as Plotly shows it: Plotly reads a few HTML tags and ``$`` as LaTeX.

    >>> in_plot("<b>a</b> & $x$")
    '&lt;b&gt;a&lt;/b&gt; &amp; &#36;x&#36;'
    """
    word = " ".join(str(word).split())
    if len(word) > longest:
        word = word[: longest - 1] + "…"
    for raw, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("$", "&#36;")):
        word = word.replace(raw, safe)
    return word or "(empty)"


def curve_words(
    found: Alternatives, best: SplitCandidate, criterion: str, scale: float, unit: str
) -> str:
    """The curve in one sentence, for those who do not see it."""
    gini = criterion == "gini"
    score = best.gini_gain if gini else best.information_gain * scale
    return (
        f"{CRITERION_WORDS[criterion].capitalize()} of {plural(len(found), 'cut')} of "
        f"{best.attribute}. The best is at {best.split.number()} with "
        f"{shown(score)}{'' if gini else ' ' + unit}."
    )


def _counts(of_classes: np.ndarray) -> str:
    """The rows of a branch: class by class, or together where there are very many classes."""
    if len(of_classes) > MOST_COUNTS:
        return count(of_classes.sum())
    return " + ".join(map(count, of_classes))


def tried_table(
    found: Alternatives,
    *,
    classes: Sequence[str],
    criterion: str,
    best: SplitCandidate | None,
    scale: float = 1.0,
    most: int = 200,
) -> pd.DataFrame:
    """Every split that was tried, in words: one row a split, counts and all measures as shown.

    Thresholds come in their order, groups of categories by their worth. The split that is the
    candidate carries the word "best". At most ``most`` rows, those of most worth; the best one is
    always among them. Of very many classes, the rows of a branch are one number.
    """
    chosen = position_of(found, best)
    scores = found.scores(criterion)
    order = np.arange(len(found)) if found.lower is not None else np.argsort(-scores, kind="stable")
    if len(order) > most:
        kept = set(np.argsort(-scores, kind="stable")[:most].tolist())
        kept |= set() if chosen is None else {chosen}
        order = np.array([i for i in order.tolist() if i in kept])
    ratio = found.gain_ratio
    rows = []
    for i in order.tolist():
        split = found.make(i)
        rows.append(
            {
                "Split": split.condition(0),
                "": "best" if i == chosen else "" if found.allowed[i] else "not allowed",
                **{
                    f"{'First' if b == 0 else 'Second'} branch": _counts(found.table[i, b])
                    for b in range(2)
                    if found.table.shape[1] == 2
                },
                "Entropy after": shown(found.entropy_after[i] * scale),
                "Gain": shown(found.information_gain[i] * scale),
                "Split info": shown(found.split_info[i] * scale),
                "Gain ratio": shown(ratio[i]) if found.split_info[i] > 0 else shown(None),
                "Gini after": shown(found.gini_after[i]),
                "Gini drop": shown(found.gini_gain[i]),
            }
        )
    return pd.DataFrame(rows)
