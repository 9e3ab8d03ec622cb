"""How many places a working needs: the fewest with which every line adds up as shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from c45.explain.lines import FEWEST_PLACES, Facts, Lines, TooFewPlacesError
from c45.explain.sums import Fraction, Line, Log, Number, Term, evaluated
from c45.notation import count

#: Doubles are good for more, but nobody reads them. The shipped tables need up to ten.
MOST_PLACES = 12


def _all_lines(facts: Facts, count_places: int) -> list[Line]:
    """The lines with the fewest places that add up. Raises TooFewPlacesError."""
    found = []
    for family in (Lines.entropy, Lines.gini):
        for limit in range(FEWEST_PLACES, MOST_PLACES + 1):
            try:
                found += family(Lines(facts, limit, count_places))
                break
            except TooFewPlacesError:
                if limit == MOST_PLACES:
                    raise
    return found


def laid_out(facts: Facts, table_adds_up: Callable[[int], bool]) -> tuple[list[Line], int, bool]:
    """The lines of a working, the places of counts, and whether the table of counts adds up.

    table_adds_up: whether the table of counts does, with so many places.
    """
    for strict in (True, False):
        for count_places in _count_places(facts):
            if strict and not table_adds_up(count_places):
                continue
            try:
                return _all_lines(facts, count_places), count_places, strict
            except TooFewPlacesError:
                continue
    loose = Lines(facts, MOST_PLACES, count_places, loose=True)
    return loose.entropy() + loose.gini(), count_places, table_adds_up(count_places)


def _count_places(facts: Facts) -> Iterator[int]:
    """The places that counts may have: two or more, and enough to come near the recorded entropy."""
    counts = [c for row in (facts.before, *facts.branches) for c in row]
    if all(float(count(c)) == c for c in (*counts, facts.n_missing)):
        yield 2
        return
    for places in range(2, MOST_PLACES - 1):
        shares = [count(c, places) for c in facts.before]
        if all(float(s) > 0 or c == 0 for s, c in zip(shares, facts.before)):
            total = Number(count(facts.n, places))
            near = tuple(
                Term((part, Log(part, facts.unit.base)), True)
                for part in (Fraction(Number(s), total) for s in shares if float(s) > 0)
            )
            if abs(float(evaluated(near)) - facts.entropy_before) < 6e-5:
                yield places
    yield MOST_PLACES - 1
