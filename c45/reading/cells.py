"""The cells of one column, the column they become, and what the rest of the file tells about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from c45.dataset import CONTINUOUS
from c45.notation import listed
from c45.reading import figures
from c45.reading.letters import cleaned


@dataclass
class Column:
    """A column as read.

    kind: continuous or categorical. role: what it looks like besides: "", "identifier",
    "row number", "date", "free text", "many values", "constant", "empty".
    values: floats with NaN, or codes into ``categories`` with -1. set_aside: why a tree should not
    ask about it unless a person says so, or "".
    """

    name: str
    kind: str
    values: NDArray
    categories: tuple[str, ...] = ()
    role: str = ""
    set_aside: str = ""
    decimal: str = figures.POINT
    notes: list[str] = field(default_factory=list)

    @property
    def known(self) -> NDArray[np.bool_]:
        return ~np.isnan(self.values) if self.kind == CONTINUOUS else self.values >= 0


@dataclass
class Cells:
    """The cells of one column: each different text once, and which row has which."""

    name: str
    texts: list[str]
    codes: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, name: str, array: pa.Array | pa.ChunkedArray) -> Cells:
        if isinstance(array, pa.ChunkedArray):
            array = array.combine_chunks()
        encoded = array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        texts = encoded.dictionary.to_pylist()
        return cls(name, texts, codes, np.bincount(codes, minlength=len(texts)))

    def count(self, wanted) -> int:
        return sum(int(self.counts[i]) for i in wanted)

    def cleaned(self) -> tuple[Cells, int, list[str]]:
        """Without spaces around texts and signs that cannot be seen; how many cells that changes,
        and the spellings that only looked alike."""
        new = [cleaned(t) for t in self.texts]
        changed = [i for i, (a, b) in enumerate(zip(self.texts, new)) if a != b]
        if not changed:
            return self, 0, []
        place = {t: i for i, t in enumerate(dict.fromkeys(new))}
        codes = np.array([place[t] for t in new], dtype=np.int64)[self.codes]
        unseen = [self.texts[i] for i in changed if self.texts[i].strip(" \t\n") != new[i]]
        cells = Cells(self.name, list(place), codes, np.bincount(codes, minlength=len(place)))
        spaces = self.count(i for i in changed if new[i] and self.texts[i].strip() != self.texts[i])
        return cells, spaces, unseen


@dataclass
class Evidence:
    """What the whole file tells about a single column.

    missing: markers given by a person, or None to go by evidence. proven: markers that stand for a
    gap in some column of numbers. decimal: given by a person, or None. marks: decimal marks that
    some cell proves. lines: the line of each row.
    """

    lines: Sequence[int]
    missing: frozenset[str] | None = None
    decimal: str | None = None
    marks: set[str] = field(default_factory=set)
    proven: set[str] = field(default_factory=set)
    separator: str = ","
    place: str = "line"

    def where(self, rows: NDArray, most: int = 5) -> str:
        """``line 4`` or ``lines 3, 5 and 7``: where these rows stand."""
        lines = [f"{self.lines[i]}" for i in rows[:most]]
        more = f" and {len(rows) - most:,} more" if len(rows) > most else ""
        word = self.place if len(rows) == 1 else self.place + "s"
        return f"{word} {', '.join(lines)}{more}" if more else f"{word} {listed(lines)}"


def called(text: str, most: int = 60) -> str:
    """A name or value inside a sentence: quoted, shortened, and with nothing that cannot be seen."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")
