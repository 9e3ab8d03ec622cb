"""The tables that come with the library: ``datasets/NAME.csv`` and the facts in ``NAME.toml``."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pandas as pd

from c45.dataset import CONTINUOUS, Dataset
from c45.errors import DataError
from c45.notation import listed

FOLDER = Path(__file__).resolve().parent.parent.parent / "datasets"
GAP = "?"


@dataclass(frozen=True)
class DatasetFacts:
    """What is known about a shipped table.

    target: the column to be predicted. kinds: ``"continuous"`` or ``"categorical"`` by column.
    categories: the values in their declared order, by column; a value may be listed that no row has.
    algorithm: the name of the preset closest to the source, or "".
    published: the figures printed about the table, one mapping each (keys: ``datasets/README.md``).
    """

    name: str
    title: str
    source: str
    target: str
    teaches: str
    algorithm: str = ""
    kinds: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    published: tuple[Mapping[str, Any], ...] = ()


@lru_cache(maxsize=1)
def dataset_names() -> tuple[str, ...]:
    """The names of the shipped tables, in alphabetical order.

    >>> "iris" in dataset_names()
    True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=256)
def dataset_facts(name: str) -> DatasetFacts:
    """Title, source, target, lesson and published figures of a shipped table.

    Raises DataError if there is no table of this name.

    >>> dataset_facts("playtennis_id3").title
    'Play tennis'
    """
    if name not in dataset_names():
        raise DataError(
            f"There is no shipped table called {str(name)[:60]!r}. "
            f"There are: {listed(dataset_names())}."
        )
    facts = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return DatasetFacts(
        name=name,
        title=facts["title"],
        source=facts["source"],
        target=facts["target"],
        teaches=facts["teaches"],
        algorithm=facts.get("algorithm", ""),
        kinds=MappingProxyType(facts["kinds"]),
        categories=MappingProxyType({k: tuple(v) for k, v in facts.get("categories", {}).items()}),
        published=tuple(MappingProxyType(f) for f in facts.get("published", ())),
    )


@lru_cache(maxsize=256)
def load_dataset(name: str) -> Dataset:
    """A shipped table. ``dataset_names()`` lists them.

    Categories keep their declared order, also those no row has; where none is declared they stand
    in the order of the rows. Raises DataError if there is no table of this name.

    >>> load_dataset("aima_restaurant").attribute("Patrons").categories
    ('None', 'Some', 'Full')
    """
    facts = dataset_facts(name)
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    columns = {}
    for column, *cells in zip(header, *rows):
        known = [None if cell == GAP else cell for cell in cells]
        if facts.kinds.get(column) == CONTINUOUS:
            columns[column] = [None if cell is None else float(cell) for cell in known]
            columns[column] = pd.Series(columns[column], dtype=float)
        else:
            order = facts.categories.get(column) or dict.fromkeys(c for c in known if c is not None)
            columns[column] = pd.Categorical(known, categories=list(order))
    return Dataset.from_frame(
        pd.DataFrame(columns), target=facts.target, kinds=facts.kinds, name=name
    )
