"""The widgets of the Check page: which node, its rows, the sheet, blocks from a spreadsheet, the solution."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from c45.check import Sheet, blank_block
from c45.notation import plural
from c45.steps import Steps
from c45.tree import Node, Tree
from pages.shared import cached, check_view, session, show, sums, theme, views
from pages.shared.check_answers import Filled, checked, in_reading_order, with_block
from pages.shared.check_sheet import rows_html, sheet_html, solution_html
from pages.shared.state import AppState

MINE, PRINTED = "Your own sums", "A worked example in print"

#: So many attributes are on the sheet at first, and at most.
AT_FIRST, MOST = 6, 12

#: So many rows are shown as plain lines; more can be scrolled.
FEW_ROWS = 24

#: So many sheets are remembered in a session.
MOST_SHEETS = 40

CRITERIA = {
    "information_gain": "Information gain",
    "gain_ratio": "Gain ratio",
    "gini": "Gini index",
}


def choose_what() -> str:
    """Whether the reader's own sums or a printed example are checked."""
    if session.value_of("check_what") is None:
        session.fill("check_what", MINE, again=True)
    return st.segmented_control(
        "What is checked",
        [MINE, PRINTED],
        key="check_what",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )


def header(now: AppState, tree: Tree, node: Node) -> str:
    """The top of the page: where, and what to do first."""
    return show.header(
        f"Check your sums · {cached.title(now)} · {now.algorithm_words} · {plural(node.n, 'row')} at this node",
        show.path_words(tree, node),
        "Work the sheet out by hand, from the rows to the choice. Type your figures in and press "
        "<b>Check</b>, as often as you like; what you have not done stays empty.",
    )


def choose(now: AppState, tree: Tree, order: Steps) -> tuple[Node, str, tuple[str, ...]]:
    """Which node, by which criterion, and which attributes."""

    def go() -> None:
        step = session.value_of("check_step")
        session.keep(replace(session.memory().state, step=step, attribute=None))

    with st.expander("Another node, criterion or fewer attributes", icon=":material/tune:"):
        left, middle, right = st.columns([1.2, 1, 2])
        session.fill("check_step", now.step, again=True)
        left.selectbox(
            "Node",
            range(len(order)),
            key="check_step",
            format_func=lambda i: show.path_words(tree, order[i].node),
            on_change=go,
        )
        node = order[now.step].node
        own = tree.parameters.criterion
        if session.changed("check_criterion_of", own) or not session.value_of("check_criterion"):
            session.fill("check_criterion", own, again=True)
        criterion = middle.selectbox(
            "Criterion", list(CRITERIA), key="check_criterion", format_func=CRITERIA.get
        )
        offered = [c.attribute for c in node.report.candidates if c.split is not None]
        offered = offered or [a.name for a in tree.attributes]
        spot = (tree.dataset.digest, node.id)
        if session.changed("check_spot", spot) or session.value_of("check_names") is None:
            session.fill("check_names", offered[:AT_FIRST], again=True)
        kept = [n for n in session.value_of("check_names") if n in offered]
        session.fill("check_names", kept or offered[:AT_FIRST], again=True)
        names = right.multiselect(
            "Attributes on the sheet",
            offered,
            key="check_names",
            max_selections=MOST,
            help="The choice is then made among these.",
        )
    if len(names) < len(offered):
        words = f"{len(names)} of {len(offered)} attributes are on the sheet."
        st.html(theme.note(words, "The choice is made among them."))
    return node, criterion, tuple(n for n in offered if n in names) or tuple(offered[:1])


def name_of(now: AppState, sheet: Sheet) -> str:
    """Which sheet it is: its table of counts, its criterion and its unit."""
    facts = sheet.facts
    parts = [now.dataset, facts.criterion, sheet.unit, repr(facts.counts)]
    parts += [f"{s.split!r}{s.table!r}" for s in facts.splits]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _filled(name: str) -> Filled:
    return session.memory().sheets.get(name, Filled())


def _keep(name: str, filled: Filled) -> None:
    sheets = session.memory().sheets
    sheets.pop(name, None)
    sheets[name] = filled
    while len(sheets) > MOST_SHEETS:
        del sheets[next(iter(sheets))]


def rows(now: AppState, tree: Tree, node: Node) -> None:
    """The rows to count from: all of them at a glance where they are few."""
    portion = tree.portion_of(node.id)
    table = views.rows_table(tree.dataset, portion, cached.growing_rows(now) + 1)
    title = f"The {plural(len(portion.rows), 'row')} at this node"
    if len(table) <= FEW_ROWS:
        st.html(theme.card(title, rows_html(table)))
        return
    with st.container(border=True, key="card_check_rows"):
        st.html(show.heading(title))
        words = "The rows that reach this node"
        st.dataframe(table, hide_index=True, height=530, alt=words, key="check_rows")


def work(now: AppState, sheet: Sheet) -> None:
    """The sheet, its marks, and what is said of them."""
    name = name_of(now, sheet)
    filled = _filled(name)

    def check(values: Any) -> None:
        _keep(name, checked(_filled(name), sheet, values))

    def paste(values: Any, text: str, start: str) -> None:
        _keep(name, with_block(_filled(name), sheet, text, start=start or None, typed=values))

    def clear() -> None:
        _keep(name, Filled(stamp=_filled(name).stamp + 1))

    check_view.sheet(
        sheet_html(sheet, filled.answers, filled.marking, notes=filled.notes),
        filled,
        key="working_sheet",
        name=name,
        on_check=check,
        on_paste=paste,
        on_clear=clear,
    )


def spreadsheet(now: AppState, sheet: Sheet) -> None:
    """The way to a spreadsheet and back."""
    name = name_of(now, sheet)

    def fill_in() -> None:
        before = _filled(name)
        found = with_block(before, sheet, session.value_of("check_block", ""))
        if found.answers != before.answers:
            found = replace(checked(found, sheet, found.answers), notes=found.notes)
        _keep(name, found)

    with st.expander("With a spreadsheet", icon=":material/grid_on:"):
        st.html(
            theme.block(
                '<p class="small">Copy the empty sheet, paste it into two columns, work there, and '
                "paste it back. Figures without labels are taken in the order of the sheet; a block can "
                "be pasted into any field, too.</p>"
            )
        )
        st.code(blank_block(in_reading_order(sheet)), language=None, height=160)
        with st.form("check_paste", border=False):
            st.text_area("Your block of cells", key="check_block", height=120, max_chars=100_000)
            st.form_submit_button("Fill in and check", on_click=fill_in, width="stretch")


def solution(tree: Tree, node: Node, sheet: Sheet) -> None:
    """Every figure and every sum, when asked for."""
    with st.expander(
        "Show the whole solution",
        icon=":material/visibility:",
        key="open_solution",
        on_change="rerun",
    ) as section:
        if not section.open:
            return
        st.html(f'<div class="ck-host">{solution_html(sheet)}</div>')
        knobs = replace(tree.parameters, criterion=sheet.criterion)
        judged = replace(tree, parameters=knobs)
        for body in _worked(judged, node, sheet):
            st.html(body)


def _worked(tree: Tree, node: Node, sheet: Sheet) -> Sequence[str]:
    """The sums of each attribute on the sheet, one card each."""
    return [
        show.worked(
            tree,
            split.candidate,
            working := sums.of_split(tree, node, split.split, sheet.unit),
            sums.steps(working),
        )
        for split in sheet.facts.splits
    ]
