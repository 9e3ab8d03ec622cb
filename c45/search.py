"""Which split, and why: the plain exhaustive search, written to be read.

Every attribute's best split (``alternatives.py``) becomes its ``SplitCandidate``; ``node_report``
compares the candidates and keeps the losers. This search defines the answer: whatever is faster must
give the same tree.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from c45 import measures
from c45.allowed import counted_rows, no_gain
from c45.alternatives import Alternatives, alternatives
from c45.candidates import CRITERIA, NodeReport, SplitCandidate
from c45.dataset import Dataset
from c45.notation import shown
from c45.parameters import ARITHMETIC, Parameters
from c45.portion import Portion
from c45.splits import ThresholdSplit


def node_report(
    dataset: Dataset, portion: Portion, parameters: Parameters, *, seed: int = 0
) -> NodeReport:
    """Search a node: every attribute's best candidate, what is chosen among them, and why.

    seed: makes random ties and random cuts repeatable, together with ``random_state``.
    """
    rng = np.random.default_rng([parameters.random_state, seed])
    everything = [alternatives(dataset, portion, a.name, parameters) for a in dataset.attributes]
    best = {}
    for measure in ("information_gain", "gini"):
        best[measure] = [_best_of(alt, measure, parameters, rng) for alt in everything]
    best["gain_ratio"] = [
        _best_of(alt, "gain_ratio", parameters, rng)
        if len(alt) > 1 and not alt.attribute.is_continuous and parameters.splitter == "best"
        else replace(c, criterion="gain_ratio", score=c.gain_ratio)
        for alt, c in zip(everything, best["information_gain"])
    ]
    choices, reports = {}, {}
    for criterion in CRITERIA:
        candidates, chosen, tied, average = _choose(
            dataset, best[criterion], criterion, parameters, rng
        )
        choices[criterion] = chosen
        reports[criterion] = (candidates, chosen, tied, average)
    candidates, chosen, tied, average = reports[parameters.criterion]
    return NodeReport(
        candidates=candidates,
        chosen=chosen,
        reason=_why_this(chosen, tied, parameters) if chosen else _why_none(candidates),
        tied=tied,
        choices=choices,
        average_gain=average,
    )


def _best_of(alt: Alternatives, criterion: str, parameters: Parameters, rng) -> SplitCandidate:
    """The best allowed split of one attribute; where none is allowed, the best one, marked so."""
    scores = alt.scores(criterion)
    usable = alt.allowed if alt.allowed.any() else alt.considered
    if not len(alt):
        none = dict.fromkeys(("information_gain", "split_info", "gain_ratio", "gini_gain"), 0.0)
        return SplitCandidate(
            attribute=alt.attribute.name,
            split=None,
            branches=(),
            criterion=criterion,
            entropy_before=alt.entropy_before,
            entropy_after=alt.entropy_before,
            gini_before=alt.gini_before,
            gini_after=alt.gini_before,
            gain=0.0,
            score=0.0,
            n_known=alt.n_known,
            n_missing=alt.n_missing,
            n_tried=0,
            valid=False,
            counts_in_average=False,
            rejected=alt.rejected,
            **none,
        )
    if parameters.splitter == "random":
        i = int(rng.choice(np.flatnonzero(usable)))
    else:
        rule = parameters.tie_rule
        if rule == "last_threshold":
            rule = "last" if alt.attribute.is_continuous else "first"
        i = best_index(np.where(usable, scores, -np.inf), rule, parameters, rng)
    return alt.candidate(i, criterion)


def ties(scores: NDArray, parameters: Parameters) -> NDArray:
    """The positions whose score equals the largest, compared with the knob's tolerance."""
    top = scores.max()
    arithmetic = ARITHMETIC[parameters.arithmetic]
    tolerance = arithmetic.tie
    if arithmetic.relative:  # as gains of many rows may be tiny
        tolerance = tolerance * abs(top) + measures.NOISE
    tied = np.flatnonzero(scores >= top - tolerance)
    if arithmetic.relative or tied[0] == 0:
        return tied
    return np.union1d(_scanned(scores, tied[0], tolerance), tied)


def _scanned(scores: NDArray, first: int, tolerance: float) -> int:
    """Where a scan ends that moves on only to a score better by more than the tolerance.

    This is how C4.5 and J48 look for the best. It ends at the first of the tied scores, unless an
    earlier one is within the tolerance of that one.
    """
    if scores[first] > scores[:first].max() + tolerance:
        return first
    at = 0
    while True:
        better = np.flatnonzero(scores[at + 1 :] > scores[at] + tolerance)
        if not len(better):
            return at
        at += 1 + int(better[0])


