"""A published worked example as data: its table, and where in it each printed figure stands."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd

from c45.alternatives import alternatives, evaluate_split
from c45.candidates import SplitCandidate
from c45.check.facts import Facts, Given, SplitFacts, node_facts
from c45.dataset import Dataset
from c45.errors import DataError
from c45.notation import listed, one_line
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report
from c45.splits import Split, ThresholdSplit, multiway, subset

#: An example with more rows than this is no worked example.
MOST_ROWS = 2_000
MOST_FIGURES = 2_000


def read_example(text: str) -> dict:
    """Read an example from JSON. Raises DataError, with what is missing, for anything else."""
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as problem:
        raise DataError(f"This is no JSON: {one_line(str(problem))}.") from None
    return checked(found)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def checked(example: Mapping) -> dict:
    """The same example, looked over. Raises DataError where a part is missing or of a wrong form."""
    if not isinstance(example, Mapping):
        raise DataError("An example is an object with columns, target, rows and published figures.")
    for part, kind in (("columns", Sequence), ("rows", Sequence), ("published", Sequence)):
        if not isinstance(example.get(part), kind) or isinstance(example.get(part), str):
            raise DataError(f"The example has no list called {part!r}.")
    columns, rows, figures = example["columns"], example["rows"], example["published"]
    if not all(isinstance(c, Mapping) and {"name", "kind"} <= set(c) for c in columns):
        raise DataError("Each column of the example needs a name and a kind.")
    strange = [c["kind"] for c in columns if c["kind"] not in ("categorical", "continuous")]
    if strange:
        raise DataError(f"The kind {strange[0]!r} is neither categorical nor continuous.")
    if example.get("target") not in [c["name"] for c in columns]:
        raise DataError(f"The target {example.get('target')!r} is none of the columns.")
    for i, row in enumerate(rows, 1):
        if not isinstance(row, Sequence) or isinstance(row, str) or len(row) != len(columns):
            raise DataError(f"Row {i} does not have {len(columns)} cells, one a column.")
    if len(rows) > MOST_ROWS or len(figures) > MOST_FIGURES:
        raise DataError(
            f"An example has at most {MOST_ROWS} rows and {MOST_FIGURES} figures; this one has "
            f"{len(rows)} and {len(figures)}."
        )
    names = [c["name"] for c in columns]
    if not all(isinstance(n, str) and n for n in names) or len(set(names)) < len(names):
        raise DataError("Each column of the example needs a name of its own.")
    for i, figure in enumerate(figures, 1):
        if not isinstance(figure, Mapping) or not {"quantity", "as_printed"} <= set(figure):
            raise DataError(f"Figure {i} needs a quantity and what was printed, as_printed.")
    return dict(example)


def example_table(example: Mapping) -> Dataset:
    """The table of an example; categories in the order in which the rows first show them."""
    columns = [c["name"] for c in example["columns"]]
    frame = pd.DataFrame(list(example["rows"]), columns=columns)
    kinds = {}
    for at, column in enumerate(example["columns"]):
        name = column["name"]
        if column["kind"] == "continuous":
            try:
                frame[name] = pd.to_numeric(frame[name])
            except (ValueError, TypeError):
                raise DataError(f"The column {name!r} is continuous, but holds text.") from None
        else:
            values = [None if r[at] is None else str(r[at]) for r in example["rows"]]
            order = list(dict.fromkeys(v for v in values if v is not None))
            frame[name] = pd.Categorical(values, categories=order)
        if name != example["target"]:
            kinds[name] = column["kind"]
    return Dataset.from_frame(
        frame, target=example["target"], kinds=kinds, name=str(example.get("name", "example"))
    )


@dataclass(frozen=True, eq=False)
class Spot:
    """A node of an example, by the rows that reach it. words: the way there."""

    dataset: Dataset
    portion: Portion
    words: tuple[str, ...] = ()

    @cached_property
    def key(self) -> tuple:
        """The same for every way to the same rows."""
        weights = self.portion.weights
        return (
            tuple(self.portion.rows.tolist()),
            None if weights is None else tuple(round(w, 9) for w in weights),
        )

    @property
    def where(self) -> str:
        return listed(list(self.words)) if self.words else "the root"

    def branch(self, split: Split, b: int) -> Spot:
        parts = self.portion.divided(split, self.dataset)
        return Spot(self.dataset, parts[b], (*self.words, split.sentence(b)))

    def walk(self, path) -> Spot:
        """Where a path of answers leads: ``["Wind", "Weak"]``, ``["Age", "<=", 30]``, ``[..., "in", [...]]``."""
        here = self
        if path in ("root", None):
            path = []
        if not isinstance(path, Sequence) or isinstance(path, str):
            raise DataError(f"{path!r} is no node. Write root, or a list of [attribute, value].")
        for step in path:
            split, b = _answer(self.dataset, step)
            here = here.branch(split, b)
        if not len(here.portion.rows):
            raise DataError(f"No row reaches the node {here.where}.")
        return here

    def facts(self, parameters: Parameters, split: Split | None = None) -> Facts:
        """The node with its candidates; the given split stands in for its attribute's best one."""
        candidates = list(node_report(self.dataset, self.portion, parameters).candidates)
        if split is not None:
            at = self.dataset.index_of(split.attribute)
            candidates[at] = evaluate_split(self.dataset, self.portion, split, parameters)
        return node_facts(self.dataset, self.portion, parameters, tuple(candidates))


