"""A tree as JSON that reads back to an equal tree, with the whole record of every node.

The file is data: reading it runs nothing, checks every field, and refuses what does not fit. Nodes
are a flat list, parents first, so that depth is no limit.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace

import numpy as np

from c45 import measures
from c45.candidates import CRITERIA, Branch, NodeReport, SplitCandidate
from c45.dataset import Attribute
from c45.errors import DataError, ParameterError
from c45.export import checked
from c45.export.checked import MAX_CHARACTERS, MAX_NAMES, Fields, malformed
from c45.notation import plural, shown
from c45.parameters import Parameters
from c45.splits import MultiwaySplit, Split, SubsetSplit, ThresholdSplit
from c45.tree import Node, Tree, assemble

FORMAT = "c45-tree"
VERSION = 1
MAX_NODES = 1_000_000
MAX_COUNT = 1e15
#: How far a number in a file may be from what follows from its counts.
TOLERANCE = 1e-6

# The plain fields of a candidate, by the word of their type: float, int, bool or str.
_PLAIN = {
    f.name: f.type
    for f in fields(SplitCandidate)
    if f.name not in ("attribute", "split", "branches", "criterion")
}


def to_json(tree: Tree, *, reports: bool = True) -> str:
    """A tree as JSON text: schema, knobs, nodes, and the record of every node's search.

    reports: whether the records are kept: all candidates with their numbers, and the reasons.
        Without them the file is small, and the tree that is read back still equals this one.

    Raises DataError for a tree that is too large to be read back.

    >>> from c45 import Dataset, grow
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"wind": ["weak", "strong"], "play": ["yes", "no"]})
    >>> tree = grow(Dataset.from_frame(frame, target="play"))
    >>> from_json(to_json(tree)) == tree
    True
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "target": tree.target_name,
        "classes": list(tree.classes),
        "attributes": [
            {"name": a.name, "kind": a.kind, "categories": list(a.categories)}
            | ({} if a.fill is None else {"fill": a.fill})
            for a in tree.attributes
        ],
        "parameters": asdict(tree.parameters),
    }
    lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in head.items()]
    nodes = [json.dumps(_node_out(node, reports)) for node in tree.nodes.values()]
    text = "{\n" + ",\n".join(lines) + ',\n"nodes": [\n' + ",\n".join(nodes) + "\n]\n}\n"
    if len(text) > MAX_CHARACTERS:
        way_out = "Leave out the records." if reports else "Grow a smaller tree."
        raise DataError(
            f"The tree takes {len(text):,} characters, and at most {MAX_CHARACTERS:,} can be read "
            f"back. {way_out}"
        )
    return text


def _node_out(node: Node, reports: bool) -> dict:
    out = {
        "id": node.id,
        "parent": node.parent,
        "branch": node.branch,
        "prediction": node.prediction,
        "counts": node.counts.tolist(),
        "n_rows": node.n_rows,
        "impurity": node.impurity,
        "split": _split_out(node.split),
    }
    if reports:
        out["report"] = _report_out(node.report)
    return out


def _split_out(split: Split | None) -> dict | None:
    if split is None:
        return None
    out = {"kind": split.kind, "attribute": split.attribute}
    if isinstance(split, ThresholdSplit):
        out["threshold"] = split.threshold
        if split.shown:
            out["shown"] = split.shown
    elif isinstance(split, SubsetSplit):
        out |= {"chosen": list(split.chosen), "others": list(split.others)}
    return out


def _report_out(report: NodeReport) -> dict:
    def pointed(candidate: SplitCandidate | None):
        """A candidate that is in the list is written as its position there."""
        for i, c in enumerate(report.candidates):
            if c is candidate:
                return i
        return None if candidate is None else _candidate_out(candidate)

    return {
        "reason": report.reason,
        "candidates": [_candidate_out(c) for c in report.candidates],
        "chosen": pointed(report.chosen),
        "tied": list(report.tied),
        "choices": {criterion: pointed(c) for criterion, c in report.choices.items()},
        "average_gain": report.average_gain,
    }


def _candidate_out(candidate: SplitCandidate) -> dict:
    return {
        "attribute": candidate.attribute,
        "split": _split_out(candidate.split),
        "branches": [{"label": b.label, "counts": list(b.counts)} for b in candidate.branches],
        "criterion": candidate.criterion,
        **{name: getattr(candidate, name) for name in _PLAIN},
    }


