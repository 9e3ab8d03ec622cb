"""Scores, folds and grids as tables and pictures, each number from the library's record. No Streamlit."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from c45 import KNOBS
from c45.cross_validation import CrossValidation
from c45.curves import OVER, ErrorCurve
from c45.evaluate import Evaluation
from c45.grid import Grid
from c45.metrics import Calibration, RankingCurve, Score, by_column, by_row
from c45.notation import UNDEFINED, count, plain, shown
from pages.shared.curve import Ink, in_plot
from pages.shared.theme import card, escape, note

COUNTS, BY_ROW, BY_COLUMN = "Counts", "By true class", "By predicted class"


def html_table(frame: pd.DataFrame) -> str:
    """A table of words; the first column names its row."""
    head = "".join(f'<th scope="col">{escape(c)}</th>' for c in frame.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(v)}</td>" for v in row[1:])
        + "</tr>"
        for row in frame.itertuples(index=False, name=None)
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def figures(value: float | None) -> str:
    """A score as it is shown: three places, an en dash where it is not defined."""
    return UNDEFINED if value is None else shown(value)


def chance(p: float | None) -> str:
    """How likely chance alone is, never shown as none."""
    return "< 0.001" if p is not None and p < 0.001 else figures(p)


def score_rows(scores: Sequence[Score], least: Sequence[Score]) -> str:
    """Each score beside the baseline's; unfolded, the formula and the sum it came from."""
    rows = []
    for s, b in zip(scores, least):
        name = f"{s.name}, {s.of}" if s.of else s.name
        why = f"<p>{escape(s.formula)}</p>"
        why += f"<p>{escape(s.worked)}</p>" if s.worked else ""
        why += f"<p>Baseline: {escape(b.worked or b.note)}</p>"
        why += f'<p class="mut">{escape(s.note)}</p>' if s.note else ""
        rows.append(
            f'<tr><th scope="row"><details><summary>{escape(name)}</summary>{why}</details></th>'
            f"<td>{figures(s.value)}</td><td>{figures(b.value)}</td></tr>"
        )
    table = (
        '<div class="scroll"><table><thead><tr><th scope="col">Score</th><th scope="col">Tree</th>'
        f'<th scope="col">Baseline</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
    return card("Scores, each beside the majority class", table, "open one for its sum")


def score_frame(scores: Sequence[Score], least: Sequence[Score]) -> pd.DataFrame:
    """The same as a file: numbers in full."""
    return pd.DataFrame(
        {
            "score": [s.name for s in scores],
            "class": [s.of for s in scores],
            "tree": [s.value for s in scores],
            "baseline": [b.value for b in least],
            "sum": [s.worked or s.note for s in scores],
        }
    )


def confusion_frame(judged: Evaluation, kind: str) -> pd.DataFrame:
    """The confusion matrix in words: counts, or shares of the true or of the predicted class."""
    if kind == COUNTS:
        cells = [[count(v) for v in row] for row in judged.confusion]
    else:
        shares = by_row(judged.confusion) if kind == BY_ROW else by_column(judged.confusion)
        cells = [[figures(v) for v in row] for row in shares]
    rows = [
        {"True class": name} | {f"predicted {c}": v for c, v in zip(judged.classes, row)}
        for name, row in zip(judged.classes, cells)
    ]
    return pd.DataFrame(rows)


def fold_frame(found: CrossValidation, least: CrossValidation) -> pd.DataFrame:
    """One row a fold, numbers in full. ``least`` is the baseline on the same folds."""
    rows = [
        {
            "fold": r.fold + 1,
            "round": r.round + 1,
            "training rows": r.n_train,
            "test rows": r.n_test,
            found.score: r.score.value,
            "baseline": b.score.value,
            "leaves": r.n_leaves,
            "depth": r.depth,
        }
        for r, b in zip(found.results, least.results)
    ]
    return pd.DataFrame(rows)


def folds_shown(frame: pd.DataFrame, score: str) -> pd.DataFrame:
    """The folds as a table of words."""
    words = frame.copy().astype(object)
    for name in words.columns:
        is_score = name in (score, "baseline")
        words[name] = [
            UNDEFINED if pd.isna(v) else shown(v) if is_score else str(v) for v in frame[name]
        ]
    return words.rename(columns=str.capitalize)


def mean_tiles(found: CrossValidation, least: CrossValidation) -> list[tuple[str, str, str]]:
    """Mean and spread of a setting, and of the majority class."""
    return [
        (
            f"Mean {found.score}",
            figures(found.mean),
            f"spread {figures(found.spread)} over {len(found.defined)} folds",
        ),
        ("Standard error", figures(found.standard_error), "spread / √folds"),
        ("Baseline", figures(least.mean), f"majority class, spread {figures(least.spread)}"),
        ("Leaves", _one_place(found.mean_leaves), "mean of the folds"),
        ("Depth", _one_place(found.mean_depth), "mean of the folds"),
    ]


def _one_place(value: float | None) -> str:
    return UNDEFINED if value is None else shown(value, 1)


def value_words(name: str, value: object) -> str:
    return KNOBS[name].words(value)


def setting_words(changes) -> str:
    """A setting by the labels of its knobs."""
    return ", ".join(f"{KNOBS[n].label} {value_words(n, v)}" for n, v in changes.items())


def grid_frame(grid: Grid) -> pd.DataFrame:
    """One row a setting, numbers in full."""
    rows = []
    for cell in grid.cells:
        words = {KNOBS[n].label: value_words(n, v) for n, v in cell.changes.items()}
        marks = [
            word for word, c in (("best", grid.best), ("simplest", grid.simplest)) if c is cell
        ]
        r = cell.result
        rows.append(
            words
            | {
                "mean": r.mean,
                "spread": r.spread,
                "standard error": r.standard_error,
                "leaves": r.mean_leaves,
                "pick": ", ".join(marks),
            }
        )
    return pd.DataFrame(rows)


def in_words(frame: pd.DataFrame) -> pd.DataFrame:
    """Numbers of a table as they are shown: rows bare, sizes to one place, values of a knob as given."""
    write = dict.fromkeys(("right", "wrong", "rows", "of the class"), count)
    write |= dict.fromkeys(("leaves", "depth"), lambda v: shown(v, 1))
    write |= dict.fromkeys(OVER.values(), x_words)
    words = frame.astype(object)
    for name in frame.columns:
        as_shown = write.get(name, lambda v: shown(v) if isinstance(v, float) else str(v))
        words[name] = [UNDEFINED if v is None or v != v else as_shown(v) for v in frame[name]]
    return words


def heat_map(grid: Grid, *, ink: Ink, ramp: Sequence[str]) -> go.Figure:
    """The mean score of each setting: the first knob across, all others down."""
    first = next(iter(grid.axes))
    across = [f"{value_words(first, v)}" for v in grid.axes[first]]
    down: dict[str, dict[str, float | None]] = {}
    for cell in grid.cells:
        rest = {n: v for n, v in cell.changes.items() if n != first and len(grid.axes[n]) > 1}
        lane = in_plot(setting_words(rest) or f"mean {cell.result.score}", 120)
        down.setdefault(lane, {})[value_words(first, cell.changes[first])] = cell.result.mean
    lanes = list(down)
    z = [[down[lane].get(a) for a in across] for lane in lanes]
    values = [v for row in z for v in row if v is not None]
    low, high = min(values, default=0), max(values, default=1)
    texts = [["" if v is None else shown(v) for v in row] for row in z]
    figure = go.Figure(
        go.Heatmap(
            z=z,
            x=across,
            y=lanes,
            text=texts,
            texttemplate="%{text}",
            colorscale=[[0, ramp[0]], [0.5, ramp[1]], [1, ramp[2]]],
            zmin=low,
            zmax=high if high > low else low + 1,
            showscale=False,
            xgap=3,
            ygap=3,
            hovertemplate="%{y}, %{x}: %{text}<extra></extra>",
        )
    )
    plain_axes(figure, ink, height=100 + 34 * len(lanes))
    figure.update_xaxes(title_text=KNOBS[first].label, type="category", side="top")
    figure.update_yaxes(type="category", autorange="reversed")
    return figure


def ranking_frame(curve: RankingCurve) -> pd.DataFrame:
    """The points of both curves of a class, numbers in full."""
    return pd.DataFrame(
        {
            "share at least": [p.share for p in curve.points],
            "right": [p.tp for p in curve.points],
            "wrong": [p.fp for p in curve.points],
            "false positive rate": [p.fpr for p in curve.points],
            "recall": [p.recall for p in curve.points],
            "precision": [p.precision for p in curve.points],
        }
    )


def roc(curve: RankingCurve, *, ink: Ink) -> go.Figure:
    points = [p for p in curve.points if p.fpr is not None and p.recall is not None]
    return _unit(
        [p.fpr for p in points],
        [p.recall for p in points],
        ink=ink,
        axes=("false positive rate", "recall"),
        line=([0, 1], [0, 1], "chance"),
    )


def precision_recall(curve: RankingCurve, *, ink: Ink) -> go.Figure:
    """Steps, as the average precision adds them up; the dashed line is the share of the class."""
    points = [p for p in curve.points if p.precision is not None and p.recall is not None]
    share = curve.n_class / (curve.n_class + curve.n_others) if points else 0
    return _unit(
        [p.recall for p in points],
        [p.precision for p in points],
        ink=ink,
        axes=("recall", "precision"),
        line=([0, 1], [share, share], "every row gets the class"),
        shape="vh",
    )


def reliability(found: Calibration, *, ink: Ink) -> go.Figure:
    return _unit(
        [b.said for b in found.bins],
        [b.found for b in found.bins],
        ink=ink,
        axes=("share said", "share found"),
        line=([0, 1], [0, 1], "what is said is found"),
    )


def calibration_frame(found: Calibration) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "from": [b.low for b in found.bins],
            "to": [b.high for b in found.bins],
            "rows": [b.n for b in found.bins],
            "of the class": [b.n_class for b in found.bins],
            "share said": [b.said for b in found.bins],
            "share found": [b.found for b in found.bins],
        }
    )


