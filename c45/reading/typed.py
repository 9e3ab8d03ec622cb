"""A table that a person types: its cells as text, changed one at a time, and read like a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from c45.dataset import CATEGORICAL, CONTINUOUS, Dataset
from c45.errors import DataError
from c45.notation import plain
from c45.reading.assembly import Reading, understood
from c45.reading.cells import called
from c45.reading.letters import cleaned
from c45.reading.limits import LIMITS
from c45.reading.sources import Raw

#: A table with more of these is for a spreadsheet, not for typing.
MOST_ROWS, MOST_COLUMNS = 1_000, 50

#: What stands for a missing value; an empty cell does too.
GAP = "?"


@dataclass(frozen=True)
class TypedTable:
    """Columns by name, rows of text, and which column is to be predicted. Immutable.

    kinds: by column, where the kind is declared and not to be found from the cells.
    orders: by column, the categories or classes in the order in which branches are drawn and ties
    are broken; values typed since come after them.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    target: str
    kinds: Mapping[str, str]
    orders: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        if len(self.names) > MOST_COLUMNS or len(self.rows) > MOST_ROWS:
            raise DataError(
                f"A table of {len(self.rows):,} rows and {len(self.names):,} columns is too large to "
                f"be typed: {MOST_ROWS:,} rows and {MOST_COLUMNS} columns at most. Filter or sample "
                "it first, or change it in a spreadsheet."
            )
        if any(len(cell) > LIMITS.cell_characters for row in self.rows for cell in row):
            raise DataError(f"A cell holds more than {LIMITS.cell_characters:,} characters.")

    @classmethod
    def blank(cls) -> TypedTable:
        """Three empty columns, the last to be predicted, and four empty rows."""
        names = ("attribute 1", "attribute 2", "class")
        return cls(names, (("",) * 3,) * 4, "class", {}, {})

    @classmethod
    def of(cls, dataset: Dataset) -> TypedTable:
        """A copy of a table to be changed; its kinds and orders stay declared. Raises DataError.

        >>> from c45 import load_dataset
        >>> table = TypedTable.of(load_dataset("playtennis_id3"))
        >>> table.rows[0], table.orders["Wind"]
        (('Sunny', 'Hot', 'High', 'Weak', 'No'), ('Weak', 'Strong'))
        """
        if dataset.weights is not None:
            raise DataError("The rows of this table have weights, which cannot be typed.")
        if dataset.n_rows > MOST_ROWS or len(dataset.attributes) >= MOST_COLUMNS:
            rows = ((),) * dataset.n_rows  # refused by its size, before any cell is written
            return cls((*dataset.attribute_names, dataset.target_name), rows, "", {}, {})
        columns, kinds, orders = [], {}, {}
        for attribute, values in zip(dataset.attributes, dataset.columns):
            kinds[attribute.name] = attribute.kind
            if attribute.is_continuous:
                columns.append([GAP if np.isnan(v) else plain(v) for v in values])
            else:
                orders[attribute.name] = attribute.categories
                columns.append([GAP if c < 0 else attribute.categories[c] for c in values])
        orders[dataset.target_name] = dataset.classes
        columns.append([dataset.classes[c] for c in dataset.target])
        names = (*dataset.attribute_names, dataset.target_name)
        return cls(names, tuple(zip(*columns)), dataset.target_name, kinds, orders)

    def with_rows(self, rows: Sequence[Sequence[str]]) -> TypedTable:
        """The table with other cells. A declared value that goes out of use is declared no more."""
        new = tuple(map(tuple, rows))
        orders = {}
        for name, order in self.orders.items():
            i = self.names.index(name)
            gone = {row[i] for row in self.rows} - {row[i] for row in new}
            orders[name] = tuple(v for v in order if v not in gone)
        return replace(self, rows=new, orders=orders)

    def with_column(self, name: str) -> TypedTable:
        """One more, empty column, before the one to be predicted. Raises DataError."""
        name = self._free(name)
        i = self.names.index(self.target)
        rows = tuple((*row[:i], "", *row[i:]) for row in self.rows)
        return replace(self, names=(*self.names[:i], name, *self.names[i:]), rows=rows)

    def without_column(self, name: str) -> TypedTable:
        """The table without a column. Raises DataError where it is the target or the last attribute."""
        if name == self.target:
            raise DataError(f"{called(name)} is what is predicted; it stays.")
        if len(self.names) <= 2:
            raise DataError("At least one attribute must stay.")
        i = self.names.index(name)
        return replace(
            self,
            names=self.names[:i] + self.names[i + 1 :],
            rows=tuple(row[:i] + row[i + 1 :] for row in self.rows),
            kinds={k: v for k, v in self.kinds.items() if k != name},
            orders={k: v for k, v in self.orders.items() if k != name},
        )

    def renamed(self, old: str, new: str) -> TypedTable:
        """A column, also the one to be predicted, under another name. Raises DataError."""
        new = self._free(new)
        return replace(
            self,
            names=tuple(new if n == old else n for n in self.names),
            target=new if old == self.target else self.target,
            kinds={new if k == old else k: v for k, v in self.kinds.items()},
            orders={new if k == old else k: v for k, v in self.orders.items()},
        )

    def _free(self, name: str) -> str:
        name = cleaned(name)
        if not name:
            raise DataError("A column needs a name.")
        if len(name) > 200:
            raise DataError("A name of a column has 200 characters at most.")
        if name in map(cleaned, self.names):
            raise DataError(f"There is a column called {called(name)} already.")
        return name

    def read(
        self,
        *,
        target: str | None = None,
        kinds: Mapping[str, str] | None = None,
        decimal: str | None = None,
        name: str = "table",
    ) -> Reading:
        """The table as a Dataset, with what was decided. Rows are counted from 1.

        target, kinds, decimal: overrule what is declared or found, as in `inspect_table`. Empty rows
        at the end are left away. Raises DataError.

        >>> rows = [("sunny", "28", "no"), ("rain", "?", "yes"), ("", "", "")]
        >>> typed = TypedTable.blank().with_rows(rows)
        >>> typed.read().dataset.gaps
        {'attribute 2': 1}
        """
        target = self.target if target is None else target
        rows = list(self.rows)
        while rows and not any(cell.strip() for cell in rows[-1]):
            rows.pop()
        if not rows:
            raise DataError("The table has no cell with anything in it. Type a first row.")
        seen = self._names_as_seen()
        target = seen.get(target, target)
        declared = {seen[k]: v for k, v in self.kinds.items()}
        wanted = {k: v for k, v in {**declared, **(kinds or {})}.items() if k != target}
        columns = dict(zip(seen.values(), zip(*rows)))
        raw = Raw(
            "typed",
            list(columns),
            [pa.array(column, type=pa.string()) for column in columns.values()],
            range(1, len(rows) + 1),
            [],
            target=target,
            categories={
                seen[n]: _in_order(order, columns[seen[n]])
                for n, order in self.orders.items()
                if seen[n] == target or wanted.get(seen[n]) == CATEGORICAL
            },
            place="row",
        )
        found = understood(raw, name, target, wanted, decimal, [GAP])
        _refuse_words(found.dataset, columns, declared)
        return found

    def _names_as_seen(self) -> dict[str, str]:
        """Each name without the signs that nobody sees. Raises DataError where two are then one."""
        seen: dict[str, str] = {}
        for name in self.names:
            shown = cleaned(name)
            if not shown:
                raise DataError(
                    f"Column {len(seen) + 1} has a name that cannot be seen. Give it one."
                )
            if shown in seen.values():
                raise DataError(f"Two columns are called {called(shown)}. Rename one of them.")
            seen[name] = shown
        return seen

    def to_text(self) -> str:
        """The table as compact JSON, which ``from_text`` reads back equal."""
        orders = {k: list(v) for k, v in self.orders.items()}
        whole = [list(self.names), self.target, dict(self.kinds), orders, [*map(list, self.rows)]]
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> TypedTable:
        """What ``to_text`` wrote. Raises DataError for anything else; nothing of it is run."""
        wrong = DataError("This is no table that was typed here.")
        try:
            names, target, kinds, orders, rows = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            raise wrong from None
        _are_words(names, wrong)
        if (
            not isinstance(rows, list)
            or not isinstance(kinds, dict)
            or not isinstance(orders, dict)
        ):
            raise wrong
        for row in rows:
            _are_words(row, wrong)
        for order in orders.values():
            _are_words(order, wrong)
        if (
            any(len(row) != len(names) for row in rows)
            or len(set(names)) != len(names)
            or not all(n.strip() for n in names)
            or not isinstance(target, str)
            or target not in names
            or len(names) < 2
            or not set(kinds) <= set(names) - {target}
            or not set(orders) <= set(names)
            or not all(kind in (CATEGORICAL, CONTINUOUS) for kind in kinds.values())
            or any(len(set(order)) != len(order) for order in orders.values())
        ):
            raise wrong
        orders = {k: tuple(v) for k, v in orders.items()}
        return cls(tuple(names), tuple(map(tuple, rows)), target, kinds, orders)


def _are_words(value: Any, wrong: DataError) -> None:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise wrong


def _in_order(declared: Sequence[str], cells: Sequence[str]) -> tuple[str, ...]:
    """Declared values first, those typed since behind them, in the order of the rows."""
    return tuple(dict.fromkeys([*declared, *(cleaned(c) for c in cells if not _is_gap(c))]))


def _is_gap(cell: str) -> bool:
    return cleaned(cell) in ("", GAP)


def _refuse_words(
    dataset: Dataset, columns: Mapping[str, Sequence[str]], declared: Mapping[str, str]
) -> None:
    """A word in a column declared as numbers is a slip of the hand: it is pointed out."""
    kept = [i for i, c in enumerate(columns[dataset.target_name]) if not _is_gap(c)]
    for attribute in dataset.attributes:
        if declared.get(attribute.name) != CONTINUOUS or not attribute.is_continuous:
            continue
        for i, value in zip(kept, dataset.column(attribute.name)):
            cell = columns[attribute.name][i]
            if np.isnan(value) and not _is_gap(cell):
                raise DataError(
                    f"Row {i + 1}, column {called(attribute.name)}: {called(cell)} is no number. "
                    "Correct the cell, or read the column as categories."
                )