def from_json(text: str | bytes) -> Tree:
    """The tree that ``to_json`` wrote. It has no rows: ``tree.dataset`` is None.

    Raises DataError, with the place, for anything that is not such a file.

    >>> from_json("[]")
    Traceback (most recent call last):
    c45.errors.DataError: This is not a saved tree: the file must be an object, in braces.
    """
    data = Fields(checked.parsed(text), "the file")
    if data.take("format", checked.text) != FORMAT:
        raise malformed('"format" must be "c45-tree"')
    version = data.take("version", checked.whole)
    if version != VERSION:
        raise DataError(f"The file is of version {version}; this program reads version {VERSION}.")
    classes = tuple(data.take("classes", checked.names))
    if not classes:
        raise malformed('"classes" is empty')
    attributes = tuple(
        _attribute(item, i)
        for i, item in enumerate(data.take("attributes", checked.items(MAX_NAMES)))
    )
    if len({a.name for a in attributes}) < len(attributes):
        raise malformed("two attributes have the same name")
    target = data.take("target", checked.text)
    parameters = _parameters(data.take("parameters", checked.mapping))
    items = data.take("nodes", checked.items(MAX_NODES))
    data.done()
    schema = _Schema({a.name: a for a in attributes}, classes)
    nodes = [_node(schema, item, i, parameters) for i, item in enumerate(items)]
    return assemble(_linked(nodes), attributes, classes, target, parameters)


class _Schema:
    """The attributes and classes that everything in the file is checked against."""

    def __init__(self, attributes: dict[str, Attribute], classes: tuple[str, ...]) -> None:
        self.attributes, self.classes = attributes, classes

    def attribute(self, value) -> str:
        if checked.text(value) not in self.attributes:
            raise ValueError("the name of an attribute")
        return value

    def class_name(self, value) -> str:
        if checked.text(value) not in self.classes:
            raise ValueError("the name of a class")
        return value

    def counts(self, value) -> list:
        counts = [checked.number(v) for v in checked.items(MAX_NAMES)(value)]
        if len(counts) != len(self.classes):
            raise ValueError(f"a list of {plural(len(self.classes), 'number')}, one a class")
        if any(c > MAX_COUNT for c in counts):
            raise ValueError(f"a list of numbers of at most {MAX_COUNT:.0e}")
        return counts


def _attribute(item, i: int) -> Attribute:
    data = Fields(item, f"attribute {i}")
    attribute = Attribute(
        data.take("name", checked.text),
        data.take("kind", checked.text),
        data.take("categories", checked.names),
        data.take("fill", lambda value: value, optional=True),
    )
    data.done()
    if attribute.fill is not None:
        try:
            (checked.any_number if attribute.is_continuous else checked.text)(attribute.fill)
        except ValueError as error:
            raise malformed(f'"fill" of attribute {i} must be {error}') from None
        if not attribute.is_continuous and attribute.fill not in attribute.categories:
            raise malformed(f'"fill" of attribute {i} is none of its categories')
    if attribute.is_continuous and attribute.categories:
        raise malformed(f"attribute {i} is continuous and has categories")
    return attribute


