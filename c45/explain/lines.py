"""The lines of a working: each sum, made for a number of places and checked with the digits shown.

A line takes its inputs from the results of earlier lines. The places are found from the last line
back to the first: each line asks of its inputs as many places as it needs for its own result to
come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from c45 import measures
from c45.candidates import SplitCandidate
from c45.explain.sums import (
    Fraction,
    Group,
    Line,
    Log,
    LogUnit,
    Number,
    Squared,
    Term,
    same_headline,
)
from c45.notation import count, shown
from c45.splits import Split

#: No result has fewer places than this.
FEWEST_PLACES = 4

#: The lines of a working in the order in which a reader takes them.
ORDER = (
    *("entropy_before", "entropy_branch", "entropy_after", "information_gain"),
    *("penalty", "gain", "split_info", "gain_ratio"),
    *("gini_before", "gini_branch", "gini_after", "gini_gain"),
)

#: The results that pages quote at three places.
HEADLINES = frozenset(
    {
        *("entropy_before", "information_gain", "gain", "split_info", "gain_ratio"),
        *("gini_before", "gini_gain"),
    }
)

_ONE = Number("1")


class TooFewPlacesError(Exception):
    """No number of places up to the limit makes a line add up."""


@dataclass(frozen=True)
class Facts:
    """What one working is about: counts and recorded values, in the unit shown.

    before: class counts of the rows with a known value. branches: class counts, one tuple a branch.
    candidate, split: None where only the node itself is worked out.
    """

    classes: tuple[str, ...]
    before: tuple[float, ...]
    entropy_before: float
    gini_before: float
    unit: LogUnit
    branches: tuple[tuple[float, ...], ...] = ()
    candidate: SplitCandidate | None = None
    split: Split | None = None

    @property
    def n(self) -> float:
        return sum(self.before)

    @property
    def n_missing(self) -> float:
        return self.candidate.n_missing if self.candidate else 0

    @property
    def filled(self) -> list[int]:
        """The branches that have rows."""
        return [b for b, counts in enumerate(self.branches) if sum(counts) > 0]

    @cached_property
    def entropies(self) -> dict[int, float]:
        """The entropy of each branch that has rows, by its number."""
        found = measures.entropy(np.array(self.branches)) * self.unit.per_bit
        return {b: float(found[b]) for b in self.filled}

    @cached_property
    def ginis(self) -> dict[int, float]:
        """The Gini index of each branch that has rows, by its number."""
        found = measures.gini(np.array(self.branches))
        return {b: float(found[b]) for b in self.filled}

    @property
    def rows_in_words(self) -> str:
        return f"the rows with a known {self.split.attribute}" if self.n_missing else "the node"

    def where(self, b: int) -> str:
        return f"where {self.split.sentence(b)}"


@dataclass(frozen=True)
class _Stage:
    """A line that is made for the places of its result and of its inputs, and where these come from.

    line: makes it. inputs: the recorded values. beside: the lines whose results the inputs are.
    """

    line: Callable[[int, int], Line]
    inputs: tuple[float, ...]
    beside: Callable[[int], list[Line]]


@dataclass
class Lines:
    """Writes the lines of a working under a limit of places.

    limit: no number may have more places. count_places: of counts that are not whole.
    loose: a line that does not add up within the limit is marked ``about`` and does not raise
    TooFewPlacesError.
    """

    facts: Facts
    limit: int
    count_places: int = 2
    loose: bool = False

    # -- the sums -------------------------------------------------------------------------------

    def entropy(self) -> list[Line]:
        """Entropy of the node and of the branches, gain, split information and gain ratio."""
        return self._fewest(self._entropy)

    def gini(self) -> list[Line]:
        """Gini index of the node and of the branches, and its drop."""
        return self._fewest(self._gini)

    def _fewest(self, family: Callable[[int], list[Line]]) -> list[Line]:
        """The lines whose last result has as many places as the limit, or else fewer."""
        for places in range(self.limit, FEWEST_PLACES - 1, -1):
            try:
                found = family(FEWEST_PLACES if self.loose else places)
                return sorted(found, key=lambda line: ORDER.index(line.quantity))
            except TooFewPlacesError:
                continue
        raise TooFewPlacesError

    def _entropy(self, places: int) -> list[Line]:
        f, c = self.facts, self.facts.candidate
        if c is None:
            self._check(f.entropy_before, places)
            return [self._entropy_of_node(places)]
        bits = f.unit.per_bit
        info, penalty = c.information_gain * bits, c.penalty * bits
        net = max(info - penalty, 0.0)
        after, split_info = c.entropy_after * bits, c.split_info * bits
        stages, end = [], []
        if c.split_info > measures.NOISE:
            self._check(c.gain_ratio, places)
            stages.append(
                _Stage(
                    lambda to, p: self._ratio(net, split_info, to, p),
                    (net, split_info),
                    lambda p: [self._split_info(split_info, p)],
                )
            )
        else:
            self._check(net, places)
            end = [self._split_info(split_info, places)]
        if c.penalty:
            stages.append(
                _Stage(
                    lambda to, p: self._net(net, info, penalty, to, p),
                    (info, penalty),
                    lambda p: [self._penalty(penalty, p)],
                )
            )
        stages += [
            _Stage(
                lambda to, p: self._drop(
                    "information_gain", info, (f.entropy_before, after), to, p
                ),
                (f.entropy_before, after),
                lambda p: [self._entropy_of_node(p)],
            ),
            _Stage(
                lambda to, p: self._weighted("entropy_after", after, f.entropies, to, p),
                tuple(f.entropies.values()),
                lambda p: [self._entropy_of_branch(b, p) for b in f.filled],
            ),
        ]
        return self._worked_back(stages, places) + end

    def _gini(self, places: int) -> list[Line]:
        f, c = self.facts, self.facts.candidate
        if c is None:
            self._check(f.gini_before, places)
            return [self._gini_of_node(places)]
        self._check(c.gini_gain, places)
        stages = [
            _Stage(
                lambda to, p: self._drop(
                    "gini_gain", c.gini_gain, (c.gini_before, c.gini_after), to, p
                ),
                (c.gini_before, c.gini_after),
                lambda p: [self._gini_of_node(p)],
            ),
            _Stage(
                lambda to, p: self._weighted("gini_after", c.gini_after, f.ginis, to, p),
                tuple(f.ginis.values()),
                lambda p: [self._gini_of_branch(b, p) for b in f.filled],
            ),
        ]
        return self._worked_back(stages, places)

    # -- finding the places ---------------------------------------------------------------------

    def _worked_back(self, stages: Sequence[_Stage], places: int) -> list[Line]:
        """The lines of all stages, the last result first; its result has this many places."""
        if not stages:
            return []
        stage = stages[0]
        line, p = self._fit(lambda p: stage.line(places, p), places, *stage.inputs)
        return [line, *stage.beside(p), *self._worked_back(stages[1:], p)]

    def _fit(self, make: Callable[[int], Line], start: int, *inputs: float) -> tuple[Line, int]:
        """The line with the fewest places of its inputs that adds up, and that number of places."""
        for places in range(start, self.limit + 1):
            if all(same_headline(value, places) for value in inputs):
                line = make(places)
                if line.holds():
                    return line, places
        if self.loose:
            return replace(make(start), about=True), start
        raise TooFewPlacesError

    def _sure(self, line: Line) -> Line:
        """A line that nothing can be changed about."""
        if line.holds():
            return line
        if self.loose:
            return replace(line, about=True)
        raise TooFewPlacesError

    def _check(self, value: float, places: int) -> None:
        """Whether the last result of a working gives the right headline."""
        if not self.loose and not same_headline(value, places):
            raise TooFewPlacesError

    # -- one kind of line each ------------------------------------------------------------------

    def _count(self, value: float) -> Number:
        return Number(count(value, self.count_places))

    def _part(self, part: float, whole: float) -> Fraction:
        return Fraction(self._count(part), self._count(whole))

    def _entropy_of_node(self, places: int) -> Line:
        f = self.facts
        line = Line(
            "entropy_before",
            f"Entropy of {f.rows_in_words}",
            (),
            "",
            f.entropy_before,
            unit=f.unit.name,
        )
        return self._entropy_line(line, f.before, f.classes, places, of_classes=True)

    def _entropy_of_branch(self, b: int, places: int) -> Line:
        f = self.facts
        line = Line("entropy_branch", f"Entropy {f.where(b)}", (), "", f.entropies[b], branch=b)
        return self._entropy_line(line, f.branches[b], f.classes, places, of_classes=True)

    def _gini_of_node(self, places: int) -> Line:
        f = self.facts
        line = Line("gini_before", f"Gini index of {f.rows_in_words}", (), "", f.gini_before)
        return self._gini_line(line, f.before, places)

    def _gini_of_branch(self, b: int, places: int) -> Line:
        f = self.facts
        line = Line("gini_branch", f"Gini index {f.where(b)}", (), "", f.ginis[b], branch=b)
        return self._gini_line(line, f.branches[b], places)

    def _split_info(self, value: float, places: int) -> Line:
        f = self.facts
        sizes = [sum(counts) for counts in f.branches]
        labels = [f.split.words(b) for b in range(len(sizes))]
        if f.n_missing:
            sizes, labels = [*sizes, f.n_missing], [*labels, "not known"]
        line = Line("split_info", "Split information", (), "", value, unit=f.unit.name)
        return self._entropy_line(line, sizes, labels, places)

    def _entropy_line(
        self,
        line: Line,
        counts: Sequence[float],
        labels: Sequence[str],
        places: int,
        *,
        of_classes: bool = False,
    ) -> Line:
        """``- 9/14 log2 9/14 - 5/14 log2 5/14 = 0.40978 + 0.53051 = 0.94029``."""
        total = sum(counts)
        terms = [t * self.facts.unit.per_bit for t in _entropy_terms(tuple(counts))]
        there = [i for i, c in enumerate(counts) if float(self._count(c).digits) > 0]

        def product(i: int) -> Term:
            part = self._part(counts[i], total)
            return Term(
                (part, Log(part, self.facts.unit.base)), True, labels[i], i if of_classes else None
            )

        first = tuple(product(i) for i in there)
        line = _with_result(line, places)

        def make(p: int) -> Line:
            second = tuple(
                Term((Number(shown(terms[i], p)),), False, t.label, t.class_index)
                for i, t in zip(there, first)
            )
            return replace(line, sides=(first, second) if len(there) > 1 else (first,))

        return self._fit(make, places)[0]

    def _gini_line(self, line: Line, counts: Sequence[float], places: int) -> Line:
        """``1 - (9/14)² - (5/14)² = 0.4592``."""
        total = sum(counts)
        squares = tuple(
            Term((Squared(self._part(c, total)),), True, self.facts.classes[i], i)
            for i, c in enumerate(counts)
            if float(self._count(c).digits) > 0
        )
        return self._sure(replace(_with_result(line, places), sides=((Term((_ONE,)), *squares),)))

    def _weighted(self, quantity: str, value: float, values: dict, places: int, p: int) -> Line:
        """``5/14 × 0.97095 + 4/14 × 0.00000 + 5/14 × 0.97095 = 0.69354``."""
        f = self.facts
        terms = tuple(
            Term(
                (self._part(sum(f.branches[b]), f.n), Number(shown(of_branch, p))),
                label=f.split.words(b),
            )
            for b, of_branch in values.items()
        )
        what = "Gini index" if quantity == "gini_after" else "Entropy"
        line = Line(quantity, f"{what} after the split", (terms,), "", value)
        return _with_result(line, places)

    def _drop(self, quantity: str, value: float, pair, places: int, p: int) -> Line:
        """``0.94029 − 0.69354 = 0.24675``; where values are missing, times the known share."""
        before, after = (Number(shown(v, p)) for v in pair)
        terms = (Term((before,)), Term((after,), minus=True))
        if self.facts.n_missing:
            known = self._part(self.facts.n, self.facts.n + self.facts.n_missing)
            terms = (Term((known, Group(terms))),)
        of_gini = quantity == "gini_gain"
        label = "Drop of the Gini index" if of_gini else "Information gain"
        unit = "" if of_gini else self.facts.unit.name
        return _with_result(Line(quantity, label, (terms,), "", value, unit=unit), places)

    def _penalty(self, value: float, places: int) -> Line:
        """``(log2 5)/14 = 0.1659``."""
        tried, f = self.facts.candidate.n_tried, self.facts
        top = Log(Number(str(tried)), self.facts.unit.base)
        terms = (Term((Fraction(top, self._count(f.n + f.n_missing)),)),)
        line = Line("penalty", f"Penalty for {tried} cuts tried", (terms,), "", value)
        return self._sure(_with_result(line, places))

    def _net(self, net: float, info: float, penalty: float, places: int, p: int) -> Line:
        """``0.2467 − 0.1659 = 0.0808``; a gain below the penalty counts as 0."""
        terms = (Term((Number(shown(info, p)),)), Term((Number(shown(penalty, p)),), minus=True))
        if info < penalty:
            terms = (Term((Group(terms, at_least_0=True),)),)
        line = Line("gain", "Gain after the penalty", (terms,), "", net, unit=self.facts.unit.name)
        return _with_result(line, places)

    def _ratio(self, net: float, split_info: float, places: int, p: int) -> Line:
        """``0.24675/1.57741 = 0.15643``."""
        ratio = Fraction(Number(shown(net, p)), Number(shown(split_info, p)))
        line = Line(
            "gain_ratio", "Gain ratio", ((Term((ratio,)),),), "", self.facts.candidate.gain_ratio
        )
        return _with_result(line, places)


@lru_cache(maxsize=1024)
def _entropy_terms(counts: tuple[float, ...]) -> list[float]:
    """Kept, as every number of places that is tried needs them again."""
    return measures.entropy_terms(counts).tolist()


def _with_result(line: Line, places: int) -> Line:
    headline = shown(line.value) if line.quantity in HEADLINES else ""
    return replace(line, result=shown(line.value, places), headline=headline)
