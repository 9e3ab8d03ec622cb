"""What goes wrong with trees: ten small lessons, each answered first and then shown in numbers."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45 import decision_regions
from pages.shared import cached, frame, on_request, pitfalls, session, theme, views
from pages.shared.pitfalls import ANSWERS, PITFALLS

now = frame.begin("Pitfalls")
key = now.pitfall
lesson = PITFALLS[key]
head = st.container()
session.fill("pitfall", key)
choose, which = st.columns([1.4, 1])
key = choose.selectbox(
    "Lesson", list(PITFALLS), key="pitfall", format_func=lambda k: PITFALLS[k].title
)
session.fill("pitfall_table", "made" if not now.pitfall_own else "own")
own = (
    which.segmented_control(
        "Table", ["made", "own"], key="pitfall_table", required=True,
        format_func=lambda k: "Made for it" if k == "made" else "The one at hand",
    )
    == "own"
)  # fmt: skip
now = frame.keep(replace(now, pitfall=key, pitfall_own=own))
lesson = PITFALLS[key]
table = cached.table(now) if own else pitfalls.table_made_for(key)
name = cached.title(now) if own else pitfalls.title_of(key)
head.html(theme.head(lesson.title, f"{lesson.ask} The table is {name}: {table.n_rows:,} rows."))

setting = None
if lesson.knob:
    _, label, values, usual = lesson.knob
    setting = st.segmented_control(
        label, values, default=usual, required=True, key=f"setting_{key}",
        format_func=lambda v: str(v).replace("_", " "),
    )  # fmt: skip
said = st.radio(
    lesson.ask, list(ANSWERS), index=None, key=f"said_{key}_{own}", format_func=ANSWERS.get
)
with frame.guard(title="This lesson has nothing to show on this table."):
    found = on_request.result(
        "Show",
        lambda told: pitfalls.find(key, table, now.parameters, setting, told),
        name="pitfall",
        key=(key, table.digest, now.parameters, setting),
    )
if found is None:
    st.html(theme.note("", "Answer first; then press Show." if said is None else "Press Show."))
    st.stop()
if isinstance(found, str):
    st.html(theme.note("Nothing to show here.", found))
    st.stop()
truth = "yes" if found.shown else "no"
verdict = "It shows on this table." if found.shown else "It does not show on this table."
if said is not None:
    verdict = ("You were right. " if said == truth else "You expected otherwise. ") + verdict
number = "" if found.number is None else f"{found.number_name}: {pitfalls.in_words(found.number)}"
body = (
    f"<p>{theme.escape(found.conclusion)}</p><p class='mut small'>{theme.escape(found.rule)}.</p>"
)
st.html(theme.card(verdict, body, key=theme.escape(number)))
picture = pitfalls.picture(found, ink=views.ink())
left, right = st.columns([1.4, 1])
if picture is not None:
    left.plotly_chart(picture, width="stretch", config={"displayModeBar": False}, key="picture")
    rows = [[pitfalls.in_words(cell) for cell in row] for row in found.rows[:50]]
    right.html(theme.card("The numbers", theme.table(found.columns, rows)))
if key == "diagonal_boundary":
    pair = pitfalls.pair_of(table)
    drawn = decision_regions(found.extra["plain"], *pair)
    x, y = map(theme.escape, pair)
    classes = theme.class_key(table.classes)
    st.html(theme.card("What the tree answers", f"<p>{x} across, {y} up.</p>", key=classes))
    figure = pitfalls.regions(drawn, found.extra["plain"].dataset, ink=views.ink())
    st.plotly_chart(figure, width="stretch", config={"displayModeBar": False}, key="regions")
