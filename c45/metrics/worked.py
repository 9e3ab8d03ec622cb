"""A score with the sum behind it: what is added to what, and why there is none where there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from c45.notation import count, rounded, shown

#: Places of a total, and the most places a count is given so that the sum on the digits shown is right.
PLACES, MOST_PLACES = 3, 12


@dataclass(frozen=True)
class Score:
    """One score, and the sum it came from.

    value: None where it is not defined; ``note`` then says why, in a sentence. A defined score may
        have a note too, such as which classes it leaves out.
    of: the class it is about, or "". formula: in words. worked: the same with the numbers.
    counts: the numbers that went in, in the order in which ``worked`` names them first.
    """

    name: str
    value: float | None
    of: str = ""
    formula: str = ""
    worked: str = ""
    counts: tuple[float, ...] = ()
    note: str = ""


def worked_score(
    name: str,
    counts: Sequence[float],
    *,
    compute: Callable[[Sequence[float]], float],
    text: Callable[[Sequence[str]], str],
    formula: str,
    of: str = "",
    note: str = "",
) -> Score:
    """A score out of its counts, and its sum on as few digits as give the total that is shown.

    >>> half = {"compute": lambda c: c[0] / c[1], "text": lambda w: f"{w[0]} / {w[1]}"}
    >>> worked_score("accuracy", [2, 3], formula="right / all", **half).worked
    '2 / 3 = 0.667'
    """
    value = float(compute(counts))
    places, total = _places(counts, compute, value)
    written = [count(c, places) for c in counts]
    return Score(
        name=name,
        value=value,
        of=of,
        formula=formula,
        worked=f"{text(written)} = {total}",
        counts=tuple(float(c) for c in counts),
        note=note,
    )


def undefined(name: str, note: str, *, formula: str, of: str = "") -> Score:
    """A score that would divide by 0, with the sentence that says so."""
    return Score(name=name, value=None, of=of, formula=formula, note=note)


def _places(counts, compute, value: float) -> tuple[int, str]:
    """How many places the counts are given, and the total as it is shown.

    The total has three places, and more only where a reader's arithmetic would land on the other side
    of a half, such as 0.0625 out of shares that are thirds.
    """
    for total_places in range(PLACES, PLACES + 4):
        total = shown(value, total_places)
        for places in range(2, MOST_PLACES + 1):
            read = [float(rounded(c, places)) for c in counts]
            if _defined(compute, read) and shown(compute(read), total_places) == total:
                return places, total
    return MOST_PLACES, shown(value, PLACES)


def _defined(compute, read) -> bool:
    """Whether a sum can be taken on rounded counts: tiny weights may round to 0."""
    try:
        return compute(read) is not None
    except ZeroDivisionError:
        return False
