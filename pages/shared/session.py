"""The one place that touches Streamlit's session and the address: what one browser tab remembers."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from c45.reading import shown_file_name
from pages.shared.state import UPLOAD, AppState, from_query, to_query

#: An address that was replaced within this many seconds is the browser lagging behind a quick click;
#: later, it is the Back button.
LAG = 1.0


@dataclass
class Memory:
    """What stays between two runs of a page.

    state: what is chosen; None in a new tab. page: the page shown last.
    filling: whether widgets must be given their values from the state in this run.
    files: the bytes of uploaded files by name of table; they never leave the session.
    replaced: addresses this app replaced, with the time of it. menu: where the menu stands.
    notice: something to be said about the file of a link.
    """

    state: AppState | None = None
    page: str = ""
    filling: bool = True
    files: dict[str, bytes] = field(default_factory=dict)
    replaced: dict[tuple, float] = field(default_factory=dict)
    menu: Any = None
    notice: tuple[str, ...] = ()


def memory() -> Memory:
    if "memory" not in st.session_state:
        st.session_state["memory"] = Memory()
    return st.session_state["memory"]


def arrive(page: str) -> AppState:
    """The state at the start of a run: what the session knows, unless the address says otherwise."""
    m, address = memory(), st.query_params.to_dict()
    m.filling = page != m.page
    if m.state is None or (address != to_query(m.state) and not _lags(m, address)):
        m.state, m.filling = from_query(address), True
    m.page = page
    return m.state


def keep(state: AppState) -> AppState:
    """Remember the state, and write it into the address."""
    m, query, address = memory(), to_query(state), st.query_params.to_dict()
    m.state = state
    if address != query:
        m.replaced = {a: t for a, t in m.replaced.items() if time.monotonic() - t < LAG}
        m.replaced[_key(address)] = time.monotonic()
        st.query_params.from_dict(query)
    return state


def _key(address: dict[str, str]) -> tuple:
    return tuple(sorted(address.items()))


def _lags(m: Memory, address: dict[str, str]) -> bool:
    return time.monotonic() - m.replaced.get(_key(address), -LAG) < LAG


def fill(key: str, value: Any, *, again: bool = False) -> None:
    """Give a widget its value from the state before it is made; the reader's own change stays.

    again: also where the reader may have touched it, as after a change of the preset.
    """
    if again or memory().filling or key not in st.session_state:
        st.session_state[key] = value


def value_of(key: str, default: Any = None) -> Any:
    return st.session_state.get(key, default)


def changed(name: str, value: Any) -> bool:
    """Whether a value is another one than in the run before."""
    before = st.session_state.get(name, value)
    st.session_state[name] = value
    return before != value


def name_of(name: str, content: bytes) -> str:
    """The name of the table that an uploaded file holds: its fingerprint and its name."""
    return f"{UPLOAD}{hashlib.sha256(content).hexdigest()[:12]}:{shown_file_name(name)}"


def wish(name: str) -> None:
    """Note what a button asks for; the next run does it before any widget is made."""
    st.session_state[f"wish_{name}"] = True


def take_wish(name: str) -> bool:
    """Whether a button asked for this since the last run."""
    return bool(st.session_state.pop(f"wish_{name}", False))
