"""Fingerprints of what is made from the branches: weighted sum, gain, split information, gain ratio."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from c45 import measures
from c45.check.facts import IMPURITIES, worked
from c45.check.known import known_errors
from c45.check.other_tables import of_table, other_tables
from c45.check.slips import Formula, Place, Slip, classification_error, lost_ginis
from c45.notation import count, listed, shown

#: A sentence lists no more numbers than this.
MOST_NAMED = 8
#: Slips of single terms are looked for among so many branches.
MOST_BRANCHES = 12

_RIGHT = {
    "after": "Each branch counts with its share of the rows, {weights}.",
    "gain": "The gain is {before} before the split minus {after} after it.",
    "split_info": "The split information is the entropy of the branch sizes, {sizes}.",
    "gain_ratio": "The gain ratio is the gain divided by the split information, {gain} / {info}.",
}


def _step(place: Place, step: str | None = None) -> str:
    g = place.given
    return _RIGHT[step or place.step].format(
        weights=listed(_first([f"{count(s)}/{count(g.n)}" for s in g.sizes if s])),
        before=shown(g.before),
        after=shown(g.after),
        sizes=_sizes([s for s in (*g.sizes, g.missing) if s]),
        gain=shown(g.gain),
        info=shown(g.split_info),
    )


def _added(values) -> str:
    return " + ".join(_first([shown(float(v)) if v else "0" for v in values]))


def _first(words: list[str]) -> list[str]:
    """The words of a sentence, and dots where there are too many for one."""
    return words if len(words) <= MOST_NAMED else [*words[: MOST_NAMED - 1], "…"]


# -- sums over the branches ---------------------------------------------------------------------


def wrong_sums(place: Place) -> Iterator[tuple[tuple[int, ...], float, str]]:
    """Each wrong way to put the branches' values together: the kind, the value, what was done."""
    g = place.given
    sizes, values, n = np.array(g.sizes), np.array(g.branches), g.n
    filled = values[sizes > 0]
    yield (4,), float(filled.mean()), f"You left out the weights: the mean of {_listed(filled)}."
    if len(filled) < len(values):
        yield (
            (4,),
            float(values.mean()),
            f"You left out the weights: the mean of {_listed(values)}.",
        )
    yield (5,), float(filled.sum()), f"You left out the weights: {_added(filled)} added up."
    yield (
        (5,),
        float((sizes * values).sum()),
        f"You multiplied by the counts {_sizes(sizes)}, and did not divide them by {count(n)}.",
    )
    if place.facts.root is not None:
        whole = sum(place.facts.root)
        yield (
            (8,),
            float((sizes * values).sum() / whole),
            f"You divided by {count(whole)}, the rows of the whole table; {count(n)} reach this node.",
        )
    if g.missing:
        yield (
            (27,),
            float((sizes * values).sum() / (n + g.missing)),
            f"You divided by all {count(n + g.missing)} rows; {count(n)} of them have a known value.",
        )


def _listed(values) -> str:
    return listed(_first([shown(float(v)) if v else "0" for v in values]))


def _sizes(sizes) -> str:
    return listed(_first([count(s) for s in sizes]))


def slipped_terms(place: Place) -> Iterator[tuple[float, str]]:
    """The weighted sum with one term wrong: lost, unweighted, or weighted with another's share."""
    g = place.given
    shares, values = measures.shares(g.sizes), np.array(g.branches)
    total = float((shares * values).sum())
    if len(values) > MOST_BRANCHES:
        return
    for b in range(len(values)):
        term, where = float(shares[b] * values[b]), place.split.where(b)
        if values[b] == 0:
            continue
        if len(values) > 1:
            yield total - term, f"The term {where} is missing."
            yield total - 2 * term, f"The term {where} was taken off and not added."
        yield total - term + float(values[b]), f"The term {where} has no weight."
    for a in range(len(values)):
        for b in range(a + 1, len(values)):
            swapped = shares.copy()
            swapped[[a, b]] = shares[[b, a]]
            yield (
                float((swapped * values).sum()),
                f"The weights of two branches are swapped: {place.split.where(a)} and "
                f"{place.split.where(b)}.",
            )


def _after(place: Place) -> Iterator[Slip]:
    g, step = place.given, _step(place)
    gain = worked("gain", g)
    yield Slip(
        (7 if place.family == "entropy" else 14,),
        gain,
        f"This is the drop, the gain of the split, and not the {place.name} left after it.",
        step,
    )
    yield Slip((35,), -g.after, "The sign is wrong.", f"The {place.name} is never below 0.")
    for kinds, value, did in wrong_sums(place):
        yield Slip(kinds, value, did, step)
    for kinds, words, table in other_tables(place):
        yield Slip(kinds, of_table("after", place, table), words, step)
    for words, formula in _wrong_measures(place):
        yield Slip(*_measured(place, words, formula, "after"), step)
    for value, did in slipped_terms(place):
        yield Slip((17,), value, did, step)


