"""The sections of Evaluate about one tree: its scores with their sums, its curves, its calibration."""

from __future__ import annotations

import streamlit as st

from c45.evaluate import baseline, calibration_of, ranking_of
from pages.shared import cached, downloads, metrics, theme, views
from pages.shared import evaluate_panels as panels
from pages.shared.state import AppState

PLOT = {"theme": None, "config": {"displayModeBar": False}}


def save(label: str, frame, name: str) -> None:
    """A button for a table as CSV, numbers in full."""
    st.download_button(
        label,
        lambda: downloads.csv_file(frame),
        file_name=name,
        mime="text/csv",
        on_click="ignore",
        key=f"save_{name}",
    )


def rows_judged(now: AppState):
    """The rows the tree is judged by, and what they are; the training rows where none are held out."""
    train, test = cached.holdout(now)
    if test is not None:
        return test, "test rows"
    st.html(
        theme.note(
            "No rows are held back.",
            "These are the training rows, so the scores are too good. Hold rows back on the Data "
            "page, or look at Folds.",
        )
    )
    return train, "training rows"


def scores(now: AppState) -> None:
    """Confusion matrix and every score beside the baseline's."""
    rows, what = rows_judged(now)
    tree = cached.tree(now)
    judged = cached.evaluation_on(now, tree, rows)
    least = baseline(cached.holdout(now)[0], rows)
    left, right = st.columns(2, gap="small")
    with left:
        kind = st.segmented_control(
            "Cells",
            [panels.COUNTS, panels.BY_ROW, panels.BY_COLUMN],
            default=panels.COUNTS,
            key="confusion_kind",
            required=True,
            label_visibility="collapsed",
        )
        if kind == panels.COUNTS and len(judged.classes) <= 12:
            st.plotly_chart(
                metrics.confusion(
                    judged.confusion, judged.classes, ink=views.ink(), ramp=views.ramp()
                ),
                alt=metrics.confusion_words(judged, what),
                key="evaluate_confusion",
                **PLOT,
            )
        frame = panels.confusion_frame(judged, kind)
        st.html(theme.card(f"Confusion matrix, {what}", panels.html_table(frame), kind.lower()))
        save("Confusion matrix as CSV", frame, "confusion.csv")
    with right:
        st.html(panels.score_rows(judged.scores(), least.scores()))
        save("Scores as CSV", panels.score_frame(judged.scores(), least.scores()), "scores.csv")


def curves(now: AppState) -> None:
    """ROC, precision-recall and calibration of one class, each beside its table."""
    rows, what = rows_judged(now)
    tree = cached.tree(now)
    name = st.selectbox(
        f"Class, on the {what}", list(tree.classes), key="curve_class", persist_state="session"
    )
    if name not in tree.classes:
        name = tree.classes[0]
    ranking, reliable = ranking_of(tree, rows, name), calibration_of(tree, rows, name)
    points = panels.ranking_frame(ranking)
    bins = panels.calibration_frame(reliable)
    ink = views.ink()
    for title, figure, frame, sums, file in (
        ("ROC curve", panels.roc(ranking, ink=ink), points, [ranking.roc_area], "roc.csv"),
        (
            "Precision and recall",
            panels.precision_recall(ranking, ink=ink),
            points,
            [ranking.average_precision],
            "precision-recall.csv",
        ),
        (
            "Calibration",
            panels.reliability(reliable, ink=ink),
            bins,
            [reliable.gap, reliable.brier],
            "calibration.csv",
        ),
    ):
        left, right = st.columns(2, gap="small")
        with left:
            values = ", ".join(f"{s.name} {panels.figures(s.value)}" for s in sums)
            st.html(theme.card(title, "".join(panels.sum_card(s) for s in sums)))
            st.plotly_chart(figure, alt=f"{title}: {values}.", key=f"plot_{file}", **PLOT)
        with right:
            st.dataframe(
                panels.in_words(frame),
                hide_index=True,
                height=min(300, 38 + 35 * len(frame)),
                alt=title,
            )
            save(f"{title} as CSV", frame, file)