def sum_card(score: Score) -> str:
    """One score with its sum, folded away."""
    body = f"<p>{escape(score.formula)}</p><p>{escape(score.worked)}</p>" if score.worked else ""
    body += f"<p>{escape(score.note)}</p>" if score.note else ""
    top = f"{escape(score.name)}: {figures(score.value)}"
    return f'<details class="dt"><summary>{top}</summary>{body}</details>'


def curve_frame(curve: ErrorCurve) -> pd.DataFrame:
    return pd.DataFrame(
        {
            OVER[curve.over]: [p.x for p in curve.points],
            "training error": [p.train_error for p in curve.points],
            "test error": [p.test_error for p in curve.points],
            "training spread": [p.train_spread for p in curve.points],
            "test spread": [p.test_spread for p in curve.points],
            "leaves": [p.n_leaves for p in curve.points],
            "depth": [p.depth for p in curve.points],
        }
    )


def x_words(x: float) -> str:
    return plain(float(f"{x:.4g}"))


def error_curve(curve: ErrorCurve, at: int, *, ink: Ink) -> go.Figure:
    """Training and test error; the dotted line is the chosen point."""
    figure = go.Figure()
    lines = (
        ("training rows", "solid", "circle", ink.accent, [p.train_error for p in curve.points]),
        ("test rows", "dash", "diamond", ink.text, [p.test_error for p in curve.points]),
    )
    x = [p.x for p in curve.points]
    for name, dash, symbol, colour, y in lines:
        if all(v is None for v in y):
            continue
        figure.add_scatter(
            x=x,
            y=y,
            name=name,
            mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.5},
            marker={"symbol": symbol, "size": 8},
            hovertemplate="%{x}: %{y:.3f}<extra>" + name + "</extra>",
        )
    figure.add_vline(x=x[at], line={"color": ink.accent, "width": 2, "dash": "dot"})
    plain_axes(figure, ink, height=320)
    figure.update_layout(legend={"orientation": "h", "y": 1.12})
    figure.update_xaxes(title_text=OVER[curve.over])
    figure.update_yaxes(title_text="error", rangemode="tozero")
    return figure


