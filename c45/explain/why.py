"""Reasons in sentences: why this attribute, why not the others, why stop, and why this answer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from c45.candidates import NodeReport, SplitCandidate
from c45.explain.sums import LOG_UNITS, LogUnit
from c45.notation import count, listed, percent, plural, rounded, shown
from c45.predict import columns_of, path_of, predict, predict_distribution
from c45.tree import Node, Tree

_MEASURE = {
    "information_gain": "information gain",
    "gain_ratio": "gain ratio",
    "gini": "drop of the Gini index",
}
_TAKEN = {
    "first": "the first is taken",
    "last": "the last is taken",
    "last_threshold": "the last threshold is taken, or else the first attribute",
    "random": "one is drawn",
}


def why(tree: Tree, node_id: int, *, log_base: str | None = None) -> tuple[str, ...]:
    """Why a node is what it is, in sentences, from its record.

    At a test: why this attribute wins and by how much, why each other does not, and where another
    criterion would choose differently. At a leaf: why growth stopped, what it answers, how surely.
    log_base: as in ``explain``. Raises KeyError for a node that is not there.

    >>> from c45 import grow, load_dataset
    >>> why(grow(load_dataset("playtennis_id3")), 0)[0]
    'Outlook wins: its information gain is 0.247 bits, 0.095 more than that of Humidity (0.152).'
    """
    node = tree.nodes[node_id]
    unit = LOG_UNITS[tree.parameters.log_base if log_base is None else log_base]
    if node.is_leaf:
        return (*_stopped(tree, node), *_rejections(node.report, unit))
    report = node.report
    if report.chosen is None:
        return tuple(filter(None, [f"It asks {node.split.question()}.", report.reason]))
    return (
        _winner(tree, report, unit),
        *_average_rule(tree, report, unit),
        *_losers(tree, report, unit),
        *_rejections(report, unit),
        *_disagreements(tree, report, unit),
    )


def explain_row(tree: Tree, row: Mapping[str, object]) -> tuple[str, ...]:
    """The way of one row through the tree, each test in words, and the answer at its end.

    row: values by attribute name; what is left out counts as missing. Raises DataError.

    >>> from c45 import grow, load_dataset
    >>> tree = grow(load_dataset("playtennis_id3"))
    >>> explain_row(tree, {"Outlook": "Overcast"})
    ('Outlook is Overcast.', 'The answer is Yes: 4 of the 4 rows that grew this leaf are Yes.')
    """
    steps = path_of(tree, row)
    sentences = tuple(step.sentence for step in steps)
    if steps and steps[-1].branch is None:
        columns = columns_of(tree, pd.DataFrame([dict(row)]))
        shares = predict_distribution(tree, columns)[0]
        order = np.argsort(-shares, kind="stable")
        parts = listed(f"{shown(shares[k])} {tree.classes[k]}" for k in order if shares[k] > 0)
        answer = predict(tree, columns)[0]
        return (*sentences, f"The leaves it reaches add up to {parts}. The answer is {answer}.")
    leaf = tree.root if not steps else tree.nodes[steps[-1].node].children[steps[-1].branch]
    if not leaf.n:
        return (
            *sentences,
            f"The answer is {leaf.prediction}: no row grew this leaf, so it answers as the node above.",
        )
    right = float(leaf.counts[tree.classes.index(leaf.prediction)])
    return (
        *sentences,
        f"The answer is {leaf.prediction}: {count(right)} of the {plural(leaf.n, 'row')} that grew "
        f"this leaf {_are(right)} {leaf.prediction}.",
    )


def apart(ahead: float, behind: float) -> tuple[str, str, str]:
    """Two numbers and their difference, with as many places as it takes to add up as shown.

    Where twelve are not enough (1/3 - 5/18), three places and no difference.

    >>> apart(0.24675, 0.15184), apart(0.2746, 0.1504)
    (('0.247', '0.152', '0.095'), ('0.2746', '0.1504', '0.1242'))
    """
    for places in range(3, 13):
        if rounded(ahead, places) - rounded(behind, places) == rounded(ahead - behind, places):
            return shown(ahead, places), shown(behind, places), shown(ahead - behind, places)
    return shown(ahead), shown(behind), ""


def _are(n: float) -> str:
    return "is" if n == 1 else "are"


def _stopped(tree: Tree, node: Node):
    """Why a leaf is a leaf, and what it answers."""
    if node.report.reason:
        yield node.report.reason
    if not node.n:
        return
    right = float(node.counts[tree.classes.index(node.prediction)])
    yield (
        f"It answers {node.prediction}: {count(right)} of {plural(node.n, 'row')} {_are(right)} "
        f"{node.prediction} ({percent(right, node.n)})."
    )
    equal = [
        c
        for c, n in zip(tree.classes, node.counts)
        if c != node.prediction and abs(n - right) < 1e-9
    ]
    if equal:
        yield f"{listed(equal)} would be as good an answer: as many rows."


def _score(candidate: SplitCandidate, criterion: str, unit: LogUnit) -> float:
    score = candidate.score_by(criterion)
    return score * unit.per_bit if criterion == "information_gain" else score


def _winner(tree: Tree, report: NodeReport, unit: LogUnit) -> str:
    chosen, criterion = report.chosen, tree.parameters.criterion
    what = _MEASURE[criterion]
    score = _score(chosen, criterion, unit)
    tail = f" {unit.name}" if criterion == "information_gain" else ""
    best = report.choices.get(criterion)
    if report.choices and (best is None or best.split != chosen.split):
        text = f"{chosen.split.question()} was picked by hand: its {what} is {shown(score)}{tail}."
        if best is None:
            return f"{text} The search would have made a leaf here."
        number = shown(_score(best, criterion, unit))
        return f"{text} The search would ask {best.split.question()}, with {number}."
    if report.tied:
        return (
            f"{chosen.attribute} ties with {listed(report.tied)} for the largest {what}, "
            f"{shown(score)}{tail}: {_TAKEN[tree.parameters.tie_rule]}."
        )
    second = report.runner_up
    if second is None:
        return (
            f"{chosen.attribute} is the only attribute that may be asked: "
            f"its {what} is {shown(score)}{tail}."
        )
    ahead, behind, by = apart(score, _score(second, criterion, unit))
    if not by:
        return (
            f"{chosen.attribute} wins: its {what} is {ahead}{tail}, that of {second.attribute} "
            f"is {behind}."
        )
    return (
        f"{chosen.attribute} wins: its {what} is {ahead}{tail}, {by} more than that of "
        f"{second.attribute} ({behind})."
    )


def _average_rule(tree: Tree, report: NodeReport, unit: LogUnit):
    p = tree.parameters
    if p.average_gain_rule and p.criterion == "gain_ratio" and report.average_gain is not None:
        average = shown(report.average_gain * unit.per_bit)
        yield (
            f"The average gain is {average} {unit.name}. "
            "Only attributes with about that much or more compete by gain ratio."
        )


def _losers(tree: Tree, report: NodeReport, unit: LogUnit):
    """The attributes that competed and lost; the runner-up is named with the winner."""
    criterion = tree.parameters.criterion
    best = report.choices.get(criterion) or report.chosen
    named = {report.chosen.attribute, best.attribute, *report.tied}
    if not report.tied and best.split == report.chosen.split and report.runner_up is not None:
        named.add(report.runner_up.attribute)
    tail = f" {unit.name}" if criterion == "information_gain" else ""
    others = [c for c in report.candidates if not c.rejected and c.attribute not in named]
    for c in sorted(others, key=lambda c: -c.score):
        yield f"{c.attribute} has less: {shown(_score(c, criterion, unit))}{tail}."


def _rejections(report: NodeReport, unit: LogUnit):
    for c in report.candidates:
        if c.rejected:
            # The record is in bits, whatever is shown; only these two reasons quote entropies.
            in_bits = any(w in c.rejected for w in ("below the average", "than the penalty"))
            note = " (in bits)" if in_bits and unit.base != "2" else ""
            yield f"{c.attribute} cannot be chosen: {c.rejected}{note}."


def _disagreements(tree: Tree, report: NodeReport, unit: LogUnit):
    """Where another criterion would ask something else here."""
    decided = tree.parameters.criterion
    for criterion, choice in report.choices.items():
        if criterion == decided or choice is None or choice.split == report.chosen.split:
            continue
        name = {
            "information_gain": "Information gain",
            "gain_ratio": "Gain ratio",
            "gini": "The Gini index",
        }[criterion]
        theirs, ours = _score(choice, criterion, unit), _score(report.chosen, criterion, unit)
        tail = f" {unit.name}" if criterion == "information_gain" else ""
        same = choice.attribute == report.chosen.attribute
        asks = choice.split.question() if same else choice.attribute
        against = ""
        if theirs > ours:
            most, least = shown(theirs), shown(ours)
            if most == least:
                most, least, _ = apart(theirs, ours)
            against = f": {most}{tail} against {least}"
        yield f"{name} would ask {asks} here{against}."