def _answer(dataset: Dataset, step) -> tuple[Split, int]:
    if not isinstance(step, Sequence) or isinstance(step, str) or len(step) not in (2, 3):
        raise DataError(f"{step!r} is no step of a path. Write [attribute, value].")
    attribute = dataset.attribute(str(step[0]))
    if len(step) == 2:
        if str(step[1]) not in attribute.categories:
            raise DataError(f"{attribute.name!r} has no category called {step[1]!r}.")
        return multiway(attribute), attribute.categories.index(str(step[1]))
    relation, value = step[1], step[2]
    if relation == "in":
        return subset(attribute, [str(v) for v in value]), 0
    if relation not in ("<=", "<", ">", ">=") or not isinstance(value, (int, float)):
        raise DataError(f"{step!r} is no step of a path. Write [attribute, '<=', number].")
    return ThresholdSplit(attribute.name, float(value)), 0 if relation in ("<=", "<") else 1


def split_of(spot: Spot, figure: Mapping, parameters: Parameters) -> Split | None:
    """The split that a figure is about; None where the attribute offers none at the node."""
    attribute = spot.dataset.attribute(str(figure["attribute"]))
    if "threshold" in figure:
        return _cut(spot, attribute.name, float(figure["threshold"]), parameters)
    if "subset" in figure:
        column = spot.dataset.column(attribute.name)[spot.portion.rows]
        present = {c for k, c in enumerate(attribute.categories) if (column == k).any()}
        return subset(attribute, [str(g) for g in figure["subset"]], present=present)
    if attribute.is_continuous:
        found = node_report(spot.dataset, spot.portion, parameters).candidate(attribute.name)
        return found.split
    return multiway(attribute)


def _cut(spot: Spot, name: str, threshold: float, parameters: Parameters) -> Split:
    """The recorded cut that parts the rows as a threshold does; else the threshold itself."""
    found = alternatives(spot.dataset, spot.portion, name, parameters)
    for i in range(len(found)):
        if found.lower[i] <= threshold < found.upper[i]:
            return found.make(i)
    return ThresholdSplit(name, threshold)


def given_of(facts: Facts, attribute: str | None) -> tuple[Given, SplitFacts | None]:
    """The inputs of a node's sums, or of an attribute's split at it."""
    if attribute is None:
        return facts.node_given, None
    if attribute not in [s.attribute for s in facts.splits]:
        raise DataError(f"{attribute} offers no split at this node.")
    split = facts.split_of(attribute)
    return split.given(facts.family), split


def tied_best(
    spot: Spot, attribute: str, parameters: Parameters
) -> tuple[SplitCandidate, tuple[SplitCandidate, ...]]:
    """The best split of an attribute, and all that tie with it."""
    best = node_report(spot.dataset, spot.portion, parameters).candidate(attribute)
    found = alternatives(spot.dataset, spot.portion, attribute, parameters)
    scores = found.scores(parameters.criterion)
    top = max((s for s, ok in zip(scores, found.allowed) if ok), default=0.0)
    ties = [
        found.candidate(i, parameters.criterion)
        for i in range(len(found))
        if found.allowed[i] and scores[i] > top - 1e-9
    ]
    return best, tuple(ties)


def with_subsets(parameters: Parameters) -> Parameters:
    """The same knobs, with categories parted in two groups."""
    return replace(parameters, categorical_split="subset")
