"""Printed figures outside the sums of a split: counts, thresholds, shares, errors, variances.

Each function takes the node, the figure and a way to look up printed inputs, and gives the verdict,
the right value, the name under which later figures find this one, and the wrong figures it follows from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from c45 import measures
from c45.alternatives import evaluate_split
from c45.check import pruning_slips
from c45.check.cart_figures import cart_node, ccp_sequence
from c45.check.example import Spot, split_of, tied_best, with_subsets
from c45.check.facts import split_facts
from c45.check.judge import CONVENTION, RIGHT, ROUNDED_EARLY, WRONG, Diagnosis, Verdict
from c45.check.plain_marks import judge_count, judge_threshold
from c45.check.printed_tree import judge_tree
from c45.check.pruning_slips import Question, judge_question
from c45.check.slips import Slip
from c45.check.typed import read_typed
from c45.errors import DataError
from c45.notation import plain, shown
from c45.parameters import Parameters
from c45.splits import SubsetSplit, multiway

_GINI = Parameters(criterion="gini")
_FORMULAS = {"ucf_exact": "binomial", "c4.5_program": "release_8"} | {
    f: f for f in ("binomial", "release_8", "j48", "normal")
}


def _typed(figure: Mapping):
    return read_typed(str(figure["as_printed"]))


def _class(spot: Spot, figure: Mapping) -> int:
    name = str(figure["class"])
    if name not in spot.dataset.classes:
        raise DataError(f"There is no class called {name!r}.")
    return spot.dataset.classes.index(name)


def _candidate(spot: Spot, figure: Mapping, parameters: Parameters):
    split = split_of(spot, figure, parameters)
    return evaluate_split(spot.dataset, spot.portion, split, parameters)


def _plain(right: float, spot, figure, key=None, slips=()):
    verdict = judge_question(_typed(figure), Question(float(right), tuple(slips)))
    return verdict, float(right), key, ()


def gini_improve(spot, figure, inputs):
    """rpart's "improve": the drop of the Gini index times the rows of the node."""
    gain = _candidate(spot, figure, _GINI).gini_gain
    step = "rpart's improve is the drop times the rows of the node."
    slip = Slip((14,), gain, "This is the drop of the Gini index.", step)
    return _plain(gain * spot.portion.n, spot, figure, slips=[slip])


def misclassification(spot, figure, inputs):
    counts = spot.portion.class_counts(spot.dataset)
    slips = [
        Slip((13,), float(measures.entropy(counts)), "This is the entropy.", ""),
        Slip((13,), float(measures.gini(counts)), "This is the Gini index.", ""),
    ]
    return _plain(measures.misclassification(counts), spot, figure, slips=slips)


def misclassification_split(spot, figure, inputs):
    split = _candidate(spot, figure, Parameters())
    table = [b.counts for b in split.branches]
    return _plain(measures.weighted_impurity(table, measures.misclassification), spot, figure)


def fraction_known(spot, figure, inputs):
    return _plain(_candidate(spot, figure, Parameters()).known_fraction, spot, figure)


def _facts(spot: Spot):
    return spot.facts(Parameters())


def weight(spot, figure, inputs):
    facts = _facts(spot)
    verdict = judge_count(_typed(figure), facts)
    return verdict, facts.n, ("n", spot.key), ()


def class_count(spot, figure, inputs):
    facts, k = _facts(spot), _class(spot, figure)
    verdict = judge_count(_typed(figure), facts, class_index=k)
    return verdict, facts.counts[k], ("count", spot.key, k), ()


def class_probability(spot, figure, inputs):
    """A share of the rows; made from the printed counts where these were rounded."""
    facts, k = _facts(spot), _class(spot, figure)
    right = facts.counts[k] / facts.n
    typed = _typed(figure)
    verdict = judge_question(typed, Question(right))
    if verdict.verdict == RIGHT:
        return verdict, right, None, ()
    for c, n in [
        (c.typed.value, n.typed.value)
        for c in inputs(("count", spot.key, k))
        for n in inputs(("n", spot.key))
    ] + [(round(facts.counts[k], d), round(facts.n, d)) for d in (1, 2)]:
        if n and typed.agrees(c / n):
            did = f"{plain(c)} / {plain(n)} was taken, with counts rounded."
            step = f"Unrounded it is {shown(right, 4)}."
            return Verdict(ROUNDED_EARLY, (Diagnosis((9,), did, step),)), right, None, ()
    return verdict, right, None, ()


