"""The tables that are taken in place of the right one: another node's, another cut's, other branches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from c45 import measures
from c45.candidates import SplitCandidate
from c45.check.facts import Table
from c45.check.slips import Place

#: Two values that differ by no more than this are a tie.
TIE = 1e-9


def other_tables(place: Place) -> Iterator[tuple[tuple[int, ...], str, Table | SplitCandidate]]:
    """Kind, words, and the branches (or the record) of each split taken by mistake."""
    split, facts = place.split, place.facts
    c = split.candidate
    if split.root_table is not None:
        yield ((8,), "This is the value in the whole table, not at this node.", split.root_table)
    if split.each_value:
        yield (
            (23,),
            f"Each value of {split.attribute} was taken as a category of its own.",
            split.each_value,
        )
    if split.cuts and c.threshold is not None:
        top = max(cut.gain_ratio for cut in split.cuts)
        for cut in split.cuts:
            if cut.gain_ratio >= top - TIE and _differs(cut, c):
                words = f"This is for {cut.split.question()}, the cut with the highest gain ratio."
                yield (24,), words, cut
    for table in split.inside:
        yield (26,), "This is for a cut between two rows with equal values.", table
    if sum(split.missing):
        yield (
            (27,),
            "The rows without a value were taken as one more branch, with a value of its own.",
            (*split.table, split.missing),
        )
        most = int(np.argmax([sum(row) for row in split.table]))
        filled = list(split.table)
        filled[most] = tuple(a + b for a, b in zip(filled[most], split.missing))
        yield (
            (27,),
            f"The rows without a value were counted {split.where(most)}, with the most common value.",
            tuple(filled),
        )
    for other in split.cuts:
        if _differs(other, c):
            words = f"This is the value for {other.split.question()}."
            yield (33,), words, other
    for s in facts.splits:
        if s.attribute != split.attribute:
            words = f"This is the value for {s.split.question()}."
            yield (33,), words, s.candidate


def _differs(a: SplitCandidate, b: SplitCandidate) -> bool:
    return tuple(x.counts for x in a.branches) != tuple(x.counts for x in b.branches)


def of_table(step: str, place: Place, found: Table | SplitCandidate) -> float:
    """A result made from other branches, or taken from another record."""
    gini = place.family == "gini"
    if isinstance(found, SplitCandidate):
        if step == "after":
            return found.gini_after if gini else found.entropy_after
        if step == "gain":
            return found.gini_gain if gini else max(found.information_gain - found.penalty, 0.0)
        return found.split_info if step == "split_info" else found.gain_ratio
    sizes = [sum(row) for row in found]
    if step == "after":
        return float(measures.weighted_impurity(found, place.given.impurity))
    if step == "split_info":
        return float(measures.split_info(sizes))
    gain = measures.gain(found, place.given.impurity)
    if step == "gain":
        return float(gain)
    return float(measures.gain_ratio(gain, measures.split_info(sizes)))
