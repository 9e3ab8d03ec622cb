"""A whole file through the tree: what was read, what the tree does not know, what it answers."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd

from c45 import DataError, Tree
from c45.dataset import category_name
from c45.notation import listed, plural
from c45.predict import columns_of, predict, predict_distribution


@dataclass(frozen=True)
class Answers:
    """A file with its predictions. notes: sentences on what in the file the tree does not know.

    n_right: rows whose class the file holds and the tree meets; None where it holds none.
    """

    table: pd.DataFrame
    predicted: tuple[str, ...]
    notes: tuple[str, ...]
    n_right: int | None
    n_known: int


def read_rows(content: bytes) -> pd.DataFrame:
    """The rows of a CSV file; the class may be missing. Raises DataError."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if not text.strip():
        raise DataError("The file is empty. Choose a file with one row per case.")
    separator = max(",;\t|", key=text.splitlines()[0].count)
    try:
        frame = pd.read_csv(
            io.StringIO(text),
            sep=separator,
            keep_default_na=False,
            na_values=["", "?"],
            skipinitialspace=True,
        )
    except (ValueError, pd.errors.ParserError) as error:
        raise DataError(f"This is not a table that can be read: {error}") from None
    if not len(frame):
        raise DataError("The file has a header and no rows. Add one row per case.")
    return frame


def answered(tree: Tree, frame: pd.DataFrame) -> Answers:
    """The rows of a file with the class the tree gives them and how sure it is.

    Raises DataError where no column of the file is known, or where text stands for a number.
    """
    names = [str(c) for c in frame.columns]
    if not set(names) & {a.name for a in tree.attributes}:
        known = listed([repr(a.name) for a in tree.attributes[:6]])
        raise DataError(
            "No column of this file has the name of an attribute. "
            f"Its first line must name the columns, such as {known}."
        )
    columns = columns_of(tree, frame)
    predicted = predict(tree, columns)
    shares = predict_distribution(tree, columns).max(axis=1, initial=0)
    out = frame.set_axis(names, axis=1)
    out[_free(f"predicted {tree.target_name}", names)] = predicted
    out[_free("share in the leaf", names)] = np.round(shares, 4)
    n_right = n_known = None
    if tree.target_name in names:
        true = [
            None if pd.isna(v) else category_name(v)
            for v in frame.iloc[:, names.index(tree.target_name)]
        ]
        n_known = sum(t is not None for t in true)
        n_right = sum(t == p for t, p in zip(true, predicted))
    return Answers(out, tuple(predicted), tuple(_notes(tree, frame, names)), n_right, n_known or 0)


def _free(name: str, taken: list[str]) -> str:
    while name in taken:
        name += " (tree)"
    return name


def _notes(tree: Tree, frame: pd.DataFrame, names: list[str]):
    """What the tree does not know, column by column; and what it does not need."""
    asked = {n.split.attribute for n in tree.walk() if n.split is not None}
    for a in tree.attributes:
        if a.name not in asked:
            continue
        if a.name not in names:
            yield f"The file has no column {a.name}: it counts as not known in every row."
            continue
        series = frame.iloc[:, names.index(a.name)]
        gaps = int(series.isna().sum())
        if gaps:
            yield f"{a.name} is missing in {plural(gaps, 'row')}: it counts as not known there."
        if not a.is_continuous:
            strange = [
                category_name(v) for v in series.dropna() if category_name(v) not in a.categories
            ]
            if strange:
                some = listed([repr(s) for s in list(dict.fromkeys(strange))[:4]])
                yield (
                    f"{a.name} has values the tree has never seen ({some}, {plural(len(strange), 'row')}): "
                    "they count as not known."
                )
    extra = [n for n in names if n not in asked and n != tree.target_name]
    if extra:
        some = (
            listed(extra)
            if len(extra) <= 6
            else f"{', '.join(extra[:6])} and {len(extra) - 6} more"
        )
        yield f"Not asked about, and kept as they are: {some}."