def mixture(spot, figure, inputs):
    """The class shares of a row that goes down several branches, weighted by their rows."""
    spots = [spot.walk(b["node"]) for b in figure["branches"]]
    k = _class(spot, figure)
    counts = [s.portion.class_counts(s.dataset) for s in spots]
    return _plain(sum(c[k] for c in counts) / sum(c.sum() for c in counts), spot, figure)


def midpoint(spot, figure, inputs):
    """The threshold between two neighbouring values."""
    lower, upper = (float(v) for v in figure["between"])
    right = lower / 2 + upper / 2
    typed = _typed(figure)
    if typed.value is not None and abs(typed.value - right) <= 1e-9:
        return Verdict(RIGHT), right, None, ()
    if typed.value is not None and lower <= typed.value < upper:
        how = "cut to a whole number" if typed.value == int(right) else "another value between them"
        did = (
            f"The midpoint of {plain(lower)} and {plain(upper)} is {plain(right)}; this is {how}, and "
            "parts the rows in the same way."
        )
        return Verdict(CONVENTION, (Diagnosis((25,), did),)), right, None, ()
    note = f"The midpoint of {plain(lower)} and {plain(upper)} is {plain(right)}."
    return Verdict(WRONG, note=note), right, None, ()


def weighted_sum(spot, figure, inputs):
    """A weighted sum whose terms are printed beside it."""
    terms = [(float(w), float(x)) for w, x in figure["terms"]]
    right = sum(w * x for w, x in terms)
    typed = _typed(figure)
    verdict = judge_question(typed, Question(right, tuple(_of_terms(terms))))
    if verdict.verdict == WRONG and not verdict.diagnoses:
        each = " + ".join(shown(w * x) for w, x in terms)
        did = "The values and the weights agree, and the sum does not."
        verdict = Verdict(WRONG, (Diagnosis((17,), did, f"{each} = {shown(right)}."),))
    return verdict, right, None, ()


def _of_terms(terms):
    step = "Each branch counts with its share of the rows."
    values = [x for _, x in terms]
    yield Slip((4,), sum(values) / len(values), "The mean was taken, without weights.", step)
    yield Slip((5,), sum(values), "The values were added up, without weights.", step)
    for at, (w, x) in enumerate(terms):
        rest = sum(a * b for i, (a, b) in enumerate(terms) if i != at)
        if w * x:
            yield Slip((17,), rest, f"The term {shown(w)} × {shown(x)} is missing.", step)


def best_threshold(spot, figure, inputs):
    """The threshold of an attribute's best cut; what parts the rows in the same way is right."""
    parameters = Parameters(
        criterion=str(figure.get("criterion", "information_gain")),
        min_samples_leaf=int(figure.get("minleaf", 1)),
    )
    best, ties = tied_best(spot, str(figure["attribute"]), parameters)
    typed = _typed(figure)
    facts = spot.facts(parameters)
    first = None
    for candidate in (best, *ties):
        split = split_facts(spot.dataset, spot.portion, candidate, parameters, is_root=True)
        verdict = judge_threshold(typed, split, facts)
        first = first or verdict
        if verdict.verdict != WRONG:
            return verdict, candidate.threshold, None, ()
    return first, best.threshold, None, ()


def error_estimate(spot, figure, inputs):
    e, n = float(figure["E"]), float(figure["N"])
    times_n = bool(figure.get("times_n"))
    question = pruning_slips.error_estimate(
        e,
        n,
        confidence=float(figure.get("CF", 0.25)),
        formula=_FORMULAS[figure.get("method", "ucf_exact")],
        times_n=times_n,
    )
    typed = _typed(figure)
    verdict = judge_question(typed, question)
    key = ("error_rate", e, n)
    if times_n:
        key = None
        if verdict.verdict == WRONG:
            # The rate as it was printed (or to three places), times the rows.
            rates = [p.typed.value for p in inputs(("error_rate", e, n))]
            for rate in [*rates, round(question.right / n, 3)]:
                if typed.agrees(rate * n):
                    did = f"{plain(rate)} × {plain(n)} was taken, with the rate rounded."
                    step = f"Unrounded it is {shown(question.right)}."
                    verdict = Verdict(ROUNDED_EARLY, (Diagnosis((9,), did, step),))
                    break
    return verdict, question.right, key, ()


