"""Where two trees of the same rows part ways, and which knob makes them do so.

The two are walked side by side. At a node where they differ, the search is run again with one knob of
the other: the knob that makes the choice the other's is the cause.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from c45.alternatives import evaluate_split
from c45.candidates import SplitCandidate
from c45.compare.alike import apart, equal, offers, same_parts, same_split
from c45.notation import count, listed, plural, shown
from c45.parameters import KNOBS, Parameters
from c45.pruning import Pruning
from c45.search import node_report
from c45.splits import Split, ThresholdSplit
from c45.tree import Node, Tree

#: Knobs that decide which split is taken, the plainest first; two growths differ by these.
_DECIDE = (
    "criterion",
    "categorical_split",
    "cut_penalty",
    "average_gain_rule",
    "min_branch_rows",
    "cut_minimum",
    "many_values_rule",
    "min_samples_leaf",
    "min_impurity_decrease",
    "zero_gain",
    "splitter",
    "arithmetic",
    "tie_rule",
)

_MEASURE = {
    "information_gain": "information gain",
    "gain_ratio": "gain ratio",
    "gini": "drop of the Gini index",
}

_TIES = {
    "first": "takes the first",
    "last": "takes the last",
    "last_threshold": "takes the last threshold",
    "random": "draws one",
}


@dataclass(frozen=True)
class Difference:
    """One node where two trees differ, which reach it with the same rows.

    cause: ``"criterion"``, ``"tie"``, ``"penalty"``, ``"pruning"``, ``"threshold"`` (the same rows are
    parted at another number), ``"stopping"``, ``"answer"`` (equally frequent classes), ``"rows"`` (the
    two were not grown from the same rows), the name of another knob, or ``"several"``.
    nodes: its id in either tree. place: the way to it in words, "" at the root.
    knobs: the knobs that make the difference. sentence: what each does there, and why, with the numbers.
    """

    cause: str
    nodes: tuple[int, int]
    depth: int
    place: str
    knobs: tuple[str, ...]
    sentence: str


def differences(
    first: Pruning, second: Pruning, *, names: tuple[str, str] = ("the first", "the second")
) -> tuple[Difference, ...]:
    """Every node where two trees differ while their rows are still the same, nearest the root first.

    first, second: as ``grow_and_prune`` gives them, grown from the same table. A branch that no row
    goes down makes no difference.
    """
    pair = _Pair(first, second, names)
    if first.tree.dataset.digest != second.tree.dataset.digest:
        return (pair.other_rows(),)
    found = []
    waiting = deque([(first.tree.root, second.tree.root)])
    while waiting:
        a, b = waiting.popleft()
        difference, children = pair.at(a, b)
        if difference:
            found.append(difference)
        waiting.extend(children)
    return tuple(found)


@dataclass
class _Pair:
    first: Pruning
    second: Pruning
    names: tuple[str, str]

    @property
    def trees(self) -> tuple[Tree, Tree]:
        return self.first.tree, self.second.tree

    def at(self, a: Node, b: Node) -> tuple[Difference | None, list[tuple[Node, Node]]]:
        """How two nodes with the same rows differ, and which of their children have the same rows."""
        if a.is_leaf and b.is_leaf:
            return (self.other_answer(a, b) if a.prediction != b.prediction else None), []
        if a.is_leaf or b.is_leaf:
            return self.one_leaf(a, b), []
        data = self.trees[0].dataset
        rows = self.trees[0].rows_of(a.id)
        branches = [n.split.branch_of(data.column(n.split.attribute)[rows]) for n in (a, b)]
        same = same_parts(*branches)
        if same is None:
            return self.other_split(a, b), []
        found = None
        if a.split.attribute != b.split.attribute:
            found = self.other_split(a, b)
        elif isinstance(a.split, ThresholdSplit) and a.split.number() != b.split.number():
            found = self.other_threshold(a, b)
        return found, [(a.children[i], b.children[j]) for i, j in same]

    def difference(self, cause: str, a: Node, b: Node, sentence: str, knobs=()) -> Difference:
        place = listed(self.trees[0].steps_to(a.id))
        where = f"Where {place}" if place else "At the root"
        return Difference(cause, (a.id, b.id), a.depth, place, tuple(knobs), f"{where}, {sentence}")

    def other_rows(self) -> Difference:
        sizes = [t.dataset.n_rows for t in self.trees]
        sentence = (
            f"{self.names[0]} grows from {plural(sizes[0], 'row')} and {self.names[1]} from "
            f"{plural(sizes[1], 'row')}: some were held out for pruning, or left out for their gaps."
            if sizes[0] != sizes[1]
            else f"{self.names[0]} and {self.names[1]} see other values in the same rows: gaps are "
            "filled in differently, or other rows are held out."
        )
        return self.difference("rows", self.trees[0].root, self.trees[1].root, sentence)

    def other_answer(self, a: Node, b: Node) -> Difference:
        classes = self.trees[0].classes
        numbers = [count(a.counts[classes.index(n.prediction)]) for n in (a, b)]
        sentence = (
            f"both stop, but {self.names[0]} answers {a.prediction} ({numbers[0]} of {count(a.n)}) and "
            f"{self.names[1]} {b.prediction} ({numbers[1]} of {count(a.n)})."
        )
        return self.difference("answer", a, b, sentence, ["majority_tie"])

    def one_leaf(self, a: Node, b: Node) -> Difference:
        i = 0 if a.is_leaf else 1
        leaf, inner = (a, b) if a.is_leaf else (b, a)
        pruning = (self.first, self.second)[i]
        before = pruning.grown.nodes.get(leaf.id)
        pruned = before is not None and not before.is_leaf
        what = (
            f"{self.names[i]} has a leaf ({leaf.prediction}) and {self.names[1 - i]} asks "
            f"{inner.split.question()}."
        )
        sentence = f"{what} {_ended(leaf.report.reason)}"
        return self.difference("pruning" if pruned else "stopping", a, b, sentence)

    def other_threshold(self, a: Node, b: Node) -> Difference:
        knobs = [t.parameters.threshold_at for t in self.trees]
        ways = [_lowered(KNOBS["threshold_at"].choices[k]) for k in knobs]
        low, high = sorted((a.split, b.split), key=lambda s: s.threshold)
        sentence = (
            f"both part the same {plural(a.n, 'row')} by {a.split.attribute}, but {self.names[0]} at "
            f"{a.split.number()} ({ways[0]}) and {self.names[1]} at {b.split.number()} ({ways[1]}). "
            f"A new row above {low.number()} and up to {high.number()} goes another way."
        )
        return self.difference("threshold", a, b, sentence, ["threshold_at"])

    # ---- two splits that part the rows differently ------------------------------------------------

    def other_split(self, a: Node, b: Node) -> Difference:
        what = f"{self.names[0]} asks {a.split.question()} and {self.names[1]} asks {b.split.question()}."
        for i, node in enumerate((a, b)):
            if self.raised(i, node):
                return self.difference("pruning", a, b, f"{what} {self.by_raising(i, node)}")
        p, q = (t.parameters for t in self.trees)
        tie = self.tie(a, b)
        if tie and p.criterion == q.criterion:
            return self.difference("tie", a, b, f"{what} {tie}", ["tie_rule"])
        knobs = self.knobs_that_decide(a, b)
        if knobs == ("criterion",):
            return self.difference("criterion", a, b, f"{what} {self.by_criteria(a, b)}", knobs)
        if tie and (not knobs or knobs == ("tie_rule",)):
            return self.difference("tie", a, b, f"{what} {tie}", ["tie_rule"])
        if knobs == ("cut_penalty",):
            return self.difference("penalty", a, b, f"{what} {self.by_penalty(a, b)}", knobs)
        why = self.by_rules(a, b, knobs)
        cause = knobs[0] if len(knobs) == 1 else "several"
        return self.difference(cause, a, b, f"{what} {why}", knobs)

    def raised(self, i: int, node: Node) -> bool:
        """Whether pruning moved a node up, so that it holds other rows than it was chosen on."""
        pruning = (self.first, self.second)[i]
        if pruning.grown is pruning.tree or node.id not in pruning.grown.nodes:
            return False
        rows = [t.rows_of(node.id) for t in (pruning.tree, pruning.grown)]
        return not np.array_equal(*rows)

    def by_raising(self, i: int, node: Node) -> str:
        pruning = (self.first, self.second)[i]
        here = pruning.tree.rows_of(node.id)
        before = next(
            n
            for n in pruning.grown.path_to(node.id)
            if np.isin(pruning.grown.rows_of(n.id), here).all()
        )
        return (
            f"{self.names[i]} asked {before.split.question()} here before pruning, and then raised "
            f"{node.split.question()} in its place."
        )

    def candidate(self, i: int, node: Node, split: Split) -> SplitCandidate | None:
        """The candidate of a node's own search that parts its rows as this split does."""
        tree = self.trees[i]
        rows = tree.rows_of(node.id)
        for c in node.report.candidates:
            if c.split is not None and same_split(c.split, split, tree.dataset, rows):
                return c
        return None

    def scores(self, a: Node, b: Node, i: int) -> tuple[SplitCandidate, SplitCandidate]:
        """Both splits as the i-th tree sees them, its own first."""
        tree, node = self.trees[i], (a, b)[i]
        portion = tree.portion_of(node.id)
        own, other = (a, b) if i == 0 else (b, a)

        def seen(split: Split) -> SplitCandidate:
            found = self.candidate(i, node, split)
            return found or evaluate_split(tree.dataset, portion, split, tree.parameters)

        return seen(own.split), seen(other.split)

    def numbers(self, a: Node, b: Node, i: int) -> tuple[str, str, str]:
        """What the i-th tree compares the two splits by, and the score of its own and of the other.

        Gain ratio picks among attributes; the threshold within one is picked by gain.
        """
        own, other = self.scores(a, b, i)
        criterion = self.trees[i].parameters.criterion
        if (
            criterion == "gain_ratio"
            and own.attribute == other.attribute
            and own.threshold is not None
        ):
            return (
                _MEASURE["information_gain"],
                *apart(own.information_gain, other.information_gain),
            )
        return (_MEASURE[criterion], *apart(own.score, other.score))

    def tie(self, a: Node, b: Node) -> str:
        """A sentence where both splits score the same in either tree, else ""."""
        if self.refused(a, b, 0) or self.refused(a, b, 1):
            return ""
        seen = [self.scores(a, b, i) for i in (0, 1)]
        if not all(equal(own.score, other.score) for own, other in seen):
            return ""
        mine = seen[0][0]
        rules = [_TIES[t.parameters.tie_rule] for t in self.trees]
        rule = (
            f"{self.names[0]} {rules[0]}, {self.names[1]} {rules[1]}."
            if rules[0] != rules[1]
            else f"Both say they {_plural_verb(rules[0])}; each has its own order."
        )
        measure = _MEASURE[self.trees[0].parameters.criterion]
        return f"Both have the same {measure}, {shown(mine.score, 4)}: a tie. {rule}"

    def by_criteria(self, a: Node, b: Node) -> str:
        parts = []
        for i, (own, other) in enumerate(((a, b), (b, a))):
            refused = self.refused(a, b, i)
            if refused:
                parts.append(refused)
                continue
            measure, x, y = self.numbers(a, b, i)
            parts.append(
                f"By {measure}, {own.split.question()} scores {x} and {other.split.question()} {y}."
            )
        return " ".join(parts)

    def refused(self, a: Node, b: Node, i: int) -> str:
        """Why the i-th tree could not choose the other's split, in a sentence, or ""."""
        node, split = (a, b)[i], (b, a)[i].split
        seen = self.candidate(i, node, split)
        if seen and seen.rejected:
            return f"{self.names[i]} may not ask {split.question()}: {_ended(seen.rejected)}"
        way = self.trees[i].parameters.categorical_split
        if seen or isinstance(split, ThresholdSplit) or offers(way, split):
            return ""
        words = _lowered(KNOBS["categorical_split"].words(way))
        return f"{self.names[i]} does not try {split.question()}: it makes {words}."

    def by_penalty(self, a: Node, b: Node) -> str:
        i = 0 if self.trees[0].parameters.cut_penalty else 1
        own, other = (a, b) if i == 0 else (b, a)
        seen = self.scores(a, b, i)
        _, x, y = self.numbers(a, b, i)
        punished = seen[1] if seen[1].penalty else seen[0]
        rows = count(punished.n_known + punished.n_missing)
        return (
            f"{self.names[i]} takes log2({punished.n_tried}) / {rows} = {shown(punished.penalty)} off "
            f"the gain of {punished.split.question()}, {shown(punished.information_gain)}; then "
            f"{own.split.question()} scores {x} and {other.split.question()} {y}."
        )

    def by_rules(self, a: Node, b: Node, knobs: tuple[str, ...]) -> str:
        """What the knobs are set to, why a split may not be chosen, and what each scores."""
        parts = []
        if knobs:
            noun = "cause is" if len(knobs) == 1 else "causes are"
            parts.append(f"The {noun} {listed(self.knob_words(k) for k in knobs)}.")
        for i, (own, other) in enumerate(((a, b), (b, a))):
            refused = self.refused(a, b, i)
            measure, x, y = self.numbers(a, b, i)
            pair = f"{own.split.question()} has {measure} {x} and {other.split.question()} {y}."
            if x == y:
                pair = f"both have {measure} {x}, a tie."
            parts.append(refused or f"In {self.names[i]}, {pair}")
        return " ".join(parts)

    def knob_words(self, name: str) -> str:
        words = [KNOBS[name].words(getattr(t.parameters, name)) for t in self.trees]
        return f"{KNOBS[name].label} ({self.names[0]}: {words[0]}; {self.names[1]}: {words[1]})"

    def knobs_that_decide(self, a: Node, b: Node) -> tuple[str, ...]:
        """The fewest knobs of one tree that, set as in the other, make it choose the other's split."""
        p, q = (t.parameters for t in self.trees)
        differing = [k for k in _DECIDE if getattr(p, k) != getattr(q, k)]
        ways = [(k,) for k in differing]
        ways += [(k, m) for i, k in enumerate(differing) for m in differing[i + 1 :]]
        swaps = ((p, q, a, b.split, 0), (q, p, b, a.split, 1))
        one_way = ()
        for way in ways:
            turned = [self.turned(own, other, way, n, s, i) for own, other, n, s, i in swaps]
            if all(turned):
                return way
            if any(turned) and not one_way:
                one_way = way
        return one_way or tuple(differing)

    def turned(
        self, own: Parameters, other: Parameters, way, node: Node, split: Split, i: int
    ) -> bool:
        """Whether a tree with these knobs of the other would choose the other's split here."""
        tree = self.trees[i]
        portion = tree.portion_of(node.id)
        changed = replace(own, **{k: getattr(other, k) for k in way})
        chosen = node_report(tree.dataset, portion, changed, seed=node.id).chosen
        return chosen is not None and same_split(chosen.split, split, tree.dataset, portion.rows)


def _lowered(words: str) -> str:
    return words[0].lower() + words[1:]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def _plural_verb(rule: str) -> str:
    return rule.replace("takes", "take").replace("draws", "draw")
