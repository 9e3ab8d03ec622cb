"""The floor: its first page."""

import streamlit as st
import widgets

depth = widgets.begin("First")
st.html(f"<h1>First page, depth {depth}</h1>")