def error_estimate_sum(spot, figure, inputs):
    leaves = [(float(e), float(n)) for e, n in figure["leaves"]]
    question = pruning_slips.error_sum(
        leaves,
        confidence=float(figure.get("CF", 0.25)),
        formula=_FORMULAS[figure.get("method", "ucf_exact")],
    )
    return judge_question(_typed(figure), question), question.right, None, ()


def _values(spot: Spot) -> np.ndarray:
    """The target of a regression table at a node: its classes are numbers."""
    try:
        numbers = np.array([float(c) for c in spot.dataset.classes])
    except ValueError:
        raise DataError(f"The target {spot.dataset.target_name!r} holds no numbers.") from None
    return numbers[spot.dataset.target[spot.portion.rows]]


def _regression_target(spot: Spot, figure: Mapping) -> np.ndarray:
    """The numbers that a variance is about: the target's, or else the only continuous column's."""
    try:
        return _values(spot)
    except DataError:
        columns = [a.name for a in spot.dataset.attributes if a.is_continuous]
        name = str(figure.get("of", columns[0] if len(columns) == 1 else ""))
        return spot.dataset.column(name)[spot.portion.rows]


def variance(spot, figure, inputs):
    ddof = int(figure.get("ddof", 0))
    question = pruning_slips.variance(_regression_target(spot, figure), ddof=ddof)
    return judge_question(_typed(figure), question), question.right, None, ()


def _variances(spot: Spot, figure: Mapping, ddof: int) -> tuple[float, float]:
    """The variance before a split, and the weighted one after it."""
    split = multiway(spot.dataset.attribute(str(figure["attribute"])))
    parts = [spot.branch(split, b) for b in range(split.n_branches)]
    parts = [p for p in parts if len(p.portion.rows)]
    n = spot.portion.n
    values = [pruning_slips.variance(_regression_target(p, figure), ddof=ddof).right for p in parts]
    after = sum(p.portion.n / n * v for p, v in zip(parts, values))
    return pruning_slips.variance(_regression_target(spot, figure), ddof=ddof).right, after


def _of_variance(spot, figure, pick):
    ddof = int(figure.get("ddof", 0))
    right, other = (pick(*_variances(spot, figure, d)) for d in (ddof, 1 - ddof))
    did = "The squares are divided by n − 1." if ddof == 0 else "The squares are divided by n."
    return _plain(right, spot, figure, slips=[Slip((31,), other, did, "", ddof == 1)])


def variance_weighted(spot, figure, inputs):
    return _of_variance(spot, figure, lambda before, after: after)


def variance_reduction(spot, figure, inputs):
    return _of_variance(spot, figure, lambda before, after: before - after)


def tree(spot, figure, inputs):
    verdict, right = judge_tree(spot, figure)
    return verdict, right, None, ()


def best_subset(spot, figure, inputs):
    """Judge a printed group of categories: ``{low, medium} | {high}`` or ``young``."""
    name = str(figure["attribute"])
    _, ties = tied_best(spot, name, with_subsets(Parameters(criterion="gini")))
    groups = [set(g) for c in ties if isinstance(c.split, SubsetSplit) for g in c.split.groups()]
    categories = spot.dataset.attribute(name).categories
    text = str(figure["as_printed"]).partition("|")[0]
    words = {
        w.strip() for w in text.replace("{", " ").replace("}", " ").replace(" or ", ",").split(",")
    }
    named = {c for c in categories if c in {w.split(" (")[0] for w in words}}
    right = tuple(sorted({c.split.question() for c in ties}))
    ok = named in groups or all({c} in groups for c in named)
    if named and ok:
        tie = (
            (Diagnosis((34,), "Several groups tie; each of them is right."),)
            if len(ties) > 1
            else ()
        )
        return Verdict(RIGHT, tie), right, None, ()
    return Verdict(WRONG, note=f"The best groups are {' or '.join(right)}."), right, None, ()


#: The quantities that are checked here, by the names that examples use.
OTHERS: dict[str, Callable] = {
    f.__name__: f
    for f in (
        *(gini_improve, misclassification, misclassification_split, fraction_known, weight),
        *(class_count, class_probability, mixture, midpoint, weighted_sum, best_threshold),
        *(
            error_estimate,
            error_estimate_sum,
            best_subset,
            tree,
            variance,
            variance_weighted,
            variance_reduction,
            cart_node,
            ccp_sequence,
        ),
    )
}

#: Those that need no table.
WITHOUT_TABLE = frozenset(
    {"midpoint", "weighted_sum", "error_estimate", "error_estimate_sum", "ccp_sequence"}
)
