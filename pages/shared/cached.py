"""Everything that takes time, kept: tables, their parts, trees, evaluations, pictures.

The tables that come with the app, and the trees grown from them, are shared by all sessions. What was
uploaded, and all that follows from it, stays in the session of its owner.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from c45 import DataError, Dataset, Parameters, Tree, dataset_facts, grow, load_dataset, read_table
from c45.dataset import CONTINUOUS
from c45.evaluate import Evaluation, Holdout, evaluate, hold_out
from c45.export.picture import to_svg
from pages.shared import session
from pages.shared.state import AppState, held_out

_SHARED = {"max_entries": 64, "show_spinner": False}
_OWN = {"max_entries": 16, "show_spinner": False, "scope": "session"}


class FileNeeded(DataError):
    """A link names an uploaded file that this session does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"It was made with the file {name}. Upload that file to open the link.")
        self.name = name


def title(now: AppState) -> str:
    """The name of the table for people."""
    return now.file_name or dataset_facts(now.dataset).title


def source(now: AppState) -> Dataset:
    """The table with all its columns, the chosen target and the chosen kinds.

    Raises DataError; FileNeeded where the file is not in this session.
    """
    if not now.is_upload:
        return _shipped(now.dataset, now.target, now.kinds)
    content = session.memory().files.get(now.dataset)
    if content is None:
        raise FileNeeded(now.file_name)
    return _uploaded(now.dataset, now.target, now.kinds, content)


def table(now: AppState) -> Dataset:
    """The table with the attributes that are kept."""
    whole = source(now)
    return whole if now.attributes is None else whole.select(now.attributes)


def parts(now: AppState) -> Holdout:
    """The table in two parts, with the numbers of their rows. The test part may be empty.

    Raises DataError where the rows cannot be parted in this way.
    """
    whole = table(now)
    share = held_out(now, whole.n_rows)
    cut = _own_parts if now.is_upload else _parts
    return cut(whole.digest, share, now.stratified, now.seed, whole)


def holdout(now: AppState) -> tuple[Dataset, Dataset | None]:
    """The rows the tree grows from, and the rows it is tested on (None where all rows grow it)."""
    both = parts(now)
    return both.train, both.test if both.test.n_rows else None


def tree(now: AppState) -> Tree:
    """The tree grown from the training rows. Raises C45Error."""
    train, _ = holdout(now)
    # The base of the logarithm only changes what is shown: it must not grow a second tree.
    knobs = replace(now.parameters, log_base="2")
    return (_own_tree if now.is_upload else _tree)(train.digest, knobs, train)


def evaluation(now: AppState) -> tuple[Evaluation, Evaluation | None]:
    """The tree on the rows it grew from, and on the test rows (None where there are none)."""
    train, test = holdout(now)
    grown = tree(now)
    judge = _own_evaluation if now.is_upload else _evaluation
    digest = (train.digest, grown.parameters)
    return (
        judge(digest, train.digest, grown, train),
        judge(digest, test.digest, grown, test) if test else None,
    )


def svg(dot: str) -> str:
    """A picture of a text in the DOT language. Raises C45Error where it cannot be drawn."""
    return _svg(dot)


def _with_changes(
    frame: pd.DataFrame, target: str, kinds: dict[str, str], base: Dataset
) -> Dataset:
    """A table with another target or other kinds of columns."""
    frame = frame.copy()
    kept = {a.name: a.kind for a in base.attributes}
    for column, kind in kinds.items():
        if column != target and kind == CONTINUOUS and kept.get(column) != CONTINUOUS:
            frame[column] = frame[column].astype(object)  # categories are text; read them again
    wanted = {**kept, **kinds}
    wanted.pop(target, None)
    return Dataset.from_frame(frame, target=target, kinds=wanted, name=base.name, notes=base.notes)


@st.cache_resource(**_SHARED)
def _shipped(name: str, target: str | None, kinds: tuple) -> Dataset:
    base = load_dataset(name)
    if target in (None, base.target_name) and not kinds:
        return base
    return _with_changes(base.to_frame(), target or base.target_name, dict(kinds), base)


@st.cache_resource(**_OWN)
def _uploaded(name: str, target: str | None, kinds: tuple, _content: bytes) -> Dataset:
    file_name = name.split(":", 2)[2]
    return read_table(_content, name=file_name, target=target, kinds=dict(kinds))


def _parted(digest: str, share: int, stratified: bool, seed: int, _whole: Dataset) -> Holdout:
    if not share:
        every = np.arange(_whole.n_rows)
        return Holdout(_whole, _whole.take(every[:0]), every, every[:0])
    return hold_out(_whole, share / 100, stratified=stratified, random_state=seed)


def _grown(digest: str, parameters: Parameters, _train: Dataset) -> Tree:
    return grow(_train, parameters)


def _evaluated(tree_key: tuple, digest: str, _tree: Tree, _rows: Dataset) -> Evaluation:
    return evaluate(_tree, _rows)


_GROWING = {"show_spinner": "Growing the tree"}
_parts, _own_parts = st.cache_resource(**_SHARED)(_parted), st.cache_resource(**_OWN)(_parted)
_tree = st.cache_resource(**_SHARED | _GROWING)(_grown)
_own_tree = st.cache_resource(**_OWN | _GROWING)(_grown)
_evaluation = st.cache_resource(**_SHARED)(_evaluated)
_own_evaluation = st.cache_resource(**_OWN)(_evaluated)


@st.cache_resource(max_entries=256, show_spinner=False)
def _svg(dot: str) -> str:
    return to_svg(dot)
