"""What a step of preparation does: to the gain of a column, to the rows, to the classes."""

from __future__ import annotations

import streamlit as st

from c45 import Dataset, SplitCandidate, Tree
from c45.notation import plural, shown
from c45.prepare import Discretise
from pages.shared import cached, distribution, show, sums, theme
from pages.shared.state import AppState


def on_rows(before: Dataset, after: Dataset) -> str:
    """Rows, columns and classes before and after, as HTML."""

    def part(title: str, table: Dataset) -> str:
        words = f"{plural(table.n_rows, 'row')}, {plural(len(table.attributes), 'attribute')}"
        bar = theme.class_bar(table.class_counts, table.classes, words=len(table.classes) <= 3)
        return theme.card(title, bar, words, key=theme.class_key(table.classes))

    return part("Before", before) + part("After", after)


def of_discretising(now: AppState, before: Dataset, after: Dataset, step: Discretise) -> None:
    """The column before and after, what its best split gains, and the sums of the intervals."""
    pictures = "".join(
        f"<div>{distribution.figure(table, table.attribute(step.column))}</div>"
        for table in (before, after)
    )
    st.html(f'<div class="dt"><div class="columns few">{pictures}</div></div>')
    as_numbers = cached.stump(now, before, step.column)
    as_intervals = cached.stump(now, after, step.column)
    words = gain_words(now, as_numbers, as_intervals)
    st.html(theme.card("What it does to the gain", f"<p>{theme.escape(words)}</p>"))
    candidate = _candidate(as_intervals)
    if candidate is not None and candidate.split is not None:
        working = sums.of_attribute(as_intervals, as_intervals.root, step.column, now.parameters)
        st.html(show.worked(as_intervals, candidate, working, sums.steps(working)))


def gain_words(now: AppState, as_numbers: Tree, as_intervals: Tree) -> str:
    """The best split of the column as numbers, against its intervals, in one or two sentences."""
    scale, unit = sums.unit_of(now.parameters)
    before, after = _candidate(as_numbers), _candidate(as_intervals)

    def score(c: SplitCandidate) -> str:
        if now.parameters.criterion == "gini":
            return f"removes {shown(c.gini_gain)} of {shown(c.gini_before)} of Gini impurity"
        gain, whole = shown(c.information_gain * scale), shown(c.entropy_before * scale)
        return f"gains {gain} of {whole} {unit} (gain ratio {shown(c.gain_ratio)})"

    n = plural(as_numbers.dataset.n_rows, "row")
    if before is None or before.split is None:
        first = "As numbers, the column offers no cut."
    else:
        first = f"As numbers, the best cut is {before.split.question()}: it {score(before)}."
    if after is None or after.split is None:
        return f"{first} As intervals, it offers nothing to ask, on all {n}."
    pieces = plural(len(as_intervals.dataset.attributes[0].categories), "interval")
    return f"{first} In {pieces}, the column {score(after)}. Counted on all {n}."


def _candidate(stump: Tree) -> SplitCandidate | None:
    """The record of the only attribute of a tree of one question."""
    report = stump.root.report
    return report.chosen or next(iter(report.candidates), None)
