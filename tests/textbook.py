"""The published examples of tests/textbook: their tables, and trees forced along a path of answers."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pandas as pd

from c45 import Dataset, Parameters, Tree, grow
from c45.splits import Split, ThresholdSplit, multiway, subset

FOLDER = Path(__file__).parent / "textbook"
EXAMPLES = {p.stem: json.loads(p.read_text("utf-8")) for p in sorted(FOLDER.glob("*.json"))}


@cache
def table(name: str) -> Dataset:
    """The table of an example; categories in the order in which the rows first show them."""
    example = EXAMPLES[name]
    columns = [c["name"] for c in example["columns"]]
    frame = pd.DataFrame(example["rows"], columns=columns)
    kinds = {}
    for column in example["columns"]:
        label = column["name"]
        if column["kind"] == "continuous":
            frame[label] = pd.to_numeric(frame[label])
        else:
            at = columns.index(label)
            values = [None if r[at] is None else str(r[at]) for r in example["rows"]]
            order = list(dict.fromkeys(v for v in values if v is not None))
            frame[label] = pd.Categorical(values, categories=order)
        if label != example["target"]:
            kinds[label] = column["kind"]
    return Dataset.from_frame(frame, target=example["target"], kinds=kinds, name=name)


def answer(dataset: Dataset, step: list) -> tuple[Split, int]:
    """One step of a path as a split and the branch taken: ``["Start", ">=", 8.5]``."""
    attribute = dataset.attribute(step[0])
    if len(step) == 2:
        return multiway(attribute), attribute.categories.index(str(step[1]))
    relation, value = step[1], step[2]
    if relation == "in":
        return subset(attribute, [str(v) for v in value]), 0
    return ThresholdSplit(attribute.name, float(value)), 0 if relation in ("<=", "<") else 1


def grown_along(dataset: Dataset, path, parameters: Parameters) -> tuple[Tree, int]:
    """A tree whose splits follow a path of answers, and the id of the node where the path ends."""
    overrides: dict[int, Split] = {}
    tree, here = grow(dataset, parameters), 0
    for step in [] if path == "root" else path:
        split, branch = answer(dataset, step)
        overrides[here] = split
        tree = grow(dataset, parameters, overrides=overrides)
        here = tree.nodes[here].children[branch].id
    return tree, here
