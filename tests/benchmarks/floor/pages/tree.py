"""The floor: a line of text that follows the slider."""

import streamlit as st
import widgets

depth = widgets.begin("Tree")
st.html(f"<h1>The tree of depth {depth}</h1>")
st.segmented_control("Detail", ["one", "two", "three"], key="level")
