"""A tree as IF-THEN rules, one for each leaf."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from c45.export.quoting import one_line
from c45.notation import count, percent, plural
from c45.splits import MultiwaySplit, Split, SubsetSplit, ThresholdSplit
from c45.tree import Node, Tree


@dataclass(frozen=True)
class Rule:
    """One rule.

    conditions: all must hold: ``petal length <= 2.45``. Names are as in the data, not quoted.
    prediction: the class it says. node: the id of its leaf.
    support: the training rows it applies to. correct: how many of these have that class.
    """

    conditions: tuple[str, ...]
    prediction: str
    support: float
    correct: float
    node: int

    @property
    def accuracy(self) -> float | None:
        """Share of right rows among those it applies to; None where there is no row."""
        return self.correct / self.support if self.support else None


def to_rules(tree: Tree) -> list[Rule]:
    """The rules of a tree, from left to right; a row without gaps meets at most one of them.

    Conditions on one attribute are merged: ``x > 2`` and ``x > 3`` are ``x > 3``.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> to_rules(grow(Dataset.from_frame(frame, target="play")))[0]
    Rule(conditions=('wind = strong',), prediction='no', support=1, correct=1, node=1)
    """
    return [
        Rule(
            _conditions(tree, leaf),
            leaf.prediction,
            leaf.n,
            leaf.counts[tree.classes.index(leaf.prediction)].item(),
            leaf.id,
        )
        for leaf in tree.leaves
    ]


def rules_text(tree: Tree) -> str:
    """The rules as text, one a line, each ending in a line feed.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> print(rules_text(grow(Dataset.from_frame(frame, target="play"))), end="")
    IF wind = strong THEN play = no (1 of 1 row right, 100%)
    IF wind = weak THEN play = yes (1 of 1 row right, 100%)
    """
    lines = []
    for rule in to_rules(tree):
        test = " AND ".join(map(one_line, rule.conditions)) or "any row"
        answer = f"{one_line(tree.target_name)} = {one_line(rule.prediction)}"
        worth = "no rows"
        if rule.support:
            share = percent(rule.correct, rule.support)
            worth = f"{count(rule.correct)} of {plural(rule.support, 'row')} right, {share}"
        lines.append(f"IF {test} THEN {answer} ({worth})\n")
    return "".join(lines)


def _conditions(tree: Tree, leaf: Node) -> tuple[str, ...]:
    """The tests on the way to a leaf, those on one attribute together, in the order first asked."""
    asked: dict[str, list[tuple[Split, int]]] = {}
    for up, down in pairwise(tree.path_to(leaf.id)):
        asked.setdefault(up.split.attribute, []).append((up.split, down.branch))
    return tuple(f"{name} {test}" for name, tests in asked.items() for test in _merged(tests))


def _merged(tests: list[tuple[Split, int]]) -> list[str]:
    """The conditions that tests on one attribute leave."""
    below = [s for s, branch in tests if isinstance(s, ThresholdSplit) and branch == 0]
    above = [s for s, branch in tests if isinstance(s, ThresholdSplit) and branch == 1]
    found = []
    if above:
        found.append(max(above, key=lambda s: s.threshold).condition(1))
    if below:
        found.append(min(below, key=lambda s: s.threshold).condition(0))
    groups = [_group(s, branch) for s, branch in tests if not isinstance(s, ThresholdSplit)]
    if groups:
        left = [c for c in groups[0] if all(c in g for g in groups[1:])]
        if left:
            found.append(_in(left))
        else:  # no value passes them all: say what was asked
            found.extend(_in(g) for g in groups)
    return found


def _group(split: MultiwaySplit | SubsetSplit, branch: int) -> tuple[str, ...]:
    """The categories that go down a branch."""
    if isinstance(split, MultiwaySplit):
        return (split.categories[branch],)
    return split.groups()[branch]


def _in(categories) -> str:
    group = tuple(categories)
    return SubsetSplit("", group, group, ()).condition(0)
