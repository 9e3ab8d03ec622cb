"""What can be wished of an exercise, and whether a table grants it: judged by the records of the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from c45.candidates import SplitCandidate
from c45.dataset import Dataset
from c45.measures import entropy, gain, gain_ratio, gini, split_info
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report
from c45.splits import ThresholdSplit

#: A winner is clear from this much more of the criterion on, and a difference counts from this much on.
CLEAR, APART = 0.1, 0.005

#: A gain up to this much cannot be told from none.
NOTHING = 1e-12


@dataclass(frozen=True)
class Wish:
    """A property that a table can have at its root.

    name: as in ``WISHES``. words: what it is, for the teacher's list. shape: how a table is drawn that
    may have it: "random", "rivals" (all attributes about as good), "twins" (two with the same counts),
    "halves" (entropies of 0 and 1 only), "xor", "identifier" or "number".
    granted: whether a table has it, under the knobs the exercise is about. likely: a quick look at the
    class counts of each attribute, shape (n_attributes, n_values, n_classes), before the table is made:
    where it says no, the next one is drawn.
    """

    name: str
    words: str
    shape: str
    granted: Callable[[Dataset, Parameters], bool]
    likely: Callable[[NDArray[np.int64]], bool] = lambda counts: True


def candidates(dataset: Dataset, parameters: Parameters, criterion: str) -> list[SplitCandidate]:
    """Every attribute's best split of the whole table under a criterion, best first."""
    knobs = replace(parameters, criterion=criterion)
    report = node_report(dataset, Portion.everything(dataset), knobs)
    usable = [c for c in report.candidates if not c.rejected]
    return sorted(usable, key=lambda c: -c.score)


def _wins(dataset: Dataset, parameters: Parameters, criterion: str) -> str | None:
    """The attribute that wins by a difference that rounding to three decimals does not hide."""
    ranked = candidates(dataset, parameters, criterion)
    if not ranked or ranked[0].score < APART:
        return None
    if len(ranked) > 1 and ranked[0].score - ranked[1].score < APART:
        return None
    return ranked[0].attribute


def _clear_winner(dataset: Dataset, parameters: Parameters) -> bool:
    ranked = candidates(dataset, parameters, parameters.criterion)
    return len(ranked) > 1 and ranked[0].score - ranked[1].score >= CLEAR


def _tie(dataset: Dataset, parameters: Parameters) -> bool:
    report = node_report(dataset, Portion.everything(dataset), parameters)
    best = report.chosen
    if best is None or not report.tied or best.score < APART:
        return False
    return best.entropy_after > NOTHING  # two that tell all would be one column twice


def _disagree(one: str, other: str) -> Callable[[Dataset, Parameters], bool]:
    def granted(dataset: Dataset, parameters: Parameters) -> bool:
        choices = node_report(dataset, Portion.everything(dataset), parameters).choices
        if None in choices.values() or choices[one].attribute == choices[other].attribute:
            return False  # the usual case, found out by one search
        first, second = (_wins(dataset, parameters, c) for c in (one, other))
        return None not in (first, second) and first != second

    return granted


def _gini_likely(counts: NDArray[np.int64]) -> bool:
    return (
        _apart(gain(counts)) and _apart(gain(counts, gini)) and _other(gain(counts, gini), counts)
    )


def _tie_likely(counts: NDArray[np.int64]) -> bool:
    """Attributes with the same counts tie under every criterion."""
    second, first = np.sort(gain(counts))[-2:]
    everything = entropy(counts[0].sum(axis=0))
    return bool(first >= APART and np.isclose(first, second) and first < everything - NOTHING)


def _ratio_likely(counts: NDArray[np.int64]) -> bool:
    return _apart(gain(counts)) and _other(
        gain_ratio(gain(counts), split_info(counts.sum(axis=-1))), counts
    )


def _apart(scores: NDArray[np.float64]) -> bool:
    """Whether the best of them is ahead of the next by what rounding does not hide."""
    first, second = np.sort(scores)[::-1][:2]
    return bool(first - second >= APART)