def refused(reason: str) -> str:
    return note("This cannot be computed.", reason)


def _unit(x, y, *, ink: Ink, axes, line, shape: str = "linear") -> go.Figure:
    figure = go.Figure()
    figure.add_scatter(
        x=line[0],
        y=line[1],
        mode="lines",
        name=line[2],
        line={"color": ink.muted, "dash": "dash"},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        name="the tree",
        line={"color": ink.accent, "width": 2.5, "shape": shape},
        marker={"size": 8},
        hovertemplate="%{x:.3f}, %{y:.3f}<extra></extra>",
    )
    plain_axes(figure, ink, height=300)
    figure.update_layout(legend={"orientation": "h", "y": 1.15})
    figure.update_xaxes(title_text=axes[0], range=[-0.03, 1.03])
    figure.update_yaxes(title_text=axes[1], range=[-0.03, 1.05])
    return figure


def plain_axes(figure: go.Figure, ink: Ink, *, height: int) -> None:
    """Nothing on a figure but its axes, in the page's type and colours."""
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
        font={"family": "Source Sans, sans-serif", "size": 15, "color": ink.text},
    )
    figure.update_xaxes(gridcolor=ink.line, fixedrange=True, automargin=True, zeroline=False)
    figure.update_yaxes(gridcolor=ink.line, fixedrange=True, automargin=True, zeroline=False)
