"""One row: the smallest change that would get it another answer, and how sure its answer is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from c45.dataset import Attribute, is_missing
from c45.errors import DataError, ParameterError
from c45.metrics import Interval, wilson_interval
from c45.missing import filled
from c45.notation import listed, percent, plain, plural, shown
from c45.parameters import Parameters
from c45.predict import (
    apply,
    columns_of,
    leaf_answer,
    path_of,
    predict,
    predict_distribution,
)
from c45.resampling import Agreement, agreement, bootstrap_samples, trees_of
from c45.splits import MultiwaySplit, ThresholdSplit
from c45.tree import Node, Tree

#: What "smallest" can mean.
BY = {"distance": "the sum of the changes", "attributes": "the number of attributes changed"}


@dataclass(frozen=True)
class Limit:
    """What an attribute may be changed to: numbers from ``low`` to ``high``, or these categories.

    None sets no limit on that side. The value that the row has already is always allowed.
    """

    low: float | None = None
    high: float | None = None
    categories: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Change:
    """One attribute, changed. before: None for a gap. after: a number or a category that does it.

    cost: for a number its change as a share of the attribute's range in the training rows; 1 for a
    category, and for a gap that is filled. words: ``petal length from 1.4 to above 2.45``.
    """

    attribute: str
    before: float | str | None
    after: float | str
    cost: float
    words: str


@dataclass(frozen=True)
class Option:
    """One leaf that answers otherwise, and the least change by which the row reaches it."""

    leaf: int
    answer: str
    changes: tuple[Change, ...]
    cost: float

    def changed(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The row with the changes made."""
        return {**row, **{c.attribute: c.after for c in self.changes}}


@dataclass(frozen=True)
class Counterfactual:
    """What it takes to get another answer.

    answer: what the row gets now. options: one for each leaf with the answer that is asked for and
    within the limits, the smallest change first. sentence: the smallest one in words.
    """

    answer: str
    options: tuple[Option, ...]
    sentence: str

    @property
    def smallest(self) -> Option | None:
        return self.options[0] if self.options else None


def counterfactual(
    tree: Tree,
    row: Mapping[str, Any],
    *,
    to: str | None = None,
    limits: Mapping[str, Limit | None] | None = None,
    by: str = "distance",
) -> Counterfactual:
    """The smallest change that takes a row to another class: every leaf is looked at, so it is exact.

    to: the class that is wanted; any other than the row's if left out.
    limits: by attribute; None forbids any change of it.
    by: ``"distance"`` adds up the cost of the changes (Gower 1971), ``"attributes"`` counts them
        first. Of equals, the leaf with most training rows.

    Only changes after which the row reaches one leaf count; a gap on the way to it has to be filled.
    Raises DataError for a row that does not fit, a class
    that is none, or a tree without its rows; ParameterError for another ``by`` or attribute.

    >>> from c45.grow import grow
    >>> from c45.reading import load_dataset
    >>> tree = grow(load_dataset("playtennis_id3"))
    >>> hot = {"Outlook": "Sunny", "Temperature": "Hot", "Humidity": "High", "Wind": "Weak"}
    >>> counterfactual(tree, hot).sentence
    'The answer is No. It would be Yes with Outlook from Sunny to Overcast.'
    """
    if by not in BY:
        raise ParameterError(f"by is {by!r}. It must be {listed([repr(b) for b in BY], 'or')}.")
    if tree.dataset is None:
        raise DataError("This tree was read without its rows, so changes cannot be weighed.")
    limits = dict(limits or {})
    names = {a.name for a in tree.attributes}
    for name in limits:
        if name not in names:
            raise ParameterError(f"There is no attribute called {name!r} to limit.")
    if to is not None and to not in tree.classes:
        raise DataError(f"There is no class called {to!r}. There are: {listed(tree.classes)}.")
    columns = columns_of(tree, pd.DataFrame([dict(row)]))
    answer = predict(tree, columns)[0]
    if to == answer:
        return Counterfactual(answer, (), f"The answer is {answer} already.")
    now = _Now(tree, columns, limits)
    options = []
    for leaf in tree.leaves:
        wanted = leaf_answer(tree, leaf)
        if wanted == answer or (to is not None and wanted != to):
            continue
        changes = now.changes_to(leaf)
        if changes is not None:
            cost = math.fsum(c.cost for c in changes)
            options.append((leaf, Option(leaf.id, wanted, changes, cost)))

    def size(item: tuple[Node, Option]):
        leaf, option = item
        sizes = (option.cost, len(option.changes))
        return (*(sizes if by == "distance" else sizes[::-1]), -leaf.n, leaf.id)

    ranked = tuple(option for _, option in sorted(options, key=size))
    return Counterfactual(answer, ranked, _in_words(answer, ranked, to, bool(limits)))