def _other(scores: NDArray[np.float64], counts: NDArray[np.int64]) -> bool:
    """Whether another attribute has the best of these scores than has the best gain."""
    return bool(np.argmax(scores) != np.argmax(gain(counts)))


def _xor(dataset: Dataset, parameters: Parameters) -> bool:
    """No attribute alone tells anything, but two together tell everything."""
    ranked = candidates(dataset, parameters, "information_gain")
    if not ranked or max(c.information_gain for c in ranked) > NOTHING:
        return False
    values = list(dataset.columns)
    return any(
        _tells_everything(values[a], values[b], dataset.target)
        for a in range(len(values))
        for b in range(a)
    )


def _tells_everything(one, other, target) -> bool:
    classes: dict[tuple, int] = {}
    return all(
        classes.setdefault((a, b), c) == c
        for a, b, c in zip(one.tolist(), other.tolist(), target.tolist())
    )


def _identifier(dataset: Dataset, parameters: Parameters) -> bool:
    """A column with another value in each row wins by gain, and loses by gain ratio."""
    by_gain = _wins(dataset, parameters, "information_gain")
    by_ratio = _wins(dataset, parameters, "gain_ratio")
    if by_gain is None or by_ratio is None or by_gain == by_ratio:
        return False
    return len(np.unique(dataset.column(by_gain))) == dataset.n_rows


def _threshold(dataset: Dataset, parameters: Parameters) -> bool:
    """A column of numbers wins, and its best cut has at least two rows on either side."""
    ranked = candidates(dataset, parameters, parameters.criterion)
    if _wins(dataset, parameters, parameters.criterion) is None:
        return False
    best = ranked[0]
    return isinstance(best.split, ThresholdSplit) and min(b.n for b in best.branches) >= 2


def _gaps(dataset: Dataset, parameters: Parameters) -> bool:
    """The attribute that wins has gaps itself, so that its gain is scaled by the known rows."""
    best = _wins(dataset, parameters, parameters.criterion)
    return best is not None and dataset.gaps.get(best, 0) > 0


def _nice(dataset: Dataset, parameters: Parameters) -> bool:
    """Each entropy on the sheet of the root is 0 or 1, and there is a single winner."""
    ranked = candidates(dataset, parameters, "information_gain")
    return _wins(dataset, parameters, "information_gain") is not None and all(
        _is_0_or_1(c.counts for c in candidate.branches) and candidate.entropy_before == 1
        for candidate in ranked
    )


def _is_0_or_1(groups) -> bool:
    """Whether each group of class counts is pure or half and half."""
    for counts in groups:
        held = [c for c in counts if c]
        if len(held) > 2 or (len(held) == 2 and held[0] != held[1]):
            return False
    return True


WISHES: dict[str, Wish] = {
    w.name: w
    for w in (
        Wish(
            "clear_winner",
            "A clear winner: the best attribute is 0.1 ahead of the next",
            "random",
            _clear_winner,
        ),
        Wish("tie", "A tie: two attributes share the first place", "twins", _tie, _tie_likely),
        Wish(
            "ratio_overturns_gain",
            "Gain ratio chooses another attribute than gain",
            "rivals",
            _disagree("information_gain", "gain_ratio"),
            _ratio_likely,
        ),
        Wish(
            "gini_disagrees",
            "The Gini index chooses another attribute than entropy",
            "rivals",
            _disagree("information_gain", "gini"),
            _gini_likely,
        ),
        Wish("xor", "Two attributes that tell all together and nothing alone (XOR)", "xor", _xor),
        Wish(
            "identifier_wins",
            "A column with another value in each row wins by gain and loses by gain ratio",
            "identifier",
            _identifier,
        ),
        Wish("threshold", "A threshold on a column of numbers wins", "number", _threshold),
        Wish("missing", "The attribute that wins has missing values", "random", _gaps),
        Wish("nice_numbers", "Entropies of 0 and 1 only", "halves", _nice),
    )
}
