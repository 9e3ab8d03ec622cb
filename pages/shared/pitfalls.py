"""The lessons on what goes wrong: what each asks, the table made for it, and its pictures. No Streamlit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go

from c45 import Dataset, Parameters, dataset_facts, diagonal_table, hold_out, load_dataset
from c45.notation import plain, shown
from c45.portion import Portion
from c45.search import node_report
from c45.weaknesses import WEAKNESSES, Finding, Regions
from pages.shared.curve import Ink, in_plot
from pages.shared.evaluate_panels import plain_axes

#: What may be answered before the numbers are seen.
ANSWERS = {"yes": "Yes, it will show here", "no": "No, not on this table"}

#: Rows of a table that a lesson which grows many trees takes at most.
MOST_ROWS = 5_000


@dataclass(frozen=True)
class Pitfall:
    """One lesson.

    title, ask: its name and what is asked first. made_for: the shipped table that shows it best.
    parted: whether it needs test rows. knob: the one thing to be changed: its argument in the library,
    its label, the values to choose from, and the usual one.
    """

    title: str
    ask: str
    made_for: str
    parted: bool = False
    knob: tuple[str, str, tuple[Any, ...], Any] | None = None


PITFALLS = {
    "overfitting": Pitfall(
        "Overfitting", "Will the deepest tree err more on new rows than a smaller one?", "wine", True
    ),
    "instability": Pitfall(
        "Instability", "Draw the rows again: will most trees begin with another question?", "wine",
        knob=("way", "How the rows change", ("bootstrap", "leave_one_out"), "bootstrap"),
    ),
    "many_values": Pitfall(
        "Many values", "Give each row its own number: will it win by information gain?",
        "playtennis_id3",
    ),
    "greed": Pitfall(
        "Greed", "Is there a tree of this depth that errs less than the greedy one?", "wine",
        knob=("depth", "Questions on a path", (1, 2), 2),
    ),
    "diagonal_boundary": Pitfall(
        "Slanted boundaries", "Would a question about x + y save leaves?", "diagonal"
    ),
    "irrelevant_attributes": Pitfall(
        "Irrelevant attributes", "Add columns of random numbers: will the tree err more?", "wine", True,
        knob=("draws", "Draws of the columns", (3, 5, 10), 5),
    ),
    "imbalance": Pitfall(
        "A rare class", "Make one class rare: will a high accuracy hide that it is lost?", "wine",
        knob=("draws", "Draws of the rows", (5, 10, 20), 10),
    ),
    "label_noise": Pitfall(
        "Wrong labels", "Give some training rows a wrong class: will the tree err more?", "wine", True,
        knob=("draws", "Draws of the labels", (3, 5, 10), 5),
    ),
    "variance": Pitfall(
        "Variance", "Will the vote of many trees err less than one of them?", "wine", True,
        knob=("n_trees", "Trees that vote", (10, 25, 50), 25),
    ),
    "discretisation": Pitfall(
        "Intervals", "Cut the best column in the middle: will less be learned than at a threshold?", "iris"
    ),
}  # fmt: skip


def table_made_for(key: str) -> Dataset:
    """The shipped table of a lesson."""
    name = PITFALLS[key].made_for
    return diagonal_table() if name == "diagonal" else load_dataset(name)


def title_of(key: str) -> str:
    """What that table is called."""
    name = PITFALLS[key].made_for
    return "200 random points" if name == "diagonal" else dataset_facts(name).title


def pair_of(dataset: Dataset) -> tuple[str, str] | None:
    """The two columns of numbers with the largest information gain; None where there are not two."""
    report = node_report(dataset, Portion.everything(dataset), Parameters())
    found = [c for c in report.candidates if c.threshold is not None]
    found.sort(key=lambda c: -c.information_gain)
    return (found[0].attribute, found[1].attribute) if len(found) > 1 else None


def find(
    key: str,
    dataset: Dataset,
    parameters: Parameters,
    setting: Any,
    progress: Callable[[int, int], object] | None = None,
) -> Finding | str:
    """What a lesson finds on a table, or why it has nothing to say there. Raises C45Error."""
    lesson, make = PITFALLS[key], WEAKNESSES[key]
    if dataset.n_rows > MOST_ROWS:
        return (
            f"The table has {dataset.n_rows:,} rows, and this lesson takes {MOST_ROWS:,} at most. "
            "Draw a sample of them on the Prepare page."
        )
    if key == "diagonal_boundary":
        pair = pair_of(dataset)
        if pair is None:
            return "This lesson needs two columns of numbers that tell the classes apart."
        return make(dataset, *pair, parameters)
    if key in ("many_values", "discretisation"):
        return make(dataset)
    if lesson.knob:
        make = partial(make, **{lesson.knob[0]: setting})
    if key == "imbalance":
        return make(dataset, None, parameters, progress=progress)
    if lesson.parted and dataset.n_rows < 10:
        return "This lesson keeps rows for a test, and the table has fewer than 10 rows."
    rows = hold_out(dataset, 0.3, random_state=0) if lesson.parted else dataset
    return make(rows, parameters, progress=progress)


def in_words(value: Any) -> str:
    """A cell of the table of numbers."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return plain(value) if float(value).is_integer() else shown(float(value))


