"""Long columns of numbers, a whole column at a time.

`columns.read_column` looks at every different cell. In a long column of numbers nearly every cell is
another one, so those that are plainly numbers are turned into floats together here. What is left (gaps,
markers, words) goes the careful way, with a few of the numbers to stand for all of them. A column in
which anything hangs on the exact letters of its numbers is left to the careful way whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from c45.reading import figures
from c45.reading.cells import Cells, Evidence

BULK_FROM = 100_000  # cells of a table: below, the careful way takes no time worth saving
FEW_WORDS = 4  # different cells of a sample that are neither numbers nor gaps
SAMPLE = 2_000  # cells that go the careful way in any case
_SURE_DIGITS = 15  # as many decimal digits as every double keeps
_PLAIN = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"
_LEADING_ZERO = r"^[+-]?0[0-9]"


@dataclass
class Numbers:
    """A column of numbers.

    values: NaN where the cell is no plain number. cells: the cells that are none, with some that
    are, or None where every cell is a plain number or a gap. plain: which are, shape (n_rows,).
    n_spaces: cells with spaces around a text.
    """

    name: str
    array: pa.Array | pa.ChunkedArray
    values: NDArray[np.float64]
    decimal: str
    marks: set[str]
    plain: NDArray[np.bool_] | None = None
    cells: Cells | None = None
    n_spaces: int = 0

    def all_cells(self) -> Cells:
        """What the careful way works on."""
        return Cells.of(self.name, self.array).cleaned()[0]

    def holds_point(self) -> bool:
        return pc.any(pc.match_substring(self.array, ".")).as_py()


def numbers_in_bulk(
    name: str, array: pa.Array | pa.ChunkedArray, evidence: Evidence, *, padded: bool
) -> Numbers | None:
    """The column as floats; None where it must go the careful way.

    padded: whether cells may have spaces around them.
    """
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    n_spaces = 0
    if padded and _holds_spaces(array):
        trimmed = pc.utf8_trim(array, characters=" \t\n")
        changed = pc.and_(pc.not_equal(trimmed, array), pc.not_equal(trimmed, ""))
        n_spaces, array = pc.sum(changed).as_py() or 0, trimmed
    sample = array[:SAMPLE].to_pylist()
    if sum(map(figures.is_number, sample[:50])) * 2 < sum(map(bool, sample[:50])):
        return None
    marks = figures.proofs(sample)
    decimal = _decimal(array, sample, marks, evidence)
    if decimal is None:
        return None
    if not marks and _proven(array, decimal):
        marks = {decimal}
    written = array
    if decimal == figures.COMMA:
        array = pc.replace_substring(array, ",", ".")
    gaps = {"", "?"} if evidence.missing is None else {"", *evidence.missing}
    if any(map(figures.is_number, gaps)):
        return None
    # A cast that fails takes long, so the sample says which is worth trying.
    cells = set(array[:SAMPLE].to_pylist())
    floats, n_gaps, digits, plain = None, 0, array, None
    if not cells & gaps:
        floats, n_gaps = _floats(array)
    if floats is None:
        gap = pc.is_in(array, pa.array(sorted(gaps), type=pa.string()))
        digits = pc.if_else(gap, None, array)
        words = {c for c in cells - gaps if not figures.PLAIN.fullmatch(c)}
        if not words:
            floats, n_gaps = _floats(digits)
        elif (
            len(words) <= FEW_WORDS
        ):  # such as NA: where nothing else is in the way, this is faster
            rest = pc.if_else(pc.is_in(digits, pa.array(sorted(words))), None, digits)
            floats, n_gaps = _floats(rest)
            if floats is not None:
                digits, plain = rest, rest.is_valid()
    if floats is None:
        plain = pc.match_substring_regex(digits, _PLAIN).fill_null(False)
        digits = pc.if_else(plain, digits, None)
        floats, n_gaps = _floats(digits)
    if floats is None or n_gaps == len(floats):
        return None
    if _leading_zeros(digits) or _lost(digits, floats):
        return None
    found = Numbers(name, written, floats, decimal, marks, n_spaces=n_spaces)
    if plain is not None:
        found.plain = plain.to_numpy(zero_copy_only=False)
        found.cells = _representative(name, written, found.plain, sample, padded)
        if found.cells is None:
            return None
    return found


def _letters(array: pa.Array) -> NDArray[np.uint8]:
    """The bytes of all cells, one behind the other, and perhaps those of cells before and behind."""
    data = array.buffers()[2]
    return np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)


def _holds_spaces(array: pa.Array) -> bool:
    return _letters(array).min(initial=255) <= ord(" ")


def _floats(array: pa.Array) -> tuple[NDArray[np.float64] | None, int]:
    """The cells as floats, NaN for a null, and how many nulls; None where a cell is no number.

    Arrow would read "nan", "inf" and 1e400 too; here they are no numbers.
    """
    try:
        values = pc.cast(array, pa.float64())
    except pa.ArrowInvalid:
        return None, 0
    floats = values.to_numpy(zero_copy_only=False) + 0.0
    finite = np.isfinite(floats).sum() + values.null_count == len(floats)
    return (floats if finite else None), values.null_count


def _decimal(array, sample, marks: set[str], evidence: Evidence) -> str | None:
    """The decimal mark, where the column itself leaves no doubt; else None."""
    mark = evidence.decimal
    if mark is None and len(marks) == 1:
        mark = next(iter(marks))
    if mark is None:
        comma = pc.any(pc.match_substring(array, ",")).as_py()
        if comma or (evidence.separator != "," and figures.could_be_thousands(sample)):
            return None
        mark = figures.POINT
        if len(marks) == 2:
            return None
    if mark == figures.COMMA and pc.any(pc.match_substring(array, ".")).as_py():
        return None
    return mark


def _proven(array: pa.Array, decimal: str) -> bool:
    """Whether a cell behind the sample proves the decimal mark."""
    if not pc.any(pc.match_substring(array, decimal)).as_py():
        return False
    return pc.any(
        pc.match_substring_regex(array, f"^(?:{figures.PROOF[decimal].pattern})$")
    ).as_py()


def _representative(name, array, plain, sample, padded: bool) -> Cells | None:
    """All cells that are no plain number and the numbers of the sample; in place of every other
    number its first one. None where the numbers of the sample are too few to stand for all."""
    first = array[int(np.argmax(plain))]
    far = plain.copy()
    far[: len(sample)] = False
    cells = Cells.of(name, pc.if_else(pa.array(far), first, array))
    if padded:
        cleaned, _, _ = cells.cleaned()
        if cleaned is not cells:
            return None
    n_numbers = len({t for t, p in zip(sample, plain[: len(sample)]) if p})
    n_others = len(set(np.unique(cells.codes[~plain]).tolist()))
    return cells if n_numbers > 20 and n_others * 4 <= n_numbers else None


def _leading_zeros(array: pa.Array) -> bool:
    """Whether some cell begins with 0 and another digit; every cell holds a number or nothing.

    Looks at the bytes as they lie in memory, in a fraction of the time that a pattern takes.
    """
    letters = _letters(array)
    if not len(letters):
        return False
    ends = np.frombuffer(array.buffers()[1], dtype=np.int32)[array.offset :][: len(array) + 1]
    starts = ends[:-1][np.diff(ends) > 1]
    first = letters[starts]
    starts = starts + ((first == ord("-")) | (first == ord("+")))
    starts = starts[letters[starts] == ord("0")]
    after = letters[np.minimum(starts + 1, len(letters) - 1)] - ord("0")
    if not (after < 10).any():
        return False
    return pc.any(pc.match_substring_regex(array, _LEADING_ZERO)).as_py()


def _lost(array: pa.Array, values: NDArray[np.float64]) -> bool:
    """Whether two cells differ on paper but not as doubles, or may do so."""
    if (pc.max(pc.binary_length(array)).as_py() or 0) <= _SURE_DIGITS:
        return False
    long = pc.greater(pc.binary_length(array), _SURE_DIGITS).fill_null(False)
    cells, values = array.filter(long), values[long.to_numpy(zero_copy_only=False)]
    large = (np.abs(values) >= 10.0**_SURE_DIGITS).any()  # perhaps a whole number of 16 digits
    if large and not pc.all(pc.match_substring_regex(cells, "[.eE]")).as_py():
        return True
    ordered = np.sort(values)
    if not (ordered[1:] == ordered[:-1]).any():
        return False
    order = np.argsort(values)
    same = np.flatnonzero(ordered[1:] == ordered[:-1])
    one, other = cells.take(pa.array(order[same])), cells.take(pa.array(order[same + 1]))
    differ = pc.not_equal(one, other)
    texts = {*one.filter(differ).to_pylist(), *other.filter(differ).to_pylist()}
    return figures.merged_by_rounding(sorted(texts), figures.POINT) is not None