def _parameters(data: dict) -> Parameters:
    """The knobs. One that the file does not know, as it is younger, has its default."""
    known = {f.name for f in fields(Parameters)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise malformed(f"there is no knob called {unknown[0][:40]!r}")
    try:
        return Parameters(**data)
    except (ParameterError, TypeError, OverflowError) as error:
        raise malformed(f"a knob has a wrong value. {str(error).rstrip('.')}") from None


def _node(schema: _Schema, item, i: int, parameters: Parameters) -> Node:
    data = Fields(item, f"node {i}")
    i = data.take("id", checked.whole)
    data.place = f"node {i}"
    counts = np.array(data.take("counts", schema.counts))
    node = Node(
        id=i,
        depth=0,  # set when the nodes are linked
        counts=counts,
        n_rows=data.take("n_rows", checked.whole),
        impurity=float(data.take("impurity", checked.number)),
        prediction=data.take("prediction", schema.class_name),
        split=_split(
            schema, data.take("split", checked.or_none(checked.mapping)), f"the split of node {i}"
        ),
        report=_report(schema, data.take("report", checked.mapping, optional=True), i),
        parent=data.take("parent", checked.or_none(checked.whole)),
        branch=data.take("branch", checked.or_none(checked.whole)),
    )
    data.done()
    right = float(measures.IMPURITY[parameters.criterion](counts))
    if abs(right - node.impurity) > TOLERANCE:
        raise malformed(
            f'"impurity" of node {i} is {shown(node.impurity)}, but its counts give {shown(right)}'
        )
    return node


def _split(schema: _Schema, item: dict | None, place: str) -> Split | None:
    if item is None:
        return None
    data = Fields(item, place)
    kind = data.take("kind", checked.text)
    attribute = schema.attributes[data.take("attribute", schema.attribute)]
    if kind not in ("threshold", "multiway", "subset"):
        raise malformed(f'"kind" of {place} must be threshold, multiway or subset')
    if (kind == "threshold") != attribute.is_continuous:
        raise malformed(
            f"{place} has kind {kind}, which its {attribute.kind} attribute cannot have"
        )
    if kind == "threshold":
        threshold = float(data.take("threshold", checked.any_number))
        shown_as = data.take("shown", checked.decimal_text, optional=True) or ""
        if shown_as and abs(float(shown_as) - threshold) > 1e-4 * abs(threshold):
            raise malformed(f'"shown" of {place} is not its threshold')
        split = ThresholdSplit(attribute.name, threshold, shown_as)
    elif kind == "multiway":
        split = MultiwaySplit(attribute.name, attribute.categories)
    else:
        chosen, others = data.take("chosen", checked.names), data.take("others", checked.names)
        both = chosen + others
        if not chosen or len(set(both)) < len(both) or set(both) - set(attribute.categories):
            raise malformed(f"{place} must part categories of its attribute in two groups")
        split = SubsetSplit(attribute.name, attribute.categories, chosen, others)
    data.done()
    return split


def _report(schema: _Schema, item: dict | None, i: int) -> NodeReport:
    if item is None:
        return NodeReport()
    place = f"the report of node {i}"
    data = Fields(item, place)
    candidates = tuple(
        _candidate(schema, c, place) for c in data.take("candidates", checked.items(MAX_NAMES))
    )

    def pointed(value) -> SplitCandidate | None:
        if isinstance(value, dict):
            return _candidate(schema, value, place)
        if value is not None and checked.whole(value) >= len(candidates):
            raise ValueError("the position of a candidate")
        return None if value is None else candidates[value]

    choices = data.take("choices", checked.mapping)
    if set(choices) - set(CRITERIA):
        raise malformed(f'"choices" of {place} names a criterion that is not known')
    picked = Fields(choices, f'"choices" of {place}')
    report = NodeReport(
        candidates=candidates,
        chosen=data.take("chosen", pointed),
        reason=data.take("reason", checked.text),
        tied=tuple(data.take("tied", checked.names)),
        choices={criterion: picked.take(criterion, pointed) for criterion in choices},
        average_gain=data.take("average_gain", checked.or_none(checked.number)),
    )
    data.done()
    return report


def _candidate(schema: _Schema, item, place: str) -> SplitCandidate:
    place = f"a candidate in {place}"
    data = Fields(item, place)
    branches = []
    for branch in data.take("branches", checked.items(MAX_NAMES)):
        one = Fields(branch, f"a branch of {place}")
        branches.append(
            Branch(one.take("label", checked.text), tuple(one.take("counts", schema.counts)))
        )
        one.done()
    criterion = data.take("criterion", checked.text)
    if criterion not in CRITERIA:
        raise malformed(f'"criterion" of {place} is not known')
    candidate = SplitCandidate(
        attribute=data.take("attribute", schema.attribute),
        split=_split(
            schema, data.take("split", checked.or_none(checked.mapping)), f"the split of {place}"
        ),
        branches=tuple(branches),
        criterion=criterion,
        **{name: data.take(name, checked.BY_TYPE[kind]) for name, kind in _PLAIN.items()},
    )
    data.done()
    split = candidate.split
    if len(branches) != (split.n_branches if split else 0):
        raise malformed(f"{place} has not as many branches as its split")
    if split and split.attribute != candidate.attribute:
        raise malformed(f"{place} splits another attribute")
    return candidate


def _linked(nodes: list[Node]) -> list[Node]:
    """The nodes with their depth, after a look at whether they make one tree that adds up."""
    by_id = {node.id: node for node in nodes}
    ids = list(by_id)
    if not nodes or len(ids) < len(nodes) or ids != sorted(ids):
        raise malformed('"nodes" must be a list of nodes in the order of their different ids')
    if nodes[0].parent is not None or nodes[0].branch is not None:
        raise malformed("the first node is the root and cannot have a parent or a branch")
    depth = {ids[0]: 0}
    taken: dict[int, set[int]] = {node.id: set() for node in nodes if node.split}
    sums = {i: np.zeros(len(by_id[i].counts)) for i in taken}
    for node in nodes[1:]:
        i, up = node.id, node.parent
        if up not in taken or up >= i:
            raise malformed(f'"parent" of node {i} must be an earlier node that has a split')
        n_branches = by_id[up].split.n_branches
        if node.branch is None or node.branch >= n_branches:
            raise malformed(f'"branch" of node {i} must be below {n_branches}')
        if node.branch in taken[up]:
            raise malformed(f"two nodes stand at branch {node.branch} of node {up}")
        taken[up].add(node.branch)
        sums[up] += node.counts
        depth[i] = depth[up] + 1
    for i, found in taken.items():
        wanted = by_id[i].split.n_branches
        if len(found) != wanted:
            raise malformed(f"node {i} must have {plural(wanted, 'child', 'children')}")
        if not np.allclose(sums[i], by_id[i].counts, rtol=TOLERANCE, atol=TOLERANCE):
            raise malformed(f"the counts below node {i} do not add up to its own")
    return [replace(node, depth=depth[node.id]) for node in nodes]
