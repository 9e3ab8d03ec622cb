"""Four published documents computed again: each printed figure beside ours, and what went wrong."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45 import REPORTS, load_dataset, search_lesson
from c45.reports import PRINTED
from pages.shared import cached, downloads, frame, on_request, report_panels, session, show, theme

now = frame.begin("Reports", needs_tree=False)
st.html(f"<style>{show.style_sheet()}</style>")
header = st.container()
session.fill("report", now.report)
chosen = st.segmented_control(
    "Document",
    list(REPORTS),
    key="report",
    required=True,
    format_func=lambda key: cached.report(key).title,
)
now = frame.keep(replace(now, report=chosen))
report = cached.report(now.report)
header.html(theme.head(report.title, report.sentence, report.source))

st.html(report_panels.lessons(report))
for part in report.parts:
    st.html(report_panels.part(part))
if now.report == "simplified_report":
    st.html(report_panels.seeds(cached.seed_runs()))
    wine = load_dataset("wine")
    place = st.empty()
    found = on_request.result(
        "Do its cross-validation again",
        lambda told: search_lesson(wine, printed=PRINTED, progress=told),
        name="search",
    )
    if found is None:
        words = (
            "16 settings on 5 folds, with 5 seeds as the report does it and once on sound folds."
        )
        place.html(show.heading("Its cross-validation", words))
    else:
        place.html(report_panels.search(found))
st.download_button(
    "Download the figures as CSV",
    lambda: downloads.csv_file(report_panels.as_table(report)),
    file_name=downloads.file_name(report.title, ".csv", what="figures"),
    mime="text/csv",
    on_click="ignore",
)
