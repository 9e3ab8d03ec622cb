"""The working sheet of a node: every figure of the work, in its order, each with what it is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from c45.alternatives import evaluate_split
from c45.candidates import CRITERIA, NodeReport, SplitCandidate
from c45.check.facts import STEPS, Facts, Given, SplitFacts, node_facts
from c45.check.slips import Place
from c45.dataset import Dataset
from c45.errors import DataError, ParameterError
from c45.explain import LOG_UNITS
from c45.grow import grow
from c45.parameters import Parameters
from c45.portion import Portion
from c45.search import node_report, ties
from c45.splits import Split, ThresholdSplit
from c45.tree import Tree

_MEASURE = {"entropy": "Entropy", "gini": "Gini index"}
_FORMULA = {
    ("before", "entropy"): "−Σ p log p over the classes, p = count / rows",
    ("before", "gini"): "1 − Σ p² over the classes, p = count / rows",
    "after": "Σ rows of the branch / rows × value of the branch",
    "gain": "before the split − after it",
    "split_info": "−Σ s log s over the branches, s = rows of the branch / rows",
    "gain_ratio": "gain / split information",
}


@dataclass(frozen=True)
class Cell:
    """One figure of the sheet.

    key: its name within the sheet. quantity: what it is, as ``c45.explain`` calls it, or "n", "count",
    "branch_n", "branch_count", "known", "threshold", "choice". value: exact, in the unit of the sheet;
    None where it is not defined, and for a choice. accepted: the names that are right, for a choice.
    formula: how it is worked out, in words. inputs: the keys of the cells it is made from.
    """

    key: str
    quantity: str
    label: str
    value: float | None
    formula: str = ""
    inputs: tuple[str, ...] = ()
    attribute: str | None = None
    branch: int | None = None
    class_index: int | None = None
    accepted: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """All figures of a node in the order of the work. unit: base of the logarithms."""

    cells: tuple[Cell, ...]
    facts: Facts
    unit: str = "2"

    @property
    def criterion(self) -> str:
        return self.facts.criterion

    def with_cut(self, attribute: str, threshold: float) -> Sheet | None:
        """The sheet with another cut of a continuous attribute; None where the threshold parts no rows.

        Its cells have the same keys.
        """
        split = self.facts.split_of(attribute)
        cut = split.cut_at(threshold)
        if cut is None:
            return None
        other = replace(split, candidate=cut, root_table=None, root_missing=())
        splits = tuple(other if s is split else s for s in self.facts.splits)
        facts = replace(self.facts, splits=splits)
        return _Writer(facts, self.unit, self["choice"].accepted).sheet()

    def __getitem__(self, key: str) -> Cell:
        for cell in self.cells:
            if cell.key == key:
                return cell
        raise KeyError(key)

    def cell(
        self,
        quantity: str,
        attribute: str | None = None,
        *,
        branch: int | None = None,
        class_index: int | None = None,
    ) -> Cell:
        """A cell by what it is. Raises KeyError."""
        for cell in self.cells:
            found = (cell.quantity, cell.attribute, cell.branch, cell.class_index)
            if found == (quantity, attribute, branch, class_index):
                return cell
        raise KeyError((quantity, attribute, branch, class_index))


def sheet(
    source: Tree | Dataset,
    node: int = 0,
    *,
    criterion: str | None = None,
    attributes: tuple[str, ...] | None = None,
    splits: Mapping[str, Split] | None = None,
    log_base: str | None = None,
) -> Sheet:
    """The sheet of a node: counts, impurity, impurity of each branch, weighted sum, gain, choice.

    source: a tree with its rows, or a table (then of its root). criterion: "information_gain",
    "gain_ratio" or "gini"; the tree's own if left out. attributes: only these, in the table's order.
    splits: other splits than the best ones, by attribute. log_base: "2", "e" or "10".
    Raises KeyError for a node that is not there, DataError for an attribute that is not or a tree
    without its rows, ParameterError for another criterion or base.

    >>> from c45 import load_dataset
    >>> s = sheet(load_dataset("playtennis_id3"), attributes=("Wind",))
    >>> [(c.label, round(c.value, 3)) for c in s.cells if c.attribute == "Wind"][-2:]
    [('Entropy after the split on Wind', 0.892), ('Gain of Wind', 0.048)]
    """
    tree = source
    if isinstance(source, Dataset):
        tree = grow(source, Parameters(max_depth=0))
    if tree.dataset is None:
        raise DataError("This tree was read without its rows, so its sums cannot be worked out.")
    parameters = tree.parameters
    if isinstance(source, Dataset):
        parameters = Parameters()
    if criterion is not None:
        if criterion not in CRITERIA:
            raise ParameterError(
                f"criterion is {criterion!r}. It must be one of {', '.join(map(repr, CRITERIA))}."
            )
        parameters = replace(parameters, criterion=criterion)
    portion = tree.portion_of(tree.nodes[node].id)
    return sheet_of(
        tree.dataset,
        portion,
        parameters,
        attributes=attributes,
        splits=splits,
        log_base=parameters.log_base if log_base is None else log_base,
        seed=node,
    )


def sheet_of(
    dataset: Dataset,
    portion: Portion,
    parameters: Parameters,
    *,
    attributes: tuple[str, ...] | None = None,
    splits: Mapping[str, Split] | None = None,
    log_base: str = "2",
    seed: int = 0,
) -> Sheet:
    """The sheet of the rows that reach a node, as ``sheet`` makes it."""
    if log_base not in LOG_UNITS:
        raise ParameterError(f"log_base is {log_base!r}. It must be one of '2', 'e' or '10'.")
    for name in attributes or ():
        dataset.attribute(name)
    if not len(portion.rows):
        raise DataError("No row reaches this node, so there is nothing to work out.")
    table = dataset if attributes is None else dataset.select(attributes)
    report = node_report(table, portion, parameters, seed=seed)
    candidates = list(report.candidates)
    for name, split in (splits or {}).items():
        at = table.attribute_names.index(name) if name in table.attribute_names else None
        if at is None:
            raise DataError(f"There is no attribute called {name!r} on this sheet.")
        candidates[at] = evaluate_split(dataset, portion, split, parameters)
    facts = node_facts(dataset, portion, parameters, tuple(candidates))
    names = accepted(report, tuple(candidates), parameters, changed=bool(splits))
    if sum(c > 0 for c in facts.counts) <= 1:
        names = ()  # nothing is left to part
    return _Writer(facts, log_base, names).sheet()


def accepted(
    report: NodeReport,
    candidates: tuple[SplitCandidate, ...],
    parameters: Parameters,
    *,
    changed: bool = False,
) -> tuple[str, ...]:
    """The attributes that may be chosen: the winner and all that tie with it."""
    if not changed:
        if report.chosen is None:
            return ()
        return (report.chosen.attribute, *report.tied)
    able = [c for c in candidates if c.split is not None]
    if not able:
        return ()
    scores = np.array([c.score_by(parameters.criterion) for c in able])
    return tuple(able[i].attribute for i in ties(scores, parameters))


class _Writer:
    """Puts the cells of a sheet in order."""

    def __init__(self, facts: Facts, unit: str, names: tuple[str, ...]):
        self.facts, self.unit, self.names = facts, unit, names
        self.cells: list[Cell] = []
        self.gini = facts.family == "gini"

    def sheet(self) -> Sheet:
        facts = self.facts
        for k, name in enumerate(facts.classes):
            self._count(f"count:{k}", "count", f"Rows of {name}", facts.counts[k], class_index=k)
        self._count("n", "n", "Rows in all", facts.n, inputs=self._keys("count:", facts.classes))
        counts = (*self._keys("count:", facts.classes), "n")
        self._step("before", "before", f"{self._measure()} of the node", facts.node_given, counts)
        for i, split in enumerate(facts.splits):
            self._split(f"a{i}", split)
        self._choice()
        return Sheet(tuple(self.cells), facts, self.unit)

    @staticmethod
    def _keys(start: str, items) -> tuple[str, ...]:
        return tuple(f"{start}{i}" for i in range(len(items)))

    def _measure(self) -> str:
        return _MEASURE[self.facts.family]

    def _count(self, key: str, quantity: str, label: str, value: float, **more) -> None:
        self.cells.append(Cell(key, quantity, label, float(value), **more))

    def _step(self, key, step, label, given: Given, inputs, split=None, branch=None) -> None:
        right = _right(step, given, branch)
        place = Place(step, right, self.facts, given, split, branch)
        per_bit = 1.0
        if not self.gini and step != "gain_ratio":
            per_bit = LOG_UNITS[self.unit].per_bit
        self.cells.append(
            Cell(
                key=key,
                quantity=STEPS[step][self.gini] if step in STEPS else step,
                label=label,
                value=None if right is None else right * per_bit,
                formula=self._formula(step, given),
                inputs=inputs,
                attribute=split.attribute if split else None,
                branch=branch,
                place=place,
            )
        )

    def _formula(self, step: str, given: Given) -> str:
        if step in ("before", "branch"):
            return _FORMULA["before", self.facts.family]
        words = _FORMULA[step]
        if step == "gain" and given.missing:
            words = f"share of the known rows × ({words})"
        if step == "gain" and given.penalty:
            words = f"{words} − log₂(cuts) / rows"
        if step == "split_info" and given.missing:
            words += "; the rows without a value are one more branch"
        return words

    def _split(self, a: str, split: SplitFacts) -> None:
        facts, name = self.facts, split.attribute
        given = split.given(facts.family)
        if isinstance(split.split, ThresholdSplit):
            threshold = split.split.threshold
            label = f"Threshold of {name}"
            self._count(f"{a}:threshold", "threshold", label, threshold, attribute=name)
        for b, row in enumerate(split.table):
            if not given.sizes[b]:
                continue
            where, key = _place(split, b), f"{a}:b{b}"
            at = {"attribute": name, "branch": b}
            for k, c in enumerate(facts.classes):
                label = f"Rows of {c} {where}"
                self._count(f"{key}:count:{k}", "branch_count", label, row[k], class_index=k, **at)
            counts = self._keys(f"{key}:count:", facts.classes)
            label = f"Rows {where}"
            self._count(f"{key}:n", "branch_n", label, given.sizes[b], inputs=counts, **at)
        before = "before"
        if given.missing:
            before = f"{a}:before"
            label = f"{self._measure()} of the rows with a known {name}"
            self._step(before, "before", label, given, (), split)
            share = "rows with a known value / rows"
            label = f"Share of the rows with a known {name}"
            self._count(f"{a}:known", "known", label, given.known, formula=share, attribute=name)
        filled = [b for b in range(len(given.sizes)) if given.sizes[b]]
        for b in filled:
            key = f"{a}:b{b}"
            counts = (*self._keys(f"{key}:count:", facts.classes), f"{key}:n")
            label = f"{self._measure()} {_place(split, b)}"
            self._step(f"{key}:branch", "branch", label, given, counts, split, b)
        sizes = tuple(f"{a}:b{b}:n" for b in filled)
        branches = tuple(f"{a}:b{b}:branch" for b in filled)
        label = f"{self._measure()} after the split on {name}"
        self._step(f"{a}:after", "after", label, given, (*sizes, *branches), split)
        inputs = (before, f"{a}:after", *([f"{a}:known"] if given.missing else []))
        label = f"Gain of {name}" if not self.gini else f"Drop of the Gini index by {name}"
        self._step(f"{a}:gain", "gain", label, given, inputs, split)
        if facts.criterion == "gain_ratio":
            label = f"Split information of {name}"
            self._step(f"{a}:split_info", "split_info", label, given, sizes, split)
            inputs = (f"{a}:gain", f"{a}:split_info")
            self._step(
                f"{a}:gain_ratio", "gain_ratio", f"Gain ratio of {name}", given, inputs, split
            )

    def _choice(self) -> None:
        last = "gain_ratio" if self.facts.criterion == "gain_ratio" else "gain"
        self.cells.append(
            Cell(
                "choice",
                "choice",
                "The attribute to choose",
                None,
                formula=f"the highest {'gain ratio' if last == 'gain_ratio' else 'gain'}",
                inputs=tuple(f"a{i}:{last}" for i in range(len(self.facts.splits))),
                accepted=self.names,
            )
        )


def _place(split: SplitFacts, branch: int) -> str:
    """A branch in words that do not give the threshold away."""
    if isinstance(split.split, ThresholdSplit):
        return f"where {split.attribute} is {('at most', 'above')[branch]} the threshold"
    return split.where(branch)


def _right(step: str, given: Given, branch: int | None) -> float | None:
    """The right value, as recorded."""
    if step == "branch":
        return given.branches[branch]
    if step == "gain_ratio":
        return given.gain / given.split_info if given.split_info > 1e-13 else None
    return getattr(given, step)
