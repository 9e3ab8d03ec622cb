"""The widgets of the Data page: which table, what is predicted from what, which rows are for the test."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from c45 import Dataset, dataset_facts, dataset_names, load_dataset
from c45.dataset import CATEGORICAL, CONTINUOUS
from c45.notation import plural
from pages.shared import cached, session, theme, typing_panel
from pages.shared.state import (
    DATES,
    MADE,
    ROWS_FOR_A_TEST,
    AppState,
    back_to_the_root,
    held_out,
    opened,
)

SMALL, LARGER, OWN = "Small tables", "Larger tables", "Your file"

#: What the chooser of a file to be predicted offers. A table may be any file: its content decides, and the
#: reader says what it is where it is none.
FILE_TYPES = ["csv", "tsv", "txt", "data", "arff", "xlsx", "gz", "md", "html"]

#: So many attributes are listed at once; more are folded away.
FEW = 8

#: Of more columns than this, a list holds the exceptions and not the rule.
MANY = 200

#: A column with more different values than this is not offered as a target.
MOST_CLASSES = 20


@st.cache_resource(show_spinner=False)
def shelves() -> dict[str, tuple[str, ...]]:
    """The shipped tables on two shelves, by title: for sums by hand, and for train and test."""
    small, larger = [], []
    for name in sorted(dataset_names(), key=lambda n: dataset_facts(n).title.lower()):
        (small if load_dataset(name).n_rows < ROWS_FOR_A_TEST else larger).append(name)
    return {SMALL: tuple(small), LARGER: tuple(larger)}


def choose(now: AppState) -> AppState:
    """The table: from a shelf, a file, or typed."""
    before = now
    if session.take_wish("type_blank"):
        now = typing_panel.blank(now)
    elif session.take_wish("edit_table"):
        now = typing_panel.copy_of(now)
    here = OWN if now.is_own else next(k for k, v in shelves().items() if now.dataset in v)
    session.fill("shelf", here, again=now != before)
    shelf = st.segmented_control(
        "Table", [SMALL, LARGER, OWN], key="shelf", required=True, width="stretch"
    )
    if shelf == OWN:
        return _own_file(now, again=now != before)
    names = shelves()[shelf]
    session.fill(f"table_{shelf}", now.dataset if now.dataset in names else names[0])
    name = st.selectbox(
        "Which one",
        names,
        key=f"table_{shelf}",
        format_func=lambda n: dataset_facts(n).title,
        label_visibility="collapsed",
    )
    facts = dataset_facts(name)
    st.html(
        theme.block(
            f'<p>{theme.escape(facts.teaches)}</p><p class="mut small" style="margin-top:.25rem">'
            f"{theme.escape(facts.source)}</p>"
        )
    )
    return now if name == now.dataset else opened(name, now)


def _own_file(now: AppState, *, again: bool) -> AppState:
    """A file of the reader's: one just uploaded, or one that was before in this session."""
    file = st.file_uploader(
        "A table with one row per case and one column to be predicted: CSV, Excel, ARFF",
        key="own_file",
        on_change=session.wish,
        args=("open_file",),
    )
    opening = session.take_wish("open_file") and file is not None
    if opening:
        now = with_file(now, file.name, file.getvalue())
    now, pasted = _pasted(now)
    again = again or opening or pasted
    st.button(
        "Or type a table, from a blank one",
        key="type_blank",
        width="stretch",
        on_click=session.wish,
        args=("type_blank",),
    )
    if not again and not now.is_own:
        words = f"The page shows {cached.title(now)} until one is uploaded or chosen."
        st.html(theme.note("No file yet.", words))
    return _earlier(now, again=again)


def _earlier(now: AppState, *, again: bool) -> AppState:
    """The files of this session, and the table that was typed last, to go back to."""
    typed = session.memory().typing
    options = [f for f in session.memory().files if not session.is_made(f)]
    if now.is_made or typed is not None:
        options.append(MADE)  # one entry, whatever its cells are by now
    here = MADE if now.is_made else now.dataset
    if not options or options == [here]:
        return now
    typed_name = now.own_name if now.is_made else "The typed table"
    session.fill("earlier_file", here if here in options else None, again=again)
    name = st.selectbox(
        "Tables of this session",
        options,
        key="earlier_file",
        index=None,
        placeholder="Choose a table",
        format_func=lambda dataset: typed_name if dataset == MADE else dataset.split(":", 2)[2],
    )
    if name in (None, here):
        return now
    return typing_panel.opened_again(now) if name == MADE else opened(name, now)


