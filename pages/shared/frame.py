"""How every page begins and ends: menu, knobs, errors, and the state kept in the address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from c45 import C45Error, DataError, Dataset
from c45.prepare import fitting
from pages.shared import cached, controls, menu, session, theme
from pages.shared.state import AppState, back_to_the_root, fitted, read_as
from pages.shared.table_controls import with_file

ICON = str(Path(__file__).with_name("icon.png"))


def begin(title: str, *, needs_tree: bool = True, part: bool = False) -> AppState:
    """Everything above a lesson: page settings, style, menu, knobs. Gives the state.

    needs_tree: grow the tree here, so that a table that cannot be grown from is reported once, in
        one place, and the lesson below may rely on ``cached.tree``.
    part: the lesson below is a part that also runs alone (``resume``).
    """
    st.set_page_config(
        page_title=f"{title} · Decision trees, step by step",
        page_icon=ICON,
        layout="wide",
        initial_sidebar_state=256,
    )
    now = session.arrive(title)
    st.html(f"<style>{theme.style_sheet(now.present)}</style>")
    session.memory().menu = menu.Menu(waits=part)
    session.memory().waiting = st.empty()
    with st.sidebar:
        now = controls.knobs(now)
    keep(now)
    if session.memory().notice:
        st.html(theme.note(*session.memory().notice))
    if needs_tree:
        with guard():
            now = keep(settled(now))
            cached.tree(now)
    return now


def resume() -> AppState:
    """The beginning of a part of a page that also runs alone (``st.fragment``). Gives the state."""
    session.memory().menu.waits = False
    session.memory().waiting = st.empty()
    return session.resume()


def settled(now: AppState) -> AppState:
    """The state without what the table at hand does not have. Raises C45Error."""
    whole = cached.read(AppState(dataset=now.dataset, reading=now.reading))
    now = read_as(now, (*whole.attribute_names, whole.target_name))
    try:
        whole = cached.read(now)
    except DataError as error:
        if not now.kinds:
            raise
        st.html(theme.error("The kinds of the columns stay as they were found.", str(error)))
        now = replace(now, kinds=())
        whole = cached.read(now)
    now = _with_steps_that_fit(now, whole)
    whole = cached.source(now)
    return fitted(now, whole.attribute_names, whole.n_rows)


def _with_steps_that_fit(now: AppState, whole: Dataset) -> AppState:
    """The state without steps that cannot be done on this table; which ones, is said."""
    if not now.prepare:
        return now
    try:
        cached.source(now)
        return now
    except DataError:
        kept = fitting(whole, now.prepare)
    gone = [step.words for step in now.prepare if step not in kept]
    st.html(theme.note("Left out, because it no longer fits the table:", " ".join(gone)))
    return back_to_the_root(replace(now, prepare=kept, attributes=None))


def keep(state: AppState) -> AppState:
    """Remember the state in the session, in the address and in the menu's links; gives it back."""
    session.keep(state)
    session.memory().menu.show(state)
    return state


fill = session.fill


@contextmanager
def guard(
    *,
    stop: bool = True,
    uploader: bool = True,
    title: str = "This does not work yet.",
    top: tuple[DeltaGenerator, str] | None = None,
) -> Iterator[None]:
    """Show what the library refuses as a card with the reason, and stop the page there.

    stop: False goes on below the card, where the rest of the page does not need what failed.
    uploader: False where the page has its own. title: what stands above the reason. top: where the
        page's title stands, and the title of a page that is stopped, so that nothing below it jumps.
    """
    try:
        yield
    except C45Error as error:
        if top is not None:
            top[0].html(top[1])
        needs_file = isinstance(error, cached.FileNeeded)
        st.html(theme.error("This link needs a file." if needs_file else title, str(error)))
        if needs_file and uploader:
            _ask_for_file()
        if needs_file or stop:
            session.memory().menu.draw()
            st.stop()


def _ask_for_file() -> None:
    """An uploader for the file that a link names."""
    file = st.file_uploader("The file of this link", key="needed_file")
    if file is not None:
        session.keep(with_file(session.memory().state, file.name, file.getvalue()))
        st.rerun()
