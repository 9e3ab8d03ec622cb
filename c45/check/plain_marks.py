"""The verdict on what is counted, cut or chosen: counts, thresholds, attributes."""

from __future__ import annotations

import re

from c45.candidates import SplitCandidate
from c45.check.facts import Facts, SplitFacts
from c45.check.judge import CONVENTION, FOLLOWS, RIGHT, WRONG, Diagnosis, Verdict
from c45.check.typed import NOISE, Typed
from c45.notation import listed, plain, shown

#: Two scores that differ by no more than this are a tie.
TIE = 1e-9


def judge_count(
    typed: Typed, facts: Facts, *, split: SplitFacts | None = None, branch=None, class_index=None
) -> Verdict:
    """Judge a number of rows: of the node or a branch, of one class or of all.

    A whole number must be met exactly; one with places may be a rounded weight.
    """
    row = facts.counts if branch is None else split.table[branch]
    right = sum(row) if class_index is None else row[class_index]
    if typed.value is None:
        return Verdict(WRONG, note="A number of rows is asked for here.")
    exact = abs(typed.value - right) <= NOISE
    if exact or (not typed.is_whole and typed.places is not None and typed.agrees(right)):
        return Verdict(RIGHT)
    n = sum(row)
    if n and not typed.is_whole and typed.agrees(right / n):
        return Verdict(CONVENTION, note="This is the share of the rows; their number is asked for.")
    found = [
        Diagnosis(kinds, did)
        for kinds, value, did in _counts_by_mistake(facts, split, branch, class_index, row)
        if abs(typed.value - value) <= NOISE
    ]
    return Verdict(WRONG, tuple(found[:3]), f"Count again: it is not {typed.text}.")


def _counts_by_mistake(facts: Facts, split: SplitFacts | None, branch, k, row):
    if k is not None:
        for other, name in enumerate(facts.classes):
            if other != k:
                yield (32,), row[other], f"This is the count of {name}: the classes are swapped."
    if split is None:
        if facts.root is not None:
            whole = sum(facts.root) if k is None else facts.root[k]
            yield (8,), whole, "This is counted in the whole table, and not at this node."
        return
    if split.root_table is not None:
        there = split.root_table[branch]
        whole = sum(there) if k is None else there[k]
        yield (8,), whole, "This is counted in the whole table, and not at this node."
    if sum(split.missing):
        more = sum(split.missing) if k is None else split.missing[k]
        value = (sum(row) if k is None else row[k]) + more
        yield (27,), value, "The rows without a value were counted here too."
    for b, other in enumerate(split.table):
        if b != branch:
            value = sum(other) if k is None else other[k]
            yield (33,), value, f"This is the number {split.where(b)}."


def judge_threshold(typed: Typed, split: SplitFacts, facts: Facts) -> Verdict:
    """Judge a threshold: what parts the rows in the same way is right, by whichever convention."""
    if typed.value is None:
        return Verdict(WRONG, note="A threshold is a number.")
    t, right = typed.value, split.split.threshold
    lower, upper = _bounds(split, right)
    if abs(t - right) <= NOISE * max(1, abs(right)):
        return Verdict(RIGHT)
    same = "It parts the rows in the same way"
    if lower <= t < upper:
        if typed.places and typed.agrees(right):
            return Verdict(RIGHT)
        how = f"a value between {plain(lower)} and {plain(upper)}"
        if t == lower:
            how = (
                f"the largest value of the lower side; the midpoint is {plain((lower + upper) / 2)}"
            )
        elif t == (lower + upper) / 2:
            how = f"the midpoint of {plain(lower)} and {plain(upper)}"
        elif t in split.table_values:
            how = f"a value of the whole table between {plain(lower)} and {plain(upper)}, as C4.5 takes"
        elif t == float(int((lower + upper) / 2)):
            how = f"the midpoint {plain((lower + upper) / 2)} cut to a whole number"
        return Verdict(CONVENTION, (Diagnosis((25,), f"{same}: it is {how}."),))
    if t == upper:
        did = f"{same} with “less than” in place of “at most”: {plain(upper)} is the next value up."
        return Verdict(CONVENTION, (Diagnosis((25,), did),))
    return _other_threshold(t, split, facts)


def _bounds(split: SplitFacts, threshold: float) -> tuple[float, float]:
    """The neighbouring values that a threshold parts; infinite where there is none."""
    below = [v for v in split.values if v <= threshold]
    above = [v for v in split.values if v > threshold]
    return max(below, default=float("-inf")), min(above, default=float("inf"))


def _other_threshold(t: float, split: SplitFacts, facts: Facts) -> Verdict:
    if not split.values or t < split.values[0] or t >= split.values[-1]:
        did = f"All rows go the same way: the values run from {plain(split.values[0])} to {plain(split.values[-1])}."
        return Verdict(WRONG, (Diagnosis((25,), did),))
    step = f"The best cut is {split.split.question()}."
    cut = split.cut_at(t)
    if cut is None:
        return Verdict(WRONG, (Diagnosis((25,), "It parts the rows in another way.", step),))
    score, best = cut.gain, split.candidate.gain
    if ties(split, cut):
        did = f"It ties with {split.split.question()}: both are right."
        return Verdict(RIGHT, (Diagnosis((34,), did),))
    measure = "drop of the Gini index" if facts.family == "gini" else "gain"
    less = (
        f"Its {measure} is {shown(score)}, and that of {split.split.question()} is {shown(best)}."
    )
    by_ratio = float(split.found.gain_ratio.max())
    if facts.family == "entropy" and cut.gain_ratio >= by_ratio - TIE:
        did = f"This cut has the highest gain ratio. {less}"
        return Verdict(WRONG, (Diagnosis((24,), did, step),))
    return Verdict(WRONG, (Diagnosis((25,), f"It parts the rows in another way. {less}", step),))