def _pasted(now: AppState) -> tuple[AppState, bool]:
    """A table pasted as text: out of a spreadsheet, a web page, or Markdown."""
    with st.expander("Or paste a table"):
        text = st.text_area(
            "A table with its header line",
            key="pasted",
            height=140,
            placeholder="outlook\twindy\tplay\nsunny\tno\tyes",
        )
        asked = st.button("Use this table", key="use_pasted", width="stretch")
    if not asked or not text.strip():
        return now, False
    return with_file(now, "pasted table", text.encode()), True


def with_file(now: AppState, name: str, content: bytes) -> AppState:
    """Keep an uploaded file in this session, and open it: as a link says, if it is the link's file."""
    m, dataset = session.memory(), session.name_of(name, content)
    m.notice = ()
    if now.is_own and now.dataset.split(":")[1] == dataset.split(":")[1]:
        m.files[now.dataset] = content
        return now
    if now.is_own and now.dataset not in m.files:
        m.notice = (
            f"{name} is not the file of the link.",
            f"The link was made with {now.own_name}, with other content.",
        )
    m.files[dataset] = content
    return opened(dataset, now)


def target(now: AppState, whole: Dataset, again: bool) -> AppState:
    """What is to be predicted. ``whole`` is the table as it was read."""
    own = whole.target_name
    offered = [a.name for a in whole.attributes if _n_values(whole, a.name) <= MOST_CLASSES]
    chosen = now.target or own
    options = [c for c in (*whole.attribute_names, own) if c in offered or c in (own, chosen)]
    session.fill("target", chosen, again=again)
    picked = st.selectbox(
        "Predict",
        options,
        key="target",
        help="The class: the column the tree answers with. Columns with more than "
        f"{MOST_CLASSES} different values are not offered.",
    )
    if picked == chosen:
        return now
    return replace(back_to_the_root(now), target=None if picked == own else picked, attributes=None)


def target_warning(table: Dataset) -> str:
    """A sentence where the target looks like no class at all, else ""."""
    n = len(table.classes)
    if n < 5 or 2 * n <= table.n_rows:
        return ""
    return (
        f"{table.target_name} has {n} different values in {plural(table.n_rows, 'row')}: that looks "
        "like a measurement or a name, not a class. Choose another column under Predict."
    )


def _n_values(whole: Dataset, name: str) -> int:
    """How many different values a column has; for many, the first thousand rows tell."""
    a, column = whole.attribute(name), whole.column(name)
    if not a.is_continuous:
        return len(a.categories)
    few = len(np.unique(column[:1000]))
    return few if few > MOST_CLASSES else len(np.unique(column))


def attributes(now: AppState, whole: Dataset, again: bool) -> AppState:
    """What the tree may ask about, and how. ``whole`` has the chosen target."""
    n = len(whole.attributes)
    kept = len(whole.offered if now.attributes is None else now.attributes)
    few_or_changed = n <= FEW or kept < n or bool(now.kinds)
    with st.expander("Attributes and their kinds", expanded=few_or_changed, key="attributes_box"):
        return _kinds(_kept(now, whole, again), again)


def _kept(now: AppState, whole: Dataset, again: bool) -> AppState:
    names = whole.attribute_names
    if len(names) > MANY:
        return _left_out(now, whole, again)
    session.fill("attributes", list(now.attributes or whole.offered), again=again)
    kept = st.multiselect(
        "Ask about",
        names,
        key="attributes",
        help="The columns the tree may ask about. What only names the row, such as a number or free "
        "text, is left out unless it is added here.",
    )
    if not kept:
        st.html(theme.note("Keep at least one attribute.", "Until then, all of them are kept."))
    return _asking_about(now, whole, set(kept))


def _left_out(now: AppState, whole: Dataset, again: bool) -> AppState:
    """Of very many columns, those that are left out are listed, not those that are kept."""
    names = whole.attribute_names
    kept = set(now.attributes or whole.offered)
    session.fill("left_out", [n for n in names if n not in kept], again=again)
    gone = st.multiselect(
        f"Leave out, of {len(names):,} columns",
        names,
        key="left_out",
        help="The tree may ask about all other columns.",
    )
    return _asking_about(now, whole, set(names) - set(gone))


def _asking_about(now: AppState, whole: Dataset, kept: set[str]) -> AppState:
    """The state with these attributes, in the table's order; None where they are those it offers."""
    names = tuple(n for n in whole.attribute_names if n in kept)
    return replace(now, attributes=names if names and names != whole.offered else None)