def best_index(scores: NDArray, rule: str, parameters: Parameters, rng) -> int:
    """The position of the largest score; which of several equal ones, the rule says."""
    tied = ties(scores, parameters)
    if rule == "last":
        return int(tied[-1])
    if rule == "random":
        return int(rng.choice(tied))
    return int(tied[0])


def _choose(dataset, candidates, criterion, parameters, rng):
    """Pick among the attributes' candidates; say of each loser that may not compete, why."""
    arithmetic = ARITHMETIC[parameters.arithmetic]
    many = _many_values(dataset) if parameters.many_values_rule else set()
    candidates = [
        replace(c, counts_in_average=False) if c.attribute in many else c for c in candidates
    ]
    counted = [c.gain for c in candidates if c.counts_in_average]
    average = float(np.mean(counted)) if counted else None
    if not parameters.zero_gain:
        least = no_gain(parameters)
        candidates = [
            replace(c, rejected="it gains nothing") if not c.rejected and c.gain <= least else c
            for c in candidates
        ]
    if criterion == "gain_ratio":
        candidates = [_ratio_rules(c, average, arithmetic, parameters) for c in candidates]
    able = [i for i, c in enumerate(candidates) if not c.rejected]
    if not able:
        return tuple(candidates), None, (), average
    scores = np.array([candidates[i].score_by(criterion) for i in able])
    tied = [able[i] for i in ties(scores, parameters)]
    i = _tied_attribute(candidates, tied, parameters, rng)
    names = tuple(candidates[j].attribute for j in tied if j != i)
    return tuple(candidates), candidates[i], names, average


def _tied_attribute(candidates, tied: list[int], parameters: Parameters, rng) -> int:
    if parameters.tie_rule == "last":
        return tied[-1]
    if parameters.tie_rule == "random":
        return int(rng.choice(tied))
    if parameters.tie_rule == "last_threshold":
        # The report's learner: a category needs a strictly larger gain, a threshold an equal one.
        thresholds = [i for i in tied if isinstance(candidates[i].split, ThresholdSplit)]
        return thresholds[-1] if thresholds else tied[0]
    return tied[0]


def _many_values(dataset: Dataset) -> set[str]:
    """Attributes with very many categories: at least 0.3 of the rows (C4.5 Release 8).

    Where all attributes have very many, the rule is off.
    """
    least = 0.3 * counted_rows(dataset).sum() - 1e-9
    offered = [dataset.attribute(name) for name in dataset.offered]
    many = {a.name for a in offered if not a.is_continuous and len(a.categories) >= least}
    return set() if len(many) == len(offered) else many


def _ratio_rules(c: SplitCandidate, average, arithmetic, parameters) -> SplitCandidate:
    """What gain ratio asks of a candidate beside validity: average gain, some split information."""
    if c.rejected:
        return c
    if parameters.average_gain_rule:
        if average is None:
            return replace(c, rejected="no attribute counts in the average gain")
        if c.gain < average - arithmetic.average_slack:
            return replace(
                c, rejected=f"its gain {shown(c.gain)} is below the average {shown(average)}"
            )
    if c.split_info <= arithmetic.least_split_info:
        return replace(c, rejected="nearly all rows go one way, so the ratio means nothing")
    return c


_MEASURE = {
    "information_gain": "information gain",
    "gain_ratio": "gain ratio",
    "gini": "drop of the Gini index",
}


def _why_this(chosen: SplitCandidate, tied: tuple[str, ...], parameters: Parameters) -> str:
    what = _MEASURE[parameters.criterion]
    number = shown(chosen.score)
    unit = " bits" if parameters.criterion == "information_gain" else ""
    if tied:
        rule = {
            "first": "the first is taken",
            "last": "the last is taken",
            "last_threshold": "the last threshold is taken",
            "random": "one is drawn",
        }[parameters.tie_rule]
        others = f"{len(tied)} other attribute{'s' if len(tied) > 1 else ''}"
        return (
            f"{chosen.attribute} ties with {others} for the largest {what}, {number}{unit}; {rule}."
        )
    return f"{chosen.attribute} has the largest {what}, {number}{unit}."


def _why_none(candidates: tuple[SplitCandidate, ...]) -> str:
    """One sentence for a node where nothing may be asked."""
    if not any(c.split for c in candidates):
        reasons = {c.rejected for c in candidates}
        if len(candidates) == 1 and len(reasons) == 1:
            return f"No attribute separates these rows: {reasons.pop()}."
        return "No attribute separates these rows."
    reasons = [c.rejected for c in candidates if c.split]
    if len(set(reasons)) == 1:
        return f"No split is allowed: for every attribute, {reasons[0]}."
    return "No split is allowed: each attribute's best split breaks a rule."
