"""Any node and attribute worked out: its path, its contingency table, and every sum in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from c45 import measures
from c45.alternatives import alternatives, evaluate_split
from c45.candidates import SplitCandidate
from c45.errors import DataError, ParameterError
from c45.explain.lines import Facts
from c45.explain.places import laid_out
from c45.explain.sums import LOG_UNITS, Line, LogUnit
from c45.notation import UNDEFINED, count, plural, shown
from c45.search import node_report
from c45.splits import Split, ThresholdSplit
from c45.tree import Node, Tree


@dataclass(frozen=True)
class TableRow:
    """One row of the contingency table, as shown.

    kind: "branch"; "known" for the sum of the branches and "missing" for the rows without a value
    (both only where values are missing); "all" for the node.
    weights: the class counts behind the digits.
    """

    kind: str
    label: str
    counts: tuple[str, ...]
    total: str
    entropy: str
    gini: str
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Working:
    """Everything that is to be shown of one attribute at one node. Plain data.

    path: the answers on the way to the node, each a sentence. where: the node in a sentence.
    split: None where only the node itself is worked out, and ``note`` says why.
    rows: the contingency table. lines: the sums, in order. unit: of the entropies.
    notes: sentences to be read with the sums.
    """

    node: int
    title: str
    path: tuple[str, ...]
    where: str
    attribute: str | None
    split: Split | None
    classes: tuple[str, ...]
    rows: tuple[TableRow, ...]
    lines: tuple[Line, ...]
    unit: LogUnit
    criterion: str
    notes: tuple[str, ...] = ()

    def line(self, quantity: str, branch: int | None = None) -> Line:
        """One line by what it works out, such as "gain_ratio". Raises KeyError."""
        for line in self.lines:
            if line.quantity == quantity and (branch is None or line.branch == branch):
                return line
        raise KeyError(quantity)


def explain(
    tree: Tree,
    node_id: int,
    attribute: str | None = None,
    *,
    split: Split | None = None,
    log_base: str | None = None,
) -> Working:
    """Work out one attribute at a node: every number from its counts to its gain ratio and Gini drop.

    attribute: the one that the node asks about, if left out; its best split is worked out.
    split: another split than the recorded one, such as another threshold.
    log_base: "2", "e" or "10" for entropies in bits, nats or bans; the tree's own knob if left out.

    The numbers are those of the record (``node.report``); what is shown adds up as shown.
    Raises KeyError for a node that is not there, DataError for an attribute that is not, or for a
    tree without its rows where these are needed, ParameterError for another base.

    >>> import pandas as pd
    >>> from c45 import Dataset, grow
    >>> frame = pd.DataFrame({"wind": ["weak", "weak", "strong"], "play": ["yes", "no", "no"]})
    >>> working = explain(grow(Dataset.from_frame(frame, target="play")), 0)
    >>> working.line("information_gain").result, working.line("information_gain").headline
    ('0.2516', '0.252')
    """
    base = tree.parameters.log_base if log_base is None else log_base
    if base not in LOG_UNITS:
        raise ParameterError(f"log_base is {base!r}. It must be one of '2', 'e' or '10'.")
    node = tree.nodes[node_id]
    candidate = candidate_of(tree, node, attribute, split)
    splits = candidate is not None and candidate.split is not None and candidate.n_known > 0
    return _working(tree, node, candidate if splits else None, base, candidate)


def candidate_of(
    tree: Tree, node: Node, attribute: str | None = None, split: Split | None = None
) -> SplitCandidate | None:
    """The record of an attribute (or split) at a node; None at a leaf where none is named.

    A split that the search did not keep is evaluated from the rows of the node.
    """
    if split is not None:
        attribute = split.attribute
    if attribute is not None and attribute not in {a.name for a in tree.attributes}:
        raise DataError(f"There is no attribute called {attribute!r}.")
    if attribute is None or (split is None and node.split and node.split.attribute == attribute):
        split = node.split
        if split is None:
            return None
        attribute = split.attribute
    recorded = [node.report.chosen] if node.report.chosen else []
    recorded += [c for c in node.report.candidates if c.attribute == attribute]
    for c in recorded:
        # A node that pruning has moved up holds other rows than those its record was made from.
        same_rows = abs(c.n_known + c.n_missing - node.n) < 1e-6
        if c.attribute == attribute and (split is None or c.split == split) and same_rows:
            return c
    if tree.dataset is None:
        raise DataError(
            "This tree was read without its rows, so only what it recorded can be worked out."
        )
    portion = tree.portion_of(node.id)
    if not len(portion.rows):
        return None
    if split is None:
        alone = tree.dataset.select([attribute])  # growth stopped here before it searched
        return node_report(alone, portion, tree.parameters).candidates[0]
    return _with_penalty(tree, node, evaluate_split(tree.dataset, portion, split, tree.parameters))


def _with_penalty(tree: Tree, node: Node, candidate: SplitCandidate) -> SplitCandidate:
    """Another threshold pays the same penalty for many cuts as the best one does (C4.5 Release 8)."""
    split = candidate.split
    if not tree.parameters.cut_penalty or not isinstance(split, ThresholdSplit):
        return candidate
    portion = tree.portion_of(node.id)
    found = alternatives(tree.dataset, portion, candidate.attribute, tree.parameters)
    at = np.flatnonzero((found.lower <= split.threshold) & (split.threshold < found.upper))
    if not len(at):
        return candidate
    scored = found.candidate(int(at[0]), candidate.criterion)
    return replace(scored, split=split, branches=candidate.branches)


def _working(tree: Tree, node: Node, candidate, base: str, asked) -> Working:
    unit = LOG_UNITS[base]
    facts = _facts(tree, node, candidate, unit)
    lines, places, adds_up = [], 2, True
    if node.n > 0:
        lines, places, adds_up = laid_out(facts, lambda p: _adds_up(facts, node, p))
    split = candidate.split if candidate else None
    title = split.question() if split else asked.attribute if asked else "The node"
    path = tree.steps_to(node.id)
    return Working(
        node=node.id,
        title=title,
        path=path,
        where=_where(tree, node, path),
        attribute=asked.attribute if asked else None,
        split=split,
        classes=tree.classes,
        rows=_rows(facts, node, places),
        lines=tuple(lines),
        unit=unit,
        criterion=tree.parameters.criterion,
        notes=tuple(_notes(node, facts, asked, lines, adds_up)),
    )


def _facts(tree: Tree, node: Node, candidate: SplitCandidate | None, unit: LogUnit) -> Facts:
    counts = tuple(node.counts.tolist())
    if candidate is None:
        return Facts(
            tree.classes,
            counts,
            float(measures.entropy(counts)) * unit.per_bit,
            float(measures.gini(counts)),
            unit,
        )
    branches = tuple(b.counts for b in candidate.branches)
    before = counts if not candidate.n_missing else tuple(map(sum, zip(*branches)))
    return Facts(
        tree.classes,
        before,
        candidate.entropy_before * unit.per_bit,
        candidate.gini_before,
        unit,
        branches,
        candidate,
        candidate.split,
    )


def _missing(facts: Facts, node: Node) -> tuple[float, ...]:
    """Class counts of the rows without a value; what floating point leaves of 0 is 0."""
    rest = (max(float(a) - b, 0.0) for a, b in zip(node.counts, facts.before))
    return tuple(0.0 if r < 1e-9 else r for r in rest)


def _rows(facts: Facts, node: Node, places: int) -> tuple[TableRow, ...]:
    def row(kind: str, label: str, counts, total: float | None = None) -> TableRow:
        n = sum(counts) if total is None else total
        measured = kind != "missing" and n > 0
        return TableRow(
            kind,
            label,
            tuple(count(c, places) for c in counts),
            count(n, places),
            shown(float(measures.entropy(counts)) * facts.unit.per_bit) if measured else UNDEFINED,
            shown(float(measures.gini(counts))) if measured else UNDEFINED,
            tuple(map(float, counts)),
        )

    rows = [row("branch", facts.split.words(b), c) for b, c in enumerate(facts.branches)]
    if facts.n_missing:
        rows.append(row("known", "all known", facts.before))
        rows.append(row("missing", "not known", _missing(facts, node), facts.n_missing))
    return (*rows, row("all", "all rows", tuple(node.counts.tolist())))


def _adds_up(facts: Facts, node: Node, places: int) -> bool:
    """Whether the table of counts, as shown, has the totals that are shown."""
    rows = _rows(facts, node, places)
    if any(sum(map(Decimal, r.counts)) != Decimal(r.total) for r in rows):
        return False

    def totals(kinds: str, total: TableRow) -> bool:
        parts = [r for r in rows if r.kind in kinds.split()]
        columns = zip(*(tuple(map(Decimal, (*r.counts, r.total))) for r in parts))
        return not parts or all(
            sum(c) == Decimal(t) for c, t in zip(columns, (*total.counts, total.total))
        )

    known = next((r for r in rows if r.kind == "known"), None)
    return totals("branch", known or rows[-1]) and (not known or totals("known missing", rows[-1]))


def _where(tree: Tree, node: Node, path: tuple[str, ...]) -> str:
    if not path:
        return f"At the root: all {plural(node.n, 'row')}."
    return f"{', then '.join(path)}: {count(node.n)} of {plural(tree.root.n, 'row')}."


def _notes(node: Node, facts: Facts, asked: SplitCandidate | None, lines, adds_up: bool):
    if not node.n:
        yield "No row reaches this node, so there is nothing to work out."
    if asked and asked.rejected:
        lead = "It cannot be chosen here" if facts.split else f"{asked.attribute} offers no split"
        yield f"{lead}: {asked.rejected}."
    if facts.n_missing:
        yield (
            f"{plural(facts.n_missing, 'row has', 'rows have')} no value for "
            f"{facts.split.attribute}. The gain is that of the known rows, times their share of "
            "all; in the split information the unknown rows are one more branch."
        )
    if facts.candidate and facts.candidate.split_info <= measures.NOISE:
        yield "The gain ratio is not defined: the split information is 0."
    if any(line.about for line in lines):
        yield "A result after ≈ is about right: the digits shown do not give it to the last place."
    if not adds_up:
        yield "Counts are rounded; a total may be off by one in the last place."
