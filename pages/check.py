"""A student's sums: the working sheet of a node filled in, marked, and each mistake named."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from c45.steps import steps
from pages.shared import cached, check_panels, check_printed, check_view, frame, show

now = frame.begin("Check")
st.html(f"<style>{show.style_sheet()}{check_view.style_sheet()}</style>")
if check_panels.choose_what() == check_panels.PRINTED:
    check_printed.page()
    st.stop()
tree = cached.grown(now)
order = steps(tree)
now = frame.keep(replace(now, step=min(now.step, len(order) - 1)))
head = st.container()
node, criterion, names = check_panels.choose(now, tree, order)
with frame.guard():
    sheet = cached.working_sheet(now, node.id, criterion, names)
head.html(check_panels.header(now, tree, node))
rows, work = st.columns([1.3, 2], gap="small")
with rows, st.container(key="ck_rows"):
    check_panels.rows(now, tree, node)
    check_panels.spreadsheet(now, sheet)
with work:
    check_panels.work(now, sheet)
    check_panels.solution(tree, node, sheet)
