"""The floor: buttons to step, buttons to open, a line of text."""

import streamlit as st
import widgets

depth = widgets.begin("Grow")
st.session_state.setdefault("step", 0)
st.session_state.setdefault("opened", "a")


def go(by: int) -> None:
    st.session_state.step = max(st.session_state.step + by, 0)


def opening(name: str) -> None:
    st.session_state.opened = name


title = st.container()
for name, by in (("First", -999), ("Back", -1), ("Next", 1), ("Last", 9)):
    st.button(name, on_click=go, args=(by,), shortcut={"Next": "Right"}.get(name))
for name in "abcd":
    st.button(f"Open {name}", on_click=opening, args=(name,))
title.html(f"<h1>Step {st.session_state.step}, {st.session_state.opened}, depth {depth}</h1>")
st.segmented_control("Show", ["one", "two", "three"], key="view")
