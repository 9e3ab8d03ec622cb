"""Tables made to order: an exercise for each student, on the screen, in the Check page and on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from c45 import DataError
from c45.exercises import (
    WISHES,
    Sizes,
    answer_key,
    exercise_html,
    exercise_markdown,
    make_exercise,
    to_gift,
    to_moodle_xml,
    variants,
)
from c45.exercises.maker import LIMITS, MOST_VARIANTS
from c45.exercises.paper import questions, rows_of
from c45.notation import plural
from pages.shared import frame, session, theme, typing_panel
from pages.shared.downloads import file_name
from pages.shared.state import AppState, Order, to_query

#: What is downloaded: label, end of the name, type, and how it is made.
FILES = (
    ("To print, HTML", ".html", "text/html", exercise_html),
    ("With answers, HTML", "-answers.html", "text/html", partial(exercise_html, answers=True)),
    ("Markdown", ".md", "text/markdown", exercise_markdown),
    (
        "With answers, Markdown",
        "-answers.md",
        "text/markdown",
        partial(exercise_markdown, answers=True),
    ),
    ("Moodle, XML", "-moodle.xml", "application/xml", to_moodle_xml),
    ("Moodle, GIFT", "-gift.txt", "text/plain", to_gift),
    ("Answer key, text", "-key.txt", "text/plain", answer_key),
)

LABELS = {
    "rows": "Rows",
    "attributes": "Attributes",
    "values": "Values of each",
    "classes": "Classes",
    "missing": "Missing cells",
}


def order(now: AppState) -> AppState:
    """What the exercise is to be like, by the widgets of the page."""
    said = now.exercise
    session.fill("wish", said.wish if said.wish in WISHES else next(iter(WISHES)))
    wish = st.selectbox(
        "What it shows", list(WISHES), key="wish", format_func=lambda name: WISHES[name].words
    )
    chosen = {}
    with st.container(horizontal=True):
        for name, label in LABELS.items():
            least, most = LIMITS[name]
            session.fill(f"exercise_{name}", min(max(getattr(said.sizes, name), least), most))
            chosen[name] = st.number_input(
                label, least, most, step=1, key=f"exercise_{name}", width=110
            )
    with st.container(horizontal=True):
        session.fill("exercise_seed", said.seed)
        seed = st.number_input(
            "Number", 0, 999_999, step=1, key="exercise_seed", width=130,
            help="The same number gives the same exercise for ever.",
        )  # fmt: skip
        session.fill("exercise_variants", said.variants)
        n = st.number_input(
            "Variants, one for each student", 1, MOST_VARIANTS, step=1, key="exercise_variants",
            width=240, help="They have the numbers from this one on.",
        )  # fmt: skip
    try:
        sizes = Sizes(**chosen)
    except DataError as error:
        st.html(theme.note("This size is not possible.", str(error)))
        sizes = Sizes()
    return replace(now, exercise=Order(wish, seed, n, sizes))


now = frame.begin("Exercises", needs_tree=False)
st.html(theme.head("Exercises", "Tables made to order, with a property that is checked."))
left, right = st.columns([1, 1.4])
with left, st.container(border=True, key="card_order"):
    now = frame.keep(order(now))
said = now.exercise
with right, frame.guard(title="Such an exercise was not found."):
    exercise = make_exercise(said.wish, said.seed, sizes=said.sizes, parameters=now.parameters)
with right, st.container(border=True, key="card_exercise"):
    st.html(theme.block(f"<h2>{theme.escape(exercise.title)}</h2>"))
    names = [*exercise.dataset.attribute_names, exercise.dataset.target_name]
    rows = pd.DataFrame(rows_of(exercise.dataset), columns=names)
    st.dataframe(
        rows.set_axis(pd.RangeIndex(1, len(rows) + 1, name="row")),
        height=min(36 * len(rows) + 40, 520),
        alt="The rows of the exercise",
    )
    st.html(theme.block(theme.sentences(questions(exercise), "said", tag="ol")))
    if st.button("Do it here: fill in the sheet", type="primary", width="stretch"):
        opened = typing_panel.copy_of_table(now, exercise.dataset, exercise.title)
        session.keep(opened)
        st.switch_page("pages/check.py", query_params=to_query(opened))
with left, st.container(border=True, key="card_paper"):
    st.html(theme.block(f"<h2>On paper: {plural(said.variants, 'variant')}</h2>"))

    def made(write: Callable[..., str]) -> str:
        several = variants(
            said.wish, said.variants, seed=said.seed, sizes=said.sizes, parameters=now.parameters
        )
        return write(several)

    with st.container(horizontal=True, gap="small"):
        for label, ending, mime, write in FILES:
            st.download_button(
                label,
                lambda write=write: made(write),
                file_name=file_name(said.wish, ending, what="exercises"),
                mime=mime,
                key=f"paper_{ending}",
                on_click="ignore",
            )