def _in_words(answer: str, options: tuple[Option, ...], to: str | None, limited: bool) -> str:
    if options:
        words = listed(c.words for c in options[0].changes)
        return f"The answer is {answer}. It would be {options[0].answer} with {words}."
    wanted = f"the answer {to}" if to else "another answer"
    within = " within these limits" if limited else ""
    return f"The answer is {answer}. No change of this row gives {wanted}{within}."


class _Now:
    """The row as it is, and what it costs to change it."""

    def __init__(self, tree: Tree, columns, limits: Mapping[str, Limit | None]) -> None:
        self.tree = tree
        self.limits = limits
        self.values, self.scales = {}, {}
        for a, column, known in zip(tree.attributes, columns, tree.dataset.columns):
            # A gap that something stands for counts as that.
            value = filled(column, a)[0]
            gone = bool(is_missing(np.array([value]))[0])
            self.values[a.name] = None if gone else value
            if a.is_continuous:
                there = known[~np.isnan(known)]
                spread = float(there.max() - there.min()) if len(there) else 0.0
                self.scales[a.name] = spread or 1.0

    def changes_to(self, leaf: Node) -> tuple[Change, ...] | None:
        """The least changes by which the row reaches a leaf; None where the limits forbid it."""
        above: dict[str, float] = {}
        up_to: dict[str, float] = {}
        words: dict[tuple[str, int], str] = {}
        allowed: dict[str, set[int]] = {}
        path = self.tree.path_to(leaf.id)
        for up, down in pairwise(path):
            split, b = up.split, down.branch
            name = split.attribute
            if isinstance(split, ThresholdSplit):
                if b == 0 and split.threshold < up_to.get(name, math.inf):
                    up_to[name] = split.threshold
                    words[name, 0] = split.words(0)
                if b == 1 and split.threshold > above.get(name, -math.inf):
                    above[name] = split.threshold
                    words[name, 1] = split.words(1)
                continue
            categories = self.tree.attributes[self._position(name)].categories
            here = [split.categories[b]] if isinstance(split, MultiwaySplit) else split.groups()[b]
            codes = {categories.index(c) for c in here if c in categories}
            allowed[name] = allowed.get(name, codes) & codes
        changes = []
        for a in self.tree.attributes:
            if a.name in allowed:
                change = self.category(a, allowed[a.name])
            elif a.name in above or a.name in up_to:
                low, high = above.get(a.name, -math.inf), up_to.get(a.name, math.inf)
                change = self.number(a, low, high, words)
            else:
                continue
            if change is None:
                return None
            if change.cost or change.before is None:
                changes.append(change)
        return tuple(changes)

    def _position(self, name: str) -> int:
        return self.tree.dataset.index_of(name)

    def category(self, a: Attribute, codes: set[int]) -> Change | None:
        now = self.values[a.name]
        if now is not None and int(now) in codes:
            return Change(a.name, a.categories[int(now)], a.categories[int(now)], 0.0, "")
        if a.name in self.limits:
            limit = self.limits[a.name]
            if limit is None:
                return None
            if limit.categories is not None:
                codes = {k for k in codes if a.categories[k] in limit.categories}
        if not codes:
            return None
        after = a.categories[min(codes)]
        before = None if now is None else a.categories[int(now)]
        start = "not known" if before is None else before
        target = listed([a.categories[k] for k in sorted(codes)], "or")
        return Change(a.name, before, after, 1.0, f"{a.name} from {start} to {target}")

    def number(self, a: Attribute, low: float, high: float, words) -> Change | None:
        """The nearest value above ``low`` and at most ``high``, within the limits."""
        now = None if self.values[a.name] is None else float(self.values[a.name])
        if now is not None and low < now <= high:
            return Change(a.name, now, now, 0.0, "")
        if a.name in self.limits and self.limits[a.name] is None:
            return None
        limit = self.limits.get(a.name) or Limit()
        least, most = float(np.nextafter(low, math.inf)), high
        target_low, target_high = words.get((a.name, 1), ""), words.get((a.name, 0), "")
        if limit.low is not None and limit.low > least:
            least, target_low = limit.low, plain(limit.low)
        if limit.high is not None and limit.high < most:
            most, target_high = limit.high, plain(limit.high)
        if least > most:
            return None
        if now is None:
            after = most if math.isfinite(most) else least
            both = " and ".join(w for w in (target_low, target_high) if w)
            return Change(a.name, None, after, 1.0, f"{a.name} from not known to {both}")
        after, target = (least, target_low) if now < least else (most, target_high)
        cost = abs(after - now) / self.scales[a.name]
        return Change(a.name, now, after, cost, f"{a.name} from {plain(now)} to {target}")


