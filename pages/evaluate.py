"""How good is the tree, and which setting is best: folds, scores, curves, grids, errors against size."""

from __future__ import annotations

import streamlit as st

from pages.shared import cached, evaluate_runs, evaluate_scores, frame, theme

SECTIONS = {
    "Folds": evaluate_runs.folds,
    "Scores": evaluate_scores.scores,
    "Curves": evaluate_scores.curves,
    "Two settings": evaluate_runs.two_settings,
    "Grid": evaluate_runs.grid,
    "Error curves": evaluate_runs.error_curves,
}

now = frame.begin("Evaluate")
st.html(
    theme.head(
        "Evaluate",
        "A tree is judged by rows it did not grow from, and beside the majority class.",
        f"{cached.title(now)} · {now.algorithm_words}",
    )
)
section = st.segmented_control(
    "What to look at",
    list(SECTIONS),
    default="Folds",
    key="evaluate_section",
    required=True,
    label_visibility="collapsed",
    persist_state="session",
)
with frame.guard(stop=False):
    SECTIONS[section](now)