def ties(split: SplitFacts, cut: SplitCandidate) -> bool:
    """Whether another cut is as good as the best one."""
    return abs(cut.gain - split.candidate.gain) <= TIE


def judge_choice(
    text: str,
    facts: Facts,
    accepted: tuple[str, ...],
    own: dict[str, float] | None = None,
) -> Verdict:
    """Judge the chosen attribute (or several that tie, with commas or "or" between them).

    own: the scores as the student worked them out, by attribute, where any of them is wrong.
    """
    names = {s.attribute.casefold().strip(): s.attribute for s in facts.splits}
    chosen = _attributes(text, names)
    if not chosen and text.casefold().strip(" .") in _ALL_TIE and len(accepted) > 1:
        chosen = list(accepted)
    if not accepted and text.casefold().strip(" .") in _NO_SPLIT:
        return Verdict(RIGHT, note="No split is to be chosen here: the node is a leaf.")
    if not chosen:
        known = listed([s.attribute for s in facts.splits], "or")
        return Verdict(WRONG, note=f"It is none of the attributes: {known}.")
    others = [a for a in accepted if a not in chosen]
    if all(a in accepted for a in chosen):
        if len(accepted) == 1:
            return Verdict(RIGHT)
        if others:
            did = f"It ties with {listed(others)}: each of them is right."
        else:
            did = f"{listed(chosen)} tie: each of them is right."
        return Verdict(RIGHT, (Diagnosis((34,), did),))
    wrong = next(a for a in chosen if a not in accepted)
    if own:
        best = max(own.values())
        if own.get(wrong, float("-inf")) >= best - TIE:
            note = f"It follows from your own values, of which {wrong} has the highest: right from here on."
            if accepted:
                note += f" With the right values it is {listed(accepted, 'or')}."
            return Verdict(FOLLOWS, note=note)
    return Verdict(
        WRONG, tuple(_choices_by_mistake(wrong, facts, accepted)), _why_not(wrong, facts)
    )


_ALL_TIE = frozenset({"tie", "a tie", "all tie", "tied", "any", "all"})
_NO_SPLIT = frozenset({"none", "no split", "leaf", "a leaf", "nothing", "-", "–"})
_REMARK = re.compile(r"\s*(?:\([^()]*\)|\b(?:all\s+)?tied?)\s*$")


def _attributes(text: str, names: dict[str, str]) -> list[str]:
    """The attributes that a text names: one, or several with a comma, "or" or "and" between them."""
    whole = text.casefold().strip()
    if whole in names:
        return [names[whole]]
    whole = _REMARK.sub("", whole)
    if whole in names:
        return [names[whole]]
    parts = [p.strip() for p in whole.replace(" or ", ",").replace(" and ", ",").split(",")]
    if all(p in names for p in parts if p):
        return [names[p] for p in parts if p]
    return []


def _score(split: SplitFacts, facts: Facts) -> float:
    return split.candidate.score_by(facts.criterion)


_SCORE = {
    "information_gain": "gain",
    "gain_ratio": "gain ratio",
    "gini": "drop of the Gini index",
}


def _why_not(name: str, facts: Facts) -> str:
    score = _score(facts.split_of(name), facts)
    return f"The {_SCORE[facts.criterion]} of {name} is {shown(score)}, and it is not the one to choose."


def _choices_by_mistake(name: str, facts: Facts, accepted: tuple[str, ...]):
    """Which rule would choose this attribute."""
    splits = facts.splits

    def first(key, top=max) -> bool:
        values = {s.attribute: key(s.candidate) for s in splits}
        return len(values) > 1 and abs(values[name] - top(values.values())) <= TIE

    step = f"Right is {listed(accepted, 'or')}." if accepted else "No split is to be chosen here."
    gains = {s.attribute: s.candidate.score_by("information_gain") for s in splits}
    if facts.criterion == "gain_ratio" and first(lambda c: c.score_by("information_gain")):
        did = f"{name} has the highest gain; the gain ratio is asked for."
        yield Diagnosis((22,), did, step)
    elif facts.criterion == "gain_ratio" and first(lambda c: c.gain_ratio):
        average = sum(gains.values()) / len(gains)
        did = (
            f"{name} has the highest gain ratio, but its gain, {shown(gains[name])}, is below the "
            f"average of {shown(average)}, and C4.5 leaves it out."
        )
        yield Diagnosis((22,), did, step)
    after = "gini_after" if facts.family == "gini" else "entropy_after"
    if first(lambda c: getattr(c, after)) and not first(lambda c: getattr(c, after), min):
        did = f"{name} has the highest impurity after the split."
        yield Diagnosis((15,), did, f"The lowest is wanted. {step}")
    split = facts.split_of(name)
    ones = split.each_value or split.table
    if ones and all(sum(row) <= 1 for row in ones):
        did = f"Every row has its own value of {name}, which tells nothing of new rows."
        yield Diagnosis((23,), did, step)
    other = "information_gain" if facts.family == "gini" else "gini"
    if first(lambda c: c.score_by(other)):
        yield Diagnosis((13,), f"{name} has the highest {_SCORE[other]}.", step)
