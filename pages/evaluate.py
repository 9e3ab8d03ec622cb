"""How good is the tree, and which setting is best: folds, scores, curves, grids, errors against size."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.shared import cached, evaluate_runs, evaluate_scores, frame, session, theme
from pages.shared.state import SECTIONS

DRAWN_BY = dict(
    zip(
        SECTIONS,
        (
            evaluate_runs.folds,
            evaluate_scores.scores,
            evaluate_scores.curves,
            evaluate_runs.two_settings,
            evaluate_runs.grid,
            evaluate_runs.error_curves,
        ),
        strict=True,
    )
)

now = frame.begin("Evaluate")
st.html(
    theme.head(
        "Evaluate",
        "A tree is judged by rows it did not grow from, and beside the majority class.",
        f"{cached.title(now)} · {now.algorithm_words}",
    )
)
session.fill("evaluate_section", now.section or SECTIONS[0])
section = st.segmented_control(
    "What to look at",
    SECTIONS,
    key="evaluate_section",
    required=True,
    label_visibility="collapsed",
)
now = frame.keep(replace(now, section="" if section == SECTIONS[0] else section))
with frame.guard(stop=False):
    DRAWN_BY[section](now)
