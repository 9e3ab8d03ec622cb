"""What takes long enough to be asked for: a button, then progress with a stop, then the result kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

from pages.shared import session
from pages.shared.kept import Shelf

#: Results a session keeps.
MOST = 16

Result = TypeVar("Result")


def result(
    label: str,
    make: Callable[[Callable[[int, int], object]], Result],
    *,
    name: str,
    key: Hashable = (),
) -> Result | None:
    """What ``make`` gives once the button was pressed, None before; kept in the session by ``key``.

    make: called with a function that is told (done, in all). Whatever the reader presses meanwhile,
    such as Stop, ends it at its next word: nothing is kept then, and the button is there again.
    """
    shelf = session.memory().shelves.setdefault("on_request", Shelf(MOST))
    whole_key = (name, key)
    if whole_key not in shelf:
        place = st.empty()
        if not place.button(label, key=f"ask_{name}"):
            return None
        with place.container():
            bar = st.progress(0.0, text="Begins")
            st.button("Stop", key=f"stop_{name}")

            def told(done: int, total: int) -> None:
                bar.progress(min(done / max(total, 1), 1.0), text=f"{done} of {total}")

            shelf.get(whole_key, lambda: make(told))
        place.empty()
    return shelf.get(whole_key, lambda: None)