def _gain(place: Place) -> Iterator[Slip]:
    g, step = place.given, _step(place)
    after_slip = (7 if place.family == "entropy" else 14,)
    yield Slip(
        after_slip,
        g.after,
        f"This is the {place.name} after the split, not yet taken from {shown(g.before)}.",
        step,
    )
    if g.split_info > measures.NOISE and place.family == "entropy":
        yield Slip(
            (22,), g.gain / g.split_info, "This is the gain ratio.", "The gain is asked for."
        )
    for kinds, value, did in wrong_sums(place):
        yield Slip(kinds, g.known * (g.before - value), did, _step(place, "after"))
    if place.facts.root is not None:
        root = float(g.impurity(place.facts.root))
        yield Slip(
            (8,),
            root - g.after,
            f"You took it from {shown(root)}, the {place.name} of the whole table.",
            f"At this node the {place.name} before the split is {shown(g.before)}.",
        )
    if g.missing:
        yield Slip(
            (27,),
            g.before - g.after,
            "The share of the rows with a known value is left out: "
            f"{count(g.n)} of {count(g.n + g.missing)}.",
            f"Multiply by {count(g.n)}/{count(g.n + g.missing)}.",
        )
        everything = float(g.impurity(place.facts.counts))
        yield Slip(
            (27,),
            everything - g.after,
            f"You took it from {shown(everything)}, the {place.name} of all rows, also those without "
            "a value.",
            f"Take it from {shown(g.before)}, that of the rows with a known value.",
        )
        yield Slip(
            (27,),
            g.known * (everything - g.after),
            f"You took it from {shown(everything)}, the {place.name} of all rows, also those without "
            "a value.",
            f"Take it from {shown(g.before)}, that of the rows with a known value.",
        )
    for kinds, words, table in other_tables(place):
        yield Slip(kinds, of_table("gain", place, table), words, step)
    yield Slip((35,), -worked("gain", g), "The difference was taken the wrong way round.", step)
    for words, formula in _wrong_measures(place):
        yield Slip(*_measured(place, words, formula, "gain"), step)
    for value, did in slipped_terms(place):
        yield Slip((17,), g.known * (g.before - value), did, _step(place, "after"))


def _wrong_measures(place: Place) -> Iterator[tuple[str, Formula]]:
    other = "gini" if place.family == "entropy" else "entropy"
    yield ("entropy" if other == "entropy" else "Gini index"), IMPURITIES[other]
    yield "classification error", classification_error
    if place.family == "gini":
        yield from lost_ginis(place.facts.classes)
        k = len(place.facts.classes)
        if k > 1:
            yield "stretched", lambda p: (1 - (p**2).sum(-1)) / (1 - 1 / k)
    else:
        yield "ones", lambda p: measures.entropy(p) + (p == 0).sum(-1)


def _measured(place: Place, words: str, formula: Formula, step: str):
    """(kinds, value, did) of a sum made with another impurity throughout."""
    g = place.given
    table = np.array(g.table)
    # A branch without rows has weight 0, whatever a formula gives for it.
    branches = np.where(np.array(g.sizes) > 0, formula(measures.shares(table)), 0.0)
    after = float(measures.weighted_mean(g.sizes, branches))
    before = float(formula(measures.shares(g.counts)))
    value = after if step == "after" else g.known * (before - after)
    if words == "stretched":
        return (16,), value, "The Gini index was stretched to range from 0 to 1."
    if words == "ones":
        return (11,), value, "0·log 0 was counted as 1."
    if words in ("entropy", "Gini index", "classification error"):
        return (13,), value, f"This is made with the {words}, and the {place.name} is asked for."
    return (12,), value, f"A term of the Gini index is lost: {words}."


# -- split information and gain ratio -----------------------------------------------------------


