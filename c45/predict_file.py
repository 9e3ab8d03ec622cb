"""A whole file through a tree: an answer for each row, and what of the row the tree does not know.

No row stops the others. What a tree was not grown with (a category it has never seen, text where it
asks for a number, a column that is not there) counts as not known, and is said: once for the file,
and again for each row it touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.dataset import CATEGORICAL
from c45.errors import DataError
from c45.matching import Fitted, fitted, places_of, unfilled
from c45.notation import listed, rounded
from c45.predict import predict, predict_distribution, unanswered
from c45.reading import read_frame
from c45.reading.cells import called
from c45.remarks import Remark, RemarkWriter
from c45.tree import Tree


@dataclass(frozen=True, eq=False)
class Predictions:
    """The rows of a table with the tree's answers.

    frame: the rows as they were read. predicted: a class for each, None for a row without an answer.
    shares: the share of each class, shape (n_rows, n_classes), NaN in a row without an answer.
    remarks: what the tree does not know. in_row: the remarks on single rows, by row from 0.
    notes: what was assumed while reading. true: the class each row states, "" where it states none;
    None where the table has no column of the target.
    """

    tree: Tree
    frame: pd.DataFrame
    predicted: tuple[str | None, ...]
    shares: NDArray[np.float64]
    remarks: tuple[Remark, ...]
    in_row: dict[int, tuple[str, ...]]
    notes: tuple[str, ...] = ()
    true: tuple[str, ...] | None = None

    @property
    def n_rows(self) -> int:
        return len(self.predicted)

    @property
    def n_answered(self) -> int:
        return sum(p is not None for p in self.predicted)

    @property
    def n_known(self) -> int:
        """Rows with an answer that state their class."""
        return sum(bool(t) and p is not None for t, p in zip(self.true or (), self.predicted))

    @property
    def n_right(self) -> int:
        return sum(bool(t) and t == p for t, p in zip(self.true or (), self.predicted))

    @cached_property
    def share(self) -> NDArray[np.float64]:
        """The share of the class predicted, shape (n_rows,); NaN in a row without an answer."""
        place = {c: i for i, c in enumerate(self.tree.classes)}
        chosen = [place.get(p, 0) for p in self.predicted]
        return self.shares[np.arange(self.n_rows), chosen]

    def table(self) -> pd.DataFrame:
        """The rows as they were read, with three columns more: the prediction, its share in four
        places, and the remarks on the row."""
        out = self.frame.set_axis([str(c) for c in self.frame.columns], axis=1)
        different, place = np.unique(self.share, return_inverse=True)
        four = [float(rounded(s, 4)) if s == s else np.nan for s in different]
        said = ["; ".join(self.in_row.get(i, ())) for i in range(self.n_rows)]
        more = {
            f"predicted {self.tree.target_name}": np.array(self.predicted, dtype=object),
            "share": np.array(four)[place],
            "remarks": np.array(said, dtype=object),
        }
        taken = list(out.columns)
        for name, column in more.items():
            while name in taken:
                name += " (tree)"
            taken.append(name)
            out = pd.concat(
                [out, pd.Series(column, index=out.index, name=name, dtype=column.dtype)], axis=1
            )
        return out


def predict_file(tree: Tree, source: Any, **settings: Any) -> Predictions:
    """The answer of a tree for each row of a file, in any format that `c45.read_table` takes.

    source, settings: as for `c45.reading.read_frame`. The columns of the tree are read as the tree
    needs them, numbers or categories; all others stay as they are. Raises DataError where the file
    is no table, or where none of its columns is an attribute.

    >>> from c45 import ALGORITHMS, grow, load_dataset
    >>> tree = grow(load_dataset("playtennis_id3"), ALGORITHMS["ID3"])
    >>> found = predict_file(tree, "outlook;Wind;Humidity\\nRain;Weak;High\\nFoggy;Weak;High\\n")
    >>> found.predicted
    ('Yes', 'Yes')
    >>> for remark in found.remarks[:3]: print(remark.sentence)
    Column 'outlook' is taken for 'Outlook'.
    The columns stand in another order than in the tree; they are matched by name.
    Column 'Outlook': 'Foggy' (line 3) was never seen in training; it counts as not known (1 row).
    """
    own = dict(settings.pop("kinds", None) or {})

    def kinds(names: Sequence[str]) -> dict[str, str]:
        at = places_of(tree, names).at
        wanted = {names[at[a.name]]: a.kind for a in tree.attributes if a.name in at}
        return dict.fromkeys(names, CATEGORICAL) | wanted | own

    frame, notes = read_frame(source, kinds=kinds, **settings)
    return predict_frame(tree, frame, notes=notes)


def predict_frame(tree: Tree, frame: pd.DataFrame, *, notes: Iterable[str] = ()) -> Predictions:
    """The answer of a tree for each row of a DataFrame.

    Rows are called by their number from 1, or by the index where that is called ``line``. Raises
    DataError where there is no row, or where no column is an attribute of the tree.
    """
    names = [str(c) for c in frame.columns]
    places = places_of(tree, names)
    if not any(a.name in places.at for a in tree.attributes):
        known = listed([called(a.name) for a in tree.attributes[:6]])
        raise DataError(
            "No column of this file has the name of an attribute. "
            f"Its first line must name the columns, such as {known}."
        )
    if not len(frame):
        raise DataError("The table has no rows. Give one row for each case to be answered.")
    cells = {
        a.name: fitted(a, frame.iloc[:, places.at[a.name]])
        if a.name in places.at
        else Fitted(unfilled(a, len(frame)))
        for a in tree.attributes
    }
    columns = [cells[a.name].values for a in tree.attributes]
    met, every_way = unanswered(tree, columns)
    refused = np.zeros(len(frame), dtype=bool)
    if tree.parameters.missing == "refuse":
        for here in every_way.values():
            refused |= here
    shares = predict_distribution(tree, columns)
    shares[refused] = np.nan
    predicted = tuple(
        None if no else answer for no, answer in zip(refused.tolist(), predict(tree, columns))
    )
    writer = RemarkWriter(tree, frame, places, cells, refused)
    writer.columns()
    for a in tree.attributes:
        if a.name in writer.asked:
            writer.attribute(a, met.get(a.name), every_way.get(a.name))
    writer.rows()
    true = writer.target()
    writer.idle_columns()
    in_row = {i: tuple(said) for i, said in sorted(writer.in_row.items())}
    return Predictions(
        tree, frame, predicted, shares, tuple(writer.remarks), in_row, tuple(notes), true
    )
