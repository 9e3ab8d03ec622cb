"""The one place that touches Streamlit's session and the address: what one browser tab remembers."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from c45 import DataError
from c45.reading import shown_file_name
from pages.shared import carried
from pages.shared.state import MADE, UPLOAD, AppState, from_query, to_query

#: An address that was replaced within this many seconds is the browser lagging behind a quick click;
#: later, it is the Back button.
LAG = 1.0


@dataclass
class Memory:
    """What stays between two runs of a page.

    state: what is chosen; None in a new tab. page: the page shown last.
    filling: whether widgets must be given their values from the state in this run.
    files: the bytes of uploaded files and typed tables by name of table; they stay in the session.
    typing: the typed table at hand, with what can be undone.
    replaced: addresses this app replaced, with the time of it. menu: where the menu stands.
    watched: widgets as the run before left them.
    notice: something to be said about the file of a link.
    sheets: working sheets that were filled in, by name. predicted: what was predicted before the
        reveal, by tree and node.
    shelves: what was computed from this session's own tables (``kept``).
    waiting: the place where it is said what is waited for.
    jobs: long computations by the section that started them.
    whole: whether the whole page runs, up to the part that can run alone.
    """

    state: AppState | None = None
    page: str = ""
    filling: bool = True
    files: dict[str, bytes] = field(default_factory=dict)
    replaced: dict[tuple, float] = field(default_factory=dict)
    watched: dict[str, str] = field(default_factory=dict)
    typing: Any = None
    menu: Any = None
    notice: tuple[str, ...] = ()
    sheets: dict[str, Any] = field(default_factory=dict)
    predicted: dict[tuple, Any] = field(default_factory=dict)
    shelves: dict[str, Any] = field(default_factory=dict)
    waiting: Any = None
    jobs: dict[str, Any] = field(default_factory=dict)
    whole: bool = True


def memory() -> Memory:
    try:
        return st.session_state["memory"]
    except KeyError:
        st.session_state["memory"] = Memory()
        return st.session_state["memory"]


def arrive(page: str) -> AppState:
    """The state at the start of a run: what the session knows, unless the address says otherwise."""
    m, address = memory(), st.query_params.to_dict()
    m.filling = page != m.page
    lags = _touched(m) or _lags(m, address)
    if m.state is None or (address != to_query(m.state) and not lags):
        m.state, m.filling = from_query(address), True
        _take_over(m, m.state)
    m.page, m.whole = page, True
    return m.state


def resume() -> AppState:
    """The state at the start of a part of a page that runs again by itself (``st.fragment``).

    When the part runs alone, its widgets are there already and are not filled again.
    """
    m = memory()
    m.filling, m.whole = m.filling and m.whole, False
    return m.state


def waiting_place() -> AbstractContextManager:
    """Where to say what is waited for: always the same place, so that nothing on the page moves."""
    return memory().waiting or nullcontext()


@contextmanager
def progress_bar(words: str) -> Iterator[Callable[[float, str], object]]:
    """A bar where it is said what is waited for; gives what moves it: a share from 0 to 1, and words."""
    with waiting_place():
        bar = st.progress(0.0, words)
        try:
            yield bar.progress
        finally:
            bar.empty()


def _take_over(m: Memory, state: AppState) -> None:
    """Keep the typed table that a link carries, if it is the one the link names."""
    if not state.is_made or state.dataset in m.files or not state.carried:
        return
    try:
        content = carried.unpack(state.carried)
    except DataError:
        return  # whoever asks for the table then says that it is not here
    if name_of(state.own_name, content, made=True) == state.dataset:
        m.files[state.dataset] = content


def keep(state: AppState) -> AppState:
    """Remember the state, and write it into the address."""
    m, query, address = memory(), to_query(state), st.query_params.to_dict()
    if state is m.state and address == query:
        return state
    m.state = state
    for key in m.watched:
        watch(key, m)
    if address != query:
        m.replaced = {a: t for a, t in m.replaced.items() if time.monotonic() - t < LAG}
        m.replaced[_key(address)] = time.monotonic()
        st.query_params.from_dict(query)
    return state


def _key(address: dict[str, str]) -> tuple:
    return tuple(sorted(address.items()))


def watch(key: str, m: Memory | None = None) -> None:
    """Remember what a widget says, to know in the next run whether the reader has touched it."""
    (m or memory()).watched[key] = repr(st.session_state.get(key))


def _touched(m: Memory) -> bool:
    """Whether this run is because of a widget: then the address is at most late, never the Back button."""
    return any(
        key in st.session_state and repr(st.session_state[key]) != value
        for key, value in m.watched.items()
    )


def _lags(m: Memory, address: dict[str, str]) -> bool:
    return time.monotonic() - m.replaced.get(_key(address), -LAG) < LAG


def fill(key: str, value: Any, *, again: bool = False) -> None:
    """Give a widget its value from the state before it is made; the reader's own change stays.

    again: also where the reader may have touched it, as after a change of the preset.
    """
    m = memory()
    if again or m.filling or key not in st.session_state:
        st.session_state[key] = value
    watch(key, m)


def value_of(key: str, default: Any = None) -> Any:
    return st.session_state.get(key, default)


def changed(name: str, value: Any) -> bool:
    """Whether a value is another one than in the run before."""
    before = st.session_state.get(name, value)
    st.session_state[name] = value
    return before != value


def name_of(name: str, content: bytes, *, made: bool = False) -> str:
    """The name of an uploaded table, or of a typed one: its fingerprint and its name."""
    digest = hashlib.sha256(content).hexdigest()[:12]
    return f"{MADE if made else UPLOAD}{digest}:{shown_file_name(name)}"


def is_made(name: str) -> bool:
    """Whether this is the name of a typed table."""
    return name.startswith(MADE)


def wish(name: str) -> None:
    """Note what a button asks for; the next run does it before any widget is made."""
    st.session_state[f"wish_{name}"] = True


def take_wish(name: str) -> bool:
    """Whether a button asked for this since the last run."""
    return bool(st.session_state.pop(f"wish_{name}", False))