@dataclass(frozen=True)
class Certainty:
    """How sure an answer is. leaf: the leaf that gives it, None where the row goes every way.

    interval: of the share of the answer among the leaf's training rows. share: what the tree says.
    """

    answer: str
    leaf: int | None
    share: float
    interval: Interval | None
    sentence: str


def certainty(tree: Tree, row: Mapping[str, Any], *, confidence: float = 0.95) -> Certainty:
    """The training rows behind an answer, with Wilson's interval of their share.

    The rows also chose the leaf, so the true share is likely to be lower than the interval says.

    >>> from c45.grow import grow
    >>> from c45.reading import load_dataset
    >>> tree = grow(load_dataset("playtennis_id3"))
    >>> certainty(tree, {"Outlook": "Overcast"}).sentence
    'The leaf says Yes: 4 of 4 rows: 100%, and with 95% confidence between 51.0% and 100.0%.'
    """
    columns = columns_of(tree, pd.DataFrame([dict(row)]))
    answer = predict(tree, columns)[0]
    k = tree.classes.index(answer)
    share = float(predict_distribution(tree, columns)[0, k])
    path = path_of(tree, row)
    if path and path[-1].branch is None:
        sentence = (
            f"{path[-1].sentence} So no single leaf speaks for it; over all ways {answer} has "
            f"{percent(share, 1)}."
        )
        return Certainty(answer, None, share, None, sentence)
    leaf = tree.nodes[int(apply(tree, columns)[0])]
    interval = wilson_interval(float(leaf.counts[k]), float(leaf.n), confidence=confidence)
    return Certainty(
        answer, leaf.id, share, interval, f"The leaf says {answer}: {_inside(interval.sentence)}"
    )


def _inside(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def bootstrap_agreement(
    tree: Tree,
    row: Mapping[str, Any],
    *,
    n_trees: int = 50,
    random_state: int = 0,
    parameters: Parameters | None = None,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Agreement:
    """How often trees of other samples of the same training rows give a row the same answer.

    parameters: the tree's own if left out. Raises DataError for a tree without its rows.
    """
    if tree.dataset is None:
        raise DataError("This tree was read without its rows, so none can be drawn again.")
    samples = bootstrap_samples(tree.dataset.n_rows, n_trees, random_state=random_state)
    trees = trees_of(
        tree.dataset, parameters or tree.parameters, samples, progress=progress, stop=stop
    )
    frame = pd.DataFrame([dict(row)])
    answers = [predict(t, columns_of(t, frame))[0] for t in trees]
    counted = [answers.count(c) for c in tree.classes]
    return agreement(predict(tree, columns_of(tree, frame))[0], tree.classes, counted)


def options_in_words(found: Counterfactual, most: int = 5) -> tuple[str, ...]:
    """The smallest changes in words, one a leaf: ``petal length from 1.4 to above 2.45: versicolor``."""
    return tuple(
        f"{listed(c.words for c in o.changes)}: {o.answer} (cost {shown(o.cost)}, "
        f"{plural(len(o.changes), 'change')})"
        for o in found.options[:most]
    )
