"""The working sheet on the page: fields that are typed into without a run of the page between two keys.

A component: what is typed stays in the browser (and, until the tab is closed, in its session storage, so
that a look at another page loses nothing) and is sent when the reader asks for the check or pastes a
block.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.shared import session
from pages.shared.check_answers import Filled

_HERE = Path(__file__).parent

_sheet = st.components.v2.component(
    "working_sheet",
    html='<div class="ck-host"></div>',
    isolate_styles=False,
    js=_HERE.joinpath("check_view.js").read_text("utf-8"),
)


def style_sheet() -> str:
    """The style of the sheet and of what is said of it."""
    return _HERE.joinpath("check.css").read_text("utf-8")


def sheet(
    html: str,
    filled: Filled,
    *,
    key: str,
    name: str,
    on_check: Callable[[Any], None],
    on_paste: Callable[[Any, str, str], None],
    on_clear: Callable[[], None],
) -> None:
    """Show a sheet (HTML, quoted already). name: which sheet it is, so that drafts find theirs.

    on_check: called with the fields as a mapping, as the browser sends them. on_paste: with the
    fields, the text of a pasted block and the key of the field it was pasted into.
    """

    def check() -> None:
        sent = session.value_of(key).check
        if isinstance(sent, dict):
            on_check(sent.get("values"))

    def paste() -> None:
        sent = session.value_of(key).paste
        if isinstance(sent, dict):
            on_paste(sent.get("values"), str(sent.get("text", "")), str(sent.get("start", "")))

    def clear() -> None:
        if session.value_of(key).clear is not None:
            on_clear()

    _sheet(
        key=key,
        data={
            "html": html,
            "name": name,
            "stamp": filled.stamp,
            "answers": filled.answers,
            "marked": filled.marking is not None,
        },
        on_check_change=check,
        on_paste_change=paste,
        on_clear_change=clear,
    )
