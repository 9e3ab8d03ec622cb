"""How an uploaded file was read, and the widgets that overrule it. Changing one reads it again at once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pandas as pd
import streamlit as st

from c45 import C45Error
from c45.reading import Reading
from pages.shared import cached, session, theme
from pages.shared.large import MOST_COLUMNS
from pages.shared.state import AppState, back_to_the_root

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar |", " ": "blank"}
DECIMALS = {".": "point", ",": "comma"}
ENCODINGS = {
    "utf-8": "UTF-8",
    "cp1252": "Windows-1252",
    "utf-16": "UTF-16",
    "latin-1": "ISO 8859-1",
}
LINES = {"none": "no line", **{str(i): f"line {i}" for i in range(1, 21)}}

#: Rows of the file shown as they stand in it.
PREVIEW = 5


def reread(now: AppState) -> AppState:
    """The state with what the reader says of the file. The widgets stay where the file is refused."""
    if not now.is_own or now.is_made or now.dataset not in session.memory().files:
        return now
    said = dict(now.reading)
    found: Reading | None = None
    with suppress(C45Error):  # the page says it below; here it can be mended
        found = cached.reading(now)
    with st.expander("How the file is read", expanded=found is None):
        if found is not None and found.preview:
            st.html(theme.block("<h2>The first rows, as they stand in the file</h2>"))
            st.dataframe(
                pd.DataFrame([row[:MOST_COLUMNS] for row in found.preview[:PREVIEW]]).rename(
                    columns=lambda i: f"{i + 1}"
                ),
                hide_index=True,
                alt="The first rows of the file as text",
            )
        name = now.dataset
        said["separator"] = _choice(
            "Separator", SEPARATORS, said.get("separator", ""), name, found and found.separator
        )
        said["decimal"] = _choice(
            "Decimal mark", DECIMALS, said.get("decimal", ""), name, found and found.decimal
        )
        said["encoding"] = _choice(
            "Encoding", ENCODINGS, said.get("encoding", ""), name, found and found.encoding
        )
        line = None if found is None else "none" if found.header is None else str(found.header)
        said["header"] = _choice(
            "The names of the columns stand in", LINES, said.get("header", ""), name, line
        )
        key = f"read_skip_rows_{name}"
        session.fill(key, int(said.get("skip_rows") or 0))
        rows = st.number_input("Lines to skip at the top", 0, 1000, step=1, key=key)
        said["skip_rows"] = str(rows) if rows else ""
        key = f"read_missing_{name}"
        session.fill(key, said.get("missing", ""))
        said["missing"] = st.text_input(
            "What stands for a missing value",
            key=key,
            placeholder="as found",
            max_chars=100,
            help="Words with a blank between them, such as: ? NA -999. An empty cell is always missing.",
        ).strip()
        if found is not None and len(found.sheets) > 1:
            sheets = {s: s for s in found.sheets}
            said["sheet"] = _choice("Sheet", sheets, said.get("sheet", ""), name, found.sheet)
    reading = tuple((k, v) for k, v in sorted(said.items()) if v)
    if reading == now.reading:
        return now
    return back_to_the_root(replace(now, reading=reading, target=None, attributes=None, kinds=()))


def _choice(label: str, words: dict[str, str], value: str, name: str, found) -> str:
    """One setting: as found (and what that is), or one of the known ones."""
    key = f"read_{label}_{name}"
    session.fill(key, value if value in words else "")
    seen = f" ({words.get(found, found)})" if found else ""
    return st.selectbox(
        label, ["", *words], key=key, format_func=lambda v: words.get(v, f"as found{seen}")
    )