def _kinds(now: AppState, again: bool) -> AppState:
    """Which columns are numbers to be cut at a threshold, which are dates, and which categories."""
    usual = cached.read(replace(now, kinds=()))
    kind_of = {a.name: a.kind for a in usual.attributes}
    able = [a.name for a in usual.attributes if a.is_continuous or _all_numbers(a.categories)]
    dates, order = _dates(now, again)
    if not able:
        if not dates:
            st.html(theme.block('<p class="mut small">No column can be read as numbers.</p>'))
        return replace(now, kinds=tuple((n, order) for n in dates))
    changed = dict(now.kinds)
    if len(able) > MANY:
        wanted = _other_kinds(changed, able, kind_of, again)
        return replace(now, kinds=tuple((wanted | dict.fromkeys(dates, order)).items()))
    session.fill(
        "numbers", [n for n in able if changed.get(n, kind_of[n]) == CONTINUOUS], again=again
    )
    numbers = st.multiselect(
        "Read as numbers",
        able,
        key="numbers",
        help="A number is cut at a threshold. Taken out here, each value is a category of its own.",
    )
    wanted = {n: CONTINUOUS if n in numbers else CATEGORICAL for n in able}
    wanted = {n: k for n, k in wanted.items() if k != kind_of[n]} | dict.fromkeys(dates, order)
    return replace(now, kinds=tuple(wanted.items()))


def _dates(now: AppState, again: bool) -> tuple[list[str], str]:
    """Which columns that look like dates are ordered by day, and how they are written."""
    if not now.is_own:
        return [], "date"
    able = [c.name for c in cached.reading(replace(now, kinds=())).columns if c.role == "date"]
    if not able:
        return [], "date"
    said = {n: k for n, k in now.kinds if n in able and k in DATES}
    session.fill("dates", list(said), again=again)
    dates = st.multiselect(
        "Read as dates",
        able,
        key="dates",
        help="Days in order, so that a test can ask for before and after. Else each date is a category.",
    )
    order = next(iter(said.values()), "date")
    if dates:
        session.fill("date_order", order, again=again)
        order = st.selectbox(
            "Dates are written", list(DATES), key="date_order", format_func=DATES.get
        )
    return dates, order


def _other_kinds(
    changed: dict[str, str], able: list[str], kind_of: dict[str, str], again: bool
) -> dict[str, str]:
    """Of very many columns, those that are read otherwise than they were found are listed."""
    session.fill("other_kind", [n for n in able if n in changed], again=again)
    others = st.multiselect(
        "Read as the other kind",
        able,
        key="other_kind",
        help="Numbers chosen here become categories, and categories that are numbers become numbers.",
    )
    other = {CONTINUOUS: CATEGORICAL, CATEGORICAL: CONTINUOUS}
    return {n: other[kind_of[n]] for n in others}


def _all_numbers(categories: tuple[str, ...]) -> bool:
    try:
        return all(abs(float(c)) < float("inf") for c in categories) and bool(categories)
    except ValueError:
        return False


def held_out_rows(now: AppState, n_rows: int, again: bool) -> AppState:
    """How many rows are kept for the test, and how they are drawn."""
    usual = held_out(replace(now, share=None), n_rows)
    session.fill("share", held_out(now, n_rows), again=again)
    share = st.slider(
        "Rows kept for the test",
        0,
        90 if (now.share or 0) > 50 else 50,
        step=1 if (now.share or 0) % 5 else 5,
        format="%d%%",
        key="share",
        help="These rows do not grow the tree; they show how it does on rows it has not seen. "
        f"Tables under {ROWS_FOR_A_TEST} rows start with none, so that sums can be checked by hand.",
    )
    now = replace(now, share=None if share == usual else share)
    if not share:
        return now
    session.fill("stratified", now.stratified, again=again)
    session.fill("seed", now.seed, again=again)
    stratified = st.toggle(
        "Same class shares in both parts",
        key="stratified",
        help="A stratified split: both parts hold the classes in the same shares.",
    )
    seed = st.number_input(
        "Seed",
        min_value=0,
        max_value=2**32 - 1,
        step=1,
        key="seed",
        help="Another seed, other rows.",
    )
    return replace(now, stratified=stratified, seed=seed)


def parts_words(n_train: int, n_test: int) -> str:
    """What the two parts are for, in one sentence.

    >>> parts_words(14, 0)
    'All 14 rows grow the tree; none is kept for a test.'
    """
    if not n_test:
        return f"All {plural(n_train, 'row')} grow the tree; none is kept for a test."
    return f"{plural(n_train, 'row grows', 'rows grow')} the tree, {plural(n_test, 'row tests', 'rows test')} it."