def picture(found: Finding, *, ink: Ink) -> go.Figure | None:
    """The numbers of a finding: lines over a number, or bars over names. None where there are none."""
    if not found.rows:
        return None
    figure = go.Figure()
    x = [row[0] for row in found.rows]
    over_numbers = all(isinstance(v, int | float) for v in x)
    looks = (
        ("solid", "circle", ink.accent),
        ("dash", "diamond", ink.text),
        ("dot", "square", ink.muted),
    )
    drawn = [
        i
        for i, name in enumerate(found.columns)
        if (i and name != "leaves") or (i and not over_numbers)
    ]
    drawn = [i for i in drawn if all(v is None or not isinstance(v, str) for v in column(found, i))]
    if not over_numbers:
        drawn = drawn[:1] if found.key != "many_values" else [i for i in drawn if i != 2]
    for (dash, symbol, colour), i in zip(looks, drawn):
        name, y = found.columns[i], column(found, i)
        if over_numbers:
            figure.add_scatter(
                x=x, y=y, name=name, mode="lines+markers",
                line={"color": colour, "dash": dash, "width": 2.5},
                marker={"symbol": symbol, "size": 8},
                hovertemplate="%{x}: %{y:.3f}<extra></extra>",
            )  # fmt: skip
        else:
            figure.add_bar(
                x=list(range(len(x))), y=y, name=name, marker_color=colour,
                marker_pattern_shape="" if colour == ink.accent else "/",
                hovertemplate="%{y:.3f}<extra></extra>",
            )  # fmt: skip
    plain_axes(figure, ink, height=300)
    figure.update_layout(legend={"orientation": "h", "y": 1.15}, showlegend=True)
    figure.update_xaxes(title_text=found.columns[0])
    if not over_numbers:  # by position: two long names may be cut to the same one
        ticks = [in_plot(v) for v in x]
        figure.update_xaxes(tickvals=list(range(len(x))), ticktext=ticks)
    figure.update_yaxes(rangemode="tozero")
    return figure


def column(found: Finding, i: int) -> list[Any]:
    return [row[i] for row in found.rows]


def regions(drawn: Regions, dataset: Dataset, *, ink: Ink) -> go.Figure:
    """What a tree answers over two attributes, with the training rows: colour and shape say the class."""
    k = len(drawn.classes)
    colours = [ink.classes[i % len(ink.classes)] for i in range(k)]
    steps = [[edge, colours[i]] for i in range(k) for edge in (i / k, (i + 1) / k)]
    figure = go.Figure(
        go.Heatmap(
            x=drawn.xs, y=drawn.ys, z=drawn.answers, zmin=-0.5, zmax=k - 0.5, colorscale=steps,
            showscale=False, opacity=0.35, hoverinfo="skip",
        )
    )  # fmt: skip
    shapes = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star", "pentagon")
    x, y = dataset.column(drawn.x), dataset.column(drawn.y)
    for i in range(k):
        here = np.flatnonzero(dataset.target == i)[:1_000]
        figure.add_scatter(
            x=x[here], y=y[here], mode="markers", name=f"class {i + 1}", hoverinfo="x+y",
            marker={"color": colours[i], "symbol": shapes[i % 8], "size": 8,
                    "line": {"color": ink.text, "width": 1}},
        )  # fmt: skip
    plain_axes(figure, ink, height=420)
    figure.update_layout(showlegend=False)
    return figure
