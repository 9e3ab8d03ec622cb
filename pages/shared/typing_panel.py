"""A table typed in the page: its cells in a grid, columns, undo and redo, and whether a link carries it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pandas as pd
import streamlit as st

from c45 import C45Error, Dataset
from c45.reading import TypedTable
from c45.reading.typed import MOST_COLUMNS, MOST_ROWS
from pages.shared import cached, carried, session, theme
from pages.shared.row_controls import markdown
from pages.shared.state import AppState, back_to_the_root, opened

#: Changes that can be undone at most.
MOST_UNDO = 200

#: Tables typed in this session that are kept for the browser's Back button.
MOST_KEPT = 50


@dataclass
class Typing:
    """One typed table and its past.

    dataset: the name of the table as it stands. base: what the grid started from; the grid holds the
    changes since. generation: counts the grids, as each needs a key of its own. history: the table
    after each change, ``at`` of them the one shown.
    """

    dataset: str
    base: TypedTable
    generation: int = 0
    history: list[TypedTable] = field(default_factory=list)
    at: int = 0

    @property
    def table(self) -> TypedTable:
        return self.history[self.at]


def blank(now: AppState) -> AppState:
    """The state with an empty table to be typed."""
    return _with_content(opened("", now), TypedTable.blank(), "My table")


def copy_of(now: AppState) -> AppState:
    """The state with a copy of the table at hand, to be changed. Raises DataError."""
    table = cached.source(now)
    name = f"{cached.title(now).removesuffix(', changed')}, changed"
    copied = copy_of_table(now, table, name)
    kept = now.attributes or (table.offered if table.set_aside else None)
    return replace(copied, share=now.share, attributes=kept)


def copy_of_table(now: AppState, table: Dataset, name: str) -> AppState:
    """The state with a copy of any small table, under a name. Raises DataError."""
    return _with_content(opened("", now), TypedTable.of(table), name)


def opened_again(now: AppState) -> AppState:
    """The state with the table that was typed last in this session."""
    dataset = session.memory().typing.dataset
    content = session.memory().files[dataset]
    return replace(opened(dataset, now), carried=carried.pack(content))


def can_be_copied(table: Dataset) -> bool:
    """Whether a table is small enough to be changed by hand."""
    return (
        table.n_rows <= MOST_ROWS and len(table.attributes) < MOST_COLUMNS and table.weights is None
    )


def edit(now: AppState) -> AppState:
    """The grid and its buttons. A change of a cell changes the table, and all that follows from it."""
    typing = _typing(now)
    for wish, step in (("undo", -1), ("redo", 1)):
        if session.take_wish(wish) and 0 <= typing.at + step < len(typing.history):
            typing.at += step
            _new_grid(typing)
            now = _changed(now, typing)
    with st.container(border=True, key="card_typing"):
        st.html(
            theme.block(
                "<h2>The table, to be typed</h2>"
                '<p class="mut small">A cell left empty, or a ?, is a missing value. '
                "Rows are added at the bottom, and several cells can be pasted at once.</p>"
            )
        )
        above = st.container()
        now = _grid(now, typing)
        with above:
            _buttons(now, typing)  # after the grid: what can be undone follows from it
        st.html(theme.block(f'<p class="mut small">{theme.escape(link_words(now))}</p>'))
    return now


def link_words(now: AppState) -> str:
    """Whether the link of the page carries the table."""
    size = carried.packed_size(session.memory().files[now.dataset]) / 1024
    most = carried.MOST_PACKED / 1024
    if now.carried:
        return (
            f"The address of this page carries the table ({size:.1f} of {most:.0f} KB): send it on."
        )
    return (
        f"This table does not travel in the link: packed it takes {size:.1f} KB, and {most:.0f} KB "
        "is the limit. Download it as CSV or ARFF, and send the file."
    )


def _typing(now: AppState) -> Typing:
    """The typed table of this session; a new one where the state has come from elsewhere."""
    m = session.memory()
    if m.typing is None or m.typing.dataset != now.dataset:
        table = TypedTable.from_text(m.files[now.dataset].decode())
        generation = 0 if m.typing is None else m.typing.generation + 1
        m.typing = Typing(now.dataset, table, generation, [table])
    return m.typing


def _with_content(now: AppState, table: TypedTable, name: str) -> AppState:
    files, content = session.memory().files, table.to_text().encode()
    dataset = session.name_of(name, content, made=True)
    files.pop(dataset, None)
    files[dataset] = content
    for old in [f for f in files if session.is_made(f)][:-MOST_KEPT]:
        del files[old]
    return replace(back_to_the_root(now), dataset=dataset, carried=carried.pack(content))


def _changed(now: AppState, typing: Typing) -> AppState:
    """The state with the table as it stands now; what is known by name stays chosen."""
    now = _with_content(now, typing.table, now.own_name)
    typing.dataset = now.dataset
    return now


def _push(now: AppState, typing: Typing, table: TypedTable) -> AppState:
    typing.history = [*typing.history[: typing.at + 1], table][-MOST_UNDO:]
    typing.at = len(typing.history) - 1
    return _changed(now, typing)


def _new_grid(typing: Typing) -> None:
    typing.base = typing.table
    typing.generation += 1


def _grid(now: AppState, typing: Typing) -> AppState:
    base = typing.base
    frame = pd.DataFrame(list(base.rows), columns=list(base.names), dtype=object)
    frame.index = pd.RangeIndex(1, len(frame) + 1, name="row")
    # A column is found by its place: names come from people, and may be anything.
    shown = frame.set_axis([f"c{i}" for i in range(len(base.names))], axis=1)
    columns = {
        f"c{i}": st.column_config.TextColumn(
            markdown(name) + (" (to be predicted)" if name == base.target else ""), default=""
        )
        for i, name in enumerate(base.names)
    }
    edited = st.data_editor(
        shown,
        key=f"cells_{typing.generation}",
        num_rows="dynamic",
        column_config=columns,
        height=min(36 * (len(frame) + 2) + 6, 470),
        hide_index=False,
    )
    session.watch(f"cells_{typing.generation}")
    rows = edited.astype(object).where(edited.notna(), "").astype(str).to_numpy().tolist()
    if tuple(map(tuple, rows)) == typing.table.rows:
        return now
    try:
        return _push(now, typing, base.with_rows(rows))
    except C45Error as error:
        st.html(theme.error("Not taken over.", str(error)))
        return now


def _buttons(now: AppState, typing: Typing) -> None:
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Undo",
            icon=":material/undo:",
            key="undo",
            disabled=typing.at == 0,
            on_click=session.wish,
            args=("undo",),
        )
        st.button(
            "Redo",
            icon=":material/redo:",
            key="redo",
            disabled=typing.at == len(typing.history) - 1,
            on_click=session.wish,
            args=("redo",),
        )
        with st.popover("Columns", icon=":material/view_column:"):
            _columns(now, typing)


def _columns(now: AppState, typing: Typing) -> None:
    """Add, rename or remove a column."""
    table = typing.table
    new = st.text_input("Name of a new column", key="new_column", max_chars=200)
    if st.button("Add the column", key="add_column", width="stretch"):
        _restructure(now, typing, lambda: table.with_column(new))
    column = st.selectbox("Column", table.names, key=f"column_{typing.generation}")
    name = st.text_input("Its new name", key="column_name", max_chars=200)
    if st.button("Rename the column", key="rename_column", width="stretch"):
        renamed = replace(
            now,
            target=name.strip() if now.target == column else now.target,
            kinds=tuple((name.strip() if c == column else c, k) for c, k in now.kinds),
        )
        _restructure(renamed, typing, lambda: table.renamed(column, name))
    if st.button("Remove the column", key="remove_column", width="stretch"):
        _restructure(now, typing, lambda: table.without_column(column))


def _restructure(now: AppState, typing: Typing, change: Callable[[], TypedTable]) -> None:
    """Other columns need another grid, so the page starts again with it."""
    try:
        table = change()
    except C45Error as error:
        st.html(theme.error("This cannot be done.", str(error)))
        return
    now = _push(now, typing, table)
    _new_grid(typing)
    session.keep(replace(now, attributes=None))
    session.memory().filling = True
    st.rerun()
