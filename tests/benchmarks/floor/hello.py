"""The floor of a cold start."""

import streamlit as st

st.write("Hello, world")