def _split_info(place: Place) -> Iterator[Slip]:
    g, step = place.given, _step(place)
    yield from _in_print(place)
    sizes = [s for s in g.sizes if s > 0]
    right = worked("split_info", g)
    classes = float(measures.entropy(g.counts))
    yield Slip((20,), classes, "This is the entropy of the classes.", step)
    for branches in dict.fromkeys((len(sizes), len(g.sizes))):
        log = math.log2(max(branches, 1))
        yield Slip((21,), log, "This is log₂ of the number of branches.", step)
        yield Slip((21,), float(branches), "This is the number of branches.", step)
    if g.missing:
        yield Slip(
            (27,),
            float(measures.split_info(sizes)),
            "The rows without a value are left out.",
            f"They are one more branch of {count(g.missing)} rows.",
        )
        p = np.array(sizes) / (g.n + g.missing)
        yield Slip(
            (27,),
            float(-(p * np.log2(p)).sum()),
            "The rows without a value have no term.",
            f"They are one more branch of {count(g.missing)} rows.",
        )
    divided = f"Shares are sizes divided by {count(g.n + g.missing)}."
    yield Slip(
        (5,), right * (g.n + g.missing), "The sizes were not divided by their total.", divided
    )
    if place.facts.root is not None:
        p = np.array(sizes) / sum(place.facts.root)
        yield Slip(
            (8,),
            float(-(p * np.log2(p)).sum()),
            f"You divided by {count(sum(place.facts.root))}, the rows of the whole table.",
            divided,
        )
    for kinds, words, table in other_tables(place):
        yield Slip(kinds, of_table("split_info", place, table), words, step)
    yield Slip((35,), -right, "The sign is wrong.", "The split information is never below 0.")
    yield Slip(
        (13,), float(measures.gini(g.sizes)), "This is the Gini index of the branch sizes.", step
    )
    terms = measures.entropy_terms([*g.sizes, g.missing])
    for b in range(len(g.sizes)):
        if terms[b]:
            yield Slip(
                (17,), right - float(terms[b]), f"The term {place.split.where(b)} is missing.", step
            )


def _gain_ratio(place: Place) -> Iterator[Slip]:
    g, step = place.given, _step(place)
    yield from _in_print(place)
    info, right = g.split_info, worked("gain_ratio", g)
    classes = float(measures.entropy(g.counts))
    if classes > measures.NOISE:
        yield Slip(
            (20,),
            g.gain / classes,
            f"You divided by {shown(classes)}, the entropy of the classes.",
            f"{step} The order of the attributes would be that of the gain.",
        )
    filled = sum(s > 0 for s in g.sizes)
    for branches in dict.fromkeys((filled, len(g.sizes))):
        if branches < 2:
            continue
        yield Slip(
            (21,),
            g.gain / math.log2(branches),
            f"You divided by log₂ {branches}, of the number of branches.",
            step,
        )
        yield Slip((21,), g.gain / branches, f"You divided by the {branches} branches.", step)
    yield Slip((22,), g.gain, "This is the gain, not yet divided.", step)
    if right is None:
        return
    for kind, factor, words in (
        (1, math.log(2), "natural logarithms"),
        (2, math.log10(2), "logarithms to base 10"),
    ):
        mixed = f"Two bases are mixed: one of gain and split information has {words}."
        same = "Take both with logarithms to base 2."
        yield Slip((kind,), right * factor, mixed, same)
        yield Slip((kind,), right / factor, mixed, same)
    if abs(g.gain) > measures.NOISE:
        yield Slip((36,), info / g.gain, "The quotient is upside down.", step)
    yield Slip((7,), g.after / info, "You divided the entropy after the split.", step)
    gains = replace(place, step="gain", right=g.gain)
    for slip in _missing_ratios(place):
        yield slip
    for slip in _gain(gains):
        if slip.kinds[0] in (4, 5, 8, 27) and "whole table, not" not in slip.did:
            yield replace(slip, value=slip.value / info)
    for kinds, words, table in other_tables(place):
        yield Slip(kinds, of_table("gain_ratio", place, table), words, step)
    yield Slip((35,), -right, "The sign is wrong.", "The gain ratio is never below 0.")


def _missing_ratios(place: Place) -> Iterator[Slip]:
    g = place.given
    if not g.missing:
        return
    info = float(measures.split_info(g.sizes))
    if info <= measures.NOISE:
        return
    yield Slip(
        (27,),
        (g.before - g.after) / info,
        "The rows without a value were dropped.",
        f"Multiply the gain by {count(g.n)}/{count(g.n + g.missing)}, and count the unknown rows as "
        "one more branch of the split information.",
    )
    yield Slip(
        (27,),
        g.gain / info,
        "The rows without a value are left out of the split information.",
        f"They are one more branch of {count(g.missing)} rows.",
    )


def _in_print(place: Place) -> Iterator[Slip]:
    for e in known_errors(place.step, place.family, place.given.table):
        yield Slip(
            (19,),
            e.printed,
            f"This figure is wrong in print: {e.source}.",
            _step(place),
        )


def _after_or_print(place: Place) -> Iterator[Slip]:
    yield from _in_print(place)
    yield from _after(place)


#: The fingerprints of each step that is made from the branches.
OF_SPLIT = {
    "after": _after_or_print,
    "gain": _gain,
    "split_info": _split_info,
    "gain_ratio": _gain_ratio,
}
