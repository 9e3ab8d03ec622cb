"""What a tree does not know about a table, in sentences: for the table, and for each row it touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from c45.dataset import CATEGORICAL, Attribute, is_missing
from c45.matching import Fitted, Found, Places, fitted
from c45.notation import listed, plain, plural
from c45.reading.cells import Evidence, called
from c45.reading.letters import skeleton
from c45.tree import Tree

MOST = 4  # so many values are listed in one sentence
MOST_NAMES = 6


@dataclass(frozen=True, eq=False)
class Remark:
    """What the tree does not know about a table, as a sentence.

    kind: "missing", "unseen", "no number", "written otherwise", "no branch", "nothing known",
    "no answer", "class", or of columns: "absent", "renamed", "unclear", "order", "not asked", "extra".
    column, values: what it is about, where there is one. rows: which rows it touches, from 0; empty
    where it is about the columns only.
    """

    kind: str
    sentence: str
    column: str = ""
    values: tuple[str, ...] = ()
    rows: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))


class RemarkWriter:
    """Puts what was found into sentences: ``remarks`` for the table, ``in_row`` for its rows.

    refused: the rows that get no answer, shape (n_rows,).
    """

    def __init__(
        self,
        tree: Tree,
        frame: pd.DataFrame,
        places: Places,
        cells: dict[str, Fitted],
        refused: NDArray[np.bool_],
    ) -> None:
        self.tree, self.frame, self.places, self.cells = tree, frame, places, cells
        self.refused = refused
        self.names = [str(c) for c in frame.columns]
        self.asked = {n.split.attribute for n in tree.walk() if n.split is not None}
        self.remarks: list[Remark] = []
        self.in_row: dict[int, list[str]] = {}
        of_file = frame.index.name == "line"
        lines = frame.index if of_file else range(1, len(frame) + 1)
        self._where = Evidence(lines, place="line" if of_file else "row").where

    def _say(self, kind, sentence, column="", values=(), rows=()) -> None:
        rows = np.asarray(rows, dtype=np.int64)
        self.remarks.append(Remark(kind, sentence, column, tuple(values), rows))

    def _tell(self, rows: Iterable[int], words: str) -> None:
        for row in np.asarray(rows).tolist():
            self.in_row.setdefault(row, []).append(words)

    def columns(self) -> None:
        """Which column is which attribute."""
        tree = self.tree
        for theirs, ours in self.places.renamed:
            self._say("renamed", f"Column {called(theirs)} is taken for {called(ours)}.", ours)
        for theirs, ours in self.places.unclear:
            self._say(
                "unclear",
                f"More than one column can be {called(ours)} ({_some(theirs)}), so none is taken for "
                "it. Give each column its own name.",
                ours,
            )
        order = [self.places.at[a.name] for a in tree.attributes if a.name in self.places.at]
        if order != sorted(order):
            words = "The columns stand in another order than in the tree; they are matched by name."
            self._say("order", words)

    def attribute(self, a: Attribute, met: NDArray | None, every_way: NDArray | None) -> None:
        """The cells of one attribute that the tree does not know. met, every_way: of `unanswered`."""
        cells, name = self.cells[a.name], called(a.name)
        counts_as = f"as {_stand_in(a, self.tree.parameters.missing)}"
        gaps = is_missing(cells.values)
        met = np.zeros(len(gaps), dtype=bool) if met is None else met
        for value, rows in cells.strange.items():
            words = "is no number" if a.is_continuous else "was never seen in training"
            self._tell(rows, f"{name}: {called(value)} {words}")
            gaps[rows] = False
        for value, rows in cells.taken.items():
            self._tell(rows, f"{name}: {called(value)} is taken for {_quoted(cells.meant[value])}")
        if cells.strange:
            few, rows = len(cells.strange) == 1, _all(cells.strange)
            words = "is no number" if few else "are no numbers"
            if not a.is_continuous:
                words = f"{'was' if few else 'were'} never seen in training"
            self._say(
                "no number" if a.is_continuous else "unseen",
                f"Column {name}: {self._values(cells.strange, a)} {words}; "
                f"{'it counts' if few else 'they count'} {counts_as} ({plural(len(rows), 'row')}).",
                a.name, cells.strange, rows,
            )  # fmt: skip
        if cells.taken:
            few, rows = len(cells.taken) == 1, _all(cells.taken)
            meant = [_quoted(cells.meant[v]) for v in list(cells.taken)[:MOST]]
            more = " and so on" if len(cells.taken) > MOST else ""
            self._say(
                "written otherwise",
                f"Column {name}: {self._values(cells.taken)} {'is' if few else 'are'} taken for "
                f"{', '.join(meant) if more else listed(meant)}{more} ({plural(len(rows), 'row')}).",
                a.name, cells.taken, rows,
            )  # fmt: skip
        self._tell(np.flatnonzero(met & gaps), f"{name} is not known")
        rows = np.flatnonzero(gaps)
        if a.name not in self.places.at:
            words = f"There is no column {name}; it counts {counts_as} in every row."
            self._say("absent", words, a.name, rows=rows)
        elif len(rows):
            words = (
                f"Column {name} has no value in {plural(len(rows), 'row')} ({self._where(rows)}); "
                f"it counts {counts_as} there."
            )
            self._say("missing", words, a.name, rows=rows)
        if every_way is not None:
            self._no_branch(a, every_way & ~is_missing(cells.values))

    def _no_branch(self, a: Attribute, here: NDArray[np.bool_]) -> None:
        """Rows whose category the tree knows, but not at the node that asks for it."""
        rows = np.flatnonzero(here)
        if not len(rows):
            return
        codes = self.cells[a.name].values[rows]
        found = {a.categories[c]: rows[codes == c] for c in dict.fromkeys(codes.tolist())}
        for value, some in found.items():
            self._tell(some, f"{called(a.name)}: {called(value)} has no branch here")
        self._say(
            "no branch",
            f"Column {called(a.name)}: {self._values(found)} meets a question that no training row "
            f"with it met; it counts as not known there ({plural(len(rows), 'row')}).",
            a.name, found, rows,
        )  # fmt: skip

    def rows(self) -> None:
        """Rows of which nothing is known, and rows without an answer."""
        if self.asked:
            nothing = np.ones(len(self.frame), dtype=bool)
            for name in self.asked:
                nothing &= is_missing(self.cells[name].values)
            rows = np.flatnonzero(nothing & ~self.refused)
            if len(rows):
                self._tell(rows, "nothing that the tree asks about is known")
                has, its = (
                    ("has", "its answer rests")
                    if len(rows) == 1
                    else ("have", "their answers rest")
                )
                self._say(
                    "nothing known",
                    f"{plural(len(rows), 'row')} {has} no value that the tree asks about "
                    f"({self._where(rows)}); {its} on the training rows alone.",
                    rows=rows,
                )  # fmt: skip
        rows = np.flatnonzero(self.refused)
        if len(rows):
            self._tell(rows, "no answer, as gaps are refused")
            gets = "gets" if len(rows) == 1 else "get"
            self._say(
                "no answer",
                f"{plural(len(rows), 'row')} {gets} no answer ({self._where(rows)}): a value that the "
                "tree asks for is not known, and it was grown with gaps refused.",
                rows=rows,
            )

    def target(self) -> tuple[str, ...] | None:
        """The class that each row states, if there is a column of the target."""
        if self.tree.target_name not in self.places.at:
            return None
        series = self.frame.iloc[:, self.places.at[self.tree.target_name]]
        as_attribute = Attribute(self.tree.target_name, CATEGORICAL, tuple(self.tree.classes))
        cells = fitted(as_attribute, series)
        true = np.array([*self.tree.classes, ""], dtype=object)[cells.values]
        for value, rows in cells.strange.items():
            true[rows] = value
            self._tell(rows, f"no class of the tree is called {called(value)}")
        if cells.strange:
            few, rows = len(cells.strange) == 1, _all(cells.strange)
            self._say(
                "class",
                f"Column {called(self.tree.target_name)}: {self._values(cells.strange, as_attribute)} "
                f"{'is no class' if few else 'are no classes'} of the tree, so the answer cannot be "
                f"right there ({plural(len(rows), 'row')}).",
                self.tree.target_name, cells.strange, rows,
            )  # fmt: skip
        return tuple(true.tolist())

    def idle_columns(self) -> None:
        """The columns that make no difference."""
        tree, names = self.tree, self.names
        matched = {i: w for w, i in self.places.at.items()}
        idle = [matched[i] for i in sorted(matched) if matched[i] not in self.asked]
        idle = [n for n in idle if n != tree.target_name]
        extra = [n for i, n in enumerate(names) if i not in matched]
        if idle:
            self._say("not asked", f"The tree does not ask about {_some(idle)}.", values=idle)
        if extra:
            few = len(extra) == 1
            words = "no attribute of the tree" if few else "no attributes of the tree"
            what = f"Column {_some(extra)} is" if few else f"Columns {_some(extra)} are"
            kept = (
                "it is ignored, and kept as it is"
                if few
                else "they are ignored, and kept as they are"
            )
            self._say("extra", f"{what} {words}: {kept}.", values=extra)

    def _values(self, found: Found, attribute: Attribute | None = None) -> str:
        """``'purple' (line 2) and 'pink' (lines 3 and 5)``; of many, the first ones."""
        alike: dict[str, list[str]] = {}
        if attribute is not None:
            for c in attribute.categories:
                alike.setdefault(skeleton(c), []).append(c)
        words = []
        for value, rows in list(found.items())[:MOST]:
            near = alike.get(skeleton(value), [])
            hint = f"; the tree knows {called(near[0], 40)}" if len(near) == 1 else ""
            words.append(f"{called(value, 40)} ({self._where(rows)}{hint})")
        if len(found) > MOST:
            return f"{', '.join(words)} and {plural(len(found) - MOST, 'more value')}"
        return listed(words)


def _all(found: Found) -> NDArray[np.int64]:
    return np.sort(np.concatenate(list(found.values())))


def _quoted(value: str | float) -> str:
    return called(value, 40) if isinstance(value, str) else plain(value)


def _some(names: Sequence[str]) -> str:
    quoted = [called(n, 40) for n in names[:MOST_NAMES]]
    if len(names) > MOST_NAMES:
        return f"{', '.join(quoted)} and {len(names) - MOST_NAMES:,} more"
    return listed(quoted)


def _stand_in(a: Attribute, policy: str) -> str:
    """What a value that is not known counts as, by the knob ``missing``."""
    if a.fill is None:
        return "not known"
    if a.is_continuous:
        return f"{plain(float(f'{a.fill:.6g}'))}, the mean"
    if policy == "own_category":
        return f"{called(a.fill)}, a category of its own"
    return f"{called(a.fill)}, the most common value"
