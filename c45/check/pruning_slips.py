"""Fingerprints of pruning and of regression trees: pessimistic error, cost-complexity, variance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from c45.check.judge import CONVENTION, CUT_OFF, RIGHT, WRONG, Diagnosis, Verdict
from c45.check.slips import Slip
from c45.check.typed import Typed
from c45.error_limits import FORMULAS, added_errors
from c45.notation import count, plain, shown

_NAMES = {
    "release_8": "the approximation of the program C4.5 Release 8",
    "j48": "the approximation of J48",
    "binomial": "the exact binomial limit",
    "normal": "the normal limit without continuity correction",
}


@dataclass(frozen=True)
class Question:
    """A figure outside the sheet of a node: what is right, and what known slips give."""

    right: float
    slips: tuple[Slip, ...] = ()


def judge_question(typed: Typed, question: Question) -> Verdict:
    """Judge a figure that has no earlier ones.

    >>> from c45.check.typed import read_typed
    >>> judge_question(read_typed("20.51"), variance([7.2, 8.8, 15.0])).verdict
    'wrong'
    """
    right = question.right
    if typed.agrees(right) and not (typed.is_whole and abs(typed.value - right) > 0.05):
        return Verdict(RIGHT)
    step = f"Unrounded it is {shown(right, max(typed.places or 3, 3) + 1)}."
    found = [s for s in question.slips if typed.value is not None and typed.agrees(s.value)]
    if typed.is_cut(right):
        cut = Diagnosis((10,), "The digits were cut off and not rounded.", step)
        return Verdict(CUT_OFF, (cut, *(Diagnosis(s.kinds, s.did, s.step) for s in found)))
    if not found and typed.agrees(right):
        return Verdict(RIGHT)
    if not found:
        return Verdict(WRONG, note="It does not agree.")
    convention = found[0].convention
    diagnoses = {s.kinds: Diagnosis(s.kinds, s.did, s.step) for s in reversed(found)}
    first = diagnoses.pop(found[0].kinds)
    return Verdict(CONVENTION if convention else WRONG, (first, *diagnoses.values()))


def error_estimate(
    errors: float, n: float, *, confidence: float = 0.25, formula: str = "binomial", times_n=False
) -> Question:
    """The pessimistic error of a leaf, as a rate or (times_n) in rows: which formula was it?

    >>> round(error_estimate(1, 16).right, 4)
    0.1596
    """
    scale = n if times_n else 1.0
    asked = f"Asked for is {_NAMES[formula]}."

    def rate(name: str, e: float = errors) -> float:
        return (e + added_errors(n, e, confidence, formula=name)) / n * scale

    slips = [
        Slip((28,), rate(name), f"This is {_NAMES[name]}.", asked, True)
        for name in FORMULAS
        if name != formula and not (name == "j48" and confidence > 0.5)
    ]
    slips.append(
        Slip(
            (28,),
            _normal(errors, n, 0.69) * scale,
            "This is the normal limit with z rounded to 0.69.",
            asked,
            True,
        )
    )
    half = (errors + 0.5) / n * scale
    slips.append(
        Slip((28,), half, "This is (E + ½) / N, Quinlan's correction of 1987.", asked, True)
    )
    slips.append(Slip((28,), errors / n * scale, "This is the observed error E / N.", asked))
    two_sided = _normal(errors, n, _z(confidence / 2)) * scale
    slips.append(Slip((28,), two_sided, "This is the normal limit with a two-sided z.", asked))
    swapped = _limit(errors, n, 1 - confidence) * scale
    did = f"The confidence was taken as {plain(1 - confidence)} and not as {plain(confidence)}."
    slips.append(Slip((28,), swapped, did, asked))
    return Question(rate(formula), tuple(slips))


def _z(tail: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - tail)


def _normal(e: float, n: float, z: float) -> float:
    f = e / n
    spread = z * math.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return (f + z * z / (2 * n) + spread) / (1 + z * z / n)


def _limit(e: float, n: float, confidence: float) -> float:
    """The binomial limit at any confidence, also above 0.5, where it is below the observed rate."""
    if e >= n:
        return 1.0
    from scipy.special import betaincinv  # heavy, and only this needs it

    return float(betaincinv(e + 1, n - e, 1 - confidence))


def error_sum(
    leaves: Sequence[tuple[float, float]],
    *,
    confidence: float = 0.25,
    formula: str = "binomial",
    as_rate: bool = False,
) -> Question:
    """The expected errors of a subtree: the sum over its leaves, each (errors, rows).

    >>> round(error_sum([(0, 6), (0, 9), (0, 1)]).right, 3)
    3.273
    """
    total = sum(n for _, n in leaves)
    scale = 1 / total if as_rate else 1.0

    def expected(name: str) -> float:
        return sum(e + added_errors(n, e, confidence, formula=name) for e, n in leaves) * scale

    asked = f"Add the expected errors of the leaves by {_NAMES[formula]}."
    slips = [
        Slip((28,), expected(name), f"This is made with {_NAMES[name]}.", asked, True)
        for name in FORMULAS
        if name != formula and not (name == "j48" and confidence > 0.5)
    ]
    observed = sum(e for e, _ in leaves) * scale
    did = f"The observed errors of the {len(leaves)} leaves were added up."
    slips.append(Slip((29,), observed, did, asked))
    rates = sum((e + added_errors(n, e, confidence, formula=formula)) / n for e, n in leaves)
    weights = "Each leaf counts with its rows."
    slips.append(
        Slip((5,), rates, "The rates of the leaves were added up without weights.", weights)
    )
    slips.append(Slip((4,), rates / len(leaves), "The mean of the rates was taken.", weights))
    return Question(expected(formula), tuple(slips))


def alpha(
    leaf_errors: float,
    subtree_errors: float,
    leaves: int,
    *,
    n: float,
    n_node: float | None = None,
    root_errors: float | None = None,
    relative: bool = False,
) -> Question:
    """The α of a node: (R(t) − R(T)) / (leaves − 1), in shares of all n rows.

    relative: rpart's CP is asked for, α / R(root). n_node: rows of the node itself.

    >>> round(alpha(8, 7, 2, n=81).right, 5)
    0.01235
    """
    drop = leaf_errors - subtree_errors
    value = drop / n / (leaves - 1)
    step = f"({count(leaf_errors)} − {count(subtree_errors)}) / {count(n)} / ({leaves} − 1)."
    slips = [
        Slip(
            (30,),
            drop / n / leaves,
            f"You divided by {leaves} leaves, and not by {leaves} − 1.",
            step,
        ),
        Slip(
            (30,),
            drop / n,
            "The growth of the error is not divided by the leaves taken away.",
            step,
        ),
    ]
    if n_node:
        local = drop / n_node / (leaves - 1)
        did = f"The errors are shares of the node's own {count(n_node)} rows."
        slips.append(Slip((30,), local, did, step))
    if root_errors:
        cp = drop / root_errors / (leaves - 1)
        did = "This is rpart's CP, which is α divided by the error of the root."
        if relative:
            slips.append(
                Slip((30,), value, "This is α, and rpart's CP is α / R(root).", step, True)
            )
            value = cp
        else:
            slips.append(Slip((30,), cp, did, step, True))
    return Question(value, tuple(slips))


def variance(values: Sequence[float], *, ddof: int = 0) -> Question:
    """The variance of the values at a node of a regression tree: Σ (y − mean)² / n.

    >>> variance([1.0, 3.0]).right
    1.0
    """
    values = np.asarray(values, dtype=float)
    n = len(values)
    other = 1 - ddof
    slips = []
    if n > 1:
        did = "The squares are divided by n − 1." if ddof == 0 else "The squares are divided by n."
        step = f"Divide by {n}." if ddof == 0 else f"Here they are to be divided by {n - 1}."
        slips.append(Slip((31,), float(np.var(values, ddof=other)), did, step, ddof == 1))
    return Question(float(np.var(values, ddof=ddof)) if n > ddof else 0.0, tuple(slips))
