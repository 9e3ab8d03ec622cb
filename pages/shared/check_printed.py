"""The widgets for a worked example in print: a shipped one, or one's own as a file; its report."""

from __future__ import annotations

import json

import streamlit as st

from c45 import DataError, dataset_facts
from c45.check import check_example, published_example, published_names, read_example
from c45.export.tables import write_csv
from pages.shared import frame, session, show, theme
from pages.shared.check_report import lead, report_html, report_table
from pages.shared.downloads import file_name

SHIPPED, OWN = "From the shelf", "Your own"
#: An example as text is no longer than this.
LONGEST = 1_000_000
#: The example that is open at first: its slides choose the wrong attribute.
FIRST = "refund_marital"


def page() -> None:
    """Choose an example, and see what is right and wrong in it."""
    head = st.container()
    with st.container(border=True, key="card_check_example"):
        if session.value_of("check_shelf") is None:
            session.fill("check_shelf", SHIPPED, again=True)
        shelf = st.segmented_control(
            "Example",
            [SHIPPED, OWN],
            key="check_shelf",
            required=True,
            label_visibility="collapsed",
            persist_state="session",
        )
        example = _shipped() if shelf == SHIPPED else None
        with frame.guard(stop=False, title="This is no worked example."):
            example = example or _own()
            report = check_example(example) if example else None
    if not example or report is None:
        words = "Paste or upload an example: its table, and the figures that were printed."
        head.html(show.header("A worked example in print", "Which figures are right?", words))
        return
    title = str(example.get("title") or example.get("name") or "Your example")
    source = str(example.get("source") or "a worked example in print")
    head.html(show.header(source, title, theme.escape(lead(report))))
    st.html(report_html(report))
    with st.container(horizontal=True):
        st.download_button(
            "The report, CSV",
            lambda: write_csv(report_table(report)),
            file_name=file_name(title, ".csv", what="report"),
            mime="text/csv",
            on_click="ignore",
            key="report_csv",
        )
        st.download_button(
            "This example, JSON",
            lambda: json.dumps(example, ensure_ascii=False, indent=1),
            file_name=file_name(title, ".json", what="example"),
            mime="application/json",
            on_click="ignore",
            key="example_json",
        )


def _shipped() -> dict:
    names = sorted(published_names(), key=lambda n: dataset_facts(n).title.lower())
    if session.value_of("check_example") not in names:
        session.fill("check_example", FIRST, again=True)
    name = st.selectbox(
        "A table of a book, a paper or slides, with the figures that are printed there",
        names,
        key="check_example",
        format_func=lambda n: (
            f"{dataset_facts(n).title}: {len(dataset_facts(n).published)} figures"
        ),
        persist_state="session",
    )
    return published_example(name)


def _own() -> dict | None:
    """An example of the reader's, or None as long as there is none. Raises DataError."""
    st.html(
        theme.block(
            "<p>An example is a JSON file with columns, target, rows, and the published figures. Take "
            f"one from the shelf (<b>{SHIPPED}</b>, then <b>This example, JSON</b>) as a pattern.</p>"
        )
    )
    file = st.file_uploader("A file", type=["json"], key="example_file", max_upload_size=1)
    text = st.text_area(
        "Or pasted here", key="example_text", height=160, max_chars=LONGEST, persist_state="session"
    )
    if file is not None:
        try:
            text = file.getvalue().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise DataError("The file is no text in UTF-8. Save it as JSON in UTF-8.") from None
    return read_example(text) if text and text.strip() else None
